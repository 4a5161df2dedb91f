"""What a player would do in a position, and why."""

import random
from dataclasses import dataclass
from typing import Any, Final

from lexbelli.errors import bad_input
from lexbelli.players.protocol import Candidate, Clock, Opinion, Thinking
from lexbelli.players.registry import make
from lexbelli.players.worlds import as_seen
from lexbelli.position import CHANCE

__all__ = ["Suggestion", "suggest"]

_PLAYER: Final = "greedy"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a player would do.

    Attributes:
        player: The player's name.
        side: The side that decides.
        answer: What it would answer.
        opinion: Its answers and their worth; None of a player that does not say why.
    """

    player: str
    side: str
    answer: Any
    opinion: Opinion | None

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        told: dict[str, Any] = {
            "player": self.player,
            "side": self.side,
            "answer": str(self.answer),
            "now": None,
            "complete": False,
            "left": 0,
            "candidates": [],
        }
        if self.opinion is not None:
            told |= {
                "now": round(self.opinion.now, 6),
                "complete": self.opinion.complete,
                "left": self.opinion.left,
                "candidates": [each.as_json() for each in self.opinion.candidates],
            }
        return told

    @property
    def alternatives(self) -> tuple[Candidate, ...]:
        """The other answers that were weighed, the best first."""
        return () if self.opinion is None else tuple(self.opinion.candidates[1:])


def suggest(
    position: Any,
    player: str = _PLAYER,
    *,
    seconds: float | None = None,
    seed: int = 0,
) -> Suggestion:
    """Ask a player what it would do.

    The player is shown what the side that decides may know.

    Args:
        position: The position.
        player: The player, as `players.make` reads it.
        seconds: The time it has; None for as long as it takes.
        seed: With the same seed and no time the same is suggested.

    Raises:
        BadInput: There is no such player, no side decides here, or the game has no assessment of
            positions and the player needs one.
    """
    made = make(player)
    asked = position.decision
    if asked.side is None or asked.kind == CHANCE:
        raise bad_input(f"asks no side: {asked.text}", "position")
    seen = as_seen(position, asked.side)
    clock, dice = Clock(seconds), random.Random(f"suggest/{seed}")
    if isinstance(made, Thinking):
        opinion = made.weigh(seen, clock, dice)
        return Suggestion(player, asked.side, opinion.best.answer, opinion)
    return Suggestion(player, asked.side, made.answer(seen, clock, dice), None)
