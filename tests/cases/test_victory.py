"""Numbered rulings about victory: a position, and how the game would end (docs/victory.md).

Every ruling is put to the law and to the core. Beside the keys of test_cases.py a file holds
[[victory]], as many as it likes, each with

    change     further keys of the position's document, laid over those of the file's [change]
    lines      item -> what it adds to the VPs; of oil fields item -> all of them, sorted
    not_lines  items that add nothing
    owed       every mandated offensive that costs a VP, as "side offensive"; of the law alone
    railroad_open  whether CP railroads join Constantinople and Galicia; of the law alone
    after_war_status, final, level, winner, points, armistice_due   as the page names them
    ends       `automatic`, `armistice` or `no`
    cp_automatic_victory  the level of the marker, or `none`
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.victory_law import ITEMS
from rulings import ALL_FILES, content_of, position_of

FILES = [file for file in ALL_FILES if "victory" in content_of(file)]
OIL: Final = ("cp_oil_field", "ap_oil_field")
PLAIN: Final = ("after_war_status", "final", "level", "winner", "points", "armistice_due")
LAW_ALONE: Final = ("owed", "railroad_open")
KEYS: Final = {"change", "lines", "not_lines", "ends", "cp_automatic_victory", *PLAIN, *LAW_ALONE}


@dataclass(frozen=True)
class Case:
    file: Path
    number: int
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return f"{self.file.stem}-{self.number}"

    def position(self) -> pog.Position:
        ruling = content_of(self.file)
        change = dict(ruling.get("change", {}))
        for key, value in self.content.get("change", {}).items():
            old = change.get(key)
            change[key] = {**old, **value} if isinstance(old, dict) else value
        return position_of({**ruling, "change": change})


CASES = [
    Case(file, number, content)
    for file in FILES
    for number, content in enumerate(content_of(file)["victory"], 1)
]


@dataclass(frozen=True)
class Answer:
    """What is said of a position: the sums, and the lines by item."""

    said: Mapping[str, Any]
    lines: Mapping[str, int | Sequence[str]]


def by_law(position: pog.Position) -> Answer:
    found = position.law_victory()
    lines: dict[str, int | Sequence[str]] = {line.item: line.vp for line in found.ledger}
    for item in OIL:
        fields = sorted(line.oil_field or "" for line in found.ledger if line.item == item)
        if fields:
            lines[item] = fields
    said = {name: getattr(found, name) for name in PLAIN}
    return Answer(
        {
            **said,
            "ends": found.ends or "no",
            "cp_automatic_victory": _or_none(found.cp_automatic_victory),
            "owed": [" ".join(pair) for pair in found.owed],
            "railroad_open": found.railroad_open,
        },
        lines,
    )


def _or_none(level: int | None) -> int | str:
    return "none" if level is None else level


BY: Final[Mapping[str, Callable[[pog.Position], Answer]]] = {"law": by_law}


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_victory(case: Case, by: str) -> None:
    wanted = case.content
    assert wanted.keys() <= KEYS, f"unknown keys {wanted.keys() - KEYS}"
    assert wanted.keys() - {"change"}, "nothing is expected"
    answer = BY[by](case.position())
    wrong = []
    for name in wanted.keys() - {"change", "lines", "not_lines"}:
        if by != "law" and name in LAW_ALONE:
            continue
        if answer.said[name] != wanted[name]:
            wrong.append(f"{name}: {answer.said[name]} instead of {wanted[name]}")
    for item, vp in wanted.get("lines", {}).items():
        if answer.lines.get(item) != vp:
            wrong.append(f"{item}: {answer.lines.get(item, 'nothing')} instead of {vp}")
    for item in wanted.get("not_lines", []):
        if item in answer.lines:
            wrong.append(f"{item}: {answer.lines[item]} instead of nothing")
    assert not wrong, "\n".join(wrong)


def test_no_item_is_misspelt_and_every_one_is_added_in_a_case_and_missing_in_another() -> None:
    items = {item for _, item in ITEMS}
    named = [{*case.content.get("lines", {})} for case in CASES]
    missing = [{*case.content.get("not_lines", [])} for case in CASES]
    assert set().union(*named) == items
    assert set().union(*missing) == items
