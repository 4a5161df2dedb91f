"""Arrows over a map: along connections they run below places, elsewhere they bend around them."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final

from lexbelli.draw import svg
from lexbelli.draw.geometry import Box, Point, meets
from lexbelli.draw.text import width
from lexbelli.draw.themes import lettering

__all__ = [
    "bend",
    "draw_head",
    "draw_pill",
    "draw_shaft",
    "lengthened",
    "neck",
    "pieces",
    "pill_box",
]

_HEAD: Final = 13.0  # how long the head is
_LEAST: Final = 26.0  # how long an arrow is at least
_STEPS: Final = 14  # pieces of a bent arrow
# How far an arrow may bend, in parts of its length, the straight way first.
_BENDS: Final = (0.0, 0.12, -0.12, 0.22, -0.22, 0.34, -0.34)

Piece = tuple[Point, Point]


def bend(begin: Point, end: Point, boxes: Sequence[tuple[Box, float]]) -> list[Piece]:
    """Return a way between two points that covers as little as it can.

    Args:
        begin: Where it begins.
        end: Where it ends.
        boxes: What it had better not cover, and how much each weighs.
    """
    found = [pieces(begin, end, part) for part in _BENDS]
    weights = [
        sum(weight for box, weight in boxes if any(meets(box, *piece) for piece in way))
        for way in found
    ]
    return found[weights.index(min(weights))]


def lengthened(begin: Point, tip: Point, start: Point, end: Point) -> Piece:
    """Return a straight arrow that can be seen even if what stands at its ends nearly touches.

    Args:
        begin: Where it begins.
        tip: Where it ends.
        start: The middle of the place that it comes from.
        end: The middle of the place that it goes to.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = max(hypot(dx, dy), 1e-9)
    ux, uy = dx / long, dy / long
    if (tip[0] - begin[0]) * ux + (tip[1] - begin[1]) * uy >= _LEAST:
        return begin, tip
    x, y = (begin[0] + tip[0]) / 2, (begin[1] + tip[1]) / 2
    half = _LEAST / 2
    return (x - ux * half, y - uy * half), (x + ux * half, y + uy * half)


def pieces(begin: Point, end: Point, part: float) -> list[Piece]:
    """Return a way as straight pieces; `part` of its length is how far it bends."""
    if not part:
        return [(begin, end)]
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    control = ((begin[0] + end[0]) / 2 - dy * part * 2, (begin[1] + end[1]) / 2 + dx * part * 2)

    def at(share: float) -> Point:
        rest = 1 - share
        weights = (rest * rest, 2 * rest * share, share * share)
        return (
            sum(w * point[0] for w, point in zip(weights, (begin, control, end), strict=True)),
            sum(w * point[1] for w, point in zip(weights, (begin, control, end), strict=True)),
        )

    points = [at(step / _STEPS) for step in range(_STEPS + 1)]
    return list(pairwise(points))


def draw_shaft(
    parent: svg.Element, way: Sequence[Piece], colour: str, thin: bool = False
) -> None:  # fmt: skip
    """Draw the shaft of an arrow, without its head."""
    data = _data(way)
    wide, rim = (2.6, 1.2) if thin else (5.0, 1.75)
    svg.path(parent, data, stroke="#ffffff", stroke_width=wide + 2 * rim, stroke_opacity=0.85,
             fill="none", stroke_linecap="round", stroke_linejoin="round")  # fmt: skip
    svg.path(parent, data, stroke=colour, stroke_width=wide, fill="none", stroke_linecap="round",
             stroke_linejoin="round")  # fmt: skip


def neck(begin: Point, tip: Point) -> Point:
    """Return where the head of an arrow begins."""
    dx, dy = tip[0] - begin[0], tip[1] - begin[1]
    length = max(hypot(dx, dy), 1e-9)
    return tip[0] - dx / length * _HEAD, tip[1] - dy / length * _HEAD


def draw_head(parent: svg.Element, begin: Point, tip: Point, colour: str) -> None:
    """Draw the head of an arrow that comes from a point."""
    x, y = neck(begin, tip)
    ux, uy = (tip[0] - x) / _HEAD, (tip[1] - y) / _HEAD
    svg.polygon(parent, [tip, (x - uy * 8, y + ux * 8), (x + uy * 8, y - ux * 8)], fill=colour,
                stroke="#ffffff", stroke_width=1.2)  # fmt: skip


def draw_pill(parent: svg.Element, at: Point, said: str, title: str, colour: str) -> None:
    """Draw a word in a round frame."""
    both = svg.group(parent, text_anchor="middle")
    svg.title(both, title or said)
    svg.rect(both, pill_box(at, said), rx=7.5, fill=colour,
             stroke="#ffffff", stroke_width=1.2)  # fmt: skip
    svg.text(both, (at[0], at[1] + 3.6), said, 10, bold=True, fill=lettering(colour))


def pill_box(at: Point, said: str) -> Box:
    """Return the box that a word in a round frame fills."""
    return Box.centred(*at, max(width(said, 10, bold=True) + 8, 16), 15)


def _data(way: Sequence[Piece]) -> str:
    # Ways through a gateway are in pieces that do not touch.
    data = ""
    last: Point | None = None
    for begin, end in way:
        if last != begin:
            data += f"M{svg.number(begin[0])} {svg.number(begin[1])}"
        data += f"L{svg.number(end[0])} {svg.number(end[1])}"
        last = end
    return data
