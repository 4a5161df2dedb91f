"""What a position of Twilight of the Habsburgs is worth to a side, for players (docs/players.md).

In points of victory, each term as much less to the other side.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from lexbelli import _core
from lexbelli.errors import BadInput, IllegalMove
from lexbelli.moves import Move
from lexbelli.twilight_of_the_habsburgs.battles import BATTLES
from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["ASSESSMENT", "Assessment"]

# A game that is over is worth more than whatever may still become of one.
_OVER: Final = 100.0
# What a factor of attack and defence on the map is worth.
_FACTOR: Final = 0.06
# Of the points of a place: how much being next to it is worth, and from how far nothing.
_NEAR: Final = 0.5
_FAR: Final = 24
# How much the nearest hex with a unit counts, the second nearest and so on.
_PARTS: Final = (0.4, 0.2, 0.15, 0.1, 0.1, 0.05)
# What it is worth to be in command (4) and in trench state (12), for each unit.
_COMMAND: Final = 0.15
_TRENCH: Final = 0.05
# What of a step that an attack is to cost counts before it is taken, and to drive somebody out.
_STEP: Final = 0.5
_DRIVEN_OUT: Final = 0.6
_REPELLED: Final = 0.2
_ATTACK: Final = "attack"
_SIGNS: Final[Mapping[str, float]] = {"central": 1.0, "entente": -1.0}


class _Unit(NamedTuple):
    """A unit's side, its strength full and reduced, and whether it is a headquarters."""

    side: str
    full: float
    reduced: float
    leads: bool


class _Chart(NamedTuple):
    """What of the tables never changes.

    Attributes:
        units: Every unit.
        distances: Of each hex that scores, how far every hex is from it.
        prizes: Hex, the side that scores it, its points.
    """

    units: Mapping[str, _Unit]
    distances: Mapping[str, Mapping[str, int]]
    prizes: Sequence[tuple[str, str, int]]


@lru_cache(maxsize=8)
def _chart(tables: _core.TwilightTables, scenario: str) -> _Chart:
    units = {}
    for unit in tables.unit_ids():
        row = tables.unit(unit)
        units[unit] = _Unit(
            row["side"],
            _factor(row["full"]),
            _factor(row["reduced"]),
            row["size"] == "hq",
        )
    hexes = {}
    for place in tables.place_ids():
        if place.startswith("h"):
            entry = tables.hex(place)
            row = entry["row"]
            hexes[place] = (entry["column"] - row // 2, row)
    prizes = [(place, side, points) for place, side, points in tables.scenario(scenario)["scoring"]]
    distances = {
        place: {other: _distance(hexes[place], at) for other, at in hexes.items()}
        for place, _, _ in prizes
    }
    return _Chart(units, distances, prizes)


def _distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    column, row = one[0] - other[0], one[1] - other[1]
    return max(abs(column), abs(row), abs(column + row))


def _factor(factors: Sequence[int | None] | None) -> float:
    """Return the mean of the factors of attack and defence; none of a state that has none."""
    return 0.0 if factors is None else ((factors[0] or 0) + (factors[1] or 0)) / 2


class Assessment:
    """What positions are worth; see `capabilities.Assessment`."""

    def terms(self, position: Position, side: str) -> Mapping[str, float]:
        """Return what a position is worth to a side, term by term, in points of victory.

        `victory`: the margin if the game ended now (14.9); 100 more if it is over. `strength`:
        factors of attack and defence on the map. `approach`: how near units are to places that
        would score and do not yet. `command`: units in command (4). `trenches`: units in trench
        state (12).
        """
        core = position.core
        chart = _chart(core.tables, position.scenario_name)
        reckoned = position.victory()
        setup = position.setup()
        reduced = frozenset(setup.get("reduced", ()))
        strength = 0.0
        stand: dict[str, set[str]] = {"central": set(), "entente": set()}
        for unit, place in core.units().items():
            if not place.startswith("h"):
                continue
            known = chart.units[unit]
            strength += _SIGNS[known.side] * (known.reduced if unit in reduced else known.full)
            if not known.leads:
                stand[known.side].add(place)
        commanded = {each: core.command(each)["in_command"] for each in _SIGNS}
        dug = setup.get("entrenched", ())
        scored = {line.about for line in reckoned.ledger}
        found = {
            "victory": float(reckoned.margin),
            "strength": _FACTOR * strength,
            "approach": _approach(chart, stand, scored, position),
            "command": _COMMAND * sum(_SIGNS[each] * len(commanded[each]) for each in _SIGNS),
            "trenches": _TRENCH * sum(_SIGNS[chart.units[unit].side] for unit in dug),
        }
        if core.asks_for == "over":
            found["victory"] += _OVER * _SIGNS.get(reckoned.winner or "", 0.0)
        sign = _SIGNS[side]
        return {name: sign * value for name, value in found.items()}

    def promised(self, position: Position, answer: Move | str, side: str) -> float:  # noqa: ARG002
        """Return what an attack promises by its odds (9): steps, and hexes that are cleared."""
        asked = position.decision
        if asked.kind != _ATTACK or str(answer) in asked.choices:
            return 0.0
        try:
            told = BATTLES.odds(position, str(answer))
        except (BadInput, IllegalMove):
            return 0.0
        number = {
            name: float(told.number(name))
            for name in ("defender_steps", "attacker_steps", "driven_out", "repelled")
        }
        return (
            _STEP * (number["defender_steps"] - number["attacker_steps"])
            + _DRIVEN_OUT * number["driven_out"]
            - _REPELLED * number["repelled"]
        )


def _approach(
    chart: _Chart,
    stand: Mapping[str, Collection[str]],
    scored: Collection[Any],
    position: Position,
) -> float:
    """Return what it is worth to the central side that units are near to what would score."""
    total = 0.0
    towns = _towns(position.core.tables)
    for place, side, points in chart.prizes:
        if place in scored or towns.get(place) in scored:
            continue
        away = chart.distances[place]
        distances = sorted(away[at] for at in stand[side])
        near = sum(
            part * max(0.0, 1 - distance / _FAR)
            for part, distance in zip(_PARTS, distances, strict=False)
        )
        total += _SIGNS[side] * points * _NEAR * near
    return total


@lru_cache(maxsize=4)
def _towns(tables: _core.TwilightTables) -> Mapping[str, str]:
    """Return the town of a hex as the ledger names it."""
    found = {}
    for place in tables.place_ids():
        if place.startswith("h"):
            towns = tables.hex(place)["towns"]
            if towns:
                found[place] = towns[0].lower().replace(" ", "_")
    return found


ASSESSMENT: Final = Assessment()
