"""What a search of the solver finds, whatever it searches for."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from lexbelli import games
from lexbelli.moves import Move
from lexbelli.position import AnyPosition, Position

__all__ = ["KEPT", "Found", "SearchBase", "Solution", "points_key"]


# Of more solutions than these the others are only yielded, so that memory stays bounded.
KEPT: Final = 10_000


@dataclass(frozen=True, slots=True)
class Solution:
    """A legal move that reaches a goal.

    Attributes:
        move: The move.
        after: The position it leads to, before any die.
        points: What it spends; also to be had under the game's name for its points.
        measures: What was measured, in the order in which it was asked for; probabilities and what
            is to be expected of dice as exact fractions.
        answers: What is answered before the enemy's reply, such as units that are to be placed.
        reply: The enemy's move after which the goal is no longer met, or None.
        then: What the same side does after that: the attack that its units then declare, or its
            moves of the next actions.
        alike: How many more it stands for, in which others of the same kind do the same.
    """

    move: Move
    after: AnyPosition
    points: int
    measures: Mapping[str, int | Fraction] = field(default_factory=dict)
    reply: Move | None = None
    then: tuple[Move, ...] = ()
    alike: int = 0
    answers: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name == points_key(self.after):
            return self.points
        raise AttributeError(name)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything the side does, one move after the other."""
        return (self.move, *self.then)

    @property
    def text(self) -> str:
        """Everything the side does, as text; moves are set apart by `, then `."""
        return ", then ".join(map(str, self.moves))

    def as_json(self) -> dict[str, Any]:
        """Return the solution as plain data; fractions as text."""
        return {
            "text": str(self.move),
            "orders": self.move.as_json(),
            **_priced(self.after, self.points),
            "measures": {
                what: str(value) if isinstance(value, Fraction) else value
                for what, value in self.measures.items()
            },
            "answers": list(self.answers),
            "refuted_by": None if self.reply is None else str(self.reply),
            "then": [str(move) for move in self.then],
            "alike": self.alike,
        }


@dataclass(slots=True)
class Found:
    """What a search has come to.

    Attributes:
        solutions: The solutions, in the order in which they were found: the first `KEPT` of them.
        number: How many were found.
        proven: Whether these are all that were asked for, so that none is proof that there is none.
        refuted: Moves that reach the goal, but that the enemy's reply undoes.
        seconds: How long the search took.
        gone_through: How many first moves were followed up, where several actions are asked for.
        left_out: Moves that were not gone through, so that nothing is proven: "" if there are none.
    """

    solutions: list[Solution] = field(default_factory=list)
    proven: bool = False
    refuted: list[Solution] = field(default_factory=list)
    seconds: float = 0.0
    gone_through: int = 0
    number: int = 0
    left_out: str = ""

    def add(self, solution: Solution) -> Solution:
        """Keep a solution, unless there are too many, and return it."""
        self.number += 1
        if self.number <= KEPT:
            self.solutions.append(solution)
        return solution


class SearchBase(ABC):
    """A search for solutions; iterating yields them as they are found.

    Attributes:
        position: The position that is searched, with the side to act.
        goal: What is searched for, as text or what can be told as text.
        plays: Whether every answer is played by the core, as the game asks for it.
        found: What the search has come to.
        already: Whether what is searched for is so before any move.
    """

    already: bool = False
    # Whether the enemy replies.
    replies: bool = False
    position: AnyPosition
    goal: object
    plays: bool
    found: Found

    @abstractmethod
    def __iter__(self) -> Iterator[Solution]:
        """Search, and yield what is found."""

    def run(self) -> Found:
        """Search to the end."""
        for _ in self:
            pass
        return self.found


def points_key(position: Position) -> str | None:
    """Return how a game calls the points that orders cost; None if they cost nothing."""
    budget = games.budget(position)
    return None if budget is None else str(budget.key)


def _priced(position: Position, points: int) -> dict[str, int]:
    key = points_key(position)
    return {} if key is None else {key: points}


# Told of what has been found so far.
Progress = Callable[[str], None]
