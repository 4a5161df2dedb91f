"""Recorded answers to the question which cards could be played for their events now.

Records of type `legal_events` say it of every card of both sides, wherever it is. A card of a side
that has acted in this round is asked for in the next one; in the sixth it is not asked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.golden_phases import of_turns

__all__ = ["Playable", "document", "positions", "violations"]

_SIDES: Final = ("ap", "cp")
_LAST_ROUND: Final = 6
# The kinds of actions of a record -> ours.
_KINDS: Final[Mapping[str, str]] = {
    "event": "event",
    "ops": "ops",
    "sr": "sr",
    "rps": "rp",
    "one_op": "one_ops",
}
# The flag of a document while an offensive of Enver to the Front is to be met (7.2.enver).
_ENVER: Final = "enver_offensive"


@dataclass(frozen=True, slots=True)
class Playable:
    """A recorded position, and the cards whose events could be played in it.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        sides: By side whose cards are asked for, the position in which it is to act and holds them.
        cards: The cards that could be played.
    """

    id: str
    position: _core.PursuitPosition
    sides: Mapping[str, _core.PursuitPosition]
    cards: frozenset[str]


def document(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Write what such a record tells besides the common fields, as keys of our document."""
    more = raw["more"]
    told = of_turns(raw)
    told["actions"] = [
        {"round": number, "side": side, "kind": _KINDS[action["type"]]}
        | ({"card": action["card"]} if action.get("card") else {})
        for number in range(1, _LAST_ROUND + 1)
        for side in _SIDES
        if (action := more["actions"][side][number])
    ]
    if raw["mo"]["cp"] == "enver" and not more["mo_detail"]["cp_cancelled"]:
        told["flags"] = [*told.get("flags", ()), _ENVER]
    told["beachheads_in_reserve"] = more["unplaced_beachheads"]
    return told


def positions(
    tables: _core.PursuitTables, content: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each side whose cards can be asked for, and the document in which it holds them all."""
    acted = {(action["side"], action["round"]) for action in content["actions"]}
    for side in _SIDES:
        number = content["round"] + ((side, content["round"]) in acted)
        if number <= _LAST_ROUND:
            hand = [card for card in tables.card_ids() if card.startswith(side)]
            events = [card for card in hand if not tables.card(card)["combat_card"]]
            cards = {side: {"hand": events}}
            yield side, {**content, "active": side, "round": number, "cards": cards}


def violations(position: _core.PursuitPosition, card: str) -> list[str]:
    """Say why a card cannot be played for its event, nor an invasion as a BR reinforcement.

    Returns:
        Each rule that is broken, with its number; nothing if the card can be played. An event that
        is past, and is played for its War Status alone, is none (9.5.1.e-1).
    """
    broken = position.check(f"play {card} for event")
    if not broken and not position.may_be_played(card):
        return ["9.5.1.e-1: its event is past"]
    if not broken or not position.check(f"play {card} for reinforcement"):
        return []
    return [f"{one['rule']}: {one['text']}" for one in broken]
