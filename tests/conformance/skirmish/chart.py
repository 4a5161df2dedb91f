"""The map, the units and the cards of the skirmish."""

from typing import Final

from lexbelli.chance import Throw
from lexbelli.hexes import rectangle

NAME: Final = "skirmish"
TITLE: Final = "Skirmish at the Ford"
SCHEMA: Final = "skirmish-position"
SIDES: Final = ("blue", "red")
TURNS: Final = 3
STACK: Final = 2

GRID: Final = rectangle(range(1, 5), range(1, 4))
WOODS: Final = {"hex_0202", "hex_0303", "hex_0301"}
HEXES: Final = tuple(f"hex_{number}" for number in GRID.numbers)
NEXT: Final = {
    hex_: tuple(f"hex_{near}" for near in GRID.neighbours(hex_[4:]).values()) for hex_ in HEXES
}

# Side, strength, movement.
UNITS: Final = {
    "blue_foot": ("blue", 3, 1),
    "blue_guns": ("blue", 2, 1),
    "blue_horse": ("blue", 2, 3),
    "red_foot": ("red", 3, 1),
    "red_guard": ("red", 4, 1),
    "red_horse": ("red", 2, 3),
}
# What a card adds to the strength of a strike.
CARDS: Final = {"charge": 3, "feint": 1, "rally": 1, "storm": 4, "surprise": 2, "volley": 2}

DICE: Final = Throw.dice(2, 6, "sum")


def points(hex_: str) -> int:
    """Return what entering a hex costs."""
    return 2 if hex_ in WOODS else 1


def static_facts() -> str:
    """Return the map and the units as facts for the law."""
    lines = [f"next({a},{b})." for a in HEXES for b in NEXT[a]]
    lines += [f"enters({hex_},{points(hex_)})." for hex_ in HEXES]
    for unit, (side, _, movement) in UNITS.items():
        lines.append(f"side({unit},{side}). moves({unit},{movement}).")
    return "\n".join(lines)
