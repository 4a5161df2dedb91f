"""Preventing: moves after which the enemy's reply cannot reach his goal.

Every legal move is tried. Replies that have been found before are tried first, by the core; of the
moves that are left the law is asked for many at once.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import clingo

from lexbelli import games
from lexbelli.errors import bad_input
from lexbelli.games import enemy_of
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.acting import acting, acts_next, settled, spent
from lexbelli.puzzles.found import KEPT, Found, SearchBase, Solution
from lexbelli.puzzles.game_law import LEAST, ORDERS, GameLaw
from lexbelli.puzzles.goal import Goal, Said, atoms_of, is_met
from lexbelli.puzzles.many import in_batches
from lexbelli.puzzles.models import configured, every_model, with_text
from lexbelli.puzzles.ways import with_short_ways

__all__ = ["PreventSearch"]

# So many replies are tried by the core before the law is asked.
_TRIED: Final = 40


# Moves of so many orders and more are looked at together.
_LARGE: Final = 8


def _orders(move: Move) -> frozenset[str]:
    """What a move orders; of ways only the ends."""
    found = []
    for order in move.orders:
        content = order.as_json()
        path = content.get("path")
        found.append(order.text if path is None else f"{content.get('unit')} {path[-1]}")
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class _Case:
    """A move, and what is answered after it before the enemy's reply.

    Attributes:
        move: The move.
        after: The position after it.
        answers: The answers.
        foe_answers: Whether the enemy gives them.
        last: Whether there are no other answers to be looked at.
    """

    move: Move
    after: Position
    answers: tuple[str, ...]
    foe_answers: bool
    last: bool


@dataclass(frozen=True, slots=True)
class _Tried:
    """A case with a reply that reaches the enemy's goal, or whether it is proven that none does."""

    case: _Case
    reply: Move | None
    proven: bool


class PreventSearch(SearchBase):
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
        keeping: What is so already and must be so after the move, too. Then those moves are found
            of which no order can be left out; without it, all.
    """

    plays = False
    replies = True

    def __init__(
        self,
        position: Position,
        goal: Goal,
        asking: GameLaw,
        reply: int,
        *,
        limit: int = 0,
        seconds: float | None = None,
        progress: Callable[[str], None] | None = None,
        jobs: int = 1,
        keeping: Goal | None = None,
    ) -> None:
        self.position: Any = acting(position, None)
        self.goal: Goal = goal
        self.asking, self.reply = asking, reply
        if any(asking.words[atom.name].loose for atom in atoms_of(goal)):
            raise bad_input("cannot be asked of words that only the core can judge", "reply")
        self.found = Found()
        self._limit, self._progress, self._jobs = limit, progress, jobs
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._replies: list[Move] = []
        self._complete = False
        self._keeping = keeping
        self.already = is_met(keeping or goal, self.position, self.position, asking)
        # What moves do that stand, where nothing more is looked for.
        self._done: list[frozenset[Any]] = []

    def __iter__(self) -> Iterator[Solution]:
        started = time.monotonic()
        try:
            yield from self._all()
        finally:
            self.found.seconds = time.monotonic() - started

    @property
    def _left(self) -> float | None:
        return None if self._deadline is None else max(0.1, self._deadline - time.monotonic())

    def _all(self) -> Iterator[Solution]:
        batches = in_batches(self._open(), self.goal, self.reply, self._jobs, lambda: self._left)
        proven = True
        tried: list[_Tried] = []
        for batch, reached, complete in batches:
            proven &= complete
            for number, case in enumerate(batch):
                reply = reached.get(number)
                if reply is not None:
                    self._replies.insert(0, reply)
                tried.append(_Tried(case, reply, complete))
                if not case.last:
                    continue
                solution = self._judged(tried)
                tried = []
                if solution is None or self._contains(solution.move):
                    continue
                if self._keeping is not None:
                    solution = self._shortened(solution, self._keeping)
                self._done.append(_orders(solution.move))
                yield self.found.add(solution)
                if not solution.move.orders and self._keeping is not None:
                    # Who does nothing keeps it so; so nothing needs to be done.
                    self.found.proven = proven
                    return
                if self._limit and self.found.number >= self._limit:
                    return
            if self._progress is not None:
                self._progress(
                    f"{self.found.gone_through} moves tried, {self.found.number} stand so far"
                )
        self.found.proven = proven and self._complete

    def _contains(self, move: Move) -> bool:
        """Whether a move contains one that stands, where no order is to be left out."""
        if self._keeping is None:
            return False
        orders = _orders(move)
        return any(other <= orders for other in self._done)

    def _judged(self, tried: Sequence["_Tried"]) -> Solution | None:
        """Return the solution that a move is; None if it is none, or nobody knows.

        Of what is answered before the reply, whoever answers chooses.
        """
        case = tried[0].case
        replied = [each for each in tried if each.reply is not None]
        held = [each for each in tried if each.reply is None]
        if replied and (case.foe_answers or not held):
            reply = replied[0].reply
            assert reply is not None
            self._refute(case.move, case.after, reply, replied[0].case.answers)
            return None
        if not held or not all(each.proven for each in held):
            return None
        answers = () if case.foe_answers else held[0].case.answers
        points = spent(self.position, case.move)
        return Solution(case.move, case.after, points, answers=answers)

    def _shortened(self, found: Solution, keeping: Goal) -> Solution:
        """Return a solution by the shortest ways that keep the goal, too."""
        foe = enemy_of(self.position, self.position.decision.side)
        best = found

        def serves(made: Move) -> bool:
            nonlocal best
            after = self.position.play(made)
            if after == found.after:
                best = replace(found, move=made)
                return True
            if not is_met(keeping, self.position, after, self.asking):
                return False
            tried: list[_Tried] = []
            cases = self._after(made, foe)
            for batch, reached, complete in in_batches(
                cases, self.goal, self.reply, 1, lambda: self._left
            ):
                tried += [
                    _Tried(case, reached.get(number), complete) for number, case in enumerate(batch)
                ]
            shorter = self._judged(tried) if tried else None
            best = best if shorter is None else shorter
            return shorter is not None

        with_short_ways(self.position, found.move, self.asking, serves)
        return best

    def _refute(
        self, move: Move, after: Position, reply: Move, answers: tuple[str, ...] = ()
    ) -> None:
        if len(self.found.refuted) < KEPT:
            cost = spent(self.position, move)
            refuted = Solution(move, after, cost, reply=reply, answers=answers)
            self.found.refuted.append(refuted)

    def _open(self) -> Iterator[tuple["_Case", Position]]:
        """Yield the moves that no known reply undoes, with the enemy's positions after them."""
        at, asking = self.position, self.asking
        foe = enemy_of(at, at.decision.side)
        said = Said(asking)
        wishes = [] if self._keeping is None else [said.say(self._keeping)]
        atoms = [] if self._keeping is None else list(atoms_of(self._keeping))
        order = asking.costs[ORDERS]
        count = f"#count {{ {order.names} : {order.predicate}({order.names}) }}"
        sizes = [f"of_size({size}) :- {count} = {size}." for size in range(_LARGE)]
        text = [said.text(), *(f":- not {wish}." for wish in wishes), *sizes]
        text.append(f"of_size({_LARGE}) :- {count} >= {_LARGE}.")
        points = at.decision.points or 1
        asked = frozenset({*said.asked, order.signature})
        law = asking.grounded(at, points, asked, atoms, LEAST)
        with with_text(law, "\n".join(text)) as control:
            # Answers that differ only in what the law leaves open are one move.
            configured(control).project = "show"
            rare = asking.rare
            if rare is not None and rare.may_matter(control):
                self.found.left_out = rare.text
            common = [] if rare is None else [rare.left_out]
            # Where little is to be done, or orders cost nothing, small moves come first.
            counted = self._keeping is not None or games.budget(at) is None
            sizes_wanted = range(_LARGE + 1) if counted else [None]
            for size in sizes_wanted:
                wanted = clingo.Function("of_size", [clingo.Number(size or 0)])
                assumed = common if size is None else [(wanted, True), *common]
                for model in every_model(control, self._deadline, assumed):
                    if model is None:
                        return
                    shown = model.symbols(shown=True)
                    terms = [atom.arguments[0] for atom in shown if atom.name == "do"]
                    move = asking.move(at, terms)
                    yield from self._after(move, foe)
        self._complete = not self.found.left_out

    def _after(self, move: Move, foe: str) -> Iterator[tuple["_Case", Position]]:
        """Yield the enemy's positions after a move, unless a known reply undoes it."""
        at = self.position
        if at.check(move):
            raise LawError(f"law and core differ on '{move}'")
        if self._keeping is not None and self._contains(move):
            return
        after = at.play(move)
        self.found.gone_through += 1
        his = acts_next(after, foe, self.reply)
        foe_answers = his.decision.points is not None or his.decision.side == foe
        ways = settled(his)
        known = [self._known_reply(way) for _, way in ways]
        open_ = [way for way, reply in zip(ways, known, strict=True) if reply is None]
        undone = next((number for number, reply in enumerate(known) if reply is not None), None)
        if undone is not None and (foe_answers or not open_):
            reply = known[undone]
            assert reply is not None
            self._refute(move, after, reply, ways[undone][0])
            return
        for number, (answers, way) in enumerate(open_, 1):
            yield _Case(move, after, answers, foe_answers, number == len(open_)), way

    def _known_reply(self, his: Position) -> Move | None:
        """Return a reply found before that reaches the goal from there, too."""
        for reply in self._replies[:_TRIED]:
            if not his.check(reply) and is_met(self.goal, his, his.play(reply), self.asking):
                return reply
        return None
