"""Law against core on what a move is worth: VPs, Jihad level and RU VPs.

    python tests/puzzles/points.py POSITIONS SEED

compares moves of so many positions, in worker processes, most of them moves that change something,
and prints every difference. VPs must be the same; of Jihad level and RU VPs the law may leave
several answers open, of which one must be the core's.
"""

import json
import random
import re
import sys
from functools import partial
from pathlib import Path
from typing import Final

import clingo

sys.path.append(str(Path(__file__).parents[1]))

from agreement.positions import position
from lexbelli import _core
from lexbelli.law import Candidates
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.outcomes import outcome_question
from workers import processes

_TRACKS: Final = ("vp", "jihad", "ru_vp")
_TRIED: Final = 300
_EACH: Final = 8
_TRACK: Final = re.compile(r"\btrack\((\w+),(-?\d+)\)\.")


def compared(number: int, seed: int) -> tuple[int, int, list[str]]:
    """Compare some moves of a position.

    Returns:
        How many moves change something, in how many the law left something open, and what differs.
    """
    dice = random.Random(f"{seed}/{number}/points")
    at, ops = position(number, seed), dice.randint(1, 6)
    codes = [code for code, _ in tables.problem_codes()]
    content = {**json.loads(at.to_json_in_short()), "phase": "action", "ops": ops}
    ready = _core.PursuitPosition.from_json(at.tables, json.dumps(content), codes)
    before = _tracks(ready)
    telling: list[tuple[_core.PursuitMove, dict[str, int]]] = []
    rest: list[tuple[_core.PursuitMove, dict[str, int]]] = []
    for move in _core.PursuitChecker(at, ops).sample(_TRIED, dice.getrandbits(32)):
        after = _tracks(ready.play_unchecked(move))
        (rest if after == before else telling).append((move, after))
    chosen = [*telling[:_EACH], *rest[:2]]
    if not chosen:
        return 0, 0, []
    terms = [{clingo.parse_term(term) for term in move.terms()} for move, _ in chosen]
    every = sorted(set().union(*terms))
    given = "\n".join(f"given({term})." for term in every)
    found, open_ = [], 0
    question = outcome_question("judge_many_operations.lp", at, {("tally", 3)})
    with question.grounded(ops, given) as control:
        control.configuration.solve.models = "0"  # type: ignore[union-attr]
        candidates = Candidates(control, every)
        for (move, core), orders in zip(chosen, terms, strict=True):
            assumed = candidates.just(orders)
            said: list[dict[str, int]] = []
            control.solve(
                assumptions=assumed,
                on_model=lambda model, said=said: said.append(_sums(model)),  # type: ignore[misc]
            )
            answers = {track: {each[track] for each in said} for track in _TRACKS}
            open_ += len(said) > 1
            wrong = [track for track in _TRACKS if core[track] not in answers[track]]
            if wrong or len(answers["vp"]) != 1 or core not in said:
                found.append(f"{number}/{seed} {move}: before {before}, core {core}, law {said}")
    return min(len(telling), _EACH), open_, found


def _tracks(at: _core.PursuitPosition) -> dict[str, int]:
    return {name: int(number) for name, number in _TRACK.findall(at.facts()) if name in _TRACKS}


def _sums(model: clingo.Model) -> dict[str, int]:
    sums = dict.fromkeys(_TRACKS, 0)
    for atom in model.symbols(atoms=True):
        if atom.name == "tally" and str(atom.arguments[0]) in sums:
            sums[str(atom.arguments[0])] += atom.arguments[2].number
    return sums


def run(positions: int, seed: int) -> tuple[int, int, list[str]]:
    """Compare law and core in so many positions."""
    telling, left_open, found = 0, 0, []
    with processes() as pool:
        answers = pool.map(partial(compared, seed=seed), range(positions), chunksize=5)
        for some, open_, lines in answers:
            telling += some
            left_open += open_
            found += lines
    return telling, left_open, found


if __name__ == "__main__":
    telling, left_open, lines = run(int(sys.argv[1]), int(sys.argv[2]))
    print("\n".join(lines))
    print(f"{telling} moves change something; of {left_open} the law leaves something open")
    sys.exit(bool(lines))
