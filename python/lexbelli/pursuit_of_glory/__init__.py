"""Pursuit of Glory: the Near East, 1914 to 1918."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from lexbelli import games
from lexbelli.battle_odds import Odds
from lexbelli.prospects import Prospects
from lexbelli.pursuit_of_glory import odds as battle_odds
from lexbelli.pursuit_of_glory import tables, workload
from lexbelli.pursuit_of_glory.assaults import ASSAULTS, Assaults
from lexbelli.pursuit_of_glory.bench import Bench, bench
from lexbelli.pursuit_of_glory.bulk import bulk
from lexbelli.pursuit_of_glory.compare import Comparison, compare
from lexbelli.pursuit_of_glory.drawing import overlays
from lexbelli.pursuit_of_glory.goals import GOALS, Goals
from lexbelli.pursuit_of_glory.law import LawAnswer
from lexbelli.pursuit_of_glory.position import SCHEMA, Position
from lexbelli.pursuit_of_glory.stroll import stroll
from lexbelli.pursuit_of_glory.wander import wander
from lexbelli.upshots import Upshots

__all__ = [
    "GAME",
    "LawAnswer",
    "Position",
    "compare",
    "readings",
    "scenario",
    "stroll",
    "wander",
]


class _Game:
    """What Pursuit of Glory offers; see `lexbelli.games.Game`."""

    name: str = tables.NAME
    title: str = "Pursuit of Glory"
    schema: str = SCHEMA
    goals: Goals = GOALS
    overlays: Any = overlays
    fighting: Assaults = ASSAULTS

    def scenarios(self, data: str | None = None) -> Sequence[games.Scenario]:
        return tables.scenarios(tables.load(data))

    def scenario(self, name: str, data: str | None = None) -> Position:
        return Position.scenario(name, data)

    def from_document(
        self, document: str | bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        return Position.from_json(document, data, allow)

    def from_setup(
        self, setup: Mapping[str, Any], data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        return Position.from_setup(setup, data, allow)

    def from_bytes(
        self, content: bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> Position:
        return Position.from_bytes(content, data, allow)

    def bulk(
        self,
        positions: Any = None,
        ops: int | None = None,
        data: str | None = None,
        allow: Sequence[str] = (),
    ) -> games.Bulk:
        return bulk(positions, ops, data, allow)

    def odds(
        self,
        position: Position,
        attack: str,
        cards: Any,
        withdrawal: bool,
        policy: Any,
        force: bool,
    ) -> Odds:
        return battle_odds.odds(position, attack, cards, withdrawal, policy, force)

    def upshots(
        self,
        position: Position,
        attack: str,
        cards: Any,
        withdrawal: bool,
        policy: Any,
        force: bool,
        measures: Sequence[str],
        most: int,
    ) -> Upshots:
        return battle_odds.upshots(
            position, attack, cards, withdrawal, policy, force, measures, most
        )

    def attacks(
        self,
        position: Position,
        origin: Sequence[str] | None,
        target: Sequence[str] | None,
        every: bool,
        most: int,
        by: str,
    ) -> Prospects:
        return battle_odds.attacks(position, origin, target, every, most, by)

    def compare(
        self,
        files: Sequence[str],
        examples: int,
        data: str | None = None,
        by_law: bool = False,
        progress: Callable[[int], None] | None = None,
    ) -> Comparison:
        return compare(files, examples, data, by_law, progress)

    def make_workload(
        self, output: str, rows: int, positions: int, seed: int, own: bool
    ) -> Sequence[str]:
        return workload.make(output, rows, positions, seed, own)

    def bench(self, seconds: float) -> Bench:
        return bench(seconds)


GAME: Final[games.Game] = _Game()


def scenario(name: str, data: str | None = None) -> Position:
    """Set a scenario of Pursuit of Glory up.

    Args:
        name: The scenario, such as `1914_campaign`.
        data: A folder with an owner's own tables, or None for the shipped ones.

    Raises:
        BadInput: There is no such scenario; it suggests the nearest.
    """
    return Position.scenario(name, data)


def readings() -> list[tuple[str, str, bool, str]]:
    """List the switches of how rules are read: name, rule number, default, explanation."""
    return tables.readings()
