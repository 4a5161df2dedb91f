"""Attrition, sieges and victory: objects, tables, and playing them."""

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.chance import Dice
from lexbelli.errors import BadInput, IllegalMove
from tools.pursuit_of_glory.random_position import random_position

CUT_OFF = {
    "phase": "attrition",
    "turn": 5,
    "units": {
        "erevan": ["tu_div_1", "ge_falkenhayn_hq"],
        "shushter": ["br_div_1"],
        "ahwaz": ["tu_div_2"],
        "tribal_key_bawi": ["bawi"],
        "galicia": ["tu_i_corps"],
        "cp_reserve": ["tu_div_3", "tu_div_4"],
        "kars": ["tu_ix_corps"],
    },
    "reduced": ["tu_i_corps"],
    "control": {"cp": ["erevan", "ahwaz", "sarikamis"]},
}


@pytest.fixture
def cut_off() -> pog.Position:
    return pog.Position.from_setup(CUT_OFF)


def test_attrition_says_what_is_lost_and_why(cut_off: pog.Position) -> None:
    found = lexbelli.attrition(cut_off)
    assert {loss.unit: loss.rule for loss in found.lost} == {
        "tu_div_1": "14.3.2.1-1",
        "ge_falkenhayn_hq": "3.2.3-3",
        "br_div_1": "14.3.2.1-1",
    }
    assert {turn.space: (turn.to, turn.vp, turn.ru_vp) for turn in found.turned} == {
        "erevan": ("ap", -1, 1),
        "shushter": ("cp", 1, 0),
        "kagizman": ("cp", 0, 0),
    }
    assert (found.vp, found.jihad, found.ru_vp) == (0, 1, 1)
    assert found.jihad_rule == "16.3.1.1-7"
    assert found.galicia is not None
    assert found.galicia.loses == "2/3"
    assert not found.nothing
    assert pickle.loads(pickle.dumps(found)) == found
    told = json.loads(json.dumps(found.as_json()))
    assert told["turned"][0] == {
        "space": "erevan",
        "to": "ap",
        "vp": -1,
        "jihad": 0,
        "ru_vp": 1,
        "ru_marker": None,
        "rule": "14.3.2.2-1",
        "text": "Erevan reaches no source and falls to the AP.",
    }
    # The phase of a position does not matter.
    assert cut_off.with_change(setup={"phase": "action"}).attrition() == found


def test_the_end_of_a_turn_is_played(cut_off: pog.Position) -> None:
    assert cut_off.decision.text == "The phase goes on by itself."
    assert [str(outcome.odds) for outcome in cut_off.chance()] == ["1"]
    later = cut_off.play()
    assert later.decision.kind == "tribes"
    later = later.play(later.decision.choices[0])
    assert later.decision.text == "A die falls for the losses of tu_i_corps in Galicia."
    assert [(o.text, o.odds) for o in later.chance()] == [
        ("stands tu_i_corps", Fraction(1, 3)),
        ("loses tu_i_corps", Fraction(2, 3)),
    ]
    # More than the LF costs a step.
    assert later.play(roll=2).units["tu_i_corps"] == "galicia"
    lost = later.play(roll=3)
    assert (lost.decision.kind, lost.decision.side) == ("replacement", "cp")
    assert lost.decision.choices == (
        "replace tu_i_corps by tu_div_3",
        "replace tu_i_corps by tu_div_4",
    )
    for wrong in ("replace tu_i_corps by tu_div_5", "pass"):
        with pytest.raises(IllegalMove, match=r"12\.6\.5-1") as caught:
            lost.play(wrong)
        by_law = lost.check(wrong, by="law")
        assert list(caught.value.violations) == lost.check(wrong) == by_law
    assert {str(move) for move in lost.moves()} == set(lost.decision.choices)
    assert [order.text for order in lost.orders()] == list(lost.decision.choices)
    assert {str(move) for move in lost.sample_moves(20, 1)} == set(lost.decision.choices)
    siege = lost.play("replace tu_i_corps by tu_div_4")
    assert siege.units["tu_div_4"] == "galicia"
    assert siege.decision.text == "A die falls for the siege of kars."
    assert siege.play(roll=3).setup()["forts_destroyed"] == []
    fallen = siege.play(roll=4)
    assert fallen.setup()["forts_destroyed"] == ["kars"]
    assert fallen.control("kars") == "cp"
    assert fallen.phase != "siege"
    assert {change.what for change in siege.changes(fallen)} >= {"control of kars", "tracks vp"}


def test_proceed_takes_no_die(cut_off: pog.Position) -> None:
    units, control = {"kars": ["tu_ix_corps"]}, {"cp": ["sarikamis"]}
    plain = pog.Position.from_setup({"phase": "attrition", "units": units, "control": control})
    after = plain.play(roll=6)
    assert after.setup()["forts_destroyed"] == ["kars"]
    assert plain.play("proceed").phase == "siege"
    held = {"ap": {"hand": ["ap_04"]}}
    asked = pog.Position.from_setup({"phase": "attrition", "cards": held})
    with pytest.raises(BadInput, match="no die falls"):
        asked.play("proceed", roll=6)
    with pytest.raises(BadInput, match="'end' is none of: proceed"):
        cut_off.play("end")


def test_a_whole_turn_is_played_from_a_seed() -> None:
    position = pog.scenario("1914_campaign")
    dice = Dice(seed=3)
    for _ in range(12):
        position = position.play("automatic", dice)
        position = position.play("", dice)
    while position.decision.kind == "discard":
        position = position.play("pass", dice)
    assert (position.turn, position.phase) == (2, "action")
    cards = position.setup()["cards"]
    assert [len(cards[side]["hand"]) for side in ("ap", "cp")] == [7, 7]


def test_victory_is_a_ledger() -> None:
    found = lexbelli.victory(pog.scenario("1914_campaign"))
    assert [(line.item, line.vp) for line in found.ledger] == [
        ("track", 10),
        ("cp_oil_field", 1),
        ("cp_oil_field", 1),
        ("ap_oil_field", -1),
        ("ap_oil_field", -1),
        ("jihad_3_or_less", -1),
    ]
    assert found.ledger[1].text == "The oil of neutral Ploesti goes to the CP."
    assert (found.final, found.level, found.winner, found.points) == (9, "ap_endurance", "ap", 1)
    assert (found.ends, found.armistice_due) == (None, False)
    assert sum(line.vp for line in found.ledger) == found.final
    assert pickle.loads(pickle.dumps(found)) == found
    assert json.loads(json.dumps(found.as_json()))["level"] == "ap_endurance"


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 5000))
def test_the_ledger_adds_up(seed: int) -> None:
    found = random_position(seed).victory()
    steps = {step: sum(x.vp for x in found.ledger if x.step == step) for step in STEPS}
    assert found.after_war_status == found.track + steps["war_status"]
    assert found.final == found.after_war_status + steps["armistice"]
    automatic = found.level in ("ap_automatic", "cp_automatic")
    assert (found.ends == "automatic") == automatic
    assert not (automatic and steps["armistice"])
    assert found.level.startswith(found.winner)
    assert not list(found.mistakes())


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"track": 9}, "the VP marker is on 9"),
        ({"after_war_status": 11}, "the War Status Phase does not come to 11"),
        ({"final": 10}, "the lines do not come to 10"),
        ({"ledger": ()}, "the VP marker is on 10, and its line says 0"),
        ({"level": "cp_endurance"}, "9 VP is ap_endurance"),
        ({"ends": "automatic", "after_war_status": 20}, "9 VP is cp_automatic"),
        ({"ends": "automatic", "cp_automatic_victory": 9}, "9 VP is cp_automatic"),
        ({"winner": "cp"}, "does not give 1 points to cp"),
        ({"points": 2}, "does not give 2 points to ap"),
    ],
)
def test_a_ledger_that_does_not_add_up_says_so(changed: Any, told: str) -> None:
    found = pog.scenario("1914_campaign").victory()
    assert not list(found.mistakes())
    assert any(told in each for each in replace(found, **changed).mistakes())


STEPS = ("track", "war_status", "armistice")


def test_tables_of_positions_answer_as_positions_do() -> None:
    places = [random_position(seed) for seed in range(60)]
    starved = lexbelli.attrition_batch(places)
    ended = lexbelli.victory_batch(places)
    for place, lost, won in zip(places, starved, ended, strict=True):
        found, wanted = place.attrition(), place.victory()
        turns = (*found.turned, *found.held)
        assert lost == {
            "lost": [loss.unit for loss in found.lost],
            "turned": [turn.space for turn in found.turned],
            "ru_markers_placed": [t.space for t in turns if t.ru_marker == "placed"],
            "ru_markers_removed": [t.space for t in turns if t.ru_marker == "removed"],
            "vp": found.vp,
            "jihad": found.jihad,
            "ru_vp": found.ru_vp,
            "error": None,
        }
        assert won == {
            **{key: getattr(wanted, key) for key in KEYS},
            "items": [line.item for line in wanted.ledger[1:]],
            "error": None,
        }


KEYS = ("track", "after_war_status", "final", "level", "winner", "points", "ends", "armistice_due")


def test_rows_that_cannot_be_read_say_so() -> None:
    rows = {"position": ["1914_campaign", '{"turn": 99}', None]}
    for table in (lexbelli.attrition_batch(rows), lexbelli.victory_batch(rows)):
        good, bad, missing = table
        assert good["error"] is None
        assert "turn" in bad["error"]
        assert missing["error"]
        for row in (bad, missing):
            others = [value for key, value in row.items() if key != "error"]
            assert all(value in (None, []) for value in others)
    with pytest.raises(BadInput, match="position"):
        lexbelli.victory_batch({"place": ["1914_campaign"]})


def test_what_is_foretold_comes_true() -> None:
    for seed in range(80):
        # On turn 1 the War Status Phase is skipped, which would count more VPs.
        setup = {"phase": "attrition", "turn": 1}
        position = random_position(seed).with_change(setup=setup, allow=["all"])
        found, later = position.attrition(), position.play("proceed")
        before, after = (of.setup()["tracks"] for of in (position, later))
        assert {key: after[key] - before[key] for key in ("vp", "jihad", "ru_vp")} == {
            "vp": found.vp,
            "jihad": found.jihad,
            "ru_vp": found.ru_vp,
        }
        for turn in found.turned:
            assert later.control(turn.space) == turn.to
        # Who is out of supply by the law is lost, and what turns by it turns.
        supply = position.supply()
        classes = {unit: position.core.tables.unit(unit)["class"] for unit in supply}
        starved = {u for u, s in supply.items() if s == "oos" and classes[u] != "tribe"}
        staff = {u for u in starved if classes[u] in ("hq", "artillery")}
        assert starved - staff <= {loss.unit for loss in found.lost}
        assert set(position.flips()) <= {turn.space for turn in found.turned}


def test_faces_that_come_to_the_same_are_one_outcome() -> None:
    # No offensive is ordered of Russians in the Revolution (7.4.2-1): 1 and 6 come to the same.
    setup = {"phase": "mandated_offensive", "turn": 11, "revolution": {"stage": 1}}
    start = pog.scenario("1916_total_war").with_change(setup=setup)
    outcomes = {outcome.text: outcome for outcome in start.chance()}
    assert sum(outcome.odds for outcome in outcomes.values()) == 1
    assert outcomes["mandates ap none"].odds == Fraction(1, 3)
    assert outcomes["mandates ap none"].totals == (1, 6)
    fallen = [start.play(roll=face).in_short()["mandated"]["ap"] for face in range(1, 7)]
    assert fallen[0] == fallen[5]
    assert fallen[1] != fallen[0]
