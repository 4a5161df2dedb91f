"""Moves of Pursuit of Glory, and how its decisions and orders are put into words."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

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

# What an event lets redeploy.
_EVENT_SR: Final = {
    "collapse": "two units in the Balkans, free of charge",
    "alexandria": "three BR, IN or ANZ infantry divisions to {place}, free of charge",
    "gallipoli": "a BR and an ANZ infantry division to the Reserve Box, free of charge",
    "salonika": "three BR, IN, ANZ or FR divisions to {place}, free of charge",
    "grand_duke": "a RU cavalry division to {place}, free of charge",
    "summit": "Turks to the Balkans, with {points}",
}

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
    "mandates": "the mandated offensive of {}",
    "again": "the mandated offensive of {}",
    "armistice": "the turn of the armistice",
    "revolts": "a revolt in {}",
    "obeys": "a revolt in {}",
    "deserts": "the Mutiny: does {} leave?",
    "serves": "the Mutiny: does {} leave?",
    "wrecked": "the fort of {} under fire",
    "unhurt": "the fort of {} under fire",
}

_FACES: Final = 6

# What a card may be played for: OPS, SR, RPs (9.1.2); the keys say of the latter whether it may.
# The restricted areas, as sentences call them.
_AREAS: Final = {
    "syria_palestine": "Syria/Palestine",
    "mesopotamia": "Mesopotamia",
    "azerbaijan": "Azerbaijan",
    "arabistan": "Arabistan",
    "greater_persia": "Greater Persia",
}
_USES: Final = {None: "", "sr": " for sr", "rp": " for rp"}
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


def _what_falls(first: str) -> str:
    """Say what falls, by the text of its first outcome."""
    word, *named = first.split()
    if word == PROCEED:
        return "The phase goes on by itself."
    if word == "fire":
        return f"The die of {named[0].upper()} falls; its outcomes are loss numbers."
    if word == "draws":
        return f"{_drawer(named[0])} draws a card."
    if word == "looks":
        hand = _drawer(named[0])
        return (
            f"The {'CP' if hand == 'AP' else 'AP'} draws a card of the {hand} hand to look at it."
        )
    if word in {"mandates", "again"}:
        named = [named[0].upper()]
    if word in {"revolts", "obeys"}:
        named = [_country(named[0])]
    what = _DICE[word].format(*named)
    return f"A die falls for {what}{'' if what.endswith('?') else '.'}"


def _outcomes(told: Sequence[tuple[str, int, int]]) -> tuple[Outcome, ...]:
    """Return what may come of a throw, each once.

    Faces of a die that come to the same and are no neighbours are told as its totals.
    """
    texts = list(dict.fromkeys(text for text, *_ in told))
    if len(texts) == len(told):
        return tuple(Outcome(text, Fraction(*odds)) for text, *odds in told)
    faces = [text for text, part, whole in told for _ in range(int(_FACES * Fraction(part, whole)))]
    return tuple(
        Outcome(
            text,
            Fraction(faces.count(text), _FACES),
            tuple(face for face, falls in enumerate(faces, 1) if falls == text),
        )
        for text in texts
    )


def _country(word: str) -> str:
    """Say the name of a country that may revolt."""
    return word.replace("_", " ").title()


def _drawer(named: str) -> str:
    """Say who draws, by the side or by a card of it."""
    return named.partition("_")[0].upper()


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
            uses = (
                f"play {card}{words}"
                for card in entry["cards"]
                for use, words in _USES.items()
                if use is None or entry[use]
            )
            instead = (f"play {card} for reinforcement" for card in entry["reinforcements"])
            choices = ("automatic", *uses, *events, *instead)
            unseen = hidden_hand(entry["hidden"])
            card = f"a card of {unseen}" if unseen else "a card"
            text = f"{who} begins an action: one OPS without a card, or {card} played."
            return asks(kind, side, text, choices=choices)
        case "operations":
            text = f"{who} has {entry['ops']} OPS to spend on orders."
            if "event" in entry and entry["paid"]:
                text = f"{who} has {entry['ops']} OPS of {entry['event']} to spend on orders."
            elif "event" in entry:
                text = f"{who} acts by {entry['event']}, free of OPS."
            return asks(kind, side, text, entry["ops"])
        case "tribes":
            places = entry["places"].items()
            choices = tuple(f"place {tribe} {place}" for tribe, at in places for place in at)
            due = entry["due"]
            number = "a tribe" if due == 1 else f"the first of {due} tribes"
            text = f"{who} places {number}, because the Jihad level rose."
            return asks(kind, side, text, choices=choices)
        case "chance":
            outcomes = _outcomes(entry["outcomes"])
            text = _what_falls(outcomes[0].text)
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
        case _:
            told = _of_a_turn(kind, who, entry)
            return asked(entry) if told is None else asks(kind, side, *told)


def _of_a_turn(
    kind: str, who: str, entry: Mapping[str, Any]
) -> tuple[str, None, Sequence[str]] | None:
    """Put a decision of the other phases, or of SR, into words and choices; None of others."""
    match kind:
        case "redeployment":
            points = "an SR point" if entry["points"] == 1 else f"{entry['points']} SR points"
            text = f"{who} has {points} to redeploy with."
            if "by" in entry:
                told = _EVENT_SR[entry["by"]].format(place=entry.get("place"), points=points)
                text = f"{who} may redeploy {told}."
            return text, None, ("pass",)
        case "replacement_points":
            told = ", ".join(f"{number} {name}" for name, number in entry["points"].items())
            # What is owed is worked off (17.1.7-2).
            passes = () if any(number < 0 for number in entry["points"].values()) else ("pass",)
            return f"{who} spends replacement points: {told.replace('_', ' ')}.", None, passes
        case "arrival":
            units = ", ".join(f"{unit} ({sea})" for unit, sea in entry["units"].items())
            return f"{who} lands who came around Africa: {units.replace('_', ' ')}.", None, ()
        case "offensive":
            choices = tuple(f"mandate {offensive}" for offensive in entry["offensives"])
            return f"{who} chooses a mandated offensive for the CP.", None, choices
        case "discard":
            cards = ", ".join(entry["cards"])
            known = " and ".join(filter(None, (cards, hidden_hand(entry["hidden"]))))
            choices = ("pass", *(f"discard {card}" for card in entry["cards"]))
            return f"{who} may discard combat cards before drawing, of {known}.", None, choices
        case "opening":
            choices = ("pass", *(f"take {card}" for card in entry["cards"]))
            named = " or ".join(entry["cards"])
            return f"{who} may take a card openly before drawing: {named}.", None, choices
        case "dismissal":
            number = "a tribe" if entry["number"] == 1 else f"{entry['number']} tribes"
            return f"{who} sends {number} back to the Tribal Warfare Key.", None, ()
        case "excess_lcus":
            places = " and ".join(
                f"{'one' if number == 1 else number} in {_AREAS[area]}"
                for area, number in entry["areas"].items()
            )
            units = ", ".join(entry["units"])
            return f"{who} eliminates LCUs in excess, {places}, of {units}.", None, ()
        case "over":
            return "The game is over.", None, ()
        case _:
            return _of_an_event(kind, who, entry)


def _of_an_event(
    kind: str, who: str, entry: Mapping[str, Any]
) -> tuple[str, None, Sequence[str]] | None:
    """Put what an event asks, but for one unit, into words and choices; None of others."""
    match kind:
        case "reinforcements":
            units = ", ".join(entry["units"])
            return f"{who} says where the units of {entry['name']} enter: {units}.", None, ()
        case "trenches":
            number, name = entry["number"], entry["name"]
            what = "a trench" if number == 1 else f"{number} trenches"
            return f"{who} places {what} of {name}.", None, ()
        case "marks":
            number, name = entry["number"], entry["name"]
            what = "a place" if number == 1 else f"{number} places"
            places = ", ".join(entry["places"])
            choices = tuple(f"mark {place}" for place in entry["places"]) if number == 1 else ()
            if entry.get("optional"):
                return f"{who} may mark {what} for {name}, of {places}.", None, (*choices, "pass")
            return f"{who} marks {what} for {name}, of {places}.", None, choices
        case "counter":
            card, name = entry["by"], entry["name"]
            if not (entry["held"] or entry["hidden"]):
                return f"{who} does not hold {card}, and cannot counter {name}.", None, ("pass",)
            hand = "its hand" if entry["held"] else hidden_hand(entry["hidden"])
            said = f"{who} may counter {name} with {card}, of {hand}."
            return said, None, ("pass", f"play {card} for event")
        case "exchange":
            units = ", ".join(entry["units"])
            what = f"{entry['corps']} corps, or three infantry SCUs for one"
            return f"{who} gives up {what}, for {entry['name']}, of {units}.", None, ()
        case "treachery":
            greeks, units = ", ".join(entry["greeks"]), ", ".join(entry["units"])
            parts = [f"sends {greeks} to lamia or athens"] * bool(greeks)
            parts += [f"may let {units} enter doiran or ft_rupel"] * bool(units)
            return f"{who} {' and '.join(parts)}, for {entry['name']}.", None, ()
        case "relief":
            units = ", ".join(entry["units"])
            said = f"{who} may bring units back to {entry['place']}, reduced, of {units}."
            choices = ("pass", *(f"enter {unit} {entry['place']}" for unit in entry["units"]))
            return said, None, choices
        case "out_of_theater":
            units = ", ".join(entry["units"])
            if "lcu_of" in entry:
                lcu = f"an LCU of {entry['lcu_of'].upper()} off the map for some turns"
                said = f"{who} may negate {entry['vp']} VP of {entry['name']}, {lcu}, of {units}."
                return said, None, ("pass", *(f"eliminate {unit}" for unit in entry["units"]))
            each = f"{entry['divisions']} divisions for {'it' if entry['vp'] == 1 else 'each'}"
            said = f"{who} may negate {entry['vp']} VP of {entry['name']}, {each}, of {units}."
            return said, None, ("pass",)
        case _:
            return _at_a_place(kind, who, entry)


def _at_a_place(
    kind: str, who: str, entry: Mapping[str, Any]
) -> tuple[str, None, Sequence[str]] | None:
    """Put what an event asks about forts, ports and targets into words; None of others."""
    match kind:
        case "bombardment":
            places, required = entry["places"], entry["required"]
            choices = tuple(f"bombard {place}" for place in places)
            verb = "fires" if required else "may fire"
            said = f"{who} {verb} on {' or '.join(places)}."
            return said, None, choices if required else (*choices, "pass")
        case "evacuation":
            units = ", ".join(entry["units"])
            return f"{who} leaves {entry['place']} with {units}, a space or two away.", None, ()
        case "provocation":
            stacks = entry["stacks"].items()
            told = "; ".join(f"{place} to attack {' or '.join(of)}" for place, of in stacks)
            what = "a stack" if entry["number"] == 1 else f"{entry['number']} stacks"
            return f"{who} sends {what} of Turks into battle, of {told}.", None, ()
        case _:
            return _of_the_revolution(kind, who, entry)


def _of_the_revolution(
    kind: str, who: str, entry: Mapping[str, Any]
) -> tuple[str, None, Sequence[str]] | None:
    """Put a decision about revolts, the Revolution or collapses into words; None of others."""
    match kind:
        case "revolt":
            choices = ("pass", *(f"revolt {country}" for country in entry["countries"]))
            named = " or ".join(map(_country, entry["countries"]))
            return f"{who} may check whether a country revolts: {named}.", None, choices
        case "collapses":
            choices = ("pass", *(f"declare {country}" for country in entry["countries"]))
            named = " or ".join(map(_country, entry["countries"]))
            return f"{who} may declare the collapse of {named}.", None, choices
        case "divisions_leave":
            units = ", ".join(entry["units"])
            number, country = entry["number"], _country(entry["country"])
            said = f"{who} says which {number} AH divisions leave with {country}: {units}."
            return said, None, ()
        case "keep":
            choices = tuple(f"keep {unit}" for unit in entry["units"])
            return f"{who} says which Russian cavalry division stays in the game.", None, choices
        case "newcomers":
            units = ", ".join(entry["units"])
            return f"{who} says where these units enter: {units}.", None, ()
        case _:
            return None
