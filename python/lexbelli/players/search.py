"""Who mends answers order by order, and follows the best in worlds behind what is seen."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.moves import Move
from lexbelli.players.greedy import GreedyPlayer, candidate
from lexbelli.players.protocol import Candidate, Clock, Opinion
from lexbelli.players.sampling import SEEDS, drawn_answers
from lexbelli.players.valuing import Course, Valuer
from lexbelli.players.worlds import whole_world

__all__ = ["SearchPlayer"]

_MOST: Final = 1_000_000
# So many answers are put together before the clock is looked at again.
_AT_ONCE: Final = 50


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
    """Answers mended order by order, and followed by Monte Carlo over determinized worlds.

    First it weighs answers as `greedy` does. Then it mends: of `samples` answers drawn anew the
    best is changed order by order with orders of the others, `tries` times, and what is worth more
    is kept; so it does `keep` times, each time in a world guessed anew. The best `keep`, and the
    best of the decision's choices, are then followed, all of them in the same worlds with the
    same dice: the game goes on for `decisions` decisions of both sides, in which whoever decides
    takes the best of `policy` answers, and the assessment of the position at the end counts.
    Whenever an equal part of the rounds is over, the worse half is left out, until one answer is
    left. The worth of an answer by itself counts as `prior` games.

    Args:
        samples: How many answers are drawn at once.
        tries: How often an answer is mended.
        keep: How many answers, the best by themselves, are followed.
        policy: Of how many answers drawn the best is taken on the way.
        decisions: How many decisions a game goes on after the answer.
        playouts: How many games are played in all where no time is set.
        prior: As how many games the worth of an answer by itself counts.
        widening: Which part of a time is for mending answers, from 0 to 1.

    Raises:
        BadInput: A number is out of range.
    """

    def __init__(
        self,
        samples: int = 32,
        tries: int = 400,
        keep: int = 5,
        policy: int = 6,
        decisions: int = 30,
        playouts: int = 120,
        prior: int = 4,
        widening: float = 0.4,
    ) -> None:
        counted = {
            "tries": (tries, 0),
            "keep": (keep, 1),
            "policy": (policy, 1),
            "decisions": (decisions, 0),
            "playouts": (playouts, 0),
            "prior": (prior, 1),
        }
        for name, (value, least) in counted.items():
            if type(value) is not int or not least <= value <= _MOST:
                raise bad_input(f"'{value}' is not between {least} and {_MOST}", name)
        if type(widening) not in (int, float) or not 0 <= widening <= 1:
            raise bad_input(f"'{widening}' is not between 0 and 1", "widening")
        self.tries, self.keep, self.playouts, self.prior = tries, keep, playouts, prior
        self.course, self.widening = Course(policy, decisions), float(widening)
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
        begun = self._part(clock, self.widening)
        first = self._greedy.weigh(seen, begun, dice)
        if len(first.candidates) == 1 or first.best.visits == 0:
            return first
        valuer = Valuer(seen)
        found = [*first.candidates, *self._mended(seen, valuer, begun, dice)]
        found.sort(key=lambda each: -each.value)
        arms = [_Arm(each, each.value * self.prior, self.prior) for each in self._best(seen, found)]
        left, halvings = arms, max(1, (len(arms) - 1).bit_length())
        for number in range(halvings):
            self._round(left, seen, valuer, clock, dice, number, halvings)
            # Who is best of all that were tried as often stands first.
            left = sorted(left, key=lambda arm: -arm.mean)[: (len(left) + 1) // 2]
        ranked = sorted(arms, key=lambda arm: (arm.visits, arm.mean), reverse=True)
        weighed = [
            Candidate(arm.candidate.answer, arm.mean, arm.visits, arm.candidate.terms)
            for arm in ranked
        ]
        return Opinion(weighed, first.now, complete=False, left=first.left + len(found) - len(arms))

    def _part(self, clock: Clock, part: float) -> Clock:
        """Return the clock that ends with a part of the time."""
        if clock.seconds is None:
            return clock
        return Clock(max(clock.seconds * part, 1e-9), clock.began)

    def _mended(
        self, seen: Any, valuer: Valuer, clock: Clock, dice: random.Random
    ) -> Sequence[Candidate]:
        """Return answers that were mended, each once, with what they are worth."""
        side = str(seen.decision.side)
        found: dict[str, Move | str] = {}
        for _ in range(self.keep):
            if clock.over:
                break
            answer = self._mend(seen, valuer, side, clock, dice)
            if answer is not None:
                found.setdefault(str(answer), answer)
        world = whole_world(seen, dice)
        now = valuer.terms(world, side)
        told = valuer.weighed(world, found.values(), side, dice)
        pairs = zip(found.values(), told, strict=True)
        return [candidate(answer, worth, now) for answer, worth in pairs if worth is not None]

    def _mend(
        self, seen: Any, valuer: Valuer, side: str, clock: Clock, dice: random.Random
    ) -> Move | str | None:
        """Return the best of some answers drawn anew, mended; None if it cannot be given."""
        world = whole_world(seen, dice)
        drawn = drawn_answers(seen, self._greedy.samples, dice)
        told = valuer.weighed(world, drawn, side, dice)
        pairs = [
            (worth, each) for worth, each in zip(told, drawn, strict=True) if worth is not None
        ]
        if not pairs:
            return None
        pairs.sort(key=lambda pair: -pair[0].value)
        answers = [each for _, each in pairs]
        done = 0
        while done < self.tries and not clock.over:
            step = min(_AT_ONCE, self.tries - done)
            answers = [valuer.mended(world, answers, step, dice), *answers]
            done += step
        # What is legal in a world that was guessed need not be so for who sees less.
        try:
            return None if seen.check(answers[0]) else answers[0]
        except BadInput:
            return None

    def _best(self, seen: Any, found: Sequence[Candidate]) -> Sequence[Candidate]:
        """Return who is to be followed: the best answers, each once, and the best choice."""
        different: dict[str, Candidate] = {}
        for each in found:
            different.setdefault(str(each.answer), each)
        ranked = list(different.values())
        choices = [
            each for each in ranked[self.keep :] if str(each.answer) in seen.decision.choices
        ]
        return [*ranked[: self.keep], *choices[:1]]

    def _round(
        self,
        arms: list[_Arm],
        seen: Any,
        valuer: Valuer,
        clock: Clock,
        dice: random.Random,
        number: int,
        halvings: int,
    ) -> None:
        """Follow all that are left in the same worlds, for one part of the time or of the games."""
        side = str(seen.decision.side)
        rounds = self.playouts // (halvings * len(arms))
        part = self._part(clock, self.widening + (1 - self.widening) * (number + 1) / halvings)
        tried = 0
        while not part.over and (clock.seconds is not None or tried < rounds):
            tried += 1
            seed = dice.randrange(SEEDS)
            world = whole_world(seen, dice)
            worth = self._followed(arms, world, side, valuer, part, seed)
            if worth is None:
                continue
            for arm, each in zip(arms, worth, strict=True):
                arm.total += each
                arm.visits += 1

    def _followed(
        self,
        arms: Sequence[_Arm],
        world: Any,
        side: str,
        valuer: Valuer,
        clock: Clock,
        seed: int,
    ) -> Sequence[float] | None:
        """Return what came of all answers in a world; None if time was over before.

        None also if one of them cannot be played in that world: of it nothing is told of any.
        """
        found: list[float] = []
        for arm in arms:
            if clock.over:
                return None
            answer = arm.candidate.answer
            try:
                found.append(valuer.followed(world, answer, side, self.course, seed))
            except (BadInput, IllegalMove):
                return None
        return found
