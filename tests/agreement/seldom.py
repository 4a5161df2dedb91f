"""What random battles seldom come to: units in excess, and long advances (10.4, 12.9.9, ap_49)."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from agreement.afterwards import Made
from agreement.crowd import atlas
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog

_CROWD: Final = (
    *("ru_div_1", "ru_div_2", "ru_div_3", "ru_cavalry_1", "ru_sb_yugoslav_div"),
    *("in_div_1", "in_div_2", "br_div_1", "br_cavalry_1", "fr_div_1"),
    *("br_maude_hq", "br_allenby_hq", "ru_yudenich_hq", "fr_desperey_hq"),
)
_PLACES: Final = ("kut", "aziziya")
_LONGEST: Final = 5


def excesses(number: int, seed: int) -> Iterator[Made]:
    """Units of the AP thrown together, and every set of those that could leave."""
    dice = random.Random(f"{seed}/{number}/excess")
    units: dict[str, list[str]] = {place: [] for place in _PLACES}
    for unit in dice.sample(_CROWD, dice.randint(3, 8)):
        units[dice.choice(_PLACES)].append(unit)
    setup = _setup({**units, "hilla": ["in_div_3"], "mosul": ["tu_div_1"]}, ["in_div_3"])
    if dice.random() < 0.3:
        setup["revolution"] = {"stage": 4}
        setup["turn"] = 14
    at = _position(setup)
    if at.decision()["kind"] != "excess":
        return
    legal = [str(move) for move in at.answers_after(10_000)]
    crowd = [unit for units in units.values() for unit in units]
    sets = (gone for size in range(len(crowd) + 1) for gone in combinations(sorted(crowd), size))
    moves = ["; ".join(f"eliminate {unit}" for unit in gone) or "pass" for gone in sets]
    others = [move for move in moves if move not in legal]
    picked = dice.sample(others, min(len(others), 60))
    yield Made("excess", at, len(legal), [*legal, *picked])


def long_advances(number: int, seed: int) -> Iterator[Made]:
    """Advances after CATASTROPHIC ATTACK and MASSED CAVALRY CHARGE, each unit where it likes."""
    dice = random.Random(f"{seed}/{number}/advances")
    setup, target, units = dice.choice((_catastrophe, _beach, _charge))(dice)
    at = _position(setup)
    assert at.decision()["kind"] == "advance", at.decision()
    legal = [str(move) for move in at.answers_after(3000)]
    picked = dice.sample(legal, min(len(legal), 40))
    moves = [_wander(units, target, dice) for _ in range(60)]
    yield Made("advance", at, len(picked), list(dict.fromkeys([*picked, *moves])))


def _catastrophe(dice: random.Random) -> tuple[dict[str, Any], str, Sequence[str]]:
    units = dice.sample(["tu_div_1", "tu_ix_corps", "tu_cavalry_1", "tu_enver_hq"], 2)
    away, path = dice.choice([("hilla", ["hilla"]), ("museyib", ["hilla", "museyib"])])
    setup = _setup({"kut": units, away: ["in_div_1"], "sannaiyat": ["in_div_2"]}, [])
    setup["control"] = {"ap": ["aziziya", "hilla", "sannaiyat"]}
    setup["retreated"] = ["in_div_1"]
    setup["battle"] = _lost("kut", ["in_div_1"], units)
    setup["battle"] |= {"fled": ["in_div_1"], "stack_out": "aziziya", "path_out": path}
    return setup, "aziziya", units


def _beach(dice: random.Random) -> tuple[dict[str, Any], str, Sequence[str]]:
    units = dice.sample(["tu_div_1", "tu_x_corps", "tu_div_2", "tu_enver_hq"], 2)
    others = dice.choice([[], ["tu_div_5", "tu_div_6"], ["tu_div_5", "tu_div_6", "tu_div_7"]])
    places = {"megiddo": units, "beirut": others, "ap_permanently_eliminated": ["br_div_1"]}
    setup = _setup(places, [])
    setup["control"] = {"ap": ["haifa"]}
    setup |= {"events": {"ap_03": 0}, "beachheads": ["beach_haifa", "beach_jaffa"]}
    setup["battle"] = _lost("megiddo", ["br_div_1"], units) | {"stack_out": "haifa"}
    return setup, "haifa", units


def _charge(dice: random.Random) -> tuple[dict[str, Any], str, Sequence[str]]:
    units = dice.sample(["anz_desert_corps", "br_cavalry_1", "in_div_1", "br_maude_hq"], 2)
    setup = _setup({"kut": units, "hilla": ["tu_div_3"], "baghdad": ["tu_div_2"]}, [])
    setup["control"] = {"ap": ["kut", "sannaiyat", "amara", "qurna", "basra", "fao"]}
    setup["battle"] = {
        "place": "aziziya",
        "stage": "advance",
        "attackers": units,
        "defenders": ["tu_div_2"],
        "fled": ["tu_div_2"],
        "passed": ["ctesiphon"],
        "loss_numbers": {"attacker": 4, "defender": 1},
        "cards": {"ap": ["ap_49"]},
    }
    return setup, "aziziya", units


def _setup(units: dict[str, list[str]], fought: list[str]) -> dict[str, Any]:
    return {
        "scenario": "1914_campaign",
        "turn": 6,
        "round": 1,
        "phase": "action",
        "active": "ap",
        "ops": 0,
        "units": units,
        "fought": fought,
    }


def _lost(place: str, attackers: list[str], defenders: Sequence[str]) -> dict[str, Any]:
    return {
        "place": place,
        "stage": "advance",
        "attackers": attackers,
        "defenders": defenders,
        "loss_numbers": {"attacker": 1, "defender": 3},
        "cards": {"cp": ["cp_27"]},
    }


def _position(setup: dict[str, Any]) -> _core.PursuitPosition:
    return pog.Position.from_setup(setup, allow=["all"]).core


def _wander(units: Sequence[str], first: str, dice: random.Random) -> str:
    """Units go by way of the place that they must enter first to wherever lines lead."""
    orders = []
    for unit in units:
        path = [first]
        while len(path) < _LONGEST and dice.random() < 0.75:
            path.append(dice.choice(sorted(atlas().near[path[-1]])))
        via = f" via {','.join(path[:-1])}" if len(path) > 1 else ""
        if dice.random() < 0.7:
            orders.append(f"advance {unit} {path[-1]}{via}")
    return "; ".join(orders) or "pass"
