"""Words of goals of Twilight of the Habsburgs after moves, by law and by core; and a long run.

    python tests/agreement/twilight_outcomes.py NUMBER SEED [DECISION...]

compares what every word says, of every unit and hex it can be asked of, after NUMBER legal moves of
all decisions of which the law says what becomes, or of these, in worker processes. A position is
named by its number and seed; `agreement.twilight_positions.position(number, seed, DECISION)` makes
it again.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.comparing import Tally
from agreement.twilight_positions import KINDS, position
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.twilight_of_the_habsburgs import outcomes
from lexbelli.twilight_of_the_habsburgs.goals import GOALS
from lexbelli.twilight_of_the_habsburgs.moves import Move
from lexbelli.twilight_of_the_habsburgs.tables import SIDES
from workers import processes

# After so many moves of each position words are compared.
MOVES: Final = 5
# Of some answers the core alone says what becomes of them.
DECISIONS: Final = tuple(kind for kind in KINDS if kind not in GOALS.played)
_ASKED: Final = [(word.predicate, len(word.kinds)) for word in GOALS.words.values()]
_WORKERS: Final = 2
_MOST_SHOWN: Final = 60

# A word and its arguments.
Said = tuple[str, tuple[str, ...]]


def compared(number: int, seed: int, kinds: Sequence[str] = DECISIONS) -> Tally:
    """Compare what becomes of legal moves in one position."""
    kind = kinds[number % len(kinds)]
    at = position(number, seed, kind)
    tally = Tally(positions=1)
    made = [move for move in at.sample_moves(MOVES, seed + number) if not at.check(move)]
    where = f"position {number}/{seed} ({kind}, {at.scenario_name})"
    for move, found in zip(made, outcomes.outcomes(at.core, made, _ASKED), strict=True):
        tally.moves += 1
        law = {_said(str(atom.name), [str(each) for each in atom.arguments]) for atom in found}
        core = set(by_core(at, move))
        tally.orders.update(name for name, _ in core)
        for name, args in sorted(law ^ core):
            who = "core" if (name, args) in core else "law"
            said = f"{name}({', '.join(args)})"
            tally.differences.append(f"{where}: only the {who} says {said} of: {move}")
    return tally


def _said(predicate: str, args: Sequence[str]) -> Said:
    return predicate.removeprefix("is_"), tuple(args)


def by_core(at: toh.Position, move: Move) -> Iterator[Said]:
    """Yield what words say after a move, by the core alone, of everything they can be asked of."""
    after = at.after_answer(move)
    leads = [unit for unit in at.units if at.core.tables.unit(unit)["size"] == "hq"]
    kinds = {"unit": list(at.units), "hq": leads, "space": sorted(at.hexes), "side": list(SIDES)}
    # Units are somewhere, and nowhere else; and only what is usable or fed serves anybody.
    stood = sorted({place for place in after.units.values() if place in at.hexes})
    told = [after.command(side) for side in SIDES]
    served = sorted({place for each in told for place in each.usable | each.fed})
    spaces = {"at": stood, "occupied": stood, "base": served}
    for word in GOALS.words.values():
        of = {**kinds, "space": spaces.get(word.name, kinds["space"])}
        for args in product(*(of[kind] for kind in word.kinds)):
            if GOALS.holds(at, after, word.name, args):
                yield word.name, args


def run(moves: int, seed: int, kinds: Sequence[str] = DECISIONS, progress: bool = False) -> Tally:
    """Compare after so many moves, in worker processes."""
    tally = Tally()
    numbers = range(-(-moves // MOVES))
    ask = partial(compared, seed=seed, kinds=tuple(kinds))
    with processes(_WORKERS) as pool:
        for done, found in enumerate(pool.map(ask, numbers, chunksize=4), 1):
            tally.add(found)
            if progress and (done % 100 == 0 or done == len(numbers)):
                said = f"{tally.moves} moves, {len(tally.differences)} differences"
                print(said, file=sys.stderr, flush=True)
    return tally


def main(moves: int, seed: int, kinds: Sequence[str]) -> int:
    """Compare, and print what was found; 1 if there are differences."""
    tally = run(moves, seed, kinds or DECISIONS, progress=True)
    for line in tally.differences[:_MOST_SHOWN]:
        print(line)
    print(f"{tally.positions} positions, {tally.moves} moves, {len(tally.differences)} differences")
    print("\nwhat was so after them")
    for word, times in sorted(Counter(tally.orders).items()):
        print(f"{times:8} {word}")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
