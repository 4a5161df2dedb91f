"""What positions and answers are worth."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lexbelli import capabilities, games
from lexbelli.moves import Move
from lexbelli.players import assessing
from lexbelli.players.assessing import ByAssessment, ByCore, Course, Worth

__all__ = ["Course", "Valuer", "Worth"]


class Valuer:
    """Tells what positions of a game, and answers in them, are worth.

    Args:
        position: A position of the game.

    Raises:
        BadInput: The game has no assessment of positions.
    """

    def __init__(self, position: Any) -> None:
        by_core = isinstance(position, capabilities.InCore) and isinstance(
            position.core, capabilities.AssessingCore
        )
        self._way: assessing.Assessing = (
            ByCore(games.of(position).sides[0])
            if by_core
            else ByAssessment(games.having(position, "assessment", "assessment of positions"))
        )

    def terms(self, position: Any, side: str) -> Mapping[str, float]:
        """Return what a position is worth to a side, term by term, in points."""
        return self._way.terms(position, side)

    def value(self, position: Any, side: str) -> float:
        """Return what a position is worth to a side, in points."""
        return sum(self.terms(position, side).values())

    def expected(
        self,
        position: Any,
        side: str,
        dice: random.Random,
        throws: int = assessing.MOST_THROWS,
    ) -> Mapping[str, float]:
        """Return what a position is worth, with exact odds if dice are to fall first.

        Args:
            position: The position.
            side: To whom.
            dice: For what falls instead of being gone through: draws, such as of cards, throws with
                more than 36 outcomes, and those upon so many others.
            throws: How many throws, one upon the other, are gone through.
        """
        return assessing.expected(self._way, position, side, dice, throws)[0]

    def weighed(
        self, position: Any, answers: Iterable[Move | str], side: str, dice: random.Random
    ) -> Sequence[Worth | None]:
        """Return what answers are worth to a side, with exact odds if dice are to fall first.

        Args:
            position: A whole position.
            answers: The answers; None stands for one that cannot be followed there.
            side: The side that decides.
            dice: For what falls instead of being gone through, as `expected`.
        """
        return self._way.weighed(position, answers, side, dice)

    def mended(
        self, position: Any, answers: Sequence[Move | str], tries: int, dice: random.Random
    ) -> Move | str:
        """Return the first of some answers, mended part by part with parts of all of them.

        Where the game cannot mend answers, it is the first as it is.

        Args:
            position: A whole position.
            answers: The answers, the one to mend first.
            tries: How many answers are put together.
            dice: Chance.
        """
        return self._way.mended(position, answers, tries, dice)

    def followed(
        self, position: Any, answer: Move | str, side: str, course: Course, seed: int
    ) -> float:
        """Return what the game is worth to a side after an answer and some decisions more.

        Args:
            position: A whole position.
            answer: The answer.
            side: To whom.
            course: How the game goes on.
            seed: The same seed has the same dice and draws.

        Raises:
            BadInput: The answer cannot be followed there.
            IllegalMove: The same, since it breaks rules.
        """
        return self._way.followed(position, answer, side, course, seed)
