"""Recorded answers of another program: every difference has a rule, and the page says why."""

import gzip
import json
import re
from pathlib import Path

import pytest

from lexbelli import _core
from lexbelli.pursuit_of_glory.answers import ABOUT
from lexbelli.pursuit_of_glory.compare import compare

HERE = Path(__file__).parent
OF_CHOICES = {name for names in ABOUT.values() for name in names}
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


@pytest.mark.parametrize(
    ("kind", "least"), [("supply", 70), ("supply_perturbed", 70), ("choices", 40)]
)
def test_every_recorded_answer_is_ours_or_explained_and_the_law_agrees(
    kind: str, least: int
) -> None:
    report = compare([str(HERE / f"{kind}.jsonl.gz")], examples=3, by_law=True)
    assert report.records >= least
    units = report.tallies["units"]
    assert units.agree > 0.98 * units.asked > 0
    if kind == "choices":
        tallies = report.tallies.items()
        assert all(tally.asked for kind, tally in tallies if kind not in OF_BATTLES)
    for tally in report.tallies.values():
        assert not tally.unexplained, report.examples
    assert report.law_asked == report.records
    assert not report.law_differs, "\n".join(report.law_differs)


def test_the_sample_of_choices_holds_every_class_of_the_page() -> None:
    """A reading with a number in a column of the page explains an answer of that kind."""
    report = compare([str(HERE / "choices.jsonl.gz")], examples=0)
    kinds = ("costs", "offers", "steps", "stops", "targets")
    page = PAGE.read_text(encoding="utf-8").partition("## Battles")[0]
    rows = re.findall(r"^\| [\w.\-]+ \| `(\w+)` \|((?:[^|]*\|){5})", page, re.MULTILINE)
    asked = 0
    for name, cells in rows:
        if name not in OF_CHOICES:
            continue
        for kind, number in zip(kinds, cells.split("|"), strict=False):
            if number.strip():
                asked += 1
                found = " ".join(report.tallies[kind].readings)
                assert name in found.split(), (kind, name)
    assert asked > 25


def test_every_reading_is_weighed_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, rule, default, _ in _core.PursuitTables.readings():
        assert default is False
        assert f"`{name}`" in page, name
        row = next((line for line in page.splitlines() if f"| `{name}` |" in line), None)
        assert row is None or row.split("|")[1].strip() == rule


def test_the_page_names_no_reading_that_does_not_exist() -> None:
    known = {name for name, _, _, _ in _core.PursuitTables.readings()}
    rows = re.findall(r"^\| [\w.\-]+ \| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(rows) <= known
    assert len(rows) > 15


def test_recorded_battles_are_fought_as_recorded_or_differ_by_a_named_rule() -> None:
    report = compare([str(HERE / "combat.jsonl.gz")], examples=3)
    assert report.records >= 90
    assert not report.skipped
    for kind in OF_BATTLES:
        tally = report.tallies[kind]
        assert tally.asked >= report.records // 3, kind
        assert not tally.unexplained, report.examples
        assert tally.asked == tally.agree + sum(tally.explained.values())


def test_the_sample_of_battles_holds_every_class_of_the_page() -> None:
    report = compare([str(HERE / "combat.jsonl.gz")], examples=0)
    found = {name for kind in OF_BATTLES for name in report.tallies[kind].readings}
    page = PAGE.read_text(encoding="utf-8").partition("## Battles")[2]
    named = set(re.findall(r"^\| [\w.\-]+ \| `(\w+)` \|", page, re.MULTILINE))
    assert named == found == set(ABOUT["modifiers"])


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
