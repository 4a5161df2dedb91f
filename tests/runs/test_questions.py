"""Every question of every row of files: what the rows alone are answered with, whatever the way."""

import json
import os
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli import Record, _core, batch
from lexbelli import pursuit_of_glory as pog
from lexbelli.errors import BadInput
from lexbelli.players.match import Match, MatchSettings
from lexbelli.playout import unchecked_playouts
from lexbelli.runs import ASKED, ask
from lexbelli.runs.questions import QUESTIONS
from runs.kit import Row, known, left, read, start, write
from support import invoke

POSITIONS = {each["id"]: pog.Position.from_json(each["position"]) for each in known()}
NAMES = tuple(POSITIONS)
ATTACK = "attack koprukoy with ru_div_3"
# What no row can be answered with.
WRONG = {"position": "nowhere"}


def given(name: str) -> list[Row]:
    """Rows for a question; the last cannot be answered."""
    rows: dict[str, list[Row]] = {
        "odds": [
            {"position": "s", "attack": ATTACK},
            {"position": "s", "attack": "nonsense"},
        ],
        "solve": [
            {"position": "s", "goal": "at(ru_div_3, kars)", "ops": 1},
            {"position": "s", "goal": "at(ru_div_3, constantinople)", "ops": 1},
            {"position": "s", "goal": "at(nobody, nowhere)", "ops": 1},
        ],
        "threats": [{"position": "s", "side": "cp", "ops": 1}, {"position": "s", "side": "us"}],
        "playout": [{"position": "s", "seed": seed} for seed in (3, 4, -1)],
        "match": [
            {"position": "s", "first": "random", "second": "random", "seed": 5},
            {"position": "s", "first": "random", "second": "nobody", "seed": 5},
        ],
    }
    plain = [{"position": each} for each in NAMES]
    return [{"at": at, **row} for at, row in enumerate([*rows.get(name, plain), {**WRONG}])]


def told_by(path: Path) -> list[Row]:
    """Read answers; what is kept of text is text."""
    rows = read(path)
    return [{**row, "at": int(row["at"])} if row.get("at") is not None else row for row in rows]


def asked(path: Path, name: str, **more: Any) -> list[Row]:
    """Ask what is in a file of rows, and read the answers."""
    out = path.with_name(f"answers.{path.suffix[1:]}")
    out.unlink(missing_ok=True)
    report = ask(name, [str(path)], str(out), keep=["at"], **more)
    found = told_by(out)
    assert report.all.rows == len(found)
    assert not left(out)
    return found


@pytest.fixture
def positions(tmp_path: Path) -> str:
    start = {"id": "s", "position": lexbelli.scenario("1914_limited_war").to_json()}
    return str(write(tmp_path / "positions.jsonl", [*known(), start]))


@pytest.mark.parametrize("name", ["supply", "attrition", "victory"])
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_questions_of_positions(tmp_path: Path, positions: str, name: str, form: str) -> None:
    rows = given(name)
    found = asked(write(tmp_path / f"rows.{form}", rows), name, positions=positions, chunk=4)
    in_memory = getattr(batch, f"{name}_batch")(list(POSITIONS.values())).to_pylist()
    wanted = [{"row": at + 1, "at": at, **row} for at, row in enumerate(in_memory)]
    assert found[:-1] == wanted
    assert found[-1]["error"].startswith("position: ")


def test_odds(tmp_path: Path, positions: str) -> None:
    path = tmp_path / "rows.jsonl"
    write(path, given("odds"))
    with path.open("a") as file:
        file.write("no JSON\n")
    found = asked(path, "odds", positions=positions, settings={"exact": True})
    some = [{"position": "1914_limited_war", "attack": ATTACK}]
    [alone] = batch.odds_batch(some, exact=True).to_pylist()
    assert {name: found[0][name] for name in alone} == alone
    assert [row["legal"] for row in found] == [True, None, None, None]
    assert "no JSON" in found[3]["error"] or "line" in found[3]["error"]


def test_goals_are_sought(tmp_path: Path, positions: str) -> None:
    path = write(tmp_path / "rows.jsonl", given("solve"))
    found = asked(path, "solve", positions=positions)
    assert [(row["solved"], row["proven"]) for row in found] == [
        (True, True),
        (False, True),
        (None, None),
        (None, None),
    ]
    at = lexbelli.scenario("1914_limited_war")
    search = lexbelli.solve(at, "at(ru_div_3, kars)", ops=1)
    assert found[0]["moves"] == [str(each.move) for each in search]
    assert "nobody" in found[2]["error"]
    # One process, as a worker of a cluster has it, finds the same.
    before = lexbelli.threads()
    lexbelli.set_threads(1)
    try:
        assert asked(path, "solve", positions=positions) == found
    finally:
        lexbelli.set_threads(before)


def test_threats(tmp_path: Path, positions: str) -> None:
    path = write(tmp_path / "rows.jsonl", given("threats"))
    found = asked(path, "threats", positions=positions)
    alone = lexbelli.threats(lexbelli.scenario("1914_limited_war"), "cp", ops=1)
    assert found[0]["moves"] == [str(each.move) for each in alone]
    assert (found[0]["threats"], found[0]["proven"]) == (len(alone), alone.proven)
    assert "us" in found[1]["error"]


def test_games(tmp_path: Path, positions: str) -> None:
    path = write(tmp_path / "rows.jsonl", given("playout"))
    found = asked(path, "playout", positions=positions, settings={"turns": 1, "records": True})
    for row, seed in zip(found[:2], (3, 4), strict=True):
        start = lexbelli.scenario("1914_limited_war")
        [game] = unchecked_playouts(start, 1, seed, turns=1, records=True)
        assert (row["hash"], row["answers"]) == (game.hash, game.answers)
        again = Record.again(row["record"].encode(), "record")
        assert again.ok
        assert again.sealed
    assert found[2]["error"].startswith("seed: '-1' is not from 0")
    path = write(tmp_path / "rows.jsonl", given("match"))
    found = asked(path, "match", positions=positions, settings={"turns": 1})
    assert (found[0]["ended"], found[0]["record"]) == ("turns", None)
    assert "nobody" in found[1]["error"]
    assert asked(path, "match", positions=positions, settings={"turns": 1}) == found
    one = Match(lexbelli.scenario("1914_limited_war"), MatchSettings(("random", "random"), turns=1))
    assert next(one.results(1)).ended == "turns"


def test_the_second_game(tmp_path: Path) -> None:
    rows: Sequence[Mapping[str, Any]] = [{"at": 0, "position": "caporetto"}, {"at": 1, **WRONG}]
    path = write(tmp_path / "rows.jsonl", rows)
    game = "twilight_of_the_habsburgs"
    found = asked(path, "victory", game=game)
    assert found[0]["error"] is None
    assert found[1]["error"] is not None
    with pytest.raises(BadInput, match="supply"):
        ask("supply", [str(path)], str(tmp_path / "out.jsonl"), game=game)


def test_the_only_position_need_not_be_named(tmp_path: Path) -> None:
    start = {"position": lexbelli.scenario("1914_limited_war").to_json()}
    one = str(write(tmp_path / "one.jsonl", [start]))
    path = write(tmp_path / "rows.csv", [{"at": 0, "seed": 7}])
    out = tmp_path / "out.jsonl"
    ask("playout", [str(path)], str(out), positions=one, settings={"turns": 1})
    assert read(out)[0]["ended"] == "turns"


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, positions: str) -> None:
    path = write(tmp_path / "rows.jsonl", [{"at": n, "position": "s", "seed": n} for n in range(6)])
    whole = asked(path, "playout", positions=positions, settings={"turns": 1}, chunk=2)
    told = iter(range(9))

    def stop(_rows: int, _share: float | None) -> None:
        if next(told) == 2:
            raise KeyboardInterrupt

    out = tmp_path / "out.jsonl"
    run: dict[str, Any] = {"positions": positions, "keep": ["at"], "chunk": 2}
    turns = {"turns": 1}
    with pytest.raises(KeyboardInterrupt):
        ask("playout", [str(path)], str(out), settings=turns, progress=stop, **run)
    for other, message in (({"turns": 2}, "it had --turns 1"), ({}, "it had --turns 1")):
        with pytest.raises(BadInput, match=message):
            ask("playout", [str(path)], str(out), settings=other, resume=True, **run)
    with pytest.raises(BadInput, match="it asked 'playout'"):
        ask("victory", [str(path)], str(out), resume=True, **run)
    report = ask("playout", [str(path)], str(out), settings=turns, resume=True, **run)
    assert (report.all.rows, report.judged) == (6, 2)
    assert told_by(out) == whole


def test_the_command(tmp_path: Path, positions: str) -> None:
    path = write(tmp_path / "rows.jsonl", given("victory"))
    out = tmp_path / "out.csv"
    words = ("ask", "victory", str(path), "-o", str(out), "--positions", positions, "--summary")
    result = invoke(*words)
    assert result.exit_code == 1, result.output
    assert "answered" in result.stdout
    assert len(out.read_text().splitlines()) == len(known()) + 2
    told = json.loads(invoke(*words, "--json").stdout)
    assert (told["rows"], told["errors"]) == (len(known()) + 1, 1)
    assert told["question"] == "victory"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("vicory",), "victory"),
        (("check",), "question"),
        (("victory", "--turns", "2"), "turns: 'victory' takes no such option"),
        (("solve",), "goal"),
        (("victory", "--keep", "winner"), "the answer has a column 'winner' of its own"),
        (("playout", "--keep", "hash"), "the answer has a column 'hash' of its own"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, words: Sequence[str], said: str) -> None:
    path = write(tmp_path / "rows.jsonl", [{"position": "1914_campaign", "winner": 1, "hash": 2}])
    result = invoke("ask", words[0], str(path), "-o", str(tmp_path / "out.jsonl"), *words[1:])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_every_question_is_told_in_the_help() -> None:
    told = invoke("ask", "--help").stdout
    for name in ASKED:
        assert f"{name}" in told
        assert QUESTIONS[name].about[:30] in told
    assert "check" not in ASKED


def test_every_question_has_a_heading_in_the_docs() -> None:
    page = Path("docs/batch.md").read_text()
    for name in ASKED:
        assert f"| `{name}` |" in page


def test_unread_rows_are_told_as_they_are() -> None:
    """What kept a row from being read is its error, in the core's own tables as well."""
    rows = _core.table_of({"position": ["1914_campaign", None], "error": [None, "line 2: torn"]})
    bulk = batch.bulk_of(lexbelli.games.game("pursuit_of_glory"))
    for name in ("supply", "attrition", "victory"):
        assert getattr(bulk, name)(rows, "error").column("error") == [None, "line 2: torn"]


def test_an_interrupt_ends_it_at_once(tmp_path: Path, positions: str) -> None:
    rows = [{"at": n, "position": "s", "seed": n} for n in range(4000)]
    path, out = write(tmp_path / "rows.jsonl", rows), tmp_path / "out.jsonl"
    words = ("ask", "playout", str(path), "-o", str(out), "--positions", positions)
    more = ("--chunk", "2", "--threads", "2", "--turns", "1")
    with start(*words, *more, start_new_session=True) as process:
        while not list(tmp_path.glob("out.jsonl.partial/?????-*.json")):
            assert process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in told.decode()
    assert "--resume" in told.decode()
    assert left(out)
