"""Numbered rulings about victory that say many things of one position (docs/victory.md).

Every ruling is put to the law and to the core. Beside the keys of test_cases.py a file holds
[[victory]], as many as it likes, each with the keys of [expect.victory] (test_phases.py) and

    change     further keys of the position's document, laid over those of the file's [change]
    armistice_due  whether this turn ends in an armistice unless somebody wins outright
    owed       every mandated offensive that costs a VP, as "side offensive"; of the law alone
    railroad_open  whether CP railroads join Constantinople and Galicia; of the law alone
"""

from collections.abc import Mapping
from typing import Any

import pytest

from ledgers import LEDGER_BY, differences
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.victory_law import ITEMS
from rulings import ALL_FILES, Case, cases_of, content_of, position_of

FILES = [file for file in ALL_FILES if "victory" in content_of(file)]


CASES = cases_of(FILES, "victory")


def expected(case: Case) -> Mapping[str, Any]:
    return {key: value for key, value in case.content.items() if key != "change"}


def position(case: Case) -> pog.Position:
    ruling = content_of(case.file)
    change = dict(ruling.get("change", {}))
    for key, value in case.content.get("change", {}).items():
        old = change.get(key)
        change[key] = {**old, **value} if isinstance(old, dict) else value
    return position_of({**ruling, "change": change})


@pytest.mark.parametrize("by", LEDGER_BY)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_victory(case: Case, by: str) -> None:
    assert expected(case), "nothing is expected"
    assert not differences(by, position(case), expected(case))


def test_no_item_is_misspelt_and_every_one_is_there_in_a_case_and_missing_in_another() -> None:
    items = {item for _, item in ITEMS}
    for key in ("with", "not_lines"):
        assert {line.split()[0] for case in CASES for line in case.content.get(key, [])} == items
