"""The site: every page is in its list, links lead somewhere, API and rulebook are there whole."""

import csv
import json
import re
from pathlib import Path

import pytest

from tools.rule_pages import GAMES, chapters, pages, titles
from tools.site_pages import api_page, on_config, outside
from violations import of_the_core

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
# What leads from a page of a chapter to the project's folder.
ROOT_FROM_RULES = "../../../"
EACH_GAME = pytest.mark.parametrize("game", GAMES)


def test_every_page_stands_in_the_list() -> None:
    listed = {
        line.strip().removeprefix("- ").rpartition(" ")[2]
        for line in (ROOT / "mkdocs.yml").read_text().split("\nnav:\n")[1].splitlines()
        if line.endswith(".md")
    }
    written = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    made = {f"rules/{game}/index.md" for game in GAMES}
    assert listed == {*written, *made, "openapi.md"}


def test_links_that_leave_the_documentation_lead_to_files() -> None:
    found = {
        target
        for page in DOCS.rglob("*.md")
        for target in outside(page.relative_to(DOCS).as_posix(), page.read_text())
    }
    assert "examples/table_adapter.mjs" in found
    assert all((ROOT / target).is_file() for target in found)


def test_the_page_of_the_api_has_every_question_field_and_answer() -> None:
    document = json.loads((DOCS / "openapi.json").read_text())
    page = api_page(document)
    for path, methods in document["paths"].items():
        for method in methods:
            assert f"## {method.upper()} {path}" in page
    for name in document["components"]["schemas"]:
        assert f"### {name}\n" in page
    assert "| `as_if` | Changes that are supposed" in page
    assert "| `given` |" in page


@EACH_GAME
def test_every_rule_has_its_row_and_every_case_its_title(game: str) -> None:
    text = "".join(pages(game).values())
    with (ROOT / "rules_asp" / game / "rules.csv").open(encoding="utf-8", newline="") as file:
        numbers = [row["number"] for row in csv.DictReader(file)]
    assert len(numbers) > 400
    assert all(text.count(f'<a id="{number}"></a>') == 1 for number in numbers)
    cases = [*(ROOT / "tests" / "cases" / game).rglob("*.toml")]
    assert cases
    assert all(f"({ROOT_FROM_RULES}{case.relative_to(ROOT).as_posix()})" in text for case in cases)


@EACH_GAME
def test_every_way_to_break_a_rule_stands_in_a_chapter(game: str) -> None:
    rows = [row for chapter in chapters(game).values() for row in chapter.violations]
    text = "\n".join(row.cells["witness"] for row in rows)
    missing = {code for _, code in of_the_core(game) if not re.search(rf"`{code}\b", text)}
    assert not missing


@EACH_GAME
def test_what_is_read_has_its_row_with_the_rules_chapter(game: str) -> None:
    found = chapters(game)
    assert all(row.cells.get("reading") or row.cells["ours"] for row in found[14].readings)
    rules = {row.cells["rule"] for row in found[14].readings}
    assert rules
    assert all("14." in rule for rule in rules)


@EACH_GAME
def test_links_of_chapters_lead_to_pages_and_files(game: str) -> None:
    made = pages(game)
    for path, text in made.items():
        for target in re.findall(r"\]\(([^)#]+)", text):
            there = ((DOCS / path).parent / target).resolve()
            assert there.exists() or there.relative_to(DOCS).as_posix() in made, target


def test_chapters_come_below_the_place_where_the_list_names_them() -> None:
    listed = [{"Game": ["a.md", {"By chapter": "rules/pursuit_of_glory/index.md"}]}, "b.md"]
    found = on_config({"nav": listed})["nav"]
    below = found[0]["Game"][1]["By chapter"]
    assert [*below[0].values()] == ["rules/pursuit_of_glory/index.md"]
    assert len(below) == len(titles("pursuit_of_glory")) > 10
    assert found[1] == "b.md"
