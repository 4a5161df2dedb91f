"""Tables of moves: every row is judged as `position.check` judges it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.errors import BadInput
from tools.pursuit_of_glory.workload import positions, workload

OPS = 4


@pytest.fixture(scope="module")
def games() -> list[pog.Position]:
    return positions(12, 3)


@pytest.fixture(scope="module")
def rows(games: list[pog.Position]) -> list[dict[str, Any]]:
    return [
        {"position": batch.number, "ops": batch.ops, "move": move}
        for batch in workload(games, 600, 5)
        for move in batch.moves
    ]


def judged(position: pog.Position, move: Any, ops: int | None) -> dict[str, Any]:
    try:
        broken = position.check(move, ops)
    except BadInput:
        return {"legal": None, "rules": [], "codes": [], "witnesses": []}
    return {
        "legal": not broken,
        "rules": [each.rule for each in broken],
        "codes": [each.code for each in broken],
        "witnesses": [each.witness for each in broken],
    }


def same(verdicts: lexbelli.Table, wanted: list[dict[str, Any]]) -> None:
    assert len(verdicts) == len(wanted)
    for found, expected in zip(verdicts, wanted, strict=True):
        error = found.pop("error")
        assert found == expected
        assert (error is None) == (found["legal"] is not None)


@pytest.fixture(scope="module")
def wanted(games: list[pog.Position], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [judged(games[row["position"]], row["move"], row["ops"]) for row in rows]


def test_every_verdict_is_that_of_check(
    games: list[pog.Position], rows: list[dict[str, Any]], wanted: list[dict[str, Any]]
) -> None:
    assert {row["legal"] for row in wanted} == {True, False}
    same(lexbelli.check_batch(rows, games, witnesses=True), wanted)


def forms(games: list[pog.Position], rows: list[dict[str, Any]]) -> Iterator[tuple[str, Any, Any]]:
    """The same rows, said in every way."""
    places = {
        "objects": ([games[row["position"]] for row in rows], None),
        "bytes": ([games[row["position"]].to_bytes() for row in rows], None),
        "documents": ([games[row["position"]].to_json() for row in rows], None),
        "mappings": ([json.loads(games[row["position"]].to_json()) for row in rows], None),
        "numbers": ([row["position"] for row in rows], games),
        "names": (
            [f"game {row['position']}" for row in rows],
            {f"game {at}": each for at, each in enumerate(games)},
        ),
        "a table": (
            [f"game {row['position']}" for row in rows],
            {
                "id": [f"game {at}" for at in range(len(games))],
                "position": [each.to_bytes() for each in games],
            },
        ),
    }
    moves = {
        "text": [row["move"] for row in rows],
        "moves": [games[row["position"]].move(row["move"]) for row in rows],
        "orders": [games[row["position"]].move(row["move"]).as_json() for row in rows],
    }
    ops = [row["ops"] for row in rows]
    for (where, (column, known)), (what, made) in product(places.items(), moves.items()):
        yield f"{what}, {where}", {"move": made, "position": column, "ops": ops}, known


def test_rows_may_be_given_in_many_ways(
    games: list[pog.Position], rows: list[dict[str, Any]], wanted: list[dict[str, Any]]
) -> None:
    some = slice(0, None, 7)
    for name, table, known in forms(games, rows[some]):
        found = lexbelli.check_batch(table, known, witnesses=True)
        try:
            same(found, wanted[some])
        except AssertionError as error:
            raise AssertionError(name) from error


def test_what_is_missing_is_taken_from_the_call_or_the_position() -> None:
    position = pog.scenario("1914_campaign")
    moves = ["activate cairo move", "automatic", "activate nowhere move", None, "play ap_99"]
    verdicts = lexbelli.check_batch({"move": moves}, position)
    assert verdicts["legal"] == [True, True, None, None, None]
    assert verdicts["error"][2] == "order 1, place: unknown place 'nowhere'"
    assert verdicts["error"][3] == "move: is missing"
    dear = ["activate cairo move; activate basra move; activate suez move"]
    for ops, legal in ((1, False), (3, None)):
        table = {"move": dear, "position": ["1914_campaign"]}
        (found,) = lexbelli.check_batch(table, ops=ops)
        assert found["legal"] == (legal if ops == 1 else judged(position, dear[0], 3)["legal"])


@pytest.mark.parametrize(
    ("table", "known", "message"),
    [
        ({"mov": ["x"]}, None, "move: is missing: the table has no such column"),
        ({"move": [1]}, None, "move: is of type Int64"),
        ({"move": ["x", b"x"]}, None, "move: row 1 is of type 'bytes', others are text"),
        ({"move": ["x"], "ops": ["4"]}, None, "ops: is of type Utf8View; integers are needed"),
        ({"move": ["x"], "position": [1, 2]}, None, "position: has 2 rows, other columns 1"),
        ({"move": [{1}]}, None, "move: text, a move or a list of orders is needed, not 'set'"),
        ([{"move": "x"}, 3], None, "table: row 1 is no mapping but 'int'"),
        (3, None, "table: a table, lists by column, or rows are needed, not 'int'"),
        ({"move": ["x"]}, {"position": [3]}, "positions.position: holds integers"),
        ({"move": ["x"]}, {"id": [3]}, "positions.position: is missing"),
        (
            {"move": ["x"]},
            {"id": ["a", "a"], "position": ["{}", "{}"]},
            "positions.id: 'a' is there twice",
        ),
    ],
)
def test_bad_tables_say_what_is_wrong(table: Any, known: Any, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        lexbelli.check_batch(table, known)
    assert str(caught.value).startswith(message)


def test_a_table_without_rows_has_the_columns() -> None:
    tables: list[dict[str, list[str]]] = [{"move": []}, {"move": [], "position": []}]
    for table in tables:
        verdicts = lexbelli.check_batch(table)
        assert verdicts.column_names == ["legal", "rules", "codes", "error"]
        assert len(verdicts) == 0


def test_supply_is_that_of_each_position(games: list[pog.Position]) -> None:
    ways = (games, {"position": [each.to_json() for each in games]})
    for given in ways:
        table = lexbelli.supply_batch(given)
        for position, found in zip(games, table, strict=True):
            for status in ("full", "limited", "disrupted", "limited_disrupted", "oos"):
                units = [unit for unit, word in position.supply().items() if word == status]
                assert sorted(found[status]) == sorted(units)
            assert sorted(found["flips"]) == sorted(position.flips())
            assert found["error"] is None
    (found,) = lexbelli.supply_batch({"position": ["{}x"]})
    assert found["error"]
    assert found["oos"] == []


def test_threads_are_told_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LEXBELLI_THREADS", raising=False)
    try:
        lexbelli.set_threads(3)
        assert lexbelli.threads() == 3
        lexbelli.set_threads(None)
        assert lexbelli.threads() == os.cpu_count()
        monkeypatch.setenv("LEXBELLI_THREADS", "many")
        with pytest.raises(BadInput, match="LEXBELLI_THREADS: 'many' is no number of threads"):
            lexbelli.threads()
        for number in (0, -1, 10_000):
            with pytest.raises(BadInput, match="threads"):
                lexbelli.set_threads(number)
    finally:
        monkeypatch.delenv("LEXBELLI_THREADS", raising=False)
        lexbelli.set_threads(None)


_FORK = """
import os, sys
import lexbelli
table = {"move": ["activate cairo move"] * 20_000, "position": ["1914_campaign"] * 20_000}
assert all(lexbelli.check_batch(table)["legal"])
for _ in range(4):
    child = os.fork()
    if child == 0:
        os._exit(0 if all(lexbelli.check_batch(table)["legal"]) else 1)
    assert os.waitpid(child, 0)[1] == 0
assert all(lexbelli.check_batch(table)["legal"])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_judges_too() -> None:
    subprocess.run([sys.executable, "-c", _FORK], check=True, timeout=60)
