"""Core orders, checker and law on millions of moves: a long run.

    python tests/agreement/millions.py NUMBER SEED

judges NUMBER moves of both games, of operations and of all other decisions, in worker processes:
legal ones, nearly legal ones, and nonsense. Of every move the checker says whether it is legal;
every order of a legal one must be among those that the core lists for its position; and of a
sample, the law must find the same rules broken. It says where it is on stderr, and prints every
difference and a report. `asked(number, seed)` makes a position and its moves again.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement import answer_lists, twilight_positions
from agreement.activations import by_event
from agreement.moves import BY_EVENT
from agreement.positions import position
from agreement.twilight_spoilt import moves_of
from battle_law import judge_many as judge_answers
from lexbelli import _core
from lexbelli.pursuit_of_glory import battles, operations
from lexbelli.twilight_of_the_habsburgs import law as twilight_law
from lexbelli.twilight_of_the_habsburgs import offers as twilight_offers
from workers import processes

# Of operations so many moves of a position are legal, nearly legal, and nonsense; and so many of
# them the law judges.
LEGAL: Final = 1200
NEARLY: Final = 2400
NONSENSE: Final = 400
BY_LAW: Final = 4
# Of other decisions so many answers are asked for.
ANSWERS: Final = 100
_MOST_OPS: Final = 6
# How positions are shared out: operations, other decisions, the second game.
_SHARES: Final = ("operations", "operations", "answers", "twilight")
_AT_ONCE: Final = 4
_WAITING: Final = 8
_SHOWN: Final = 60
_TELLING: Final = 20.0

Broken = Sequence[tuple[str, str]]


@dataclass
class Found:
    """What was compared.

    Attributes:
        positions: How many positions of a decision.
        judged: How many moves of a decision the checker judged.
        legal: How many of them are legal, and have only orders that are listed.
        by_law: How many the law judged as well.
        unlisted: How many positions were passed over, since the core left its list unfinished.
        differences: What does not agree.
    """

    positions: Counter[str] = field(default_factory=Counter)
    judged: Counter[str] = field(default_factory=Counter)
    legal: Counter[str] = field(default_factory=Counter)
    by_law: Counter[str] = field(default_factory=Counter)
    unlisted: int = 0
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        """Add what was found elsewhere."""
        self.positions += other.positions
        self.judged += other.judged
        self.legal += other.legal
        self.by_law += other.by_law
        self.unlisted += other.unlisted
        self.differences += other.differences

    def __str__(self) -> str:
        return (
            f"{self.judged.total()} moves of {self.positions.total()} positions,"
            f" {self.legal.total()} of them legal, {self.by_law.total()} judged by the law too,"
            f" {self.unlisted} lists unfinished; {len(self.differences)} differences"
        )

    def report(self) -> str:
        """A row for every decision."""
        heading = f"{'decision':48} {'positions':>9} {'moves':>9} {'legal':>9} {'by law':>7}"
        rows = [
            f"{kind:48} {self.positions[kind]:9} {number:9} {self.legal[kind]:9}"
            f" {self.by_law[kind]:7}"
            for kind, number in sorted(self.judged.items())
        ]
        return "\n".join([heading, *rows])


@dataclass
class Asked:
    """A position, its moves, and who says what of them."""

    kind: str
    moves: Sequence[Any]
    # So many of them, the first, were drawn as legal ones.
    drawn: int
    # The orders of its list, as `orders` names those of a move; whether that is all of them.
    listed: Callable[[], tuple[set[str], bool]]
    orders: Callable[[Any], set[str]]
    broken: Callable[[Sequence[Any]], Sequence[Broken]]
    law: Callable[[Sequence[Any]], Sequence[Collection[tuple[str, str]]]]


def asked(number: int, seed: int) -> Asked | None:
    """Return what is asked of the position of a number; None if nobody decides there."""
    dice = random.Random(f"{seed}/{number}/millions")
    match _SHARES[number % len(_SHARES)]:
        case "operations":
            return _of_operations(number, seed, dice)
        case "answers":
            return _of_answers(number // len(_SHARES), seed, dice)
        case _:
            return _of_twilight(number // len(_SHARES), seed, dice)


def _of_operations(number: int, seed: int, dice: random.Random) -> Asked:
    at, ops = position(number, seed), dice.randint(1, _MOST_OPS)
    if dice.random() < BY_EVENT:
        at = by_event(at, dice)
    checker, stands = _core.PursuitChecker(at, ops), at.units()
    legal = checker.sample(LEGAL, dice.getrandbits(32))
    nearly = []
    for one in range(NEARLY):
        made = legal[one % len(legal)]
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            made = made.mutate(at, dice.getrandbits(32))
        nearly.append(made)
    none = [_core.PursuitMove.nonsense(at, dice.getrandbits(32)) for _ in range(NONSENSE)]
    nothing = _core.PursuitMove.parse(at, "", operations.KIND)

    def listed() -> tuple[set[str], bool]:
        found, complete = checker.orders(nothing, [])
        return set(found.terms()), complete

    return Asked(
        kind="pursuit_of_glory operations",
        moves=[*legal, *nearly, *none],
        # In shaken positions that stand against a rule nothing at all may be legal.
        drawn=0 if checker.check(nothing) else len(legal),
        listed=listed,
        orders=lambda made: _ends(made, at, stands),
        broken=checker.check_many,
        law=lambda made: operations.judge_many(at, made, ops),
    )


def _ends(
    made: _core.PursuitMove, at: _core.PursuitPosition, stands: Mapping[str, str]
) -> set[str]:
    """The orders of a move as terms, of paths the end alone, as lists have them."""
    found = {term for term in made.terms() if not term.startswith("go(")}
    for order in made.orders():
        if order["order"] == "go":
            places = [stands[order["unit"]], *order["path"]]
            # A CP unit that enters a beachhead is put back (11.1.9.b-2).
            beach = at.tables.space(places[-1])["kind"] == "beachhead"
            stop = places[-2] if beach and at.active == "cp" else places[-1]
            found.add(f"go({order['unit']},{stop})")
    return found


def _of_answers(number: int, seed: int, dice: random.Random) -> Asked | None:
    at = next((at for at, _ in answer_lists.asked(number, seed)), None)
    if at is None:
        return None
    kind = at.asks_for
    legal = at.sample_answers(ANSWERS, dice.getrandbits(32))
    texts = list(dict.fromkeys(str(made) or "pass" for made in legal))
    drawn = len(texts)
    # Parts of some with parts of others: seldom legal, and never far from it.
    for _ in range(ANSWERS):
        orders = [
            order for text in dice.choices(texts or ["pass"], k=2) for order in text.split("; ")
        ]
        orders = [order for order in orders if order != "pass"]
        some = dice.sample(orders, dice.randint(0, len(orders)))
        text = "; ".join(dict.fromkeys(some)) or "pass"
        if answer_lists.is_read(at, text):
            texts.append(text)

    def listed() -> tuple[set[str], bool]:
        found, complete = battles.orders_by_core(at, "")
        return {_cut(str(order)) for order in found}, complete

    return Asked(
        kind=f"pursuit_of_glory {kind}",
        moves=texts,
        drawn=drawn,
        listed=listed,
        orders=lambda text: {_cut(order) for order in _core.PursuitMove.parse(at, text).texts()},
        broken=at.check_many,
        law=lambda texts: judge_answers(at, kind, texts),
    )


def _cut(order: str) -> str:
    """An order without its way."""
    return order.partition(" via ")[0].removesuffix(" directly")


def _of_twilight(number: int, seed: int, dice: random.Random) -> Asked:
    kinds = twilight_positions.KINDS
    at = twilight_positions.position(number, seed, kinds[number % len(kinds)])

    def listed() -> tuple[set[str], bool]:
        found, complete = twilight_offers.by_core(at.core, at.move(""))
        return {_cut(order.text) for order in found}, complete

    return Asked(
        kind=f"twilight_of_the_habsburgs {at.decision.kind}",
        moves=moves_of(at, dice.getrandbits(32)),
        drawn=0,
        listed=listed,
        orders=lambda made: {_cut(str(order)) for order in made.orders},
        broken=lambda made: [
            [(rule, witness) for rule, witness, _ in at.core.check(one.core)] for one in made
        ],
        law=lambda made: twilight_law.judge_many(at.core, made),
    )


def compared(number: int, seed: int) -> Found:
    """Compare lists, checker and law on the moves of one position."""
    found = Found()
    what = asked(number, seed)
    if what is None:
        return found
    listed, complete = what.listed()
    found.positions[what.kind] = 1
    found.unlisted = not complete
    where = f"{number}/{seed}, {what.kind}"
    verdicts = what.broken(what.moves)
    for nth, (made, broken) in enumerate(zip(what.moves, verdicts, strict=True)):
        found.judged[what.kind] += 1
        if broken:
            if nth < what.drawn:
                found.differences.append(f"{where}: drawn, and not legal: {made}")
            continue
        found.legal[what.kind] += 1
        missing = what.orders(made) - listed if complete else set()
        found.differences += [f"{where}: not listed: {order} of: {made}" for order in missing]
    dice = random.Random(f"{seed}/{number}/law")
    chosen = dice.sample(range(len(what.moves)), min(BY_LAW, len(what.moves)))
    judged = what.law([what.moves[at] for at in chosen]) if chosen else []
    for at, law in zip(chosen, judged, strict=True):
        found.by_law[what.kind] += 1
        for rule, witness in sorted(set(verdicts[at]) ^ set(law)):
            who = "law" if (rule, witness) in law else "core"
            found.differences.append(
                f"{where}: only the {who} says {rule} {witness} of: {what.moves[at]}"
            )
    return found


def batch(numbers: range, seed: int) -> Found:
    """Compare several positions."""
    found = Found()
    for number in numbers:
        found.add(compared(number, seed))
    return found


def _all(seed: int) -> Iterator[Found]:
    """Compare ever more positions, in worker processes."""
    with processes() as pool:
        waiting: list[Future[Found]] = []
        for first in count(0, _AT_ONCE):
            waiting.append(pool.submit(batch, range(first, first + _AT_ONCE), seed))
            if len(waiting) >= _WAITING:
                try:
                    yield waiting.pop(0).result()
                except GeneratorExit:
                    for work in waiting:
                        work.cancel()
                    raise


def run(moves: int, seed: int, progress: bool = False) -> Found:
    """Compare at least so many moves."""
    found = Found()
    told = time.monotonic()
    for one in _all(seed):
        found.add(one)
        if progress:
            for line in one.differences:
                print(line, file=sys.stderr, flush=True)
            if time.monotonic() - told > _TELLING:
                told = time.monotonic()
                print(found, file=sys.stderr, flush=True)
        if found.judged.total() >= moves:
            return found
    return found


if __name__ == "__main__":
    started = time.monotonic()
    done = run(int(sys.argv[1]), int(sys.argv[2]), progress=True)
    print("\n".join(done.differences[:_SHOWN]))
    print(done.report())
    print(f"\n{done}, in {time.monotonic() - started:,.0f} s")
    sys.exit(1 if done.differences else 0)
