"""Preventing: moves after which the enemy's reply cannot reach his goal.

Every legal move is tried. Replies that have been found before are tried first, by the core; of the
moves that are left the law is asked for many at once.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final

from lexbelli.errors import bad_input
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.found import KEPT, Found, Seeking, Solution
from lexbelli.puzzles.goal import Goal, atoms_of, is_met
from lexbelli.puzzles.many import in_batches
from lexbelli.puzzles.solving import LEAST, Asking, acting, acts_next, every_model, exclude, spent

__all__ = ["PreventSearch"]

# So many replies are tried by the core before the law is asked.
_TRIED: Final = 40


class PreventSearch(Seeking):
    """A search for moves after which the enemy cannot reach a goal with his next operations.

    Args:
        position: The position, in which somebody has points to spend.
        goal: What the enemy is not to reach.
        asking: What the game lends.
        reply: The enemy's points.
        limit: How many at most; 0 = all.
        seconds: How long to search; None = as long as it takes.
        progress: Told how many moves have been tried.
        jobs: In how many processes.
    """

    plays = False

    def __init__(
        self,
        position: Position,
        goal: Goal,
        asking: Asking,
        reply: int,
        *,
        limit: int = 0,
        seconds: float | None = None,
        progress: Callable[[str], None] | None = None,
        jobs: int = 1,
    ) -> None:
        self.position = acting(position, None)
        self.goal: Goal = goal
        self.asking, self.reply = asking, reply
        if any(asking.words[atom.name].loose for atom in atoms_of(goal)):
            raise bad_input("cannot be asked of words that only the core can judge", "reply")
        self.found = Found()
        self._limit, self._progress, self._jobs = limit, progress, jobs
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._replies: list[Move] = []
        self._complete = False

    def __iter__(self) -> Iterator[Solution]:
        begun = time.monotonic()
        try:
            yield from self._all()
        finally:
            self.found.seconds = time.monotonic() - begun

    @property
    def _left(self) -> float | None:
        return None if self._deadline is None else max(0.1, self._deadline - time.monotonic())

    def _all(self) -> Iterator[Solution]:
        ops = self.reply
        batches = in_batches(self._open(), self.goal, ops, self._jobs, lambda: self._left)
        proven = True
        for batch, reached, complete in batches:
            proven &= complete
            for number, (move, after) in enumerate(batch):
                reply = reached.get(number)
                if reply is not None:
                    self._replies.insert(0, reply)
                    self._refute(move, after, reply)
                elif complete:
                    yield self.found.add(Solution(move, after, spent(self.position, move)))
                    if self._limit and self.found.number >= self._limit:
                        return
            if self._progress is not None:
                self._progress(
                    f"{self.found.gone_through} moves tried, {self.found.number} stand so far"
                )
        self.found.proven = proven and self._complete

    def _refute(self, move: Move, after: Position, reply: Move) -> None:
        if len(self.found.refuted) < KEPT:
            cost = spent(self.position, move)
            self.found.refuted.append(Solution(move, after, cost, reply=reply))

    def _open(self) -> Iterator[tuple[tuple[Move, Position], Position]]:
        """Yield the moves that no known reply undoes, with the enemy's position after them."""
        at, asking = self.position, self.asking
        foe = next(other for other in ("ap", "cp") if other != at.decision.side)
        law = asking.grounded(at, at.decision.ops or 1, frozenset(), (), LEAST)
        with law as control:
            for model in every_model(control, self._deadline):
                if model is None:
                    return
                shown = model.symbols(shown=True)
                move = asking.move(at, [atom.arguments[0] for atom in shown if atom.name == "do"])
                exclude(model, "this")
                if at.check(move):
                    raise LawError(f"law and core differ on '{move}'")
                after = at.play(move)
                his = acts_next(after, foe, self.reply)
                self.found.gone_through += 1
                reply = self._known_reply(his)
                if reply is not None:
                    self._refute(move, after, reply)
                    continue
                yield (move, after), his
        self._complete = True

    def _known_reply(self, his: Position) -> Move | None:
        """Return a reply found before that reaches the goal from there, too."""
        for reply in self._replies[:_TRIED]:
            if not his.check(reply) and is_met(self.goal, his, his.play(reply), self.asking):
                return reply
        return None
