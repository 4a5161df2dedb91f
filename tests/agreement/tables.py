"""Tables of moves against `position.check` row by row, and against the law on a sample.

    python tests/agreement/tables.py ROWS SAMPLE SEED

judges ROWS rows in worker processes, SAMPLE of them by the law as well, says where it is on
stderr, and prints every difference.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[2]))

import lexbelli
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory.operations import judge_many
from tools.pursuit_of_glory.workload import positions, workload

# Rows of a position that are judged together.
EACH: Final = 200
_MOST_SHOWN: Final = 40
# What people get wrong: words, names, other answers, the number of OPS.
_SPOILT: Final = ("", "activate", "go nobody kars", "automatic", "play ap_01", "end", "[]", "[{}]")

Verdict = tuple[bool | None, list[str], list[str], list[str]]


@dataclass
class Tally:
    """What was found."""

    rows: int = 0
    legal: int = 0
    errors: int = 0
    by_law: int = 0
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add what was found elsewhere."""
        self.rows += other.rows
        self.legal += other.legal
        self.errors += other.errors
        self.by_law += other.by_law
        self.differences += other.differences


def compared(number: int, seed: int, rows: int, sample: int) -> Tally:
    """Compare the verdicts on rows of one position, `sample` of them with the law's."""
    (position,) = positions(1, seed * 1_000_003 + number)
    dice = random.Random(f"{seed}/{number}/tables")
    (batch,) = workload([position], rows, dice.getrandbits(32))
    moves = [dice.choice(_SPOILT) if dice.random() < 0.02 else move for move in batch.moves]
    ops = [dice.choice((None, 0, 21, -1)) if dice.random() < 0.02 else batch.ops for _ in moves]
    table = lexbelli.check_batch({"move": moves, "ops": ops}, position, witnesses=True)
    tally = Tally(rows=len(moves))
    where = f"position {number}/{seed}"
    fit: list[tuple[str, Verdict]] = []
    for move, points, row in zip(moves, ops, table, strict=True):
        said = (row["legal"], row["rules"], row["codes"], row["witnesses"])
        usual = _checked(position, move, points)
        tally.legal += said[0] is True
        tally.errors += row["error"] is not None
        if said != usual or (row["error"] is None) != (said[0] is not None):
            tally.differences.append(f"{where}: {move!r} with {points} OPS: {said}, not {usual}")
        if points == batch.ops and said[0] is not None and not _other(move):
            fit.append((move, said))
    some = dice.sample(fit, min(sample, len(fit)))
    made = [_core.PursuitMove.parse(position.core, move) for move, _ in some]
    law = judge_many(position.core, made, batch.ops)
    for (move, said), broken in zip(some, law, strict=True):
        tally.by_law += 1
        if sorted(broken) != sorted(zip(said[1], said[3], strict=True)):
            tally.differences.append(f"{where}: {move!r}: {said}, the law says {broken}")
    return tally


def _checked(position: pog.Position, move: str, ops: int | None) -> Verdict:
    try:
        broken = position.check(move, ops)
    except BadInput:
        return None, [], [], []
    return (
        not broken,
        [each.rule for each in broken],
        [each.code for each in broken],
        [each.witness for each in broken],
    )


def _other(move: str) -> bool:
    return move.partition(" ")[0] in ("automatic", "play", "end")


def batch_of(numbers: Sequence[int], seed: int, rows: int, sample: int) -> Tally:
    """Compare in several positions."""
    lexbelli.set_threads(1)
    tally = Tally()
    for number in numbers:
        tally.add(compared(number, seed, rows, sample))
    return tally


def run(rows: int, sample: int, seed: int, progress: bool = False) -> Tally:
    """Compare so many rows, in worker processes."""
    count = max(1, rows // EACH)
    each = -(-sample // count)
    batches = [list(range(first, min(first + 5, count))) for first in range(0, count, 5)]
    tally = Tally()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done, found in enumerate(_found(pool, batches, seed, each), 1):
            tally.add(found)
            if progress and (done % 20 == 0 or done == len(batches)):
                said = f"{tally.rows} rows, {len(tally.differences)} differences"
                print(said, file=sys.stderr, flush=True)
    return tally


def _found(
    pool: ProcessPoolExecutor, batches: Sequence[list[int]], seed: int, each: int
) -> Iterator[Tally]:
    same = len(batches)
    return pool.map(batch_of, batches, [seed] * same, [EACH] * same, [each] * same)


def main(rows: int, sample: int, seed: int) -> int:
    """Compare, and print what was found; 1 if there are differences."""
    tally = run(rows, sample, seed, progress=True)
    for line in tally.differences[:_MOST_SHOWN]:
        print(line)
    print(
        f"{tally.rows} rows, {tally.legal} of them legal moves and {tally.errors} unreadable,"
        f" {tally.by_law} judged by the law as well: {len(tally.differences)} differences"
    )
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
