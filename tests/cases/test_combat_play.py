"""Rulings about what battles leave behind them when they are played.

The law judges answers, and the core alone plays them: told is a battle at its losses or later.
"""

import json
from typing import Any

from lexbelli import pursuit_of_glory as pog

Units = dict[str, list[str]]


def fought(
    side: str, units: Units, place: str, stage: str, numbers: tuple[int, int], **more: Any
) -> pog.Position:
    """A battle for `place` of those who are there, or have fallen, and those who are elsewhere."""
    own = {"ap": ("ru", "br", "in"), "cp": ("tu", "kurds")}[side]
    idle = more.pop("idle", ())
    of = [unit for there in units.values() for unit in there if unit not in idle]
    battle = {
        "place": place,
        "stage": stage,
        "attackers": [unit for unit in of if unit.startswith(own)],
        "defenders": [unit for unit in of if not unit.startswith(own)],
        "loss_numbers": {"attacker": numbers[0], "defender": numbers[1]},
    }
    setup = {"turn": 4, "round": 1, "phase": "action", "active": side, "ops": 0, "units": units}
    return pog.Position.from_setup({**setup, "battle": battle, **more}, allow=["all"])


def told(position: pog.Position) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(position.to_json())
    return document


HELD = {"control": {"ap": ["eleskirt"]}}
TURKS = {"koprukoy": ["tu_ix_corps"]}


def test_the_numbers_decide_and_not_what_they_do() -> None:
    # 12.7.1.a, 12.2.8.e-3: 2 is too little for the corps, 1 is enough for the division.
    units = {"koprukoy": ["tu_div_1", "tu_div_2"], "eleskirt": ["ru_iv_caucasian"]}
    start = fought("cp", units, "eleskirt", "attackers_losses", (2, 1), **HELD)
    after = start.play("reduce tu_div_1")
    assert (after.decision.kind, after.decision.side) == ("retreat", "ap")


def test_reduced_attackers_drive_nobody_back() -> None:
    # 12.7.1.c
    units = {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_iv_caucasian"]}
    for reduced, kind in ([], "retreat"), (["tu_div_1"], "action"):
        start = fought("cp", units, "eleskirt", "retreat", (2, 1), reduced=reduced, **HELD)
        assert start.decision.kind == kind


def test_attackers_who_lose_stay_and_defenders_too() -> None:
    # 12.7.8, 12.9.7
    units = {"sarikamis": ["ru_div_5"], "eleskirt": ["tu_ix_corps"]}
    for stage in ("retreat", "advance"):
        decision = fought("ap", units, "eleskirt", stage, (1, 3)).decision
        assert (decision.kind, decision.side) == ("action", "cp")


def test_units_that_had_retreated_are_caught() -> None:
    # 12.7.7-2, 12.7.7-3: besides the loss number; nobody comes for the corps.
    there = ["ru_div_1", "ru_div_2", "ru_iv_caucasian"]
    units = {**TURKS, "eleskirt": there, "ap_reserve": ["ru_div_4"]}
    more = {"retreated": ["ru_iv_caucasian"], **HELD}
    idle = ["ru_iv_caucasian", "ru_div_4"]
    start = fought("cp", units, "eleskirt", "defenders_losses", (1, 0), idle=idle, **more)
    after = told(start.play("reduce ru_div_1"))
    assert after["reduced"] == ["ru_div_1"]
    assert after["units"]["ap_eliminated"] == ["ru_iv_caucasian"]
    assert after["units"]["ap_reserve"] == ["ru_div_4"]


def test_a_retreat_takes_where_it_ends() -> None:
    # 12.7.6.h, 12.7.9: not what it passes, and what it leaves is not lost by that.
    units = {**TURKS, "eleskirt": ["ru_iv_caucasian", "ru_yudenich_hq"]}
    units["bayazit"] = ["tu_div_1"]
    beyond = ["aleksandropol", "ardahan", "erevan", "kagizman", "kars", "oltu", "sarikamis"]
    more = {"control": {"ap": ["eleskirt"], "cp": beyond}, "forts_destroyed": ["kars"]}
    start = fought("cp", units, "eleskirt", "retreat", (5, 3), idle=["tu_div_1"], **more)
    after = told(start.play("retreat ru_iv_caucasian,ru_yudenich_hq erevan via kagizman"))
    assert after["units"]["erevan"] == ["ru_iv_caucasian", "ru_yudenich_hq"]
    assert after["control"]["ap"] == ["eleskirt"]
    held = [place for place in beyond if place != "erevan"]
    assert sorted(after["control"]["cp"]) == held


def test_irregulars_that_advance_hold_in_part() -> None:
    # 12.9.8-2
    units = {"koprukoy": ["kurds_1"], "ap_eliminated": ["ru_div_1"]}
    start = fought("cp", units, "eleskirt", "advance", (5, 3), **HELD)
    after = start.play("advance kurds_1 eleskirt")
    assert told(after)["control"]["ap"] == ["eleskirt"]
    assert after.partial_control("eleskirt") == "cp"


def test_a_region_is_taken_when_no_enemy_is_left() -> None:
    # 12.10.7-1
    for others, held in ([], []), (["tu_div_2"], ["eastern_persia"]):
        units = {"central_asia": ["ru_div_1"], "eastern_persia": others}
        units = {**units, "cp_eliminated": ["tu_div_1"]}
        more = {"control": {"cp": ["eastern_persia"]}, "idle": others}
        start = fought("ap", units, "eastern_persia", "advance", (5, 3), **more)
        assert told(start.play("advance ru_div_1 eastern_persia"))["control"]["cp"] == held
