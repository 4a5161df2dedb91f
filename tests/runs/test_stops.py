"""Runs that are stopped go on without losing or repeating a row."""

import json
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from runs.kit import Workspace, left, read, refused, some, write

ROWS = some(1000)
CHUNK = 53


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    workspace = Workspace(tmp_path_factory.mktemp("stops"))
    write(workspace / "one.jsonl", ROWS[:600])
    write(workspace / "two.parquet", ROWS[600:])
    return workspace


def words(workspace: Workspace, out: Path) -> list[object]:
    keep = ["--keep", "game", "--summary", "--json", "--chunk", CHUNK]
    return [workspace / "one.jsonl", workspace / "two.parquet", "-o", out, *keep]


def summary(done: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(done.stdout)
    return {name: value for name, value in told.items() if name not in ("output", "seconds")}


def same(out: Path, whole: Path) -> None:
    """Check that two outputs are equal: to the byte, in formats that know of no chunks."""
    assert not left(out)
    if out.suffix in (".jsonl", ".csv"):
        assert out.read_bytes() == whole.read_bytes()
    assert read(out) == read(whole)


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_killed_again_and_again(workspace: Workspace, form: str) -> None:
    whole = workspace / f"whole.{form}"
    undisturbed = workspace.invoke(*words(workspace, whole))
    assert undisturbed.exit_code == 1
    assert len(read(whole)) == len(ROWS)
    out = workspace / f"out.{form}"
    dice = random.Random(form)
    # At some change of the folder: before, between and after data files and their records, while
    # the output is put together, and while the folder is taken away.
    kills = 0
    for at in range(1, 1000):
        more = words(workspace, out)
        done = workspace.run(*more, "--resume", env={"DIE_AT": str(at * 9 + dice.randrange(9))})
        if done.returncode != -signal.SIGKILL:
            break
        kills += 1
    assert done.returncode == 1, done.stderr
    assert kills >= 3
    assert summary(done) == summary(undisturbed)
    same(out, whole)


def test_killed_at_any_moment(workspace: Workspace) -> None:
    whole, out = workspace / "at_any.csv", workspace / "killed.csv"
    started = time.monotonic()
    undisturbed = workspace.run(*words(workspace, whole))
    longest = time.monotonic() - started
    dice = random.Random(7)
    kills = 0
    while kills < 10:
        process = workspace.start(*words(workspace, out), "--resume")
        try:
            process.communicate(timeout=dice.uniform(0.2, longest))
            out.unlink()
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
    done = workspace.run(*words(workspace, out), "--resume")
    assert done.returncode == 1, done.stderr
    assert summary(done) == summary(undisturbed)
    same(out, whole)


def interrupted(process: subprocess.Popen[bytes], out: Path) -> bytes:
    """Press Ctrl-C once some chunks are finished; return what is said."""
    folder = out.with_name(f"{out.name}.partial")
    until = time.monotonic() + 60
    while len(list(folder.glob("*.json"))) < 4:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    return said


def test_ctrl_c(workspace: Workspace) -> None:
    whole, out = workspace / "not_interrupted.jsonl", workspace / "interrupted.jsonl"
    workspace.invoke(*words(workspace, whole))
    said = interrupted(workspace.start(*words(workspace, out)), out).decode()
    assert said.splitlines()[-2:] == [
        "interrupted",
        (
            f"what is finished is kept in '{out}.partial': go on with --resume, or begin anew with"
            " --restart"
        ),
    ]
    assert "Traceback" not in said
    assert not out.exists()
    told = refused(workspace.invoke(*words(workspace, out)), "unfinished", "--resume", "--restart")
    assert len(told.splitlines()) == 1
    assert workspace.invoke(*words(workspace, out), "--resume").exit_code == 1
    same(out, whole)


def test_ctrl_c_while_a_pipe_is_silent(workspace: Workspace) -> None:
    out = workspace / "silent.jsonl"
    rows = (workspace / "one.jsonl").read_bytes()
    words = ["-", "--input-format", "jsonl", "-o", out, "--chunk", CHUNK]
    with workspace.start(*words, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(rows[: len(rows) // 2])
        process.stdin.flush()
        folder = out.with_name(f"{out.name}.partial")
        while len(list(folder.glob("*.json"))) < 4:
            assert process.poll() is None
            time.sleep(0.005)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        # The pipe is still open.
        assert process.wait(20) == 130
        assert b"--resume" in process.stderr.read()
    # What comes through the pipe is the same again: what was judged of it is passed over.
    assert workspace.run(*words, "--resume", stdin=rows).returncode == 1
    workspace.invoke(workspace / "one.jsonl", "-o", workspace / "not_silent.jsonl")
    same(out, workspace / "not_silent.jsonl")


def test_ctrl_c_before_anything_is_finished_leaves_nothing(workspace: Workspace) -> None:
    out = workspace / "nothing.jsonl"
    words = ["-", "--input-format", "jsonl", "-o", out]
    with workspace.start(*words, stdin=subprocess.PIPE) as process:
        while not left(out):
            assert process.poll() is None
            time.sleep(0.005)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr is not None
        assert process.stderr.read().split() == [b"interrupted"]
    assert not left(out)


def test_ended_by_the_system(workspace: Workspace) -> None:
    out = workspace / "ended.csv"
    process = workspace.start(*words(workspace, out))
    while not left(out):
        time.sleep(0.005)
    process.terminate()
    process.communicate()
    assert process.returncode == -signal.SIGTERM
    assert workspace.invoke(*words(workspace, out), "--resume").exit_code == 1
    assert len(read(out)) == len(ROWS)
