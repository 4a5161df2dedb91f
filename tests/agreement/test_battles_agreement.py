"""Law and checker must find the same rules broken, with the same witnesses, in battles.

Some 3,500 moves belong to every run; `tests/agreement/battles.py` compares more. A difference names
the position; `agreement.fights.situation(kind, number, seed)` makes it again.
"""

from agreement.battles import run
from agreement.blows import moves
from agreement.fights import KINDS, situation

MOVES = 7000


def test_law_and_checker_agree_on_the_decisions_of_battles() -> None:
    found = run(MOVES, seed=0)
    assert found.moves > MOVES / 3
    assert found.legal > found.moves / 20
    assert not found.differences, "\n".join(found.differences[:50])
    assert {kind for kind, _, _ in found.broken} == set(KINDS)
    assert len(found.broken) > 50, sorted(found.broken)


def test_situations_are_the_same_every_time_and_ask_what_they_should() -> None:
    for kind in KINDS:
        at = situation(kind, 3, 7)
        assert at == situation(kind, 3, 7)
        assert at != situation(kind, 4, 7)
        made = moves(at, kind, 10, 1)
        assert made == moves(at, kind, 10, 1)
        assert len(at.check_many(made)) == len(made)
