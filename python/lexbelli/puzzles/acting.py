"""Who acts: positions with points to spend, and what comes before the enemy's reply."""

from typing import Any, Final

from lexbelli import games
from lexbelli.errors import bad_input
from lexbelli.games import enemy_of, granted
from lexbelli.moves import Move
from lexbelli.position import Position

__all__ = ["acting", "acts_next", "settled", "spent"]

# So many positions are looked at that answers before a reply may lead to.
_MOST_SETTLED: Final = 5000


def acting(position: Position, points: int | None) -> Position:
    """Return the position with its points to spend, as one that asks for operations.

    Where orders cost nothing it is the position itself.

    Raises:
        BadInput: It asks for something else, or there cannot be so many points.
    """
    budget = games.budget(position)
    if budget is None:
        asked = position.decision
        if asked.side is None:
            hint = "Suppose that a side were to act."
            raise bad_input(f"asks for no moves: {asked.text} {hint}", "position")
        return position
    if points is None:
        asked = position.decision
        if asked.points is not None:
            return position
        if asked.kind not in budget.usual:
            hint = "Suppose some to ask of what comes after it."
            raise bad_input(f"asks for no {budget.unit}: {asked.text} {hint}", "position")
        points = budget.usual[asked.kind][0]
    return granted(position, points=points)


def acts_next(position: Position, side: str, points: int) -> Position:
    """Return a position as if an action of a side began, whoever has acted before."""
    foe = enemy_of(position, side)
    # What is under way is dropped with the change of sides.
    free = games.budget(position) is None
    return granted(position.suppose(side=foe), side, None if free else points)


def settled(position: Position) -> list[tuple[tuple[str, ...], Position]]:
    """Return what becomes of a position by the answers that are due before points can be spent.

    Each is told once, whatever the order of the answers; a position that is ready is told alone.

    Raises:
        BadInput: There are too many.
    """
    if games.budget(position) is None:
        return [((), position)]
    ready: list[tuple[tuple[str, ...], Position]] = []
    waiting: list[tuple[tuple[str, ...], Any]] = [((), position)]
    seen = {position}
    for answers, at in waiting:
        asked = at.decision
        if asked.points is not None or asked.outcomes or not asked.choices:
            ready.append((answers, at))
            continue
        for choice in asked.choices:
            then = at.play(choice)
            if then not in seen:
                seen.add(then)
                waiting.append(((*answers, choice), then))
        if len(waiting) > _MOST_SETTLED:
            raise bad_input(f"too much can be answered first: {asked.text}", "reply")
    return ready


def spent(position: Position, move: Move) -> int:
    """Return the points a move spends."""
    return sum(position.cost(order) or 0 for order in move.orders)
