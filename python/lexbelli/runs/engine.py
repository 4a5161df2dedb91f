"""Running a plan on this machine: read, judge and write, one chunk after the other."""

from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from contextlib import closing
from dataclasses import dataclass
from threading import Thread
from typing import Any, TypeVar

from lexbelli._core import Table, TableReader, TableWriter
from lexbelli.runs.answering import Answerer
from lexbelli.runs.plan import Plan
from lexbelli.runs.report import Report
from lexbelli.runs.work import Done, Work

__all__ = ["Progress", "run", "stream"]

_T = TypeVar("_T")

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
        BadInput: A file can no longer be read or has changed, or nothing can be written.
    """
    with closing(Answerer(plan)) as answerer:
        for number in range(len(plan.inputs)):
            done: Done | None = None
            for done in work.done(number):
                report.add(done.summary)
            if done is not None and done.rows == 0:
                continue
            at = 0 if done is None else done.number + 1
            mark = None if done is None else done.mark
            row = 0 if done is None else done.first_row + done.rows
            reader = _opened(plan, number, mark)
            progress(report.all.rows, _share(plan, number, _read(reader, row)))
            with closing(_chunks(plan, answerer, number, reader)) as chunks:
                for chunk in chunks:
                    first, rows = chunk.first_row, chunk.rows
                    kept = Done(at, number, first, rows, chunk.mark, 0, chunk.summary)
                    work.keep(plan, kept, chunk.table)
                    _count(report, chunk)
                    at, mark, row = at + 1, chunk.mark, first + rows
                    progress(report.all.rows, _share(plan, number, chunk.share))
            plan.unchanged(number)
            # The answer has its columns even if there are no rows.
            table, summary = answerer.answered(plan.name_of(number), reader.nothing(), 0)
            end = Done(at, number, row, 0, mark or "", 0, summary)
            work.keep(plan, end, *([table] if at == 0 else []))


def stream(plan: Plan, writer: TableWriter | None, report: Report, progress: Progress) -> None:
    """Run a plan from its beginning, and write every chunk as it is finished.

    Raises:
        BadInput: A file can no longer be read or has changed, or nothing can be written.
    """
    with closing(Answerer(plan)) as answerer:
        for number in range(len(plan.inputs)):
            reader = _opened(plan, number, None)
            progress(report.all.rows, _share(plan, number, _read(reader, 0)))
            if writer is not None:
                writer.write(answerer.answered(plan.name_of(number), reader.nothing(), 0)[0])
            with closing(_chunks(plan, answerer, number, reader)) as chunks:
                for chunk in chunks:
                    if writer is not None:
                        writer.write(chunk.table)
                    _count(report, chunk)
                    progress(report.all.rows, _share(plan, number, chunk.share))
            plan.unchanged(number)
    if writer is not None:
        writer.finish()


def _chunks(
    plan: Plan, answerer: Answerer, number: int, reader: TableReader
) -> Generator[_Judged, None, None]:
    """Yield judged chunks; the next one is read while this one is judged and written."""
    coming = _started(lambda: reader.next(plan.chunk))
    try:
        while (chunk := coming.result()) is not None:
            share = _read(reader, chunk.first_row + chunk.num_rows)
            coming = _started(lambda: reader.next(plan.chunk))
            table, summary = answerer.answered(plan.name_of(number), chunk, chunk.first_row)
            yield _Judged(chunk.first_row, chunk.num_rows, chunk.mark, share, table, summary)
    finally:
        # A pipe may be silent for ever.
        if not plan.inputs[number].is_pipe:
            wait([coming])


def _opened(plan: Plan, number: int, mark: str | None) -> TableReader:
    """Open one of the files; a pipe is waited for so that the wait can be interrupted."""
    if plan.inputs[number].is_pipe:
        return _started(lambda: plan.open(number, mark)).result()
    return plan.open(number, mark)


def _started(work: Callable[[], _T]) -> Future[_T]:
    """Begin to work on a thread for which the program does not wait when it ends."""
    future: Future[_T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised where the result is asked for
            future.set_exception(error)

    Thread(target=run, name="lexbelli-reader", daemon=True).start()
    return future


def _count(report: Report, chunk: _Judged) -> None:
    report.add(chunk.summary)
    report.judged += chunk.rows


def _read(reader: TableReader, row: int) -> float | None:
    """Return how much of a file has been read when `row` rows have been."""
    if reader.rows:
        return min(1.0, row / reader.rows)
    if reader.size:
        return min(1.0, reader.bytes_read / reader.size)
    return None


def _share(plan: Plan, number: int, share: float | None) -> float | None:
    """Return how much of all files has been read, files being weighed by their bytes."""
    if share is None or any(given.is_pipe for given in plan.inputs):
        return None
    weights = [given.size or 1 for given in plan.inputs]
    return (sum(weights[:number]) + share * weights[number]) / sum(weights)
