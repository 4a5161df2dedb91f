"""Units brought together where a rule of operations could matter."""

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from lexbelli.pursuit_of_glory import tables

_FOE: Final = {"ap": "cp", "cp": "ap"}
_EMPIRE: Final = frozenset({"br", "in", "anz"})
_COMBAT: Final = ("regular", "irregular", "tribe")

Row = Mapping[str, Any]


class Atlas:
    """The map and the counters."""

    def __init__(self) -> None:
        core = tables.load()
        self.space: dict[str, Row] = {name: core.space(name) for name in core.space_ids()}
        self.unit: dict[str, Row] = {name: core.unit(name) for name in core.unit_ids()}
        self.near = {name: [other for other, _ in row["links"]] for name, row in self.space.items()}
        self.forts = [name for name, row in self.space.items() if row["fort"]]

    def places(self, **wanted: Any) -> list[str]:
        """The places on the map with these values in their row."""
        return [
            name
            for name, row in self.space.items()
            if row["kind"] != "box" and all(row[key] == value for key, value in wanted.items())
        ]


@cache
def atlas() -> Atlas:
    return Atlas()


class Crowd:
    """The units of a set-up, being moved about."""

    def __init__(self, setup: dict[str, Any], dice: random.Random) -> None:
        self.setup = setup
        self.dice = dice
        self.atlas = atlas()
        self.at: dict[str, str] = {
            unit: place for place, members in setup["units"].items() for unit in members
        }
        self.fresh = set(setup.get("beachheads_new", []))
        self.markers = set(setup.get("beachheads", []))
        controlled = (*self.atlas.places(kind="space"), *self.atlas.places(kind="region"))
        self.holder = {place: self.atlas.space[place]["colour"] for place in controlled}
        for side, members in setup.get("control", {}).items():
            self.holder |= dict.fromkeys(members, side)

    @property
    def side(self) -> str:
        """The side to act."""
        return str(self.setup["active"])

    @property
    def foe(self) -> str:
        """The other side."""
        return _FOE[self.side]

    def infantry(self) -> list[str]:
        """The regular units of the side to act."""
        return self.of(self.side, "regular")

    def of(self, side: str, *classes: str, nations: Iterable[str] = ()) -> list[str]:
        """Units of a side, on the map or off it, of some classes or sizes and nations."""
        wanted = set(nations)
        return [
            unit
            for unit, row in self.atlas.unit.items()
            if row["side"] == side
            and (not classes or row["class"] in classes or row["size"] in classes)
            and (not wanted or wanted & set(row["nations"]))
        ]

    def some(self, units: Iterable[str], most: int) -> list[str]:
        """One or more of some units, in no particular order."""
        chosen = list(units)
        self.dice.shuffle(chosen)
        return chosen[: self.dice.randint(1, most)]

    def put(self, units: Iterable[str], place: str) -> None:
        self.at |= dict.fromkeys(units, place)

    def put_some(self, units: Iterable[str], place: str, most: int = 3) -> None:
        self.put(self.some(units, most), place)

    def put_near(self, units: Iterable[str], place: str, most: int = 3) -> None:
        """Some units in one place next to this, on the map and not at sea."""
        near = [p for p in self.atlas.near[place] if self.atlas.space[p]["kind"] == "space"]
        if near:
            self.put_some(units, self.dice.choice(near), most)

    def clear(self, place: str) -> None:
        """Take away whoever stands there."""
        self.at = {unit: at for unit, at in self.at.items() if at != place}

    def hold(self, place: str, side: str) -> None:
        """Hand a place over."""
        if place in self.holder:
            self.holder[place] = side

    def chance(self, odds: float) -> bool:
        return self.dice.random() < odds

    # ----------------------------------------------------------------------------- cleaning

    def cleaned(self) -> dict[str, Any]:
        """The set-up in which every place keeps to the rules of stacking."""
        places: dict[str, list[str]] = {}
        for unit, place in sorted(self.at.items()):
            places.setdefault(place, []).append(unit)
        kinds = {place: self.atlas.space[place]["kind"] for place in places}
        for place, members in places.items():
            self.dice.shuffle(members)
            there = members
            # The CP stands on no island and on no beachhead: it is put back (11.1.9.b-2).
            if kinds[place] in ("island_base", "beachhead"):
                there = [u for u in members if self.atlas.unit[u]["side"] == "ap"]
            narrow = kinds[place] in ("space", "beachhead")
            places[place] = self._thinned(there) if narrow else there
        placed = {unit for members in places.values() for unit in members}
        lists: dict[str, list[str]] = {}
        for place, holder in self.holder.items():
            if holder != self.atlas.space[place]["colour"]:
                lists.setdefault(holder, []).append(place)
        waiting = self.setup.get("arriving", {})
        markers = self.markers | {
            p for p, kind in kinds.items() if kind == "beachhead" and places[p]
        }
        return {
            **self.setup,
            "units": {place: members for place, members in places.items() if members},
            "reduced": [unit for unit in self.setup.get("reduced", []) if unit in placed],
            "arriving": {
                turn: left
                for turn, members in waiting.items()
                if (left := [unit for unit in members if unit not in placed])
            },
            "control": lists,
            "beachheads": sorted(markers),
            "beachheads_new": sorted(self.fresh & markers),
        }

    def _thinned(self, members: Sequence[str]) -> list[str]:
        """As many of the units as may stand together in a space."""
        kept: list[str] = []
        counted = yildirim = 0
        for unit in members:
            row = self.atlas.unit[unit]
            others = [self.atlas.unit[other] for other in kept]
            if any(other["side"] != row["side"] for other in others):
                continue
            if any(self._rivals(unit, other) for other in kept):
                continue
            if row["size"] == "hq" and any(other["size"] == "hq" for other in others):
                continue
            if row["class"] in _COMBAT:
                # The first Yildirim unit does not count (3.2.1.3.yildirim).
                free = unit.startswith("ge_yildirim") and not yildirim
                if not free and counted == 3:
                    continue
                counted += not free
                yildirim += unit.startswith("ge_yildirim")
            kept.append(unit)
        return kept

    def _rivals(self, one: str, other: str) -> bool:
        """May these two not stand together (10.2-2)?"""
        nations = [self._nations(one), self._nations(other)]
        return any("ru" in a and _EMPIRE & b for a, b in (nations, nations[::-1]))

    def _nations(self, unit: str) -> set[str]:
        """What a unit counts as when it stacks: some become BR, one is BR in name only."""
        over = self.setup.get("revolution", {}).get("stage") == 4
        if unit == self.setup.get("british_ru_cavalry") or (over and unit == "ru_sb_yugoslav_div"):
            return {"br"}
        nations = set(self.atlas.unit[unit]["nations"])
        return nations - {"br"} if "gr" in nations else nations
