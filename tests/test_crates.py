"""What the crates are packed from: a workspace in which each game's tables lie in its crate."""

import tomllib
from pathlib import Path

import pytest

from tools import crates

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return crates.copied(tmp_path_factory.mktemp("crates") / "made")


@pytest.mark.parametrize("game", crates.GAMES)
def test_the_tables_of_a_game_lie_in_its_crate(workspace: Path, game: str) -> None:
    packed = workspace / "rust_core" / game / "scenarios" / game
    given = ROOT / "scenarios" / game
    assert {file.relative_to(packed) for file in packed.rglob("*")} == {
        file.relative_to(given) for file in given.rglob("*")
    }


@pytest.mark.parametrize("crate", crates.CRATES)
def test_a_crate_can_be_published_and_needs_no_test(workspace: Path, crate: str) -> None:
    folder = workspace / "rust_core" / crate
    manifest = tomllib.loads((folder / "Cargo.toml").read_text("utf-8"))
    assert "publish" not in manifest["package"]
    assert manifest["package"].keys() >= {"name", "description", "license", "version"}
    assert not manifest.keys() & {"test", "dev-dependencies"}
    assert (folder / "LICENSE").is_file()
    assert not (folder / "tests").exists()
    whole = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))
    needed = whole["workspace"]["dependencies"][crate]
    assert needed["version"] == whole["workspace"]["package"]["version"]


def test_every_crate_but_bindings_and_bench_is_packed() -> None:
    found = {manifest.parent.name for manifest in (ROOT / "rust_core").glob("*/Cargo.toml")}
    assert found - set(crates.CRATES) == {"python", "bench"}
