"""The map, the units, the numbers and the cards of the skirmish, read from `data/`."""

import csv
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from conformance.skirmish.cards import Card
from lexbelli.hexes import rectangle

FOLDER: Final = Path(__file__).parent
# The game is called as its folder.
NAME: Final = FOLDER.name
TITLE: Final = "Skirmish at the Ford"
SCHEMA: Final = f"{NAME}-position"
SIDES: Final = ("blue", "red")

GRID: Final = rectangle(range(1, 5), range(1, 4))
WOODS: Final = {"hex_0202", "hex_0303", "hex_0301"}
HEXES: Final = tuple(f"hex_{number}" for number in GRID.numbers)
NEXT: Final = {
    hex_: tuple(f"hex_{near}" for near in GRID.neighbours(hex_[4:]).values()) for hex_ in HEXES
}


def _rows(name: str) -> Iterator[Mapping[str, str]]:
    with (FOLDER / "data" / f"{name}.csv").open(newline="") as file:
        yield from csv.DictReader(file)


# Side, strength, movement.
UNITS: Final = {
    row["unit"]: (row["side"], int(row["strength"]), int(row["movement"])) for row in _rows("units")
}
CARDS: Final = {row["card"]: Card.read(row["effects"]) for row in _rows("cards")}
NUMBERS: Final = {row["number"]: int(row["value"]) for row in _rows("numbers")}
SCENARIOS: Final[Mapping[str, Mapping[str, str]]] = tomllib.loads(
    (FOLDER / "data" / "scenarios.toml").read_text()
)

# The kinds of decisions: a file each, in one of two folders.
HOMES: Final = {
    path.stem: f"{__package__}.{path.parent.name}.{path.stem}"
    for folder in ("decisions", "cards")
    for path in sorted((FOLDER / folder).glob("*.py"))
    if path.stem != "__init__"
}
OVER: Final = "over"


def points(hex_: str) -> int:
    """Return what entering a hex costs."""
    return 2 if hex_ in WOODS else 1


def arm(unit: str) -> str:
    """Return the arm of a unit: foot, guard, guns or horse."""
    return unit.partition("_")[2]


def beside(one: str, other: str) -> bool:
    """Whether two hexes are next to each other."""
    return GRID.distance(one[4:], other[4:]) == 1


def static_facts() -> str:
    """Return the map, the units, the numbers and the cards as facts for the law."""
    lines = [f"next({a},{b})." for a in HEXES for b in NEXT[a]]
    lines += [f"enters({hex_},{points(hex_)})." for hex_ in HEXES]
    for unit, (side, _, movement) in UNITS.items():
        lines.append(f"side({unit},{side}). moves({unit},{movement}). arm({unit},{arm(unit)}).")
    lines += [f"number({name},{value})." for name, value in NUMBERS.items()]
    lines += [f"needs({card},{of.needs})." for card, of in CARDS.items() if of.needs]
    return "\n".join(lines)
