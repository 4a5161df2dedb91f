"""What a side may be told of the entries of a record (docs/records.md)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from lexbelli import capabilities
from lexbelli.errors import BadInput
from lexbelli.moves import Order
from lexbelli.position import CHANCE, AnyPosition
from lexbelli.record.format import Entry

__all__ = ["Sight", "everything", "in_sight", "orders_of"]

_UNSEEN: Final = "..."


class Sight(NamedTuple):
    """An entry as somebody may know it.

    Attributes:
        entry: What may be told of it.
        orders: The orders of a side that may be told; none of chance.
        before: The position before it, as it may be known.
        after: The position after it, as it may be known.
        withheld: Whether orders may have been given that cannot be told. This depends on nothing
            that is hidden.
    """

    entry: Entry
    orders: Sequence[Order]
    before: AnyPosition
    after: AnyPosition
    withheld: bool = False


def everything(entry: Entry, before: AnyPosition, after: AnyPosition) -> Sight:
    """Return an entry as who sees everything knows it."""
    return Sight(entry, orders_of(before, entry), before, after)


def orders_of(before: AnyPosition, entry: Entry) -> Sequence[Order]:
    """Return the orders of an entry; none if it is no move of a side."""
    asked = before.decision
    if entry.answer is None or asked.kind == CHANCE:
        return ()
    try:
        found: Sequence[Order] = before.move(entry.answer).orders
    except BadInput:
        # One of the choices, which some games do not write as orders.
        return ()
    return found


def in_sight(
    entry: Entry,
    before: AnyPosition,
    side: str,
    seen_before: AnyPosition,
    seen_after: AnyPosition,
) -> Sight:
    """Return an entry as a side may know it.

    What was drawn out of its sight is not told, nor what was noted, nor what was put in place, nor
    orders to units that are hidden from it.

    Args:
        entry: The entry.
        before: The position before it.
        side: The side.
        seen_before: What the side may know of that position.
        seen_after: What it may know of the one after it.
    """
    told = replace(entry, note=None, set=entry.set and dict.fromkeys(entry.set))
    asked = seen_before.decision
    if entry.answer is None and entry.roll is None:
        return Sight(told, (), seen_before, seen_after)
    if asked.kind == CHANCE:
        if asked.throw is None:
            told = replace(told, answer=asked.outcomes[0].text, roll=None)
        return Sight(told, (), seen_before, seen_after)
    orders = orders_of(before, entry)
    acting = before.decision.side
    if acting == side or not isinstance(seen_before, capabilities.Concealing):
        return Sight(told, orders, seen_before, seen_after)
    withheld = seen_before.conceals(seen_after, side)
    if withheld:
        orders = [order for order in orders if seen_before.is_in_sight(order, seen_after, side)]
        texts = [*(order.text for order in orders), _UNSEEN]
        told = replace(told, answer="; ".join(texts))
    return Sight(told, orders, seen_before, seen_after, withheld)
