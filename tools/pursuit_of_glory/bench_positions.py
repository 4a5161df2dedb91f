"""How fast tables of positions are asked for supply, attrition and victory.

One unit of work is a position that the table names by its number: it lies in memory, the answer is
written into columns. The positions are those of random games, where little is out of supply, and
random ones, where nearly always something is lost.
"""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.bulk import bulk
from tools.pursuit_of_glory.random_position import random_position
from tools.pursuit_of_glory.workload import positions

__all__ = ["Asking", "asking_tables"]

QUESTIONS: Final = ("supply", "attrition", "victory")
# Rows of a table that is measured for three seconds or longer; fewer for less.
_ROWS: Final = 100_000
_GAMES: Final = 50
_RANDOM: Final = 100
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Asking:
    """What was measured.

    Attributes:
        rows: How many rows the tables had.
        lost: By kind of positions, the share in which attrition takes something.
        rates: (kind of positions, question, threads) -> rows a second.
    """

    rows: int
    lost: dict[str, float]
    rates: dict[tuple[str, str, int], float]

    def as_json(self) -> list[dict[str, Any]]:
        """Return the measurement as plain data."""
        return [
            {
                "positions": kind,
                "with_losses": round(self.lost[kind], 4),
                "question": question,
                "threads": threads,
                "rows_per_second": rate,
            }
            for (kind, question, threads), rate in self.rates.items()
        ]

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        """Return the measurement as a table."""
        counts = sorted({threads for _, _, threads in self.rates})
        rows = [
            (
                f"{kind} ({share:.0%} with losses)",
                question,
                *(f"{self.rates[kind, question, threads]:,.0f}" for threads in counts),
            )
            for kind, share in self.lost.items()
            for question in QUESTIONS
        ]
        columns = [f"rows/s, {n} thread{'s' * (n > 1)}" for n in counts]
        return "Tables of positions, fastest runs", ("positions", "asked", *columns), rows


def asking_tables(seconds: float) -> Asking:
    """Measure how fast tables of positions are answered, on one thread and on all.

    Args:
        seconds: About how long to measure each question.
    """
    rows = max(1000, round(_ROWS * min(1.0, seconds / 3)))
    kinds = {
        "of games": list(positions(_GAMES, _SEED)),
        "random": [random_position(seed) for seed in range(_RANDOM)],
    }
    counts = sorted({1, os.cpu_count() or 1})
    lost, rates = {}, {}
    before = _core.threads()
    for kind, places in kinds.items():
        outcomes = [place.attrition() for place in places]
        lost[kind] = sum(bool(o.lost or o.turned) for o in outcomes) / len(outcomes)
        asked = bulk(places)
        table = _core.table_of({"position": [row % len(places) for row in range(rows)]})
        for question in QUESTIONS:
            answer = getattr(asked, question)
            for count in counts:
                _core.set_threads(count)
                answer(table)  # a pool is made when it is first used
                rates[kind, question, count] = rows / _fastest(answer, table, seconds / 4)
    _core.set_threads(before)
    return Asking(rows, lost, rates)


def _fastest(answer: Any, table: _core.Table, seconds: float) -> float:
    """Return the shortest time; whatever else the machine does only adds to it."""
    best = float("inf")
    started = time.perf_counter()
    while best == float("inf") or time.perf_counter() - started < seconds:
        start = time.perf_counter()
        answer(table)
        best = min(best, time.perf_counter() - start)
    return best
