"""Law against core on all legal moves of a position: the comparison, a long run.

    python tests/agreement/enumerations.py NUMBER SEED [MOST]

compares all moves of NUMBER positions of both games, of every decision, that have at most MOST
moves (100,000 if nothing is said), in worker processes. What the core counts is compared, too.
Positions of operations and of movement segments have few units left, or they would have too many
moves; those with more are passed over, and others taken. It says where it is on stderr, and prints
every difference. `asked(number, seed)` makes a position again.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement import answer_lists, twilight_positions
from lexbelli import pursuit_of_glory as pog
from lexbelli.position import AnyPosition
from perft.few import few
from workers import processes

MOST: Final = 100_000
# Redeployments and replacement points are left to the law.
_ANSWERS: Final = (*answer_lists.SMALL, "reinforcements")
_SEGMENTS: Final = tuple(kind for kind in twilight_positions.KINDS if kind != "setup")
# So many units can move in a movement segment at most.
_MOVERS: Final = 2
_AT_ONCE: Final = 8
_SHOWN: Final = 3


@dataclass
class Found:
    """What was found: of each decision how many positions and moves were compared; differences."""

    positions: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    most: int = 0
    passed_over: int = 0
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        """Add what was found elsewhere."""
        self.positions += other.positions
        self.moves += other.moves
        self.most = max(self.most, other.most)
        self.passed_over += other.passed_over
        self.differences += other.differences

    def __str__(self) -> str:
        return (
            f"{self.positions.total()} positions, {self.moves.total()} moves, of one {self.most} at"
            f" most; {self.passed_over} passed over; {len(self.differences)} differences"
        )


def asked(number: int, seed: int) -> tuple[AnyPosition, dict[str, Any]] | None:
    """Return a position, and what is supposed when it is asked; None if nobody decides there."""
    dice = random.Random(f"{seed}/{number}/enumerations")
    if number % 3 == 0:
        at = pog.Position(few(number, seed))
        return (at, {"ops": dice.randint(1, 3)}) if _spends(at) else None
    if number % 3 == 1:
        answers = answer_lists.asked(number // 3, seed, _ANSWERS)
        found = next((core for core, _ in answers), None)
        return None if found is None else (pog.Position(found), {})
    kind = _SEGMENTS[number // 3 % len(_SEGMENTS)]
    segment = twilight_positions.position(number, seed, kind)
    return (_few_movers(segment, dice) if kind == "movement" else segment), {}


def _spends(at: pog.Position) -> bool:
    return at.decision.kind in ("action", "operations")


def _few_movers(at: AnyPosition, dice: random.Random) -> AnyPosition:
    """The position, with few units of the side to act."""
    side = at.decision.side
    own = [unit for unit, place in at.units.items() if place.startswith("h")]
    own = sorted(unit for unit in own if at.side_of(unit) == side)
    kept = set(dice.sample(own, min(len(own), dice.randint(1, _MOVERS))))
    gone = {unit: "eliminated" for unit in own if unit not in kept}
    return at.with_change(units=gone, allow=["all"])


def compared(number: int, seed: int, most: int) -> Found:
    """Compare law and core on one position."""
    found = Found()
    wanted = asked(number, seed)
    if wanted is None:
        return found
    at, supposed = wanted
    kind = f"{at.game} {at.decision.kind}"
    core = [str(move) for move in islice(at.moves(**supposed), most + 1)]
    if len(core) > most:
        found.passed_over = 1
        return found
    law = [str(move) for move in at.moves(by="law", **supposed)]
    found.positions[kind] = 1
    found.moves[kind] = found.most = len(law)
    where = f"{number}/{seed}, {kind}"
    for who, moves, others in (("core", core, law), ("law", law, core)):
        if len(set(moves)) < len(moves):
            found.differences.append(f"{where}: the {who} finds a move twice")
        alone = sorted(set(moves) - set(others), key=len)
        found.differences += [f"{where}: only the {who}: {move}" for move in alone[:_SHOWN]]
    counted = at.count_moves(**supposed)
    if counted != (len(core), True):
        found.differences.append(f"{where}: counted {counted}, listed {len(core)}")
    return found


def batch(numbers: range, seed: int, most: int) -> Found:
    """Compare law and core on several positions."""
    found = Found()
    for number in numbers:
        found.add(compared(number, seed, most))
    return found


def _all(seed: int, most: int) -> Iterator[Found]:
    """Compare ever more positions."""
    with processes() as pool:
        for first in count(0, 40 * _AT_ONCE):
            firsts = range(first, first + 40 * _AT_ONCE, _AT_ONCE)
            jobs = [range(at, at + _AT_ONCE) for at in firsts]
            yield from pool.map(batch, jobs, [seed] * len(jobs), [most] * len(jobs))


def run(positions: int, seed: int, most: int = MOST, progress: bool = False) -> Found:
    """Compare at least so many positions, in worker processes."""
    found = Found()
    for one in _all(seed, most):
        found.add(one)
        if progress:
            print(found, file=sys.stderr, flush=True)
        if found.positions.total() >= positions:
            break
    return found


def main(number: int, seed: int, most: int = MOST) -> int:
    """Print what is found in so many positions; 1 if there are differences."""
    found = run(number, seed, most, progress=True)
    for line in found.differences:
        print(line)
    for kind, positions in sorted(found.positions.items()):
        print(f"{positions:7} positions, {found.moves[kind]:9} moves: {kind}")
    print(found)
    return 1 if found.differences else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
