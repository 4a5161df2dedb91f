"""How fast tables of moves are judged.

One unit of work is a row: its move is read from text, its position found or read, the move judged
and the verdict written into columns. The rows are those of `workload`: legal moves, moves with
something changed, and nonsense, in positions of random games, shuffled. They begin and end as Arrow
in memory.
"""

import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.bulk import bulk
from tools.measuring import least_of
from tools.pursuit_of_glory.workload import positions, workload

__all__ = ["Bulk", "Rate", "judging_tables"]

# Rows that share positions, of those that are measured for three seconds or longer; fewer for less.
_SHARED: Final = 400_000
_EACH: Final = 2000
_OWN_SHARE: Final = 7
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Rate:
    """One way in which rows tell their positions, measured.

    Attributes:
        name: How they tell them.
        rows: How many there are.
        seconds: The shortest time to judge them all, by number of threads.
    """

    name: str
    rows: int
    seconds: dict[int, float]

    def rate(self, threads: int) -> float:
        """Rows a second."""
        return self.rows / self.seconds[threads]

    @property
    def scaling(self) -> float:
        """How many times faster the most threads are than one."""
        return self.seconds[1] / self.seconds[max(self.seconds)]


@dataclass(frozen=True, slots=True)
class Bulk:
    """What was measured.

    Attributes:
        rates: A way of telling positions each.
        positions: How many positions there are.
        bytes_a_move: The mean length of a move's text.
        legal: The share of rows that are legal moves.
    """

    rates: Sequence[Rate]
    positions: int
    bytes_a_move: float
    legal: float

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "positions": self.positions,
            "bytes_per_move": round(self.bytes_a_move, 1),
            "legal": round(self.legal, 4),
            "ways": [
                {
                    "name": rate.name,
                    "rows": rate.rows,
                    "rows_per_second": {
                        str(threads): rate.rate(threads) for threads in rate.seconds
                    },
                    "scaling": rate.scaling,
                }
                for rate in self.rates
            ],
        }

    def table(self, law: float) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        """Return the measurement as a table; `law` is how long the law takes for a move."""
        most = max(self.rates[0].seconds)
        rows = [
            (
                rate.name,
                f"{rate.rows:,}",
                f"{rate.rate(1):,.0f}",
                f"{rate.rate(most):,.0f}",
                f"{rate.scaling:.2f}",
                f"{rate.rate(most) * law:,.0f}",
            )
            for rate in self.rates
        ]
        heading = (
            f"Tables of moves ({self.bytes_a_move:.0f} bytes a move, {self.legal:.0%} legal,"
            f" {self.positions} positions), fastest runs"
        )
        columns = (
            "positions",
            "rows",
            "rows/s, 1 thread",
            f"rows/s, {most} threads",
            "scaling",
            "ratio to law",
        )
        return heading, columns, rows


def judging_tables(seconds: float) -> Bulk:
    """Measure how fast tables are judged, on one thread and on all.

    Args:
        seconds: About how long to measure each way of telling positions.
    """
    shared_rows = round(_SHARED * min(1.0, seconds / 3))
    own = shared_rows // _OWN_SHARE
    places = positions(max(2, shared_rows // _EACH), _SEED)
    rows = [
        (batch.number, batch.ops, move)
        for batch in workload(places, shared_rows, _SEED)
        for move in batch.moves
    ]
    random.Random(_SEED).shuffle(rows)
    numbers, ops, moves = (list(column) for column in zip(*rows, strict=True))
    some = {"move": moves[:own], "ops": ops[:own]}
    # Blanks at their ends make documents differ that hold the same position.
    documents = [
        f"{places[number].to_json()}{' ' * (row % 512)}" for row, number in enumerate(numbers[:own])
    ]
    # Every position is another one: its hash is as good as a number.
    various = [_various(places[number].core, row) for row, number in enumerate(numbers[:own])]
    shared = _core.table_of({"move": moves, "position": numbers, "ops": ops})
    judge = bulk(list(places))
    legal = judge.check(shared)[0].column("legal")
    counts = sorted({1, os.cpu_count() or 1})
    ways = (
        ("shared", judge, shared),
        ("in each row, bytes", bulk(), _core.table_of({**some, "position": various})),
        ("in each row, JSON", bulk(), _core.table_of({**some, "position": documents})),
    )
    rates = [Rate(name, len(table), _timed(by, table, counts, seconds)) for name, by, table in ways]
    return Bulk(
        rates=rates,
        positions=len(places),
        bytes_a_move=sum(map(len, moves)) / len(moves),
        legal=sum(map(bool, legal)) / len(legal),
    )


def _various(position: _core.PursuitPosition, number: int) -> bytes:
    """Return the bytes of a position that differs from others in its scenario's name alone."""
    document = position.to_json().replace('"scenario":"', f'"scenario":"{number} ', 1)
    return _core.PursuitPosition.from_json(position.tables, document).to_bytes()


def _timed(
    judge: _core.PursuitBulk, table: _core.Table, counts: Sequence[int], seconds: float
) -> dict[int, float]:
    """Return the shortest time to judge a table by number of threads, which take turns.

    Whatever else the machine does adds to the time and takes nothing away from it.
    """
    taken: dict[int, list[float]] = {count: [] for count in counts}
    before = _core.threads()
    started = time.perf_counter()
    while len(taken[counts[0]]) < least_of(seconds) or time.perf_counter() - started < seconds:
        for count in counts:
            _core.set_threads(count)
            judge.check(table)  # a pool is made when it is first used
            start = time.perf_counter()
            judge.check(table)
            taken[count].append(time.perf_counter() - start)
    _core.set_threads(before)
    return {count: min(times) for count, times in taken.items()}
