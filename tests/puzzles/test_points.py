"""What a move is worth, law against core; and totals as goals and measures.

`python tests/puzzles/points.py POSITIONS SEED` compares more.
"""

import os

import pytest

import lexbelli
from lexbelli.pursuit_of_glory.goals import GOALS
from puzzles.points import run

POSITIONS = int(os.environ.get("LEXBELLI_POINTS_POSITIONS", "10"))


def test_law_and_core_agree_on_what_moves_are_worth() -> None:
    telling, _, found = run(POSITIONS, seed=8)
    assert not found, "\n".join(found[:20])
    assert telling >= 5 * POSITIONS


def test_totals_are_goals_and_measures() -> None:
    at = lexbelli.scenario("1916_total_war").suppose(side="cp", ops=1)
    stands = GOALS.total(at, "vp")
    found = lexbelli.solve(at, most="vp").run()
    assert found.proven
    best = {each.measures["vp"] for each in found.solutions}
    assert best == {stands + 1}
    for each in found.solutions:
        assert GOALS.total(each.after, "vp") == stands + 1
    assert lexbelli.solve(at, f"vp >= {stands + 2}").run().proven
    assert not lexbelli.solve(at, f"vp >= {stands + 2}").run().solutions
    [one] = lexbelli.solve(at, f"not vp <= {stands} and jihad >= 8", limit=1).run().solutions
    assert GOALS.total(one.after, "jihad") >= 8


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("vp < 3", "cannot be read"),
        ("vp", "its end"),
        ("vp ( 3", "is needed"),
        ("vp <= x", "is no number"),
        ("vpp <= 3", "did you mean 'vp'"),
        ("at_least(1, vp <= 3)", "unknown goal 'vp'"),
    ],
)
def test_totals_that_cannot_be_read(goal: str, said: str) -> None:
    at = lexbelli.scenario("1916_total_war").suppose(side="cp", ops=1)
    with pytest.raises(lexbelli.BadInput, match=said):
        lexbelli.solve(at, goal)
