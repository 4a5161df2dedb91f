"""Numbered rulings about attacks and the reckoning of Twilight of the Habsburgs.

Every ruling is put to the law and to the core. A file of test_twilight_cases.py may hold

    [[odds]]    a `move` that attacks, and of its figures what is worth telling: `attack` and
                `defence`, the totals; `factors`, unit -> what multiplies it; `column` of the odds
                and the one that is `read`, such as "2:1"; `shifts` and `modifiers`, all of them,
                name -> number; `shows`, what the faces of the die bring, from 1 to 6
    [[victory]] `scores`, side -> item -> points, all of them; `margin`; `level`; `surrender`; of
                the position with a further `change` of numbers, if there is one
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli.twilight_of_the_habsburgs import Position, law
from rulings import content_of
from twilight_rulings import FILES, position_of

SIDES = ("central", "entente")
FIGURES = {
    *("attack", "defence", "factors", "column", "read", "shifts", "modifiers", "shows"),
}
RECKONING = {"scores", "margin", "level", "surrender"}

Answer = Mapping[str, Any]


ODDS = [
    pytest.param(file, told, id=f"{file.stem}-{number}")
    for file in FILES
    for number, told in enumerate(content_of(file).get("odds", []), 1)
]
RECKONED = [
    pytest.param(file, told, id=f"{file.stem}-{number}")
    for file in FILES
    for number, told in enumerate(content_of(file).get("victory", []), 1)
]


def odds_by_core(at: Position, move: str) -> Answer:
    told = lexbelli.odds(at, at.move(move)).as_json()
    return {
        "attack": told["attack"],
        "defence": told["defence"],
        "factors": {each["name"]: each["factor"] for each in _strengths(told)},
        "column": told["column"],
        "read": told["read"],
        "shifts": {each["name"]: each["columns"] for each in told["shifts"]},
        "modifiers": {each["name"]: each["added"] for each in told["modifiers"]},
        "shows": told["shows"],
    }


def _strengths(told: Answer) -> list[Answer]:
    units = [*told["attackers"], *told["defenders"]]
    return [each for each in units if each["name"] != "fortress"]


def odds_by_law(at: Position, move: str) -> Answer:
    told = law.shown(at.core, "show_battle.lp", move=at.move(move))
    columns = at.core.tables.odds_columns()
    numbers = {
        name: {what: int(n) for what, n in told.get(name, [])}
        for name in ("total", "factor", "shift", "modifier")
    }
    ((column,),), ((read,),) = told["column"], told["read"]
    return {
        **numbers["total"],
        "factors": numbers["factor"],
        "column": columns[int(column) - 1],
        "read": columns[int(read) - 1],
        "shifts": numbers["shift"],
        "modifiers": numbers["modifier"],
        "shows": [code for _, code in sorted(told["shows"])],
    }


@pytest.mark.parametrize("by", [odds_by_core, odds_by_law], ids=["core", "law"])
@pytest.mark.parametrize(("file", "told"), ODDS)
def test_odds(file: Path, told: Answer, by: Any) -> None:
    assert told.keys() <= {"move", *FIGURES}, file
    found = by(position_of(content_of(file)), told["move"])
    wanted = {name: value for name, value in told.items() if name != "move"}
    same = {name: found[name] for name in wanted}
    if "factors" in wanted:
        same["factors"] = {unit: found["factors"].get(unit) for unit in wanted["factors"]}
    assert same == wanted, found


def reckoned_by_core(at: Position) -> Answer:
    told = at.victory().as_json()
    scores: dict[str, dict[str, int]] = {side: {} for side in SIDES}
    for line in told["ledger"]:
        about = f"({line['about']})" if line["about"] else ""
        scores[line["side"]][f"{line['item']}{about}"] = line["points"]
    return {
        "scores": scores,
        "margin": told["margin"],
        "level": told["level"],
        "surrender": told["surrender"],
    }


def reckoned_by_law(at: Position) -> Answer:
    told = law.shown(at.core, "show_victory.lp")
    scores: dict[str, dict[str, int]] = {side: {} for side in SIDES}
    for side, item, number in told.get("scores", []):
        scores[side][item] = int(number)
    ((margin,),), ((level,),) = told["margin"], told["level"]
    return {
        "scores": scores,
        "margin": int(margin),
        "level": level,
        "surrender": "surrender" in told,
    }


@pytest.mark.parametrize("by", [reckoned_by_core, reckoned_by_law], ids=["core", "law"])
@pytest.mark.parametrize(("file", "told"), RECKONED)
def test_reckoning(file: Path, told: Answer, by: Any) -> None:
    assert told.keys() <= {"change", *RECKONING}, file
    content = content_of(file)
    change = {**content.get("change", {}), **told.get("change", {})}
    found = by(position_of({**content, "change": change}))
    wanted = {name: value for name, value in told.items() if name != "change"}
    if "scores" in wanted:
        wanted["scores"] = {side: wanted["scores"].get(side, {}) for side in SIDES}
    assert {name: found[name] for name in wanted} == wanted
