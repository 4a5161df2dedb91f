"""Decisions and answers through the bindings; what an answer changes is tested in Rust."""

import json
from typing import Any

import pytest

from lexbelli._core import BadInput, PursuitMove, PursuitPosition, PursuitTables

TABLES = PursuitTables()


def position(**fields: object) -> PursuitPosition:
    return PursuitPosition.from_json(TABLES, json.dumps(fields))


def test_an_action_becomes_operations_a_die_and_the_others_turn() -> None:
    start = PursuitPosition.scenario(TABLES, "1914_campaign")
    asked: dict[str, Any] = {"kind": "action", "side": "ap", "sr": True, "rp": True}
    asked |= {"cards": [], "events": [], "reinforcements": [], "hidden": 0}
    assert start.decision() == asked
    ordered = start.answer("automatic")
    assert ordered.decision() == {"kind": "operations", "side": "ap", "ops": 1}
    move = PursuitMove.parse(ordered, "activate sarikamis move; entrench sarikamis")
    dug = ordered.play_unchecked(move)
    outcomes = [("built sarikamis", 3, 6), ("failed sarikamis", 3, 6)]
    asked = dug.decision()
    assert str(asked.pop("throw")) == "1d6"
    assert asked == {"kind": "chance", "side": None, "outcomes": outcomes}
    assert dug.answer("built sarikamis").decision()["side"] == "cp"
    assert start.decision()["kind"] == "action"


def test_tribes_and_battles_wait() -> None:
    due = position(units={"tribal_key_bawi": ["bawi"]}, tribes_due=1)
    asked = {"kind": "tribes", "side": "cp", "due": 1, "places": {"bawi": ["ahwaz"]}}
    assert due.decision() == asked
    assert due.answer("place bawi ahwaz").decision()["kind"] == "action"
    waiting = position(
        active="cp", ops=0, units={"van": ["tu_div_1"]}, attacking={"tu_div_1": "attack"}
    )
    assert waiting.decision()["units"] == {"tu_div_1": "attack"}
    assert waiting.answer("end").active == "ap"


def test_the_ap_is_asked_whose_collapse_it_declares() -> None:
    told = {"events": {"cp_33": 5}, "control": {"cp": ["belgrade"]}, "turn": 8, "step": 3}
    told["units"] = {"nis": ["sb_1_army"]}
    asked = position(phase="war_status", **told).decision()
    assert asked == {"kind": "collapses", "side": "ap", "countries": ["serbia"]}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("end", "does not answer 'action'"),
        ("automtic", "did you mean 'automatic'"),
    ],
)
def test_what_is_no_answer_is_refused(answer: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        PursuitPosition.scenario(TABLES, "1914_campaign").answer(answer)


def test_a_move_needs_operations() -> None:
    start = PursuitPosition.scenario(TABLES, "1914_campaign")
    move = PursuitMove.parse(start, "activate kars move")
    with pytest.raises(BadInput, match="nobody decides"):
        position(phase="revolution").play_unchecked(move)
    # Where an action begins, orders are those of the automatic operation (8.1.2-2).
    assert start.play_unchecked(move) == start.answer("automatic").play_unchecked(move)
