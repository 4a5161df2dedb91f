"""Names of units and hexes, as overlays say them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from lexbelli.twilight_of_the_habsburgs.drawing.chart import Chart, chart

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["chart_of", "place_name", "shortened", "unit_name", "unit_names"]

#: So many lines are said below a picture of one kind.
_MOST_NOTES: Final = 12


def chart_of(position: "Position") -> Chart:
    """Return the printed map of a position's scenario."""
    return chart(position.core.tables, position.scenario_name)


def unit_name(position: "Position", unit: str) -> str:
    """Return a unit as it is printed."""
    name: str = position.core.tables.unit(unit)["name"]
    return name


def unit_names(position: "Position", units: Sequence[str]) -> str:
    """Return units as they are printed, with commas between."""
    return ", ".join(unit_name(position, unit) for unit in units)


def place_name(position: "Position", place: str) -> str:
    """Return a hex by its town or fortress and its number; a box by its word."""
    return chart_of(position).name(place)


def shortened(lines: Iterable[str], most: int = _MOST_NOTES) -> list[str]:
    """Return the first lines, and how many more there are."""
    told = list(lines)
    more = len(told) - most
    return [*told[:most], *([f"and {more} more"] if more > 0 else [])]
