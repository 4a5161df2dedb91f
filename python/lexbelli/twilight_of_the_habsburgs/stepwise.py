"""From one position of Twilight of the Habsburgs to the next: what changes, what a side sees."""

from collections.abc import Sequence
from typing import Final, Self

from lexbelli import position as shared
from lexbelli.moves import Change, Order
from lexbelli.twilight_of_the_habsburgs import changes

__all__ = ["Stepwise"]

_COVERED: Final = "covered"
# Orders that both sides see, whoever they name: attackers are shown (13.11-1), and where
# headquarters look is announced (13.12-1).
_OPEN: Final = frozenset({"attack", "scout"})


class Stepwise(shared.Position):
    """A position that is compared with a later one."""

    __slots__ = ()

    def changes(self, later: Self) -> Sequence[Change]:
        """Return what is different in a later position: units, markers, points, what is asked."""
        return changes.between(self, later)

    def conceals(self, later: Self, side: str) -> bool:
        """Whether units of the other side are hidden from a side here or in a later position."""
        return any(
            at == _COVERED and self.side_of(unit) != side
            for position in (self, later)
            for unit, at in position.units.items()
        )

    def is_in_sight(self, order: Order, later: Self, side: str) -> bool:
        """Whether an order of the other side is seen: its unit is seen here and later (13.1-1).

        Args:
            order: The order.
            later: What the side may know of the position after the move.
            side: The side that looks.
        """
        unit = order.content.get("unit")
        if unit is None or order.kind in _OPEN or self.side_of(unit) == side:
            return True
        return _COVERED not in (self.units.get(unit), later.units.get(unit))
