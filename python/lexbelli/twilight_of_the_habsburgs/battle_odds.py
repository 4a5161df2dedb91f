"""The odds of an attack, and the figures they come from (9, 11, 13, 14.8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from lexbelli.evaluations import MOST, BattleEvaluation, Interval
from lexbelli.moves import Violation
from lexbelli.names import unknown
from lexbelli.sensitivity import BattleChange, Sensitivity
from lexbelli.twilight_of_the_habsburgs.evaluations import AskedAttack

__all__ = ["BETTER_LOW", "NUMBERS", "RESULTS", "Odds", "Strength", "numbers"]

# The numbers that odds have, the first of them what is meant where nobody says which.
NUMBERS: Final = ("clear", "driven_out", "repelled", "attacker_steps", "defender_steps")

# Of these less is better for the attacker.
BETTER_LOW: Final = frozenset({"repelled", "attacker_steps"})

# What a result does (9.3).
RESULTS: Final[Mapping[str, tuple[str, str]]] = {
    "aa": ("9.3-1", "half of the attacking steps are lost, the other attackers retreat"),
    "ar": ("9.3-2", "the attackers retreat"),
    "az": ("9.3-3", "the attackers are eliminated"),
    "bb": ("9.3-4", "both sides lose half of their steps"),
    "da": ("9.3-6", "half of the defending steps are lost, the other defenders retreat"),
    "dh": ("9.3-7", "half of the defending steps are lost"),
    "dr": ("9.3-8", "the defenders retreat"),
    "dz": ("9.3-9", "the defenders are eliminated"),
    "ne": ("9.3-10", "nothing"),
}

_HALVES: Final[Mapping[str, str]] = {"attacker": "aa bb", "defender": "bb da dh"}
_DESTROYS: Final[Mapping[str, str]] = {"attacker": "az", "defender": "dz"}
_DRIVEN_OUT: Final = ("da", "dr", "dz")
_REPELLED: Final = ("aa", "ar", "az")


def _lost(role: str, steps: int, code: str) -> int:
    """Return the steps that a result takes from a side; half of them rounded up (9.32-1)."""
    if code in _DESTROYS[role].split():
        return steps
    return -(-steps // 2) if code in _HALVES[role].split() else 0


def numbers(shows: Sequence[str], steps: tuple[int, int], fortress: bool) -> tuple[Fraction, ...]:
    """Return `NUMBERS` of an attack.

    Args:
        shows: The result of each face of the die.
        steps: The steps of the attackers and of the defenders.
        fortress: Whether an intact fortress defends.
    """
    faces = len(shows)
    # A fortress falls with DZ, alone also with DA (11.41, 11.42).
    falls: Sequence[str] = _DRIVEN_OUT
    if fortress:
        falls = ("dz",) if steps[1] else ("da", "dz")

    def chance(codes: Sequence[str]) -> Fraction:
        return Fraction(sum(code in codes for code in shows), faces)

    return (
        chance(falls),
        chance(_DRIVEN_OUT) if steps[1] else Fraction(0),
        chance(_REPELLED),
        Fraction(sum(_lost("attacker", steps[0], code) for code in shows), faces),
        Fraction(sum(_lost("defender", steps[1], code) for code in shows), faces),
    )


@dataclass(frozen=True, slots=True)
class Strength:
    """What a unit, or a fortress, adds to a total.

    Attributes:
        name: The unit's id, or `fortress`.
        strength: Its strength, with the steps it has left.
        factor: What multiplies it.
        rule: The rule of a factor above 1; blank if there is none.
    """

    name: str
    strength: int
    factor: int
    rule: str

    @property
    def total(self) -> int:
        """What it adds."""
        return self.strength * self.factor


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact odds of an attack, if it is carried out now.

    Retreats that nobody can make cost steps as well; those are not counted here, but by `evaluate`.

    Attributes:
        side: Who attacks.
        target: The hex attacked.
        table: `probe`, `assault` or `mobile`.
        attackers: The attacking units.
        defenders: The defending units, and after them an intact fortress.
        attack: All attack strength.
        defence: All defence strength.
        bonuses: What multiplies the defence there: name, factor, rule.
        columns: The odds of the columns.
        column: The column of the odds, from 1.
        read: The column that is read, from 1.
        shifts: What moves it: name, columns, rule.
        modifiers: What is added to the die: name, number, rule.
        shows: The result of each face of the die.
        steps: The steps of attackers and defenders.
        violations: The rules that the attack breaks; none unless it was forced.
        supposed: Whether it is supposed that the side is in a combat segment.
    """

    side: str
    target: str
    table: str
    attackers: tuple[Strength, ...]
    defenders: tuple[Strength, ...]
    attack: int
    defence: int
    bonuses: tuple[tuple[str, int, str], ...]
    columns: tuple[str, ...]
    column: int
    read: int
    shifts: tuple[tuple[str, int, str], ...]
    modifiers: tuple[tuple[str, int, str], ...]
    shows: tuple[str, ...]
    steps: tuple[int, int]
    violations: tuple[Violation, ...]
    supposed: bool
    _asked: AskedAttack = field(repr=False, compare=False)

    @property
    def results(self) -> Mapping[str, Fraction]:
        """The chance of each result that the die can bring, in the order of its faces."""
        faces = len(self.shows)
        return {code: Fraction(self.shows.count(code), faces) for code in dict.fromkeys(self.shows)}

    def number(self, name: str) -> Fraction:
        """Return one of `NUMBERS`.

        `clear` is the chance that neither a unit nor an intact fortress of the foe is left in the
        hex, `driven_out` that no unit is, `repelled` that the attackers retreat or are eliminated;
        `attacker_steps` and `defender_steps` are the steps lost on average by the result.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        if name not in NUMBERS:
            raise unknown(name, NUMBERS, "number")
        fortress = any(each.name == "fortress" for each in self.defenders)
        return numbers(self.shows, self.steps, fortress)[NUMBERS.index(name)]

    def sensitivity(self, number: str = NUMBERS[0]) -> Sensitivity:
        """Tell what each table, marker, unit, bonus, shift and modifier changes.

        The changes come in the order of what serves the attacker best.

        Args:
            number: One of `NUMBERS`.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        now = self.number(number)
        at = NUMBERS.index(number)
        changes = []
        for other in self._asked.changes():
            value = numbers(other.shows, other.steps, other.fortress)[at]
            about = (other.about,) if other.about else ()
            changes.append(BattleChange(other.kind, about, other.text, value, value - now))
        sign = 1 if number in BETTER_LOW else -1
        changes.sort(key=lambda change: sign * change.gain)
        return Sensitivity(number, now, tuple(changes))

    def evaluate(self, measures: Sequence[str] | str = (), most: int = MOST) -> BattleEvaluation:
        """Follow the attack to its end, over every legal way to lose steps and to retreat.

        Args:
            measures: Some of `twilight_of_the_habsburgs.evaluations.FINAL_MEASURES`; none for all.
            most: How many positions are looked at for each sort of measures, at most.

        Raises:
            BadInput: There is no such measure; it suggests the nearest.
        """
        return self._asked.evaluate(measures, most)

    def evaluate_measure(
        self, measure: str, attacker: str = "best", defender: str = "best", most: int = MOST
    ) -> Interval:
        """Tell what it comes to by one measure if each side chooses in a manner of its own.

        Args:
            measure: One of `twilight_of_the_habsburgs.evaluations.FINAL_MEASURES`.
            attacker: How the attacker chooses: one of `lexbelli.evaluations.STRATEGIES`.
            defender: How the defender does.
            most: How many positions are looked at, at most.

        Raises:
            BadInput: There is no such measure or strategy; it suggests the nearest.
        """
        return self._asked.evaluate_measure(measure, attacker, defender, most)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data; fractions as text."""

        def strengths(units: Sequence[Strength]) -> list[dict[str, Any]]:
            return [
                {
                    "name": each.name,
                    "strength": each.strength,
                    "factor": each.factor,
                    "rule": each.rule,
                }
                for each in units
            ]

        def reasons(key: str, found: Sequence[tuple[str, int, str]]) -> list[dict[str, Any]]:
            return [{"name": name, key: by, "rule": rule} for name, by, rule in found]

        return {
            "side": self.side,
            "target": self.target,
            "table": self.table,
            "supposed": self.supposed,
            "attackers": strengths(self.attackers),
            "defenders": strengths(self.defenders),
            "attack": self.attack,
            "defence": self.defence,
            "bonuses": reasons("factor", self.bonuses),
            "column": self.columns[self.column - 1],
            "shifts": reasons("columns", self.shifts),
            "read": self.columns[self.read - 1],
            "modifiers": reasons("added", self.modifiers),
            "shows": list(self.shows),
            "results": {code: str(chance) for code, chance in self.results.items()},
            "steps": {"attacker": self.steps[0], "defender": self.steps[1]},
            **{name: str(self.number(name)) for name in NUMBERS},
            "violations": [violation.as_json() for violation in self.violations],
        }
