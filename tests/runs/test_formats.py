"""Verdicts in files are those of `check_batch`, in whatever format rows come and verdicts go."""

import gzip
import json
import os
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any

import pyarrow as pa
import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from runs.kit import FORMATS, Workspace, known, numbered, read, some, wanted, write
from support import invoke

ROWS = some(600)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


@pytest.mark.parametrize(("given", "made"), list(product(FORMATS, FORMATS)))
def test_every_format_into_every_format(workspace: Workspace, given: str, made: str) -> None:
    rows = write(workspace / f"rows.{given}", ROWS)
    out = workspace / f"out.{made}"
    result = workspace.invoke(rows, "-o", out, "--chunk", 97, "--keep", "game", "--witnesses")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "")
    found = read(out)
    games = [row.pop("game") for row in found]
    assert games == [row["game"] for row in ROWS]
    expected = numbered(wanted(ROWS, witnesses=True))
    if made == "csv":
        # Witnesses have blanks of their own, as the lists have between their words.
        expected = [row | {"witnesses": " ".join(row["witnesses"]).split()} for row in expected]
    assert found == expected
    assert sorted(path.name for path in workspace.folder.iterdir()) == sorted(
        [rows.name, out.name, "positions.jsonl"]
    )


@pytest.mark.parametrize("chunk", [1, 100, 101, 599, 600, 601, 65_536])
def test_chunks_of_any_size(workspace: Workspace, chunk: int) -> None:
    rows = write(workspace / "rows.parquet", ROWS[:150], group=40)
    workspace.invoke(rows, "-o", workspace / "out.jsonl", "--chunk", chunk)
    assert read(workspace / "out.jsonl") == numbered(wanted(ROWS[:150]))


@pytest.mark.parametrize("made", FORMATS)
def test_several_files(workspace: Workspace, made: str) -> None:
    files = [
        write(workspace / "first.csv", ROWS[:150]),
        write(workspace / "empty.jsonl", ROWS[:1]),
        write(workspace / "second.parquet", ROWS[150:]),
    ]
    files[1].write_bytes(b"")
    out = workspace / f"out.{made}"
    assert workspace.invoke(*files, "-o", out, "--chunk", 64).exit_code == 1
    verdicts = wanted(ROWS)
    first = [{"file": str(files[0]), **row} for row in numbered(verdicts[:150])]
    second = [{"file": str(files[2]), **row} for row in numbered(verdicts[150:])]
    assert read(out) == first + second


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_packed_files(workspace: Workspace, form: str) -> None:
    plain = write(workspace / f"rows.{form}", ROWS)
    packed = workspace / f"rows.{form}.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    workspace.invoke(packed, "-o", workspace / "out.jsonl", "--chunk", 97)
    assert read(workspace / "out.jsonl") == numbered(wanted(ROWS))
    # Without a name the verdicts are in the format of the rows.
    done = workspace.run(packed)
    again = workspace / f"again.{form}"
    again.write_bytes(done.stdout)
    assert read(again) == numbered(wanted(ROWS))


@pytest.mark.parametrize(("given", "made"), [("jsonl", "csv"), ("csv", "arrows"), ("arrows", "")])
def test_through_pipes(workspace: Workspace, given: str, made: str) -> None:
    rows = write(workspace / f"rows.{given}", ROWS)
    more = ["--format", made] if made else ["-o", "-"]
    done = workspace.run(
        "-", "--input-format", given, "--chunk", 97, *more, stdin=rows.read_bytes()
    )
    assert done.stderr == b""
    assert done.returncode == 1
    out = workspace / f"out.{made or given}"
    out.write_bytes(done.stdout)
    assert read(out) == numbered(wanted(ROWS))


def test_a_named_pipe_is_read_once(workspace: Workspace) -> None:
    content = write(workspace / "rows.jsonl", ROWS).read_bytes()
    pipe = workspace / "pipe.jsonl"
    os.mkfifo(pipe)
    for _ in range(3):
        feeding = Thread(target=pipe.write_bytes, args=[content], daemon=True)
        feeding.start()
        done = workspace.run(pipe, "-o", workspace / "out.jsonl", timeout=20)
        assert done.returncode == 1, done.stderr
        feeding.join(20)
        assert read(workspace / "out.jsonl") == numbered(wanted(ROWS))


def test_a_file_and_a_pipe(workspace: Workspace) -> None:
    rows = write(workspace / "rows.csv", ROWS[:10])
    done = workspace.run(
        rows, "-", "--input-format", "csv", "--format", "jsonl", stdin=rows.read_bytes()
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["file"] for row in found] == [str(rows)] * 10 + ["-"] * 10
    assert [row["row"] for row in found] == [*range(1, 11)] * 2


def test_positions_in_rows_and_in_every_kind_of_table(workspace: Workspace) -> None:
    games = {each["id"]: pog.Position.from_json(each["position"]) for each in known()}
    named = [row for row in ROWS[:100] if row["position"] in games]
    verdicts = numbered(wanted(named))
    numbers = {name: at for at, name in enumerate(games)}
    given: list[tuple[str, list[Any], list[str]]] = [
        ("jsonl", [json.loads(games[row["position"]].to_json()) for row in named], []),
        ("csv", [games[row["position"]].to_json() for row in named], []),
        ("parquet", [games[row["position"]].to_bytes() for row in named], []),
    ]
    for form in FORMATS:
        table = [
            {"id": number, "position": games[name].to_json()} for name, number in numbers.items()
        ]
        path = write(workspace / f"by_number.{form}", table)
        given.append(("arrow", [numbers[row["position"]] for row in named], [str(path)]))
        given.append(("csv", [numbers[row["position"]] for row in named], [str(path)]))
    for form, places, table_of in given:
        rows = [row | {"position": place} for row, place in zip(named, places, strict=True)]
        path = write(workspace / f"rows.{form}", rows)
        words = ["--positions", *table_of] if table_of else []
        out = workspace / "out.jsonl"
        result = invoke("validate", str(path), "-o", str(out), *words)
        assert result.exit_code == 1, result.output
        assert read(out) == verdicts


def test_moves_as_lists_of_structs(workspace: Workspace) -> None:
    move = [{"order": "activate", "place": "oltu", "for": "move"}]
    kinds = [pa.list_, pa.large_list, pa.list_view, pa.large_list_view]
    item = pa.struct([(name, pa.string()) for name in move[0]])
    expected = lexbelli.check_batch(
        [{"move": json.dumps(move), "position": "1914_campaign", "ops": 4}]
    ).to_pylist()
    for kind in kinds:
        table = pa.table(
            {"move": pa.array([move], kind(item)), "position": ["1914_campaign"], "ops": [4]}
        )
        with pa.ipc.new_file(workspace / "rows.arrow", table.schema) as out:
            out.write_table(table)
        result = workspace.invoke(workspace / "rows.arrow", "-o", workspace / "out.jsonl")
        assert result.exit_code == 0, result.output
        assert read(workspace / "out.jsonl") == numbered(expected)
    assert expected[0]["error"] is None


def test_what_is_kept_may_be_what_is_judged(workspace: Workspace) -> None:
    for form in FORMATS:
        rows = write(workspace / f"rows.{form}", ROWS[:15])
        out = workspace / "out.jsonl"
        result = workspace.invoke(
            rows, "-o", out, "--keep", "move", "--keep", "ops", "--keep", "move"
        )
        assert result.exit_code == 1, result.output
        found = read(out)
        assert list(found[0]) == ["row", "move", "ops", "legal", "rules", "codes", "error"]
        assert [row["move"] for row in found] == [row["move"] for row in ROWS[:15]]
        assert [str(row["ops"]) for row in found] == [str(row["ops"]) for row in ROWS[:15]]
