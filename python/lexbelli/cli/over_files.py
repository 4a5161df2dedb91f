"""What `validate` and `ask` have in common: the options of a run over files, and how it is told."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import wraps
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn

from lexbelli import games
from lexbelli.batch import set_threads
from lexbelli.cli import completing
from lexbelli.cli.app import Settings, no, settings
from lexbelli.cli.numbers import WHOLE
from lexbelli.cli.options import as_json, points_option
from lexbelli.cli.output import emit_json
from lexbelli.cli.output import report as print_report
from lexbelli.errors import bad_input
from lexbelli.runs import ENGINES, FORMATS, Report

__all__ = ["over_files"]


def _words(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


_OPTIONS = (
    click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path()),
    click.option(
        "-o",
        "--output",
        metavar="FILE",
        type=click.Path(),
        help="Where the answers go, whole or not at all; - or nothing is standard output.",
    ),
    click.option("--summary", is_flag=True, help="Tell how many rows there were of which kind."),
    click.option("--resume", is_flag=True, help="Go on with a run that was stopped."),
    click.option("--restart", is_flag=True, help="Throw a run that was stopped away."),
    click.option(
        "--positions",
        metavar="FILE",
        type=click.Path(),
        help="A table of the positions that rows name: the columns position and id.",
    ),
    points_option("To be spent where a row does not say."),
    click.option("--keep", multiple=True, metavar="COLUMN", help="A column to keep; repeatable."),
    click.option(
        "--allow",
        multiple=True,
        metavar="CODE",
        help="Tolerate this problem of positions; repeatable.",
    ),
    click.option(
        "--format",
        "output_format",
        metavar="FORMAT",
        shell_complete=completing.formats,
        help=f"Of the output: {_words(FORMATS)}.",
    ),
    click.option("--input-format", metavar="FORMAT", help="Of the files, whatever their endings."),
    click.option(
        "--chunk",
        type=WHOLE,
        metavar="N",
        help="Rows answered and written at once; 65536, or 64 where each takes its time.",
    ),
    click.option(
        "--threads",
        type=WHOLE,
        metavar="N",
        help="How many threads work, in each worker of a cluster; else all cores, there one.",
    ),
    click.option(
        "--engine",
        default="local",
        show_default=True,
        metavar="ENGINE",
        shell_complete=completing.engines,
        help=f"{_words(ENGINES)}.",
    ),
    click.option(
        "--game",
        metavar="GAME",
        shell_complete=completing.games_,
        help="The game whose rules are asked; the first of `lexbelli scenarios` if left out.",
    ),
    as_json,
    settings,
)


def over_files(command: Callable[..., Report]) -> Callable[..., None]:
    """Give a command what runs over files take.

    The command gets the files, the output and, as `run`, what `lexbelli.runs` is to be told; it
    returns the report of the run, which is printed if that was asked for.
    """

    @wraps(command)
    def whole(
        given: Settings,
        *,
        files: Sequence[str],
        output: str | None,
        summary: bool,
        points: int | None,
        threads: int | None,
        engine: str,
        as_json: bool,
        game: str | None,
        **more: Any,
    ) -> None:
        if as_json and not summary:
            raise bad_input("says how the summary is printed; give --summary, too", "json")
        rows_out = output if output is not None or summary else "-"
        if threads is not None:
            set_threads(threads)
        with _progress() as progress:
            run = {
                **_points(game, points),
                **{name: more.pop(name) for name in _PASSED_ON},
                "game": game,
                "data": given.data,
                "engine_name": engine,
                "worker_threads": threads or 1,
                "progress": progress,
            }
            report = command(files, rows_out, run, **more)
        if summary:
            # Beside the rows it would be taken for one of them.
            with redirect_stdout(sys.stderr if rows_out == "-" else sys.stdout):
                if as_json:
                    emit_json({**report.as_json(), "seconds": round(report.seconds, 3)})
                else:
                    print_report(report)
        if not report.ok:
            no()

    made: Callable[..., None] = whole
    for option in reversed(_OPTIONS):
        made = option(made)
    return made


# Options that go on as they are.
_PASSED_ON = (
    "positions",
    "keep",
    "allow",
    "output_format",
    "input_format",
    "chunk",
    "resume",
    "restart",
)


def _points(game: str | None, points: int | None) -> dict[str, Any]:
    """Return the points as the game calls them."""
    if points is None:
        return {}
    found = games.game(game)
    return {games.having(found, "budget", "points that orders cost").key: points}


@contextmanager
def _progress() -> Iterator[Callable[[int, float | None], None]]:
    """Show on a terminal how far the work is, how fast it goes, and how long it will take."""
    if not sys.stderr.isatty():
        yield lambda _rows, _share: None
        return
    columns = (SpinnerColumn(), BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"))
    started = time.monotonic()
    before: list[tuple[int, float]] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def note(rows: int, share: float | None) -> None:
            # What an earlier run has finished says nothing of the speed of this one.
            if not before:
                before.append((rows, share or 0.0))
            seconds = max(time.monotonic() - started, 1e-3)
            told = f"{rows:,} rows, {(rows - before[0][0]) / seconds:,.0f}/s"
            if share is not None and share > before[0][1]:
                left = seconds * (1 - share) / (share - before[0][1])
                told += f", {_clock(left)} left"
            total = None if share is None else 1.0
            bar.update(task, total=total, completed=share or 0.0, description=told)

        yield note


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
