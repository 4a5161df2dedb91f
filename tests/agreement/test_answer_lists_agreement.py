"""Law and core must list the same orders of decisions that cost no OPS, beside whatever is given.

Some lists belong to every run; `python tests/agreement/answer_lists.py NUMBER SEED` compares more.
"""

from agreement.answer_lists import KINDS, asked, compared
from agreement.listing import Found
from lexbelli.pursuit_of_glory import battles
from lexbelli.pursuit_of_glory.position import Position

SEED = 2
# One position of every kind, and some in which law or core once were wrong: an attack for which
# supply has failed, JAFAR PASHA in a region, staff that waits for nothing.
NUMBERS = (*range(len(KINDS)), 189, 621, 918, 1108)


def test_law_and_core_list_the_same_orders() -> None:
    found = Found()
    for number in NUMBERS:
        found.add(compared(number, SEED))
    assert not found.differences, "\n".join(found.differences[:50])
    assert found.lists > 2 * len(KINDS)
    assert found.unfinished < found.lists / 2
    assert {"attack join", "attack end", "discard discard", "trenches entrench"} <= {*found.orders}


def test_lists_are_the_same_every_time() -> None:
    first, again = ([(at.to_json(), given) for at, given in asked(2, SEED)] for _ in range(2))
    assert first == again
    assert first


def test_who_lists_them_is_the_callers_choice() -> None:
    position = Position.scenario("1914_campaign").opened()
    assert position.decision.kind in battles.LISTED
    by_core, by_law = (position.orders(by=by) for by in ("core", "law"))
    assert {*map(str, by_core)} == {*map(str, by_law)}
    assert by_core == position.orders()
