"""What the words of goals say of a position, by the core alone."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from lexbelli import _core
from lexbelli.capabilities import attacks
from lexbelli.errors import BadInput
from lexbelli.position import Position as AnyPosition
from lexbelli.pursuit_of_glory.position import Position

__all__ = [
    "HOLDS",
    "Reached",
    "as_ours",
    "beachheads",
    "commander",
    "controller",
    "factors",
    "holds",
    "is_disrupted",
    "marked",
    "on_map",
    "setup_of",
    "standing",
    "supply",
    "traits_of_space",
    "traits_of_unit",
]


@dataclass(frozen=True, slots=True)
class Reached:
    """A position that has been reached, the one before it, and a number that is asked for."""

    before: Position
    now: Position
    number: int


def _controls(at: Reached, side: str, space: str) -> bool:
    return controller(at.now, space) == side


def holds(at: Reached, side: str, space: str) -> bool:
    """Whether a side has control of a space, full or partial."""
    return (at.now.partial_control(space) or controller(at.now, space)) == side


def controller(position: Position, space: str) -> str:
    """Who has full control; a beachhead is the AP's while its marker lies there (3.1.6-2)."""
    if position.core.tables.space(space)["kind"] == "beachhead":
        return "ap" if marked(position, space) else "neutral"
    return position.control(space)


def _gone(at: Reached, unit: str) -> bool:
    here = on_map(at.now)
    return at.before.units.get(unit) in here and at.now.units.get(unit) not in here


def _occupied(at: Reached, side: str, space: str) -> bool:
    return any(_fights(at.now, unit, side) for unit in standing(at.now, space))


def as_ours(position: AnyPosition) -> Position:
    """Return a position that is known to be one of this game."""
    assert isinstance(position, Position)
    return position


@lru_cache(maxsize=64)
def supply(position: Position) -> Mapping[str, str]:
    """Return the supply status of every unit on the map (14.1)."""
    return position.core.supply()


def on_map(position: Position) -> list[str]:
    """Return the spaces, without the boxes beside the map."""
    tables = position.core.tables
    return [space for space in tables.space_ids() if tables.space(space)["kind"] != "box"]


def traits_of_unit(unit: Mapping[str, Any]) -> set[str]:
    """Return the words a unit of the tables is grouped by."""
    return {unit["side"], unit["size"], unit["class"], unit["type"], *unit["nations"]}


def traits_of_space(space: Mapping[str, Any]) -> set[str]:
    """Return the words a space of the tables is grouped by."""
    traits = {space["area"], space["country"], space["kind"], space["terrain"]}
    return traits | ({"vp"} if space["vp"] else set())


def standing(position: Position, space: str) -> list[str]:
    """Return the units in a space."""
    return [unit for unit, place in position.units.items() if place == space]


def commander(position: Position, unit: str) -> str:
    """The side that commands a unit: Greeks obey Greece's ally (18.8.1.2.b-3)."""
    entry = position.core.tables.unit(unit)
    if "gr" in entry["nations"] and "br" not in entry["nations"]:
        return str(setup_of(position).get("greece", "neutral"))
    return str(entry["side"])


def _fights(position: Position, unit: str, side: str, regular: bool = False) -> bool:
    """Whether a unit is a combat unit of a side (2.0.combat_unit)."""
    kinds = ("regular",) if regular else ("regular", "irregular", "tribe")
    fights = position.core.tables.unit(unit)["class"] in kinds
    return fights and commander(position, unit) == side


@lru_cache(maxsize=8)
def beachheads(tables: _core.PursuitTables) -> frozenset[str]:
    """Return the beachhead spaces of the map (3.1.6)."""
    spaces = tables.space_ids()
    return frozenset(space for space in spaces if tables.space(space)["kind"] == "beachhead")


def marked(position: Position, space: str) -> bool:
    """Whether a beachhead marker lies in a space (3.1.6-2)."""
    return space in position.core.beachheads()


@lru_cache(maxsize=64)
def _flips(position: Position) -> frozenset[str]:
    return frozenset(position.core.flips())


@lru_cache(maxsize=64)
def setup_of(position: Position) -> Mapping[str, Any]:
    """Return the document of a position."""
    return position.setup()


def is_disrupted(position: Position, side: str, space: str) -> bool:
    """Enemy irregulars or tribes without regulars of ours, or an uprising (11.2.2.1, 3.2.4.2)."""
    kind = setup_of(position).get("uprisings", {}).get(space)
    if side in _TROUBLES.get(kind, ()):
        return True
    foe = "cp" if side == "ap" else "ap"
    if controller(position, space) != side:
        return False
    units = standing(position, space)
    light = any(
        _fights(position, one, foe) and not _fights(position, one, foe, True) for one in units
    )
    return light and not any(_fights(position, one, side, True) for one in units)


_LINK: Final = re.compile(r"\b(link|link_nation|link_flag)\((\w+),(\w+),(\w+(?:\(\w+\))?)\)\.")
_TROUBLES: Final[Mapping[str | None, tuple[str, ...]]] = {
    "armenian": ("cp",),
    "persian": ("ap",),
    "soviet": ("ap", "cp"),
}


def _rail_cut(before: Position, now: Position, start: str, end: str) -> bool:
    """Whether no finished railroad of the foe joins two places through which he may trace."""
    side = "cp" if before.decision.side == "ap" else "ap"
    tables = now.core.tables
    setup = setup_of(now)
    lines: dict[str, list[str]] = {}
    marked: dict[tuple[str, str], set[str]] = {}
    facts = tables.static_facts()
    flags: dict[tuple[str, str], set[str]] = {}
    for name, one, other, what in _LINK.findall(facts):
        if name == "link_nation":
            marked.setdefault((one, other), set()).add(what)
        elif name == "link_flag":
            flags.setdefault((one, other), set()).add(what)
    for name, one, other, what in _LINK.findall(facts):
        if name != "link" or not _finished(what, flags.get((one, other), set()), side, setup):
            continue
        nations = marked.get((one, other), set())
        own = {"cp": {"cp", "tu", "tua"}, "ap": {"ap", "ru"}}[side]
        if not nations or nations & own:
            lines.setdefault(one, []).append(other)
    reached = {start} if _passes(now, side, start) else set()
    news = list(reached)
    while news:
        for place in lines.get(news.pop(), ()):
            if place not in reached and _passes(now, side, place):
                reached.add(place)
                news.append(place)
    return end not in reached


def _finished(what: str, flags: set[str], side: str, setup: Mapping[str, Any]) -> bool:
    if what == "rail":
        return True
    owner = next(
        (flag[len("rail_for(") : -1] for flag in flags if flag.startswith("rail_for(")), None
    )
    if owner is not None:
        done = setup.get("sinai_railroad")
        return owner == side and done is not None and done <= setup["turn"]
    card = next(
        (flag[len("completed_by(") : -1] for flag in flags if flag.startswith("completed_by(")),
        None,
    )
    return what == "unfinished_rail" and card in setup.get("events", {})


def _passes(position: Position, side: str, space: str) -> bool:
    """Whether a trace of the side may pass through a space (14.1.2.b)."""
    foe = "cp" if side == "ap" else "ap"
    full, part, _ = position.core.control(space)
    kind = position.core.tables.space(space)["kind"]
    stopped = any(_fights(position, unit, foe, True) for unit in standing(position, space))
    if full == side:
        return not stopped or kind == "region"
    return part == side or (full == foe and space in position.core.besieged())


def _largest_attack(position: Position, space: str) -> int:
    """The combat factors of the strongest attack on a space that can be declared now."""
    if position.decision.kind != "attack":
        return 0
    try:
        found = attacks(position, target=space)
    except BadInput:
        return 0
    printed = dict(factors(position))
    return max((sum(printed[unit] for unit in each.units) for each in found), default=0)


def factors(position: Position) -> Iterator[tuple[str, int]]:
    """The printed combat factors of the units on the map."""
    reduced = set(setup_of(position).get("reduced", ()))
    tables = position.core.tables
    for unit in position.units:
        yield unit, tables.unit(unit)["reduced" if unit in reduced else "full"][0] or 0


HOLDS: Final[Mapping[str, Callable[..., bool]]] = {
    "oos": lambda at, unit: supply(at.now).get(unit) == "oos",
    "supplied": lambda at, unit: supply(at.now).get(unit, "oos") != "oos",
    "supply": lambda at, unit, status: supply(at.now).get(unit) == status,
    "controls": _controls,
    "holds": holds,
    "besieged": lambda at, space: space in at.now.core.besieged(),
    "flips": lambda at, space: space in _flips(at.now),
    "at": lambda at, unit, space: at.now.units.get(unit) == space,
    "occupied": _occupied,
    "disrupted": lambda at, side, space: is_disrupted(at.now, side, space),
    "beachhead": lambda at, space: marked(at.now, space),
    "gone": _gone,
    "rail_cut": lambda at, start, end: _rail_cut(at.before, at.now, start, end),
    "can_attack": lambda at, space: _largest_attack(at.now, space) >= at.number,
}
