"""Moves of Twilight of the Habsburgs, and how its decisions are put into words."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from lexbelli import _core
from lexbelli import moves as shared
from lexbelli.chance import Outcome
from lexbelli.errors import bad_input
from lexbelli.moves import Decision, GivenMove, Order

__all__ = ["PLAYERS", "Move", "decision", "read", "under_way"]

# What the rulebook calls the sides' players.
PLAYERS: Final = {"central": "The Central Powers", "entente": "The Entente"}

# What dice fall for, by the first word of their outcomes.
_DICE: Final = {
    "steps": "Dice fall for the steps that a side loses before play.",
    "event": "Two dice fall for the event of the turn.",
    "success": "A die falls for the offensive of {headquarters}.",
    "failure": "A die falls for the offensive of {headquarters}.",
    "sunk": "A die falls for the lake submarine.",
    "missed": "A die falls for the lake submarine.",
    "broken": "A die falls for the lake submarine.",
    "armistice": "A die falls for the armistice.",
    "war": "A die falls for the armistice.",
}


@dataclass(frozen=True, slots=True, repr=False)
class Move(shared.Move):
    """An answer to a decision of a side (docs/twilight_of_the_habsburgs/interface.md)."""

    core: _core.TwilightMove

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders, sorted."""
        pairs = zip(self.core.texts(), self.core.orders(), strict=True)
        return tuple(Order(text, content) for text, content in pairs)

    def __str__(self) -> str:
        return str(self.core)


def read(position: _core.TwilightPosition, given: GivenMove) -> Move:
    """Read an answer to what a position asks.

    Raises:
        BadInput: It cannot be read, or answers something else.
    """
    if isinstance(given, Move):
        given = given.core.to_json()
    return Move(_core.TwilightMove.parse(position, _text_of(given)))


def _text_of(given: GivenMove) -> str:
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


def decision(entry: Mapping[str, Any]) -> Decision:
    """Put what the core says of a decision into words."""
    kind, side = entry["kind"], entry["side"]
    who = PLAYERS.get(side, "Nobody")
    if entry["hidden"]:
        text = f"{who} decide ({kind}); with hidden units, what they may do is not known (13.1)."
        return Decision(kind, side, text)
    match kind:
        case "chance":
            outcomes = tuple(Outcome(text, Fraction(*odds)) for text, *odds in entry["outcomes"])
            word = outcomes[0].text.partition(" ")[0]
            text = _DICE.get(word, "A die falls for the attack on {hex} ({table}).")
            text = text.format_map(entry)
            choices = tuple(outcome.text for outcome in outcomes)
            return Decision(
                kind, None, text, choices=choices, outcomes=outcomes, throw=entry["throw"]
            )
        case "setup":
            return Decision(kind, side, f"{who} set up.")
        case "attrition":
            return Decision(kind, side, f"{who} remove {_steps(entry['steps'])} before play.")
        case "reinforcement":
            text = f"{who} may place reinforcements and spend replacement points."
            return Decision(kind, side, text, choices=("pass",))
        case "reorganization":
            impulse = _impulse(entry)
            text = f"{who} may turn units to their trench or mobile side ({impulse})."
            return Decision(kind, side, text, choices=("pass",))
        case "movement" if entry["obliged"]:
            text = f"{who} move; who is forced back must go ({_impulse(entry)}; 14.82)."
            return Decision(kind, side, text)
        case "movement":
            text = f"{who} may move ({_impulse(entry)})."
            return Decision(kind, side, text, choices=("pass",))
        case "submarine":
            text = f"{who} may send the lake submarine against {entry['unit']}."
            return Decision(kind, side, text, choices=("submarine", "pass"))
        case "excess":
            hexes = ", ".join(entry["hexes"])
            return Decision(kind, side, f"{who} eliminate units in excess in {hexes}.")
        case "over":
            return Decision(kind, None, "The game is over.")
        case _:
            text, choices = _in_battle(kind, who, entry)
            return Decision(kind, side, text, choices=choices)


def under_way(frame: Mapping[str, Any]) -> str:
    """Put a frame of the agenda into words."""
    word = str(frame["frame"]).replace("_", " ")
    if frame["frame"] == "impulse":
        word = ("first" if frame["number"] == 1 else "second") + " impulse"
    return f"{word} ({frame['side']})" if "side" in frame else word


def _in_battle(kind: str, who: str, entry: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return the words and the choices of a decision of battles."""
    match kind:
        case "offensive":
            return f"{who} may try to keep the offensive (14.84).", ("offensive", "pass")
        case "scouting":
            hqs = ", ".join(entry["headquarters"])
            return f"{who} may scout hexes with {hqs} (13.12).", ("pass",)
        case "attack" if entry["obliged"]:
            impulse = _impulse(entry)
            return f"{who} must attack with who could not retreat ({impulse}; 14.82).", ()
        case "attack":
            units = _units(len(entry["units"]))
            return f"{who} may attack ({_impulse(entry)}; {units} could).", ("pass",)
        case "losses":
            return f"{who} lose {_steps(entry['steps'])} in the attack on {entry['hex']}.", ()
        case _:
            units, place = ", ".join(entry["units"]), entry["hex"]
            return f"{who} retreat from the attack on {place}, one unit at a time: {units}.", ()


def _steps(number: int) -> str:
    return "a step" if number == 1 else f"{number} steps"


def _units(number: int) -> str:
    return "one unit" if number == 1 else f"{number} units"


def _impulse(entry: Mapping[str, Any]) -> str:
    return "first impulse" if entry["impulse"] == 1 else "second impulse"
