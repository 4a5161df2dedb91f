"""Who tries every answer in many worlds that could lie behind what is seen."""

import math
import random
from dataclasses import dataclass, field
from typing import Any, Final

from lexbelli.chance import Dice
from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.moves import Move
from lexbelli.players.greedy import GreedyPlayer
from lexbelli.players.protocol import Candidate, Clock, Opinion
from lexbelli.players.sampling import SEEDS, drawn_answers
from lexbelli.players.valuing import Valuer
from lexbelli.players.worlds import whole_world
from lexbelli.position import CHANCE

__all__ = ["SearchPlayer"]

_MOST: Final = 1_000_000


@dataclass(slots=True)
class _Arm:
    """An answer, and what came of it so far."""

    candidate: Candidate
    total: float
    visits: int = 1
    refused: bool = field(default=False)

    @property
    def mean(self) -> float:
        return self.total / self.visits


class SearchPlayer:
    """Flat Monte Carlo over determinized worlds, with the assessment at a depth limit.

    The answers are those that `greedy` weighs, and its worth of each counts as so many playouts.
    Then, until the time is over, the answer with the best upper bound (UCB1) is played in a world
    guessed anew, and the game goes on for `depth` decisions: at each, whoever decides takes the
    best of `policy` answers drawn at random by the assessment, and dice fall. What the position at
    the end is worth counts for the answer. The answer of the greatest mean among those tried often
    enough is given.

    Args:
        playouts: How many games are tried where no time is set.
        depth: How many decisions a game goes on after the answer.
        samples: How many answers are drawn, as for `greedy`.
        keep: How many of them, the best by `greedy`, are tried.
        policy: Of how many answers drawn the best is taken on the way; 1 for any.
        prior: As how many playouts the worth by `greedy` counts.
        width: How far apart means are by chance, in points: what UCB1 weighs tries with.

    Raises:
        BadInput: A number is out of range.
    """

    def __init__(
        self,
        playouts: int = 200,
        depth: int = 6,
        samples: int = 32,
        keep: int = 8,
        policy: int = 3,
        prior: int = 4,
        width: float = 1.0,
    ) -> None:
        numbers = {"playouts": playouts, "keep": keep, "policy": policy, "prior": prior}
        for name, value in {**numbers, "depth": depth}.items():
            least = 0 if name == "depth" else 1
            if type(value) is not int or not least <= value <= _MOST:
                raise bad_input(f"'{value}' is not between {least} and {_MOST}", name)
        if type(width) not in (int, float) or not 0 <= width < math.inf:
            raise bad_input(f"'{width}' is no number from 0", "width")
        self.playouts, self.depth, self.keep = playouts, depth, keep
        self.policy, self.prior, self.width = policy, prior, float(width)
        self._greedy = GreedyPlayer(samples)

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> Move | str:
        """Answer a decision; see `Player`.

        Raises:
            BadInput: There is no answer, or the game has no assessment of positions.
        """
        return self.weigh(seen, clock, dice).best.answer

    def weigh(self, seen: Any, clock: Clock, dice: random.Random) -> Opinion:
        """Weigh the answers to a decision; see `Thinking`.

        Raises:
            BadInput: As `answer`.
        """
        first = self._greedy.weigh(seen, clock, dice)
        if len(first.candidates) == 1 or first.best.visits == 0:
            return first
        side = str(seen.decision.side)
        valuer = Valuer(seen)
        arms = [
            _Arm(each, each.value * self.prior, self.prior)
            for each in first.candidates[: self.keep]
        ]
        tried = 0
        while not clock.over and (clock.seconds is not None or tried < self.playouts):
            tried += 1
            arm = max(arms, key=lambda each: self._bound(each, tried + self.prior * len(arms)))
            try:
                world = whole_world(seen, dice).after_answer(arm.candidate.answer)
                worth = self._followed(world, side, valuer, dice)
            except (BadInput, IllegalMove):
                # Not in that world: a try that tells nothing, and is not made again and again.
                worth = arm.mean
            arm.total += worth
            arm.visits += 1
        often = max(arm.visits for arm in arms) / 4
        arms.sort(key=lambda arm: (arm.visits >= often, arm.mean), reverse=True)
        weighed = [
            Candidate(arm.candidate.answer, arm.mean, arm.visits, arm.candidate.terms)
            for arm in arms
        ]
        left = first.left + len(first.candidates) - len(arms)
        return Opinion(weighed, first.now, complete=False, left=left)

    def _bound(self, arm: _Arm, tried: int) -> float:
        return arm.mean + self.width * math.sqrt(2 * math.log(tried) / arm.visits)

    def _followed(self, position: Any, side: str, valuer: Valuer, dice: random.Random) -> float:
        """Return what a position is worth after some decisions more."""
        for _ in range(self.depth):
            while position.decision.kind == CHANCE:
                position = position.play(None, Dice(dice.randrange(SEEDS)))
            decides = position.decision.side
            if decides is None:
                break
            answers = drawn_answers(position, self.policy, dice)
            if not answers:
                break
            position = self._best(position, answers[: self.policy], decides, valuer, dice)
        return sum(valuer.expected(position, side, dice, 1).values())

    def _best(
        self, position: Any, answers: Any, side: str, valuer: Valuer, dice: random.Random
    ) -> Any:
        if len(answers) == 1:
            return position.after_answer(answers[0])
        found: list[tuple[float, int, Any]] = []
        for answer in answers:
            later = position.after_answer(answer)
            worth = sum(valuer.expected(later, side, dice, 1).values())
            found.append((worth + valuer.promised(position, answer, side), len(found), later))
        return max(found)[2]
