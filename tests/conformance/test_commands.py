"""Every command on the tiny game: it answers, or says that the game has nothing of the kind."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

import lexbelli
from lexbelli.cli.app import app
from support import answer, invoke, known_skirmish
from web.kit import table

PUZZLE = """
title = "To the ford"
game = "skirmish"
side = "blue"
goal = "held(blue, hex_0302)"
solutions = 1
"""
IMPOSSIBLE = """
game = "skirmish"
goal = "at(blue_foot, hex_0202)"
solutions = 0
"""
# Commands that the tiny game has nothing for.
LACKING = (
    ["deal"],
    *(["supply"], ["attrition"], ["victory"], ["activation"], ["attacks"], ["command"], ["zones"]),
    *(["reach", "blue_horse"], ["draw", "--zones", "blue"]),
    *(["odds", "strike blue_horse hex_0402"], ["draw", "--supply"], ["draw", "--move", "pass"]),
    *(["solve", "--chance", "win"], ["moves", "--ops", "2"], ["show", "--event", "storm"]),
    *(
        ["show", "--as-if", "control hex_0101 red"],
        ["playout", "--turns", "1"],
        ["playout", "--unchecked"],
        ["suggest", "--player", "greedy"],
        ["threats", "--combat", "--side", "blue"],
    ),
)


@pytest.fixture(autouse=True, scope="module")
def skirmish() -> Iterator[Any]:
    with known_skirmish() as game:
        yield game


@pytest.fixture
def moving(tmp_path: Path) -> str:
    """A file with a position in which blue moves."""
    path = tmp_path / "moving.json"
    path.write_text(lexbelli.scenario("ford").play(None, "storm").to_json())
    return str(path)


def setup_of(moving: str) -> str:
    """Return the position as tables of a puzzle file."""
    content = json.loads(Path(moving).read_text())
    lines = ["[setup]", 'phase = "move"', "[setup.units]"]
    return "\n".join([*lines, *(f'{unit} = "{at}"' for unit, at in content["units"].items())])


def test_what_there_is_is_listed_and_shown(moving: str) -> None:
    assert "skirmish/ford" in invoke("scenarios").output
    for position in ("ford", "skirmish/melee", moving):
        shown = invoke("show", position)
        assert shown.exit_code == 0
        assert "Skirmish at the Ford" in shown.output
        assert "skirmish" in json.dumps(answer("show", position))
    assert "at(blue_horse,hex_0103)." in invoke("facts", moving).output
    away = answer("show", moving, "--without", "blue_foot", "--add", "blue_guns@hex_0202")
    assert "blue_foot" not in away["units"]
    assert away["units"]["blue_guns"] == "hex_0202"


def test_orders_and_moves_are_told(moving: str) -> None:
    told = answer("orders", moving)
    assert [each["order"] for each in told["orders"]].count("go") == len(told["orders"]) > 0
    moves = answer("moves", moving, "--sample", "3", "--seed", "1")["moves"]
    assert len(moves) == 3
    for by in ("core", "law"):
        assert invoke("check", moving, json.dumps(moves[0]["orders"]), "--by", by).exit_code == 0
        refused = invoke("check", moving, "go red_foot 0302", "--by", by)
        assert refused.exit_code == 1
        assert "foreign(red_foot)" in refused.output
    assert invoke("check", moving, "go red_foot 0302", "--side", "red").exit_code == 0
    assert invoke("check", moving, "go blue_hrse 0302").exit_code == 2
    assert invoke("mend", moving, "go blue_horse 0202,0302; go red_foot 0301").exit_code == 0


def test_a_game_is_played_noted_and_replayed(tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    plays = (
        ["ford", "--roll", "storm"],
        [file, "go blue_horse 0202,0302"],
        [file, "strike blue_horse 0401; card storm", "--roll", "6", "--roll", "3"],
        [file, "--seed", "7"],
        [file, "pass"],
        [file, "pass"],
    )
    for words in plays:
        played = invoke("play", *words, "--record", file)
        assert played.exit_code == 0, played.output
    assert "red_foot" not in lexbelli.load(file).units
    assert invoke("replay", file).exit_code == 0
    told = invoke("tell", file)
    assert told.exit_code == 0, told.output
    assert "strike blue_horse" in told.output
    assert "red_foot" in told.output
    assert answer("tell", file, "--as", "red")["as"] == "red"
    assert "has no turns" in invoke("tell", file, "--turns", "1").output
    lines = Path(file).read_text().replace("[6, 3]", "[1, 1]")
    Path(file).write_text(lines)
    assert "outcome" in invoke("replay", file).output
    assert invoke("replay", file).exit_code == 1
    assert invoke("play", "ford", "--roll", "4").exit_code == 2
    assert invoke("play", "ford", "pass").exit_code == 2
    assert invoke("play", "ford", "--roll", "storm", "--roll", "feint").exit_code == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["at(blue_horse, hex_0302)"], 0),
        (["held(blue, hex_0401)"], 1),
        (["held(blue, hex_0302)", "--fewest", "orders"], 0),
        (["--most", "at(blue, hex_0102)"], 0),
        (["held(blue, hex_0302)", "--reply", "1"], 0),
        (["at(blue_foot, hex_0102)", "--reply", "1"], 0),
        (["held(red, hex_0303)", "--prevent", "--reply", "1", "--limit", "2"], 0),
        (["held(blue, hex_0401)", "--actions", "2"], 1),
        (["at(blue_foot, hex_0202) and held(blue, hex_0302)", "--actions", "2"], 1),
        (["--asp", "goal :- then_at(blue_horse,H), next(H,hex_0401)."], 0),
        (["held(blue, hex_0302)", "--every", "--limit", "4"], 0),
        (["held(blue, hex_0302)", "--reply", "2"], 2),
        (["held(blue, nowhere)"], 2),
    ],
)
def test_goals_are_searched_for(moving: str, words: list[str], code: int) -> None:
    found = invoke("solve", moving, *words)
    assert found.exit_code == code, found.output
    if code == 1:
        assert "proven" in found.output


def test_goals_of_what_is_played_one_by_one(tmp_path: Path) -> None:
    melee = lexbelli.scenario("melee").play(None, "storm").play("pass")
    path = tmp_path / "melee.json"
    path.write_text(melee.to_json())
    assert invoke("solve", str(path), "held(red, hex_0302)", "--limit", "1").exit_code == 0
    assert invoke("solve", str(path), "held(blue, hex_0401)").exit_code == 1


def test_puzzles_are_solved_and_weighed(tmp_path: Path, moving: str) -> None:
    for number, text in enumerate((PUZZLE, IMPOSSIBLE)):
        path = tmp_path / f"puzzle_{number}.toml"
        path.write_text(text + setup_of(moving))
        for words in (["puzzle", str(path)], ["puzzle", str(path), "--solve"]):
            told = invoke(*words)
            assert told.exit_code == 0, told.output
        weighed = invoke("verify", str(path))
        assert weighed.exit_code == 0, weighed.output
        # The woods cost two points.
        assert ("2.2" in weighed.output) == (number == 1)
    path.write_text("ops = 2\n" + IMPOSSIBLE + setup_of(moving))
    assert invoke("puzzle", str(path)).exit_code == 2


def test_positions_are_compared_and_threats_are_found(moving: str, tmp_path: Path) -> None:
    later = tmp_path / "later.json"
    position = lexbelli.load(Path(moving)).play("go blue_horse 0202,0302")
    later.write_text(position.to_json())
    compared = invoke("diff", moving, str(later))
    assert compared.exit_code == 1
    assert "blue_horse" in compared.output
    threats = invoke("threats", moving, "--side", "blue")
    assert threats.exit_code in (0, 1)
    assert "hexes taken" in threats.output


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_pictures_are_drawn(moving: str, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"picture.{ending}"
    drawn = invoke("draw", moving, "-o", str(path), "--around", "hex_0202", "--hops", "1")
    assert drawn.exit_code == 0, drawn.output
    assert path.stat().st_size > 1000
    # Nobody crosses water here.
    assert "water" not in path.read_bytes().decode(errors="ignore")


def test_files_of_moves_are_judged(moving: str, tmp_path: Path) -> None:
    position = json.loads(Path(moving).read_text())
    moves = ["go blue_horse 0202,0302", "go red_foot 0302", "go nobody"]
    path = tmp_path / "moves.jsonl"
    rows = [json.dumps({"position": position, "move": move}) for move in moves]
    path.write_text("\n".join(rows) + "\n")
    out = tmp_path / "verdicts.jsonl"
    judged = invoke(
        *("validate", str(path), "-o", str(out), "--game", "skirmish", "--summary", "--json")
    )
    assert judged.exit_code == 1, judged.output
    assert [json.loads(each)["legal"] for each in out.read_text().splitlines()] == [
        True,
        False,
        None,
    ]


def test_rows_of_files_are_answered(moving: str, tmp_path: Path) -> None:
    rows = [
        {
            "position": json.loads(Path(moving).read_text()),
            "first": name,
            "second": "random",
            "seed": 1,
        }
        for name in ("random", "nobody")
    ]
    path, out = tmp_path / "rows.jsonl", tmp_path / "answers.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    words = (str(path), "-o", str(out), "--game", "skirmish")
    assert invoke("ask", "match", *words).exit_code == 1
    found = [json.loads(each) for each in out.read_text().splitlines()]
    assert [row["error"] is None for row in found] == [True, False]
    assert "nobody" in found[1]["error"]
    told = invoke("ask", "supply", *words)
    assert told.exit_code == 2
    assert "supply" in told.stderr


@pytest.mark.parametrize("words", LACKING, ids=" ".join)
def test_what_the_game_has_not_it_says(moving: str, words: list[str]) -> None:
    told = invoke(words[0], moving, *words[1:])
    assert told.exit_code == 2, told.output
    said = " ".join(told.output.split())
    assert "Skirmish at the Ford has no" in said or "skirmish" in said


def test_nothing_is_told_of_another_game(moving: str) -> None:
    """What is asked of this game, and every help that stands above games, tells of no other."""
    asked = ("show", "orders", "threats", "facts", "playout", "suggest")
    for words in ([command, moving] for command in asked):
        told = invoke(*words).output
        for word in ("OPS", "Pursuit", "supply", " AP", " CP"):
            assert word not in told


def test_players_meet(moving: str, tmp_path: Path) -> None:
    told = answer("suggest", moving, "--player", "random")
    assert (told["player"], told["side"], told["candidates"]) == ("random", "blue", [])
    words = ("match", "random", "random", "--scenario", "ford", "--records", str(tmp_path))
    played = answer(*words, "--games", "2")
    assert [each["ended"] for each in played["games"]] == ["over", "over"]
    assert invoke("match", "random", "greedy", "--scenario", "ford").exit_code == 2


def test_a_game_is_served(moving: str) -> None:
    with table(lexbelli.load(Path(moving))) as at:
        told = at.get("blue", "/api/game")
        assert told["yours"]
        assert told["has"]["supply"] is False
        offered = at.post("blue", "/api/orders", given="")["orders"]
        assert "go blue_horse hex_0202" in [each["text"] for each in offered]
        why = at.post("blue", "/api/why", names=["red_foot", "hex_0301"])["meant"]
        assert not why[0]["legal"]
        assert 'data-unit="blue_horse"' in at.get("red", "/api/board.svg")
        assert at.play("blue", "go blue_horse 0202,0302")["log"][0]["text"]
    assert invoke("serve", moving, "--side", "green").exit_code == 2


def test_every_command_was_tried() -> None:
    tried = Path(__file__).read_text()
    for name in app.list_commands(click.Context(app)):
        assert f'"{name}"' in tried, name


def test_other_commands() -> None:
    assert invoke("puzzles").exit_code == 0
    assert invoke("compare", "nothing.jsonl", "--game", "skirmish").exit_code == 2


def test_a_record_is_told_to_a_side_without_what_the_other_drew(tmp_path: Path) -> None:
    record = lexbelli.Record(lexbelli.scenario("ford"))
    record.play(None, "storm")
    for answered in ("pass", "pass"):
        record.play(answered)
    record.play(None, "rally")
    record.save(file := tmp_path / "game.jsonl")
    whole = invoke("replay", str(file), "--show").stdout
    assert "storm" in whole
    assert "rally" in whole
    for side, own, other in (("blue", "storm", "rally"), ("red", "rally", "storm")):
        told = invoke("replay", str(file), "--as", side, "--show").stdout
        assert own in told
        assert other not in told
        assert "draw a card that is not seen" in told
        shown = invoke("show", str(file), "--as", side).stdout
        assert own in shown
        assert other not in shown
