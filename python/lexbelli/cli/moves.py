"""`lexbelli moves`: legal moves."""

from collections.abc import Sequence
from typing import Final

import click

from lexbelli.cli.app import Command
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Whole
from lexbelli.cli.operations import Operations, head, json_head, operations
from lexbelli.cli.options import as_json
from lexbelli.cli.output import emit_json, paragraph
from lexbelli.moves import Move

__all__ = ["moves"]

_MOST: Final = 100_000
_FEW: Final = 10
_ALL: Final = "These are all."
_MORE: Final = "There are more: --limit N shows N of them."


@click.command(cls=Command)
@operations
@click.option(
    "--limit",
    type=Whole(1, _MOST),
    metavar="N",
    help=f"How many moves of the law to show; {_FEW} if nothing is said.",
)
@click.option(
    "--sample",
    "number",
    type=Whole(1, _MOST),
    metavar="N",
    help="Show so many moves that the core chooses at random.",
)
@click.option(
    "--seed",
    type=Whole(0, 2**64 - 1),
    metavar="S",
    help="With --sample: where chance begins; the same seed, the same moves.",
)
@as_json
def moves(
    given: Operations, limit: int | None, number: int | None, seed: int | None, as_json: bool
) -> None:
    """Show legal moves.

    They are the first that the law finds, in no particular order, or a random sample. Whether
    there are more is told.
    """
    if number is not None and limit is not None:
        raise click.UsageError("--limit is for moves of the law, --sample for others: give one")
    if number is None and seed is not None:
        raise click.UsageError("--seed needs --sample")
    position = given.position
    found: Sequence[Move]
    complete = False
    if number is None:
        most = limit or _FEW
        # One more than is shown tells whether there are more.
        found = list(position.moves(most + 1))
        complete = len(found) <= most
        found = found[:most]
    else:
        found = position.sample_moves(number, seed or 0)
    if as_json:
        shown = [{"text": str(move), "orders": move.as_json()} for move in found]
        by = "law" if number is None else "core"
        emit_json({**json_head(given), "by": by, "complete": complete, "moves": shown})
        return
    head(given)
    for move in found:
        paragraph(str(move), hanging=4)
    if number is None:
        echo()
        echo(_ALL if complete else _MORE)
