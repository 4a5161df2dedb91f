"""`lexbelli validate`: every row of files of moves, judged."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from lexbelli.cli.options import example
from lexbelli.cli.over_files import over_files
from lexbelli.runs import Report
from lexbelli.runs import validate as run_over

__all__ = ["validate"]


@click.command(
    epilog=example("lexbelli validate season.jsonl -o verdicts.parquet --keep game --summary")
)
@over_files
@click.option("--witnesses", is_flag=True, help="Tell by whom the rules are broken, too.")
def validate(
    files: Sequence[str], output: str | None, run: Mapping[str, Any], witnesses: bool
) -> Report:
    """Judge every row of some files: JSON Lines, CSV, Parquet or Arrow; - is standard input.

    A row has a move, the position it is played in, and perhaps the points to be spent. Rows
    that cannot be read get an error, and the run goes on. With -o a run that was stopped, however
    that was, goes on with --resume, without repeating or skipping a row.

    The exit code is 1 if a move is illegal or a row cannot be judged.
    """
    return run_over(files, output, witnesses=witnesses, **run)
