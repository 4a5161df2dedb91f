"""Files judged on a cluster: as on one machine, whatever dies on the way.

Ray never comes into this process, nor is anything of it waited for without end: a cluster, and what
runs on it, are processes of their own.
"""

import json
import os
import platform
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lexbelli.errors import BadInput
from lexbelli.runs import Report, ray_engine, validate
from lexbelli.runs.answering import Answerer
from lexbelli.runs.work import TOKEN, Work
from runs.kit import FORMATS, Workspace, left, refused, some, start, write
from support import invoke

ROWS = (2000, 300)
CHUNK = 50
CHUNKS = 40 + 6
FILES = ("moves.parquet", "more.arrow")
CLUSTER = Path(__file__).with_name("cluster.py")
# Seconds that a run on a cluster may take, however busy the machine is.
PATIENCE = 240.0


class Stopped(Exception):  # noqa: N818 - nothing is wrong
    """A run is stopped in the middle."""


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two files of moves and one of positions."""
    workspace = Workspace(tmp_path_factory.mktemp("given"))
    rows = some(sum(ROWS))
    write(workspace / FILES[0], rows[: ROWS[0]], group=330)
    write(workspace / FILES[1], rows[ROWS[0] :], group=70)
    workspace.positions()
    return workspace.folder


@pytest.fixture
def workspace(given: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A copy of it, in which the test stands and may do as it likes."""
    folder = tmp_path / "desk"
    shutil.copytree(given, folder)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    return Workspace(folder)


def run(output: str, files: Sequence[str] = FILES, **options: Any) -> Report:
    given: dict[str, Any] = {"positions": "positions.jsonl", "chunk": CHUNK, "keep": ["game"]}
    return validate(files, output, **{**given, **options})


@pytest.fixture(scope="module")
def wanted(given: Path) -> Callable[[str], Path]:
    """What one machine makes of the files."""

    def make(ending: str) -> Path:
        path = given / f"wanted.{ending}"
        if not path.exists():
            run(str(path))
        return path

    return make


def records(output: str) -> int:
    return len(list(Path(f"{output}.partial").glob("?????-*.json")))


def stop_after(chunks: int) -> Callable[[int, float | None], None]:
    told = iter(range(1_000))

    def progress(_rows: int, _share: float | None) -> None:
        if next(told) == chunks:
            raise Stopped

    return progress


# --- on a cluster -----------------------------------------------------------------------


# Nobody else is let in, and no token of the user's is looked for.
SECRET = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster with two CPUs, which outlives those who use it."""
    address = tmp_path_factory.mktemp("cluster") / "address"
    quiet = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with start(str(address), env=SECRET, script=CLUSTER, **quiet) as process:
        try:
            until(address.exists, process)
            yield address.read_text()
            process.communicate(timeout=PATIENCE)
        finally:
            # Ray's own processes end with it.
            process.kill()


def until(done: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait for something that a process is to bring about."""
    last = time.monotonic() + PATIENCE
    while not done():
        assert process.poll() is None
        assert time.monotonic() < last
        time.sleep(0.02)


def words(output: str, *more: object) -> list[str]:
    plain = ["--positions", "positions.jsonl", "--chunk", CHUNK, "--keep", "game", "--summary"]
    return ["validate", *FILES, "-o", output, *map(str, [*plain, *more])]


def started(address: str, output: str, *more: object, **env: object) -> subprocess.Popen[bytes]:
    """Begin a run on a cluster, on which it may come to harm."""
    given = {"RAY_ADDRESS": address, **SECRET, **{name: str(env[name]) for name in env}}
    return start(*words(output, "--engine", "ray", *more), env=given, script=CLUSTER)


def ended(process: subprocess.Popen[bytes]) -> tuple[str, str]:
    """Wait until a run is over, and return what it says."""
    with process:
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return out.decode(), err.decode()


def stopped(
    process: subprocess.Popen[bytes], output: str, chunks: int, sent: signal.Signals
) -> str:
    """Stop a run, whose workers stand still after some chunks, and return its errors."""
    try:
        until(lambda: records(output) >= chunks, process)
    except AssertionError:
        process.kill()
        raise
    process.send_signal(sent)
    return ended(process)[1]


def as_alone(process: subprocess.Popen[bytes]) -> str:
    """Check that a run says what one machine says, but for the last line, which is returned."""
    out, err = ended(process)
    assert (process.returncode, err) == (1, "")
    alone = invoke(*words("alone.csv")).stdout.splitlines()
    *summary, last = out.splitlines()
    assert summary == alone[:-1]
    return last


def test_two_workers_find_what_one_machine_finds(
    workspace: Workspace, wanted: Callable[[str], Path], cluster: str
) -> None:
    process = started(cluster, "out.csv", MEET=2)
    last = as_alone(process)
    assert (workspace / "out.csv").read_bytes() == wanted("csv").read_bytes()
    assert not left(workspace / "out.csv")
    assert last.startswith("2,300 rows judged in")
    assert last.endswith(", by 2 workers.")


def test_a_worker_may_die(
    workspace: Workspace, wanted: Callable[[str], Path], cluster: str
) -> None:
    process = started(cluster, "out.parquet", MEET=2, DIE_AFTER=2)
    last = as_alone(process)
    assert (workspace / "out.parquet.met" / "died").exists()
    assert (workspace / "out.parquet").read_bytes() == wanted("parquet").read_bytes()
    assert not left(workspace / "out.parquet")
    assert last.startswith("2,300 rows judged in")


@pytest.mark.parametrize("question", ["supply", "playout"])
def test_workers_answer_other_questions(workspace: Workspace, question: str, cluster: str) -> None:
    """What one machine answers, to the byte, though a worker dies."""
    rows = [{"position": f"g{n % 6}", "seed": n} for n in range(24)]
    write(workspace / "asked.parquet", rows, group=6)
    plain = ["ask", question, "asked.parquet", "--positions", "positions.jsonl", "--chunk", "2"]
    more = ["--turns", "1"] if question == "playout" else []
    assert invoke(*plain, *more, "-o", "alone.jsonl").exit_code == 0
    given = {"RAY_ADDRESS": cluster, **SECRET, "MEET": "2", "DIE_AFTER": "2"}
    words = [*plain, *more, "-o", "out.jsonl", "--engine", "ray", "--summary"]
    process = start(*words, env=given, script=CLUSTER)
    out, err = ended(process)
    assert (process.returncode, err) == (0, "")
    assert (workspace / "out.jsonl.met" / "died").exists()
    assert Path("out.jsonl").read_bytes() == Path("alone.jsonl").read_bytes()
    assert out.splitlines()[-1].startswith("24 rows answered in")


def test_a_run_that_was_killed_goes_on_anywhere(
    workspace: Workspace, wanted: Callable[[str], Path], cluster: str
) -> None:
    process = started(cluster, "out.csv", MEET=2, HOLD_AFTER=4)
    stopped(process, "out.csv", 2 * 4, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not (workspace / "out.csv").exists()
    refused(invoke(*words("out.csv", "--engine", "ray")), "an unfinished run lies in")
    assert records("out.csv") == 2 * 4
    done = [path.stem for path in Path("out.csv.partial").glob("?????-*.json")]
    first = next(n for n in range(CHUNKS) if f"00000-{n:08}" not in done)
    shutil.copytree("out.csv.partial", "here.csv.partial")

    here = run("here.csv", resume=True)
    assert (workspace / "here.csv").read_bytes() == wanted("csv").read_bytes()
    # This engine judges again what lies behind the first chunk missing.
    assert (here.all.rows, here.judged) == (sum(ROWS), sum(ROWS) - first * CHUNK)

    # With a cluster of its own, which nobody hears of; no chunk is judged again.
    process = subprocess.Popen(
        [sys.executable, "-m", "lexbelli", *words("out.csv", "--engine", "ray", "--resume")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **SECRET},
    )
    last = as_alone(process)
    assert (workspace / "out.csv").read_bytes() == wanted("csv").read_bytes()
    assert last.startswith(f"{sum(ROWS) - 2 * 4 * CHUNK:,} rows judged in")
    assert not left(workspace / "out.csv")


def test_one_run_goes_from_engine_to_engine(
    workspace: Workspace, wanted: Callable[[str], Path], cluster: str
) -> None:
    with pytest.raises(Stopped):
        run("out.jsonl", progress=stop_after(10))
    assert records("out.jsonl") == 10
    process = started(cluster, "out.jsonl", "--resume", MEET=2, HOLD_AFTER=4)
    said = stopped(process, "out.jsonl", 10 + 2 * 4, signal.SIGINT)
    assert process.returncode == 130
    told = "what is finished is kept in 'out.jsonl.partial': go on with --resume, or begin anew"
    assert said.split("\n") == ["", "interrupted", f"{told} with --restart", ""]
    assert not (workspace / "out.jsonl.partial" / TOKEN).exists()
    # While the run ends, a worker may get at its next chunks.
    assert 10 + 2 * 4 <= records("out.jsonl") < CHUNKS
    report = run("out.jsonl", resume=True)
    assert report.all.rows == sum(ROWS)
    assert report.judged <= sum(ROWS) - 10 * CHUNK
    assert (workspace / "out.jsonl").read_bytes() == wanted("jsonl").read_bytes()


def test_a_cluster_that_lets_nobody_in(workspace: Workspace, cluster: str) -> None:
    process = started(cluster, "out.csv", RAY_AUTH_TOKEN="another")
    out, err = ended(process)
    assert (process.returncode, out) == (2, "")
    assert err.startswith("error: engine: the cluster failed: ")
    assert "InvalidAuthToken" in err
    assert len(err.splitlines()) == 1
    assert not left(workspace / "out.csv")


# --- without one ------------------------------------------------------------------------


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster of one worker in this process, which takes the last chunks first."""

    def spread(job: ray_engine.Job, missing: list[Any]) -> Generator[Mapping[str, str]]:
        worker = ray_engine.Worker(job)
        for span in reversed(list(ray_engine._spans(missing, 4))):
            for found in worker({"span": [json.dumps([asdict(piece) for piece in span])]}):
                yield {name: texts[0] for name, texts in found.items()}

    monkeypatch.setattr(ray_engine, "_load", lambda: None)
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
@pytest.mark.parametrize("ending", FORMATS)
def test_every_output_is_the_same(
    workspace: Workspace, wanted: Callable[[str], Path], ending: str
) -> None:
    shares: list[float] = []
    report = run(
        f"every.{ending}",
        engine_name="ray",
        progress=lambda _, share: shares.append(share or 0.0),
    )
    assert (workspace / f"every.{ending}").read_bytes() == wanted(ending).read_bytes()
    assert report.judged == report.all.rows == sum(ROWS)
    assert report.as_json() == {**run(f"alone.{ending}").as_json(), "output": f"every.{ending}"}
    assert len(shares) == CHUNKS + 1
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.usefixtures("inline")
def test_a_damaged_row_group_loses_the_same_rows(workspace: Workspace) -> None:
    data = bytearray((workspace / "moves.parquet").read_bytes())
    column = pq.read_metadata(workspace / "moves.parquet").row_group(2).column(1)
    at = column.dictionary_page_offset or column.data_page_offset
    data[at : at + 64] = b"\xff" * 64
    (workspace / "damaged.parquet").write_bytes(data)
    lines = both(["damaged.parquet"])
    lost = [number for number, line in enumerate(lines) if "row group 3 is damaged" in line]
    assert lost
    assert len(lines) == ROWS[0]


@pytest.mark.usefixtures("inline")
def test_chunks_that_end_early_are_made_whole(workspace: Workspace) -> None:
    """Moves of a megabyte are read in chunks that are smaller than asked for."""
    batch = pa.record_batch(
        {"move": ["x" * (1 << 20)] * 15, "position": ["g0"] * 15, "game": [1] * 15}
    )
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_file(workspace / "wide.arrow", batch.schema, options=options) as file:
        for _ in range(10):
            file.write_batch(batch)
    assert len(both(["wide.arrow"])) == 150
    with pytest.raises(Stopped):
        run("wide.csv", ["wide.arrow"], progress=stop_after(1))
    report = run("wide.csv", ["wide.arrow"], engine_name="ray", resume=True)
    assert 0 < report.judged < 150
    lines = Path("wide.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == [str(row + 1) for row in range(150)]


@pytest.mark.usefixtures("inline")
def test_files_without_rows_have_their_columns(workspace: Workspace) -> None:
    rows = pq.read_table(workspace / "moves.parquet")
    pq.write_table(rows.slice(0, 0), workspace / "none.parquet")
    assert both(["none.parquet"]) == []
    both(["none.parquet", "moves.parquet"])
    run("none.csv", ["none.parquet"], engine_name="ray")
    assert Path("none.csv").read_text() == "row,game,legal,rules,codes,error\n"


@pytest.mark.usefixtures("inline")
def test_finished_chunks_are_not_judged_again(
    workspace: Workspace, wanted: Callable[[str], Path]
) -> None:
    with pytest.raises(Stopped):
        run("gap.csv", progress=stop_after(30))
    # A record is gone, the rows of another are cut short, and a worker died while it wrote.
    folder = workspace / "gap.csv.partial"
    (folder / "00000-00000007.json").unlink()
    (folder / "00000-00000031.abc.draft").write_text("row")
    with (folder / "00000-00000020.rows").open("r+b") as cut:
        cut.truncate(100)

    def progress(_rows: int, _share: float | None) -> None:
        assert not list(folder.glob("*.draft"))

    report = run("gap.csv", resume=True, engine_name="ray", progress=progress)
    assert report.judged == sum(ROWS) - 28 * CHUNK
    assert (workspace / "gap.csv").read_bytes() == wanted("csv").read_bytes()


@pytest.mark.usefixtures("workspace")
def test_chunks_of_another_cut_are_not_taken() -> None:
    with pytest.raises(Stopped):
        run("cut.csv", progress=stop_after(10))
    record = Path("cut.csv.partial") / "00000-00000003.json"
    done = json.loads(record.read_text())
    record.write_text(json.dumps({**done, "rows": 25, "mark": "175@0"}))
    # What follows does not begin where this ends, though it has the next number.
    assert [each.number for each in Work("cut.csv").done(0)] == [0, 1, 2, 3]


@pytest.mark.usefixtures("inline")
def test_a_file_that_changes_while_it_is_judged(workspace: Workspace) -> None:
    def progress(rows: int, _share: float | None) -> None:
        if rows == sum(ROWS):
            os.utime(workspace / "moves.parquet", (1, 1))

    with pytest.raises(BadInput, match=r"moves.parquet: has changed while it was read"):
        run("out.csv", engine_name="ray", progress=progress)
    assert not (workspace / "out.csv").exists()


# --- what is wrong ----------------------------------------------------------------------


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["rows.jsonl"], "rows.jsonl: jsonl cannot be cut .* judges parquet and arrow files"),
        (["moves.parquet", "rows.csv"], "rows.csv: csv cannot be cut"),
        (["rows.arrows"], "rows.arrows: arrows cannot be cut"),
    ],
)
def test_formats_that_cannot_be_cut_are_refused(
    workspace: Workspace, files: list[str], message: str
) -> None:
    write(workspace / files[-1], some(3))
    with pytest.raises(BadInput, match=message):
        run("refused.csv", files, engine_name="ray")
    assert not left(workspace / "refused.csv")


@pytest.mark.usefixtures("inline")
def test_pipes_and_too_many_chunks_are_refused(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for output in ("-", None):
        with pytest.raises(BadInput, match="output: a cluster writes to a file; give -o FILE"):
            run(output, engine_name="ray")  # type: ignore[arg-type]
    monkeypatch.setattr(ray_engine, "_MOST_CHUNKS", 40)
    with pytest.raises(BadInput, match="chunk: 46 chunks are more than the 40"):
        run("refused.csv", engine_name="ray")
    assert not left(workspace / "refused.csv")


@pytest.mark.parametrize("missing", ["ray", "ray.data"])
def test_without_ray_it_is_said_how_to_get_it(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    # `ray` alone is not enough.
    monkeypatch.setitem(sys.modules, "ray", platform)
    monkeypatch.setitem(sys.modules, missing, None)
    result = invoke(*words("refused.csv", "--engine", "ray"))
    said = refused(result, "error: engine: it needs Ray: pip install lexbelli[ray]")
    assert len(said.splitlines()) == 1
    assert not left(workspace / "refused.csv")


@pytest.fixture
def told(workspace: Workspace) -> Callable[..., list[dict[str, Any]]]:
    """What a worker answers that is told this."""
    with pytest.raises(Stopped):
        run("plan.csv", progress=stop_after(1))
    text = (workspace / "plan.csv.partial" / "plan.json").read_text()

    def ask(*, token: str | None = "mine", **changes: Any) -> list[dict[str, Any]]:
        plan = {**json.loads(text), **changes.pop("other", {})}
        folder = workspace / "out.csv.partial"
        folder.mkdir(exist_ok=True)
        (folder / TOKEN).unlink(missing_ok=True)
        if token is not None:
            (folder / TOKEN).write_text(token)
        job = ray_engine.Job(
            json.dumps(plan),
            str(workspace.folder),
            str(workspace / "out.csv"),
            "mine",
            1,
            patience=0.0,
        )
        piece = {"input": 0, "number": 0, "row": 0, "rows": CHUNK, **changes}
        found = ray_engine.Worker(job)({"span": [json.dumps([piece])]})
        return [json.loads(each["answer"][0]) for each in found]

    return ask


def complaint(answers: list[dict[str, Any]]) -> str:
    (answer,) = answers
    message: str = answer["error"]["message"]
    return message


def test_a_worker_says_what_is_wrong_where_it_is(
    told: Callable[..., list[dict[str, Any]]], workspace: Workspace
) -> None:
    (answer,) = told()
    assert answer["done"]["rows"] == CHUNK
    assert "error" not in answer
    assert "out.csv.partial: is not seen; the output must lie on" in complaint(told(token=None))
    assert "out.csv.partial: is not seen; the output must lie on" in complaint(told(token="other"))
    assert "lexbelli: it is" in complaint(told(other={"version": "0.0.0"}))
    assert "claims more rows than it has" in complaint(told(row=ROWS[0] - 10))
    os.utime(workspace / "positions.jsonl", (1, 1))
    assert "positions.jsonl: is not the file that the run" in complaint(told())
    assert platform.node() in complaint(told())


def test_a_chunk_that_workers_die_of_is_given_up(
    told: Callable[..., list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(Answerer, "answered", die)
        for _ in range(ray_engine._DEATHS):
            with pytest.raises(SystemExit):
                told()
        assert "moves.parquet: 5 workers died at rows 1 to 50" in complaint(told())
    assert told(number=1, row=CHUNK)[0]["done"]


@pytest.mark.usefixtures("inline")
def test_what_a_worker_says_ends_the_run(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_engine, "_DEATHS", 0)
    result = invoke(*words("out.csv", "--engine", "ray"))
    refused(result, "error: more.arrow: 0 workers died at rows", f"(on {platform.node()})")
    # Nothing was finished.
    assert not left(workspace / "out.csv")
