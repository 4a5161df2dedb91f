"""Whole positions that could lie behind what a side knows: hands that are dealt at random."""

import random
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["dealt_hands"]

_HIDDEN: Final = ("hidden", "hidden_in_hand")


def dealt_hands(cards: Mapping[str, Mapping[str, Any]], dice: random.Random) -> dict[str, Any]:
    """Return the cards with every heap of hand and deck dealt: so many of it in hand (4.1.3).

    Args:
        cards: What a position's document has as `cards` (docs/position.md, hidden hands).
        dice: Chance.
    """
    found: dict[str, Any] = {}
    for side, zones in cards.items():
        told = {zone: held for zone, held in zones.items() if zone not in _HIDDEN}
        heap = list(zones.get("hidden", ()))
        if heap:
            dice.shuffle(heap)
            number = zones.get("hidden_in_hand", 0)
            told["hand"] = sorted([*told.get("hand", ()), *heap[:number]])
            told["deck"] = sorted([*told.get("deck", ()), *heap[number:]])
        found[side] = told
    return found
