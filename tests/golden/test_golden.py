"""Recorded answers of another program: every difference has a rule, and the page says why."""

import re
from pathlib import Path

import pytest

from lexbelli import _core
from lexbelli.pursuit_of_glory.answers import ABOUT
from lexbelli.pursuit_of_glory.compare import compare

HERE = Path(__file__).parent
OF_CHOICES = {name for names in ABOUT.values() for name in names}
PAGE = HERE.parents[1] / "docs/differences.md"


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
        assert all(tally.asked for tally in report.tallies.values())
    for tally in report.tallies.values():
        assert not tally.unexplained, report.examples
    assert report.law_asked == report.records
    assert not report.law_differs, "\n".join(report.law_differs)


def test_the_sample_of_choices_holds_every_class_of_the_page() -> None:
    """A reading with a number in a column of the page explains an answer of that kind."""
    report = compare([str(HERE / "choices.jsonl.gz")], examples=0)
    kinds = ("costs", "offers", "steps", "stops", "targets")
    rows = re.findall(r"^\| [\w.\-]+ \| `(\w+)` \|((?:[^|]*\|){5})", PAGE.read_text(), re.MULTILINE)
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
