"""Spreading the places of a map so that what stands on them does not overlap.

A map drawn true to scale is too crowded where the fighting is. From the true positions, the places
are moved apart step by step until every place has room for its box, no line of a connection runs
under the box of a place it does not lead to, and yet neighbours lie in about the direction in which
they lie on earth. The outcome depends on the input alone.

This is done once, when a layout is made, and not when a picture is drawn. It needs NumPy.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["Points", "crossings", "run_under", "spread", "warped"]

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]
Points = Mapping[str, tuple[float, float]]

_GROWING = 0.6  # the part of the steps in which boxes grow to their size
_ANCHOR = 0.004
_SPRING = 0.03
_TURN = 0.05


def spread(
    anchors: Points,
    sizes: Points,
    links: Sequence[tuple[str, str]],
    steps: int = 1500,
    gap: float = 14,
    fixed: Sequence[str] = (),
    clearance: float = 0.5,
) -> dict[str, tuple[float, float]]:
    """Move places apart.

    Args:
        anchors: Where every place lies in truth, in units of the picture.
        sizes: Width and height of the box of every place, which lies around its point.
        links: The connections; both ends are among the places.
        steps: How long to go on.
        gap: The room between a line and the next connection's shortest visible piece.
        fixed: Places that stay where they are.
        clearance: The part of a box, around its middle, that lines to other places avoid.

    Returns:
        The place -> where it lies in the picture.
    """
    names = list(anchors)
    index = {name: at for at, name in enumerate(names)}
    home: Array = np.array([anchors[name] for name in names], dtype=float)
    half: Array = np.array([sizes[name] for name in names], dtype=float) / 2
    ends: Indices = np.array([(index[a], index[b]) for a, b in links], dtype=np.intp)
    still = np.array([name in fixed for name in names])
    spots = home + 1e-3 * np.arange(len(names))[:, None]  # no two in one point
    true_way = home[ends[:, 1]] - home[ends[:, 0]]
    true_way /= np.maximum(np.linalg.norm(true_way, axis=1, keepdims=True), 1e-9)
    for step in range(steps):
        part = step / steps
        size = half * min(1.0, 0.15 + part / _GROWING)
        calm = 1.0 if part < 0.8 else max(0.0, (1 - part) / 0.2)
        push = calm * _ANCHOR * (home - spots)
        push += calm * _along_links(spots, ends, true_way, size, gap)
        push += _off_lines(spots, ends, size * clearance) * (0.7 if part < 0.9 else 0.35)
        push[still] = 0
        spots = spots + push
        for _ in range(3 if part < 0.95 else 12):
            spots = spots + _apart(spots, size, still)
    for _ in range(4000):
        last = _apart(spots, half, still)
        if not last.any():
            break
        spots = spots + last
    return {name: (float(spots[at, 0]), float(spots[at, 1])) for at, name in enumerate(names)}


def _along_links(spots: Array, ends: Indices, true_way: Array, size: Array, gap: float) -> Array:
    """Pull linked places towards the shortest way in their true direction."""
    way = spots[ends[:, 1]] - spots[ends[:, 0]]
    length = np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    room = size[ends[:, 0]] + size[ends[:, 1]]
    direction = way / length
    with np.errstate(divide="ignore"):
        clear = np.min(room / np.maximum(np.abs(direction), 1e-9), axis=1, keepdims=True) + gap
    pull = np.maximum(length - clear, 0) * direction * _SPRING
    pull += (way - true_way * length) * _TURN
    total = np.zeros_like(spots)
    np.add.at(total, ends[:, 0], pull)
    np.add.at(total, ends[:, 1], -pull)
    count = np.bincount(ends.ravel(), minlength=len(spots))
    return total / np.maximum(count, 1)[:, None]


def _apart(spots: Array, size: Array, still: npt.NDArray[np.bool_]) -> Array:
    """Push boxes that overlap apart, across the side on which they overlap least."""
    way = spots[None, :, :] - spots[:, None, :]
    over = size[None, :, :] + size[:, None, :] - np.abs(way)
    np.einsum("iik->ik", over)[:] = -1
    hit = (over > 1e-6).all(axis=2)
    across = over[:, :, 0] < over[:, :, 1]
    sign = np.where(way >= 0, 1.0, -1.0)
    share = np.where(still[None, :], 1.0, 0.5) * hit * ~still[:, None]
    move = np.zeros_like(spots)
    move[:, 0] = -(sign[:, :, 0] * (over[:, :, 0] + 0.01) * share * across).sum(axis=1)
    move[:, 1] = -(sign[:, :, 1] * (over[:, :, 1] + 0.01) * share * ~across).sum(axis=1)
    return move * 0.55


def _off_lines(spots: Array, ends: Indices, core: Array) -> Array:
    """Push places off the lines that run under them, and the lines off the places."""
    begin, end = spots[ends[:, 0]], spots[ends[:, 1]]
    way = end - begin
    square = np.maximum((way**2).sum(axis=1), 1e-9)
    rel = spots[:, None, :] - begin[None, :, :]
    at = np.clip((rel * way[None]).sum(axis=2) / square[None], 0, 1)
    off = rel - at[:, :, None] * way[None]
    distance = np.maximum(np.linalg.norm(off, axis=2), 1e-6)
    normal = off / distance[:, :, None]
    reach = np.abs(normal[:, :, 0]) * core[:, None, 0] + np.abs(normal[:, :, 1]) * core[:, None, 1]
    deep = np.maximum(reach - distance, 0)
    deep *= (at > 0.02) & (at < 0.98)
    rows = np.arange(len(ends))
    deep[ends[:, 0], rows] = 0
    deep[ends[:, 1], rows] = 0
    shove = normal * (deep * 0.35)[:, :, None]
    total: Array = shove.sum(axis=1)
    back = shove.sum(axis=0)
    np.add.at(total, ends[:, 0], -back * 0.5)
    np.add.at(total, ends[:, 1], -back * 0.5)
    return total


def run_under(
    spots: Points, sizes: Points, links: Sequence[tuple[str, str]]
) -> list[tuple[str, str, str]]:
    """List the connections that run under the box of a place they do not lead to."""
    found = []
    for a, b in links:
        (ax, ay), (bx, by) = spots[a], spots[b]
        for name, (x, y) in spots.items():
            if name not in (a, b):
                low, high = 0.0, 1.0
                width, height = sizes[name]
                for start, way, middle, half in (
                    (ax, bx - ax, x, width / 2),
                    (ay, by - ay, y, height / 2),
                ):
                    if abs(way) < 1e-9:
                        if abs(start - middle) > half:
                            low, high = 1.0, 0.0
                        continue
                    one, two = (middle - half - start) / way, (middle + half - start) / way
                    low, high = max(low, min(one, two)), min(high, max(one, two))
                if low < high:
                    found.append((a, b, name))
    return found


def crossings(
    spots: Points, links: Sequence[tuple[str, str]]
) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """List the pairs of connections that cross each other."""

    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    found = []
    for at, (a, b) in enumerate(links):
        for c, d in links[at + 1 :]:
            if len({a, b, c, d}) == 4:
                p, q, r, s = spots[a], spots[b], spots[c], spots[d]
                if side(p, q, r) != side(p, q, s) and side(r, s, p) != side(r, s, q):
                    found.append(((a, b), (c, d)))
    return found


def warped(anchors: Points, spots: Points, points: Sequence[tuple[float, float]]) -> Array:
    """Move other points, such as those of a coast, along with the places around them.

    Args:
        anchors: Where the places lie in truth.
        spots: Where they lie in the picture.
        points: Where the other points lie in truth.

    Returns:
        Where they lie in the picture, a row each: a smoothed thin-plate spline through the places.
    """
    names = [name for name in anchors if name in spots]
    home: Array = np.array([anchors[name] for name in names], dtype=float)
    moved: Array = np.array([spots[name] for name in names], dtype=float)
    unit = 1000.0
    home, moved = home / unit, moved / unit
    asked = np.array(points, dtype=float) / unit
    count = len(names)
    smooth = 2e-3 * np.eye(count)
    plane = np.hstack([np.ones((count, 1)), home])
    matrix = np.vstack(
        [
            np.hstack([_plate(home, home) + smooth, plane]),
            np.hstack([plane.T, np.zeros((3, 3))]),
        ]
    )
    weights = np.linalg.solve(matrix, np.vstack([moved, np.zeros((3, 2))]))
    basis = np.hstack([_plate(asked, home), np.ones((len(asked), 1)), asked])
    found: Array = basis @ weights * unit
    return found


def _plate(points: Array, centres: Array) -> Array:
    square = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
    plate: Array = 0.5 * square * np.log(np.maximum(square, 1e-12))
    return plate
