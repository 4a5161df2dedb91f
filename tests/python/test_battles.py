"""Battles from Python: decisions, moves, orders, checks, play, tables."""

import json
import pickle
from fractions import Fraction
from typing import Any

import pytest

import lexbelli
from lexbelli import BadInput, Dice, IllegalMove
from lexbelli import pursuit_of_glory as pog
from lexbelli.chance import Outcome

ATTACK = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy"


def eleskirt(**more: Any) -> pog.Position:
    """The long example (12.11), before the attack is declared."""
    units = ("tu_ix_corps", "tu_x_corps", "tu_cavalry_1")
    setup = {
        "turn": 2,
        "round": 5,
        "active": "cp",
        "ops": 0,
        "attacking": dict.fromkeys(units, "attack"),
        "units": {
            "koprukoy": ["tu_ix_corps"],
            "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
            "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"],
            "ap_reserve": ["ru_div_1"],
            "cp_reserve": ["tu_elite_div_1"],
        },
        "reduced": ["tu_x_corps", "ru_i_caucasian", "ru_iv_caucasian"],
        "control": {"ap": ["eleskirt"]},
        "cards": {"cp": {"face_up": ["cp_05"]}, "ap": {"hand": ["ap_05"]}},
    }
    return pog.Position.from_setup({**setup, **more})


def test_the_long_example_is_played_with_the_dice_of_the_book() -> None:
    start = eleskirt()
    assert (start.decision.kind, start.decision.side) == ("attack", "cp")
    assert start.decision.choices == ("end",)
    # 4 and 3 for the weather.
    cards = start.play(ATTACK, roll=[4, 3])
    assert (cards.decision.kind, cards.decision.side) == ("cards", "cp")
    assert "cp_05" in cards.decision.text
    assert cards.decision.choices == ("pass",)
    answer = cards.play("play cp_05")
    assert answer.decision.side == "ap"
    flank = answer.play("play ap_05")
    assert flank.chance() == [
        Outcome("held eleskirt", Fraction(1, 3)),
        Outcome("flanked eleskirt", Fraction(2, 3)),
    ]
    # A 3 makes the flank attack succeed, and another a loss number of 5.
    after = flank.play(roll=[3, 3])
    assert after == answer.play("play ap_05", roll=[3, 3])
    assert after.setup()["battle"]["loss_numbers"] == {"attacker": 5}
    assert after.decision.kind == "losses"
    assert "AP absorbs 5 points at Eleskirt" in after.decision.text
    assert (
        dict(after.outline())["now"]
        == "Turn 2 > action round 5 > CP action > battle at Eleskirt > defender's losses (AP)"
    )
    assert (
        dict(cards.outline())["now"]
        == "Turn 2 > action round 5 > CP action > battle at Eleskirt > attacker's cards (CP)"
    )
    with pytest.raises(BadInput, match="asks for no operations"):
        after.suppose(ops=2)
    assert after.suppose(side="ap").decision.kind == "action"


def test_moves_are_read_from_text_json_and_plain_data() -> None:
    start = eleskirt()
    move = start.move(ATTACK)
    assert str(move) == ("attack eleskirt with tu_cavalry_1,tu_ix_corps,tu_x_corps flank koprukoy")
    assert move.as_json()[0] == {"order": "attack", "place": "eleskirt"}
    assert [order.kind for order in move] == ["attack", "join", "join", "join", "flank"]
    same = [
        start.move(str(move)),
        start.move(move.as_json()),
        start.move(json.dumps(move.as_json())),
        start.move(move),
        pickle.loads(pickle.dumps(move)),
    ]
    assert all(other == move and hash(other) == hash(move) for other in same)
    assert str(start.move("end")) == "end"


def test_moves_of_the_law_are_legal_and_all_there_are() -> None:
    start = eleskirt()
    found = list(start.moves())
    assert len(found) == len(set(found))
    assert start.move("end") in found
    assert start.move(ATTACK) in found
    assert all(start.check(move) == [] for move in found)
    assert len(list(start.moves(limit=3))) == 3
    cards = start.play(ATTACK, roll=[4, 3])
    assert {str(move) for move in cards.moves()} == {"pass", "play cp_05"}


def test_orders_are_those_that_can_still_be_given() -> None:
    start = eleskirt()
    texts = {order.text for order in start.orders()}
    assert {"attack eleskirt", "join tu_ix_corps", "flank koprukoy", "end"} <= texts
    alone = {order.text for order in start.orders("attack eleskirt; join tu_cavalry_1")}
    assert "end" not in alone
    assert "join tu_x_corps" in alone
    assert start.orders("join tu_ix_corps; attack koprukoy") == []


def test_orders_are_found_where_a_turning_point_is_remembered() -> None:
    """The facts of a turning point and of a unit's nation have one name, and not as many parts."""
    position = eleskirt(flags=["blockade_ended"]).play(ATTACK, roll=(1, 1))
    assert position.decision.kind == "cards"
    assert [order.text for order in position.orders()] == ["play cp_05"]


def test_core_and_law_find_the_same_wrong() -> None:
    start = eleskirt()
    wrong = "attack eleskirt with tu_cavalry_1 flank malazgirt"
    found = start.check(wrong)
    assert {each.code for each in found} == {"flank_from_one_space", "flank_without_lcu"}
    assert found == start.check(wrong, by="law")
    assert start.check(ATTACK) == start.check(ATTACK, by="law") == []
    with pytest.raises(IllegalMove) as caught:
        start.play(wrong)
    assert list(caught.value.violations) == found
    cards = start.play(ATTACK, roll=[4, 3])
    held = cards.check("play cp_21")
    assert [each.code for each in held] == ["not_held"]
    assert held == cards.check("play cp_21", by="law")


def test_what_answers_something_else_is_refused() -> None:
    start = eleskirt()
    for answer, told in (
        ("atack eleskirt", "attack"),
        ("play cp_05", "attack, join, flank"),
        ("automatic", "'automatic' does not answer 'attack'"),
        ("activate erzurum move", "which asks for: attack, join, flank, end"),
        ("attack eleskrit", "eleskirt"),
        ("end; attack eleskirt", "stands alone"),
        ([{"order": "attack", "place": "kras"}], "kars"),
        (7, "text or a list"),
    ):
        with pytest.raises(BadInput, match=told):
            start.play(answer)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="asks for no operations"):
        start.check(ATTACK, ops=3)
    assert not any(start.check(move) for move in start.sample_moves(20, 1))
    dice = start.play(ATTACK)
    with pytest.raises(BadInput, match="spared koprukoy"):
        dice.play("spared malazgirt")


def test_end_gives_up_what_waits() -> None:
    after = eleskirt().play("end")
    assert (after.decision.kind, after.decision.side) == ("action", "ap")
    assert "attacking" not in after.setup() or after.setup()["attacking"] == {}


def test_tables_judge_what_each_position_asks() -> None:
    start = eleskirt()
    cards = start.play(ATTACK, roll=[4, 3])
    rows = [
        (0, ATTACK),
        (0, "attack eleskirt with tu_cavalry_1 flank malazgirt"),
        (0, "end"),
        (1, "play cp_05"),
        (1, "play cp_21"),
        (1, "defend tu_div_1"),
        (1, json.dumps([{"order": "play", "card": "cp_05"}])),
    ]
    table: dict[str, list[Any]] = {
        "position": [at for at, _ in rows],
        "move": [move for _, move in rows],
    }
    judged = list(lexbelli.check_batch(table, positions=[start, cards], witnesses=True))
    assert [row["legal"] for row in judged] == [True, False, True, True, False, None, True]
    assert judged[1]["codes"] == ["flank_from_one_space", "flank_without_lcu"]
    assert judged[4]["witnesses"] == ["not_held(cp_21)"]
    assert "does not answer 'cards'" in str(judged[5]["error"])


def test_every_decision_of_the_long_example_says_what_is_under_way() -> None:
    now, told = eleskirt(), []
    dice = Dice(rolls=[4, 3, 3, 3, 6])
    answers = {"attack": ATTACK, "cards": "pass"}
    while now.decision.kind != "action":
        told.append(now.under_way)
        assert dict(now.outline())["now"] == " > ".join(now.under_way)
        asked = now.decision.kind
        if asked == "chance":
            now = now.play(None, Dice(rolls=[dice._waiting.pop(0)]))
        else:
            now = now.play(answers.get(asked) or next(now.moves(limit=1)))
    assert told[0] == ("Turn 2", "action round 5", "CP action", "attacks")
    stages = [" > ".join(stage[4:]) for stage in told[1:]]
    assert stages[:5] == [
        "severe weather",
        "severe weather",
        "attacker's cards (CP)",
        "defender's cards (AP)",
        "the flank attempt",
    ]
    assert {"the dice", "defender's losses (AP)"} <= set(stages)


def test_who_left_by_sea_is_told_apart_from_who_fell() -> None:
    garrison = ["br_div_1", "in_div_1"]
    battle: dict[str, object] = {
        "place": "jaffa",
        "stage": "retreat",
        "attackers": ["tu_div_1", "tu_div_2"],
    }
    battle |= {"defenders": garrison, "loss_numbers": {"attacker": 3, "defender": 1}}
    setup: dict[str, object] = {
        "turn": 5,
        "active": "cp",
        "ops": 0,
        "fought": ["tu_div_1", "tu_div_2"],
    }
    setup |= {"units": {"nablus": ["tu_div_1", "tu_div_2"], "jaffa": garrison}, "battle": battle}
    setup |= {"events": {"cp_33": 4, "ap_03": 1}, "beachheads": ["beach_jaffa"]}
    setup |= {"control": {"ap": ["jaffa"]}}
    start = pog.Position.from_setup(setup)
    told = dict(
        start.play("retreat br_div_1 cyprus via beach_jaffa; sail in_div_1 cyprus").outline()
    )
    assert told["retreated in this battle"].split() == garrison
    assert told["by sea"] == "in_div_1"
    assert "fell" not in told


def test_what_is_under_way_outside_battles() -> None:
    start = pog.scenario("1914_campaign")
    action = ("Turn 1", "action round 1", "AP action")
    assert start.under_way == action
    assert start.suppose(ops=3).under_way == (*action, "operations (3 OPS)")
    dug = start.play("activate suez move; entrench suez")
    assert dug.under_way == (*action, "trench in Suez")
    attrition = start.with_change(setup={"phase": "attrition"})
    assert attrition.under_way == ("Turn 1", "attrition phase")
    due = start.with_change(setup={"tribes_due": 1})
    assert due.under_way == (*action, "tribes of the Jihad level")
    assert [frame["frame"] for frame in due.agenda][-2:] == ["action", "tribes"]


@pytest.mark.parametrize(
    ("agenda", "why"),
    [
        ([{"frame": "phase", "phase": "action"}], r"agenda\[0\]: 'phase' cannot be the first"),
        ([{"frame": "turn"}, {"frame": "dice"}], r"agenda\[1\]: 'dice' cannot come upon 'turn'"),
        ([{"frame": "turn"}, {"frame": "battel"}], "battle"),
        ([{"frame": "turn", "side": "ap"}], r"agenda\[0\]: .*'side'"),
        ([{"frame": "turn"}, {"frame": "phase"}], r"agenda\[1\]: lacks its 'phase'"),
        ([{"side": "ap"}], r"agenda\[0\]: lacks its 'frame'"),
        ([{"frame": "turn"}] * 13, "12 are the most"),
    ],
)
def test_an_agenda_that_cannot_be_is_refused(agenda: list[dict[str, str]], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        pog.Position.from_setup({"agenda": agenda})


def test_the_law_reads_facts_of_fewer_arguments_than_its_rules_have() -> None:
    """`flag(blockade_ended)` stands beside rules on flags of two arguments."""
    cards = eleskirt(flags=["blockade_ended"]).play(ATTACK, roll=[4, 3])
    assert {str(move) for move in cards.moves()} == {"pass", "play cp_05"}


def test_every_path_of_an_advance_is_offered() -> None:
    """With ap_49 cavalry goes three spaces, to some of them by several ways."""
    battle = {
        "place": "koprukoy",
        "stage": "advance",
        "attackers": ["ru_cavalry_1"],
        "defenders": ["tu_div_1"],
        "fled": ["tu_div_1"],
        "passed": ["erzurum"],
        "loss_numbers": {"attacker": 5, "defender": 0},
        "cards": {"ap": ["ap_49"]},
    }
    setup = {
        "turn": 4,
        "active": "ap",
        "ops": 0,
        "units": {"sarikamis": ["ru_cavalry_1"], "erzincan": ["tu_div_1"]},
        "forts_destroyed": ["erzurum"],
        "fought": ["ru_cavalry_1"],
        "battle": battle,
        "cards": {"ap": {"face_up": ["ap_49"]}},
    }
    start = pog.Position.from_setup(setup)
    assert start.decision.kind == "advance"
    offered = [order.text for order in start.orders()]
    assert sorted([*offered, "pass"]) == sorted(map(str, start.core.answers_after(1000)))
    to_bayburt = {text for text in offered if text.startswith("advance ru_cavalry_1 bayburt")}
    assert to_bayburt == {
        "advance ru_cavalry_1 bayburt via koprukoy,oltu",
        "advance ru_cavalry_1 bayburt via koprukoy,erzurum",
    }
    # It may come back (12.9.3-1).
    assert "advance ru_cavalry_1 koprukoy via koprukoy,eleskirt" in offered
    for text in offered:
        assert start.check(text) == start.check(text, by="law") == []


def _units_of(answer: str) -> list[tuple[str, str]]:
    """Units and paths of the advances of an answer."""
    orders = [order.split(" ", 2)[1:] for order in answer.split("; ") if order != "pass"]
    return [(unit, rest) for units, rest in orders for unit in units.split(",")]


def test_orders_of_a_withdrawal_are_found() -> None:
    """It is of one space, whatever the numbers: no way is of two."""
    start = pog.Position.from_setup(
        {
            "turn": 15,
            "active": "ap",
            "ops": 0,
            "units": {"romani": ["anz_cavalry_1"], "el_arish": ["tu_a_div_1", "tu_a_div_7"]},
            "battle": {
                "place": "el_arish",
                "stage": "retreat",
                "attackers": ["anz_cavalry_1"],
                "defenders": ["tu_a_div_1", "tu_a_div_7"],
                "settled": ["withdraws"],
                "loss_numbers": {"attacker": 2, "defender": 1},
            },
            "fought": ["anz_cavalry_1"],
            "control": {"ap": ["romani"]},
        }
    )
    assert start.decision.kind == "retreat"
    offered = {order.text for order in start.orders()}
    answers = [str(answer) for answer in start.core.answers_after(1000)]
    assert offered == {
        f"retreat {unit} {place}"
        for answer in answers
        for unit, place in _units_of(answer.replace("retreat ", "advance "))
    }
    assert {str(move) for move in start.sample_moves(50, 1)} <= set(answers)
    assert start.sample_moves(3, 1) == start.sample_moves(3, 1)
