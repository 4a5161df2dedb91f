"""Random positions with few units of the side to act, so that all its moves can be tried.

    python tests/perft/few.py NUMBER SEED

compares the law's moves with brute force in so many of them.
"""

import json
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.positions import position
from lexbelli import _core
from lexbelli.pursuit_of_glory import offers, operations, tables
from perft.counts import few_by_force, moves_by_core, orders_of

_MOST_UNITS: Final = 4
_MOST_OPS: Final = 3
# Positions with more moves are passed over.
_MOST_MOVES: Final = 4_000


def few(number: int, seed: int) -> _core.PursuitPosition:
    """The position of that number: one of `agreement.positions`, with few units left."""
    dice = random.Random(f"{seed}/{number}/few")
    at = position(number, seed)
    content = json.loads(at.to_json_in_short())
    spaces = {place: at.tables.space(place) for place in content["units"]}
    own = _own(at, content)
    chosen: list[str] = []
    if own:
        places = {dice.choice(sorted(own)) for _ in range(2)}
        telling = [place for place in own if _telling(content, spaces[place], own[place])]
        if telling and dice.random() < 0.7:
            places.add(dice.choice(sorted(telling)))
        for place in sorted(places):
            chosen += dice.sample(own[place], min(len(own[place]), dice.randint(1, 3)))
    left = set(dice.sample(chosen, min(_MOST_UNITS, len(chosen))))
    gone = {unit for members in own.values() for unit in members} - left
    assets = f"{at.active}_corps_assets"
    units = {}
    for place, members in content["units"].items():
        stay = [unit for unit in members if unit not in gone]
        if place == assets:
            stay = dice.sample(stay, min(2, len(stay)))
        if stay:
            units[place] = stay
    content["units"] = units
    placed = {unit for members in units.values() for unit in members}
    content["reduced"] = [unit for unit in content["reduced"] if unit in placed]
    codes = [code for code, _ in tables.problem_codes()]
    return _core.PursuitPosition.from_json(at.tables, json.dumps(content), codes)


def _own(at: _core.PursuitPosition, content: Mapping[str, Any]) -> dict[str, list[str]]:
    """The units of the side to act on the map, by place."""
    own: dict[str, list[str]] = {}
    for place, members in content["units"].items():
        if at.tables.space(place)["kind"] != "box":
            ours = [unit for unit in members if at.tables.unit(unit)["side"] == at.active]
            if ours:
                own[place] = ours
    return own


def _telling(content: Mapping[str, Any], row: Mapping[str, Any], units: list[str]) -> bool:
    """Is there more to do in a place than to go and fight?"""
    return (
        row["kind"] in ("beachhead", "island_base")
        or row["fort"] > 0
        or row["area"] == "gallipoli"
        or row["id"] in content["uprisings"]
        or any(unit.endswith(("_hq", "_artillery")) for unit in units)
    )


def differences(numbers: range, seed: int) -> Iterator[str]:
    """Say where the law's moves or orders and those found by force differ.

    Positions with too many moves are passed over.
    """
    for number in numbers:
        at = few(number, seed)
        ops = random.Random(f"{seed}/{number}/ops").randint(1, _MOST_OPS)
        found = few_by_force(at, ops, _MOST_MOVES)
        if found is None:
            continue
        lawful, listed_moves = list(operations.moves(at, ops)), moves_by_core(at, ops)
        where = f"position {number}/{seed} with {ops} OPS"
        for moves in (found, lawful, listed_moves):
            if len(set(moves)) < len(moves):
                yield f"{where}: a move is found twice"
        missed, more_listed = set(found) - set(listed_moves), set(listed_moves) - set(found)
        for who, more in (
            *(("force", set(found) - set(lawful)), ("law", set(lawful) - set(found))),
            *(("force, not the core,", missed), ("core, not force,", more_listed)),
        ):
            for made in sorted(map(str, more), key=len)[:2]:
                yield f"{where}: only the {who} finds: " + made.replace("\n", "; ")
        tried = orders_of(at, found)
        for order in sorted(tried ^ set(offers.orders(at, ops))):
            yield f"{where}: only one of law and force finds the order {order}"
        offered, complete = offers.orders_by_core(at, ops)
        listed = set(offered.terms())
        for order in sorted(listed - tried if not complete else tried ^ listed):
            yield f"{where}: only one of core and force finds the order {order}"


def main(number: int, seed: int) -> int:
    """Print the differences in so many positions; 1 if there are any."""
    found = 0
    for at in range(number):
        for line in differences(range(at, at + 1), seed):
            print(line, flush=True)
            found += 1
    print(f"{number} positions, {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
