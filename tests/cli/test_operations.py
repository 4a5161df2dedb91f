"""`lexbelli orders`, `moves`, `check` and `play`, and `show --decision`."""

import json
import re
from pathlib import Path

import pytest

import lexbelli
from lexbelli.pursuit_of_glory.cli import sheet
from support import answer, invoke, run
from twilight_rulings import position_of

POSITION = "1914_campaign"
LEGAL = "activate oltu move; go ru_div_3 kars via sarikamis"
DIG = "activate suez move; entrench suez"
ILLEGAL = "go ru_div_3 koprukoy; entrench batum"


# ---------------------------------------------------------------------------------- orders


def test_orders_of_a_unit_are_its_activations_and_destinations() -> None:
    found = answer("orders", POSITION, "--unit", "RU DIV #3")
    assert (found["side"], found["ops"], found["possible"]) == ("ap", 1, True)
    by_kind: dict[str, list[dict[str, object]]] = {}
    for order in found["orders"]:
        by_kind.setdefault(order["order"], []).append(order)
    assert [(o["place"], o["for"], o["ops"]) for o in by_kind["activate"]] == [
        ("oltu", "attack", 1),
        ("oltu", "move", 1),
    ]
    assert {"kars", "sarikamis"} <= {order["to"] for order in by_kind["go"]}
    assert by_kind.keys() == {"activate", "go"}


def test_every_order_offered_is_read_as_given_and_stays_possible() -> None:
    found = answer("orders", POSITION, "--space", "kars")["orders"]
    assert {"activate", "go", "entrench"} <= {order["order"] for order in found}
    for order in found:
        if order.get("unit", "ru_div_4") != "ru_div_4" or order.get("place", "kars") != "kars":
            continue
        again = answer("orders", POSITION, "--given", order["text"])
        assert order["text"] in [other["text"] for other in again["orders"]]


def test_given_orders_leave_what_goes_with_them() -> None:
    both = ["activate oltu move", "go ru_div_3 kars"]
    found = answer("orders", POSITION, "--given", both[0], "--given", both[1])
    assert [order["text"] for order in found["orders"]] == both
    more = answer("orders", POSITION, "--given", "go ru_div_3 kars", "--ops", "2")
    assert "activate kars move" in [order["text"] for order in more["orders"]]


def test_given_orders_of_no_legal_move_are_a_no_with_reasons() -> None:
    result = invoke("orders", POSITION, "--given", "activate erevan move; go ru_div_3 kars")
    assert result.exit_code == 1
    assert "No legal move contains these orders" in result.stdout
    assert "not_activated(ru_div_3)" in result.stdout
    assert "cannot be ordered with these OPS" in result.stdout
    result = invoke("orders", POSITION, "--given", "go ru_div_3 koprukoy", "--ops", "5")
    assert result.exit_code == 1
    assert "enemy(ru_div_3,koprukoy)" in result.stdout


def test_stacks_of_a_region_are_counted_and_listed_when_it_is_named() -> None:
    assert "25 stacks of br_in_garrison_1" in " ".join(invoke("orders", POSITION).stdout.split())
    named = invoke("orders", POSITION, "--space", "india").stdout
    assert "with br_in_garrison_1,br_in_garrison_2" in named
    assert "stacks of" not in named


def test_the_other_side_can_be_supposed_to_act() -> None:
    found = answer("orders", POSITION, "--side", "cp", "--unit", "tu_xi_corps")
    assert found["side"] == "cp"
    assert found["supposed"] == ["CP to act"]
    assert "koprukoy" in {order.get("to") for order in found["orders"]}


def test_suppositions_reach_the_orders() -> None:
    words = ("orders", POSITION, "--unit", "ru_div_3")
    without = {order["text"] for order in answer(*words)["orders"]}
    assert "go ru_div_3 koprukoy" not in without
    emptied = ("--without", "tu_ix_corps", "--without", "tu_x_corps", "--allow", "all")
    held = {order["text"] for order in answer(*words, *emptied)["orders"]}
    assert "go ru_div_3 koprukoy" in held


def test_nothing_to_order_is_a_no() -> None:
    result = invoke("orders", POSITION, "--space", "kut")
    assert result.exit_code == 1
    assert "Nothing can be ordered there" in result.stdout


# ----------------------------------------------------------------------------------- moves


@pytest.mark.parametrize("by", ["law", "core"])
def test_moves_are_legal_and_differ(by: str) -> None:
    found = answer("moves", POSITION, "--ops", "3", "--limit", "6", "--by", by)
    assert found["by"] == by
    texts = [move["text"] for move in found["moves"]]
    assert len(set(texts)) == len(texts) == 6
    position = lexbelli.scenario(POSITION)
    for move in found["moves"]:
        assert position.check(move["orders"], ops=3) == []
    assert not found["complete"]
    assert len(answer("moves", POSITION)["moves"]) == 10


def test_moves_are_counted_and_it_is_told_if_not_all_were() -> None:
    found = answer("moves", POSITION, "--ops", "1", "--count")
    assert found["number"] > 10**9
    assert found["complete"]
    result = invoke("moves", POSITION, "--ops", "1", "--count")
    assert f"{found['number']:,} legal moves." in result.stdout
    cut = invoke("moves", POSITION, "--ops", "5", "--count", "--time", "0.05")
    assert cut.exit_code == 0
    assert "At least " in cut.stdout
    assert "no time to count all" in cut.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--count", "--limit", "3"), "give one"),
        (("--time", "3"), "--time needs --count"),
        (("--sample", "3", "--by", "law"), "--by goes with"),
        (("--count", "--time", "0"), "0"),
        (("--by", "cor"), "core"),
    ],
)
def test_what_is_asked_of_moves_must_fit_together(options: tuple[str, ...], said: str) -> None:
    result = invoke("moves", POSITION, *options)
    assert result.exit_code == 2
    assert said in result.stderr


def test_whether_there_are_more_moves_is_told(tmp_path: Path) -> None:
    assert "There are more: --limit N" in invoke("moves", POSITION, "--limit", "3").stdout
    assert "There are more" not in invoke("moves", POSITION, "--sample", "3").stdout
    # The submarine is sent, or not.
    asks = {"decision": "submarine", "side": "central", "unit": "it_16_inf_div", "sent": 0}
    file = tmp_path / "two_moves.json"
    file.write_text(position_of({"base": "caporetto", "asks": asks}).to_json())
    for limit, complete, said in (("1", False, "There are more"), ("2", True, "These are all")):
        found = answer("moves", str(file), "--limit", limit)
        assert (len(found["moves"]), found["complete"]) == (int(limit), complete)
        assert said in invoke("moves", str(file), "--limit", limit).stdout


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    one, same, other = (
        answer("moves", POSITION, "--ops", "4", "--sample", "5", "--seed", seed)
        for seed in ("7", "7", "8")
    )
    assert one == same != other
    assert one["by"] == "core"
    assert len(one["moves"]) == 5


def test_moves_are_printed_one_a_paragraph() -> None:
    lines = invoke("moves", POSITION, "--limit", "3").stdout.splitlines()
    assert lines[1:3] == ["AP may spend one OPS without a card.", ""]
    assert "pass" in lines[3:]


# ----------------------------------------------------------------------------------- check


@pytest.mark.parametrize("by", ["core", "law"])
def test_a_legal_move_is_a_yes(by: str) -> None:
    found = answer("check", POSITION, LEGAL, "--by", by)
    assert found["legal"] is True
    assert found["cost"] == 1
    assert found["violations"] == []
    result = invoke("check", POSITION, LEGAL, "--by", by)
    assert result.exit_code == 0
    assert "Legal: 1 of 1 OPS." in result.stdout


def test_law_and_core_tell_the_same_of_an_illegal_move() -> None:
    core, law = (answer("check", POSITION, ILLEGAL, "--by", by) for by in ("core", "law"))
    assert core["violations"] == law["violations"]
    assert core["legal"] is False
    first = next(each for each in core["violations"] if each["code"] == "enemy")
    assert first == {
        "rule": "11.1.5-1",
        "code": "enemy",
        "args": ["ru_div_3", "koprukoy"],
        "witness": "enemy(ru_div_3,koprukoy)",
        "text": "RU DIV #3 enters Koprukoy, where enemy units are.",
        "owed": False,
    }


def test_every_reason_is_printed_and_what_is_owed_apart() -> None:
    result = invoke("check", POSITION, ILLEGAL)
    assert result.exit_code == 1
    said, _, owed = result.stdout.partition("Owed")
    assert "Illegal: 4 rules are broken." in said
    assert "enemy(ru_div_3,koprukoy)" in said
    assert "not_activated(ru_div_3)" not in said
    assert "not_activated(ru_div_3)" in owed


def test_a_move_comes_from_a_file_or_standard_input(tmp_path: Path) -> None:
    moves = answer("check", POSITION, LEGAL)["move"]
    file = tmp_path / "move.json"
    file.write_text(json.dumps(moves), "utf-8")
    assert answer("check", POSITION, str(file))["move"] == moves
    assert answer("check", POSITION, "-", stdin=LEGAL.replace(";", "\n"))["move"] == moves
    document = lexbelli.scenario(POSITION).to_json()
    assert answer("check", "-", LEGAL, stdin=document)["move"] == moves


def test_ops_are_supposed_where_a_phase_has_none() -> None:
    assert invoke("check", "1916_total_war", "").exit_code == 2
    assert answer("check", "1916_total_war", "", "--ops", "3")["legal"] is True


# ------------------------------------------------------------------------------------ play


def test_a_played_move_says_what_changed_and_what_is_next(tmp_path: Path) -> None:
    file = tmp_path / "next.json"
    result = invoke("play", POSITION, LEGAL, "-o", str(file))
    assert result.exit_code == 0
    assert "Next: CP begins an action" in result.stdout
    after = lexbelli.load(file)
    assert after.units["ru_div_3"] == "kars"
    found = answer("play", POSITION, LEGAL)
    assert {"what": "ru_div_3", "before": "oltu", "after": "kars"} in found["changes"]
    assert found["position"] == json.loads(file.read_text("utf-8"))
    assert found["next"]["kind"] == "action"


def test_dice_fall_as_they_are_told() -> None:
    words = ("play", POSITION, DIG)
    waiting = answer(*words)
    assert waiting["next"]["kind"] == "chance"
    assert waiting["next"]["outcomes"] == [
        {"outcome": "built suez", "odds": "1/6"},
        {"outcome": "failed suez", "odds": "5/6"},
    ]
    built = answer(*words, "--roll", "1")
    assert built["dice"] == [{"roll": 1, "outcome": "built suez"}]
    assert built["position"]["trenches"]["suez"] == {"level": 1, "owner": "ap"}
    assert "suez" not in answer(*words, "--roll", "2")["position"].get("trenches", {})
    assert answer(*words, "--seed", "5") == answer(*words, "--seed", "5")
    for more in ("--roll", "1"), ("built suez",):
        stdin = json.dumps(waiting["position"])
        assert answer("play", "-", *more, stdin=stdin)["position"] == built["position"]


def test_answers_lead_from_decision_to_decision() -> None:
    document = json.dumps(answer("play", POSITION, "automatic")["position"])
    asked = answer("show", "-", "--decision", stdin=document)
    assert (asked["kind"], asked["side"], asked["ops"]) == ("operations", "ap", 1)
    played = answer("play", "-", "activate beach_fao attack", stdin=document)
    assert played["next"]["kind"] == "attack"
    done = answer("play", "-", "end", stdin=json.dumps(played["position"]))
    assert (done["next"]["kind"], done["next"]["side"]) == ("action", "cp")


def test_an_illegal_move_is_refused_with_all_reasons(tmp_path: Path) -> None:
    file = tmp_path / "next.json"
    result = invoke("play", POSITION, ILLEGAL, "-o", str(file))
    assert result.exit_code == 1
    assert "Illegal: 4 rules are broken." in result.stdout
    assert "It is not played." in result.stdout
    assert not file.exists()
    refused = answer("play", POSITION, ILLEGAL)
    assert refused["played"] is False
    assert len(refused["violations"]) == 4


def test_play_is_piped_into_play() -> None:
    first = run(["play", POSITION, "automatic", "-o", "-"])
    assert first.returncode == 0
    second = run(["play", "-", LEGAL, "--json"], stdin=first.stdout)
    assert json.loads(second.stdout)["next"]["side"] == "cp"


def test_a_decision_is_shown() -> None:
    result = invoke("show", POSITION, "--decision")
    assert "Next: AP begins an action" in result.stdout
    assert answer("show", POSITION, "--decision")["choices"] == ["automatic"]
    assert answer("show", "1916_total_war", "--decision")["kind"] == "chance"


# ------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("orders", "--given", "go ru_div_3 karz"), "did you mean 'kars'"),
        (("orders", "--ops", "0"), "ops: '0' is not between 1 and 20"),
        (("orders", "--ops", "many"), "'many' is no whole number"),
        (("orders", "--side", "xp"), "did you mean 'ap'"),
        (("orders", "--unit", "ru_dib_3"), "did you mean 'ru_div_3'"),
        (("orders", "--space", "karz"), "did you mean 'kars'"),
        (("moves", "--limit", "0"), "--limit"),
        (("moves", "--limit", "3", "--sample", "3"), "give one"),
        (("moves", "--seed", "3"), "--seed needs --sample"),
        (("moves", "--sample", "3", "--seed", "-1"), "--seed"),
        (("check",), "Missing argument 'MOVE'"),
        (("check", "gp ru_div_3 kars"), "order 1"),
        (("check", "go ru_div_3 kars; go ru_div_3 oltu"), "two 'go' orders"),
        (("check", "[{"), "orders: is not valid JSON"),
        (("check", '[{"order": "go", "unit": "ru_div_3"}]'), "orders[0].path"),
        (("check", "there_is_no_file.json"), "cannot be read"),
        (("check", LEGAL, "--by", "lwa"), "'lwa' is not one of"),
        (("play",), "answer: is missing"),
        (("play", "end"), "'end' does not answer 'action'"),
        (("play", "autmatic"), "did you mean 'automatic'"),
        (("play", "play ap_O3"), "did you mean 'ap_03'"),
        (("play", LEGAL, "--roll", "3"), "roll: 1 given, but no die falls"),
        (("play", LEGAL, "--roll", "0"), "no roll of a die"),
        (("play", DIG, "--roll", "7"), "'7' is no roll of a die: 1 to 6"),
        (("play", DIG, "--roll", "x"), "'x' is no roll of a die: 1 to 6"),
        (("play", LEGAL, "--roll", "3", "--seed", "3"), "not both"),
        (("play", LEGAL, "-o", "/no/such/folder/x.json"), "cannot be written"),
    ],
)
def test_bad_input_is_said_in_one_line(words: tuple[str, ...], said: str) -> None:
    result = invoke(words[0], POSITION, *words[1:])
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_standard_input_is_read_once() -> None:
    result = invoke("check", "-", "-", stdin=LEGAL)
    assert result.exit_code == 2
    assert "not both" in result.stderr


def test_a_file_that_is_no_text_is_no_move(tmp_path: Path) -> None:
    file = tmp_path / "move.txt"
    file.write_bytes(b"\xff\xfe")
    result = invoke("check", POSITION, str(file))
    assert result.exit_code == 2
    assert "no UTF-8 text" in result.stderr


def test_a_card_is_played_from_the_hand() -> None:
    for judge in ("core", "law"):
        result = invoke("check", POSITION, "play ap_03", "--by", judge)
        assert result.exit_code == 1
        assert "9.1.2-1" in result.stdout
        assert "not_in_hand(ap_03)" in result.stdout
    result = invoke("play", POSITION, "play ap_03")
    assert result.exit_code == 1
    assert "It is not played." in result.stdout


def test_a_position_that_waits_for_something_else_says_for_what() -> None:
    document = json.dumps(answer("play", POSITION, "activate suez move; entrench suez")["position"])
    for words in (("orders", "-"), ("moves", "-"), ("check", "-", LEGAL), ("play", "-", LEGAL)):
        result = invoke(*words, stdin=document)
        assert result.exit_code == 2
        assert "A die falls for the trench in suez" in result.stderr
    for words in (("orders", "-"), ("play", "-", LEGAL)):
        result = invoke(*words, "--ops", "3", stdin=document)
        assert result.exit_code == 2
        assert "asks for no operations: A die falls for the trench in suez" in result.stderr
    result = invoke("play", "-", "built sues", stdin=document)
    assert "did you mean 'built suez'" in result.stderr
    result = invoke("play", "-", "built port_said", stdin=document)
    assert "'built port_said' is none of: built suez, failed suez" in result.stderr


def _spending_sr() -> str:
    content = json.loads(lexbelli.scenario("1914_campaign").to_json())
    content["agenda"] += [{"frame": "redeployment", "side": "ap", "points": 4}]
    return json.dumps(content)


def test_more_orders_than_a_move_holds_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "redeploying.json"
    path.write_text(_spending_sr(), encoding="utf-8")
    result = invoke("orders", str(path))
    assert result.exit_code == 0
    assert "Redeploy by land" in result.stdout
    assert "Redeploy into the Reserve Box" in result.stdout
    told = json.loads(invoke("orders", str(path), "--json").stdout)
    assert len(told["orders"]) > 400
    assert {"redeploy", "ship", "deploy", "reserve"} == {each["order"] for each in told["orders"]}


def test_every_kind_of_order_has_its_place_in_the_list() -> None:
    page = (Path(__file__).parents[2] / "docs/orders.md").read_text("utf-8")
    kinds = set(re.findall(r"^\| `([a-z_]+)", page, re.MULTILINE))
    parts = (sheet._HEADINGS, sheet._ENDS, sheet._WAYS, sheet._BARE)
    own = {"activate", "go", "organize", "replace"}
    assert kinds - own - {kind for part in parts for kind in part} == {"automatic"}
