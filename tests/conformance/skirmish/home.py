"""The shape of a decision: its file says all of it side by side.

A file of `decisions/` (or of `cards/`, for what one card asks) holds one class, derived from
`Choice` or `Chance`, and the rules of its answers. The kind of the decision is the name of the
file, and so is its law: `law/KIND.lp`, or of a card `cards/KIND.lp`. Nothing else names it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from conformance.skirmish.orders import Row, Table
from conformance.skirmish.state import State
from lexbelli.chance import Outcome, Throw
from lexbelli.moves import Move


class Home(ABC):
    """A kind of decision.

    Attributes:
        kind: The name of its file.
        chapter: Where its rules stand. In a side's turn decisions are asked in this order.
    """

    kind: str = ""
    chapter: str

    @abstractmethod
    def asks(self, state: State) -> bool:
        """Whether it is asked, when its turn has come."""

    def side(self, state: State) -> str:
        """Return the side whose decision it is: if nothing else is said, whose turn it is."""
        return state.side

    @abstractmethod
    def text(self, state: State) -> str:
        """Return what is asked, in one sentence."""

    def outline(self, state: State) -> Sequence[tuple[str, str]]:  # noqa: ARG002 (usually nothing)
        """Return what is shown of it beside the map, as lines of a label and a value."""
        return ()

    def ringed(self, state: State) -> Collection[str]:  # noqa: ARG002 (usually nothing)
        """Return the hexes that are ringed on the map."""
        return ()


class Choice(Home):
    """A decision of a side, answered by a move.

    Attributes:
        orders: Rows of the table of orders.
        played: Whether the solver plays its moves: the law does not say where units are then.
    """

    orders: Sequence[Row]
    played = False

    @cached_property
    def table(self) -> Table:
        """The table of orders of the decision."""
        return Table(self.orders)

    def ends(self, answer: "Answer") -> Sequence[tuple[str, str]]:  # noqa: ARG002 (nobody goes)
        """Return the units that go, each with the hex that it goes to."""
        return ()

    @abstractmethod
    def answered(self, answer: "Answer") -> State:
        """Return the state after a legal move; what is asked next is not said here."""


class Chance(Home):
    """A decision of nobody: a throw."""

    @abstractmethod
    def throw(self, state: State) -> Throw | None:
        """Return what is thrown or drawn; None if it comes by itself."""

    @abstractmethod
    def outcomes(self, state: State) -> Sequence[Outcome]:
        """Return the ways in which it may fall."""

    @abstractmethod
    def fallen(self, state: State, outcome: str) -> State:
        """Return the state after one of them."""


@dataclass(frozen=True)
class Answer:
    """A move that answers a decision in a state."""

    state: State
    home: Choice
    move: Move

    @property
    def acting(self) -> str:
        """The side that decides."""
        return self.home.side(self.state)

    def given(self, verb: str) -> list[Mapping[str, Any]]:
        """Return what the orders of a verb name."""
        return [order.content for order in self.move.orders if order.kind == verb]

    @property
    def units(self) -> list[str]:
        """The units that are ordered, each as often as it is."""
        contents = [order.content for order in self.move.orders]
        return [content["unit"] for content in contents if "unit" in content]

    @property
    def after(self) -> dict[str, str]:
        """Where units are after a legal move."""
        return {**self.state.at, **dict(self.home.ends(self))}


@dataclass(frozen=True)
class Rule:
    """A rule of the answers to a decision.

    Attributes:
        number: Its number.
        texts: What is wrong, in a sentence, by the name of the witness.
        owed: Whether more orders could mend it.
        broken: Yields the witnesses, each a name and its arguments.
    """

    number: str
    texts: Mapping[str, str]
    owed: bool
    broken: Callable[[Answer], Iterable[tuple[str, ...]]] = field(compare=False)


def rule(
    number: str, *, owed: bool = False, **texts: str
) -> Callable[[Callable[[Answer], Iterable[tuple[str, ...]]]], Rule]:
    """Make a rule of a function that yields its witnesses."""
    return lambda broken: Rule(number, texts, owed, broken)
