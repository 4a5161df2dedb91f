"""The files of numbered rulings in tests/cases, and their positions."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lexbelli import pursuit_of_glory as pog
from lexbelli._core import PursuitPosition
from lexbelli.pursuit_of_glory import tables

ALL_FILES = sorted((Path(__file__).parent / "cases/pursuit_of_glory").glob("*.toml"))
KEYS = {"rule", "title", "base", "change", "expect", "operations", "victory"}
# The tables of a position that [[situations.battles]] change in part.
_MERGED = {"units", "control", "cards", "battle"}


@cache
def content_of(file: Path) -> Mapping[str, Any]:
    """What a file says; it is read once, and many tests ask for it."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def position_of(content: Mapping[str, Any]) -> pog.Position:
    assert content.keys() <= KEYS, f"unknown keys {content.keys() - KEYS}"
    setup, allow = _document(content["base"], content.get("change", {}))
    return pog.Position.from_setup(setup, allow=allow)


def _document(base: str, changed: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The set-up of a position, and the problems of it that are wanted."""
    change = dict(changed)
    units = {unit: place for place, members in change.pop("units", {}).items() for unit in members}
    allow = change.pop("allow", [])
    setup = {} if base == "empty" else pog.scenario(base).setup()
    for key, value in change.items():
        old = setup.get(key)
        setup[key] = {**old, **value} if isinstance(old, dict) else value
    placed = setup.setdefault("units", {})
    for place in list(placed):
        placed[place] = [unit for unit in placed[place] if unit not in units]
    for unit, place in units.items():
        placed.setdefault(place, []).append(unit)
    return setup, allow


def battles_of(content: Mapping[str, Any]) -> Iterator[tuple[str, list[str], Mapping[str, Any]]]:
    """What stands under [[situations.battles]], each with its position's document, as text."""
    for situation in content["situations"]:
        for battle in situation["battles"]:
            change = _overlaid(situation["change"], battle.get("change", {}))
            setup, allow = _document(content["base"], change)
            yield json.dumps(setup, sort_keys=True), allow, battle


def _overlaid(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """`units`, `control`, `cards` and `battle` go into those of the base; the rest replaces it."""
    moved = {unit for members in change.get("units", {}).values() for unit in members}
    found = dict(base)
    found["units"] = {
        place: [unit for unit in members if unit not in moved]
        for place, members in base.get("units", {}).items()
    }
    for key, value in change.items():
        found[key] = {**found.get(key, {}), **value} if key in _MERGED else value
    return found


def told(setup: str, allow: Sequence[str] = ()) -> PursuitPosition:
    """A position at the very stage that is told, though nobody had a choice there."""
    return PursuitPosition.from_json(tables.load(), setup, allow)


@dataclass(frozen=True)
class Case:
    """One of several things that a file says: its number among them, and what it says."""

    file: Path
    number: int
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return f"{self.file.stem}-{self.number}"


def cases_of(files: Iterable[Path], key: str) -> list[Case]:
    """What files say under a key, one after the other."""
    return [
        Case(file, number, content)
        for file in files
        for number, content in enumerate(content_of(file).get(key, []), 1)
    ]
