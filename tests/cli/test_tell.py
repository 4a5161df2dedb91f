"""`lexbelli tell`: the story of a recorded game."""

import json
from pathlib import Path

import pytest

from support import answer, invoke

DIG = "activate suez move; entrench suez"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recorded game of each."""
    folder = tmp_path_factory.mktemp("games")
    for scenario in ("1914_campaign", "caporetto"):
        words = ("--seed", "3", "--turns", "2", "--every", "1000")
        made = invoke("playout", scenario, *words, "--records", str(folder / scenario))
        assert made.exit_code == 0, made.output
    return folder


def record(games: Path, scenario: str) -> str:
    return str(games / scenario / "game_3_0.jsonl")


def run(*words: str, code: int = 0) -> str:
    result = invoke(*words)
    assert result.exit_code == code, result.output
    return " ".join((result.stdout + result.stderr).split())


@pytest.mark.parametrize("scenario", ["1914_campaign", "caporetto"])
def test_a_game_is_told(games: Path, scenario: str) -> None:
    file = record(games, scenario)
    told = run("tell", file)
    assert "Turn 1" in told
    assert "Turn 2" in told
    assert "The same:" in told
    brief = run("tell", file, "--brief")
    assert len(brief) < len(told) / 3
    assert " -> " in brief
    content = answer("tell", file)
    entries = [step["entry"] for step in content["steps"]]
    assert entries == [*range(1, content["entries"] + 1)]
    assert content["same"]
    first = content["steps"][0]
    assert {"text", "turn", "phase", "side", "rules", "move", "sentences"} <= first.keys()
    some = answer("tell", file, "--turns", "2")
    assert {step["turn"] for step in some["steps"]} == {2}
    part = answer("tell", file, "--from", "5", "--to", "9")
    assert [step["entry"] for step in part["steps"]] == [5, 6, 7, 8, 9]
    assert run("tell", file, "--ids", "--to", "30").count("_") > 10


@pytest.mark.parametrize(("scenario", "side"), [("1914_campaign", "cp"), ("caporetto", "central")])
def test_a_side_is_told_what_it_may_know(games: Path, scenario: str, side: str) -> None:
    file = record(games, scenario)
    told = run("tell", file, "--as", side)
    assert f"as {side.upper()} sees it" in told
    assert answer("tell", file, "--as", side)["as"] == side
    if scenario == "1914_campaign":
        assert "The AP draws a card" in told
        assert "The CP draws a card" not in told
    else:
        assert "out of sight" in told
    assert "did you mean" in run("tell", file, "--as", f"{side}x", code=2)


def test_pictures_are_drawn_at_turns_and_battles(games: Path, tmp_path: Path) -> None:
    file = record(games, "caporetto")
    folder = tmp_path / "album"
    content = answer("tell", file, "--to", "40", "--pictures", str(folder))
    names = {Path(each).name for step in content["steps"] for each in step["pictures"]}
    assert names == {path.name for path in folder.iterdir()}
    assert {"turn_00.svg", "turn_01.svg"} <= names
    assert any(name.endswith("_battle.svg") for name in names)
    assert (folder / "turn_01.svg").read_text().startswith("<svg")
    (tmp_path / "file").write_text("")
    told = run("tell", file, "--pictures", str(tmp_path / "file"), code=2)
    assert told.startswith("error: pictures:")
    assert "--png is for --pictures alone" in run("tell", file, "--png", code=2)


def test_a_story_is_written_to_a_file(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "story.txt"
    result = invoke("tell", record(games, "caporetto"), "-o", str(file))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "Turn 1" in file.read_text()
    assert "The same:" in file.read_text()


def test_the_story_ends_where_the_record_differs(tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    made = invoke("play", "1914_campaign", DIG, "--roll", "3", "--record", file)
    assert made.exit_code == 0
    told = run("tell", file, "--verify")
    assert "A die shows 3: no trench is built at Suez" in told
    assert "The same: 3 entries played" in told
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text(Path(file).read_text().replace("entrench suez", "entrench gaza"))
    told = run("tell", str(spoilt), code=1)
    assert "Different: 1 of 3 entries played as noted." in told
    assert "11.3.1-1" in told
    content = json.loads(invoke("tell", str(spoilt), "--json").stdout)
    assert content["difference"]["what"] == "rules"
    assert not content["same"]
    assert run("tell", str(spoilt), "-o", str(tmp_path / "told.txt"), code=1) == ""
    assert "Different" in (tmp_path / "told.txt").read_text()
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(Path(file).read_text().replace("answer", "anwser"))
    told = run("tell", str(wrong), code=2)
    assert "wrong.jsonl line 2: unknown key 'anwser'; did you mean 'answer'?" in told
    assert run("tell", "1914_campaign", code=2).startswith("error:")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--turns", "2-1"], "turn 1 comes before turn 2"),
        (["--turns", "x"], "neither a turn nor several"),
        (["--from", "9", "--to", "2"], "entry 9 comes after entry 2"),
        (["--from", "0"], "is not between 1 and"),
        (["--to", "99999"], "is not between 0 and"),
        (["--to", "x"], "--to"),
    ],
)
def test_bad_parts_are_refused(games: Path, words: list[str], said: str) -> None:
    assert said in run("tell", record(games, "caporetto"), *words, code=2)


def test_nothing_may_be_in_the_part(games: Path) -> None:
    assert "No step of the record is told." in run(
        "tell", record(games, "caporetto"), "--turns", "13"
    )
