"""Recorded answers of another program: every difference is known, and the page says why."""

import csv
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lexbelli import _core
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory import battles, tables
from lexbelli.pursuit_of_glory.compare import compare
from lexbelli.pursuit_of_glory.golden import KINDS, Fought, read_records

HERE = Path(__file__).parent
SAMPLES = (
    *("supply", "supply_perturbed", "choices", "combat", "aftermath", "phases", "events"),
    *("replacements", "redeployments", "happened"),
)
KNOWN = HERE / "known_differences.csv"
PAGE = HERE.parents[1] / "docs/differences.md"


OF_BATTLES = (
    "fire_tables",
    "strengths",
    "shifts",
    "modifiers",
    "loss_numbers",
    "first_fire",
    "flanks",
    "forts",
    "defenders",
)
# What is asked of battles after their dice.
AFTER = ("first_losses", "retreats")
# What is asked of phases.
PHASES = ("phases",)
# What is asked of the cards.
EVENTS = ("events",)
# What is asked of replacement points, of redeployments, and of what comes of events.
POINTS = ("replacements", "prices", "payers")
ENDS = ("redeployments",)
OUTCOMES = ("outcomes",)
# Classes whose records all hold a difference that is not weighed yet.
NOT_SAMPLED = {("redeployments", "contested_regions_open")}
# The columns of numbers of the page's tables.
COLUMNS = {
    "## Supply": ("units", "spaces"),
    "## Activation, movement, targets of attack": ("costs", "offers", "steps", "stops", "targets"),
    "## Battles": (
        "strengths",
        "shifts",
        "modifiers",
        "loss_numbers",
        "first_fire",
        "defenders",
    ),
    "## Losses and retreats": AFTER,
    "## Phases": PHASES,
    "## Events": EVENTS,
    "## Replacement points": POINTS,
    "## Strategic redeployment": ENDS,
    "## Outcomes of events": OUTCOMES,
}


@pytest.mark.parametrize(
    ("kind", "least"), [("supply", 70), ("supply_perturbed", 70), ("choices", 40)]
)
def test_every_recorded_answer_is_ours_or_known_and_the_law_agrees(kind: str, least: int) -> None:
    report = compare([str(HERE / f"{kind}.jsonl.gz")], examples=3, by_law=True)
    assert report.records >= least
    units = report.tallies["units"]
    assert units.agree > 0.98 * units.asked > 0
    if kind == "choices":
        tallies = report.tallies.items()
        assert all(
            tally.asked
            for kind, tally in tallies
            if kind
            in (*COLUMNS["## Supply"], *COLUMNS["## Activation, movement, targets of attack"])
        )
    for tally in report.tallies.values():
        assert not tally.unexplained, report.examples
    assert report.law_asked == report.records
    assert not report.law_differs, "\n".join(report.law_differs)


def test_the_list_holds_what_differs_and_nothing_else(tmp_path: Path) -> None:
    """What the samples say is a list with the same rows, and none of them is gone."""
    written = tmp_path / "written.csv"
    files = [str(HERE / f"{name}.jsonl.gz") for name in SAMPLES]
    report = compare(files, examples=0, write_known=str(written))
    assert report.ok
    assert report.gone == 0
    assert _rows(written) == _rows(KNOWN)


def test_every_class_of_differences_is_weighed_on_the_page() -> None:
    """A class is a rule and a word for how the other program reads it."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^\| ([\w.\-]+) \| `(\w+)` \|", page, re.MULTILINE)
    rules = {name: rule for rule, name in found}
    assert set(found) == {(rule, name) for name, rule in rules.items()}
    assert len(rules) > 50
    for row in _rows(KNOWN):
        told = {rules[name] for name in row["reading"].split(" + ")}
        assert set(row["rule"].split(" + ")) == told, row


def test_the_samples_hold_the_classes_of_the_page() -> None:
    """A class with a number in a column of the page has a difference of that kind on the list."""
    found = {(row["kind"], name) for row in _rows(KNOWN) for name in row["reading"].split(" + ")}
    asked = 0
    for heading, kinds in COLUMNS.items():
        part = _part(heading)
        width = len(kinds)
        for name, cells in re.findall(
            rf"^\| [\w.\-]+ \| `(\w+)` \|((?:[^|]*\|){{{width}}})", part, re.MULTILINE
        ):
            for kind, number in zip(kinds, cells.split("|"), strict=False):
                if number.strip() and (kind, name) not in NOT_SAMPLED:
                    asked += 1
                    assert (kind, name) in found, (kind, name)
    assert asked > 40


def test_every_switch_is_weighed_on_the_page_of_readings() -> None:
    page = (PAGE.parent / "readings.md").read_text(encoding="utf-8")
    for name, rule, default, _ in _core.PursuitTables.readings():
        assert default is False
        row = next(line for line in page.splitlines() if f"| `{name}` |" in line)
        assert row.split("|")[1].strip() == rule


def test_recorded_battles_are_fought_as_recorded_or_differ_by_a_named_rule() -> None:
    report = compare([str(HERE / "combat.jsonl.gz")], examples=3)
    assert report.records >= 90
    assert not report.skipped
    for kind in OF_BATTLES:
        tally = report.tallies[kind]
        assert tally.asked >= report.records // 3, kind
        assert not tally.unexplained, report.examples
        assert tally.asked == tally.agree + sum(tally.explained.values())


def _part(heading: str) -> str:
    """One part of the page."""
    return PAGE.read_text(encoding="utf-8").partition(f"{heading}\n")[2].partition("\n## ")[0]


def _rows(path: Path) -> list[dict[str, str]]:
    """The rows of a list of known differences, in an order of their own."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["kind"] for row in rows} <= set(KINDS)
    return sorted(rows, key=lambda row: tuple(row.values()))


def test_recorded_losses_and_retreats_are_ours_or_differ_by_a_named_rule() -> None:
    report = compare([str(HERE / "aftermath.jsonl.gz")], examples=3)
    assert report.records >= 50
    for kind, least in (("first_losses", 600), ("retreats", 50)):
        tally = report.tallies[kind]
        assert tally.asked >= least
        assert not tally.unexplained, report.examples
        assert tally.asked == tally.agree + sum(tally.explained.values())


def test_recorded_phases_come_out_as_recorded_or_differ_by_a_named_rule(tmp_path: Path) -> None:
    """Offensives, attrition, sieges, revolution and war status, dice and choices forced."""
    report = compare([str(HERE / "phases.jsonl.gz")], examples=3)
    assert report.records >= 75
    assert not report.skipped
    tally = report.tallies["phases"]
    assert tally.asked > 300
    assert not tally.unexplained, report.examples
    assert tally.asked == tally.agree + sum(tally.explained.values())
    # Another end is noticed, and another kind of phase is left out.
    with gzip.open(HERE / "phases.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = {record["phase"]: record for record in map(json.loads, lines)}
    records["siege"]["after"]["forts_destroyed"] = []
    records["revolution"]["after"]["ru_revolution"] = 4 - records["revolution"]["ru_revolution"]
    records["war_status"]["phase"] = "draw"
    file = tmp_path / "wrong.jsonl"
    told = [json.dumps(records[phase]) for phase in ("siege", "revolution", "war_status")]
    file.write_text("\n".join(told), encoding="utf-8")
    report = compare([str(file)], examples=9)
    assert dict(report.skipped) == {"phase draw": 1}
    assert {one.about for one in report.examples if one.rule is None} >= {"stage"}


def _battles() -> list[Fought]:
    loaded = tables.load()
    records = read_records(str(HERE / "aftermath.jsonl.gz"), loaded)
    return [record for record in records if isinstance(record, Fought)]


def test_the_checker_says_the_same_of_recorded_retreats() -> None:
    judged = 0
    for record in _battles():
        position = record.course.retreat()
        asked = position.decision()
        if asked["kind"] != "retreat":
            continue  # There is one answer only, and it is not asked.
        for unit in record.retreats:
            start = position.units()[unit]
            near = [place for place, _ in position.tables.space(start)["links"]]
            sails = [f"sail {unit} {place}" for place in position.tables.space_ids()]
            ours = set(position.first_retreats(unit))
            for text in [f"retreat {unit} {place}" for place in near] + sails:
                place = text.split()[2]
                if text.startswith("sail") and place not in ours - set(near):
                    continue
                codes = {fault["witness"].partition("(")[0] for fault in position.check(text)}
                assert (place in ours) == (codes <= {"must_retreat"}), (record.id, text, codes)
                judged += 1
    assert judged > 100


def test_the_law_says_the_same_of_recorded_first_steps() -> None:
    asked = 0
    for record in _battles()[::6]:
        for role, number in (("defender", 3), ("attacker", 4)):
            position = record.course.losses(role, number)
            stage = position.stage
            decided = position.decision()["kind"] == "losses"
            if not decided or stage != f"{role}s_losses":
                continue  # There is one answer only, and it is not asked.
            orders = battles.orders_by_law(position, "losses")
            units = {order.content["unit"] for order in orders if order.kind != "replace"}
            replacing = {order.content["by"] for order in orders if order.kind == "replace"}
            ours = position.first_losses()
            assert ours is not None
            assert units - replacing == set(ours[0]), (record.id, role, number)
            asked += 1
    assert asked > 3


def test_a_battle_that_a_unit_joins_unnamed_is_left_out(tmp_path: Path) -> None:
    with gzip.open(HERE / "combat.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    played = next(one for one in records if one["type"] == "combat_played")
    played["combat"]["cards"]["attacker"] = ["52:MARCH AND COUNTERMARCH CC"]
    file = tmp_path / "joined.jsonl"
    file.write_text(json.dumps(played), encoding="utf-8")
    report = compare([str(file)], examples=0)
    assert (report.records, dict(report.skipped)) == (0, {"combat_played": 1})


def test_a_wrong_figure_stays_unexplained(tmp_path: Path) -> None:
    with gzip.open(HERE / "combat.jsonl.gz", "rt", encoding="utf-8") as lines:
        record = json.loads(next(lines))
    record["combat"]["att"]["cf"] += 50
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(record), encoding="utf-8")
    report = compare([str(file)], examples=1)
    assert report.tallies["strengths"].unexplained == 1
    assert not report.ok


def test_recorded_events_may_be_played_as_recorded_or_differ_by_a_named_rule() -> None:
    report = compare([str(HERE / "events.jsonl.gz")], examples=3)
    assert report.records == 27
    assert not report.skipped
    assert not report.unread
    tally = report.tallies["events"]
    # Of each position the 81 events, but for those of a side that has acted in the last round.
    assert tally.asked > 26 * 75
    assert not tally.unexplained, report.examples
    assert tally.agree > 0.95 * tally.asked


@pytest.mark.parametrize(
    ("name", "kinds", "records", "asked"),
    [
        ("replacements", POINTS, 20, 100),
        ("redeployments", ENDS, 15, 30_000),
        ("happened", OUTCOMES, 50, 300),
    ],
)
def test_recorded_points_redeployments_and_events_are_ours_or_differ_by_a_named_rule(
    name: str, kinds: tuple[str, ...], records: int, asked: int
) -> None:
    report = compare([str(HERE / f"{name}.jsonl.gz")], examples=3)
    assert report.records >= records
    assert not report.skipped
    assert not report.unread
    for kind, tally in report.tallies.items():
        assert (tally.asked > 0) == (kind in kinds), kind
        assert not tally.unexplained, report.examples
        assert tally.asked == tally.agree + sum(tally.explained.values())
    assert sum(report.tallies[kind].asked for kind in kinds) >= asked


def _first(name: str, suits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first record of a sample that suits."""
    with gzip.open(HERE / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return next(one for one in map(json.loads, lines) if suits(one))


def _new(record: dict[str, Any], tmp_path: Path) -> set[tuple[str, str | None, str | None]]:
    """What is new about a record: the kind, the unit, and what else is asked."""
    file = tmp_path / "changed.jsonl"
    file.write_text(json.dumps(record), encoding="utf-8")
    report = compare([str(file)], examples=9, known=[str(KNOWN)])
    assert not report.unread
    return {(one.kind, one.unit, one.about) for one in report.examples if one.rule is None}


def test_another_step_price_or_payer_is_new(tmp_path: Path) -> None:
    listed = {(row["record"], row["unit"]) for row in _rows(KNOWN)}

    def restored(record: dict[str, Any]) -> list[str]:
        return [
            unit
            for unit, step in record["units"].items()
            if "at" in step and step["with"] and (record["id"], unit) not in listed
        ]

    record = _first("replacements", lambda one: bool(restored(one)))
    assert not _new(record, tmp_path)
    unit = restored(record)[0]
    step = record["units"][unit]
    step["cost"] += 1
    assert _new(record, tmp_path) == {("prices", unit, None)}
    step["cost"] -= 1
    step["with"] = []
    assert _new(record, tmp_path) == {("payers", unit, None)}
    del record["units"][unit]
    assert _new(record, tmp_path) == {("replacements", unit, "restore")}


def test_another_end_or_price_of_a_redeployment_is_new(tmp_path: Path) -> None:
    listed = {(row["record"], row["unit"]) for row in _rows(KNOWN)}
    record = _first("redeployments", lambda one: len(one["sr"]) > 1)
    assert not _new(record, tmp_path)
    unit, told = next(
        (unit, told)
        for unit, told in record["sr"].items()
        if (record["id"], unit) not in listed and told.get("offered", True)
    )
    end = told["dest"].pop()
    assert _new(record, tmp_path) == {("redeployments", unit, end)}
    told["dest"].append(end)
    told["dest_cost"] = {end: 6}
    assert ("redeployments", unit, end) in _new(record, tmp_path)


def test_another_outcome_of_an_event_is_new(tmp_path: Path) -> None:
    record = _first("happened", lambda one: bool(one["after"]))
    assert not _new(record, tmp_path)
    record["after"]["vp"] += 3
    assert _new(record, tmp_path) == {("outcomes", None, "track vp")}
    record["more"]["cards"] = {}
    file = tmp_path / "broken.jsonl"
    file.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(BadInput, match="unknown or missing: 'ap'"):
        compare([str(file)], examples=0)
