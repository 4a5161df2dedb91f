"""The key of a picture: what its signs mean."""

from collections.abc import Callable, Sequence
from typing import Final

from lexbelli.draw import svg
from lexbelli.draw.badges import BADGES, Badge
from lexbelli.draw.board import Board, Overlay
from lexbelli.draw.geometry import Box, Point
from lexbelli.draw.text import width
from lexbelli.draw.themes import Theme

__all__ = ["Legend"]

_SIZE: Final = 14.0
_HIGH: Final = 30.0
_SIGN: Final = 44.0

Entry = tuple[Callable[[svg.Element, Point], None], str]


class Legend:
    """Signs with their meanings, in rows."""

    def __init__(self, entries: Sequence[Entry], theme: Theme, at: Point, room: float) -> None:
        self._theme = theme
        self._placed: list[tuple[Entry, Point]] = []
        x, y = at
        for entry in entries:
            wide = _SIGN + width(entry[1], _SIZE) + 26
            if x > at[0] and x + wide > at[0] + room:
                x, y = at[0], y + _HIGH
            self._placed.append((entry, (x, y)))
            x += wide
        self.bottom = y + _HIGH if entries else y

    @classmethod
    def of_board(cls, board: Board, theme: Theme, at: Point, room: float) -> "Legend":
        """Explain the connections, terrain, control and badges that a board has."""
        links = dict.fromkeys(link.kind for link in board.links)
        terrain = dict.fromkeys(place.terrain for place in board.places.values())
        badges = {badge.kind: badge for place in board.places.values() for badge in place.badges}
        entries: list[Entry] = [
            *((_line(theme, kind), kind.replace("_", " ")) for kind in links),
            (_crossing(theme), "water crossing"),
            *((_plate(theme, kind), kind) for kind in terrain if kind in theme.terrain),
            *((_rim(theme, side), said) for side, said in board.sides),
            *(
                (_badge(theme, badges[kind]), said)
                for kind, said in board.signs.items()
                if kind in badges
            ),
        ]
        return cls(entries, theme, at, room)

    @classmethod
    def of_overlay(cls, overlay: Overlay, theme: Theme, at: Point, room: float) -> "Legend":
        """Explain the tones of an overlay."""
        return cls([(_tone(theme, tone, sign), said) for tone, sign, said in overlay.key],
                   theme, at, room)  # fmt: skip

    def draw(self, parent: svg.Element) -> None:
        """Draw it."""
        both = svg.group(parent, data_layer="legend")
        for (sign, said), (x, y) in self._placed:
            sign(svg.group(both, text_anchor="middle"), (x + _SIGN / 2, y + _HIGH / 2))
            svg.text(both, (x + _SIGN + 4, y + _HIGH / 2 + 5), said, _SIZE, anchor="start",
                     fill=self._theme.ink)  # fmt: skip


def _line(theme: Theme, kind: str) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        stroke = theme.link(kind)
        begin, end = (at[0] - 20, at[1]), (at[0] + 20, at[1])
        if stroke.edge:
            svg.line(parent, begin, end, stroke=stroke.edge, stroke_width=stroke.edge_width)
        svg.line(parent, begin, end, stroke=stroke.colour, stroke_width=stroke.width,
                 stroke_dasharray=stroke.dash)  # fmt: skip

    return draw


def _crossing(theme: Theme) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        _line(theme, "road")(parent, at)
        svg.line(parent, (at[0], at[1] - 8), (at[0], at[1] + 8), stroke=theme.crossing,
                 stroke_width=4, stroke_linecap="round")  # fmt: skip

    return draw


def _plate(theme: Theme, terrain: str) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        svg.rect(parent, Box.centred(*at, 26, 22), rx=3, fill=theme.terrain[terrain],
                 stroke=theme.faint, stroke_width=1)  # fmt: skip

    return draw


def _rim(theme: Theme, name: str) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        side = theme.side(name)
        svg.rect(parent, Box.centred(*at, 26, 24), rx=side.corner, fill=theme.panel,
                 stroke=side.colour, stroke_width=side.rim, stroke_dasharray=side.dash)  # fmt: skip

    return draw


def _badge(theme: Theme, badge: Badge) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        sign = svg.group(parent, transform=f"translate({svg.number(at[0])} {svg.number(at[1])})")
        BADGES[badge.kind](sign, badge, theme)

    return draw


def _tone(theme: Theme, tone: str, sign: str) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        svg.circle(parent, at, 9, fill=theme.tone(tone))
        if sign:
            svg.text(parent, (at[0], at[1] + 4), sign, 11, bold=True, fill="#ffffff")

    return draw
