"""The actions of a game: words that orders are made of, each with a number that never changes.

An order is said word by word: `go`, a unit, a place. A game's table lists its words in an
order to which later versions only add at the end, so that the number of a word is the same in
every version (docs/environments.md).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from lexbelli import games
from lexbelli._core import Words
from lexbelli.errors import bad_input
from lexbelli.names import nearest

__all__ = ["END", "ORDER_ENDS", "SPARE", "WordTable", "words_of"]

#: The action that ends a move.
END: Final = "end_of_move"
#: The action that ends an order which could go on.
ORDER_ENDS: Final = "end_of_order"
#: So many numbers behind the table are for words that it does not have, of an owner's own tables.
SPARE: Final = 64

_BETWEEN: Final = re.compile(r"[\s,]+")


@lru_cache(maxsize=65_536)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of an order, as they are said one after the other."""
    return tuple(word.strip('"') for word in _BETWEEN.split(text.strip()) if word)


class WordTable(Sequence[str]):
    """The words of a game, numbered from 0: the two ends first, then the game's own.

    Args:
        words: The game's words in their order.
        spare: Words beside them, of an owner's own tables; their numbers may be others with other
            tables.

    Raises:
        BadInput: A word is there twice, or there are more spare words than there is room for.
    """

    def __init__(self, words: Sequence[str], spare: Iterable[str] = ()) -> None:
        self._words = [END, ORDER_ENDS, *words]
        self._numbers = {word: number for number, word in enumerate(self._words)}
        if len(self._numbers) != len(self._words):
            twice = next(word for word in self._words if self._words.count(word) > 1)
            raise bad_input(f"'{twice}' is there twice", "action_words")
        others = sorted(set(spare) - set(self._numbers))
        if len(others) > SPARE:
            raise bad_input(f"{len(others)} words have no number; at most {SPARE} may", "words")
        self._numbers |= {word: len(self._words) + at for at, word in enumerate(others)}
        self._words += [*others, *(f"spare_{at}" for at in range(len(others), SPARE))]
        #: The same for the core.
        self.core = Words(self._words)

    @classmethod
    def of(cls, position: Any) -> "WordTable":
        """Return the table of the game of a position, with the words of the position's tables.

        Raises:
            BadInput: The game has no table of words.
        """
        return _table(position.game, (*position.known_units, *position.spaces))

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, number: Any) -> Any:
        return self._words[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def number(self, word: str) -> int:
        """Return the number of a word.

        Raises:
            BadInput: The table does not have it; it suggests the nearest.
        """
        found = self._numbers.get(word)
        if found is None:
            said = f"'{word[:80]}' is no word of the table of actions"
            raise bad_input(said, "action", nearest(word, self._numbers))
        return found

    def knows(self, word: str) -> bool:
        """Whether the table has a word."""
        return word in self._numbers


@lru_cache(maxsize=8)
def _table(game: str, named: tuple[str, ...]) -> WordTable:
    words = games.having(games.game(game), "action_words", "table of words for actions")
    return WordTable(list(words), named)
