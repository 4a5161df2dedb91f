"""Running a plan on this machine: read, judge and write, one chunk after the other."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from lexbelli import games
from lexbelli._core import Table, TableChunk, TableReader, TableWriter, judged_rows
from lexbelli.validating.plan import Plan
from lexbelli.validating.report import Report
from lexbelli.validating.work import Done, Work

__all__ = ["Progress", "judged", "run", "stream"]

# Told after every chunk: the rows so far, and the share of the whole, if that is known.
Progress = Callable[[int, float | None], None]


@dataclass(frozen=True, slots=True)
class _Judged:
    first_row: int
    rows: int
    mark: str
    share: float | None
    table: Table
    summary: dict[str, Any]


def run(plan: Plan, work: Work, report: Report, progress: Progress) -> None:
    """Run a plan where it was left, and keep what is finished in a folder.

    Raises:
        BadInput: A file can no longer be read, or nothing can be written.
    """
    bulk = plan.bulk()
    for number in range(len(plan.inputs)):
        done: Done | None = None
        for done in work.done(number):
            report.add(done.summary)
        if done is not None and done.rows == 0:
            continue
        at = 0 if done is None else done.number + 1
        mark = None if done is None else done.mark
        first = 0 if done is None else done.first_row + done.rows
        progress(report.all.rows, _share(plan, number, 0.0))
        reader = plan.open(number, mark)
        for chunk in _chunks(plan, bulk, number, reader):
            kept = Done(at, number, chunk.first_row, chunk.rows, chunk.mark, 0, chunk.summary)
            work.keep(plan, kept, chunk.table)
            _count(report, chunk)
            at, mark, first = at + 1, chunk.mark, chunk.first_row + chunk.rows
            progress(report.all.rows, _share(plan, number, chunk.share))
        # The answer has its columns even if there are no rows.
        table, summary = judged(plan, bulk, number, reader.nothing(), 0)
        end = Done(at, number, first, 0, mark or "", 0, summary)
        work.keep(plan, end, *([table] if at == 0 else []))


def stream(plan: Plan, writer: TableWriter | None, report: Report, progress: Progress) -> None:
    """Run a plan from its beginning, and write every chunk as it is finished.

    Raises:
        BadInput: A file can no longer be read, or nothing can be written.
    """
    bulk = plan.bulk()
    for number in range(len(plan.inputs)):
        reader = plan.open(number)
        if writer is not None:
            writer.write(judged(plan, bulk, number, reader.nothing(), 0)[0])
        for chunk in _chunks(plan, bulk, number, reader):
            if writer is not None:
                writer.write(chunk.table)
            _count(report, chunk)
            progress(report.all.rows, _share(plan, number, chunk.share))
    if writer is not None:
        writer.finish()


def judged(
    plan: Plan, bulk: games.Bulk, number: int, chunk: games.ArrowTable, first_row: int
) -> tuple[Table, dict[str, Any]]:
    """Judge rows of a file: the answer's rows, and what they have in common."""
    verdicts, summary = bulk.check(chunk, "error", plan.witnesses, summary=True)
    name = plan.name_of(number)
    table = judged_rows(chunk, verdicts, first_row, list(plan.keep), name)
    return table, json.loads(summary or "{}")


def _chunks(plan: Plan, bulk: games.Bulk, number: int, reader: TableReader) -> Iterator[_Judged]:
    """Yield judged chunks; the next one is read while this one is judged and written."""
    with ThreadPoolExecutor(1, "lexbelli-reader") as ahead:
        coming = ahead.submit(reader.next, plan.chunk)
        while (chunk := coming.result()) is not None:
            share = _read(reader, chunk)
            coming = ahead.submit(reader.next, plan.chunk)
            table, summary = judged(plan, bulk, number, chunk, chunk.first_row)
            yield _Judged(chunk.first_row, chunk.num_rows, chunk.mark, share, table, summary)


def _count(report: Report, chunk: _Judged) -> None:
    report.add(chunk.summary)
    report.judged += chunk.rows


def _read(reader: TableReader, chunk: TableChunk) -> float | None:
    """Return how much of a file has been read."""
    if reader.rows:
        return (chunk.first_row + chunk.num_rows) / reader.rows
    if reader.size:
        return min(1.0, reader.bytes_read / reader.size)
    return None


def _share(plan: Plan, number: int, share: float | None) -> float | None:
    """Return how much of all files has been read, files being weighed by their bytes."""
    sizes = [given.size for given in plan.inputs]
    if share is None or any(size is None for size in sizes):
        return None
    weights = [size or 1 for size in sizes]
    return (sum(weights[:number]) + share * weights[number]) / sum(weights)
