"""`lexbelli bench`: how fast the answers are."""

import click

from lexbelli import games
from lexbelli.cli.app import no
from lexbelli.cli.options import as_json
from lexbelli.cli.output import emit_json
from lexbelli.cli.output import report as print_report
from lexbelli.errors import bad_input

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
@click.option(
    "--make",
    type=click.IntRange(1, 1_000_000_000),
    metavar="N",
    help="Do not measure, but write a realistic table of so many moves.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help="Where that table goes: .jsonl, .csv, .parquet, .arrow or .arrows.",
)
@click.option(
    "--positions",
    default=1000,
    show_default=True,
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="How many positions its moves are made in.",
)
@click.option("--own", is_flag=True, help="Write the position into every row.")
@click.option("--seed", default=1, show_default=True, metavar="S", help="The seed of that table.")
@as_json
def bench(
    game: str,
    seconds: float,
    make: int | None,
    output: str | None,
    positions: int,
    own: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Measure how fast supply is answered and moves are judged, by the core and by the law.

    Supply is answered by plain Python as well. The exit code is 1 if law and core differ.

    With --make it writes a table to measure with: half of its moves are legal, two fifths are
    legal ones with something changed, the rest is nonsense, in positions of random games.
    """
    if make is not None:
        if output is None:
            raise bad_input("is needed: where the table goes", "output")
        files = games.game(game).make_workload(output, make, positions, seed, own)
        if as_json:
            emit_json(list(files))
        else:
            click.echo("\n".join(files))
        return
    report = games.game(game).bench(seconds)
    if as_json:
        emit_json(report.as_json())
    else:
        print_report(report)
    if not report.ok:
        no()
