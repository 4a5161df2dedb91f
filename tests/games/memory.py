"""What many games in one process leave behind, and how long documents of positions become.

    python tests/games/memory.py [GAMES] [WARMING_UP]

plays so many whole games of Pursuit of Glory at random in this process (100, after 20), as a user's
long process would: through the API, with every decision put into words, its answers judged, and the
documents and the supply of many positions asked for. It prints how much memory the process has
after every tenth game, what Python itself holds more than before, and the longest document. It
fails if memory has grown by more than a few MB, or a document is as long as 64 KiB.
"""

import gc
import os
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from games.whole import played
from lexbelli import pursuit_of_glory as pog

# No document of a position is as long as this, in bytes.
LONGEST_DOCUMENT: Final = 64 * 1024
# What the memory of the process may grow by, in bytes: an allocator gives back what it likes.
MOST_GROWTH: Final = 8 * 2**20
_GAMES, _WARMING_UP = 100, 20
_SEED: Final = 1
# Of so many positions one is asked for all it can tell.
_EVERY: Final = 20
_TOLD_EVERY: Final = 10


@dataclass(frozen=True)
class Left:
    """What there is after a game.

    Attributes:
        games: How many have been played.
        resident: The memory of the process, in bytes.
        python: What of it Python itself has allocated; 0 if nobody watches that.
        longest: The longest document so far, in bytes.
    """

    games: int
    resident: int
    python: int
    longest: int


def resident() -> int:
    """How much memory this process has, in bytes; on Linux."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def play(games: int, seed: int = _SEED) -> Iterator[Left]:
    """Play games one after the other, and say after each what is left."""
    longest = 0
    for number in range(games):
        for place, core in enumerate(played(number, seed)):
            longest = max(longest, len(core.to_json().encode()))
            if place % _EVERY == 0:
                _ask(pog.Position(core))
        gc.collect()
        traced = tracemalloc.get_traced_memory()[0] if tracemalloc.is_tracing() else 0
        yield Left(number + 1, resident(), traced, longest)


def _ask(position: pog.Position) -> None:
    """What programs ask of a position again and again."""
    assert position.decision.text
    position.supply()
    assert pog.Position.from_bytes(position.to_bytes()) == position
    assert position.with_change() == position
    for move in position.sample_moves(2, _SEED) if position.decision.side else ():
        assert not position.check(str(move))


def main(arguments: Sequence[str]) -> int:
    """Play, and print what is left; 1 if it is too much."""
    games, before = map(int, [*arguments, *map(str, (_GAMES, _WARMING_UP)[len(arguments) :])])
    tracemalloc.start()
    warm = now = None
    for now in play(before + games):
        if now.games == before:
            warm = now
        if now.games % _TOLD_EVERY == 0:
            print(
                f"{now.games:5} games: {now.resident / 2**20:7.1f} MB,"
                f" of it Python's {now.python / 2**20:6.2f},"
                f" longest document {now.longest} bytes",
                flush=True,
            )
    assert warm is not None
    assert now is not None
    grown, pythons = now.resident - warm.resident, now.python - warm.python
    print(f"{games} games more: {grown / 2**20:+.1f} MB, Python's {pythons / 2**20:+.2f} MB")
    return grown > MOST_GROWTH or now.longest >= LONGEST_DOCUMENT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
