"""An answer given word by word, each word by its number: by the core where the game has one."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from lexbelli import _core
from lexbelli.errors import bad_input
from lexbelli.rl.answering import Answering, offered
from lexbelli.rl.words import WordTable

__all__ = ["Speaker", "speaker"]

Mask = npt.NDArray[np.int8]


class Speaker(Protocol):
    """What has been said so far, and what can be said next, as `Answering`."""

    @property
    def answer(self) -> str | None:
        """The answer, when it is complete."""

    @property
    def given(self) -> Sequence[str]:
        """The orders given so far."""

    @property
    def said(self) -> Sequence[int]:
        """The words of the order that is being given."""

    def numbers(self) -> Sequence[int]:
        """Return what can be said next; nothing if the answer is complete, or there is none."""

    def say(self, number: int) -> None:
        """Say a word.

        Raises:
            BadInput: It cannot be said here.
        """

    def mask(self) -> Mask:
        """Return 1 for each word that can be said next, 0 for the others: (words,)."""

    def words_given(self) -> Sequence[int]:
        """Return the words of the orders given."""


def speaker(position: Any, choices: Sequence[str], table: WordTable) -> Speaker:
    """Begin an answer.

    Args:
        position: The position, as the side that decides may know it.
        choices: The choices of its decision.
        table: The words of the game.
    """
    core = getattr(position, "core", None)
    if hasattr(core, "saying"):
        return _ByCore(position, core, choices, table)
    return _ByList(position, table)


class _ByCore:
    """The core finds what can be said; what it leaves to the law is listed."""

    __slots__ = ("_position", "_saying")

    def __init__(self, position: Any, core: Any, choices: Sequence[str], table: WordTable) -> None:
        self._position = position
        self._saying: _core.Saying = core.saying(table.core, choices)
        self._settle()

    def _settle(self) -> None:
        saying = self._saying
        while saying.unknown:
            saying.listed(offered(self._position, "; ".join(saying.given)))

    @property
    def answer(self) -> str | None:
        return self._saying.answer

    @property
    def given(self) -> Sequence[str]:
        return self._saying.given

    @property
    def said(self) -> Sequence[int]:
        return self._saying.said

    def numbers(self) -> Sequence[int]:
        return self._saying.next()

    def say(self, number: int) -> None:
        self._saying.say(number)
        self._settle()

    def mask(self) -> Mask:
        return np.frombuffer(self._saying.mask(), np.int8)

    def words_given(self) -> Sequence[int]:
        return self._saying.words_given()


class _ByList:
    """A game without a core lists all orders."""

    __slots__ = ("_answering", "_table")

    def __init__(self, position: Any, table: WordTable) -> None:
        self._answering, self._table = Answering(position), table

    @property
    def answer(self) -> str | None:
        return self._answering.answer

    @property
    def given(self) -> Sequence[str]:
        return self._answering.given

    @property
    def said(self) -> Sequence[int]:
        return self._known(self._answering.said)

    def numbers(self) -> Sequence[int]:
        return [self._table.number(word) for word in self._answering.words()]

    def say(self, number: int) -> None:
        if not 0 <= number < len(self._table):
            raise bad_input(f"'{number}' is the number of no word", "action")
        self._answering.say(self._table[number])

    def mask(self) -> Mask:
        found = np.zeros(len(self._table), dtype=np.int8)
        found[list(self.numbers())] = 1
        return found

    def words_given(self) -> Sequence[int]:
        texts = (text.replace(",", " ").split() for text in self._answering.given)
        return self._known([word for words in texts for word in words])

    def _known(self, words: Sequence[str]) -> Sequence[int]:
        table = self._table
        return [table.number(word) for word in words if table.knows(word)]
