"""What a side is told of a front must not hang on what it may not look at, on random positions.

A few positions belong to every run; `make agreement N=100000 SEED=1` compares a thousand. A
difference names the position; `agreement.twilight_positions.position(number, seed)` makes it again.
"""

from agreement.twilight_hidden import run

POSITIONS = 60
# In one of so many the law is asked and a picture drawn.
DEAR = 19


def test_nothing_hangs_on_what_is_hidden() -> None:
    found = run(POSITIONS, seed=0, every=DEAR)
    assert found.positions == POSITIONS
    assert found.hidden > POSITIONS
    assert found.changed > POSITIONS / 2
    assert min(found.decided, found.judged, found.followed, found.refused, found.asked_of_law) > 0
    assert not found.differences, "\n".join(found.differences[:50])
