"""Several actions of one side in a row: the enemy passes, and a goal is reached with the last.

The law is asked for first moves, one after the other; each is played by the core, and from which of
the positions the goal can be reached the law answers for many of them at once. First moves that
lead to the same position are followed once, and those that contain one that has led to the goal are
not followed.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Any, Final

from lexbelli import games
from lexbelli.errors import bad_input
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.acting import acting, acts_next, spent
from lexbelli.puzzles.found import Found, SearchBase, Solution
from lexbelli.puzzles.game_law import ORDERS, PLAIN, GameLaw
from lexbelli.puzzles.goal import Goal, atoms_of
from lexbelli.puzzles.many import in_batches
from lexbelli.puzzles.models import every_model, with_text
from lexbelli.puzzles.solving import Search

__all__ = ["MOST_ACTIONS", "ActionsSearch"]

MOST_ACTIONS: Final = 3
# So many first moves of one size are put into order, the nearest to the goal first.
_CHUNK: Final = 4000
_FAR: Final = 99


@dataclass(frozen=True, slots=True)
class _First:
    """A first move, and the position in which the side acts again."""

    move: Move
    orders: frozenset[str]
    then: Position


class ActionsSearch(SearchBase):
    """A search for moves of several actions; the fewest actions that suffice are used.

    Args:
        position: The position, in which somebody has points to spend.
        goal: What is to be reached.
        asking: What the game lends.
        actions: How many actions there are at most.
        limit: How many solutions at most; 0 = all.
        seconds: How long to search; None = as long as it takes.
        progress: Told how many first moves have been followed.
        jobs: In how many processes.
    """

    plays = False

    def __init__(
        self,
        position: Position,
        goal: Goal,
        asking: GameLaw,
        actions: int,
        *,
        limit: int = 0,
        seconds: float | None = None,
        progress: Callable[[str], None] | None = None,
        jobs: int = 1,
    ) -> None:
        if not 1 <= actions <= MOST_ACTIONS:
            raise bad_input(f"'{actions}' is not from 1 to {MOST_ACTIONS}", "actions")
        self.position: Any = acting(position, None)
        self.goal: Goal = goal
        self.asking, self.actions = asking, actions
        self.points = self.position.decision.points or 1
        self._cost = frozenset({asking.costs[ORDERS].signature, *asking.fruitfully})
        self.found = Found()
        self._limit, self._progress, self._jobs = limit, progress, jobs
        # Whether nothing has been left out so far.
        self._whole = False
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._near = _distances(self.position, goal, asking)

    def __iter__(self) -> Iterator[Solution]:
        started = time.monotonic()
        try:
            for actions in range(1, self.actions + 1):
                # Proven only when all was gone through: whoever is interrupted before has no proof.
                self._whole = True
                for solution in self._within(self.position, actions):
                    yield self.found.add(solution)
                    if self._limit and self.found.number >= self._limit:
                        return
                # What fewer actions reach is not told with more of them.
                if self.found.number or not self._whole:
                    break
            self.found.proven = self._whole and not self.found.left_out
        finally:
            self.found.seconds = time.monotonic() - started

    @property
    def _left(self) -> float | None:
        return None if self._deadline is None else max(0.1, self._deadline - time.monotonic())

    @property
    def _over(self) -> bool:
        return self._deadline is not None and time.monotonic() > self._deadline

    # --- following -------------------------------------------------------------------

    def _within(self, at: Position, actions: int) -> Iterator[Solution]:
        """Yield what so many actions reach, and note if not all was gone through."""
        if actions == 1:
            search = Search(at, self.goal, self.asking, self.points, seconds=self._left)
            yield from search
            self._whole &= search.found.proven
            return
        # First moves that have led to the goal.
        done: list[frozenset[str]] = []
        firsts = self._firsts(at, done)
        if actions > 2:
            for first in firsts:
                yield from self._joined(first, self._within(first.then, actions - 1), done)
            return
        items = ((first, first.then) for first in firsts)
        batches = in_batches(items, self.goal, self.points, self._jobs, lambda: self._left)
        for batch, reached, proven in batches:
            self._whole &= proven
            self.found.gone_through += len(batch)
            self._tell(len(batch[-1].move.orders))
            for number in sorted(reached):
                first = batch[number]
                if not any(other <= first.orders for other in done):
                    yield from self._joined(first, self._within(first.then, 1), done)

    def _tell(self, size: int) -> None:
        if self._progress is not None:
            self._progress(
                f"{self.found.gone_through} first moves followed, now of {size} orders;"
                f" {self.found.number} solutions so far"
            )

    def _joined(
        self, first: _First, rest: Iterator[Solution], done: list[frozenset[str]]
    ) -> Iterator[Solution]:
        """Yield what follows a first move, with that move."""
        for solution in rest:
            # Found meanwhile by a smaller one.
            if not any(other < first.orders for other in done):
                done.append(first.orders)
                cost = spent(self.position, first.move) + solution.points
                yield Solution(
                    first.move, solution.after, cost, then=(solution.move, *solution.then)
                )

    # --- first moves ------------------------------------------------------------------

    def _firsts(self, at: Position, done: Sequence[frozenset[str]]) -> Iterator[_First]:
        """Yield first moves, those of few orders and near to the goal first."""
        seen = {_key(self._again(at))}
        size = 2
        while True:
            larger = False
            made = self._of_size(at, size)
            while chunk := list(islice(made, _CHUNK)):
                larger = True
                for move in sorted(chunk, key=self._distance):
                    orders = frozenset(order.text for order in move.orders)
                    if any(other <= orders for other in done):
                        continue
                    if self._over:
                        self._whole = False
                        return
                    if at.check(move):
                        raise LawError(f"law and core differ on '{move}'")
                    then = self._again(at.play(move))
                    if not self._acts(then):
                        # Somebody else decides first, so that nobody knows what there is then.
                        self._whole = False
                        continue
                    if (key := _key(then)) in seen:
                        continue
                    seen.add(key)
                    yield _First(move, orders, then)
            if not larger and not self._exists_larger(at, size):
                return
            if self._over:
                self._whole = False
                return
            size += 1

    def _again(self, after: Position) -> Position:
        """Return the position in which the side acts again, the enemy having passed."""
        return acts_next(after, self.position.decision.side or "", self.points)

    def _acts(self, then: Position) -> bool:
        """Whether the side may give orders at once, and nobody else decides first."""
        decision = then.decision
        budget = games.budget(then)
        ready = budget is None or decision.points is not None
        return ready and decision.side == self.position.decision.side

    def _of_size(self, at: Position, size: int) -> Iterator[Move]:
        text = self._number("=", size)
        law = self.asking.grounded(at, self.points, self._cost, (), PLAIN)
        with with_text(law, f"{self._defined}\n{self.asking.fruitful}\n{text}") as control:
            rare = self.asking.rare
            if rare is not None and rare.may_matter(control):
                self.found.left_out = rare.text
            common = [] if rare is None else [rare.left_out]
            for model in every_model(control, self._deadline, common):
                if model is None:
                    self._whole = False
                    return
                shown = model.symbols(shown=True)
                terms = [atom.arguments[0] for atom in shown if atom.name == "do"]
                yield self.asking.move(at, terms)

    @property
    def _defined(self) -> str:
        name, arity = self.asking.costs[ORDERS].signature
        return f"#defined {name}/{arity}."

    def _number(self, sign: str, size: int) -> str:
        """Return that a move has so many orders."""
        cost = self.asking.costs[ORDERS]
        return f":- not #count {{ {cost.names} : {cost.predicate}({cost.names}) }} {sign} {size}."

    def _exists_larger(self, at: Position, size: int) -> bool:
        text = self._number(">", size)
        law = self.asking.grounded(at, self.points, self._cost, (), PLAIN)
        with with_text(law, f"{self._defined}\n{self.asking.fruitful}\n{text}") as control:
            return any(True for _ in every_model(control, self._deadline))

    def _distance(self, move: Move) -> tuple[int, int, str]:
        """How far the nearest end of a way is from what the goal is about."""
        ends = [order.content["path"] for order in move.orders if order.content.get("path")]
        near = min((self._near.get(path[-1], _FAR) for path in ends), default=_FAR)
        return near, sum(len(path) for path in ends), str(move)


def _key(position: Position) -> bytes:
    """Name a position by what is so in it."""
    return sha256(position.facts().encode()).digest()


def _distances(position: Position, goal: Goal, asking: GameLaw) -> dict[str, int]:
    """Return how many lines every place is away from what a goal is about."""
    places: set[str] = set()
    for atom in atoms_of(goal):
        names = set(atom.args) | set(atom.group[2] if atom.group else ())
        places |= {name for name in names if name in position.spaces}
        places |= {position.units[name] for name in names if name in position.units}
    found = dict.fromkeys(sorted(places), 0)
    waiting = list(found)
    for place in waiting:
        for other in asking.next_to(position, place):
            if other not in found:
                found[other] = found[place] + 1
                waiting.append(other)
    return found
