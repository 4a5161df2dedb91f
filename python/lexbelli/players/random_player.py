"""Who answers at random, as games do that play themselves."""

import random
from typing import Any

from lexbelli.errors import bad_input
from lexbelli.moves import Move
from lexbelli.players.protocol import Clock
from lexbelli.players.sampling import draw_answer

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Any legal answer: a move for the most part, each choice now and then."""

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> Move | str:  # noqa: ARG002
        """Answer a decision; see `Player`.

        Raises:
            BadInput: There is no answer.
        """
        found = draw_answer(seen, dice)
        if found is None:
            raise bad_input(f"has no answer: {seen.decision.text}", "position")
        return found
