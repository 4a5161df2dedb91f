"""Law and checker must find the same rules broken in the small decisions of a turn.

Some 5,000 moves belong to every run; `tests/agreement/turns.py` compares more. A difference names
the position; `agreement.turns.decision(number, seed)` makes it again.
"""

from agreement.turns import DECISIONS, run

MOVES = 5000


def test_law_and_checker_agree_in_the_small_decisions_of_a_turn() -> None:
    found = run(MOVES, seed=0)
    assert found.moves >= MOVES
    assert not found.differences, "\n".join(found.differences[:50])
    assert {*found.judged} == {*DECISIONS}
    assert min(found.orders[kind] for kind in DECISIONS) > 10
    assert len(found.broken) >= 15, sorted(found.broken)
