"""Small moves first: the answers to a decision that the core plays one by one."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, Final

from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.game_law import GameLaw
from lexbelli.puzzles.goal import Goal, atoms_of

__all__ = ["by_size"]

# So many orders about what the goal names are tried together, and so many sets of each size.
_MOST_NEAR: Final = 4
_MOST_TRIED: Final = 50_000


def by_size(position: Position, goal: Goal, asking: GameLaw) -> Iterator[Move]:
    """Yield the moves of a decision: what the goal names first, then all by size."""
    yield from asking.moves_of(position, (0, 0))
    yield from _near_moves(position, goal, asking)
    size = 1
    while any(True for _ in asking.moves_of(position, (size, None), 1)):
        yield from asking.moves_of(position, (size, size))
        size += 1


def _near_moves(position: Position, goal: Goal, asking: GameLaw) -> Iterator[Move]:
    """Yield legal moves whose orders are all about units and places that the goal names."""
    named = {
        name
        for atom in atoms_of(goal)
        for name in (*atom.args, *(atom.group[2] if atom.group else ()))
    }
    alone = [
        move.orders[0].text
        for move in asking.moves_of(position, (1, 1))
        if not named.isdisjoint(_words(move.orders[0].content))
    ]
    for size in range(1, _MOST_NEAR + 1):
        for orders in islice(combinations(alone, size), _MOST_TRIED):
            move = position.move("; ".join(orders))
            if not position.check(move):
                yield move


def _words(content: Any) -> Iterator[str]:
    """Yield every text in an order."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, Mapping):
        for each in content.values():
            yield from _words(each)
    elif isinstance(content, Sequence):
        for each in content:
            yield from _words(each)
