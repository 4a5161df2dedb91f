"""The front as a board to be drawn: hexes that hold something, at their places on the map."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from lexbelli import _core
from lexbelli.draw.badges import Badge
from lexbelli.draw.board import Board, CounterPanel, Link, Panel, Place, TextPanel
from lexbelli.draw.counters import Counter

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["board"]

_DRAWN: Final = {"central": "second", "entente": "first"}
_COLOURS: Final = {
    **dict.fromkeys(("austrian", "landwehr", "honved", "domobrana"), "#ecd98a"),
    **dict.fromkeys(("german", "bavarian"), "#c3c7c9"),
    "italian": "#bcd9a5",
    "french": "#b5cdea",
    "british": "#dcc7a0",
    "czech": "#c9a888",
}
_SYMBOLS: Final = {
    "infantry": "infantry",
    "mountain": "special",
    "light": "special",
    "assault": "elite_infantry",
    "cavalry": "cavalry",
    "hq": "hq",
}
_SIZES: Final = {"hq": "army"}
_TERRAIN: Final = {"rough": "clear", "alpine": "mountain", "lagoon": "swamp"}
_SCALE: Final = 62.0
_EDGE: Final = 90.0


@cache
def _hexes(tables: _core.TwilightTables) -> Mapping[str, Mapping[str, Any]]:
    """Return what the tables say of every hex."""
    ids = [place for place in tables.place_ids() if place.startswith("h")]
    return {place: tables.hex(place) for place in ids}


def _middle(entry: Mapping[str, Any], top: int) -> tuple[float, float]:
    """Return where a hex lies on paper: rows grow north, odd ones lie half a hex further east."""
    east = entry["column"] + (entry["row"] % 2) / 2
    return sqrt(3) * east * _SCALE / 2 + _EDGE, 1.5 * (top - entry["row"]) * _SCALE / 2 + _EDGE


def board(position: "Position") -> Board:
    """Return the board of a position: hexes with units, towns, fortresses and depots."""
    tables = position.core.tables
    hexes = _hexes(tables)
    document = json.loads(position.core.to_json())
    held: dict[str, list[str]] = {}
    for unit, place in position.units.items():
        held.setdefault(place, []).append(unit)
    shown = {
        place: entry
        for place, entry in hexes.items()
        if place in held or entry["towns"] or entry["fortress"] or any(entry["depots"])
    }
    top = max(entry["row"] for entry in hexes.values())
    at = {place: _middle(entry, top) for place, entry in shown.items()}
    size = tuple(max(point[axis] for point in at.values()) + _EDGE for axis in (0, 1))
    marks = {key: frozenset(document.get(key, ())) for key in ("reduced", "entrenched", "fallen")}
    places = {
        place: _place(position, place, entry, at[place], held.get(place, ()), marks)
        for place, entry in shown.items()
    }
    panels: list[Panel] = [TextPanel("state", "State", position.outline())]
    for box in ("available", "due", "eliminated", "waiting"):
        for side, drawn in _DRAWN.items():
            units = [unit for unit in held.get(box, ()) if position.side_of(unit) == side]
            if units:
                counters = [_counter(position, unit, marks) for unit in units]
                panels.append(CounterPanel(f"{box}_{side}", f"{box} ({side})", counters, drawn))
    return Board(
        title=position.title,
        caution=position.caution,
        size=(size[0], size[1]),
        places=places,
        links=_links(tables, shown),
        outlines=(),
        insets=(),
        panels=panels,
        sides=[(drawn, f"held by {side}") for side, drawn in _DRAWN.items()],
        signs={"fort": "fortress"},
        called={"road": "neighbours", "rail": "railway"},
    )


def _links(tables: _core.TwilightTables, shown: Mapping[str, Any]) -> list[Link]:
    """Return what joins neighbours that are drawn."""
    rails = {(a, b) for a, b, _, rail, _ in tables.hexsides() if rail}
    links = []
    for place, entry in shown.items():
        for row, column in _after(entry["row"], entry["column"]):
            other = f"h{row:02}{column:02}"
            if other in shown:
                kind = "rail" if (place, other) in rails else "road"
                links.append(Link(place, other, kind, (), f"{place} - {other}"))
    return links


def _after(row: int, column: int) -> list[tuple[int, int]]:
    """Return the three neighbours of a hex whose numbers are higher."""
    west = column if row % 2 else column - 1
    return [(row, column + 1), (row + 1, west), (row + 1, west + 1)]


def _place(
    position: "Position",
    place: str,
    entry: Mapping[str, Any],
    at: tuple[float, float],
    units: Sequence[str],
    marks: Mapping[str, frozenset[str]],
) -> Place:
    holder = position.side_of(units[0]) if units else None
    towns = entry["towns"]
    name = towns[0] if towns else entry["number"]
    owner = entry["fortress"]
    badges = []
    if owner and place not in marks["fallen"]:
        said = f"fortress {entry['fortress_name']} ({owner})"
        badges.append(Badge("fort", "6", said, _DRAWN[owner]))
    terrain = entry["terrain"]
    words = [f"hex {entry['number']}", terrain, *towns, *(["rail"] if entry["rail"] else [])]
    return Place(
        id=place,
        name=name,
        at=at,
        kind="space",
        terrain=_TERRAIN.get(terrain, terrain),
        control=None if holder is None else _DRAWN[holder],
        partial=None,
        ringed=False,
        important=bool(entry["city"]),
        badges=badges,
        counters=[_counter(position, unit, marks) for unit in units],
        inset="",
        said=", ".join(words),
    )


def _counter(position: "Position", unit: str, marks: Mapping[str, frozenset[str]]) -> Counter:
    entry = position.core.tables.unit(unit)
    reduced, dug_in = (unit in marks[key] for key in ("reduced", "entrenched"))
    attack, defence, movement = entry["reduced" if reduced else "full"]
    if dug_in and entry["trench"]:
        attack, defence, movement = 0, entry["trench"][reduced], 0
    values = f"{attack}-{defence}-{movement}"
    if entry["command_range"] is not None:
        values += f" ({entry['command_range']})"
    state = [entry["name"], f"values {values}"]
    state += [word for word, there in (("reduced", reduced), ("in trench state", dug_in)) if there]
    return Counter(
        id=unit,
        side=_DRAWN[entry["side"]],
        colour=_COLOURS[entry["nation"]],
        symbol=_SYMBOLS[entry["kind"]],
        size=_SIZES.get(entry["size"], entry["size"]),
        label=entry["name"].rsplit(" ", 2)[0] if entry["size"] != "hq" else entry["name"],
        values=values,
        reduced=reduced,
        said=", ".join(state),
    )
