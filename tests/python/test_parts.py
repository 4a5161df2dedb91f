"""The small parts everything leans on."""

import gc
import gzip
import stat
import weakref
from pathlib import Path

import pytest

import lexbelli
from lexbelli import errors, files, games, names
from lexbelli.cli.app import app
from lexbelli.law import Ground, KeptGround, Law, LawError, programs_of
from support import invoke


def test_names_are_found_as_ids_or_as_printed() -> None:
    known = ["tu_ix_corps", "tu_xi_corps", "beach_fao"]
    assert names.resolve("tu_ix_corps", known, "unit") == "tu_ix_corps"
    assert names.resolve("TU IX Corps", known, "unit") == "tu_ix_corps"
    assert names.nearest("tu_ix_korps", known) == "tu_ix_corps"
    assert names.nearest("zzzzzz", known) is None
    with pytest.raises(lexbelli.BadInput) as raised:
        names.resolve("beach fao1", known, "space")
    assert raised.value.suggestion == "beach_fao"


def test_our_errors_read_as_those_of_the_core() -> None:
    ours = errors.bad_input("unknown unit 'tu_ix_korps'", "units.sivas[0]", "tu_ix_corps")
    with pytest.raises(lexbelli.BadInput) as raised:
        lexbelli.load('{"units": {"sivas": ["tu_ix_korps"]}}')
    theirs = raised.value
    assert (str(ours), ours.field, ours.suggestion) == (
        str(theirs),
        theirs.field,
        theirs.suggestion,
    )


def test_atomic_writing_keeps_the_mode_and_leaves_no_draft(tmp_path: Path) -> None:
    file = tmp_path / "file"
    files.write_atomic(file, "one")
    file.chmod(0o640)
    files.write_atomic(file, b"two")
    assert file.read_text() == "two"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_device_is_written_through_and_stays_a_device() -> None:
    files.write_atomic("/dev/null", "gone")
    assert Path("/dev/null").is_char_device()


def test_lines_are_read_packed_or_not(tmp_path: Path) -> None:
    text = b"one\n\n  \nfour\n"
    plain, packed = tmp_path / "a", tmp_path / "b"
    plain.write_bytes(text)
    packed.write_bytes(gzip.compress(text))
    for file in (plain, packed):
        assert list(files.read_lines(file)) == [(1, b"one\n"), (4, b"four\n")]
    with pytest.raises(lexbelli.BadInput, match="larger than the 2 bytes allowed") as raised:
        list(files.read_lines(plain, limit=2))
    assert raised.value.field == f"{plain} line 1"


def test_a_game_is_found_by_its_folder() -> None:
    assert games.all_games()[0].name == "pursuit_of_glory"
    assert games.game("pursuit_of_glory").title == "Pursuit of Glory"
    assert games.find_scenario("pursuit_of_glory/1914_campaign") is not None
    assert games.find_scenario("1914") is None


def test_a_program_brings_what_it_includes_each_once_and_in_order() -> None:
    found = [path.rpartition("/")[2] for path in programs_of("pursuit_of_glory", "show_supply.lp")]
    assert found[-1] == "show_supply.lp"
    assert found[0] == "facts.lp"
    assert {"supply.lp", "control.lp", "siege.lp"} <= set(found)
    assert len(found) == len(set(found))


def test_a_question_of_every_decision_brings_the_chapters_of_one() -> None:
    judged = programs_of("pursuit_of_glory", "judge_retreat.lp")
    assert judged[-1] == "rules_asp/common/judge.lp"
    assert "rules_asp/pursuit_of_glory/retreat_orders.lp" in judged
    assert "rules_asp/pursuit_of_glory/moves_retreat.lp" not in judged
    offered = programs_of("pursuit_of_glory", "show_orders_retreat.lp")
    assert "rules_asp/pursuit_of_glory/moves_retreat.lp" in offered
    with pytest.raises(lexbelli.BadInput):
        programs_of("pursuit_of_glory", "judge_nothing.lp")


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("a :- b.", "info"),
        ("a(X) :- not b(X).", "unsafe"),
        ("this is no program", "error"),
        ("a. :- a.", "no answer"),
        ("{ a }.", "several answers"),
    ],
)
def test_anything_the_solver_says_is_a_fault_of_the_law(program: str, fault: str) -> None:
    with pytest.raises(LawError, match=fault):
        Law([], program).solve("")


def test_a_fault_of_ours_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr(app.commands["scenarios"], "callback", fail)
    monkeypatch.setattr(app.commands["scenarios"], "params", [])
    result = invoke("scenarios")
    assert result.exit_code == 3
    assert "fault of Lex Belli" in result.stderr
    assert "ZeroDivisionError: by accident" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_interruption_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app.commands["scenarios"], "callback", interrupt)
    monkeypatch.setattr(app.commands["scenarios"], "params", [])
    result = invoke("scenarios")
    assert result.exit_code == 130
    assert result.stderr.strip() == "interrupted"


def test_a_ground_law_that_nobody_asks_gives_its_memory_back_at_once() -> None:
    kept = KeptGround()
    old: list[weakref.ref[Ground]] = []

    def ground() -> Ground:
        assert all(each() is None for each in old)
        made = Ground([])
        old.append(weakref.ref(made))
        return made

    gc.disable()
    try:
        for key in ("one", "one", "other"):
            with kept.asked(key, ground):
                pass
        assert [each() is None for each in old] == [True, False]
        kept.forget()
        assert old[-1]() is None
    finally:
        gc.enable()
