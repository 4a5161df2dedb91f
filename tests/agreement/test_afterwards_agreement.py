"""Law and checker must find the same rules broken, with the same witnesses, after the dice.

Some 1,500 moves belong to every run; `tests/agreement/afterwards.py` compares more. A difference
names the battle; `agreement.afterwards.decisions(number, seed)` fights it again.
"""

from agreement.afterwards import KINDS, compared, compared_at, decisions, run
from agreement.comparing import Tally
from agreement.seldom import excesses, long_advances

MOVES = 1500


def test_law_and_checker_agree_after_the_dice() -> None:
    found = run(MOVES, seed=0)
    assert found.moves >= MOVES
    assert found.legal > found.moves / 20
    assert not found.differences, "\n".join(found.differences[:50])
    assert {*found.judged} >= {*KINDS, "cards"} - {"excess"}
    assert len(found.broken) > 40, sorted(found.broken)


def test_law_and_checker_agree_on_what_is_seldom() -> None:
    """Units in excess, all sets of them, and advances of three and four spaces."""
    tally = Tally()
    for number in range(24):
        tally.add(compared_at(excesses(number, 1), f"{number}"))
    for number in range(9):
        tally.add(compared_at(long_advances(number, 1), f"{number}"))
    assert not tally.differences, "\n".join(tally.differences[:50])
    assert tally.orders["excess"] > 20
    assert tally.orders["advance"] > 100
    broken = {f"{rule} {code}" for _, rule, code in tally.broken}
    assert broken >= {"10.4-1 too_few", "10.4-1 too_many", "12.9.3-1 too_far"}
    assert "12.7.10-2 goes_on" in broken


def test_battles_are_the_same_every_time() -> None:
    once, again = (list(decisions(6, 3)) for _ in range(2))
    assert [(made.kind, made.moves) for made in once] == [(made.kind, made.moves) for made in again]
    assert [made.at for made in once] == [made.at for made in again]


def test_who_cannot_come_any_more_leads_no_stack() -> None:
    # MARCH AND COUNTERMARCH after the dice brings nobody whom MAUDE could join (12.2.5).
    found = compared(3548, 20270623)
    assert found.judged["cards"]
    assert not found.differences
