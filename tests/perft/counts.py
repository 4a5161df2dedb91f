"""How many orders and moves there are in some positions, by the law and by brute force.

    python tests/perft/counts.py --write

counts them anew and writes them into positions.json.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from lexbelli import _core
from lexbelli.pursuit_of_glory import offers, operations
from rulings import position_of

FILE: Final = Path(__file__).with_name("positions.json")

Entry = Mapping[str, Any]


@cache
def entries() -> Sequence[Entry]:
    """The positions: a name, a position as in the numbered rulings, OPS, and the counts.

    `orders` is how many orders occur in legal moves, a `go` told by where it ends; `moves` how many
    legal moves there are. Where `brute` is false, there are too many to count: only the law is
    asked, and only for the orders.
    """
    found: list[Entry] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def position(entry: Entry) -> _core.PursuitPosition:
    """The position of an entry."""
    return position_of({"base": entry["base"], "change": entry["change"]}).core


def orders_by_law(entry: Entry) -> list[str]:
    """Every order that occurs in a legal move."""
    return offers.orders(position(entry), entry["ops"])


def moves_by_law(entry: Entry) -> list[_core.PursuitMove]:
    """Every legal move, enumerated by the law."""
    return list(operations.moves(position(entry), entry["ops"]))


def moves_by_force(entry: Entry) -> list[_core.PursuitMove]:
    """Every legal move, found by trying them all."""
    return list(_core.PursuitChecker(position(entry), entry["ops"]).every_move(by_force=True))


def few_by_force(at: _core.PursuitPosition, ops: int, most: int) -> list[_core.PursuitMove] | None:
    """Every legal move, found by trying them all; None if there are more than `most`."""
    found = _core.PursuitChecker(at, ops).every_move(by_force=True)
    moves = list(islice(found, most + 1))
    return moves if found.whole and len(moves) <= most else None


def moves_by_core(at: _core.PursuitPosition, ops: int) -> list[_core.PursuitMove]:
    """Every legal move, enumerated by the core.

    Raises:
        AssertionError: It counts others than it lists.
    """
    checker = _core.PursuitChecker(at, ops)
    moves = list(checker.every_move())
    assert checker.count_moves() == (len(moves), True)
    return moves


def orders_of(at: _core.PursuitPosition, moves: Sequence[_core.PursuitMove]) -> set[str]:
    """The orders that occur in some moves, as terms of the law."""
    stands, found = at.units(), set()
    beaches = {place for place in at.tables.space_ids() if _beach(at, place)}
    for made in moves:
        paths: dict[str, list[str]] = {}
        for term in made.terms():
            if term.startswith("go("):
                # The places of a path come one after the other.
                unit, _, place = term.removeprefix("go(").removesuffix(")").split(",")
                paths.setdefault(unit, [stands[unit]]).append(place)
            else:
                found.add(term)
        for unit, path in paths.items():
            # A CP unit that enters a beachhead is put back (11.1.9.b-2).
            back = at.active == "cp" and path[-1] in beaches
            found.add(f"go({unit},{path[-2 if back else -1]})")
    return found


def _beach(at: _core.PursuitPosition, place: str) -> bool:
    return bool(at.tables.space(place)["kind"] == "beachhead")


def counted(entry: Entry) -> Entry:
    """The entry with its counts made anew."""
    print(entry["name"], end=": ", file=sys.stderr, flush=True)
    brute = entry.get("brute", True)
    orders = len(orders_by_law(entry))
    moves = len(moves_by_law(entry)) if brute else None
    print(f"{orders} orders, {moves or 'too many'} moves", file=sys.stderr)
    return {**entry, "brute": brute, "orders": orders, "moves": moves}


def save(file: Path, rows: Sequence[Entry]) -> None:
    """Write entries, a line each."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    save(FILE, [counted(entry) for entry in entries()])
