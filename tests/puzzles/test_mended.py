"""What a search says when it is interrupted, or a goal is so already, or tribes come between."""

import time
from typing import NoReturn

import pytest

import lexbelli
from lexbelli.puzzles import acting, solving
from lexbelli.puzzles.asking import asking_of
from lexbelli.puzzles.goal import read_goal
from lexbelli.puzzles.puzzle import read_puzzle
from lexbelli.puzzles.ways import with_short_ways
from support import answer, invoke, on_map

OPENING = lexbelli.scenario("1914_campaign")
# The Indians leave Fao, and the Jihad level rises (18.6.2.2-3): the CP place a tribe.
HOME = "activate beach_fao move; go in_cavalry_2,in_div_4,in_div_5 bahrain"


def interrupt(_: str) -> NoReturn:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "task",
    [
        {"goal": "controls(ap, baghdad)", "actions": 2, "ops": 1},
        {"goal": "", "side": "cp", "ops": 1, "most": "vp"},
    ],
)
def test_what_is_interrupted_is_not_proven(task: dict[str, object]) -> None:
    search = lexbelli.solve(OPENING, **task, progress=interrupt)  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert not search.found.proven
    assert not search.found.solutions


def test_rules_that_stand_in_the_way_are_told_where_corps_could_be_formed() -> None:
    """No move is told in which an SCU has two roles in an organisation (18.3.2)."""
    text = "position = '1916_total_war'\nside = 'ap'\nops = 1\ngoal = 'besieged(medina)'"
    started = time.monotonic()
    report = lexbelli.verify(read_puzzle(text), seconds=90)
    assert report.proven
    assert not report.solutions
    [(rules, move)] = report.breaking
    assert rules
    assert "medina" in move
    assert "besieged(medina)" in report.clash
    assert time.monotonic() - started < 100


# --- goals that are so already ---------------------------------------------------------


def test_a_goal_that_is_so_already_says_so() -> None:
    search = lexbelli.solve(OPENING, "not besieged(kars)", ops=1)
    [solution] = search
    assert search.already
    assert search.found.proven
    assert not solution.move.orders
    words = ("solve", "1914_campaign", "not besieged(kars)", "--ops", "1")
    assert answer(*words)["already"]
    shown = invoke(*words).stdout
    assert "It is so already." in shown
    assert "Nothing needs to be done, proven." in shown
    assert not lexbelli.solve(OPENING, "besieged(kars)", ops=1).already


def test_a_reply_asks_what_keeps_it_so() -> None:
    """The corps would take Sarikamis; told are the moves that keep it out, each but once."""
    kept = {"ru_div_3", "ru_div_4", "tu_ix_corps"}
    away = {unit: None for unit in OPENING.units if unit not in kept}
    at = OPENING.suppose(ops=1).with_change(units=away, allow=["all"])
    search = lexbelli.solve(at, "not controls(cp, sarikamis)", reply=1, seconds=100)
    found = {each.text for each in search}
    assert search.already
    assert search.found.proven
    assert found == {
        "activate oltu move; go ru_div_3 sarikamis",
        "activate kars move; go ru_div_4 sarikamis",
    }
    assert str(search.found.refuted[0].reply) == "activate koprukoy move; go tu_ix_corps sarikamis"
    # Nothing threatens it here.
    nothing = lexbelli.solve(OPENING, "not besieged(kars)", ops=1, reply=1)
    [solution] = nothing
    assert (solution.move.orders, nothing.found.proven) == ((), True)
    shown = invoke("solve", "1914_campaign", "not besieged(kars)", "--ops", "1", "--reply", "1")
    assert "It is so already. Asked is what keeps it so." in shown.stdout


# --- tribes between a move and the reply -----------------------------------------------


def test_whoever_places_tribes_chooses_before_the_reply() -> None:
    """16.3.1-1: the CP place a tribe where the Jihad level rises, before anybody acts again."""
    after = OPENING.suppose(ops=1).play(HOME)
    assert after.decision.kind == "tribes"
    ways = acting.settled(acting.acts_next(after, "cp", 1))
    assert [answers for answers, _ in ways] == [(choice,) for choice in after.decision.choices]
    assert all(at.decision.points == 1 for _, at in ways)
    ready = acting.acts_next(OPENING, "cp", 1)
    assert acting.settled(ready) == [((), ready)]


def test_a_reply_comes_after_the_tribes() -> None:
    after = OPENING.suppose(ops=1).play(HOME)
    goal = read_goal("not occupied(cp, qurna)", OPENING, asking_of(OPENING))
    search = solving.Search(OPENING, goal, asking_of(OPENING), 1, reply=1)
    reply, answers = search._refutation(after)
    assert reply is not None
    assert [words.split()[0] for words in answers] == ["place"]
    his = acting.acts_next(after, "cp", 1).play(answers[0]).play(reply)
    assert any(place == "qurna" for place in his.units.values())


def test_prevention_goes_on_past_moves_that_raise_the_jihad_level() -> None:
    kept, here = {"in_cavalry_2", "tu_ix_corps"}, set(on_map(OPENING))
    units = OPENING.units.items()
    away = {unit: None for unit, place in units if place in here and unit not in kept}
    at = OPENING.suppose(ops=1).with_change(units=away, allow=["all"])
    alone = "activate beach_fao move; go in_cavalry_2 bahrain"
    assert at.play(alone).decision.kind == "tribes"
    search = lexbelli.solve(at, "at(tu_ix_corps, kars)", prevent=True, reply=1, seconds=100)
    found = search.run()
    assert found.proven
    # The corps goes to Kars whatever the cavalry does, and whatever tribe is placed.
    assert found.number == 0
    assert alone in {str(each.move) for each in found.refuted}


# --- what is found, and how soon -------------------------------------------------------


def test_more_points_do_not_hide_what_fewer_find() -> None:
    """Of Jihad goals only the core knows for certain: cheap moves are looked at first."""
    search = lexbelli.solve(OPENING, "jihad >= 1", ops=2, limit=2, seconds=40)
    assert [each.points for each in search] == [1, 1]


def test_ways_are_short() -> None:
    at = OPENING.suppose(ops=1)
    long = "activate kars move; go ru_div_4 oltu via sarikamis,kars,ardahan"
    move = at.move(long)
    assert at.check(move) == []
    asking = asking_of(at)
    short = with_short_ways(at, move, asking, lambda _: True)
    assert str(short) == "activate kars move; go ru_div_4 oltu via ardahan"
    # What is wanted on the way stays.
    seen = with_short_ways(at, move, asking, lambda made: "sarikamis" in str(made))
    assert str(seen) == "activate kars move; go ru_div_4 oltu via sarikamis"


def test_the_ways_of_solutions_have_no_loops() -> None:
    at = lexbelli.scenario("1916_total_war").suppose(side="ap", ops=1)
    for solution in lexbelli.solve(at, "at_least(1, oos(tu))", limit=4):
        for order in solution.move.orders:
            path = order.as_json().get("path", [])
            assert len(set(path)) == len(path)
