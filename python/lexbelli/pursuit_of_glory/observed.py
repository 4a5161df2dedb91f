"""Positions of Pursuit of Glory in numbers (docs/environments.md)."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from lexbelli import _core
from lexbelli.capabilities import Marks
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["OBSERVED", "Observed"]

_TRACKS: Final = (
    *("vp", "jihad", "ru_vp", "war_status_ap", "war_status_cp", "combined_war_status"),
    "mo_modifier",
)
_REPLACEMENTS: Final = ("ap_allied", "br", "in", "ru", "cp_allied", "ge", "tu")
# What a card is as a number: not in play, in the heap of hand and deck, in the deck, ...
_ZONES: Final[Mapping[str, float]] = {
    "hidden": 0.2,
    "deck": 0.3,
    "discard": 0.5,
    "removed": 0.6,
    "face_up": 0.8,
    "hand": 1.0,
}
# Marks are from 0 to 1: so many turns, rounds, levels and points stand for 1.
_LEVELS: Final = 2
_TENS: Final = 10
_TURNS: Final = 20


@cache
def _cards() -> Sequence[str]:
    return tuple(tables.load().card_ids())


@lru_cache(maxsize=4)
def _on_map(tables: _core.PursuitTables) -> Sequence[str]:
    return [place for place in tables.space_ids() if tables.space(place)["kind"] != "box"]


class Observed:
    """What is told of a position; see `capabilities.Observed`."""

    unit_marks: Sequence[str] = ("reduced", "waits_to_attack", "out_of_supply")
    place_marks: Sequence[str] = ("ap", "cp", "trench", "fort_destroyed", "besieged")

    @property
    def numbers(self) -> Sequence[str]:
        """The names: tracks, replacement points, where each card is, and the time."""
        return (*_NUMBERS, *_cards())

    def by_core(self, position: Position) -> bool:
        """Whether the core tells the same: cards are numbered as in the shipped tables."""
        return tuple(position.core.tables.card_ids()) == _cards()

    def arrays(self, seen: Position) -> Marks:
        """Tell it of a position."""
        core, setup = seen.core, seen.setup()
        supply = core.supply(None)
        held = {place: core.control(place)[0] for place in _on_map(core.tables)}
        units = (
            dict.fromkeys(setup.get("reduced", ()), 1.0),
            dict.fromkeys(setup.get("attacking", ()), 1.0),
            {unit: 1.0 for unit, status in supply.items() if status == "oos"},
        )
        trenches = setup.get("trenches", {})
        places = (
            {place: 1.0 for place, side in held.items() if side == "ap"},
            {place: 1.0 for place, side in held.items() if side == "cp"},
            {place: trench["level"] / _LEVELS for place, trench in trenches.items()},
            dict.fromkeys(setup.get("forts_destroyed", ()), 1.0),
            dict.fromkeys(core.besieged(), 1.0),
        )
        points = seen.decision.points or 0
        numbers = [
            seen.turn / _TURNS,
            seen.round / _TENS,
            points / _TENS,
            *(setup["tracks"].get(name, 0) / _TENS for name in _TRACKS),
            *(setup["replacements"].get(name, 0) / _TENS for name in _REPLACEMENTS),
            *(_held(zones) / _TENS for zones in _zones(setup)),
        ]
        return Marks(units, places, [*numbers, *_card_numbers(setup)])


_NUMBERS: Final = ("turn", "round", "ops", *_TRACKS, *_REPLACEMENTS, "ap_hand", "cp_hand")


def _zones(setup: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    cards = setup.get("cards", {})
    return [cards.get(side, {}) for side in ("ap", "cp")]


def _held(zones: Mapping[str, Any]) -> int:
    return len(zones.get("hand", ())) + int(zones.get("hidden_in_hand", 0))


def _card_numbers(setup: Mapping[str, Any]) -> Sequence[float]:
    where = {
        card: value
        for zones in _zones(setup)
        for zone, value in _ZONES.items()
        for card in zones.get(zone, ())
    }
    return [where.get(card, 0.0) for card in _cards()]


OBSERVED: Final = Observed()
