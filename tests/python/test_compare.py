"""Comparison with recorded answers."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.records import EVENT_CARDS
from support import answer, invoke

_THEIRS = {"limited_disrupted": "limited+disrupted"}
_UPRISINGS = {"persian": "pe", "armenian": "arm", "soviet": "soviet"}
_KEYS = {card: key for key, card in EVENT_CARDS.items()}


def record(position: pog.Position, name: str) -> dict[str, Any]:
    """Write a position and our answers in the notation of a record."""
    setup = position.setup()
    tables = position.core.tables
    on_map = [
        s for s in position.spaces if tables.space(s)["kind"] in ("space", "region", "island_base")
    ]
    events = setup.get("events", {})
    return {
        "id": name,
        "type": "supply",
        "turn": position.turn,
        "round": position.round,
        "active": position.active,
        "pieces": dict(position.units),
        "reduced": setup.get("reduced", []),
        "control": {space: position.control(space) for space in on_map},
        "trenches": {s: [t["level"], t["owner"]] for s, t in setup.get("trenches", {}).items()},
        "forts_destroyed": setup.get("forts_destroyed", []),
        "beachheads": setup.get("beachheads", []),
        "uprisings": {s: _UPRISINGS[kind] for s, kind in setup.get("uprisings", {}).items()},
        "ru_control_markers": setup.get("ru_vp", []),
        "neutrals": {
            "bulgaria": "cp_33" in events,
            "romania": "ap_29" in events,
            "greece": setup.get("greece", "neutral"),
            "persia_open": bool(events.keys() & {"ap_08", "cp_10"}),
        },
        "ru_revolution": setup.get("revolution", {}).get("stage", 0),
        "events_played": {_KEYS[card]: 1 for card in events if card in _KEYS},
        "supply": {u: _THEIRS.get(s, str(s)) for u, s in position.supply().items()},
        "oos_spaces": position.flips(),
    }


def choices(position: pog.Position, name: str, unit: str, ops: int = 3) -> dict[str, Any]:
    """Write a position and our answers about choices in the notation of a record."""
    content = record(position, name)
    for key in ("supply", "oos_spaces"):
        del content[key]
    costs = {
        place: {purpose: group[purpose]["cost"] or 0 for purpose in ("move", "attack")}
        for place, group in position.core.activations().items()
    }
    judge = _core.PursuitReferee(position.core, ops)
    reach = judge.destinations(unit)
    return content | {
        "type": "legal",
        "ops_left": ops,
        "activation_costs": costs,
        "legal": {f"activate_{purpose}": places for purpose, places in judge.offers().items()},
        "attack_targets": judge.attack_targets([unit]),
        "move": {
            "unit": unit,
            "first_steps": reach["first"],
            "destinations": {place: stop["points"] for place, stop in reach["stops"].items()},
        },
    }


def write(file: Path, *records: dict[str, Any]) -> str:
    file.write_bytes(gzip.compress("".join(json.dumps(r) + "\n" for r in records).encode()))
    return str(file)


@pytest.fixture(name="position")
def _position() -> pog.Position:
    return pog.scenario("1914_campaign")


def test_our_own_answers_agree_with_us(position: pog.Position, tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl.gz", record(position, "one"), {"type": "weather"})
    given = answer("compare", file)
    assert given["records"] == 1
    assert given["units"] == given["agree"] == len(position.supply())
    assert given["explained"] == {}
    assert given["unexplained"] == 0
    assert given["spaces"]["asked"] == given["spaces"]["agree"] > 200
    assert given["skipped"] == {"weather": 1}
    assert given["examples"] == []
    assert invoke("compare", file).exit_code == 0


def test_what_no_reading_gives_is_unexplained(position: pog.Position, tmp_path: Path) -> None:
    wrong = record(position, "wrong")
    wrong["supply"]["tu_ix_corps"] = "limited+disrupted"
    wrong["oos_spaces"] = [*wrong["oos_spaces"], "ankara"]
    file = write(tmp_path / "a.jsonl.gz", record(position, "right"), wrong)
    given = answer("compare", file)
    assert (given["records"], given["unexplained"], given["spaces"]["unexplained"]) == (2, 1, 1)
    assert given["agree"] == given["units"] - 1
    unit, space = sorted(given["examples"], key=lambda example: example["unit"] is None)
    assert (unit["record"], unit["unit"], unit["space"]) == ("wrong", "tu_ix_corps", "koprukoy")
    assert (unit["ours"], unit["theirs"], unit["rule"]) == ("full", "limited_disrupted", None)
    assert (space["space"], space["ours"], space["theirs"]) == ("ankara", "holds", "flips")
    result = invoke("compare", file)
    assert result.exit_code == 1
    assert "unexplained" in result.stdout


def test_a_space_with_an_intact_fort_is_not_asked_for(
    position: pog.Position, tmp_path: Path
) -> None:
    listed = record(position, "fort")
    listed["oos_spaces"] = [*listed["oos_spaces"], "erzurum"]
    assert answer("compare", write(tmp_path / "a.gz", listed))["spaces"]["unexplained"] == 0


def test_a_reading_that_gives_their_answer_explains_it(tmp_path: Path) -> None:
    """Every reading that makes a difference on a random position explains that difference."""
    explained = 0
    for seed in range(40):
        position = pog.wander(seed)
        for name, rule, usual, _ in pog.readings():
            other = position.supply({name: not usual})
            changed = [unit for unit, status in position.supply().items() if other[unit] != status]
            if not changed or explained > 3:
                continue
            theirs = record(position, f"{seed}-{name}")
            theirs["supply"] |= {u: _THEIRS.get(s, str(s)) for u, s in other.items()}
            given = answer("compare", write(tmp_path / "a.gz", theirs))
            if given["units"] - given["agree"] != len(changed):
                continue  # the notation of records cannot hold this position
            assert given["unexplained"] == 0
            assert sum(given["explained"].values()) == len(changed)
            assert rule in " + ".join(given["explained"])
            explained += 1
    assert explained


def test_a_neutral_country_is_nobodys_and_its_units_stand_aside(
    position: pog.Position, tmp_path: Path
) -> None:
    neutral = record(position, "neutral")
    neutral["pieces"] |= {"bu_1_army": "vidin", "sb_1_army": "belgrade"}
    neutral["control"] |= {"vidin": "neutral", "belgrade": "neutral"}
    given = answer("compare", write(tmp_path / "a.gz", neutral))
    assert given["units"] == given["agree"]


def test_examples_are_as_many_as_wanted(position: pog.Position, tmp_path: Path) -> None:
    wrong = record(position, "wrong")
    wrong["supply"] = dict.fromkeys(wrong["supply"], "limited+disrupted")
    file = write(tmp_path / "a.gz", wrong)
    for number in (0, 2):
        examples = answer("compare", file, "--examples", str(number))["examples"]
        assert len([e for e in examples if e["rule"] is None]) == number


def test_the_law_can_be_asked_as_well(position: pog.Position, tmp_path: Path) -> None:
    file = write(tmp_path / "a.gz", record(position, "one"))
    assert answer("compare", file)["law"] == {"records": 0, "differs": []}
    assert answer("compare", file, "--law")["law"] == {"records": 1, "differs": []}
    assert "Law and core differ on 0 of 1 records." in invoke("compare", file, "--law").stdout


def test_the_report_can_be_read(position: pog.Position, tmp_path: Path) -> None:
    wrong = record(position, "wrong")
    wrong["supply"]["tu_ix_corps"] = "limited+disrupted"
    shown = invoke("compare", write(tmp_path / "a.gz", wrong)).stdout
    assert "wrong: tu_ix_corps at koprukoy: ours full, theirs limited_disrupted" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_our_own_choices_agree_with_us(position: pog.Position, tmp_path: Path) -> None:
    file = write(tmp_path / "a.gz", choices(position, "one", "ru_cavalry_1"))
    given = answer("compare", file)
    for kind in ("costs", "offers", "steps", "stops", "targets"):
        assert given[kind]["asked"] == given[kind]["agree"] > 0, kind
        assert given[kind]["unexplained"] == 0
    assert given["units"] == given["spaces"]["asked"] == 0
    shown = invoke("compare", file, "--law").stdout
    assert "Law and core differ on 0 of 1 records." in shown
    assert "first steps: " in shown
    assert "units" not in shown


def test_choices_that_no_reading_gives_are_unexplained(
    position: pog.Position, tmp_path: Path
) -> None:
    wrong = choices(position, "wrong", "ru_cavalry_1")
    wrong["activation_costs"]["kars"]["move"] = 9
    wrong["legal"]["activate_move"].remove("kars")
    wrong["attack_targets"]["ru_cavalry_1"].append("constantinople")
    wrong["move"]["first_steps"].append("ankara")
    wrong["move"]["destinations"] |= {"ankara": 4}
    file = write(tmp_path / "a.gz", wrong)
    given = answer("compare", file)
    for kind in ("costs", "offers", "steps", "stops", "targets"):
        assert given[kind]["unexplained"] == 1, kind
    found = {example["kind"]: example for example in given["examples"]}
    assert (found["costs"]["space"], found["costs"]["about"]) == ("kars", "move")
    assert (found["costs"]["ours"], found["costs"]["theirs"]) == ("1", "9")
    assert (found["steps"]["unit"], found["steps"]["about"]) == ("ru_cavalry_1", "ankara")
    assert "11.1.2.b: " in found["steps"]["why"]
    assert found["targets"]["theirs"] == "may"
    result = invoke("compare", file)
    assert result.exit_code == 1
    assert "kars, costs, move: ours 1, theirs 9 (unexplained)" in " ".join(result.stdout.split())


def test_only_recorded_stops_are_asked_of_a_search_cut_short(
    position: pog.Position, tmp_path: Path
) -> None:
    cut = choices(position, "cut", "ru_cavalry_1")
    stops = cut["move"]["destinations"]
    stops.pop(next(iter(stops)))
    file = write(tmp_path / "a.gz", cut)
    assert answer("compare", file)["stops"]["unexplained"] == 1
    cut["move"]["truncated"] = 1
    given = answer("compare", write(tmp_path / "a.gz", cut))
    assert given["stops"]["asked"] == given["stops"]["agree"] == len(stops)


def test_an_offer_without_a_target_is_explained(position: pog.Position, tmp_path: Path) -> None:
    theirs = choices(position, "one", "ru_cavalry_1")
    judge = _core.PursuitReferee(position.core, theirs["ops_left"])
    offers = judge.offers({"attacks_need_a_target": True})
    theirs["legal"] = {f"activate_{purpose}": places for purpose, places in offers.items()}
    given = answer("compare", write(tmp_path / "a.gz", theirs))
    assert given["offers"]["unexplained"] == 0
    assert list(given["offers"]["readings"]) == ["attacks_need_a_target"]
    assert list(given["offers"]["explained"]) == ["9.2.3"]
