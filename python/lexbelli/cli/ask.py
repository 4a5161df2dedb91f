"""`lexbelli ask`: a question, of every row of files."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from lexbelli.cli import completing
from lexbelli.cli.app import Command
from lexbelli.cli.numbers import Whole
from lexbelli.cli.options import example
from lexbelli.cli.over_files import over_files
from lexbelli.cli.solve import timed
from lexbelli.errors import bad_input
from lexbelli.runs import ASKED, Report
from lexbelli.runs import ask as run_over
from lexbelli.runs.questions import QUESTIONS, Question, question

__all__ = ["ask"]


def _listed(asked: Question) -> str:
    """Tell a question, and what a row holds for it."""
    points = ("points",) if asked.points else ()
    more = ", ".join([*(name for name, _, _ in asked.columns), *points])
    told = f"  {asked.name:<11}{asked.about}"
    return f"{told}\n{'':13}{more}" if more else told


_LISTED = "\n".join(_listed(QUESTIONS[name]) for name in ASKED)


@click.command(
    cls=Command,
    epilog=f"\b\nQuestions, and what a row holds beside its position:\n{_LISTED}\n\n"
    + example("lexbelli ask supply season.jsonl -o supply.parquet --keep game"),
)
@click.argument("name", metavar="QUESTION", shell_complete=completing.questions)
@over_files
@click.option("--exact", is_flag=True, help="odds: Tell exact fractions, too.")
@timed
@click.option("--limit", type=Whole(1), metavar="N", help="solve: Stop after so many solutions.")
@click.option("--combat", is_flag=True, help="threats: Ask what one battle could do, too.")
@click.option(
    "--turns", type=Whole(1), metavar="T", help="playout, match: End a game after T turns."
)
@click.option("--records", is_flag=True, help="playout, match: Tell the records of the games.")
def ask(
    files: Sequence[str], output: str | None, run: Mapping[str, Any], name: str, **given: Any
) -> Report:
    """Answer a QUESTION of every row of some files: JSON Lines, CSV, Parquet or Arrow.

    A row has a position and what the question needs (docs/batch.md). Rows that cannot be read get
    an error, and the run goes on. With -o a run that was stopped, however that was, goes on with
    --resume; with --engine ray it is spread over a cluster. --time is for each search of solve and
    threats, and each answer of match.

    The exit code is 1 if a row cannot be answered, or an attack is illegal.
    """
    takes = question(name, ASKED).settings
    settings = {setting: value for setting, value in given.items() if value not in (None, False)}
    for setting in settings:
        if setting not in takes:
            option = {"seconds": "time"}.get(setting, setting)
            raise bad_input(f"'{name}' takes no such option", option)
    return run_over(name, files, output, settings=settings, **run)
