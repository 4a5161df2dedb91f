"""Solving: every legal move that reaches a goal, or the proof that there is none.

The law of moves, what becomes of the position, the law of supply of that position, and the goal as
a constraint are one program. Its answers are the solutions; no answer is a proof. Nothing is shown
that the core has not checked, played and found to meet the goal.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any, Final, Protocol

import clingo

from lexbelli.errors import bad_input
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.found import Found, Seeking, Solution
from lexbelli.puzzles.goal import (
    TALLY,
    And,
    Atom,
    Goal,
    Not,
    Said,
    Vocabulary,
    atoms_of,
    conjuncts,
    counted,
    is_loose,
    is_met,
)
from lexbelli.puzzles.snippet import Snippet

__all__ = [
    "LEAST",
    "LENIENT",
    "OPS",
    "ORDERS",
    "PLAIN",
    "Asking",
    "Measure",
    "Search",
    "acting",
    "acts_next",
    "every_model",
    "exclude",
    "spent",
    "with_text",
]

# How long the solver is waited for before somebody may interrupt, in seconds.
_BREATH: Final = 0.05
# Of how many parts of a move it is asked whether they are solutions.
_MOST_PARTS: Final = 2000
PLAIN: Final = "plain"
LEAST: Final = "least"
LENIENT: Final = "lenient"
ORDERS: Final = "orders"
OPS: Final = "ops"
_COSTS: Final = {
    ORDERS: ("ordered_once", "One", 1),
    OPS: ("spending", "Stack,Purpose,Cost", 3),
}


class Asking(Vocabulary, Protocol):
    """What a game lends the solver: its words, and its law of moves and what becomes of them."""

    def grounded(
        self,
        position: Position,
        ops: int,
        asked: frozenset[tuple[str, int]],
        atoms: Sequence[Atom],
        style: str,
    ) -> AbstractContextManager[clingo.Control]:
        """Return the law, ground for a position.

        Args:
            position: The position, with the side to act.
            ops: The points it may spend.
            asked: The predicates of the position after the move that are asked for.
            atoms: What they are asked of, for words that need to be told.
            style: `plain`; `least`, where orders are left out if nothing asks for them; `lenient`,
                where rules may be broken: `excused(Rule)` tells which.
        """

    def grounded_any(
        self,
        positions: Sequence[Position],
        ops: int,
        asked: frozenset[tuple[str, int]],
        atoms: Sequence[Atom],
    ) -> AbstractContextManager[clingo.Control]:
        """Return the same law, ground for one of several positions: `one_of(N)` says for which."""

    known: Collection[tuple[str, int]]
    # Constraints that leave out first moves of several which nothing follows from, or dice.
    fruitful: str
    # The kinds of decisions whose answers are played one by one.
    played: Collection[str]

    @property
    def taken(self) -> Collection[tuple[str, int]]:
        """The predicates of the law, which no rule of a puzzle may derive."""

    def alike(self, position: Position, unit: str) -> str:
        """Return a name that a unit shares with those that could stand for it."""

    def next_to(self, position: Position, place: str) -> Sequence[str]:
        """Return the places a connection leads to."""

    def missing_orders(
        self, position: Position, named: Iterable[str]
    ) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """Return orders that a move may lack, by what its broken rules name."""

    def other_states(
        self, position: Position, named: Iterable[str]
    ) -> Iterable[tuple[str, Mapping[str, Any]]]:
        """Return changes of the position that may matter, by what broken rules name."""

    def confirms(self, snippet: Snippet, before: Position, after: Position) -> bool:
        """Say whether rules derive their goal of a position that the core has reached."""

    def move(self, position: Position, terms: Sequence[clingo.Symbol]) -> Move:
        """Return the move of which these are the orders."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is to be as much or as little as possible.

    Attributes:
        what: `orders`, `ops`, a total, or a word of a group.
        most: Whether as much as possible.
    """

    what: str | Atom
    most: bool = False

    def __str__(self) -> str:
        return f"{'most' if self.most else 'fewest'} {self.what}"


class Search(Seeking):
    """A search for the solutions of one goal; iterating yields them as they are found.

    Args:
        position: The position, in which somebody has points to spend.
        goal: What is to be reached.
        asking: What the game lends.
        ops: The points; None for what the position says.
        measures: What is to be best, the most important first; solutions that are equally good are
            all found. Without measures the solutions are those of which no order can be left out.
        limit: How many at most; 0 = all.
        every: Whether to find every solution, those too in which orders could be left out, or that
            go other ways to the same places.
        reply: The points with which the enemy may then try to undo the goal; None = he does not.
        seconds: How long to search; None = as long as it takes.
        snippet: What else must hold, as rules of the law's language.
        progress: Told of every solution that is better than the last, or as good.
    """

    def __init__(
        self,
        position: Position,
        goal: Goal,
        asking: Asking,
        ops: int | None = None,
        *,
        measures: Sequence[Measure] = (),
        limit: int = 0,
        every: bool = False,
        reply: int | None = None,
        seconds: float | None = None,
        snippet: Snippet | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        # Of decisions in battles the law says which answers are legal, and the core what becomes
        # of each.
        self.plays = ops is None and position.decision.kind in asking.played
        if self.plays and (measures or reply is not None):
            raise bad_input("asks for operations, which this decision is not about", "goal")
        self.position = position if self.plays else acting(position, ops)
        self.goal: Goal = goal
        self.asking = asking
        self.ops = self.position.decision.ops or 1
        self.measures, self.limit, self.reply = tuple(measures), limit, reply
        self.every = every
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._undo = Not(goal)
        self._snippet, self._progress = snippet, progress
        # Replies that have undone moves, tried first.
        self._replies: list[Move] = []
        # What has been proven to be the best of each measure.
        self._bests: dict[str, int] = {}
        self.found = Found()

    def __iter__(self) -> Iterator[Solution]:
        begun = time.monotonic()
        try:
            if self.plays:
                yield from self._each()
            elif self.measures:
                yield from self._best()
            else:
                yield from self._all()
        except _TimeOver:
            return
        finally:
            self.found.seconds = time.monotonic() - begun

    # --- one after the other ---------------------------------------------------------

    def _all(self) -> Iterator[Solution]:
        with self._grounded(PLAIN if self.every else LEAST) as control:
            if self.every:
                # Answers that differ only in what the law leaves open are one move.
                _configured(control).project = "show"
            for model in every_model(control, self._deadline):
                if model is None:
                    return
                solution = self._confirmed(model)
                if self._counts(solution, model):
                    assert solution is not None
                    yield self.found.add(solution)
                    if self.limit and self.found.number >= self.limit:
                        return
        # A larger move might stand where a smaller one is undone.
        self.found.proven = self.every or not self.found.refuted or self._trivial

    @property
    def _trivial(self) -> bool:
        """Whether every move reaches the goal, so that only the reply tells them apart."""
        return isinstance(self.goal, And) and not self.goal.parts and self._snippet is None

    def _counts(self, solution: Solution | None, model: clingo.Model) -> bool:
        """Whether a move is one to be shown; look for others from here on."""
        stands = solution is not None and solution.reply is None
        if solution is not None and not stands:
            self.found.refuted.append(solution)
        if self.every:
            return stands
        if solution is None or (self._trivial and self.reply is not None):
            exclude(model, "this")
            return stands
        if self.measures == () and self._has_spare(solution.move):
            exclude(model, "larger")
            return False
        exclude(model, "alike")
        return stands

    def _each(self) -> Iterator[Solution]:
        """Try every answer to a decision in a battle."""
        position = self.position
        for move in position.moves():
            if self._deadline is not None and time.monotonic() > self._deadline:
                return
            if position.check(move):
                raise LawError(f"law and core differ on '{move}'")
            after = position.play(move)
            if self._met(after):
                yield self.found.add(Solution(move, after, 0))
                if self.limit and self.found.number >= self.limit:
                    return
        self.found.proven = True

    def _has_spare(self, move: Move) -> bool:
        """Whether a part of a move is a solution, too: one that was found by another way."""
        position = self.position
        for part in islice(_parts(move), _MOST_PARTS):
            made = position.move(part)
            if position.check(made):
                continue
            if self._met(position.play(made)):
                return True
        return False

    # --- the best --------------------------------------------------------------------

    def _best(self) -> Iterator[Solution]:
        """Find what is best step by step: every solution has to be better than the last."""
        bounds: list[str] = []
        for measure in self.measures:
            best = self._bound(measure, bounds)
            if best is None:
                return
            bounds.append(self._constraint(measure, "=", best))
            self._bests[str(measure.what)] = best
        with self._grounded(LEAST, bounds) as control:
            for model in every_model(control, self._deadline):
                if model is None:
                    return
                solution = self._confirmed(model)
                if self._counts(solution, model):
                    assert solution is not None
                    yield self.found.add(solution)
                    if self.limit and self.found.number >= self.limit:
                        return
        if not self.found.solutions:
            raise LawError(f"law and core differ on the {self.measures[0]}")
        self.found.proven = True

    def _bound(self, measure: Measure, bounds: Sequence[str]) -> int | None:
        """Return the best value of a measure; None if there is no solution, or no time."""
        best: int | None = None
        with self._grounded(PLAIN, bounds) as control:
            number = 0
            while True:
                better = False
                for model in every_model(control, self._deadline):
                    if model is None:
                        if best is not None:
                            self._tell(f"{measure}: {best}, not proven to be the best")
                        return None
                    solution = self._confirmed(model)
                    value = self._standing(solution, measure)
                    if value is not None and _is_better(value, best, measure.most):
                        best = value
                        self._tell(f"{measure}: {best} so far")
                        better = True
                        break
                    if solution is not None and solution.reply is not None:
                        self.found.refuted.append(solution)
                    exclude(model, "this")
                if not better:
                    if best is None:
                        self.found.proven = True
                    return best
                number += 1
                sign = ">" if measure.most else "<"
                assert best is not None
                control.add(f"bound_{number}", [], self._constraint(measure, sign, best))
                control.ground([(f"bound_{number}", [])])

    def _standing(self, solution: Solution | None, measure: Measure) -> int | None:
        """Return the measure of a solution that stands."""
        if solution is None or solution.reply is not None:
            return None
        return int(solution.measures[str(measure.what)])

    def _tell(self, text: str) -> None:
        if self._progress is not None:
            self._progress(text)

    def _constraint(self, measure: Measure, sign: str, value: int) -> str:
        if isinstance(measure.what, Atom):
            said = Said(self.asking)
            element = said.each(measure.what)
            text = f":- not #count {{ {element} }} {sign} {value}."
            # The members of the group are named once for each bound, under their own names.
            self._serial = getattr(self, "_serial", 0) + 1
            return (said.text() + text).replace("member_", f"bounded_{self._serial}_")
        if measure.what in self.asking.totals:
            return f":- not {Said(self.asking).sum(measure.what)} {sign} {value}."
        predicate, names, _ = _COSTS[measure.what]
        weight = f"Cost,{names}" if measure.what == OPS else f"1,{names}"
        return f":- not #sum {{ {weight} : {predicate}({names}) }} {sign} {value}."

    # --- the law ---------------------------------------------------------------------

    def _grounded(
        self, style: str, bounds: Sequence[str] = ()
    ) -> AbstractContextManager[clingo.Control]:
        said = Said(self.asking)
        wishes = [said.say(part) for part in conjuncts(self.goal)]
        constraints = [f":- not {wish}." for wish in wishes]
        asked = set(said.asked)
        more = ""
        if self._snippet is not None:
            asked |= self._snippet.asked
            more = self._snippet.constraint()
        atoms = list(atoms_of(self.goal))
        for measure in self.measures:
            if isinstance(measure.what, Atom):
                asked.add((self.asking.words[measure.what.name].predicate, len(measure.what.args)))
                atoms += measure.what.members()
            elif measure.what in self.asking.totals:
                asked.add(TALLY)
            else:
                name, _, arity = _COSTS[measure.what]
                asked.add((name, arity))
        text = "\n".join([said.text(), *constraints, *bounds, more])
        return with_text(
            self.asking.grounded(self.position, self.ops, frozenset(asked), atoms, style), text
        )

    def _confirmed(self, model: clingo.Model) -> Solution | None:
        """Check, play and judge a move by the core; None if only the core can tell that it fails.

        Raises:
            LawError: The core thinks otherwise of what the law is exact about.
        """
        position, asking = self.position, self.asking
        terms = [atom.arguments[0] for atom in model.symbols(shown=True) if atom.name == "do"]
        move = asking.move(position, terms)
        violations = position.check(move)
        if violations:
            raise LawError(f"law and core differ on '{move}': {violations[0].text}")
        after = position.play(move)
        if not self._met(after):
            if is_loose(self.goal, asking):
                return None
            raise LawError(f"law and core differ on what becomes of '{move}'")
        cost = spent(position, move)
        measures = {}
        for measure in self.measures:
            if isinstance(measure.what, Atom):
                value = counted(measure.what, position, after, asking)
            elif measure.what in asking.totals:
                value = asking.total(after, measure.what)
            else:
                value = {OPS: cost, ORDERS: len(move.orders)}[measure.what]
            measures[str(measure.what)] = value
        if any(measures[what] != best for what, best in self._bests.items()):
            if any(not asking.totals.get(what, True) for what in measures):
                return None
            raise LawError(f"law and core differ on what becomes of '{move}'")
        return Solution(move, after, cost, measures, self._refutation(after))

    def _met(self, after: Position) -> bool:
        """Whether a position that has been reached is what was asked for, by the core."""
        if not is_met(self.goal, self.position, after, self.asking):
            return False
        if self._snippet is None:
            return True
        return self.asking.confirms(self._snippet, self.position, after)

    def _refutation(self, after: Position) -> Move | None:
        """Return a move of the enemy that undoes the goal, if he is to have one."""
        if self.reply is None:
            return None
        side = self.position.decision.side
        foe = next(other for other in ("ap", "cp") if other != side)
        his = acts_next(after, foe, self.reply)
        if any(asking_atom.name in self._loose for asking_atom in atoms_of(self._undo)):
            raise bad_input("cannot be asked of words that only the core can judge", "reply")
        for known in self._replies:
            if not his.check(known) and is_met(self._undo, his, his.play(known), self.asking):
                return known
        left = None if self._deadline is None else max(0.1, self._deadline - time.monotonic())
        undone = Search(his, self._undo, self.asking, self.reply, limit=1, seconds=left)
        reply = next((solution.move for solution in undone), None)
        if reply is not None:
            self._replies.append(reply)
        elif not undone.found.proven:
            raise _TimeOver
        return reply

    @property
    def _loose(self) -> set[str]:
        return {name for name, word in self.asking.words.items() if word.loose}


class _TimeOver(Exception):  # noqa: N818 (nobody sees it)
    """The time is over before a reply was found, or proven not to be there."""


@contextmanager
def with_text(law: AbstractContextManager[clingo.Control], text: str) -> Iterator[clingo.Control]:
    """Yield the law with a program that asks it for something."""
    with law as control:
        control.add("goal", [], text)
        control.ground([("goal", [])])
        yield control


def _parts(move: Move) -> Iterator[list[dict[str, Any]]]:
    """Yield the moves a move contains, but not itself, the largest first.

    Orders are left out, ways cut short, and fewer units activated.
    """
    choices: list[list[dict[str, Any] | None]] = []
    for order in move.orders:
        content = order.as_json()
        choices.append([content])
        if "path" in content:
            path = content["path"]
            choices[-1] += [{**content, "path": path[:n]} for n in range(len(path) - 1, 0, -1)]
        units = content.get("units") or []
        for size in range(len(units) - 1, 0, -1):
            choices[-1] += [{**content, "units": list(few)} for few in combinations(units, size)]
        choices[-1].append(None)
    chosen = product(*choices)
    next(chosen)
    for orders in chosen:
        yield [order for order in orders if order is not None]


def acting(position: Position, ops: int | None) -> Position:
    """Return the position with its points to spend, as one that asks for operations.

    Raises:
        BadInput: It asks for something else, or there cannot be so many points.
    """
    if ops is not None:
        return position.suppose(ops=ops)
    return position.suppose(ops=1) if position.decision.kind == "action" else position


def _is_better(value: int, best: int | None, most: bool) -> bool:
    """Whether a value is better; the core may find one worse than the law has left open."""
    return best is None or (value > best if most else value < best)


def acts_next(position: Position, side: str, ops: int) -> Position:
    """Return a position as if an action of a side began, whoever has acted before."""
    foe = next(other for other in ("ap", "cp") if other != side)
    # What is under way is dropped with the change of sides.
    return position.suppose(side=foe).suppose(side=side, ops=ops)


def spent(position: Position, move: Move) -> int:
    """Return the points a move spends."""
    return sum(position.cost(order) or 0 for order in move.orders)


def every_model(
    control: clingo.Control,
    deadline: float | None,
    assumptions: Sequence[tuple[clingo.Symbol, bool]] = (),
) -> Iterator[clingo.Model | None]:
    """Yield every answer, and None when the time is over before the last.

    Whoever interrupts is heard at once. Clauses can be added to every answer, see `exclude`.
    """
    _configured(control).models = "0"
    with control.solve(yield_=True, async_=True, assumptions=assumptions) as handle:
        while True:
            handle.resume()
            while not handle.wait(_BREATH):
                if deadline is not None and time.monotonic() > deadline:
                    handle.cancel()
                    yield None
                    return
            model = handle.model()
            if model is None:
                return
            yield model
            if deadline is not None and time.monotonic() > deadline:
                yield None
                return


def _configured(control: clingo.Control) -> clingo.Configuration:
    solve = control.configuration.solve
    assert isinstance(solve, clingo.Configuration)
    return solve


def exclude(model: clingo.Model, what: str) -> None:
    """Look for other moves from here on.

    Args:
        model: The answer that was found.
        what: `this` very move is excluded; `larger` ones with it, that contain it; or besides all
            `alike`, that lead the same units to the same places.
    """
    atoms, context = model.context.symbolic_atoms, model.context
    given = [atom for atom in model.symbols(shown=True) if atom.name == "do"]
    if what == "this":
        chosen = set(given)
        clause = [(atom.symbol, atom.symbol not in chosen) for atom in atoms.by_signature("do", 1)]
        context.add_clause(clause)
        return
    context.add_clause([(atom, False) for atom in given])
    if what == "alike":
        ends = [atom for atom in given if atom.arguments[0].name != "go"]
        stops = atoms.by_signature("stops", 2)
        ends += [atom.symbol for atom in stops if model.contains(atom.symbol)]
        context.add_clause([(atom, False) for atom in ends])
