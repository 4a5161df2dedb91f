"""An answer that is given word by word."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from lexbelli.errors import BadInput, bad_input
from lexbelli.rl.words import END, ORDER_ENDS, words_of

__all__ = ["Answering"]


class Answering:
    """What has been said so far in answer to a decision, and what can be said next.

    A word can be said if some legal answer goes on with it: `Position.orders` says which orders can
    still be given. An order that can go no other way on is given by itself, and so is a move to
    which no order can be added.

    Args:
        position: The position, as the side that decides may know it.
    """

    def __init__(self, position: Any) -> None:
        self.position = position
        #: The orders given so far.
        self.given: list[str] = []
        #: The words of the order that is being given.
        self.said: tuple[str, ...] = ()
        #: The answer, when it is complete.
        self.answer: str | None = None
        self._ends = False
        # Orders that left nothing to be said, by the orders before them.
        self._barred: set[tuple[str, ...]] = set()
        self._texts: dict[tuple[str, ...], str] = {}
        self._choices: frozenset[str] = frozenset(position.decision.choices)
        self._look()

    def words(self) -> Sequence[str]:
        """Return what can be said next; nothing if the answer is complete, or there is none."""
        if self.answer is not None:
            return ()
        number = len(self.said)
        found = dict.fromkeys(
            words[number]
            for words in self._texts
            if len(words) > number and words[:number] == self.said
        )
        if number and self.said in self._texts:
            found[ORDER_ENDS] = None
        if self._ends and not number:
            found[END] = None
        return list(found)

    def say(self, word: str) -> None:
        """Say a word.

        Raises:
            BadInput: It cannot be said here.
        """
        if word not in self.words():
            raise bad_input(f"'{word[:80]}' cannot be said here", "action")
        if word == END:
            self.answer = "; ".join(self.given)
            return
        if word != ORDER_ENDS:
            self.said = (*self.said, word)
            longer = any(
                len(words) > len(self.said) and words[: len(self.said)] == self.said
                for words in self._texts
            )
            if longer or self.said not in self._texts:
                return
        self._order(self._texts[self.said])

    def _order(self, text: str) -> None:
        self.said = ()
        if not self.given and text in self._choices:
            self.answer = text
            return
        self.given.append(text)
        self._look()
        if not self._texts and not self._ends:
            # Its parts can be had, but not together: it is taken back, and not offered again.
            self._barred.add(tuple(self.given))
            self.given.pop()
            self._look()
            return
        if not self._texts and self._ends:
            self.answer = "; ".join(self.given)

    def _look(self) -> None:
        """Find the orders that can be given now, and whether the move may end."""
        given = "; ".join(self.given)
        offered = _offered(self.position, given)
        single = (text for each in offered for text in _each(each))
        texts = [text for text in single if text not in self.given and self._is_open(text)]
        if not self.given:
            texts += self._choices
        self._texts = {words_of(text): text for text in texts}
        self._ends = self._may_end(given)

    def _is_open(self, text: str) -> bool:
        return (*self.given, text) not in self._barred

    def _may_end(self, given: str) -> bool:
        if not self.given and self._choices:
            # What orders nothing is one of the choices.
            return False
        try:
            return not self.position.check(given or [])
        except BadInput:
            return False


@lru_cache(maxsize=4096)
def _offered(position: Any, given: str) -> Sequence[str]:
    """Return the orders that can be given; none where only choices are asked for."""
    try:
        return [order.text for order in position.orders(given)]
    except BadInput:
        return ()


def _each(text: str) -> Sequence[str]:
    """Return the orders that an offered one stands for, such as each unit that may have a role."""
    if "|" not in text:
        return (text,)
    parts = [word.split("|") for word in text.split()]
    found = product(*parts)
    several = sum(len(part) > 1 for part in parts)
    return [" ".join(words) for words in found if several < 2 or len(set(words)) == len(words)]
