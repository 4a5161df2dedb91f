"""What developers run: the bench, tables of moves; and that users get none of it."""

import ast
import json
from pathlib import Path

import pytest

from tools.pursuit_of_glory import bench, workload

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def measured() -> bench.Bench:
    """Everything that the bench asks, measured once."""
    return bench.bench(0.05)


@pytest.fixture
def measured_already(measured: bench.Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "bench", lambda _: measured)


@pytest.mark.usefixtures("measured_already")
def test_bench_measures_all_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["0.05", "--json"]) == 0
    given = json.loads(capsys.readouterr().out)
    assert [way["name"] for way in given["ways"]] == [
        "core (Rust)",
        "law (clingo)",
        "plain Python",
        "core (Rust), positions of games",
    ]
    assert given["ways"][1]["same_answers"] == 1
    assert given["ways"][2]["same_answers"] > 0.999
    assert given["threads"] == 1
    judged = given["operations"]
    assert judged["same_answers"] == 1
    assert judged["moves"] == 40
    assert judged["law_check_microseconds"] > judged["core_check_microseconds"] > 0
    assert judged["law_first_move_seconds"] > 0
    for orders in judged["law_orders_seconds"].values():
        assert orders["first"] > orders["again"] > 0
    battles = given["battles"]
    assert battles["same_attacks"] is True
    assert battles["attacks"] > 10
    assert 0 < battles["flank_odds_microseconds"] < battles["read_judge_and_odds_microseconds"]
    assert battles["followed_to_the_end_microseconds"] > 0
    assert battles["core_attacks_seconds"] < battles["law_attacks_seconds"]
    games = given["games"]
    assert games["game_seconds"] > 0
    assert games["answers_of_a_game"] > 100
    assert games["drawn_microseconds"]["action"] > 0
    assert all(each["law"] > each["core"] > 0 for each in games["lists_microseconds"].values())
    pictures = {entry["picture"]: entry for entry in given["pictures"]}
    assert {"whole board", "whole board with supply"} <= pictures.keys()
    assert all(0 < entry["bytes"] < 3_000_000 for entry in pictures.values())
    assert pictures["whole board"]["bytes"] < 1_000_000
    assert pictures["whole board"]["milliseconds"] > 0


@pytest.mark.usefixtures("measured_already")
def test_bench_says_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["0.05"]) == 0
    shown = capsys.readouterr().out
    assert "one thread" in shown
    assert "One unit of supply is a position" in shown
    assert "judge a move, law (clingo)" in shown
    assert "exact odds, flank attack" in shown
    assert "whole board with supply" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80


@pytest.mark.parametrize("own", [False, True])
def test_a_table_of_moves_is_the_same_every_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], own: bool
) -> None:
    words = ["--positions", "3", "--seed", "4", *(["--own"] if own else [])]
    texts = []
    for name in ("one", "two"):
        file = tmp_path / f"{name}.jsonl"
        workload.main(["30", str(file), *words])
        shown = capsys.readouterr().out.split()
        assert shown == [str(file)] + [str(tmp_path / f"{name}.positions.jsonl")] * (not own)
        texts.append([Path(path).read_text(encoding="utf-8") for path in shown])
    assert texts[0] == texts[1]
    rows = [json.loads(line) for line in texts[0][0].splitlines()]
    assert len(rows) == 30
    assert rows[0]["position"].startswith("{" if own else "game_")


def test_the_package_imports_no_tools() -> None:
    for file in (ROOT / "python").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                continue
            assert not any(name.split(".")[0] == "tools" for name in names), file
