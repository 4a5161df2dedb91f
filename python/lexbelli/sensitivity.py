"""What each change of a battle is worth, for every game."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["BattleChange", "Sensitivity"]


@dataclass(frozen=True, slots=True)
class BattleChange:
    """Something that could be different, and what it is worth.

    Attributes:
        kind: What kind of change, as the page of the game's odds names it.
        about: What it is about: roles, sides, units, cards, places, numbers.
        text: It in words.
        value: The measure with it.
        gain: How much more that is than without it.
    """

    kind: str
    about: tuple[Any, ...]
    text: str
    value: Fraction
    gain: Fraction


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """What each change of a battle is worth.

    Attributes:
        measure: What it is judged by.
        value: The measure of the battle as it is declared.
        changes: The changes, those that gain most first.
    """

    measure: str
    value: Fraction
    changes: tuple[BattleChange, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data; fractions as text."""
        return {
            "measure": self.measure,
            "value": str(self.value),
            "changes": [
                {
                    "change": change.kind,
                    "about": list(change.about),
                    "text": change.text,
                    "value": str(change.value),
                    "gain": str(change.gain),
                }
                for change in self.changes
            ],
        }
