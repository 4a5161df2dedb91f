"""Who tries every answer in many worlds that could lie behind what is seen."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli.chance import Dice
from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.moves import Move
from lexbelli.players.greedy import GreedyPlayer
from lexbelli.players.protocol import Candidate, Clock, Opinion
from lexbelli.players.sampling import SEEDS, draw_answer, drawn_answers
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
    visits: int

    @property
    def mean(self) -> float:
        return self.total / self.visits


class SearchPlayer:
    """Flat Monte Carlo over determinized worlds, with the assessment at a depth limit.

    First it weighs answers as `greedy` does, but more of them: for a part of its time, if one is
    set. The best by that are then tried, each of them in the same worlds, guessed anew for every
    round: the answer is played, the game goes on for `depth` decisions, in which whoever decides
    takes the best of `policy` answers drawn at random, dice fall, and the assessment of the
    position at the end counts. Whenever an equal part of the rounds is over, the worse half is left
    out, until one answer is left. The worth by `greedy` counts as `prior` tries.

    Args:
        samples: How many answers are drawn at first.
        playouts: How many games are tried in all where no time is set.
        depth: How many decisions a game goes on after the answer.
        keep: How many answers, the best by `greedy`, are tried.
        policy: Of how many answers drawn the best is taken on the way; 1 for any.
        prior: As how many tries the worth by `greedy` counts.
        widening: Which part of the time is for weighing more answers, from 0 to 1.

    Raises:
        BadInput: A number is out of range.
    """

    def __init__(
        self,
        samples: int = 256,
        playouts: int = 120,
        depth: int = 4,
        keep: int = 4,
        policy: int = 1,
        prior: int = 8,
        widening: float = 0.5,
    ) -> None:
        counted = {"playouts": playouts, "depth": depth, "keep": keep, "policy": policy}
        for name, value in {**counted, "prior": prior}.items():
            least = 0 if name in ("playouts", "depth") else 1
            if type(value) is not int or not least <= value <= _MOST:
                raise bad_input(f"'{value}' is not between {least} and {_MOST}", name)
        if type(widening) not in (int, float) or not 0 <= widening <= 1:
            raise bad_input(f"'{widening}' is not between 0 and 1", "widening")
        self.playouts, self.depth, self.keep = playouts, depth, keep
        self.policy, self.prior, self.widening = policy, prior, float(widening)
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
        first = self._greedy.weigh(seen, self._part(clock), dice)
        if len(first.candidates) == 1 or first.best.visits == 0:
            return first
        arms = [
            _Arm(each, each.value * self.prior, self.prior)
            for each in first.candidates[: self.keep]
        ]
        left, halvings = arms, max(1, (len(arms) - 1).bit_length())
        for number in range(halvings):
            self._round(left, seen, clock, dice, number, halvings)
            # Who is best of all that were tried as often stands first.
            left = sorted(left, key=lambda arm: -arm.mean)[: (len(left) + 1) // 2]
        ranked = sorted(arms, key=lambda arm: (arm.visits, arm.mean), reverse=True)
        weighed = [
            Candidate(arm.candidate.answer, arm.mean, arm.visits, arm.candidate.terms)
            for arm in ranked
        ]
        untried = first.left + len(first.candidates) - len(arms)
        return Opinion(weighed, first.now, complete=False, left=untried)

    def _part(self, clock: Clock) -> Clock:
        if clock.seconds is None:
            return clock
        return Clock(max(clock.seconds * self.widening, 1e-9), clock.began)

    def _round(
        self,
        arms: list[_Arm],
        seen: Any,
        clock: Clock,
        dice: random.Random,
        number: int,
        halvings: int,
    ) -> None:
        """Try all that are left in the same worlds, for one part of the time or of the games."""
        valuer = Valuer(seen)
        side = str(seen.decision.side)
        rounds = self.playouts // (halvings * len(arms))
        part = self._share(clock, number + 1, halvings)
        tried = 0
        while not part.over and (clock.seconds is not None or tried < rounds):
            tried += 1
            seed = dice.getrandbits(32)
            try:
                world = whole_world(seen, random.Random(seed))
                worth = [self._tried(arm, world, side, valuer, seed) for arm in arms]
            except (BadInput, IllegalMove):
                # One of them cannot be played in that world: of it nothing is told of any.
                continue
            for arm, each in zip(arms, worth, strict=True):
                arm.total += each
                arm.visits += 1

    def _share(self, clock: Clock, number: int, halvings: int) -> Clock:
        """Return the clock that ends with a part of the time for tries."""
        if clock.seconds is None:
            return clock
        part = self.widening + (1 - self.widening) * number / halvings
        return Clock(max(clock.seconds * part, 1e-9), clock.began)

    def _tried(self, arm: _Arm, world: Any, side: str, valuer: Valuer, seed: int) -> float:
        """Return what a position is worth after an answer and some decisions more."""
        dice = random.Random(seed)
        position = world.after_answer(arm.candidate.answer)
        for _ in range(self.depth):
            while position.decision.kind == CHANCE:
                position = position.play(None, Dice(dice.randrange(SEEDS)))
            decides = position.decision.side
            answers = () if decides is None else self._drawn(position, dice)
            if not answers:
                break
            position = self._best(position, answers, str(decides), valuer, dice)
        return sum(valuer.expected(position, side, dice, 1).values())

    def _drawn(self, position: Any, dice: random.Random) -> Sequence[Move | str]:
        if self.policy == 1:
            found = draw_answer(position, dice)
            return () if found is None else (found,)
        return drawn_answers(position, self.policy, dice)[: self.policy]

    def _best(
        self,
        position: Any,
        answers: Sequence[Move | str],
        side: str,
        valuer: Valuer,
        dice: random.Random,
    ) -> Any:
        if len(answers) == 1:
            return position.after_answer(answers[0])
        found: list[tuple[float, int, Any]] = []
        for answer in answers:
            later = position.after_answer(answer)
            worth = sum(valuer.expected(later, side, dice, 1).values())
            found.append((worth + valuer.promised(position, answer, side), len(found), later))
        return max(found)[2]
