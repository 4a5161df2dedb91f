"""Rectangles and the ways between them."""

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

__all__ = ["Box", "Point", "around", "clipped", "meets", "overlaps"]

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle; y grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def centred(cls, x: float, y: float, width: float, height: float) -> "Box":
        """Make the box of a size around a point."""
        return cls(x - width / 2, y - height / 2, width, height)

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> Point:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> "Box":
        """Return the box with a margin added on every side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def overlaps(self, other: "Box", slack: float = 0.01) -> bool:
        """Tell whether the boxes share more than an edge."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def holds(self, other: "Box") -> bool:
        """Tell whether the other box lies within this one."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def common(self, other: "Box") -> "Box":
        """Return what both boxes have in common; without any, a box of no size."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        wide, high = min(self.right, other.right) - x, min(self.bottom, other.bottom) - y
        return Box(x, y, max(wide, 0.0), max(high, 0.0))

    def exit(self, towards: Point, beyond: float = 0) -> Point:
        """Return where the way from the middle to a point leaves the box, or a bit beyond.

        A point within the box is returned as it is.
        """
        x, y = self.middle
        dx, dy = towards[0] - x, towards[1] - y
        length = hypot(dx, dy)
        if length < 1e-9:
            return towards
        reach = min(
            self.width / 2 / abs(dx) if dx else float("inf"),
            self.height / 2 / abs(dy) if dy else float("inf"),
        )
        part = min(reach + beyond / length, 1.0)
        return x + dx * part, y + dy * part


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that holds all boxes.

    Raises:
        ValueError: There are none.
    """
    given = list(boxes)
    x, y = min(box.x for box in given), min(box.y for box in given)
    return Box(x, y, max(box.right for box in given) - x, max(box.bottom for box in given) - y)


def meets(box: Box, begin: Point, end: Point) -> bool:
    """Tell whether the way between two points touches the box."""
    low, high = 0.0, 1.0
    for start, stop, least, most in (
        (begin[0], end[0], box.x, box.right),
        (begin[1], end[1], box.y, box.bottom),
    ):
        way = stop - start
        if abs(way) < 1e-9:
            if not least <= start <= most:
                return False
            continue
        one, two = (least - start) / way, (most - start) / way
        low, high = max(low, min(one, two)), min(high, max(one, two))
    return low <= high


def overlaps(boxes: Sequence[tuple[str, Box]]) -> list[tuple[str, str]]:
    """List the pairs of named boxes that overlap."""
    ordered = sorted(boxes, key=lambda named: named[1].x)
    found = []
    for at, (name, box) in enumerate(ordered):
        for other, second in ordered[at + 1 :]:
            if second.x >= box.right:
                break
            if box.overlaps(second):
                found.append((name, other))
    return found


def clipped(points: Sequence[Point], box: Box) -> list[Point]:
    """Return the part of a polygon that lies in a box (Sutherland and Hodgman's way)."""
    found = list(points)
    for axis, bound, inside_is_less in (
        (0, box.x, False),
        (0, box.right, True),
        (1, box.y, False),
        (1, box.bottom, True),
    ):
        given, found = found, []
        for at, point in enumerate(given):
            before = given[at - 1]
            inside, was_inside = (
                (each[axis] <= bound) == inside_is_less or each[axis] == bound
                for each in (point, before)
            )
            if inside != was_inside:
                part = (bound - before[axis]) / (point[axis] - before[axis])
                found.append(
                    (
                        before[0] + part * (point[0] - before[0]),
                        before[1] + part * (point[1] - before[1]),
                    )
                )
            if inside:
                found.append(point)
    return found
