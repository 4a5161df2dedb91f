"""What becomes of a move is said by the law and carried out by the core: they must say the same.

Six hundred moves belong to every run; `python tests/puzzles/outcomes.py POSITIONS SEED` compares
more.
"""

import os

from puzzles.outcomes import EACH, run

POSITIONS = int(os.environ.get("LEXBELLI_OUTCOME_POSITIONS", "30"))


def test_law_and_core_agree_on_what_becomes_of_moves() -> None:
    assert EACH * POSITIONS >= 600
    found = run(POSITIONS, seed=5)
    assert not found, "\n".join(found[:50])
