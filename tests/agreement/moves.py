"""Law against checker on moves: the comparison, and a long run with `make agreement`.

    python tests/agreement/moves.py NUMBER SEED

compares NUMBER moves in worker processes, says where it is on stderr, and prints every difference
and how often every rule was broken. A position is named by its number and seed;
`agreement.positions.position(number, seed)` makes it again.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.positions import position
from lexbelli import _core
from lexbelli.pursuit_of_glory.operations import BrokenRule, judge_many, judge_orders

# In every position so many moves are legal, nearly legal, and nonsense.
LEGAL: Final = 30
NEARLY: Final = 36
NONSENSE: Final = 14
ALONE: Final = 4
EACH: Final = LEGAL + NEARLY + NONSENSE
_MOST_SHOWN: Final = 40


@dataclass
class Tally:
    """What was found: differences, and how often what occurred."""

    moves: int = 0
    legal: int = 0
    differences: list[str] = field(default_factory=list)
    broken: Counter[tuple[str, str]] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add what was found elsewhere."""
        self.moves += other.moves
        self.legal += other.legal
        self.differences += other.differences
        self.broken += other.broken
        self.orders += other.orders


def moves_of(
    at: _core.PursuitPosition, checker: _core.PursuitChecker, seed: int
) -> list[_core.PursuitMove]:
    """The moves that are compared in a position."""
    dice = random.Random(seed)
    legal = checker.sample(LEGAL, dice.getrandbits(32))
    nearly = []
    for number in range(NEARLY):
        made = legal[number % LEGAL]
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            made = made.mutate(at, dice.getrandbits(32))
        nearly.append(made)
    none = [_core.PursuitMove.nonsense(at, dice.getrandbits(32)) for _ in range(NONSENSE)]
    return [*legal, *nearly, *none]


def compared(number: int, seed: int) -> Tally:
    """Compare law and checker on the moves of one position."""
    tally = Tally()
    dice = random.Random(f"{seed}/{number}/moves")
    at, ops = position(number, seed), dice.randint(1, 6)
    checker = _core.PursuitChecker(at, ops)
    moves = moves_of(at, checker, dice.getrandbits(32))
    both = checker.check_many(moves), judge_many(at, moves, ops)
    answers = list(zip(moves, *both, strict=True))
    for made, found, law in answers:
        tally.moves += 1
        for rule, witness in found:
            tally.broken[rule, witness.partition("(")[0]] += 1
        if not found:
            tally.legal += 1
            tally.orders += _kinds(at, made)
        tally.differences += _differences(f"position {number}/{seed}", ops, made, found, law)
    # A move that is judged alone is judged by the rules and facts that matter to it.
    where = f"position {number}/{seed}, alone"
    for made, found, _ in dice.sample(answers, ALONE):
        law = judge_orders(at, made, ops)
        tally.differences += _differences(where, ops, made, found, law)
    return tally


def _differences(
    where: str,
    ops: int,
    made: _core.PursuitMove,
    checker: Sequence[BrokenRule],
    law: Sequence[BrokenRule],
) -> Iterator[str]:
    text = str(made).replace("\n", "; ")
    for rule, witness in sorted(set(checker) ^ set(law)):
        who = "checker" if (rule, witness) in set(checker) else "law"
        yield f"{where}: only the {who} says {rule} {witness} with {ops} OPS of: {text}"


def _kinds(at: _core.PursuitPosition, made: _core.PursuitMove) -> Counter[str]:
    """The kinds of orders of a legal move, those of special interest apart."""
    kinds: Counter[str] = Counter()
    kind_of = at.tables.space
    for order in made.orders():
        kinds[order["order"]] += 1
        if order["order"] == "activate" and order.get("units"):
            kinds["activate a stack of several"] += len(order["units"]) > 1
        if order["order"] == "organize" and order.get("eliminated"):
            kinds["organize with three"] += 1
        if order["order"] == "go":
            rows = [kind_of(place) for place in order["path"]]
            unit = at.tables.unit(order["unit"])
            kinds["go: HQ or artillery"] += unit["class"] in ("hq", "artillery")
            kinds["go: on the Gallipoli map"] += any(row["area"] == "gallipoli" for row in rows)
            kinds["go: to an island base"] += rows[-1]["kind"] == "island_base"
            kinds["go: to a beachhead"] += rows[-1]["kind"] == "beachhead"
            kinds["go: into a fort"] += rows[-1]["fort"] > 0
    return +kinds


def batch(numbers: range, seed: int) -> Tally:
    """Compare law and checker in several positions."""
    tally = Tally()
    for number in numbers:
        tally.add(compared(number, seed))
    return tally


def run(moves: int, seed: int, progress: bool = False) -> Tally:
    """Compare about so many moves, in worker processes."""
    count = -(-moves // EACH)
    chunk = 5
    batches = [range(first, min(first + chunk, count)) for first in range(0, count, chunk)]
    tally = Tally()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done, found in enumerate(pool.map(batch, batches, [seed] * len(batches)), 1):
            tally.add(found)
            if progress and (done % 10 == 0 or done == len(batches)):
                said = f"{tally.moves} moves, {len(tally.differences)} differences"
                print(said, file=sys.stderr, flush=True)
    return tally


def main(moves: int, seed: int) -> int:
    """Compare, and print what was found; 1 if there are differences."""
    tally = run(moves, seed, progress=True)
    for line in tally.differences[:_MOST_SHOWN]:
        print(line)
    print(f"{tally.moves} moves, {tally.legal} of them legal, {len(tally.differences)} differences")
    print("\norders of the legal moves")
    for kind, times in sorted(tally.orders.items()):
        print(f"{times:8} {kind}")
    print("\nbroken rules")
    for (rule, code), times in sorted(tally.broken.items()):
        print(f"{times:8} {rule} {code}")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
