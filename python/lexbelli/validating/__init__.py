"""Judging files of moves of any size, so that nothing finished is lost."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lexbelli._core import TableWriter
from lexbelli.errors import bad_input
from lexbelli.names import unknown
from lexbelli.validating import engine, ray_engine
from lexbelli.validating.plan import CHUNK, Plan, made
from lexbelli.validating.report import Counts, Report
from lexbelli.validating.work import Work

__all__ = ["CHUNK", "ENDINGS", "ENGINES", "FORMATS", "Counts", "Report", "validate"]

FORMATS: Final = ("jsonl", "csv", "parquet", "arrow", "arrows")
ENGINES: Final = ("local", "ray")
# The formats of files by the endings of their names.
ENDINGS: Final = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".arrows": "arrows",
}
_MOST_ROWS: Final = 1 << 20


def validate(
    files: Sequence[str],
    output: str | None = None,
    *,
    positions: str | None = None,
    ops: int | None = None,
    game: str = "pursuit_of_glory",
    data: str | None = None,
    allow: Sequence[str] = (),
    keep: Sequence[str] = (),
    witnesses: bool = False,
    input_format: str | None = None,
    output_format: str | None = None,
    chunk: int = CHUNK,
    resume: bool = False,
    restart: bool = False,
    engine_name: str = "local",
    worker_threads: int = 1,
    progress: engine.Progress | None = None,
) -> Report:
    """Judge every row of some files, as `Position.check` would, on all cores (docs/batch.md).

    What is finished is kept beside the output until all is: a run that was stopped, however that
    was, goes on with `resume`.

    Args:
        files: JSON Lines, CSV, Parquet or Arrow IPC, known by their endings; `-` is a pipe.
        output: Where the verdicts go; `-` is a pipe, None = nowhere.
        positions: A file of the positions that rows name.
        ops: The OPS there are to spend where a row does not say.
        game: The game whose rules are asked.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have.
        keep: Columns of the files that are wanted in the answer.
        witnesses: Whether to tell the witnesses of what is broken.
        input_format: The format of the files, whatever their endings.
        output_format: The format of the output, whatever its ending; that of the first file if
            neither says.
        chunk: Rows that are judged and written at once.
        resume: Go on with an unfinished run, if there is one.
        restart: Throw an unfinished run away.
        engine_name: `local`, or `ray` to spread the work over a cluster.
        worker_threads: The CPUs that a worker of a cluster takes, and the threads it judges on.
        progress: Told after every chunk.

    Raises:
        BadInput: A file, a column or an option is wrong, or the output cannot be written.
    """
    if engine_name not in ENGINES:
        raise unknown(engine_name, ENGINES, "engine")
    if not 1 <= chunk <= _MOST_ROWS:
        raise bad_input(f"'{chunk}' is not between 1 and {_MOST_ROWS}", "chunk")
    plan = made(
        files,
        positions,
        game=game,
        ops=ops,
        data=data,
        allow=allow,
        keep=keep,
        witnesses=witnesses,
        input_format=input_format,
        output_format=_format_of(output, output_format, input_format, files),
        chunk=chunk,
    )
    report = Report(output)
    started = time.monotonic()
    _run(plan, output, report, resume, restart, engine_name, worker_threads, progress or _silent)
    report.seconds = time.monotonic() - started
    return report


def _run(
    plan: Plan,
    output: str | None,
    report: Report,
    resume: bool,
    restart: bool,
    engine_name: str,
    worker_threads: int,
    progress: engine.Progress,
) -> None:
    piped = output is None or output == "-"
    if piped and engine_name != "local":
        raise bad_input("is needed: a cluster writes to a file", "output")
    if piped and resume:
        raise bad_input("only what is written to a file can be gone on with", "resume")
    if piped:
        writer = None if output is None else TableWriter("-", plan.format)
        engine.stream(plan, writer, report, progress)
        return
    if engine_name == "ray":
        ray_engine.check(plan)
    work = Work(str(output))
    try:
        work.begin(plan, resume, restart)
        if engine_name == "ray":
            ray_engine.run(plan, work, report, progress, worker_threads)
        else:
            engine.run(plan, work, report, progress)
        work.finish(plan)
    finally:
        work.release()


def _format_of(
    output: str | None, given: str | None, input_format: str | None, files: Sequence[str]
) -> str:
    """Return the format of the output: as it is told, as its name ends, or that of the input."""
    if given is not None:
        if given not in FORMATS:
            raise unknown(given, FORMATS, "format")
        return given
    for path in (output, *files[:1]):
        if path is not None and (found := ENDINGS.get(Path(path).suffix.lower())):
            return found
        if path == output and path not in (None, "-"):
            raise unknown(Path(str(path)).suffix, ENDINGS, "output")
    return input_format or "jsonl"


def _silent(_rows: int, _share: float | None) -> None:
    """Nobody wants to know."""
