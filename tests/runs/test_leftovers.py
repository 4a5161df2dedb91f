"""What earlier runs leave behind does no harm, whatever happened to it."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lexbelli import _core
from runs.kit import (
    FORMATS,
    Workspace,
    left,
    numbered,
    read,
    refused,
    some,
    start,
    wanted,
    write,
)
from support import invoke

ROWS = some(400)
VERDICTS = numbered(wanted(ROWS))
CHUNK = 50


OUT = Path("out.jsonl")
PARTIAL = Path("out.jsonl.partial")
GO_ON = ("rows.jsonl", "-o", OUT, "--chunk", CHUNK, "--resume")


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run that was killed after several chunks."""
    workspace = Workspace(tmp_path_factory.mktemp("started"))
    write(workspace / "rows.jsonl", ROWS)
    workspace.positions()
    words = map(str, ("validate", *GO_ON[:-1], "--positions", "positions.jsonl"))
    with start(*words, cwd=workspace.folder, env={"DIE_AT": "28"}) as run:
        run.communicate()
    assert run.returncode == -signal.SIGKILL
    assert len(list((workspace / "out.jsonl.partial").glob("*-*.json"))) > 3
    return workspace.folder


@pytest.fixture
def workspace(started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A copy of it, in which one may do as one likes."""
    folder = tmp_path / "desk"
    shutil.copytree(started, folder)
    for path in (started / "rows.jsonl", started / "positions.jsonl"):
        shutil.copystat(path, folder / path.name)
    monkeypatch.chdir(folder)
    return Workspace(Path())


def chunk(number: int, kind: str) -> Path:
    return PARTIAL / f"00000-{number:08}.{kind}"


def finished(workspace: Workspace, *words: object) -> None:
    result = workspace.invoke(*(words or GO_ON))
    assert (result.exit_code, result.stderr) == (1, ""), result.stderr
    assert read(OUT) == VERDICTS
    assert not left(OUT)


def cut(path: Path, to: int) -> None:
    path.write_bytes(path.read_bytes()[:to])


def change(path: Path, **values: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


HARM: dict[str, Callable[[], object]] = {
    "nothing": lambda: None,
    "a half-written chunk": lambda: chunk(9, "draft").write_bytes(b'{"row":451,"le'),
    "a half-written record": lambda: (PARTIAL / ".00000-00000003.json.x1").write_bytes(b'{"nu'),
    "a half-written output": lambda: (PARTIAL / "whole").write_bytes(b'{"row":1,"le'),
    "a record without data": lambda: chunk(1, "rows").unlink(),
    "data without a record": lambda: chunk(1, "json").unlink(),
    "cut data": lambda: cut(chunk(2, "rows"), 100),
    "data of no length": lambda: cut(chunk(0, "rows"), 0),
    "longer data": lambda: chunk(2, "rows").write_bytes(chunk(1, "rows").read_bytes() * 2),
    "an empty record": lambda: cut(chunk(1, "json"), 0),
    "a cut record": lambda: cut(chunk(2, "json"), 40),
    "a record of nothing": lambda: chunk(2, "json").write_text("null"),
    "a record of something else": lambda: chunk(2, "json").write_text('{"number": 2}'),
    "a record of bytes": lambda: chunk(2, "json").write_bytes(b"\xff\xfe\x00"),
    "a record of another chunk": lambda: shutil.copy(chunk(1, "json"), chunk(2, "json")),
    "a record of other rows": lambda: change(chunk(2, "json"), first_row=90),
    "a record with a text for a number": lambda: change(chunk(2, "json"), rows="50"),
    "a record without a summary": lambda: change(chunk(2, "json"), summary={}),
    "a record nested without end": lambda: chunk(2, "json").write_text("[" * 100_000),
    "no lock": (PARTIAL / "lock").unlink,
    "no plan": (PARTIAL / "plan.json").unlink,
    "nothing but an empty folder": lambda: list(map(os.unlink, PARTIAL.iterdir())),
    "somebody's file": lambda: (PARTIAL / "notes.txt").write_text("mine"),
    "somebody's folder": lambda: (PARTIAL / "more" / "and more").mkdir(parents=True),
    "the output of before": lambda: OUT.write_text("old"),
}


@pytest.mark.parametrize("harm", HARM)
def test_what_is_damaged_is_judged_again(workspace: Workspace, harm: str) -> None:
    HARM[harm]()
    finished(workspace)


@pytest.mark.parametrize("harm", list(HARM)[:1] + [name for name in HARM if "somebody" in name])
def test_a_run_may_begin_anew(workspace: Workspace, harm: str) -> None:
    HARM[harm]()
    finished(workspace, *GO_ON[:-1], "--restart")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"version": 1}', "\0", "[" * 100_000])
def test_a_damaged_plan(workspace: Workspace, text: str) -> None:
    (PARTIAL / "plan.json").write_text(text)
    refused(workspace.invoke(*GO_ON), "out.jsonl.partial/plan.json: is damaged", "--restart")
    finished(workspace, *GO_ON[:-1], "--restart")


def test_a_plan_with_something_missing_or_more(workspace: Workspace) -> None:
    plan = json.loads((PARTIAL / "plan.json").read_text())
    for keys in ({**plan, "colour": 1}, {name: plan[name] for name in list(plan)[:-1]}):
        (PARTIAL / "plan.json").write_text(json.dumps(keys))
        refused(workspace.invoke(*GO_ON), "is damaged")
    (PARTIAL / "plan.json").write_text(json.dumps({**plan, "inputs": 3}))
    refused(workspace.invoke(*GO_ON), "is damaged")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--keep", "game"), "it had no --keep"),
        (("--witnesses",), "it had no --witnesses"),
        (("--ops", 3), "it had no --ops"),
        (("--format", "csv"), "it had --format jsonl"),
        (("--allow", "all"), "it had no --allow"),
        (("--chunk", 51), "it had --chunk 50"),
    ],
)
def test_other_options(workspace: Workspace, more: tuple[object, ...], told: str) -> None:
    before = sorted(PARTIAL.iterdir())
    refused(workspace.invoke(*GO_ON, *more), "cannot be gone on with", told, "--restart")
    assert sorted(PARTIAL.iterdir()) == before
    finished(workspace)


def test_other_files(workspace: Workspace) -> None:
    write(Path("more.csv"), ROWS)
    told = "it had other files: rows.jsonl;"
    refused(workspace.invoke("more.csv", *GO_ON), told)
    refused(workspace.invoke("more.csv", *GO_ON[1:]), told)
    write(Path("others.csv"), [{"position": "{}", "id": "x"}])
    moved = ["validate", *map(str, GO_ON), "--positions", "others.csv"]
    refused(invoke(*moved), "it had --positions positions.jsonl")
    finished(workspace)


def test_a_file_that_has_changed(workspace: Workspace) -> None:
    rows = Path("rows.jsonl").read_bytes()
    about = Path("rows.jsonl").stat()
    Path("rows.jsonl").write_bytes(rows + rows[:300])
    refused(workspace.invoke(*GO_ON), "'rows.jsonl' has changed since")
    # As long as before, but touched.
    Path("rows.jsonl").write_bytes(rows)
    refused(workspace.invoke(*GO_ON), "'rows.jsonl' has changed since")
    os.utime("rows.jsonl", ns=(about.st_atime_ns, about.st_mtime_ns))
    finished(workspace)


def test_a_file_of_positions_that_has_changed(workspace: Workspace) -> None:
    with Path("positions.jsonl").open("a") as file:
        file.write("\n")
    refused(workspace.invoke(*GO_ON), "'positions.jsonl' has changed since")


def test_a_file_that_is_gone(workspace: Workspace) -> None:
    Path("rows.jsonl").rename("elsewhere.jsonl")
    refused(workspace.invoke(*GO_ON), "rows.jsonl: cannot be read: No such file")
    Path("elsewhere.jsonl").rename("rows.jsonl")
    finished(workspace)


def test_another_version(workspace: Workspace) -> None:
    change(PARTIAL / "plan.json", version="0.0.9", colour=1)
    told = f"version 0.0.9 began it, this is {_core.__version__}"
    refused(workspace.invoke(*GO_ON), told, "--restart")


def test_other_tables(workspace: Workspace, tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    shutil.copytree(Path(__file__).parents[2] / "scenarios" / "pursuit_of_glory", tables)
    words = ["--data", str(tables), *workspace.words(*GO_ON)]
    refused(invoke(*words), "cannot be gone on with", "it had no --data")
    change(PARTIAL / "plan.json", data=str(tables), tables="units.csv:1:1")
    refused(invoke(*words), f"the tables in '{tables}' have changed since")


def test_an_unfinished_run_is_not_thrown_away(workspace: Workspace) -> None:
    told = ("out.jsonl: an unfinished run lies in 'out.jsonl.partial'", "--resume", "--restart")
    refused(workspace.invoke(*GO_ON[:-1]), *told)
    finished(workspace)


def test_nothing_to_go_on_with(workspace: Workspace) -> None:
    shutil.rmtree(PARTIAL)
    finished(workspace)
    # And once more: the output is there.
    finished(workspace)


def test_two_runs_at_once(workspace: Workspace) -> None:
    shutil.rmtree(PARTIAL)
    first = workspace.start("-", "--input-format", "jsonl", "-o", OUT, stdin=subprocess.PIPE)
    with first:
        while not (PARTIAL / "plan.json").exists():
            assert first.poll() is None
        for more in ("--resume", "--restart", "--witnesses"):
            refused(workspace.invoke("rows.jsonl", "-o", OUT, more), "another run is at work")
        first.communicate(Path("rows.jsonl").read_bytes())
    assert first.returncode == 1
    assert read(OUT) == VERDICTS
    assert not left(OUT)


def test_many_runs_at_once(workspace: Workspace) -> None:
    shutil.rmtree(PARTIAL)
    runs = [workspace.start(*GO_ON) for _ in range(6)]
    codes = []
    for each in runs:
        with each:
            _, err = each.communicate()
            codes.append(each.returncode)
            assert each.returncode == 1 or b"another run is at work" in err, err
    assert 1 in codes
    assert read(OUT) == VERDICTS
    assert not left(OUT)


def test_something_else_in_the_folders_place(workspace: Workspace) -> None:
    shutil.rmtree(PARTIAL)
    PARTIAL.write_text("mine")
    refused(workspace.invoke(*GO_ON), "out.jsonl.partial: cannot be written: File exists")
    assert PARTIAL.read_text() == "mine"


@pytest.mark.parametrize("form", FORMATS)
def test_a_chunk_that_is_gone_at_the_end(workspace: Workspace, form: str) -> None:
    """Somebody takes a chunk away while the run is at work: no rows may be missing."""
    from lexbelli.runs import engine, planning
    from lexbelli.runs.questions import CHECK
    from lexbelli.runs.report import Report
    from lexbelli.runs.work import Work

    out = Path(f"gone.{form}")
    plan = planning.made(
        ["rows.jsonl"],
        str(out),
        CHECK,
        settings={},
        positions="positions.jsonl",
        points={},
        game="pursuit_of_glory",
        data=None,
        allow=(),
        keep=(),
        input_format=None,
        output_format=None,
        chunk=CHUNK,
    )
    work = Work(str(out))
    work.begin(plan, resume=False, restart=False)
    engine.run(plan, work, Report(), lambda _rows, _share: None)
    (work.folder / "00000-00000004.rows").unlink()
    with pytest.raises(_core.BadInput, match=r"'00000-00000004.rows' of 'rows.jsonl' is gone"):
        work.finish(plan)
    assert work.leave()
    assert not out.exists()
    words = ("rows.jsonl", "-o", out, "--chunk", CHUNK, "--resume")
    assert workspace.invoke(*words).exit_code == 1
    assert read(out) == VERDICTS
