"""Twilight of the Habsburgs: the Italian front, 1917 and 1918."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli import files, games
from lexbelli.twilight_of_the_habsburgs import tables
from lexbelli.twilight_of_the_habsburgs.assaults import ASSAULTS, Assaults
from lexbelli.twilight_of_the_habsburgs.battles import BATTLES, Battles
from lexbelli.twilight_of_the_habsburgs.bulk import Bulk
from lexbelli.twilight_of_the_habsburgs.drawing import overlays
from lexbelli.twilight_of_the_habsburgs.goals import GOALS, Goals
from lexbelli.twilight_of_the_habsburgs.observed import OBSERVED, Observed
from lexbelli.twilight_of_the_habsburgs.position import SCHEMA, Position

__all__ = ["GAME", "Position", "scenario"]


class _Game:
    """What Twilight of the Habsburgs offers; see `lexbelli.games.Game`."""

    name: str = tables.NAME
    title: str = "Twilight of the Habsburgs"
    schema: str = SCHEMA
    sides: Sequence[str] = tables.SIDES
    battles: Battles = BATTLES
    fighting: Assaults = ASSAULTS
    goals: Goals = GOALS
    overlays: Any = overlays
    observed: Observed = OBSERVED

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
        points: int | None = None,
        data: str | None = None,
        allow: Sequence[str] = (),
    ) -> games.Bulk:
        return Bulk(GAME, positions, points, data, allow)

    def storyteller(self, position: Any, ids: bool) -> Any:
        from lexbelli.twilight_of_the_habsburgs.story import storyteller  # noqa: PLC0415 - for stories only

        return storyteller(position, ids)

    def command_line(self) -> Any:
        from lexbelli.twilight_of_the_habsburgs import cli  # noqa: PLC0415 - only the command needs it

        return cli


GAME: Final[games.Game] = _Game()


def scenario(name: str, data: str | None = None) -> Position:
    """Set a scenario of Twilight of the Habsburgs up.

    Args:
        name: The scenario: `caporetto` with its units deployed, `caporetto_setup` before.
        data: A folder with an owner's own tables, or None for the shipped ones.

    Raises:
        BadInput: There is no such scenario; it suggests the nearest.
    """
    return Position.scenario(name, data)
