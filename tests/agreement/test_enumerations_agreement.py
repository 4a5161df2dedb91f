"""Law and core find the same moves, all of them, and the core counts as many."""

from agreement.enumerations import asked, run


def test_law_and_core_find_all_moves_of_random_positions() -> None:
    found = run(60, seed=1, most=1500)
    assert not found.differences, "\n".join(found.differences)
    assert len(found.positions) > 25


def test_cards_are_offered_that_need_a_unit_which_another_brings() -> None:
    # 12.2.5  MARCH AND COUNTERMARCH brings the BR unit that MAUDE wants beside an IN one.
    found = asked(931, 8)
    assert found is not None
    at, _ = found
    offered = {order.text for order in at.orders()}
    assert {"play ap_28", "play ap_52", "place ap_28 ismailia"} <= offered
    assert offered == {order.text for order in at.orders(by="law")}
    together = "play ap_28; play ap_52; bring ap_52 br_div_1; place ap_28 ismailia"
    assert not at.check(together)
    assert at.check("play ap_28; place ap_28 ismailia")
    assert any(at.move(together) == move for move in at.moves())
