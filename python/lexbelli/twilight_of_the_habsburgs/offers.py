"""The orders that can still be given, listed by the core or by the law."""

from collections.abc import Sequence

from lexbelli import _core
from lexbelli.moves import Order
from lexbelli.twilight_of_the_habsburgs import law
from lexbelli.twilight_of_the_habsburgs.moves import Move

__all__ = ["by_core", "offered"]


def by_core(position: _core.TwilightPosition, given: Move) -> tuple[list[Order], bool]:
    """Return the orders that the core finds in legal moves with those given.

    Args:
        position: The position.
        given: Orders already given, those of an answer to what it asks.

    Returns:
        The orders sorted by their text, of a path only its end; and whether these are all: where
        too much would have to be tried, some may be missing.
    """
    texts, contents, complete, _ = position.orders(given.core)
    found = map(Order, texts, contents)
    return sorted(found, key=lambda order: order.text), complete


def offered(position: _core.TwilightPosition, given: Move, by: str = "core") -> Sequence[Order]:
    """Return every order that occurs in at least one legal move with those given.

    Args:
        position: The position.
        given: As for `by_core`.
        by: Who lists them: `core`, which leaves to the law what it would have to try too much for,
            or `law`.

    Raises:
        LawError: The law is at fault.
    """
    # Set-ups of which the core does not find everything are many.
    if by == "core" and position.asks_for != "setup":
        found, complete = by_core(position, given)
        return found if complete else law.orders(position, given, found)
    return law.orders(position, given)
