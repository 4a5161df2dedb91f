"""README.md says nothing that is not so."""

import re
import tomllib
from pathlib import Path

import pytest

import lexbelli.games
from readme import README, blocks, renewed

ROOT = README.parent
SHIPPED = {each.name for each in (ROOT / "scenarios").iterdir() if each.is_dir()}


def test_every_block_prints_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Other files make games of their own known as soon as they are imported.
    shipped = {each.name: each for each in lexbelli.games.all_games() if each.name in SHIPPED}
    monkeypatch.setattr(lexbelli.games, "_known", shipped)
    text = README.read_text("utf-8")
    assert renewed(text, tmp_path) == text


def test_every_block_is_executed() -> None:
    languages = {block.language for block in blocks(README.read_text("utf-8"))}
    assert languages == {"console", "python"}


def test_every_link_leads_somewhere() -> None:
    for page in [README, ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
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
