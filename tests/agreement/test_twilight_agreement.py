"""Law and core of Twilight of the Habsburgs say the same of moves, zones, command and reach.

Some 2,000 moves belong to every run; `make agreement N=100000 SEED=1` compares more.
"""

from agreement.twilight_moves import run, shares
from agreement.twilight_positions import KINDS, position
from agreement.twilight_spoilt import moves_of

MOVES = 2000


def test_law_and_core_agree() -> None:
    found = run({**shares(MOVES), "answers": 20}, seed=0)
    assert found.moves >= MOVES
    assert found.moves / 5 < found.legal < found.moves * 4 / 5
    assert not found.differences, "\n".join(found.differences[:50])
    # Enough of everything for a small run; the long one shows every row of the page.
    assert len(found.broken) > 60, sorted(found.broken)
    assert {"place", "reduce", "restore", "entrench", "go", "rail"} <= found.orders.keys()


def test_positions_and_moves_are_the_same_every_time_and_not_all_alike() -> None:
    for kind in KINDS:
        assert position(1, 7, kind) == position(1, 7, kind)
        assert position(1, 7, kind).decision.kind == kind
    assert len({position(number, 7) for number in range(6)}) > 1
    at = position(2, 7, "movement")
    assert moves_of(at, 1) == moves_of(at, 1) != moves_of(at, 2)
