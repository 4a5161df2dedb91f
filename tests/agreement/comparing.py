"""Comparing law and core: what is found, how the work is shared out, and what is printed of it."""

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from workers import processes

_MOST_SHOWN: Final = 60
# So many positions are compared before it is asked whether that is enough.
_AT_ONCE: Final = 50
# So often it is told how far a run is.
_TELLING: Final = 10

BrokenRule = tuple[str, str]


@dataclass
class Tally:
    """What was found: differences, and how often what occurred.

    Attributes:
        positions: How many positions were looked at, where they are counted.
        moves: How many moves were judged, and how many of them are legal.
        legal: How many of them break no rule.
        differences: What only one of both says.
        broken: How often a rule was broken: rule and code, after the decision if it is told.
        orders: How often an order, or a kind of move, occurred in legal moves.
        judged: How often moves of a kind were judged.
    """

    positions: int = 0
    moves: int = 0
    legal: int = 0
    differences: list[str] = field(default_factory=list)
    broken: Counter[tuple[str, ...]] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    judged: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add what was found elsewhere."""
        self.positions += other.positions
        self.moves += other.moves
        self.legal += other.legal
        self.differences += other.differences
        self.broken += other.broken
        self.orders += other.orders
        self.judged += other.judged

    def judge(
        self,
        where: str,
        made: str,
        core: Collection[BrokenRule],
        law: Collection[BrokenRule],
        *kind: str,
    ) -> bool:
        """Count a move and what is said of it; whether it is legal."""
        self.moves += 1
        self.legal += not core
        self.judged.update(kind)
        self.broken.update((*kind, rule, witness.partition("(")[0]) for rule, witness in core)
        self.differences += differences(where, made, core, law)
        return not core

    def __str__(self) -> str:
        said = f"{self.moves} moves, {self.legal} of them legal"
        if self.positions:
            said = f"{self.positions} positions, {said}"
        return f"{said}, {len(self.differences)} differences"


def differences(
    where: str, made: str, core: Collection[BrokenRule], law: Collection[BrokenRule]
) -> Iterator[str]:
    """What only one of them finds broken by a move."""
    for rule, witness in sorted(set(core) ^ set(law)):
        who = "core" if (rule, witness) in core else "law"
        told = made.replace("\n", "; ")
        yield f"{where}: only the {who} says {rule} {witness} of: {told}"


def ranges(number: int, chunk: int) -> list[range]:
    """The numbers below one, so many at a time."""
    return [range(first, min(first + chunk, number)) for first in range(0, number, chunk)]


def compared_until(
    compared: Callable[[int, int], Tally], wanted: int, seed: int, progress: bool = False
) -> Tally:
    """Compare positions of a seed in worker processes until so many moves are judged."""
    tally = Tally()
    with processes() as pool:
        for first in count(0, _AT_ONCE):
            numbers = range(first, first + _AT_ONCE)
            for found in pool.map(compared, numbers, [seed] * _AT_ONCE, chunksize=5):
                tally.add(found)
            if progress:
                print(tally, file=sys.stderr, flush=True)
            if tally.moves >= wanted:
                break
    return tally


def shared_out(
    batch: Callable[..., Tally],
    jobs: Sequence[tuple[Any, ...]],
    *,
    workers: int | None = None,
    progress: bool = False,
) -> Tally:
    """Do jobs in worker processes, and add up what they find.

    Args:
        batch: What does a job, called with its parts.
        jobs: The jobs.
        workers: How many processes; None for as many as the machine has cores.
        progress: Whether stderr is told how far it is, and of every difference at once.
    """
    tally = Tally()
    with processes(workers) as pool:
        work = [pool.submit(batch, *job) for job in jobs]
        for done, one in enumerate(work, 1):
            found = one.result()
            tally.add(found)
            if progress:
                for line in found.differences:
                    print(line, file=sys.stderr, flush=True)
                if done % _TELLING == 0 or done == len(jobs):
                    print(tally, file=sys.stderr, flush=True)
    return tally


def told(tally: Tally, orders: str) -> int:
    """Print what was found; 1 if there are differences.

    Args:
        tally: It.
        orders: The heading of what occurred in legal moves.
    """
    for line in tally.differences[:_MOST_SHOWN]:
        print(line)
    print(tally)
    for kind, times in sorted(tally.judged.items()):
        print(f"{times:8} {kind}")
    print(f"\n{orders}")
    for kind, times in sorted(tally.orders.items()):
        print(f"{times:8} {kind}")
    print("\nbroken rules")
    for broken, times in sorted(tally.broken.items()):
        print(f"{times:8} {' '.join(broken)}")
    return 1 if tally.differences else 0
