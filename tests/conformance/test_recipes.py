"""The recipes of CONTRIBUTING.md, followed on the tiny game: no other file than theirs is touched.

`recipes/NAME/` holds what a recipe adds, and nothing else: a new file under its name, and the lines
added to a file that is there as `FILE.add`. A copy of the tiny game with them is a game of its own,
which passes what every game must.
"""

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from conformance import suite
from conformance.cases import hold_case, refuses
from conformance.listing import missing
from lexbelli import IllegalMove, games

HERE: Final = Path(__file__).parent
GAME: Final = HERE / "skirmish"
# The files of each recipe, as CONTRIBUTING.md lists them.
RECIPES: Final = {
    "rule": ["RULES.md", "cases/2.5.toml", "decisions/move.py", "law/move.lp"],
    "decision": [
        *("RULES.md", "cases/fall_back.toml", "data/numbers.csv", "decisions/fall_back.py"),
        "law/fall_back.lp",
    ],
    "card": ["RULES.md", "cases/bayonets.toml", "data/cards.csv"],
    "odd_card": [
        *("RULES.md", "cards/pursuit.lp", "cards/pursuit.py", "cases/pursuit.toml"),
        "data/cards.csv",
    ],
    "fact": ["RULES.md", "cases/weather.toml", "state.py"],
}
ADDED: Final = ".add"
# A data row, a file of code, a law, a case, a line of docs.
MOST_FILES: Final = 5
# So many answers are given in a game of the suite.
STEPS: Final = 8

Making = Callable[[str, Sequence[str]], Any]


def files_of(recipe: str) -> list[str]:
    """The files that a recipe adds or adds to."""
    folder = HERE / "recipes" / recipe
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(path.removesuffix(ADDED) for path in found if "__pycache__" not in path)


def cases_of(recipe: str) -> list[Path]:
    return sorted((HERE / "recipes" / recipe / "cases").glob("*.toml"))


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Making]:
    """Make a copy of the tiny game with some files of a recipe, under a name of its own."""
    monkeypatch.syspath_prepend(tmp_path)
    names: list[str] = []

    def make(recipe: str, files: Sequence[str]) -> Any:
        name = f"skirmish_{recipe}_{'x' * len(names)}"
        names.append(name)
        copy = tmp_path / name
        shutil.copytree(GAME, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for file in files:
            add(HERE / "recipes" / recipe / file, copy / file)
        for path in copy.rglob("*.py"):
            path.write_text(path.read_text().replace("conformance.skirmish", name))
        importlib.invalidate_caches()
        return importlib.import_module(name).GAME

    yield make
    for name in names:
        games._known.pop(name, None)
        for module in [each for each in sys.modules if each.partition(".")[0] == name]:
            sys.modules.pop(module)


def entrant_of(game: Any) -> suite.Entrant:
    """What a copy brings to the suite: shorter games than the tiny game's own, from the melee."""
    module: Any = importlib.import_module(f"{game.name}.entrant")
    whole: suite.Entrant = module.entrant()
    assert whole.game is game
    return replace(whole, starts=whole.starts[1:], steps=STEPS)


def add(source: Path, path: Path) -> None:
    """Put a new file in its place, or lines at the end of one that is there."""
    lines = source.with_name(source.name + ADDED)
    assert lines.exists() != source.exists()
    if source.exists():
        assert not path.exists()
        path.parent.mkdir(exist_ok=True)
        shutil.copy(source, path)
        return
    old, new = path.read_text(), lines.read_text()
    if path.suffix != ".md":
        path.write_text(old + new)
        return
    # Of a page they come at the end of the part that they name.
    heading, _, rest = new.partition("\n")
    before, found, after = old.partition(f"{heading}\n")
    assert found
    part, next_, others = after.partition("\n## ")
    path.write_text(f"{before}{found}{part.rstrip()}\n{rest}{next_}{others}")


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_touches_few_files(recipe: str) -> None:
    files = files_of(recipe)
    assert files == RECIPES[recipe]
    assert len(files) <= MOST_FILES
    assert sum(file.endswith(".py") for file in files) <= 1
    assert sum(file.endswith(".lp") for file in files) <= 1
    page = (HERE.parent.parent / "CONTRIBUTING.md").read_text()
    for file in files:
        assert f"`{file}`" in page, file


@pytest.mark.parametrize("recipe", RECIPES)
def test_the_extended_game_holds_its_cases(made: Making, recipe: str) -> None:
    """Those of the recipe, and all that there were: they need no change."""
    game = made(recipe, files_of(recipe))
    assert not missing(game)
    assert cases_of(recipe)
    for path in [*cases_of(recipe), *sorted((GAME / "cases").glob("*.toml"))]:
        hold_case(game, path)


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_file_of_a_recipe_is_needed(made: Making, recipe: str) -> None:
    """Without any of them the case is refused, or the game is seen to lack something."""
    files = files_of(recipe)
    plain = made(recipe, [])
    assert not missing(plain)
    assert all(refuses(plain, path) for path in cases_of(recipe))
    for file in files:
        assert lacking(made, recipe, [other for other in files if other != file]), file


def lacking(made: Making, recipe: str, files: Sequence[str]) -> bool:
    """Whether something is missing of a recipe that is followed in part."""
    try:
        game = made(recipe, files)
        return bool(missing(game)) or any(refuses(game, path) for path in cases_of(recipe))
    except (OSError, KeyError):
        # A law or a number that is asked for is not there.
        return True


@pytest.mark.parametrize("recipe", RECIPES)
def test_the_extended_game_passes_what_every_game_must(
    made: Making, recipe: str, tmp_path: Path
) -> None:
    entrant = entrant_of(made(recipe, files_of(recipe)))
    for hold in (suite.hold_positions, suite.hold_refused, suite.hold_sampled,
                 suite.hold_agreed, suite.hold_offered, suite.hold_hidden,
                 suite.hold_drawn, suite.hold_solved):  # fmt: skip
        hold(entrant)
    for hold_files in (suite.hold_recorded, suite.hold_judged):
        folder = tmp_path / hold_files.__name__
        folder.mkdir()
        hold_files(entrant, folder)


def test_the_suite_asks_the_new_decision(made: Making) -> None:
    """The games of the suite come to it, so that law and checker are compared there, too."""
    entrant = entrant_of(made("decision", files_of("decision")))
    assert "fall_back" in {position.decision.kind for position, _ in entrant.decisions()}


def test_the_suite_sees_a_law_that_says_something_else(made: Making, tmp_path: Path) -> None:
    """The suite itself, not the case: the law forgets that no unit enters an enemy's hex."""
    game = made("decision", files_of("decision"))
    file = tmp_path / game.name / "law" / "fall_back.lp"
    lines = file.read_text().splitlines()
    file.write_text("\n".join(line for line in lines if "enemy(U,H)" not in line))
    entrant = entrant_of(game)
    # Its games play moves of the law, which the checker refuses.
    with pytest.raises((AssertionError, IllegalMove)):
        suite.hold_agreed(entrant)
