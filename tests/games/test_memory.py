"""Games leave nothing behind in a process; `tests/games/memory.py` plays many more."""

import tracemalloc

from games.memory import LONGEST_DOCUMENT, play

# What Python may hold more after the last games than before, in bytes: a few small caches fill.
MOST_GROWTH = 2**19


def test_games_leave_nothing_behind_and_documents_stay_short() -> None:
    tracemalloc.start()
    try:
        left = list(play(6, seed=3))
    finally:
        tracemalloc.stop()
    assert [one.games for one in left] == [1, 2, 3, 4, 5, 6]
    assert left[-1].python - left[2].python < MOST_GROWTH
    assert 10_000 < left[-1].longest < LONGEST_DOCUMENT
