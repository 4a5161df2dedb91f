"""The shared layer knows no game: no word of one is in it, and no import of one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import lexbelli
from lexbelli import games

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = {path.name for path in (ROOT / "scenarios").iterdir() if path.is_dir()}

# Words of the games, in lower case; whole words, also as parts of names set apart by underscores.
WORDS: Final = (
    # names of games, scenarios, sides
    *("pursuit", "glory", "twilight", "habsburg", "habsburgs", "ap", "cp"),
    *("1914", "1915", "1916", "1917", "1918", "caporetto"),
    # points, tracks and phases
    *("ops", "jihad", "vp", "vps", "rp", "attrition", "mandated", "armistice", "galicia"),
    # states of units and places, kinds of units
    *("oos", "disrupted", "siege", "sieges", "besieged", "besieging", "beachhead", "beachheads"),
    *("lcu", "lcus", "scu", "scus", "tribe", "tribes", "zoc", "zocs", "uprising", "uprisings"),
    # nations and places
    *("russian", "russians", "turkish", "turks", "ottoman", "greek", "greeks", "italian"),
    *("italians", "austrian", "austrians", "german", "germans", "british", "serbs"),
    *("kars", "erzurum", "suez", "gallipoli", "baku", "tiflis", "isonzo", "piave", "yudenich"),
    # predicates of the law of one game
    *("ordered_once", "spending", "organize", "entrench"),
)
# A word that may stand in some files, and why.
ALLOWED: Final = {
    "attrition": (
        {"__init__.py", "batch.py", "capabilities.py", "games.py", "questions.py"},
        "the name of a capability: losses without a battle, which a game may or may not have",
    ),
}
WORD: Final = re.compile(rf"(?<![a-z0-9])({'|'.join(WORDS)})(?![a-z0-9])")


def shared_files() -> Iterator[Path]:
    package = ROOT / "python" / "lexbelli"
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] not in GAMES:
            yield path
    yield from sorted((ROOT / "rules_asp" / "common").rglob("*.lp"))


def test_there_is_a_shared_layer() -> None:
    assert len(list(shared_files())) > 50
    assert "pursuit_of_glory" in GAMES


@pytest.mark.parametrize("path", list(shared_files()), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_of_a_game_is_in_the_shared_layer(path: Path) -> None:
    found = [
        f"line {number}: {match[0]}"
        for number, line in enumerate(path.read_text().splitlines(), 1)
        for match in WORD.finditer(line.lower())
        if path.name not in ALLOWED.get(match[0], (set(), ""))[0]
    ]
    assert not found


@pytest.mark.parametrize("word", ALLOWED)
def test_every_exception_is_needed(word: str) -> None:
    names, _ = ALLOWED[word]
    used = {path.name for path in shared_files() if word in path.read_text().lower()}
    assert names <= used


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{each.name}" for each in node.names)


def test_nobody_imports_another_game() -> None:
    """The shared layer imports no game, and no game another one."""
    package = ROOT / "python" / "lexbelli"
    for path in sorted(package.rglob("*.py")):
        home = path.relative_to(package).parts[0]
        for module in imported(path):
            parts = module.split(".")
            game = parts[1] if parts[0] == "lexbelli" and len(parts) > 1 else ""
            assert game not in GAMES - {home}, f"{path} imports {module}"


def test_what_games_give_is_told_without_naming_them() -> None:
    for game in games.all_games():
        for name, given in getattr(game, "exports", {}).items():
            assert getattr(lexbelli, name) is given
            assert name not in lexbelli.__all__
    with pytest.raises(AttributeError, match="has no attribute 'Nonsense'"):
        _ = lexbelli.Nonsense
