"""Chance goals: the attacks that make a result of a battle most likely, by exact odds."""

from collections.abc import Sequence
from fractions import Fraction

from lexbelli.battle_odds import NUMBERS
from lexbelli.errors import bad_input
from lexbelli.names import unknown
from lexbelli.position import Position
from lexbelli.prospects import Prospect, attacks

__all__ = ["best_attacks"]


def best_attacks(
    position: Position,
    number: str = "win",
    *,
    target: str | Sequence[str] | None = None,
    origin: str | Sequence[str] | None = None,
    least: bool = False,
    most: int = 100_000,
) -> tuple[Fraction | None, list[Prospect]]:
    """Tell which attacks make a result most likely, or a number greatest (docs/odds.md).

    Every attack that could be declared is priced exactly: with all units or fewer, with a flank
    attempt or without. Nobody plays cards, losses are taken by the default policy. Units that are
    alike count as one kind.

    Args:
        position: A position in which attacks are declared, or could be.
        number: One of `lexbelli.battle_odds.NUMBERS`, such as `win`.
        target: A place, or several, that may be attacked; None for all.
        origin: A place, or several, from which units may come; None for all.
        least: Whether the least is wanted.
        most: How many sets of units are judged for each place at most.

    Returns:
        The best value, and all attacks that have it; None and none if nothing can be attacked.

    Raises:
        BadInput: A name is unknown, the position is none in which attacks are declared, or there
            are too many attacks on a place to price all of them.
    """
    if number not in NUMBERS:
        raise unknown(number, NUMBERS, "measure")
    found = attacks(position, target=target, origin=origin, every=True, most=most)
    if found.unfinished:
        places = ", ".join(found.unfinished)
        raise bad_input(f"there are too many attacks on {places} to price all", "target")
    values = [each.number(number) for each in found]
    if not values:
        return None, []
    best = min(values) if least else max(values)
    return best, [each for each, value in zip(found, values, strict=True) if value == best]
