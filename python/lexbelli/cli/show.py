"""`lexbelli show`: a position for people, or as its document."""

import click

from lexbelli.cli.app import Command
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import WHOLE
from lexbelli.cli.operations import next_step
from lexbelli.cli.options import Question, as_json, output, question, write
from lexbelli.cli.output import caution, json_text, letter_board, paragraph, table, title

__all__ = ["show"]


@click.command(cls=Command)
@question
@click.option("--decision", is_flag=True, help="Only what is asked next, of whom, the answers.")
@click.option("--around", metavar="PLACE", help="A board of letters of what lies around a place.")
@click.option(
    "--hops",
    type=WHOLE,
    metavar="N",
    help="How many connections or hexes away it may lie; 2 if left out.",
)
@as_json
@output
def show(
    asked: Question,
    decision: bool,
    around: str | None,
    hops: int | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Show a position: what is where, who controls it, and how the war stands.

    With --json it is printed as the document that every command reads. With --around a part of
    the board is printed: each place in the [first] side's, the (second) side's or {nobody's}
    brackets, with its terrain (^ mountain, % swamp, f forest, . desert), * points, # fort, T
    trench, & port, + holy city, and below it its units. Roads are dotted, railroads double. Hexes
    are bricks (also n rough, A alpine, D depot, x ruin) whose borders tell what lies on them:
    ~ river, # trench line, : border, = railway; behind the values r is reduced, T trenches.
    """
    position = asked.after
    if around is not None:
        if decision or as_json or output is not None:
            raise click.UsageError("--around goes with neither --decision, --json nor --output")
        title(position, asked.supposed)
        echo()
        letter_board(position, around, 2 if hops is None else hops)
        return
    if hops is not None:
        raise click.UsageError("--hops is for --around alone")
    if decision:
        if as_json or output is not None:
            told = {"under_way": list(position.under_way), **position.decision.as_json()}
            write(json_text(told), output)
        else:
            title(position, asked.supposed)
            echo()
            paragraph(f"Now: {' > '.join(position.under_way)}")
            next_step(position.decision)
        return
    if as_json or output is not None:
        caution(position)
        write(position.to_json(), output)
        return
    title(position, asked.supposed)
    echo()
    table((), position.outline())
    echo()
    table(
        ("place", "control", "units"),
        [(place.name, place.control, ", ".join(place.units)) for place in position.places()],
    )
