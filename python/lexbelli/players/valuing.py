"""What a position is worth to a side, and what an answer is worth that dice follow."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from lexbelli import capabilities, games
from lexbelli.chance import Dice, Outcomes
from lexbelli.moves import Move
from lexbelli.players.sampling import SEEDS
from lexbelli.position import CHANCE

__all__ = ["Valuer"]

# Throws with more outcomes than this fall instead of being gone through.
_MOST_OUTCOMES: Final = 36
# So many throws, one upon the other, are gone through; of more, the others fall.
_MOST_THROWS: Final = 2


class Valuer:
    """Values positions by the assessment of their game.

    Args:
        game: A position of the game.

    Raises:
        BadInput: The game has no assessment of positions.
    """

    def __init__(self, position: Any) -> None:
        self._assessment: capabilities.Assessment = games.having(
            position, "assessment", "assessment of positions"
        )
        #: How many positions were valued so far.
        self.visits = 0

    def terms(self, position: Any, side: str) -> Mapping[str, float]:
        """Return what a position is worth to a side, term by term, in points."""
        self.visits += 1
        return self._assessment.terms(position, side)

    def value(self, position: Any, side: str) -> float:
        """Return what a position is worth to a side, in points."""
        return sum(self.terms(position, side).values())

    def promised(self, position: Any, answer: Move | str, side: str) -> float:
        """Return what an answer promises beside the position after it, such as an attack."""
        return self._assessment.promised(position, answer, side)

    def expected(
        self, position: Any, side: str, dice: random.Random, throws: int = _MOST_THROWS
    ) -> Mapping[str, float]:
        """Return what a position is worth, with exact odds if dice are to fall first.

        Args:
            position: The position.
            side: To whom.
            dice: For what falls instead of being gone through: draws, such as of cards, throws with
                more than 36 outcomes, and those upon so many others.
            throws: How many throws, one upon the other, are gone through.
        """
        while (asked := position.decision).kind == CHANCE:
            if asked.throw is None:
                position = position.play(None, Dice(0))
                continue
            outcomes = asked.outcomes
            drawn = asked.throw.of is not None or isinstance(outcomes, Outcomes)
            if throws < 1 or drawn or len(outcomes) > _MOST_OUTCOMES:
                position = position.play(None, Dice(dice.randrange(SEEDS)))
                continue
            found: Counter[str] = Counter()
            for outcome in outcomes:
                after = position.after_answer(outcome.text)
                told = self.expected(after, side, dice, throws - 1)
                for name, value in told.items():
                    found[name] += float(outcome.odds) * value  # type: ignore[assignment]
            return dict(found)
        return self.terms(position, side)
