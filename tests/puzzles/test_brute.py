"""On reduced positions, the solver finds exactly what brute force finds.

Goals of every word that moves of so few units can change belong to every run; `make puzzles` tries
more.
"""

import os
import re
from functools import partial

from puzzles.brute import differences
from workers import processes

# In some of them nothing is asked, or brute force would take too long.
TRIED = int(os.environ.get("LEXBELLI_BRUTE_TRIED", "100"))
_WORD = re.compile(r"[a-z_]+(?=\()|\bnot\b|\band\b|\bor\b")


def test_the_solver_finds_what_brute_force_finds() -> None:
    goals, found = [], []
    with processes() as pool:
        for goal, lines in pool.map(partial(differences, seed=11), range(TRIED), chunksize=8):
            goals += [goal] if goal else []
            found += lines
    assert not found, "\n".join(found[:30])
    assert len(goals) >= TRIED * 0.7
    words = {word for goal in goals for word in _WORD.findall(goal)}
    assert words >= {"and", "or", "not", "at_least", "at_most"}
    assert words >= {"at", "oos", "supply", "flips", "holds", "controls"}
