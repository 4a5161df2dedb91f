"""`lexbelli attrition` and `lexbelli victory`."""

import json
from pathlib import Path

import pytest

import lexbelli
from support import answer, invoke

CUT_OFF = {
    "schema": "lexbelli.pursuit_of_glory.position",
    "turn": 8,
    "phase": "attrition",
    "units": {
        "erevan": ["tu_div_1", "ge_falkenhayn_hq"],
        "shushter": ["br_div_1"],
        "ahwaz": ["tu_div_2"],
        "galicia": ["tu_i_corps"],
        "kars": ["tu_ix_corps"],
    },
    "control": {"cp": ["erevan", "ahwaz", "sarikamis"]},
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "cut_off.json"
    path.write_text(json.dumps(CUT_OFF), encoding="utf-8")
    return str(path)


def test_attrition_is_shown(file: str) -> None:
    shown = invoke("attrition", file)
    assert shown.exit_code == 0
    for text in (
        *("Lost for good", "ge_falkenhayn_hq  erevan", "3.2.3-3"),
        *("Change hands", "erevan    AP  -1", "Tracks: jihad +1, RU VP +1"),
        *("(16.3.1.1-7)", "loses a step 2/3", "kars        besieged by CP", "surrenders 1/2"),
    ):
        assert text in shown.stdout, shown.stdout
    assert max(len(line) for line in shown.stdout.splitlines()) <= 80


def test_attrition_where_nothing_happens() -> None:
    assert "Nothing happens." in invoke("attrition", "1914_campaign").stdout
    found = answer("attrition", "1914_campaign")
    assert found["lost"] == found["turned"] == found["sieges"] == []


def test_attrition_as_json(file: str) -> None:
    found = answer("attrition", file)
    position = lexbelli.load(file)
    told = {key: found[key] for key in position.attrition().as_json()}
    assert told == json.loads(json.dumps(position.attrition().as_json()))
    (siege,) = found["sieges"]
    assert siege == {
        "space": "kars",
        "besieger": "cp",
        "strength": 3,
        "surrenders": "1/2",
        "rule": "15.3.1-1",
    }


def test_victory_is_shown(file: str) -> None:
    shown = invoke("victory", file)
    assert shown.exit_code == 0
    for text in (
        *("turks in galicia", "16.5.1-1", "tu_i_corps", "jihad 3 or less"),
        *("5.2.2.2-11", "in a tournament)", "No armistice is due"),
    ):
        assert text in shown.stdout, shown.stdout
    assert max(len(line) for line in shown.stdout.splitlines()) <= 80


def test_victory_supposes() -> None:
    before = answer("victory", "1914_campaign")
    after = answer("victory", "1914_campaign", "--as-if", "control baku cp")
    assert after["final"] == before["final"] + 2
    shown = invoke("victory", "1914_campaign", "--as-if", "control baku cp").stdout
    assert "Supposing: control baku cp" in shown


def test_victory_as_json() -> None:
    found = answer("victory", "1916_total_war")
    assert found["caution"]
    assert found["ledger"][0]["item"] == "track"
    assert sum(line["vp"] for line in found["ledger"]) == found["final"]


def test_the_automatic_victory_marker_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "late.json"
    late = {**CUT_OFF, "turn": 15, "cp_automatic_victory": 17, "tracks": {"vp": 17}}
    path.write_text(json.dumps(late), encoding="utf-8")
    shown = invoke("victory", str(path)).stdout
    assert "CP Automatic Victory marker: 17" in shown
    assert "automatic victory of the CP" in shown
    assert "5.2.1.b-2" in shown


@pytest.mark.parametrize("command", ["attrition", "victory"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1914_campain"], "did you mean '1914_campaign'"),
        (["1914_campaign", "--as-if", "control bakku cp"], "did you mean 'baku'"),
        (["1914_campaign", "--as-if", "control baku xx"], "unknown side 'xx'"),
        (["1914_campaign", "--add", "tu_div_1"], "--add"),
        (["1914_campaign", "--nonsense"], "No such option"),
    ],
)
def test_bad_input(command: str, words: list[str], said: str) -> None:
    result = invoke(command, *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("step", 7, "misplaced_step"),
        ("step", "two", "step: must be a whole number from 0 to 9"),
        ("siege_rolled", "kars", "misplaced_step"),
        ("siege_rolled", "karz", "did you mean 'kars'"),
        ("bid", 30, "bid: must be a whole number from -20 to 20"),
        ("steps", 1, "did you mean 'step'"),
    ],
)
def test_bad_documents(key: str, value: object, said: str) -> None:
    document = json.dumps({**CUT_OFF, key: value})
    result = invoke("attrition", "-", stdin=document)
    assert result.exit_code == 2
    assert said in result.stderr, result.stderr


def test_the_end_of_a_turn_is_played_on_the_command_line(file: str) -> None:
    shown = invoke("play", file, "--roll", "1", "--roll", "6")
    assert shown.exit_code == 0, shown.output
    assert "A die falls: 1, stands tu_i_corps." in shown.stdout
    assert "A die falls: 6, surrenders kars." in shown.stdout
    asked = answer("show", file, "--decision")
    assert asked["choices"] == ["proceed"]
