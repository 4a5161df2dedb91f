"""On two hundred reduced positions, the solver finds exactly what brute force finds."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from puzzles.brute import differences

CASES = 200
_TRIED = 280


def test_the_solver_finds_what_brute_force_finds() -> None:
    cases, found = 0, []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for asked, lines in pool.map(partial(differences, seed=11), range(_TRIED), chunksize=8):
            cases += asked
            found += lines
    assert not found, "\n".join(found[:30])
    assert cases >= CASES
