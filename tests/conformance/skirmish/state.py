"""The state of a skirmish, as JSON and as bytes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from conformance.skirmish.chart import CARDS, HEXES, SCHEMA, SIDES, STACK, TURNS, UNITS
from lexbelli.errors import InvalidSetup, bad_input
from lexbelli.names import nearest, resolve

PHASES: Final = ("draw", "move", "attack", "battle", "over")
# A card of which it is not known which it is.
UNSEEN: Final = "unseen"
_MAGIC: Final = b"SKIRMISH1"
_KEYS: Final = (
    *("schema", "scenario", "turn", "side", "phase", "units", "hands", "hidden", "played"),
    "battle",
)


@dataclass(frozen=True, slots=True)
class Battle:
    """A strike whose dice have not fallen."""

    target: str
    units: tuple[str, ...]
    card: str | None


@dataclass(frozen=True, slots=True)
class State:
    """All there is; cards that are in no hand and not played lie in the deck."""

    scenario: str
    turn: int
    side: str
    phase: str
    units: tuple[tuple[str, str], ...]
    hands: tuple[tuple[str, ...], ...]
    played: tuple[str, ...]
    battle: Battle | None = None
    # The sides whose hands are hidden, and what they draw.
    hidden: tuple[str, ...] = ()

    @property
    def at(self) -> dict[str, str]:
        """Where the units are."""
        return dict(self.units)

    def hand(self, side: str) -> tuple[str, ...]:
        """The cards of a side."""
        return self.hands[SIDES.index(side)]

    def pool(self) -> list[str]:
        """The cards that may lie in the deck."""
        seen = {*self.played, *self.hands[0], *self.hands[1]}
        return [card for card in CARDS if card not in seen]

    def deck(self) -> int:
        """How many cards are left in the deck."""
        return len(self.pool()) - sum(hand.count(UNSEEN) for hand in self.hands)

    def as_json(self) -> dict[str, Any]:
        """Return the document."""
        battle = self.battle
        return {
            "schema": SCHEMA,
            "scenario": self.scenario,
            "turn": self.turn,
            "side": self.side,
            "phase": self.phase,
            "units": self.at,
            "hands": {side: list(self.hand(side)) for side in SIDES},
            "hidden": list(self.hidden),
            "played": list(self.played),
            "battle": battle
            and {"target": battle.target, "units": list(battle.units), "card": battle.card},
        }

    def to_bytes(self) -> bytes:
        """Return few bytes: numbers of what is named, and the scenario."""
        cards = [*CARDS]
        where = self.at
        body = [self.turn, SIDES.index(self.side), PHASES.index(self.phase)]
        body += [1 + HEXES.index(where[unit]) if unit in where else 0 for unit in UNITS]
        for card in cards:
            found = [at for at, held in enumerate((*self.hands, self.played), 1) if card in held]
            body.append(found[0] if found else 0)
        body += [hand.count(UNSEEN) for hand in self.hands]
        body += [side in self.hidden for side in SIDES]
        if self.battle is not None:
            known = [*UNITS]
            card_ = 0 if self.battle.card is None else 1 + cards.index(self.battle.card)
            body += [HEXES.index(self.battle.target), card_]
            body += [known.index(unit) for unit in self.battle.units]
        return _MAGIC + bytes([len(body), *body]) + self.scenario.encode()


def of_bytes(content: bytes) -> Mapping[str, Any]:
    """Read the document of a position from its bytes."""
    if not content.startswith(_MAGIC):
        raise bad_input("is no position of a skirmish", "position")
    try:
        return _document(content[len(_MAGIC) :])
    except (IndexError, ValueError):
        raise bad_input("is damaged", "position") from None


def _document(content: bytes) -> Mapping[str, Any]:
    body, scenario = content[1 : content[0] + 1], content[content[0] + 1 :].decode()
    if len(body) != content[0]:
        raise ValueError
    numbers, cards, known = list(body), [*CARDS], [*UNITS]
    turn, side, phase = (numbers.pop(0) for _ in range(3))
    where = [(unit, numbers.pop(0)) for unit in known]
    piles: list[list[str]] = [[], [], [], []]
    for card in cards:
        piles[numbers.pop(0)].append(card)
    for hand in (1, 2):
        piles[hand] += [UNSEEN] * numbers.pop(0)
    hidden = [side for side in SIDES if numbers.pop(0)]
    battle = None
    if numbers:
        target, card_ = numbers.pop(0), numbers.pop(0)
        battle = {
            "target": HEXES[target],
            "units": [known[number] for number in numbers],
            "card": None if card_ == 0 else cards[card_ - 1],
        }
    return {
        "scenario": scenario,
        "turn": turn,
        "side": SIDES[side],
        "phase": PHASES[phase],
        "units": {unit: HEXES[at - 1] for unit, at in where if at},
        "hands": {"blue": piles[1], "red": piles[2]},
        "hidden": hidden,
        "played": piles[3],
        "battle": battle,
    }


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


def of_setup(setup: Mapping[str, Any], allow: Sequence[str]) -> State:
    """Make a state of a document; all problems that are not allowed are told."""
    for key in setup:
        if key not in _KEYS:
            raise bad_input("is unknown", str(key)[:80], nearest(str(key), _KEYS))
    turn = setup.get("turn", 1)
    if type(turn) is not int or not 1 <= turn <= TURNS + 1:
        raise bad_input("a whole number is needed", "turn")
    placed, hands = _table(setup, "units"), _table(setup, "hands")
    units = {
        resolve(unit, UNITS, "units", "unit"): resolve(_word(at), HEXES, f"units.{unit}", "hex")
        for unit, at in placed.items()
    }
    for side in hands:
        resolve(side, SIDES, "hands", "side")
    held = tuple(_cards(hands.get(side, []), f"hands.{side}") for side in SIDES)
    played = _cards(setup.get("played", []), "played")
    found = State(
        _word(setup.get("scenario", "")),
        turn,
        resolve(_word(setup.get("side", "blue")), SIDES, "side"),
        resolve(_word(setup.get("phase", "draw")), PHASES, "phase"),
        tuple(sorted(units.items())),
        held,
        played,
        _battle(setup.get("battle")),
        _sides(setup.get("hidden", [])),
    )
    problems = [each for each in _problems(found) if not {each[0], "all"} & set(allow)]
    if problems:
        error = InvalidSetup("\n".join(f"{field}: {text}" for _, field, text in problems))
        error.problems = problems
        raise error
    return found


def _problems(found: State) -> list[tuple[str, str, str]]:
    problems = []
    for hex_ in HEXES:
        there = [unit for unit, at in found.units if at == hex_]
        if len(there) > STACK:
            problems.append(("crowded", f"units.{hex_}", "holds more than two units"))
        if len({UNITS[unit][0] for unit in there}) > 1:
            problems.append(("mixed", f"units.{hex_}", "holds units of both sides"))
    named = [card for card in (*found.hands[0], *found.hands[1], *found.played) if card != UNSEEN]
    if len(named) != len(set(named)) or UNSEEN in found.played or found.deck() < 0:
        problems.append(("cards", "hands", "there is one of each card"))
    for side in SIDES:
        unseen = found.hand(side).count(UNSEEN)
        if unseen != (len(found.hand(side)) if side in found.hidden else 0):
            problems.append(("unseen", f"hands.{side}", "is hidden as a whole, or not at all"))
    if (found.battle is None) == (found.phase == "battle"):
        problems.append(("battle", "battle", "is there in the phase of battle, and only then"))
    return problems


def _battle(given: Any) -> Battle | None:
    if given is None:
        return None
    if not isinstance(given, dict) or not isinstance(given.get("units"), list):
        raise bad_input("an object with target, units and card is needed", "battle")
    card = given.get("card")
    return Battle(
        resolve(_word(given.get("target")), HEXES, "battle.target"),
        tuple(resolve(_word(unit), UNITS, "battle.units") for unit in given["units"]),
        None if card is None else resolve(_word(card), CARDS, "battle.card"),
    )


def _cards(given: Any, field: str) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise bad_input("a list is needed", field)
    return tuple(sorted(resolve(_word(card), (*CARDS, UNSEEN), field, "card") for card in given))


def _sides(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise bad_input("a list is needed", "hidden")
    named = [resolve(_word(side), SIDES, "hidden", "side") for side in given]
    return tuple(side for side in SIDES if side in named)


def _table(setup: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = setup.get(key, {})
    if not isinstance(found, dict):
        raise bad_input("an object is needed", key)
    return found


def _word(given: Any) -> str:
    if not isinstance(given, str):
        raise bad_input(f"text is needed, not '{str(given)[:80]}'", "position")
    return given
