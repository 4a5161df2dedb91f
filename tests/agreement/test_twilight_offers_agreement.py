"""Law and core of Twilight of the Habsburgs offer the same orders, beside whatever is given.

Some lists belong to every run; `python tests/agreement/twilight_offers.py NUMBER SEED` compares
more. A difference names the position and the orders given.
"""

import pytest

from agreement.twilight_offers import EACH, asked, compared, run
from agreement.twilight_positions import KINDS, position
from lexbelli.errors import BadInput
from lexbelli.twilight_of_the_habsburgs import law, offers

SEED = 5


# Decisions of which the law is quickly asked; of the others fewer lists are compared.
QUICK = [kind for kind in KINDS if kind not in ("setup", "movement")]


def test_law_and_core_offer_the_same_orders() -> None:
    found = run(2 * EACH * len(QUICK), SEED, QUICK)
    assert found.lists == 2 * EACH * len(QUICK)
    assert not found.differences, "\n".join(found.differences[:50])
    assert not found.unfinished
    assert 0 < found.impossible < found.lists / 2
    assert {"attack", "scout", "restore", "reduce", "mobilize", "retreat"} <= found.orders.keys()


def test_law_and_core_offer_the_same_moves_on_the_map() -> None:
    found = compared(1, 1, "movement", 2)
    found.add(compared(4, 1, "movement", 2))
    assert found.lists == 4
    assert not found.differences, "\n".join(found.differences[:50])
    assert not found.unfinished
    assert found.orders["go"] > 100


def test_law_and_core_offer_the_same_places_in_a_set_up() -> None:
    at, every = asked(1, 1, "setup")
    given = every[1]
    core, complete = offers.by_core(at.core, given)
    assert complete
    assert len(core) > len(given.orders) > 0
    assert core == law.orders(at.core, given)


@pytest.mark.parametrize("kind", KINDS)
def test_lists_are_the_same_every_time(kind: str) -> None:
    first, again = (asked(1, SEED, kind) for _ in range(2))
    assert first == again
    assert len(first[1]) == EACH


def test_who_lists_them_is_the_callers_choice() -> None:
    at = position(1, SEED, "reorganization")
    by_core, by_law = (at.orders(by=by) for by in ("core", "law"))
    assert by_core == by_law == at.orders()
    assert [each.content for each in by_core] == [each.content for each in by_law]
    with pytest.raises(BadInput, match="core"):
        at.orders(by="cor")


def test_what_the_core_leaves_open_the_law_finds() -> None:
    for kind in ("attrition", "attack", "reorganization"):
        at = position(2, SEED, kind)
        given = at.move("")
        whole = law.orders(at.core, given)
        assert len(whole) > 2
        assert law.orders(at.core, given, whole[::2]) == whole
        assert law.orders(at.core, given, whole) == whole
