"""The site: every page is in its list, links out of docs/ lead to files, the API has its page."""

import json
from pathlib import Path

from tools.site_pages import api_page, outside

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def test_every_page_stands_in_the_list() -> None:
    listed = {
        line.strip().removeprefix("- ").rpartition(" ")[2]
        for line in (ROOT / "mkdocs.yml").read_text().split("\nnav:\n")[1].splitlines()
        if line.endswith(".md")
    }
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert listed == {*pages, "openapi.md"}


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
