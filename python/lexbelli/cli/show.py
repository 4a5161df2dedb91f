"""`lexbelli show`: a position for people, or as its document."""

import click

from lexbelli.cli.operations import next_step
from lexbelli.cli.options import Question, as_json, example, output, question, write
from lexbelli.cli.output import caution, json_text, letter_board, paragraph, table, title

__all__ = ["show"]


@click.command(epilog=example("lexbelli show 1914_campaign --decision"))
@question
@click.option("--decision", is_flag=True, help="Only what is asked next, of whom, the answers.")
@click.option("--around", metavar="PLACE", help="A board of letters of what lies around a place.")
@click.option(
    "--hops", type=int, metavar="N", help="How many connections away it may lie; 2 if left out."
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
    the board is printed: each place in [AP], (CP) or {nobody's} brackets, with its terrain (^
    mountain, % swamp, f forest, . desert), * VP, # fort, T trench, & port, + jihad city, and below
    it its units. Roads are dotted, railroads double.
    """
    position = asked.after
    if around is not None:
        if decision or as_json or output is not None:
            raise click.UsageError("--around goes with neither --decision, --json nor --output")
        title(position, asked.supposed)
        click.echo()
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
            click.echo()
            paragraph(f"Now: {' > '.join(position.under_way)}")
            next_step(position.decision)
        return
    if as_json or output is not None:
        caution(position)
        write(position.to_json(), output)
        return
    title(position, asked.supposed)
    click.echo()
    table((), position.outline())
    click.echo()
    table(
        ("place", "control", "units"),
        [(place.name, place.control, ", ".join(place.units)) for place in position.places()],
    )
