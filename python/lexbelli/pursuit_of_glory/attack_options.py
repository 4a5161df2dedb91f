"""The attacks that could be declared, and what they promise."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, overload

from lexbelli.names import unknown
from lexbelli.pursuit_of_glory.battle_odds import NUMBERS

__all__ = ["AttackOption", "AttackOptions", "GivenCards", "GivenPolicy"]

# Of these less is better for the attacker.
_BETTER_LOW: Final = frozenset({"loss", "attacker_steps", "defender_number"})

# Cards: their names, orders that play them, or either by side.
GivenCards = str | Sequence[str] | Mapping[str, str | Sequence[str]]
# How losses are taken: the name of a policy or its weights; of both sides, or by role.
GivenPolicy = str | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AttackOption:
    """An attack that could be declared, with its odds if no cards are played.

    Attributes:
        attack: The attack as text, as `odds` reads it.
        target: The place attacked.
        units: Who attacks.
        pin: The pinning space, if it is a flank attack.
        folded: How many attacks it stands for besides.
        values: `NUMBERS`, as text of exact fractions, in their order.
    """

    attack: str
    target: str
    units: tuple[str, ...]
    pin: str | None
    folded: int
    values: tuple[str, ...] = field(repr=False)

    def number(self, name: str) -> Fraction:
        """Return one of `NUMBERS`.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        if name not in NUMBERS:
            raise unknown(name, NUMBERS, "number")
        return Fraction(self.values[NUMBERS.index(name)])

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data; fractions as text."""
        return {
            "attack": self.attack,
            "target": self.target,
            "units": list(self.units),
            "pin": self.pin,
            "folded": self.folded,
            **dict(zip(NUMBERS, self.values, strict=True)),
        }


@dataclass(frozen=True, slots=True)
class AttackOptions(Sequence[AttackOption]):
    """Attacks that could be declared, by target.

    Attributes:
        attacks: The attacks.
        every: Whether all are among them, or only those to which nobody could be added.
        supposed: Whether it is supposed that all units wait that could be activated.
        waits: The units that wait.
        unfinished: Places on which not all attacks were looked for, because they are too many.
        over: What is supposed to be over, such as a phase that asks for something else; or None.
    """

    attacks: tuple[AttackOption, ...]
    every: bool
    supposed: bool
    waits: tuple[str, ...]
    unfinished: tuple[str, ...]
    over: str | None = None

    @property
    def folded(self) -> int:
        """How many attacks are not told one by one, since others stand for them."""
        return sum(attack.folded for attack in self.attacks)

    def sorted(self, number: str = "win") -> "AttackOptions":
        """Return the same attacks, the best for the attacker first.

        Args:
            number: One of `NUMBERS`.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        if number not in NUMBERS:
            raise unknown(number, NUMBERS, "sort", "number")
        sign = -1 if number in _BETTER_LOW else 1
        ordered = sorted(self.attacks, key=lambda one: -sign * one.number(number))
        return replace(self, attacks=tuple(ordered))

    @overload
    def __getitem__(self, index: int) -> AttackOption: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AttackOption, ...]: ...
    def __getitem__(self, index: int | slice) -> AttackOption | tuple[AttackOption, ...]:
        return self.attacks[index]

    def __iter__(self) -> Iterator[AttackOption]:
        return iter(self.attacks)

    def __len__(self) -> int:
        return len(self.attacks)
