"""The printed map, laid out as hexes: what no position changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any, Final

from lexbelli import _core
from lexbelli.draw.board import Ground, Hexside, Link
from lexbelli.draw.geometry import Point
from lexbelli.twilight_of_the_habsburgs.moves import PLAYERS

__all__ = ["CALLED", "DRAWN", "Chart", "chart"]

# Sides as the themes know them.
DRAWN: Final = {"central": "second", "entente": "first"}
# Sides as pictures call them.
CALLED: Final = {side: player.removeprefix("The ") for side, player in PLAYERS.items()}

_RADIUS: Final = 56.0  # of a hex
_MARGIN: Final = 26.0
_CLOSED: Final = ("sea", "lake", "neutral")
_EDGES: Final = {"n": "north", "e": "east", "s": "south", "w": "west"}
# What lies on hexsides, in the order in which it is drawn.
_KINDS: Final = ("coast", "border", "river", "front", "trench", "barred")


@dataclass(frozen=True)
class Chart:
    """The map of a scenario.

    Attributes:
        hexes: Hex -> what the tables say of it.
        at: Hex -> where its middle lies.
        size: Width and height of the map.
        ground: The hexes, and what lies on their sides.
        links: The railways.
        line: Which start line: 0 for that of the first year, 1 for that of the second.
        armies: Unit -> its army.
        strips: Army -> the hexes along the start line in which it sets up.
        scoring: Hex -> side and points, of the places that count.
        said: Hex -> all that is printed there in words.
    """

    hexes: Mapping[str, Mapping[str, Any]]
    at: Mapping[str, Point]
    size: Point
    ground: Ground
    links: tuple[Link, ...]
    line: int
    armies: Mapping[str, str]
    strips: Mapping[str, tuple[str, ...]]
    scoring: Mapping[str, tuple[tuple[str, int], ...]]
    said: Mapping[str, str]

    def name(self, place: str) -> str:
        """Return how a hex is called: its town or fortress and its number; a box by its word."""
        if place not in self.hexes:
            return place
        entry = self.hexes[place]
        known = " and ".join(entry["towns"]) or entry["fortress_name"]
        return f"{known} ({entry['number']})" if known else str(entry["number"])


@lru_cache(maxsize=16)
def chart(tables: _core.TwilightTables, scenario: str) -> Chart:
    """Return the map of a scenario."""
    ids = [place for place in tables.place_ids() if place.startswith("h")]
    hexes = {place: tables.hex(place) for place in ids}
    told = tables.scenario(scenario)
    line: int = told["line"]
    top = max(entry["row"] for entry in hexes.values())
    left = min(entry["column"] for entry in hexes.values())
    at = {place: _middle(entry, left, top) for place, entry in hexes.items()}
    reach = (sqrt(3) / 2 * _RADIUS + _MARGIN, _RADIUS + _MARGIN)
    size = tuple(max(point[axis] for point in at.values()) + reach[axis] for axis in (0, 1))
    printed = tables.hexsides()
    sides = [
        *_borders(hexes, line),
        *(Hexside(a, b, "river", river) for a, b, river, _, _, _ in printed if river),
        *(Hexside(a, b, "trench", "trench line") for a, b, _, _, trench, _ in printed if trench),
        *(Hexside(a, b, "barred", "no way across") for a, b, *_, barred in printed if barred),
    ]
    sides.sort(key=lambda side: _KINDS.index(side.kind))
    scoring: dict[str, list[tuple[str, int]]] = {}
    for place, side, points in told["scoring"]:
        scoring.setdefault(place, []).append((side, points))
    return Chart(
        hexes=hexes,
        at=at,
        size=(size[0], size[1]),
        ground=Ground(_RADIUS, True, sides, ("river",)),
        links=tuple(Link(a, b, "rail", (), rail) for a, b, _, rail, _, _ in printed if rail),
        line=line,
        armies=dict(told["armies"]),
        strips={army: tuple(strip) for army, strip in told["strips"]},
        scoring={place: tuple(worth) for place, worth in scoring.items()},
        said={place: _said(entry, line) for place, entry in hexes.items()},
    )


def _middle(entry: Mapping[str, Any], left: int, top: int) -> Point:
    """Return where a hex lies on paper: rows grow north, odd ones lie half a hex further east."""
    east = entry["column"] - left + (entry["row"] % 2) / 2
    wide = sqrt(3) * _RADIUS
    return (
        wide * (east + 0.5) + _MARGIN,
        1.5 * (top - entry["row"]) * _RADIUS + _RADIUS + _MARGIN,
    )


def _borders(hexes: Mapping[str, Mapping[str, Any]], line: int) -> Iterator[Hexside]:
    """Yield coasts, the border of before the war, and the start line."""
    for place, entry in hexes.items():
        for other in _after(entry["row"], entry["column"]):
            if other not in hexes:
                continue
            far = hexes[other]
            wet = [each["terrain"] in ("sea", "lake") for each in (entry, far)]
            if wet[0] != wet[1]:
                yield Hexside(place, other, "coast", "shore")
            elif {entry["country"], far["country"]} == {"italy", "austria"}:
                yield Hexside(place, other, "border", "border before the war")
            if {entry["sides"][line], far["sides"][line]} == {"central", "entente"}:
                yield Hexside(place, other, "front", "start line")


def _after(row: int, column: int) -> Iterator[str]:
    """Yield the three neighbours of a hex whose numbers are higher."""
    west = column if row % 2 else column - 1
    for down, along in ((row, column + 1), (row + 1, west), (row + 1, west + 1)):
        yield f"h{down:02}{along:02}"


def _said(entry: Mapping[str, Any], line: int) -> str:
    words = [f"hex {entry['number']}", entry["terrain"]]
    words += [("city " if entry["city"] else "town ") + town for town in entry["towns"]]
    if entry["rail"]:
        words.append("railway")
    if entry["depots"][line]:
        words.append(f"depot ({entry['depots'][line]})")
    if entry["edges"] and entry["terrain"] not in _CLOSED:
        words.append(f"{' and '.join(_EDGES[edge] for edge in entry['edges'])} edge")
    if entry["sides"][line]:
        words.append(f"{entry['sides'][line]} side of the start line")
    return ", ".join(words)
