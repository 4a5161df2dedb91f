"""Files of strangers: what is read of them, and what is refused."""

import gzip
from pathlib import Path

import pytest

import lexbelli
from lexbelli import files
from lexbelli.names import nearest, printable, shown
from lexbelli.puzzles.puzzle import find_puzzle

_BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "'a' stands twice"),
        ("[NaN]", "'NaN' is no number"),
        ("[-Infinity]", "'-Infinity' is no number"),
        ("[1e999]", "'1e999' is no number"),
        (f"[{'9' * 5000}]", "too many digits"),
        ("[9223372036854775808]", "too large"),
        ('"\\ud800"', "lone surrogate"),
        ("[" * 100_000, "nested too deeply"),
        ("{", "no JSON"),
    ],
)
def test_json_that_is_refused(text: str, said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=f"here: .*{said}"):
        files.json_of(text, "here")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = nan", "'nan' is no number"),
        ("a = -inf", "'-inf' is no number"),
        (f"a = {'9' * 5000}", "too many digits"),
        (f"a = 0x{'f' * 5000}", "too many digits"),
        ("a = 9223372036854775808", "too large"),
        ("a = [{b = 1979-05-27}]", "is a date or a time"),
        (f"a = {'[' * 5000}", "nested too deeply"),
        ("a", "no TOML"),
    ],
)
def test_toml_that_is_refused(text: str, said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=f"here: .*{said}"):
        files.toml_of(text, "here")


def test_a_mark_is_passed_over_and_gzip_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content in (b"kars", _BOM + b"kars", gzip.compress(b"kars"), gzip.compress(_BOM + b"kars")):
        file.write_bytes(content)
        assert files.read_text(file) == "kars"
        assert [line for _, line in files.read_lines(file)] == [b"kars"]


def test_nothing_is_unpacked_beyond_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "bomb"
    file.write_bytes(gzip.compress(b"\n" * 20_000_000) * 100)
    with pytest.raises(lexbelli.BadInput, match="unpacked: larger than the 64 MB allowed"):
        files.read_content(file)
    with pytest.raises(lexbelli.BadInput, match="1000000 lines are empty"):
        list(files.read_lines(file))
    file.write_bytes(gzip.compress(b"{}\n" * 3_000_000) * 4)
    with pytest.raises(lexbelli.BadInput, match="unpacked: larger"):
        list(files.read_lines(file))
    file.write_bytes(gzip.compress(b"\n" * 20_000_000) * 100)
    with pytest.raises(lexbelli.BadInput, match="unpacked: larger"):
        lexbelli.replay(file)


def test_what_is_no_text_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"one\ntwo\n\xff")
    with pytest.raises(lexbelli.BadInput, match=r"no UTF-8 text: .* in line 3"):
        files.read_text(file)


def test_every_form_of_a_position_may_be_packed_and_marked(tmp_path: Path) -> None:
    at = lexbelli.scenario("1914_campaign")
    record = lexbelli.Record(at)
    scenario = 'game = "pursuit_of_glory"\n[setup]\nturn = 2\n'
    for name, content in (
        ("a.json", at.to_json().encode()),
        ("a.bin", at.to_bytes()),
        ("a.jsonl", record.text().encode()),
        ("a.toml", scenario.encode()),
    ):
        marked = content if name == "a.bin" else _BOM + content
        for packed in (content, marked, gzip.compress(content), gzip.compress(marked)):
            file = tmp_path / name
            file.write_bytes(packed)
            found = lexbelli.load(file)
            assert found == at or name == "a.toml"
            assert found == lexbelli.load(str(file))


def test_a_packed_record_is_gone_on_with_packed(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl.gz"
    record = lexbelli.Record(lexbelli.scenario("1914_campaign"))
    record.play("activate suez move; entrench suez", roll=3)
    record.save(file)
    again = lexbelli.Record.load(file)
    again.undo()
    again.play(roll=1) if again.position.decision.outcomes else again.play("automatic")
    again.save(file)
    assert gzip.decompress(file.read_bytes()).decode() == again.text()
    assert lexbelli.load(file) == again.position


def test_half_a_letter_in_a_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    head = lexbelli.Record(lexbelli.scenario("1914_campaign")).text().splitlines()[0]
    file.write_text(f'{head}\n{{"answer": "activate \\ud800 move"}}\n')
    with pytest.raises(lexbelli.BadInput, match="line 2: holds half a letter"):
        lexbelli.replay(file)


def test_what_is_shown_does_nothing_to_a_terminal() -> None:
    assert printable("a\x1b[2J\x9b\u202e\ud800\r\n\tb") == (
        "a\\u001b[2J\\u009b\\u202e\\ud800\\u000d\n\tb"
    )
    assert shown("x" * 200 + "\n") == "x" * 80 + "..."
    assert shown("a\nb") == "a\\u000ab"
    assert nearest("x" * 10_000_000, ["kars"]) is None
    with pytest.raises(lexbelli.BadInput, match=r"unknown place '\\u001b\[2Jkars'"):
        lexbelli.scenario("1914_campaign").move("entrench \x1b[2Jkars")


def test_a_puzzles_changes_have_their_types(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    for change, said in (
        ("change = 1", "mine.change: is no table"),
        ("change.units = 1", "change.units: is no table"),
        ("change.units = {tu_ix_corps = true}", "change.units.tu_ix_corps: is no text"),
        ("change.control = {kars = 1}", "change.control.kars: is no text"),
        ('change.events = {ap_11 = "x"}', "change.events.ap_11: is no whole number"),
        ("change.events = {ap_11 = nan}", "mine: 'nan' is no number"),
        ("change.setup = []", "change.setup: is no table"),
    ):
        file.write_text(f'{change}\nposition = "1914_campaign"\ngoal = "oos(tu_ix_corps)"\n')
        with pytest.raises(lexbelli.BadInput, match=said):
            find_puzzle(str(file))
