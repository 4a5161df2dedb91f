"""Short ways: of several that serve, the shortest is shown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any, Final, Protocol

from lexbelli.moves import Move
from lexbelli.position import Position

__all__ = ["Roads", "parts_of", "with_short_ways", "without_loops"]

# So many shorter ways of an order are tried at most.
_MOST_TRIED: Final = 300


class Roads(Protocol):
    """What a game lends: which places are next to one another, and which orders have ways."""

    ways: tuple[str, tuple[str, int]] | None

    def next_to(self, position: Position, place: str) -> Sequence[str]:
        """Return the places a connection leads to."""


def with_short_ways(
    position: Position, move: Move, asking: Roads, serves: Callable[[Move], bool]
) -> Move:
    """Return a move with each way as short as it can be, one order after the other.

    Args:
        position: The position before the move.
        move: The move.
        asking: What the game lends.
        serves: Whether a legal move does what is wanted.
    """
    contents: list[Mapping[str, Any]] = [order.as_json() for order in move.orders]
    for number, content in enumerate(contents):
        start = position.units.get(content.get("unit", ""))
        path = content.get("path", ())
        shortened = asking.ways is not None and content.get("order") == asking.ways[0]
        if not shortened or start is None or len(path) < 2:
            continue
        for shorter in islice(_shorter(position, start, path, asking), _MOST_TRIED):
            changed = [*contents[:number], {**content, "path": shorter}, *contents[number + 1 :]]
            made = position.move(changed)
            if not position.check(made) and serves(made):
                contents, move = changed, made
                break
    return move


def without_loops(
    position: Position, move: Move, asking: Roads, serves: Callable[[Move], bool]
) -> Move:
    """Return a move with no loop in its ways that can be left out; arguments as before."""
    contents: list[Mapping[str, Any]] = [order.as_json() for order in move.orders]
    for number, content in enumerate(contents):
        start = position.units.get(content.get("unit", ""))
        if asking.ways is None or content.get("order") != asking.ways[0] or start is None:
            continue
        shorter = _looped_less(start, content["path"])
        while (path := next(shorter, None)) is not None:
            changed = [*contents[:number], {**content, "path": path}, *contents[number + 1 :]]
            made = position.move(changed)
            if not position.check(made) and serves(made):
                contents, move = changed, made
                shorter = _looped_less(start, path)
    return move


def _looped_less(start: str, path: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield a path without one of its loops, the longest first."""
    places = [start, *path]
    size = len(places)
    for length in range(size - 1, 0, -1):
        for first in range(size - length):
            if places[first] == places[first + length] and length < size - 1:
                yield [*places[1 : first + 1], *places[first + length + 1 :]]


def _shorter(position: Position, start: str, path: list[str], asking: Roads) -> Iterator[list[str]]:
    """Yield the ways to the end of a path that are shorter, the shortest first; none has a loop.

    At the same length those come first that keep to the path.
    """
    end, most = path[-1], len(path) - 1
    left = {end: 0}
    near = [end]
    for place in near:
        if left[place] < most:
            for other in asking.next_to(position, place):
                if other not in left:
                    left[other] = left[place] + 1
                    near.append(other)
    waiting: list[list[str]] = [[]]
    for length in range(1, most + 1):
        longer: list[list[str]] = []
        for way in waiting:
            at = way[-1] if way else start
            nexts = [to for to in asking.next_to(position, at) if to not in way]
            for to in sorted(nexts, key=lambda to: (to not in path, to)):
                if to == end:
                    yield [*way, to]
                elif to != start and left.get(to, most) <= most - length:
                    longer.append([*way, to])
        waiting = longer[: _MOST_TRIED * 10]


def parts_of(move: Move) -> Iterator[list[dict[str, Any]]]:
    """Yield the moves a move contains, but not itself, the largest first.

    Orders are left out, ways cut short, and fewer units activated.
    """
    choices: list[list[dict[str, Any] | None]] = []
    for order in move.orders:
        content = order.as_json()
        choices.append([content])
        if "path" in content:
            path = content["path"]
            choices[-1] += [{**content, "path": path[:n]} for n in range(len(path) - 1, 0, -1)]
        units = content.get("units") or []
        for size in range(len(units) - 1, 0, -1):
            choices[-1] += [{**content, "units": list(few)} for few in combinations(units, size)]
        choices[-1].append(None)
    chosen = product(*choices)
    next(chosen)
    for orders in chosen:
        yield [order for order in orders if order is not None]
