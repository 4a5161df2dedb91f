"""Recorded answers of another program: every difference has a rule, and the page says why."""

import gzip
import json
import re
from pathlib import Path

import pytest

from lexbelli import _core
from lexbelli.pursuit_of_glory import battles, tables
from lexbelli.pursuit_of_glory.answers import ABOUT
from lexbelli.pursuit_of_glory.compare import compare
from lexbelli.pursuit_of_glory.courses import How
from lexbelli.pursuit_of_glory.records import Fought, Spaces, read_records

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
# What is asked of battles after their dice.
AFTER = ("first_losses", "retreats")


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
        assert all(tally.asked for kind, tally in tallies if kind not in (*OF_BATTLES, *AFTER))
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
    named = _named("## Battles")
    assert named == found == set(ABOUT["modifiers"])


def _named(heading: str) -> set[str]:
    """The readings in the tables of one part of the page."""
    part = PAGE.read_text(encoding="utf-8").partition(f"{heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| [\w.\-]+ \| `(\w+)` \|", part, re.MULTILINE))


def test_recorded_losses_and_retreats_are_ours_or_differ_by_a_named_rule() -> None:
    report = compare([str(HERE / "aftermath.jsonl.gz")], examples=3)
    assert report.records >= 50
    found = set()
    for kind, least in (("first_losses", 600), ("retreats", 50)):
        tally = report.tallies[kind]
        assert tally.asked >= least
        assert not tally.unexplained, report.examples
        assert tally.asked == tally.agree + sum(tally.explained.values())
        found |= {name for told in tally.readings for name in told.split(" + ")}
    # The sample holds every class of the page.
    assert found == _named("## Losses and retreats")


def _battles() -> list[Fought]:
    loaded = tables.load()
    records = read_records(str(HERE / "aftermath.jsonl.gz"), loaded, Spaces(loaded))
    return [record for record in records if isinstance(record, Fought)]


def test_the_checker_says_the_same_of_recorded_retreats() -> None:
    judged = 0
    for record in _battles():
        position = record.course.retreat(How())
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
                codes = {
                    fault["witness"].partition("(")[0] for fault in position.check_battle(text)
                }
                assert (place in ours) == (codes <= {"must_retreat"}), (record.id, text, codes)
                judged += 1
    assert judged > 100


def test_the_law_says_the_same_of_recorded_first_steps() -> None:
    asked = 0
    for record in _battles()[::6]:
        for role, number in (("defender", 3), ("attacker", 4)):
            position = record.course.losses(role, number, How())
            stage = json.loads(position.to_json())["battle"]["stage"]
            decided = position.decision()["kind"] == "losses"
            if not decided or stage != f"{role}s_losses":
                continue  # There is one answer only, and it is not asked.
            orders = battles.orders(position, "losses")
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
