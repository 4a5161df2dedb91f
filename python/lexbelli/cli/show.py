"""`lexbelli show`: a position for people, or as its document."""

import click

from lexbelli.cli.options import Question, as_json, output, question, write
from lexbelli.cli.output import caution, table, title

__all__ = ["show"]


@click.command()
@question
@as_json
@output
def show(asked: Question, as_json: bool, output: str | None) -> None:
    """Show a position: what is where, who controls it, and how the war stands.

    With --json it is printed as the document that every command reads.
    """
    position = asked.after
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
