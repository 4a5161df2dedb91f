"""Law and core must offer the same orders of operations, beside whatever is given.

Some lists belong to every run; `python tests/agreement/offers.py NUMBER SEED` compares more. A
difference names the position, the OPS and the orders given.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from agreement.listing import Found
from agreement.offers import EACH, asked, compared
from lexbelli.errors import BadInput
from lexbelli.law import KEPT
from lexbelli.pursuit_of_glory import offers
from lexbelli.pursuit_of_glory.position import Position
from rulings import position_of

# Positions of a seed of which the law is quickly asked, and how many lists of each are compared.
SEED = 3
NUMBERS = ((1, 1), (8, 2))


def test_law_and_core_offer_the_same_orders() -> None:
    found = Found()
    for number, most in NUMBERS:
        found.add(compared(number, SEED, most))
    assert found.lists == sum(most for _, most in NUMBERS)
    assert not found.differences, "\n".join(found.differences[:50])
    assert not found.unfinished
    assert found.impossible == 2
    assert {"activate", "go", "entrench"} <= found.orders.keys()


@pytest.mark.parametrize("by", ["core", "law"])
def test_all_sorts_of_orders_are_put_into_words(by: str) -> None:
    agenda = [{"frame": frame} for frame in ("turn", "phase", "round", "action", "operations")]
    agenda[1]["phase"] = "action"
    agenda[3]["side"] = "cp"
    agenda[4] |= {"side": "cp", "event": "cp_30"}
    position = position_of(
        {
            "base": "empty",
            "change": {
                "turn": 12,
                "events": {"cp_30": 12},
                "agenda": [*agenda[:4], {**agenda[4], "ops": 4}],
                "units": {
                    "koprukoy": ["tu_ix_corps", "tu_div_1"],
                    "sarikamis": ["ru_div_1"],
                    "sivas": ["tu_div_2"],
                    "cp_reserve": ["tu_div_6", "tu_div_7"],
                },
            },
        }
    )
    listed = {order.text: order.as_json() for order in position.orders(by=by)}
    assert {text.split()[0] for text in listed} == {"activate", "join", "go"}
    assert listed["join tu_div_6 koprukoy"] == {
        "order": "join",
        "unit": "tu_div_6",
        "place": "koprukoy",
    }
    assert listed["go tu_div_2 kayseri"] == {"order": "go", "unit": "tu_div_2", "to": "kayseri"}
    # In the order of play, and what stands there can be read again.
    assert [*listed] == [order.text for order in position.orders()]
    assert not position.check("activate koprukoy attack; join tu_div_6 koprukoy")


def test_lists_are_the_same_every_time() -> None:
    first, again = (
        [(at.to_json(), ops, given) for at, ops, given in asked(1, SEED)] for _ in range(2)
    )
    assert first == again
    assert len(first) == EACH


def test_who_lists_them_is_the_callers_choice() -> None:
    position = Position.scenario("1914_campaign")
    given = "activate kars move"
    by_core, by_law = (position.orders(given, ops=1, by=by) for by in ("core", "law"))
    assert by_core == by_law == position.orders(given, ops=1)
    found, complete = offers.orders_by_core(position.core, 1, given)
    assert complete
    terms = sorted(found.terms())
    assert len(terms) > len(by_core) / 2
    # What the core leaves open the law finds.
    assert offers.orders(position.core, 1, given, known=terms[::2]) == terms
    with pytest.raises(TimeoutError):
        offers.orders(position.core, 1, given, seconds=0)
    with pytest.raises(BadInput, match="core"):
        position.orders(by="cor")


def test_the_law_is_asked_again_as_if_it_were_the_first_time() -> None:
    # It stays ground for the position: what was given, known or broken off before is forgotten.
    position = Position.scenario("1914_campaign").core
    # Of a unit whose whole way is given the law is another one.
    go = "activate kars move; go br_div_1 ismailia"
    asked = ("", "activate kars move", go, f"{go} via zagazig")
    first = {}
    for given in asked:
        KEPT.forget()
        first[given] = offers.orders(position, 5, given)
    assert len({*map(len, first.values())}) >= len(asked) - 1
    assert all(first.values())
    for given in (*asked, *reversed(asked)):
        known = first[given]
        assert offers.orders(position, 5, given) == known
        assert offers.orders(position, 5, given, known=known[::3]) == known
        with pytest.raises(TimeoutError):
            offers.orders(position, 5, given, seconds=0)
        with pytest.raises(BadInput):
            offers.orders(position, 5, f"{given}; go nobody")
    with ThreadPoolExecutor(2) as threads:
        both = threads.map(partial(offers.orders, position, 5), asked)
        assert [*both] == [*first.values()]


def test_what_no_way_serves_is_not_tried_on_every_way() -> None:
    # 11.1.6-1, 11.3.1.d  Both units of Ismailia go to besiege Gaza, so nobody digs there. The
    # armored cars have 81 ways to Gaza, on which they take this or that.
    position = position_of(
        {
            "base": "empty",
            "change": {
                "turn": 10,
                "active": "ap",
                "control": {"cp": ["petrovsk"]},
                "units": {
                    "ismailia": ["br_royal_navy_armored_cars", "in_bikanir_camel"],
                    "suez": ["in_div_2"],
                    "derbent": ["ru_cavalry_6"],
                    "petrovsk": ["tu_div_1"],
                },
            },
        }
    )
    given = "entrench suez; go br_royal_navy_armored_cars gaza; activate derbent attack"
    assert offers.orders_by_core(position.core, 3, given)[1]
    listed = [order.text for order in position.orders(given, ops=3, by="law")]
    assert [order.text for order in position.orders(given, ops=3, by="core")] == listed
    assert "go in_bikanir_camel gaza" in listed
    assert "entrench ismailia" not in listed
