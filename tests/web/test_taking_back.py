"""Taking back what the other side has to agree to."""

from pathlib import Path

import pytest

import lexbelli
from lexbelli.position import AnyPosition
from lexbelli.record import Record
from web.kit import table


@pytest.fixture(scope="module")
def dealt() -> AnyPosition:
    """Turn 1 of the campaign, where the AP begin with a hand."""
    position: AnyPosition = lexbelli.scenario("1914_campaign").opened()
    while position.decision.kind != "action":
        chance = position.decision.kind == "chance"
        position = position.play(None if chance else "pass", lexbelli.Dice(1) if chance else None)
    return position


def test_what_a_die_has_decided_is_taken_back_if_the_other_side_agrees(
    dealt: AnyPosition, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    with table(dealt, file, side="ap") as at:
        at.play("ap", "activate suez move; entrench suez")
        at.throw("ap")
        told = at.get("ap", "/api/game")["undo"]
        assert not told["possible"]
        assert (told["back_to"], told["asked"]) == (1, None)
        assert at.get("onlooker", "/api/game")["undo"]["back_to"] is None
        # Nobody asks for another, agrees for the other, or goes to where nothing is.
        refused = at.post("onlooker", "/api/ask_undo", 403, step=3, to=1)["error"]
        assert refused["code"] == "not_yours"
        assert at.post("ap", "/api/ask_undo", 400, step=3, to=3)["error"]["field"] == "to"
        nothing = at.post("cp", "/api/answer_undo", 409, step=3, agree=True)["error"]
        assert nothing["code"] == "not_asked"
        asked = at.post("ap", "/api/ask_undo", step=3, to=1)["game"]["undo"]["asked"]
        assert asked == {"by": "ap", "to": 1, "yours": False}
        assert at.get("cp", "/api/game")["undo"]["asked"]["yours"]
        assert at.post("ap", "/api/answer_undo", 403, step=3, agree=True)["error"]["code"] == (
            "not_yours"
        )
        refusal = at.post("cp", "/api/answer_undo", step=3, agree=False)["game"]["undo"]
        assert refusal["asked"] is None
        assert refusal["told"] == "AP asked to go back to entry 1, and was refused."
        assert at.game.step == 3
        at.post("ap", "/api/ask_undo", step=3, to=1)
        after = at.post("cp", "/api/answer_undo", step=3, agree=True)["game"]
        assert (after["step"], after["decision"]["kind"]) == (1, "operations")
        assert after["undo"]["told"] == "2 entries were taken back, as AP asked."
        told = at.play("ap", [])["log"]
        assert told[0]["taken_back"] == "2 entries were taken back, as AP asked."
        assert told[0]["entry"] == 2
        assert at.get("cp", "/api/log")["entries"][0]["taken_back"] is None
    # It is in the record, and so a server that goes on tells it.
    record = Record.load(file)
    assert record.entries[1].note == "Before this, 2 entries were taken back, as AP asked."


def test_who_has_asked_withdraws_and_what_goes_on_ends_the_question(dealt: AnyPosition) -> None:
    with table(dealt, side="ap") as at:
        at.play("ap", "automatic")
        at.play("ap", [])
        at.post("ap", "/api/ask_undo", step=2, to=0)
        withdrawn = at.post("ap", "/api/answer_undo", step=2, agree=False)["game"]["undo"]
        assert (withdrawn["asked"], withdrawn["told"]) == (None, None)
        at.post("ap", "/api/ask_undo", step=2, to=0)
        assert at.play("cp", "automatic")["game"]["undo"]["asked"] is None
        assert at.post("cp", "/api/answer_undo", 409, step=3, agree=True)


def test_a_table_and_whoever_plays_a_player_go_back_at_once(dealt: AnyPosition) -> None:
    with table(dealt) as at:
        at.play("ap", "activate suez move; entrench suez")
        at.throw("table")
        # Who sits at both sides may agree for one of them, too.
        at.post("ap", "/api/ask_undo", step=3, to=2)
        assert at.get("table", "/api/game")["undo"]["asked"]["yours"]
        at.post("table", "/api/answer_undo", step=3, agree=True)
        assert at.post("table", "/api/ask_undo", step=2, to=0)["game"]["step"] == 0
        at.game.players = {"cp": "greedy"}
        at.play("ap", "activate suez move; entrench suez")
        at.throw("ap")
        assert at.post("ap", "/api/ask_undo", step=3, to=0)["game"]["step"] == 0
