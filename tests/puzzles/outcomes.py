"""Law against core on what becomes of a move, and on supply after it.

    python tests/puzzles/outcomes.py POSITIONS SEED

compares 20 legal moves in each of so many positions, in worker processes, and prints every
difference. A position is named by its number and seed; `agreement.positions.position(number, seed)`
makes it again.
"""

import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from agreement.positions import position
from lexbelli import _core
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.outcomes import Outcome, outcomes
from workers import processes

EACH: Final = 20
# In so many positions the place was captured before.
_TAKEN: Final = 0.1
_CONTROL: Final = re.compile(r"\bcontrol\((\w+),(\w+)\)\.")
_MARKER: Final = re.compile(r"\bbeachhead\((\w+)\)\.")
_UPRISING: Final = re.compile(r"\buprising\((\w+),(\w+)\)\.")
_GREECE: Final = re.compile(r"\bgreece\((\w+)\)\.")


def compared(number: int, seed: int) -> list[str]:
    """Compare law and core on the moves of one position; return the differences."""
    dice = random.Random(f"{seed}/{number}/outcomes")
    at, ops = position(number, seed), dice.randint(1, 6)
    moves = _core.PursuitChecker(at, ops).sample(EACH, dice.getrandbits(32))
    codes = [code for code, _ in tables.problem_codes()]
    short = {**json.loads(at.to_json_in_short()), **_christmas(at, moves, dice)}
    at = _core.PursuitPosition.from_json(at.tables, json.dumps(short), codes)
    content = {**short, "phase": "action", "ops": ops}
    ready = _core.PursuitPosition.from_json(at.tables, json.dumps(content), codes)
    found = []
    for made, said in zip(moves, outcomes(at, moves, ops), strict=True):
        found += [
            f"{number}/{seed} {made}: {difference}"
            for difference in _differences(ready.play_unchecked(made), said, str(made))
        ]
    return found


def _christmas(
    at: _core.PursuitPosition, moves: Sequence[_core.PursuitMove], dice: random.Random
) -> dict[str, Any]:
    """JERUSALEM BY CHRISTMAS may have named any place to which one of the moves goes."""
    places = {space for space in at.tables.space_ids() if at.tables.space(space)["kind"] != "box"}
    entered = sorted(places & {word for move in moves for word in re.findall(r"\w+", str(move))})
    if not entered:
        return {}
    taken = dice.random() < _TAKEN
    return {"christmas": {"space": dice.choice(entered), "turn": 17, "taken": taken}}


def _differences(after: _core.PursuitPosition, said: Outcome, move: str) -> Iterator[str]:
    facts = after.facts()
    spaces = [
        space for space in after.tables.space_ids() if after.tables.space(space)["kind"] != "box"
    ]
    units = {unit: place for unit, place in after.units().items() if place in spaces}
    # The SCUs that come of an LCU withdrawn under fire are in no rulebook, and not in the law.
    parts = _parts(units, said.at) if "withdraw" in move else set()
    for unit in parts:
        del units[unit]
    supply = {unit: status for unit, status in after.supply().items() if unit not in parts}
    partial = {(part, space) for space in spaces if (part := after.control(space)[1])}
    greece = _GREECE.findall(facts)
    pairs = (
        ("at", units, said.at),
        ("supply", supply, said.supply),
        ("flips", sorted(after.flips()), said.flips),
        ("besieged", sorted(after.besieged()), said.besieged),
        ("partial", sorted(partial), said.partial),
        ("control", dict(_CONTROL.findall(facts)), said.control),
        ("beachheads", sorted(_MARKER.findall(facts)), said.beachheads),
        ("uprisings", sorted(_UPRISING.findall(facts)), said.uprisings),
        ("greece", greece[0] if greece else "", said.greece),
        ("christmas_taken", "christmas_taken." in facts, said.christmas_taken),
    )
    for what, core, law in pairs:
        if core != law:
            yield f"{what}: core {_only(core, law)}, law {_only(law, core)}"


def _parts(units: dict[str, str], said: dict[str, str]) -> set[str]:
    return {unit for unit, place in units.items() if unit not in said and place in _ISLANDS}


_ISLANDS: Final = {
    space
    for space in tables.load().space_ids()
    if tables.load().space(space)["kind"] == "island_base"
}


def _only(one: object, other: object) -> object:
    """What only the first of two answers says."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: value for key, value in one.items() if other.get(key) != value}
    if isinstance(one, list) and isinstance(other, list):
        return [each for each in one if each not in other]
    return one


def run(positions: int, seed: int) -> list[str]:
    """Compare law and core in so many positions; return the differences."""
    found: list[str] = []
    with processes() as pool:
        compare = partial(compared, seed=seed)
        for done, lines in enumerate(pool.map(compare, range(positions), chunksize=5), 1):
            found += lines
            if done % 100 == 0:
                print(f"{done} positions, {len(found)} differences", file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    lines = run(int(sys.argv[1]), int(sys.argv[2]))
    print("\n".join(lines))
    sys.exit(bool(lines))
