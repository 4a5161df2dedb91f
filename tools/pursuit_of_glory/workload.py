"""Realistic moves: legal ones in positions of random games, changed ones, and nonsense.

    python -m tools.pursuit_of_glory.workload ROWS OUTPUT [--positions N] [--own] [--seed S]

writes a table of moves, and one of their positions beside it; OUTPUT ends in .jsonl, .csv,
.parquet, .arrow or .arrows.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lexbelli import _core
from lexbelli.files import drafted
from lexbelli.pursuit_of_glory.bulk import bulk
from lexbelli.pursuit_of_glory.position import Position
from tools.pursuit_of_glory.random_playout import random_playout

__all__ = ["Batch", "make", "positions", "workload"]

# Of ten moves so many are legal, and so many legal ones with something changed.
_LEGAL: Final = 0.5
_NEARLY: Final = 0.4
_MOST_OPS: Final = 5
# As long as a game of random moves may be that a position comes from.
_ACTIONS: Final = 40
# Moves made of one position at once.
_AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True)
class Batch:
    """Moves in one position.

    Attributes:
        number: Of the position.
        ops: The OPS there are to spend.
        moves: The moves, as text.
    """

    number: int
    ops: int
    moves: Sequence[str]


def positions(number: int, seed: int) -> list[Position]:
    """Return positions of random games, several of each game; the same arguments give the same."""
    found: list[Position] = []
    dice = random.Random(seed)
    while len(found) < number:
        found.append(random_playout(dice.getrandbits(32), dice.randint(0, _ACTIONS)))
    return found


def workload(given: Sequence[Position], rows: int, seed: int) -> Iterator[Batch]:
    """Yield moves in these positions, so many in all, in the order of the positions.

    Half of them are legal moves chosen at random, two fifths are such moves with something
    changed, of which some are still legal, and the rest is nonsense.
    """
    judge = bulk(None)
    for number, position in enumerate(given):
        wanted = rows * (number + 1) // len(given) - rows * number // len(given)
        dice = random.Random(f"{seed}/{number}")
        while wanted > 0:
            count = min(wanted, _AT_ONCE)
            legal = max(1, round(count * _LEGAL))
            nearly = min(count - legal, round(count * _NEARLY))
            ops = dice.randint(1, _MOST_OPS)
            made = judge.workload(
                position.core, ops, (legal, nearly, count - legal - nearly), dice.getrandbits(48)
            )
            dice.shuffle(made)
            yield Batch(number, ops, made)
            wanted -= max(1, len(made))


def make(output: str, rows: int, number: int, seed: int, own: bool) -> list[str]:
    """Write a table of moves, and one of the positions they are made in.

    Args:
        output: Where the moves go; its ending says the format.
        rows: How many moves.
        number: How many positions.
        seed: The same arguments always write the same.
        own: Whether every row has its own position instead of the name of one.

    Returns:
        The files that were written.

    Raises:
        BadInput: A file cannot be written.
    """
    places = positions(number, seed)
    path = Path(output)
    second = path.with_name(f"{path.stem}.positions{path.suffix}")
    documents = [place.to_json() for place in places]
    names = [f"game_{at}" for at in range(number)]
    with drafted(path) as draft:
        writer = _core.TableWriter(str(draft))
        for batch in workload(places, rows, seed):
            count = len(batch.moves)
            place = documents[batch.number] if own else names[batch.number]
            writer.write(
                _core.table_of(
                    {
                        "move": list(batch.moves),
                        "position": [place] * count,
                        "ops": [batch.ops] * count,
                    }
                )
            )
        writer.finish()
    if own:
        return [str(path)]
    with drafted(second) as draft:
        writer = _core.TableWriter(str(draft))
        writer.write(_core.table_of({"id": names, "position": documents}))
        writer.finish()
    return [str(path), str(second)]


def main(words: Sequence[str]) -> None:
    """Write the tables, and print their names."""
    parser = argparse.ArgumentParser(prog="tools.pursuit_of_glory.workload")
    parser.add_argument("rows", type=int)
    parser.add_argument("output")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--own", action="store_true", help="the position in every row")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    print("\n".join(make(given.output, given.rows, given.positions, given.seed, given.own)))


if __name__ == "__main__":
    main(sys.argv[1:])
