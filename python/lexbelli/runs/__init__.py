"""Questions put to every row of files of any size, so that nothing finished is lost."""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli._core import TableWriter
from lexbelli.errors import bad_input
from lexbelli.names import unknown
from lexbelli.runs import engine, formats, ray_engine
from lexbelli.runs.formats import FORMATS
from lexbelli.runs.plan import Plan
from lexbelli.runs.planning import made
from lexbelli.runs.questions import CHECK, QUESTIONS, Question, question
from lexbelli.runs.report import Counts, Report
from lexbelli.runs.work import Work

__all__ = ["ASKED", "ENGINES", "FORMATS", "Counts", "Report", "ask", "validate"]

ENGINES: Final = ("local", "ray")
# What `ask` is asked; moves are judged by `validate`.
ASKED: Final = tuple(name for name in QUESTIONS if name != CHECK.name)


def validate(
    files: Sequence[str],
    output: str | None = None,
    *,
    witnesses: bool = False,
    **run: Any,
) -> Report:
    """Judge every row of some files, as `Position.check` would, on all cores (docs/batch.md).

    Args:
        files: JSON Lines, CSV, Parquet or Arrow IPC, known by their endings; `-` is a pipe.
        output: Where the verdicts go; `-` is a pipe, None = nowhere.
        witnesses: Whether to tell the witnesses of what is broken.
        run: As for `ask`.

    Raises:
        BadInput: As `ask`.
    """
    return _ran(CHECK, files, output, {"witnesses": witnesses}, **run)


def ask(
    name: str,
    files: Sequence[str],
    output: str | None = None,
    *,
    settings: Mapping[str, bool | int | float | None] | None = None,
    **run: Any,
) -> Report:
    """Answer a question of every row of some files, on all cores or a cluster (docs/batch.md).

    What is finished is kept beside the output until all is: a run that was stopped, however that
    was, goes on with `resume`.

    Args:
        name: The question: `supply`, `attrition`, `victory`, `odds`, `solve`, `threats`, `playout`
            or `match`.
        files: JSON Lines, CSV, Parquet or Arrow IPC, known by their endings; `-` is a pipe.
        output: Where the answers go; `-` is a pipe, None = nowhere.
        settings: How it is asked: `exact` of odds, `seconds` and `limit` of solve, `seconds` and
            `combat` of threats, `turns` and `records` of games, `seconds` of match.
        run: How it is run, and by which rules:
            positions, a file of the positions that rows name;
            game, whose rules are asked, or None for the usual one;
            data, a folder with an owner's own tables, or None for the shipped ones;
            allow, codes of problems that positions may have;
            keep, columns of the files that are wanted in the answer;
            input_format and output_format, whatever the names of the files say;
            chunk, rows that are answered and written at once;
            resume or restart, to go on with an unfinished run or to throw it away;
            engine_name, `local` or `ray`;
            worker_threads, the CPUs that a worker of a cluster takes;
            progress, told after every chunk;
            and the points to be spent where a row does not say, by the game's name for them.

    Raises:
        BadInput: A question, a file, a column or an option is wrong, or the output cannot be
            written. A note on it, as on any other exception, says if the run can be gone on with.
    """
    asked = question(name, ASKED)
    given = dict(settings or {})
    for setting in given:
        if setting not in asked.settings:
            raise unknown(setting, tuple(asked.settings), f"setting of {name}")
    return _ran(asked, files, output, given, **run)


def _ran(
    asked: Question,
    files: Sequence[str],
    output: str | None,
    settings: Mapping[str, bool | int | float | None],
    *,
    positions: str | None = None,
    game: str | None = None,
    data: str | None = None,
    allow: Sequence[str] = (),
    keep: Sequence[str] = (),
    input_format: str | None = None,
    output_format: str | None = None,
    chunk: int | None = None,
    resume: bool = False,
    restart: bool = False,
    engine_name: str = "local",
    worker_threads: int = 1,
    progress: engine.Progress | None = None,
    **points: int | None,
) -> Report:
    """Run a question over files; see `ask`."""
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
        asked,
        settings=settings,
        positions=positions,
        game=game,
        points=points,
        data=data,
        allow=allow,
        keep=keep,
        input_format=input_format,
        output_format=output_format,
        chunk=chunk,
    )
    report = Report(output, asked.name)
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
