"""A disk that is full: it is said where and why, and the run goes on when there is room again."""

import os
import stat
from pathlib import Path

import pytest

from runs.kit import Workspace, left, numbered, read, some, wanted, write

ROWS = some(400)
CHUNK = 50


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    workspace = Workspace(tmp_path_factory.mktemp("disk"))
    write(workspace / "rows.parquet", ROWS)
    return workspace


def limits(form: str) -> list[int]:
    """Sizes that files cannot have: that of the plan, a chunk, a record, of the whole output."""
    return [100, 2000, 12_000] if form in ("jsonl", "csv") else [100, 2000]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_no_room(whole: Workspace, form: str) -> None:
    out = whole / f"out.{form}"
    words = [whole / "rows.parquet", "-o", out, "--chunk", CHUNK, "--witnesses"]
    for limit in limits(form):
        done = whole.run(*words, "--resume", env={"FILE_LIMIT": str(limit)})
        said = done.stderr.decode()
        assert done.returncode == 2, said
        assert done.stdout == b""
        assert said.startswith(f"error: {out}")
        assert "cannot be written: File too large" in said.splitlines()[0]
        assert not out.exists()
        # There is something to go on with as soon as a chunk is finished.
        assert left(out) == ("go on with --resume" in said)
        assert len(said.splitlines()) == 1 + left(out)
        if left(out):
            names = [path.name for path in Path(f"{out}.partial").iterdir()]
            assert not [name for name in names if name.endswith("draft") or name == "whole"]
    assert left(out) == (form in ("jsonl", "csv"))
    assert whole.run(*words, "--resume").returncode == 1
    found = [{**row, "witnesses": None} for row in read(out)]
    assert found == [{**row, "witnesses": None} for row in numbered(wanted(ROWS, witnesses=True))]
    assert not left(out)


@pytest.mark.parametrize("form", ["jsonl", "parquet", "arrow"])
def test_a_full_device(whole: Workspace, form: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = whole.run(whole / "rows.parquet", "--format", form, stdout=full)
    told = b"error: standard output: cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, told)
    done = whole.run(whole / "rows.parquet", "--format", form, "-o", "/dev/full")
    assert (done.returncode, done.stderr) == (2, told.replace(b"standard output", b"/dev/full"))


def test_devices_and_pipes_are_written_through(whole: Workspace) -> None:
    assert whole.invoke(whole / "rows.parquet", "-o", "/dev/null").exit_code == 1
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)  # noqa: PTH116
    assert not Path("/dev/null.partial").exists()
    result = whole.invoke(whole / "rows.parquet", "-o", "/dev/null", "--resume")
    assert result.exit_code == 2


def test_a_reader_that_goes_away(whole: Workspace) -> None:
    """It ends us without a word, as it ends any other tool."""
    out, into = os.pipe()
    os.close(out)
    done = whole.run(whole / "rows.parquet", "--format", "jsonl", stdout=into)
    os.close(into)
    assert (done.returncode, done.stderr) == (-13, b"")


def test_a_folder_that_may_not_be_written(whole: Workspace) -> None:
    done = whole.run(whole / "rows.parquet", "-o", "/proc/out.jsonl")
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: /proc/out.jsonl.partial: cannot be written: ")


def test_an_output_that_is_there_keeps_its_rights(whole: Workspace) -> None:
    out = whole / "mine.csv"
    out.write_text("old")
    out.chmod(0o640)
    whole.invoke(whole / "rows.parquet", "-o", out)
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert len(read(out)) == len(ROWS)


def test_a_link_leads_to_the_output(whole: Workspace) -> None:
    (whole / "elsewhere").mkdir()
    link = whole / "link.csv"
    link.symlink_to(whole / "elsewhere" / "out.csv")
    whole.invoke(whole / "rows.parquet", "-o", link)
    assert link.is_symlink()
    assert len(read(whole / "elsewhere" / "out.csv")) == len(ROWS)
    assert [path.name for path in (whole / "elsewhere").iterdir()] == ["out.csv"]
