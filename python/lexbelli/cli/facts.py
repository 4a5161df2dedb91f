"""`lexbelli facts`: a position as the law reads it."""

import click

from lexbelli.cli.operations import Operations, operations
from lexbelli.cli.options import as_json, output, write
from lexbelli.cli.output import caution, json_text

__all__ = ["facts"]


@click.command()
@operations
@click.option("--state", is_flag=True, help="Only what this position is.")
@click.option("--static", is_flag=True, help="Only the map and the counters.")
@as_json
@output
def facts(given: Operations, state: bool, static: bool, as_json: bool, output: str | None) -> None:
    """Print a position as facts for clingo, the map and the counters first.

    What the law is told of the decision that is asked, such as how many points there are to
    spend, comes last. With one of the programs of rules_asp/ this is all that clingo needs; it is
    also what a bug report should hold.
    """
    if state and static:
        raise click.UsageError("--state and --static exclude each other")
    position = given.position
    caution(position)
    parts = {
        "static": "" if state else position.static_facts(),
        "state": "" if static else position.facts(),
        "decision": "" if static else position.decision_facts(),
    }
    if as_json:
        write(json_text({name: text.split() for name, text in parts.items() if text}), output)
        return
    write("\n".join(text.rstrip("\n") for text in parts.values() if text), output)
