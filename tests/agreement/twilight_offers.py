"""Law against core of Twilight of the Habsburgs on what can be ordered: the comparison, a long run.

    python tests/agreement/twilight_offers.py NUMBER SEED [DECISION...]

compares about NUMBER lists in worker processes: every order that some legal move contains, beside
nothing, beside parts of legal moves, and beside nonsense. It says where it is on stderr, and prints
every difference. A list is named by the number and seed of its position and the orders given;
`agreement.twilight_positions.position(number, seed, DECISION)` makes the position again.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.comparing import ranges
from agreement.listing import Found, told
from agreement.twilight_positions import KINDS, SAME_TABLES, position
from agreement.twilight_spoilt import moves_of
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.twilight_of_the_habsburgs import law, offers
from lexbelli.twilight_of_the_habsburgs.moves import Move
from workers import processes

# So many lists are compared of every position: nothing given, parts of legal moves, and parts of
# legal, nearly legal and nonsensical ones.
EACH: Final = 4
_PARTS: Final = 2
_MOST_GIVEN: Final = 6
# Of a set-up that is given in part, this share of its orders is.
_SHARE: Final = 0.7
# Of all decisions, set-ups are asked so many times less.
_FEWER: Final = 10
_TOLD: Final = 20


def asked(number: int, seed: int, kind: str) -> tuple[toh.Position, list[Move]]:
    """Return a position of a kind of decision, and what is given when it is asked."""
    at = position(number, seed, kind)
    dice = random.Random(f"{seed}/{number}/offers")
    return at, [at.move(""), *_parts(at, dice)]


def _parts(at: toh.Position, dice: random.Random) -> Iterator[Move]:
    legal = at.sample_moves(_PARTS, dice.getrandbits(32)) or [at.move("")]
    # Of those that are nearly legal or nonsense one.
    others = moves_of(at, dice.getrandbits(32)) or legal
    for made in [*legal, dice.choice(others)]:
        orders = [*made.as_json()]
        most = min(_MOST_GIVEN, len(orders))
        if at.decision.kind == "setup" and dice.random() < _SHARE:
            most = len(orders)
        yield at.move(dice.sample(orders, dice.randint(min(1, most), most)))


def compared(number: int, seed: int, kind: str, most: int = EACH) -> Found:
    """Compare law and core on the lists of one position."""
    at, every = asked(number, seed, kind)
    found = Found()
    for given in every[:most]:
        start = time.perf_counter()
        core, complete = offers.by_core(at.core, given)
        middle = time.perf_counter()
        by_law = law.orders(at.core, given)
        end = time.perf_counter()
        found.lists += 1
        found.impossible += not by_law
        found.orders.update(order.kind for order in by_law)
        found.took(middle - start, end - middle)
        if not complete:
            found.unfinished += 1
            core = law.orders(at.core, given, core)
        where = f"{kind} {number}/{seed}, given '{given}'"
        for text in sorted({each.text for each in core} ^ {each.text for each in by_law}):
            who = "core" if any(each.text == text for each in core) else "law"
            found.differences.append(f"{where}: only the {who}: {text}")
        contents = {each.text: each.content for each in by_law}
        for each in core:
            if contents.get(each.text, each.content) != each.content:
                found.differences.append(f"{where}: told otherwise: {each.text}")
    return found


def batch(numbers: range, seed: int, kind: str) -> Found:
    """Compare law and core in several positions."""
    found = Found()
    for number in numbers:
        found.add(compared(number, seed, kind))
    return found


def run(lists: int, seed: int, kinds: Sequence[str] = (), progress: bool = False) -> Found:
    """Compare about so many lists, in worker processes; of these decisions if any are named."""
    chosen = list(kinds) or list(KINDS)
    each = -(-lists // (EACH * len(chosen)))
    # Of set-ups the law takes many seconds for a list.
    shares = {
        kind: -(-each // _FEWER) if kind == "setup" and not kinds else each for kind in chosen
    }
    jobs = [
        (numbers, seed, kind)
        for kind, share in shares.items()
        for numbers in ranges(share, SAME_TABLES)
    ]
    jobs.sort(key=lambda job: job[0].start)
    found = Found()
    with processes() as pool:
        work = [pool.submit(batch, *job) for job in jobs]
        for done, one in enumerate(work, 1):
            result = one.result()
            found.add(result)
            if progress:
                print("".join(f"{line}\n" for line in result.differences), end="", file=sys.stderr)
                if done % _TOLD == 0 or done == len(work):
                    print(found, file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    wanted, first, *only = sys.argv[1:]
    sys.exit(told(run(int(wanted), int(first), only, progress=True)))
