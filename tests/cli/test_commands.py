"""Every command, as people use it and as programs do."""

import json
import tomllib
from pathlib import Path

import click
import clingo
import pytest

import lexbelli
from lexbelli.cli.app import app
from lexbelli.law import programs_of
from support import answer, invoke, run

POSITION = "1914_campaign"
COMMANDS = app.list_commands(click.Context(app))


def test_the_commands_are_these() -> None:
    assert [
        *("activation", "ask", "attacks", "attrition", "check", "command", "compare", "deal"),
        *("diff", "draw"),
        *(
            "facts",
            "match",
            "mend",
            "moves",
            "odds",
            "orders",
            "play",
            "playout",
            "puzzle",
            "puzzles",
            "reach",
            "replay",
        ),
        *(
            "scenarios",
            "serve",
            "show",
            "solve",
            "suggest",
            "supply",
            "tell",
            "threats",
            "validate",
            "verify",
            "victory",
            "zones",
        ),
    ] == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_and_has_json(command: str) -> None:
    result = invoke(command, "--help")
    assert result.exit_code == 0
    assert "--json" in result.stdout
    assert max(len(line) for line in result.stdout.splitlines()) <= 80


def test_version() -> None:
    result = invoke("--version")
    assert (result.exit_code, result.stdout) == (0, f"lexbelli {lexbelli.__version__}\n")


# --- scenarios --------------------------------------------------------------------------


def test_scenarios_names_every_scenario_and_warns_of_the_reconstructed_one() -> None:
    result = invoke("scenarios")
    assert result.exit_code == 0
    for scenario in lexbelli.scenarios():
        assert scenario.full_name in result.stdout
    assert "reconstruct" in result.stdout


def test_both_games_stand_side_by_side() -> None:
    told = invoke("scenarios").output
    titles = [told.index(title) for title in ("Pursuit of Glory", "Twilight of the Habsburgs")]
    assert titles == sorted(titles)
    assert told.index("1916_total_war:") < titles[1] < told.index("caporetto,")
    listed = invoke("--help").output
    # A command that one game has says whose it is; one of both shows the help of both.
    assert " ".join(listed.split()).count("(Twilight of the Habsburgs)") == 3
    both = invoke("odds", "--help")
    assert both.exit_code == 0
    assert "Pursuit of Glory:" in both.output
    assert "Twilight of the Habsburgs:" in both.output
    assert "gas HEX" in both.output


def test_scenarios_as_json() -> None:
    found = {row["name"]: row for row in answer("scenarios")}
    assert {"1914_campaign", "1914_limited_war", "1916_total_war"} <= found.keys()
    assert found["1914_campaign"]["caution"] is None
    assert "reconstruct" in found["1916_total_war"]["caution"]


# --- show -------------------------------------------------------------------------------


def test_show_places_every_unit() -> None:
    result = invoke("show", POSITION)
    assert result.exit_code == 0
    words = set(result.stdout.replace(",", " ").split())
    assert set(lexbelli.scenario(POSITION).units) <= words
    assert "Fall 1914" in result.stdout


def test_show_as_json_is_a_document_that_can_be_read_again() -> None:
    result = invoke("show", POSITION, "--json")
    assert lexbelli.load(result.stdout) == lexbelli.scenario(POSITION)


def test_show_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    result = invoke("show", POSITION, "--without", "tu_ix_corps", "-o", str(file))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "tu_ix_corps" not in lexbelli.load(file).units
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("command", ["show", "supply", "facts"])
def test_a_reconstructed_scenario_always_says_so(command: str) -> None:
    result = invoke(command, "1916_total_war")
    assert result.exit_code == 0
    assert "Caution: This set-up is a reconstruction" in result.output


def test_even_json_says_that_a_scenario_is_reconstructed() -> None:
    assert "reconstruct" in answer("supply", "1916_total_war")["caution"]
    assert "reconstruct" in invoke("show", "1916_total_war", "--json").stderr


# --- a position in every form -----------------------------------------------------------


def test_every_form_of_a_position_is_the_same_position(tmp_path: Path) -> None:
    position = lexbelli.scenario(POSITION)
    document, compact = tmp_path / "position.json", tmp_path / "position.bin"
    document.write_text(position.to_json())
    compact.write_bytes(position.to_bytes())
    scenario_file = tmp_path / "position.toml"
    from lexbelli import _core

    scenario_file.write_text(_core.resource(f"scenarios/pursuit_of_glory/{POSITION}.toml"))
    expected = invoke("supply", POSITION).stdout
    assert expected
    for name in (f"pursuit_of_glory/{POSITION}", document, compact, scenario_file):
        assert invoke("supply", str(name)).stdout == expected
    assert invoke("supply", "-", stdin=position.to_json()).stdout == expected
    assert invoke("supply", "-", stdin=position.to_bytes()).stdout == expected


# --- supply -----------------------------------------------------------------------------


def test_supply_lists_every_unit_on_the_map() -> None:
    units = answer("supply", POSITION)["units"]
    assert {unit: row["status"] for unit, row in units.items()} == lexbelli.scenario(
        POSITION
    ).supply()
    shown = invoke("supply", POSITION).stdout
    assert all(unit in shown for unit in units)
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_supply_of_one_side() -> None:
    both = answer("supply", POSITION)["units"]
    sides = {side: answer("supply", POSITION, "--side", side)["units"] for side in ("ap", "cp")}
    assert sides["ap"] | sides["cp"] == both
    assert not sides["ap"].keys() & sides["cp"].keys()
    assert all(row["side"] == "cp" for row in sides["cp"].values())


def test_supply_of_named_units_and_spaces() -> None:
    given = answer("supply", POSITION, "--unit", "tu_ix_corps", "--space", "Erzurum")
    assert set(given["units"]) == {"tu_ix_corps", "tu_xi_corps", "tu_cavalry_2"}
    assert given["spaces"]["erzurum"]["side"] == "cp"
    assert given["spaces"]["erzurum"]["flips"] is False


def test_why_shows_the_path() -> None:
    path = answer("supply", POSITION, "--unit", "tu_ix_corps")["units"]["tu_ix_corps"]["path"]
    assert path[0] == "koprukoy"
    shown = invoke("supply", POSITION, "--unit", "tu_ix_corps", "--why").stdout
    assert all(space in shown for space in path)


def test_why_tells_the_new_path_of_who_was_named_though_its_supply_stays() -> None:
    asked = ("supply", POSITION, "--as-if", "control erzincan ap", "--why")
    shown = invoke(*asked, "--unit", "tu_ix_corps").stdout
    assert "No unit's supply changes." in shown
    assert "TU IX Corps traces to Constantinople." in shown
    assert "traces to" not in invoke(*asked).stdout


# A Russian division steps into Mus, with nothing but Turks behind it.
CUT_OFF = ("--add", "ru_div_3@mus", "--as-if", "control mus ap")


def test_a_unit_out_of_supply_is_shown_with_the_cut() -> None:
    given = answer("supply", POSITION, *CUT_OFF, "--unit", "ru_div_3")
    assert given["units"]["ru_div_3"]["status"] == "oos"
    assert {cut["from"] for cut in given["units"]["ru_div_3"]["cut"]} == {"mus"}
    assert given["changes"]["units"]["ru_div_3"] == {"before": "full", "after": "oos"}
    assert given["changes"]["flips"] == ["mus"]
    shown = invoke("supply", POSITION, *CUT_OFF, "--unit", "ru_div_3", "--why").stdout
    assert all(cut["to"] in shown for cut in given["units"]["ru_div_3"]["cut"])


@pytest.mark.parametrize("by", ["core", "law"])
def test_exit_code_one_means_no(by: str) -> None:
    lost = (*CUT_OFF, "--by", by)
    assert invoke("supply", POSITION, *lost).exit_code == 0
    assert invoke("supply", POSITION, *lost, "--unit", "tu_ix_corps").exit_code == 0
    assert invoke("supply", POSITION, *lost, "--unit", "ru_div_3").exit_code == 1
    assert invoke("supply", POSITION, *lost, "--space", "mus").exit_code == 1


def test_the_law_gives_the_same_answer() -> None:
    core = answer("supply", POSITION)
    law = answer("supply", POSITION, "--by", "law")
    assert {unit: row["status"] for unit, row in law["units"].items()} == {
        unit: row["status"] for unit, row in core["units"].items()
    }
    assert law["flips"] == core["flips"]


def test_a_change_shows_before_and_after() -> None:
    shown = invoke("supply", POSITION, *CUT_OFF, "--without", "tu_ix_corps").stdout
    assert "before" in shown
    assert "after" in shown
    assert "tu_ix_corps" in shown
    assert "mus" in shown.splitlines()[-1]


def test_an_event_can_be_supposed() -> None:
    given = answer("supply", POSITION, "--event", "ap_11")
    assert given["changes"]["units"].keys() <= given["units"].keys()


# --- facts ------------------------------------------------------------------------------


def test_facts_and_the_law_are_all_that_clingo_needs() -> None:
    from lexbelli import _core

    control = clingo.Control(["--warn=all"])
    for program in programs_of("pursuit_of_glory", "show_supply.lp"):
        control.add("base", [], _core.resource(program))
    control.add("base", [], invoke("facts", POSITION).stdout)
    control.ground([("base", [])])
    found: dict[str, str] = {}
    control.solve(
        on_model=lambda model: found.update(
            (str(atom.arguments[0]), str(atom.arguments[1]))
            for atom in model.symbols(shown=True)
            if atom.name == "supply"
        )
    )
    assert found == lexbelli.scenario(POSITION).supply()


def test_facts_in_parts() -> None:
    state = invoke("facts", POSITION, "--state").stdout
    static = invoke("facts", POSITION, "--static").stdout
    assert "at(tu_ix_corps,koprukoy)." in state
    assert "at(" not in static
    assert "space(erzurum)." in static
    assert invoke("facts", POSITION).stdout == static + state
    assert invoke("facts", POSITION, "--state", "--static").exit_code == 2
    assert "turn(1)." in answer("facts", POSITION)["state"]


# --- as a process -----------------------------------------------------------------------


def test_output_in_a_pipe_is_plain_text() -> None:
    done = run(["supply", POSITION])
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""
    assert max(len(line) for line in done.stdout.decode().splitlines()) <= 80


def test_a_reader_that_goes_away_is_no_error() -> None:
    import subprocess
    import sys

    with subprocess.Popen(
        [sys.executable, "-m", "lexbelli", "facts", POSITION],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_script_of_the_package_is_the_command() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert project["project"]["scripts"] == {"lexbelli": "lexbelli.cli:main"}
    assert json.loads(run(["scenarios", "--json"]).stdout)
