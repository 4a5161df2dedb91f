"""README.md, the tour and the first steps say nothing that is not so."""

import re
import tomllib
from pathlib import Path

import pytest

import lexbelli.games
from readme import PAGES, README, blocks, renewed

ROOT = README.parent
SHIPPED = {each.name for each in (ROOT / "scenarios").iterdir() if each.is_dir()}


EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])


@EACH_PAGE
def test_every_block_prints_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other files make games of their own known as soon as they are imported.
    shipped = {each.name: each for each in lexbelli.games.all_games() if each.name in SHIPPED}
    monkeypatch.setattr(lexbelli.games, "_known", shipped)
    text = page.read_text("utf-8")
    assert renewed(text, tmp_path) == text


@EACH_PAGE
def test_every_block_is_executed(page: Path) -> None:
    found = list(blocks(page.read_text("utf-8")))
    assert found
    assert all(block.language in ("console", "python") or block.file for block in found)


def test_readme_is_a_first_minute() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 160


def test_every_link_leads_somewhere() -> None:
    for page in [README, ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in (README, ROOT / "CONTRIBUTING.md"):
        named = set(re.findall(r"`make ([a-z-]+)`", page.read_text("utf-8")))
        assert named
        assert named <= targets


def test_the_changelog_knows_this_version() -> None:
    version = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"][
        "version"
    ]
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
