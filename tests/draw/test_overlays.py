"""What is laid over the board says what core and law say."""

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.draw import Mark, Overlay, Picture, Route, Tag
from lexbelli.pursuit_of_glory.drawing import overlays

START = pog.scenario("1914_campaign")
CUT = START.with_change(control={"mosul": "ap"})


def values(picture: Picture, attribute: str) -> list[str]:
    root = ET.fromstring(picture.svg)
    return [value for each in root.iter() if (value := each.get(attribute)) is not None]


def words(picture: Picture) -> str:
    root = ET.fromstring(picture.svg)
    return " ".join(each.text or "" for each in root.iter() if each.tag.endswith("text"))


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
