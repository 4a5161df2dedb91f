"""`lexbelli show`: a position for people, or as its document."""

import click

from lexbelli.cli.operations import next_step
from lexbelli.cli.options import Question, as_json, example, output, question, write
from lexbelli.cli.output import caution, json_text, table, title

__all__ = ["show"]


@click.command(epilog=example("lexbelli show 1914_campaign --decision"))
@question
@click.option("--decision", is_flag=True, help="Only what is asked next, of whom, the answers.")
@as_json
@output
def show(asked: Question, decision: bool, as_json: bool, output: str | None) -> None:
    """Show a position: what is where, who controls it, and how the war stands.

    With --json it is printed as the document that every command reads.
    """
    position = asked.after
    if decision:
        if as_json or output is not None:
            write(json_text(position.decision.as_json()), output)
        else:
            title(position, asked.supposed)
            click.echo()
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
