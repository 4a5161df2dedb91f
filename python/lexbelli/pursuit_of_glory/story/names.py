"""Names as they are printed, for sentences."""

from collections.abc import Iterable, Mapping
from typing import Final

from lexbelli import _core
from lexbelli.story.names import NOTHING, PrintedNames
from lexbelli.story.sentences import listed

__all__ = ["PHASES", "Names", "parsed"]

_REDUCED: Final = " (reduced)"

# Boxes, as sentences call them; of the other boxes it is their printed name.
_BOXES: Final = {
    "reserve": "the {side} Reserve Box",
    "corps_assets": "the {side} Corps Assets Box",
    "eliminated": "the {side} Eliminated Box",
    "permanently_eliminated": "the units of the {side} that are eliminated for good",
    "removed_from_game": "the units of the {side} that are out of the game",
}
# The phases of a turn, and where the rulebook has them.
PHASES: Final = {
    "opening": ("The first hands are drawn", "4.1.3"),
    "mandated_offensive": ("Mandated Offensive Phase", "6.0.A"),
    "action": ("Action Phase", "6.0.B"),
    "attrition": ("Attrition Phase", "6.0.C"),
    "siege": ("Siege Phase", "6.0.D"),
    "revolution": ("Revolution Phase", "6.0.E"),
    "war_status": ("War Status Phase", "6.0.F"),
    "replacement": ("Replacement Phase", "6.0.G"),
    "draw": ("Draw Strategy Card Phase", "6.0.H"),
}
_OFFENSIVES: Final = {
    "none": "none",
    "ru": "RU",
    "no_br_attacks": "no BR attacks",
    "br_in_anz": "BR/IN/ANZ",
    "meso_or_persia": "Mesopotamia or Persia",
    "balkans": "the Balkans",
    "egypt": "Egypt",
    "tu": "TU",
    "enver_to_the_front": "Enver to the Front",
}


class Names(PrintedNames):
    """The printed names of units, places and cards.

    Args:
        tables: The tables.
        ids: Whether each name is followed by its id.
    """

    def __init__(self, tables: _core.PursuitTables, ids: bool) -> None:
        self._tables, self._ids = tables, ids
        units = {unit: self._named(unit, tables.unit(unit)["name"]) for unit in tables.unit_ids()}
        super().__init__(units, {space: self._place(space) for space in tables.space_ids()})
        self._vp = {space: int(tables.space(space)["vp"]) for space in tables.space_ids()}
        self._cards: dict[str, str] = {
            card: self._named(card, tables.card(card)["name"]) for card in tables.card_ids()
        }

    def _named(self, each: str, name: str) -> str:
        return f"{name} ({each})" if self._ids else name

    def _place(self, space: str) -> str:
        entry = self._tables.space(space)
        side, _, box = space.partition("_")
        if entry["kind"] == "box" and box in _BOXES:
            return self._named(space, _BOXES[box].format(side=side.upper()))
        if entry["kind"] == "beachhead":
            return self._named(space, f"the beachhead {entry['name']}")
        return self._named(space, str(entry["name"]))

    @property
    def called(self) -> Mapping[str, str]:
        """All of them: id -> name."""
        return {**super().called, **self._cards}

    def card(self, card: str) -> str:
        """Return the name of a card."""
        return self._cards.get(card, card)

    def cards(self, cards: Iterable[str]) -> str:
        """Return the names of cards, joined."""
        return listed(map(self.card, cards))

    def any(self, name: str) -> str:
        """Return the name of a unit, a place or a card; another word as it is."""
        for known in (self._units, self._places, self._cards):
            if name in known:
                return known[name]
        return name.replace("_", " ")

    def points(self, card: str) -> tuple[int, int]:
        """Return the OPS and the SR points of a card."""
        entry = self._tables.card(card)
        return int(entry["ops"]), int(entry["sr"])

    def side_of(self, unit: str) -> str:
        """Return the side that a unit is printed for."""
        return str(self._tables.unit(unit)["side"])

    def worth(self, space: str) -> int:
        """Return how many VPs a space is worth."""
        return self._vp.get(space, 0)

    def offensive(self, word: str) -> str:
        """Return how a mandated offensive is called."""
        return _OFFENSIVES.get(word, word)


def parsed(where: str) -> tuple[str | None, bool]:
    """Return where a unit is, as a difference tells it, and whether it is reduced."""
    if where == NOTHING:
        return None, False
    return where.removesuffix(_REDUCED), where.endswith(_REDUCED)
