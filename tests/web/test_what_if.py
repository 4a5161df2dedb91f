"""Positions that are only supposed: every question can be asked of them, and the game stays."""

import json
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli.errors import BadInput
from lexbelli.position import AnyPosition
from lexbelli.supposing import as_if
from web.kit import Table, table


@pytest.fixture(scope="module")
def war() -> AnyPosition:
    position: AnyPosition = lexbelli.scenario("1914_limited_war").opened()
    return position


def test_everything_is_told_of_what_is_supposed_and_the_game_stays(
    war: AnyPosition, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    with table(war, file) as at:
        before, kept = at.get("ap", "/api/position"), file.read_bytes()
        changes = "add tu_cavalry_1@erzincan; control mosul ap; act cp 3"
        game = at.get("ap", "/api/game", as_if=changes)
        assert (game["decision"]["side"], game["decision"]["points"]) == ("cp", 3)
        assert (game["yours"], game["throws"], game["version"]) == (False, False, 0)
        assert at.get("ap", "/api/names", as_if=changes)["units"]["tu_cavalry_1"] == "erzincan"
        assert "mosul" in at.get("ap", "/api/position", as_if=changes)["control"]["ap"]
        assert 'data-unit="tu_cavalry_1"' in at.get("ap", "/api/board.svg", as_if=changes)
        supply = at.get("ap", "/api/supply", as_if="add tu_cavalry_1@baku; control baku cp")
        assert supply["units"]["tu_cavalry_1"] != "full"
        assert at.get("ap", "/api/supply")["units"]["tu_cavalry_1"] == "full"
        orders = at.post("onlooker", "/api/orders", given="", as_if=changes)["orders"]
        texts = [each["text"] for each in orders]
        assert any(text.startswith("go tu_cavalry_1 ") for text in texts)
        move = at.post(
            "ap", "/api/check", answer="activate kars move; entrench kars", as_if=changes
        )
        assert not move["legal"]
        why = at.post("ap", "/api/why", names=["ru_div_3"], given="", as_if=changes)
        assert why["names"] == ["ru_div_3"]
        event = at.get("ap", "/api/game", as_if="event cp_01")
        assert event["outline"] != at.get("ap", "/api/game")["outline"]
        # The game has not moved, nor anything on disk.
        assert at.get("ap", "/api/position") == before
        assert (at.game.step, at.game.version, file.read_bytes()) == (0, 0, kept)


def test_threats_are_found_in_what_is_supposed(war: AnyPosition) -> None:
    with table(war) as at:
        told = at.post("ap", "/api/threats", side="ap", seconds=8, as_if="without in_div_1")
        # How far it gets in that time nobody knows; what is proven is all.
        assert told["complete"]
        assert told["threats"] or not told["proven"]
        for each in told["threats"]:
            assert each["points"] >= 1
            assert each["names"]
            assert all(name in each["text"] for name in each["names"])
        wrong = at.post("ap", "/api/threats", 400, side="apx")["error"]
        assert (wrong["field"], wrong["nearest"]) == ("side", "ap")


def test_no_answer_tells_what_is_hidden(war: AnyPosition) -> None:
    """A seat supposes on top of what it knows: the other side's hand is no part of it."""
    content = json.loads(_dealt(war).to_json())
    piles = content["cards"]["cp"]
    number = len(piles["hand"])
    assert number
    piles["hand"], piles["deck"] = piles["deck"][:number], [*piles["deck"][number:], *piles["hand"]]
    other = type(war).from_json(json.dumps(content))
    with table(_dealt(war)) as one, table(other) as two:
        for changes in ("act cp 3", "control mosul ap", "add tu_cavalry_1@erzincan", "event cp_02"):
            assert _all(one, "ap", changes) == _all(two, "ap", changes)


def _all(at: Table, seat: str, changes: str) -> list[str]:
    headers = {"authorization": f"Bearer the secret of {seat}"}
    told: list[Any] = [
        at.client.get(path, params={"as_if": changes}, headers=headers).text
        for path in ("/api/game", "/api/position", "/api/names")
    ]
    body = {"given": "", "as_if": changes}
    return [*told, at.client.post("/api/orders", json=body, headers=headers).text]


def _dealt(position: AnyPosition) -> AnyPosition:
    while position.decision.kind != "action":
        chance = position.decision.kind == "chance"
        position = position.play(None if chance else "pass", lexbelli.Dice(1) if chance else None)
    return position


@pytest.mark.parametrize(
    ("changes", "said", "nearest"),
    [
        ("contrl mosul ap", "'contrl' is none of control, add, without, event, act", "control"),
        ("control mosul", "'control mosul' is no condition", "control SPACE SIDE"),
        ("control mosl ap", "mosl", "mosul"),
        ("add tu_cavalry_1@kars", "units.kars: opposing units share a space (10.6-1)", None),
        ("add ru_div_3", "names no unit and space", "UNIT@SPACE"),
        ("without ru_dv_3", "ru_dv_3", "ru_div_3"),
        ("act ap x", "'x' are no points", None),
        ("act apx", "apx", "ap"),
        ("act ap; " * 41, "holds 41 changes", None),
    ],
)
def test_what_cannot_be_supposed_is_named(
    war: AnyPosition, changes: str, said: str, nearest: str | None
) -> None:
    with table(war) as at:
        error = at.get("ap", "/api/game", 400, as_if=changes)["error"]
    assert said in error["message"]
    if nearest is not None:
        assert error["nearest"] == nearest


def test_in_python_it_is_a_position() -> None:
    position = lexbelli.scenario("caporetto")
    unit, place = next((unit, place) for unit, place in position.units.items())
    assert unit not in as_if(position, f"without {unit}").units
    assert as_if(position, " ; ") is position
    assert as_if(position, f"add {unit}@{place}") == position
    with pytest.raises(BadInput, match="event"):
        as_if(position, "event cp_01")
