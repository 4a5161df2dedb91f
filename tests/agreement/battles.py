"""Law against checker on the decisions of battles: the comparison, and a long run.

    python tests/agreement/battles.py NUMBER SEED [KIND ...]

compares NUMBER moves of the decisions (all five by default) in worker processes, prints every
difference and how often every rule was broken. A position is named by its decision, number and
seed; `agreement.fights.situation(kind, number, seed)` makes it again.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.blows import moves
from agreement.comparing import Tally, ranges, shared_out, told
from agreement.fights import KINDS, situation
from battle_law import judge_many

# So many moves are judged in every position; a position has one withdrawal only.
EACH: Final = {"attack": 40, "defence": 40, "cards": 60, "returns": 30, "withdrawal": 2}
_CHUNK: Final = 5


def compared(kind: str, number: int, seed: int) -> Tally:
    """Compare law and checker on the moves of one position."""
    tally = Tally()
    at = situation(kind, number, seed)
    made = moves(at, kind, EACH[kind], number)
    for move, core, law in zip(made, at.check_many(made), judge_many(at, kind, made), strict=True):
        if tally.judge(f"{kind} {number}/{seed}", move, core, law, kind):
            tally.orders += Counter(
                order if kind == "cards" and order.startswith("play") else kind
                for order in move.split("; ")
            )
    return tally


def batch(kind: str, numbers: range, seed: int) -> Tally:
    """Compare law and checker in several positions."""
    tally = Tally()
    for number in numbers:
        tally.add(compared(kind, number, seed))
    return tally


def run(wanted: int, seed: int, kinds: Sequence[str] = KINDS, progress: bool = False) -> Tally:
    """Compare about so many moves, shared out among the decisions, in worker processes.

    Withdrawals are few, for a position has only one.
    """
    shares = {"withdrawal": 0.02}
    jobs: list[tuple[str, range, int]] = []
    for kind in kinds:
        count = max(1, round(wanted * shares.get(kind, 1 / len(kinds)) / EACH[kind]))
        jobs += [(kind, numbers, seed) for numbers in ranges(count, _CHUNK)]
    return shared_out(batch, jobs, progress=progress)


if __name__ == "__main__":
    done = run(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or KINDS, progress=True)
    sys.exit(told(done, "legal moves"))
