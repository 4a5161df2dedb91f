"""What attacks come to in the end, and with one thing different; see `lexbelli.evaluations`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli import _core
from lexbelli.errors import bad_input
from lexbelli.evaluations import (
    BOUNDS,
    STRATEGIES,
    BattleEvaluation,
    Interval,
    MeasureEvaluation,
    interval,
    measures_of,
)
from lexbelli.names import unknown

__all__ = ["FINAL_MEASURES", "AskedAttack", "ChangedFigures"]

# What an attack can come to when it is over.
FINAL_MEASURES: Final[Mapping[str, str]] = {
    "cleared": "neither a unit nor an intact fortress of the defender is left in the hex",
    "emptied": "no unit of the defender is left in the hex",
    "attacker_steps": "the steps the attacker is expected to lose in all",
    "defender_steps": "the steps the defender is expected to lose in all",
    "attacker_units": "the units of the attacker that are expected to be eliminated",
    "defender_units": "the units of the defender that are expected to be eliminated",
    "vp": "the points of victory that the attacker is expected to gain",
}

_TEXTS: Final[Mapping[str, str]] = {
    "die": "{} on the die",
    "columns": "{} column",
    "table": "by the {} table",
    "marker": "with {}",
    "without": "without {}",
    "join": "{} attacks as well",
    "no_shift": "without the shift of {}",
    "no_modifier": "without the modifier of {}",
    "no_bonus": "without {}",
    "no_surprise": "without surprise",
    "gone": "{} does not defend",
    "reduced": "{} has a step less",
    "restored": "{} at full strength",
    "entrenched": "{} in trench state",
    "mobile": "{} in mobile state",
    "no_fortress": "the fortress has fallen",
}
# Of these what they are about is a word of the rules.
_WORDS: Final = frozenset({"no_shift", "no_modifier", "no_bonus", "marker"})


@dataclass(frozen=True, slots=True)
class ChangedFigures:
    """An attack with one thing different.

    Attributes:
        kind: What kind of change (docs/twilight_of_the_habsburgs/battles.md).
        about: What it is about: a unit, a table, a shift, a number; empty where it says all.
        text: It in words.
        shows: The result of each face of the die.
        steps: The steps of attackers and defenders.
        fortress: Whether an intact fortress defends.
    """

    kind: str
    about: str
    text: str
    shows: tuple[str, ...]
    steps: tuple[int, int]
    fortress: bool


@dataclass(frozen=True, slots=True)
class AskedAttack:
    """An attack that was asked about, so that it can be asked about again.

    Attributes:
        position: The position.
        made: The move that declares it; None for the attack under way.
    """

    position: _core.TwilightPosition
    made: _core.TwilightMove | None

    def changes(self) -> Sequence[ChangedFigures]:
        """Return the attack with one thing different, for everything that could be."""
        return [
            ChangedFigures(
                kind,
                about,
                _TEXTS[kind].format(about.replace("_", " ") if kind in _WORDS else about),
                tuple(shows),
                steps,
                fortress,
            )
            for kind, about, shows, steps, fortress in _core.twilight_changes(
                self.position, self.made
            )
        ]

    def evaluate(self, measures: Sequence[str] | str, most: int) -> BattleEvaluation:
        """Tell what the attack comes to; see `Odds.evaluate`.

        Raises:
            BadInput: There is no such measure, or the attack cannot be followed.
        """
        names = measures_of(measures, FINAL_MEASURES)
        told = self._evaluated([(each, each) for each in BOUNDS], names, most)
        columns = [[interval(ends) for ends in column] for column in told["values"]]
        rows = zip(names, *columns, strict=True)
        return BattleEvaluation(
            tuple(MeasureEvaluation(name, None, *each) for name, *each in rows),
            told["positions"],
            told["complete"],
        )

    def evaluate_measure(self, measure: str, attacker: str, defender: str, most: int) -> Interval:
        """Tell what it comes to by one measure; see `Odds.evaluate_measure`.

        Raises:
            BadInput: There is no such measure or strategy, or the attack cannot be followed.
        """
        for role, given in (("attacker", attacker), ("defender", defender)):
            if given not in STRATEGIES:
                raise unknown(given, STRATEGIES, role, "strategy")
        names = measures_of(measure, FINAL_MEASURES)
        told = self._evaluated([(attacker, defender)], names, most)
        return interval(told["values"][0][0])

    def _evaluated(
        self, strategies: Sequence[tuple[str, str]], measures: Sequence[str], most: int
    ) -> dict[str, Any]:
        if most < 1:
            raise bad_input(f"'{most}' is below 1", "most")
        told: dict[str, Any] = json.loads(
            _core.twilight_evaluate_battle(
                self.position, self.made, strategies, measures, min(most, 2**63)
            )
        )
        return told
