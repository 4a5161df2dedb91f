"""`lexbelli play --record` and `lexbelli replay`."""

import json
from pathlib import Path

import pytest

from support import answer, invoke

DIG = "activate suez move; entrench suez"


@pytest.fixture
def game(tmp_path: Path) -> str:
    file = str(tmp_path / "game.jsonl")
    result = invoke("play", "1914_campaign", DIG, "--roll", "3", "--record", file)
    assert result.exit_code == 0, result.output
    assert "entries 1 to 3." in " ".join(result.stdout.split())
    return file


def run(*words: str, code: int = 0) -> str:
    result = invoke(*words)
    assert result.exit_code == code, result.output
    return " ".join((result.stdout + result.stderr).split())


def test_a_game_is_recorded_command_by_command_and_replayed(game: str) -> None:
    first = Path(game).read_text()
    run("play", game, "automatic", "--record", game)
    told = answer("play", game, "--ops", "3", "activate erzurum move", "--record", game, "--json")
    assert told["record"] == {"file": game, "entries": [5, 6]}
    assert Path(game).read_text().startswith(first)
    told_all = run("replay", game)
    assert "The same: 6 entries played, 3 hashes compared." in told_all
    assert "supposed: ops 3" in told_all
    assert "failed suez" in told_all
    verdict = run("replay", game, "--verify")
    assert "The same: 6 entries played" in verdict
    assert "failed suez" not in verdict
    assert run("show", game) == run("show", game)
    position = json.loads(invoke("replay", game, "-o", "-").stdout)
    assert position == told["position"] == answer("show", game, "--json")


def test_a_part_is_shown(game: str) -> None:
    told = run("replay", game, "--to", "2", "--show")
    assert "The same: 2 of 3 entries played, 0 hashes compared." in told
    assert "No hash stands where it stops" in told
    assert "digging suez 1" in told
    assert "Next: A die falls for the trench in suez." in told
    assert "--to" in run("replay", game, "--to", "x", code=2)
    assert "between 0 and 3" in run("replay", game, "--to", "9", code=2)


def test_a_difference_is_told_and_is_a_no(game: str, tmp_path: Path) -> None:
    text = Path(game).read_text()
    file = tmp_path / "other.jsonl"
    file.write_text(text.replace("entrench suez", "entrench gaza"))
    told = run("replay", str(file), "--verify", code=1)
    assert "Different: 1 of 3 entries played as noted." in told
    assert "At entry 2 (line 3), rules: the record says a legal move" in told
    assert "11.3.1-1" in told
    result = invoke("replay", str(file), "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert (found["same"], found["played"], found["entries"]) == (False, 1, 3)
    assert found["difference"]["what"] == "rules"
    assert [broken["rule"] for broken in found["difference"]["violations"]]


def test_bad_input_names_the_line_and_the_nearest_choice(game: str, tmp_path: Path) -> None:
    text = Path(game).read_text()
    file = tmp_path / "other.jsonl"
    file.write_text(text.replace("answer", "anwser"))
    told = run("replay", str(file), code=2)
    assert "other.jsonl line 2: unknown key 'anwser'; did you mean 'answer'?" in told
    assert run("replay", str(tmp_path / "none.jsonl"), code=2).startswith("error:")
    told = run("show", str(file), code=2)
    assert "line 2: unknown key 'anwser'" in told


def test_an_illegal_move_is_not_recorded(game: str) -> None:
    before = Path(game).read_text()
    told = run("play", game, "entrench batum", "--ops", "3", "--record", game, code=1)
    assert "It is not played." in told
    assert Path(game).read_text() == before


def test_a_record_is_gone_on_with_where_it_ends_only(game: str, tmp_path: Path) -> None:
    told = run("play", "1914_campaign", "automatic", "--record", game, code=2)
    assert "position: is not where" in told
    assert "did you mean" in told
    file = tmp_path / "notes.txt"
    file.write_text("dear diary")
    told = run("play", "1914_campaign", "automatic", "--record", str(file), code=2)
    assert "notes.txt line 1: is no JSON" in told or "is cut off" in told
    assert file.read_text() == "dear diary"


def test_a_record_comes_from_standard_input(game: str) -> None:
    result = invoke("replay", "-", "--verify", stdin=Path(game).read_text())
    assert result.exit_code == 0, result.output
    assert "The same" in result.stdout
