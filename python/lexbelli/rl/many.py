"""Many games at once, stepped by the core on all cores into NumPy arrays."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

import lexbelli
from lexbelli import capabilities, games
from lexbelli.errors import bad_input
from lexbelli.names import unknown
from lexbelli.rl.words import ORDER_ENDS, WordTable

__all__ = ["Many", "VectorEnv"]

_MOST_GAMES: Final = 65_536
_MOST_OFFERS: Final = 256
_MOST_WORDS: Final = 1024


class Many(NamedTuple):
    """What is told of all games after a step; rows are games. The arrays cannot be written to.

    Attributes:
        observation: (games, cells), unsigned 16-bit: each cell of the position as the side that
            decides may know it (`VectorEnv.cells`).
        answers: (games, offers, words), unsigned 16-bit: the numbers of the words of each answer
            that is offered, order by order, `end_of_order` behind each; 0 where nothing more comes.
        mask: (games, offers), truth values: which answers there are to be taken.
        side: (games,), unsigned 8-bit: who decides: 0 the game's first side, 1 the other.
        reward: (games,), 32-bit floats: of the last step, for the first side; the other has as much
            less.
        ended: (games,), unsigned 8-bit: 1 if a game was over with the last step, 2 if it was cut
            after so many turns, else 0. All else is then of the game that has begun anew.
    """

    observation: npt.NDArray[np.uint16]
    answers: npt.NDArray[np.uint16]
    mask: npt.NDArray[np.bool_]
    side: npt.NDArray[np.uint8]
    reward: npt.NDArray[np.float32]
    ended: npt.NDArray[np.uint8]


class VectorEnv:
    """Many games of one scenario, of which each waits for a side to take an answer.

    An action is the number of one of `offers` legal answers that the core has drawn for the
    decision (docs/environments.md says why not all there are). Dice fall, and what leaves no choice
    is answered, by themselves. A game that has ended begins anew.

    Args:
        scenario: A scenario, or a position to begin from in which nothing is hidden.
        number: How many games.
        offers: How many answers are drawn; those that are the same are offered once.
        words: How many words of an answer are told; longer ones are cut. 0 for none, which is
            faster.
        turns: After how many turns a game is cut, and rewarded as if it had ended; None for as long
            as it goes.
        reward: `win`: 1 if the first side has won, -1 if the other has, when a game ends; `margin`:
            by how much the first side's margin has grown, by the game's own count.
        data: A folder with an owner's own tables, or None for the shipped ones.

    Attributes:
        words: The words by their numbers.
        cells: Name -> which cells of an observation.
        sides: The sides by their numbers.

    Raises:
        BadInput: There is no such scenario or reward, a number is out of range, or the game cannot
            be played so.
    """

    def __init__(
        self,
        scenario: Any,
        number: int,
        *,
        offers: int = 4,
        words: int = 64,
        turns: int | None = None,
        reward: str = "win",
        data: str | None = None,
    ) -> None:
        start = lexbelli.scenario(scenario, data) if isinstance(scenario, str) else scenario
        if isinstance(start, capabilities.Dealt):
            start = start.opened()
        if reward not in ("win", "margin"):
            raise unknown(reward, ("win", "margin"), "reward")
        most = (("number", number, 1, _MOST_GAMES), ("offers", offers, 2, _MOST_OFFERS))
        for name, value, least, end in (*most, ("words", words, 0, _MOST_WORDS)):
            if not least <= value <= end:
                raise bad_input(f"'{value}' is not from {least} to {end}", name)
        if turns is not None and turns < 1:
            raise bad_input(f"'{turns}' is below 1", "turns")
        game = games.of(start)
        if not isinstance(start, capabilities.InCore):
            raise games.lacking(game, "core that plays by itself")
        self._core: capabilities.PlayingCore = start.core
        self._turns, self._reward = turns, reward
        self._shape = (number, offers, words)
        self.words = WordTable.of(start)
        self.sides: Sequence[str] = game.sides
        self._numbers = {word: at for at, word in enumerate(self.words)}
        self._crowd: Any = None
        self.cells: Mapping[str, slice] = {}

    def reset(self, seed: int = 0) -> Many:
        """Begin all games: the same seed and actions, the same games, on any number of threads."""
        number, offers, words = self._shape
        ends = self.words.number(ORDER_ENDS)
        settings = {
            "number": number,
            "seed": seed,
            "offers": offers,
            "length": words,
            "turns": self._turns,
            "words": self._numbers,
            "order_ends": ends,
        }
        self._crowd = self._core.crowd(settings)
        begins, cells = 0, {}
        for name, count in self._crowd.cells():
            cells[name] = slice(begins, begins + count)
            begins += count
        self.cells = cells
        return self._told()

    def step(self, actions: Any) -> Many:
        """Take an answer in each game.

        Args:
            actions: (games,), whole numbers: for each game one that its `mask` has.

        Raises:
            BadInput: An answer is not offered, or nothing was reset; no game has gone on then. Or
                what a side may do turns on what was hidden at the start.
        """
        if self._crowd is None:
            raise bad_input("is not begun: call reset first", "game")
        taken = np.asarray(actions)
        if taken.dtype.kind not in "iu" or (taken < 0).any():
            raise bad_input("whole numbers from 0 are needed", "actions")
        self._crowd.step(taken.ravel().tolist())
        return self._told()

    def offered(self, game: int) -> list[str]:
        """Return the answers that a game offers, as text."""
        if self._crowd is None:
            raise bad_input("is not begun: call reset first", "game")
        found: list[str] = self._crowd.offered(game)
        return found

    def _told(self) -> Many:
        number, offers, words = self._shape
        seen, said, offered, side, gained, won, ended = self._crowd.told()
        margin, sign = np.frombuffer(gained, np.int32), np.frombuffer(won, np.int8)
        counts = np.frombuffer(offered, np.uint16)
        return Many(
            np.frombuffer(seen, np.uint16).reshape(number, -1),
            np.frombuffer(said, np.uint16).reshape(number, offers, words),
            np.arange(offers) < counts[:, None],
            np.frombuffer(side, np.uint8),
            (sign if self._reward == "win" else margin).astype(np.float32),
            np.frombuffer(ended, np.uint8),
        )
