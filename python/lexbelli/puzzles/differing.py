"""Positions that differ from one whose solutions are known: which of them have others?

The law is ground once for all of them, chooses the position too, and looks for moves that are no
solutions there. That takes little longer than to search one of them.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

import clingo

from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.apart import SearchApart
from lexbelli.puzzles.found import SearchBase
from lexbelli.puzzles.game_law import LEAST
from lexbelli.puzzles.goal import is_loose
from lexbelli.puzzles.many import each_answer
from lexbelli.puzzles.models import exclude, with_text
from lexbelli.puzzles.solving import Search, TimeOver

__all__ = ["can_be_compared", "differing"]

# With more solutions than these, each position is searched for itself.
_MOST_KNOWN: Final = 200

# What an order does, but for the way there.
_Done = frozenset[str]


def can_be_compared(search: SearchBase) -> bool:
    """Say whether `differing` can be asked about what a search has found."""
    found = search.found
    if not found.proven or not len(found.solutions) == found.number <= _MOST_KNOWN:
        return False
    if search.already:
        return False
    if isinstance(search, SearchApart):
        search = search.known
    return (
        isinstance(search, Search)
        and not (search.plays or search.every)
        and not (search.trivial and (search.reply is not None or not search.measures))
        and all(search.asking.totals.get(str(each.what), True) for each in search.measures)
    )


def differing(
    search: Search,
    positions: Sequence[Position],
    searching: Callable[[Position], Search],
    seconds: float | None = None,
) -> tuple[set[int], bool]:
    """Find those of several positions in which a question has other answers.

    Args:
        search: A search that has ended, and `can_be_compared`.
        positions: Positions of the same game and decision.
        searching: Returns the same search in one of them, which is not run.
        seconds: How long to search; None = as long as it takes.

    Returns:
        The numbers of those positions in which another move is a solution, or one of the search is
        none; and whether it is proven that these are all.

    Raises:
        LawError: Law and core differ.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    comparison = _Comparison(search, [searching(each) for each in positions])
    try:
        return comparison.found, comparison.run(deadline)
    except TimeOver:
        return comparison.found, False


class _Comparison:
    def __init__(self, search: Search, others: Sequence[Search]) -> None:
        self._search, self._others = search, others
        self._known = [_done(each.move) for each in search.found.solutions]
        self.found: set[int] = set()
        # What the known solutions measure in each of the others.
        self._measured: dict[int, tuple[int | Fraction, ...]] = {}

    def run(self, deadline: float | None) -> bool:
        """Find them, and return whether there was the time to find all."""
        for number, other in enumerate(self._others):
            measured = {self._value(other, each.move) for each in self._search.found.solutions}
            if None in measured or len(measured) != 1:
                self.found.add(number)
            else:
                [self._measured[number]] = [each for each in measured if each is not None]
        if len(self.found) == len(self._others):
            return True
        search, asking = self._search, self._search.asking
        text, asked, atoms = search.question(list(self._bounds()))
        at = [each.position for each in self._others]
        law = asking.grounded_any(at, search.points, asked, atoms, LEAST)
        with with_text(law, text, search.snippet) as control:
            rare = asking.rare
            passes: list[list[tuple[clingo.Symbol, bool]]] = [[]]
            if rare is not None:
                passes = [[rare.left_out]]
                if rare.may_matter(control):
                    passes.append([rare.asked])
            for model in each_answer(control, deadline, passes, self.found):
                if model is None:
                    return False
                self._look_at(model)
        return True

    def _bounds(self) -> Iterator[str]:
        """Yield what says that a move is as good as those that are known, or better."""
        if not self._search.measures:
            return
        for number, each in enumerate(sorted(set(self._measured.values()))):
            name = f"no_worse_{number}"
            yield self._search.no_worse(each, name)
            for other, measured in self._measured.items():
                if measured == each:
                    yield f":- one_of({other}), not {name}(0)."

    def _value(self, other: Search, move: Move) -> tuple[int | Fraction, ...] | None:
        """Return what a move measures in another position; None if it is no solution there."""
        after = self._reached(other, move)
        return None if after is None else tuple(other.measured(move, after).values())

    def _is_no_worse(self, number: int, found: Sequence[int | Fraction]) -> bool:
        """Whether what a move measures in a position is as good as what is known there."""
        measures = self._search.measures
        for measure, value, best in zip(measures, found, self._measured[number], strict=True):
            if value != best:
                return value > best if measure.most else value < best
        return True

    def _reached(self, other: Search, move: Move) -> Position | None:
        """Return where a move leads that is a solution in a position."""
        after, undone = other.outcome(move)
        return None if undone else after

    def _look_at(self, model: clingo.Model) -> None:
        """Find where a move is a solution that was not known, and look for others."""
        shown = [atom for atom in model.symbols(atoms=True) if atom.name in ("do", "one_of")]
        [number] = [atom.arguments[0].number for atom in shown if atom.name == "one_of"]
        given = [atom for atom in shown if atom.name == "do"]
        terms = [atom.arguments[0] for atom in given]
        asking, at, context = self._search.asking, self._others[number], model.context
        move = asking.move(at.position, terms)
        if at.position.check(move):
            raise LawError(f"law and core differ on '{move}'")
        if self._is_known(move):
            exclude(model, "alike", asking.ways)
            return
        after, undone = at.outcome(move)
        if after is None and not is_loose(self._search.goal, asking):
            raise LawError(f"law and core differ on what becomes of '{move}'")
        if undone:
            context.add_clause([(_one_of(number), False), *((atom, False) for atom in given)])
            return
        part = None if after is None else self._known_part(number, move)
        if part is not None:
            # What contains it contains that part, too.
            everywhere = all(self._reached(self._others[each], part) for each in self._open())
            of_this = [] if everywhere else [(_one_of(number), False)]
            context.add_clause([*of_this, *((atom, False) for atom in given)])
            return
        news = [each for each in self._open() if self._is_new(each, terms)]
        if not news:
            exclude(model, "this")
        for each in news:
            self.found.add(each)
            context.add_clause([(_one_of(each), False)])

    def _open(self) -> list[int]:
        """Return of which positions nothing is found yet."""
        return [each for each in range(len(self._others)) if each not in self.found]

    def _is_new(self, number: int, terms: Sequence[clingo.Symbol]) -> bool:
        """Whether orders are a solution in a position that is not known, or contain one."""
        try:
            move = self._search.asking.move(self._others[number].position, terms)
        except LawError:
            # There is no way there in this position.
            return False
        measured = self._value(self._others[number], move)
        if self._is_known(move) or measured is None:
            return False
        no_worse = self._is_no_worse(number, measured)
        return no_worse and self._known_part(number, move) is None

    def _known_part(self, number: int, move: Move) -> Move | None:
        """Return a part of a solution that is known; None if another is a solution, or none is."""
        if self._search.measures:
            return None
        other, known = self._others[number], None
        for made in other.serving_parts(move):
            if self._reached(other, made) is not None:
                if not self._is_known(made):
                    return None
                known = known or made
        return known

    def _is_known(self, move: Move) -> bool:
        """Whether a move does all that a known solution does, by whatever ways."""
        done = _done(move)
        return any(each <= done for each in self._known)


def _one_of(number: int) -> clingo.Symbol:
    return clingo.Function("one_of", [clingo.Number(number)])


def _done(move: Move) -> _Done:
    """Return what the orders of a move do; of a way only the end counts."""
    done = set()
    for order in move.orders:
        content = dict(order.as_json())
        path = content.pop("path", None)
        done.add(f"{sorted(content.items(), key=str)} {path[-1] if path else ''}")
    return frozenset(done)
