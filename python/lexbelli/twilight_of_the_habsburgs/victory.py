"""How a game of Twilight of the Habsburgs would end if it ended now (13.7, 14.9, 15.8, 16.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from lexbelli import _core

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
    """

    ledger: Sequence[LedgerLine]
    margin: int
    surrender: bool
    level: str
    winner: str | None
    rule: str
    text: str

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
        return cls(
            ledger, told["margin"], surrender, level, winner, rule, _text(level, winner, surrender)
        )

    def advantage(self, side: str) -> float:
        """Return what a side has more than the other."""
        return float(self.margin if side == "central" else -self.margin)

    def points(self, side: str) -> int:
        """Return all points of a side."""
        return sum(line.points for line in self.ledger if line.side == side)

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
