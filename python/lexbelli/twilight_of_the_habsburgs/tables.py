"""The tables of the game: the shipped ones, or an owner's own in their place."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from lexbelli import _core
from lexbelli.errors import bad_input
from lexbelli.games import Scenario
from lexbelli.names import unknown

__all__ = [
    "NAME",
    "SIDES",
    "hexes",
    "levels",
    "load",
    "names",
    "problem_codes",
    "refuse_supposed",
    "scenario",
    "scenarios",
    "sides",
]

NAME: Final = "twilight_of_the_habsburgs"
SIDES: Final = ("central", "entente")


def load(data: str | None = None) -> _core.TwilightTables:
    """Return the tables.

    Args:
        data: A folder whose files take the place of ours, itself or in its sub-folder
            `twilight_of_the_habsburgs`; None for ours alone.

    Raises:
        BadInput: There is no such folder, or a table in it is wrong.
    """
    if data is None:
        return _shipped()
    folder = Path(data)
    if not folder.is_dir():
        raise bad_input(f"there is no folder '{data}'", "data")
    own = folder / NAME
    return _core.TwilightTables(str(own if own.is_dir() else folder))


def scenarios(tables: _core.TwilightTables) -> Sequence[Scenario]:
    """List the scenarios: each deployed, and to be set up."""
    return [
        Scenario(NAME, name, title, caution if status == "reconstructed" else None)
        for name, title, status, caution in tables.scenarios()
    ]


def scenario(tables: _core.TwilightTables, name: str) -> Scenario:
    """Return a scenario by its name.

    Raises:
        BadInput: There is none; it suggests the nearest.
    """
    found = {each.name: each for each in scenarios(tables)}
    if name not in found:
        raise unknown(name, list(found), "scenario")
    return found[name]


@cache
def problem_codes() -> tuple[tuple[str, str], ...]:
    """Return every code of a problem that a set-up can have, with its explanation."""
    return tuple(_core.TwilightTables.problem_codes())


@cache
def _shipped() -> _core.TwilightTables:
    return _core.TwilightTables()


@lru_cache(maxsize=8)
def hexes(given: _core.TwilightTables) -> frozenset[str]:
    """Return every hex."""
    return frozenset(place for place in given.place_ids() if place.startswith("h"))


@lru_cache(maxsize=8)
def levels(given: _core.TwilightTables) -> Mapping[str, int | None]:
    """Return the least margin of each level of victory, the highest first; the last has none."""
    return dict(given.levels())


@lru_cache(maxsize=8)
def sides(given: _core.TwilightTables) -> Mapping[str, str]:
    """Return the side of every unit, placed or not."""
    return {unit: given.unit(unit)["side"] for unit in given.unit_ids()}


@lru_cache(maxsize=8)
def names(given: _core.TwilightTables) -> Mapping[str, str]:
    """Return the hexes by their numbers and by their towns."""
    found = {}
    for place in given.place_ids():
        if place.startswith("h"):
            entry = given.hex(place)
            found[entry["number"]] = place
            found |= {town.lower().replace(" ", "_"): place for town in entry["towns"]}
    return found


def refuse_supposed(args: Sequence[Any], supposed: Mapping[str, Any]) -> None:
    """Refuse parameters that only other games take.

    Raises:
        BadInput: There are any.
    """
    if args or supposed:
        name = next(iter(supposed), "supposed")
        raise bad_input(f"is nothing that '{NAME}' supposes", name)
