"""Law and checker must find the same rules broken by strategic redeployments.

Some 600 moves belong to every run; `tests/agreement/redeployment.py` compares more. A difference
names the position; `agreement.redeployment.decision(number, seed)` makes it again.
"""

from agreement.redeployment import KINDS, run

MOVES = 600


def test_law_and_checker_agree_about_redeployments() -> None:
    found = run(MOVES, seed=0)
    assert found.moves >= MOVES
    assert not found.differences, "\n".join(found.differences[:50])
    assert {*found.judged} == {*KINDS}
    assert min(found.orders[kind] for kind in KINDS) > 5
    assert len(found.broken) >= 20, sorted(found.broken)
