"""Several actions in a row, against brute force on reduced positions; and questions about many."""

import random

import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.moves import Move
from lexbelli.puzzles.actions import ActionsSearch
from lexbelli.puzzles.goal import Goal, is_met, read_goal
from lexbelli.puzzles.many import ways_to
from lexbelli.puzzles.preventing import PreventSearch
from lexbelli.puzzles.solving import Search
from perft.counts import few_by_force
from puzzles.brute import case

_REPLIES = 1000
_CASES = 8
_PLAYED = 250


def test_two_actions_reach_what_brute_force_reaches() -> None:
    asked = reached = 0
    for number in range(200):
        found = case(number, 43)
        if found is None or len(found.legal) > _PLAYED:
            continue
        at, dice = found.at, random.Random(number)
        middles = _followed(at, found.legal)
        if middles is None:
            continue
        ends = _after(middles, found.ops)
        if ends is None:
            continue
        asked += 1
        goal = _goal(at, ends, dice)
        once = Search(at, goal, GOALS, found.ops, limit=1).run()
        possible = bool(once.solutions) or any(
            is_met(goal, middle, end, GOALS) for middle, end in ends
        )
        search = ActionsSearch(at, goal, GOALS, 2)
        solutions = list(search)
        assert search.found.proven, number
        assert bool(solutions) == possible, (number, str(goal))
        for solution in solutions:
            reached += 1
            end = at
            for move in solution.moves:
                end = _passed(end, at.active, found.ops)
                assert not end.check(move)
                end = end.play(move)
            assert is_met(goal, _passed(end, at.active, found.ops), end, GOALS)
            if once.solutions:
                assert len(solution.moves) == 1
        if asked >= _CASES:
            break
    assert asked >= _CASES
    assert reached


def _passed(at: pog.Position, side: str, ops: int) -> pog.Position:
    """The position in which the side acts, whoever has acted before."""
    foe = "cp" if side == "ap" else "ap"
    return at.suppose(side=foe).suppose(side=side, ops=ops)


def _followed(at: pog.Position, legal: object) -> list[pog.Position] | None:
    """The positions after every first move; None if dice or somebody else come between."""
    ops = at.decision.ops or 1
    found: dict[str, pog.Position] = {}
    for move in legal:  # type: ignore[attr-defined]
        middle = _passed(at.play(Move(move)), at.active, ops)
        if middle.decision.kind != "operations":
            return None
        found.setdefault(middle.facts(), middle)
    return list(found.values())


def _after(middles: list[pog.Position], ops: int) -> list[tuple[pog.Position, pog.Position]] | None:
    found: list[tuple[pog.Position, pog.Position]] = []
    for middle in middles:
        legal = few_by_force(middle.core, ops, 60 * _PLAYED)
        if legal is None or len(found) + len(legal) > 60 * _PLAYED:
            return None
        found += [(middle, middle.play(Move(move))) for move in legal]
    return found


def _goal(
    at: pog.Position, ends: list[tuple[pog.Position, pog.Position]], dice: random.Random
) -> Goal:
    """A goal that some pair of moves reaches, about who stands where in the end."""
    end = dice.choice(ends)[1]
    words = [
        f"at({unit}, {place})" for unit, place in end.units.items() if at.units.get(unit) != place
    ]
    words += [
        f"controls({side}, {space})"
        for space in at.spaces
        if at.core.tables.space(space)["kind"] == "space"
        and (side := end.control(space)) != at.control(space)
        and side != "neutral"
    ]
    picked = dice.sample(sorted(words), min(len(words), 2)) or ["at_least(1, flips(any))"]
    return read_goal(" and ".join(picked), at, GOALS)


def test_many_positions_are_asked_at_once() -> None:
    asked = 0
    for number in range(60):
        found = case(number, 47)
        if found is None or len(found.legal) > _PLAYED:
            continue
        at = found.at
        middles = (_followed(at, found.legal) or [])[:8]
        if len(middles) < 2:
            continue
        asked += 1
        said, proven = ways_to(middles, found.goal, found.ops)
        assert proven
        for index, middle in enumerate(middles):
            alone = Search(middle, found.goal, GOALS, found.ops, limit=1).run()
            assert bool(alone.solutions) == (index in said), (number, index)
        if asked >= _CASES:
            break
    assert asked >= _CASES


def test_what_the_enemy_cannot_reach_brute_force_cannot() -> None:
    asked = stood = undone = 0
    for number in range(150):
        found = case(number, 53)
        if found is None or not 2 <= len(found.legal) <= 60:
            continue
        at, goal, ops = found.at, found.goal, found.ops
        foe = "cp" if at.active == "ap" else "ap"
        standing = set()
        for move in found.legal:
            his = _passed(at.play(Move(move)), foe, ops)
            if his.decision.kind != "operations":
                break
            replies = few_by_force(his.core, ops, _REPLIES)
            if replies is None:
                break
            if not any(is_met(goal, his, his.play(Move(one)), GOALS) for one in replies):
                standing.add(str(Move(move)))
        else:
            asked += 1
            search = PreventSearch(at, goal, GOALS, ops)
            assert {str(each.move) for each in search} == standing, number
            assert search.found.proven
            stood += len(standing)
            undone += len(search.found.refuted)
        if asked >= _CASES:
            break
    assert asked >= _CASES
    assert stood
    assert undone


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"actions": 9}, "is not from 1 to 3"),
        ({"actions": 2, "most": "vp"}, "no other task"),
        ({"actions": 2, "reply": 2}, "no other task"),
        ({"jobs": 0}, "below 1"),
    ],
)
def test_actions_that_are_refused(options: dict[str, object], said: str) -> None:
    at = lexbelli.scenario("1914_campaign").suppose(side="ap", ops=1)
    with pytest.raises(lexbelli.BadInput, match=said):
        lexbelli.solve(at, "oos(tu_ix_corps)", **options)  # type: ignore[arg-type]
