"""What-ifs: what an event would make of a position, as far as nobody has to choose."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lexbelli import _core
from lexbelli.names import resolve
from lexbelli.pursuit_of_glory.event_words import choices, effect_in_words

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["SupposedEffect", "SupposedEvent", "suppose_event"]


@dataclass(frozen=True, slots=True)
class SupposedEffect:
    """An effect of an event.

    Attributes:
        effect: The effect, as `events.toml` has it.
        decision: The kind of decision that it waits for, `die` if chance decides, or None if it has
            been carried out.
        side: Who decides; None if nobody does.
    """

    effect: str
    decision: str | None = None
    side: str | None = None

    @property
    def text(self) -> str:
        """What it does, in words."""
        return effect_in_words(self.effect)


@dataclass(frozen=True, slots=True)
class SupposedEvent:
    """An event that is supposed to have happened just now (9.5.1).

    Attributes:
        card: The card.
        name: Its name.
        position: The position after those effects that need no choice and no die.
        effects: Its effects in their order.
        more: What else it brings about and is left to be decided: the kind of decision, or `die`,
            and the side.
        past: Whether its time is over, so that nothing happens (9.5.1.e-1).
        fulfilled: Whether its prerequisites are met (9.5.1.b); it is supposed in any case.
    """

    card: str
    name: str
    position: "Position" = field(repr=False)
    effects: Sequence[SupposedEffect]
    more: Sequence[tuple[str, str | None]]
    past: bool
    fulfilled: bool

    @property
    def done(self) -> Sequence[SupposedEffect]:
        """The effects that have been carried out."""
        return [each for each in self.effects if each.decision is None]

    @property
    def left_out(self) -> Sequence[SupposedEffect]:
        """The effects that wait for a choice or a die."""
        return [each for each in self.effects if each.decision is not None]

    @property
    def text(self) -> str:
        """What was supposed, what happened and what was left out, in a sentence."""
        said = f"event {self.card} ({self.name})"
        if self.past:
            return f"{said}, which is past: nothing happens (9.5.1.e)"
        parts = []
        if self.done:
            parts.append(f"carried out: {'; '.join(each.text for each in self.done)}")
        left = [
            *(f"{each.text}: {choices(each.decision or '', each.side)}" for each in self.left_out),
            *(choices(kind, side) for kind, side in self.more),
        ]
        if left:
            parts.append(f"left out: {'; '.join(left)}")
        if not self.fulfilled:
            parts.append("its prerequisites are not met")
        return f"{said} [{' | '.join(parts)}]"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data, without the position."""
        return {
            "card": self.card,
            "name": self.name,
            "effects": [
                {
                    "effect": each.effect,
                    "text": each.text,
                    "done": each.decision is None,
                    "decision": each.decision,
                    "side": each.side,
                }
                for each in self.effects
            ],
            "more": [{"decision": kind, "side": side} for kind, side in self.more],
            "past": self.past,
            "fulfilled": self.fulfilled,
        }


def suppose_event(position: "Position", card: str) -> SupposedEvent:
    """Suppose that the event of a card has happened just now, whether or not it may be played.

    Raises:
        BadInput: There is no such card, it is a combat card, or a battle or an event is under way.
    """
    tables = position.core.tables
    known = resolve(card, tables.card_ids(), "event", "card")
    core, effects, more, past = _core.pursuit_event(position.core, known)
    return SupposedEvent(
        card=known,
        name=tables.card(known)["name"],
        position=type(position)(core),
        effects=[SupposedEffect(effect, *(left or (None, None))) for effect, left in effects],
        more=more,
        past=past,
        fulfilled=past or position.core.may_be_played(known),
    )
