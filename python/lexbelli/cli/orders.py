"""`lexbelli orders`: what can be ordered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from lexbelli import games
from lexbelli.cli.app import Command, no
from lexbelli.cli.echo import echo
from lexbelli.cli.operations import Operations, head, json_head, move_text, operations
from lexbelli.cli.options import as_json
from lexbelli.cli.output import emit_json, paragraph, table
from lexbelli.cli.sheet import sheet_of
from lexbelli.moves import Order
from lexbelli.names import resolve
from lexbelli.position import Position

__all__ = ["orders"]


@click.command(cls=Command)
@operations
@click.option(
    "--given",
    "given_orders",
    multiple=True,
    metavar="ORDERS",
    help="Orders already given, as text, or a file or - that holds them.",
)
@click.option(
    "--by",
    type=click.Choice(["core", "law"]),
    help="Who lists the orders: the compiled core as far as it can, or the law run by clingo.",
)
@click.option("--unit", "units", multiple=True, metavar="UNIT", help="Only orders to this unit.")
@click.option(
    "--space",
    "spaces",
    multiple=True,
    metavar="SPACE",
    help="Only orders about this space and to the units there; lists every stack of a region.",
)
@as_json
def orders(
    given_orders: Sequence[str],
    given: Operations,
    by: str | None,
    units: Sequence[str],
    spaces: Sequence[str],
    as_json: bool,
) -> None:
    """Say what can be ordered: every order that at least one legal move contains.

    With --given, one that contains those orders as well. A unit's destinations are where it may end
    its move, whatever the way there.

    The exit code is 1 if no legal move contains the given orders, or nothing can be ordered of the
    units and spaces that were named.
    """
    position = given.position
    text = "; ".join(map(move_text, given_orders))
    offered = position.orders(text, **({} if by is None else {"by": by}))
    wanted = _Selection(
        position,
        [resolve(unit, position.known_units, "unit") for unit in units],
        [resolve(space, position.spaces, "space") for space in spaces],
    )
    chosen = [order for order in offered if wanted.has(order)]
    if as_json:
        emit_json(_json(given, text, chosen, possible=bool(offered) or not text.strip()))
    else:
        head(given)
        if text.strip() and not offered:
            _print_refusal(given, text)
        elif not chosen:
            echo("Nothing can be ordered there." if wanted.named else "Nothing.")
        else:
            _print(position, chosen, wanted)
        choices = position.decision.choices
        if len(choices) > 1 and not (text.strip() or wanted.named):
            _print_choices(choices)
    if (text.strip() and not offered) or (wanted.named and not chosen):
        no()


@dataclass(frozen=True)
class _Selection:
    """The units and spaces that were asked for; without any, everything was."""

    position: Position
    units: Sequence[str]
    spaces: Sequence[str]

    @property
    def named(self) -> bool:
        return bool(self.units or self.spaces)

    def has(self, order: Order) -> bool:
        if not self.named:
            return True
        return sheet_of(self.position).concerns(self.position, order, self.units, self.spaces)


def _print(position: Position, chosen: Sequence[Order], wanted: _Selection) -> None:
    parts = sheet_of(position).parts(position, chosen, wanted.spaces)
    for number, part in enumerate(part for part in parts if part.rows):
        if number:
            echo()
        echo(part.heading, bold=True)
        table(part.columns, part.rows, indent=2)


def _print_choices(choices: Sequence[str]) -> None:
    """Say what else answers the decision; what differs in its use alone stands in one row."""
    uses: dict[str, list[str]] = {}
    for choice in choices:
        answer, _, use = choice.partition(" for ")
        if use and answer in choices:
            uses.setdefault(answer, []).append(use)
        else:
            uses.setdefault(choice, [])
    echo("\nOr one of these:")
    if any(uses.values()):
        table(("", "or for"), [(one, ", ".join(more)) for one, more in uses.items()], indent=2)
    else:
        paragraph(", ".join(uses), indent=2)


def _print_refusal(given: Operations, text: str) -> None:
    """Say why no legal move contains some orders."""
    echo("No legal move contains these orders.")
    wrong = sorted(given.position.check(text), key=lambda violation: violation.owed)
    if wrong:
        echo()
        rows = [(each.rule, each.text, each.witness) for each in wrong]
        table(("rule", "what is wrong", "witness"), rows, indent=2)
    if all(each.owed for each in wrong):
        echo()
        what = "What is missing cannot be ordered"
        if given.points is not None:
            what += f" with these {games.budget_of(given.position).unit}"
        echo(f"{what}.")


def _json(given: Operations, text: str, chosen: Sequence[Order], possible: bool) -> dict[str, Any]:
    position = given.position
    budget = games.budget(position)

    def cost(order: Order) -> dict[str, int | None]:
        if budget is None or order.kind not in budget.orders:
            return {}
        return {budget.key: position.cost(order)}

    return {
        **json_head(given),
        "given": position.move(text).as_json(),
        "possible": possible,
        "orders": [{"text": order.text, **order.as_json(), **cost(order)} for order in chosen],
    }
