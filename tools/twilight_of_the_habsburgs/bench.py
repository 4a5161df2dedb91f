"""How fast zones, command and reach are found, moves judged, and odds reckoned.

    python -m tools.twilight_of_the_habsburgs.bench [SECONDS] [--json]

measures each way of answering for so long, and exits with 1 if two of them differ.

One unit of the first table is a side of a position of Caporetto: its zones of control, what
commands its units, and the reach of every one of them, from a position in memory to the answer in
memory. One of the second is a verdict on a move of a movement segment, one of the third the exact
odds of an attack. Everything runs on one thread.
"""

import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import Any, Final

from lexbelli import _core
from lexbelli.position import CHANCE
from lexbelli.twilight_of_the_habsburgs import law
from lexbelli.twilight_of_the_habsburgs.battles import BATTLES
from lexbelli.twilight_of_the_habsburgs.position import Position
from lexbelli.twilight_of_the_habsburgs.tables import SIDES
from tools.measuring import median_of, run
from tools.twilight_of_the_habsburgs.baseline import Ground, Situation

__all__ = ["Bench", "bench"]

_SCENARIO: Final = "caporetto"
# Positions of one game, each some answers later.
_POSITIONS: Final = 8
_MOVES: Final = 60
_ROUNDS: Final = 400
# What plain Python knows nothing of, and what keeps units where they are.
_PLAIN: Final = dict.fromkeys(("entrenched", "out_of_command", "event", "gas"))
# What a side exerts, who is in command, and what each unit reaches.
_Fields = tuple[frozenset[str], frozenset[str], dict[str, dict[str, int]]]


@dataclass(frozen=True, slots=True)
class Bench:
    """What was measured; seconds of one side or one verdict.

    Attributes:
        units: Units whose reach is found, on average.
        core: Zones, command on top of them, and reach on top, by the core.
        plain: All of it in plain Python.
        law: All of it by the law.
        judged: How many moves were judged, and how many orders they have on average.
        verdict: A verdict by the core.
        law_verdict: The same by the law, of many moves of one position.
        options: Every order of a movement segment, by the law.
        odds: How many attacks, and the odds of one by the core.
        drawn: The whole board as SVG, plain and with the command of a side.
        same: Whether all answers were alike.
    """

    units: float
    core: tuple[float, float, float]
    plain: float
    law: float
    judged: tuple[int, float]
    verdict: float
    law_verdict: float
    options: float
    odds: tuple[int, float]
    drawn: tuple[float, float]
    same: bool

    @property
    def ok(self) -> bool:
        """Whether all answers were alike."""
        return self.same

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        zones, command, reach = self.core
        return {
            "cores": os.cpu_count(),
            "threads": 1,
            "units": self.units,
            "core_microseconds": {
                "zones": zones * 1e6,
                "command": command * 1e6,
                "reach": reach * 1e6,
                "all": sum(self.core) * 1e6,
            },
            "ratio_to_core": {
                "plain_python": self.plain / sum(self.core),
                "law": self.law / sum(self.core),
            },
            "moves": self.judged[0],
            "orders_per_move": self.judged[1],
            "core_verdicts_per_second": 1 / self.verdict,
            "ratio_of_law_verdicts": self.law_verdict / self.verdict,
            "law_orders_seconds": self.options,
            "attacks": self.odds[0],
            "odds_microseconds": self.odds[1] * 1e6,
            "board_milliseconds": self.drawn[0] * 1e3,
            "board_with_command_milliseconds": self.drawn[1] * 1e3,
            "same_answers": self.same,
        }

    def tables(self) -> Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]]:
        """Return the measurement as tables: a heading, the columns, the rows."""
        total = sum(self.core)
        fields = [
            ("zones, core (Rust)", self.core[0]),
            ("command, core", self.core[1]),
            ("reach of every unit, core", self.core[2]),
            ("all of it, core", total),
            ("all of it, plain Python", self.plain),
            ("all of it, law (clingo)", self.law),
        ]
        verdicts = [
            ("judge a move, core (Rust)", self.verdict),
            ("judge a move, law (clingo)", self.law_verdict),
            ("find every order, law", self.options),
        ]
        boards = [("whole board", self.drawn[0]), ("whole board with command", self.drawn[1])]
        heading = (
            f"Zones, command and reach of one side (Caporetto, {self.units:.0f} units), one thread"
            f" of {os.cpu_count()} cores"
        )
        judging = (
            f"Movement turns ({self.judged[0]} moves of {self.judged[1]:.1f} orders on average):"
            f" {1 / self.verdict:,.0f} verdicts a second by the core"
        )
        columns = ("question", "microseconds", "ratio")
        return [
            (heading, columns, _rows(fields, total)),
            (judging, columns, _rows(verdicts, self.verdict)),
            (
                f"Exact odds of an attack ({self.odds[0]} attacks)",
                columns,
                _rows([("odds, core (Rust)", self.odds[1])], self.odds[1]),
            ),
            ("Boards as SVG", columns, _rows(boards, self.drawn[0])),
        ]

    def remarks(self) -> Sequence[str]:
        """Return what is not counted as work."""
        remark = (
            "The core and plain Python keep the map, the law the text of its programs and the map;"
            " each is handed the position in its own form. Where many moves of one position are"
            " judged, what they share is found once, by both."
        )
        return [remark]


def _rows(told: Sequence[tuple[str, float]], one: float) -> list[tuple[str, str, str]]:
    return [(name, f"{each * 1e6:,.1f}", f"{each / one:,.1f}") for name, each in told]


def _game() -> Iterator[Position]:
    """Yield the positions of a random game of Caporetto, all units free to move, no events."""
    now, dice = Position.scenario(_SCENARIO), random.Random(_SCENARIO)
    while (asked := now.decision).kind == CHANCE or asked.side is not None:
        yield now.with_change(setup=_PLAIN)
        if asked.kind == CHANCE:
            now = now.after_answer(dice.choice(now.chance()).text)
        else:
            now = now.after_answer(now.sample_moves(1, dice.getrandbits(32))[0])


def _fields_of(position: Position, side: str, movers: Sequence[str]) -> _Fields:
    """Return the answers of the core."""
    reach = {unit: dict(position.reach(unit)) for unit in movers}
    return position.zones(side), position.command(side).in_command, reach


def _plainly(ground: Ground, facts: Situation, side: str, movers: Sequence[str]) -> _Fields:
    """Return the answers of plain Python, from the start."""
    now = Situation(ground, facts.at, facts.reduced, facts.fixed, facts.fallen)
    reach = {unit: dict(now.reach(unit)) for unit in movers}
    return frozenset(now.zones(side)), frozenset(now.command(side)), reach


def _by_law(position: Position, side: str, movers: Sequence[str]) -> _Fields:
    """Return the answers of the law."""
    found = law.shown(position.core, "show_zones.lp", "show_command.lp", "show_reach.lp")
    reach: dict[str, dict[str, int]] = {unit: {} for unit in movers}
    for unit, at, points in found.get("reach", []):
        if unit in reach:
            reach[unit][at] = int(points)
    own = {unit for unit in position.units if position.side_of(unit) == side}
    exerted = frozenset(at for who, at in found["zoc"] if who == side)
    return exerted, frozenset(unit for (unit,) in found["in_command"] if unit in own), reach


def bench(seconds: float) -> Bench:
    """Measure core, plain Python and law on positions of a game of Caporetto.

    Args:
        seconds: About how long to measure each.
    """
    moving = [each for each in _game() if each.decision.kind == "movement"][:_POSITIONS]
    ground = Ground(moving[0].static_facts())
    asked = []
    for position in moving:
        side = position.decision.side
        assert side in SIDES
        movers = [u for u, h in position.units.items() if _moves(position, u, h, side)]
        asked.append((position, side, movers))
    facts = [Situation.of(ground, position.facts()) for position in moving]
    expected = [_fields_of(*each) for each in asked]
    plain = [
        partial(_plainly, ground, situation, side, movers)
        for situation, (_, side, movers) in zip(facts, asked, strict=True)
    ]
    lawful = [partial(_by_law, *each) for each in asked]
    same = all(ask() == wanted for ask, wanted in zip(plain, expected, strict=True))
    same &= all(ask() == wanted for ask, wanted in zip(lawful, expected, strict=True))

    once = _core.twilight_fields_bench([position.core for position in moving], 10)
    repeats = max(10, int(10 * seconds / max(sum(once[:3]), 1e-9)))
    *core, _ = _core.twilight_fields_bench([position.core for position in moving], repeats)
    sides = repeats * len(moving) * len(SIDES)

    first = moving[0]
    moves = list(first.sample_moves(_MOVES, 1))
    rounds = _core.twilight_check_bench(first.core, [move.core for move in moves], _ROUNDS)
    started = time.perf_counter()
    verdicts = law.judge_many(first.core, moves)
    law_verdict = (time.perf_counter() - started) / len(moves)
    same &= all(
        sorted((each.rule, each.witness) for each in first.check(move)) == broken
        for move, broken in zip(moves, verdicts, strict=True)
    )
    fighting = moving[-1].suppose_fighting()
    attacks = [fighting.move(each.attack).core for each in BATTLES.attacks(fighting, every=True)]
    odds = _core.twilight_odds_bench(fighting.core, attacks, _ROUNDS)
    return Bench(
        units=mean(len(movers) for _, _, movers in asked),
        core=(core[0] / sides, core[1] / sides, core[2] / sides),
        plain=median_of(plain, seconds),
        law=median_of(lawful, seconds),
        judged=(len(moves), mean(len(move.orders) for move in moves)),
        verdict=mean(rounds) / 1e9,
        law_verdict=law_verdict,
        options=median_of([partial(law.orders, first.core, first.move(""))], seconds),
        odds=(len(attacks), mean(odds) / 1e9),
        drawn=(
            median_of([lambda: first.draw().svg], min(seconds, 1.0)),
            median_of([lambda: first.draw(command=SIDES[0]).svg], min(seconds, 1.0)),
        ),
        same=same,
    )


def _moves(position: Position, unit: str, place: str, side: str) -> bool:
    """Whether a unit of the side stands on the map, so that it reaches something."""
    return place.startswith("h") and position.side_of(unit) == side


def main(words: Sequence[str]) -> int:
    """Measure and print; return the exit code."""
    return run("tools.twilight_of_the_habsburgs.bench", bench, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
