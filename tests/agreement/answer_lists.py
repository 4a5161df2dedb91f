"""Law against core on what can be ordered at decisions that cost no OPS, beside orders given.

    python tests/agreement/answer_lists.py NUMBER SEED [DECISION...]

compares NUMBER lists of all decisions of battles, their aftermath and the small decisions of a
turn, or of these, in worker processes, says where it is on stderr, and prints every difference. A
list is named by the number and seed of its position and the orders given; `asked(number, seed)`
makes them again.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement import redeployment, reinforcements, replacement_points, turns
from agreement.aftermaths import aftermath
from agreement.afterwards import Made
from agreement.comparing import ranges
from agreement.fights import situation
from agreement.listing import Found, told
from lexbelli import _core
from lexbelli.pursuit_of_glory import battles
from workers import processes

BATTLES: Final = ("attack", "defence", "cards", "returns", "withdrawal")
# Decisions of units that go or come to any place, each with what makes positions and moves.
ANYWHERE: Final[Mapping[str, Callable[[int, int], Made]]] = {
    "redeployment": redeployment.decision,
    "replacement_points": replacement_points.spending,
    "reinforcements": reinforcements.decision,
}
SMALL: Final = (*BATTLES, "aftermath", *turns.DECISIONS)
KINDS: Final = (*SMALL, *ANYWHERE)
# So many lists are compared of every position: nothing given, parts of legal answers, nonsense.
EACH: Final = 4


def asked(
    number: int, seed: int, kinds: Sequence[str] = KINDS
) -> Iterator[tuple[_core.PursuitPosition, str]]:
    """Yield what is asked about the position of a number: the position, and orders given."""
    dice = random.Random(f"{seed}/{number}/answers")
    kind = kinds[number % len(kinds)]
    spoilt: Sequence[str] = ()
    if kind in BATTLES:
        at = situation(kind, number, seed).at_next_decision()
    elif kind == "aftermath":
        at = aftermath(number, seed).at_next_decision()
    elif kind in ANYWHERE:
        made = ANYWHERE[kind](number, seed)
        at, spoilt = made.at.at_next_decision(), made.moves
    else:
        made = turns.decision(number // len(kinds) * len(turns.DECISIONS) + _place(kind), seed)
        at, spoilt = made.at.at_next_decision(), made.moves
    if at.asks_for not in battles.LISTED:
        return
    yield at, ""
    parts = [_part(str(move), dice) for move in at.sample_answers(EACH - 2, dice.getrandbits(32))]
    parts += [_part(dice.choice(spoilt), dice)] if spoilt else []
    for given in dict.fromkeys(parts):
        if given and is_read(at, given):
            yield at, given


def _place(kind: str) -> int:
    return list(turns.DECISIONS).index(kind)


def _part(made: str, dice: random.Random) -> str:
    """Some orders of an answer."""
    orders = [order for order in made.split("; ") if order != "pass"]
    return "; ".join(dice.sample(orders, dice.randint(1, min(3, len(orders))))) if orders else ""


def is_read(at: _core.PursuitPosition, given: str) -> bool:
    """Whether orders can be read."""
    try:
        _core.PursuitMove.parse(at, given)
    except ValueError:
        return False
    return True


def compared(number: int, seed: int, kinds: Sequence[str] = KINDS) -> Found:
    """Compare law and core on the lists of one position."""
    found = Found()
    for at, given in asked(number, seed, kinds):
        start = time.perf_counter()
        core, complete = battles.orders_by_core(at, given)
        middle = time.perf_counter()
        law = battles.orders_by_law(at, at.asks_for, given)
        end = time.perf_counter()
        found.lists += 1
        found.impossible += not law
        found.unfinished += not complete
        found.orders.update(f"{at.asks_for} {order.kind}" for order in law)
        found.took(middle - start, end - middle)
        by_core, by_law = ({str(order) for order in orders} for orders in (core, law))
        wrong = dict.fromkeys(by_core - by_law, "core")
        if complete:
            wrong |= dict.fromkeys(by_law - by_core, "law")
        where = f"{number}/{seed}, {at.asks_for}, given '{given}'"
        found.differences += [
            f"{where}: only the {wrong[order]}: {order}" for order in sorted(wrong)
        ]
    return found


def batch(numbers: range, seed: int, kinds: Sequence[str]) -> Found:
    """Compare law and core in several positions."""
    found = Found()
    for number in numbers:
        found.add(compared(number, seed, kinds))
    return found


def run(lists: int, seed: int, kinds: Sequence[str] = KINDS, progress: bool = False) -> Found:
    """Compare at least so many lists, if the positions ask for so many, in worker processes."""
    jobs = ranges(-(-lists // 2), 10)
    found = Found()
    with processes() as pool:
        for one in pool.map(batch, jobs, [seed] * len(jobs), [kinds] * len(jobs)):
            found.add(one)
            if progress:
                print(found, file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    wanted, first, *only = sys.argv[1:]
    sys.exit(told(run(int(wanted), int(first), only or KINDS, progress=True)))
