"""Whole positions that could lie behind what a side sees: who is beneath whom (13.1)."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

__all__ = ["COVERED", "placed_beneath"]

#: The box of units that are hidden.
COVERED: Final = "covered"
# So often units are put beneath others before nobody is.
_TRIES: Final = 40


def placed_beneath(
    hidden: Sequence[str],
    beneath: Mapping[str, int],
    units: Mapping[str, str],
    rows: Mapping[str, Any],
    dice: random.Random,
) -> dict[str, str] | None:
    """Return hexes for hidden units, so many beneath each unit on top; None if none was found.

    A unit lies beneath one of its own side: headquarters lowest, and of others that whose name
    comes later (13.1-1; docs/twilight_of_the_habsburgs/hidden.md).

    Args:
        hidden: The units that are hidden.
        beneath: Of each unit on top, how many are beneath it.
        units: Where units are.
        rows: The row of each unit, with its `side` and `size`.
        dice: Chance.
    """
    for _ in range(_TRIES):
        found = _placed(hidden, beneath, units, rows, dice)
        if found is not None:
            return found
    return None


def _placed(
    hidden: Sequence[str],
    beneath: Mapping[str, int],
    units: Mapping[str, str],
    rows: Mapping[str, Any],
    dice: random.Random,
) -> dict[str, str] | None:
    left = list(hidden)
    dice.shuffle(left)
    slots = [top for top, number in beneath.items() for _ in range(number)]
    dice.shuffle(slots)
    # Beneath which fewest may be, they are put first.
    slots.sort(key=lambda top: sum(_fits(unit, top, rows) for unit in hidden))
    found: dict[str, str] = {}
    for top in slots:
        unit = next((unit for unit in left if _fits(unit, top, rows)), None)
        if unit is None:
            return None
        left.remove(unit)
        found[unit] = units[top]
    return found


def _fits(unit: str, top: str, rows: Mapping[str, Any]) -> bool:
    below, above = rows[unit], rows[top]
    if below["side"] != above["side"]:
        return False
    leads, led = below["size"] == "hq", above["size"] == "hq"
    return leads > led or (leads == led and unit > top)
