"""Law and checker must find the same rules broken where the units of events enter.

Some 600 moves belong to every run; `tests/agreement/reinforcements.py` compares more. A difference
names the position; `agreement.reinforcements.decision(number, seed)` makes it again.
"""

from agreement.reinforcements import KINDS, run

MOVES = 600


def test_law_and_checker_agree_about_reinforcements() -> None:
    found = run(MOVES, seed=0)
    assert found.moves >= MOVES
    assert not found.differences, "\n".join(found.differences[:50])
    assert {*found.judged} == {*KINDS}
    assert len(found.broken) >= 15, sorted(found.broken)
