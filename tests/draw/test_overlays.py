"""What is laid over the board says what core and law say."""

import re
from collections import Counter
from itertools import product
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.draw import Mark, Overlay, Picture, Route, Tag
from lexbelli.draw.geometry import Box, around, overlaps
from lexbelli.pursuit_of_glory.drawing import overlays

START = pog.scenario("1914_campaign")
CUT = START.with_change(control={"mosul": "ap"})


def values(picture: Picture, attribute: str) -> list[str]:
    root = ET.fromstring(picture.svg)
    return [value for each in root.iter() if (value := each.get(attribute)) is not None]


def words(picture: Picture) -> str:
    root = ET.fromstring(picture.svg)
    return " ".join(each.text or "" for each in root.iter() if each.tag.endswith("text"))


def corners(points: str) -> list[list[str]]:
    return [corner.split(",") for corner in points.split()]


# --- supply -------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [START, CUT, pog.scenario("1916_total_war")])
def test_supply_marks_every_unit_that_is_not_fully_fed(position: pog.Position) -> None:
    shown = overlays.supply(position)
    supply = position.supply()
    assert shown.tags.keys() == {unit for unit, status in supply.items() if status != "full"}
    sources = Counter(line.source for line in supply.values() if line.source and line != "oos")
    assert {mark.place: mark.sign for mark in shown.marks} == {
        place: str(number) for place, number in sources.items()
    }


def test_supply_draws_every_step_of_every_line() -> None:
    shown = {frozenset(route.places) for route in overlays.supply(START).routes}
    wanted = {
        frozenset(step)
        for line in START.supply().values()
        for step in zip(line.path, line.path[1:], strict=False)
    }
    assert shown == wanted


def test_supply_of_one_side() -> None:
    shown = overlays.supply(CUT, "cp")
    assert {"tu_div_9", "tu_a_cavalry"} == shown.tags.keys()
    assert overlays.supply(CUT, "ap").tags == {}
    assert "TU DIV #9" in " ".join(shown.notes)
    with pytest.raises(lexbelli.BadInput, match="side"):
        overlays.supply(START, "xp")


def test_a_supply_line_is_drawn() -> None:
    picture = START.draw(around="erzurum", line="tu_ix_corps")
    assert values(picture, "data-route") == ["koprukoy erzurum", "erzurum erzincan"]
    assert "TU IX Corps traces to Erzincan. (14.1.2-1)" in words(picture)


def test_the_cut_is_drawn() -> None:
    picture = CUT.draw(around="mosul", line="tu_div_9")
    assert sorted(values(picture, "data-cut")) == ["ruwandiz mosul", "ruwandiz suj_bulak"]
    assert "Mosul is controlled by the AP (14.1.3-1)" in words(picture)
    assert not values(picture, "data-route")


# --- reach and moves ----------------------------------------------------------------------


def test_reach_marks_where_orders_may_end() -> None:
    shown = overlays.reach(START, "ru_div_4")
    ends = {
        order.content["to"]
        for order in START.orders()
        if order.kind == "go" and order.content["unit"] == "ru_div_4"
    }
    assert {mark.place for mark in shown.marks} == ends | {"kars"}


def test_a_unit_that_cannot_move_says_so() -> None:
    shown = overlays.reach(START, "br_in_garrison_1")
    assert [mark.place for mark in shown.marks] == ["india"]
    assert shown.notes


@pytest.mark.parametrize(("unit", "said"), [("ru_dif_4", "ru_div_4"), ("tu_iii_corps", "map")])
def test_reach_of_what_is_not_there(unit: str, said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=said):
        START.draw(reach=unit)


def test_a_move_is_drawn_as_arrows() -> None:
    move = "activate kars move; go ru_div_4 oltu; activate tiflis attack"
    picture = START.draw(around="kars", move=move, ops=4)
    assert values(picture, "data-arrow") == ["kars ardahan oltu"]
    assert sorted(values(picture, "data-mark")) == ["kars", "tiflis"]
    assert "A move, legal" in words(picture)


def test_redeployments_are_arrows_from_end_to_end() -> None:
    spending = {"frame": "redeployment", "side": "ap", "points": 4}
    start = START.with_change(setup={"agenda": [*START.setup()["agenda"], spending]})
    move = "redeploy ru_div_3 akstafa; reserve ru_div_4; deploy ru_div_9 kars"
    picture = start.draw(around="kars", move=move)
    assert values(picture, "data-arrow") == ["oltu akstafa"]
    assert values(picture, "data-mark") == ["kars"]
    assert "goes into the Reserve Box" in words(picture)


def test_an_illegal_move_says_what_is_wrong() -> None:
    picture = START.draw(move="go ru_div_4 koprukoy")
    assert "breaks" in words(picture)
    assert "enters Koprukoy, where enemy units are. (11.1.5-1)" in words(picture)


@pytest.mark.parametrize(
    "order",
    [
        "entrench suez", "land cape_helles", "withdraw cape_helles", "remove beach_fao",
        "assault smyrna", "suppress tu_div_1",
        "organize tu_v_corps reserve tu_div_1 eliminated tu_div_2 removed tu_div_10",
        "activate hejaz move with tu_a_div_9", "go in_div_4 fao",
    ],
)  # fmt: skip
def test_every_kind_of_order_can_be_drawn(order: str) -> None:
    picture = START.draw(move=order, theme="print")
    assert values(picture, "data-arrow") or values(picture, "data-mark") or order in words(picture)


def test_a_move_that_cannot_be_read() -> None:
    with pytest.raises(lexbelli.BadInput, match="order 1"):
        START.draw(move="go nobody kars")


# --- differences --------------------------------------------------------------------------


def test_a_difference_shows_what_changed() -> None:
    after = START.with_change(
        units={"ru_div_4": "oltu", "tu_ix_corps": "cp_eliminated", "ru_div_9": "poti"},
        control={"mosul": "ap"},
    )
    shown = overlays.difference(START, after)
    assert [tuple(arrow.places) for arrow in shown.arrows] == [("kars", "oltu")]
    assert shown.tags["ru_div_9"].sign == "+"
    assert {mark.place: mark.tone for mark in shown.marks} == {
        "koprukoy": "gone",
        "mosul": "changed",
    }
    assert any("TU IX Corps: Koprukoy -> CP Eliminated" in note for note in shown.notes)
    picture = after.draw(since=START)
    assert "What changed" in words(picture)


def test_a_step_lost_and_won() -> None:
    content = START.setup()
    content["reduced"] = [unit for unit in content["reduced"] if unit != "tu_xi_corps"]
    content["reduced"].append("tu_ix_corps")
    shown = overlays.difference(START, pog.Position.from_setup(content))
    assert {unit: tag.sign for unit, tag in shown.tags.items()} == {
        "tu_ix_corps": "r",
        "tu_xi_corps": "f",
    }


def test_no_difference() -> None:
    shown = overlays.difference(START, START)
    assert shown.heading == "nothing changed"
    assert not any((shown.marks, shown.arrows, shown.tags, shown.notes, shown.key))


# --- battles ------------------------------------------------------------------------------


def eleskirt(**more: Any) -> pog.Position:
    """The long example (12.11), before the attack is declared."""
    units = ("tu_ix_corps", "tu_x_corps", "tu_cavalry_1")
    setup = {
        "turn": 2, "round": 5, "active": "cp", "ops": 0,
        "attacking": dict.fromkeys(units, "attack"),
        "units": {
            "koprukoy": ["tu_ix_corps"], "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
            "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"], "ap_reserve": ["ru_div_1"],
        },
        "reduced": ["ru_i_caucasian", "ru_iv_caucasian"],
        "control": {"ap": ["eleskirt"]},
    }  # fmt: skip
    return pog.Position.from_setup({**setup, **more})


ATTACK = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy"


def test_who_waits_to_attack_is_seen() -> None:
    shown = overlays.battle(eleskirt())
    assert shown is not None
    assert {unit: tag.sign for unit, tag in shown.tags.items()} == {
        "tu_ix_corps": "A", "tu_x_corps": "A", "tu_cavalry_1": "A",
    }  # fmt: skip
    assert "CP may attack with" in shown.notes[0]
    assert "Battles to come" in words(eleskirt().draw())
    assert "Battles to come" not in words(eleskirt().draw(battle=False))
    assert overlays.battle(START) is None


def test_the_battle_under_way_is_seen() -> None:
    position = eleskirt().play(ATTACK)
    picture = position.draw(around="eleskirt")
    assert sorted(values(picture, "data-arrow")) == ["koprukoy eleskirt", "malazgirt eleskirt"]
    assert {"eleskirt", "koprukoy"} <= {*values(picture, "data-mark")}
    assert "Battle at Eleskirt" in words(picture)
    shown = overlays.battle(position)
    assert shown is not None
    assert shown.tags["ru_i_caucasian"].sign == "D"
    assert {arrow.sign for arrow in shown.arrows} == {"", "2"}


def test_loss_numbers_and_ways_of_a_retreat_are_seen() -> None:
    battle = {
        "place": "eleskirt", "stage": "retreat", "attackers": ["tu_ix_corps", "tu_x_corps"],
        "defenders": ["ru_i_caucasian", "ru_iv_caucasian"],
        "loss_numbers": {"attacker": 3, "defender": 1},
        "settled": ["defenders_losses_taken", "attackers_losses_taken"],
    }  # fmt: skip
    position = eleskirt(battle=battle, attacking={})
    assert position.decision.kind == "retreat"
    shown = overlays.battle(position)
    assert shown is not None
    offered = {tuple(order.content["path"]) for order in position.orders()
               if order.kind == "retreat"}  # fmt: skip
    assert offered
    assert {tuple(arrow.places[1:]) for arrow in shown.arrows} == offered
    assert any(mark.sign == "3 : 1" for mark in shown.marks)
    # A move that is asked for stands alone.
    (move, *_) = position.moves(limit=1)
    picture = position.draw(move=move)
    drawn = [order for order in move.orders if order.kind == "retreat"]
    wanted = {" ".join(("eleskirt", *order.content["path"])) for order in drawn}
    assert {*values(picture, "data-arrow")} == wanted
    assert "A move, legal" in words(picture) or "a move, legal" in words(picture)


def test_who_may_sail_away_is_drawn() -> None:
    # Who goes by sea names the port alone (12.7.11-2).
    setup = {
        "active": "cp",
        "turn": 5,
        "ops": 0,
        "events": {"cp_33": 4},
        "greece": "ap",
        "units": {"doiran": ["bu_div_1"], "salonika": ["br_div_1"]},
        "control": {"ap": ["salonika"], "cp": ["doiran"]},
        "battle": {
            "place": "salonika",
            "stage": "retreat",
            "attackers": ["bu_div_1"],
            "defenders": ["br_div_1"],
            "settled": ["defenders_losses_taken", "attackers_losses_taken"],
            "loss_numbers": {"attacker": 5, "defender": 3},
        },
    }
    position = pog.Position.from_setup(setup)
    assert "sail" in {order.kind for order in position.orders()}
    assert "retreats there" in position.draw().svg


def test_an_attack_is_drawn_as_it_is_declared() -> None:
    shown = overlays.move(eleskirt(), ATTACK)
    assert {tuple(arrow.places) for arrow in shown.arrows} == {
        ("koprukoy", "eleskirt"), ("malazgirt", "eleskirt"),
    }  # fmt: skip
    assert shown.heading == "a move, legal"
    assert {(mark.place, mark.sign) for mark in shown.marks} == {
        ("eleskirt", ""), ("koprukoy", "F"),
    }  # fmt: skip


def test_losses_are_signs_on_counters() -> None:
    battle = {
        "place": "eleskirt", "stage": "defenders_losses", "attackers": ["tu_ix_corps"],
        "defenders": ["ru_i_caucasian", "ru_iv_caucasian"], "loss_numbers": {"attacker": 3},
    }  # fmt: skip
    position = eleskirt(battle=battle, attacking={}, reduced=[])
    assert position.decision.kind == "losses"
    for move in position.moves():
        shown = overlays.move(position, move)
        assert shown.heading == "a move, legal"
        for order in move.orders:
            sign = shown.tags[order.content["unit"]].sign
            assert sign == {"reduce": "r", "eliminate": "x", "replace": "x"}[order.kind]
            assert order.text in shown.notes
    defenders = overlays.battle(position)
    assert defenders is not None
    assert any(mark.sign == "3 : -" for mark in defenders.marks)


KOPRUKOY = "attack koprukoy with ru_i_caucasian,ru_cavalry_1,ru_div_3"


def test_an_attack_is_drawn_with_its_true_odds() -> None:
    odds = lexbelli.odds(START, KOPRUKOY)
    picture = START.draw(around="koprukoy", attack=KOPRUKOY)
    assert picture.svg == START.draw(around="koprukoy", attack=odds).svg
    assert sorted(values(picture, "data-arrow")) == ["oltu koprukoy", "sarikamis koprukoy"]
    said = words(picture)
    for share in (odds.win, odds.draw, odds.loss, odds.clear):
        assert f"{float(share):.0%}" in said
    assert f"attacker loses {float(odds.attacker_steps):.1f}" in said
    assert "supposed" in said


def test_an_illegal_attack_says_what_is_wrong() -> None:
    said = words(START.draw(attack="attack erzurum with ru_div_4"))
    assert "An attack, breaks 1 rule" in said
    assert "(12.1.1-2)" in said
    with pytest.raises(lexbelli.BadInput, match="koprukoy"):
        START.draw(attack="attack koprukoi with ru_div_3")


# --- threats and puzzles ------------------------------------------------------------------

MOVE = "activate kars move; go ru_div_4 oltu"
THREATS: list[overlays.Threat | dict[str, Any]] = [
    overlays.Threat("takes", spaces=["koprukoy", "Erzurum"], ops=3),
    {"goal": "cuts", "units": ["tu_ix_corps", "tu_div_9"], "ops": 1, "move": MOVE},
    {"goal": "holds", "spaces": ["koprukoy"]},
]


def test_threats_are_numbered_by_their_cost() -> None:
    shown = overlays.threats(START, THREATS)
    assert {mark.place: mark.sign for mark in shown.marks} == {"koprukoy": "2,3", "erzurum": "2"}
    assert {unit: tag.sign for unit, tag in shown.tags.items()} == {
        "tu_ix_corps": "1", "tu_div_9": "1",
    }  # fmt: skip
    assert [(tuple(arrow.places), arrow.sign) for arrow in shown.arrows] == [
        (("kars", "ardahan", "oltu"), "1")
    ]
    first, second, third = shown.notes
    assert first.startswith("1. cuts TU IX Corps, TU DIV #9 for 1 OPS: activate kars move;")
    assert second == "2. takes Koprukoy, Erzurum for 3 OPS"
    assert third == "3. holds Koprukoy"
    assert overlays.threats(START, THREATS, ways=False).arrows == []
    picture = START.draw(around="erzurum", overlay=shown)
    assert "Threats: cuts, takes, holds" in words(picture)


def test_no_threats_and_many() -> None:
    assert overlays.threats(START, []).heading == "no threats"
    many = overlays.threats(START, [{"goal": "takes", "spaces": ["kars"], "ops": 1}] * 25)
    assert many.notes[-1] == "and 5 more"
    assert many.marks[0].sign == "1+"


@pytest.mark.parametrize(
    ("threat", "said"),
    [
        ({"goal": "cuts", "unit": ["x"]}, "unknown key 'unit'; did you mean 'units'"),
        ({"units": ["tu_ix_corps"]}, "'goal' is missing"),
        ({"goal": "cuts", "units": ["tu_ix_korps"]}, "did you mean 'tu_ix_corps'"),
        ({"goal": "takes", "spaces": ["erzurm"]}, "did you mean 'erzurum'"),
        ({"goal": "takes", "spaces": "erzurum"}, "a list is needed"),
        ({"goal": "takes", "move": "go nobody kars"}, "order 1"),
    ],
)
def test_threats_that_cannot_be_read(threat: dict[str, Any], said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=said):
        overlays.threats(START, [threat])


def test_what_threats_finds_is_drawn_as_it_is() -> None:
    late = pog.scenario("1916_total_war")
    (found,) = lexbelli.threats(late, "cp", ops=1, about=["oos"])
    shown = overlays.threats(late, [found])
    assert {mark.place for mark in shown.marks} == {*found.flips, *found.taken}
    assert shown.tags.keys() == set(found.out)
    assert {mark.sign for mark in shown.marks} | {tag.sign for tag in shown.tags.values()} == {"1"}
    assert [arrow.places[-1] for arrow in shown.arrows] == ["aziziya"]
    assert shown.heading == "threats: cuts off, starves, takes"
    assert re.match(r"1\. cuts off .*; starves .*; takes .* for 1 OPS: activate", shown.notes[0])


def test_signs_of_arrows_do_not_hide_each_other_nor_heads_names() -> None:
    found = lexbelli.threats(START, "cp", ops=2)
    picture = START.draw(around="jifjaffa", overlay=overlays.threats(START, found))
    root = ET.fromstring(picture.svg)
    arrows = [each for each in root.iter() if each.get("data-arrow")]
    pills = [
        ("pill", Box(*(float(rect.get(key, "")) for key in ("x", "y", "width", "height"))))
        for each in arrows
        for rect in each.iter()
        if rect.tag.endswith("rect")
    ]
    heads = {
        ("head", around(Box(float(x), float(y), 0, 0) for x, y in corners(points)))
        for each in arrows
        for head in each.iter()
        if (points := head.get("points"))
    }
    # The corners of a head may touch a name, but hide nothing of it.
    names = [
        (name, box.grown(-3)) for name, box in picture.boxes.items() if name.startswith("label ")
    ]
    assert len(pills) >= 8
    assert len(heads) >= 5
    assert not overlaps(pills)
    assert not [
        pair for pair in overlaps([*heads, *names]) if "head" in pair and pair[0] != pair[1]
    ]
    # A short arrow has no room for both, but a head is never hidden.
    for (_, pill), (_, head) in product(pills, heads):
        common = pill.common(head)
        assert common.width * common.height <= head.width * head.height / 3


PUZZLE = overlays.Puzzle(
    "AP to move with 1 OPS: who can come to Oltu?", [MOVE], ops=1, spaces=["oltu"],
    units=["tu_ix_corps"],
)  # fmt: skip


def test_a_puzzle_hides_its_solution() -> None:
    hidden, solved = (overlays.puzzle(START, PUZZLE, solved) for solved in (False, True))
    assert hidden.arrows == ()
    assert list(hidden.notes) == [PUZZLE.text]
    assert [tuple(arrow.places) for arrow in solved.arrows] == [("kars", "ardahan", "oltu")]
    assert solved.notes[0] == PUZZLE.text
    assert solved.notes[1].startswith("activate kars move; go ru_div_4 oltu")
    for shown in (hidden, solved):
        assert [(mark.place, mark.sign) for mark in shown.marks if mark.sign == "?"] == [
            ("oltu", "?")
        ]
        assert shown.tags["tu_ix_corps"].sign == "?"
    picture = START.draw(around="kars", overlay=hidden)
    assert "ru_div_4 oltu" not in picture.svg


def test_a_solution_of_several_moves_is_numbered() -> None:
    given = {"text": "Two moves.", "moves": [MOVE, "activate erzurum move; go tu_xi_corps mus"]}
    shown = overlays.puzzle(START, given, solved=True)
    assert [(tuple(arrow.places)[-1], arrow.sign) for arrow in shown.arrows] == [
        ("oltu", "1"), ("mus", "2"),
    ]  # fmt: skip
    assert shown.notes[1].startswith("1. ")
    assert shown.notes[2].startswith("2. ")


def test_a_wrong_solution_says_so() -> None:
    given = {"text": "Wrong.", "moves": ["go ru_div_4 koprukoy", "go ru_div_3 oltu"]}
    shown = overlays.puzzle(START, given, solved=True)
    assert "breaks" in shown.notes[1]
    assert shown.notes[2] == "2. go ru_div_3 oltu"
    nothing = overlays.puzzle(START, {"text": "None."}, solved=True)
    assert nothing.notes == ("None.", "No solution is given.")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"texts": "x"}, "did you mean 'text'"),
        ({"moves": []}, "'text' is missing"),
        ({"text": "x", "moves": "go ru_div_4 oltu"}, "a list is needed"),
        ({"text": "x", "spaces": ["karz"]}, "did you mean 'kars'"),
    ],
)
def test_puzzles_that_cannot_be_read(given: dict[str, Any], said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=said):
        overlays.puzzle(START, given, solved=True)


# --- anything else ------------------------------------------------------------------------


def test_an_attack_with_its_odds() -> None:
    overlay = overlays.attack("koprukoy", {"oltu": ["ru_div_3"]}, "58%", "They attack.")
    picture = START.draw(around="koprukoy", overlay=overlay)
    assert values(picture, "data-arrow") == ["oltu koprukoy"]
    assert "58%" in words(picture)
    assert "They attack." in words(picture)


def test_overlays_are_laid_over_each_other() -> None:
    picture = START.draw(
        supply=True, reach="ru_div_4", move="go ru_div_4 oltu",
        overlay=Overlay(heading="a puzzle", marks=[Mark("van", "attack", "?")],
                        routes=[Route(["van", "mus"], "path")],
                        tags={"tu_ix_corps": Tag("bad", "!", "the key")}, notes=["CP to win."]),
    )  # fmt: skip
    assert re.search(r"Supply; reach of RU DIV #4; a move, breaks \d+ rules?; a puzzle",
                     words(picture))  # fmt: skip
    assert "CP to win." in words(picture)


@pytest.mark.parametrize(
    "options",
    [{"supply": True}, {"reach": "ru_div_4"}, {"move": "activate kars move; go ru_div_4 oltu"}],
)
def test_an_overlay_hides_nothing(options: dict[str, Any]) -> None:
    picture, plain = START.draw(**options), START.draw()
    for attribute in ("data-unit", "data-space", "data-link"):
        assert values(picture, attribute) == values(plain, attribute)
    assert picture.svg == START.draw(**options).svg
