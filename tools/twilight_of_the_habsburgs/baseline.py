"""Zones, command and movement in plain Python, beside which the core is measured.

Written as one writes it: sets, dictionaries and searches breadth first or cheapest first. It keeps
the map of a scenario in lists, and is handed a position as sets.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Final

__all__ = ["Ground", "Situation"]

_FACT: Final = re.compile(r"([a-z_]+)\(((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*)\)\.")
# The terrain in which a hex of a map edge serves (4.45, 10.13).
_IN_PLAY: Final = ("clear", "rough", "mountain", "alpine")
_FOE: Final = {"central": "entente", "entente": "central"}
_NEUTRAL: Final = "neutral"


def _rows(facts: str) -> Mapping[str, list[Any]]:
    """Return facts by their predicate: the arguments of each."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for name, arguments in _FACT.findall(facts):
        found[name].append(tuple(each.strip() for each in arguments.split(",")))
    return found


class Ground:
    """What never changes in a scenario.

    Args:
        facts: `position.static_facts()`.
    """

    def __init__(self, facts: str) -> None:
        rows = _rows(facts)
        self.terrain = dict(rows["terrain"])
        self.near: defaultdict[str, list[str]] = defaultdict(list)
        for a, b in rows["adjacent"]:
            self.near[a].append(b)
        self.rivers, self.rails = set(rows["river"]), set(rows["rail"])
        self.barred = set(rows["barred_side"])
        self.rail_near: defaultdict[str, list[str]] = defaultdict(list)
        for a, b in self.rails:
            self.rail_near[a].append(b)
        self.rail_hexes = {h for (h,) in rows["rail_hex"]}
        self.fortresses = dict(rows["fortress"])
        self.depots = dict(rows["depot"])
        self.owner, self.nation = dict(rows["owner"]), dict(rows["nation"])
        self.size, self.kind = dict(rows["size"]), dict(rows["kind"])
        self.range = {unit: int(number) for unit, number in rows["range"]}
        self.steps = {unit: int(number) for unit, number in rows["steps"]}
        self.allowance = {(unit, int(n)): int(points) for unit, n, points in rows["allowance"]}
        self.cost = {(terrain, kind): int(n) for terrain, kind, n in rows["enter_cost"]}
        self.closed = {terrain for (terrain,) in rows["closed"]}
        self.river_cost, self.rail_cost = (
            int(rows["river_cost"][0][0]),
            int(rows["rail_cost"][0][0]),
        )
        self.infiltrates = {kind for (kind,) in rows["infiltrates"]}
        self.unhindered = {nation for (nation,) in rows["unhindered"]}
        self.switches = dict(rows["switch"])
        edges = set(rows["command_edge"])
        self.edge_depots = {
            (side, h)
            for h, edge in rows["edge"]
            for side in _FOE
            if (side, edge) in edges and self.terrain[h] in _IN_PLAY
        }

    def open(self, terrain: str, kind: str) -> bool:
        """Whether units of a kind may enter a terrain by the chart (8.3-3, 13.2-1)."""
        return (terrain, kind) in self.cost


@dataclass
class Situation:
    """A position on that ground.

    Attributes:
        ground: What never changes.
        at: Where the units on the map are.
        reduced: Units that have lost a step.
        fixed: Units that may not move: in trench state (12.21), or marked out of command (4.2).
        fallen: Hexes of fortresses that have fallen.
    """

    ground: Ground
    at: Mapping[str, str]
    reduced: set[str]
    fixed: set[str]
    fallen: set[str]
    held: Mapping[str, set[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.held = {side: {h for u, h in self.at.items() if self.ground.owner[u] == side}
                     for side in _FOE}  # fmt: skip

    @classmethod
    def of(cls, ground: Ground, facts: str) -> "Situation":
        """Make the situation of a position's facts."""
        rows = _rows(facts)
        at = {unit: place for unit, place in rows["at"] if place in ground.terrain}
        reduced = {unit for (unit,) in rows["reduced"]}
        fixed = {unit for (unit,) in [*rows["entrenched"], *rows["out_of_command"]]}
        return cls(ground, at, reduced, fixed, {h for (h,) in rows["fallen"]})

    # --- zones of control (6) -------------------------------------------------------

    def zones(self, side: str) -> set[str]:
        """Return the hexes into which units of a side exert a zone of control."""
        found = set()
        for unit, h in self.at.items():
            if self.ground.owner[unit] == side:
                found |= {n for n in self.ground.near[h] if self._reaches(unit, h, n)}
        return found

    def _reaches(self, unit: str, h: str, n: str) -> bool:
        ground = self.ground
        if self._fort(n, _FOE[ground.owner[unit]]):
            return False
        if (h, n) in ground.barred and ground.switches["zoc_crosses_barred_sides"] == "no":
            return False
        terrain = ground.terrain[n]
        if ground.open(terrain, ground.kind[unit]):
            return True
        by_rail = ground.switches["rail_only_hexes"] == "rail_side" and (h, n) in ground.rails
        return by_rail and terrain not in ground.closed

    def _fort(self, h: str, side: str) -> bool:
        """Whether an intact fortress of a side is there."""
        return self.ground.fortresses.get(h) == side and h not in self.fallen

    @cached_property
    def _zones(self) -> Mapping[str, set[str]]:
        return {side: self.zones(side) for side in _FOE}

    # --- command (4) ----------------------------------------------------------------

    def command(self, side: str) -> set[str]:
        """Return the units of a side in command."""
        ground, zone = self.ground, self._zones[_FOE[side]]
        foes = self.held[_FOE[side]]
        own = {unit: h for unit, h in self.at.items() if ground.owner[unit] == side}
        headquarters = {unit: h for unit, h in own.items() if ground.size[unit] == "hq"}
        depots = self._usable(side)
        sources = depots | self._fed(depots, zone | foes)
        serving = {
            unit
            for unit, h in headquarters.items()
            if not sources.isdisjoint(self._lines(h, ground.range[unit], foes, zone))
        }
        found = set(serving)
        for unit, h in headquarters.items():
            if unit not in serving and ground.switches["hq_needs_command"] == "yes":
                continue
            free = ground.nation[unit] in ground.unhindered
            hindering: set[str] = set() if free else zone
            within = {h} if h in hindering else self._lines(h, ground.range[unit], foes, hindering)
            found |= {each for each, where in own.items()
                      if each not in headquarters and where in within}  # fmt: skip
        return found

    def _usable(self, side: str) -> set[str]:
        """Return the depots and edge hexes that serve a side (4.42, 4.44, 4.45)."""
        ground, foe = self.ground, _FOE[side]
        barred = self._zones[foe] | self.held[foe]
        depots = {h for h, owner in ground.depots.items() if owner == side and h not in self.fallen}
        return (depots | {h for owner, h in ground.edge_depots if owner == side}) - barred

    def _fed(self, depots: Iterable[str], barred: set[str]) -> set[str]:
        """Return the rail hexes connected to depots (4.41)."""
        ground = self.ground
        found = {h for h in depots if h in ground.rail_hexes}
        waiting = list(found)
        while waiting:
            for n in ground.rail_near[waiting.pop()]:
                if n not in found and n not in barred and ground.terrain[n] != _NEUTRAL:
                    found.add(n)
                    waiting.append(n)
        return found

    def _lines(self, start: str, most: int, foes: set[str], zone: set[str]) -> set[str]:
        """Return the hexes at the end of a line within range; the last may lie in a zone (4.3)."""
        ground = self.ground
        found, waiting = {start}, deque([(start, 0)])
        while waiting:
            h, length = waiting.popleft()
            if length == most or (h != start and h in zone):
                continue
            for n in ground.near[h]:
                if n not in found and n not in foes and ground.terrain[n] != _NEUTRAL:
                    found.add(n)
                    waiting.append((n, length + 1))
        return found

    # --- movement (8) ---------------------------------------------------------------

    def reach(self, unit: str) -> Mapping[str, int]:
        """Return the hexes a unit reaches, with the least movement points; its own left out."""
        if unit in self.fixed:
            return {}
        ground, start = self.ground, self.at[unit]
        zone = self._zones[_FOE[ground.owner[unit]]]
        free = ground.kind[unit] in ground.infiltrates
        steps = ground.steps[unit] - (unit in self.reduced)
        most = ground.allowance[unit, steps]
        best, waiting = {start: 0}, [(0, start)]
        while waiting:
            spent, h = heappop(waiting)
            if spent > best[h] or (not free and h != start and h in zone):
                continue
            for n, cost in self._steps(unit, h):
                if not free and h in zone and n in zone:
                    continue
                if spent + cost <= most and spent + cost < best.get(n, most + 1):
                    best[n] = spent + cost
                    heappush(waiting, (spent + cost, n))
        del best[start]
        return best

    def _steps(self, unit: str, h: str) -> Iterator[tuple[str, int]]:
        """Yield the hexes a unit may step into, and the cost."""
        ground = self.ground
        foe, kind = _FOE[ground.owner[unit]], ground.kind[unit]
        for n in ground.near[h]:
            terrain = ground.terrain[n]
            opens = ground.open(terrain, kind)
            rail = (h, n) in ground.rails and (opens or terrain not in ground.closed)
            if not (opens or rail) or (h, n) in ground.barred:
                continue
            if n in self.held[foe] or self._fort(n, foe):
                continue
            river = ground.river_cost if (h, n) in ground.rivers else 0
            if rail:
                extra = river if ground.switches["rail_river_surcharge"] == "yes" else 0
                yield n, ground.rail_cost + extra
            else:
                yield n, ground.cost[terrain, kind] + river
