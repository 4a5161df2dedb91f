"""Law and core of Twilight of the Habsburgs say the same of the position after a move.

Some 60 moves belong to every run; `make agreement N=100000 SEED=1` compares more.
"""

from agreement.twilight_outcomes import DECISIONS, run
from lexbelli.twilight_of_the_habsburgs.goals import GOALS

MOVES = 60


def test_words_of_goals_are_true_by_law_and_by_core() -> None:
    found = run(MOVES, seed=2)
    assert found.moves > MOVES / 2
    assert found.positions >= len(DECISIONS)
    assert not found.differences, "\n".join(found.differences[:50])
    assert set(found.orders) == set(GOALS.words), "a word that is never true"
