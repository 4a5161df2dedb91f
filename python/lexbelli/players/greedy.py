"""Who takes what is best after one answer."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli.errors import bad_input
from lexbelli.moves import Move
from lexbelli.players.protocol import Candidate, Clock, Opinion
from lexbelli.players.sampling import drawn_answers
from lexbelli.players.valuing import Valuer, Worth
from lexbelli.players.worlds import whole_world

__all__ = ["GreedyPlayer", "candidate"]

_SAMPLES: Final = 32
_MOST_SAMPLES: Final = 10_000
# So many answers are weighed before the clock is looked at again.
_AT_ONCE: Final = 8
_PROMISE: Final = "promise"


class GreedyPlayer:
    """The answer after which the position is worth most.

    Weighed are the decision's choices and legal moves that are drawn at random. Where a die follows
    an answer, its worth is the mean over all faces, by their exact odds. What is hidden is guessed
    once for each decision.

    Args:
        samples: How many moves are drawn, and how many choices are weighed at most.

    Raises:
        BadInput: The number is out of range.
    """

    def __init__(self, samples: int = _SAMPLES) -> None:
        if type(samples) is not int or not 1 <= samples <= _MOST_SAMPLES:
            raise bad_input(f"'{samples}' is not between 1 and {_MOST_SAMPLES}", "samples")
        self.samples = samples

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> Move | str:
        """Answer a decision; see `Player`.

        Raises:
            BadInput: There is no answer, or the game has no assessment of positions.
        """
        found = drawn_answers(seen, self.samples, dice)
        if len(found) == 1:
            return found[0]
        return self._weighed(seen, found, clock, dice).best.answer

    def weigh(self, seen: Any, clock: Clock, dice: random.Random) -> Opinion:
        """Weigh the answers to a decision; see `Thinking`.

        Raises:
            BadInput: As `answer`.
        """
        return self._weighed(seen, drawn_answers(seen, self.samples, dice), clock, dice)

    def _weighed(
        self, seen: Any, found: Sequence[Move | str], clock: Clock, dice: random.Random
    ) -> Opinion:
        if not found:
            raise bad_input(f"has no answer: {seen.decision.text}", "position")
        side = str(seen.decision.side)
        valuer = Valuer(seen)
        world = whole_world(seen, dice)
        now = valuer.terms(world, side)
        worth = sum(now.values())
        weighed: list[Candidate] = []
        tried = 0
        while tried < len(found) and not (weighed and clock.over):
            part = found[tried : tried + (_AT_ONCE if weighed or clock.seconds is None else 1)]
            tried += len(part)
            told = valuer.weighed(world, part, side, dice)
            weighed += [
                candidate(answer, each, now)
                for answer, each in zip(part, told, strict=True)
                if each is not None
            ]
        if not weighed:
            # Whatever it may do turns on what is hidden.
            weighed.append(Candidate(found[0], worth, 0))
        # The sort is stable: of equal answers that comes first which was drawn first.
        weighed.sort(key=lambda each: -each.value)
        return Opinion(weighed, worth, complete=False, left=len(found) - tried)


def candidate(answer: Move | str, worth: Worth, now: Mapping[str, float]) -> Candidate:
    """Return an answer with what it is worth beside the position as it is, term by term."""
    told = dict(worth.terms)
    if worth.promise:
        told[_PROMISE] = worth.promise
    names = dict.fromkeys([*told, *now])
    change = {name: told.get(name, 0.0) - now.get(name, 0.0) for name in names}
    terms = {name: value for name, value in change.items() if abs(value) > 1e-9}
    return Candidate(answer, worth.value, worth.visits, terms)
