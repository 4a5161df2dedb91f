"""Fights of Twilight of the Habsburgs that matter: units around a hex, and attacks on it."""

import random
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final

from lexbelli import twilight_of_the_habsburgs as toh

TABLES: Final = ("probe", "assault", "mobile")
# So many units of either side take part.
_DEFENDERS: Final = (0, 1, 1, 2, 3)
_ATTACKERS: Final = (1, 2, 3, 4, 6)
# An attack of this share has gas or a bombardment besides.
_MARKED: Final = 0.3
# The step of an impulse in which a decision is asked.
_STEPS: Final = {"reorganization": 1, "movement": 2, "combat": 4}

Orders = list[dict[str, Any]]


def gathered(
    start: toh.Position,
    units: Mapping[str, str],
    side: str,
    place: str,
    around: Sequence[str],
    dice: random.Random,
) -> dict[str, str]:
    """Put units of the defender into a hex, and units of the attacker around it.

    Args:
        start: The position they are of.
        units: Where units stand.
        side: Who attacks.
        place: The hex.
        around: The hexes beside it where units may stand.
        dice: The source of chance.

    Returns:
        The units that are moved, with their places; none if the hex cannot be attacked.
    """
    sides: dict[bool, list[str]] = {True: [], False: []}
    for unit, there in units.items():
        if there.startswith("h"):
            sides[start.side_of(unit) == side].append(unit)
    own, foes = sorted(sides[True]), sorted(sides[False])
    held = {units[unit] for unit in foes}
    free = [hex_ for hex_ in around if hex_ not in held]
    if not free:
        return {}
    moved = {unit: dice.choice(free) for unit in own if units[unit] == place}
    chosen = dice.sample(own, min(len(own), dice.choice(_ATTACKERS)))
    # Those of one army attack together now and then (14.83).
    if dice.random() < 0.3:
        chosen += [unit for unit in own if unit.startswith(("ger_", "bav_"))][:3]
    moved |= {unit: dice.choice(free) for unit in chosen}
    return moved | dict.fromkeys(dice.sample(foes, min(len(foes), dice.choice(_DEFENDERS))), place)


def cornered(start: toh.Position, there: Collection[str], dice: random.Random) -> dict[str, Any]:
    """Have units of the 2nd Army on the map that could not get away attack next (14.82-3)."""
    army = [unit for unit in second_army(start.static_facts()) if unit in there]
    few = dice.sample(army, min(len(army), dice.randint(1, 6)))
    return {**collapsed("combat", 1, 12), "cornered": few}


def collapsed(frame: str, impulse: int, lost: int) -> dict[str, Any]:
    """Have the 2nd Army have lost so many steps before the Entente's first turn (14.82)."""
    agenda = [
        {"frame": "turn", "step": 3},
        {"frame": "player_turn", "side": "entente", "step": 1 + impulse},
        {"frame": "impulse", "side": "entente", "number": impulse, "step": _STEPS[frame]},
        {"frame": frame, "side": "entente"},
    ]
    changed = {"turn": 1, "agenda": agenda, "second_army_lost": lost, "cornered": []}
    # What is there in other turns, and in those of the other side.
    never: dict[str, Any] = {"event": None, "gas": None, "bombarded": None, "offensive": []}
    marked: dict[str, Any] = {} if impulse == 2 else {"out_of_command": []}
    return changed | never | marked


@cache
def second_army(facts: str) -> list[str]:
    """The units of the 2nd Army, of the facts that never change."""
    return sorted(re.findall(r"army\((\w+),it_2_army\)", facts))


def attack(
    units: Mapping[str, str],
    own: Collection[str],
    beside: Mapping[str, Sequence[str]],
    dice: random.Random,
) -> Orders:
    """An attack by some of the units that stand around a hex with an enemy, or around any."""
    foes = sorted({place for unit, place in units.items() if unit not in own and place in beside})
    reach = [place for place in foes if any(units[unit] in beside[place] for unit in own)]
    target = dice.choice(reach or foes or sorted(beside))
    near = sorted(unit for unit in own if units[unit] in beside[target])
    table = dice.choice(TABLES)
    some = dice.sample(near, dice.randint(min(1, len(near)), len(near)))
    made: Orders = [
        {"order": "attack", "unit": unit, "hex": target, "table": table} for unit in some
    ]
    for kind in ("gas", "bombard"):
        while dice.random() < _MARKED:
            place = dice.choice((target, target, *beside[target]))
            order: dict[str, Any] = {"order": kind, "hex": place}
            if kind == "bombard":
                order["target"] = dice.choice((target, target, *beside[place]))
            made.append(order)
    return made
