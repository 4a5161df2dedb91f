"""How a game of Twilight of the Habsburgs would end if it ended now (13.7, 14.9, 15.8, 16.8)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from lexbelli import _core
from lexbelli.twilight_of_the_habsburgs import tables

__all__ = ["LedgerLine", "Victory"]

_RULES: Final = {"steps": "14.91-1", "headquarters": "14.91-3", "place": "14.91-4"}
_DEPOT: Final = "15.81-3"
_WINNERS: Final = {"central": "The Central Powers", "entente": "The Entente"}
_LEVELS: Final = {
    "decisive": "a decisive victory",
    "major": "a major victory",
    "theatre": "a victory on this theatre",
    "nominal": "a nominal victory",
}


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What a side has points for.

    Attributes:
        side: The side.
        item: `steps`, `headquarters`, `place` or `depot`.
        about: The town or the hex; None of steps and headquarters.
        points: The points.
        rule: The number of the rule.
    """

    side: str
    item: str
    about: str | None
    points: int
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "side": self.side,
            "item": self.item,
            "about": self.about,
            "points": self.points,
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True)
class Victory:
    """How the game would end if it ended now.

    Attributes:
        ledger: What each side has points for, the central side's first.
        margin: What the central side has more than the Entente.
        surrender: Whether Italy has surrendered (13.7): that ends the game, whatever the margin.
        level: The level of victory, such as `entente_nominal`, or `stalemate`.
        winner: `central`, `entente` or None.
        rule: The number of the rule of the level.
        text: How it ends, in a sentence.
        levels: The least margin of each level, the highest first (14.92); the last has none.
    """

    ledger: Sequence[LedgerLine]
    margin: int
    surrender: bool
    level: str
    winner: str | None
    rule: str
    text: str
    levels: Mapping[str, int | None] = field(repr=False, compare=False)

    @classmethod
    def of(cls, position: _core.TwilightPosition) -> Self:
        """Reckon with a position."""
        told = _core.twilight_reckoning(position)
        ledger = tuple(
            LedgerLine(side, item, about, points, _RULES.get(item, _DEPOT))
            for side, item, about, points in told["scores"]
        )
        surrender, level, winner = told["surrender"], told["level"], told["winner"]
        rule = "13.7-4" if surrender else _rule(told["margin"])
        text = _text(level, winner, surrender)
        levels = tables.levels(position.tables)
        return cls(ledger, told["margin"], surrender, level, winner, rule, text, levels)

    def advantage(self, side: str) -> float:
        """Return what a side has more than the other."""
        return float(self.margin if side == "central" else -self.margin)

    def points(self, side: str) -> int:
        """Return all points of a side."""
        return sum(line.points for line in self.ledger if line.side == side)

    def mistakes(self) -> Iterator[str]:
        """Yield what does not add up: points and margin, margin and level, level and winner."""
        central, entente = (self.points(side) for side in _WINNERS)
        if central - entente != self.margin:
            yield f"the points {central} and {entente} make no margin of {self.margin}"
        if sum(line.points for line in self.ledger) != central + entente:
            yield "points of a side that is none"
        # Both sides may have lost steps; a place is one side's (14.91-4).
        once = Counter(
            (line.item, line.about or line.side) for line in self.ledger if line.points > 0
        )
        if len(self.ledger) != len(once):
            yield f"points for nothing, or twice for one thing: {sorted(once)}"
        level = "central_decisive" if self.surrender else self._level()
        if self.level != level:
            yield f"the margin {self.margin} is {level} (14.92), and {self.level} is told"
        winner = next((side for side in _WINNERS if level.startswith(side)), None)
        if self.winner != winner:
            yield f"{level} makes {winner} the winner, and {self.winner} is told"

    def _level(self) -> str:
        """Return the level of the margin (14.92): the first whose least it reaches."""
        return next(
            word for word, least in self.levels.items() if least is None or self.margin >= least
        )

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "ledger": [line.as_json() for line in self.ledger],
            "points": {side: self.points(side) for side in _WINNERS},
            "margin": self.margin,
            "surrender": self.surrender,
            "level": self.level,
            "winner": self.winner,
            "rule": self.rule,
            "text": self.text,
        }


def _rule(margin: int) -> str:
    if margin == 0:
        return "14.92-3"
    return "14.92-2" if margin > 0 else "14.92-4"


def _text(level: str, winner: str | None, surrender: bool) -> str:
    if winner is None:
        return "A stalemate."
    what = _LEVELS[level.rpartition("_")[2]]
    why = "Italy surrenders: " if surrender else ""
    verb = "win" if winner == "central" else "wins"
    return f"{why}{_WINNERS[winner]} {verb} {what}."
