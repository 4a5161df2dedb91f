"""Positions as a side may know them, and whole ones that could lie behind them."""

import random
from typing import Any

from lexbelli import capabilities

__all__ = ["as_seen", "whole_world"]


def as_seen(position: Any, side: str) -> Any:
    """Return a position as a side may know it; the same in a game that hides nothing."""
    return position.seen_by(side) if isinstance(position, capabilities.Hidden) else position


def whole_world(seen: Any, dice: random.Random) -> Any:
    """Return a whole position of which a side may know just this, drawn at random.

    What asks something else than the position that is seen is none. Where the game cannot guess, it
    is the position that is seen: what turns on what is hidden is then refused.
    """
    if not isinstance(seen, capabilities.Guessable):
        return seen
    found = seen.guessed(dice.getrandbits(32))
    return seen if found is None else found
