"""Law against core on what can be ordered in operations, beside orders that are given.

    python tests/agreement/offers.py NUMBER SEED

compares NUMBER lists in worker processes, says where it is on stderr, and prints every difference.
A list is named by the number and seed of its position, the OPS and the orders given;
`offers.asked(number, seed)` makes them again.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.activations import by_event
from agreement.comparing import ranges
from agreement.listing import Found, told
from agreement.positions import position
from lexbelli import _core
from lexbelli.pursuit_of_glory import offers, tables
from lexbelli.pursuit_of_glory.position import Position
from workers import processes

# So many lists are compared of every position: nothing given, parts of legal moves, nonsense.
EACH: Final = 4
# In so many of a hundred positions an event activates units.
_BY_EVENT: Final = 0.12
_MOST_OPS: Final = 6
# Every so many positions one is a scenario as it is set up.
_SCENARIOS: Final = 8
# Where the law takes longer, nothing is compared.
_SECONDS: Final = 20.0


def asked(number: int, seed: int) -> Iterator[tuple[_core.PursuitPosition, int, str]]:
    """Yield what is asked about the position of a number: the position, OPS, and orders given."""
    dice = random.Random(f"{seed}/{number}/offers")
    if number % _SCENARIOS == 0:
        at = Position.scenario(dice.choice(tables.load().scenarios())).core
    else:
        at = position(number, seed)
    if dice.random() < _BY_EVENT:
        at = by_event(at, dice)
    ops = dice.randint(1, _MOST_OPS)
    yield at, ops, ""
    for made in _core.PursuitChecker(at, ops).sample(EACH - 2, dice.getrandbits(32)):
        yield at, ops, _part(made, dice)
    made = _core.PursuitMove.nonsense(at, dice.getrandbits(32))
    if dice.random() < 0.5:
        (made,) = _core.PursuitChecker(at, ops).sample(1, dice.getrandbits(32))
        made = made.mutate(at, dice.getrandbits(32))
    yield at, ops, _part(made, dice)


def _part(made: _core.PursuitMove, dice: random.Random) -> str:
    """Some orders of a move, as text; of some paths only the end."""
    pairs = list(zip(made.texts(), made.orders(), strict=True))
    if not pairs:
        return ""
    chosen = dice.sample(pairs, dice.randint(1, min(4, len(pairs))))
    return "; ".join(_said(text, order, dice) for text, order in chosen)


def _said(text: str, order: dict[str, Any], dice: random.Random) -> str:
    if order["order"] != "go":
        return text
    path: Sequence[str] = order["path"]
    if dice.random() < 0.6:
        return f"go {order['unit']} {path[-1]}"
    via = f" via {','.join(path[:-1])}" if path[:-1] else ""
    return f"go {order['unit']} {path[-1]}{via} directly"


def compared(number: int, seed: int, most: int = EACH) -> Found:
    """Compare law and core on the lists of one position, on the last of them if not on all."""
    found = Found()
    for at, ops, given in [*asked(number, seed)][-most:]:
        start = time.perf_counter()
        listed, complete = offers.orders_by_core(at, ops, given)
        core = listed.terms()
        middle = time.perf_counter()
        try:
            law = offers.orders(at, ops, given, seconds=_SECONDS)
        except TimeoutError:
            found.given_up += 1
            continue
        end = time.perf_counter()
        found.lists += 1
        found.impossible += not law
        found.unfinished += not complete
        found.orders.update(order.partition("(")[0] for order in law)
        found.took(middle - start, end - middle)
        wrong = dict.fromkeys(set(core) - set(law), "core")
        if complete:
            wrong.update(dict.fromkeys(set(law) - set(core), "law"))
        where = f"{number}/{seed} with {ops} OPS, given '{given}'"
        found.differences += [
            f"{where}: only the {wrong[order]}: {order}" for order in sorted(wrong)
        ]
    return found


def batch(numbers: range, seed: int) -> Found:
    """Compare law and core in several positions."""
    found = Found()
    for number in numbers:
        found.add(compared(number, seed))
    return found


def run(lists: int, seed: int, progress: bool = False) -> Found:
    """Compare about so many lists, in worker processes."""
    jobs = ranges(-(-lists // EACH), 4)
    found = Found()
    with processes() as pool:
        for one in pool.map(batch, jobs, [seed] * len(jobs)):
            found.add(one)
            if progress:
                print(found, file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    sys.exit(told(run(int(sys.argv[1]), int(sys.argv[2]), progress=True)))
