"""What a game lends the solver: its words, and its law of moves and of what becomes of them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import clingo

from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.goal import Atom, Vocabulary
from lexbelli.puzzles.snippet import Snippet

__all__ = ["LEAST", "LENIENT", "ORDERS", "PLAIN", "Counted", "GameLaw", "Measure", "Rare"]

# Styles of grounding, see `GameLaw.grounded`; and the cost that every game has.
PLAIN: Final = "plain"
LEAST: Final = "least"
LENIENT: Final = "lenient"
ORDERS: Final = "orders"


@dataclass(frozen=True, slots=True)
class Counted:
    """What the law says of what a move costs.

    Attributes:
        predicate: The predicate of which there is one for everything that counts.
        names: Variables for its arguments, with commas between.
        weight: How much each counts: one of them, or a number.
    """

    predicate: str
    names: str
    weight: str = "1"

    @property
    def signature(self) -> tuple[str, int]:
        """The predicate's name and the number of its arguments."""
        return self.predicate, self.names.count(",") + 1

    def least(self, level: int) -> str:
        """Return the statement by which the law prefers moves that cost least."""
        return (
            f"#minimize {{ {self.weight}@{level},{self.names} : {self.predicate}({self.names}) }}."
        )


@dataclass(frozen=True, slots=True)
class Rare:
    """Moves that are looked for last, and where very many moves are gone through, not at all.

    Attributes:
        predicate: The law's name for a move of that kind.
        possible: Its name for there being some that may matter.
        text: What they are, for people.
    """

    predicate: str
    possible: str
    text: str

    @property
    def asked(self) -> tuple[clingo.Symbol, bool]:
        """The assumption of a search for such moves alone."""
        return clingo.Function(self.predicate), True

    @property
    def left_out(self) -> tuple[clingo.Symbol, bool]:
        """The assumption of a search for other moves."""
        return clingo.Function(self.predicate), False

    def may_matter(self, control: clingo.Control) -> bool:
        """Say whether there could be some that matter, by the law as it is ground."""
        return any(control.symbolic_atoms.by_signature(self.possible, 0))


class GameLaw(Vocabulary, Protocol):
    """What a game lends the solver: its words, and its law of moves and what becomes of them."""

    def grounded(
        self,
        position: Position,
        points: int,
        asked: frozenset[tuple[str, int]],
        atoms: Sequence[Atom],
        style: str,
    ) -> AbstractContextManager[clingo.Control]:
        """Return the law, ground for a position: its answers are the legal moves.

        Each shows the orders as `do(ORDER)`, which `move` reads.

        Args:
            position: The position, with the side to act.
            points: What it may spend.
            asked: The predicates of the position after the move that are asked for.
            atoms: Every word that is asked, of all that it is asked of: nothing else of that kind
                need be found.
            style: `plain`; `least`, where orders are left out if nothing asks for them; `lenient`,
                where rules may be broken: `excused(Rule)` tells which.
        """

    def grounded_any(
        self,
        positions: Sequence[Position],
        points: int,
        asked: frozenset[tuple[str, int]],
        atoms: Sequence[Atom],
        style: str = PLAIN,
    ) -> AbstractContextManager[clingo.Control]:
        """Return the same law, ground for one of several positions: `one_of(N)` says for which."""

    known: Collection[tuple[str, int]]
    # What a move costs, by name: `orders`, the number of orders, and the points under their key.
    costs: Mapping[str, Counted]
    # Statements that make the law prefer few orders and short ways, at levels below 3, and the
    # predicates that they ask for.
    briefest: str
    briefly: Collection[tuple[str, int]]
    # An order whose way matters less than its end, and the predicate of who stops where; or None.
    ways: tuple[str, tuple[str, int]] | None
    # Constraints that leave out first moves of several which nothing follows from, or dice, and the
    # predicates that they ask for.
    fruitful: str
    fruitfully: Collection[tuple[str, int]]
    # Moves that are looked for last, if there are some.
    rare: Rare | None
    # The kinds of decisions whose answers are played one by one.
    played: Collection[str]
    # Those of them whose orders need not all be given: small moves are gone through first.
    open: Collection[str]
    # What an enemy can do to a side, by the words of goals (`lexbelli.puzzles.threats.Harm`).
    harms: Mapping[str, Any]

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

    def moves_of(
        self, position: Position, sizes: tuple[int, int | None], limit: int = 0
    ) -> Iterable[Move]:
        """Return legal moves of an open decision with so many orders at least, and at most.

        The law counts them, so that all are found; of `limit` moves at most, 0 = all.
        """

    def move(self, position: Position, terms: Sequence[clingo.Symbol]) -> Move:
        """Return the move of which these are the orders."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is to be as much or as little as possible.

    Attributes:
        what: What a move costs, by name, a total, or a word of a group.
        most: Whether as much as possible.
    """

    what: str | Atom
    most: bool = False

    def __str__(self) -> str:
        return f"{'most' if self.most else 'fewest'} {self.what}"
