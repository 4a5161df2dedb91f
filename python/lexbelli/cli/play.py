"""`lexbelli play`: the position after a move."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from lexbelli.chance import Dice, Roll, roll_text
from lexbelli.cli.app import Command, no
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Whole
from lexbelli.cli.operations import (
    Operations,
    head,
    json_head,
    move_text,
    next_step,
    operations,
    verdict,
)
from lexbelli.cli.options import as_json, output, write
from lexbelli.cli.output import emit_json, paragraph, table
from lexbelli.errors import IllegalMove, bad_input
from lexbelli.position import Position
from lexbelli.record import Record

__all__ = ["play"]

# A number of so many digits is on no die.
_LONG: Final = 10


@click.command(cls=Command)
@operations
@click.argument("move", metavar="[MOVE]", required=False)
@click.option(
    "--roll",
    "rolls",
    multiple=True,
    metavar="ROLL",
    help="How a die fell (1-6), or what was drawn; once for each.",
)
@click.option(
    "--seed",
    type=Whole(-(2**63), 2**64 - 1),
    metavar="S",
    help="Let dice fall by themselves, from this seed.",
)
@click.option(
    "--record",
    "file",
    metavar="FILE",
    type=click.Path(),
    help="Note it in the record of a game; begin one if there is no such file.",
)
@as_json
@output
def play(
    given: Operations,
    move: str | None,
    rolls: Sequence[str],
    seed: int | None,
    file: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Play a move, and say what changed.

    MOVE is a list of orders as text or JSON, a file that holds one, - for standard input, or an
    answer to what the position asks. Without --roll and --seed a position that waits for a
    die is left waiting; without MOVE only dice fall.

    With --record the answer, what was supposed for it and every die are added to the record of a
    game, which must end at POSITION: a record itself is a POSITION, the one at its end.

    An illegal move is refused with every rule it breaks, and the exit code is 1.
    """
    if rolls and seed is not None:
        raise click.UsageError("dice fall by --roll or by --seed, not both")
    dice = Dice(rolls=map(_roll, rolls)) if seed is None else Dice(seed)
    record = None if file is None else _record(given, file)
    entries = 0 if record is None else len(record)
    try:
        text = None if move is None else move_text(move)
        if record is None:
            after = given.position.play(text, dice)
        else:
            if given.wanted:
                record.suppose(**given.wanted)
            after = record.play(text, dice)
    except IllegalMove as refused:
        _refuse(given, refused, as_json)
    if record is not None and file is not None:
        record.save(file)
    # Whoever reads what is printed may go away before its end.
    if output not in (None, "-"):
        write(after.to_json(), output)
    if as_json:
        told = _json(given, after, dice)
        if record is not None:
            told["record"] = {"file": file, "entries": [entries + 1, len(record)]}
        emit_json(told)
    elif output != "-":
        _print(given, after, dice)
        if record is not None:
            echo(f"Noted in {file}: entries {entries + 1} to {len(record)}.")
    if output == "-":
        write(after.to_json(), output)


def _roll(text: str) -> int | str:
    """Read the number of a die, or else the name of what was drawn."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < _LONG else text


def _record(given: Operations, file: str) -> Record:
    """Return the record to go on with: the one of the file, or a new one.

    Raises:
        BadInput: The file's does not end where POSITION stands.
    """
    data = click.get_current_context().obj.data
    if not Path(file).exists():
        return Record(given.before)
    record = Record.load(file, data)
    if record.position != given.before:
        said = f"is not where {file} ends ({record.position.title}, {len(record)} entries)"
        raise bad_input(said, "position", file)
    return record


def _refuse(given: Operations, refused: IllegalMove, as_json: bool) -> None:
    if as_json:
        violations = [violation.as_json() for violation in refused.violations]
        emit_json({**json_head(given), "played": False, "violations": violations})
    else:
        head(given)
        verdict(given, refused.move, refused.violations)
        echo()
        echo("It is not played.")
    no()


def _print(given: Operations, after: Position, dice: Dice) -> None:
    head(given)
    for roll, outcome in dice.fallen:
        paragraph(f"{_fallen(roll, outcome.text)}.")
    changes = given.position.changes(after)
    if changes:
        rows = [(change.what, change.before, change.after) for change in changes]
        table(("", "before", "after"), rows)
    else:
        echo("Nothing changes.")
    echo()
    next_step(after.decision)


def _fallen(roll: Roll, outcome: str) -> str:
    """Say what fell and what comes of it; a draw says itself what was drawn."""
    words = roll_text(roll)
    if isinstance(roll, int):
        return f"A die falls: {words}, {outcome}"
    if isinstance(roll[0], int):
        return f"Dice fall: {words}, {outcome}"
    return f"Drawn: {words}" if outcome.endswith(words) else f"Drawn: {words}, {outcome}"


def said(rolls: Sequence[int]) -> str:
    """Say how several dice fell."""
    return " + ".join(map(str, rolls))


def _json(given: Operations, after: Position, dice: Dice) -> dict[str, Any]:
    return {
        **json_head(given),
        "played": True,
        "dice": [
            {"roll": roll if isinstance(roll, int) else list(roll), "outcome": outcome.text}
            for roll, outcome in dice.fallen
        ],
        "changes": [change.as_json() for change in given.position.changes(after)],
        "next": after.decision.as_json(),
        "position": json.loads(after.to_json()),
    }
