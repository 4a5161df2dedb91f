"""How many orders and moves there are in some movement segments of Twilight of the Habsburgs.

    python tests/perft/twilight_counts.py --write

counts them anew by the law and writes them into twilight_positions.json.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from lexbelli.twilight_of_the_habsburgs import Position
from lexbelli.twilight_of_the_habsburgs.told import known
from perft.counts import save
from twilight_rulings import position_of

FILE: Final = Path(__file__).with_name("twilight_positions.json")
# A way by rail has at most so many hexes.
_LONGEST_RIDE: Final = 120
# What is wrong with the end of a way, not with the way.
_OF_ENDS: Final = frozenset(("over_limit", "two_headquarters", "alpine_stack"))

Entry = Mapping[str, Any]
# A unit's order: what it says, and what it is offered as.
_Choice = tuple[str, str]


@cache
def entries() -> Sequence[Entry]:
    """The positions: name, base, what is asked, units, and the counts.

    `movers` (place -> units) are the units that can move: all others of their side are gone. `foes`
    are put elsewhere; `tables` are as in the numbered rulings. `orders` is how many orders occur in
    legal moves, a `go` or `rail` told by where it ends; `moves` how many legal moves there are.
    """
    found: list[Entry] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def position(name: str) -> Position:
    """The position of an entry."""
    (entry,) = (each for each in entries() if each["name"] == name)
    asks = {"decision": "movement", **entry["asks"]}
    ruling = {"base": entry["base"], "asks": asks}
    ruling |= {"tables": entry["tables"]} if "tables" in entry else {}
    start = position_of(ruling)
    moving = {unit for units in entry["movers"].values() for unit in units}
    side = entry["asks"]["side"]
    gone = [unit for unit in start.units if start.side_of(unit) == side and unit not in moving]
    units = {"eliminated": gone, **entry["movers"], **entry.get("foes", {})}
    return position_of({**ruling, "change": {"units": units}})


def movers(entry: Entry) -> list[str]:
    """The units that can move."""
    return [unit for units in entry["movers"].values() for unit in units]


def orders_by_law(entry: Entry) -> set[str]:
    """Every order that occurs in a legal move."""
    return {order.text for order in position(entry["name"]).orders()}


def moves_by_law(entry: Entry) -> list[str]:
    """Every legal move, enumerated by the law."""
    return [str(move) for move in position(entry["name"]).moves(by="law")]


def by_force(entry: Entry) -> tuple[list[str], set[str]]:
    """Every legal move, and the orders that occur in them, found by trying all ways."""
    at = position(entry["name"])
    choices = [[None, *_choices(at, unit, movers(entry))] for unit in movers(entry)]
    moves: list[str] = []
    orders: set[str] = set()
    for chosen in product(*choices):
        given = [choice for choice in chosen if choice is not None]
        text = "; ".join(order for order, _ in given)
        if not at.check(text):
            moves.append(str(at.move(text)))
            orders.update(offered for _, offered in given)
    return moves, orders


def _choices(at: Position, unit: str, together: Sequence[str]) -> Iterator[_Choice]:
    """What a unit could do, if all that is wrong with it alone may be right with others."""
    here = at.units[unit]
    beside = known(at.core.tables, at.scenario_name).around
    # With mountain infantry assault units pay less (13.3-3): no way is then too far.
    kinds = {at.core.tables.unit(other)["kind"] for other in together}
    pardoned = _OF_ENDS | ({"too_far"} if {"assault", "mountain"} <= kinds else set())
    row = at.core.tables.unit(unit)
    allowance = max(row["full"][2], row["reduced"][2])
    for order, most in (("go", allowance + 1), ("rail", _LONGEST_RIDE)):
        ways: list[list[str]] = [[here]]
        while ways:
            way = ways.pop()
            for place in beside[way[-1]]:
                longer = [*way, place]
                text = f"{order} {unit} {place}{_via(longer[1:-1])} directly"
                broken = {each.witness.partition("(")[0] for each in at.check(text)}
                if not broken <= pardoned:
                    continue
                yield text, f"{order} {unit} {place}"
                if len(longer) <= most:
                    ways.append(longer)
    for place in sorted(at.hexes):
        text = f"ferry {unit} {place}"
        if all(each.witness.partition("(")[0] in pardoned for each in at.check(text)):
            yield text, text


def _via(passed: Sequence[str]) -> str:
    return f" via {','.join(passed)}" if passed else ""


def counted(entry: Entry) -> Entry:
    """The entry with its counts made anew."""
    orders, moves = len(orders_by_law(entry)), len(moves_by_law(entry))
    print(f"{entry['name']}: {orders} orders, {moves} moves", file=sys.stderr)
    return {**entry, "orders": orders, "moves": moves}


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    save(FILE, [counted(entry) for entry in entries()])
