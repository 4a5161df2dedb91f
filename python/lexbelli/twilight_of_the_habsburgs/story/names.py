"""Names as they are printed, for sentences."""

from collections.abc import Iterable
from typing import Final

from lexbelli import _core
from lexbelli.story.sentences import listed

__all__ = ["Names", "names_in"]

_NOTHING: Final = "-"
_BOXES: Final = {
    "waiting": "those who wait to be set up",
    "due": "those who come in later turns",
    "available": "the reinforcements at hand",
    "eliminated": "the eliminated units",
    "covered": "out of sight",
}
_SIDES: Final = {"central": "the Central Powers", "entente": "the Entente"}


class Names:
    """The printed names of units and hexes.

    Args:
        tables: The tables.
        ids: Whether the name of a unit is followed by its id.
    """

    def __init__(self, tables: _core.TwilightTables, ids: bool) -> None:
        self._units: dict[str, str] = {}
        self._nations: dict[str, str] = {}
        for unit in tables.unit_ids():
            entry = tables.unit(unit)
            self._units[unit] = f"{entry['name']} ({unit})" if ids else entry["name"]
            self._nations[unit] = entry["side"]
        self._places = dict(_BOXES)
        for place in tables.place_ids():
            if place.startswith("h"):
                hex_ = tables.hex(place)
                town = next(iter(hex_["towns"]), "") or hex_["fortress_name"]
                self._places[place] = f"{town} ({hex_['number']})" if town else hex_["number"]

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
        """Return a hex by its town and number, or a box."""
        return self._places.get(place, place.replace("_", " "))

    def places(self, places: Iterable[str]) -> str:
        """Return the names of places, joined."""
        return listed(map(self.place, places))

    def side(self, side: str) -> str:
        """Return what a side is called, in the middle of a sentence."""
        return _SIDES.get(side, side)

    def any(self, name: str) -> str:
        """Return the name of a unit, a place or a side; another word as it is."""
        if name in self._units:
            return self._units[name]
        return _SIDES.get(name) or self.place(name)


def names_in(text: str) -> list[str]:
    """Return the names in a list, as a difference tells it."""
    return [] if text == _NOTHING else text.split(", ")
