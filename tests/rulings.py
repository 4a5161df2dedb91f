"""The files of numbered rulings in tests/cases, and their positions."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lexbelli import pursuit_of_glory as pog

ALL_FILES = sorted((Path(__file__).parent / "cases/pursuit_of_glory").glob("*.toml"))
KEYS = {"rule", "title", "base", "change", "expect", "operations", "victory"}


def content_of(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def position_of(content: Mapping[str, Any]) -> pog.Position:
    assert content.keys() <= KEYS, f"unknown keys {content.keys() - KEYS}"
    change = dict(content.get("change", {}))
    units = {unit: place for place, members in change.pop("units", {}).items() for unit in members}
    allow = change.pop("allow", [])
    base = content["base"]
    setup = {} if base == "empty" else pog.scenario(base).setup()
    for key, value in change.items():
        old = setup.get(key)
        setup[key] = {**old, **value} if isinstance(old, dict) else value
    placed = setup.setdefault("units", {})
    for place in list(placed):
        placed[place] = [unit for unit in placed[place] if unit not in units]
    for unit, place in units.items():
        placed.setdefault(place, []).append(unit)
    return pog.Position.from_setup(setup, allow=allow)
