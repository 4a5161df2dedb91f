"""Positions of Twilight of the Habsburgs: reached by random play, and many of them stirred.

Most of them are played by tables in which switches are turned and hexsides barred at random.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

import lexbelli
from agreement.twilight_fights import collapsed, cornered, gathered
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.twilight_of_the_habsburgs.told import known
from twilight_tables import at_random

SCENARIOS: Final = ("caporetto", "piave", "vittorio_veneto")
# The decisions.
KINDS: Final = (
    *("setup", "attrition", "reinforcement", "reorganization", "movement", "submarine", "excess"),
    *("offensive", "scouting", "attack", "losses", "retreat"),
)
# Of those of movement in the first scenario, in this share an army is in flight (14.82).
_IN_FLIGHT: Final = 0.4
# So many steps a game is played at first.
_MOST_STEPS: Final = 40
# Decisions that are reached by play, and then stirred but for this share.
_STIRRED: Final = ("reinforcement", "reorganization", "movement")
_AS_PLAYED: Final = 0.3
# The tables of so many positions, one after the other, are the same: to read them takes a while.
# In this share of them they are as shipped.
SAME_TABLES: Final = 10
_AS_SHIPPED: Final = 0.25
# This share of positions of the set-up has units on the map already.
_HALF_SET_UP: Final = 0.5
# Of those of reinforcements that are stirred, in this share the depots are lost.
_CUT_OFF: Final = 0.25
# Of those of attacks that are stirred, in this share units gather around a hex; in the first
# scenario some could not get away in this share (14.82).
_GATHERED: Final = 0.6
_CORNERED: Final = 0.15
# So often a position is stirred, or an attack drawn, to get what is wanted.
_ATTEMPTS: Final = 6
# What a stirred position may be.
_ALLOWED: Final = ("overstacked", "closed_hex")
_PORT: Final = "h1407"


def position(number: int, seed: int, kind: str | None = None) -> toh.Position:
    """Make a position, always the same of a number and a seed.

    Args:
        number: Its number.
        seed: Of the run.
        kind: The decision it asks for; None = any.
    """
    dice = random.Random(f"{seed}/{number}/position")
    wanted = kind or dice.choice(KINDS)
    while True:
        name = dice.choice(SCENARIOS)
        tables = _tables(name, f"{seed}/{number // SAME_TABLES}/{name}/tables")
        made = _drawn(wanted, name, tables, dice)
        if made is not None and made.decision.kind == wanted:
            return made


def about_to_flee(number: int, seed: int) -> toh.Position:
    """Make a position in which the 2nd Army flees in the movement segment that comes (14.82)."""
    dice = random.Random(f"{seed}/{number}/about_to_flee")
    name = SCENARIOS[0]
    start = _scenario(name, _tables(name, f"{seed}/{number // SAME_TABLES}/{name}/tables"))
    made = None
    while made is None:
        made = _played(start, dice.randint(1, _MOST_STEPS), "movement", dice)
    changed = collapsed("reorganization", 1, dice.choice((12, 30)))
    return stirred(made, "movement", dice).with_change(setup=changed, allow=_ALLOWED)


@cache
def _tables(name: str, seed: str) -> str | None:
    """The folder of a scenario's tables; None for those that are shipped."""
    dice = random.Random(seed)
    if dice.random() < _AS_SHIPPED:
        return None
    front = set(_scenario(name).units.values()) & _land()
    return at_random(name, {place: beside(place) for place in sorted(front)}, dice)


def _drawn(kind: str, name: str, tables: str | None, dice: random.Random) -> toh.Position | None:
    deployed = _scenario(name, tables)
    if kind == "setup" and dice.random() < _HALF_SET_UP:
        return _half_set_up(deployed, dice)
    if kind == "setup":
        return _played(_scenario(f"{name}_setup", tables), dice.randint(0, 1), "setup", dice)
    if kind == "attrition":
        return _played(deployed, dice.randint(0, 1), "attrition", dice)
    if kind in ("losses", "retreat"):
        return _fought(name, tables, kind, dice)
    if kind == "offensive":
        # It is asked in one scenario, from the second turn on, where the Italians have lost more
        # (14.84).
        return _played(deployed, 0, kind, dice) if name == SCENARIOS[0] else None
    reached = kind if kind in _STIRRED else "movement"
    made = _played(deployed, dice.randint(1, _MOST_STEPS), reached, dice)
    if made is None or (kind == reached and dice.random() < _AS_PLAYED):
        return made
    for _ in range(_ATTEMPTS):
        found = stirred(made, kind, dice)
        if found.decision.kind == kind:
            return found
        # What was stirred asks for nothing of that kind: it may where units stand otherwise, or
        # in a later segment.
        made = _played(made, 1, reached, dice)
        if made is None:
            return None
    return None


def _fought(name: str, tables: str | None, kind: str, dice: random.Random) -> toh.Position | None:
    """Attack at random, until steps are lost or somebody retreats; None if nobody does."""
    made = _drawn("attack", name, tables, dice)
    for _ in range(_MOST_STEPS):
        asked = made.decision.kind if made else None
        if made is None or asked not in ("attack", "losses", "retreat", "chance"):
            return None
        if asked == kind:
            return made
        if asked == "chance":
            made = made.after_answer(dice.choice(made.chance()).text)
        else:
            drawn = made.sample_moves(_ATTEMPTS, dice.getrandbits(32))
            # Who attacks nobody ends the segment.
            drawn = [move for move in drawn if move.orders] or drawn
            made = made.after_answer(drawn[0]) if drawn else None
    return None


@lru_cache(maxsize=12)
def _scenario(name: str, tables: str | None = None) -> toh.Position:
    made = lexbelli.scenario(f"twilight_of_the_habsburgs/{name}", tables)
    assert isinstance(made, toh.Position)
    return made


def _half_set_up(deployed: toh.Position, dice: random.Random) -> toh.Position:
    """Have some units of a side wait to be set up, the others of both sides here and there."""
    side = dice.choice(("central", "entente"))
    on_map = [unit for unit, place in deployed.units.items() if place in _land()]
    own = [unit for unit in on_map if deployed.side_of(unit) == side]
    printed = deployed.units
    units = dict(printed)
    for unit in dice.sample(on_map, dice.choice((0, 5, 20))):
        units[unit] = _goal(deployed, unit, units, dice)
    units |= dict.fromkeys(dice.sample(own, dice.randint(1, len(own))), "waiting")
    stay = sorted(unit for unit in on_map if units[unit] in _land())
    rows = {unit: deployed.core.tables.unit(unit) for unit in stay}
    changed = {
        "turn": 0,
        "agenda": [{"frame": "setup", "side": side}],
        "reduced": [],
        "entrenched": _some([unit for unit in stay if rows[unit]["trench"]], dice),
    }
    moves = {unit: place for unit, place in units.items() if printed[unit] != place}
    return deployed.with_change(units=moves, setup=changed, allow=_ALLOWED)


def _played(start: toh.Position, steps: int, kind: str, dice: random.Random) -> toh.Position | None:
    """Play so many decisions at random, and on until one of that kind; None if none comes."""
    made = start
    while (asked := made.decision.kind) != "over":
        if kind == "attrition" and made.turn > 1:
            return None
        if asked == "chance":
            made = made.play(None, lexbelli.Dice(dice.getrandbits(32)))
        elif steps > 0 or asked != kind:
            steps -= 1
            drawn = made.sample_moves(1, dice.getrandbits(32))
            made = made.after_answer(drawn[0] if drawn else "pass")
        else:
            return made
    return None


def stirred(start: toh.Position, kind: str, dice: random.Random) -> toh.Position:
    """Put units elsewhere, fortresses down, and marks on units; both sides mixed."""
    land = _land()
    stood = start.units
    units = dict(stood)
    on_map = sorted(unit for unit, place in units.items() if place in land)
    boxed = sorted(set(units) - set(on_map))
    moved = dice.sample(on_map, min(len(on_map), dice.choice((3, 10, 25, 50))))
    moved += dice.sample(boxed, min(len(boxed), dice.choice((0, 0, 3))))
    for unit in moved:
        units[unit] = _goal(start, unit, units, dice)
    if dice.random() < 0.3:
        for unit in dice.sample(on_map, 3):
            units[unit] = dice.choice(("eliminated", "available"))
    there = sorted(unit for unit, place in units.items() if place in land)
    rows = {unit: start.core.tables.unit(unit) for unit in there}
    changed: dict[str, Any] = {
        "reduced": _some([unit for unit in there if rows[unit]["steps"] > 1], dice),
        "entrenched": _some([unit for unit in there if rows[unit]["trench"]], dice),
        "out_of_command": _some(there, dice),
        "fallen": [one for one in _fortresses() if dice.random() < 0.2],
    }
    before = start.setup()
    changed["offensive"] = [unit for unit in before.get("offensive", ()) if unit in there]
    changed["scouted"] = {
        unit: place for unit, place in before.get("scouted", {}).items() if unit in there
    }
    changed |= _under_way(start, kind, there, dice)
    if kind == "reinforcement" and dice.random() < _CUT_OFF:
        units |= _cut_off(start, units, dice)
        changed["reduced"] = [unit for unit in changed["reduced"] if units[unit] in land]
    if kind == "attack" and dice.random() < _GATHERED:
        units |= _gathered(start, units, changed, dice)
    moves = {unit: place for unit, place in units.items() if stood[unit] != place}
    return start.with_change(units=moves, setup=changed, allow=_ALLOWED)


def _cut_off(start: toh.Position, units: Mapping[str, str], dice: random.Random) -> dict[str, str]:
    """Have an enemy in every depot of the side that acts, where none of its own units is."""
    side = start.decision.side
    printed = [place for place in hexes() if side in _row(place)["depots"]]
    own = {place for unit, place in units.items() if start.side_of(unit) == side}
    foes = [
        unit for unit, place in units.items() if start.side_of(unit) != side and place in _land()
    ]
    free = [place for place in printed if place not in own]
    return dict(zip(dice.sample(foes, len(free)), free, strict=True))


def _gathered(
    start: toh.Position, units: Mapping[str, str], changed: Mapping[str, Any], dice: random.Random
) -> dict[str, str]:
    """Gather units around a hex: any, one with a railway, a fortress or a town, or on the coast."""
    place = dice.choice(dice.choice((tuple(sorted(_land())), _on_rails(), _fortresses(), _coast())))
    side = next(frame["side"] for frame in reversed(changed["agenda"]))
    around = [other for other in beside(place) if other in _land()]
    return gathered(start, units, side, place, around, dice)


def _under_way(
    start: toh.Position, kind: str, there: Sequence[str], dice: random.Random
) -> dict[str, Any]:
    """Have the movement segment just ended, or a transport on its way, if that is wanted."""
    agenda = start.setup()["agenda"]
    side, impulse = agenda[-1].get("side"), agenda[-2].get("number")
    if kind == "excess":
        return {"agenda": [*agenda[:-1], {"frame": "excess", "side": side}]}
    if kind == "scouting" and impulse == 1:
        scouts = [unit for unit in there if unit.endswith("_hq")]
        return {
            "agenda": [*agenda, {"frame": "scouting", "side": side}],
            "scouted": {unit: dice.choice(hexes()) for unit in _some(scouts, dice)},
        }
    if kind == "attack" and start.scenario_name == SCENARIOS[0] and dice.random() < _CORNERED:
        return cornered(start, there, dice)
    if kind == "attack":
        segment = [*agenda[:-2], {**agenda[-2], "step": 4}, {"frame": "combat", "side": side}]
        changed = {"agenda": segment, "attacked": _some(there, dice), **_weather(start, dice)}
        if start.turn > 1 and dice.random() < 0.4:
            # Gas is allowed, and not placed yet.
            changed |= {"event": dice.choice((5, 9)), "gas": None}
        if dice.random() < 0.5:
            changed["bombardment"] = True
        if (side, impulse) == ("central", 1):
            if changed.get("bombardment") and dice.random() < 0.3:
                changed["bombarded"] = dice.choice(sorted(_land()))
            heads = [unit for unit in there if unit.endswith("_hq")]
            changed["offensive"] = _some(
                [unit for unit in heads if start.side_of(unit) == side], dice
            )
        return changed
    if kind == "movement":
        return _weather(start, dice) | _in_flight(start, dice)
    passengers = [unit for unit in there if unit.startswith("it_")]
    if kind == "submarine" and (side, impulse) == ("entente", 1) and passengers:
        carried = {"unit": dice.choice(passengers), "sent": 0}
        return {"agenda": [*agenda[:-1], {"frame": "submarine", "side": "central", **carried}]}
    return {}


def _weather(start: toh.Position, dice: random.Random) -> dict[str, Any]:
    """Have an event in a turn that has one, and gas in the central side's turn, now and then."""
    changed: dict[str, Any] = {}
    if start.turn > 1 and dice.random() < 0.5:
        changed["event"] = dice.randint(2, 12)
    if start.decision.side == "central" and dice.random() < 0.3:
        changed["gas"] = dice.choice(sorted(_land()))
    return changed


def _in_flight(start: toh.Position, dice: random.Random) -> dict[str, Any]:
    """Have the 2nd Army be in flight, in the first turn of its scenario (14.82)."""
    if not start.scenario_name.startswith("caporetto") or dice.random() > _IN_FLIGHT:
        return {}
    return collapsed("movement", dice.choice((1, 1, 2)), dice.choice((11, 12, 30)))


def _goal(start: toh.Position, unit: str, units: Mapping[str, str], dice: random.Random) -> str:
    """A hex for a unit in which no enemy stands, often one near others."""
    side = start.side_of(unit)
    foes = {place for other, place in units.items() if start.side_of(other) != side}
    places = sorted(set(units.values()) & _land())
    while True:
        match dice.randrange(8):
            case 0:
                goal = dice.choice(sorted(_land()))
            case 1:
                goal = dice.choice(_on_rails())
            case 2:
                goal = _PORT
            case 3 | 4:
                goal = dice.choice(places)
            case _:
                goal = dice.choice(places)
                for _ in range(dice.randint(1, 3)):
                    goal = dice.choice(beside(goal))
        if goal in _land() and goal not in foes:
            return goal


def _some(units: Sequence[str], dice: random.Random) -> list[str]:
    share = dice.choice((0.0, 0.1, 0.3))
    return [unit for unit in units if dice.random() < share]


@cache
def _row(place: str) -> Mapping[str, Any]:
    row: Mapping[str, Any] = _scenario(SCENARIOS[0]).core.tables.hex(place)
    return row


@cache
def hexes() -> tuple[str, ...]:
    """All hexes."""
    places = _scenario(SCENARIOS[0]).core.tables.place_ids()
    return tuple(place for place in places if place.startswith("h"))


@cache
def _land() -> frozenset[str]:
    closed = ("sea", "neutral", "lake")
    return frozenset(place for place in hexes() if _row(place)["terrain"] not in closed)


@cache
def _on_rails() -> tuple[str, ...]:
    return tuple(place for place in hexes() if _row(place)["rail"])


@cache
def _fortresses() -> tuple[str, ...]:
    return tuple(place for place in hexes() if _row(place)["fortress"])


@cache
def _coast() -> tuple[str, ...]:
    return tuple(place for place in sorted(_land()) if _row(place)["coast"])


@cache
def depots() -> tuple[str, ...]:
    """The hexes with a depot of either side, in either year."""
    return tuple(place for place in hexes() if any(_row(place)["depots"]))


@cache
def rails() -> Mapping[str, Sequence[str]]:
    """The hexes with a railway, and to which others it leads."""
    found: dict[str, list[str]] = {}
    for one, other, _, railway, *_ in _scenario(SCENARIOS[0]).core.tables.hexsides():
        if railway is not None:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return found


@cache
def beside(place: str) -> Sequence[str]:
    """The hexes beside a hex."""
    about = known(_scenario(SCENARIOS[0]).core.tables, SCENARIOS[0])
    return sorted(about.around[place])
