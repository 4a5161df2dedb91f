"""`lexbelli bench`: how fast the answers are."""

import click

from lexbelli import games
from lexbelli.cli.app import no
from lexbelli.cli.options import as_json
from lexbelli.cli.output import emit_json
from lexbelli.cli.output import report as print_report

__all__ = ["bench"]


@click.command()
@click.option(
    "--game",
    default="pursuit_of_glory",
    show_default=True,
    metavar="GAME",
    help="The game to measure.",
)
@click.option(
    "--seconds",
    default=3.0,
    show_default=True,
    type=click.FloatRange(0.05, 600),
    metavar="S",
    help="How long to measure each way of answering.",
)
@as_json
def bench(game: str, seconds: float, as_json: bool) -> None:
    """Measure how fast supply is answered and moves are judged, by the core and by the law.

    Supply is answered by plain Python as well. The exit code is 1 if law and core differ.
    """
    report = games.game(game).bench(seconds)
    if as_json:
        emit_json(report.as_json())
    else:
        print_report(report)
    if not report.ok:
        no()
