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
_SECONDS: Final = 10.0
_CORE: Final = "core"
_FINDERS: Final = (_CORE, "law")
_ALL: Final = "These are all."
_MORE: Final = "There are more: --limit N shows N of them."


@click.command(cls=Command)
@operations
@click.option(
    "--limit",
    type=Whole(1, _MOST),
    metavar="N",
    help=f"How many moves to show; {_FEW} if nothing is said.",
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
@click.option("--count", "counting", is_flag=True, help="Tell how many legal moves there are.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help=f"With --count: count for so many seconds at most; {_SECONDS} if nothing is said.",
)
@click.option(
    "--by",
    type=click.Choice(_FINDERS),
    help="Who finds the moves; the core if nothing is said.",
)
@as_json
def moves(
    given: Operations,
    limit: int | None,
    number: int | None,
    seed: int | None,
    counting: bool,
    seconds: float | None,
    by: str | None,
    as_json: bool,
) -> None:
    """Show legal moves.

    They are the first that are found, in no particular order, or a random sample; or it is told how
    many there are. Whether there are more is told.
    """
    if (number is not None) + (limit is not None) + counting > 1:
        raise click.UsageError("--limit, --sample and --count ask for different things: give one")
    if number is None and seed is not None:
        raise click.UsageError("--seed needs --sample")
    if number is not None and by is not None:
        raise click.UsageError("--by goes with --limit or --count: the core draws samples")
    if seconds is not None and not counting:
        raise click.UsageError("--time needs --count")
    position, by = given.position, by or _CORE
    if counting:
        _count(given, seconds or _SECONDS, by, as_json)
        return
    found: Sequence[Move]
    complete = False
    if number is None:
        most = limit or _FEW
        # One more than is shown tells whether there are more.
        found = list(position.moves(most + 1, by=by))
        complete = len(found) <= most
        found = found[:most]
    else:
        found = position.sample_moves(number, seed or 0)
    if as_json:
        shown = [{"text": str(move), "orders": move.as_json()} for move in found]
        emit_json({**json_head(given), "by": by, "complete": complete, "moves": shown})
        return
    head(given)
    for move in found:
        paragraph(str(move), hanging=4)
    if number is None:
        echo()
        echo(_ALL if complete else _MORE)


def _count(given: Operations, seconds: float, by: str, as_json: bool) -> None:
    counted = given.position.count_moves(seconds, by=by)
    if as_json:
        emit_json({**json_head(given), "by": by, **counted._asdict()})
        return
    head(given)
    noun = "legal move" if counted.number == 1 else "legal moves"
    least = "" if counted.complete else "At least "
    echo(f"{least}{counted.number:,} {noun}.")
    if not counted.complete:
        echo(f"There was no time to count all: --time S counts for S seconds, now {seconds:g}.")
