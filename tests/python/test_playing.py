"""Decisions, orders, moves, checks and play from Python."""

import json
import pickle
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexbelli
from lexbelli import BadInput, Dice, IllegalMove, Violation
from lexbelli import pursuit_of_glory as pog
from lexbelli.chance import Outcome
from lexbelli.moves import Change

LEGAL = "activate oltu move; go ru_div_3 kars via sarikamis"
ILLEGAL = "go ru_div_3 koprukoy; entrench batum"
DIG = "activate suez move; entrench suez"


@pytest.fixture(scope="module")
def position() -> pog.Position:
    return pog.scenario("1914_campaign")


# ------------------------------------------------------------------------------------ moves


def test_a_move_is_read_from_text_json_and_plain_data(position: pog.Position) -> None:
    move = position.move(LEGAL)
    assert move.as_json() == [
        {"order": "activate", "place": "oltu", "for": "move"},
        {"order": "go", "unit": "ru_div_3", "path": ["sarikamis", "kars"]},
    ]
    assert str(move) == LEGAL
    same = [
        position.move(str(move)),
        position.move(move.as_json()),
        position.move(json.dumps(move.as_json())),
        position.move(tuple(reversed(move.as_json()))),
        position.move(move),
        pickle.loads(pickle.dumps(move)),
    ]
    assert all(other == move and hash(other) == hash(move) for other in same)
    assert len({*same, position.move("")}) == 2
    assert [order.kind for order in move] == ["activate", "go"]
    assert len(move) == 2


def test_moves_of_the_law_can_be_pickled_too(position: pog.Position) -> None:
    for move in islice(position.moves(ops=3), 5):
        assert pickle.loads(pickle.dumps(move)) == move == position.move(str(move))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), ops=st.integers(1, 6))
def test_samples_are_legal_by_core_and_law_and_read_again(seed: int, ops: int) -> None:
    position = pog.scenario("1914_campaign")
    (move,) = position.sample_moves(1, seed, ops)
    assert position.check(move, ops) == []
    assert position.check(move, ops, by="law") == []
    assert position.move(str(move)) == position.move(move.as_json()) == move
    assert sum(position.cost(order) or 0 for order in move) <= ops


def test_moves_are_found_when_they_are_asked_for(position: pog.Position) -> None:
    endless = position.moves(ops=5)
    found = list(islice(endless, 20))
    assert len(set(found)) == 20
    assert list(position.moves(limit=0)) == []
    assert len(list(position.moves(limit=3))) == 3


# ----------------------------------------------------------------------------------- orders


def test_orders_of_an_action_are_those_of_one_ops(position: pog.Position) -> None:
    assert position.orders() == position.orders(ops=1)
    assert position.cost(position.orders()[0]) == 1


def test_orders_with_a_whole_path_keep_it(position: pog.Position) -> None:
    texts = {order.text for order in position.orders(LEGAL)}
    assert texts == {"activate oltu move", "go ru_div_3 kars"}
    # A step that is not the end: with the whole path given the unit stops there.
    step = [{"order": "go", "unit": "ru_div_3", "path": ["sarikamis"]}]
    texts = {order.text for order in position.orders(step)}
    assert texts == {"activate oltu move", "go ru_div_3 sarikamis"}
    assert position.orders(position.move(LEGAL)) == position.orders(LEGAL)


def test_impossible_orders_offer_nothing(position: pog.Position) -> None:
    assert position.orders("go ru_div_3 koprukoy") == []
    assert position.orders("activate erevan move", ops=1)
    assert position.orders("activate erevan move; activate kars move", ops=1) == []


def test_an_lcu_is_offered_with_who_could_have_each_role(position: pog.Position) -> None:
    found = [order for order in position.orders(ops=2) if order.kind == "organize"]
    assert found
    for order in found:
        content = order.as_json()
        assert content["reserve"]
        assert content["removed"]
        assert order.names(content["lcu"])
        assert order.names(content["reserve"][0])
        assert not order.names("organize")


# ----------------------------------------------------------------------------------- checks


def test_core_and_law_give_the_same_violations(position: pog.Position) -> None:
    found = position.check(ILLEGAL)
    assert found == position.check(ILLEGAL, by="law")
    assert (
        Violation(
            "11.1.5-1",
            "enemy(ru_div_3,koprukoy)",
            "RU DIV #3 enters Koprukoy, where enemy units are.",
            owed=False,
        )
        in found
    )
    (enemy,) = (each for each in found if each.code == "enemy")
    assert enemy.args == ("ru_div_3", "koprukoy")
    assert {each.code for each in found if each.owed} == {"not_activated", "dig_not_activated"}


def test_ops_count(position: pog.Position) -> None:
    move = "activate oltu move; activate kars move; activate batum move"
    for points in (1, 2):
        (broken,) = position.check(move, ops=points)
        assert broken.witness == f"over_budget(3,{points})"
        assert broken.args == ("3", str(points))
    assert position.check(move, ops=3) == []


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_sentences_of_the_law_are_those_of_the_core(seed: int) -> None:
    position = pog.scenario("1914_campaign")
    from lexbelli._core import PursuitMove

    nonsense = position.move(PursuitMove.nonsense(position.core, seed).to_json())
    core = position.check(nonsense, ops=3)
    assert core == position.check(nonsense, ops=3, by="law")
    assert all(violation.text.endswith(".") for violation in core)
    assert not any("{" in violation.text for violation in core)


# ------------------------------------------------------------------------------------- play


def test_play_goes_from_decision_to_decision(position: pog.Position) -> None:
    asked = position.decision
    assert (asked.kind, asked.side, asked.ops) == ("action", "ap", None)
    assert asked.choices == ("automatic",)
    ready = position.play("automatic")
    assert (ready.decision.kind, ready.decision.ops) == ("operations", 1)
    assert ready.play(LEGAL) == position.play(LEGAL)
    waiting = position.play(DIG)
    assert waiting.decision.kind == "chance"
    assert waiting.chance() == [
        Outcome("built suez", Fraction(1, 6)),
        Outcome("failed suez", Fraction(5, 6)),
    ]
    assert position.chance() == []
    built = waiting.play(roll=1)
    assert built == waiting.play("built suez") == position.play(DIG, roll=1)
    assert all(waiting.play(roll=roll) == waiting.play("failed suez") for roll in range(2, 7))
    assert (built.decision.kind, built.decision.side) == ("action", "cp")
    assert Change("trenches suez", "-", "level 1, owner ap") in waiting.changes(built)
    assert hash(asked) == hash(position.decision)


def test_a_card_is_played_for_its_ops(position: pog.Position) -> None:
    cards = position.setup().get("cards", {})
    deck = [card for card in cards["ap"]["deck"] if card != "ap_11"]
    dealt = {**cards, "ap": {**cards["ap"], "deck": deck, "hand": ["ap_11"]}}
    holding = position.with_change(setup={"cards": dealt}, allow=["all"])
    played = ("play ap_11", "play ap_11 for sr", "play ap_11 for rp", "play ap_11 for event")
    assert holding.decision.choices == ("automatic", *played)
    started = holding.play("play ap_11")
    assert started.decision.kind == "operations"
    assert (started.decision.ops or 0) > 1
    two = "activate oltu move; activate kars move"
    assert started.check(two) == []
    assert started.play(two).decision.side == "cp"


def test_an_illegal_move_is_not_played(position: pog.Position) -> None:
    with pytest.raises(IllegalMove) as caught:
        position.play(ILLEGAL)
    error = caught.value
    assert error.move == position.move(ILLEGAL)
    assert list(error.violations) == position.check(ILLEGAL)
    assert str(error).startswith("the move breaks 4 rules\n")
    again = pickle.loads(pickle.dumps(error))
    assert (again.move, again.violations, str(again)) == (error.move, error.violations, str(error))
    assert type(error).__module__ == "lexbelli"


def test_ops_can_be_supposed(position: pog.Position) -> None:
    two = "activate oltu move; activate kars move"
    with pytest.raises(IllegalMove):
        position.play(two)
    assert position.play(two, ops=2) == position.suppose(ops=2).play(two)
    assert position.suppose() is position
    turks = position.suppose(side="cp", ops=3)
    assert (turks.decision.side, turks.decision.ops) == ("cp", 3)
    assert turks.suppose("ap").decision.kind == "action"
    later = pog.scenario("1916_total_war")
    assert later.decision.kind == "chance"
    assert later.suppose(ops=2).decision.ops == 2
    assert later.check("", ops=2) == []


def test_a_side_is_supposed_to_act_while_a_die_waits(position: pog.Position) -> None:
    assert position.play(DIG).suppose("cp").decision.kind == "action"


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), ops=st.integers(1, 5))
def test_random_play_stays_among_valid_positions(seed: int, ops: int) -> None:
    position = pog.scenario("1914_campaign")
    dice = Dice(seed=seed)
    for number in range(4):
        (move,) = position.suppose(ops=ops).sample_moves(1, seed + number if seed < 2**63 else seed)
        later = position.play(move, dice, ops)
        assert pog.Position.from_json(later.to_json()) == later
        while later.decision.kind in ("attack", "tribes"):
            later = later.play(later.decision.choices[0], dice)
        assert later.changes(later) == []
        assert position.changes(later)
        position = later


# ------------------------------------------------------------------------------------- dice


def test_dice_of_a_seed_are_always_the_same() -> None:
    odds = [Outcome(str(face), Fraction(1, 6)) for face in range(1, 7)]
    one, other = Dice(seed=11), Dice(seed=11)
    rolls = [one.fall(odds) for _ in range(50)]
    assert rolls == [other.fall(odds) for _ in range(50)]
    assert {outcome.text for outcome in rolls if outcome} == set("123456")
    assert all(str(roll) == outcome.text for roll, outcome in one.fallen)


def test_given_rolls_fall_once(position: pog.Position) -> None:
    dice = Dice(rolls=[2, 1])
    first = position.play(
        "activate suez move; activate port_said move; entrench suez; entrench port_said",
        dice,
        ops=2,
    )
    assert dice.waiting == 0
    assert [roll for roll, _ in dice.fallen] == [2, 1]
    assert len(first.setup()["trenches"]) == len(position.setup().get("trenches", {})) + 1
    assert dice.fall(first.chance() or [Outcome("x", Fraction(1))]) is None


# -------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda p: p.move("go ru_div_3 karz"), "did you mean 'kars'"),
        (lambda p: p.move([{"order": "go", "unit": "ru_div_3"}]), r"orders\[0\].path"),
        (lambda p: p.move([3]), "no plain data"),
        (lambda p: p.move([{"order": {1, 2}}]), "no plain data"),
        (lambda p: p.move(3), "not 'int'"),
        (lambda p: p.move(b"go"), "not 'bytes'"),
        (lambda p: p.check("", by="lwa"), "did you mean 'law'"),
        (lambda p: p.check("", ops=0), "not between 1 and 20"),
        (lambda p: p.check("", ops=21), "not between 1 and 20"),
        (lambda p: p.orders("", ops=-1), "not between 1 and 20"),
        (lambda p: p.moves(limit=-1), "limit"),
        (lambda p: p.sample_moves(-1, 0), "number"),
        (lambda p: p.sample_moves(10**6, 0), "number"),
        (lambda p: p.sample_moves(1, -1), "seed"),
        (lambda p: p.sample_moves(1, 2**64), "seed"),
        (lambda p: p.suppose("neutral"), "side"),
        (lambda p: p.suppose(ops=0), "ops"),
        (lambda p: p.play(), "is missing"),
        (lambda p: p.play("", roll=6), "no die falls"),
        (lambda p: p.play(DIG, roll=[1, 1]), "2 given, but only 1 can fall"),
        (lambda p: p.play(DIG, roll=0), "no roll of a die"),
        (lambda p: p.play(DIG, roll=[True]), "no roll of a die"),
        (lambda p: p.play("built suez"), "no die falls that 'built suez' could come of"),
        (lambda p: p.play(DIG).play("built port_said"), "none of: built suez, failed suez"),
        (lambda p: p.play(DIG).orders(), "asks for no operations"),
        (lambda p: p.play(DIG).check("", ops=3), "asks for no operations"),
        (lambda p: p.play(DIG).check("pass"), "none of: built suez, failed suez"),
        (lambda _: pog.scenario("1916_total_war").moves(), "asks for no operations"),
        (lambda _: Dice(), "either a seed or rolls"),
        (lambda _: Dice(1, [2]), "either a seed or rolls"),
        (lambda _: Dice(rolls=[-7]), "'-7' is no roll"),
        (lambda p: p.play(DIG, roll=7), "'7' is no roll"),
        (lambda p: p.play(DIG, roll="suez"), "'suez' is no roll"),
    ],
)
def test_bad_input_is_named(position: pog.Position, ask: object, said: str) -> None:
    assert callable(ask)
    with pytest.raises(BadInput, match=said):
        ask(position)


def test_the_public_names_are_there() -> None:
    for name in ("Decision", "Dice", "IllegalMove", "Move", "Order", "Violation"):
        assert name in lexbelli.__all__


@pytest.mark.parametrize("answer", ["automatic", "play ap_01", "activate suez move"])
@pytest.mark.parametrize("ops", [-1, 0, 21])
def test_points_that_there_never_are_are_refused_whatever_is_answered(
    answer: str, ops: int
) -> None:
    position = pog.scenario("1914_campaign")
    with pytest.raises(BadInput, match=f"'{ops}' is not between 1 and 20"):
        position.check(answer, ops)
    table = lexbelli.check_batch({"move": [answer], "ops": [ops]}, position)
    assert table.column("legal") == [None]
