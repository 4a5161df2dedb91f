"""`lexbelli draw` and `lexbelli show --around`, as people use them, and with wrong input."""

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

import lexbelli
from lexbelli.cli.app import app
from lexbelli.draw import Crop
from lexbelli.draw.picture import reached
from lexbelli.draw.terminal import letters
from support import answer, invoke

START = "1914_campaign"


def test_svg_is_printed() -> None:
    result = invoke("draw", START, "--around", "erzurum")
    assert result.exit_code == 0
    assert ET.fromstring(result.stdout).tag.endswith("svg")


@pytest.mark.parametrize(
    ("ending", "magic"),
    [("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("SVG", b"<svg ")],
)
def test_the_ending_says_what_is_written(tmp_path: Path, ending: str, magic: bytes) -> None:
    file = tmp_path / f"board.{ending}"
    result = invoke("draw", START, "--around", "kars", "--hops", "1", "-o", str(file))
    assert (result.exit_code, result.output) == (0, "")
    assert file.read_bytes().startswith(magic)


def test_a_zoom_makes_a_png_larger(tmp_path: Path) -> None:
    sizes = []
    for zoom in ("0.5", "1"):
        file = tmp_path / "board.png"
        words = ("draw", START, "--around", "kars", "--hops", "0", "--zoom", zoom, "-o", str(file))
        assert invoke(*words).exit_code == 0
        sizes.append(int.from_bytes(file.read_bytes()[16:20]))
    assert abs(sizes[1] - 2 * sizes[0]) <= 2


def test_everything_can_be_laid_over_the_board() -> None:
    result = invoke(
        "draw", START, "--around", "kars", "--supply", "--line", "TU IX Corps", "--reach",
        "ru_div_4", "--move", "go ru_div_4 oltu", "--ops", "2", "--side", "ap", "--theme", "print",
        "--since", "1914_limited_war", "--as-if", "control mosul ap",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "control changed" in result.stdout


def test_an_attack_is_drawn_with_its_odds_legal_or_not() -> None:
    words = ("draw", START, "--around", "koprukoy", "--attack")
    result = invoke(*words, "attack koprukoy with ru_div_3,ru_i_caucasian")
    assert result.exit_code == 0, result.output
    odds = answer("odds", START, "attack koprukoy with ru_div_3,ru_i_caucasian")
    assert f"attacker wins {float(Fraction(odds['win'])):.0%}" in result.stdout
    result = invoke(*words, "attack erzurum with ru_div_4")
    assert result.exit_code == 0
    assert "breaks 1 rule" in result.stdout


def test_the_reconstructed_scenario_is_drawn_with_its_caution() -> None:
    result = invoke("draw", "1916_total_war", "--around", "kars")
    assert "Caution" in result.stdout
    assert "Caution" in result.stderr


def test_json_tells_where_everything_is() -> None:
    found = answer("draw", START, "--around", "kars", "--hops", "1")
    assert len(found["boxes"]["plate kars"]) == 4
    assert "unit ru_div_4" in found["boxes"]


THREATS = ("threats", "1916_total_war", "--side", "cp", "--ops", "1", "--about", "oos")


def test_threats_are_drawn_with_the_numbers_they_are_told_with(tmp_path: Path) -> None:
    file = tmp_path / "threats.svg"
    told = answer(*THREATS, "--around", "kut", "--hops", "4", "--draw", str(file))
    shown = file.read_text("utf-8")
    for number, threat in enumerate(told["threats"], 1):
        assert f"{number}. cuts off" in shown
        for place in (*threat["flips"], *threat["taken"]):
            assert f'data-mark="{place}"' in shown
    assert 'data-arrow="qurna nasiriya samawa diwaniyeh hilla aziziya"' in shown


def test_a_puzzle_is_drawn_with_its_solution_or_without(tmp_path: Path) -> None:
    hidden, solved = tmp_path / "hidden.svg", tmp_path / "solved.svg"
    words = ("puzzle", "urmia_road", "--around", "ruwandiz", "--draw")
    assert invoke(*words, str(hidden)).exit_code == 0
    assert invoke(*words, str(solved), "--solve").exit_code == 0
    for file in (hidden, solved):
        assert "The road from Urmia." in file.read_text("utf-8")
    assert "data-arrow" not in hidden.read_text("utf-8")
    assert "go tu_a_cavalry" not in hidden.read_text("utf-8")
    assert "go tu_a_cavalry" in solved.read_text("utf-8")
    assert 'data-arrow="khanikan' in solved.read_text("utf-8")
    assert "This is the only solution, proven." in solved.read_text("utf-8")


def test_a_puzzle_without_a_solution_says_so(tmp_path: Path) -> None:
    puzzle, file = tmp_path / "none.toml", tmp_path / "none.svg"
    puzzle.write_text(
        "title = 'Too far'\nposition = '1916_total_war'\nside = 'cp'\nops = 1\n"
        "goal = 'controls(cp, petrovsk) and oos(ru_cavalry_4)'\nsolutions = 0\n"
    )
    words = ("puzzle", str(puzzle), "--solve", "--around", "ruwandiz", "--draw", str(file))
    assert invoke(*words).exit_code == 0
    shown = file.read_text("utf-8")
    assert "No move reaches it, proven." in shown
    assert "Too far. CP to move" in shown
    assert "data-arrow" not in shown


def test_a_difference_is_drawn_on_the_second_board(tmp_path: Path) -> None:
    file, same = tmp_path / "diff.svg", tmp_path / "same.svg"
    words = ("diff", START, "1916_total_war", "--no-orders", "--around", "kut", "--draw")
    assert invoke(*words, str(file)).exit_code == 1
    invoke("draw", "1916_total_war", "--since", START, "--around", "kut", "-o", str(same))
    assert file.read_bytes() == same.read_bytes()


@pytest.mark.parametrize("command", [THREATS, ("puzzle", "urmia_road"), ("diff", START, START)])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--draw", "board.pgn"), "did you mean 'png'"),
        (("--draw", "board.svg", "--around", "erzurm"), "did you mean 'erzurum'"),
        (("--draw", "board.svg", "--hops", "2"), "--hops is for --around alone"),
        (("--draw", "board.svg", "--theme", "prnt"), "did you mean 'print'"),
        (("--around", "kars"), "are for --draw alone"),
        (("--theme", "print"), "are for --draw alone"),
    ],
)
def test_pictures_beside_an_answer_that_cannot_be(
    command: tuple[str, ...], words: tuple[str, ...], said: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    result = invoke(*command, *words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert said in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "board.gif"), "ends in none of .svg, .png, .pdf"),
        (("-o", "board.pgn"), "did you mean 'png'"),
        (("-o", "board"), "ends in none of"),
        (("-o", "/nowhere/board.svg"), "cannot be written"),
        (("--around", "erzurm"), "did you mean 'erzurum'"),
        (("--around", "cp_reserve"), "around"),
        (("--around", "kars", "--hops", "-1"), "less than 0"),
        (("--around", "kars", "--hops", "many"), "--hops"),
        (("--hops", "2"), "--hops is for --around alone"),
        (("--theme", "dark"), "theme"),
        (("--theme", "prnt"), "did you mean 'print'"),
        (("--line", "tu_ix_korps"), "did you mean 'tu_ix_corps'"),
        (("--line", "tu_iii_corps"), "tu_iii_corps"),
        (("--reach", "nobody"), "unknown unit 'nobody'"),
        (("--reach", "tu_ix_corps"), "tu_ix_corps"),
        (("--move", "go away"), "order 1"),
        (("--move", "no_such.json"), "cannot be read"),
        (("--attack", "attack koprukoi with ru_div_3"), "did you mean 'koprukoy'"),
        (("--attack", "go ru_div_4 oltu"), "attack"),
        (("--since", "1913"), "no scenario and no file"),
        (("--since", "1914_campain"), "did you mean '1914_campaign'"),
        (("--side", "xp"), "side"),
        (("--ops", "-1"), "ops"),
        (("--zoom", "2"), "--zoom is for PNG alone"),
        (("--zoom", "0", "-o", "board.png"), "zoom"),
        (("--json", "-o", "board.svg"), "--json"),
        (("extra",), "extra"),
    ],
)
def test_wrong_input_is_said_in_one_message(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("draw", START, *words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    assert said in result.stderr
    assert not list(tmp_path.iterdir())


# --- the terminal's board -----------------------------------------------------------------


def test_the_board_of_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    result = invoke("show", START, "--around", "erzurum")
    assert result.exit_code == 0
    for said in ("(^Erzurum *1#3)", "TU XI 2-2-3 r", "[^Oltu]", "RU 3 2-1-4", "(Mus)"):
        assert said in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 120


@pytest.mark.parametrize("columns", [1, 60, 80, 200])
@pytest.mark.parametrize("place", ["erzurum", "maidos", "india", "lemnos", "baghdad", "sofia"])
@pytest.mark.parametrize("hops", [0, 1, 3])
def test_every_place_and_unit_is_in_it_whatever_the_width(
    columns: int, place: str, hops: int
) -> None:
    board = lexbelli.scenario("1916_total_war").board()
    lines = ["".join(piece.text for piece in line)
             for line in letters(board, Crop(place, hops), columns)]  # fmt: skip
    for name in reached(board, place, hops):
        shown = board.places[name]
        if shown.inset == board.places[place].inset:
            assert any(shown.name in line for line in lines), name
            for unit in shown.counters:
                assert any(f" {unit.label} {unit.values}" in line for line in lines), unit.id
    if columns >= 60:
        assert max(map(len, lines)) <= columns


def test_the_board_of_letters_has_colours_only_where_wanted() -> None:
    words = ["show", START, "--around", "kars", "--hops", "1"]
    assert "\x1b[" not in invoke(*words).output
    plain = CliRunner().invoke(app, words, color=True, env={"TERM": "xterm", "FORCE_COLOR": "1"})
    assert "\x1b[" in plain.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--around", "karz"), "did you mean 'kars'"),
        (("--around", "kars", "--hops", "-3"), "hops"),
        (("--hops", "2"), "--hops is for --around alone"),
        (("--around", "kars", "--json"), "--around goes with neither"),
        (("--around", "kars", "-o", "x"), "--around goes with neither"),
        (("--around", "kars", "--decision"), "--around goes with neither"),
    ],
)
def test_wrong_input_of_show(words: tuple[str, ...], said: str) -> None:
    result = invoke("show", START, *words)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert said in result.stderr
