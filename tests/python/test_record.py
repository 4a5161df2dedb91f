"""Records of games, and playing them again."""

import json
from pathlib import Path

import pytest

import lexbelli
from lexbelli import BadInput, Dice, IllegalMove, Record
from lexbelli.record import digest

DIG = "activate suez move; entrench suez"
ATTACK = "attack eleskirt with tu_ix_corps"


@pytest.fixture
def dug() -> Record:
    record = Record(lexbelli.scenario("1914_campaign"), note="a first spade")
    record.play(DIG, roll=3)
    return record


def changed(record: Record, folder: Path, old: str, new: str) -> str:
    """Save a record with a piece of its text replaced."""
    text = record.text()
    assert old in text
    file = folder / "game.jsonl"
    file.write_text(text.replace(old, new, 1))
    return str(file)


# ---------------------------------------------------------------------------------- writing


def test_every_answer_and_every_die_is_an_entry(dug: Record) -> None:
    assert [(entry.by, entry.answer, entry.roll) for entry in dug.entries] == [
        ("ap", "automatic", None),
        ("ap", DIG, None),
        ("chance", "failed suez", 3),
    ]
    assert [entry.asked for entry in dug.entries] == ["action", "operations", "chance"]
    assert dug.position == dug.start.play(DIG, roll=3)
    positions = list(dug.positions())
    assert len(positions) == len(dug) + 1 == 4
    assert positions[0] == dug.start
    assert positions[-1] == dug.position


def test_what_cannot_be_played_is_not_noted(dug: Record) -> None:
    before = dug.text()
    with pytest.raises(IllegalMove):
        dug.play("entrench batum", ops=3)
    with pytest.raises(BadInput):
        dug.play("activate erzurum move", roll=[1])
    with pytest.raises(BadInput):
        dug.suppose(ops=99)
    with pytest.raises(BadInput):
        dug.change({"trun": 3})
    assert dug.text() == before


def test_entries_can_be_taken_back(dug: Record) -> None:
    assert dug.undo() == dug.start.play(DIG)
    dug.play(roll=1)
    assert dug.entries[-1].answer == "built suez"
    dug.undo(3)
    assert dug.position == dug.start
    assert len(dug) == 0
    with pytest.raises(BadInput, match="'1' is not between 0 and 0"):
        dug.undo()


def test_suppositions_and_changes_are_noted(dug: Record, tmp_path: Path) -> None:
    dug.play("activate erzurum move", ops=2)
    dug.suppose(side="ap")
    dug.change({"turn": 5, "actions": None})
    told = [(entry.suppose, entry.set) for entry in dug.entries[3:]]
    assert told == [
        ({"ops": 2}, None),
        (None, None),
        ({"side": "ap"}, None),
        (None, {"turn": 5, "actions": None}),
    ]
    file = tmp_path / "game.jsonl"
    dug.save(file)
    found = lexbelli.replay(file, verify=True)
    assert found.ok
    assert found.position == dug.position


def test_the_text_begins_with_where_the_game_does(dug: Record) -> None:
    head, *lines = map(json.loads, dug.text().splitlines())
    assert head["schema"] == "lexbelli.record"
    assert head["scenario"] == "1914_campaign"
    assert head["note"] == "a first spade"
    assert "setup" not in head
    assert lines[-1] == {"hash": digest(dug.position), "entries": 3}
    other = Record(dug.position)
    head = json.loads(other.text().splitlines()[0])
    assert "scenario" not in head
    assert head["setup"] == json.loads(dug.position.to_json())


def test_a_position_with_tolerated_problems_begins_a_record(tmp_path: Path) -> None:
    start = lexbelli.scenario("1914_campaign").with_change(
        units={"tu_ix_corps": "tiflis"}, allow=["all"]
    )
    assert start.allowed
    record = Record(start)
    record.suppose(ops=3)
    record.save(tmp_path / "odd.jsonl")
    assert Record.load(tmp_path / "odd.jsonl").position == record.position


def test_hashes_stand_every_few_entries() -> None:
    record = Record(lexbelli.scenario("1914_campaign"), every=2)
    for _ in range(5):
        record.play("automatic")
        record.play("")
    text = record.text()
    at = [json.loads(line)["entries"] for line in text.splitlines() if "hash" in line]
    assert at == [2, 4, 6, 8, 10]
    with pytest.raises(BadInput, match="every"):
        Record(record.start, every=0)


def test_a_record_is_saved_and_gone_on_with_line_by_line(dug: Record, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    dug.save(file)
    first = file.read_text()
    again = Record.load(file)
    assert again.position == dug.position
    assert again.entries == dug.entries
    assert again.note == dug.note
    again.play("automatic")
    again.save(file)
    assert file.read_text().startswith(first)
    assert lexbelli.load(file) == lexbelli.load(again.text()) == again.position
    # The other one has not seen that.
    dug.play("automatic")
    with pytest.raises(BadInput, match="has changed since it was read"):
        dug.save(file)
    with pytest.raises(BadInput, match="is another file"):
        Record(dug.start).save(file)
    assert Record.load(file).position == again.position


def test_a_battle_with_seeded_dice_is_replayed(tmp_path: Path) -> None:
    start = lexbelli.load(
        json.dumps(
            {
                "turn": 4,
                "active": "cp",
                "ops": 0,
                "attacking": {"tu_ix_corps": "attack"},
                "units": {"koprukoy": ["tu_ix_corps"], "eleskirt": ["ru_div_3"]},
                "control": {"ap": ["eleskirt"]},
            }
        )
    )
    for seed in range(6):
        record = Record(start)
        dice = Dice(seed)
        record.play(ATTACK, dice)
        while (asked := record.position.decision).kind in ("losses", "retreat", "advance"):
            record.play(next(record.position.moves(limit=1)), dice)
            assert record.entries[-1].asked != asked.kind or record.entries[-1].by == asked.side
        file = tmp_path / f"{seed}.jsonl"
        record.save(file)
        assert any(entry.roll for entry in record.entries)
        found = lexbelli.replay(file, verify=True)
        assert found.ok, found.difference
        assert found.sealed
        assert found.position == record.position


# ---------------------------------------------------------------------------- playing again


def test_a_part_is_played(dug: Record, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    dug.save(file)
    found = lexbelli.replay(file, to=2)
    assert found.ok
    assert (len(found.record), found.entries, found.sealed) == (2, 3, False)
    assert found.position == list(dug.positions())[2]
    with pytest.raises(BadInput, match="to: '4' is not between 0 and 3"):
        lexbelli.replay(file, to=4)


@pytest.mark.parametrize(
    ("old", "new", "entry", "what", "expected", "came"),
    [
        ('"roll": 3', '"roll": 1', 3, "outcome", "failed suez", "built suez"),
        ('"asked": "chance"', '"asked": "losses"', 3, "asked", "losses", "chance"),
        ('"by": "ap", "asked": "op', '"by": "cp", "asked": "op', 2, "by", "cp", "ap"),
        ("entrench suez", "entrench gaza", 2, "rules", "a legal move", "one that breaks 11.3.1-1"),
    ],
)
def test_the_first_difference_is_told(
    dug: Record,
    tmp_path: Path,
    old: str,
    new: str,
    entry: int,
    what: str,
    expected: str,
    came: str,
) -> None:
    file = changed(dug, tmp_path, old, new)
    found = lexbelli.replay(file)
    difference = found.difference
    assert difference is not None
    assert not found.ok
    assert (difference.entry, difference.line, difference.what) == (entry, entry + 1, what)
    assert difference.expected == expected
    assert difference.came.startswith(came)
    assert len(found.record) == entry - 1
    assert bool(difference.violations) == (what == "rules")
    with pytest.raises(BadInput, match=f"line {entry + 1}"):
        Record.load(file)
    with pytest.raises(BadInput, match=f"line {entry + 1}"):
        lexbelli.load(file)


def test_another_hash_is_told(dug: Record, tmp_path: Path) -> None:
    real = digest(dug.position)
    other = "0123456789abcdef"
    found = lexbelli.replay(changed(dug, tmp_path, real, other))
    assert found.difference is not None
    assert (found.difference.what, found.difference.entry) == ("hash", 3)
    assert (found.difference.expected, found.difference.came) == (other, real)


def test_a_roll_where_no_die_falls_is_told(dug: Record, tmp_path: Path) -> None:
    file = changed(dug, tmp_path, '"answer": "automatic"', '"roll": 3, "answer": "automatic"')
    found = lexbelli.replay(file)
    assert found.difference is not None
    assert found.difference.came == "no die"


def test_what_a_roll_came_to_may_be_left_out(dug: Record, tmp_path: Path) -> None:
    file = changed(dug, tmp_path, '"roll": 3, "answer": "failed suez"', '"roll": 3')
    assert lexbelli.replay(file).position == dug.position
    file = changed(dug, tmp_path, '"roll": 3, ', "")
    assert lexbelli.replay(file).position == dug.position


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"answer": "automatic"', '"anwser": "automatic"', "line 2: unknown key 'anwser'; did you"),
        ('"every": 20', '"every": 0', "line 1: every: '0' is below 1"),
        ('"version": 1', '"version": 2', "line 1: version: '2' is unknown"),
        ('"scenario": "1914', '"scenario": "1915', "line 1: .*did you mean '1914_campaign'"),
        ('"game": "pursuit_of_glory"', '"game": "pursuit"', "pursuit_of_glory"),
        ('"roll": 3', '"roll": 7', "line 4: roll: '7' is no roll"),
        ('"roll": 3', '"roll": "3"', "line 4: roll: a whole number"),
        ('"roll": 3', '"roll": [3, 4]', "line 4: roll: 2 given, but 1d6 has 1"),
        ('"roll": 3', '"roll": ["suez"]', "line 4: roll: .*is no roll of 1d6"),
        ('"roll": 3', '"roll": [3, "suez"]', "line 4: roll: a whole number"),
        ("entrench suez", "entrench suz", "line 3: order 2, place: unknown place 'suz'; did you"),
        ('"answer": "automatic"', '"answer": "automatik"', "line 2: .*automatic"),
        ('"entries": 3', '"entries": 4', "line 5: entries: 4 are said to be above, 3 are"),
        ('"hash": "', '"hash": "x', "line 5: hash"),
        ('{"by": "ap", "asked": "action", ', '{"set": {}, ', "line 2: 'answer' and 'set' do not"),
        ('"answer": "automatic"', '"note": "nothing"', "line 2: holds neither"),
        ('"by": "ap"', '"by": "ap", "by": "ap"', "line 2: 'by' stands twice"),
        ('{"by": "ap"', '["by": "ap"', "line 2: is no JSON"),
        ('"scenario"', '"allow": [1], "scenario"', "line 1: allow"),
        ('"scenario"', '"setup": {}, "scenario"', "line 1: either 'scenario' or 'setup'"),
        ("lexbelli.record", "lexbelli.recrod", "line 1: is no first line"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    dug: Record, tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        lexbelli.replay(changed(dug, tmp_path, old, new))


def test_entries_that_answer_nothing_are_judged_too(tmp_path: Path) -> None:
    record = Record(lexbelli.scenario("1914_campaign"))
    record.suppose(ops=3)
    record.change({"turn": 2})
    for old, new, said in (
        ('{"ops": 3}', '{"opps": 3}', "suppose: unknown key 'opps'; did you mean 'ops'"),
        ('{"ops": 3}', '{"ops": 99}', "line 2: ops: '99' is not between"),
        ('{"ops": 3}', '{"ops": "3"}', "line 2: suppose: ops: a whole number"),
        ('{"turn": 2}', '{"trun": 2}', "line 3: .*did you mean 'turn'"),
        ('{"turn": 2}', '{"units": {"kars": ["tu_ix_corps"]}}', "line 3: "),
        ('"set": ', '"by": "ap", "set": ', "line 3: 'set' answers nothing"),
    ):
        with pytest.raises(BadInput, match=said):
            lexbelli.replay(changed(record, tmp_path, old, new))


def test_a_record_that_is_cut_off_says_so(dug: Record, tmp_path: Path) -> None:
    file = tmp_path / "cut.jsonl"
    text = dug.text()
    file.write_text(text[:-20])
    with pytest.raises(BadInput, match="line 5: is cut off; without this line"):
        lexbelli.replay(file)
    file.write_text(text[: text.rindex("{")])
    found = lexbelli.replay(file)
    assert found.ok
    assert not found.sealed
    file.write_bytes(b"")
    with pytest.raises(BadInput, match="is empty"):
        lexbelli.replay(file)
    file.write_bytes(b"\x1f\x8b\x00")
    with pytest.raises(BadInput, match="gzip"):
        lexbelli.replay(file)
