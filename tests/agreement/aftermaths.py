"""Battles taken up after the dice: retreats, advances, and the cards after them.

A battle fought from its declaration comes to few retreats, and hardly ever to SAVE TIFLIS or
CATASTROPHIC ATTACK. Here it is told as it might stand then.
"""

import json
import random
from collections.abc import Sequence
from typing import Any, Final

from agreement.crowd import atlas
from agreement.fights import situation
from lexbelli import _core
from lexbelli.pursuit_of_glory import tables

_STAGES: Final = (
    *("defenders_losses", "losses_cards", "retreat", "retreat", "retreat", "save_tiflis"),
    *("advance", "advance", "attackers_last_cards", "defenders_last_cards"),
)
_BEFORE_LOSSES: Final = ("defenders_losses",)
_BEFORE_RETREATS: Final = (*_BEFORE_LOSSES, "losses_cards", "retreat")
# Cards that change retreats and advances, by the side that plays them as attacker or defender.
_PLAYED: Final = (
    ("ap", "ap_49", 0.2),
    ("ap", "ap_44", 0.2),
    ("ap", "cp_20", 0.2),
    ("ap", "cp_28", 0.2),
    ("ap", "cp_38", 0.1),
    ("ap", "cp_43", 0.3),
)
_MOST: Final = 3


def aftermath(number: int, seed: int) -> _core.PursuitPosition:
    """A battle after the dice; the same arguments always give the same one."""
    dice = random.Random(f"{seed}/{number}/aftermath")
    told = json.loads(situation("cards", number, seed).to_json_in_short())
    battle = told["battle"]
    for key in ("from_hand", "before_weather"):
        battle.pop(key, None)
    active = told["active"]
    stages = [stage for stage in _STAGES if stage != "save_tiflis" or active == "cp"]
    stage = battle["stage"] = dice.choice(stages)
    battle["loss_numbers"] = _numbers(
        attacker=stage == "retreat" and dice.random() < 0.7, dice=dice
    )
    played = [card for attacks, card, odds in _PLAYED if attacks == active and dice.random() < odds]
    settled = _settled(battle, active, stage, played, dice)
    if stage == "save_tiflis":
        played.append("cp_11")
    elif "withdraws" not in settled and active == "ap" and stage in ("retreat", "advance"):
        played += _driven_back(told, dice)
    if stage not in _BEFORE_RETREATS and "stack_out" not in battle:
        _put_to_flight(told, dice)
    battle["settled"] = settled
    _lay_down(told, played)
    fighters = [*battle["attackers"], *battle["defenders"]]
    battle["unfed"] = [unit for unit in fighters if dice.random() < 0.05]
    codes = [code for code, _ in tables.problem_codes()]
    return _core.PursuitPosition.from_json(tables.load(), json.dumps(told), codes)


def _numbers(attacker: bool, dice: random.Random) -> dict[str, int]:
    """What each side has inflicted on the other."""
    few, many = sorted(dice.sample(range(8), 2))
    if not attacker and dice.random() < 0.5:
        few, many = many, few
    return {"attacker": many, "defender": few}


def _settled(
    battle: dict[str, Any], active: str, stage: str, played: Sequence[str], dice: random.Random
) -> list[str]:
    settled = []
    if stage not in _BEFORE_LOSSES:
        settled += ["defenders_losses_taken", "attackers_losses_taken"]
        if "cp_43" in played and stage != "losses_cards":
            settled += dice.sample(("advance_cancelled", "retreat_cancelled"), dice.randint(0, 2))
    turks = [unit for unit in battle["defenders"] if unit.startswith("tu_")]
    if active == "ap" and turks and dice.random() < 0.3:
        settled.append("withdraws")
    return settled


def _driven_back(told: dict[str, Any], dice: random.Random) -> list[str]:
    """CATASTROPHIC ATTACK, of which the stack is chosen: the attacker has lost."""
    battle, at = told["battle"], _places(told)
    stands = sorted({at[unit] for unit in battle["attackers"] if unit in at})
    stands = [place for place in stands if atlas().space[place]["kind"] == "space"]
    if not stands or dice.random() < 0.6:
        return []
    battle["stack_out"] = dice.choice(stands)
    battle["loss_numbers"] = {"attacker": dice.randint(0, 3), "defender": dice.randint(4, 7)}
    return ["cp_27"]


def _put_to_flight(told: dict[str, Any], dice: random.Random) -> None:
    """The defenders have gone to places nearby, or fell; out of a region nobody goes (12.7.1.d)."""
    battle, spaces = told["battle"], atlas().space
    target = battle["place"]
    if spaces[target]["kind"] == "region" or dice.random() < 0.1:
        return
    near = [place for place in atlas().near[target] if spaces[place]["kind"] == "space"]
    fled = []
    for unit in list(battle["defenders"]):
        told["units"][target].remove(unit)
        fit = [place for place in near if _has_room(told, unit, place)]
        if fit and dice.random() < 0.7:
            place = dice.choice(fit)
            told["units"].setdefault(place, []).append(unit)
            fled.append(unit)
            if dice.random() < 0.7:
                battle["passed"] = sorted({*battle.get("passed", []), place})
        else:
            battle["defenders"].remove(unit)
    battle["fled"] = fled
    told["retreated"] = sorted({*told.get("retreated", []), *fled})
    if not told["units"].get(target, [target]):
        del told["units"][target]


def _has_room(told: dict[str, Any], unit: str, place: str) -> bool:
    units = told["units"].get(place, [])
    side = atlas().unit[unit]["side"]
    return len(units) < _MOST and all(atlas().unit[other]["side"] == side for other in units)


def _lay_down(told: dict[str, Any], played: Sequence[str]) -> None:
    """These cards are played in this battle, and nowhere else."""
    told["battle"]["cards"] = {
        side: [card for card in played if card.startswith(side)] for side in ("ap", "cp")
    }
    told["cards_used"] = [card for card in told.get("cards_used", []) if card not in played]
    for zones in told.get("cards", {}).values():
        for zone, cards in zones.items():
            zones[zone] = [card for card in cards if card not in played]


def _places(told: dict[str, Any]) -> dict[str, str]:
    return {unit: place for place, units in told["units"].items() for unit in units}
