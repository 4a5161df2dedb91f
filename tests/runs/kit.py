"""Files of rows, and the command that judges them."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from click.testing import Result

import lexbelli
from lexbelli import pursuit_of_glory as pog
from support import invoke
from tools.pursuit_of_glory.workload import positions, workload

FORMATS: Final = ("jsonl", "csv", "parquet", "arrow", "arrows")
CHILD: Final = Path(__file__).with_name("child.py")
_LISTS: Final = ("rules", "codes", "witnesses")

Row = dict[str, Any]


@cache
def known() -> tuple[Row, ...]:
    """Positions that rows name."""
    return tuple(
        {"id": f"g{number}", "position": position.to_json()}
        for number, position in enumerate(positions(6, 11))
    )


@cache
def some(count: int, seed: int = 1) -> tuple[Row, ...]:
    """Rows as a checker's desk sees them; a few of them cannot be judged."""
    games = [pog.Position.from_json(each["position"]) for each in known()]
    rows: list[Row] = [
        {"game": f"{batch.number}-{at}", "move": move, "position": name, "ops": batch.ops}
        for batch in workload(games, count, seed)
        for at, move in enumerate(batch.moves)
        for name in [known()[batch.number]["id"]]
    ]
    rows = [rows[at * 7919 % len(rows)] | {"at": at} for at in range(count)]
    for at in range(5, count, 50):
        rows[at] |= {"move": "go nowhere"}
    for at in range(17, count, 90):
        rows[at] |= {"position": "nowhere", "ops": None}
    return tuple(rows)


def wanted(rows: Sequence[Row], **options: Any) -> list[Row]:
    """The verdicts that the rows should get."""
    table = [{name: row[name] for name in ("move", "position", "ops")} for row in rows]
    return lexbelli.check_batch(table, list(known()), **options).to_pylist()


def numbered(verdicts: Sequence[Row], first: int = 1) -> list[Row]:
    return [{"row": row, **verdict} for row, verdict in enumerate(verdicts, first)]


def write(path: Path, rows: Sequence[Mapping[str, Any]], group: int = 100) -> Path:
    """Write rows, not with what is tested here; blocks have `group` rows."""
    form = path.suffix[1:]
    names = list(rows[0])
    if form == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif form == "csv":
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(rows)
    else:
        table = pa.Table.from_pylist([dict(row) for row in rows])
        if form == "parquet":
            pq.write_table(table, path, row_group_size=group)
        else:
            make = pa.ipc.new_file if form == "arrow" else pa.ipc.new_stream
            with make(path, table.schema) as out:
                out.write_table(table, max_chunksize=group)
    return path


def read(path: Path) -> list[Row]:
    """Read verdicts, not with what is tested here; those of CSV as others have them."""
    form = path.suffix[1:]
    if form == "jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    if form == "csv":
        with path.open(newline="") as file:
            return [_plain(row) for row in csv.DictReader(file)]
    if form == "parquet":
        return list(pq.read_table(path).to_pylist())
    opened = pa.ipc.open_file if form == "arrow" else pa.ipc.open_stream
    with pa.OSFile(str(path)) as source:
        return list(opened(source).read_all().to_pylist())


def _plain(row: Mapping[str, str]) -> Row:
    found: Row = dict(row)
    for name in _LISTS:
        if name in found:
            found[name] = found[name].split()
    found["row"] = int(found["row"])
    found["legal"] = {"true": True, "false": False, "": None}[found["legal"]]
    found["error"] = found["error"] or None
    return found


@dataclass(frozen=True)
class Workspace:
    """A folder with a file of positions."""

    folder: Path

    def __truediv__(self, name: str) -> Path:
        return self.folder / name

    def positions(self) -> tuple[str, str]:
        path = self.folder / "positions.jsonl"
        if not path.exists():
            write(path, known())
        return ("--positions", str(path))

    def words(self, *words: object) -> list[str]:
        return ["validate", *map(str, words), *self.positions()]

    def invoke(self, *words: object) -> Result:
        """Run the command in this process."""
        return invoke(*self.words(*words))

    def start(self, *words: object, **more: Any) -> subprocess.Popen[bytes]:
        """Start the command as a process of its own, which may come to harm."""
        return start(*self.words(*words), **more)

    def run(
        self, *words: object, stdin: bytes | None = None, timeout: float = 1200, **more: Any
    ) -> subprocess.CompletedProcess[bytes]:
        """Run the command as a process of its own, which may come to harm."""
        if stdin is not None:
            more["stdin"] = subprocess.PIPE
        with self.start(*words, **more) as process:
            try:
                out, err = process.communicate(stdin, timeout=timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def peak(self, *words: object, **more: Any) -> int:
        """Run the command, whose answer is yes or no, and return the most memory used, in MiB."""
        note = self.folder / "peak"
        done = self.run(*words, env={"PEAK": str(note)}, **more)
        assert done.returncode in (0, 1), done.stderr.decode()
        return int(note.read_text()) // 1024


def start(
    *words: str, env: Mapping[str, str] | None = None, script: Path = CHILD, **more: Any
) -> subprocess.Popen[bytes]:
    """Start the command, or another script, as a process of its own."""
    plain = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", **(env or {})}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.Popen([sys.executable, str(script), *words], env=plain, **pipes)


def left(output: Path) -> bool:
    """Whether an unfinished run lies beside an output."""
    return output.with_name(f"{output.name}.partial").exists()


def refused(result: Result, *told: str) -> str:
    """Check that the input was refused in the right manner; return the message."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    for word in told:
        assert word in result.stderr
    return result.stderr
