"""How a bench asks and tells, whatever it measures."""

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Protocol

from lexbelli.cli.output import emit_json, report
from lexbelli.games import Report

__all__ = ["least_of", "median_of", "run"]


class _Bench(Protocol):
    """Measures each of its questions for so many seconds."""

    def __call__(self, seconds: float) -> Report: ...


def run(name: str, bench: _Bench, words: Sequence[str]) -> int:
    """Measure and print; return the exit code, 1 if answers differ that must not.

    Args:
        name: The module, as it is run.
        bench: What measures.
        words: The arguments: the seconds for each question, and `--json`.
    """
    parser = argparse.ArgumentParser(prog=name)
    parser.add_argument("seconds", nargs="?", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(words)
    found = bench(given.seconds)
    if given.json:
        emit_json(found.as_json())
    else:
        report(found)
    return 0 if found.ok else 1


def least_of(seconds: float) -> int:
    """Return how often something is measured at least: three times, but for a glance once."""
    return 3 if seconds >= 0.1 else 1


def median_of(questions: Sequence[Callable[[], object]], seconds: float) -> float:
    """Return how many seconds a question takes, asking every one at least once and in turn."""
    questions[0]()  # what is prepared once is not measured
    taken: list[float] = []
    started = time.perf_counter()
    while (
        len(taken) < max(len(questions), least_of(seconds))
        or time.perf_counter() - started < seconds
    ):
        start = time.perf_counter()
        questions[len(taken) % len(questions)]()
        taken.append(time.perf_counter() - start)
    return median(taken)
