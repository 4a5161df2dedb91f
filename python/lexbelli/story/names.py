"""Names of units and places as they are printed, for sentences."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from lexbelli.story.sentences import listed

__all__ = ["NOTHING", "PrintedNames", "names_in"]

# What a difference tells where there is nothing.
NOTHING: Final = "-"


class PrintedNames:
    """The printed names of units and places.

    Args:
        units: The units: id -> name.
        places: The places: id -> name; others are called by their ids.
    """

    def __init__(self, units: Mapping[str, str], places: Mapping[str, str]) -> None:
        self._units, self._places = units, places

    @property
    def called(self) -> Mapping[str, str]:
        """All of them: id -> name."""
        return {**self._places, **self._units}

    def is_unit(self, name: str) -> bool:
        """Whether there is a unit of this id."""
        return name in self._units

    def unit(self, unit: str) -> str:
        """Return the name of a unit."""
        return self._units.get(unit, unit)

    def units(self, units: Iterable[str]) -> str:
        """Return the names of units, joined."""
        return listed(map(self.unit, units))

    def place(self, place: str) -> str:
        """Return the name of a place."""
        return self._places.get(place, place.replace("_", " "))

    def places(self, places: Iterable[str]) -> str:
        """Return the names of places, joined."""
        return listed(map(self.place, places))


def names_in(text: str) -> Sequence[str]:
    """Return the names in a list, as a difference tells it."""
    return [] if text == NOTHING else text.split(", ")
