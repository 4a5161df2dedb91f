"""Games that installed packages bring: found by their entry point, and harmless when broken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

_TESTS = Path(__file__).parents[1]
_LIST = (
    "import warnings; warnings.simplefilter('always');"
    " from lexbelli import games; print([game.name for game in games.all_games()])"
)


def _installed(folder: Path, entry: str) -> "subprocess.CompletedProcess[str]":
    """List the games where a package names one."""
    about = folder / "brought-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[lexbelli.games]\n{entry}\n")
    paths = [str(folder), str(_TESTS), *sys.path]
    return subprocess.run(
        [sys.executable, "-c", _LIST],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_game_of_an_installed_package_is_known(tmp_path: Path) -> None:
    (tmp_path / "brought.py").write_text(
        "class Brought:\n    name, title, schema = 'brought', 'Brought', 'brought-1'\n"
        "    sides = ('red', 'blue')\nGAME = Brought()\n"
    )
    listed = _installed(tmp_path, "brought = brought:GAME")
    assert listed.returncode == 0, listed.stderr
    assert "'brought'" in listed.stdout
    assert listed.stderr == ""


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise RuntimeError('half a package')", "RuntimeError: half a package"),
        ("GAME = object()", "AttributeError"),
        ("class GAME:\n    name, sides = 'No Name', ('red',)", "'No Name' cannot be used"),
    ],
)
def test_a_broken_package_is_told_and_left_out(tmp_path: Path, code: str, why: str) -> None:
    (tmp_path / "brought.py").write_text(f"{code}\n")
    listed = _installed(tmp_path, "broken = brought:GAME")
    assert listed.returncode == 0, listed.stderr
    assert "'broken'" not in listed.stdout
    assert "the game 'broken' cannot be loaded" in listed.stderr
    assert why in listed.stderr
