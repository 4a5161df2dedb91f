"""Events as actions: what they reach, how surely, and what is said of those not gone through."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

import lexbelli
from lexbelli import BadInput
from lexbelli import pursuit_of_glory as pog
from lexbelli.puzzles.by_event import EventSearch
from lexbelli.puzzles.courses import Branch, Courses, TooLong
from lexbelli.puzzles.goal import Atom


def _search(position: pog.Position, goal: str, **asked: object) -> EventSearch:
    search = lexbelli.solve(position, goal, **asked)  # type: ignore[arg-type]
    assert isinstance(search, EventSearch)
    search.run()
    for solution in search.found.solutions:
        _replay(search, solution)
    return search


def _dealt(position: pog.Position, side: str, *hand: str) -> pog.Position:
    """Deal a side these cards, wherever they were."""
    cards = position.setup()["cards"]
    own = {
        zone: [card for card in held if card not in hand] if isinstance(held, list) else held
        for zone, held in cards[side].items()
    }
    own["hand"] = [*own.get("hand", []), *hand]
    return position.with_change(setup={"cards": {**cards, side: own}})


def _replay(search: EventSearch, solution: object) -> None:
    """Play a solution, each of its answers being legal."""
    name = str(solution.move).split()[1]  # type: ignore[attr-defined]
    position = _dealt(search.position, search.position.decision.side, name)
    position = position.play(solution.move)  # type: ignore[attr-defined]
    for answer in solution.answers:  # type: ignore[attr-defined]
        assert not position.check(answer), answer
        position = position.play(answer)
    assert position.units == solution.after.units  # type: ignore[attr-defined]


def test_the_landing_at_fao_is_found_and_is_the_only_one() -> None:
    position = _dealt(pog.scenario("1914_campaign"), "ap", "ap_01", "ap_02", "ap_11").suppose(
        side="ap"
    )
    search = _search(position, "controls(ap, fao)", playing="hand")
    assert search.found.proven
    assert [str(one.move) for one in search.found.solutions] == ["play ap_01 for event"]
    assert search.found.solutions[0].measures["chance"] == 1
    assert search.found.solutions[0].answers == ("mark beach_fao",)


class _Tree:
    """A made-up event: states are paths, told with who chooses and what follows."""

    def __init__(self, **branches: Branch) -> None:
        self._branches = branches

    def follow(self, state: str) -> Branch | None:
        return self._branches.get(state)

    def key(self, state: str) -> str:
        return state

    def met(self, _: object, state: str, atoms: Iterable[Atom]) -> frozenset[Atom]:
        return frozenset(atoms if state.endswith("good") else ())


_ATOM = Atom("goal", ())
_NONE = Fraction(0)
_TREE = _Tree(
    start=Branch("attacker", [("dare", _NONE, "die"), ("wait", _NONE, "asked")]),
    die=Branch("chance", [("high", Fraction(1, 3), "high_good"), ("low", Fraction(2, 3), "bad")]),
    asked=Branch("defender", [("yes", _NONE, "yes_good"), ("no", _NONE, "bad")]),
)


def _courses(tree: _Tree, most: int = 100, **asked: bool) -> Courses:
    return Courses(tree, "start", lambda state: tree.met(0, state, [_ATOM]), most, **asked)


def _chance(courses: Courses) -> Fraction:
    return courses.chance(frozenset(end for ends in courses.results() for end in ends))[0]


def test_a_die_and_the_enemys_choice_make_the_chance() -> None:
    courses = _courses(_TREE)
    ends = frozenset(end for ends in courses.results() for end in ends)
    assert courses.chance(ends) == (Fraction(1, 3), ("dare", "high"))
    assert courses.whole


def test_what_was_not_looked_at_counts_as_bad() -> None:
    with pytest.raises(TooLong):
        _courses(_TREE, most=2)
    courses = _courses(_TREE, most=2, partly=True)
    assert not courses.whole
    assert _chance(courses) == 0


def test_an_end_that_is_sure_ends_the_search() -> None:
    sure = _Tree(
        start=Branch("attacker", [("wait", _NONE, "die"), ("do", _NONE, "good")]),
        die=Branch("chance", [("high", Fraction(1), "bad")]),
    )
    courses = _courses(sure, partly=True, surely=True)
    assert _chance(courses) == 1
    assert not courses.whole


def test_an_end_may_be_settled_later() -> None:
    courses = Courses(_TREE, "start", lambda state: None if "yes" in state else frozenset(), 100)
    [(number, state)] = courses.open.items()
    assert state == "yes_good"
    courses.settle(number, frozenset((_ATOM,)))
    assert _chance(courses) == 0
    assert courses.end(("wait", "yes")) == number


def test_points_that_an_event_leaves_are_spent() -> None:
    position = pog.scenario("1914_campaign").suppose(side="cp")
    search = _search(position, "controls(cp, hamadan)", playing="cp_10", seconds=120)
    [solution] = search.found.solutions
    enters, spent = solution.answers
    assert enters.startswith("enter ")
    assert spent.startswith("activate ")


def test_what_may_not_be_played_is_named_with_its_rules() -> None:
    position = pog.scenario("1914_campaign").suppose(side="cp")
    search = _search(position, "jihad >= 1", playing=["cp_03"])
    assert not search.found.number
    assert search.found.proven
    assert [each.rule for each in search.barred["cp_03"]] == ["9.5.1.b"]


def test_a_hidden_hand_could_hold_what_was_not_seen() -> None:
    dealt = _dealt(pog.scenario("1914_campaign"), "cp", "cp_02").suppose(side="cp")
    with pytest.raises(BadInput, match="cannot be in the hand of CP"):
        _search(dealt, "jihad >= 1", playing="cp_01")
    hidden = dealt.seen_by("ap")
    assert lexbelli.solve(hidden, "jihad >= 1", playing="cp_01").run().number == 1


def test_what_has_too_many_choices_is_named_and_nothing_is_proven() -> None:
    position = pog.scenario("1914_campaign").suppose(side="cp")
    search = _search(position, "controls(cp, tiflis)", playing="cp_08")
    assert search.unfinished == ["cp_08"]
    assert not search.found.proven


def test_it_goes_with_a_goal_alone() -> None:
    position = pog.scenario("1914_campaign").suppose(side="cp")
    with pytest.raises(BadInput, match="playing: goes with a goal alone"):
        lexbelli.solve(position, "jihad >= 1", playing="hand", reply=1)
    with pytest.raises(BadInput, match="no action is chosen"):
        lexbelli.solve(position.suppose(ops=2), "jihad >= 1", playing="hand")
    other = lexbelli.games.game("twilight_of_the_habsburgs").scenario("caporetto")
    with pytest.raises(BadInput, match="no events that are played"):
        lexbelli.solve(other, "occupied(entente, flitsch)", playing="hand")


def test_the_enemy_threatens_with_an_event() -> None:
    position = _dealt(pog.scenario("1914_campaign"), "ap", "ap_01", "ap_03")
    asked = {"ops": 1, "about": ["controls"], "named": ["fao"]}
    found = lexbelli.threats(position, "cp", events=True, **asked)  # type: ignore[arg-type]
    assert found.proven
    assert not found.unfinished
    [threat] = found
    assert str(threat.move) == "play ap_01 for event"
    assert threat.does == ("controls(ap, fao)",)
    assert threat.chance == 1
    assert threat.course == ("mark beach_fao",)
    assert not lexbelli.threats(position, "cp", **asked)  # type: ignore[arg-type]


def test_redeployments_are_found_by_their_size() -> None:
    position = _dealt(pog.scenario("1914_campaign"), "ap", "ap_02").suppose(side="ap")
    at = position.play("play ap_02 for sr")
    goal = "at(in_cavalry_1, cairo) and at(in_div_1, zagazig)"
    search = lexbelli.solve(at, goal, limit=1)
    [solution] = search
    assert {order.text for order in solution.move.orders} == {
        "redeploy in_cavalry_1 cairo",
        "redeploy in_div_1 zagazig",
    }
    assert not at.check(solution.move)
    assert not search.found.proven
    # What is so already needs nothing.
    [nothing] = lexbelli.solve(at, "at(in_div_1, ismailia)", limit=1)
    assert str(nothing.move) == "pass"
