"""The state of a skirmish: every cell declared once, and what no state may be."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from conformance.skirmish.cells import Cells, Each, Number, Text, Word, Words, cell
from conformance.skirmish.chart import (
    CARDS,
    HEXES,
    HOMES,
    NAME,
    NUMBERS,
    OVER,
    SCHEMA,
    SIDES,
    UNITS,
)
from lexbelli.errors import InvalidSetup, bad_input

# A card of which it is not known which it is.
UNSEEN: Final = "unseen"
_MAGIC: Final = f"{NAME.upper()}2".encode()
_KINDS: Final = (*HOMES, OVER)
_CARDS: Final = (*CARDS, UNSEEN)


def of_text(document: str | bytes) -> Mapping[str, Any]:
    """Read a document."""
    try:
        content = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise bad_input(f"is no JSON: {error}", "position") from None
    if not isinstance(content, dict):
        raise bad_input("is no object", "position")
    if content.get("schema") != SCHEMA:
        raise bad_input(f"is not '{SCHEMA}'", "schema")
    return content


def of_bytes(content: bytes) -> Mapping[str, Any]:
    """Read the document of a position from its bytes."""
    if not content.startswith(_MAGIC):
        raise bad_input("is no position of a skirmish", "position")
    try:
        return State.unpacked(content[len(_MAGIC) :])
    except ValueError:
        raise bad_input("is damaged", "position") from None


def of_setup(setup: Mapping[str, Any], allow: Sequence[str]) -> "State":
    """Make a state of a document; all problems that are not allowed are told."""
    found = State.of(setup, ["schema"])
    problems = [each for each in _problems(found) if not {each[0], "all"} & set(allow)]
    if problems:
        error = InvalidSetup("\n".join(f"{field}: {text}" for _, field, text in problems))
        error.problems = problems
        raise error
    return found


def _problems(found: "State") -> list[tuple[str, str, str]]:
    problems = []
    for hex_ in HEXES:
        there = [unit for unit, at in found.units if at == hex_]
        if len(there) > NUMBERS["stack"]:
            problems.append(("crowded", f"units.{hex_}", "holds too many units"))
        if len({UNITS[unit][0] for unit in there}) > 1:
            problems.append(("mixed", f"units.{hex_}", "holds units of both sides"))
    held = [card for _, hand in found.hands for card in hand]
    named = [card for card in (*held, *found.played) if card != UNSEEN]
    if len(named) != len(set(named)) or UNSEEN in found.played or found.deck() < 0:
        problems.append(("cards", "hands", "there is one of each card"))
    for side in SIDES:
        unseen = found.hand(side).count(UNSEEN)
        if unseen != (len(found.hand(side)) if side in found.hidden else 0):
            problems.append(("unseen", f"hands.{side}", "is hidden as a whole, or not at all"))
    if (found.target is None) != (not found.strikers):
        problems.append(("battle", "strikers", "there are some if something is struck at"))
    return problems


@dataclass(frozen=True, slots=True)
class State(Cells):
    """All there is; cards that are in no hand and not played lie in the deck."""

    @property
    def at(self) -> dict[str, str]:
        """Where the units are."""
        return dict(self.units)

    def hand(self, side: str) -> tuple[str, ...]:
        """The cards of a side."""
        return dict(self.hands)[side]

    def pool(self) -> list[str]:
        """The cards that may lie in the deck."""
        seen = {*self.played, *(card for _, hand in self.hands for card in hand)}
        return [card for card in CARDS if card not in seen]

    def deck(self) -> int:
        """How many cards are left in the deck."""
        return len(self.pool()) - sum(hand.count(UNSEEN) for _, hand in self.hands)

    def units_in(self, hex_: str | None) -> list[str]:
        """The units in a hex."""
        return [unit for unit, at in self.units if at == hex_]

    def foe(self) -> str:
        """The side whose turn it is not."""
        return SIDES[1 - SIDES.index(self.side)]

    def but(self, **changes: Any) -> "State":
        """Return the state with other values of some cells; `at` stands for the units."""
        at = changes.pop("at", None)
        if at is not None:
            changes["units"] = tuple((unit, at[unit]) for unit in UNITS if unit in at)
        return replace(self, **changes)

    def dealt(self, hands: Mapping[str, Sequence[str]]) -> "State":
        """Return the state with these hands in place of those the sides have."""
        found = tuple((side, tuple(sorted(hands.get(side, hand)))) for side, hand in self.hands)
        return replace(self, hands=found)

    def as_json(self) -> dict[str, Any]:
        """Return the document."""
        return {"schema": SCHEMA, **self.told()}

    def to_bytes(self) -> bytes:
        """Return few bytes."""
        return _MAGIC + self.packed()

    # The cells. One more is one more line here, and one in RULES.md.
    scenario: str = cell(Text(), "", "the scenario it began from")
    turn: int = cell(Number(1, NUMBERS["turns"] + 1), 1, "the turn")
    side: str = cell(Word(SIDES), SIDES[0], "whose turn it is")
    phase: str = cell(Word(_KINDS), "draw", "the decision that is asked", fact="phase")
    units: tuple[tuple[str, str], ...] = cell(
        Each(tuple(UNITS), Word(HEXES), some=True), {}, "where units are", fact="at"
    )
    hands: tuple[tuple[str, tuple[str, ...]], ...] = cell(
        Each(SIDES, Words(_CARDS)), {}, "the cards of the sides", fact="hand"
    )
    hidden: tuple[str, ...] = cell(Words(SIDES), [], "whose hands, and what they draw, are hidden")
    played: tuple[str, ...] = cell(Words(_CARDS), [], "the cards that were played")
    target: str | None = cell(Word(HEXES, none=True), None, "what is struck at", fact="struck_at")
    strikers: tuple[str, ...] = cell(
        Words(tuple(UNITS), ordered=True), [], "who strikes there", fact="strikes"
    )
    card: str | None = cell(Word(tuple(CARDS), none=True), None, "with what card", fact="with")
