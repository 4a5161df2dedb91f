"""Puzzles over HTTP: listed, looked at, tried, hinted at, solved; the game stays as it is."""

from collections.abc import Iterator

import pytest

import lexbelli
from lexbelli.puzzles.puzzle import find_puzzle, puzzle_names
from web.kit import Table, table


@pytest.fixture(scope="module")
def at() -> Iterator[Table]:
    with table(lexbelli.scenario("caporetto")) as served:
        yield served


def test_all_puzzles_are_listed(at: Table) -> None:
    told = at.get("onlooker", "/api/puzzles")["puzzles"]
    assert [each["name"] for each in told] == puzzle_names()
    abadan = next(each for each in told if each["name"] == "abadan")
    assert (abadan["title"], abadan["level"], abadan["side"]) == (
        "The well at Abadan",
        "easy",
        "cp",
    )
    assert (abadan["points"], abadan["points_called"], abadan["solutions"]) == (1, "OPS", 2)
    assert abadan["tries"]
    assert not next(each["tries"] for each in told if each["name"] == "oltu_likely")


def test_a_puzzle_of_the_other_game_is_looked_at(at: Table) -> None:
    position = find_puzzle("yudenich_by_rail").position
    game = at.get("central", "/api/game", puzzle="yudenich_by_rail")
    assert (game["game"], game["yours"], game["throws"]) == (position.game, False, False)
    assert at.get("central", "/api/names", puzzle="yudenich_by_rail")["units"] == dict(
        position.units
    )
    called = at.get("central", "/api/called", puzzle="yudenich_by_rail")["called"]
    assert called["batum"] == "Batum"
    board = at.get("central", "/api/board.svg", puzzle="yudenich_by_rail")
    assert 'data-unit="ru_yudenich_hq"' in board
    offered = at.post("central", "/api/orders", given="", puzzle="yudenich_by_rail")["orders"]
    assert any("ru_yudenich_hq" in each["names"] for each in offered)
    # What if works on it, too.
    supposed = at.get("central", "/api/names", puzzle="abadan", as_if="without in_div_1")
    assert "in_div_1" not in supposed["units"]
    assert (at.game.step, at.game.version) == (0, 0)


def test_moves_are_tried(at: Table) -> None:
    good = str(find_puzzle("retreat_from_oltu").solve().run().solutions[0].move)
    told = at.post("central", "/api/try", puzzle="retreat_from_oltu", answer=good)
    assert (told["legal"], told["solves"], told["solutions"]) == (True, True, 1)
    bad = at.post("central", "/api/try", puzzle="retreat_from_oltu", answer="")
    assert not bad["legal"]
    assert bad["violations"]
    assert bad["solves"] is False
    # A legal move that misses the goal.
    miss = next(
        text
        for each in find_puzzle("retreat_from_oltu").position.sample_moves(200, 1)
        if (text := str(each)) != good
    )
    told = at.post("central", "/api/try", puzzle="retreat_from_oltu", answer=miss)
    assert (told["legal"], told["solves"]) == (True, False)


def test_what_is_most_of_something_is_told_from_the_search(at: Table) -> None:
    best = str(find_puzzle("isonzo_army").solve(limit=1).run().solutions[0].move)
    told = at.post("central", "/api/try", puzzle="isonzo_army", answer=best, seconds=10)
    # The search for all may not end in that time, but what it finds is right.
    assert told["solves"] in (True, None)
    nothing = at.post("central", "/api/try", puzzle="isonzo_army", answer="", seconds=10)
    assert nothing["solves"] in (False, None)


def test_hints_tell_more_and_more_and_the_solution_all(at: Table) -> None:
    names = "retreat_to_the_sea"
    told = [at.post("central", "/api/hint", puzzle=names, number=each) for each in (1, 2, 3, 4)]
    assert told[0]["names"] == ["tu_div_8", "erzurum"]
    assert told[1]["text"].startswith("It takes ")
    assert told[2]["names"] == ["tu_div_8"]
    assert told[3]["text"].startswith("It begins with: retreat tu_div_8")
    solution = at.post("central", "/api/solution", puzzle=names)
    assert solution["proven"]
    assert solution["complete"]
    assert len(solution["solutions"]) == find_puzzle(names).solutions
    none = at.post("central", "/api/hint", puzzle="nobody_at_caporetto", number=2)
    assert none["text"] == "There is no solution."


@pytest.mark.parametrize(
    ("path", "body", "field", "nearest"),
    [
        ("/api/try", {"puzzle": "abadn", "answer": ""}, "puzzle", "abadan"),
        ("/api/try", {"puzzle": "oltu_likely", "answer": ""}, "puzzle", None),
        ("/api/try", {"puzzle": "abadan", "answer": "go nobody kars"}, "unit", None),
        ("/api/hint", {"puzzle": "abadan", "number": 9}, "number", None),
        ("/api/solution", {"puzzle": "../../etc/passwd"}, "puzzle", None),
        ("/api/orders", {"puzzle": "tests/cases/x.toml", "given": ""}, "puzzle", None),
    ],
)
def test_what_cannot_be_asked_is_named(
    at: Table, path: str, body: dict[str, object], field: str, nearest: str | None
) -> None:
    error = at.post("central", path, 400, **body)["error"]
    assert field in error["field"]
    if nearest is not None:
        assert error["nearest"] == nearest
