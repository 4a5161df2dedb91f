"""Law against core of Twilight of the Habsburgs: the comparison, and a long run.

    python tests/agreement/twilight_moves.py NUMBER SEED [DECISION...]

compares NUMBER moves in worker processes, a fifth as many of set-ups, and zones, command, reach and
victory in a tenth as many positions, the odds of attacks, and who is cornered when an army flees;
or moves of these decisions alone. It says where it is on stderr, and prints every difference and
how often every rule was broken. A position is named by its number and seed;
`agreement.twilight_positions.position(number, seed, DECISION)` makes it again.
"""

import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

import lexbelli
from agreement.comparing import Tally, differences, ranges, shared_out, told
from agreement.twilight_fights import second_army
from agreement.twilight_positions import KINDS, SAME_TABLES, about_to_flee, position
from agreement.twilight_spoilt import EACH, moves_of
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.twilight_of_the_habsburgs import law
from lexbelli.twilight_of_the_habsburgs.moves import Move

# So many moves of every position are judged alone besides.
_ALONE: Final = 1
# And so many attacks.
_ODDS: Final = 4
ANSWERS: Final = "answers"
ODDS: Final = "odds"
FLIGHTS: Final = "flights"
_WORKERS: Final = 2
# Decisions with two answers.
_FEW: Final = ("submarine", "offensive")


def compared(number: int, seed: int, kind: str) -> Tally:
    """Compare law and core on one position and moves of it."""
    tally = Tally(positions=1)
    dice = random.Random(f"{seed}/{number}/moves")
    at = position(number, seed, kind)
    where = _named(at, number, seed)
    moves = moves_of(at, dice.getrandbits(32))
    answers = list(zip(moves, map(partial(_by_core, at), moves), strict=True))
    for (made, found), judged in zip(answers, law.judge_many(at.core, moves), strict=True):
        if tally.judge(where, str(made), found, judged):
            tally.orders.update(order.kind for order in made.orders)
    # A move that is judged alone is judged by the facts that matter to it.
    for made, found in dice.sample(answers, min(_ALONE, len(answers))):
        alone = law.judge(at.core, made)
        tally.differences += differences(f"{where}, alone", str(made), found, alone)
    return tally


def _named(at: toh.Position, number: int, seed: int) -> str:
    return f"position {number}/{seed} ({at.decision.kind}, {at.scenario_name})"


def _by_core(at: toh.Position, made: Move) -> list[law.BrokenRule]:
    return [(rule, witness) for rule, witness, _ in at.core.check(made.core)]


def answers_compared(number: int, seed: int) -> Tally:
    """Compare zones, command and reach of a position."""
    at = position(number, seed)
    where = _named(at, number, seed)
    tally = Tally(positions=1)
    moving = at.decision.kind == "movement"
    asked = ["show_zones.lp", "show_command.lp", "show_victory.lp"]
    found = law.shown(at.core, *asked, *(["show_reach.lp"] if moving else []))
    core: dict[str, set[tuple[str, ...]]] = {}
    for side in ("central", "entente"):
        command = at.command(side)
        core.setdefault("zoc", set()).update((side, one) for one in at.zones(side))
        core.setdefault("in_command", set()).update((unit,) for unit in command.in_command)
        core.setdefault("line", set()).update((*key, str(n)) for key, n in command.lines.items())
        core.setdefault("base", set()).update((*key, str(n)) for key, n in command.bases.items())
        core.setdefault("usable", set()).update((side, one) for one in command.usable)
        core.setdefault("fed", set()).update((side, one) for one in command.fed)
    if moving:
        units = [unit for unit in at.units if at.side_of(unit) == at.decision.side]
        core["reach"] = {(unit, to, str(n)) for unit in units for to, n in at.reach(unit).items()}
    tally.differences += _unlike(where, {**core, **_reckoning(at)}, found)
    return tally


Answers = Mapping[str, Iterable[tuple[str, ...]]]


def _unlike(where: str, core: Answers, found: Answers) -> Iterator[str]:
    for name, facts in core.items():
        for fact in sorted({*facts} ^ {*found.get(name, [])}):
            who = "core" if fact in facts else "law"
            yield f"{where}: only the {who} says {name}({','.join(fact)})"


def _reckoning(at: toh.Position) -> Answers:
    """What the core says of victory, in the words of the law."""
    told = at.victory().as_json()
    items = [(each["side"], _item(each), str(each["points"])) for each in told["ledger"]]
    return {
        "scores": items,
        "margin": [(str(told["margin"]),)],
        "level": [(told["level"],)],
        "surrender": [()] if told["surrender"] else [],
    }


def _item(entry: Mapping[str, Any]) -> str:
    about = entry["about"]
    return f"{entry['item']}({about})" if about else str(entry["item"])


def odds_compared(number: int, seed: int) -> Tally:
    """Compare the odds of attacks in a position, every step of them."""
    at = position(number, seed, "attack")
    tally = Tally(positions=1)
    for made in at.sample_moves(_ODDS, number):
        if not made.orders:
            continue
        told = lexbelli.odds(at, made).as_json()
        columns = at.core.tables.odds_columns()
        sides = (*told["attackers"], *told["defenders"])
        core: Answers = {
            "total": [("attack", str(told["attack"])), ("defence", str(told["defence"]))],
            "factor": [
                (each["name"], str(each["factor"])) for each in sides if each["name"] != "fortress"
            ],
            "column": [(str(columns.index(told["column"]) + 1),)],
            "read": [(str(columns.index(told["read"]) + 1),)],
            "shift": [(each["name"], str(each["columns"])) for each in told["shifts"]],
            "modifier": [(each["name"], str(each["added"])) for each in told["modifiers"]],
            "shows": [(str(face), code) for face, code in enumerate(told["shows"], 1)],
        }
        found = law.shown(at.core, "show_battle.lp", move=made)
        tally.differences += _unlike(f"{_named(at, number, seed)}: {made}", core, found)
    return tally


def flights_compared(number: int, seed: int) -> Tally:
    """Compare who could not get away when an army begins to flee (14.82-3).

    The core marks these units. By the law they are those in enemy zones that need not go.
    """
    at = about_to_flee(number, seed).after_answer("pass")
    if at.decision.kind == "scouting":
        at = at.after_answer("pass")
    tally = Tally(positions=1)
    units, facts = at.units, at.static_facts()
    army = second_army(facts)
    if "switch(collapse_forces,italians)" in facts:
        army = [unit for unit in units if unit.startswith("it_")]
    zones = set(at.zones("central"))
    must = {witness for _, witness in law.judge(at.core, at.move("pass"))}
    stuck = {unit for unit in army if units[unit] in zones}
    stuck -= {unit for unit in army if f"must_retreat({unit})" in must}
    tally.judged["cornered"] += len(stuck)
    marked = set(at.setup().get("cornered", []))
    for unit in sorted(stuck ^ marked):
        who = "core" if unit in marked else "law"
        tally.differences.append(f"flight {number}/{seed}: only the {who} has {unit} cornered")
    return tally


# -------------------------------------------------------------------------------------- the runs


def batch(kind: str, numbers: range, seed: int) -> Tally:
    """Compare law and core in several positions of a decision, or their `answers`."""
    tally = Tally()
    for number in numbers:
        match kind:
            case "answers":
                tally.add(answers_compared(number, seed))
            case "odds":
                tally.add(odds_compared(number, seed))
            case "flights":
                tally.add(flights_compared(number, seed))
            case _:
                tally.add(compared(number, seed, kind))
    return tally


def run(positions: Mapping[str, int], seed: int, progress: bool = False) -> Tally:
    """Compare so many positions of every decision, and `answers`, in worker processes."""
    jobs = [
        (kind, numbers, seed)
        for kind, number in positions.items()
        for numbers in ranges(number, SAME_TABLES)
    ]
    # Positions that are played by the same tables come one after the other.
    jobs.sort(key=lambda job: job[1].start)
    return shared_out(batch, jobs, workers=_WORKERS, progress=progress)


def shares(moves: int, kinds: Sequence[str] = ()) -> dict[str, int]:
    """Return how many positions of every decision are made for so many moves."""
    if kinds:
        return {kind: -(-moves // (len(kinds) * EACH)) for kind in kinds}
    # Half of the moves are of movement, which has most of the rules.
    others = [kind for kind in KINDS if kind not in ("setup", "movement", *_FEW)]
    found = {kind: -(-moves // (2 * len(others) * EACH)) for kind in others}
    found |= {"movement": -(-moves // (2 * EACH)), "setup": -(-moves // (5 * EACH))}
    found |= dict.fromkeys(_FEW, -(-moves // (50 * EACH)))
    return found | {ANSWERS: -(-moves // 10), ODDS: -(-moves // 40), FLIGHTS: -(-moves // 400)}


if __name__ == "__main__":
    wanted, first, *only = sys.argv[1:]
    done = run(shares(int(wanted), only), int(first), progress=True)
    sys.exit(told(done, "orders of the legal moves"))
