"""The solver against brute force: on reduced positions, both must find the same solutions."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from agreement.positions import position
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.moves import Move
from lexbelli.puzzles.goal import Goal, is_met, read_goal
from lexbelli.puzzles.solving import Search
from perft.counts import few_by_force

# How many moves there are at most in a position, and how many units are left on each side.
_MOVES = 400
_UNITS = 3


@dataclass(frozen=True)
class Case:
    """A position of few units, and a goal."""

    at: pog.Position
    ops: int
    goal: Goal
    legal: Sequence[_core.PursuitMove]


def case(number: int, seed: int) -> Case | None:
    """Return a case; None if the position asks for nothing, or brute force would take too long."""
    dice = random.Random(f"{seed}/{number}/brute")
    at = pog.Position(position(number, seed))
    if at.decision.kind not in ("action", "operations"):
        return None
    for most in (_UNITS, _UNITS, 2, 2, 1):
        ops = dice.randint(1, 2)
        kept = _few(at, dice, most)
        small = at.with_change(
            units={unit: None for unit in at.units if unit not in kept}, allow=["all"]
        ).suppose(ops=ops)
        legal = few_by_force(small.core, ops, _MOVES)
        if legal is not None:
            break
    else:
        return None
    # A goal that some move reaches, and others do not.
    reached = small.play(Move(dice.choice(legal)))
    return Case(small, ops, _goal(small, reached, dice), legal)


def _few(at: pog.Position, dice: random.Random, most: int) -> set[str]:
    """Some units of either side, near each other."""
    on_map = [unit for unit, place in sorted(at.units.items()) if _kind(at, place) != "box"]
    own = [unit for unit in on_map if at.side_of(unit) == at.active]
    foes = [unit for unit in on_map if at.side_of(unit) != at.active]
    kept: set[str] = set()
    for units in (own, foes):
        if not units:
            continue
        area = _area(at, dice.choice(units))
        near = [unit for unit in units if _area(at, unit) == area]
        kept |= set(dice.sample(near, min(len(near), dice.randint(1, most))))
    return kept


def _kind(at: pog.Position, place: str) -> str:
    return str(at.core.tables.space(place)["kind"])


def _area(at: pog.Position, unit: str) -> str:
    return str(at.core.tables.space(at.units[unit])["area"])


def _goal(before: pog.Position, after: pog.Position, dice: random.Random) -> Goal:
    """A goal about what the move changed, if it changed anything."""
    words = [
        f"oos({unit})" if status == "oos" else f"supply({unit}, {status})"
        for unit, status in after.supply().items()
        if before.core.supply().get(unit) != status
    ]
    words += [
        f"at({unit}, {place})" for unit, place in after.units.items() if before.units[unit] != place
    ]
    for space in before.spaces:
        if _kind(before, space) in ("space", "region"):
            side = after.control(space)
            if side != before.control(space) and side != "neutral":
                words.append(f"controls({side}, {space})")
            if after.partial_control(space) and not before.partial_control(space):
                words.append(f"holds({after.partial_control(space)}, {space})")
    words += [f"flips({space})" for space in set(after.flips()) ^ set(before.flips())]
    words += [f"besieged({space})" for space in set(after.besieged()) ^ set(before.besieged())]
    words += ["at_least(1, oos(any))", "at_least(1, flips(any))", "at_most(2, controls(ap, vp))"]
    picked = dice.sample(sorted(words), min(len(words), dice.randint(1, 2)))
    text = dice.choice((" and ", " or ")).join(
        f"not {word}" if dice.random() < 0.15 else word for word in picked
    )
    return read_goal(text, before, GOALS)


def differences(number: int, seed: int) -> tuple[str, list[str]]:
    """Compare solver and brute force; return the goal, empty if none was, and what differs."""
    found = case(number, seed)
    if found is None:
        return "", []
    at, goal = found.at, found.goal
    force = {
        str(made): _terms(made.terms())
        for made in found.legal
        if is_met(goal, at, at.play(Move(made)), GOALS)
    }
    search = Search(at, goal, GOALS, found.ops, every=True)
    every = {str(solution.move.core) for solution in search}  # type: ignore[attr-defined]
    said = []
    # Ways that come back on the Gallipoli map are tried by neither.
    ended = search.found.proven or search.found.left_out
    if not ended or every != force.keys():
        said.append(
            f"{number}/{seed} {goal}: solver only {sorted(every - force.keys())[:3]},"
            f" force only {sorted(force.keys() - every)[:3]}"
        )
    # Of those of which no order can be left out, each is minimal, and every minimal one is among
    # them, or leads to the same places as one of them.
    least = [_terms(one.move.core.terms()) for one in Search(at, goal, GOALS, found.ops)]  # type: ignore[attr-defined]
    said += [
        f"{number}/{seed} {goal}: not the least: {sorted(one)}"
        for one in least
        if any(other < one for other in force.values())
    ]
    ends = [_ends(one) for one in least]
    for name, terms in force.items():
        if any(other != terms and _within(other, terms) for other in force.values()):
            continue
        if not any(one <= terms for one in least) and not any(e <= _ends(terms) for e in ends):
            said.append(f"{number}/{seed} {goal}: left out: {name}")
    return str(goal), said


def _terms(terms: Sequence[str]) -> frozenset[str]:
    return frozenset(terms)


_STACK = re.compile(r"activate\(stack\((\w+),(l\(.*\))\),(\w+)\)")


def _within(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether a move contains another, or one that activates fewer units of a stack."""
    return all(term in other or any(_fewer(term, each) for each in other) for term in one)


def _fewer(one: str, other: str) -> bool:
    few, many = _STACK.fullmatch(one), _STACK.fullmatch(other)
    if few is None or many is None or (few[1], few[3]) != (many[1], many[3]):
        return False
    return set(re.findall(r"\w\w+", few[2])) <= set(re.findall(r"\w\w+", many[2]))


_GO = re.compile(r"go\((\w+),(\d+),(\w+)\)")


def _ends(terms: frozenset[str]) -> frozenset[str]:
    """The orders of a move, with only the end of every way."""
    last: dict[str, tuple[int, str]] = {}
    rest = set()
    for term in terms:
        way = _GO.fullmatch(term)
        if way is None:
            rest.add(term)
        elif int(way[2]) > last.get(way[1], (0, ""))[0]:
            last[way[1]] = int(way[2]), way[3]
    return frozenset(rest | {f"ends({unit},{place})" for unit, (_, place) in last.items()})
