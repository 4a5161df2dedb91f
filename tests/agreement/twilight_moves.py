"""Law against core of Twilight of the Habsburgs: the comparison, and a long run.

    python tests/agreement/twilight_moves.py NUMBER SEED [DECISION...]

compares NUMBER moves in worker processes, a fifth as many of set-ups, and zones, command and reach
in a tenth as many positions; or moves of these decisions alone. It says where it is on stderr, and
prints every difference and how often every rule was broken. A position is named by its number and
seed; `agreement.twilight_positions.position(number, seed, DECISION)` makes it again.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.twilight_positions import KINDS, beside, hexes, position
from lexbelli import BadInput
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.twilight_of_the_habsburgs import law
from lexbelli.twilight_of_the_habsburgs.moves import Move

# In every position so many moves are legal, nearly legal, and nonsense; of so many each alone.
LEGAL: Final = 10
NEARLY: Final = 24
NONSENSE: Final = 6
ALONE: Final = 1
EACH: Final = LEGAL + NEARLY + NONSENSE
# What is named by the orders of a decision besides the unit: nothing, a hex or a path.
ORDERS: Final[Mapping[str, Mapping[str, str | None]]] = {
    "setup": {"place": "hex", "entrench": None},
    "attrition": {"reduce": None, "eliminate": None},
    "reinforcement": {"arrive": "hex", "restore": None, "rebuild": "hex"},
    "reorganization": {"entrench": None, "mobilize": None},
    "movement": {"go": "path", "rail": "path", "ferry": "hex"},
    "submarine": {},
    "excess": {"eliminate": None},
}
ANSWERS: Final = "answers"
_WORKERS: Final = 2
_CHUNK: Final = 5
_MOST_SHOWN: Final = 60
_SHORE: Final = ("h1407", "h2109", "h2208", "h1507", "h1606", "h1806")

Content = dict[str, Any]


@dataclass
class Tally:
    """What was found: differences, and how often what occurred."""

    positions: int = 0
    moves: int = 0
    legal: int = 0
    differences: list[str] = field(default_factory=list)
    broken: Counter[tuple[str, str]] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add what was found elsewhere."""
        self.positions += other.positions
        self.moves += other.moves
        self.legal += other.legal
        self.differences += other.differences
        self.broken += other.broken
        self.orders += other.orders


# ------------------------------------------------------------------------------------ the moves


def moves_of(at: toh.Position, seed: int) -> list[Move]:
    """The moves that are compared in a position."""
    dice = random.Random(seed)
    legal = [[*map(dict, move.as_json())] for move in at.sample_moves(LEGAL, dice.getrandbits(32))]
    told: list[list[Content]] = list(legal)
    for number in range(NEARLY):
        made = [dict(order) for order in legal[number % len(legal)]] if legal else []
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            _spoil(at, made, dice)
        told.append(made)
    told += [[_any_order(at, dice) for _ in range(dice.randint(1, 4))] for _ in range(NONSENSE)]
    found = (_read(at, made) for made in told)
    return [move for move in found if move is not None]


def _read(at: toh.Position, made: list[Content]) -> Move | None:
    try:
        return at.move(json.dumps(made))
    except BadInput:
        return None


def _spoil(at: toh.Position, made: list[Content], dice: random.Random) -> None:
    """Change a move a little."""
    what = dice.randrange(8)
    if not made or what == 0:
        made.append(_any_order(at, dice))
        return
    order = dice.choice(made)
    if what == 1:
        made.remove(order)
    elif what == 2 and "unit" in order:
        order["unit"] = _unit(at, dice)
    elif what == 3:
        # Another unit does the same, or one that stands with it.
        where = at.units.get(order.get("unit", ""), "")
        there = [unit for unit, place in at.units.items() if place == where]
        made.append({**order, "unit": dice.choice(there)} if there else dict(order))
    elif "path" in order:
        order["path"] = _bent(at, order, dice)
        if what == 4:
            order["order"] = "rail" if order["order"] == "go" else "go"
    elif "hex" in order:
        order["hex"] = _hex(at, dice) if what < 6 else dice.choice(beside(order["hex"]))
    elif "unit" in order:
        order["unit"] = _unit(at, dice)


def _bent(at: toh.Position, order: Content, dice: random.Random) -> list[str]:
    path: list[str] = list(order["path"])
    match dice.randrange(5):
        case 0:
            return [*path, dice.choice(beside(path[-1]))]
        case 1 if len(path) > 1:
            return path[:-1]
        case 2 if len(path) > 1:
            return path[1:]
        case 3:
            # Towards an enemy, so that zones and enemies are met.
            return _walk(at, order["unit"], dice, dice.randint(1, 3))
        case _:
            path[dice.randrange(len(path))] = dice.choice(beside(dice.choice(path)))
            return path


def _walk(at: toh.Position, unit: str, dice: random.Random, steps: int) -> list[str]:
    here = at.units.get(unit, "")
    if not here.startswith("h"):
        here = dice.choice(hexes())
    path = [here]
    for _ in range(steps):
        path.append(dice.choice(beside(path[-1])))
    return path[1:]


def _any_order(at: toh.Position, dice: random.Random) -> Content:
    """An order of the decision, mostly of units that could have one."""
    kinds = ORDERS[at.decision.kind]
    if not kinds:
        return {"order": "submarine"}
    kind = dice.choice(sorted(kinds))
    unit = _unit(at, dice)
    order: Content = {"order": kind, "unit": unit}
    if kind == "ferry" and dice.random() < 0.8:
        in_port = [one for one, place in at.units.items() if place == _SHORE[0]]
        order["unit"] = dice.choice(in_port) if in_port else unit
        order["hex"] = dice.choice(_SHORE)
    elif kinds[kind] == "hex":
        order["hex"] = _hex(at, dice)
    elif kinds[kind] == "path":
        order["path"] = _walk(at, unit, dice, dice.randint(1, 4))
    return order


def _unit(at: toh.Position, dice: random.Random) -> str:
    units = sorted(at.units)
    own = [unit for unit in units if at.side_of(unit) == at.decision.side]
    return dice.choice(own if own and dice.random() < 0.85 else units)


def _hex(at: toh.Position, dice: random.Random) -> str:
    match dice.randrange(5):
        case 0:
            return dice.choice(hexes())
        case 1:
            return dice.choice([one for one in hexes() if len(beside(one)) < 6])
        case 2:
            table = at.core.tables
            depots = [one for one in hexes() if any(table.hex(one)["depots"])]
            return dice.choice(depots)
        case _:
            places = sorted(place for place in set(at.units.values()) if place.startswith("h"))
            goal = dice.choice(places) if places else dice.choice(hexes())
            return goal if dice.random() < 0.5 else dice.choice(beside(goal))


# ------------------------------------------------------------------------------- the comparison


def compared(number: int, seed: int, kind: str) -> Tally:
    """Compare law and core on one position and moves of it."""
    tally = Tally(positions=1)
    dice = random.Random(f"{seed}/{number}/moves")
    at = position(number, seed, kind)
    where = f"position {number}/{seed} ({at.decision.kind}, {at.scenario_name})"
    moves = moves_of(at, dice.getrandbits(32))
    answers = list(zip(moves, map(partial(_by_core, at), moves), strict=True))
    for (made, found), judged in zip(answers, law.judge_many(at.core, moves), strict=True):
        tally.moves += 1
        tally.legal += not found
        tally.broken.update((rule, witness.partition("(")[0]) for rule, witness in found)
        if not found:
            tally.orders.update(order.kind for order in made.orders)
        tally.differences += _differences(where, made, found, judged)
    for made, found in dice.sample(answers, min(ALONE, len(answers))):
        tally.differences += _differences(f"{where}, alone", made, found, law.judge(at.core, made))
    return tally


def _by_core(at: toh.Position, made: Move) -> list[law.BrokenRule]:
    return [(rule, witness) for rule, witness, _ in at.core.check(made.core)]


def _differences(
    where: str, made: Move, core: Sequence[law.BrokenRule], judged: Sequence[law.BrokenRule]
) -> Iterator[str]:
    for rule, witness in sorted(set(core) ^ set(judged)):
        who = "core" if (rule, witness) in set(core) else "law"
        yield f"{where}: only the {who} says {rule} {witness} of: {made}"


def answers_compared(number: int, seed: int) -> Tally:
    """Compare zones, command and reach of a position."""
    at = position(number, seed)
    where = f"position {number}/{seed} ({at.decision.kind}, {at.scenario_name})"
    tally = Tally(positions=1)
    found = law.shown(at.core, "show_zones.lp") | law.shown(at.core, "show_command.lp")
    core: dict[str, set[tuple[str, ...]]] = {}
    for side in ("central", "entente"):
        told = at.command(side)
        core.setdefault("zoc", set()).update((side, one) for one in at.zones(side))
        core.setdefault("in_command", set()).update((unit,) for unit in told.in_command)
        core.setdefault("line", set()).update((*key, str(n)) for key, n in told.lines.items())
        core.setdefault("base", set()).update((*key, str(n)) for key, n in told.bases.items())
        core.setdefault("usable", set()).update((side, one) for one in told.usable)
        core.setdefault("fed", set()).update((side, one) for one in told.fed)
    if at.decision.kind == "movement":
        found |= {"reach": []} | law.shown(at.core, "show_reach.lp")
        units = [unit for unit in at.units if at.side_of(unit) == at.decision.side]
        core["reach"] = {(unit, to, str(n)) for unit in units for to, n in at.reach(unit).items()}
    for name, facts in core.items():
        for fact in sorted(facts ^ set(found.get(name, []))):
            who = "core" if fact in facts else "law"
            tally.differences.append(f"{where}: only the {who} says {name}({','.join(fact)})")
    return tally


# -------------------------------------------------------------------------------------- the runs


def batch(kind: str, numbers: range, seed: int) -> Tally:
    """Compare law and core in several positions of a decision, or their `answers`."""
    tally = Tally()
    for number in numbers:
        tally.add(
            answers_compared(number, seed) if kind == ANSWERS else compared(number, seed, kind)
        )
    return tally


def run(positions: Mapping[str, int], seed: int, progress: bool = False) -> Tally:
    """Compare so many positions of every decision, and `answers`, in worker processes."""
    batches = [
        (kind, range(first, min(first + _CHUNK, number)))
        for kind, number in positions.items()
        for first in range(0, number, _CHUNK)
    ]
    tally = Tally()
    with ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn")) as pool:
        made = pool.map(batch, *zip(*batches, strict=True), [seed] * len(batches))
        for done, found in enumerate(made, 1):
            tally.add(found)
            if progress and (done % 10 == 0 or done == len(batches)):
                said = f"{tally.positions} positions, {tally.moves} moves"
                print(f"{said}, {len(tally.differences)} differences", file=sys.stderr, flush=True)
    return tally


def shares(moves: int, kinds: Sequence[str] = ()) -> dict[str, int]:
    """Return how many positions of every decision are made for so many moves."""
    if kinds:
        return {kind: -(-moves // (len(kinds) * EACH)) for kind in kinds}
    # Half of the moves are of movement, which has most of the rules.
    others = [kind for kind in KINDS if kind not in ("setup", "movement")]
    found = {kind: -(-moves // (2 * len(others) * EACH)) for kind in others}
    found |= {"movement": -(-moves // (2 * EACH)), "setup": -(-moves // (5 * EACH))}
    return found | {ANSWERS: -(-moves // 10)}


def main(moves: int, seed: int, kinds: Sequence[str]) -> int:
    """Compare, and print what was found; 1 if there are differences."""
    tally = run(shares(moves, kinds), seed, progress=True)
    for line in tally.differences[:_MOST_SHOWN]:
        print(line)
    said = f"{tally.positions} positions, {tally.moves} moves, {tally.legal} of them legal"
    print(f"{said}, {len(tally.differences)} differences")
    print("\norders of the legal moves")
    for order, times in sorted(tally.orders.items()):
        print(f"{times:8} {order}")
    print("\nbroken rules")
    for (rule, code), times in sorted(tally.broken.items()):
        print(f"{times:8} {rule} {code}")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
