"""How orders that can be given are listed: plainly, or as a game wants it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lexbelli import games
from lexbelli.cli.app import command_line
from lexbelli.moves import Order
from lexbelli.position import Position

__all__ = ["Part", "PlainSheet", "Sheet", "sheet_of"]


@dataclass(frozen=True, slots=True)
class Part:
    """What is printed under one heading.

    Attributes:
        heading: The heading.
        columns: The names of the columns; none are printed if there are none.
        rows: The rows; nothing at all is printed if there are none.
    """

    heading: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


class Sheet(Protocol):
    """How a game's orders are listed."""

    def concerns(
        self, position: Position, order: Order, units: Sequence[str], places: Sequence[str]
    ) -> bool:
        """Whether an order has to do with one of some units and places."""

    def parts(
        self, position: Position, orders: Sequence[Order], places: Sequence[str]
    ) -> Sequence[Part]:
        """Return what is printed; `places` are those that were asked for by name."""


class PlainSheet:
    """Orders by their kinds."""

    def concerns(
        self, position: Position, order: Order, units: Sequence[str], places: Sequence[str]
    ) -> bool:
        """Whether an order names one of them, or a unit that stands in one of the places."""
        there = [unit for unit, place in position.units.items() if place in places]
        return any(order.names(name) for name in (*units, *places, *there))

    def parts(
        self,
        position: Position,  # noqa: ARG002 - other sheets need it
        orders: Sequence[Order],
        places: Sequence[str],  # noqa: ARG002
    ) -> Sequence[Part]:
        """Return the orders of each kind under its name."""
        kinds: dict[str, list[str]] = {}
        for order in orders:
            kinds.setdefault(order.kind, []).append(order.text)
        return [
            Part(kind.replace("_", " ").capitalize(), (), [(text,) for text in texts])
            for kind, texts in kinds.items()
        ]


def sheet_of(position: Position) -> Sheet:
    """Return how the orders of a position's game are listed."""
    given = command_line(games.of(position))
    return PlainSheet() if given is None or given.SHEET is None else given.SHEET
