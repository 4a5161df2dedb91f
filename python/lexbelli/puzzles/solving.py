"""Solving: every legal move that reaches a goal, or the proof that there is none.

The law of moves, what becomes of the position, the law of supply of that position, and the goal as
a constraint are one program. Its answers are the solutions; no answer is a proof. Nothing is shown
that the core has not checked, played and found to meet the goal.
"""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, Final

import clingo

from lexbelli.errors import bad_input
from lexbelli.games import enemy_of
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.acting import acting, acts_next, settled, spent
from lexbelli.puzzles.by_size import by_size
from lexbelli.puzzles.found import Found, SearchBase, Solution
from lexbelli.puzzles.game_law import LEAST, ORDERS, PLAIN, Counted, GameLaw, Measure
from lexbelli.puzzles.goal import (
    TALLY,
    And,
    Atom,
    Goal,
    Not,
    Said,
    atoms_of,
    conjuncts,
    counted,
    is_loose,
    is_met,
)
from lexbelli.puzzles.models import Assumptions, bar, configured, every_model, exclude, with_text
from lexbelli.puzzles.snippet import Snippet
from lexbelli.puzzles.ways import parts_of, with_short_ways, without_loops

__all__ = ["Search", "TimeOver"]

# Of how many parts of a move it is asked whether they are solutions.
_MOST_PARTS: Final = 2000


def _costs_at_most(points: int) -> clingo.Symbol:
    """Return what says that a move costs no more than so many points."""
    return clingo.Function("costs_at_most", [clingo.Number(points)])


class Search(SearchBase):
    """A search for the solutions of one goal; iterating yields them as they are found.

    Args:
        position: The position, in which somebody has points to spend.
        goal: What is to be reached.
        asking: What the game lends.
        points: What there is to spend; None for what the position says.
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
        asking: GameLaw,
        points: int | None = None,
        *,
        measures: Sequence[Measure] = (),
        limit: int = 0,
        every: bool = False,
        reply: int | None = None,
        seconds: float | None = None,
        snippet: Snippet | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        # Of some decisions the law says which answers are legal, and the core what becomes of each.
        self.plays = points is None and position.decision.kind in asking.played
        if self.plays and (measures or reply is not None):
            raise bad_input("asks for operations, which this decision is not about", "goal")
        self.position: Any = position if self.plays else acting(position, points)
        self.goal: Goal = goal
        self.asking = asking
        self.points = self.position.decision.points or 1
        self.measures, self.limit, self.reply = tuple(measures), limit, reply
        self.every = every
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._undo = Not(goal)
        self.snippet, self._progress = snippet, progress
        # Replies that have undone moves, tried first.
        self._replies: list[Move] = []
        # The moves that have been looked at, and what was excluded with each.
        self._seen: dict[frozenset[clingo.Symbol], str] = {}
        # Which of their orders are not wanted together any more.
        self._barred: list[list[clingo.Symbol]] = []
        # Whether rare moves are looked for, which may be ways with many loops.
        self._looped = False
        # What has been proven to be the best of each measure, and how many bounds were said.
        self._bests: dict[str, int] = {}
        self._serial = 0
        self.found = Found()
        # Rules of a stranger are not ground here and now: whoever asks may be in no safe place.
        self.already = snippet is None and self._is_so()

    def _is_so(self) -> bool:
        """Whether what is searched for is so before any move."""
        return not self.trivial and not self.plays and self.met(self.position)

    def __iter__(self) -> Iterator[Solution]:
        started = time.monotonic()
        if self.snippet is not None:
            self.already = self._is_so()
        try:
            if self.plays:
                yield from self._each()
            elif self.measures:
                yield from self._best()
            else:
                yield from self._all()
        except TimeOver:
            return
        finally:
            self.found.seconds = time.monotonic() - started

    # --- one after the other ---------------------------------------------------------

    def _all(self) -> Iterator[Solution]:
        stages = self._stages()
        cheap = [self._cheap(points) for points in range(1, stages)]
        with self._grounded(PLAIN if self.every else LEAST, cheap) as control:
            if self.every:
                # Answers that differ only in what the law leaves open are one move.
                configured(control).project = "show"
            cheaper = [[(_costs_at_most(points), True)] for points in range(1, stages)]
            if not (yield from self._solutions(self._answers(control, cheaper))):
                return
        # A larger move might stand where a smaller one is undone.
        stands = self.every or not self.found.refuted or self.trivial
        self.found.proven = stands and not self.found.left_out

    def _solutions(self, answers: Iterator[clingo.Model | None]) -> Generator[Solution, None, bool]:
        """Yield the solutions among the law's answers; return whether all were looked at."""
        for model in answers:
            if model is None:
                return False
            if self._known(model):
                continue
            solution = self._confirmed(model)
            if self._looped and solution is not None:
                solution = self._without_loops(solution)
            if self._counts(solution, model):
                assert solution is not None
                yield self.found.add(self._shortened(solution))
                if self.limit and self.found.number >= self.limit:
                    return False
        return True

    def _answers(
        self, control: clingo.Control, first: Sequence[Assumptions] = ()
    ) -> Iterator[clingo.Model | None]:
        """Yield the law's answers, those of some assumptions first and rare moves last.

        Where every move is asked for, rare ones are not gone through.
        """
        self._looped = False
        rare = self.asking.rare
        common = [] if rare is None else [rare.left_out]
        for assumed in (*first, []):
            yield from every_model(control, self._deadline, [*assumed, *common])
        if rare is None or not rare.may_matter(control):
            return
        if self.every:
            self.found.left_out = rare.text
            return
        self._looped = True
        bar(control, self._barred)
        yield from every_model(control, self._deadline, [rare.asked])

    def _stages(self) -> int:
        """Return in how many steps moves are looked for, the cheap ones first.

        Of goals that only the core knows for certain many moves are tried in vain, and cheap ones
        are soon gone through.
        """
        priced = self._price is not None and is_loose(self.goal, self.asking)
        return self.points if priced and not self.every else 1

    def _cheap(self, points: int) -> str:
        """Return the rule that says of which moves so many points are enough."""
        price = self._price
        assert price is not None
        total = f"#sum {{ {price.weight},{price.names} : {price.predicate}({price.names}) }}"
        return f"{_costs_at_most(points)} :- {total} <= {points}."

    def _known(self, model: clingo.Model) -> bool:
        """Whether a move was looked at among the cheaper ones; look for others if it was."""
        given = frozenset(atom for atom in model.symbols(shown=True) if atom.name == "do")
        how = self._seen.get(given)
        if how is not None:
            exclude(model, how, self.asking.ways)
        return how is not None

    @property
    def _price(self) -> Counted | None:
        """What the law says of the points that a move costs."""
        return next((each for what, each in self.asking.costs.items() if what != ORDERS), None)

    @property
    def trivial(self) -> bool:
        """Whether every move reaches the goal, so that only the reply tells them apart."""
        return isinstance(self.goal, And) and not self.goal.parts and self.snippet is None

    def _counts(self, solution: Solution | None, model: clingo.Model) -> bool:
        """Whether a move is one to be shown; look for others from here on."""
        stands = solution is not None and solution.reply is None
        if solution is not None and not stands:
            self.found.refuted.append(solution)
        if self.every:
            return stands
        if solution is None or (self.trivial and self.reply is not None):
            how = "this"
        elif self.measures == () and self._has_spare(solution.move):
            # Of ways with loops there are too many to go through each.
            how, stands = "alike" if self._looped else "larger", False
        else:
            how = "alike"
        given = frozenset(atom for atom in model.symbols(shown=True) if atom.name == "do")
        self._seen[given] = how
        self._barred += exclude(model, how, self.asking.ways)
        return stands

    def _each(self) -> Iterator[Solution]:
        """Try every answer to a decision, or every smallest one where orders may be left out."""
        smallest = not self.every and self.position.decision.kind in self.asking.open
        done: list[frozenset[str]] = []
        for move in (
            by_size(self.position, self.goal, self.asking)
            if smallest
            else self.position.moves(by="law")
        ):
            if self._over():
                return
            orders = frozenset(order.text for order in move.orders)
            if any(other <= orders for other in done):
                continue
            if self.position.check(move):
                raise LawError(f"law and core differ on '{move}'")
            after = self.position.play(move)
            if self.met(after):
                if smallest:
                    done.append(orders)
                yield self.found.add(Solution(move, after, 0))
                if self.limit and self.found.number >= self.limit:
                    return
        self.found.proven = not self._over()

    def _over(self) -> bool:
        return self._deadline is not None and time.monotonic() > self._deadline

    def _has_spare(self, move: Move) -> bool:
        """Whether a part of a move is a solution, too: one that was found by another way."""
        return any(True for _ in self.serving_parts(move))

    def serving_parts(self, move: Move) -> Iterator[Move]:
        """Yield legal moves that a move contains and that meet the goal, the largest first."""
        position = self.position
        for part in islice(parts_of(move), _MOST_PARTS):
            made = position.move(part)
            if not position.check(made) and self.met(position.play(made)):
                yield made

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
            if not (yield from self._solutions(self._answers(control))):
                return
        if not self.found.solutions:
            raise LawError(f"law and core differ on the {self.measures[0]}")
        self.found.proven = not self.found.left_out

    def _bound(self, measure: Measure, bounds: Sequence[str]) -> int | None:
        """Return the best value of a measure; None if there is no solution, or no time."""
        best: int | None = None
        with self._grounded(PLAIN, bounds) as control:
            number = 0
            while True:
                better = False
                for model in self._answers(control):
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
                        self.found.proven = not self.found.left_out
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
        return self._compared(measure, sign, value, ":- not {}.")

    def _compared(self, measure: Measure, sign: str, value: int, rule: str) -> str:
        """Return a rule about a measure that is compared with a value."""
        if isinstance(measure.what, Atom):
            said = Said(self.asking)
            element = said.each(measure.what)
            text = rule.format(f"#count {{ {element} }} {sign} {value}")
            # The members of the group are named once for each bound, under their own names.
            self._serial += 1
            return (said.text() + text).replace("member_", f"bounded_{self._serial}_")
        if measure.what in self.asking.totals:
            return rule.format(f"{Said(self.asking).sum(measure.what)} {sign} {value}")
        cost = self.asking.costs[measure.what]
        element = f"{cost.weight},{cost.names} : {cost.predicate}({cost.names})"
        return rule.format(f"#sum {{ {element} }} {sign} {value}")

    def no_worse(self, than: Sequence[int | Fraction], name: str) -> str:
        """Return the rules by which `name(0)` says that a move measures so much, or better."""
        rules = []
        for number, (measure, value) in enumerate(zip(self.measures, than, strict=True)):
            rest = "" if number + 1 == len(than) else f", {name}({number + 1})"
            for sign, more in ((">" if measure.most else "<", ""), ("=", rest)):
                rule = f"{name}({number}) :- {{}}{more}."
                rules.append(self._compared(measure, sign, int(value), rule))
        return "\n".join(rules)

    # --- the law ---------------------------------------------------------------------

    def _grounded(
        self, style: str, bounds: Sequence[str] = ()
    ) -> AbstractContextManager[clingo.Control]:
        text, asked, atoms = self.question(bounds)
        law = self.asking.grounded(self.position, self.points, asked, atoms, style)
        return with_text(law, text, self.snippet)

    def question(
        self, bounds: Sequence[str] = ()
    ) -> tuple[str, frozenset[tuple[str, int]], list[Atom]]:
        """Return what the law is asked.

        Args:
            bounds: Constraints besides.

        Returns:
            The program, the predicates it asks for, and the words of whose members it asks.
        """
        said = Said(self.asking)
        wishes = [said.say(part) for part in conjuncts(self.goal)]
        constraints = [f":- not {wish}." for wish in wishes]
        asked = set(said.asked)
        atoms = list(atoms_of(self.goal))
        if self._stages() > 1 and self._price is not None:
            asked.add(self._price.signature)
        for measure in self.measures:
            if isinstance(measure.what, Atom):
                asked.add((self.asking.words[measure.what.name].predicate, len(measure.what.args)))
                atoms += measure.what.members()
            elif measure.what in self.asking.totals:
                asked.add(TALLY)
            else:
                asked.add(self.asking.costs[measure.what].signature)
        more = ""
        if self.snippet is not None:
            asked |= self.snippet.asked
            more = self.snippet.constraint()
        text = "\n".join([said.text(), *constraints, *bounds, more])
        return text, frozenset(asked), atoms

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
        if not self.met(after):
            if is_loose(self.goal, asking):
                return None
            raise LawError(f"law and core differ on what becomes of '{move}'")
        measures = self.measured(move, after)
        if any(measures[what] != best for what, best in self._bests.items()):
            if any(not asking.totals.get(what, True) for what in measures):
                return None
            raise LawError(f"law and core differ on what becomes of '{move}'")
        reply, answers = self._refutation(after)
        return Solution(move, after, spent(position, move), measures, reply, answers=answers)

    def measured(self, move: Move, after: Position) -> dict[str, int | Fraction]:
        """Return what was asked to be best of a move, by the core."""
        position, asking = self.position, self.asking
        measures: dict[str, int | Fraction] = {}
        for measure in self.measures:
            if isinstance(measure.what, Atom):
                value = counted(measure.what, position, after, asking)
            elif measure.what in asking.totals:
                value = asking.total(after, measure.what)
            else:
                value = len(move.orders) if measure.what == ORDERS else spent(position, move)
            measures[str(measure.what)] = value
        return measures

    def _shortened(self, solution: Solution) -> Solution:
        """Return a solution with its ways as short as can be, unless every way is asked for."""
        if self.every:
            return solution

        def serves(move: Move) -> bool:
            # A short way may lead past what is wanted: then going on from there can be left out.
            spare = not self.measures and not self.trivial and self._has_spare(move)
            return not spare and self._serves(move, solution)

        move = with_short_ways(self.position, solution.move, self.asking, serves)
        return self._instead(solution, move)

    def _without_loops(self, solution: Solution) -> Solution:
        """Return a solution without the loops of its ways that can be left out."""

        def serves(move: Move) -> bool:
            return self._serves(move, solution)

        return self._instead(
            solution, without_loops(self.position, solution.move, self.asking, serves)
        )

    def _serves(self, move: Move, solution: Solution) -> bool:
        """Whether a legal move does what a solution does."""
        after = self.position.play(move)
        same = self.met(after) and self.measured(move, after) == solution.measures
        return same and self._refutation(after) == (solution.reply, solution.answers)

    def _instead(self, solution: Solution, move: Move) -> Solution:
        """Return a solution of another move that does the same."""
        if move == solution.move:
            return solution
        return replace(solution, move=move, after=self.position.play(move))

    def met(self, after: Position) -> bool:
        """Whether a position that has been reached is what was asked for, by the core."""
        if not is_met(self.goal, self.position, after, self.asking):
            return False
        if self.snippet is None:
            return True
        return self.asking.confirms(self.snippet, self.position, after)

    def outcome(self, move: Move) -> tuple[Position | None, bool]:
        """Return where a move leads that is legal and meets the goal, and whether it is undone.

        Raises:
            TimeOver: Of the enemy's reply nothing could be found out in time.
        """
        if self.position.check(move):
            return None, False
        after = self.position.play(move)
        if not self.met(after):
            return None, False
        return after, self._refutation(after)[0] is not None

    def _refutation(self, after: Position) -> tuple[Move | None, tuple[str, ...]]:
        """Return a move of the enemy that undoes the goal, if he is to have one.

        With it come the answers that are due before it. Whoever gives them chooses: the enemy what
        lets him undo the goal, the side itself what keeps him from it.
        """
        if self.reply is None:
            return None, ()
        if any(asking_atom.name in self._loose for asking_atom in atoms_of(self._undo)):
            raise bad_input("cannot be asked of words that only the core can judge", "reply")
        foe = enemy_of(after, self.position.decision.side)
        his = acts_next(after, foe, self.reply)
        ways = settled(his)
        if len(ways) == 1:
            return self._undone(his), ways[0][0]
        replies, proven = self._undone_from([at for _, at in ways])
        if his.decision.side == foe:
            for number, reply in sorted(replies.items()):
                return reply, ways[number][0]
            if proven:
                return None, ()
        else:
            held = [number for number in range(len(ways)) if number not in replies]
            if not held:
                return replies[0], ways[0][0]
            if proven:
                return None, ways[held[0]][0]
        raise TimeOver

    def _undone_from(self, ways: Sequence[Position]) -> tuple[dict[int, Move], bool]:
        """Return from which positions the goal can be undone, and whether from no others."""
        from lexbelli.puzzles.many import ways_to  # noqa: PLC0415 - it asks the solver, too

        left = None if self._deadline is None else max(0.1, self._deadline - time.monotonic())
        assert self.reply is not None
        return ways_to(ways, self._undo, self.reply, left)

    def _undone(self, his: Position) -> Move | None:
        """Return a move of the enemy that undoes the goal; None if it is proven that none does."""
        for known in self._replies:
            if not his.check(known) and is_met(self._undo, his, his.play(known), self.asking):
                return known
        left = None if self._deadline is None else max(0.1, self._deadline - time.monotonic())
        undone = Search(his, self._undo, self.asking, self.reply, limit=1, seconds=left)
        reply = next((solution.move for solution in undone), None)
        if reply is not None:
            self._replies.append(reply)
        elif not undone.found.proven:
            raise TimeOver
        return reply

    @property
    def _loose(self) -> set[str]:
        return {name for name, word in self.asking.words.items() if word.loose}


class TimeOver(Exception):  # noqa: N818 (nobody sees it)
    """The time is over before a reply was found, or proven not to be there."""


def _is_better(value: int, best: int | None, most: bool) -> bool:
    """Whether a value is better; the core may find one worse than the law has left open."""
    return best is None or (value > best if most else value < best)
