"""What comes of battles in the end, over the real choices of both sides, for every game."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from lexbelli.names import unknown

__all__ = [
    "BOUNDS",
    "MOST",
    "STRATEGIES",
    "BattleEvaluation",
    "Interval",
    "MeasureEvaluation",
    "interval",
    "measures_of",
]

# How a part may choose, besides by a policy of its game.
STRATEGIES: Final[Mapping[str, str]] = {
    "best": "what is best for itself by the measure",
    "worst": "what is worst for itself by the measure",
    "least": "what makes the measure least",
    "most": "what makes the measure most",
}
# What is told of each measure: how both parts choose.
BOUNDS: Final = ("best", "least", "most")
# How many positions are looked at if nothing else is said.
MOST: Final = 100_000


@dataclass(frozen=True, slots=True)
class Interval:
    """The ends between which an exact value lies; equal if all positions could be looked at.

    Attributes:
        low: It is not below this.
        high: It is not above this.
    """

    low: Fraction
    high: Fraction

    @property
    def value(self) -> Fraction | None:
        """The value, if it is known exactly."""
        return self.low if self.low == self.high else None

    def as_json(self) -> Any:
        """Return it as plain data: text of a fraction, or of both ends."""
        return str(self.low) if self.low == self.high else [str(self.low), str(self.high)]


@dataclass(frozen=True, slots=True)
class MeasureEvaluation:
    """What a battle comes to by one measure.

    Attributes:
        measure: One of those that the game knows.
        policy: If both sides choose by their policies; None in a game that has none.
        best: If each side chooses what is best for itself by the measure.
        least: The least that any legal choices of both sides make of it.
        most: The most.
    """

    measure: str
    policy: Interval | None
    best: Interval
    least: Interval
    most: Interval

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data; fractions as text."""
        return {
            "measure": self.measure,
            **({} if self.policy is None else {"policy": self.policy.as_json()}),
            "best": self.best.as_json(),
            "least": self.least.as_json(),
            "most": self.most.as_json(),
        }


@dataclass(frozen=True, slots=True)
class BattleEvaluation:
    """What a battle comes to by several measures.

    Attributes:
        rows: The measures.
        positions: How many positions were looked at.
        complete: Whether all were; if not, some values are known only between two ends.
    """

    rows: tuple[MeasureEvaluation, ...]
    positions: int
    complete: bool

    def __getitem__(self, measure: str) -> MeasureEvaluation:
        """Return the row of a measure.

        Raises:
            BadInput: The measure is not among those asked for; it suggests the nearest.
        """
        for row in self.rows:
            if row.measure == measure:
                return row
        raise unknown(measure, [row.measure for row in self.rows], "measure")

    def __iter__(self) -> Iterator[MeasureEvaluation]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data; fractions as text."""
        return {
            "measures": [row.as_json() for row in self.rows],
            "positions": self.positions,
            "complete": self.complete,
        }


def interval(ends: Sequence[str]) -> Interval:
    """Read an interval of the text of its two ends."""
    low, high = ends
    return Interval(Fraction(low), Fraction(high))


def measures_of(given: Sequence[str] | str, known: Collection[str]) -> tuple[str, ...]:
    """Return measures by name, all of them if none is named.

    Args:
        given: One name, or several.
        known: The measures of the game.

    Raises:
        BadInput: There is no such measure; it suggests the nearest.
    """
    names = (given,) if isinstance(given, str) else tuple(given)
    for name in names:
        if name not in known:
            raise unknown(str(name), known, "measure")
    return tuple(dict.fromkeys(names)) or tuple(known)
