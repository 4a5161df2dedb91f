"""The order of test files: those that take longest come first.

Processes that share the tests take whole files. A long one at the end would leave the others idle.
"""

from pathlib import Path
from typing import Final

import pytest

_FOLDER: Final = Path(__file__).parent
_LONGEST: Final = (
    "puzzles/test_threats.py",
    "cases/test_battles.py",
    "puzzles/test_brute.py",
    "validating/test_ray.py",
    "agreement/test_moves_agreement.py",
    "test_readme.py",
    "puzzles/test_actions.py",
    "agreement/test_hidden_agreement.py",
    "agreement/test_supply_agreement.py",
    "puzzles/test_collection.py",
    "golden/test_golden.py",
    "agreement/test_victory_agreement.py",
    "draw/test_gallery.py",
    "python/test_tools.py",
    "conformance/test_playout.py",
    "puzzles/test_twilight_threats.py",
    "conformance/test_habsburgs.py",
    "agreement/test_activation_agreement.py",
    "fuzz/test_strangers.py",
    "perft/test_perft.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    rank = {_FOLDER / name: number for number, name in enumerate(_LONGEST)}
    items.sort(key=lambda item: rank.get(item.path, len(rank)))
