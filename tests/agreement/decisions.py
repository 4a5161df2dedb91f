"""Law against checker on the decisions of whole games, as they come up, of every kind.

    python tests/agreement/decisions.py NUMBER SEED

plays games at random with all cards, and at some decisions of each compares legal and spoilt
answers, until NUMBER have been compared, and a fiftieth of NUMBER of each kind. It prints every
difference, a table of the kinds, which of them fell short when games had been played without end in
sight, and how often every rule was broken. A decision is named by the number and seed of its game
and its place in it; `position(number, seed, place)` makes it again.
"""

import random
import sys
from collections.abc import Mapping
from functools import partial
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.afterwards import readable
from agreement.comparing import Tally
from agreement.spoiling import spoilt
from battle_law import judge_many
from games.whole import played
from lexbelli import _core
from lexbelli.pursuit_of_glory import operations
from workers import processes

KINDS: Final = tuple(each["kind"] for each in _core.pursuit_decisions())
# Of a decision so many answers are compared, and of one that seldom comes; a quarter is legal.
_EACH, _EACH_RARE = 50, 200
_LEGAL: Final = 4
# A decision is rare if fewer games than one of so many have brought it.
_RARE: Final = 8
# Many spoilt answers are alike, or cannot be read.
_TRIES: Final = 4
# The share of each kind in all that is compared.
_SHARE: Final = 50
# So many games are played before it is seen what is still missing.
_AT_ONCE: Final = 24
# At most so many decisions of a kind are kept of a game.
_MOST_KEPT: Final = 4
# For so many answers wanted one more game may be played in search of what is rare.
_ANSWERS_PER_GAME, _FEWEST_GAMES = 50, 2 * _AT_ONCE
_MOST_SHOWN: Final = 60

# What was found, by kind of decision.
Found = dict[str, Tally]
# By kind, how many of its decisions are kept of a game, and how many answers compared at each.
Kept = Mapping[str, tuple[int, int]]


def position(number: int, seed: int, place: int) -> _core.PursuitPosition:
    """The decision at that place of a game."""
    return next(islice(played(number, seed), place, None))


def answers(
    at: _core.PursuitPosition, number: int, dice: random.Random
) -> tuple[list[_core.PursuitMove], int]:
    """Answers to a decision; the first, as many as are told, the core holds to be legal."""
    legal = list(dict.fromkeys(at.sample_answers(number // _LEGAL, dice.getrandbits(32))))
    if at.asks_for == operations.KIND:
        made = [*legal]
        for _ in range(number - len(legal)):
            worse = dice.choice(legal)
            for _ in range(dice.choice((1, 1, 1, 2, 3))):
                worse = worse.mutate(at, dice.getrandbits(32))
            none = _core.PursuitMove.nonsense(at, dice.getrandbits(32))
            made.append(worse if dice.random() < 0.8 else none)
        return list(dict.fromkeys(made)), len(legal)
    texts = list(map(str, legal))
    more = islice(spoilt(at, texts, dice), _TRIES * number)
    fit = [text for text in dict.fromkeys([*texts, *more]) if readable(at, text)]
    return [_core.PursuitMove.parse(at, text) for text in fit[:number]], len(legal)


def compared_at(at: _core.PursuitPosition, where: str, number: int, dice: random.Random) -> Tally:
    """Compare law and checker at one decision, on at most so many answers."""
    tally, kind = Tally(positions=1), at.asks_for
    moves, offered = answers(at, number, dice)
    core = at.check_many(moves)
    if kind == operations.KIND:
        law = operations.judge_many(at, moves, at.decision()["ops"])
    else:
        law = list(map(sorted, judge_many(at, kind, list(map(str, moves)))))
    for place, (move, ours, theirs) in enumerate(zip(moves, core, law, strict=True)):
        legal = tally.judge(where, str(move), ours, theirs, kind)
        if not legal and place < offered:
            tally.differences.append(f"{where}: the core offers, and forbids: {move}")
    return tally


def compared(number: int, seed: int, kept: Kept) -> Found:
    """Compare law and checker at so many decisions of each kind of a game, as far as they come."""
    dice = random.Random(f"{seed}/{number}/kept")
    chosen: dict[str, list[tuple[int, _core.PursuitPosition]]] = {}
    met = dict.fromkeys(kept, 0)
    for place, at in enumerate(played(number, seed)):
        kind = at.asks_for
        if kind not in kept:
            continue
        # Of a kind that comes often each is as likely to be kept.
        met[kind] += 1
        most, _ = kept[kind]
        some = chosen.setdefault(kind, [])
        if len(some) < most:
            some.append((place, at))
        elif (other := dice.randrange(met[kind])) < most:
            some[other] = (place, at)
    found: Found = {}
    for kind, some in chosen.items():
        tally = found.setdefault(kind, Tally())
        for place, at in some:
            where = f"{kind} {number}/{seed}/{place}"
            fallen = random.Random(f"{seed}/{number}/{place}/answers")
            tally.add(compared_at(at, where, kept[kind][1], fallen))
    return found


def _wanting(found: Found, games: int, wanted: int) -> dict[str, tuple[int, int]]:
    """What is to be kept of each of the next games, when there have been so many."""
    done = sum(tally.moves for tally in found.values())
    kept = {}
    for kind in KINDS:
        tally = found.get(kind, Tally())
        missing = ceil(wanted / _SHARE) - tally.moves
        if missing > 0:
            each = _EACH_RARE if tally.positions < games / _RARE else _EACH
            kept[kind] = min(_MOST_KEPT, ceil(missing / each / _AT_ONCE)), each
        elif done < wanted:
            kept[kind] = 1, _EACH
    return kept


def run(wanted: int, seed: int, progress: bool = False) -> tuple[Found, int]:
    """Compare so many answers, and of each kind their share, in worker processes.

    Returns:
        What was found by kind, and how many games were played for it.
    """
    found: Found = {}
    first, most = 0, max(wanted // _ANSWERS_PER_GAME, _FEWEST_GAMES)
    with processes() as pool:
        while first < most and (kept := _wanting(found, first, wanted)):
            numbers = range(first, first + _AT_ONCE)
            for one in pool.map(partial(compared, seed=seed, kept=kept), numbers):
                for kind, tally in one.items():
                    found.setdefault(kind, Tally()).add(tally)
                    if progress:
                        print(*tally.differences, sep="\n", end="", file=sys.stderr, flush=True)
            first += _AT_ONCE
            if progress:
                short = " ".join(kept) if len(kept) < len(KINDS) else "all kinds"
                done = f"{first} games, {_sum(found)}; kept: {short}"
                print(done, file=sys.stderr, flush=True)
    return found, first


def _sum(found: Found) -> Tally:
    every = Tally()
    for tally in found.values():
        every.add(tally)
    return every


def told(found: Found, games: int, wanted: int) -> int:
    """Print what was found; 1 if there are differences."""
    every = _sum(found)
    for line in every.differences[:_MOST_SHOWN]:
        print(line)
    print(f"{games} games, {every}\n")
    columns = ("decision", "positions", "moves", "legal", "differences")
    print(f"{columns[0]:20}" + "".join(f"{column:>12}" for column in columns[1:]))
    rows = {kind: found.get(kind, Tally()) for kind in KINDS}
    for kind, row in rows.items():
        numbers = (row.positions, row.moves, row.legal, len(row.differences))
        print(f"{kind:20}" + "".join(f"{number:12}" for number in numbers))
    share = ceil(wanted / _SHARE)
    short = [f"{kind} {row.moves}" for kind, row in rows.items() if row.moves < share]
    print(f"\nfewer than {share} moves: {', '.join(short) or 'none'}")
    print("\nbroken rules")
    for broken, times in sorted(every.broken.items()):
        print(f"{times:8} {' '.join(broken)}")
    return 1 if every.differences else 0


if __name__ == "__main__":
    number, first = int(sys.argv[1]), int(sys.argv[2])
    sys.exit(told(*run(number, first, progress=True), number))
