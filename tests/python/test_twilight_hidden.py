"""Hidden stacks of Twilight of the Habsburgs: what a side is told, and by the command (13.1)."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

import lexbelli
from lexbelli import BadInput, capabilities
from lexbelli import twilight_of_the_habsburgs as toh
from support import answer, invoke

_FIELD: Final = "h1118"
_UNITS: Final = {
    "ah_1_inf_div": "h1117",
    "ah_50_inf_div": "h1117",
    "it_6_inf_div": _FIELD,
    "it_1_hq": _FIELD,
    "it_16_inf_div": "h1016",
}
_HIDDEN: Final = "hidden here (13.1): what it may do is not known"


@pytest.fixture
def start() -> toh.Position:
    agenda = [
        {"frame": "turn", "step": 2},
        {"frame": "player_turn", "side": "central", "step": 2},
        {"frame": "impulse", "side": "central", "number": 1, "step": 4},
        {"frame": "combat", "side": "central"},
    ]
    setup = {"scenario": "caporetto", "turn": 2, "agenda": agenda, "units": _UNITS}
    return toh.Position.from_setup(setup)


@pytest.fixture
def file(start: toh.Position, tmp_path: Path) -> str:
    path = tmp_path / "start.json"
    path.write_text(start.to_json())
    return str(path)


def test_a_stack_becomes_its_top_and_a_number(start: toh.Position) -> None:
    assert isinstance(start, capabilities.Hidden)
    seen = start.seen_by("central")
    assert seen.setup()["beneath"] == {"it_6_inf_div": 1}
    assert seen.units["it_1_hq"] == "covered"
    told = {place.name: list(place.units) for place in seen.places()}
    assert told[_FIELD] == ["it_6_inf_div (1 hidden beneath it)"]
    assert told["h1117"] == ["ah_1_inf_div", "ah_50_inf_div"]
    cell = seen.board().places[_FIELD]
    assert [badge.text for badge in cell.badges if badge.kind == "marker"] == ["+1"]
    assert "1 hidden" not in start.draw(around=_FIELD).svg
    assert "1 hidden" in seen.draw(around=_FIELD).svg
    with pytest.raises(BadInput, match="unknown side 'nobody'"):
        start.seen_by("nobody")


def test_a_side_is_asked_as_far_as_it_may_know(start: toh.Position) -> None:
    seen = start.seen_by("central")
    attack = "attack ah_1_inf_div h1118 probe"
    assert seen.decision == start.decision
    for by in ("core", "law"):
        assert seen.check(attack, by=by) == start.check(attack, by=by) == []
    with pytest.raises(BadInput, match="the attack shows which"):
        seen.play(attack)
    with pytest.raises(BadInput, match="the odds of an attack turn on who defends"):
        lexbelli.odds(seen, attack)
    found = lexbelli.attacks(seen)
    assert found.unfinished == (_FIELD,)
    assert not found.attacks
    assert not lexbelli.attacks(start).unfinished


def test_what_the_other_side_may_do_is_not_told(start: toh.Position) -> None:
    seen = start.seen_by("entente")
    assert seen.decision.text.endswith("with hidden units, what they may do is not known (13.1).")
    for question in (
        lambda: seen.check("pass"),
        lambda: list(seen.moves(1)),
        lambda: seen.sample_moves(1, 1),
        seen.orders,
        seen.decision_facts,
        lambda: lexbelli.attacks(seen),
        lambda: list(lexbelli.solve(seen, "in_command(ah_1_inf_div)")),
    ):
        with pytest.raises(BadInput) as refused:
            question()
        assert _HIDDEN in str(refused.value)
    # One's own units are one's own: the other side's decisions about them are told.
    assert start.seen_by("central").sample_moves(1, 1)


@pytest.mark.parametrize("side", ["central", "entente"])
def test_what_comes_of_an_attack_turns_on_who_is_hidden_near(
    start: toh.Position, side: str
) -> None:
    with pytest.raises(BadInput, match=r"hidden .*\(13\.1\)"):
        lexbelli.evaluate_battle(start.seen_by(side), "attack ah_1_inf_div h1118 probe", force=True)


def test_commands_look_at_a_position_as_a_side(file: str) -> None:
    told = answer("show", file, "--as", "central")
    assert told["beneath"] == {"it_6_inf_div": 1}
    shown = invoke("show", file, "--as", "central").stdout
    assert "as CENTRAL sees it" in shown
    assert "(1 hidden beneath it)" in " ".join(shown.split())
    assert "at(it_1_hq,covered)." in invoke("facts", file, "--as", "central", "--state").stdout
    for words in (["check", file, "pass"], ["moves", file, "--sample", "1"]):
        given: Any = json.loads(invoke(*words, "--as", "central", "--json").stdout)
        assert given["supposed"] == ["as CENTRAL sees it"]
        refused = invoke(*words, "--as", "entente")
        assert (refused.exit_code, _HIDDEN in " ".join(refused.stderr.split())) == (2, True)
    left_out = invoke("attacks", file, "--as", "central").stdout
    assert "hidden there (13.1)" in " ".join(left_out.split())


def test_a_recorded_game_is_told_to_a_side(start: toh.Position) -> None:
    record = lexbelli.Record(start)
    record.play("attack ah_1_inf_div h1118 probe")
    (told,) = [position for _, position in record.seen_by("central")]
    assert told.units["it_1_hq"] == _FIELD
    assert told == record.position.seen_by("central")
