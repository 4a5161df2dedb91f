"""Law and checker must find the same rules broken, with the same witnesses, after the dice.

Some 1,500 moves belong to every run; `tests/agreement/afterwards.py` compares more. A difference
names the battle; `agreement.afterwards.decisions(number, seed)` fights it again.
"""

from agreement.afterwards import KINDS, decisions, run

MOVES = 1500


def test_law_and_checker_agree_after_the_dice() -> None:
    found = run(MOVES, seed=0)
    assert found.moves >= MOVES
    assert found.legal > found.moves / 20
    assert not found.differences, "\n".join(found.differences[:50])
    assert {*found.judged} >= {*KINDS, "cards"} - {"excess"}
    assert len(found.broken) > 40, sorted(found.broken)


def test_battles_are_the_same_every_time() -> None:
    once, again = (list(decisions(6, 3)) for _ in range(2))
    assert [(made.kind, made.moves) for made in once] == [(made.kind, made.moves) for made in again]
    assert [made.at for made in once] == [made.at for made in again]
