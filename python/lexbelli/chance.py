"""Chance of any kind: throws of dice, draws of a set, what comes of them, and how they fall.

A throw is so many dice of so many faces, kept as faces or as their sum, or so many things drawn of
a set (docs/chance.md says how both are written). Its outcomes are in an order; where a game makes
fewer results of them, the first results stand for the first outcomes. Odds are exact, and what a
throw cannot give is refused.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeAlias, overload

from lexbelli._core import Throw
from lexbelli.errors import BadInput, bad_input
from lexbelli.names import nearest

__all__ = [
    "DIE",
    "Dice",
    "GivenRoll",
    "Outcome",
    "Outcomes",
    "Roll",
    "Throw",
    "result",
    "roll_of_json",
    "roll_text",
    "throw_as_json",
    "throw_of_json",
]

# The throw where nothing else is said: one die of six faces.
DIE: Final = Throw.dice(1, 6)

# What fell: the number of one die, those of several, or the names of the things drawn.
Roll: TypeAlias = int | tuple[int | str, ...]

# So many outcomes are gone through, one after the other; of more, each must be asked for.
_MOST: Final = 100_000
# So many things can fall at once.
_LONGEST: Final = 10_000
_LARGEST_INDEX: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which chance may fall.

    Attributes:
        text: The answer that names it, for `Position.play`.
        odds: How likely it is; the odds of all outcomes add up to one.
        totals: The sums of the dice that bring it about; empty where outcomes stand in the order of
            the throw.
    """

    text: str
    odds: Fraction
    totals: tuple[int, ...] = field(default=(), compare=False)

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        return {"outcome": self.text, "odds": str(self.odds)}


class Outcomes(Sequence[Outcome]):
    """All outcomes of a throw, named as the throw names them: `2d6: 3+4`, `draw 1 of 55: card_07`.

    They are counted without being listed, and each is made when it is asked for.
    """

    def __init__(self, throw: Throw) -> None:
        self.throw = throw

    def __len__(self) -> int:
        count = self.throw.count()
        if count > _LARGEST_INDEX:
            raise bad_input(f"{self.throw} has {count} outcomes, too many to be a list", "throw")
        return count

    @property
    def can_be_listed(self) -> bool:
        """Whether there are so few that they may be gone through."""
        try:
            return self.throw.count() <= _MOST
        except BadInput:
            return False

    @overload
    def __getitem__(self, index: int) -> Outcome: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Outcome]: ...

    def __getitem__(self, index: int | slice) -> Outcome | Sequence[Outcome]:
        if isinstance(index, slice):
            numbers = range(*index.indices(self.throw.count()))
            self._bounded(len(numbers))
            return tuple(self[number] for number in numbers)
        count = self.throw.count()
        number = index + count if index < 0 else index
        if not 0 <= number < count:
            raise IndexError(index)
        return self._named(self.throw.outcome(number))

    def __iter__(self) -> Iterator[Outcome]:
        count = self.throw.count()
        self._bounded(count)
        return (self[number] for number in range(count))

    def __contains__(self, outcome: object) -> bool:
        if not isinstance(outcome, Outcome):
            return False
        return self.names(outcome.text) and self.read(outcome.text) == outcome

    def of(self, roll: Roll) -> Outcome:
        """Return the outcome of what lies on the table.

        Raises:
            BadInput: The throw cannot fall so.
        """
        return self._named(self.throw.kept(_things(roll)))

    def read(self, text: str) -> Outcome:
        """Return the outcome that a text names.

        Raises:
            BadInput: It names none of this throw.
        """
        return self._named(self.throw.read(text))

    def names(self, text: str) -> bool:
        """Whether a text names an outcome of the throw."""
        try:
            return bool(self.throw.read(text))
        except BadInput:
            return False

    def _named(self, kept: Sequence[int | str]) -> Outcome:
        _, ways = self.throw.span(kept)
        return Outcome(self.throw.text(kept), Fraction(ways, self.throw.ways()))

    def _bounded(self, count: int) -> None:
        if count > _MOST:
            said = f"{self.throw} has {count} outcomes; at most {_MOST} can be listed"
            raise bad_input(said, "throw")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Outcomes):
            return self.throw == other.throw
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.throw)

    def __repr__(self) -> str:
        return f"<Outcomes of {self.throw}>"


def result(throw: Throw, roll: Roll, outcomes: Sequence[Outcome]) -> Outcome:
    """Return what comes of a throw: the first outcomes stand for what falls first in its order.

    Args:
        throw: What was thrown.
        roll: How it fell.
        outcomes: What may come of it, with odds that the throw gives.

    Raises:
        BadInput: It cannot fall so, or the throw cannot give outcomes of these odds.
    """
    if isinstance(outcomes, Outcomes) and outcomes.throw == throw:
        return outcomes.of(roll)
    if any(outcome.totals for outcome in outcomes):
        return _of_total(throw, roll, outcomes)
    before, _ = throw.span(throw.kept(_things(roll)))
    ways = throw.ways()
    found, reached = None, 0
    for outcome in outcomes:
        share, rest = divmod(outcome.odds.numerator * ways, outcome.odds.denominator)
        reached += share
        if rest or share <= 0 or reached > ways or not throw.parts_at(reached):
            said = f"{throw} cannot give '{outcome.text}' odds of {outcome.odds} here"
            raise bad_input(said, "outcomes")
        if found is None and before < reached:
            found = outcome
    if found is None or reached != ways:
        said = f"the odds add up to {Fraction(reached, ways)}, not to 1"
        raise bad_input(said, "outcomes")
    return found


def _of_total(throw: Throw, roll: Roll, outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome that names the sum of the dice; every sum must be named once."""
    if throw.of is not None:
        raise bad_input(f"{throw} has no sums", "outcomes")
    dice = Throw.dice(throw.number, throw.faces or 0, "sum")
    (fallen,) = dice.kept(_things(roll))
    ways = dice.ways()
    named = [total for outcome in outcomes for total in outcome.totals]
    if sorted(named) != [dice.outcome(number)[0] for number in range(dice.count())]:
        raise bad_input(f"do not name every sum of {throw} once", "outcomes")
    for outcome in outcomes:
        odds = Fraction(sum(dice.span([total])[1] for total in outcome.totals), ways)
        if odds != outcome.odds:
            said = f"{throw} gives '{outcome.text}' odds of {odds}, not of {outcome.odds}"
            raise bad_input(said, "outcomes")
    return next(outcome for outcome in outcomes if fallen in outcome.totals)


class Dice:
    """Dice that fall as they are told: as a seed makes them, or as they fell on a table.

    Draws fall in the same way. Of a seed every face and every thing is as likely as any other.

    Args:
        seed: Any whole number; the same seed gives the same rolls without end.
        rolls: What is rolled or drawn, one number or name after the other, and then no more.

    Raises:
        BadInput: Both or neither are given, or a roll is neither a number from 1 on nor a name.
    """

    def __init__(self, seed: int | None = None, rolls: Iterable[int | str] | None = None) -> None:
        if (seed is None) == (rolls is None):
            raise bad_input("either a seed or rolls are needed, not both", "dice")
        self._random = None if seed is None else random.Random(seed)
        self._waiting = [rolls] if isinstance(rolls, str) else list(rolls or ())
        for roll in self._waiting:
            if not (type(roll) is str or (type(roll) is int and roll > 0)):
                raise bad_input(f"'{str(roll)[:80]}' is no roll of a die", "roll")
        #: Every roll that has fallen so far, and what came of it.
        self.fallen: list[tuple[Roll, Outcome]] = []

    @classmethod
    def of(cls, roll: "GivenRoll") -> "Dice":
        """Return dice for what stands for them: one roll, several, or none at all."""
        if isinstance(roll, Dice):
            return roll
        if roll is None:
            return cls(rolls=())
        return cls(rolls=[roll] if isinstance(roll, int | str) else roll)

    @property
    def waiting(self) -> int:
        """How many given rolls have not fallen yet."""
        return len(self._waiting)

    @property
    def can_fall(self) -> bool:
        """Whether another roll is to be had."""
        return self._random is not None or bool(self._waiting)

    def fit(self, faces: int) -> None:
        """Refuse rolls that no die of a game can have; names are those of things that are drawn.

        Raises:
            BadInput: One is above the number of faces.
        """
        for roll in self._waiting:
            if not isinstance(roll, str) and roll > faces:
                said = f"'{str(roll)[:80]}' is no roll of a die: 1 to {faces}"
                raise bad_input(said, "roll")

    def fall(self, outcomes: Sequence[Outcome], throw: Throw = DIE) -> Outcome | None:
        """Throw once, and return what comes of it: what is low stands for the first outcomes.

        Args:
            outcomes: What may come of it.
            throw: What is thrown; one die of six faces if nothing is said.

        Returns:
            The outcome, or None if all the given rolls have fallen.

        Raises:
            BadInput: The given rolls cannot fall so, or the throw cannot give these odds.
        """
        roll = self.throw(throw)
        if roll is None:
            return None
        outcome = result(throw, roll, outcomes)
        self.fallen.append((roll, outcome))
        return outcome

    def throw(self, throw: Throw) -> Roll | None:
        """Throw once, and return what falls, whatever its odds: a whole deck can be shuffled so.

        Returns:
            What falls, or None if all the given rolls have fallen.

        Raises:
            BadInput: The given rolls cannot fall so.
        """
        things = self._thrown(throw)
        return None if things is None else _roll(things)

    def _thrown(self, throw: Throw) -> tuple[int | str, ...] | None:
        if self._random is not None:
            if throw.of is None:
                return tuple(1 + self._below(throw.faces or 1) for _ in range(throw.number))
            left = list(throw.of)
            return tuple(left.pop(self._below(len(left))) for _ in range(throw.number))
        if not self._waiting:
            return None
        if len(self._waiting) < throw.number:
            said = f"{len(self._waiting)} given, but {throw} needs {throw.number}"
            raise bad_input(said, "roll")
        taken = tuple(self._waiting[: throw.number])
        for name in taken:
            if throw.of is None and isinstance(name, str):
                said = f"'{name[:80]}' is no roll of a die: 1 to {throw.faces}"
                raise bad_input(said, "roll")
        del self._waiting[: throw.number]
        return taken

    def _below(self, end: int) -> int:
        """Return a number below `end`: so many bits as it needs, again if they are too large."""
        assert self._random is not None
        number = end
        while number >= end:
            number = self._random.getrandbits(end.bit_length())
        return number


# What may be said of how chance falls.
GivenRoll: TypeAlias = Dice | int | str | Iterable[int | str] | None


def _things(roll: Roll) -> tuple[int | str, ...]:
    return (roll,) if isinstance(roll, int) else roll


def _roll(things: tuple[int | str, ...]) -> Roll:
    return things[0] if len(things) == 1 and isinstance(things[0], int) else things


# --------------------------------------------------------------------------- as text and as JSON


def roll_text(roll: Roll) -> str:
    """Return what fell as people read it: `3`, `3+4` or `card_07, card_09`."""
    things = _things(roll)
    return ("+" if isinstance(things[0], int) else ", ").join(map(str, things))


def roll_of_json(value: object) -> Roll:
    """Read what fell from plain data: a whole number, or a list of whole numbers or of names.

    Raises:
        BadInput: It is neither.
    """
    if type(value) is int and value > 0:
        return value
    if isinstance(value, list) and 0 < len(value) <= _LONGEST:
        kinds = {type(each) for each in value}
        if kinds == {str} or (kinds == {int} and min(value) > 0):
            return _roll(tuple(value))
    if type(value) is int:
        raise bad_input(f"'{value}' is no roll of a die", "roll")
    raise bad_input("a whole number is needed, or a list of whole numbers or of names", "roll")


def throw_as_json(throw: Throw) -> dict[str, Any]:
    """Return a throw as plain data: `dice`, `faces`, `keep`, or `draw`, `of`, `ordered`."""
    if throw.of is None:
        return {"dice": throw.number, "faces": throw.faces, "keep": throw.keep}
    return {"draw": throw.number, "of": list(throw.of), "ordered": throw.ordered}


def throw_of_json(content: Mapping[str, Any]) -> Throw:
    """Read a throw from plain data; `keep` and `ordered` may be left out.

    Raises:
        BadInput: A key or a value is wrong, or it cannot be thrown.
    """
    keys = ("draw", "of", "ordered") if "draw" in content else ("dice", "faces", "keep")
    for key in content:
        if key not in keys:
            raise bad_input(f"unknown key '{str(key)[:80]}'", "throw", nearest(str(key), keys))
    for key in keys[:2]:
        if key not in content:
            raise bad_input(f"'{key}' is missing", "throw")
    if "dice" in content:
        keep = content.get("keep", "faces")
        if keep not in ("faces", "sum"):
            raise bad_input("keep: 'faces' or 'sum' is needed", "throw")
        return Throw.dice(_whole(content, "dice"), _whole(content, "faces"), keep)
    of, ordered = content["of"], content.get("ordered", False)
    if not isinstance(of, list) or not all(isinstance(name, str) for name in of):
        raise bad_input("of: a list of names is needed", "throw")
    if not isinstance(ordered, bool):
        raise bad_input("ordered: true or false is needed", "throw")
    return Throw.draw(_whole(content, "draw"), of, ordered)


def _whole(content: Mapping[str, Any], key: str) -> int:
    if type(content[key]) is not int:
        raise bad_input(f"{key}: a whole number is needed", "throw")
    return int(content[key])
