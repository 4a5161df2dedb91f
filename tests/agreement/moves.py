"""Law against checker on moves: the comparison, and a long run with `make agreement`.

    python tests/agreement/moves.py NUMBER SEED

compares NUMBER moves in worker processes, says where it is on stderr, and prints every difference
and how often every rule was broken. A position is named by its number and seed;
`agreement.positions.position(number, seed)` makes it again.
"""

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.activations import by_event
from agreement.comparing import Tally, differences, ranges, shared_out, told
from agreement.positions import position
from lexbelli import _core
from lexbelli.pursuit_of_glory.operations import judge_many, judge_orders

# In every position so many moves are legal, nearly legal, and nonsense.
LEGAL: Final = 30
NEARLY: Final = 36
NONSENSE: Final = 14
ALONE: Final = 4
# In so many of a hundred positions an event activates units.
BY_EVENT: Final = 0.1
EACH: Final = LEGAL + NEARLY + NONSENSE
_CHUNK: Final = 5


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
    if dice.random() < BY_EVENT:
        at = by_event(at, dice)
    checker = _core.PursuitChecker(at, ops)
    moves = moves_of(at, checker, dice.getrandbits(32))
    both = checker.check_many(moves), judge_many(at, moves, ops)
    answers = list(zip(moves, *both, strict=True))
    for made, found, law in answers:
        if tally.judge(f"position {number}/{seed} with {ops} OPS", str(made), found, law):
            tally.orders += _kinds(at, made)
    # A move that is judged alone is judged by the rules and facts that matter to it.
    where = f"position {number}/{seed} with {ops} OPS, alone"
    for made, found, _ in dice.sample(answers, ALONE):
        law = judge_orders(at, made, ops)
        tally.differences += differences(where, str(made), found, law)
    return tally


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
    jobs = [(numbers, seed) for numbers in ranges(-(-moves // EACH), _CHUNK)]
    return shared_out(batch, jobs, progress=progress)


if __name__ == "__main__":
    done = run(int(sys.argv[1]), int(sys.argv[2]), progress=True)
    sys.exit(told(done, "orders of the legal moves"))
