"""Threats with a battle: complete against brute force on small positions, real on large ones."""

import os
from fractions import Fraction

import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.goals import GOALS
from puzzles.assaults import at_a_fort, compared, differences

CASES = int(os.environ.get("LEXBELLI_ASSAULTS", "16"))
START = pog.scenario("1914_campaign")
LATE = pog.scenario("1916_total_war")
CAUCASUS = ("bayazit", "eleskirt", "koprukoy", "bayburt", "erzurum")


@pytest.mark.parametrize("every", [False, True])
def test_brute_force_brings_about_the_same_as_likely(every: bool) -> None:
    answers = [differences(number, 7 + every, every) for number in range(CASES)]
    assert [wrong for _, wrongs in answers for wrong in wrongs] == []
    assert sum(had for had, _ in answers) >= CASES // 5


@pytest.mark.parametrize("garrison", [["tu_div_8"], ["tu_cavalry_1"], []])
def test_forts_that_fall_and_forts_that_hold(garrison: list[str]) -> None:
    """Who comes into Trabzon holds it if its fort is destroyed, and else besieges it (15.1.5)."""
    units: dict[str, str | None] = dict.fromkeys(START.units)
    units |= dict.fromkeys(garrison, "trabzon") | dict.fromkeys(("tu_div_6",), "giresun")
    units |= dict.fromkeys(("ru_i_caucasian", "ru_iv_caucasian", "ru_div_1"), "rize")
    at = START.with_change(units=units, control={"rize": "ap"}, allow=["all"])
    had, wrong = compared(at, 1, every=True, name=str(garrison))
    assert wrong == []
    assert had


def test_brute_force_at_forts() -> None:
    cases = [case for number in range(CASES) if (case := at_a_fort(number)) is not None]
    answers = [
        compared(*case, every=number % 2 == 0, name=str(number))
        for number, case in enumerate(cases)
    ]
    assert [wrong for _, wrongs in answers for wrong in wrongs] == []
    assert sum(had for had, _ in answers) >= CASES // 6


@pytest.fixture(scope="module")
def found() -> lexbelli.Threats:
    return lexbelli.threats(START, "cp", ops=1, about=["controls"], named=CAUCASUS, combat=True)


def test_every_threat_is_played_to_the_end_of_its_battle(found: lexbelli.Threats) -> None:
    acting = START.suppose(side="ap", ops=1)
    assert found.proven
    assert not found.unfinished
    assert {each.does for each in found} == {
        (f"controls(ap, {place})",) for place in CAUCASUS if place != "erzurum"
    }
    for threat in found:
        assert threat.ops == 1
        assert threat.chance is not None
        assert 0 < threat.chance <= 1
        now = acting.play(threat.move)
        assert not now.check(threat.attack)
        now = now.play(threat.attack)
        for answer in threat.course:
            assert "battle" in now.setup()
            now = now.play(answer)
        assert "battle" not in now.setup()
        assert now == threat.after
        assert all(now.control(space) == "ap" for space in threat.taken)


def test_the_chance_is_that_of_the_battle_followed_to_its_end(found: lexbelli.Threats) -> None:
    """Where nobody could withdraw, to take the place is all there is to it."""
    acting = START.suppose(side="ap", ops=1)
    compared = 0
    for threat in found:
        waiting = acting.play(threat.move)
        taken = lexbelli.evaluate_battle(waiting, threat.attack, measures="taken")["taken"].best
        assert threat.chance is not None
        assert threat.chance <= taken.high
        if waiting.play(threat.attack).decision.kind == "chance":
            compared += 1
            assert threat.chance == taken.value
    assert compared >= 2


def test_a_battle_that_cuts_off_who_stands_behind() -> None:
    """Gumushane falls to the Russians of Trabzon for certain, and Bayburt starves."""
    names = ["gumushane", "bayburt", "tu_div_8"]
    without = lexbelli.threats(LATE, "cp", ops=1, named=names)
    assert not without
    (threat,) = (
        each
        for each in lexbelli.threats(LATE, "cp", ops=1, named=names, combat=True, most=100)
        if "gumushane" in each.taken
    )
    assert threat.does == ("controls(ap, gumushane)", "flips(bayburt)", "oos(tu_div_8)")
    assert (threat.chance, threat.clear) == (Fraction(1), Fraction(1))
    assert {"tu_div_8"} <= set(threat.out)
    assert threat.after.supply()["tu_div_8"] == "oos"
    assert GOALS.holds(LATE, threat.after, "controls", ("ap", "gumushane"))


def test_what_is_done_for_as_little_without_a_battle_is_not_told_twice() -> None:
    for threat in lexbelli.threats(START, "cp", ops=1, named=["romani", "el_arish"], combat=True):
        assert not threat.attack
        assert (threat.chance, threat.clear, threat.course) == (None, None, ())


def test_a_battle_of_too_many_courses_is_named() -> None:
    found = lexbelli.threats(START, "cp", ops=1, named=["koprukoy"], combat=True, most=5)
    assert not found
    assert "attack koprukoy with ru_cavalry_1,ru_i_caucasian" in found.unfinished
    assert found.proven


def test_the_time_may_be_over() -> None:
    found = lexbelli.threats(START, "cp", ops=1, combat=True, seconds=0.001)
    assert not found.proven


def test_some_may_be_left_out_of_an_attack() -> None:
    """One corps alone loses less than with the cavalry, and takes the place more often."""
    asked = {"ops": 1, "named": ["koprukoy"], "combat": True}
    (all_of_them,) = lexbelli.threats(START, "cp", **asked)  # type: ignore[arg-type]
    (some,) = lexbelli.threats(START, "cp", every=True, **asked)  # type: ignore[arg-type]
    assert all_of_them.chance == Fraction(7, 36)
    assert some.attack == "attack koprukoy with ru_i_caucasian"
    assert some.chance == Fraction(2, 9)


def test_several_processes_find_the_same() -> None:
    one, two = (
        lexbelli.threats(START, "cp", ops=1, named=CAUCASUS, combat=True, jobs=jobs)
        for jobs in (1, 2)
    )
    assert one == two


def test_plain_data() -> None:
    (threat,) = lexbelli.threats(START, "cp", ops=1, named=["koprukoy"], combat=True)
    told = threat.as_json()
    assert told["attack"] == "attack koprukoy with ru_cavalry_1,ru_i_caucasian"
    assert Fraction(told["chance"]) == threat.chance
    assert Fraction(told["clear"]) == threat.clear
    assert told["course"]
    assert told["text"] == "activate sarikamis attack"


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(lexbelli.BadInput, match="'0' is below 1"):
        lexbelli.threats(START, "cp", combat=True, most=0)
