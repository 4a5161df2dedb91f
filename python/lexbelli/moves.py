"""Decisions, the moves that answer them, and what can be wrong with these, for every game."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final

from lexbelli.errors import bad_input

__all__ = ["Change", "Decision", "Dice", "GivenMove", "Move", "Order", "Outcome", "Violation"]

_FACES: Final = 6


@dataclass(frozen=True, slots=True)
class Order:
    """The smallest thing that can be chosen; a move is a set of them.

    Attributes:
        text: As a move's text writes it.
        content: As a move's JSON writes it. Of an order that `Position.orders` offers, a `go` has
            its end as `to` and no `path`, and an `organize` lists for each role who may have it.
    """

    text: str
    content: Mapping[str, Any] = field(compare=False)

    @property
    def kind(self) -> str:
        """What is ordered: `activate`, `go`, ..."""
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
    """A set of orders: one complete answer to an operations decision. It never changes.

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
        witness: Who breaks it, as the law says it: `enemy(ru_div_3,koprukoy)`.
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
class Outcome:
    """One way in which chance may fall.

    Attributes:
        text: The answer that names it, for `Position.play`.
        odds: How likely it is; the odds of all outcomes add up to one.
    """

    text: str
    odds: Fraction

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        return {"outcome": self.text, "odds": str(self.odds)}


@dataclass(frozen=True, slots=True)
class Decision:
    """What a position asks next, and of whom.

    Attributes:
        kind: `action`, `operations`, `tribes`, `chance`, `attack`, `defence`, `cards`, `returns`,
            `withdrawal`, `losses`, `retreat`, `advance`, `repair`, `excess` or `not_yet`.
        side: Who decides; None if chance does, or if what follows is not there yet.
        text: What is asked, in one sentence.
        ops: The points to spend on operations, where these are asked for.
        choices: Every answer there is, but for operations and battles: there `Position.orders` and
            `Position.moves` say what can be ordered, and these are answers that order nothing.
        outcomes: The ways in which chance may fall.
    """

    kind: str
    side: str | None
    text: str
    ops: int | None = None
    choices: Sequence[str] = ()
    outcomes: Sequence[Outcome] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the decision as plain data."""
        return {
            "kind": self.kind,
            "side": self.side,
            "text": self.text,
            "ops": self.ops,
            "choices": list(self.choices),
            "outcomes": [outcome.as_json() for outcome in self.outcomes],
        }


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different in a later position.

    Attributes:
        what: What it is: `control of erzurum`, `tu_xi_corps`, `tracks vp`.
        before: What it was, `-` if it was not there.
        after: What it is now, `-` if it is gone.
    """

    what: str
    before: str
    after: str

    def as_json(self) -> dict[str, str]:
        """Return the change as plain data."""
        return {"what": self.what, "before": self.before, "after": self.after}


class Dice:
    """Dice that fall as they are told: as a seed makes them, or as they fell on a table.

    Args:
        seed: Any whole number; the same seed gives the same rolls without end.
        rolls: What is rolled, one number from 1 to 6 after the other, and then no more.

    Raises:
        BadInput: Both or neither are given, or a roll is none of a die.
    """

    def __init__(self, seed: int | None = None, rolls: Iterable[int] | None = None) -> None:
        if (seed is None) == (rolls is None):
            raise bad_input("either a seed or rolls are needed, not both", "dice")
        self._random = None if seed is None else random.Random(seed)
        self._waiting = list(rolls or ())
        for roll in self._waiting:
            if type(roll) is not int or not 1 <= roll <= _FACES:
                raise bad_input(f"'{roll}' is no roll of a die: 1 to {_FACES}", "roll")
        #: Every roll that has fallen so far, and what came of it.
        self.fallen: list[tuple[int, Outcome]] = []

    @classmethod
    def of(cls, roll: "Dice | int | Iterable[int] | None") -> "Dice":
        """Return dice for what stands for them: one roll, several, or none at all."""
        if isinstance(roll, Dice):
            return roll
        return cls(rolls=() if roll is None else [roll] if isinstance(roll, int) else list(roll))

    @property
    def waiting(self) -> int:
        """How many given rolls have not fallen yet."""
        return len(self._waiting)

    def fall(self, outcomes: Sequence[Outcome]) -> Outcome | None:
        """Roll once, and return what comes of it: low numbers stand for the first outcomes.

        Returns:
            The outcome, or None if all the given rolls have fallen.
        """
        if self._random is not None:
            roll = self._random.randint(1, _FACES)
        elif self._waiting:
            roll = self._waiting.pop(0)
        else:
            return None
        odds = accumulate(outcome.odds for outcome in outcomes)
        number = sum(reached < Fraction(roll, _FACES) for reached in odds)
        self.fallen.append((roll, outcomes[number]))
        return outcomes[number]
