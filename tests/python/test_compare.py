"""Comparison with recorded answers."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory.compare import compare
from lexbelli.pursuit_of_glory.golden import EVENT_CARDS
from support import answer, invoke

_THEIRS = {"limited_disrupted": "limited+disrupted"}
_UPRISINGS = {"persian": "pe", "armenian": "arm", "soviet": "soviet"}
_COLUMNS = "record,kind,unit,space,about,ours,theirs,rule,reading"
_KEYS = {card: key for key, card in EVENT_CARDS.items()}


def record(position: pog.Position, name: str) -> dict[str, Any]:
    """Write a position and our answers in the notation of a record."""
    setup = position.in_short()
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
    judge = _core.PursuitChecker(position.core, ops)
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


def test_what_is_not_known_is_unexplained(position: pog.Position, tmp_path: Path) -> None:
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


def listed(file: Path, *rows: str) -> Path:
    """Write a list of known differences."""
    file.write_text("\n".join([_COLUMNS, *rows, ""]), encoding="utf-8")
    return file


def test_a_known_difference_is_explained_by_its_rule(
    position: pog.Position, tmp_path: Path
) -> None:
    theirs = record(position, "one")
    theirs["supply"]["tu_ix_corps"] = "oos"
    theirs["supply"]["tu_xi_corps"] = "oos"
    file = write(tmp_path / "a.jsonl.gz", theirs)
    rows = (
        "one,units,tu_ix_corps,koprukoy,,full,oos,14.1.4-1,ports_are_sources",
        "one,units,tu_xi_corps,hasankale,,full,oos,,",
        "two,units,tu_ix_corps,koprukoy,,full,oos,14.1.4-1,ports_are_sources",
    )
    where = position.units["tu_xi_corps"]
    known = listed(tmp_path / "weighed.csv", *(row.replace("hasankale", where) for row in rows))
    given = answer("compare", file, "--known", str(known))
    assert given["explained"] == {"14.1.4-1": 1}
    assert given["readings"] == {"ports_are_sources": 1}
    # A row without a rule waits to be weighed.
    assert given["unexplained"] == 1
    new, old = given["examples"]
    assert (new["unit"], new["rule"], new["readings"]) == ("tu_xi_corps", None, [])
    assert (old["unit"], old["rule"], old["readings"]) == (
        "tu_ix_corps",
        "14.1.4-1",
        ["ports_are_sources"],
    )
    assert invoke("compare", file, "--known", str(known)).exit_code == 1
    shown = invoke("compare", file, "--known", str(known)).stdout
    assert "14.1.4-1" in shown
    assert "ports_are_sources" in shown


def test_a_list_beside_the_file_is_found(position: pog.Position, tmp_path: Path) -> None:
    theirs = record(position, "one")
    theirs["supply"]["tu_ix_corps"] = "oos"
    file = write(tmp_path / "a.jsonl.gz", theirs)
    assert answer("compare", file)["unexplained"] == 1
    listed(
        tmp_path / "known_differences.csv",
        "one,units,tu_ix_corps,koprukoy,,full,oos,14.1.4-1,ports_are_sources",
    )
    given = answer("compare", file)
    assert (given["unexplained"], given["explained"]) == (0, {"14.1.4-1": 1})
    assert invoke("compare", file).exit_code == 0


def test_a_known_difference_with_another_answer_is_new(
    position: pog.Position, tmp_path: Path
) -> None:
    theirs = record(position, "one")
    theirs["supply"]["tu_ix_corps"] = "oos"
    file = write(tmp_path / "a.jsonl.gz", theirs)
    known = listed(
        tmp_path / "weighed.csv",
        "one,units,tu_ix_corps,koprukoy,,full,limited,14.1.4-1,ports_are_sources",
        "one,units,tu_xi_corps,hasankale,,full,oos,14.1.4-1,ports_are_sources".replace(
            "hasankale", position.units["tu_xi_corps"]
        ),
    )
    given = answer("compare", file, "--known", str(known))
    # Neither is what the list says: one differs otherwise, the other not at all.
    assert (given["unexplained"], given["explained"], given["gone"]) == (1, {}, 2)
    assert "none any more: 2" in invoke("compare", file, "--known", str(known)).stdout


@pytest.mark.parametrize("name", ["new.csv", "new.csv.gz"])
def test_a_list_is_written_to_be_weighed(position: pog.Position, tmp_path: Path, name: str) -> None:
    theirs = record(position, "one")
    theirs["supply"]["tu_ix_corps"] = "oos"
    theirs["oos_spaces"] = [*theirs["oos_spaces"], "ankara"]
    file = write(tmp_path / "a.jsonl.gz", theirs)
    known = listed(
        tmp_path / "weighed.csv",
        "zero,units,tu_ix_corps,koprukoy,,full,oos,3.1-1,red_sea_ports_for_all",
        "one,units,tu_ix_corps,koprukoy,,full,oos,14.1.4-1,ports_are_sources",
        "one,spaces,,kars,,flips,holds,14.2.4,serbia_feeds_its_spaces",
    )
    out = tmp_path / name
    options = ("--known", str(known), "--write-known", str(out))
    assert invoke("compare", file, *options).exit_code == 1
    raw = out.read_bytes()
    text = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode()
    # Other records stay as they are; what is no difference any more goes.
    assert text.splitlines() == [
        _COLUMNS,
        "zero,units,tu_ix_corps,koprukoy,,full,oos,3.1-1,red_sea_ports_for_all",
        "one,units,tu_ix_corps,koprukoy,,full,oos,14.1.4-1,ports_are_sources",
        "one,spaces,,ankara,,holds,flips,,",
    ]
    weighed = listed(
        tmp_path / "done.csv", *text.replace("flips,,", "flips,14.2.4,x").split("\n")[1:]
    )
    given = answer("compare", file, "--known", str(weighed))
    assert (given["unexplained"], given["spaces"]["explained"]) == (0, {"14.2.4": 1})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: the columns are record,kind"),
        ("record,rule\n", "line 1: the columns are record,kind"),
        ("{columns}\none,units\n", "line 2: has 2 cells instead of 9"),
        ("{columns}\none,unit,,a,,b,c,1.1,\n", "line 2, kind: unknown"),
        ('{columns}\none,"units\n', "is no CSV"),
    ],
)
def test_a_bad_list_is_named_with_its_line(
    position: pog.Position, tmp_path: Path, text: str, said: str
) -> None:
    file = write(tmp_path / "a.jsonl.gz", record(position, "one"))
    known = tmp_path / "bad.csv"
    known.write_text(text.format(columns=_COLUMNS), encoding="utf-8")
    result = invoke("compare", file, "--known", str(known))
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


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


def test_choices_that_are_not_known_are_unexplained(position: pog.Position, tmp_path: Path) -> None:
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


def test_bad_records_are_listed_and_the_others_compared(
    position: pog.Position, tmp_path: Path
) -> None:
    good = record(position, "good")
    nobody = choices(position, "nobody", "ru_cavalry_1")
    nobody["move"]["unit"] = "nobody"
    nowhere = fought(position, "nowhere") | {"pieces": {"ru_div_3": "atlantis"}}
    file = tmp_path / "a.jsonl"
    lines = [json.dumps(good), "{", json.dumps(nobody), json.dumps(nowhere), "[]", json.dumps(good)]
    file.write_text("\n".join(lines))
    given = answer("compare", str(file))
    assert (given["records"], given["unexplained"]) == (2, 0)
    assert given["units"] == given["agree"] == 2 * len(position.supply())
    where = [each["where"] for each in given["unread"]]
    assert [one.removeprefix(str(file)) for one in where] == [
        *(" line 2", ", record nobody", " line 4", " line 5"),
    ]
    assert "atlantis" in given["unread"][2]["why"]
    result = invoke("compare", str(file))
    assert result.exit_code == 1
    told = " ".join(result.stdout.split())
    assert "2 records, 4 bad and left out" in told
    assert "line 2: is no JSON" in told


def fought(position: pog.Position, name: str) -> dict[str, Any]:
    """Write a battle that was played, as a record."""
    content = record(position, name)
    for key in ("supply", "oos_spaces"):
        del content[key]
    fire = {"table": "scu", "cf": 0, "shift": 0, "drm": 0, "roll": 1}
    return content | {
        "type": "combat_played",
        "combat": {
            "target": "koprukoy",
            "attackers": [{"unit": "ru_div_3"}, {"unit": "ru_i_caucasian"}],
            "defenders": ["tu_ix_corps"],
            "first_fire": "both",
            "att": fire,
            "def": fire,
            "flank": None,
        },
    }


@pytest.mark.parametrize(
    ("said", "first"),
    [
        *((None, "both"), (True, "att"), (False, "def"), ("succeeded", "att"), ("failed", "def")),
        *(({"pin": "oltu", "succeeded": True}, "att"), ({"succeeded": False}, "def")),
    ],
)
def test_the_recorded_flank_attempt_says_who_fires_first(
    said: object, first: str, position: pog.Position, tmp_path: Path
) -> None:
    """12.4.3.a and 12.4.3.b: whoever wins the attempt."""
    battle = fought(position, "flank")
    battle["combat"] |= {"flank": said, "first_fire": first}
    given = answer("compare", write(tmp_path / "a.gz", battle))["first_fire"]
    assert (given["asked"], given["agree"]) == (1, 1)
    battle["combat"]["first_fire"] = "def" if first == "att" else "att"
    other = answer("compare", write(tmp_path / "a.gz", battle), "--examples", "9")
    assert other["first_fire"]["unexplained"] == 1
    [example] = [one for one in other["examples"] if one["kind"] == "first_fire"]
    word = {"both": "12.2.8.c", "att": "12.4.3: the flank attempt succeeded"}
    assert word.get(first, "12.4.3: the flank attempt failed") in example["why"]


def test_a_flank_attempt_that_says_nothing_is_a_bad_record(
    position: pog.Position, tmp_path: Path
) -> None:
    battle = fought(position, "flank")
    battle["combat"]["flank"] = 4
    given = answer("compare", write(tmp_path / "a.gz", battle, record(position, "good")))
    assert (given["records"], len(given["unread"])) == (1, 1)
    assert "'flank' says neither" in given["unread"][0]["why"]


def test_a_file_of_something_else_is_not_gone_through(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text('{"a": 1}\n' * 20_000, encoding="utf-8")
    said = r"more than 10,000 lines are no records, such as .* line 1:"
    with pytest.raises(BadInput, match=said):
        compare([str(file)], examples=0)
