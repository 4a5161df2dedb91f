"""How fast boards are drawn, and how large the pictures are.

One unit of work is a picture as SVG, from a position in memory; the map is read once. The largest
picture of all scenarios counts. Everything runs on one thread.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from lexbelli.draw.picture import Picture
from lexbelli.errors import BadInput
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.position import Position
from tools.measuring import least_of

__all__ = ["Drawing", "Sketch", "drawing"]

_AROUND: Final = "erzurum"
_ATTACK: Final = "attack koprukoy with ru_i_caucasian,ru_cavalry_1,ru_div_3"


@dataclass(frozen=True, slots=True)
class Sketch:
    """A picture, measured.

    Attributes:
        name: What is drawn.
        seconds: How long it takes; the median.
        size: How many bytes it has.
    """

    name: str
    seconds: float
    size: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """What was measured."""

    sketches: Sequence[Sketch]

    def as_json(self) -> list[dict[str, Any]]:
        """Return the measurement as plain data."""
        return [
            {"picture": each.name, "milliseconds": each.seconds * 1e3, "bytes": each.size}
            for each in self.sketches
        ]

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        """Return the measurement as a table: a heading, the columns, the rows."""
        rows = [
            (each.name, f"{each.seconds * 1e3:,.1f}", f"{each.size / 1e3:,.0f}")
            for each in self.sketches
        ]
        return "Pictures; medians", ("picture", "milliseconds", "kilobytes"), rows


def drawing(seconds: float) -> Drawing:
    """Measure drawing.

    Args:
        seconds: About how long to measure each picture.
    """
    positions = [Position.scenario(name) for name in tables.load().scenarios()]
    largest = max(positions, key=lambda position: len(position.draw().svg))
    start = Position.scenario("1914_campaign")
    asked: dict[str, Callable[[], Picture]] = {
        "whole board": largest.draw,
        "whole board with supply": lambda: largest.draw(supply=True),
        "three connections around Erzurum": lambda: start.draw(around=_AROUND),
        "the same with an attack and its odds": lambda: start.draw(around=_AROUND, attack=_ATTACK),
    }
    found = [_measured(name, draw, _svg, seconds) for name, draw in asked.items()]
    # Without the libraries of lexbelli[draw] there is no PNG to be measured.
    with suppress(BadInput):
        found.append(_measured("whole board as PNG", largest.draw, Picture.png, seconds))
    return Drawing(found)


def _svg(picture: Picture) -> bytes:
    return picture.svg.encode()


def _measured(
    name: str, draw: Callable[[], Picture], write: Callable[[Picture], bytes], seconds: float
) -> Sketch:
    size = len(write(draw()))  # what is read once is not measured
    taken: list[float] = []
    started = time.perf_counter()
    while len(taken) < least_of(seconds) or time.perf_counter() - started < seconds:
        start = time.perf_counter()
        write(draw())
        taken.append(time.perf_counter() - start)
    return Sketch(name, median(taken), size)
