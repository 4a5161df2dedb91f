"""Comparing two positions: how supply, orders and threats differ."""

from dataclasses import dataclass
from typing import Any

from lexbelli.errors import BadInput, bad_input
from lexbelli.moves import Change
from lexbelli.position import Position
from lexbelli.puzzles.threats import MOST_OPS, threats

__all__ = ["Difference", "diff"]


@dataclass(frozen=True, slots=True)
class Difference:
    """How a position differs from another.

    Attributes:
        changes: What is different itself.
        supply: Units -> their supply in either, `-` where they are not judged.
        flips: Spaces that would change control in the Attrition Phase: only in the first, only in
            the second.
        orders: Orders that can be given only in the first, only in the second; None if not asked.
        threats: What can be done to a side only in the first, only in the second; None if not
            asked.
    """

    changes: tuple[Change, ...]
    supply: dict[str, tuple[str, str]]
    flips: tuple[tuple[str, ...], tuple[str, ...]]
    orders: tuple[tuple[str, ...], tuple[str, ...]] | None
    threats: tuple[tuple[str, ...], tuple[str, ...]] | None

    def as_json(self) -> dict[str, Any]:
        """Return the difference as plain data."""
        return {
            "changes": [change.as_json() for change in self.changes],
            "supply": {unit: list(pair) for unit, pair in self.supply.items()},
            "flips": [list(each) for each in self.flips],
            "orders": None if self.orders is None else [list(each) for each in self.orders],
            "threats": None if self.threats is None else [list(each) for each in self.threats],
        }


def diff(
    one: Position,
    other: Position,
    *,
    ops: int | None = None,
    orders: bool = True,
    threats_to: str | None = None,
) -> Difference:
    """Tell how two positions differ in supply, orders and threats.

    Args:
        one: A position.
        other: Another of the same game.
        ops: The OPS that are supposed in both; None for what each says.
        orders: Whether to compare the orders that can be given.
        threats_to: The side to which threats are compared; None = they are not.

    Raises:
        BadInput: They are of different games, or the OPS or the side cannot be.
    """
    if one.game != other.game:
        raise bad_input(f"'{other.game}' is another game than '{one.game}'", "position")
    both = (one, other)
    before, after = ({unit: str(status) for unit, status in each.supply().items()} for each in both)
    supply = {
        unit: (before.get(unit, "-"), after.get(unit, "-"))
        for unit in sorted(before | after)
        if before.get(unit) != after.get(unit)
    }
    possible = [_orders(each, ops) for each in both] if orders else None
    feared = None
    if threats_to is not None:
        his = MOST_OPS if ops is None else ops
        feared = [
            {text for each in threats(at, threats_to, ops=his) for text in each.does} for at in both
        ]
    return Difference(
        changes=tuple(one.changes(other)),
        supply=supply,
        flips=_only(set(one.flips()), set(other.flips())),
        orders=None if possible is None else _only(*possible),
        threats=None if feared is None else _only(*feared),
    )


def _orders(position: Position, ops: int | None) -> set[str]:
    """The orders that can be given; none where the position asks for something else."""
    try:
        return {order.text for order in position.orders(ops=ops)}
    except BadInput:
        if ops is not None:
            raise
        return set()


def _only(one: set[str], other: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(sorted(one - other)), tuple(sorted(other - one))
