"""A tiny game on a dozen hexes, loaded as any game is that somebody else brings."""

from collections.abc import Mapping, Sequence
from typing import Any

import lexbelli
from conformance.skirmish.chart import CARDS, HEXES, NAME, SCENARIOS, SCHEMA, SIDES, TITLE, UNITS
from conformance.skirmish.goals import Goals
from conformance.skirmish.position import SkirmishPosition
from conformance.skirmish.state import of_bytes, of_setup, of_text
from lexbelli.errors import bad_input
from lexbelli.games import Scenario
from lexbelli.names import unknown

__all__ = ["GAME", "Skirmish"]


class Skirmish:
    """The game."""

    name = NAME
    title = TITLE
    schema = SCHEMA
    sides: Sequence[str] = SIDES
    goals = Goals()

    @property
    def action_words(self) -> Sequence[str]:
        """The words of actions: units, hexes and cards, and those of orders and decisions."""
        fixed = ("pass", "move", "attack", "go", "strike", "card", "via")
        return (*fixed, *UNITS, *HEXES, *CARDS)

    def scenarios(self, data: str | None = None) -> Sequence[Scenario]:  # noqa: ARG002
        return [Scenario(NAME, name, f"{TITLE}: {name}", None) for name in SCENARIOS]

    def scenario(self, name: str, data: str | None = None) -> SkirmishPosition:  # noqa: ARG002
        if name not in SCENARIOS:
            raise unknown(name, SCENARIOS, "scenario")
        return self.from_setup({"scenario": name, "units": SCENARIOS[name]})

    def from_document(
        self, document: str | bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> SkirmishPosition:
        return self.from_setup(of_text(document), data, allow)

    def from_setup(
        self,
        setup: Mapping[str, Any],
        data: str | None = None,  # noqa: ARG002
        allow: Sequence[str] = (),
    ) -> SkirmishPosition:
        return SkirmishPosition(of_setup(setup, allow), allow)

    def from_bytes(
        self, content: bytes, data: str | None = None, allow: Sequence[str] = ()
    ) -> SkirmishPosition:
        if not isinstance(content, bytes):
            raise bad_input("bytes are needed", "position")
        return self.from_setup(of_bytes(content), data, allow)


GAME = Skirmish()
# Work that goes to other processes finds the game there, too.
lexbelli.register(GAME)
