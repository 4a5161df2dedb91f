"""Where one unit may go, what it may attack, what could be activated."""

from typing import Any

import pytest

from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory import operations
from rulings import position_of


def core(**change: Any) -> _core.PursuitPosition:
    """An empty map with a few units."""
    return position_of({"base": "empty", "change": change}).core


def checker(ops: int = 5, **change: Any) -> _core.PursuitChecker:
    return _core.PursuitChecker(core(**change), ops)


def stops(judge: _core.PursuitChecker, unit: str) -> dict[str, int]:
    found = judge.destinations(unit)["stops"]
    return {place: stop["points"] for place, stop in found.items()}


def test_a_corps_goes_as_far_as_its_points_carry_it() -> None:
    position = position_of({"base": "1914_campaign", "change": {"active": "cp"}})
    judge = _core.PursuitChecker(position.core, 1)
    assert stops(judge, "tu_ii_corps") == {
        "catalca": 1,
        "rodosto": 2,
        "bandirma": 3,
        "the_bosphorus_forts": 3,
        "bulair": 3,
    }
    assert judge.destinations("tu_ii_corps")["first"] == ["catalca"]


def test_every_stop_is_a_legal_move_and_the_law_agrees() -> None:
    position = pog.scenario("1914_campaign")
    judge = _core.PursuitChecker(position.core, 1)
    for unit in ("ru_cavalry_1", "in_div_4"):
        start = position.units[unit]
        found = judge.destinations(unit)["stops"]
        assert found
        moves = [
            _core.PursuitMove.parse(
                position.core,
                f"activate {start} move; go {unit} {place}"
                + (f" via {','.join(stop['path'][:-1])}" if len(stop["path"]) > 1 else ""),
            )
            for place, stop in found.items()
        ]
        assert judge.check_many(moves) == [[]] * len(moves)
        assert operations.judge_many(position.core, moves, 1) == [[]] * len(moves)


def test_who_cannot_be_activated_goes_nowhere() -> None:
    judge = checker(
        units={"nazibin": ["ru_div_1"], "kars": ["ru_div_2"]}, control={"ap": ["nazibin"]}
    )
    assert stops(judge, "ru_div_1") == {}
    assert stops(judge, "ru_div_3") == {}
    assert stops(judge, "ru_div_2")
    assert not stops(checker(0, units={"kars": ["ru_div_2"]}), "ru_div_2")


def test_company_is_needed_to_stop_not_to_step() -> None:
    """One division does not besiege Kars, and an HQ does not stay alone."""
    judge = checker(
        active="cp", units={"sarikamis": ["tu_div_1", "tu_enver_hq"]}, control={"cp": ["sarikamis"]}
    )
    assert "kars" not in stops(judge, "tu_div_1")
    assert "kars" in judge.destinations("tu_div_1")["first"]
    assert stops(judge, "tu_enver_hq") == {}
    first = judge.destinations("tu_enver_hq")["first"]
    assert {"koprukoy", "kars"} <= set(first)


def test_a_full_space_is_entered_to_go_on() -> None:
    units = {"kars": ["ru_div_1", "ru_div_2", "ru_div_3"], "sarikamis": ["ru_cavalry_1"]}
    judge = checker(units=units)
    assert "kars" not in stops(judge, "ru_cavalry_1")
    assert "aleksandropol" in stops(judge, "ru_cavalry_1")
    assert "kars" in judge.destinations("ru_cavalry_1")["first"]


def test_the_cossacks_leave_persia() -> None:
    judge = checker(units={"tabriz": ["ru_pe_persian_cossacks"]}, events={"cp_10": 1})
    assert "julfa" in stops(judge, "ru_pe_persian_cossacks")
    assert "khoy" in stops(judge, "ru_pe_persian_cossacks")


@pytest.mark.parametrize(
    ("unit", "change", "targets"),
    [
        # Enemy units next to it, whatever the line (12.1.b-1, 11.1.3-2); not an empty space.
        (
            "ru_div_1",
            {"units": {"oltu": ["ru_div_1"], "koprukoy": ["tu_div_1"]}},
            ["erzurum", "koprukoy"],
        ),
        # No HQ alone (2.0.combat_unit-2), but an intact fort (15.1.2-1).
        (
            "ru_div_1",
            {"units": {"oltu": ["ru_div_1"], "koprukoy": ["tu_enver_hq"]}},
            ["erzurum"],
        ),
        (
            "ru_div_1",
            {"units": {"koprukoy": ["ru_div_1"]}, "control": {"ap": ["koprukoy"]}},
            ["erzurum"],
        ),
        # An LCU alone besieges Erzurum and attacks nothing else (15.2.3-1) ...
        (
            "ru_i_caucasian",
            {
                "units": {"erzurum": ["ru_i_caucasian"], "bayburt": ["tu_div_1"]},
                "control": {"ap": ["koprukoy"]},
            },
            ["erzurum"],
        ),
        # ... but where another does it for it.
        (
            "ru_i_caucasian",
            {
                "units": {
                    "erzurum": ["ru_i_caucasian", "ru_ii_turkistani"],
                    "bayburt": ["tu_div_1"],
                },
                "control": {"ap": ["koprukoy"]},
            },
            ["bayburt", "erzurum"],
        ),
        # A besieged fort is not attacked from outside (15.1.2-2).
        (
            "ru_div_1",
            {
                "units": {"erzurum": ["ru_i_caucasian"], "koprukoy": ["ru_div_1"]},
                "control": {"ap": ["koprukoy"]},
            },
            [],
        ),
        # HQs do not attack (2.0.combat_unit-2).
        ("ru_yudenich_hq", {"units": {"oltu": ["ru_yudenich_hq"], "koprukoy": ["tu_div_1"]}}, []),
        # Nobody attacks a country that is not in the war (18.8-1).
        (
            "tu_div_1",
            {
                "active": "cp",
                "units": {"sofia": ["bu_1_army"], "adrianople": ["tu_div_1"]},
                "allow": ["neutral_country"],
            },
            [],
        ),
        # Tribes do not attack over the Caspian (12.3.7-1), regulars do.
        (
            "jangali",
            {
                "active": "cp",
                "units": {"enzeli": ["jangali"], "baku": ["ru_div_1"]},
                "events": {"cp_10": 1},
            },
            [],
        ),
        (
            "ru_div_1",
            {"units": {"enzeli": ["jangali"], "baku": ["ru_div_1"]}, "events": {"cp_10": 1}},
            ["enzeli"],
        ),
        # Inside a contested region (12.10.2-1).
        (
            "in_div_1",
            {
                "units": {"southern_persia": ["in_div_1", "tangistani"]},
                "events": {"cp_10": 1},
            },
            ["southern_persia"],
        ),
        # The Cordon Force keeps to its areas (3.2.1.3.cordon-1).
        (
            "br_persian_cordon_1",
            {"units": {"abadan": ["br_persian_cordon_1"], "basra": ["tu_a_div_1"]}},
            [],
        ),
        # Serbs after their collapse (18.4.3-1).
        (
            "sb_div_1",
            {
                "units": {
                    "doiran": ["sb_div_1"],
                    "strumica": ["bu_1_army"],
                    "veles": ["bu_div_1"],
                },
                "control": {
                    "cp": ["belgrade", "nis", "skopje", "veles"],
                    "ap": ["doiran", "salonika"],
                },
                "events": {"cp_33": 1},
                "collapsed": ["serbia"],
                "greece": "ap",
            },
            ["veles"],
        ),
    ],
)
def test_what_a_unit_may_attack(unit: str, change: dict[str, Any], targets: list[str]) -> None:
    assert sorted(checker(**change).attack_targets([unit])[unit]) == targets


def test_what_could_be_activated() -> None:
    units = {
        "oltu": ["ru_div_1", "ru_sb_yugoslav_div", "fr_div_1"],
        "kars": ["ru_div_2"],
        "tiflis": ["ru_yudenich_hq"],
    }
    assert checker(1, units=units).offers() == {
        "move": ["tiflis", "kars"],
        "attack": ["kars"],
        "attack_with_br": [],
    }
    two = checker(2, units=units)
    assert sorted(two.offers()["move"]) == ["kars", "oltu", "tiflis"]
    assert sorted(two.offers()["attack"]) == ["kars", "oltu"]


def test_an_unknown_unit_is_reported() -> None:
    judge = checker()
    with pytest.raises(BadInput, match="ru_div_99"):
        judge.destinations("ru_div_99")
    with pytest.raises(BadInput, match=r"units\[1\]"):
        judge.attack_targets(["ru_div_1", "nobody"])
