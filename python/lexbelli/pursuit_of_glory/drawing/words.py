"""Names of units and places, as overlays say them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from lexbelli.pursuit_of_glory.drawing.chart import chart

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["MOST_NOTES", "on_map", "place_name", "unit_name", "unit_names"]

#: So many lines are said below a picture of one kind.
MOST_NOTES: Final = 12


def unit_name(position: "Position", unit: str) -> str:
    """Return a unit as it is printed."""
    return chart(position.core.tables).units[unit]["name"]


def unit_names(position: "Position", units: Iterable[str]) -> str:
    """Return units as they are printed, with commas between."""
    return ", ".join(unit_name(position, unit) for unit in units)


def place_name(position: "Position", place: str | None) -> str:
    """Return a place as it is printed; who is nowhere is out of the game."""
    if place is None:
        return "out of the game"
    return chart(position.core.tables).places[place]["name"]


def on_map(position: "Position") -> frozenset[str]:
    """Return the places that are no boxes beside the map."""
    return chart(position.core.tables).ground
