"""`lexbelli compare`: our answers against recorded ones."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
from rich.console import Console

from lexbelli import games
from lexbelli.cli.app import Settings, no, settings
from lexbelli.cli.options import as_json
from lexbelli.cli.output import emit_json
from lexbelli.cli.output import report as print_report

__all__ = ["compare"]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--game",
    default="pursuit_of_glory",
    show_default=True,
    metavar="GAME",
    help="The game whose records they are.",
)
@click.option(
    "--examples",
    default=3,
    show_default=True,
    type=click.IntRange(0, 100_000),
    metavar="N",
    help="How many disagreements of each class to show.",
)
@click.option("--law", is_flag=True, help="Ask the law as well, and hold it against the core.")
@as_json
@settings
def compare(
    given: Settings, files: Sequence[str], game: str, examples: int, law: bool, as_json: bool
) -> None:
    """Answer recorded positions and compare with the recorded answers.

    FILE holds one JSON object a line, packed with gzip or not. A disagreement is explained only
    if turning a documented reading of a rule makes our answer the recorded one; anything else is
    unexplained, and then the exit code is 1.
    """
    chosen = games.game(game)
    with _progress() as progress:
        report = chosen.compare(files, examples, given.data, law, progress)
    if as_json:
        emit_json(report.as_json())
    else:
        print_report(report)
    if not report.ok:
        no()


@contextmanager
def _progress() -> Iterator[Callable[[int], None] | None]:
    """Show on a terminal how far the work is."""
    if not sys.stderr.isatty():
        yield None
        return
    with Console(stderr=True).status("records answered: 0") as status:

        def note(number: int) -> None:
            if number % 50 == 0:
                status.update(f"records answered: {number}")

        yield note
