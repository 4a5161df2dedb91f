"""Positions as Python objects."""

import copy
import dataclasses
import json
import pickle
from functools import partial
from pathlib import Path

import jsonschema
import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from tools.pursuit_of_glory.random_position import random_position

ROOT = Path(__file__).parents[2]
NAMES = [each.name for each in lexbelli.scenarios() if each.game == "pursuit_of_glory"]


@pytest.fixture(name="position")
def _position() -> pog.Position:
    return pog.scenario("1914_campaign")


@pytest.mark.parametrize("name", NAMES)
def test_json_and_bytes_give_the_position_back(name: str) -> None:
    position = lexbelli.scenario(name)
    for form in (position.to_json(), position.to_json().encode(), position.to_bytes()):
        again = lexbelli.load(form)
        assert again == position
        assert hash(again) == hash(position)
        assert again.to_json() == position.to_json()
        assert again.to_bytes() == position.to_bytes()
        assert again.supply() == position.supply()


@pytest.mark.parametrize("name", NAMES)
def test_the_document_fits_its_schema(name: str) -> None:
    schema = json.loads((ROOT / "docs/position.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(lexbelli.scenario(name).to_json()), schema)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("unit", {}),
        ("turn", 0),
        ("turn", 18),
        ("phase", "tea"),
        ("active", "neutral"),
        ("units", {"erzurum": "tu_ix_corps"}),
        ("reduced", "tu_ix_corps"),
        ("control", {"ge": []}),
        ("trenches", {"erzurum": {"level": 3, "owner": "ap"}}),
        ("uprisings", {"van": "kurdish"}),
        ("commitment", {"ap": "half"}),
        ("events", {"ap_56": 1}),
        ("greece", None),
        ("collapsed", ["greece"]),
        ("revolution", {"stage": 5}),
        ("version", 2),
    ],
)
def test_the_schema_refuses_what_the_core_refuses(
    key: str, value: object, position: pog.Position
) -> None:
    schema = json.loads((ROOT / "docs/position.schema.json").read_text())
    document = {**json.loads(position.to_json()), key: value}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema)
    with pytest.raises((lexbelli.BadInput, lexbelli.InvalidSetup)):
        lexbelli.load(json.dumps(document))


def test_a_position_never_changes(position: pog.Position) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.core = position.core  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        position.turn = 2  # type: ignore[misc]
    before = position.to_json()
    position.setup()["units"].clear()
    dict(position.units).clear()
    position.supply().clear()
    position.flips().append("erzurum")
    assert position.to_json() == before


def test_copies_and_pickles_are_equal(position: pog.Position) -> None:
    for again in (
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert again == position
        assert hash(again) == hash(position)
    line = pickle.loads(pickle.dumps(position.supply()["tu_ix_corps"]))
    assert line == "full"
    assert line.path == position.supply()["tu_ix_corps"].path


def test_a_pickle_keeps_what_was_allowed_and_whose_tables(
    position: pog.Position, tmp_path: Path
) -> None:
    setup = position.setup()
    setup["units"]["erzurum"].append("ru_div_3")
    setup["units"].pop("oltu")
    odd = pog.Position.from_setup(setup, allow=["all"])
    assert odd.allowed
    again = pickle.loads(pickle.dumps(odd))
    assert again == odd
    assert again.allowed == odd.allowed
    own = pog.scenario("1914_campaign", str(tmp_path))
    assert pickle.loads(pickle.dumps(own)).core.tables.directory == str(tmp_path)


def test_positions_that_differ_are_not_equal(position: pog.Position) -> None:
    other = position.with_change(units={"tu_ix_corps": "erzurum"})
    assert other != position
    assert hash(other) != hash(position)
    assert position != object()
    assert other.with_change(units={"tu_ix_corps": "koprukoy"}) == position


def test_text_of_a_position(position: pog.Position) -> None:
    assert "1914_campaign" in repr(position) or "Fall 1914" in repr(position)
    assert "tu_ix_corps" in str(position)


# --- what if ----------------------------------------------------------------------------


def test_with_change_leaves_the_old_position_alone(position: pog.Position) -> None:
    before = position.to_json()
    position.with_change(
        units={"tu_ix_corps": None, "tu_x_corps": "koprukoy"},
        control={"gaza": "cp"},
        events={"ap_11": 1},
        setup={"turn": 2},
    )
    assert position.to_json() == before


def test_with_change_changes_what_it_says(position: pog.Position) -> None:
    new = position.with_change(
        units={"tu_ix_corps": None, "tu_x_corps": "koprukoy"},
        events={"ap_11": 1},
        setup={"turn": 2},
    )
    assert "tu_ix_corps" not in new.units
    assert new.units["tu_x_corps"] == "koprukoy"
    assert new.setup()["events"]["ap_11"] == 1
    assert new.turn == 2
    assert "ap_11" not in new.with_change(events={"ap_11": None}).setup()["events"]


def test_control_goes_and_comes_back(position: pog.Position) -> None:
    taken = position.with_change(control={"beirut": "ap"})
    assert (position.control("beirut"), taken.control("beirut")) == ("cp", "ap")
    assert taken.with_change(control={"beirut": "cp"}) == position


def test_a_reduced_unit_taken_away_is_no_longer_reduced(position: pog.Position) -> None:
    assert "tu_x_corps" in position.setup()["reduced"]
    assert "tu_x_corps" not in position.with_change(units={"tu_x_corps": None}).setup()["reduced"]


def test_what_was_allowed_stays_allowed(position: pog.Position) -> None:
    setup = position.setup()
    setup["units"]["erzurum"].append("ru_div_3")
    setup["units"].pop("oltu")
    odd = pog.Position.from_setup(setup, allow=["all"])
    assert odd.with_change(setup={"turn": 2}).allowed == odd.allowed


# --- supply -----------------------------------------------------------------------------


def test_a_supply_line_is_a_string_with_a_path(position: pog.Position) -> None:
    line = position.supply()["tu_ix_corps"]
    assert line == "full"
    assert isinstance(line, str)
    assert line.path[0] == line.space == "koprukoy"
    assert line.path[-1] == line.source
    assert len(line.trace.links) == len(line.path) - 1
    assert line.side == "cp"
    assert line.rule
    assert line.text
    assert line.cut == ()


def test_every_unit_on_the_map_with_a_side_has_a_status(position: pog.Position) -> None:
    boxes = {
        space for space in position.spaces if position.core.tables.space(space)["kind"] == "box"
    }
    expected = {
        unit
        for unit, place in position.units.items()
        if place not in boxes and position.side_of(unit) in ("ap", "cp")
    }
    assert position.supply().keys() == expected


def other_answers(seed: int, readings: dict[str, bool]) -> bool:
    """Whether other readings change an answer on a random position."""
    core = random_position(seed).core
    questions = (core.supply, core.flips, partial(core.activations, "ap"))
    return any(ask(readings) != ask() for ask in questions)


def test_readings_are_documented_switches(position: pog.Position) -> None:
    for name, rule, usual, explanation in pog.readings():
        assert rule[0].isdigit()
        assert explanation
        assert position.supply({name: usual}) == position.supply()
        changed = (other_answers(seed, {name: not usual}) for seed in range(120))
        assert any(changed), name
    with pytest.raises(lexbelli.BadInput, match="no_such_reading"):
        position.supply({"no_such_reading": True})


def test_a_trace_of_a_space(position: pog.Position) -> None:
    trace = position.trace_space("ankara")
    assert (trace.space, trace.side, trace.flips) == ("ankara", "cp", False)
    assert trace.path[0] == "ankara"
    assert trace.path[-1] == trace.source
    with pytest.raises(lexbelli.BadInput, match="erzerum"):
        position.trace_space("erzerum")


# --- errors -----------------------------------------------------------------------------


def test_bad_input_names_field_and_nearest_choice(position: pog.Position) -> None:
    setup = position.setup()
    setup["units"]["koprukoy"] = ["tu_ix_korps"]
    with pytest.raises(lexbelli.BadInput) as raised:
        pog.Position.from_setup(setup)
    assert raised.value.field == "units.koprukoy[0]" or "koprukoy" in str(raised.value.field)
    assert raised.value.suggestion == "tu_ix_corps"
    with pytest.raises(lexbelli.BadInput) as raised:
        lexbelli.scenario("1914_campain")
    assert (raised.value.field, raised.value.suggestion) == ("scenario", "1914_campaign")


def test_invalid_setup_lists_every_problem_with_a_known_code(position: pog.Position) -> None:
    setup = position.setup()
    setup["units"]["erzurum"].append("ru_div_3")
    setup["units"].pop("oltu")
    with pytest.raises(lexbelli.InvalidSetup) as raised:
        pog.Position.from_setup(setup)
    codes = {code for code, _ in pog.tables.problem_codes()}
    assert raised.value.problems
    assert {code for code, _, _ in raised.value.problems} <= codes
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.problems == raised.value.problems


def test_load_reads_text_bytes_paths_and_names_no_file(tmp_path: Path) -> None:
    position = lexbelli.scenario("1914_campaign")
    file = tmp_path / "position.json"
    file.write_text(position.to_json())
    for source in (file, str(file), position.to_json(), position.to_bytes()):
        assert lexbelli.load(source) == position
    for nothing in ("", "no such file", tmp_path, "a\0b", "x" * 5000):
        with pytest.raises(lexbelli.BadInput):
            lexbelli.load(nothing)


def test_an_owners_tables_take_the_place_of_ours(tmp_path: Path) -> None:
    from lexbelli import _core

    text = _core.resource("scenarios/pursuit_of_glory/1914_campaign.toml")
    (tmp_path / "1914_campaign.toml").write_text(text.replace("turn = 1\n", "turn = 2\n", 1))
    assert (
        lexbelli.scenario("1914_campaign").to_json()
        != (changed := lexbelli.scenario("1914_campaign", str(tmp_path))).to_json()
    )
    assert "turn 2" in changed.title
