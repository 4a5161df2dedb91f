"""What a battle is fought with, the figures of the books one by one, and how it may end."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

__all__ = ["Ending", "FigureLine", "Fire", "Flank", "Weather"]


@dataclass(frozen=True, slots=True)
class FigureLine:
    """One line of the figures.

    Attributes:
        rule: The rule's number.
        text: What is counted.
        value: How much.
    """

    rule: str
    text: str
    value: int

    def __str__(self) -> str:
        return f"{self.value:+} {self.text} ({self.rule})"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"rule": self.rule, "text": self.text, "value": self.value}


@dataclass(frozen=True, slots=True)
class Fire:
    """What one side fires with, line by line.

    Attributes:
        side: Whose fire it is.
        units: The combat units that take part.
        staff: The headquarters and artillery that take part.
        places: Where they stand, as often.
        strength: Units and fort, each with its combat factor.
        shifts: Column shifts.
        drms: Modifiers of the die.
        losses: What changes the loss number.
        heavy: What calls for the table of large units, if anything does.
        table: The table fired on.
        cf: The combat factors together.
        column: The strengths of the column fired on, after shifts: the lowest, and the highest or
            None if there is no end.
        shift: The column shifts together.
        drm: The modifiers together.
        loss_numbers: The loss number for each die from 1 to 6.
    """

    side: str
    units: tuple[str, ...]
    staff: tuple[str, ...]
    places: tuple[str, ...]
    strength: tuple[FigureLine, ...]
    shifts: tuple[FigureLine, ...]
    drms: tuple[FigureLine, ...]
    losses: tuple[FigureLine, ...]
    heavy: FigureLine | None
    table: str
    cf: int
    column: tuple[int, int | None]
    shift: int
    drm: int
    loss_numbers: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "side": self.side,
            "units": list(self.units),
            "staff": list(self.staff),
            "places": list(self.places),
            "table": self.table,
            "cf": self.cf,
            "column": list(self.column),
            "shift": self.shift,
            "drm": self.drm,
            "loss_numbers": list(self.loss_numbers),
            "strength": [line.as_json() for line in self.strength],
            "shifts": [line.as_json() for line in self.shifts],
            "drms": [line.as_json() for line in self.drms],
            "losses": [line.as_json() for line in self.losses],
            "heavy": None if self.heavy is None else self.heavy.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Weather:
    """A check of the weather that is still to come.

    Attributes:
        place: The place attacked from.
        terrain: The terrain that calls for it, and `at` where that is.
        at: The place of that terrain.
        lowest: The lowest die that harms.
        units: The units that lose a step then.
    """

    place: str
    terrain: str
    at: str
    lowest: int
    units: tuple[str, ...]

    @property
    def odds(self) -> Fraction:
        """How likely it is that it harms."""
        return Fraction(max(0, 7 - max(1, self.lowest)), 6)


@dataclass(frozen=True, slots=True)
class Flank:
    """A flank attempt.

    Attributes:
        pin: The pinning space.
        drms: What is added to the die.
        needed: What die and modifiers together need.
        lowest: The lowest die that succeeds; 7 if none does.
        succeeded: Whether it has succeeded; None if it is still to come.
    """

    pin: str
    drms: tuple[FigureLine, ...]
    needed: int
    lowest: int
    succeeded: bool | None

    @property
    def odds(self) -> Fraction:
        """How likely it is to succeed."""
        if self.succeeded is not None:
            return Fraction(int(self.succeeded))
        return Fraction(7 - min(7, self.lowest), 6)


@dataclass(frozen=True, slots=True)
class Ending:
    """One way the battle may end, as far as loss numbers and losses tell.

    Attributes:
        odds: How likely it is.
        cancelled: Whether a card has cancelled the battle: there were no dice.
        attack: The attacker's loss number, which the defender has to absorb.
        defence: The defender's loss number.
        weather: Steps the weather took from the attacker.
        attacker_steps: Steps the attacker lost in the battle.
        defender_steps: Steps the defender lost.
        attacker_removed: Units of the attacker that left the game.
        defender_removed: Units of the defender that did.
        attackers: Attacking units left.
        defenders: Defending units left.
        full_strength: Whether an attacking unit is left at full strength.
        retreat: How many spaces the defender must retreat.
        fort_destroyed: Whether the fort is destroyed.
        fort_stands: Whether there is a fort that stands.
    """

    odds: Fraction
    cancelled: bool
    attack: int
    defence: int
    weather: int
    attacker_steps: int
    defender_steps: int
    attacker_removed: int
    defender_removed: int
    attackers: int
    defenders: int
    full_strength: bool
    retreat: int
    fort_destroyed: bool
    fort_stands: bool

    @property
    def cleared(self) -> bool:
        """Whether the defender must leave, or none is left, no fort either."""
        gone = self.defenders == 0 and not self.fort_stands
        return not self.cancelled and (gone or self.retreat > 0)
