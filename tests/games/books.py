"""The books of a position, counted from units and markers alone: who has the VPs of each place."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from lexbelli import pursuit_of_glory as pog

__all__ = ["Books"]

_ENEMY: Final = {"ap": "cp", "cp": "ap"}
# A country that is not in the war holds nothing -> the event with which it enters.
_ENTRY: Final = {"sb": "cp_33", "bu": "cp_33", "ro": "ap_29"}


_BEFORE_COUNTING: Final = ("action", "attrition", "siege", "revolution")
_EVENTS: Final = Path(__file__).parents[2] / "scenarios/pursuit_of_glory/events.toml"


@cache
def _effects() -> dict[str, list[tuple[str, int]]]:
    """What each event moves, effect by effect: the track, and how far its marker goes."""
    events = tomllib.loads(_EVENTS.read_text("utf-8"))["event"]
    return {event["id"]: [_moves(effect) for effect in event["effects"]] for event in events}


@cache
def _bonuses() -> dict[str, tuple[int, int, int]]:
    """The VPs of events that removed divisions negate: at which step, how many, how many each."""
    events = tomllib.loads(_EVENTS.read_text("utf-8"))["event"]
    found = {}
    for event in events:
        for step, effect in enumerate(event["effects"]):
            word, _, numbers = effect.partition(":")
            if word == "negated_by":
                vp, divisions = map(int, numbers.split(","))
                found[event["id"]] = (step, vp, divisions // vp)
            if word == "negated_by_lcu":
                # A corps at sea or elsewhere negates them all.
                found[event["id"]] = (step, int(numbers.split(",")[0]), 0)
    return found


def _moves(effect: str) -> tuple[str, int]:
    track, _, number = effect.partition(":")
    return track, int(number) if track in ("vp", "jihad") else 0


def _moved_by_events(setup: dict[str, Any]) -> dict[str, int]:
    """How far the markers were moved by events, those effects left out that are still to come."""
    done = {frame["card"]: frame.get("step", 0) for frame in setup["agenda"] if "card" in frame}
    moved = {"vp": 0, "jihad": 0}
    for card in setup.get("events", {}):
        for track, number in _effects().get(card, [])[: done.get(card)]:
            if track in moved:
                moved[track] += number
    # Romania's oil and grain, if it is neutral when the Revolution begins (16.4.5.1-3).
    if setup["revolution"]["stage"] > 0 and "ap_29" not in setup.get("events", {}):
        moved["vp"] += 2
    return moved


@cache
def _spaces() -> dict[str, dict[str, Any]]:
    tables = pog.scenario("1914_campaign").core.tables
    rows = {space: tables.space(space) for space in tables.space_ids()}
    return {space: row for space, row in rows.items() if row["kind"] in ("space", "region")}


class Books:
    """Who has the VPs of every place, and what the markers say."""

    def __init__(self, position: pog.Position) -> None:
        setup = position.setup()
        self.units = set(position.units)
        self.arriving = {unit for units in setup.get("arriving", {}).values() for unit in units}
        self.tracks = {"vp": 10, "jihad": 0, **setup.get("tracks", {})}
        self.penalties = len(setup.get("penalties", ()))
        orders = setup.get("mandated", {}).get("ap", [])
        self.penalties += sum(
            order["offensive"] == "no_br_attacks" and order["met"] for order in orders
        )
        self.events = setup.get("events", {})
        self.moved = _moved_by_events(setup)
        done = {frame["card"]: frame.get("step", 0) for frame in setup["agenda"] if "card" in frame}
        self.bonuses = {
            card: bonus
            for card, bonus in _bonuses().items()
            if card in self.events and done.get(card, bonus[0] + 1) > bonus[0]
        }
        tables = position.core.tables
        self.in_france = sum(
            3 if tables.unit(unit)["size"] == "lcu" else 1
            for unit, place in position.units.items()
            if place == "ap_removed_from_game"
        )
        self.away = len(self.arriving)
        self.mourned, self.saved = _is_mourned(setup), _is_saved(position)
        self.taken = set(setup.get("jihad_taken", []))
        self.beachheads = set(setup.get("beachheads", []))
        self.phase = position.phase
        self.holder = self._holders(position, setup)

    def _holders(self, position: pog.Position, setup: dict[str, Any]) -> dict[str, str | None]:
        control = {
            space: side for side, spaces in setup.get("control", {}).items() for space in spaces
        }
        destroyed = set(setup.get("forts_destroyed", ()))
        standing: dict[str, dict[str, set[str]]] = {}
        tables = position.core.tables
        for unit, place in position.units.items():
            row = tables.unit(unit)
            # Greeks obey their ally (18.8.1); a unit of two nations is the other's in any case.
            side = setup.get("greece", "neutral") if row["nations"] == ["gr"] else row["side"]
            if side in _ENEMY and row["class"] in ("regular", "irregular", "tribe"):
                standing.setdefault(place, {}).setdefault(side, set()).add(row["class"])
        return {
            space: self._holder(
                row,
                control.get(space, row["colour"]),
                standing.get(space, {}),
                fort=row["fort"] > 0 and space not in destroyed,
            )
            for space, row in _spaces().items()
        }

    def _holder(
        self, row: dict[str, Any], owner: str, standing: dict[str, set[str]], *, fort: bool
    ) -> str | None:
        entry = _ENTRY.get(row["country"])
        if entry is not None and entry not in self.events:
            return None
        for side, enemy in _ENEMY.items():
            alone = side in standing and enemy not in standing
            light = alone and "regular" not in standing[side] and owner != side
            if light and not (fort and owner == enemy):
                return side
        return owner if owner in _ENEMY else None

    def compare(self, later: "Books", said: str) -> None:
        """Ask whether the markers moved as the map did; `later` comes after one answer, as text.

        Raises:
            AssertionError: They did not, or a unit is gone.
        """
        lost = (self.units | self.arriving) - (later.units | later.arriving)
        assert not lost, f"units are nowhere: {sorted(lost)}"
        vp = jihad = 0
        taken_before = self.taken if later.phase == "action" else set()
        entered = later.events.keys() - self.events.keys()
        for space, row in _spaces().items():
            # A country enters the war with what it has.
            if _ENTRY.get(row["country"]) in entered:
                continue
            vp_delta = _worth(later.holder[space]) - _worth(self.holder[space])
            vp_delta = (vp_delta > 0) - (vp_delta < 0)
            vp += vp_delta * row["vp"]
            if space in _jihad_cities():
                jihad += 0 if vp_delta > 0 and space in taken_before else vp_delta
        vp += later.penalties - self.penalties
        # The navy has come to the city, and shells it (18.11.2.a).
        vp -= said == "bombard constantinople"
        vp += later.moved["vp"] - self.moved["vp"]
        for card in later.bonuses.keys() - self.bonuses.keys():
            # Who left for France has negated a part (18.12.2).
            _, bonus, each = later.bonuses[card]
            if each:
                vp += bonus - min(bonus, (later.in_france - self.in_france) // each)
            else:
                vp += bonus * (later.away == self.away)
        vp += later.mourned and not self.mourned and not later.saved
        jihad += later.moved["jihad"] - self.moved["jihad"]
        moved = later.tracks["vp"] - self.tracks["vp"]
        # What the War Status Phase counts is no matter of the map (6.0.F.1).
        counted = self.phase in _BEFORE_COUNTING and later.phase not in _BEFORE_COUNTING
        assert moved == vp or counted, f"the VP marker moved by {moved}, the map by {vp}"
        risen = later.tracks["jihad"] - self.tracks["jihad"]
        # Beachheads, ports and graves raise it too; nothing else lowers it.
        assert risen >= jihad, f"the Jihad level rose by {risen}, cities by {jihad}"


def _is_mourned(setup: dict[str, Any]) -> bool:
    """Whether Serbia has collapsed, and it has been asked who saved the prestige of the AP."""
    frames = [frame for frame in setup["agenda"] if frame["frame"] == "collapse"]
    waits = any(one["country"] == "serbia" and one.get("step", 0) < 3 for one in frames)
    return "serbia" in setup.get("collapsed", ()) and not waits


def _is_saved(position: pog.Position) -> bool:
    """Whether a British unit is in Greece or Serbia (18.8.3.3.a-7)."""
    tables, spaces = position.core.tables, _spaces()
    return any(
        "br" in tables.unit(unit)["nations"]
        and "gr" not in tables.unit(unit)["nations"]
        and spaces.get(place, {}).get("country") in ("gr", "sb")
        for unit, place in position.units.items()
    )


@cache
def _jihad_cities() -> frozenset[str]:
    facts = pog.scenario("1914_campaign").static_facts()
    return frozenset(
        fact.partition("(")[2].rstrip(").")
        for fact in facts.split("\n")
        if fact.startswith("jihad_city(")
    )


def _worth(side: str | None) -> int:
    return {"cp": 1, "ap": -1}.get(side or "", 0)
