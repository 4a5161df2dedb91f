"""Two ways to what positions and answers are worth: the core of a game, or its assessment."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from lexbelli import capabilities
from lexbelli.chance import Dice, Outcomes
from lexbelli.errors import BadInput, IllegalMove
from lexbelli.moves import Move
from lexbelli.players.sampling import SEEDS, drawn_answers
from lexbelli.position import CHANCE

__all__ = ["Assessing", "ByAssessment", "ByCore", "Course", "Worth", "expected"]

# Throws with more outcomes than this fall instead of being gone through.
_MOST_OUTCOMES: Final = 36
# So many throws, one upon the other, are gone through; of more, the others fall.
MOST_THROWS: Final = 2


class Worth(NamedTuple):
    """What an answer is worth to who gives it.

    Attributes:
        terms: What the position after it is worth, term by term.
        promise: What it promises beside that, such as an attack.
        visits: How many positions were looked at.
    """

    terms: Mapping[str, float]
    promise: float
    visits: int

    @property
    def value(self) -> float:
        """In all."""
        return sum(self.terms.values()) + self.promise


class Course(NamedTuple):
    """How a game goes on after an answer.

    Attributes:
        policy: Whoever decides takes the best of so many answers drawn at random.
        decisions: How many decisions are made.
    """

    policy: int
    decisions: int


class Assessing(Protocol):
    """A way; `Valuer` tells what its questions mean."""

    def terms(self, position: Any, side: str) -> Mapping[str, float]:
        """Return what a position is worth."""

    def weighed(
        self, position: Any, answers: Iterable[Move | str], side: str, dice: random.Random
    ) -> Sequence[Worth | None]:
        """Return what answers are worth."""

    def mended(
        self, position: Any, answers: Sequence[Move | str], tries: int, dice: random.Random
    ) -> Move | str:
        """Return the first of some answers, mended."""

    def followed(
        self, position: Any, answer: Move | str, side: str, course: Course, seed: int
    ) -> float:
        """Return what comes of an answer."""


class ByCore:
    """By the core.

    Args:
        first: The game's first side.
    """

    def __init__(self, first: str) -> None:
        self._first = first

    def terms(self, position: Any, side: str) -> Mapping[str, float]:
        """Return what a position is worth."""
        return self._signed(position.core.weigher().terms(), side)

    def weighed(
        self, position: Any, answers: Iterable[Move | str], side: str, dice: random.Random
    ) -> Sequence[Worth | None]:
        """Return what answers are worth."""
        texts = [str(answer) for answer in answers]
        told = position.core.weigher().weighed(texts, MOST_THROWS, dice.randrange(SEEDS))
        return [
            None if each is None else Worth(self._signed(each[0], side), each[1], each[2])
            for each in told
        ]

    def mended(
        self, position: Any, answers: Sequence[Move | str], tries: int, dice: random.Random
    ) -> Move | str:
        """Return the first of some answers, mended."""
        texts = [str(answer) for answer in answers]
        found = position.core.weigher().mended(texts, tries, dice.randrange(SEEDS))
        return answers[0] if found is None or found[0] == texts[0] else str(found[0])

    def followed(
        self, position: Any, answer: Move | str, side: str, course: Course, seed: int
    ) -> float:
        """Return what comes of an answer."""
        worth = position.core.weigher().followed(str(answer), course, seed)
        return float(worth if side == self._first else -worth)

    def _signed(self, terms: Sequence[tuple[str, float]], side: str) -> Mapping[str, float]:
        sign = 1.0 if side == self._first else -1.0
        return {name: sign * value for name, value in terms}


class ByAssessment:
    """By what a game written in Python alone says of positions.

    Args:
        assessment: What it says.
    """

    def __init__(self, assessment: capabilities.Assessment) -> None:
        self._assessment = assessment

    def terms(self, position: Any, side: str) -> Mapping[str, float]:
        """Return what a position is worth."""
        return self._assessment.terms(position, side)

    def weighed(
        self, position: Any, answers: Iterable[Move | str], side: str, dice: random.Random
    ) -> Sequence[Worth | None]:
        """Return what answers are worth."""
        return [self._worth(position, answer, side, dice, MOST_THROWS) for answer in answers]

    def mended(
        self, position: Any, answers: Sequence[Move | str], tries: int, dice: random.Random
    ) -> Move | str:
        """Return the first of some answers, mended."""
        del position, tries, dice
        return answers[0]

    def followed(
        self, position: Any, answer: Move | str, side: str, course: Course, seed: int
    ) -> float:
        """Return what comes of an answer."""
        dice = random.Random(seed)
        now = position.after_answer(answer)
        for _ in range(course.decisions):
            while now.decision.kind == CHANCE:
                now = now.play(None, Dice(dice.randrange(SEEDS)))
            decides = now.decision.side
            drawn = () if decides is None else drawn_answers(now, course.policy, dice)
            told = [(self._worth(now, each, str(decides), dice, 0), each) for each in drawn]
            found = [(worth.value, each) for worth, each in told if worth is not None]
            if not found:
                break
            now = now.after_answer(max(found, key=lambda each: each[0])[1])
        return sum(expected(self, now, side, dice, 1)[0].values())

    def _worth(
        self, position: Any, answer: Move | str, side: str, dice: random.Random, throws: int
    ) -> Worth | None:
        """Return what an answer is worth; None if it cannot be followed."""
        try:
            terms, visits = expected(self, position.after_answer(answer), side, dice, throws)
        except (BadInput, IllegalMove):
            return None
        return Worth(terms, self._assessment.promised(position, answer, side), visits)


def expected(
    way: Assessing, position: Any, side: str, dice: random.Random, throws: int
) -> tuple[Mapping[str, float], int]:
    """Return the terms of a position, and how many positions were looked at; see `Valuer`."""
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
        visits = 0
        for outcome in outcomes:
            after = position.after_answer(outcome.text)
            told, seen = expected(way, after, side, dice, throws - 1)
            visits += seen
            for name, value in told.items():
                found[name] += float(outcome.odds) * value  # type: ignore[assignment]
        return dict(found), visits
    return way.terms(position, side), 1
