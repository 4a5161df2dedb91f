"""Law and core must offer the same orders of operations, beside whatever is given.

Some lists belong to every run; `python tests/agreement/offers.py NUMBER SEED` compares more. A
difference names the position, the OPS and the orders given.
"""

import pytest

from agreement.offers import EACH, compared, run
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory import operations
from lexbelli.pursuit_of_glory.position import Position

LISTS = 16


def test_law_and_core_offer_the_same_orders() -> None:
    found = run(LISTS, seed=3)
    assert found.lists >= LISTS
    assert not found.differences, "\n".join(found.differences[:50])
    assert found.unfinished <= LISTS / 2
    assert 0 < found.impossible < LISTS / 2
    assert {"activate", "go", "entrench"} <= found.orders.keys()


def test_lists_are_the_same_every_time() -> None:
    assert compared(1, 3).orders == compared(1, 3).orders
    assert compared(1, 3).lists == EACH


def test_who_lists_them_is_the_callers_choice() -> None:
    position = Position.scenario("1914_campaign")
    given = "activate kars move"
    by_core, by_law = (position.orders(given, ops=2, by=by) for by in ("core", "law"))
    assert by_core == by_law == position.orders(given, ops=2)
    found, complete = operations.orders_by_core(position.core, 2, given)
    assert complete
    assert len(found) > len(by_core) / 2
    with pytest.raises(BadInput, match="core"):
        position.orders(by="cor")
