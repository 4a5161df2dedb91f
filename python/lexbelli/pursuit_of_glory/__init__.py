"""Pursuit of Glory: the Near East, 1914 to 1918."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from lexbelli import files, games
from lexbelli.evaluations import BattleEvaluation, Interval, MeasureEvaluation
from lexbelli.pursuit_of_glory import (
    attack_options,
    phases,
    supply_lines,
    tables,
)
from lexbelli.pursuit_of_glory.assaults import ASSAULTS, Assaults
from lexbelli.pursuit_of_glory.battle_odds import Odds
from lexbelli.pursuit_of_glory.bulk import bulk
from lexbelli.pursuit_of_glory.chances import CHANCES, Chances
from lexbelli.pursuit_of_glory.compare import Comparison, compare
from lexbelli.pursuit_of_glory.drawing import overlays
from lexbelli.pursuit_of_glory.goals import GOALS, Goals
from lexbelli.pursuit_of_glory.law import LawAnswer
from lexbelli.pursuit_of_glory.moves import BUDGET
from lexbelli.pursuit_of_glory.observed import OBSERVED, Observed
from lexbelli.pursuit_of_glory.played_events import EVENTS, PlayedEvents
from lexbelli.pursuit_of_glory.position import SCHEMA, Position

__all__ = [
    "GAME",
    "LawAnswer",
    "Position",
    "compare",
    "readings",
    "scenario",
]


# What can be had as `lexbelli.NAME`, too.
_EXPORTS: Final[Mapping[str, Any]] = {
    **{name: getattr(phases, name) for name in ("Attrition", "Victory")},
    **{name: getattr(supply_lines, name) for name in ("SupplyLine", "Trace")},
    **{name: getattr(attack_options, name) for name in ("AttackOption", "AttackOptions")},
    **{each.__name__: each for each in (Interval, MeasureEvaluation, BattleEvaluation)},
    "Odds": Odds,
}


class _Game:
    """What Pursuit of Glory offers; see `lexbelli.games.Game`."""

    name: str = tables.NAME
    title: str = "Pursuit of Glory"
    schema: str = SCHEMA
    sides: Sequence[str] = ("ap", "cp")
    budget: games.Budget = BUDGET
    goals: Goals = GOALS
    battles: Chances = CHANCES
    overlays: Any = overlays
    observed: Observed = OBSERVED
    fighting: Assaults = ASSAULTS
    events: PlayedEvents = EVENTS
    exports: Mapping[str, Any] = _EXPORTS

    @property
    def action_words(self) -> Sequence[str]:
        """The words of actions; later versions add to their end."""
        return files.package_words(__package__)

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

    def command_line(self) -> Any:
        from lexbelli.pursuit_of_glory import cli  # noqa: PLC0415 - only the command needs it

        return cli

    def storyteller(self, position: Any, ids: bool) -> Any:
        from lexbelli.pursuit_of_glory.story import storyteller  # noqa: PLC0415 - only stories need it

        return storyteller(position, ids)

    def compare(
        self,
        files: Sequence[str],
        examples: int,
        data: str | None = None,
        by_law: bool = False,
        progress: Callable[[int], None] | None = None,
        known: Sequence[str] = (),
        write_known: str | None = None,
    ) -> Comparison:
        return compare(files, examples, data, by_law, progress, known, write_known)


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
