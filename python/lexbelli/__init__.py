"""Lex Belli: the rulebooks of wargames as logic.

    >>> import lexbelli
    >>> position = lexbelli.scenario("pursuit_of_glory/1914_campaign")
    >>> position.supply()["tu_ix_corps"]
    'full'
    >>> [violation.rule for violation in position.check("go ru_div_3 koprukoy")]
    ['11.1.1-1', '11.1.5-1']

A position is proven valid when it is made and never changes. `BadInput` says what cannot be read,
`InvalidSetup` lists everything that keeps a set-up from being a position, `IllegalMove` every rule
that a move breaks.
"""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lexbelli import files, games, recorded
from lexbelli._core import Table, __version__
from lexbelli.batch import (
    attrition_batch,
    check_batch,
    set_threads,
    supply_batch,
    threads,
    victory_batch,
)
from lexbelli.battle_odds import Odds
from lexbelli.errors import BadInput, IllegalMove, InvalidSetup, bad_input
from lexbelli.games import Scenario
from lexbelli.moves import Decision, Dice, Move, Order, Violation
from lexbelli.names import unknown
from lexbelli.phases import Attrition, Victory, attrition, victory
from lexbelli.position import Position, SupplyLine, Trace
from lexbelli.prospects import Prospect, Prospects, attacks, follow, odds, odds_batch
from lexbelli.puzzles.asking import solve
from lexbelli.puzzles.comparing import diff
from lexbelli.puzzles.found import Seeking, Solution
from lexbelli.puzzles.mending import mend
from lexbelli.puzzles.puzzle import Puzzle, find_puzzle
from lexbelli.puzzles.solving import Search
from lexbelli.puzzles.threats import Threat, Threats, threats
from lexbelli.puzzles.verifying import verify
from lexbelli.record import Difference, Record, Replay, replay
from lexbelli.record import from_content as _end_of_record
from lexbelli.upshots import Span, Upshot, Upshots
from lexbelli.validating import validate

__all__ = [
    "Attrition",
    "BadInput",
    "Decision",
    "Dice",
    "Difference",
    "IllegalMove",
    "InvalidSetup",
    "Move",
    "Odds",
    "Order",
    "Position",
    "Prospect",
    "Prospects",
    "Puzzle",
    "Record",
    "Replay",
    "Scenario",
    "Search",
    "Seeking",
    "Solution",
    "Span",
    "SupplyLine",
    "Table",
    "Threat",
    "Threats",
    "Trace",
    "Upshot",
    "Upshots",
    "Victory",
    "Violation",
    "__version__",
    "attacks",
    "attrition",
    "attrition_batch",
    "check_batch",
    "diff",
    "find_puzzle",
    "follow",
    "load",
    "mend",
    "odds",
    "odds_batch",
    "replay",
    "scenario",
    "scenarios",
    "set_threads",
    "solve",
    "supply_batch",
    "threads",
    "threats",
    "validate",
    "verify",
    "victory",
    "victory_batch",
]


def scenarios(data: str | None = None) -> list[Scenario]:
    """List the scenarios of all games.

    Args:
        data: A folder with an owner's own tables, or None for the shipped ones.
    """
    return [scenario for game in games.all_games() for scenario in game.scenarios(data)]


def scenario(name: str, data: str | None = None) -> Position:
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
    return games.game(found.game).scenario(found.name, data)


def load(
    source: str | bytes | Path, data: str | None = None, allow: Sequence[str] = ()
) -> Position:
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
        return _from_content(source, data, allow)
    if isinstance(source, str) and source.lstrip()[:1] in ("{", "["):
        return _from_content(source.encode(), data, allow)
    content = files.read_bytes(source)
    if Path(source).suffix == ".toml":
        return _from_scenario_file(content, data, allow)
    return _from_content(content, data, allow, str(source))


def _from_content(
    content: bytes, data: str | None, allow: Sequence[str], name: str = "record"
) -> Position:
    if recorded.is_record(content):
        return _end_of_record(content, name, data)
    if content.lstrip()[:1] in (b"{", b"[", b""):
        named = _SCHEMA.search(content)
        chosen = (
            games.game_of_document(named[1].decode(errors="replace"))
            if named
            else games.all_games()[0]
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


def _from_scenario_file(content: bytes, data: str | None, allow: Sequence[str]) -> Position:
    try:
        scenario_file = tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        raise bad_input(f"is no UTF-8 text: {error.reason}", "scenario file") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise bad_input(f"is no TOML: {error}", "scenario file") from None
    setup = scenario_file.get("setup")
    if not isinstance(setup, dict):
        raise bad_input("is no table, which every scenario file has", "setup")
    return games.game(str(scenario_file.get("game", ""))).from_setup(setup, data, allow)
