"""The order of test files, and the tiny game that is known to its own tests alone.

Processes that share the tests take whole files, those that take longest first: a long one at the
end would leave the others idle.
"""

from pathlib import Path
from typing import Final

import pytest

from lexbelli import games

_FOLDER: Final = Path(__file__).parent
_LONGEST: Final = (
    "cases/test_battles.py",
    "puzzles/test_collection.py",
    "perft/test_perft.py",
    "puzzles/test_brute.py",
    "conformance/test_habsburgs.py",
    "cases/test_operations.py",
    "runs/test_ray.py",
    "conformance/test_playout.py",
    "puzzles/test_actions.py",
    "puzzles/test_threats.py",
    "conformance/test_conformance.py",
    "golden/test_golden.py",
    "draw/test_gallery.py",
    "puzzles/test_twilight_threats.py",
    "agreement/test_moves_agreement.py",
    "agreement/test_hidden_agreement.py",
    "agreement/test_twilight_agreement.py",
    "cli/test_puzzles.py",
    "agreement/test_supply_agreement.py",
    "python/test_tools.py",
    "fuzz/test_strangers.py",
    "test_readme.py",
    "agreement/test_replacement_points_agreement.py",
    "cases/test_twilight_cases.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    rank = {_FOLDER / name: number for number, name in enumerate(_LONGEST)}
    items.sort(key=lambda item: rank.get(item.path, len(rank)))


def pytest_collection_finish() -> None:
    # A test file that imports the tiny game makes it known before the first test runs.
    games._known.pop("skirmish", None)
