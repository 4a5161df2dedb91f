"""How fast supply puzzles are solved, or proven to have no solution.

One unit of work is a puzzle on the full map: with four OPS, put this unit of the enemy out of
supply. It begins with a position in memory and ends with the first solution, checked, played and
confirmed by the core, or with the proof that there is none. Half of the puzzles have a solution:
units that some move of the position cuts off; the others are units for which none was found. Kept
from one puzzle to the next is the text of the law. Everything runs on one thread.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.position import Position
from lexbelli.puzzles.goal import Goal, read_goal
from lexbelli.puzzles.solving import Search
from tools.pursuit_of_glory.random_playout import random_playout

__all__ = ["Solving", "solving"]

_OPS: Final = 4
# Puzzles of either kind in a measurement that takes a second or longer; fewer for less.
_EITHER: Final = 50
_FEW: Final = 2
_ACTIONS: Final = 14


@dataclass(frozen=True, slots=True)
class Solving:
    """What was measured, in seconds.

    Attributes:
        solved: How long each puzzle took that has a solution.
        disproved: How long each took that has none.
    """

    solved: Sequence[float]
    disproved: Sequence[float]

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "ops": _OPS,
            "solved": len(self.solved),
            "disproved": len(self.disproved),
            "first_solution_seconds": _median(self.solved),
            "proof_of_none_seconds": _median(self.disproved),
        }

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        """Return the measurement as a table: a heading, the columns, the rows."""
        rows = [
            (what, str(len(times)), _said(_median(times)), _said(max(times, default=None)))
            for what, times in (
                ("the first solution", self.solved),
                ("the proof that there is none", self.disproved),
            )
        ]
        heading = f"Supply puzzles on the full map, {_OPS} OPS, one thread"
        return heading, ("until", "puzzles", "median, s", "longest, s"), rows


def solving(seconds: float) -> Solving:
    """Measure puzzles of random games.

    Args:
        seconds: Below one, only a few puzzles are measured.
    """
    number = _EITHER if seconds >= 1 else _FEW
    solved: list[float] = []
    disproved: list[float] = []
    # What is prepared once is not measured.
    position, units = next(_positions(0))
    Search(position, _goal(position, units[:1]), GOALS, limit=1).run()
    for position, units in _positions(1):
        dice = random.Random(len(solved) + len(disproved))
        if len(solved) < number and (unit := _cut_off(position, units, dice)) is not None:
            solved += _timed(position, unit, True)
        if len(disproved) < number:
            disproved += _timed(position, dice.choice(units), False)
        if min(len(solved), len(disproved)) >= number:
            break
    return Solving(solved[:number], disproved[:number])


def _timed(position: Position, unit: str, solvable: bool) -> list[float]:
    """Return how long a puzzle takes; nothing if it is of the other kind."""
    goal = _goal(position, [unit])
    started = time.perf_counter()
    found = Search(position, goal, GOALS, limit=1).run()
    took = time.perf_counter() - started
    return [took] if bool(found.solutions) == solvable else []


def _cut_off(position: Position, units: Sequence[str], dice: random.Random) -> str | None:
    """Return a unit that some move puts out of supply."""
    found = Search(position, _goal(position, units), GOALS, limit=1).run()
    if not found.solutions:
        return None
    after = found.solutions[0].after.supply()
    return dice.choice([unit for unit in units if after.get(unit) == "oos"])


def _goal(position: Position, units: Sequence[str]) -> Goal:
    return read_goal(" or ".join(f"oos({unit})" for unit in units), position, GOALS)


def _positions(seed: int) -> Iterator[tuple[Position, Sequence[str]]]:
    """Yield positions of random games, and the enemy units that are in supply."""
    while True:
        seed += 1
        dice = random.Random(seed)
        position = random_playout(seed, _ACTIONS)
        if position.decision.kind not in ("action", "operations"):
            continue
        side = dice.choice(("ap", "cp"))
        acting = position.suppose(side=side, ops=_OPS)
        supply = acting.core.supply()
        units = [unit for unit, status in supply.items() if status != "oos"]
        units = [unit for unit in units if acting.side_of(unit) not in (side, "special")]
        if units:
            yield acting, sorted(units)


def _median(times: Sequence[float]) -> float | None:
    return median(times) if times else None


def _said(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f}"
