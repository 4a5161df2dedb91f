"""Every puzzle that is shipped has as many solutions as it says, proven.

The quick ones belong to every run; `make puzzles` verifies all.
"""

import os
from types import SimpleNamespace
from typing import Any

import pytest

import lexbelli
from lexbelli.position import Position
from lexbelli.puzzles import verifying
from lexbelli.puzzles.asking import Query
from lexbelli.puzzles.differing import can_be_compared
from lexbelli.puzzles.puzzle import find_puzzle, puzzle_names

# These take longer than a few seconds.
SLOW = {"six_forts", "kars_without_a_corps", "mesopotamia_for_good", "mesopotamia_most"}
ALL = bool(os.environ.get("LEXBELLI_ALL_PUZZLES"))


@pytest.mark.parametrize("name", [name for name in puzzle_names() if ALL or name not in SLOW])
def test_puzzles_have_the_solutions_they_should_have(name: str) -> None:
    puzzle = find_puzzle(name)
    found = puzzle.solve().run()
    assert found.proven
    assert len(found.solutions) == puzzle.solutions
    for solution in found.solutions:
        assert not puzzle.position.check(solution.move)
    assert puzzle.title
    assert puzzle.text
    assert puzzle.level in ("easy", "medium", "hard")


def test_the_collection_is_large_enough_and_of_every_kind() -> None:
    puzzles = [find_puzzle(name) for name in puzzle_names()]
    assert len(puzzles) >= 16
    assert {puzzle.level for puzzle in puzzles} == {"easy", "medium", "hard"}
    assert any(puzzle.solutions == 0 for puzzle in puzzles)
    kinds = {puzzle.position.decision.kind for puzzle in puzzles}
    battles = {"attack", "retreat", "losses"}
    points = {"redeployment", "replacement_points"}
    assert kinds == {"action", "operations", "movement", *points, *battles}
    assert any(puzzle.query.playing for puzzle in puzzles)


def test_both_games_have_puzzles_of_battles_and_of_movement() -> None:
    kinds: dict[str, list[str]] = {}
    for puzzle in map(find_puzzle, puzzle_names()):
        kinds.setdefault(puzzle.position.game, []).append(puzzle.position.decision.kind)
    habsburgs = kinds["twilight_of_the_habsburgs"]
    assert len(habsburgs) >= 17
    assert {"movement", "attack", "losses", "retreat"} == set(habsburgs)
    assert len(kinds["pursuit_of_glory"]) >= 16


@pytest.mark.parametrize("name", ["adamello", *(["last_front"] if ALL else [])])
def test_of_what_cannot_be_the_rules_in_the_way_are_told(name: str) -> None:
    report = lexbelli.verify(find_puzzle(name), units=False)
    assert report.as_expected
    assert report.clash
    [(rules, move)] = report.breaking
    assert rules
    assert {broken.rule for broken in report.puzzle.position.check(move)} >= set(rules)


@pytest.mark.parametrize(
    "name",
    [
        # Plain goals of both games, what is to be least, rules of the maker's own, and a reply.
        "abadan",
        "tenth_army_staff",
        "marines",
        *(["kars_cheaply", "erzincan", "two_at_once", "mesopotamia_for_good"] if ALL else []),
    ],
)
def test_units_are_needed_whether_asked_about_at_once_or_one_by_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = lexbelli.verify(find_puzzle(name))
    assert at_once.needed or at_once.unneeded
    monkeypatch.setattr(verifying, "can_be_compared", lambda _: False)
    one_by_one = lexbelli.verify(find_puzzle(name))
    assert (at_once.needed, at_once.unneeded) == (one_by_one.needed, one_by_one.unneeded)


def test_who_makes_a_best_move_worth_less_is_not_needed_for_it() -> None:
    # Without either of the units that are cut off the same moves are the best, of fewer.
    report = lexbelli.verify(find_puzzle("mesopotamia_most"))
    assert report.needed == ["in_cavalry_2"]
    assert {"tu_a_xviii_corps", "tu_elite_div_8"} <= set(report.unneeded)


def test_what_is_so_already_is_asked_about_one_by_one() -> None:
    # Of rules of a maker it is known only once they were searched for.
    here = "goal :- then_at(tu_ix_corps,koprukoy)."
    query = Query(asp=here)
    position = lexbelli.scenario("1914_campaign").suppose(side="cp", ops=1)
    search = query.search(position)
    search.run()
    assert search.already
    assert search.found.proven
    assert not can_be_compared(search)
    other = Query(asp=here.replace("koprukoy", "eleskirt")).search(position)
    other.run()
    assert not other.already
    assert can_be_compared(other)


def test_of_what_was_broken_off_a_maker_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # The time is over while the first unit that has no order is taken away.
    clock = SimpleNamespace(now=0.0)
    search = Query.search

    def broken_off(query: Query, position: Position, *given: Any) -> Any:
        if position.units == find_puzzle("mesopotamia_cut").position.units:
            return search(query, position, *given)
        clock.now = 1000.0
        return iter(())

    monkeypatch.setattr(verifying, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(Query, "search", broken_off)
    report = lexbelli.verify(find_puzzle("mesopotamia_cut"), seconds=100)
    assert clock.now == 1000.0
    assert all(unit in report.solutions[0].text for unit in report.needed)
    assert report.unneeded == []


def test_what_a_maker_wants_to_know() -> None:
    report = lexbelli.verify(find_puzzle("corps_in_the_snow"))
    assert report.as_expected
    assert report.clash == ["oos(tu_ix_corps)", "rule 11.1.5-1"]
    [(rules, move)] = report.breaking
    assert rules == ("11.1.5-1",)
    at = report.puzzle.position
    assert {broken.rule for broken in at.check(move)} == {"11.1.5-1"}

    report = lexbelli.verify(find_puzzle("mesopotamia_cut"))
    assert (len(report.solutions), report.different, report.fewest_ops) == (1, 1, 1)
    assert "in_cavalry_2" in report.needed
    assert "br_maude_hq" in report.unneeded

    report = lexbelli.verify(find_puzzle("urmia_clean"), units=False)
    assert report.proven
    assert "at_most(0, oos(any))" not in report.idle
    assert set(report.wanting) == {
        "oos(ru_cavalry_4)",
        "flips(ruwandiz)",
        "at_most(0, oos(cp))",
    }

    report = lexbelli.verify(find_puzzle("oltu_likely"), units=False)
    assert report.as_expected
    assert report.next_best == (
        "11/18",
        "activate koprukoy attack, then attack oltu with tu_ix_corps",
    )
