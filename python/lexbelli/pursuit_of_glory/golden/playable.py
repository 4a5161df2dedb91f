"""Recorded answers to the question which cards could be played for their events now.

Records of type `legal_events` say it of every card of both sides, wherever it is. A card of a side
that has acted in this round is asked for in the next one; in the sixth it is not asked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from lexbelli import _core
from lexbelli.pursuit_of_glory.golden.notation import SIDES, Spaces
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion
from lexbelli.pursuit_of_glory.golden.turns import LAST_ROUND, with_actions

__all__ = ["Playable", "read"]


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

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question of the record: each card of a side."""
        for position in self.sides.values():
            for card in position.decision()["cards"]:
                broken = _violations(position, card)
                yield RecordedQuestion(
                    kind="events",
                    unit=None,
                    space="-",
                    about=card,
                    theirs=_played_or_not(card in self.cards),
                    ours=_played_or_not(not broken),
                    why=partial("; ".join, broken or ["its event may be played"]),
                )


def read(raw: Mapping[str, Any], content: Mapping[str, Any], spaces: Spaces) -> Playable:
    """Read a record of the cards that could be played."""
    told = with_actions(raw, content)
    return Playable(
        id=str(raw["id"]),
        position=spaces.position(told),
        sides={side: spaces.position(held) for side, held in _held(told, spaces)},
        cards=frozenset(raw["legal_events"]),
    )


def _held(content: Mapping[str, Any], spaces: Spaces) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each side whose cards can be asked for, and the document in which it holds them all."""
    tables = spaces.tables
    acted = {(action["side"], action["round"]) for action in content["actions"]}
    for side in SIDES:
        number = content["round"] + ((side, content["round"]) in acted)
        if number <= LAST_ROUND:
            hand = [card for card in tables.card_ids() if card.startswith(side)]
            events = [card for card in hand if not tables.card(card)["combat_card"]]
            cards = {side: {"hand": events}}
            yield side, {**content, "active": side, "round": number, "cards": cards}


def _violations(position: _core.PursuitPosition, card: str) -> list[str]:
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


def _played_or_not(may: bool) -> str:
    return "may be played" if may else "refused"
