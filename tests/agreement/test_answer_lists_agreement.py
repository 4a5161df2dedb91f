"""Law and core must list the same orders of decisions that cost no OPS, beside whatever is given.

Some lists belong to every run; `python tests/agreement/answer_lists.py NUMBER SEED` compares more.
"""

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
