"""Files of rows, and tables in memory, as Python programs see them."""

import json
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lexbelli._core import BadInput, Table, TableChunk, TableReader, TableWriter

WANTED = [
    ("move", "text|list", True),
    ("position", "text|binary|integer|object", True),
    ("ops", "integer", False),
]
FORMATS = ["jsonl", "csv", "parquet", "arrow", "arrows"]


def rows(count: int) -> list[dict[str, Any]]:
    return [{"move": f"go {n}, é", "position": "1914", "ops": n % 4 or None} for n in range(count)]


def chunks(path: Path, size: int = 7, mark: str | None = None) -> Iterator[TableChunk]:
    reader = TableReader(str(path), None, WANTED, mark)
    while chunk := reader.next(size):
        yield chunk


def write(path: Path, *tables: Any) -> None:
    writer = TableWriter(str(path), None if path.suffix else "arrow")
    for table in tables:
        writer.write(table)
    writer.finish()


@pytest.mark.parametrize("form", FORMATS)
def test_rows_are_written_read_and_read_on(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"rows.{form}"
    table = pa.Table.from_pylist(rows(100))
    write(path, table.slice(0, 60), pl.from_arrow(table.slice(60)), Table(table.slice(0, 0)))
    reader = TableReader(str(path), None, WANTED)
    assert reader.format == form
    assert reader.rows == (100 if form in {"parquet", "arrow"} else None)
    assert reader.size == path.stat().st_size
    assert reader.fingerprint == TableReader(str(path), form, WANTED).fingerprint
    read = list(chunks(path))
    assert [chunk.first_row for chunk in read] == list(range(0, 100, 7))
    assert sum(chunk.num_rows for chunk in read) == sum(map(len, read)) == 100
    found = [row for chunk in read for row in Table(chunk)]
    assert found == [row | {"error": None} for row in rows(100)]
    rest = [row for chunk in chunks(path, 50, read[3].mark) for row in Table(chunk)]
    assert rest == found[28:]


@pytest.mark.parametrize("form", ["parquet", "arrow", "arrows"])
def test_files_of_other_programs_are_read(tmp_path: Path, form: str) -> None:
    orders = [[{"activate": "oltu", "for": "move"}], [], None]
    position = pa.array(["a", "b", "a"]).dictionary_encode()
    table = pa.table(
        {
            "ops": pa.array([1, None, 3], pa.uint8()),
            "position": position,
            "move": pa.array(orders),
        }
    )
    path = tmp_path / f"rows.{form}"
    if form == "parquet":
        pq.write_table(table, path, compression="brotli")
    else:
        make = pa.ipc.new_file if form == "arrow" else pa.ipc.new_stream
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        with make(path, table.schema, options=options) as sink:
            sink.write_table(table)
    (chunk,) = chunks(path)
    assert Table(chunk).to_pylist() == [
        {"move": move, "position": position, "ops": ops, "error": None}
        for move, position, ops in zip(orders, "aba", [1, None, 3], strict=True)
    ]


def test_polars_writes_what_is_read(tmp_path: Path) -> None:
    frame = pl.DataFrame({"move": ["a", "b" * 50, None], "position": [b"x", b"", b"\xff"]})
    frame.write_parquet(tmp_path / "rows.parquet")
    frame.write_ipc(tmp_path / "rows.arrow", compression="zstd")
    frame.write_ipc_stream(tmp_path / "rows.arrows")
    for form in ["parquet", "arrow", "arrows"]:
        (chunk,) = chunks(tmp_path / f"rows.{form}")
        table = Table(chunk)
        assert table.column_names == ["move", "position", "error"]
        assert table["move"] == ["a", "b" * 50, None]
        assert table["position"] == [b"x", b"", b"\xff"]
        assert pl.DataFrame(chunk)["position"].to_list() == [b"x", b"", b"\xff"]


def test_bad_rows_have_errors_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    good = json.dumps({"move": [{"go": "x"}], "position": {"turn": 1}})
    path.write_text(f'{good}\nnonsense\n{good[:-1]}, "ops": 1.5}}\n{good}\n')
    (chunk,) = chunks(path)
    assert chunk.errors == 2
    table = Table(chunk)
    assert table["error"] == [
        None,
        "no JSON: expected ident at column 2",
        "field 'ops': must be an integer, but is 1.5",
        None,
    ]
    assert table[-1]["move"] == '[{"go": "x"}]'
    assert table[1] == {
        "move": None,
        "position": None,
        "ops": None,
        "error": "no JSON: expected ident at column 2",
    }


def test_a_damaged_row_group_costs_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    table = pa.Table.from_pylist(rows(30))
    pq.write_table(table, path, row_group_size=10, compression="zstd")
    group = pq.read_metadata(path).row_group(1)
    data = bytearray(path.read_bytes())
    start = group.column(0).data_page_offset + 40
    data[start : start + 8] = bytes(8)
    path.write_bytes(data)
    errors = [error for chunk in chunks(path) for error in Table(chunk)["error"]]
    assert [error is None for error in errors] == [True] * 10 + [False] * 10 + [True] * 10
    assert errors[10].startswith("row group 2 is damaged: ")
    path.write_bytes(data[:-1])
    with pytest.raises(BadInput, match="no Parquet file"):
        TableReader(str(path), None, WANTED)


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("move,postion\nx,y\n")
    with pytest.raises(BadInput, match="there is no such column") as caught:
        TableReader(str(path), None, WANTED)
    assert caught.value.field == f"{path} column position"
    assert caught.value.suggestion == "postion"
    for bad in [("csvv", WANTED, None), ("csv", [("a", "texxt", True)], None), ("csv", [], "x")]:
        with pytest.raises(BadInput):
            TableReader(str(path), *bad)
    with pytest.raises(BadInput, match="No such file or directory"):
        TableReader(str(tmp_path / "none.csv"), None, WANTED)
    with pytest.raises(BadInput, match="the name does not say"):
        TableReader(str(tmp_path), None, WANTED)


def test_a_writer_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written: No such file or directory"):
        TableWriter(str(tmp_path / "no" / "rows.csv"))
    writer = TableWriter(str(tmp_path / "rows"), "csv")
    with pytest.raises(TypeError, match="a table is expected"):
        writer.write([1, 2])  # type: ignore[arg-type]
    writer.write(pa.table({"a": [1]}))
    with pytest.raises(BadInput, match="must have the same columns"):
        writer.write(pa.table({"b": [1]}))
    with pytest.raises(BadInput, match="the writer is closed"):
        writer.finish()
    with pytest.raises(BadInput, match="nothing was written"):
        TableWriter(str(tmp_path / "rows.parquet")).finish()
    if Path("/dev/full").exists():
        with pytest.raises(BadInput, match="/dev/full: cannot be written: No space left on device"):
            write(Path("/dev/full"), pa.table({"a": ["x" * 1000] * 1000}))


def test_lists_are_written_as_each_format_has_them(tmp_path: Path) -> None:
    table = pa.table({"legal": [True, None], "rules": [["12.1", "13"], None]})
    write(tmp_path / "out.csv", table)
    assert (tmp_path / "out.csv").read_text() == "legal,rules\ntrue,12.1 13\n,\n"
    write(tmp_path / "out.jsonl", table)
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == table.to_pylist()
    for form in ["parquet", "arrow", "arrows"]:
        write(tmp_path / f"out.{form}", table)
    assert pq.read_table(tmp_path / "out.parquet").to_pylist() == table.to_pylist()
    assert pl.read_ipc(tmp_path / "out.arrow").to_dicts() == table.to_pylist()
    with pa.ipc.open_stream(tmp_path / "out.arrows") as stream:
        assert stream.read_all().to_pylist() == table.to_pylist()


def test_a_table_gives_python_values_of_every_type() -> None:
    columns: dict[str, Any] = {
        "bool": pa.array([True, None]),
        "int8": pa.array([-1, None], pa.int8()),
        "uint64": pa.array([2**64 - 1, None], pa.uint64()),
        "float": pa.array([1.5, None], pa.float32()),
        "half": pa.array([0.5, None], pa.float16()),
        "text": pa.array(["é", None]),
        "large": pa.array(["x", None], pa.large_string()),
        "view": pa.array(["v" * 20, None], pa.string_view()),
        "bytes": pa.array([b"\xff", None]),
        "fixed": pa.array([b"ab", None], pa.binary(2)),
        "list": pa.array([["a", None], None]),
        "struct": pa.array([{"a": 1, "b": ["x"]}, None]),
        "word": pa.array(["w", None]).dictionary_encode(),
        "null": pa.array([None, None]),
    }
    given = pa.table(columns)
    table = Table(given)
    assert table.num_rows == len(table) == 2
    assert table.column_names == list(columns)
    assert table.to_pylist() == list(table) == given.to_pylist()
    for name, column in columns.items():
        assert table[name] == table.column(name) == column.to_pylist()
    assert table[0] == table[-2] == given.to_pylist()[0]
    assert pa.table(table).to_pylist() == given.to_pylist()
    assert Table(table).to_pylist() == given.to_pylist()
    dated = Table(pa.table({"day": pa.array([0], pa.date32())}))
    assert dated["day"] == ["1970-01-01"]


def test_a_table_of_several_batches_is_one() -> None:
    batches = [pa.record_batch({"n": list(range(start, start + 3))}) for start in (0, 3)]
    table = Table(pa.Table.from_batches(batches))
    assert table["n"] == list(range(6))
    assert [row["n"] for row in table] == list(range(6))
    assert table[4] == {"n": 4}
    assert pl.DataFrame(table)["n"].to_list() == list(range(6))
    with pytest.raises(IndexError, match="there is no row 6"):
        table[6]
    with pytest.raises(IndexError):
        table[-7]
    with pytest.raises(KeyError, match="did you mean 'number'"):
        Table(pa.table({"number": [1]}))["numbre"]
    with pytest.raises(TypeError):
        table[None]  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="a table is expected"):
        Table(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r".+"):
        Table(pa.chunked_array([[1, 2]]))


def test_a_table_shows_itself() -> None:
    table = Table(pa.table({"legal": [True] * 12, "rules": [["12.1"]] * 12}))
    lines = repr(table).splitlines()
    assert lines[:3] == ["Table with 12 rows", "legal | rules", "True | ['12.1']"]
    assert len(lines) == 13
    assert repr(Table(pa.table({"a": [1]}))).startswith("Table with 1 row\n")


def test_claims_of_size_are_not_believed(tmp_path: Path) -> None:
    """A stream that claims a message of many gigabytes takes no memory for it."""
    path = tmp_path / "rows.arrows"
    table = pa.Table.from_pylist(rows(3))
    write(path, table, table)
    data = path.read_bytes()
    message = struct.pack("<iI", -1, 0x7FFFFFF0)
    path.write_bytes(data[:-8] + message)
    read = [Table(chunk)["error"] for chunk in chunks(path, 100)]
    assert [len(errors) for errors in read] == [7]
    assert read[0][:6] == [None] * 6
    assert read[0][6] == (
        "batch 3 is damaged: the length of a message cannot be true; what follows is lost"
    )


READ_PIPE = """
import sys
from lexbelli._core import TableReader
reader = TableReader("-", "jsonl", [("n", "integer", True)])
print(reader.next(1).num_rows, reader.size, reader.fingerprint, flush=True)
try:
    reader.next(1)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
def test_waiting_for_a_pipe_can_be_interrupted() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", READ_PIPE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write('{"n": 1}\n')
        process.stdin.flush()
        assert process.stdout.readline() == "1 None pipe\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "interrupted\n"
