"""`lexbelli compare`: our answers against recorded ones."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click
from rich.console import Console

from lexbelli import games
from lexbelli.cli.app import Settings, no, settings
from lexbelli.cli.numbers import Whole
from lexbelli.cli.options import as_json
from lexbelli.cli.output import emit_json
from lexbelli.cli.output import report as print_report

__all__ = ["compare"]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option(
    "--game",
    metavar="GAME",
    help="The game whose records they are; the first that has recorded answers if left out.",
)
@click.option(
    "--examples",
    default=3,
    show_default=True,
    type=Whole(0, 100_000),
    metavar="N",
    help="How many disagreements of each class to show.",
)
@click.option(
    "--known",
    multiple=True,
    type=click.Path(),
    metavar="KNOWN",
    help="A list of known differences; by default known_differences.csv, or .csv.gz, beside FILE.",
)
@click.option(
    "--write-known",
    type=click.Path(),
    metavar="OUT",
    help="Write the list of all differences there, the new ones without a rule.",
)
@click.option("--law", is_flag=True, help="Ask the law as well, and hold it against the core.")
@as_json
@settings
def compare(
    given: Settings,
    files: Sequence[str],
    game: str | None,
    examples: int,
    known: Sequence[str],
    write_known: str | None,
    law: bool,
    as_json: bool,
) -> None:
    """Answer recorded positions and compare with the recorded answers.

    FILE holds one JSON object a line, packed with gzip or not. A disagreement is explained only
    if it is on a list of known differences, with both answers and the rule that decides it; any
    other one is new, told as unexplained, and then the exit code is 1. To weigh new ones, write
    them with --write-known and fill in their rules. A line that is no record is listed, and the
    others are compared; the exit code is 1 then, too.
    """
    compares = games.having(_chosen(game), "compare", "recorded answers")
    with _progress() as progress:
        report = compares(files, examples, given.data, law, progress, known, write_known)
    if as_json:
        emit_json(report.as_json())
    else:
        print_report(report)
    if not report.ok:
        no()


def _chosen(name: str | None) -> games.Game:
    """Return the game of that name, or else the first that has recorded answers."""
    if name is None:
        return next((one for one in games.all_games() if hasattr(one, "compare")), games.usual())
    return games.game(name)


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
