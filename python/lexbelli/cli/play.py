"""`lexbelli play`: the position after a move."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from lexbelli.cli.app import no
from lexbelli.cli.operations import (
    Operations,
    head,
    json_head,
    move_text,
    next_step,
    operations,
    verdict,
)
from lexbelli.cli.options import as_json, example, output, write
from lexbelli.cli.output import emit_json, paragraph, table
from lexbelli.errors import IllegalMove, bad_input
from lexbelli.moves import Dice
from lexbelli.position import Position
from lexbelli.record import Record

__all__ = ["play"]


@click.command(
    epilog=example('lexbelli play 1914_campaign "activate suez move; entrench suez" --roll 3')
)
@operations
@click.argument("move", metavar="[MOVE]", required=False)
@click.option(
    "--roll",
    "rolls",
    multiple=True,
    type=int,
    metavar="1-6",
    help="How a die fell; once for each die that falls.",
)
@click.option("--seed", type=int, metavar="S", help="Let dice fall by themselves, from this seed.")
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
    rolls: Sequence[int],
    seed: int | None,
    file: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Play a move, and say what changed.

    MOVE is a list of orders as text or JSON, a file that holds one, - for standard input, or an
    answer to what the position asks, such as 'automatic' or 'end'. Where an action begins, orders
    are those of its one automatic operation. Without --roll and --seed a position that waits for a
    die is left waiting; without MOVE only dice fall.

    With --record the answer, what was supposed for it and every die are added to the record of a
    game, which must end at POSITION: a record itself is a POSITION, the one at its end.

    An illegal move is refused with every rule it breaks, and the exit code is 1.
    """
    if rolls and seed is not None:
        raise click.UsageError("dice fall by --roll or by --seed, not both")
    dice = Dice(rolls=rolls) if seed is None else Dice(seed)
    record = None if file is None else _record(given, file)
    entries = 0 if record is None else len(record)
    try:
        text = None if move is None else move_text(move)
        if record is None:
            after = given.position.play(text, dice)
        else:
            record.suppose(**given.wanted)
            after = record.play(text, dice)
    except IllegalMove as refused:
        _refuse(given, refused, as_json)
    if record is not None and file is not None:
        record.save(file)
    if as_json:
        told = _json(given, after, dice)
        if record is not None:
            told["record"] = {"file": file, "entries": [entries + 1, len(record)]}
        emit_json(told)
    elif output != "-":
        _print(given, after, dice)
        if record is not None:
            click.echo(f"Noted in {file}: entries {entries + 1} to {len(record)}.")
    if output is not None:
        write(after.to_json(), output)


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
        verdict(refused.move, refused.violations, given.ops or 0, None)
        click.echo()
        click.echo("It is not played.")
    no()


def _print(given: Operations, after: Position, dice: Dice) -> None:
    head(given)
    for roll, outcome in dice.fallen:
        paragraph(f"A die falls: {roll}, {outcome.text}.")
    changes = given.position.changes(after)
    if changes:
        rows = [(change.what, change.before, change.after) for change in changes]
        table(("", "before", "after"), rows)
    else:
        click.echo("Nothing changes.")
    click.echo()
    next_step(after.decision)


def _json(given: Operations, after: Position, dice: Dice) -> dict[str, Any]:
    return {
        **json_head(given),
        "played": True,
        "dice": [{"roll": roll, "outcome": outcome.text} for roll, outcome in dice.fallen],
        "changes": [change.as_json() for change in given.position.changes(after)],
        "next": after.decision.as_json(),
        "position": json.loads(after.to_json()),
    }
