"""What a position of Pursuit of Glory is worth to a side, for players (docs/players.md).

In victory points, each term as much less to the other side.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from lexbelli import _core
from lexbelli.errors import BadInput, IllegalMove
from lexbelli.moves import Move
from lexbelli.pursuit_of_glory.chances import CHANCES
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["ASSESSMENT", "Assessment"]

# A game that is over is worth more than whatever may still become of one.
_OVER: Final = 100.0
# What a combat factor on the map is worth, and how much of it is left in a box.
_FACTOR: Final = 0.15
_IN_BOX: Final = 0.4
# What of a factor is lost with its supply: 14.1, 14.3.2.
_SUPPLY: Final[Mapping[str, float]] = {
    "limited": 0.1,
    "disrupted": 0.3,
    "limited_disrupted": 0.4,
    "oos": 0.7,
}
_SPACE: Final = 0.05
_JIHAD: Final = 0.3
_REPLACEMENT: Final = 0.06
_OPS: Final = 0.15
# What a combat factor next to a place of victory points is worth that the enemy holds, and more of
# them than so many are worth no more.
_PRESSURE: Final = 0.03
_MOST_PRESSURE: Final = 8
# What each factor more than a neighbour's is worth to units that wait to attack it.
_WAITING: Final = 0.1
_MOST_WAITING: Final = 4
# What a step lost in battle is worth, and a battle won.
_STEP: Final = 0.25
_WIN: Final = 0.2
_ON_MAP: Final = frozenset({"space", "region", "island_base", "beachhead"})
_ATTACK: Final = "attack"


class _Unit(NamedTuple):
    """The combat factors of a unit, full and reduced."""

    full: float
    reduced: float


class _Chart(NamedTuple):
    """What of the tables never changes.

    Attributes:
        units: Every unit.
        on_map: The places on the map.
        links: The places next to each.
        prizes: The places of victory points.
        points: What each place is worth.
    """

    units: Mapping[str, _Unit]
    on_map: Collection[str]
    links: Mapping[str, Sequence[str]]
    prizes: Sequence[str]
    points: Mapping[str, int]


@lru_cache(maxsize=4)
def _chart(tables: _core.PursuitTables) -> _Chart:
    units = {}
    for unit in tables.unit_ids():
        row = tables.unit(unit)
        units[unit] = _Unit(_factor(row["full"]), _factor(row["reduced"]))
    spaces = {space: tables.space(space) for space in tables.space_ids()}
    return _Chart(
        units,
        frozenset(space for space, row in spaces.items() if row["kind"] in _ON_MAP),
        {space: tuple(other for other, _ in row["links"]) for space, row in spaces.items()},
        [space for space, row in spaces.items() if row["vp"]],
        {space: row["vp"] for space, row in spaces.items()},
    )


def _factor(factors: Sequence[int | None] | None) -> float:
    """Return the combat factor, the first of three; none of a state that has none."""
    return 0.0 if factors is None else float(factors[0] or 0)


class Assessment:
    """What positions are worth; see `capabilities.Assessment`."""

    def terms(self, position: Position, side: str) -> Mapping[str, float]:
        """Return what a position is worth to a side, term by term, in victory points.

        `victory`: the VP total if the game ended now (5); 100 more if it is over. `strength`:
        combat factors, those in boxes by less. `supply`: what of them is lost for want of supply
        (14). `spaces`: spaces taken. `jihad`: the level (16.3). `replacements`: points not spent
        (17). `ops`: OPS still to be spent (9.2). `pressure`: factors beside places of victory
        points that the enemy holds. `waiting`: factors of units that wait to attack, beyond those
        of a neighbour (12.1).
        """
        chart = _chart(position.core.tables)
        setup = position.setup()
        reckoned = position.core.victory()
        found = {
            "victory": float(reckoned["final"]),
            **_units(position, chart, setup),
            "spaces": _SPACE * _more(setup.get("control", {}), len),
            "jihad": _JIHAD * setup.get("tracks", {}).get("jihad", 0),
            "replacements": _REPLACEMENT * _replacements(setup.get("replacements", {})),
        }
        asked = position.decision
        if asked.points is not None:
            found["ops"] = _OPS * asked.points * (1 if asked.side == "cp" else -1)
        if asked.side is None and not asked.outcomes and not asked.choices:
            found["victory"] += _OVER if reckoned["winner"] == "cp" else -_OVER
        sign = 1.0 if side == "cp" else -1.0
        return {name: sign * value for name, value in found.items()}

    def promised(self, position: Position, answer: Move | str, side: str) -> float:  # noqa: ARG002
        """Return what an attack promises by its odds (12): steps, the battle, and its place."""
        asked = position.decision
        if asked.kind != _ATTACK or str(answer) in asked.choices:
            return 0.0
        try:
            told = CHANCES.odds(position, str(answer))
        except (BadInput, IllegalMove):
            return 0.0
        number = {
            name: float(told.number(name))
            for name in ("defender_steps", "attacker_steps", "win", "loss", "clear")
        }
        made = position.move(answer)
        target = next((str(each.content["place"]) for each in made if each.kind == _ATTACK), "")
        prize = 2 * _chart(position.core.tables).points.get(target, 0)
        return (
            _STEP * (number["defender_steps"] - number["attacker_steps"])
            + _WIN * (number["win"] - number["loss"])
            + prize * number["clear"]
        )


def _units(position: Position, chart: _Chart, setup: Mapping[str, Any]) -> dict[str, float]:
    """Return what units are worth to the CP: their strength, their supply, where they stand."""
    core = position.core
    reduced = frozenset(setup.get("reduced", ()))
    waiting = setup.get("attacking", {})
    waits: dict[tuple[str, str], float] = {}
    at: dict[tuple[str, str], float] = {}
    strength, lost = 0.0, 0.0
    supply = core.supply(None)
    for unit, place in core.units().items():
        side = core.side_of(unit)
        if side not in ("ap", "cp"):
            continue
        sign = 1.0 if side == "cp" else -1.0
        factors = chart.units[unit][unit in reduced]
        if place not in chart.on_map:
            strength += sign * _IN_BOX * factors
            continue
        strength += sign * factors
        lost -= sign * factors * _SUPPLY.get(supply.get(unit, "full"), 0.0)
        at[side, place] = at.get((side, place), 0.0) + factors
        if unit in waiting:
            waits[side, place] = waits.get((side, place), 0.0) + factors
    pressure = 0.0
    for prize in chart.prizes:
        holder = core.control(prize)[0]
        if holder not in ("ap", "cp"):
            continue
        foe, sign = ("cp", 1.0) if holder == "ap" else ("ap", -1.0)
        near = max((at.get((foe, place), 0.0) for place in chart.links[prize]), default=0.0)
        pressure += sign * min(near, _MOST_PRESSURE)
    return {
        "strength": _FACTOR * strength,
        "supply": _FACTOR * lost,
        "pressure": _PRESSURE * pressure,
        "waiting": _WAITING * sum(_advantage(chart, at, *each) for each in waits.items()),
    }


def _advantage(
    chart: _Chart,
    at: Mapping[tuple[str, str], float],
    where: tuple[str, str],
    factors: float,
) -> float:
    """Return by how much those who wait to attack are stronger than a neighbour, to the CP."""
    side, place = where
    foe, sign = ("ap", 1.0) if side == "cp" else ("cp", -1.0)
    against = [at[foe, other] for other in chart.links[place] if (foe, other) in at]
    if not against:
        return 0.0
    return sign * min(max(factors - min(against), 0.0), _MOST_WAITING)


def _more(by_side: Mapping[str, Any], count: Any) -> float:
    return float(count(by_side.get("cp", ())) - count(by_side.get("ap", ())))


def _replacements(points: Mapping[str, int]) -> float:
    central = ("cp_allied", "ge", "tu")
    return float(sum(n if track in central else -n for track, n in points.items()))


ASSESSMENT: Final = Assessment()
