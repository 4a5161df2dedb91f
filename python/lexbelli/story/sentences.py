"""The sentences of a story: what a game says of each step, and what is said where it says nothing.

A game says more by its attribute `storyteller` (`lexbelli.games`): called with a position and
whether ids are wanted, it returns a `Teller`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple, Protocol

from lexbelli.chance import roll_text
from lexbelli.moves import Change, Decision, Order
from lexbelli.position import CHANCE, AnyPosition
from lexbelli.record.format import Entry

__all__ = [
    "Brief",
    "PlainTeller",
    "Scene",
    "Sentence",
    "Teller",
    "counted",
    "differences_told",
    "listed",
    "odds_of",
]

_NOTHING: Final = "-"


class Brief(NamedTuple):
    """What a sentence adds to the paragraph of its turn.

    Attributes:
        topic: Which part of the paragraph it belongs to (`Teller.topics`).
        text: What is said; what is counted, if `number` is above 0.
        number: How many of it there are: all of one text are added up.
    """

    topic: str
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence about a step.

    Attributes:
        text: The sentence, without the numbers of its rules.
        rules: The numbers of the rules that forced or refused what it tells, or by which it came.
        changes: The differences between the positions before and after that it tells.
        brief: What it adds to the paragraph of its turn.
        place: Where a battle of note ended with it; the picture is drawn around it.
    """

    text: str
    rules: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    brief: tuple[Brief, ...] = ()
    place: str | None = None

    def __str__(self) -> str:
        if not self.rules:
            return self.text
        end = self.text[-1]
        inside = "; ".join(self.rules)
        if end in ".!?":
            return f"{self.text[:-1]} ({inside}){end}"
        return f"{self.text} ({inside})"

    def as_json(self) -> dict[str, Any]:
        """Return the sentence as plain data."""
        return {
            "text": str(self),
            "rules": list(self.rules),
            "changes": [change.as_json() for change in self.changes],
        }


@dataclass(frozen=True, slots=True)
class Scene:
    """A step as it may be told: an answer, or what chance did, and what came of it.

    Attributes:
        number: The number of the entry, from 1.
        entry: What is noted of it.
        orders: The orders of a side; none of chance.
        before: The position before it.
        after: The position after it.
        changes: What is different after it.
        asked: What was asked.
        viewer: The side that is told, or None where all is open.
        withheld: Whether orders may have been given that this side does not see.
    """

    number: int
    entry: Entry
    orders: Sequence[Order]
    before: AnyPosition
    after: AnyPosition
    changes: Sequence[Change]
    asked: Decision
    viewer: str | None = None
    withheld: bool = False

    @property
    def side(self) -> str | None:
        """Who answered; None if chance did, or if it was no answer."""
        return None if self.entry.answer is None else self.asked.side

    @property
    def fell(self) -> bool:
        """Whether chance answered."""
        return self.asked.kind == CHANCE and (self.entry.answer or self.entry.roll) is not None

    def change(self, what: str) -> Change | None:
        """Return the difference of that name, if there is one."""
        return next((change for change in self.changes if change.what == what), None)

    def beginning(self, *words: str) -> tuple[Change, ...]:
        """Return the differences whose names are one of these, or begin with one and a blank."""
        return tuple(
            change
            for change in self.changes
            if any(change.what == word or change.what.startswith(f"{word} ") for word in words)
        )


class Teller(Protocol):
    """How a game is told."""

    @property
    def topics(self) -> Mapping[str, str]:
        """The parts of a turn's paragraph, in their order: key -> how it begins."""

    @property
    def called(self) -> Mapping[str, str]:
        """What units, places and other things are called: id -> printed name."""

    def heading(self, position: AnyPosition) -> str:
        """Return the heading of the turn of a position."""

    def phase(self, position: AnyPosition) -> str:
        """Return what is under way in the turn, in few words; empty for nothing."""

    def told(self, scene: Scene) -> Iterable[Sentence]:
        """Say what happened; differences that no sentence tells are told by the shared layer."""

    def balance(self, first: AnyPosition, last: AnyPosition) -> Iterable[str]:
        """Say how the game stood before and after a turn, for its paragraph."""

    def ending(self, position: AnyPosition) -> Iterable[Sentence]:
        """Say how the game ended, of its last position; nothing if it is not over."""


@dataclass(frozen=True, slots=True)
class PlainTeller:
    """Tells a game that has no sentences of its own: the texts of its moves, and what they change.

    Attributes:
        topics: As of every teller.
        called: As of every teller.
    """

    topics: Mapping[str, str] = field(default_factory=lambda: {"answers": "Answers"})
    called: Mapping[str, str] = field(default_factory=dict)

    def heading(self, position: AnyPosition) -> str:
        """Return the title of the position."""
        return str(position.title)

    def phase(self, position: AnyPosition) -> str:
        """Return what is under way."""
        return " > ".join(word.replace("_", " ") for word in position.under_way)

    def told(self, scene: Scene) -> Iterator[Sentence]:
        """Say the answer, and every difference."""
        entry = scene.entry
        if scene.fell:
            answer = str(entry.answer)
            text = f"{_asked(scene)} It comes to: {answer}."
            if entry.roll is not None:
                text = f"{_asked(scene)} {roll_text(entry.roll)} comes: {answer}."
            yield Sentence(text)
        elif scene.side is not None:
            texts = [order.text for order in scene.orders] or [str(entry.answer)]
            who, kind = scene.side.upper(), scene.asked.kind.replace("_", " ")
            number = Brief("answers", f"{who} {kind}", 1)
            yield Sentence(f"{who}, {kind}: {'; '.join(texts)}.", brief=(number,))
        yield from differences_told(scene.changes)

    def balance(self, first: AnyPosition, last: AnyPosition) -> Iterator[str]:
        """Say how many units are where they were not."""
        moved = sum(
            first.units.get(unit) != last.units.get(unit) for unit in {**first.units, **last.units}
        )
        yield f"{counted(moved, 'unit')} {'is' if moved == 1 else 'are'} not where before."

    def ending(self, position: AnyPosition) -> Iterator[Sentence]:
        """Say what the position says of the end, and who has won if it knows."""
        asked = position.decision
        if asked.side is None and asked.kind != CHANCE and not asked.choices:
            yield Sentence(asked.text)


def _asked(scene: Scene) -> str:
    return scene.asked.text


def differences_told(changes: Iterable[Change]) -> Iterator[Sentence]:
    """Say differences one by one, as they are named."""
    for change in changes:
        if change.before == _NOTHING:
            text = f"{change.what}: {change.after}."
        elif change.after == _NOTHING:
            text = f"{change.what}: no longer {change.before}."
        else:
            text = f"{change.what}: from {change.before} to {change.after}."
        yield Sentence(text, changes=(change,))


def listed(words: Iterable[str]) -> str:
    """Join words in a sentence: `a`, `a and b`, `a, b and c`."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, what: str, many: str | None = None) -> str:
    """Say how many there are: `one unit`, `3 units`."""
    return f"one {what}" if number == 1 else f"{number} {many or what + 's'}"


def odds_of(asked: Decision, answer: str) -> Fraction | None:
    """Return how likely an outcome was; None if it came by itself, or its odds are not listed."""
    if asked.throw is None or len(asked.outcomes) <= 1:
        return None
    return next((each.odds for each in asked.outcomes if each.text == answer), None)
