"""The API of a served game: every question, both games, who may do what, what is refused."""

import json
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli import capabilities
from lexbelli.position import AnyPosition
from lexbelli.record import Record
from lexbelli.web.endpoints import ENDPOINTS
from lexbelli.web.guard import Limits
from web.kit import BASE, DOCUMENT, Table, link, table


@pytest.fixture(scope="module")
def dealt() -> AnyPosition:
    """Turn 1 of the campaign, where the AP begin with a hand."""
    position = lexbelli.scenario("1914_campaign").opened()
    seed = 0
    while position.decision.kind != "action":
        chance = position.decision.kind == "chance"
        roll: Any = lexbelli.Dice(seed) if chance else None
        position = position.play(None if chance else "pass", roll)
        seed += 1
    return position


@pytest.fixture(scope="module")
def moving() -> AnyPosition:
    """The first movement of Caporetto."""
    position = lexbelli.scenario("caporetto")
    while position.decision.kind != "movement":
        if position.decision.kind == "chance":
            position = position.play(None, lexbelli.Dice(1))
        elif position.decision.kind == "attrition":
            position = position.play(position.sample_moves(1, 1)[0])
        else:
            position = position.play("pass")
    return position


def test_the_document_holds_every_question_and_is_the_one_in_the_docs() -> None:
    assert {(each.path, each.method.lower()) for each in ENDPOINTS} == {
        (path, method) for path, methods in DOCUMENT["paths"].items() for method in methods
    }
    page = (Path(__file__).parents[2] / "docs" / "serve.md").read_text()
    for each in ENDPOINTS:
        assert f"`{each.method} {each.path}`" in page
    kept = Path(__file__).parents[2] / "docs" / "openapi.json"
    told = json.loads(kept.read_text())
    told["info"]["version"] = DOCUMENT["info"]["version"]
    assert told == DOCUMENT, "RENEW: python -m tests.web.openapi"


def test_a_move_is_made_checked_played_told_and_taken_back(dealt: AnyPosition) -> None:
    with table(dealt) as at:
        told = at.get("ap", "/api/game")
        assert told["yours"]
        assert told["decision"]["kind"] == "action"
        offered = at.post("ap", "/api/orders", given="")["orders"]
        # Missing are only round trips: a unit that ends where it stands has to say its way.
        legal = {each.text for each in dealt.orders()}
        stays = {f"go {unit} {place}" for unit, place in dealt.units.items()}
        assert {each["text"] for each in offered} == legal - stays
        assert all(set(each["names"]) <= {*dealt.known_units, *dealt.spaces} for each in offered)
        more = at.post("ap", "/api/orders", given="activate suez move")
        assert any(each["text"] == "entrench suez" for each in more["orders"])
        owed = at.post("ap", "/api/check", answer="entrench suez")
        assert not owed["legal"]
        assert {each["rule"] for each in owed["violations"]}
        assert owed["violations"][0]["sentence"]
        called = at.get("ap", "/api/called")["called"]
        assert (called["suez"], called["ap_02"]) == ("Suez", "ANZAC Reinforcements")
        good = at.post("ap", "/api/check", answer="activate suez move; entrench suez")
        assert good["legal"]
        assert good["cost"] == 1
        refused = at.play("ap", "entrench suez", 422)["error"]
        assert refused["code"] == "illegal"
        assert refused["violations"]
        assert at.game.step == 0
        after = at.play("ap", "activate suez move; entrench suez")
        # Orders at the beginning of an action take the OPS without a card first.
        assert [each["answer"] for each in after["log"]] == [
            "automatic",
            "activate suez move; entrench suez",
        ]
        assert after["game"]["undo"]["possible"]
        undone = at.post("ap", "/api/undo", step=2)
        assert undone["game"]["decision"]["kind"] == "operations"
        assert undone["log"] == []
        assert at.post("ap", "/api/undo", step=1)["game"]["step"] == 0
        assert at.get("ap", "/api/game")["undo"]["possible"] is False


def test_dice_fall_here_or_as_the_table_says_and_then_nothing_is_taken_back(
    dealt: AnyPosition,
) -> None:
    with table(dealt) as at:
        at.play("ap", "activate suez move; entrench suez")
        told = at.get("cp", "/api/game")
        assert told["throws"]
        assert told["decision"]["throw"] == "1d6"
        assert sum(each["percent"] for each in told["decision"]["outcomes"]) == pytest.approx(100)
        assert at.throw("ap", 403, roll=1)["error"]["code"] == "not_yours"
        assert at.throw("onlooker", 403)["error"]["code"] == "not_yours"
        assert at.throw("table", 400, roll=9)["error"]["field"] == "roll"
        fallen = at.throw("table", roll=6)
        assert fallen["log"][0]["roll"] == 6
        assert at.post("ap", "/api/undo", 409, step=3)["error"]["code"] == "cannot_undo"
        # At one table both agree.
        assert at.post("table", "/api/undo", step=3)["game"]["step"] == 2


def test_who_is_not_asked_changes_nothing(dealt: AnyPosition) -> None:
    with table(dealt) as at:
        assert at.play("cp", "automatic", 403)["error"]["code"] == "not_yours"
        assert at.play("onlooker", "automatic", 403)["error"]["code"] == "not_yours"
        assert at.throw("ap", 409)["error"]["code"] == "no_die"
        stale = at.post("ap", "/api/play", 409, answer="automatic", step=7)
        assert stale["error"]["code"] == "changed"
        assert at.client.get("/api/game").status_code == 401
        assert at.client.get("/api/game", headers=link("nobody")).status_code == 401
        assert at.game.step == 0


def test_no_answer_depends_on_cards_that_a_seat_does_not_see(dealt: AnyPosition) -> None:
    hands = {side: hand(dealt, side) for side in ("ap", "cp")}
    assert all(len(each) == 7 for each in hands.values())
    for seat, hidden in (("ap", ("cp",)), ("cp", ("ap",)), ("onlooker", ("ap", "cp"))):
        other = dealt
        for side in hidden:
            other = dealt_otherwise(other, side)
        with table(dealt) as one, table(other) as two:
            asked = _ASKED if seat == "ap" else _ASKED[2:]
            answers = everything(one, seat, asked)
            assert answers == everything(two, seat, asked)
            # Nor when the game goes on.
            told: list[tuple[str, dict[str, Any]]] = []
            for at in (one, two):
                at.play("ap", "activate suez move; entrench suez")
                at.throw("table", roll=2)
            assert everything(one, seat, told) == everything(two, seat, told)
            assert everything(one, "table", told) != everything(two, "table", told)
            if seat != "onlooker":
                assert all(card in "".join(answers) for card in hands[seat])


def dealt_otherwise(position: AnyPosition, side: str) -> AnyPosition:
    """The position with other cards in a side's hand."""
    content = json.loads(position.to_json())
    piles = content["cards"][side]
    number = len(piles["hand"])
    piles["hand"], piles["deck"] = piles["deck"][:number], [*piles["deck"][number:], *piles["hand"]]
    return type(position).from_json(json.dumps(content))


def test_no_answer_depends_on_units_that_a_seat_does_not_see(moving: AnyPosition) -> None:
    for seat, hidden in (("central", "entente"), ("entente", "central")):
        seen = capabilities.seen_by(moving, seat)
        covered = [unit for unit, place in seen.units.items() if place == "covered"]
        assert covered
        assert all(moving.side_of(unit) == hidden for unit in covered)
        first = covered[0]
        second = next(unit for unit in covered if moving.units[unit] != moving.units[first])
        content = json.loads(moving.to_json())
        units = content["units"]
        units[first], units[second] = units[second], units[first]
        for key in ("reduced", "entrenched"):
            swap = {first: second, second: first}
            content[key] = sorted(swap.get(unit, unit) for unit in content[key])
        other = type(moving).from_json(json.dumps(content))
        with table(moving) as one, table(other) as two:
            assert one.get(seat, "/api/names")["units"] == dict(seen.units)
            asked = _ASKED[1:] if seat == moving.decision.side else _ASKED[2:]
            assert everything(one, seat, asked) == everything(two, seat, asked)
            assert everything(one, hidden, []) != everything(two, hidden, [])


def test_a_draw_is_told_to_its_side_alone() -> None:
    start = lexbelli.scenario("1914_campaign").opened().play("pass")
    with table(start) as at:
        drawn = at.throw("table")["log"][0]["answer"].removeprefix("draws ")
        assert at.get("ap", "/api/log")["entries"][0]["answer"] == f"draws {drawn}"
        for seat in ("cp", "onlooker"):
            told = at.client.get("/api/log", headers=link(seat)).text
            assert drawn not in told
            assert "draws ap" in told


def hand(position: AnyPosition, side: str) -> list[str]:
    """The cards of a side, from the lines that are told of the whole position."""
    lines = dict(position.outline())
    return str(lines[f"{side} hand"]).split()


_ASKED: Sequence[tuple[str, dict[str, Any]]] = (
    ("/api/orders", {"given": ""}),
    ("/api/why", {"names": ["suez"], "given": ""}),
    ("/api/check", {"answer": "pass"}),
    ("/api/check", {"answer": "automatic"}),
    ("/api/check", {"answer": "play cp_02"}),
    ("/api/check", {"answer": "play ap_02"}),
    ("/api/play", {"answer": "play ap_01", "step": 99}),
)


def everything(
    at: Table, seat: str, asked: Sequence[tuple[str, dict[str, Any]]] = _ASKED
) -> list[str]:
    """The text of every answer to questions without a change."""
    texts = []
    for path in ("/api/game", "/api/position", "/api/names", "/api/board.svg", "/api/log"):
        texts.append(at.client.get(path, headers=link(seat)).text)
        if at.game.step and path != "/api/log":
            texts.append(at.client.get(path, params={"step": 0}, headers=link(seat)).text)
    texts += [at.client.post(path, json=body, headers=link(seat)).text for path, body in asked]
    texts.append(at.client.get("/").text)
    return texts


def test_why_not_names_the_rule_and_says_it(dealt: AnyPosition) -> None:
    with table(dealt) as at:
        told = at.post("ap", "/api/why", names=["ru_div_3", "erzurum"], given="")
        assert told["names"] == ["ru_div_3", "erzurum"]
        broken = [each for each in told["meant"] if not each["legal"]]
        assert broken
        assert broken[0]["order"].startswith("go ru_div_3 erzurum")
        assert all(each["rule"] and each["text"] for each in broken[0]["violations"])
        assert any(each["sentence"] for each in broken[0]["violations"])
        wrong = at.post("ap", "/api/why", 400, names=["ru_dv_3"], given="")["error"]
        assert (wrong["field"], wrong["nearest"]) == ("names", "ru_div_3")


def test_the_second_game_is_asked_the_same(moving: AnyPosition) -> None:
    with table(moving) as at:
        told = at.get("table", "/api/game")
        side = told["decision"]["side"]
        assert told["yours"]
        assert told["has"]["supply"] is False
        offered = at.post("table", "/api/orders", given="")["orders"]
        first = next(each for each in offered if each["whole"])
        checked = at.post("table", "/api/check", answer=first["text"])
        assert checked["text"].startswith(first["text"])
        assert len(checked["orders"]) == 1
        unit, place = first["names"]
        assert first["way"] == [moving.units[unit], place]
        lacking = at.get("table", "/api/supply", 400)["error"]
        assert lacking["field"] == "game"
        after = at.play(side, first["text"])
        assert after["game"]["steps"] == 1
        assert after["log"][0]["text"]
        assert at.get("onlooker", "/api/names")["units"][unit] == place
        assert at.get("onlooker", "/api/called")["called"]["ah_10_hq"] == "AH 10 HQ"


def test_earlier_steps_supply_and_goals_are_told(dealt: AnyPosition) -> None:
    with table(dealt) as at:
        at.play("ap", "activate suez move; entrench suez")
        then = at.get("ap", "/api/game", step=0)
        assert (then["step"], then["steps"], then["yours"]) == (0, 2, False)
        assert at.get("ap", "/api/position", step=0) != at.get("ap", "/api/position")
        assert at.get("ap", "/api/game", 400, step=5)["error"]["field"] == "step"
        assert at.get("cp", "/api/supply")["units"] == dict(dealt.supply())
        at.post("table", "/api/undo", step=2)
        found = at.post("ap", "/api/solve", goal="at(ru_div_3, kars)", seconds=3)
        assert found["solutions"]
        wrong = at.post("ap", "/api/solve", 400, goal="at(ru_dv_3, kars)")["error"]
        assert wrong["nearest"] == "ru_div_3" or "ru_div_3" in wrong["message"]


def test_what_is_wrong_with_a_request_is_named(dealt: AnyPosition) -> None:
    with table(dealt) as at:
        cases: list[tuple[dict[str, Any], str, str | None]] = [
            ({"gven": ""}, "gven", "given"),
            ({"given": 3}, "given", None),
            ({"given": "go ru_dv_3 kars"}, "unit", "ru_div_3"),
        ]
        for body, field, nearest in cases:
            told = at.post("ap", "/api/orders", 400, **body)["error"]
            assert field in str(told["field"]), told
            assert nearest is None or told["nearest"] == nearest
        assert at.post("ap", "/api/play", 400, answer="pass")["error"]["field"] == "step"
        theme = at.get("ap", "/api/board.svg", 400, theme="scren")["error"]
        assert theme["nearest"] == "screen"
        plain = {**link("ap"), "content-type": "text/plain"}
        answer = at.client.post("/api/orders", content="{}", headers=plain)
        assert (answer.status_code, answer.json()["error"]["code"]) == (415, "not_json")
        json_kind = {**link("ap"), "content-type": "application/json"}
        for content in (b"{", b"[]", b"\xff", b'{"a": 1, "a": 2}', b"[" * 5000):
            answer = at.client.post("/api/orders", content=content, headers=json_kind)
            assert answer.status_code == 400, content
        nothing = at.client.get("/api/gmae", headers=link("ap"))
        assert nothing.json()["error"]["nearest"] == "/api/game"
        assert at.client.delete("/api/game", headers=link("ap")).status_code == 405
        assert at.client.get("/static/../app.py").status_code == 404


def test_other_hosts_pages_sizes_and_rates_are_refused(dealt: AnyPosition) -> None:
    with table(dealt, limits=Limits(body=500, rate=0.001, burst=6)) as at:

        def asked(**headers: str) -> Any:
            return at.client.get("/api/game", headers={**link("ap"), **headers})

        assert asked(host="evil.example").json()["error"]["code"] == "origin"
        assert asked(origin="https://evil.example").status_code == 403
        assert asked(origin="null").status_code == 403
        assert asked(**{"sec-fetch-site": "cross-site"}).status_code == 403
        good = asked(origin=BASE)
        assert good.status_code == 200
        assert "default-src 'none'" in good.headers["content-security-policy"]
        assert good.headers["cache-control"] == "no-store"
        large = at.client.post("/api/orders", json={"given": "x" * 600}, headers=link("ap"))
        assert large.status_code == 413

        def endless() -> Any:
            yield from (b" " * 100 for _ in range(10))

        kinds = {**link("ap"), "content-type": "application/json"}
        assert at.client.post("/api/orders", content=endless(), headers=kinds).status_code == 413
        codes = [asked().status_code for _ in range(7)]
        assert codes[-1] == 429
        assert at.client.get("/api/game", headers=link("cp")).status_code == 200


def test_a_proxy_has_another_name(dealt: AnyPosition) -> None:
    with table(dealt, public="https://games.example") as at:
        named = {"host": "games.example", "origin": "https://games.example"}
        assert at.client.get("/api/game", headers={**link("ap"), **named}).status_code == 200
        named["origin"] = "http://games.example"
        assert at.client.get("/api/game", headers={**link("ap"), **named}).status_code == 403


def test_who_waits_is_told_at_once(dealt: AnyPosition) -> None:
    with table(dealt) as at:
        told: list[Any] = []

        def wait() -> None:
            told.append(at.get("cp", "/api/game", after=0))

        waiting = threading.Thread(target=wait)
        waiting.start()
        time.sleep(0.3)
        assert not told
        at.play("ap", "automatic")
        waiting.join(5)
        assert told[0]["version"] == 1


def test_every_answer_is_on_disk_and_nothing_else_is(dealt: AnyPosition, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    with table(dealt, file) as at:
        before = file.read_bytes()
        at.play("ap", "activate suez move; entrench suez")
        assert Record.load(file).position == at.game.seen(next(iter_seats(dealt)))
        assert file.read_bytes().startswith(before)
        at.play("ap", "pass", 403)
        at.throw("ap", roll=None)
        assert len(Record.load(file)) == 3
        # What is on disk was changed by somebody else: nothing is written over it, or played.
        file.write_bytes(file.read_bytes() + b"\n")
        step = at.game.step
        refused = at.client.post(
            "/api/play", json={"answer": "automatic", "step": step}, headers=link("cp")
        )
        assert refused.json()["error"]["code"] == "not_kept"
        assert str(tmp_path) not in refused.text
        assert at.game.step == step
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]


def iter_seats(position: AnyPosition) -> Any:
    from lexbelli.web.seats import seats_of

    return iter(seats_of(position))
