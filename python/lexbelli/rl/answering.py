"""An answer that is given word by word."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

from lexbelli.errors import BadInput, bad_input
from lexbelli.rl.words import END, ORDER_ENDS, words_of

__all__ = ["Answering", "offered"]

# What can be said, and what comes after it; the text of an order where it may end. Nobody changes
# it: it is shared.
_Tree: TypeAlias = dict[str, "_Tree | str"]


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
        # What can be said next, and what it is the beginning of.
        self._tree: _Tree = {}
        self._at: _Tree = {}
        self._choices: frozenset[str] = frozenset(position.decision.choices)
        self._look()

    def words(self) -> Sequence[str]:
        """Return what can be said next; nothing if the answer is complete, or there is none."""
        if self.answer is not None:
            return ()
        found = list(self._at)
        if self._ends and not self.said:
            found.append(END)
        return found

    def say(self, word: str) -> None:
        """Say a word.

        Raises:
            BadInput: It cannot be said here.
        """
        after = self._at.get(word)
        ends = word == END and self._ends and not self.said
        if self.answer is not None or (after is None and not ends):
            raise bad_input(f"'{word[:80]}' cannot be said here", "action")
        if after is None:
            self.answer = "; ".join(self.given)
        elif isinstance(after, str):
            self._order(after)
        else:
            self.said = (*self.said, word)
            self._at = after
            only = after.get(ORDER_ENDS)
            if isinstance(only, str) and len(after) == 1:
                self._order(only)

    def _order(self, text: str) -> None:
        self.said = ()
        if not self.given and text in self._choices:
            self.answer = text
            return
        self.given.append(text)
        self._look()
        if not self._tree and not self._ends:
            # Its parts can be had, but not together: it is taken back, and not offered again.
            self._barred.add(tuple(self.given))
            self.given.pop()
            self._look()
            return
        if not self._tree and self._ends:
            self.answer = "; ".join(self.given)

    def _look(self) -> None:
        """Find the orders that can be given now, and whether the move may end."""
        given = "; ".join(self.given)
        texts = offered(self.position, given)
        if self._barred:
            texts = [text for text in texts if (*self.given, text) not in self._barred]
            self._tree = _tree(texts if self.given else [*texts, *self._choices])
        else:
            self._tree = _offered_tree(self.position, given)
        self._at = self._tree
        self._ends = self._may_end(given)

    def _may_end(self, given: str) -> bool:
        if not self.given and self._choices:
            # What orders nothing is one of the choices.
            return False
        try:
            return not self.position.check(given or [])
        except BadInput:
            return False


@lru_cache(maxsize=4096)
def offered(position: Any, given: str) -> Sequence[str]:
    """Return the other orders that can be given; none where only choices are asked for."""
    try:
        offered = position.orders(given)
    except BadInput:
        return ()
    before = set(given.split("; "))
    return [text for order in offered for text in _each(order.text) if text not in before]


@lru_cache(maxsize=1024)
def _offered_tree(position: Any, given: str) -> _Tree:
    """Return what can be said, word after word."""
    texts = offered(position, given)
    return _tree(texts if given else [*texts, *dict.fromkeys(position.decision.choices)])


def _tree(texts: Iterable[str]) -> _Tree:
    tree: _Tree = {}
    for text in texts:
        at = tree
        for word in words_of(text):
            after = at.setdefault(word, {})
            assert isinstance(after, dict)
            at = after
        at[ORDER_ENDS] = text
    return tree


def _each(text: str) -> Sequence[str]:
    """Return the orders that an offered one stands for, such as each unit that may have a role."""
    if "|" not in text:
        return (text,)
    parts = [word.split("|") for word in text.split()]
    found = product(*parts)
    several = sum(len(part) > 1 for part in parts)
    return [" ".join(words) for words in found if several < 2 or len(set(words)) == len(words)]
