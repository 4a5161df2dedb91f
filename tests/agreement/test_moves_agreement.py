"""Law and checker must find the same rules broken, with the same witnesses, in every move.

Some 2,000 moves belong to every run; `make agreement N=100000 SEED=1` compares more. A difference
names the position; `agreement.positions.position(number, seed)` makes it again.
"""

from agreement.moves import LEGAL, moves_of, run
from agreement.positions import busy, position
from lexbelli import _core

MOVES = 2000


def test_law_and_checker_agree_on_moves() -> None:
    found = run(MOVES, seed=0)
    assert found.moves >= MOVES
    assert MOVES / 4 < found.legal < MOVES * 3 / 4
    assert not found.differences, "\n".join(found.differences[:50])
    # Enough of everything for a small run; the long one shows every row of the page.
    assert len(found.broken) > 95, sorted(found.broken)
    assert {"activate", "go", "entrench", "organize", "remove"} <= found.orders.keys()


def test_positions_and_moves_are_the_same_every_time_and_not_all_alike() -> None:
    assert [position(number, 7) for number in range(4)] == [position(n, 7) for n in range(4)]
    assert len({position(number, 7) for number in range(8)}) == 8
    assert busy(3) == busy(3)
    at = position(5, 7)
    checker = _core.PursuitChecker(at, 3)
    assert moves_of(at, checker, 1) == moves_of(at, checker, 1)
    assert moves_of(at, checker, 1) != moves_of(at, checker, 2)
    assert not any(checker.check_many(moves_of(at, checker, 1)[:LEGAL]))
