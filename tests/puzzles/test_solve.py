"""Solving, replies, snippets, threats, differences, mending: what is asked and what is refused."""

import os
import subprocess
import sys
from functools import partial
from types import SimpleNamespace

import pytest

import lexbelli
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.puzzles import models, solving
from lexbelli.puzzles.chances import best_attacks
from lexbelli.puzzles.goal import Atom
from lexbelli.puzzles.puzzle import read_puzzle

CUT = "activate qurna move; go in_cavalry_2 aziziya via nasiriya,samawa,diwaniyeh,hilla"


@pytest.fixture(scope="module")
def mesopotamia() -> lexbelli.Position:
    found: lexbelli.Position = lexbelli.scenario("1916_total_war").suppose(side="ap", ops=1)
    return found


def test_solutions_are_streamed_checked_and_proven(mesopotamia: lexbelli.Position) -> None:
    search = lexbelli.solve(mesopotamia, "at_least(1, oos(tu)) and not flips(qurna)")
    [solution] = list(search)
    assert str(solution.move) == CUT
    assert solution.ops == 1
    assert solution.after.supply()["tu_elite_div_8"] == "oos"
    assert search.found.proven
    none = lexbelli.solve(mesopotamia, "controls(ap, baghdad)").run()
    assert none.proven
    assert not none.solutions


def test_lines_are_followed_for_whom_is_asked(mesopotamia: lexbelli.Position) -> None:
    unit = "tu_elite_div_8"

    def traced(*asked: tuple[str, int]) -> set[str]:
        atoms = [Atom("oos", (unit,))]
        with GOALS.grounded(mesopotamia, 1, frozenset(asked), atoms, "plain") as law:
            found = law.symbolic_atoms.by_signature("then_tracer", 1)
            return {str(each.symbol.arguments[0]) for each in found}

    assert traced(("is_oos", 1)) == {unit}
    assert traced(("is_oos", 1), ("is_controls", 2)) == {unit}
    # A space turns unless somebody in supply holds it (11.2.2.1-2), and rules may ask of anybody.
    for all_of_them in (("is_flips", 1), ("then_supply", 2)):
        assert len(traced(("is_oos", 1), all_of_them)) > 50


def test_the_order_of_solutions_is_the_same_in_every_process() -> None:
    given = "--side cp --ops 2 --without ru_div_3 --without ru_div_4 --fewest ops"
    words = ["solve", "1914_campaign", "besieged(kars)", *given.split()]
    said = [
        subprocess.run(
            [sys.executable, "-m", "lexbelli", *words],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        ).stdout
        for seed in ("10", "16")
    ]
    assert said[0] == said[1]


def test_rules_of_the_law_say_the_same_as_words(mesopotamia: lexbelli.Position) -> None:
    rules = "goal :- cut(Unit). cut(Unit) :- then_supply(Unit,oos), then_at(Unit,kut)."
    by_rules = lexbelli.solve(mesopotamia, asp=rules).run()
    words = "oos(tu_elite_div_8) or oos(tu_a_xviii_corps)"
    by_words = lexbelli.solve(mesopotamia, words).run()
    assert by_rules.proven
    assert [str(each.move) for each in by_rules.solutions] == [
        str(each.move) for each in by_words.solutions
    ]
    assert by_rules.solutions


def test_the_most_and_the_fewest(mesopotamia: lexbelli.Position) -> None:
    told: list[str] = []
    found = lexbelli.solve(mesopotamia, most="oos(cp)", ops=2, progress=told.append).run()
    assert [str(each.move) for each in found.solutions] == [CUT]
    assert found.solutions[0].measures == {"oos(cp)": 4, "ops": 1, "orders": 2}
    assert any("so far" in line for line in told)
    fewest = lexbelli.solve(mesopotamia, "at_least(1, oos(cp))", ops=2, fewest="ops").run()
    assert [each.ops for each in fewest.solutions] == [1]


def test_a_reply_undoes_or_does_not() -> None:
    before = lexbelli.scenario("1916_total_war").suppose(side="cp", ops=1)
    held = lexbelli.solve(before, "at(tu_a_div_12, samarra)", reply=1).run()
    assert [str(each.move) for each in held.solutions] == [
        "activate baghdad move; go tu_a_div_12 samarra"
    ]
    # Somebody who passes through is followed.
    goal = "controls(cp, mianeh) and not occupied(cp, mianeh)"
    undone = lexbelli.solve(before, goal, reply=2).run()
    assert undone.refuted
    for each in undone.refuted:
        his = each.after.suppose(side="ap", ops=2)
        assert each.reply is not None
        assert not his.check(each.reply)
        assert "control of mianeh" in {one.what for one in his.changes(his.play(each.reply))}


def test_time_is_kept(mesopotamia: lexbelli.Position) -> None:
    # It is not over by then. How much is found by then hangs on the machine.
    search = lexbelli.solve(mesopotamia, "controls(ap, basra)", ops=5, every=True, seconds=0.5)
    assert len(list(search)) == search.found.number
    assert not search.found.proven


def test_what_was_found_in_time_is_told(
    mesopotamia: lexbelli.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    for module in (solving, models):
        monkeypatch.setattr(module, "time", clock)
    search = lexbelli.solve(mesopotamia, "controls(ap, basra)", ops=5, every=True, seconds=0.5)
    found = iter(search)
    first = [next(found), next(found)]
    assert all(each.after.control("basra") == "ap" for each in first)
    now = 1.0
    assert list(found) == []
    assert search.found.solutions == first
    assert search.found.seconds == 1.0
    assert not search.found.proven


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ("oos(ru_div_99)", "ru_div_9"),
        ("osos(ru_div_1)", "did you mean 'oos'"),
        ("oos(ru)", "is a group"),
        ("at_least(2, oos(ru_div_1))", "names no group"),
        ("oos(", "its end"),
        ("not can_attack(kars, cf >= 3)", "cannot be denied"),
        ("(" * 60, "more than 40"),
        ("oos(ru_div_1) oos(ru_div_2)", "nothing can follow"),
        ("controls(ap, kas)", "did you mean 'kars'"),
        ("at_least(9999999, oos(ru))", "no number"),
        ("oos(ru_div_1) ; x", "cannot be read"),
    ],
)
def test_goals_that_cannot_be_read(mesopotamia: lexbelli.Position, goal: str, said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=said.replace("(", r"\(")):
        lexbelli.solve(mesopotamia, goal)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('#script (python) print("x") #end. goal.', "not allowed"),
        ('#include "/etc/passwd". goal.', "not allowed"),
        ("goal :- @run(1).", "not allowed"),
        ("many(1..100000). goal :- many(_).", "not allowed"),
        ("goal :- foo(1).", "no predicate"),
        ("supply(ru_div_1,oos). goal.", "word of the law"),
        ("then_at(ru_div_1,kars). goal.", "word of the law"),
        ("{ goal }.", "only plain rules"),
        (":- at(_,kars). goal.", "only plain rules"),
        ("n(X+1) :- n(X). n(1). goal :- n(3).", "only names and variables"),
        ("goal :- at(A,B), at(C,D).", "nothing to do"),
        ("cut :- at(_,kars).", "nothing derives"),
        ("goal :- ", "cannot be read"),
    ],
)
def test_rules_that_are_refused(mesopotamia: lexbelli.Position, rules: str, said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=said):
        lexbelli.solve(mesopotamia, asp=rules)


def test_threats_are_real_and_cheapest() -> None:
    at = lexbelli.scenario("1916_total_war")
    found = lexbelli.threats(at, "cp", ops=2, about=("oos",))
    assert [str(each.move) for each in found] == [CUT]
    assert found[0].out == (
        "tu_a_div_13",
        "tu_a_xviii_corps",
        "tu_elite_div_7",
        "tu_elite_div_8",
    )
    two = lexbelli.threats(at, "cp", ops=2, about=("oos",), jobs=2)
    assert {each.does for each in two} == {each.does for each in found}
    only = lexbelli.threats(at, "cp", ops=2, named=["karbala"])
    assert [each.does for each in only] == [("controls(ap, karbala)",)]


def test_what_differs_between_two_positions(mesopotamia: lexbelli.Position) -> None:
    after = mesopotamia.play(CUT)
    found = lexbelli.diff(mesopotamia, after, orders=False)
    assert found.supply["tu_elite_div_8"] == ("full", "oos")
    assert "kut" in found.flips[1]
    assert not lexbelli.diff(after, after, orders=False).changes


def test_what_threats_differ_between_two_positions() -> None:
    guarded = lexbelli.scenario("1914_campaign")
    open_road = guarded.with_change(units={"tu_ix_corps": None})
    asked = partial(lexbelli.diff, ops=1, orders=False, threats_to="cp", named=["koprukoy"])
    taken = "controls(ap, koprukoy)"
    assert asked(guarded, open_road).threats == {taken: ("-", "1 OPS")}
    found = asked(guarded, open_road, combat=True)
    assert found.threats == {taken: ("1 OPS at 7/36", "1 OPS")}
    assert found.proven
    assert asked(guarded, open_road, about=["oos"]).threats == {}
    assert not asked(guarded, open_road, seconds=0.0).proven
    with pytest.raises(lexbelli.BadInput, match="threats_to"):
        lexbelli.diff(guarded, open_road, combat=True)


def test_the_smallest_changes_that_make_a_move_legal() -> None:
    at = lexbelli.scenario("1914_campaign").suppose(side="ap", ops=1)
    move = "activate oltu move; go ru_div_3 koprukoy"
    texts = [[change.text for change in each.changes] for each in lexbelli.mend(at, move)]
    assert ["if tu_ix_corps were not in koprukoy"] in texts
    assert ["without go ru_div_3 koprukoy"] in texts
    two = "activate oltu move; activate kars move; go ru_div_3 ardahan; go ru_div_4 ardahan"
    texts = [[change.text for change in each.changes] for each in lexbelli.mend(at, two)]
    assert ["with 1 OPS more"] in texts
    assert lexbelli.mend(at, "activate oltu move") == []


def test_the_attacks_that_promise_most() -> None:
    at = lexbelli.scenario("1916_total_war").suppose(side="ap", ops=4)
    best, found = best_attacks(at, "win", target="bayburt")
    assert best is not None
    assert found
    assert all(each.number("win") == best for each in found)
    assert all(
        each.number("win") <= best for each in lexbelli.attacks(at, target="bayburt", every=True)
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("goal = 'oos(ru_div_1)'", "either a name or a set-up"),
        ("position = '1914_campain'\ngoal = 'x'", "1914_campaign"),
        ("position = '1914_campaign'\ngaol = 'x'", "did you mean 'goal'"),
        ("position = '1914_campaign'\nops = 'x'\ngoal = 'x'", "whole number"),
        ("position = '1914_campaign'\ntask = 'reech'\ngoal = 'x'", "did you mean 'reach'"),
        ("position = '1914_campaign'\ntask = 'most'", "measure"),
        ("position = '1914_campaign'\ntask = 'prevent'\ngoal = 'x'", "reply"),
        ("position = '1914_campaign'", "goal"),
        ("x = ", "no TOML"),
    ],
)
def test_puzzle_files_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=said):
        read_puzzle(text)
