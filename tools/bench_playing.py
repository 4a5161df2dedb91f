"""How fast games play themselves and environments are stepped, of any game.

One unit of work is an answer of a side or of chance in a random game that the core plays alone;
or a step of an environment, each agent taking what its mask has, evenly at random.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

import numpy as np

from lexbelli import _core
from lexbelli.playout import unchecked_playouts
from lexbelli.position import Position
from lexbelli.rl import GameEnv, VectorEnv
from tools.measuring import least_of

__all__ = ["Playing", "playing"]

# After how many turns games are ended, how many are played or stepped at once, and how many steps
# are measured in one go.
_TURNS: Final = 4
_GAMES: Final = 16
_CROWD: Final = 64
_STEPS: Final = 16


@dataclass(frozen=True, slots=True)
class Playing:
    """What was measured; medians, in answers or steps a second.

    Attributes:
        threads: How many threads there were for all but `words`.
        answers: Answers of games played by the core.
        offers: Steps of the vector environment, by the number of answers offered.
        words: Steps of the PettingZoo environment: words.
    """

    threads: int
    answers: float
    offers: Sequence[tuple[int, float]]
    words: float

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "threads": self.threads,
            "playout_answers_per_second": self.answers,
            "vector_steps_per_second": {str(number): rate for number, rate in self.offers},
            "pettingzoo_steps_per_second": self.words,
        }

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        """Return the measurement as a table: a heading, the columns, the rows."""
        rows = [("playout --unchecked: answers", f"{self.answers:,.0f}")]
        rows += [
            (f"vector environment, {number} answers offered: steps", f"{rate:,.0f}")
            for number, rate in self.offers
        ]
        rows.append(("PettingZoo environment, one thread: words", f"{self.words:,.0f}"))
        heading = f"Games that play themselves, {self.threads} threads; medians"
        return heading, ("what", "a second"), rows


def playing(start: Position, seconds: float) -> Playing:
    """Measure a game.

    Args:
        start: Where its games begin.
        seconds: About how long to measure each question.
    """
    seeds = iter(range(10**9))

    def games() -> int:
        return sum(
            each.answers for each in unchecked_playouts(start, _GAMES, next(seeds), turns=_TURNS)
        )

    return Playing(
        threads=_core.threads(),
        answers=_rate(games, seconds),
        offers=[(number, _rate(_crowd(start, number), seconds)) for number in (2, 4)],
        words=_rate(_spoken(start), seconds),
    )


def _crowd(start: Position, offers: int) -> Callable[[], int]:
    game, dice = VectorEnv(start, _CROWD, offers=offers, turns=_TURNS), np.random.default_rng(1)
    now = game.reset(1)

    def steps() -> int:
        nonlocal now
        for _ in range(_STEPS):
            now = game.step((dice.random(_CROWD) * now.mask.sum(axis=1)).astype(int))
        return _STEPS * _CROWD

    return steps


def _spoken(start: Position) -> Callable[[], int]:
    game, dice = GameEnv(start, turns=_TURNS), random.Random(1)
    game.reset(seed=1)

    def steps() -> int:
        for _ in range(_STEPS):
            observed, _, ended, cut, _ = game.last()
            if ended or cut:
                game.reset()
            else:
                game.step(dice.choice(observed["action_mask"].nonzero()[0]))
        return _STEPS

    return steps


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Return the median of how much work is done in a second."""
    work()  # what is prepared once is not measured
    rates: list[float] = []
    began = time.perf_counter()
    while len(rates) < least_of(seconds) or time.perf_counter() - began < seconds:
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return median(rates)
