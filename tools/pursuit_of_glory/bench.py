"""How fast supply is answered, moves judged, and boards drawn.

    python -m tools.pursuit_of_glory.bench [SECONDS] [--json]

measures each way of answering for so long, and exits with 1 if law and core differ.

One unit of work is a position: the status of every unit of both sides on the map and, for every
space, whether it would change control. It starts from a position in memory and ends with the
answer in memory. The core keeps nothing from one position to the next but the map; the law keeps
the text of its programs and of the map, and is handed the position as text; plain Python keeps the
map, and is handed the position as sets. Everything runs on one thread, but for tables of moves.
"""

import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from lexbelli import _core
from lexbelli.pursuit_of_glory import law, tables
from lexbelli.pursuit_of_glory.position import Position
from tools.bench_playing import Playing, playing
from tools.measuring import run
from tools.pursuit_of_glory import baseline_supply, workload
from tools.pursuit_of_glory.bench_batch import Bulk, judging_tables
from tools.pursuit_of_glory.bench_drawing import Drawing, drawing
from tools.pursuit_of_glory.bench_games import Games, games
from tools.pursuit_of_glory.bench_odds import Wagers, wagers
from tools.pursuit_of_glory.bench_operations import Judging, judging
from tools.pursuit_of_glory.bench_positions import Asking, asking_tables
from tools.pursuit_of_glory.bench_puzzles import Solving, solving
from tools.pursuit_of_glory.random_position import random_position

__all__ = ["Bench", "Way", "bench"]

# The scenarios and this many random positions are answered, over and over.
_RANDOM_POSITIONS: Final = 29
# Where random games came to there are no such muddles: the core alone answers these as well.
_POSITIONS_OF_GAMES: Final = 200
_SEED: Final = 1
_BY_CORE: Final = "core (Rust)"

_Answer = tuple[dict[str, str], list[str]]
_Asked = TypeVar("_Asked")


@dataclass(frozen=True, slots=True)
class Way:
    """One way of answering, measured.

    Attributes:
        name: What answered.
        positions: How many positions were answered, repetitions included.
        seconds: How long that took.
        same: The share of statuses and of spaces that are answered as by the core.
    """

    name: str
    positions: int
    seconds: float
    same: float

    @property
    def each(self) -> float:
        """Seconds for one position."""
        return self.seconds / self.positions


@dataclass(frozen=True, slots=True)
class Bench:
    """What was measured, the core first."""

    ways: Sequence[Way]
    units: float
    judging: Judging
    wagers: Wagers
    games: Games
    playing: Playing
    bulk: Bulk
    asking: Asking
    drawing: Drawing
    solving: Solving

    @property
    def ok(self) -> bool:
        """Whether law and core gave the same answers."""
        alike = all(way.same == 1.0 for way in self.ways[:2])
        return alike and self.judging.same == 1.0 and self.wagers.same

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "machine": _machine(),
            "cores": os.cpu_count(),
            "threads": 1,
            "units_per_position": round(self.units, 1),
            "ways": [
                {
                    "name": way.name,
                    "positions": way.positions,
                    "seconds": way.seconds,
                    "microseconds_per_position": way.each * 1e6,
                    "ratio_to_core": way.each / self.ways[0].each,
                    "same_answers": way.same,
                }
                for way in self.ways
            ],
            "operations": self.judging.as_json(),
            "battles": self.wagers.as_json(),
            "games": self.games.as_json(),
            "playing": self.playing.as_json(),
            "tables": self.bulk.as_json(),
            "positions": self.asking.as_json(),
            "pictures": self.drawing.as_json(),
            "puzzles": self.solving.as_json(),
        }

    def tables(self) -> Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]]:
        """Return the measurement as tables: a heading, the columns, the rows."""
        rows = [
            (
                way.name,
                str(way.positions),
                f"{way.each * 1e6:,.1f}",
                f"{way.each / self.ways[0].each:,.1f}",
                f"{way.same:.2%}",
            )
            for way in self.ways
        ]
        heading = (
            f"Supply of one position ({self.units:.0f} units, every space), one thread of"
            f" {os.cpu_count()} cores, {_machine()}"
        )
        columns = ("by", "positions", "microseconds", "ratio", "same answers")
        return [
            (heading, columns, rows),
            self.judging.table(),
            self.wagers.table(),
            self.games.table(),
            self.playing.table(),
            self.bulk.table(self.judging.law),
            self.asking.table(),
            self.drawing.table(),
            self.solving.table(),
        ]

    def remarks(self) -> Sequence[str]:
        """Return what is not counted as work."""
        kept = (
            "One unit of supply is a position: the status of every unit on the map and, for every"
            " space, whether it would change control. Kept from one position to the next: by the"
            " core the map, by the law the text of its programs and of the map, by plain Python"
            " the map in lists. Each begins with a position in memory, the law with its text."
        )
        moves = (
            "Of moves the core keeps what those of one position share, the law the text of its"
            " programs; the same legal and nearly legal moves are judged by both."
        )
        rows = (
            "Rows of tables begin and end as Arrow in memory: moves are read from text, positions"
            " found by number or read, verdicts written into columns. The ratio is to what the law"
            " takes for a move of the 1914 campaign, on one thread."
        )
        return [kept, moves, rows]


def bench(seconds: float) -> Bench:
    """Measure the core, the law and plain Python on the same positions.

    Args:
        seconds: About how long to measure each.
    """
    names = tables.load().scenarios()
    positions = [Position.scenario(name) for name in names]
    positions += [random_position(seed) for seed in range(_RANDOM_POSITIONS)]
    cores = [position.core for position in positions]
    of_games = [position.core for position in workload.positions(_POSITIONS_OF_GAMES, _SEED)]
    board = baseline_supply.Board(tables.load().static_facts())
    states = [baseline_supply.State.read(board, core.facts()) for core in cores]
    expected: list[_Answer] = [(core.supply(), core.flips()) for core in cores]
    return Bench(
        ways=[
            _measure_core(_BY_CORE, cores, seconds),
            _measure("law (clingo)", _by_law, cores, expected, seconds),
            _measure("plain Python", baseline_supply.supply, states, expected, seconds),
            _measure_core(f"{_BY_CORE}, positions of games", of_games, seconds),
        ],
        units=sum(len(supply) for supply, _ in expected) / len(expected),
        judging=judging(seconds),
        wagers=wagers(seconds),
        games=games(seconds),
        playing=playing(Position.scenario("1914_campaign"), seconds),
        bulk=judging_tables(seconds),
        asking=asking_tables(seconds),
        drawing=drawing(min(seconds, 1.0)),
        solving=solving(seconds),
    )


def _by_law(position: _core.PursuitPosition) -> _Answer:
    answer = law.ask(position)
    return dict(answer.supply), list(answer.flips)


def _measure_core(name: str, cores: Sequence[_core.PursuitPosition], seconds: float) -> Way:
    once, _ = _core.pursuit_supply_bench(cores, 10)
    repeats = max(10, int(seconds / max(once / 10, 1e-9)))
    took, _ = _core.pursuit_supply_bench(cores, repeats)
    return Way(name, repeats * len(cores), took, 1.0)


def _measure(
    name: str,
    answer: Callable[[_Asked], _Answer],
    asked: Sequence[_Asked],
    expected: Sequence[_Answer],
    seconds: float,
) -> Way:
    answer(asked[0])  # what is prepared once is not measured
    given: list[_Answer] = []
    number = 0
    start = time.perf_counter()
    while number < len(asked) or time.perf_counter() - start < seconds:
        result = answer(asked[number % len(asked)])
        if number < len(asked):
            given.append(result)
        number += 1
    return Way(name, number, time.perf_counter() - start, _share(given, expected))


def _share(given: Sequence[_Answer], expected: Sequence[_Answer]) -> float:
    """Return the share of the answers that are as expected."""
    questions = same = 0
    for (supply, flips), (usual, usual_flips) in zip(given, expected, strict=True):
        units = supply.keys() | usual.keys()
        spaces = set(flips) | set(usual_flips)
        questions += len(units) + len(spaces)
        same += sum(supply.get(unit) == usual.get(unit) for unit in units)
        same += len(set(flips) & set(usual_flips))
    return same / questions


def _machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main(words: Sequence[str]) -> int:
    """Measure and print; return the exit code."""
    return run("tools.pursuit_of_glory.bench", bench, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
