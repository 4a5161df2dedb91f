"""The tables and scenarios of Pursuit of Glory, read with the standard library only."""

import csv
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "scenarios" / "pursuit_of_glory"
TABLES = sorted(path.name for path in FOLDER.glob("*.csv"))
SCENARIOS = ["1914_campaign", "1914_limited_war", "1916_total_war"]
SIDES = ["ap", "cp"]

Row = dict[str, str]


@cache
def rows(name: str) -> list[Row]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def by_id(name: str) -> dict[str, Row]:
    return {row["id"]: row for row in rows(name)}


SPACES, UNITS, CARDS = by_id("spaces.csv"), by_id("units.csv"), by_id("cards.csv")
CONNECTIONS = rows("connections.csv")
REINFORCEMENTS = rows("reinforcements.csv")
ENTRIES = {name: rows(f"{name}.csv") for name in ("entry_bulgaria", "entry_romania")}
T = toml("tables.toml")


def setup(name: str) -> dict[str, Any]:
    table: dict[str, Any] = toml(f"{name}.toml")["setup"]
    return table


def places(name: str) -> dict[str, str]:
    """Where each unit of a scenario is."""
    return {unit: place for place, units in setup(name)["units"].items() for unit in units}


def stacks(name: str) -> dict[str, list[Row]]:
    """The units of each place on the map."""
    found: dict[str, list[Row]] = defaultdict(list)
    for unit, place in places(name).items():
        if SPACES[place]["kind"] != "box":
            found[place].append(UNITS[unit])
    return found


def controller(name: str) -> dict[str, str]:
    """Who controls each place, neutral countries being controlled by nobody."""
    state = setup(name)
    asleep = set() if "ap_29" in state["events"] else {"ro"}
    if "cp_33" not in state["events"]:
        asleep |= {"bu", "sb"}
    owner = {
        place: "neutral" if space["country"] in asleep else space["colour"]
        for place, space in SPACES.items()
        if space["kind"] != "box"
    }
    for side, changed in state["control"].items():
        owner.update(dict.fromkeys(changed, side))
    return owner


def holder(name: str) -> dict[str, str]:
    """As `controller`, with the partial control of irregulars and tribes (11.2.2)."""
    owner = controller(name)
    for place, units in stacks(name).items():
        sides = {unit["side"] for unit in units}
        alone = {unit["class"] for unit in units} <= {"irregular", "tribe"}
        if alone and len(sides) == 1:
            owner[place] = sides.pop()
    return owner


def neighbours() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row in CONNECTIONS:
        found[row["a"]].add(row["b"])
        found[row["b"]].add(row["a"])
    return found
