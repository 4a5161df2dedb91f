"""What the words of goals say of a position of Twilight of the Habsburgs, by the core alone."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from lexbelli._core import TwilightTables
from lexbelli.position import Position as AnyPosition
from lexbelli.twilight_of_the_habsburgs.command import Command
from lexbelli.twilight_of_the_habsburgs.position import Position
from lexbelli.twilight_of_the_habsburgs.told import known

__all__ = [
    "EVERY",
    "HOLDS",
    "Reached",
    "as_ours",
    "command",
    "fortresses",
    "groups_of_hexes",
    "groups_of_units",
    "headquarters",
    "in_command",
    "on_map",
    "setup_of",
    "side_of",
    "surrounded",
]

# Everyone, as a group.
EVERY: Final = "any"


@dataclass(frozen=True, slots=True)
class Reached:
    """A position that has been reached, and the one before it."""

    before: Position
    now: Position


def as_ours(position: AnyPosition) -> Position:
    """Return a position that is known to be one of this game."""
    assert isinstance(position, Position)
    return position


@lru_cache(maxsize=64)
def units_of(position: Position) -> Mapping[str, str]:
    """Return every unit of the scenario, and where it is."""
    return position.units


def on_map(position: Position, unit: str) -> bool:
    """Whether a unit stands in a hex."""
    return units_of(position).get(unit) in position.hexes


@lru_cache(maxsize=64)
def setup_of(position: Position) -> Mapping[str, Any]:
    """Return the document of a position."""
    return position.setup()


@lru_cache(maxsize=64)
def command(position: Position, side: str) -> Command:
    """Return the command of a side as things stand (4)."""
    return position.command(side)


@lru_cache(maxsize=64)
def in_command(before: Position, now: Position, side: str) -> frozenset[str]:
    """Return the units of a side in command after a move, as a second impulse finds them (4.1)."""
    return frozenset(now.core.in_command_after(before.core, side))


@lru_cache(maxsize=64)
def surrounded(position: Position, side: str) -> frozenset[str]:
    """Return the hexes in which units of a side are surrounded, as all stand (9.72)."""
    return frozenset(position.core.surrounded(side))


@lru_cache(maxsize=64)
def _zones(position: Position, side: str) -> frozenset[str]:
    return position.zones(side)


@lru_cache(maxsize=4)
def headquarters(tables: TwilightTables) -> Sequence[str]:
    """Return every headquarters of the game."""
    return [unit for unit in tables.unit_ids() if tables.unit(unit)["size"] == "hq"]


@lru_cache(maxsize=4)
def _sides(tables: TwilightTables) -> Mapping[str, str]:
    return {unit: tables.unit(unit)["side"] for unit in tables.unit_ids()}


def side_of(position: Position, unit: str) -> str:
    """Return the side of a unit that is known."""
    return _sides(position.core.tables)[unit]


@lru_cache(maxsize=64)
def _held(position: Position) -> frozenset[tuple[str, str]]:
    """Return the sides and the hexes where units of theirs stand."""
    units = units_of(position).items()
    return frozenset((side_of(position, unit), place) for unit, place in units)


def groups_of_units(position: Position) -> Mapping[str, Sequence[str]]:
    """Return the units of a scenario by side, nation, size, kind and army; and all."""
    return _units(position.core.tables, position.scenario_name, tuple(units_of(position)))


@lru_cache(maxsize=32)
def _units(
    tables: TwilightTables, scenario: str, units: Sequence[str]
) -> Mapping[str, Sequence[str]]:
    armies = dict(tables.scenario(scenario)["armies"])
    found: dict[str, list[str]] = defaultdict(list)
    for unit in units:
        entry = tables.unit(unit)
        traits = {entry[key] for key in ("side", "nation", "size", "kind")}
        for name in {EVERY, armies.get(unit, EVERY), *traits}:
            found[name].append(unit)
    return dict(found)


def groups_of_hexes(position: Position) -> Mapping[str, Sequence[str]]:
    """Return the hexes by what is printed on them, and by the start line of the scenario.

    Terrain and country; `town`, `city`, `fortress`, `depot`, `rail`, `coast`, `lakeside`, `edge`;
    a side, for the hexes on its side of the start line, `line`, for those that touch it, an army,
    for its strip along it; `victory`, for those that are worth points; and all.
    """
    return _hexes(position.core.tables, position.scenario_name)


@lru_cache(maxsize=8)
def _hexes(tables: TwilightTables, scenario: str) -> Mapping[str, Sequence[str]]:
    printed = tables.scenario(scenario)
    line: int = printed["line"]
    touching = {
        str(fact.symbol.arguments[0])
        for facts in known(tables, scenario).by_hex.values()
        for fact in facts
        if fact.signature == ("line_distance", 2) and fact.symbol.arguments[1].number == 1
    }
    lakeside = {
        str(fact.symbol)
        for facts in known(tables, scenario).by_hex.values()
        for fact in facts
        if fact.signature == ("lakeside", 1)
    }
    worth = {place for place, _, _ in printed["scoring"]}
    found: dict[str, list[str]] = defaultdict(list)
    for army, strip in printed["strips"]:
        found[army] += strip
    for place in tables.place_ids():
        if not place.startswith("h"):
            continue
        entry = tables.hex(place)
        marks = {
            "town": entry["towns"],
            "city": entry["city"],
            "fortress": entry["fortress"],
            "depot": entry["depots"][line],
            "rail": entry["rail"],
            "coast": entry["coast"],
            "edge": entry["edges"],
            "line": place in touching,
            "lakeside": place in lakeside,
            "victory": place in worth,
        }
        names = {EVERY, entry["terrain"], entry["country"], entry["sides"][line]}
        names.add(f"{entry['depots'][line]}_depot")
        for name in (names | {mark for mark, borne in marks.items() if borne}) - {
            None,
            "None_depot",
        }:
            found[name].append(place)
    return dict(found)


def fortresses(position: Position, side: str) -> Sequence[str]:
    """Return the hexes of a side's fortresses that have not fallen (11)."""
    fallen = setup_of(position).get("fallen", ())
    return [
        place
        for place in groups_of_hexes(position).get("fortress", ())
        if position.core.tables.hex(place)["fortress"] == side and place not in fallen
    ]


def _is_in_command(at: Reached, unit: str) -> bool:
    return unit in in_command(at.before, at.now, side_of(at.now, unit))


def _linked(at: Reached, unit: str, hq: str) -> bool:
    return (unit, hq) in command(at.now, side_of(at.now, hq)).lines


def _based(at: Reached, hq: str, place: str) -> bool:
    return (hq, place) in command(at.now, side_of(at.now, hq)).bases


def _is_cut(at: Reached, hq: str) -> bool:
    bases = command(at.now, side_of(at.now, hq)).bases
    return on_map(at.now, hq) and all(one != hq for one, _ in bases)


def _marked(at: Reached, mark: str, unit: str) -> bool:
    return on_map(at.now, unit) and unit in setup_of(at.now).get(mark, ())


HOLDS: Final[Mapping[str, Callable[..., bool]]] = {
    "at": lambda at, unit, place: units_of(at.now).get(unit) == place,
    "occupied": lambda at, side, place: (side, place) in _held(at.now),
    "in_command": _is_in_command,
    "out_of_command": lambda at, unit: on_map(at.now, unit) and not _is_in_command(at, unit),
    "cut": _is_cut,
    "line": _linked,
    "base": _based,
    "usable": lambda at, side, place: place in command(at.now, side).usable,
    "fed": lambda at, side, place: place in command(at.now, side).fed,
    "zone": lambda at, side, place: place in _zones(at.now, side),
    "surrounded": lambda at, side, place: place in surrounded(at.now, side),
    "entrenched": lambda at, unit: _marked(at, "entrenched", unit),
    "reduced": lambda at, unit: _marked(at, "reduced", unit),
    "fallen": lambda at, place: place in setup_of(at.now).get("fallen", ()),
    "cleared": lambda at, side, place: (
        (side, place) in _held(at.before) and (side, place) not in _held(at.now)
    ),
    "thinned": lambda at, side, place: (
        (side, place) in _held(at.before)
        and any(
            where == place and side_of(at.before, unit) == side and not on_map(at.now, unit)
            for unit, where in units_of(at.before).items()
        )
    ),
    "gone": lambda at, unit: on_map(at.before, unit) and not on_map(at.now, unit),
}
