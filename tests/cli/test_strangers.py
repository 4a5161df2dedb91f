"""What strangers give the command does nothing to the terminal, and ends in an answer."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lexbelli

_COMMAND = (sys.executable, "-m", "lexbelli")


def _run(shell: str, *args: str | bytes, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command with its streams as a shell puts them."""
    whole = ["sh", "-c", f'exec "$@" {shell}', "sh", *_COMMAND, *args]
    return subprocess.run(
        whole, capture_output=True, check=False, env={**os.environ, **env}, timeout=120
    )


@pytest.mark.parametrize(
    ("shell", "args", "said"),
    [
        (">&-", ["show", "1914_campaign"], b"error: standard output: cannot be used: is closed"),
        (">/dev/full", ["show", "1914_campaign"], b"error: standard output: cannot be used: No"),
        (">/dev/full", ["--help"], b"error: standard output: cannot be used: No"),
        ("<&-", ["show", "-"], b"error: standard input: is closed"),
        (">&- 2>&-", ["show", "1914_campaign"], b""),
    ],
    ids=["closed", "full", "help", "input", "silent"],
)
def test_streams_that_cannot_be_used(shell: str, args: list[str], said: bytes) -> None:
    ran = _run(shell, *args)
    assert ran.returncode == 2
    assert ran.stderr.startswith(said)
    assert b"Traceback" not in ran.stderr


def test_answers_do_not_need_standard_error() -> None:
    ran = _run("2>&-", "show", "1914_campaign")
    assert ran.returncode == 0
    assert ran.stdout.startswith(b"Campaign")


def test_control_characters_are_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'title = "\\u001b]0;x\\u0007\\u202e"\ntext = "\\u009b2J"\n'
        'position = "1914_campaign"\ngoal = "oos(tu_ix_corps)"\n'
    )
    for args in (["puzzle", str(file)], ["puzzle", str(file), "--json"], ["show", "\x1b[2J"]):
        ran = _run("", *args)
        told = (ran.stdout + ran.stderr).decode()
        assert "\\u001b" in told
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", told)


def test_names_that_are_no_text_are_bad_input() -> None:
    ran = _run("", "show", b"kars\xff.json")
    assert ran.returncode == 2
    assert ran.stderr == b"error: argument 2: 'kars\\udcff.json' is no UTF-8 text\n"


@pytest.mark.parametrize("columns", ["0", "-5", "nan", "9" * 5000, "1"])
def test_any_width_will_do(columns: str) -> None:
    ran = _run("", "show", "1914_campaign", COLUMNS=columns)
    assert ran.returncode == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["orders", "1914_campaign", "--ops", "9" * 5000], "is no whole number"),
        (["orders", "1914_campaign", "--ops", "9" * 15], "is too large"),
        (["solve", "1914_campaign", "oos(x)", "--time", "nan"], "is no number from 0.1 to 86400"),
        (["moves", "1914_campaign", "--limit", "0"], "0 is not from 1 to"),
    ],
)
def test_numbers_that_are_none(args: list[str], said: str) -> None:
    ran = _run("", *args)
    assert ran.returncode == 2
    assert said in ran.stderr.decode()
    assert len(ran.stderr) < 300


def test_a_distance_without_end_ends() -> None:
    ran = _run("", "show", "1914_campaign", "--around", "kars", "--hops", "999999999")
    assert ran.returncode == 0


def test_everything_is_printed_in_one_place() -> None:
    package = Path(lexbelli.__file__).parent
    printing = re.compile(
        r"click\.s?echo\(|\bprint\(|sys\.std(out|err)\.write|type=int\b|click\.IntRange"
    )
    for file in package.rglob("*.py"):
        if "cli" in file.parts and file.name not in ("echo.py", "output.py"):
            found = printing.search(file.read_text(encoding="utf-8"))
            assert found is None, f"{file}: {found}"
