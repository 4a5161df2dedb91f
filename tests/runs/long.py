"""The long way round with `make faults`: what the tests do in small, with a great deal of it.

    python tests/runs/long.py [FOLDER [WAY...]]

kills runs at every single change of a file, fills a disk (as root, on a file system of its own),
reads lines and values of a gigabyte, and judges ten million rows; it says what it took. It needs
about 12 GB in FOLDER, or where temporary files are, and takes about a quarter of an hour.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from runs.kit import FORMATS, Workspace, left, numbered, read, some, wanted, write

MIB: Final = 1 << 20
GIB: Final = 1 << 30
MANY: Final = 10_000_000
# How much more memory a file without end may take than a short one, in MiB.
MORE: Final = 200


def every_change(workspace: Workspace) -> str:
    """Kill a run at its first, its second, ... change of a file, and go on each time."""
    rows = write(workspace / "rows.jsonl", some(300))
    kills = 0
    for form in FORMATS:
        whole, out = workspace / f"whole.{form}", workspace / f"out.{form}"
        words = (rows, "-o", out, "--chunk", 61)
        assert workspace.invoke(rows, "-o", whole, "--chunk", 61).exit_code == 1
        for at in range(1, 1000):
            out.unlink(missing_ok=True)
            killed = workspace.run(*words, "--resume", env={"DIE_AT": str(at)})
            if killed.returncode == 1:
                break
            assert killed.returncode == -signal.SIGKILL, killed.stderr
            kills += 1
            done = workspace.run(*words, "--resume")
            assert done.returncode == 1, done.stderr
            same(out, whole)
        assert at > 30
    return f"{kills} kills, each followed by the whole output"


def same(out: Path, whole: Path) -> None:
    assert not left(out)
    if out.suffix in (".jsonl", ".csv"):
        assert out.read_bytes() == whole.read_bytes()
    assert read(out) == read(whole)


def full_disk(workspace: Workspace) -> str:
    """Fill a small file system, make room, and go on."""
    if os.geteuid() != 0:
        return "passed over: only root may mount a file system"
    small = workspace / "small"
    small.mkdir()
    rows = write(workspace / "rows.jsonl", some(2000) * 10)
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", small], check=False)
    if made.returncode:
        return "passed over: no file system can be mounted here"
    try:
        for form in FORMATS:
            whole, out = workspace / f"whole.{form}", small / f"out.{form}"
            workspace.invoke(rows, "-o", whole, "--chunk", 1000)
            stops = 0
            ballast = small / "ballast"
            ballast.write_bytes(bytes(900_000))
            for room in (800_000, 600_000, 0):
                done = workspace.run(rows, "-o", out, "--chunk", 1000, "--resume")
                if done.returncode == 1:
                    break
                said = done.stderr.decode()
                assert done.returncode == 2, said
                assert f"{small}/" in said.splitlines()[0], said
                assert "cannot be written: No space left on device" in said.splitlines()[0]
                stops += 1
                ballast.write_bytes(bytes(room))
            subprocess.run(["mount", "-o", "remount,size=64m", small], check=True)
            done = workspace.run(rows, "-o", out, "--chunk", 1000, "--resume")
            assert done.returncode == 1, done.stderr
            assert stops > 0
            same(out, whole)
            out.unlink()
            ballast.unlink(missing_ok=True)
            subprocess.run(["mount", "-o", "remount,size=1m", small], check=True)
    finally:
        subprocess.run(["umount", small], check=True)
    return "stopped with a clear word, and finished when there was room"


def large_lines(workspace: Workspace) -> str:
    """Read text files with a line of a gigabyte between good ones."""
    good = some(9)
    told = []
    for form in ("jsonl", "csv"):
        path = write(workspace / f"rows.{form}", good)
        plain = workspace.peak(path, "-o", workspace / "out.jsonl")
        rest = write(workspace / f"rest.{form}", good[5:]).read_bytes()
        write(path, good[:5])
        with path.open("ab") as file:
            file.write(b'{"position":"g0","ops":4,"move":"' if form == "jsonl" else b'1,"')
            for _ in range(GIB // MIB):
                file.write(b"x" * MIB)
            file.write(b'"}\n' if form == "jsonl" else b'",g0,4,1\r\n')
            file.write(rest if form == "jsonl" else rest.split(b"\r\n", 1)[1])
        peak = workspace.peak(path, "-o", workspace / "out.jsonl")
        assert peak < plain + 16
        found = read(workspace / "out.jsonl")
        assert "longer than the 4194304 bytes allowed" in found.pop(5)["error"]
        for row in found[5:]:
            row["row"] -= 1
        assert found == numbered(wanted(good))
        path.unlink()
        told.append(f"{form}: peak {peak} MiB, {plain} MiB without it")
    return "; ".join(told)


def large_values(workspace: Workspace) -> str:
    """Read files of columns with a value of a gigabyte; it is no move, and no harm."""
    good = [{name: row[name] for name in ("move", "position", "ops")} for row in some(9)]
    table = pa.Table.from_pylist(good)
    huge = pa.table({"move": ["x" * (GIB - 4096)], "position": ["g0"], "ops": [4]})
    told = []
    for form in ("parquet", "arrow", "arrows"):
        path = workspace / f"rows.{form}"
        parts = (table, huge, table)
        if form == "parquet":
            with pq.ParquetWriter(path, table.schema, use_dictionary=False) as file:
                for part in parts:
                    file.write_table(part)
        else:
            make = pa.ipc.new_file if form == "arrow" else pa.ipc.new_stream
            with make(path, table.schema) as out:
                for part in parts:
                    out.write_table(part)
        peak = workspace.peak(path, "-o", workspace / "out.jsonl")
        found = read(workspace / "out.jsonl")
        assert len(found) == 19
        assert found.pop(9)["legal"] is None
        for row in found[9:]:
            row["row"] -= 1
        assert found == numbered(wanted(good) * 2)
        path.unlink()
        told.append(f"{form}: peak {peak} MiB")
    return "; ".join(told)


def many_rows(workspace: Workspace) -> str:
    """Judge ten million rows of each kind of file in the memory that a few need."""
    rows = [{name: row[name] for name in ("move", "position", "ops")} for row in some(20_000)]
    told = []
    for form in ("jsonl", "parquet"):
        few = write(workspace / f"few.{form}", rows * 10, group=50_000)
        many = workspace / f"many.{form}"
        if form == "jsonl":
            with many.open("wb") as file:
                for _ in range(MANY // len(rows) // 10):
                    file.write(few.read_bytes())
        else:
            table = pa.Table.from_pylist(rows)
            with pq.ParquetWriter(many, table.schema) as out:
                for _ in range(MANY // len(rows)):
                    out.write_table(table)
        base = workspace.peak(few, "-o", workspace / f"out.{form}")
        started = time.monotonic()
        words = (many, "-o", workspace / f"out.{form}", "--summary", "--json")
        note = workspace / "peak"
        done = workspace.run(*words, env={"PEAK": str(note)})
        seconds = time.monotonic() - started
        assert done.returncode == 1, done.stderr
        peak = int(note.read_text()) // 1024
        summary = json.loads(done.stdout)
        assert summary["rows"] == MANY
        assert summary["errors"] * len(rows) == MANY * errors(rows)
        assert peak < base + MORE, (peak, base)
        told.append(f"{form}: {MANY / seconds:,.0f} rows/s, peak {peak} MiB, {base} MiB for few")
        many.unlink()
    return "; ".join(told)


def errors(rows: list[dict[str, Any]]) -> int:
    return sum(verdict["legal"] is None for verdict in wanted(rows))


def many_kills(workspace: Workspace) -> str:
    """Kill a run of a million rows thirty times."""
    rows = workspace / "rows.jsonl"
    write(rows, some(20_000))
    rows.write_bytes(rows.read_bytes() * 50)
    words = (rows, "--chunk", 4096)
    assert workspace.run(*words, "-o", workspace / "whole.csv").returncode == 1
    kills = 0
    while kills < 30:
        with workspace.start(*words, "-o", workspace / "out.csv", "--resume") as process:
            try:
                process.communicate(timeout=0.3 + kills % 7 / 5)
                break
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
    assert workspace.run(*words, "-o", workspace / "out.csv", "--resume").returncode == 1
    same(workspace / "out.csv", workspace / "whole.csv")
    return f"{kills} kills of a run of {MANY // 10:,} rows"


WAYS: Final[tuple[Callable[[Workspace], str], ...]] = (
    every_change,
    many_kills,
    full_disk,
    large_lines,
    large_values,
    many_rows,
)


@contextmanager
def emptied(folder: Path | None) -> Iterator[Workspace]:
    with tempfile.TemporaryDirectory(dir=folder) as name:
        yield Workspace(Path(name))


def main(folder: Path | None, names: Sequence[str]) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for way in WAYS:
        if names and way.__name__ not in names:
            continue
        started = time.monotonic()
        with emptied(folder) as workspace:
            said = way(workspace)
        seconds = time.monotonic() - started
        print(f"{way.__name__.replace('_', ' ')} ({seconds:.0f} s): {said}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, sys.argv[2:])
