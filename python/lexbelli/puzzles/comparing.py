"""Comparing two positions: how supply, orders and threats differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lexbelli import games
from lexbelli.capabilities import Supplied
from lexbelli.errors import BadInput, bad_input
from lexbelli.moves import Change
from lexbelli.position import Position
from lexbelli.puzzles.threats import MOST_STATES, Threats, threats

__all__ = ["Difference", "diff"]

# Of what is not there in one of the positions.
_NOWHERE: Final = "-"


@dataclass(frozen=True, slots=True)
class Difference:
    """How a position differs from another.

    Attributes:
        changes: What is different itself.
        supply: Units -> their supply in either, `-` where they are not judged.
        flips: Places that would change hands for want of supply: only in the first, only in the
            second.
        orders: Orders that can be given only in the first, only in the second; None if not asked.
        threats: What can be done to a side more cheaply or more likely in one of them -> how in
            either: the points, with a battle also how likely, both, or `-`; None if not asked.
        proven: Whether the threats are all there are: the time was not over.
    """

    changes: tuple[Change, ...]
    supply: dict[str, tuple[str, str]]
    flips: tuple[tuple[str, ...], tuple[str, ...]]
    orders: tuple[tuple[str, ...], tuple[str, ...]] | None
    threats: dict[str, tuple[str, str]] | None
    proven: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return the difference as plain data."""
        return {
            "changes": [change.as_json() for change in self.changes],
            "supply": {unit: list(pair) for unit, pair in self.supply.items()},
            "flips": [list(each) for each in self.flips],
            "orders": None if self.orders is None else [list(each) for each in self.orders],
            "threats": None
            if self.threats is None
            else {name: list(pair) for name, pair in self.threats.items()},
            "proven": self.proven,
        }


def diff(
    one: Position,
    other: Position,
    *,
    orders: bool = True,
    threats_to: str | None = None,
    about: Sequence[str] = (),
    named: Sequence[str] = (),
    combat: bool = False,
    every: bool = False,
    most: int = MOST_STATES,
    events: bool = False,
    seconds: float | None = None,
    jobs: int = 1,
    **supposed: Any,
) -> Difference:
    """Tell how two positions differ in supply, orders and threats.

    Args:
        one: A position.
        other: Another of the same game.
        orders: Whether to compare the orders that can be given.
        threats_to: The side to which threats are compared; None = they are not.
        about: Which of them, by what they do (`threats`); empty = all.
        named: Only threats to these units and spaces; empty = all.
        combat: Whether those with a battle are compared, too (`threats`).
        every: Whether smaller sets of attackers are tried, too.
        most: How many states of each battle, and of each event, are looked at, at most.
        events: Whether those with an event are compared, too (`threats`).
        seconds: How long to search each position for threats.
        jobs: In how many processes to search.
        supposed: What is supposed in both, such as points to be spent.

    Raises:
        BadInput: They are of different games, the points or the side cannot be, or battles or
            events are asked for without threats.
    """
    if one.game != other.game:
        raise bad_input(f"'{other.game}' is another game than '{one.game}'", "position")
    for name, what, asked in (("combat", "battles", combat), ("events", "events", events)):
        if asked and threats_to is None:
            raise bad_input(f"compares threats with {what}, but to no side: say threats_to", name)
    both = (one, other)
    before, after = (_supply(each) for each in both)
    possible = [_orders(each, supposed) for each in both] if orders else None
    feared: list[Threats] | None = None
    if threats_to is not None:
        search = partial(threats, side=threats_to, about=about, named=named, **supposed)
        search = partial(search, combat=combat, every=every, most=most, events=events)
        feared = [search(at, seconds=seconds, jobs=jobs) for at in both]
    return Difference(
        changes=tuple(one.changes(other)),
        supply=_otherwise(before, after),
        flips=_only(*(set(each.flips()) if isinstance(each, Supplied) else set() for each in both)),
        orders=None if possible is None else _only(*possible),
        threats=None if feared is None else _otherwise(*(_prices(each) for each in feared)),
        proven=feared is None or all(each.proven for each in feared),
    )


def _prices(found: Threats) -> dict[str, str]:
    """How cheaply, and with a battle how likely, each thing can be done."""
    prices: dict[str, list[str]] = {}
    for each in found:
        likely = "" if each.chance is None else f" at {each.chance}"
        budget = games.budget(each.after)
        price = "possible" if budget is None else f"{each.points} {budget.unit}"
        if likely and not each.attack:
            price = "an event"
        for text in each.does:
            prices.setdefault(text, []).append(f"{price}{likely}")
    return {text: ", ".join(ways) for text, ways in prices.items()}


def _otherwise(one: dict[str, str], other: dict[str, str]) -> dict[str, tuple[str, str]]:
    return {
        name: (one.get(name, _NOWHERE), other.get(name, _NOWHERE))
        for name in sorted(one | other)
        if one.get(name) != other.get(name)
    }


def _supply(position: Position) -> dict[str, str]:
    if not isinstance(position, Supplied):
        return {}
    return {unit: str(status) for unit, status in position.supply().items()}


def _orders(position: Position, supposed: Mapping[str, Any]) -> set[str]:
    """The orders that can be given; none where the position asks for something else."""
    try:
        return {order.text for order in position.orders(**supposed)}
    except BadInput:
        if supposed:
            raise
        return set()


def _only(one: set[str], other: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(sorted(one - other)), tuple(sorted(other - one))
