"""The tables of the game: the shipped ones, or an owner's own in their place."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lexbelli import _core
from lexbelli.errors import bad_input
from lexbelli.files import toml_of
from lexbelli.games import Scenario
from lexbelli.names import unknown

__all__ = [
    "NAME",
    "load",
    "problem_codes",
    "readings",
    "scenario",
    "scenario_text",
    "scenarios",
    "season",
]

NAME = "pursuit_of_glory"


def load(data: str | None = None) -> _core.PursuitTables:
    """Return the tables.

    Args:
        data: A folder whose files take the place of ours, itself or in its sub-folder
            `pursuit_of_glory`; None for ours alone.

    Raises:
        BadInput: There is no such folder, or a table in it is wrong.
    """
    if data is None:
        return _shipped()
    folder = Path(data)
    if not folder.is_dir():
        raise bad_input(f"there is no folder '{data}'", "data")
    own = folder / NAME
    return _core.PursuitTables(str(own if own.is_dir() else folder))


def scenarios(tables: _core.PursuitTables) -> Sequence[Scenario]:
    """List the scenarios."""
    return [scenario(tables, name) for name in tables.scenarios()]


def scenario(tables: _core.PursuitTables, name: str) -> Scenario:
    """Describe a scenario by what its file says of itself; an unknown one by its name alone."""
    if name not in tables.scenarios():
        return Scenario(NAME, name, name or "unnamed", None)
    file = f"{name}.toml"
    head = _head(tables.scenario_text(name), file)
    for key in ("title", "caution"):
        if not isinstance(head.get(key, ""), str):
            raise bad_input("is no text", f"{file}: {key}")
    return Scenario(NAME, name, head.get("title", name), head.get("caution"))


def scenario_text(tables: _core.PursuitTables, name: str) -> str:
    """Return the text of a scenario's file.

    Raises:
        BadInput: There is no such scenario; it suggests the nearest.
    """
    known = tables.scenarios()
    if name not in known:
        raise unknown(name, known, "scenario")
    return tables.scenario_text(name)


@cache
def season(turn: int) -> str:
    """Name a turn as the Turn Track does: `Fall 1914`."""
    for row in _head(_core.resource(f"scenarios/{NAME}/tables.toml"), "tables.toml")["turns"]:
        if row["turn"] == turn:
            return f"{row['season'].capitalize()} {row['year']}"
    return f"turn {turn}"


@cache
def problem_codes() -> tuple[tuple[str, str], ...]:
    """Return every code of a problem that a set-up can have, with its explanation."""
    return tuple(_core.PursuitTables.problem_codes())


def readings() -> list[tuple[str, str, bool, str]]:
    """Return the documented switches: name, rule number, default, explanation."""
    return _core.PursuitTables.readings()


@cache
def _shipped() -> _core.PursuitTables:
    return _core.PursuitTables()


@cache
def _head(text: str, name: str) -> dict[str, Any]:
    return toml_of(text, name)
