"""Whatever is wrong with the input: one short message that names it, exit code 2, no traceback."""

import gzip
import json
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import lexbelli
from support import invoke, run

GOOD = json.loads(lexbelli.scenario("1914_campaign").to_json())


def refused(result: Result, *words: str) -> str:
    """Check that the input was refused in the right manner; return the message."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    assert len(result.stderr) < 4000
    for word in words:
        assert word in result.stderr
    return result.stderr


def supply_of(document: Any) -> Result:
    text = document if isinstance(document, str | bytes) else json.dumps(document)
    return invoke("supply", "-", stdin=text)


def changed(change: Callable[[dict[str, Any]], object]) -> Result:
    document = json.loads(json.dumps(GOOD))
    change(document)
    return supply_of(document)


# --- the document -----------------------------------------------------------------------


def test_a_truncated_document_at_any_place() -> None:
    text = json.dumps(GOOD)
    for end in random.Random(1).sample(range(1, len(text)), 40):
        refused(supply_of(text[:end]))


def test_an_empty_document() -> None:
    refused(supply_of(""))


def test_an_unknown_unit_and_the_nearest() -> None:
    def misspell(document: dict[str, Any]) -> None:
        document["units"]["koprukoy"] = ["tu_ix_korps"]

    refused(changed(misspell), "koprukoy", "tu_ix_korps", "tu_ix_corps")


def test_an_unknown_space_and_the_nearest() -> None:
    def misspell(document: dict[str, Any]) -> None:
        document["units"]["koprukoi"] = document["units"].pop("koprukoy")

    refused(changed(misspell), "koprukoi", "koprukoy")


def test_an_unknown_key_and_the_nearest() -> None:
    refused(changed(lambda document: document.update(unit={})), "unit", "units")


def test_a_unit_twice() -> None:
    def double(document: dict[str, Any]) -> None:
        document["units"]["sivas"].append("tu_ix_corps")

    refused(changed(double), "tu_ix_corps", "sivas", "koprukoy")


@pytest.mark.parametrize("place", [None, "", 7, [], {}])
def test_a_unit_in_no_space(place: object) -> None:
    def lose(document: dict[str, Any]) -> None:
        document["units"][str(place)] = document["units"].pop("koprukoy")

    refused(changed(lose), "units")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("units", []),
        ("units", "tu_ix_corps"),
        ("units", None),
        ("turn", "one"),
        ("turn", 1.5),
        ("turn", -1),
        ("turn", 10**30),
        ("turn", True),
        ("phase", "tea"),
        ("active", "AP"),
        ("reduced", {"tu_ix_corps": 1}),
        ("control", {"ap": "erzurum"}),
        ("trenches", {"erzurum": 1}),
        ("forts_destroyed", ["sivass"]),
        ("uprisings", {"van": "kurdish"}),
        ("tracks", {"vp": "ten"}),
        ("events", {"ap_99": 1}),
        ("greece", "maybe"),
        ("revolution", 3),
        ("schema", "lexbelli.go.position"),
        ("schema", None),
        ("version", 99),
        ("version", "1"),
    ],
)
def test_wrong_types_and_values(key: str, value: object) -> None:
    refused(changed(lambda document: document.update({key: value})), key)


@pytest.mark.parametrize("text", ["[]", "{]", '{"schema"', "[" * 100_000, "nonsense", "\x00"])
def test_what_is_no_document_at_all(text: str) -> None:
    refused(supply_of(text))


def test_binary_noise() -> None:
    dice = random.Random(2)
    for size in (1, 7, 100, 4096, 100_000):
        refused(supply_of(dice.randbytes(size)))


def test_damaged_compact_bytes() -> None:
    content = lexbelli.scenario("1914_campaign").to_bytes()
    dice = random.Random(3)
    for _ in range(40):
        refused(supply_of(content[: dice.randrange(1, len(content))]))
        damaged = bytearray(content)
        damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        result = supply_of(bytes(damaged))
        assert result.exit_code in (0, 2), result.output
        assert "Traceback" not in result.stderr


def test_every_problem_is_listed_with_its_code_and_can_be_allowed() -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["units"].setdefault("erzurum", []).append("ru_div_3")
        document["units"]["oltu"] = []

    message = refused(changed(spoil), "erzurum", "--allow")
    codes = [
        line.rpartition("[")[2].rstrip("]") for line in message.splitlines() if line[:2] == "  "
    ]
    assert codes
    document = json.loads(json.dumps(GOOD))
    spoil(document)
    tolerated = [word for code in codes for word in ("--allow", code)]
    result = invoke("supply", "-", *tolerated, stdin=json.dumps(document))
    assert result.exit_code == 0, result.output
    assert "Tolerated" in result.stdout


# --- size -------------------------------------------------------------------------------


def limited() -> None:
    """Let a process have so little memory that a gigabyte cannot be read into it."""
    resource.setrlimit(resource.RLIMIT_AS, (900 * 1024**2, 900 * 1024**2))


@pytest.mark.parametrize("command", ["show", "supply", "compare"])
def test_a_gigabyte_on_one_line_in_a_file(command: str, tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as stream:
        stream.write(b'{"schema": "')
        stream.seek(1024**3)
        stream.write(b'"}\n')
    done = run([command, str(file)], preexec_fn=limited)
    assert done.returncode == 2
    assert b"larger than" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_gigabyte_on_one_line_from_a_pipe() -> None:
    chunk = b"7" * 2**20
    with subprocess.Popen(
        [sys.executable, "-m", "lexbelli", "supply", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=limited,  # noqa: PLW1509 (one thread)
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        sent = 0
        try:
            process.stdin.write(b'{"turn": ')
            while sent < 1024:
                process.stdin.write(chunk)
                sent += 1
        except BrokenPipeError:
            pass
        message = process.stderr.read()
        assert process.wait() == 2
    assert sent < 200
    assert message == b"error: standard input: larger than the 64 MB allowed\n"


def test_what_is_written_does_not_hang_on_who_reads_what_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "next.json"
    command = ["play", "1914_campaign", "activate suez move", "-o", str(file)]
    with subprocess.Popen(
        [sys.executable, "-m", "lexbelli", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    assert json.loads(file.read_text(encoding="utf-8"))["turn"] == 1


def test_a_small_packed_file_that_grows_without_end(tmp_path: Path) -> None:
    file = tmp_path / "bomb.jsonl.gz"
    with gzip.open(file, "wb", compresslevel=1) as stream:
        for _ in range(64):
            stream.write(b" " * 2**20)
    done = run(["compare", str(file)], preexec_fn=limited)
    assert done.returncode == 2
    assert b"line 1: larger than" in done.stderr


# --- records ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"{}",
        b'{"type": "supply"}',
        b'"supply"',
        b'{"type": "supply", "pieces": 3}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_lines_that_are_no_records(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(line + b"\n")
    refused(invoke("compare", str(file)), "line 1")


def test_a_damaged_packed_file(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl.gz"
    file.write_bytes(gzip.compress(b'{"type": "combat"}\n' * 1000)[:40])
    refused(invoke("compare", str(file)), "damaged")


# --- the command line -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["suply", "1914_campaign"], ["suply", "supply"]),
        (["supply"], ["POSITION", "--help"]),
        (["supply", "1914_campaing"], ["1914_campaing", "1914_campaign"]),
        (["supply", "pursuit_of_glory/1914_campain"], ["1914_campaign"]),
        (["supply", "no_such_file.json"], ["no_such_file.json"]),
        (["supply", "/no/such/file"], ["/no/such/file"]),
        (["supply", "/"], ["/"]),
        (["supply", "1914_campaign", "--unit", "tu_ix_korps"], ["tu_ix_korps", "tu_ix_corps"]),
        (["supply", "1914_campaign", "--unit", "tu_iii_corps"], ["tu_iii_corps", "not on the map"]),
        (["supply", "1914_campaign", "--space", "erzerum"], ["erzerum", "erzurum"]),
        (
            ["supply", "1914_campaign", "--as-if", "controls erzurum ap"],
            ["--as-if", "control SPACE"],
        ),
        (["supply", "1914_campaign", "--as-if", "control erzerum ap"], ["erzurum"]),
        (["supply", "1914_campaign", "--as-if", "control erzurum tu"], ["unknown side", "tu"]),
        (["supply", "1914_campaign", "--add", "tu_ix_corps"], ["UNIT@SPACE"]),
        (["supply", "1914_campaign", "--add", "tu_ix_corps@sivass"], ["sivass", "sivas"]),
        (["supply", "1914_campaign", "--without", "tu_ix_korps"], ["tu_ix_corps"]),
        (["supply", "1914_campaign", "--event", "ap_99"], ["ap_99"]),
        (["supply", "1914_campaign", "--allow", "to_many_units"], ["to_many_units"]),
        (["supply", "1914_campaign", "--by", "law", "--why"], ["--by law"]),
        (["supply", "1914_campaign", "--whi"], ["--whi", "--why"]),
        (["--data", "/no/such/folder", "scenarios"], ["/no/such/folder"]),
        (["compare", "nothing.jsonl"], ["nothing.jsonl"]),
        (["compare", "nothing.jsonl", "--game", "pursuit_of_gory"], ["pursuit_of_glory"]),
        (["show", "1914_campaign", "-o", "/no/such/folder/x.json"], ["cannot be written"]),
    ],
)
def test_command_lines(words: list[str], expected: list[str]) -> None:
    refused(invoke(*words), *expected)


def test_standard_input_that_is_closed() -> None:
    done = run(["supply", "-"], stdin=b"")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


# --- an owner's tables ------------------------------------------------------------------


def test_a_wrong_table_is_named_by_file_row_and_column(tmp_path: Path) -> None:
    from lexbelli import _core

    text = _core.resource("scenarios/pursuit_of_glory/spaces.csv")
    assert "erzurum" in text
    (tmp_path / "spaces.csv").write_text(text.replace(",mountain,", ",mountainous,"))
    refused(invoke("--data", str(tmp_path), "scenarios"), "spaces.csv", "row", "terrain")


def test_tables_of_binary_noise(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_bytes(random.Random(4).randbytes(5000))
    refused(invoke("--data", str(tmp_path), "scenarios"), "units.csv")


# --- nothing half written ---------------------------------------------------------------


def test_a_refused_command_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    file.write_text("as it was")
    refused(invoke("show", "1914_campaing", "-o", str(file)))
    assert file.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [file]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    file.write_text("as it was")

    def full() -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = run(["show", "1914_campaign", "-o", str(file)], preexec_fn=full)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr
    assert file.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [file]
