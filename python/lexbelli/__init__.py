"""Lex Belli: the rulebooks of wargames as logic.

    >>> import lexbelli
    >>> for each in lexbelli.scenarios():
    ...     position = lexbelli.scenario(each.full_name)
    ...     print(position.decision.text)

A position is proven valid when it is made and never changes. `BadInput` says what cannot be read,
`InvalidSetup` lists everything that keeps a set-up from being a position, `IllegalMove` every rule
that a move breaks.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from lexbelli import files, games
from lexbelli._core import Table, __version__
from lexbelli.batch import (
    attrition_batch,
    check_batch,
    odds_batch,
    set_threads,
    supply_batch,
    threads,
    victory_batch,
)
from lexbelli.capabilities import attacks, attrition, evaluate_battle, odds, victory
from lexbelli.chance import Dice, Throw
from lexbelli.errors import BadInput, IllegalMove, InvalidSetup, bad_input
from lexbelli.games import Scenario, register
from lexbelli.moves import Decision, Move, Order, Violation
from lexbelli.names import unknown
from lexbelli.players.match import Match, MatchSettings
from lexbelli.players.suggesting import Suggestion, suggest
from lexbelli.playout import Playout, playouts
from lexbelli.position import AnyPosition, Position
from lexbelli.puzzles.asking import solve
from lexbelli.puzzles.comparing import diff
from lexbelli.puzzles.found import SearchBase, Solution
from lexbelli.puzzles.minimal_fixes import mend
from lexbelli.puzzles.puzzle import Puzzle, find_puzzle
from lexbelli.puzzles.solving import Search
from lexbelli.puzzles.threats import Threat, Threats, threats
from lexbelli.puzzles.verifying import verify
from lexbelli.record import Difference, Record, Replay, replay
from lexbelli.record import from_content as _end_of_record
from lexbelli.record.format import is_record
from lexbelli.runs import ask, validate

__all__ = [
    "BadInput",
    "Decision",
    "Dice",
    "Difference",
    "IllegalMove",
    "InvalidSetup",
    "Match",
    "MatchSettings",
    "Move",
    "Order",
    "Playout",
    "Position",
    "Puzzle",
    "Record",
    "Replay",
    "Scenario",
    "Search",
    "SearchBase",
    "Solution",
    "Suggestion",
    "Table",
    "Threat",
    "Threats",
    "Throw",
    "Violation",
    "__version__",
    "ask",
    "attacks",
    "attrition",
    "attrition_batch",
    "check_batch",
    "diff",
    "evaluate_battle",
    "find_puzzle",
    "load",
    "mend",
    "odds",
    "odds_batch",
    "playouts",
    "register",
    "replay",
    "scenario",
    "scenarios",
    "set_threads",
    "solve",
    "suggest",
    "supply_batch",
    "threads",
    "threats",
    "validate",
    "verify",
    "victory",
    "victory_batch",
]


def __getattr__(name: str) -> Any:
    """Return what a game lets be had by this name, such as the class of its odds."""
    if not name.startswith("_"):
        for game in games.all_games():
            exports = getattr(game, "exports", {})
            if name in exports:
                return exports[name]
    raise AttributeError(f"module 'lexbelli' has no attribute '{name}'")


def __dir__() -> list[str]:
    """List what there is, with what games let be had."""
    lent = (getattr(game, "exports", {}) for game in games.all_games())
    return sorted({*globals(), *(name for names in lent for name in names)})


def scenarios(data: str | None = None) -> list[Scenario]:
    """List the scenarios of all games.

    Args:
        data: A folder with an owner's own tables, or None for the shipped ones.
    """
    return [scenario for game in games.all_games() for scenario in game.scenarios(data)]


def scenario(name: str, data: str | None = None) -> AnyPosition:
    """Set a scenario up.

    Args:
        name: The scenario, as `game/name`, or by its own name alone if no other game has it.
        data: A folder with an owner's own tables, or None for the shipped ones.

    Raises:
        BadInput: There is no such scenario; it suggests the nearest.
    """
    found = games.find_scenario(name, data)
    if found is None:
        known = [each.name for each in scenarios(data)]
        raise unknown(name.rpartition("/")[2], known, "scenario")
    made: Any = games.game(found.game).scenario(found.name, data)
    return made


def load(
    source: str | bytes | Path, data: str | None = None, allow: Sequence[str] = ()
) -> AnyPosition:
    """Read a position.

    Args:
        source: The position itself, as JSON text, as bytes of it or as the compact bytes of
            `Position.to_bytes`; or the path of a file that holds either, or a scenario file
            (`.toml`), or the record of a game, which is played to its end; `-` reads standard
            input.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that are tolerated; `all` stands for every one.

    Raises:
        BadInput: It cannot be read.
        InvalidSetup: It can, but is no position; the error lists every problem.
    """
    if isinstance(source, bytes):
        return _from_content(files.unpacked(source, "position"), data, allow)
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        content = source.removeprefix("\ufeff").encode(errors="backslashreplace")
        return _from_content(content, data, allow)
    content = files.read_content(source)
    if Path(source).suffix == ".toml":
        return _from_scenario_file(content, data, allow)
    made: AnyPosition = _from_content(content, data, allow, str(source))
    return made


def _from_content(
    content: bytes, data: str | None, allow: Sequence[str], name: str = "record"
) -> Any:
    if is_record(content):
        return _end_of_record(content, name, data)
    if content.lstrip()[:1] in (b"{", b"[", b""):
        named = _SCHEMA.search(content)
        chosen = (
            games.game_of_document(named[1].decode(errors="replace")) if named else games.usual()
        )
        return chosen.from_document(content, data, allow)
    problems: list[BadInput] = []
    for game in games.all_games():
        try:
            return game.from_bytes(content, data, allow)
        except BadInput as problem:
            problems.append(problem)
    raise problems[0]


# Enough to know whose document it is, even where the rest of it is damaged.
_SCHEMA: Final = re.compile(rb'"schema"\s*:\s*"([^"\\]{0,200})"')


def _from_scenario_file(content: bytes, data: str | None, allow: Sequence[str]) -> Any:
    scenario_file = files.toml_of(files.text_of(content, "scenario file"), "scenario file")
    setup = scenario_file.get("setup")
    if not isinstance(setup, dict):
        raise bad_input("is no table, which every scenario file has", "setup")
    return games.game(str(scenario_file.get("game", ""))).from_setup(setup, data, allow)
