"""`lexbelli activation`, and the same questions from Python."""

import pytest

import lexbelli
from lexbelli import BadInput
from support import answer, invoke

POSITION = "1914_campaign"


def test_every_place_of_the_side_to_act_is_listed() -> None:
    position = lexbelli.scenario(POSITION)
    groups = answer("activation", POSITION)["groups"]
    supply = position.supply()
    mine = {position.units[unit] for unit in supply if position.side_of(unit) == "ap"}
    assert groups.keys() == mine
    greek = {position.units[unit] for unit in position.units if unit.startswith("gr_div")}
    for place, group in groups.items():
        assert group["costs"]["move"]["ops"] == (None if place in greek else 1)
    assert groups["athens"]["costs"]["move"]["barred"][0]["rule"] == "18.8.1.1.a-2"


def test_the_other_side_can_be_asked_for() -> None:
    groups = answer("activation", POSITION, "--side", "cp")["groups"]
    assert groups["erzurum"]["units"] == ["tu_cavalry_2", "tu_xi_corps"]


def test_two_nationalities_cost_two() -> None:
    groups = answer("activation", POSITION, "--add", "ru_div_9@bahrain", "--space", "Bahrain")
    assert groups["groups"]["bahrain"]["costs"]["move"] == {
        "ops": 2,
        "parts": {"nationalities": 2},
        "barred": [],
    }


def test_units_that_are_cut_off_cannot_be_activated_and_the_exit_code_says_so() -> None:
    words = ("activation", POSITION, "--side", "cp", "--space", "ruwandiz")
    assert invoke(*words).exit_code == 0
    result = invoke(*words, "--as-if", "control mosul ap", "--why")
    assert result.exit_code == 1
    assert "14.3.1-1" in result.stdout


def test_a_stack_of_a_region_is_asked_by_its_units() -> None:
    position = lexbelli.scenario(POSITION)
    cost = position.activation(["br_in_garrison_1", "in_elite_div_1"], "move")
    assert (cost.ops, dict(cost.parts), list(cost.barred)) == (1, {"nationalities": 1}, [])
    result = invoke("activation", POSITION, "--stack", "br_in_garrison_1, in_elite_div_1")
    assert result.exit_code == 0
    assert "india" in result.stdout


@pytest.mark.parametrize(
    ("stack", "said"),
    [
        ("br_in_garrison_1,in_div_1", "'in_div_1' does not stand with 'br_in_garrison_1'"),
        ("", "names no unit"),
        ("br_in_garisson_1", "did you mean 'br_in_garrison_1'"),
        ("tu_div_10", "not on the map"),
    ],
)
def test_a_wrong_stack_is_said_in_one_line(stack: str, said: str) -> None:
    result = invoke("activation", POSITION, "--stack", stack)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_space_without_units_of_the_side_is_a_no() -> None:
    result = invoke("activation", POSITION, "--space", "kut")
    assert result.exit_code == 1
    assert "no unit of this side" in result.stdout


def test_unknown_purposes_and_sides_are_named() -> None:
    position = lexbelli.scenario(POSITION)
    with pytest.raises(BadInput, match="did you mean 'attack'"):
        position.activation(["tu_div_1"], "atack")
    with pytest.raises(BadInput, match="unknown side"):
        position.activations("special")
