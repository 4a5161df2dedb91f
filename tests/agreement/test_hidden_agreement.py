"""What a side is told must not hang on what it may not know, on random positions.

Two hundred positions belong to every run, with the law and pictures in few of them;
`make agreement` asks everything of more. A difference names the position;
`agreement.hidden.position(number, seed)` makes it again.
"""

import random

from agreement.hidden import dealt, dealt_anew, position, run

POSITIONS = 200
# In one of so many the law is asked and a picture drawn; not in those of one kind alone.
DEAR = 97


def test_nothing_hangs_on_what_is_hidden() -> None:
    found = run(POSITIONS, seed=0, every=DEAR)
    assert found.positions == POSITIONS
    assert found.decided > POSITIONS / 3
    assert found.answers > POSITIONS / 3
    assert found.drawn == len(range(0, POSITIONS, DEAR))
    assert found.asked_of_law > 0
    assert not found.differences, "\n".join(found.differences[:50])


def test_positions_are_the_same_every_time_and_have_something_to_hide() -> None:
    at = position(3, 7)
    assert at == position(3, 7)
    assert at != position(4, 7)
    hidden = 0
    for number in range(16):
        at = position(number, 7)
        other = dealt_anew(at, "cp", random.Random(number))
        hidden += at.setup()["cards"] != other.setup()["cards"]
    assert hidden > 5


def test_only_cards_of_a_hand_have_been_shown() -> None:
    at = position(0, 7)
    cards = at.setup()["cards"]
    cards["cp"] |= {"hand": ["cp_42"], "deck": [], "discard": []}
    shown = {"cards": cards, "cards_shown": ["cp_42"]}
    at = at.with_change(setup=shown, allow=["all"])
    kept = 0
    for number in range(20):
        setup = dealt(at, random.Random(number)).setup()
        marked, hand = setup.get("cards_shown", []), setup["cards"]["cp"]["hand"]
        assert marked == [card for card in hand if card == "cp_42"]
        kept += bool(marked)
    assert 0 < kept < 20
