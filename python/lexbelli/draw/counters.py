"""Counters in the style of NATO: a symbol of the arm, a mark of the size, and values.

A counter is drawn `SIZE` wide and high; a smaller one is the same, scaled. A reduced unit shows its
reduced values, a paler body and a folded corner.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from lexbelli.draw import svg
from lexbelli.draw.geometry import Box, Point
from lexbelli.draw.text import fitting, shortened
from lexbelli.draw.themes import Theme, lettering

__all__ = ["SIZE", "Counter", "Tag", "define_symbols", "draw_counter", "grid", "symbol_id"]

SIZE: Final = 36.0

_WIDE: Final = 20.0  # of a symbol
_HIGH: Final = 12.0
_BAND: Final = 4.0  # in the colour of the side
_MARK: Final = {"brigade": 1, "division": 2, "corps": 3, "army": 4}


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit as it is drawn.

    Attributes:
        id: The unit.
        side: Its side, as the theme knows it.
        colour: The colour of its nation, for themes in which nations have their own.
        symbol: Its arm, one of `SYMBOLS`.
        size: `brigade`, `division`, `corps`, `army`, or nothing for no mark.
        label: What stands on it: its nation and number.
        values: What stands below the symbol.
        reduced: Whether its reduced side is up.
        said: All of it in words.
        dug_in: Whether it stands in trenches.
        marker: A sign that lies on it.
    """

    id: str
    side: str
    colour: str
    symbol: str
    size: str
    label: str
    values: str
    reduced: bool
    said: str
    dug_in: bool = False
    marker: "Tag | None" = None


@dataclass(frozen=True, slots=True)
class Tag:
    """A sign on a counter.

    Attributes:
        tone: Its colour, a tone of the theme.
        sign: A letter or two.
        said: What it means.
    """

    tone: str
    sign: str
    said: str


_CROSS: Final = "M0 0L20 12M0 12L20 0"
_SLASH: Final = "M0 12L20 0"

# What stands in the frame of each arm: lines, and filled shapes.
SYMBOLS: Final[dict[str, tuple[str, str]]] = {
    "infantry": (_CROSS, ""),
    "elite_infantry": (_CROSS, "M0 0H4.5V12H0Z"),
    "special": (_CROSS, "M7.5 0H12.5L10 3Z"),
    "cavalry": (_SLASH, ""),
    "camel": (_SLASH + "M12 11.5C12.6 8 13.6 8 14 9.4C14.6 8 15.6 8 16.4 11.5", ""),
    "armored_car": ("M5 3H15A3 3 0 0 1 15 9H5A3 3 0 0 1 5 3Z", ""),
    "assault_infantry": (_CROSS, "M0 0L10 6L0 12Z"),
    "light_infantry": (_CROSS, "M7.2 0H12.8A2.8 2.8 0 0 1 7.2 0Z"),
    "alpine_infantry": (_CROSS, "M6.4 12L10 6L13.6 12Z"),
    "mountain_infantry": (_CROSS, "M7 12L10 7.2L13 12Z"),
    "marine": (_CROSS + "M10 6.5V11.2M7.6 9.2C8 11.6 12 11.6 12.4 9.2", ""),
    "irregular_infantry": (_CROSS, "M10 3.4L12.6 6L10 8.6L7.4 6Z"),
    "tribal_infantry": (_CROSS, "M10 4A2 2 0 0 1 10 8A2 2 0 0 1 10 4Z"),
    "tribal_cavalry": (_SLASH, "M10 4A2 2 0 0 1 10 8A2 2 0 0 1 10 4Z"),
    "heavy_artillery": ("", "M10 2.6A3.4 3.4 0 0 1 10 9.4A3.4 3.4 0 0 1 10 2.6Z"),
    "hq": ("M0 12V17", "M0 0H20V3.4H0Z"),
}


# The battlements along the foot of a counter that stands in trenches.
_TRENCH: Final = "M5 35.2V33H8V34.2H11V33H14V34.2H17V33H20V34.2H23V33H26V34.2H29V33H32V35.2Z"


def define_symbols(parent: svg.Element, theme: Theme, arms: Iterable[str]) -> None:
    """Define the symbols of some arms, which counters use."""
    for arm in sorted(set(arms)):
        lines, filled = SYMBOLS.get(arm, SYMBOLS["infantry"])
        symbol = svg.group(parent, id=symbol_id(theme, arm), stroke=theme.ink, stroke_width=1)
        svg.rect(symbol, Box(0, 0, _WIDE, _HIGH), fill="#ffffff", fill_opacity=0.55)
        if lines:
            svg.path(symbol, lines, fill="none")
        if filled:
            svg.path(symbol, filled, fill=theme.ink, stroke="none")


def draw_counter(
    parent: svg.Element,
    counter: Counter,
    at: Point,
    theme: Theme,
    scale: float = 1,
    tag: Tag | None = None,
) -> Box:
    """Draw a counter.

    Args:
        parent: Where to.
        counter: The unit.
        at: Its upper left corner.
        theme: The colours; its symbol must have been defined for them.
        scale: How large, of `SIZE`.
        tag: A sign on it.

    Returns:
        The box that it fills.
    """
    side = theme.side(counter.side)
    place = f"translate({svg.number(at[0])} {svg.number(at[1])})"
    if scale != 1:
        place += f" scale({svg.number(scale)})"
    face = svg.group(parent, transform=place, data_unit=counter.id)
    svg.title(face, counter.said if tag is None else f"{counter.said}; {tag.said}")
    corner = min(side.corner, 7)
    body = Box(0.5, 0.5, SIZE - 1, SIZE - 1)
    svg.rect(face, body, rx=corner, fill=theme.body(counter.side, counter.colour),
             stroke=side.colour, stroke_width=1)  # fmt: skip
    if counter.reduced:
        svg.rect(face, body.grown(-0.5), rx=corner, fill="#ffffff", fill_opacity=0.5)
        svg.polygon(face, [(SIZE - 8, 0.5), (SIZE - 0.5, 0.5), (SIZE - 0.5, 8)],
                    fill=side.colour)  # fmt: skip
    bend, low = svg.number(0.5 + corner * 0.55), svg.number(SIZE - 0.5 - corner * 0.55)
    band = f"M{svg.number(_BAND + 0.5)} 0.5V{svg.number(SIZE - 0.5)}H{bend}"
    svg.path(face, f"{band}L0.5 {low}V{bend}L{bend} 0.5Z", fill=side.colour)
    middle = (_BAND + SIZE) / 2
    room = SIZE - _BAND - (8.5 if counter.reduced else 3)
    centre = middle - (3 if counter.reduced else 0)
    size = fitting(counter.label, room, 7.6, 4.4, bold=True)
    label = shortened(counter.label, room, size, bold=True)
    svg.text(face, (centre, 8.4), label, size, bold=True, fill=theme.ink)
    svg.use(face, symbol_id(theme, counter.symbol), (middle - _WIDE / 2, 12.4))
    marks = _MARK.get(counter.size, 0)
    if marks:
        left = middle - marks * 1.6
        crosses = "".join(
            f"M{svg.number(left + 3.2 * at_ + 0.4)} 9.5l2.4 2.4m0 -2.4l-2.4 2.4"
            for at_ in range(marks)
        )
        svg.path(face, crosses, stroke=theme.ink, stroke_width=0.7, fill="none")
    largest, foot = (9.2, 31.8) if counter.dug_in else (10, 33.6)
    values = fitting(counter.values, SIZE - _BAND - 2, largest, 6, bold=True)
    svg.text(face, (middle, foot), counter.values, values, bold=True, fill=theme.ink)
    if counter.dug_in:
        svg.path(face, _TRENCH, fill=theme.ink)
    if counter.marker is not None:
        _draw_tag(face, counter.marker, theme, _BAND + 4.5)
    if tag is not None:
        _draw_tag(face, tag, theme, SIZE - 5.5)
    return Box(at[0], at[1], SIZE * scale, SIZE * scale)


def grid(count: int, room: Box, gap: float = 1, largest: float = SIZE) -> list[tuple[Point, float]]:
    """Arrange counters in rows within a room, as large as they can be.

    Args:
        count: How many.
        room: Where; they are in its middle.
        gap: The room between two.
        largest: How large they may be.

    Returns:
        The upper left corner of each, and its scale.
    """
    if not count:
        return []
    best = (0.0, 1)
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        size = min(
            (room.width - gap * (columns - 1)) / columns, (room.height - gap * (rows - 1)) / rows
        )
        if size > best[0] + 1e-9:
            best = (size, columns)
    size, columns = min(best[0], largest), best[1]
    if size == largest:  # then one row may hold more
        columns = min(count, int((room.width + gap) / (largest + gap)))
    rows = -(-count // columns)
    top = room.y + (room.height - rows * size - (rows - 1) * gap) / 2
    spots = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        left = room.x + (room.width - here * size - (here - 1) * gap) / 2
        spots += [
            ((left + at * (size + gap), top + row * (size + gap)), size / SIZE)
            for at in range(here)
        ]
    return spots


def _draw_tag(face: svg.Element, tag: Tag, theme: Theme, x: float) -> None:
    colour = theme.tone(tag.tone)
    svg.circle(face, (x, SIZE / 2 + 0.4), 5.6, fill=colour, stroke="#ffffff",
               stroke_width=1)  # fmt: skip
    size = fitting(tag.sign, 9.4, 7.6, 4.4, bold=True)
    svg.text(face, (x, SIZE / 2 + 0.4 + size * 0.37), tag.sign, size, bold=True,
             fill=lettering(colour))  # fmt: skip


def symbol_id(theme: Theme, arm: str) -> str:
    """Return under which name the symbol of an arm is defined."""
    return f"{theme.name}-{arm if arm in SYMBOLS else 'infantry'}"
