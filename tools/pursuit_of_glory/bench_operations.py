"""How fast moves are judged and found.

One unit of work is a question about the 1914 campaign with five OPS to spend. Judging begins with a
move in memory and ends with every rule it breaks; the core finds what the moves of a position share
once, the law is handed the position and the move as text. Legal and nearly legal moves are judged,
the same ones by both. Everything runs on one thread.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any, Final

from lexbelli import _core
from lexbelli.law import KEPT
from lexbelli.pursuit_of_glory import offers, operations
from lexbelli.pursuit_of_glory.position import Position
from tools.measuring import median_of

__all__ = ["Judging", "judging"]

_OPS: Final = 5
# Sampled moves; every one is judged as it is, and again with something changed.
_SAMPLED: Final = 20
_ROUNDS: Final = 2000
# Of so many moves it is measured how fast they are enumerated.
_EVERY: Final = 1_000_000
_EVERY_BY_LAW: Final = 5_000
# The scenarios in which the core lists the orders.
_LISTED: Final = ("1914_campaign", "1916_total_war")


@dataclass(frozen=True, slots=True)
class Judging:
    """What was measured; seconds are medians.

    Attributes:
        moves: How many different moves were judged.
        core: Seconds the core takes to judge a move.
        law: Seconds the law takes for the same.
        orders: Seconds the law takes to say everything that can be ordered, by scenario: of a
            position that it was not asked about before, and when it is asked again.
        listed: Seconds the core takes for the same, by scenario.
        every: Moves that the core enumerates in a second, and the law, of the first that there are.
        first: Seconds until the law has found a legal move.
        same: The share of moves of which law and core say the same.
    """

    moves: int
    core: float
    law: float
    orders: Mapping[str, tuple[float, float]]
    listed: Mapping[str, float]
    every: tuple[float, float]
    first: float
    same: float

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "ops": _OPS,
            "moves": self.moves,
            "core_check_microseconds": self.core * 1e6,
            "law_check_microseconds": self.law * 1e6,
            "ratio_to_core": self.law / self.core,
            "law_orders_seconds": {
                name: {"first": first, "again": again}
                for name, (first, again) in self.orders.items()
            },
            "core_orders_seconds": dict(self.listed),
            "core_enumerated_per_second": self.every[0],
            "law_enumerated_per_second": self.every[1],
            "law_first_move_seconds": self.first,
            "same_answers": self.same,
        }

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        """Return the measurement as a table: a heading, the columns, the rows."""
        rows = [
            ("judge a move, core (Rust)", f"{self.core * 1e6:,.1f}", "1.0"),
            ("judge a move, law (clingo)", f"{self.law * 1e6:,.1f}", self._ratio(self.law)),
            ("find a legal move of all, core", f"{1e6 / self.every[0]:,.2f}", self._of(0)),
            ("find a legal move of all, law", f"{1e6 / self.every[1]:,.1f}", self._of(1)),
            ("find the first legal move, law", f"{self.first * 1e6:,.0f}", self._ratio(self.first)),
            *(
                (
                    f"find every order, law, {name}, {when}",
                    f"{taken * 1e6:,.0f}",
                    self._ratio(taken),
                )
                for name, both in self.orders.items()
                for when, taken in zip(("first", "again"), both, strict=True)
            ),
            *(
                (f"find every order, core, {name}", f"{taken * 1e6:,.0f}", self._ratio(taken))
                for name, taken in self.listed.items()
            ),
        ]
        heading = (
            f"Operations of one position (1914 campaign, {_OPS} OPS), medians;"
            f" {self.moves} moves judged, {self.same:.2%} alike by law and core"
        )
        return heading, ("question", "microseconds", "ratio"), rows

    def _of(self, who: int) -> str:
        return f"{1 / self.every[who] / self.core:,.1f}"

    def _ratio(self, seconds: float) -> str:
        return f"{seconds / self.core:,.0f}"


def judging(seconds: float) -> Judging:
    """Measure core and law on the same moves of the 1914 campaign.

    Args:
        seconds: About how long to measure each question.
    """
    position = Position.scenario("1914_campaign").core
    sampled = position.sample(_OPS, _SAMPLED, 1)
    moves = [*sampled, *(move.mutate(position, at) for at, move in enumerate(sampled))]
    checker = _core.PursuitChecker(position, _OPS)
    by_core = [sorted(broken) for broken in checker.check_many(moves)]
    by_law = [operations.judge_orders(position, move, _OPS) for move in moves]
    return Judging(
        moves=len(moves),
        core=median(checker.bench(moves, _ROUNDS)) / 1e9,
        law=median_of(
            [partial(operations.judge_orders, position, move, _OPS) for move in moves], seconds
        ),
        # Before the lists, which leave a heap behind in which clingo takes longer.
        first=median_of([lambda: next(operations.moves(position, _OPS, 1))], seconds),
        orders={name: _listing_by_law(name, seconds) for name in _LISTED},
        listed={name: median_of([_listing(name)], seconds) for name in _LISTED},
        every=_enumerating(position, checker),
        same=sum(one == other for one, other in zip(by_core, by_law, strict=True)) / len(moves),
    )


def _enumerating(
    position: _core.PursuitPosition, checker: _core.PursuitChecker
) -> tuple[float, float]:
    """Return how many moves core and law enumerate in a second: the core makes them in memory."""
    rates = [number / taken for number, taken in map(checker.bench_every_move, (_EVERY,) * 3)]
    started = time.perf_counter()
    lawful = sum(1 for _ in operations.moves(position, _OPS, _EVERY_BY_LAW))
    return median(rates), lawful / (time.perf_counter() - started)


def _listing_by_law(scenario: str, seconds: float) -> tuple[float, float]:
    """Return how long a list takes by the law: the first of a position, and another one of it."""
    position = Position.scenario(scenario).core

    def first() -> None:
        KEPT.forget()
        offers.orders(position, _OPS)

    again = partial(offers.orders, position, _OPS)
    return median_of([first], seconds / 2), median_of([again], seconds / 2)


def _listing(scenario: str) -> Callable[[], object]:
    """Return what lists the orders of a scenario, as terms of the law."""
    position = Position.scenario(scenario).core
    checker = _core.PursuitChecker(position, _OPS)
    nothing = _core.PursuitMove.parse(position, "", operations.KIND)
    return lambda: checker.orders(nothing, [])
