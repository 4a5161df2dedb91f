"""Files judged on a cluster: as on one machine, whatever dies on the way."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import ray

from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory.workload import positions, workload
from lexbelli.validating import Report, ray_engine, validate
from lexbelli.validating.plan import Plan
from lexbelli.validating.work import Done, Work

ROWS = (20_000, 3_000)
CHUNK = 200
CHUNKS = 100 + 15
FILES = ("moves.parquet", "more.arrow")


class Stopped(Exception):  # noqa: N818 - nothing is wrong
    """A run is stopped in the middle."""


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Two files of moves and one of positions; the tests stand in their folder."""
    path = tmp_path_factory.mktemp("ray")
    games = positions(12, 3)
    pq.write_table(
        pa.table({"position": [game.core.to_bytes() for game in games]}), path / "positions.parquet"
    )
    for seed, (name, number) in enumerate(zip(FILES, ROWS, strict=True)):
        batches = list(workload(games, number, seed))
        rows = pa.table(
            {
                "move": [move for batch in batches for move in batch.moves],
                "position": [batch.number for batch in batches for _ in batch.moves],
                "ops": [batch.ops for batch in batches for _ in batch.moves],
            }
        )
        rows = rows.append_column("place", pa.array(range(len(rows))))
        if name.endswith(".parquet"):
            pq.write_table(rows, path / name, row_group_size=3_300)
        else:
            arrow(path / name, rows.to_batches(max_chunksize=700))
    before = Path.cwd()
    os.chdir(path)
    yield path
    os.chdir(before)


def arrow(path: Path, batches: Sequence[pa.RecordBatch]) -> None:
    with pa.ipc.new_file(path, batches[0].schema) as file:
        for batch in batches:
            file.write_batch(batch)


def run(output: str, files: Sequence[str] = FILES, **options: Any) -> Report:
    given: dict[str, Any] = {"positions": "positions.parquet", "chunk": CHUNK, "keep": ["place"]}
    return validate(files, output, **{**given, **options})


@pytest.fixture(scope="module")
def wanted(folder: Path) -> Callable[[str], Path]:
    """What one machine makes of the files."""

    def make(ending: str) -> Path:
        path = folder / f"wanted.{ending}"
        if not path.exists():
            run(str(path))
        return path

    return make


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster with two CPUs, which outlives those who use it."""
    with ray_engine._muted():
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            object_store_memory=100 << 20,
            log_to_driver=False,
            logging_level="ERROR",
        )
    yield ray.get_runtime_context().gcs_address
    ray.shutdown()


def records(output: str) -> int:
    return len(list(Path(f"{output}.partial").glob("?????-*.json")))


def settle(output: str) -> None:
    """Wait until the workers of a driver that was killed have ended."""
    seen = -1
    while seen != (seen := len(list(Path(f"{output}.partial").iterdir()))):
        time.sleep(0.5)


def stop_after(chunks: int, error: BaseException) -> Callable[[int, float | None], None]:
    told = iter(range(1_000))

    def progress(_rows: int, _share: float | None) -> None:
        if next(told) == chunks:
            raise error

    return progress


def workers() -> list[int]:
    """The processes that judge for this one."""
    found: list[int] = []
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = stat.read_text().split(" (", 1)
            parents[int(pid)] = int(rest.rsplit(")", 1)[1].split()[1])
            name = stat.with_name("cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::") and b"Worker" in name:
            found.append(int(pid))
    return [pid for pid in found if parents.get(parents[pid]) == os.getpid()]


def test_a_cluster_finds_what_one_machine_finds_and_a_worker_may_die(
    wanted: Callable[[str], Path], cluster: str
) -> None:
    shares: list[float | None] = []
    killed: list[int] = []

    def progress(_rows: int, share: float | None) -> None:
        shares.append(share)
        if len(shares) == 10:
            killed.extend(workers()[:1])
            os.kill(killed[0], signal.SIGKILL)

    report = run("cluster.parquet", engine_name="ray", progress=progress)
    assert killed
    assert ray.is_initialized()
    assert pq.read_table("cluster.parquet") == pq.read_table(wanted("parquet"))
    assert report.judged == report.all.rows == sum(ROWS)
    assert len(shares) == CHUNKS + 1
    assert shares == sorted(shares, key=lambda share: share or 0.0)
    assert shares[-1] == 1
    alone = run("alone.parquet").as_json()
    assert report.as_json() == {**alone, "output": "cluster.parquet"}
    assert not Path("cluster.parquet.partial").exists()


KILLED = """
import os, signal
from lexbelli.validating import validate

def progress(rows, share):
    if rows >= 1000:
        os.kill(os.getpid(), signal.SIGKILL)

validate({files}, "killed.csv", positions="positions.parquet", chunk={chunk}, keep=["place"],
         engine_name="ray", progress=progress)
"""


def test_a_run_whose_driver_was_killed_goes_on_anywhere(
    wanted: Callable[[str], Path], cluster: str
) -> None:
    script = KILLED.format(files=FILES, chunk=CHUNK)
    killed = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "RAY_ADDRESS": cluster}, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    with pytest.raises(BadInput, match="an unfinished run lies in 'killed.csv.partial'"):
        run("killed.csv", engine_name="ray")
    settle("killed.csv")
    shutil.copytree("killed.csv.partial", "here.csv.partial")
    assert 5 <= records("here.csv") < CHUNKS

    here = run("here.csv", resume=True)
    assert Path("here.csv").read_bytes() == wanted("csv").read_bytes()
    assert here.all.rows == sum(ROWS) > here.judged

    # With a cluster of its own, which nobody hears of.
    command = [sys.executable, "-m", "lexbelli", "validate", *FILES, "-o", "killed.csv"]
    options = ["--positions", "positions.parquet", "--chunk", str(CHUNK), "--keep", "place"]
    environment = {name: text for name, text in os.environ.items() if name != "RAY_ADDRESS"}
    done = subprocess.run(
        [*command, *options, "--engine", "ray", "--resume", "--summary", "--threads", "2"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert Path("killed.csv").read_bytes() == wanted("csv").read_bytes()


def test_an_interrupted_run_keeps_what_is_finished(
    wanted: Callable[[str], Path], cluster: str
) -> None:
    with pytest.raises(KeyboardInterrupt):
        run("c.jsonl", engine_name="ray", progress=stop_after(5, KeyboardInterrupt()))
    assert 5 <= records("c.jsonl") < CHUNKS
    run("c.jsonl", resume=True)
    assert Path("c.jsonl").read_bytes() == wanted("jsonl").read_bytes()


def test_a_cluster_goes_on_with_what_one_machine_began(
    wanted: Callable[[str], Path], cluster: str
) -> None:
    with pytest.raises(Stopped):
        run("begun.arrow", progress=stop_after(102, Stopped()))
    begun = records("begun.arrow")
    report = run("begun.arrow", resume=True, engine_name="ray")
    assert report.all.rows == sum(ROWS)
    assert 0 < report.judged < ROWS[1]
    assert begun > 100
    with pa.ipc.open_file("begun.arrow") as found, pa.ipc.open_file(wanted("arrow")) as expected:
        assert found.read_all() == expected.read_all()
