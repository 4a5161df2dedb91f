"""Files that are damaged, hostile or empty: an error for the rows it concerns, and no others."""

import gzip
import json
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from runs.kit import (
    FORMATS,
    Workspace,
    known,
    left,
    numbered,
    read,
    refused,
    some,
    wanted,
    write,
)
from support import invoke

ROWS = some(300)
VERDICTS = numbered(wanted(ROWS))
MIB = 1 << 20


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path)


def judged(workspace: Workspace, *words: object, kill: bool = True) -> list[dict[str, Any]]:
    """Judge files in one go and, perhaps, once killed in between: the same."""
    out, again = workspace / "out.jsonl", workspace / "again.jsonl"
    result = workspace.invoke(*words, "-o", out, "--chunk", 41)
    assert (result.exit_code, result.stderr) == (1, "")
    if not kill:
        return read(out)
    workspace.run(*words, "-o", again, "--chunk", 41, env={"DIE_AT": "17"})
    assert left(again)
    assert workspace.invoke(*words, "-o", again, "--chunk", 41, "--resume").exit_code == 1
    assert again.read_bytes() == out.read_bytes()
    return read(out)


def with_errors(found: list[dict[str, Any]], rows: range, told: str) -> None:
    """Check that just these rows have this error, and all others the verdict they should have."""
    assert len(found) == len(ROWS)
    for row, expected in zip(found, VERDICTS, strict=True):
        if row["row"] - 1 in rows:
            assert row["legal"] is None
            assert (row["rules"], row["codes"]) == ([], [])
            assert told in row["error"]
        else:
            assert row == expected


@pytest.mark.parametrize("form", ["parquet", "arrow", "arrows"])
def test_a_damaged_block(workspace: Workspace, form: str) -> None:
    path = write(workspace / f"rows.{form}", ROWS, group=60)
    if form == "parquet":
        column = pq.ParquetFile(path).metadata.row_group(2).column(1)
        start = column.dictionary_page_offset or column.data_page_offset
        end = start + column.total_compressed_size
    else:
        # Far behind the moves stands what numbers the rows.
        start = path.read_bytes().index(struct.pack("<5q", *range(120, 125))) - 3000
        end = start + 40
    with path.open("r+b") as file:
        file.seek(start)
        file.write(os.urandom(end - start) if form == "parquet" else b"\xff" * 40)
    found = judged(workspace, path)
    assert len(found) == len(ROWS)
    for row, expected in zip(found, VERDICTS, strict=True):
        assert row == expected or (row["row"] in range(121, 181) and row["legal"] is None)
    assert any(row["error"] and "damaged" in row["error"] for row in found) or form != "parquet"


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_damaged_lines(workspace: Workspace, form: str) -> None:
    path = write(workspace / f"rows.{form}", ROWS)
    lines = path.read_bytes().split(b"\r\n" if form == "csv" else b"\n")
    at = next(at for at in range(150, 300) if b'"' not in lines[at] or form == "jsonl")
    row = at - (form == "csv")
    for harm in (b"{", b"\xff\xff\xff", b"null", b'{"move": ', b"\0" * 50, b"[" * 5000):
        changed = [*lines[:at], harm, *lines[at + 1 :]]
        path.write_bytes((b"\r\n" if form == "csv" else b"\n").join(changed))
        found = judged(workspace, path, kill=harm == b"{")
        with_errors(found, range(row, row + 1), "")


def test_a_damaged_packing(workspace: Workspace) -> None:
    plain = write(workspace / "rows.jsonl", ROWS)
    packed = bytearray(gzip.compress(plain.read_bytes()))
    packed[len(packed) // 2 :] = b""
    (workspace / "rows.jsonl.gz").write_bytes(packed)
    found = judged(workspace, workspace / "rows.jsonl.gz")
    assert 50 < len(found) < 290
    *good, last = found
    # The line in which the packing breaks off is the last.
    assert good == VERDICTS[: len(good)]
    assert "packing is damaged" in last["error"]


def big(size: int, form: str, rows: int) -> Iterator[bytes]:
    """Rows of which the middle one is of that size."""
    good = ROWS[0]
    if form == "csv":
        yield b"move,position,ops\r\n"
    for at in range(rows):
        if form == "jsonl":
            start, end = b'{"position":"g0","ops":4,"move":"', b'"}\n'
            plain = json.dumps({name: good[name] for name in ("move", "position", "ops")})
        else:
            start, end = b'"', b'",g0,4\r\n'
            plain = '"{move}",{position},{ops}'.format(**good)
        if at != rows // 2:
            yield plain.encode() + (b"\r\n" if form == "csv" else b"\n")
            continue
        yield start
        for _ in range(size // MIB):
            yield b"x" * MIB
        yield end


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_line_of_64_mib(workspace: Workspace, form: str) -> None:
    paths = workspace / f"small.{form}", workspace / f"large.{form}"
    for path, size in zip(paths, (0, 64 * MIB), strict=True):
        with path.open("wb") as file:
            file.writelines(big(size, form, 300))
    small, large = (workspace.peak(path, "-o", f"{path}.jsonl") for path in paths)
    print(f"\npeak {small} MiB without, {large} MiB with a {form} line of 64 MiB")
    # The line itself is never held; what was freed before is given back late.
    assert large < small + 32
    found = read(workspace / f"large.{form}.jsonl")
    assert [row["row"] for row in found if row["error"]] == [151]
    assert "longer than the 4194304 bytes allowed" in found[150]["error"]
    assert len(found) == 300


# --- files without rows -----------------------------------------------------------------


@pytest.mark.parametrize("made", FORMATS)
@pytest.mark.parametrize("given", FORMATS)
def test_no_rows(workspace: Workspace, given: str, made: str) -> None:
    rows = write(workspace / f"rows.{given}", ROWS[:1])
    if given in ("jsonl", "csv"):
        rows.write_bytes(rows.read_bytes().splitlines(keepends=True)[0] * (given == "csv"))
    else:
        schema = pa.Table.from_pylist([dict(ROWS[0])]).schema
        table = schema.empty_table()
        if given == "parquet":
            pq.write_table(table, rows)
        else:
            make = pa.ipc.new_file if given == "arrow" else pa.ipc.new_stream
            make(rows, schema).close()
    out = workspace / f"out.{made}"
    result = workspace.invoke(rows, "-o", out, "--summary", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["rows"] == 0
    assert read(out) == []
    if made != "jsonl":
        assert b"legal" in out.read_bytes()
    assert not left(out)


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("csv", "the file is empty: it must begin with a header"),
        ("parquet", ""),
        ("arrow", ""),
        ("arrows", ""),
    ],
)
def test_no_bytes(workspace: Workspace, form: str, told: str) -> None:
    path = workspace / f"rows.{form}"
    for content in (b"", b"\0", b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff\0\0\0\0", b"\xff" * 100):
        path.write_bytes(content)
        result = workspace.invoke(path, "-o", workspace / "out.jsonl")
        if form == "csv" and content:
            refused(result, str(path), "header" if content[0] == 255 else "no such column")
        elif result.exit_code != 2:
            # A stream may end where it likes.
            assert form == "arrows"
        else:
            refused(result, str(path), told if not content else "")
        assert not left(workspace / "out.jsonl")


# --- columns ----------------------------------------------------------------------------


def without(row: dict[str, Any], name: str, **more: Any) -> dict[str, Any]:
    return {**{key: value for key, value in row.items() if key != name}, **more}


@pytest.mark.parametrize("form", FORMATS)
def test_columns_are_looked_at_before_anything_is_judged(workspace: Workspace, form: str) -> None:
    what = "field" if form == "jsonl" else "column"
    good = write(workspace / f"good.{form}", ROWS[:5])
    cases: list[tuple[list[dict[str, Any]], list[str], str, str]] = [
        ([without(row, "move", moev=row["move"]) for row in ROWS[:5]], [], "move", "moev"),
        ([without(row, "move") for row in ROWS[:5]], [], "move", ""),
        ([without(row, "position", postion="g0") for row in ROWS[:5]], [], "position", "postion"),
        (list(ROWS[:5]), ["--keep", "gmae"], "gmae", "game"),
        (list(ROWS[:5]), ["--keep", "colour"], "colour", ""),
    ]
    for rows, more, name, near in cases:
        path = write(workspace / f"rows.{form}", rows)
        # Were the first file judged first, its verdicts would be seen.
        for words in ([path], [good, path] if name in ("move", "position") else [path]):
            result = workspace.invoke(*words, "-o", workspace / "out.jsonl", *more)
            told = refused(result, f"{path} {what} {name}: there is no such {what}")
            assert (f"did you mean '{near}'?" in told) == bool(near)
            assert not left(workspace / "out.jsonl")


@pytest.mark.parametrize("form", FORMATS)
def test_the_only_position_needs_no_naming(workspace: Workspace, form: str) -> None:
    rows = write(workspace / f"rows.{form}", [without(row, "position") for row in ROWS[:9]])
    one = write(workspace / f"one.{form}", [{"position": known()[0]["position"]}])
    words = ["validate", rows, "-o", workspace / "out.jsonl", "--positions", one]
    invoke(*map(str, words))
    assert read(workspace / "out.jsonl") == numbered(
        wanted([row | {"position": "g0"} for row in ROWS[:9]])
    )


@pytest.mark.parametrize(
    ("name", "values", "told"),
    [
        ("move", [1, 2], "must be text or a list, but is Int64"),
        ("move", [b"a", b"b"], "must be text or a list, but is binary"),
        ("move", [[1], [2]], "must be text or a list, but is List(Int64"),
        ("position", [1.5, 2.5], "but is Float64"),
        ("position", [["g0"], []], "but is List("),
        ("ops", [1.0, 2.0], "must be an integer, but is Float64"),
        ("ops", ["1", "2"], "must be an integer, but is text"),
    ],
)
def test_columns_of_wrong_types(
    workspace: Workspace, name: str, values: list[Any], told: str
) -> None:
    rows = [row | {name: value} for row, value in zip(ROWS, values, strict=False)]
    for form in ("parquet", "arrow", "arrows"):
        path = write(workspace / f"rows.{form}", rows)
        result = workspace.invoke(path, "-o", workspace / "out.jsonl")
        refused(result, f"{path} column {name}: must be", told)


def test_values_that_no_row_can_have(workspace: Workspace) -> None:
    """They are errors of their rows, and keep no other from being judged."""
    huge = pa.array([4, 2**64 - 1, 4], pa.uint64())
    moves = [str(ROWS[0]["move"])] * 3
    tables = {
        "ops": pa.table({"move": moves, "position": ["1914_campaign"] * 3, "ops": huge}),
        "position": pa.table({"move": moves, "position": huge}),
        "orders[0]": pa.table(
            {"move": [[{"order": "activate", "place": 1.5}]] * 3, "position": ["g0"] * 3}
        ),
        "orders[0].place": pa.table(
            {"move": [[{"order": "activate", "place": b"x"}]] * 3, "position": ["g0"] * 3}
        ),
    }
    for field, table in tables.items():
        pq.write_table(table, workspace / "rows.parquet")
        result = workspace.invoke(workspace / "rows.parquet", "-o", workspace / "out.jsonl")
        assert (result.exit_code, result.stderr) == (1, "")
        found = read(workspace / "out.jsonl")
        assert found[1]["error"].startswith(field)
        if field == "ops":
            assert found[0]["error"] is found[2]["error"] is None


def test_what_is_kept_is_of_one_type(workspace: Workspace) -> None:
    table = pa.Table.from_pylist([dict(row) for row in ROWS[:5]])
    place = table.column_names.index("game")
    kinds = [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.dictionary(pa.int8(), pa.string()),
    ]
    paths = [workspace / f"{at}.parquet" for at in range(len(kinds))]
    for path, kind in zip(paths, kinds, strict=True):
        column = table.column("game")
        column = column.dictionary_encode() if pa.types.is_dictionary(kind) else column.cast(kind)
        pq.write_table(table.set_column(place, "game", column), path)
    paths.append(write(workspace / "rows.jsonl", ROWS[:5]))
    for made in FORMATS:
        out = workspace / f"out.{made}"
        assert workspace.invoke(*paths, "-o", out, "--keep", "game").exit_code == 1
        assert [row["game"] for row in read(out)] == [row["game"] for row in ROWS[:5]] * 5
    numbers = write(workspace / "numbers.parquet", [row | {"game": 7} for row in ROWS[:5]])
    told = refused(
        workspace.invoke(paths[0], numbers, "-o", workspace / "out.parquet", "--keep", "game"),
        "keep: column 'game' is not of one type",
    )
    assert f"Int64 in '{numbers}'" in told
    assert (
        workspace.invoke(paths[0], numbers, "-o", workspace / "x.jsonl", "--keep", "game").exit_code
        == 1
    )
