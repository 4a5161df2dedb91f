"""Law and core must list the same orders of decisions that cost no OPS, beside whatever is given.

Some lists belong to every run; `python tests/agreement/answer_lists.py NUMBER SEED` compares more.
"""

import json
from typing import Any, Final

import pytest

from agreement.answer_lists import ANYWHERE, SMALL, asked, compared
from agreement.listing import Found
from lexbelli.pursuit_of_glory import battles
from lexbelli.pursuit_of_glory.position import Position

SEED = 2
# One position of every kind, and some in which law or core once were wrong: an attack for which
# supply has failed, JAFAR PASHA in a region, staff that waits for nothing.
NUMBERS = (*range(len(SMALL)), 189, 621, 918, 1108)
# Units that go or come to any place; once wrong: a siege that is given up by who needs it, a unit
# of two nations that comes between units of both, a guest without his host.
ANYWHERE_NUMBERS = (("redeployment", 67, 7), ("redeployment", 14, 7), ("reinforcements", 131, 11))

# MARCH AND COUNTERMARCH may bring the BR unit that MAUDE wants beside an IN one.
_CARDS_BEFORE_SUEZ: Final[dict[str, Any]] = {
    "scenario": "1914_limited_war",
    "agenda": [
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": "cp"},
        {"frame": "attack", "side": "cp"},
        {"frame": "battle", "side": "cp", "place": "ismailia"},
        {"frame": "cards", "side": "ap", "moment": "battle"},
    ],
    "battle": {"attackers": ["tu_enver_hq", "tu_a_div_14"], "defenders": ["in_2nd_corps"]},
    "units": {
        "romani": ["tu_enver_hq", "tu_a_div_14"],
        "ismailia": ["in_2nd_corps"],
        "cairo": ["br_div_1"],
    },
    "events": {"ap_54": 0},
    "cards": {"ap": {"hand": ["ap_28", "ap_52"]}, "cp": {"hand": []}},
}


def listed(at: Position, given: str) -> set[str]:
    """What law and core list alike, the core to the end."""
    core, complete = battles.orders_by_core(at.core, given)
    offered = {order.text for order in core}
    assert complete
    assert offered == {order.text for order in at.orders(given, by="law")}
    return offered


def test_afghans_alone_are_placed_in_afghanistan() -> None:
    # 16.3.3.5.af-4  The law once listed Turks of the Reserve Box, whose place is there otherwise.
    found = compared(12477, 5601)
    assert found.lists == 3
    assert not found.differences, "\n".join(found.differences)


# Once wrong: MAUDE with who marches from where it stands, who is called from a siege that needs him
# (both the law's), an LCU given up where its replacement keeps a source full (9.5.3.2.c, 17.1.7-4).
@pytest.mark.parametrize("number", [5522, 8555, 13798])
def test_lists_that_once_differed_are_the_same(number: int) -> None:
    found = compared(number, 5604)
    assert found.lists
    assert not found.differences, "\n".join(found.differences)


def test_law_and_core_list_the_same_orders() -> None:
    found = Found()
    for number in NUMBERS:
        found.add(compared(number, SEED, SMALL))
    assert not found.differences, "\n".join(found.differences[:50])
    assert found.lists > 2 * len(SMALL)
    assert found.unfinished < found.lists / 2
    assert {"attack join", "attack end", "discard discard", "trenches entrench"} <= {*found.orders}


def test_law_and_core_list_the_same_orders_of_who_may_go_anywhere() -> None:
    found = Found()
    for kind in ANYWHERE:
        found.add(compared(1, SEED, [kind]))
    for kind, number, seed in ANYWHERE_NUMBERS:
        found.add(compared(number, seed, [kind]))
    assert not found.differences, "\n".join(found.differences[:50])
    assert found.unfinished < found.lists / 4
    assert {"redeployment redeploy", "redeployment deploy"} <= {*found.orders}


def test_lists_are_the_same_every_time() -> None:
    first, again = (
        [(at.to_json(), given) for at, given in asked(2, SEED, SMALL)] for _ in range(2)
    )
    assert first == again
    assert first


def test_who_lists_them_is_the_callers_choice() -> None:
    position = Position.scenario("1914_campaign").opened()
    assert position.decision.kind in battles.LISTED
    by_core, by_law = (position.orders(by=by) for by in ("core", "law"))
    assert {*map(str, by_core)} == {*map(str, by_law)}
    assert by_core == position.orders()


@pytest.mark.parametrize(
    "given",
    [
        "",
        "play ap_28",
        "place ap_28 ismailia",
        "play ap_28; place ap_28 ismailia",
        "play ap_28; place ap_28 lemnos; place ap_28 ismailia",
        "play ap_28; bring ap_52 br_div_1",
    ],
)
def test_cards_are_offered_that_need_a_unit_which_another_brings(given: str) -> None:
    # 12.2.5  Found out by moves of the law that the core did not offer.
    at = Position.from_json(json.dumps(_CARDS_BEFORE_SUEZ))
    assert {"play ap_28", "play ap_52", "place ap_28 ismailia"} <= listed(at, given)


def test_what_such_a_card_needs_is_all_of_it() -> None:
    at = Position.from_json(json.dumps(_CARDS_BEFORE_SUEZ))
    together = "play ap_28; play ap_52; bring ap_52 br_div_1; place ap_28 ismailia"
    assert not at.check(together)
    assert at.check("play ap_28; place ap_28 ismailia")
    assert any(at.move(together) == move for move in at.moves())


# The IN 6th Division has retreated before the XI Corps, which may attack it once more.
_BULLS_EYE: Final[dict[str, Any]] = {
    "scenario": "1916_total_war",
    "agenda": [
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": "cp"},
        {"frame": "attack", "side": "cp", "second": 1},
    ],
    "units": {"southern_persia": ["in_div_6"], "baluchistan": ["tu_xi_corps", "tu_ix_corps"]},
    "control": {"cp": ["baluchistan"]},
    "actions": [{"round": 1, "side": "cp", "kind": "event", "card": "cp_30"}],
    "attacking": {"tu_xi_corps": "attack", "tu_ix_corps": "attack"},
    "retreated": ["in_div_6"],
    "pursuit": {"in_div_6": 1, "tu_xi_corps": 1, "tu_ix_corps": 2},
}


@pytest.mark.parametrize(
    "given",
    [
        "",
        '[{"order": "attack", "place": "southern_persia"}]',
        '[{"order": "join", "unit": "tu_xi_corps"}]',
    ],
)
def test_who_retreated_may_be_attacked_by_the_stack_he_fled_from(given: str) -> None:
    # 12.7.7-4  Whoever else attacks finds nobody who fights (12.1.4).
    at = Position.from_json(json.dumps(_BULLS_EYE))
    offered = listed(at, given)
    assert {"attack southern_persia", "join tu_xi_corps"} <= offered
    assert "join tu_ix_corps" not in offered
    moves = {str(move) for move in at.moves()}
    assert "attack southern_persia with tu_xi_corps" in moves
    assert moves == {str(move) for move in at.moves(by="law")}


# Stacks that are sent into battle (9.5.1.a); who comes from the box and wants others to follow
# (13.11), where there is no room for them; places next to a source that is not full (9.5.3.2.c); an
# attack that nobody can join (12.2.1); steps given up, which make room for who is rebuilt (17.1.7).
@pytest.mark.parametrize(
    ("kind", "number", "seed"),
    [
        ("provocation", 62, 2),
        ("provocation", 20, 5),
        ("redeployment", 3, 78),
        ("redeployment", 9, 78),
        ("attack", 387, 93),
        ("replacement_points", 298, 94),
        ("reinforcements", 131, 11),
    ],
)
def test_the_core_lists_by_itself_whatever_is_given(kind: str, number: int, seed: int) -> None:
    found = compared(number, seed, [kind])
    assert not found.differences, "\n".join(found.differences[:50])
    assert found.lists > 2
    assert not found.unfinished


_REDEPLOYS: Final = [{"frame": "turn"}, {"frame": "phase", "phase": "action"}, {"frame": "round"}]


@pytest.mark.parametrize(
    ("points", "given", "orders"),
    [
        (5, "reserve fr_div_2; deploy in_div_1 poti", 2371),
        (4, "deploy ru_div_11 baskale; ship br_div_3 lemnos", 27),
    ],
)
def test_what_is_spent_is_reckoned_where_others_must_follow(
    points: int, given: str, orders: int
) -> None:
    """Who follows (13.8-2) is paid too, submarines and all (13.10-1), and takes room (10.3-1)."""
    redeploys = {"frame": "redeployment", "side": "ap", "points": points}
    agenda = [*_REDEPLOYS, {"frame": "action", "side": "ap"}, redeploys]
    at = Position.scenario("1916_total_war").with_change(setup={"agenda": agenda})
    assert len(listed(at, given)) == orders
