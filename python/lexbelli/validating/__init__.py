"""Judging files of moves of any size, so that nothing finished is lost."""

import sys
import time
from collections.abc import Sequence
from typing import Final

from lexbelli._core import TableWriter
from lexbelli.errors import bad_input
from lexbelli.names import unknown
from lexbelli.validating import engine, formats, ray_engine
from lexbelli.validating.formats import FORMATS
from lexbelli.validating.plan import CHUNK, Plan
from lexbelli.validating.planning import made
from lexbelli.validating.report import Counts, Report
from lexbelli.validating.work import Work

__all__ = ["CHUNK", "ENGINES", "FORMATS", "Counts", "Report", "validate"]

ENGINES: Final = ("local", "ray")


def validate(
    files: Sequence[str],
    output: str | None = None,
    *,
    positions: str | None = None,
    game: str | None = None,
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
    **points: int | None,
) -> Report:
    """Judge every row of some files, as `Position.check` would, on all cores (docs/batch.md).

    What is finished is kept beside the output until all is: a run that was stopped, however that
    was, goes on with `resume`.

    Args:
        files: JSON Lines, CSV, Parquet or Arrow IPC, known by their endings; `-` is a pipe.
        output: Where the verdicts go; `-` is a pipe, None = nowhere.
        positions: A file of the positions that rows name.
        game: The game whose rules are asked; None for the usual one.
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
        points: The points there are to spend where a row does not say, by the game's name for them.

    Raises:
        BadInput: A file, a column or an option is wrong, or the output cannot be written. A note
            on it, as on any other exception, says if the run can be gone on with.
    """
    if engine_name not in ENGINES:
        raise unknown(engine_name, ENGINES, "engine")
    if resume and restart:
        raise bad_input("contradicts --restart", "resume")
    piped = output is None or formats.is_pipe(output)
    if piped and engine_name != "local":
        raise bad_input("a cluster writes to a file; give -o FILE", "output")
    if piped and (resume or restart):
        field = "resume" if resume else "restart"
        raise bad_input("only what is written to a file can be gone on with; give -o FILE", field)
    # That there can be no such file is told first.
    work = None if piped else Work(str(output))
    plan = made(
        files,
        output,
        positions=positions,
        game=game,
        points=points,
        data=data,
        allow=allow,
        keep=keep,
        witnesses=witnesses,
        input_format=input_format,
        output_format=output_format,
        chunk=chunk,
    )
    report = Report(output)
    started = time.monotonic()
    if engine_name == "ray":
        ray_engine.check(plan)
    if work is None:
        if output == formats.PIPE and plan.format not in formats.TEXT and sys.stdout.isatty():
            message = f"{plan.format} is not for a terminal; give -o FILE, or --format jsonl"
            raise bad_input(message, "output")
        writer = None if output is None else TableWriter(output, plan.format)
        engine.stream(plan, writer, report, progress or _silent)
    else:
        run = (resume, restart, engine_name, worker_threads, progress or _silent)
        _kept(plan, work, report, *run)
    report.seconds = time.monotonic() - started
    return report


def _kept(
    plan: Plan,
    work: Work,
    report: Report,
    resume: bool,
    restart: bool,
    engine_name: str,
    worker_threads: int,
    progress: engine.Progress,
) -> None:
    """Run a plan, and keep what is finished."""
    started = False
    try:
        work.begin(plan, resume, restart)
        started = True
        if engine_name == "ray":
            ray_engine.run(plan, work, report, progress, worker_threads)
        else:
            engine.run(plan, work, report, progress)
        work.finish(plan)
    except BaseException as error:
        if work.leave() and started:
            error.add_note(
                f"what is finished is kept in '{work.folder}': go on with --resume, or begin anew "
                "with --restart"
            )
        raise
    work.leave()


def _silent(_rows: int, _share: float | None) -> None:
    """Nobody wants to know."""
