"""What the command says: summaries, progress, and what is wrong with options."""

import json
import os
import pty
import re
import selectors
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli.runs import validate
from runs.kit import Workspace, known, left, numbered, read, refused, some, wanted, write
from support import invoke

ROWS = some(500)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    workspace = Workspace(tmp_path_factory.mktemp("told"))
    write(workspace / "rows.jsonl", ROWS)
    write(workspace / "rows.parquet", ROWS)
    return workspace


def _acts(place: dict[str, Any]) -> str | None:
    """The side to act, as the agenda of a document says it."""
    sides = [frame["side"] for frame in place.get("agenda", ()) if frame["frame"] == "action"]
    return sides[0] if sides else None


def counted(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Count verdicts, whose rows are those of `ROWS`, over and over."""
    moments = {each["id"]: json.loads(each["position"]) for each in known()}
    kinds = [{True: "legal", False: "illegal", None: "errors"}[row["legal"]] for row in rows]
    by: dict[Any, Counter[str]] = {}
    rules: Counter[tuple[str, str]] = Counter()
    for at, (row, kind) in enumerate(zip(rows, kinds, strict=True)):
        place = moments.get(ROWS[at % len(ROWS)]["position"], {})
        by.setdefault((_acts(place), place.get("turn")), Counter())[kind] += 1
        rules.update(set(zip(row["rules"], row["codes"], strict=True)))

    def numbers(found: Counter[str]) -> dict[str, Any]:
        judged = found["legal"] + found["illegal"]
        rate = round(found["illegal"] / judged, 6) if judged else None
        names = ("legal", "illegal", "errors")
        return {"rows": found.total(), **{n: found[n] for n in names}, "illegal_rate": rate}

    return {
        **numbers(Counter(kinds)),
        "by": {moment: numbers(found) for moment, found in by.items()},
        "rules": dict(rules),
    }


def told(stdout: str) -> dict[str, Any]:
    found = json.loads(stdout)
    del found["output"], found["seconds"]
    by = {(entry.pop("side"), entry.pop("turn")): entry for entry in found["by"]}
    rules = {(entry["rule"], entry["code"]): entry["moves"] for entry in found["rules"]}
    return {**found, "by": by, "rules": rules}


def test_the_summary_counts_what_the_output_holds(workspace: Workspace) -> None:
    out = workspace / "out.jsonl"
    words = [workspace / "rows.jsonl", workspace / "rows.parquet", "-o", out, "--summary", "--json"]
    result = workspace.invoke(*words, "--chunk", 77)
    assert told(result.stdout) == counted(read(out))
    assert json.loads(result.stdout)["output"] == str(out)
    # What an earlier run has counted counts, too.
    out.unlink()
    workspace.run(*words, "--chunk", 77, env={"DIE_AT": "33"})
    assert left(out)
    assert told(workspace.invoke(*words, "--chunk", 77, "--resume").stdout) == counted(read(out))
    # Without -o there are no rows.
    del words[2:4]
    assert told(workspace.run(*words).stdout.decode()) == counted(read(out))


def test_the_summary_as_a_table(workspace: Workspace) -> None:
    result = workspace.invoke(workspace / "rows.jsonl", "-o", workspace / "out.csv", "--summary")
    assert result.exit_code == 1
    assert result.stdout.startswith("Verdicts\nrows")
    assert "By side and turn" in result.stdout
    assert "Rules broken most" in result.stdout
    assert re.search(r"500 rows judged in [\d.]+ s, [\d,]+ a second\.\n$", result.stdout)


def test_the_summary_stands_beside_rows_in_a_pipe(workspace: Workspace) -> None:
    done = workspace.run(workspace / "rows.jsonl", "-o", "-", "--summary", "--json")
    assert len(done.stdout.splitlines()) == len(ROWS)
    assert json.loads(done.stderr)["rows"] == len(ROWS)


def test_exit_codes(workspace: Workspace) -> None:
    verdicts = wanted(ROWS)
    for legal, code in ((True, 0), (False, 1), (None, 1)):
        rows = [r for r, verdict in zip(ROWS, verdicts, strict=True) if verdict["legal"] is legal]
        path = write(workspace / "some.jsonl", rows)
        result = workspace.invoke(path, "-o", workspace / "some.csv")
        assert (result.exit_code, result.stdout, result.stderr) == (code, "", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rows.jsonl", "--ops", "99"], "ops: '99' is not between 1 and 20"),
        (["rows.jsonl", "--ops", "x"], "'x' is no whole number"),
        (["rows.jsonl", "--allow", "unit_twise"], "allow: unknown problem code 'unit_twise'"),
        (["rows.jsonl", "--keep", "rules"], "keep: the answer has a column 'rules' of its own"),
        (["rows.jsonl", "--keep", "gmae"], "did you mean 'game'?"),
        (["rows.jsonl", "--format", "parket"], "did you mean 'parquet'?"),
        (["rows.jsonl", "--input-format", "json"], "did you mean 'jsonl'?"),
        (["rows.jsonl", "--engine", "locl"], "did you mean 'local'?"),
        (["rows.jsonl", "--game", "pursuit"], "did you mean 'pursuit_of_glory'?"),
        (["rows.jsonl", "--chunk", "0"], "chunk: '0' is not between 1 and 1048576"),
        (["rows.jsonl", "--chunk", "9999999"], "chunk: '9999999' is not between"),
        (["rows.jsonl", "--threads", "0"], "threads: '0' is no number of threads"),
        (["rows.jsonl", "--json"], "json: says how the summary is printed; give --summary"),
        (["rows.jsonl", "--resume"], "resume: only what is written to a file"),
        (["rows.jsonl", "--summary", "--restart"], "restart: only what is written to a file"),
        (["rows.jsonl", "-o", "x.csv", "--resume", "--restart"], "contradicts --restart"),
        (["rows.jsonl", "-o", "x"], "x: the name does not say what format the file has"),
        (["rows.jsonl", "-o", "x.josnl"], "or give --format; did you mean '.jsonl'?"),
        (["rows.jsonl", "-o", "."], "output: '.' is a folder"),
        (["rows.jsonl", "-o", "no/x.csv"], "no/x.csv: there is no folder 'no'"),
        (["rows.jsonl", "-o", "rows.jsonl"], "output: 'rows.jsonl' is read"),
        (["rows.jsonl", "-o", "link.jsonl"], "output: 'rows.jsonl' is read"),
        (["rows.jsonl", "-o", "x.csv", "--positions", "x.csv"], "x.csv: cannot be read"),
        (["rows.jsonl", "rows.jsonl"], "files: 'rows.jsonl' is given twice"),
        (["rows.jsonl", "./rows.jsonl"], "files: './rows.jsonl' is given twice"),
        (["-", "-"], "is given twice"),
        (["-"], "standard input: a pipe does not say its format; give --input-format"),
        (["no.jsonl"], "no.jsonl: cannot be read: No such file or directory"),
        (["no.txt"], "known endings are .jsonl"),
        (["."], "does not say what format"),
        ([".", "--input-format", "csv"], ".: cannot be read: is a directory"),
        (["rows.jsonl", "--positions", "-"], "positions: cannot come through a pipe"),
        (["rows.jsonl", "--positions", "no.csv"], "no.csv: cannot be read: No such file"),
        (["rows.jsonl", "--positions", "bad.csv"], "bad.csv column position: there is no such"),
        (["rows.jsonl", "--positions", "twice.jsonl"], "'a' is there twice"),
        (["rows.parquet", "--input-format", "csv"], "rows.parquet: its header is"),
        (["rows.jsonl", "--input-format", "parquet"], "rows.jsonl: "),
        ([], "Missing argument 'FILE...'"),
    ],
)
def test_what_is_wrong_is_told_at_once(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(workspace.folder)
    if not Path("bad.csv").exists():
        Path("bad.csv").write_text("id,postion\na,b\n")
        Path("link.jsonl").symlink_to("rows.jsonl")
        write(Path("twice.jsonl"), [{"id": "a", "position": "{}"}] * 2)
    before = sorted(path.name for path in Path().iterdir())
    message = refused(invoke("validate", *words), said)
    assert len(message.splitlines()) == 1
    assert sorted(path.name for path in Path().iterdir()) == before


def test_a_terminal_is_not_filled_with_bytes(workspace: Workspace) -> None:
    main, other = pty.openpty()
    done = workspace.run(workspace / "rows.parquet", stdout=other)
    os.close(main)
    os.close(other)
    assert done.returncode == 2
    assert b"parquet is not for a terminal; give -o FILE, or --format jsonl" in done.stderr


def test_progress_on_a_terminal(workspace: Workspace) -> None:
    rows = write(workspace / "many.jsonl", list(ROWS) * 40)
    main, other = pty.openpty()
    words = [rows, "-o", workspace / "many.csv", "--chunk", 200]
    seen = b""
    looks = selectors.DefaultSelector()
    looks.register(main, selectors.EVENT_READ)
    with workspace.start(*words, stderr=other, env={"TERM": "xterm", "COLUMNS": "100"}) as process:
        os.close(other)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            ready = looks.select(0.1)
            try:
                part = os.read(main, 1 << 16) if ready else b""
            except OSError:  # the other end is closed
                break
            seen += part
            if not part and process.poll() is not None:
                break
    looks.close()
    os.close(main)
    assert process.returncode == 1
    text = seen.decode()
    assert re.search(r"\d+%", text)
    assert re.search(r"[\d,]+ rows, [\d,]+/s, \d:\d\d left", text), text[-400:]
    # It is gone in the end.
    assert text.rstrip().endswith(("\x1b[2K", "\x1b[?25h\r\x1b[1A\x1b[2K", "\x1b[?25h"))
    assert len(read(workspace / "many.csv")) == len(ROWS) * 40
    # Nobody who is no terminal is told.
    assert workspace.run(*words).stderr == b""


def test_from_a_program(workspace: Workspace) -> None:
    told: list[tuple[int, float | None]] = []
    report = validate(
        [str(workspace / "rows.jsonl")],
        str(workspace / "program.csv"),
        positions=workspace.positions()[1],
        chunk=100,
        progress=lambda rows, share: told.append((rows, share)),
    )
    assert report.all.rows == report.judged == len(ROWS)
    assert not report.ok
    assert [rows for rows, _ in told] == [0, 100, 200, 300, 400, 500]
    shares = [share for _, share in told if share is not None]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert read(workspace / "program.csv") == numbered(wanted(ROWS))
    with pytest.raises(lexbelli.BadInput, match="unknown engine 'rocal'; did you mean 'local'"):
        validate([str(workspace / "rows.jsonl")], engine_name="rocal")


def test_memory_does_not_grow_with_the_rows(workspace: Workspace) -> None:
    peaks = {}
    for number in (20_000, 200_000):
        path = workspace / f"{number}.jsonl"
        path.write_bytes((workspace / "rows.jsonl").read_bytes() * (number // len(ROWS)))
        started = time.monotonic()
        peaks[number] = workspace.peak(path, "-o", workspace / "peak.csv", "--chunk", 8192)
        rate = number / (time.monotonic() - started)
        print(f"\n{number:,} rows: peak {peaks[number]} MiB, {rate:,.0f} rows/s")
    assert peaks[200_000] < peaks[20_000] + 48
