"""Mending: the smallest changes that would make an illegal move legal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, Final

from lexbelli import games
from lexbelli.errors import BadInput, InvalidSetup, bad_input
from lexbelli.moves import GivenMove, Move
from lexbelli.position import Position

__all__ = ["Fix", "Mending", "mend"]

# So many points more are tried.
_MOST_MORE: Final = 6
# How many sets of changes are judged at most.
_MOST_TRIED: Final = 4000


@dataclass(frozen=True, slots=True)
class Fix:
    """One thing that could be otherwise.

    Attributes:
        text: What it is: with more points, without an order, if something were otherwise.
        kind: `points`, `order` or `position`.
        drop: The order that is left out, by its number in the move, or None.
        add: An order that is added, as plain data, or None.
        points: How many points there are more.
        change: What is changed of the position, as `Position.with_change` takes it, or None.
    """

    text: str
    kind: str
    drop: int | None = None
    add: Any = None
    points: int = 0
    change: Any = None


@dataclass(frozen=True, slots=True)
class Mending:
    """Changes that together make a move legal, of which none can be left out.

    Attributes:
        changes: The changes.
        move: The move that is legal then.
    """

    changes: tuple[Fix, ...]
    move: Move

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"changes": [change.text for change in self.changes], "move": str(self.move)}


def mend(
    position: Position, move: GivenMove, *args: Any, most: int = 3, **supposed: Any
) -> list[Mending]:
    """Tell the smallest changes that would make an illegal move legal.

    Orders are left out or added, points added, and of the position is changed what the broken rules
    are about, such as who stands in a place or controls it. Every set of changes that is told was
    judged by the core; none contains another.

    Args:
        position: The position.
        move: The move.
        args: What else the game supposes, such as the points there are to spend.
        most: How many changes together at most.
        supposed: The same, by name.

    Returns:
        The sets of changes, the smallest first; none if the move is legal, or nothing helps.

    Raises:
        BadInput: The move cannot be read, or the position asks for no operations.
    """
    if not 1 <= most <= _MOST_TOGETHER:
        raise bad_input(f"'{most}' is not between 1 and {_MOST_TOGETHER}", "most")
    at = position.suppose(None, *args, **supposed) if args or supposed else position
    made = at.move(move)
    violations = at.check(made)
    if not violations:
        return []
    changes = list(_changes(at, made, violations))
    found: list[Mending] = []
    sets = (each for size in range(1, most + 1) for each in combinations(changes, size))
    for together in islice(sets, _MOST_TRIED):
        texts = {change.text for change in together}
        if any(texts >= {change.text for change in known.changes} for known in found):
            continue
        mended = _mended(at, made, together)
        if mended is not None:
            found.append(Mending(together, mended))
    return found


_MOST_TOGETHER: Final = 4


def _changes(at: Position, move: Move, violations: Sequence[Any]) -> Iterator[Fix]:
    budget = games.budget(at)
    if budget is not None and any(broken.code == budget.over for broken in violations):
        points = at.decision.points or 1
        for more in range(1, min(_MOST_MORE, budget.most - points) + 1):
            yield Fix(f"with {more} {budget.unit} more", "points", points=more)
    for number, order in enumerate(move.orders):
        yield Fix(f"without {order.text}", "order", drop=number)
    named = dict.fromkeys(name for broken in violations for name in broken.args)
    asking = games.having(at, "goals", "goals")
    for text, order in asking.missing_orders(at, named):
        if all(order != known.as_json() for known in move.orders):
            yield Fix(f"with {text}", "order", add=order)
    for text, change in asking.other_states(at, named):
        yield Fix(text, "position", change=change)


def _mended(at: Position, move: Move, changes: Sequence[Fix]) -> Move | None:
    """Return the move with the changes, if it is legal then."""
    dropped = {change.drop for change in changes}
    orders = [order.as_json() for at, order in enumerate(move.orders) if at not in dropped]
    orders += [change.add for change in changes if change.add is not None]
    if not orders:
        return None
    points = (at.decision.points or 1) + sum(change.points for change in changes)
    try:
        position = at
        for change in changes:
            if change.change is not None:
                position = position.with_change(**change.change, allow=["all"])
        budget = games.budget(at)
        if budget is not None:
            position = games.granted(position, points=min(points, budget.most))
        made = position.move(orders)
        return None if position.check(made) else made
    except (BadInput, InvalidSetup):
        return None
