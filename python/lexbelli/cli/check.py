"""`lexbelli check`: is a move legal, and if not, why?"""

import click

from lexbelli.cli.app import Command, no
from lexbelli.cli.operations import (
    Operations,
    head,
    json_head,
    move_text,
    operations,
    total,
    verdict,
)
from lexbelli.cli.options import as_json
from lexbelli.cli.output import emit_json

__all__ = ["check"]


@click.command(cls=Command)
@operations
@click.argument("move", metavar="MOVE")
@click.option(
    "--by",
    type=click.Choice(["core", "law"]),
    default="core",
    show_default=True,
    help="Who judges: the compiled core, or the law run by clingo.",
)
@as_json
def check(given: Operations, move: str, by: str, as_json: bool) -> None:
    """Judge a move: every rule it breaks, by its number, and who breaks it.

    MOVE is a list of orders as text or JSON, a file that holds one, or - for standard input. The
    forms of the orders are in the pages of the game in docs/.

    The exit code is 1 if the move is illegal.
    """
    position = given.position
    violations = position.check(text := move_text(move), by=by)
    made = position.move(text)
    cost = None if violations else total(given, made)
    if as_json:
        emit_json(
            {
                **json_head(given),
                "by": by,
                "move": made.as_json(),
                "legal": not violations,
                "cost": cost,
                "violations": [violation.as_json() for violation in violations],
            }
        )
    else:
        head(given)
        verdict(given, made, violations, cost)
    if violations:
        no()
