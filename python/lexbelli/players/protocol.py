"""What a player is: somebody who is shown a position as a side may know it, and answers."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from lexbelli.errors import bad_input
from lexbelli.moves import Move

__all__ = ["Candidate", "Clock", "Opinion", "Player", "Thinking"]


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that a player has for one answer.

    Attributes:
        seconds: How many seconds; None for as many as it takes.
        began: When it began, by `time.monotonic`.
    """

    seconds: float | None = None
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Refuse times that are none.

        Raises:
            BadInput: Seconds are not above 0.
        """
        if self.seconds is not None and not self.seconds > 0:
            raise bad_input(f"'{self.seconds}' is not above 0", "time")

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return self.seconds is not None and time.monotonic() - self.began >= self.seconds


@runtime_checkable
class Player(Protocol):
    """Who answers the decisions of a side.

    A player is made anew for each game. It is a class (or a function) that is called with what
    stands behind its name, as keywords: `greedy,samples=8` calls it with `samples=8`.
    """

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> Move | str:
        """Answer a decision.

        Args:
            seen: The position as the side that decides may know it (`Position.seen_by`); whole in
                a game that hides nothing.
            clock: The time for the answer. Who takes longer is not stopped, but it is counted.
            dice: Whatever the player leaves to chance, so that a game can be played again.

        Returns:
            A move, or what can be read as one, or one of the decision's choices.
        """


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer that was weighed.

    Attributes:
        answer: The answer.
        value: What it is worth to the side that decides, in the game's points (`Assessment`).
        visits: How many positions were valued for it.
        terms: Where its worth is from: term -> points beside the position as it is; empty where
            that is not known.
    """

    answer: Move | str
    value: float
    visits: int = 1
    terms: Mapping[str, float] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "answer": str(self.answer),
            "value": round(self.value, 6),
            "visits": self.visits,
            "terms": {name: round(value, 6) for name, value in self.terms.items()},
        }


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a player thinks of a decision.

    Attributes:
        candidates: The answers that were weighed, the best first.
        now: The worth of the position as it is.
        complete: Whether these are all the answers there are, and time cut nothing off.
        left: How many answers were drawn or made and not weighed, for want of time, or, where games
            are played on from answers, since others were worth more at once.
    """

    candidates: Sequence[Candidate]
    now: float
    complete: bool
    left: int = 0

    @property
    def best(self) -> Candidate:
        """The answer that the player gives."""
        return self.candidates[0]


@runtime_checkable
class Thinking(Protocol):
    """A player who can say why."""

    def weigh(self, seen: Any, clock: Clock, dice: random.Random) -> Opinion:
        """Weigh the answers to a decision; the arguments are those of `Player.answer`."""
