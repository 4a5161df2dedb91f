"""Rulings about the dice of battles: the figures and the weather that terrain and units call for.

The law has none of this, so the core alone is asked, by `lexbelli.odds`.
"""

from collections.abc import Mapping
from typing import Any

import lexbelli
from lexbelli import pursuit_of_glory as pog

BEACH = {"events": {"ap_03": 1}, "beachheads": ["beach_haifa"], "turn": 3}


def figured(active: str, units: dict[str, str], attack: str, **change: Any) -> lexbelli.Odds:
    control = {"control": _held(units, change)}
    placed = {"units": {place: text.split() for place, text in units.items()}}
    setup = {"turn": 3, "round": 3, **change, **placed, **control, "active": active}
    position = pog.Position.from_setup(setup)
    return lexbelli.odds(position, attack)


def _held(units: Mapping[str, str], change: Mapping[str, Any]) -> dict[str, list[str]]:
    """Who holds what is not his by colour: spaces of regular units, and what is told."""
    tables = pog.Position.from_setup({}).core.tables
    held = {side: list(places) for side, places in change.get("control", {}).items()}
    told = {place for places in held.values() for place in places}
    for place, text in units.items():
        space = tables.space(place)
        sides = {tables.unit(unit)["side"] for unit in text.split()}
        fort = space.get("fort") and place not in change.get("forts_destroyed", ())
        if not fort and place not in told and space["kind"] not in ("beachhead", "box"):
            for side in sides - {space["colour"]}:
                held.setdefault(side, []).append(place)
    return held


def rules(fire: lexbelli.pursuit_of_glory.battle_figures.Fire) -> dict[str, int]:
    return {line.rule: line.value for line in [*fire.shifts, *fire.drms]}


def test_a_swamp_shifts_the_attackers_column() -> None:
    # 12.3.2-1
    supplied = {"control": {"ap": ["qurna", "basra", "fao"]}, "forts_destroyed": ["fao"]}
    units = {"qurna": "in_div_1", "amara": "tu_div_1"}
    found = figured("ap", units, "attack amara with in_div_1", **supplied)
    assert rules(found.attacker) == {"12.3.2-1": -1}
    assert rules(found.defender) == {}


def test_a_trench_is_of_no_use_to_a_fort_alone() -> None:
    # 12.3.5-4
    trench = {"trenches": {"kars": {"level": 1, "owner": "ap"}}, "control": {"ap": ["kars"]}}
    attack = "attack kars with tu_ix_corps"
    alone = figured("cp", {"ardahan": "tu_ix_corps"}, attack, **trench)
    assert (rules(alone.attacker), rules(alone.defender)) == ({}, {})
    assert alone.defender.cf == 3
    manned = figured("cp", {"ardahan": "tu_ix_corps", "kars": "ru_div_1"}, attack, **trench)
    assert rules(manned.attacker) == {"12.3.5-1": -1}
    assert rules(manned.defender) == {"12.3.5-1": 1}


def test_a_beachhead_is_clear_and_no_ground_for_cavalry() -> None:
    # 12.3.6, 12.2.8.a-3
    units = {"haifa": "tu_cavalry_1", "beach_haifa": "br_div_1"}
    found = figured("cp", units, "attack beach_haifa with tu_cavalry_1", **BEACH)
    assert not rules(found.attacker).keys() & {"12.2.8.a-3", "12.3.1", "12.3.2-1", "12.3.3-1"}


def test_the_ground_of_a_region_counts_as_elsewhere() -> None:
    # 12.10.4
    units = {"central_asia": "ru_div_1", "eastern_persia": "tu_div_1"}
    found = figured("ap", units, "attack eastern_persia with ru_div_1")
    assert rules(found.attacker) == {"12.3.1": -1}


def test_the_alpenkorps_counts_where_a_mountain_is_attacked() -> None:
    # 12.2.8.a-5: Nis is one, Belgrade is not.
    war = {"events": {"cp_33": 4}, "turn": 5}
    units = {"vidin": "ge_alpenkorps", "nis": "sb_div_1"}
    assert figured("cp", units, "attack nis with ge_alpenkorps", **war).attacker.drm == 1
    units = {"nis": "ge_alpenkorps", "belgrade": "sb_div_1"}
    assert figured("cp", units, "attack belgrade with ge_alpenkorps", **war).attacker.drm == 0
    units = {"nis": "ge_alpenkorps", "belgrade": "sb_div_1"}
    assert figured("ap", units, "attack nis with sb_div_1", **war).defender.drm == 1


def test_headquarters_add_what_they_are_worth() -> None:
    # 12.2.8.a-6, 3.2.3.1-3: the attacker may leave his at home, the defender may not.
    units = {"koprukoy": "tu_ix_corps tu_enver_hq", "eleskirt": "ru_div_1 ru_yudenich_hq"}
    led = figured("cp", units, "attack eleskirt with tu_ix_corps,tu_enver_hq")
    assert (led.attacker.drm, led.defender.drm) == (1, 1)
    alone = figured("cp", units, "attack eleskirt with tu_ix_corps")
    assert (alone.attacker.drm, alone.defender.drm) == (0, 1)


def test_allenby_and_maude_lead_the_empire() -> None:
    # 3.2.3.1.allenby, 3.2.3.1-1
    supplied = {"control": {"ap": ["qurna", "basra", "fao"]}, "forts_destroyed": ["fao"]}
    for general, drm in (("br_allenby_hq", 2), ("br_maude_hq", 1)):
        for unit, led in (
            ("br_div_1", drm),
            ("in_div_1", drm),
            ("anz_anzac", drm),
            ("fr_div_1", 0),
        ):
            units = {"qurna": f"{unit} {general}", "amara": "tu_div_1"}
            found = figured("ap", units, f"attack amara with {unit},{general}", **supplied)
            drms = [line.value for line in found.attacker.drms if line.rule == "12.2.8.a-6"]
            assert sum(drms) == led, (general, unit)


def test_a_fort_fires_with_its_defenders() -> None:
    # 15.1.3-1: with those in its space, and never with an attack from there.
    kars = {"control": {"ap": ["kars"]}}
    units = {"kars": "ru_div_1", "ardahan": "tu_ix_corps"}
    assert figured("cp", units, "attack kars with tu_ix_corps", **kars).defender.cf == 5
    assert figured("ap", units, "attack ardahan with ru_div_1", **kars).attacker.cf == 2


def test_the_weather_asks_for_ground_and_season() -> None:
    # 12.5-1, 12.5.1.c, 12.5.1.d: Koprukoy and Eleskirt in winter; of the corps, the tribe and the
    # division that stays behind the corps alone may suffer.
    units = {"koprukoy": "tu_ix_corps tu_div_1 kurds_1", "eleskirt": "ru_div_1"}
    for turn in range(1, 8):
        found = figured("cp", units, "attack eleskirt with tu_ix_corps,kurds_1", turn=turn)
        checks = [(check.place, check.lowest, check.units) for check in found.weather]
        assert checks == ([("koprukoy", 3, ("tu_ix_corps",))] if turn in (2, 6) else []), turn
    # 12.5-2: the mountains of Palestine are mild.
    units = {"jaffa": "br_div_1", "nablus": "tu_div_2"}
    found = figured("ap", units, "attack nablus with br_div_1", turn=2)
    assert rules(found.attacker) == {"12.3.1": -1}
    assert not found.weather


def test_bulls_eye_directive_helps_the_central_powers_against_russians() -> None:
    # 9.5.1.a, 12.2.8.a: whoever attacks and whoever defends beside them; in its own action alone.
    event = {"turn": 11, "events": {"cp_30": 11}}
    used: dict[str, Any] = {
        "actions": [{"round": 3, "side": "cp", "kind": "event", "card": "cp_30"}]
    }

    def drm(defenders: str, attacker: str = "tu_ix_corps", **change: Any) -> int:
        units = {"koprukoy": attacker, "eleskirt": defenders}
        found = figured("cp", units, f"attack eleskirt with {attacker}", **event, **change)
        return rules(found.attacker).get("12.2.8.a-1", 0)

    assert drm("ru_div_1", **used) == 1
    assert drm("ru_div_1", "kurds_1", **used) == 1
    assert drm("ru_div_1 fr_div_1", **used) == 1
    assert drm("ru_sb_yugoslav_div", **used) == 1
    assert drm("fr_div_1", **used) == 0
    assert drm("br_div_1", **used) == 0
    # 16.4.5.4-3: Russians that turned British are none.
    assert drm("ru_sb_yugoslav_div", revolution={"stage": 4}, **used) == 0
    assert drm("ru_div_1") == 0
    # 12.2.8.a: it is the attacker's die alone.
    units = {"koprukoy": "tu_ix_corps", "eleskirt": "ru_div_1"}
    found = figured("cp", units, "attack eleskirt with tu_ix_corps", **event, **used)
    assert "12.2.8.a-1" not in rules(found.defender)
