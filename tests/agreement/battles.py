"""Law against checker on the decisions of battles: the comparison, and a long run.

    python tests/agreement/battles.py NUMBER SEED [KIND ...]

compares NUMBER moves of the decisions (all five by default) in worker processes, prints every
difference and how often every rule was broken. A position is named by its decision, number and
seed; `agreement.fights.situation(kind, number, seed)` makes it again.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.blows import moves
from agreement.fights import KINDS, situation
from battle_law import BrokenRule, judge_many

# So many moves are judged in every position; a position has one withdrawal only.
EACH: Final = {"attack": 40, "defence": 40, "cards": 60, "returns": 30, "withdrawal": 2}
_MOST_SHOWN: Final = 40


@dataclass
class Tally:
    """What was found: differences, and how often what occurred."""

    moves: int = 0
    legal: int = 0
    differences: list[str] = field(default_factory=list)
    broken: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    judged: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add what was found elsewhere."""
        self.moves += other.moves
        self.legal += other.legal
        self.differences += other.differences
        self.broken += other.broken
        self.played += other.played
        self.judged += other.judged


def compared(kind: str, number: int, seed: int) -> Tally:
    """Compare law and checker on the moves of one position."""
    tally = Tally()
    at = situation(kind, number, seed)
    made = moves(at, kind, EACH[kind], number)
    checker = [set(broken) for broken in at.check_many(made)]
    for move, ours, law in zip(made, checker, judge_many(at, kind, made), strict=True):
        tally.moves += 1
        for rule, witness in ours:
            tally.broken[kind, rule, witness.partition("(")[0]] += 1
        if not ours:
            tally.legal += 1
            tally.played += Counter(
                order if kind == "cards" and order.startswith("play") else kind
                for order in move.split("; ")
            )
        tally.differences += differences(f"{kind} {number}/{seed}", move, ours, law)
    return tally


def differences(
    where: str, move: str, checker: set[BrokenRule], law: set[BrokenRule]
) -> Iterator[str]:
    """What only one of them finds broken."""
    for rule, witness in sorted(checker ^ law):
        who = "checker" if (rule, witness) in checker else "law"
        yield f"{where}: only the {who} says {rule} {witness} of: {move}"


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
    jobs = []
    for kind in kinds:
        share = shares.get(kind, 1 / len(kinds))
        count = max(1, round(wanted * share / EACH[kind]))
        jobs += [(kind, range(first, min(first + 5, count))) for first in range(0, count, 5)]
    tally = Tally()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        work = [pool.submit(batch, kind, numbers, seed) for kind, numbers in jobs]
        for done, found in enumerate(work, 1):
            tally.add(found.result())
            if progress and (done % 20 == 0 or done == len(jobs)):
                said = f"{tally.moves} moves, {len(tally.differences)} differences"
                print(said, file=sys.stderr, flush=True)
    return tally


def main(wanted: int, seed: int, kinds: Sequence[str]) -> int:
    """Compare, and print what was found; 1 if there are differences."""
    tally = run(wanted, seed, kinds or KINDS, progress=True)
    for line in tally.differences[:_MOST_SHOWN]:
        print(line)
    print(f"{tally.moves} moves, {tally.legal} of them legal, {len(tally.differences)} differences")
    print("\nlegal moves")
    for kind, times in sorted(tally.played.items()):
        print(f"{times:8} {kind}")
    print("\nbroken rules")
    for (kind, rule, code), times in sorted(tally.broken.items()):
        print(f"{times:8} {kind}: {rule} {code}")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
