"""Moves of Pursuit of Glory, and how its decisions and orders are put into words."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import clingo

from lexbelli import _core
from lexbelli import moves as shared
from lexbelli.chance import Outcome, Throw
from lexbelli.errors import bad_input
from lexbelli.games import Budget
from lexbelli.moves import Decision, GivenMove, Order

__all__ = [
    "BUDGET",
    "PROCEED",
    "Move",
    "asks",
    "decision",
    "offered",
    "read",
    "text_of",
]

# Operation points (9.2); where an action begins there is one without a card (8.1.2), and the best
# cards give five.
BUDGET: Final = Budget(
    key="ops",
    unit="OPS",
    most=20,
    largest=5,
    kinds=("action", "operations"),
    orders=("activate",),
    usual={"action": (1, "one OPS without a card")},
)
# The outcome of a chance without a die: what a phase does by itself.
PROCEED: Final = "proceed"

# What a die falls for, by the first word of its outcomes; it may name a place, a unit or a card.
_DICE: Final = {
    "built": "the trench in {}",
    "failed": "the trench in {}",
    "spared": "the severe weather in {}",
    "struck": "the severe weather in {}",
    "held": "the flank attempt at {}",
    "flanked": "the flank attempt at {}",
    "passed": "{}: does the other player get it?",
    "spent": "{}: does the other player get it?",
    "factor": "the loss factor of {}",
    "loses": "the losses of {} in Galicia",
    "stands": "the losses of {} in Galicia",
    "surrenders": "the siege of {}",
    "holds": "the siege of {}",
}

# The orders of operations, in the order of play.
_KINDS: Final = (
    *("activate", "suppress", "land", "go", "assault", "entrench", "organize"),
    *("withdraw", "remove"),
)
# Orders with which an action begins.
_BEGINS: Final = ("automatic", "play")


@dataclass(frozen=True, slots=True, repr=False)
class Move(shared.Move):
    """A move of Pursuit of Glory: an answer to a decision of a side (see docs/operations.md)."""

    core: _core.PursuitMove

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders, in the order of play."""
        pairs = zip(self.core.texts(), self.core.orders(), strict=True)
        return tuple(Order(text, content) for text, content in pairs)

    @property
    def begins(self) -> bool:
        """Whether it says how an action begins (8.1.2)."""
        return any(order["order"] in _BEGINS for order in self.core.orders())

    def __str__(self) -> str:
        return str(self.core)


def read(position: _core.PursuitPosition, given: GivenMove, asked: str | None = None) -> Move:
    """Read an answer to what a position asks, or to another decision.

    Raises:
        BadInput: It cannot be read, or answers something else.
    """
    if isinstance(given, Move):
        given = given.core.to_json()
    return Move(_core.PursuitMove.parse(position, text_of(given), asked))


def text_of(given: GivenMove) -> str:
    """Return what stands for a move as text or JSON.

    Raises:
        BadInput: It is neither a move nor text nor a list of orders.
    """
    if isinstance(given, str):
        return given
    if isinstance(given, shared.Move):
        given = given.as_json()
    if isinstance(given, list | tuple):
        try:
            return json.dumps([dict(order) for order in given])
        except (TypeError, ValueError) as error:
            raise bad_input(f"is no plain data: {error}", "move") from None
    kind = type(given).__name__
    raise bad_input(f"text or a list of orders is needed, not '{kind}'", "move")


def offered(terms: Sequence[str]) -> list[Order]:
    """Return the orders that the law offers, in the order of play."""
    found: list[Order] = []
    formed: dict[str, dict[str, list[str]]] = {}
    for term in map(clingo.parse_term, terms):
        match term.name, term.arguments:
            case "activate", [stack, purpose]:
                found.append(_activation(stack, str(purpose)))
            case "go", [unit, place]:
                content = {"order": "go", "unit": str(unit), "to": str(place)}
                found.append(Order(f"go {unit} {place}", content))
            case "suppress", [unit]:
                found.append(Order(f"suppress {unit}", {"order": "suppress", "unit": str(unit)}))
            case "organize", [lcu]:
                formed.setdefault(str(lcu), {})
            case "use", [lcu, role, unit]:
                formed.setdefault(str(lcu), {}).setdefault(str(role), []).append(str(unit))
            case kind, [place]:
                found.append(Order(f"{kind} {place}", {"order": kind, "place": str(place)}))
    found += [_organization(lcu, roles) for lcu, roles in formed.items()]
    return sorted(found, key=lambda order: (_KINDS.index(order.kind), order.text))


def _activation(stack: clingo.Symbol, purpose: str) -> Order:
    place, *lists = stack.arguments
    content: dict[str, Any] = {"order": "activate", "place": str(place), "for": purpose}
    text = f"activate {place} {purpose}"
    if lists:
        units, rest = [], lists[0]
        while rest.arguments:
            unit, rest = rest.arguments
            units.append(str(unit))
        content["units"] = units
        text += f" with {','.join(units)}"
    return Order(text, content)


def _organization(lcu: str, roles: Mapping[str, Sequence[str]]) -> Order:
    text, content = f"organize {lcu}", {"order": "organize", "lcu": lcu}
    members = {role: sorted(roles.get(role, [])) for role in ("reserve", "eliminated", "removed")}
    for role, units in members.items():
        if units:
            text += f" {role} {'|'.join(units)}"
    return Order(text, {**content, **members})


def asks(
    kind: str,
    side: str | None,
    text: str,
    ops: int | None = None,
    choices: Sequence[str] = (),
    outcomes: Sequence[Outcome] = (),
    throw: Throw | None = None,
) -> Decision:
    """Return a decision; its points are OPS."""
    return Decision(kind, side, text, ops, choices, outcomes, throw, BUDGET.key)


def asked(entry: Mapping[str, Any]) -> Decision:
    """Put a decision into words that the table of frames has: what is under way."""
    kind, side = entry["kind"], entry["side"]
    about = dict(_core.pursuit_frames()).get(kind, kind)
    return asks(kind, side, f"{str(side).upper()} decides: {about}.")


def hidden_hand(number: int) -> str:
    """Say that a hand is hidden; nothing if it is not."""
    return f"a hidden hand of {number} card{'' if number == 1 else 's'}" if number else ""


def decision(entry: Mapping[str, Any]) -> Decision:
    """Put what the core says of a decision into words, but for those of battles."""
    kind, side = entry["kind"], entry["side"]
    who = str(side).upper()
    match kind:
        case "action":
            events = (f"play {card} for event" for card in entry["events"])
            choices = ("automatic", *(f"play {card}" for card in entry["cards"]), *events)
            unseen = hidden_hand(entry["hidden"])
            card = f"a card of {unseen}" if unseen else "a card"
            text = f"{who} begins an action: one OPS without a card, or {card} played."
            return asks(kind, side, text, choices=choices)
        case "operations":
            text = f"{who} has {entry['ops']} OPS to spend on orders."
            return asks(kind, side, text, entry["ops"])
        case "tribes":
            places = entry["places"].items()
            choices = tuple(f"place {tribe} {place}" for tribe, at in places for place in at)
            due = entry["due"]
            number = "a tribe" if due == 1 else f"the first of {due} tribes"
            text = f"{who} places {number}, because the Jihad level rose."
            return asks(kind, side, text, choices=choices)
        case "chance":
            outcomes = tuple(Outcome(text, Fraction(*odds)) for text, *odds in entry["outcomes"])
            word, *named = outcomes[0].text.split()
            if word == PROCEED:
                text = "The phase goes on by itself."
            elif word == "fire":
                text = f"The die of {named[0].upper()} falls; its outcomes are loss numbers."
            else:
                what = _DICE[word].format(*named)
                text = f"A die falls for {what}{'' if what.endswith('?') else '.'}"
            choices = tuple(outcome.text for outcome in outcomes)
            return asks(kind, side, text, choices=choices, outcomes=outcomes, throw=entry["throw"])
        case "event":
            choices = tuple(f"eliminate {unit}" for unit in entry["units"])
            text = f"{who} chooses for {entry['name']} who is eliminated for good."
            return asks(kind, side, text, choices=choices)
        case "replacement":
            choices = tuple(f"replace {entry['lost']} by {unit}" for unit in entry["units"])
            text = f"{who} says which SCU takes the place of {entry['lost']}."
            return asks(kind, side, text, choices=choices)
        case "not_yet":
            return asks(kind, side, entry.get("text", ""))
        case _:
            return asked(entry)
