"""What the commands about moves share: who acts with how many points, and moves as arguments."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from lexbelli import games
from lexbelli.cli import completing
from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, points_option, question
from lexbelli.cli.output import paragraph, table, title
from lexbelli.files import read_text
from lexbelli.moves import Decision, Move, Violation
from lexbelli.position import AnyPosition, Position
from lexbelli.puzzles.found import Solution, points_key
from lexbelli.puzzles.threats import Threat

__all__ = [
    "Operations",
    "head",
    "json_head",
    "move_text",
    "next_step",
    "operations",
    "points_of",
    "spends",
    "total",
    "verdict",
    "verdict_of",
]

_LARGEST: Final = 256 * 1024
_MOVE_FILES: Final = (".json", ".txt", ".move")


@dataclass(frozen=True, slots=True)
class Operations:
    """A position in which somebody has points to spend, or decides something else.

    Attributes:
        position: The position.
        supposed: What is supposed of it, as it was asked for.
        points: The points there are to spend, or None if it asks for something else.
        before: The position before a side or points were supposed.
        wanted: The side and the points that were supposed, as `Position.suppose` takes them.
    """

    position: AnyPosition
    supposed: Sequence[str]
    points: int | None
    before: AnyPosition
    wanted: Mapping[str, Any]


def operations(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the argument POSITION, what can be supposed of it, a side and points.

    The command gets `Operations` as `given`.
    """

    @question
    @click.option(
        "--side",
        metavar="SIDE",
        shell_complete=completing.sides,
        help="Suppose that this side were to act.",
    )
    @points_option("Suppose that there were so many to spend.")
    @click.pass_context
    def wrapped(
        context: click.Context,
        /,
        asked: Question,
        side: str | None,
        points: int | None,
        **rest: Any,
    ) -> None:
        before: Any = asked.after
        wanted: dict[str, Any] = {} if side is None else {"side": side}
        position, supposed = before, list(asked.supposed)
        if side is not None:
            supposed.append(f"{side.upper()} to act")
        if points is not None:
            budget = games.budget_of(before)
            wanted[budget.key] = points
            supposed.append(f"{points} {budget.unit}")
        if wanted:
            position = before.suppose(**wanted)
        given = Operations(position, supposed, points_of(position), before, wanted)
        context.invoke(command, given=given, **rest)

    wrapped.__doc__ = command.__doc__
    wrapped.__name__ = command.__name__
    own = getattr(command, "__click_params__", [])
    wrapped.__click_params__ = [*own, *wrapped.__click_params__]  # type: ignore[attr-defined]
    return wrapped


def points_of(position: Position) -> int | None:
    """Return the points there are to spend; None if the decision is about something else."""
    budget = games.budget(position)
    found: int | None = None if budget is None else budget.points(position.decision)
    return found


def spends(found: Solution | Threat) -> str:
    """Say what a solution or a threat spends; nothing where orders cost nothing."""
    budget = games.budget(found.after)
    return "" if budget is None else f"{found.points} {budget.unit}"


def head(given: Operations) -> None:
    """Print the position, and who may spend how many points or decides what."""
    title(given.position, given.supposed)
    decision = given.position.decision
    if len(decision.choices) > 1:
        # Points are one thing of several.
        paragraph(decision.text)
    elif given.points is not None and decision.side is not None:
        number = games.budget_of(given.position).said(decision)
        paragraph(f"{decision.side.upper()} may spend {number}.")
    elif decision.side is not None:
        paragraph(decision.text)
    echo()


def json_head(given: Operations) -> dict[str, Any]:
    """Return what every answer about moves begins with."""
    position = given.position
    key = points_key(position)
    return {
        "game": position.game,
        "scenario": position.scenario_name,
        "title": position.title,
        "caution": position.caution,
        "supposed": list(given.supposed),
        "side": position.decision.side,
        **({} if key is None else {key: given.points}),
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
    return read_text(text, _LARGEST)


def _is_file(text: str) -> bool:
    if text.endswith(_MOVE_FILES) and not text.split()[1:]:
        return True
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def total(given: Operations, move: Move) -> int | None:
    """Return what the orders of a legal move cost together; None if they spend no points."""
    if given.points is None:
        return None
    kinds = {order.kind for order in move.orders}
    if kinds and kinds.isdisjoint(games.budget_of(given.position).orders):
        return None
    return sum(given.position.cost(order) or 0 for order in move.orders)


def verdict(
    given: Operations, move: Move, violations: Sequence[Violation], cost: int | None = None
) -> None:
    """Print a move with its cost, and every rule it breaks."""
    for order in move.orders:
        paragraph(order.text, indent=2)
    if not move.orders:
        paragraph("no orders", indent=2)
    echo()
    if not violations:
        spent = ""
        if cost is not None:
            spent = f": {cost} of {given.points} {games.budget_of(given.position).unit}"
        echo(f"Legal{spent}.", bold=True)
        return
    verdict_of(violations)


def verdict_of(violations: Sequence[Violation]) -> None:
    """Print every rule that is broken."""
    number = "one rule is" if len(violations) == 1 else f"{len(violations)} rules are"
    echo(f"Illegal: {number} broken.", bold=True)
    owed = [each for each in violations if each.owed]
    _print_violations([each for each in violations if not each.owed])
    if owed:
        echo()
        echo("Owed, so that more orders could mend it:")
        _print_violations(owed)


def _print_violations(violations: Sequence[Violation]) -> None:
    if violations:
        rows = [(each.rule, each.text, each.witness) for each in violations]
        table(("rule", "what is wrong", "witness"), rows, indent=2)
