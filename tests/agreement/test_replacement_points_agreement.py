"""Law and checker must find the same rules broken where replacement points are spent.

Some 2,000 moves belong to every run; `tests/agreement/replacement_points.py` compares more. A
difference names the position; `agreement.replacement_points.spending(number, seed)` makes it again.
"""

from agreement.replacement_points import run

MOVES = 2000


def test_law_and_checker_agree_on_replacement_points() -> None:
    found = run(MOVES, seed=0)
    assert found.moves >= MOVES
    assert not found.differences, "\n".join(found.differences[:50])
    assert found.legal > found.moves / 20
    assert len(found.broken) >= 25, sorted(found.broken)
