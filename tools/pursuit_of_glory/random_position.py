"""Random positions: a scenario, shaken.

They need not be reachable in play. Law and core are held against each other on them, and they are
what speed is measured on.
"""

import csv
import io
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["random_position"]

_SIDES: Final = ("ap", "cp")

# Events that matter to control or supply, with the countries that enter the war by them.
_EVENTS: Final[Mapping[str, Sequence[str]]] = {
    "ap_03": (),
    "ap_08": (),
    "ap_11": (),
    "ap_16": (),
    "ap_19": (),
    "ap_24": (),
    "ap_29": ("ro",),
    "cp_10": (),
    "cp_12": (),
    "cp_24": (),
    "cp_33": ("bu", "sb"),
    "cp_49": (),
}


def random_position(seed: int) -> Position:
    """Return the random position of that number; the same number always gives the same position.

    Every problem of the set-up is tolerated. Even so, no ordinary space holds units of both
    sides, and nobody stands in a country that is still neutral.
    """
    return _Walk(seed).position()


class _Map:
    """What is needed to know of the map and the counters."""

    def __init__(self, core: _core.PursuitTables) -> None:
        self.space = {name: core.space(name) for name in core.space_ids()}
        self.unit = {name: core.unit(name) for name in core.unit_ids()}
        self.places = [name for name, row in self.space.items() if row["kind"] != "box"]
        self.ordinary = self._of_kind("space")
        self.controlled = [*self.ordinary, *self._of_kind("region")]
        self.beachheads = self._of_kind("beachhead")
        self.forts = [name for name, row in self.space.items() if row["fort"]]
        self.neighbours: dict[str, list[str]] = {name: [] for name in self.space}
        text = _core.resource(f"scenarios/{tables.NAME}/connections.csv")
        for row in csv.DictReader(io.StringIO(text)):
            self.neighbours[row["a"]].append(row["b"])
            self.neighbours[row["b"]].append(row["a"])

    def _of_kind(self, kind: str) -> list[str]:
        return [name for name, row in self.space.items() if row["kind"] == kind]


@cache
def _map() -> _Map:
    return _Map(tables.load())


class _Walk:
    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.map = _map()
        start = Position.scenario(self.dice.choice(tables.load().scenarios()))
        self.setup = start.in_short()
        self.at: dict[str, str] = dict(start.units)
        self.controller = {name: start.control(name) for name in self.map.controlled}
        self.neutral = {"bu", "sb", "ro"}

    def position(self) -> Position:
        self._calendar()
        self._politics()
        self._blobs(self.dice.randrange(6))
        self._moves(self.dice.randrange(4, 40))
        self._tidy()
        self._markers()
        return Position.from_setup(self._document(), allow=["all"])

    def _calendar(self) -> None:
        self.setup["turn"] = self.dice.randint(1, 17)
        self.setup["round"] = self.dice.randint(1, 6)
        self.setup["active"] = self.dice.choice(_SIDES)

    def _politics(self) -> None:
        events = self.setup.setdefault("events", {})
        for card in _EVENTS:
            if self.dice.random() < 0.4:
                events[card] = 0
        for card, countries in _EVENTS.items():
            if card in events:
                self.neutral -= set(countries)
        if "ap_19" in events:
            self.setup["sinai_railroad"] = self.dice.randint(1, 17)
        self.setup["greece"] = self.dice.choices(("neutral", "ap", "cp"), (6, 2, 1))[0]
        standing = {"serbia": "sb", "romania": "ro", "bulgaria": "bu"}
        self.setup["collapsed"] = sorted(
            name
            for name, country in standing.items()
            if country not in self.neutral and self.dice.random() < 0.25
        )
        self.setup["revolts"] = self._some(
            ("egypt", "india", "afghanistan", "central_asia"), chance=0.15
        )
        if self.dice.random() < 0.2:
            self.setup["revolution"] = {"stage": self.dice.randint(1, 4)}

    def _blobs(self, number: int) -> None:
        """Hand connected pieces of the map to one side."""
        for _ in range(number):
            side = self.dice.choice(_SIDES)
            blob = {self.dice.choice(self.map.ordinary)}
            for _ in range(self.dice.randrange(14)):
                edge = sorted({n for space in blob for n in self.map.neighbours[space]} - blob)
                if edge:
                    blob.add(self.dice.choice(edge))
            for space in blob & self.controller.keys():
                self.controller[space] = side

    def _moves(self, number: int) -> None:
        """Put units, of the map or not yet in the game, anywhere they could stand."""
        movable = [name for name, row in self.map.unit.items() if row["side"] in _SIDES]
        for _ in range(number):
            unit = self.dice.choice(movable)
            side = self.map.unit[unit]["side"]
            if self.dice.random() < 0.5:
                friends = [s for s, owner in self.controller.items() if owner == side]
                near = self.dice.choice(friends) if friends else None
                space = self.dice.choice(self.map.neighbours[near] or [near]) if near else None
            else:
                space = self.dice.choice(self.map.places)
            if space is not None and self._may_stand(side, space):
                self.at[unit] = space

    def _may_stand(self, side: str, space: str) -> bool:
        row = self.map.space[space]
        if row["kind"] == "box" or (row["country"] in self.neutral and row["kind"] == "space"):
            return False
        if row["kind"] in ("beachhead", "island_base"):
            return side == "ap"
        return row["kind"] == "region" or not any(
            self.map.unit[other]["side"] != side
            for other, place in self.at.items()
            if place == space
        )

    def _tidy(self) -> None:
        """Let regular units control where they stand, unless a fort may still hold out."""
        destroyed = set(self.setup.get("forts_destroyed", []))
        destroyed |= set(self._some(self.map.forts, chance=0.1))
        self.setup["forts_destroyed"] = sorted(destroyed)
        closed = [s for s in self.map.ordinary if self.map.space[s]["country"] in self.neutral]
        for unit, space in list(self.at.items()):
            if space in closed:
                del self.at[unit]
        for unit, space in self.at.items():
            row = self.map.unit[unit]
            if space not in self.controller or self.map.space[space]["kind"] != "space":
                continue
            held = space in self.map.forts and space not in destroyed
            if row["class"] not in ("irregular", "tribe") and not held and row["side"] in _SIDES:
                self.controller[space] = row["side"]

    def _markers(self) -> None:
        occupied = set(self.at.values())
        wanted = set(self.setup.get("beachheads", [])) | set(
            self._some(self.map.beachheads, chance=0.15)
        )
        self.setup["beachheads"] = sorted(wanted | (set(self.map.beachheads) & occupied))
        self.setup["beachheads_new"] = []
        self.setup["ru_vp"] = self._some(
            [s for s, owner in self.controller.items() if owner == "ap"], chance=0.02
        )
        self.setup["uprisings"] = {
            space: self.dice.choice(("armenian", "persian", "soviet"))
            for space in self._some([s for s in self.controller if s not in occupied], chance=0.03)
        }
        self.setup["reduced"] = self._some(sorted(self.at), chance=0.3)
        for space in self._some(self.map.ordinary, chance=0.03):
            self.setup.setdefault("trenches", {})[space] = {
                "level": self.dice.randint(1, 2),
                "owner": self.dice.choice(_SIDES),
            }

    def _document(self) -> dict[str, Any]:
        units: dict[str, list[str]] = {}
        for unit, place in sorted(self.at.items()):
            units.setdefault(place, []).append(unit)
        lists: dict[str, list[str]] = {}
        for space, side in self.controller.items():
            row = self.map.space[space]
            if side != row["colour"] and row["country"] not in self.neutral:
                lists.setdefault(side, []).append(space)
        arriving = {
            turn: waiting
            for turn, members in self.setup.get("arriving", {}).items()
            if (waiting := [unit for unit in members if unit not in self.at])
        }
        return {**self.setup, "units": units, "control": lists, "arriving": arriving}

    def _some(self, choices: Sequence[str], chance: float) -> list[str]:
        return list(self._each(choices, chance))

    def _each(self, choices: Sequence[str], chance: float) -> Iterator[str]:
        for choice in choices:
            if self.dice.random() < chance:
                yield choice
