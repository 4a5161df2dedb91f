"""Running a plan on a cluster: Ray Data hands out ranges of rows, workers judge and write them.

The chunks are those of the local engine and are kept as it keeps them, so that either goes on with
what the other began. Only counts come back over the network.
"""

import json
import logging
import os
import platform
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from textwrap import shorten
from typing import Any, Final
from uuid import uuid4

from lexbelli import _core, files
from lexbelli._core import Table, TableReader
from lexbelli.errors import BadInput, bad_input
from lexbelli.runs.answering import Answerer, nothing
from lexbelli.runs.engine import Progress
from lexbelli.runs.plan import Input, Plan
from lexbelli.runs.report import Report
from lexbelli.runs.work import TOKEN, Done, Work

__all__ = ["Job", "Worker", "check", "run"]

# The formats whose rows are found by their numbers.
_FORMATS: Final = ("parquet", "arrow")
# Chunks handed out at once: a row group is read from its beginning, and most hold several chunks.
_AT_ONCE: Final = 16
# So many times as many spans as workers, or the last ones would work while the others wait.
_SPANS_EACH: Final = 4
_MOST_CHUNKS: Final = 1 << 22
# Workers that may die at one chunk; Ray would try it with another one for ever.
_DEATHS: Final = 5
# What passes through Ray's own memory is small.
_OBJECTS: Final = 128 << 20
# Letters of what Ray says is wrong, of which it may say a great deal.
_MOST_SAID: Final = 400
# Seconds until what one machine wrote must be seen by another.
_PATIENCE: Final = 60.0


@dataclass(frozen=True, slots=True)
class Job:
    """What every worker is told.

    Attributes:
        plan: The plan, as text.
        home: The folder that relative paths begin at.
        output: The file that is to be made in the end.
        token: What the run's folder holds as long as the run is not over.
        threads: The threads a worker judges on.
        patience: Seconds to wait for the folder to be seen.
    """

    plan: str
    home: str
    output: str
    token: str
    threads: int
    patience: float = _PATIENCE


@dataclass(frozen=True, slots=True)
class _Piece:
    """A chunk to be judged: the number of its file and its own, its first row and how many."""

    input: int
    number: int
    row: int
    rows: int


def check(plan: Plan) -> None:
    """Refuse what a cluster cannot do, before anything is written.

    Raises:
        BadInput: Ray is not installed, or a file cannot be cut into ranges of rows.
    """
    _load()
    chunks = 0
    for given in plan.inputs:
        if given.format not in _FORMATS or given.rows is None:
            known = " and ".join(_FORMATS)
            raise bad_input(
                f"{given.format} cannot be cut into ranges of rows without being read; a cluster "
                f"judges {known} files, --engine local all",
                given.path,
            )
        chunks += -(-given.rows // plan.chunk)
    if chunks > _MOST_CHUNKS:
        raise bad_input(
            f"{chunks:,} chunks are more than the {_MOST_CHUNKS:,} a cluster is given; make them "
            "larger, or judge with --engine local",
            "chunk",
        )


def run(plan: Plan, work: Work, report: Report, progress: Progress, threads: int = 1) -> None:
    """Run a plan where it was left, on the cluster there is or else on one of this machine.

    Args:
        plan: What is to be done.
        work: Where it is kept; every node of the cluster must see the folder.
        report: What is finished is added to it.
        progress: Told after every chunk.
        threads: How many CPUs a worker takes, and threads it judges on.

    Raises:
        BadInput: The cluster fails, a worker cannot read a file, or nothing can be written.
    """
    missing = [
        piece for number in range(len(plan.inputs)) for piece in _left(plan, work, number, report)
    ]
    progress(report.all.rows, _share(plan, report.all.rows))
    if missing:
        with _token(work) as token:
            output = str(work.output.absolute())
            job = Job(plan.text(), str(Path.cwd()), output, token, threads)
            with closing(_spread(job, missing)) as answers:
                for answer in answers:
                    done = _heard(answer)
                    report.add(done.summary)
                    report.judged += done.rows
                    report.workers.add(answer["worker"])
                    progress(report.all.rows, _share(plan, report.all.rows))
    for number in range(len(plan.inputs)):
        _end(plan, work, number)


class Worker:
    """What judges chunks in a process of a cluster; it loads the positions once.

    Args:
        job: What it is told.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._judge: _Judge | None = None
        self._name = f"{platform.node()} {os.getpid()}"

    def __call__(self, batch: Mapping[str, Iterable[str]]) -> Iterator[dict[str, list[str]]]:
        """Judge spans of chunks, and tell of every chunk when it is written."""
        for span in batch["span"]:
            # What is wrong is no failure of the cluster's, which would be tried again.
            try:
                if self._judge is None:
                    self._judge = _Judge(self._job)
                for done in self._judge.judge([_Piece(**each) for each in json.loads(span)]):
                    yield self._answer(done=asdict(done))
            except BadInput as error:
                yield self._answer(
                    error={
                        "message": f"{error} (on {platform.node()})",
                        "field": error.field,
                        "suggestion": error.suggestion,
                    }
                )

    def _answer(self, **answer: dict[str, Any]) -> dict[str, list[str]]:
        return {"worker": [self._name], "answer": [json.dumps(answer)]}


class _Judge:
    """All that a worker needs, looked for where it is."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._plan = Plan.read(job.plan)
        if self._plan.version != _core.__version__:
            raise bad_input(
                f"it is {_core.__version__} here; all nodes need {self._plan.version}", "lexbelli"
            )
        self._work = Work(job.output)
        self._wait()
        # Results have the paths as they were given; files are found by whole ones.
        self._found = _placed(self._plan, job.home)
        if (positions := self._found.positions) is not None:
            _same(positions, TableReader(positions.path, positions.format, []))
        _core.set_threads(job.threads)
        self._answerer = Answerer(self._found)

    def judge(self, span: Sequence[_Piece]) -> Iterator[Done]:
        """Judge chunks that follow one another, and yield each when it is written."""
        reader = self._open(span[0])
        for piece in span:
            tries = self._try(piece)
            done, tables = self._judged(reader, piece)
            if not self._at_work():
                raise bad_input("the run is over, or another has started", str(self._work.folder))
            done = self._work.keep(self._plan, done, *tables)
            tries.unlink(missing_ok=True)
            yield done

    def _wait(self) -> None:
        """Wait until the folder is seen; a network file system may take some seconds."""
        last = time.monotonic() + self._job.patience
        while not self._at_work():
            if time.monotonic() > last:
                raise bad_input(
                    "is not seen; the output must lie on a file system that all nodes share, "
                    "under the same path",
                    str(self._work.folder),
                )
            time.sleep(0.2)

    def _at_work(self) -> bool:
        try:
            return (self._work.folder / TOKEN).read_text() == self._job.token
        except OSError:
            return False

    def _try(self, piece: _Piece) -> Path:
        """Note in a file that a chunk is started; it stays there if the worker dies of it."""
        path = self._work.folder / f"{self._job.token}-{piece.input}-{piece.number}"
        try:
            with path.open("ab") as file:
                if file.tell() >= _DEATHS:
                    raise bad_input(
                        f"{_DEATHS} workers died at rows {piece.row + 1} to "
                        f"{piece.row + piece.rows}; their memory may be too small for such a "
                        "chunk, or for the positions",
                        self._plan.inputs[piece.input].path,
                    )
                file.write(b".")
        except OSError as error:
            told = f"cannot be written: {error.strerror or error}"
            raise bad_input(told, str(self._work.folder)) from None
        return path

    def _open(self, piece: _Piece) -> TableReader:
        reader = self._found.open(piece.input, f"{piece.row}@0")
        _same(self._found.inputs[piece.input], reader)
        return reader

    def _judged(self, reader: TableReader, piece: _Piece) -> tuple[Done, list[Table]]:
        """Judge a chunk; wide rows come in several."""
        tables: list[Table] = []
        summary = nothing()
        row, end = piece.row, piece.row + piece.rows
        done = Done(piece.number, piece.input, piece.row, piece.rows, "", 0, summary)
        name = self._plan.name_of(piece.input)
        while row < end:
            chunk = reader.next(end - row)
            if chunk is not None:
                table, counted = self._answerer.answered(name, chunk, chunk.first_row)
                tables.append(table)
                _add(summary, counted)
                done = replace(done, mark=chunk.mark)
                row = done.next_row
            if chunk is None or row > end:
                raise bad_input(
                    "it claims more rows than it has; --engine local can judge it",
                    self._found.inputs[piece.input].path,
                )
        return done, tables


def _placed(plan: Plan, home: str) -> Plan:
    """Return a plan with whole paths."""

    def place(given: Input) -> Input:
        return replace(given, path=str(Path(home, given.path)))

    return replace(
        plan,
        inputs=tuple(place(given) for given in plan.inputs),
        positions=None if plan.positions is None else place(plan.positions),
        data=None if plan.data is None else str(Path(home, plan.data)),
    )


def _same(given: Input, reader: TableReader) -> None:
    if reader.fingerprint != given.fingerprint:
        raise bad_input("is not the file that the run began with", given.path)


def _add(summary: dict[str, Any], other: Mapping[str, Any]) -> None:
    """Add what some rows have in common to that of others."""
    for name in summary["all"]:
        summary["all"][name] += other["all"][name]
    # An entry may stand there twice; whoever counts adds both.
    for name in ("by", "rules"):
        summary[name].extend(other[name])


def _left(plan: Plan, work: Work, number: int, report: Report) -> Iterator[_Piece]:
    """Yield the chunks of a file that are not finished; those that are go into the report."""
    at, row, rows = 0, 0, plan.inputs[number].rows or 0
    while row < rows:
        done = work.find(number, at, row)
        if done is not None and done.rows:
            report.add(done.summary)
            row = done.next_row
        else:
            piece = _Piece(number, at, row, min(plan.chunk, rows - row))
            yield piece
            row += piece.rows
        at += 1


def _spans(pieces: Iterable[_Piece], most: int) -> Iterator[list[_Piece]]:
    """Yield chunks that follow one another, cut at multiples of `most` as row groups often are."""
    span: list[_Piece] = []
    for piece in pieces:
        if span:
            last = span[-1]
            follows = (piece.input, piece.number) == (last.input, last.number + 1)
            if not follows or piece.number % most == 0:
                yield span
                span = []
        span.append(piece)
    if span:
        yield span


def _load() -> None:
    # It would tell of workers that die on standard output, where the answer may be.
    with _set("RAY_DEDUP_LOGS_SKIP_REGEX", "."):
        try:
            import ray.data  # noqa: F401, PLC0415 - an extra
        except ImportError:
            raise bad_input("it needs Ray: pip install lexbelli[ray]", "engine") from None


@contextmanager
def _set(name: str, text: str) -> Iterator[None]:
    """Set a variable of the environment for a while, unless it is set."""
    given = os.environ.get(name)
    os.environ.setdefault(name, text)
    try:
        yield
    finally:
        if given is None:
            del os.environ[name]


def _spread(job: Job, missing: Sequence[_Piece]) -> Generator[Mapping[str, str]]:
    """Yield what workers answer, for every chunk as it is finished."""
    import ray.data  # noqa: PLC0415 - an extra
    from ray.exceptions import RayError  # noqa: PLC0415

    with _cluster(job.threads) as room, _quiet():
        most = max(1, min(_AT_ONCE, len(missing) // (room * _SPANS_EACH)))
        spans = [json.dumps([asdict(each) for each in span]) for span in _spans(missing, most)]
        pool = ray.data.ActorPoolStrategy(
            min_size=1,
            initial_size=min(room, len(spans)),
            max_size=len(spans),
            max_tasks_in_flight_per_actor=2,
        )
        finished = ray.data.from_items(
            [{"span": span} for span in spans], override_num_blocks=len(spans)
        ).map_batches(
            Worker,
            fn_constructor_args=(job,),
            batch_size=1,
            compute=pool,
            num_cpus=job.threads,
        )
        try:
            yield from finished.iter_rows()
        except RayError as error:
            raise _failed(error) from error


def _heard(answer: Mapping[str, str]) -> Done:
    """Return the chunk that a worker has finished, or raise what it says is wrong."""
    found = json.loads(answer["answer"])
    if (wrong := found.get("error")) is None:
        return Done(**found["done"])
    error = BadInput(wrong["message"])
    error.field, error.suggestion = wrong["field"], wrong["suggestion"]
    raise error


def _failed(error: Exception) -> BadInput:
    """Return what Ray says, and why if it says so."""
    told = [_last_line(each) for each in (error, error.__cause__) if each is not None]
    said = shorten(": ".join(told), _MOST_SAID, placeholder=" ...")
    return bad_input(f"the cluster failed: {said}", "engine")


def _last_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


@contextmanager
def _cluster(threads: int) -> Iterator[int]:
    """Connect to a cluster and tell how many workers it has room for."""
    import ray  # noqa: PLC0415 - an extra

    mine = not ray.is_initialized()
    if mine:
        _connect(threads)
    try:
        nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
        cores = [node["Resources"].get("CPU", 0) for node in nodes if node["Alive"]]
        # A cluster that grows when it is asked to may have none yet.
        if 0 < max(cores, default=0) < threads:
            raise bad_input(f"no node of the cluster has {threads} CPUs", "threads")
        yield max(1, sum(int(cpus // threads) for cpus in cores))
    finally:
        # Of a cluster that was there only the connection is closed.
        if mine:
            ray.shutdown()


def _connect(threads: int) -> None:
    import ray  # noqa: PLC0415 - an extra

    def connect(**options: Any) -> None:
        ray.init(logging_level=logging.ERROR, log_to_driver=False, **options)

    try:
        with _muted():
            if not os.environ.get("RAY_ADDRESS"):
                cpus = max(threads, _core.threads())
                # If one is running on this machine, it has its own CPUs. One of ours tells nobody
                # outside how it is used, as Ray would.
                with suppress(ValueError), _set("RAY_USAGE_STATS_ENABLED", "0"):
                    connect(num_cpus=cpus, include_dashboard=False, object_store_memory=_OBJECTS)
                    return
            # Ray tries to reach it for some 40 seconds, 20 times if it is not told otherwise.
            with _set("RAY_gcs_server_port_wait_time_s", "1"):
                connect()
    except (OSError, RuntimeError, ValueError) as error:
        raise _failed(error) from error


@contextmanager
def _muted() -> Iterator[None]:
    """Keep the compiled part of Ray from writing to standard error, here and later."""
    sys.stderr.flush()
    before = os.dup(2)
    try:
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), 2)
        # It reads its level while it starts, and says so however high that is.
        with _set("RAY_BACKEND_LOG_LEVEL", "fatal"):
            yield
    finally:
        os.dup2(before, 2)
        os.close(before)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Ray Data from telling of itself; chunks are told of one by one."""
    from ray.data import DataContext  # noqa: PLC0415 - an extra

    context = DataContext.get_current().copy()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    # A block is handed on as soon as it is so large: at once.
    context.target_max_block_size = 1
    loud = [
        (handler, handler.level)
        for handler in logging.getLogger("ray.data").handlers
        if isinstance(handler, logging.StreamHandler)
    ]
    for handler, _ in loud:
        handler.setLevel(logging.CRITICAL)
    try:
        with DataContext.current(context):
            yield
    finally:
        for handler, level in loud:
            handler.setLevel(level)


@contextmanager
def _token(work: Work) -> Iterator[str]:
    """Mark the folder as this run's, so that no worker of one that was stopped writes there."""
    path, token = work.folder / TOKEN, uuid4().hex
    files.write_atomic(path, token)
    try:
        yield token
    finally:
        path.unlink(missing_ok=True)


def _end(plan: Plan, work: Work, number: int) -> None:
    """Mark the end of a file when all its chunks are seen here."""
    given = plan.inputs[number]
    last = time.monotonic() + _PATIENCE
    while True:
        at, row, mark = 0, 0, ""
        for done in work.done(number):
            if done.rows == 0:
                return
            at, row, mark = at + 1, done.next_row, done.mark
        if row == given.rows:
            break
        if time.monotonic() > last:
            raise bad_input(
                f"chunk {at + 1} of '{given.path}' was written but is not seen; the output must "
                "lie on a file system that all nodes share",
                str(work.folder),
            )
        time.sleep(0.2)
    plan.unchanged(number)
    tables: list[Table] = []
    if at == 0:
        # The answer has its columns even if there are no rows.
        reader = plan.open(number)
        tables.append(Answerer(plan).answered(plan.name_of(number), reader.nothing(), 0)[0])
    work.keep(plan, Done(at, number, row, 0, mark, 0, nothing()), *tables)


def _share(plan: Plan, rows: int) -> float:
    return rows / max(1, sum(given.rows or 0 for given in plan.inputs))
