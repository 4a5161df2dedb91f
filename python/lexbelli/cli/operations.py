"""What the commands about operations share: who acts with how many OPS, and moves as arguments."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from lexbelli.cli.options import Question, question
from lexbelli.cli.output import paragraph, table, title
from lexbelli.errors import bad_input
from lexbelli.files import read_bytes
from lexbelli.moves import Decision, Move, Violation
from lexbelli.position import Position

__all__ = [
    "Operations",
    "head",
    "json_head",
    "move_text",
    "next_step",
    "operations",
    "total",
    "verdict",
    "verdict_of",
]

_LARGEST: Final = 256 * 1024
_MOVE_FILES: Final = (".json", ".txt", ".move")


@dataclass(frozen=True, slots=True)
class Operations:
    """A position in which somebody has OPS to spend, or decides in a battle.

    Attributes:
        position: The position.
        supposed: What is supposed of it, as it was asked for.
        ops: The OPS there are, or None if it asks for something else.
        before: The position before a side or OPS were supposed.
        wanted: The `side` and `ops` that were supposed.
    """

    position: Position
    supposed: Sequence[str]
    ops: int | None
    before: Position
    wanted: Mapping[str, Any]


def operations(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument POSITION, what can be supposed of it, and `--side` and `--ops`.

    The command gets `Operations` as `given`.
    """

    @question
    @click.option(
        "--side",
        metavar="SIDE",
        help="Suppose that this side were to act: ap or cp.",
    )
    @click.option(
        "--ops",
        type=int,
        metavar="N",
        help="Suppose that there were so many OPS to spend. Where an action begins, there is one.",
    )
    @click.pass_context
    def wrapped(
        context: click.Context, /, asked: Question, side: str | None, ops: int | None, **rest: Any
    ) -> None:
        position = asked.after.suppose(side, ops)
        supposed = [
            *asked.supposed,
            *([f"{side.upper()} to act"] if side else []),
            *([f"{ops} OPS"] if ops is not None else []),
        ]
        given = Operations(
            position, supposed, points(position.decision), asked.after, {"side": side, "ops": ops}
        )
        context.invoke(command, given=given, **rest)

    wrapped.__doc__ = command.__doc__
    wrapped.__name__ = command.__name__
    own = getattr(command, "__click_params__", [])
    wrapped.__click_params__ = [*own, *wrapped.__click_params__]  # type: ignore[attr-defined]
    return wrapped


def points(decision: Decision) -> int | None:
    """Return the OPS there are to spend; one where an action begins."""
    return {"action": 1, "operations": decision.ops}.get(decision.kind)


def head(given: Operations) -> None:
    """Print the position, and who may spend how many OPS or decides what in a battle."""
    title(given.position, given.supposed)
    decision = given.position.decision
    if given.ops is not None and decision.side is not None:
        number = "one OPS without a card" if decision.kind == "action" else f"{given.ops} OPS"
        paragraph(f"{decision.side.upper()} may spend {number}.")
    elif decision.side is not None and decision.kind != "tribes":
        # A decision of a battle.
        paragraph(decision.text)
    click.echo()


def json_head(given: Operations) -> dict[str, Any]:
    """Return what every answer about operations begins with."""
    position = given.position
    return {
        "game": position.game,
        "scenario": position.scenario_name,
        "title": position.title,
        "caution": position.caution,
        "supposed": list(given.supposed),
        "side": position.decision.side,
        "ops": given.ops,
    }


def next_step(decision: Decision) -> None:
    """Print what a position asks, and the answers there are."""
    paragraph(f"Next: {decision.text}")
    if decision.outcomes:
        table(("answer", "odds"), [(each.text, str(each.odds)) for each in decision.outcomes], 2)
    elif decision.choices:
        paragraph(", ".join(decision.choices), indent=2)


def move_text(text: str) -> str:
    """Return what MOVE stands for: itself, a file that holds it, or standard input for `-`.

    Raises:
        BadInput: The file cannot be read, or holds no text.
    """
    if text != "-" and not _is_file(text):
        return text
    try:
        return read_bytes(text, _LARGEST).decode()
    except UnicodeDecodeError as error:
        raise bad_input(f"is no UTF-8 text: {error.reason}", text) from None


def _is_file(text: str) -> bool:
    if text.endswith(_MOVE_FILES) and not text.split()[1:]:
        return True
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def total(given: Operations, move: Move) -> int | None:
    """Return what the activations of a legal move cost together; None if it costs no OPS."""
    if given.ops is None:
        return None
    return sum(given.position.cost(order) or 0 for order in move.orders)


def verdict(move: Move, violations: Sequence[Violation], ops: int, cost: int | None) -> None:
    """Print a move, and every rule it breaks."""
    for order in move.orders:
        paragraph(order.text, indent=2)
    if not move.orders:
        paragraph("no orders", indent=2)
    click.echo()
    if not violations:
        spent = f": {cost} of {ops} OPS" if cost is not None else ""
        click.secho(f"Legal{spent}.", bold=True)
        return
    verdict_of(violations)


def verdict_of(violations: Sequence[Violation]) -> None:
    """Print every rule that is broken."""
    number = "one rule is" if len(violations) == 1 else f"{len(violations)} rules are"
    click.secho(f"Illegal: {number} broken.", bold=True)
    owed = [each for each in violations if each.owed]
    _print_violations([each for each in violations if not each.owed])
    if owed:
        click.echo()
        click.echo("Owed, so that more orders could mend it:")
        _print_violations(owed)


def _print_violations(violations: Sequence[Violation]) -> None:
    if violations:
        rows = [(each.rule, each.text, each.witness) for each in violations]
        table(("rule", "what is wrong", "witness"), rows, indent=2)
