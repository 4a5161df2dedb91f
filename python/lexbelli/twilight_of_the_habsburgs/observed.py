"""Positions of Twilight of the Habsburgs in numbers (docs/environments.md)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli.capabilities import Marks
from lexbelli.twilight_of_the_habsburgs import tables
from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["OBSERVED", "Observed"]

_UNIT_MARKS: Final = ("reduced", "entrenched", "out_of_command", "attacked", "engaged", "cornered")
_POINTS: Final = ("austrian", "german", "italian", "british", "french", "allied")
_SIDES: Final = ("central", "entente")
_LOSSES: Final = ("steps_lost", "double_steps_lost", "lost_this_turn")
# Numbers are about 1 at most: so many turns, points and steps stand for 1.
_TENS: Final = 10
_TURNS: Final = 20
_MANY: Final = 100


class Observed:
    """What is told of a position; see `capabilities.Observed`."""

    unit_marks: Sequence[str] = (*_UNIT_MARKS, "beneath")
    place_marks: Sequence[str] = ("scouted", "attacked", "passed_central", "passed_entente")
    numbers: Sequence[str] = (
        *("turn", "event", "margin"),
        *(f"points_{nation}" for nation in _POINTS),
        *(f"{what}_{side}" for what in _LOSSES for side in _SIDES),
    )

    def by_core(self, _: Position) -> bool:
        """Whether the core tells the same."""
        return True

    def arrays(self, seen: Position) -> Marks:
        """Tell it of a position."""
        setup = seen.setup()
        units: list[Mapping[str, float]] = [
            dict.fromkeys(setup.get(mark, ()), 1.0) for mark in _UNIT_MARKS
        ]
        beneath = setup.get("beneath", {})
        units.append({unit: number / _TENS for unit, number in beneath.items()})
        fought = [frame["hex"] for frame in setup.get("agenda", ()) if "hex" in frame]
        passed, names = setup.get("passed", {}), tables.names(seen.core.tables)
        places = (
            dict.fromkeys(setup.get("scouted", {}).values(), 1.0),
            dict.fromkeys(fought, 1.0),
            *(
                {names.get(town, town): 1.0 for town, last in passed.items() if last == side}
                for side in _SIDES
            ),
        )
        points = setup.get("points", {})
        numbers: list[float] = [
            seen.turn / _TURNS,
            (setup.get("event") or 0) / _TENS,
            seen.victory().margin / _MANY,
            *(points.get(nation, 0) / _TENS for nation in _POINTS),
            *(_number(setup.get(what), side) / _TENS for what in _LOSSES for side in _SIDES),
        ]
        return Marks(units, places, numbers)


def _number(by_side: Any, side: str) -> float:
    return float(by_side.get(side, 0)) if isinstance(by_side, dict) else 0.0


OBSERVED: Final = Observed()
