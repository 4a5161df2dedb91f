"""The words of goals: what the law says of the position after a move, against the core."""

import json
import random
from collections.abc import Iterator

import clingo

from agreement.positions import position
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.law import Candidates
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.outcomes import outcome_question

_MOVES = 6
_SIDES = ("ap", "cp")
# What is compared for everything there is, and some pairs for railroads.
_PAIRS = (("constantinople", "baghdad"), ("tiflis", "kars"), ("aleppo", "medina"))


def differences(number: int, seed: int) -> list[str]:
    """Compare every word in some positions after moves; return what differs."""
    dice = random.Random(f"{seed}/{number}/words")
    at, ops = position(number, seed), dice.randint(1, 5)
    codes = [code for code, _ in tables.problem_codes()]
    content = {**json.loads(at.to_json_in_short()), "phase": "action", "ops": ops}
    ready = _core.PursuitPosition.from_json(at.tables, json.dumps(content), codes)
    moves = _core.PursuitChecker(at, ops).sample(_MOVES, dice.getrandbits(32))
    moves = [move for move in moves if "withdraw" not in str(move)]
    terms = [{clingo.parse_term(term) for term in move.terms()} for move in moves]
    every = sorted(set().union(*terms))
    asked = {(word.predicate, len(word.kinds)) for word in GOALS.words.values() if not word.loose}
    facts = [f"given({term})." for term in every]
    facts += [f"asked_rail({one},{other})." for one, other in _PAIRS]
    question = outcome_question("judge_many_operations.lp", at, asked)
    found = []
    with question.grounded(ops, "\n".join(facts)) as control:
        candidates = Candidates(control, every)
        for move, orders in zip(moves, terms, strict=True):
            assumed = candidates.just(orders)
            said: set[str] = set()

            def note(model: clingo.Model, said: set[str] = said) -> None:
                said |= {str(atom) for atom in model.symbols(atoms=True)}

            control.solve(assumptions=assumed, on_model=note)
            after = pog.Position(ready.play_unchecked(move))
            for name, args in _asked(after):
                predicate = GOALS.words[name].predicate
                law = f"{predicate}({','.join(args)})" in said
                core = GOALS.holds(pog.Position(ready), after, name, args)
                if law != core:
                    found.append(f"{number}/{seed} {move}: {name}{args}: law {law}, core {core}")
    return found


def _asked(after: pog.Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    spaces = [s for s in after.spaces if after.core.tables.space(s)["kind"] != "box"]
    for unit, place in after.units.items():
        yield "oos", (unit,)
        yield "supplied", (unit,)
        yield "supply", (unit, "limited")
        yield "gone", (unit,)
        if place in spaces:
            yield "at", (unit, place)
    for space in spaces:
        for word in ("besieged", "flips", "beachhead"):
            yield word, (space,)
        for word in ("controls", "holds", "occupied", "disrupted"):
            for side in _SIDES:
                yield word, (side, space)
    for pair in _PAIRS:
        yield "rail_cut", pair
