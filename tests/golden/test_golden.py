"""Recorded answers of another program: every difference has a rule, and the page says why."""

import re
from pathlib import Path

import pytest

from lexbelli import _core
from lexbelli.pursuit_of_glory.compare import compare

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs/differences.md"


@pytest.mark.parametrize("kind", ["supply", "supply_perturbed"])
def test_every_recorded_answer_is_ours_or_explained_and_the_law_agrees(kind: str) -> None:
    report = compare([str(HERE / f"{kind}.jsonl.gz")], examples=3, by_law=True)
    assert report.records > 70
    units = report.tallies["units"]
    assert units.agree > 0.98 * units.asked > 0
    for tally in report.tallies.values():
        assert not tally.unexplained, report.examples
    assert report.law_asked == report.records
    assert not report.law_differs, "\n".join(report.law_differs)


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
