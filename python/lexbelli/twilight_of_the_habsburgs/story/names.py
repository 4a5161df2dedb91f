"""Names as they are printed, for sentences."""

from typing import Final

from lexbelli import _core
from lexbelli.story.names import PrintedNames

__all__ = ["Names"]

_BOXES: Final = {
    "waiting": "those who wait to be set up",
    "due": "those who come in later turns",
    "available": "the reinforcements at hand",
    "eliminated": "the eliminated units",
    "covered": "out of sight",
}
_SIDES: Final = {"central": "the Central Powers", "entente": "the Entente"}


class Names(PrintedNames):
    """The printed names of units and hexes: a hex is called by its town and number.

    Args:
        tables: The tables.
        ids: Whether the name of a unit is followed by its id.
    """

    def __init__(self, tables: _core.TwilightTables, ids: bool) -> None:
        units: dict[str, str] = {}
        self._nations: dict[str, str] = {}
        for unit in tables.unit_ids():
            entry = tables.unit(unit)
            units[unit] = f"{entry['name']} ({unit})" if ids else entry["name"]
            self._nations[unit] = entry["side"]
        places = dict(_BOXES)
        for place in tables.place_ids():
            if place.startswith("h"):
                hex_ = tables.hex(place)
                town = next(iter(hex_["towns"]), "") or hex_["fortress_name"]
                places[place] = f"{town} ({hex_['number']})" if town else hex_["number"]
        super().__init__(units, places)

    def side(self, side: str) -> str:
        """Return what a side is called, in the middle of a sentence."""
        return _SIDES.get(side, side)

    def any(self, name: str) -> str:
        """Return the name of a unit, a place or a side; another word as it is."""
        if name in self._units:
            return self._units[name]
        return _SIDES.get(name) or self.place(name)
