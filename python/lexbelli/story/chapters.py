"""A turn in one paragraph: what was done, what came of it, and how the game stands."""

from collections import Counter
from collections.abc import Iterator

from lexbelli.position import AnyPosition
from lexbelli.story.sentences import Teller
from lexbelli.story.telling import Told

__all__ = ["Chapter"]


class Chapter:
    """What has been told of a turn, in brief.

    Args:
        teller: How the game is told.
        first: The position at its beginning.

    Attributes:
        turn: The turn; None in a game without turns.
        heading: Its heading.
        steps: How many steps were told.
    """

    def __init__(self, teller: Teller, first: Told) -> None:
        self.turn = first.turn
        self.heading = teller.heading(first.scene.before)
        self.steps = 0
        self.first_entry = self.last_entry = first.scene.number
        self._teller = teller
        self._first: AnyPosition = first.scene.before
        self._last: AnyPosition = first.scene.before
        self._texts: dict[str, list[str]] = {}
        self._numbers: dict[str, Counter[str]] = {}

    def add(self, told: Told) -> None:
        """Take another step of the turn."""
        self.steps += 1
        self.last_entry = told.scene.number
        self._last = told.scene.after
        for sentence in told.sentences:
            for topic, text, number in sentence.brief:
                if number:
                    self._numbers.setdefault(topic, Counter())[text] += number
                else:
                    self._texts.setdefault(topic, []).append(text)

    def sentences(self) -> Iterator[str]:
        """Yield the sentences of the paragraph."""
        for topic, label in self._teller.topics.items():
            numbers = self._numbers.get(topic, Counter[str]())
            told = [f"{what} {number}" for what, number in numbers.items()]
            told += self._texts.get(topic, [])
            if told:
                yield f"{label}: {'; '.join(told)}."
        yield from self._teller.balance(self._first, self._last)
