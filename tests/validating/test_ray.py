"""Files judged on a cluster: as on one machine, whatever dies on the way."""

import json
import logging
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import ray

from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory.workload import positions, workload
from lexbelli.validating import Report, ray_engine, validate
from lexbelli.validating.work import Done, Work

ROWS = (20_000, 3_000)
CHUNK = 500
CHUNKS = 40 + 6
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
            logging_level=logging.ERROR,
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


@pytest.mark.usefixtures("cluster")
def test_a_cluster_finds_what_one_machine_finds_and_a_worker_may_die(
    wanted: Callable[[str], Path],
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
    with pytest.raises(BadInput, match="an unfinished run lies in"):
        run("killed.csv", engine_name="ray")
    settle("killed.csv")
    shutil.copytree("killed.csv.partial", "here.csv.partial")
    assert 2 <= records("here.csv") < CHUNKS

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


@pytest.mark.usefixtures("cluster")
def test_one_run_goes_from_engine_to_engine(wanted: Callable[[str], Path]) -> None:
    with pytest.raises(Stopped):
        run("c.jsonl", progress=stop_after(20, Stopped()))
    assert records("c.jsonl") == 20
    with pytest.raises(KeyboardInterrupt):
        run("c.jsonl", engine_name="ray", resume=True, progress=stop_after(5, KeyboardInterrupt()))
    assert 25 <= records("c.jsonl") < CHUNKS
    report = run("c.jsonl", resume=True)
    assert report.all.rows == sum(ROWS)
    assert report.judged <= sum(ROWS) - 24 * CHUNK
    assert Path("c.jsonl").read_bytes() == wanted("jsonl").read_bytes()


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster of one worker in this process, which takes the last chunks first."""

    def spread(job: ray_engine.Job, missing: list[Any]) -> Generator[Done]:
        worker = ray_engine.Worker(job)
        for span in reversed(list(ray_engine._spans(missing, 4))):
            text = json.dumps([asdict(piece) for piece in span])
            for found in worker({"span": [text]}):
                if found["error"][0]:
                    raise ray_engine._told(**json.loads(found["error"][0]))
                yield Done(**json.loads(found["done"][0]))

    monkeypatch.setattr(ray_engine, "_spread", spread)


def both(files: Sequence[str], **options: Any) -> list[str]:
    """What both engines write of files, which is the same."""
    outputs = [Path(f"{name}.jsonl") for name in ("local", "ray")]
    reports = [
        run(str(output), files, engine_name=output.stem, **options).as_json() for output in outputs
    ]
    texts = [output.read_text() for output in outputs]
    assert texts[0] == texts[1]
    assert {**reports[0], "output": ""} == {**reports[1], "output": ""}
    return texts[0].splitlines()


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("ending", ["csv", "parquet", "arrow", "arrows", "jsonl"])
def test_every_output_is_the_same(wanted: Callable[[str], Path], ending: str) -> None:
    report = run(f"every.{ending}", engine_name="ray")
    found = Path(f"every.{ending}").read_bytes()
    assert found == wanted(ending).read_bytes()
    assert report.judged == sum(ROWS)


@pytest.mark.usefixtures("inline")
def test_a_damaged_row_group_loses_the_same_rows(folder: Path) -> None:
    data = bytearray((folder / "moves.parquet").read_bytes())
    column = pq.read_metadata(folder / "moves.parquet").row_group(2).column(0)
    start = column.data_page_offset
    data[start : start + 64] = b"\xff" * 64
    (folder / "damaged.parquet").write_bytes(data)
    lines = both(["damaged.parquet"])
    lost = [number for number, line in enumerate(lines) if "row group 3 is damaged" in line]
    assert lost
    assert len(lines) == ROWS[0]


@pytest.mark.usefixtures("inline")
def test_chunks_that_end_early_are_made_whole(folder: Path) -> None:
    """Moves of a megabyte are read in chunks that are smaller than asked for."""
    batch = pa.record_batch(
        {"move": ["x" * (1 << 20)] * 15, "position": [0] * 15, "place": [1] * 15}
    )
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_file(folder / "wide.arrow", batch.schema, options=options) as file:
        for _ in range(10):
            file.write_batch(batch)
    assert len(both(["wide.arrow"])) == 150
    with pytest.raises(Stopped):
        run("wide.csv", ["wide.arrow"], progress=stop_after(1, Stopped()))
    report = run("wide.csv", ["wide.arrow"], engine_name="ray", resume=True)
    assert 0 < report.judged < 150
    lines = Path("wide.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == [str(row + 1) for row in range(150)]


@pytest.mark.usefixtures("inline")
def test_files_without_rows_have_their_columns(folder: Path) -> None:
    rows = pq.read_table(folder / "moves.parquet")
    pq.write_table(rows.slice(0, 0), folder / "none.parquet")
    assert both(["none.parquet"]) == []
    both(["none.parquet", "moves.parquet"])
    run("none.csv", ["none.parquet"], engine_name="ray")
    assert Path("none.csv").read_text() == "row,place,legal,rules,codes,error\n"


@pytest.mark.usefixtures("inline")
def test_finished_chunks_are_not_judged_again(wanted: Callable[[str], Path]) -> None:
    with pytest.raises(Stopped):
        run("gap.csv", progress=stop_after(30, Stopped()))
    # A record is gone, and the rows of another are cut short.
    (Path("gap.csv.partial") / "00000-00000007.json").unlink()
    with (Path("gap.csv.partial") / "00000-00000020.rows").open("r+b") as cut:
        cut.truncate(100)
    report = run("gap.csv", resume=True, engine_name="ray")
    assert report.judged == sum(ROWS) - 28 * CHUNK
    assert Path("gap.csv").read_bytes() == wanted("csv").read_bytes()


def test_chunks_of_another_cut_are_not_taken() -> None:
    with pytest.raises(Stopped):
        run("cut.csv", progress=stop_after(10, Stopped()))
    record = Path("cut.csv.partial") / "00000-00000003.json"
    done = json.loads(record.read_text())
    record.write_text(json.dumps({**done, "rows": 250, "mark": "1750@0"}))
    # What follows does not begin where this ends, though it has the next number.
    assert [each.number for each in Work("cut.csv").done(0)] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["rows.jsonl"], "rows.jsonl: jsonl cannot be cut .* judges parquet and arrow files"),
        (["moves.parquet", "rows.csv"], "rows.csv: csv cannot be cut"),
        (["rows.arrows"], "rows.arrows: arrows cannot be cut"),
    ],
)
def test_formats_that_cannot_be_cut_are_refused(
    folder: Path, files: list[str], message: str
) -> None:
    (folder / "rows.jsonl").write_text('{"move": "pass", "position": 0, "place": 1}\n')
    (folder / "rows.csv").write_text("place,move,position\none,pass,0\n")
    batch = pa.record_batch({"move": ["pass"], "position": [0], "place": [1]})
    with pa.ipc.new_stream(folder / "rows.arrows", batch.schema) as stream:
        stream.write_batch(batch)
    with pytest.raises(BadInput, match=message):
        run("refused.csv", files, engine_name="ray", keep=[])
    assert not Path("refused.csv.partial").exists()


def test_pipes_and_too_many_chunks_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="output: is needed: a cluster writes to a file"):
        run("-", engine_name="ray")
    monkeypatch.setattr(ray_engine, "_MOST_CHUNKS", 40)
    with pytest.raises(BadInput, match="chunk: 46 chunks are more than the 40"):
        run("refused.csv", engine_name="ray")


def test_without_ray_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray.data", None)
    with pytest.raises(BadInput, match=r"engine: it needs Ray: pip install lexbelli\[ray\]"):
        run("refused.csv", engine_name="ray")
    assert not Path("refused.csv.partial").exists()


@pytest.fixture
def told(tmp_path: Path, folder: Path) -> Callable[..., list[dict[str, str]]]:
    """What a worker answers that is told this."""

    def ask(*, token: str | None = "mine", **changes: Any) -> list[dict[str, str]]:
        plan = {**json.loads(changes.pop("plan", text)), **changes.pop("other", {})}
        work = tmp_path / "out.csv.partial"
        work.mkdir(exist_ok=True)
        (work / "cluster").unlink(missing_ok=True)
        if token is not None:
            (work / "cluster").write_text(token)
        job = ray_engine.Job(
            json.dumps(plan), str(folder), str(tmp_path / "out.csv"), "mine", 1, patience=0.0
        )
        piece = {"input": 0, "number": 0, "row": 0, "rows": CHUNK, **changes}
        found = ray_engine.Worker(job)({"span": [json.dumps([piece])]})
        return [{name: texts[0] for name, texts in each.items()} for each in found]

    with pytest.raises(Stopped):
        run(str(tmp_path / "plan.csv"), progress=stop_after(0, Stopped()))
    text = (tmp_path / "plan.csv.partial" / "plan.json").read_text()
    return ask


def complaint(answers: list[dict[str, str]]) -> str:
    (answer,) = answers
    message: str = json.loads(answer["error"])["message"]
    return message


def test_a_worker_says_what_is_wrong_where_it_is(
    told: Callable[..., list[dict[str, str]]], folder: Path
) -> None:
    (done,) = told()
    assert json.loads(done["done"])["rows"] == CHUNK
    assert not done["error"]
    assert "out.csv.partial: is not seen; the output must lie on" in complaint(told(token=None))
    assert "out.csv.partial: is not seen; the output must lie on" in complaint(told(token="other"))
    assert "lexbelli: it is" in complaint(told(other={"version": "0.0.0"}))
    assert "claims more rows than it has" in complaint(told(row=ROWS[0] - 10))
    shutil.copy(folder / "positions.parquet", folder / "kept")
    os.utime(folder / "positions.parquet", (1, 1))
    assert "positions.parquet: is not the file that the run" in complaint(told())
    assert platform.node() in complaint(told())


def test_a_chunk_that_workers_die_of_is_given_up(
    told: Callable[..., list[dict[str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(ray_engine, "judged", die)
        for _ in range(ray_engine._DEATHS):
            with pytest.raises(SystemExit):
                told()
        assert "moves.parquet: 5 workers died at rows 1 to 500" in complaint(told())
    assert told(number=1, row=CHUNK)[0]["done"]
