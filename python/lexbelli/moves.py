"""Decisions, the moves that answer them, and what can be wrong with these, for every game."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lexbelli.chance import DIE, Dice, Outcome, Outcomes, Throw, throw_as_json
from lexbelli.chance import Roll as Fallen

__all__ = [
    "Change",
    "Decision",
    "Dice",
    "Fallen",
    "GivenMove",
    "Move",
    "Order",
    "Outcome",
    "Throw",
    "Violation",
]


@dataclass(frozen=True, slots=True)
class Order:
    """The smallest thing that can be chosen; a move is a set of them.

    Attributes:
        text: As a move's text writes it.
        content: As a move's JSON writes it: `order` is its kind, the other keys are the game's. Of
            an order that `Position.orders` offers, keys may say less (its end, and not the way).
    """

    text: str
    content: Mapping[str, Any] = field(compare=False)

    @property
    def kind(self) -> str:
        """What is ordered, in the game's words."""
        return str(self.content["order"])

    def names(self, name: str) -> bool:
        """Whether the order names this unit or place."""
        values = (value for key, value in self.content.items() if key != "order")
        return any(value == name or (isinstance(value, list) and name in value) for value in values)

    def as_json(self) -> dict[str, Any]:
        """Return the order as plain data."""
        return dict(self.content)

    def __str__(self) -> str:
        return self.text


class Move(ABC):
    """A set of orders: one complete answer to a decision. It never changes.

    Moves are equal if their orders are; they can be hashed and pickled. `str(move)` is text that
    is read as the same move again, and so is what `as_json` returns.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def orders(self) -> tuple[Order, ...]:
        """The orders, in the order of play."""

    def as_json(self) -> list[dict[str, Any]]:
        """Return the move as plain data, a list of orders."""
        return [order.as_json() for order in self.orders]

    def __len__(self) -> int:
        return len(self.orders)

    def __iter__(self) -> Iterator[Order]:
        return iter(self.orders)

    def __bool__(self) -> bool:
        return True  # a move without orders is a move

    def __str__(self) -> str:
        return "; ".join(order.text for order in self.orders)

    def __repr__(self) -> str:
        return f"<Move: {self}>"


# A move, or what can be read as one: its text, its JSON as text or as plain data.
GivenMove = Move | str | Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that a move breaks.

    Attributes:
        rule: The rule's number.
        witness: Who breaks it, as the law says it: `enemy(UNIT,PLACE)`.
        text: What is wrong, in one sentence.
        owed: Whether more orders could mend it.
    """

    rule: str
    witness: str
    text: str
    owed: bool

    @property
    def code(self) -> str:
        """How the rule is broken: the name of the witness, `enemy`."""
        return self.witness.partition("(")[0]

    @property
    def args(self) -> tuple[str, ...]:
        """The parts of the witness: units, places, numbers."""
        inside = self.witness.partition("(")[2].removesuffix(")")
        return tuple(inside.split(",")) if inside else ()

    def as_json(self) -> dict[str, Any]:
        """Return the violation as plain data."""
        return {
            "rule": self.rule,
            "code": self.code,
            "args": list(self.args),
            "witness": self.witness,
            "text": self.text,
            "owed": self.owed,
        }


@dataclass(frozen=True, slots=True)
class Decision:
    """What a position asks next, and of whom.

    Attributes:
        kind: What is decided, in the game's words; `chance` if dice or a draw decide.
        side: Who decides; None if chance does, or the game is over.
        text: What is asked, in one sentence.
        points: The points to be spent on it, where it says how many (`lexbelli.games.Budget`).
        choices: Every answer there is, but where moves are asked for: there `Position.orders` and
            `Position.moves` say what can be ordered, and these are answers that order nothing.
        outcomes: The ways in which chance may fall.
        throw: What is thrown or drawn for them; None if one comes by itself.
        budget: How the game calls the points: its key in JSON, and an attribute of that name.
    """

    kind: str
    side: str | None
    text: str
    points: int | None = None
    choices: Sequence[str] = ()
    outcomes: Sequence[Outcome] = ()
    throw: Throw | None = DIE
    budget: str = field(default="", compare=False)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name == self.budget:
            return self.points
        raise AttributeError(name)

    def as_json(self) -> dict[str, Any]:
        """Return the decision as plain data; of very many outcomes the throw alone is told."""
        outcomes = self.outcomes
        # Whether there are any is not asked of a list too long to be one.
        listed = not isinstance(outcomes, Outcomes) or outcomes.can_be_listed
        thrown = not listed or len(outcomes) > 0
        return {
            "kind": self.kind,
            "side": self.side,
            "text": self.text,
            **({self.budget: self.points} if self.budget else {}),
            "choices": list(self.choices),
            "outcomes": [outcome.as_json() for outcome in outcomes] if listed else [],
            "throw": throw_as_json(self.throw) if self.throw and thrown else None,
        }


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different in a later position.

    Attributes:
        what: What it is, such as a unit, or `control of PLACE`.
        before: What it was, `-` if it was not there.
        after: What it is now, `-` if it is gone.
    """

    what: str
    before: str
    after: str

    def as_json(self) -> dict[str, str]:
        """Return the change as plain data."""
        return {"what": self.what, "before": self.before, "after": self.after}
