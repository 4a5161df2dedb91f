"""The key of a picture: what its signs mean."""

from collections.abc import Callable, Sequence
from typing import Final

from lexbelli.draw import svg
from lexbelli.draw.badges import BADGES, Badge
from lexbelli.draw.board import Board
from lexbelli.draw.counters import define_symbols, symbol_id
from lexbelli.draw.geometry import Box, Point
from lexbelli.draw.terrain import SIGNS, draw_terrain
from lexbelli.draw.text import width
from lexbelli.draw.themes import Theme, lettering

__all__ = ["ARROW", "LINE", "Legend"]

# Signs of a key that stand for what an overlay draws, not for letters.
ARROW: Final = "\u2192"
LINE: Final = "\u2014"

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
        sides = board.ground.sides if board.ground is not None else ()
        links |= dict.fromkeys(side.kind for side in sides)
        terrain = dict.fromkeys(place.terrain for place in board.places.values())
        badges = {badge.kind: badge for place in board.places.values() for badge in place.badges}
        crossed = any(link.crossing for link in board.links)
        entries: list[Entry] = [
            *(
                (_line(theme, kind), board.called.get(kind, kind.replace("_", " ")))
                for kind in links
            ),
            *([(_crossing(theme), "water crossing")] if crossed else []),
            *((_plate(theme, kind), kind) for kind in terrain if kind in theme.terrain),
            *((_rim(theme, side), said) for side, said in board.sides),
            *((_unit(theme, arm), said) for arm, said in board.arms.items()),
            *(
                (_badge(theme, badges[kind]), said)
                for kind, said in board.signs.items()
                if kind in badges
            ),
        ]
        return cls(entries, theme, at, room)

    @classmethod
    def of_overlay(
        cls, key: Sequence[tuple[str, str, str]], theme: Theme, at: Point, room: float
    ) -> "Legend":
        """Explain the tones of an overlay, given its key."""
        return cls([(_tone(theme, tone, sign), said) for tone, sign, said in key],
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
        svg.rect(parent, Box.centred(*at, 32, 24), rx=3, fill=theme.terrain[terrain],
                 stroke=theme.faint, stroke_width=1)  # fmt: skip
        if terrain in SIGNS:
            draw_terrain(parent, terrain, at, theme)

    return draw


def _rim(theme: Theme, name: str) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        side = theme.side(name)
        svg.rect(parent, Box.centred(*at, 26, 24), rx=side.corner, fill=theme.panel,
                 stroke=side.colour, stroke_width=side.rim, stroke_dasharray=side.dash)  # fmt: skip

    return draw


def _unit(theme: Theme, arm: str) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        define_symbols(svg.element(parent, "defs"), theme, [arm])
        svg.use(parent, symbol_id(theme, arm), (at[0] - 10, at[1] - 6))

    return draw


def _badge(theme: Theme, badge: Badge) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        sign = svg.group(parent, transform=f"translate({svg.number(at[0])} {svg.number(at[1])})")
        BADGES[badge.kind](sign, badge, theme)

    return draw


def _tone(theme: Theme, tone: str, sign: str) -> Callable[[svg.Element, Point], None]:
    def draw(parent: svg.Element, at: Point) -> None:
        x, y = at
        colour = theme.tone(tone)
        if sign == LINE:
            svg.line(parent, (x - 18, y), (x + 18, y), stroke=colour, stroke_width=9,
                     stroke_opacity=0.55, stroke_linecap="round")  # fmt: skip
        elif sign == ARROW:
            svg.line(parent, (x - 18, y), (x + 8, y), stroke=colour, stroke_width=5,
                     stroke_linecap="round")  # fmt: skip
            svg.polygon(parent, [(x + 20, y), (x + 7, y - 8), (x + 7, y + 8)], fill=colour)
        elif sign:
            long = max(width(sign, 10, bold=True) + 8, 18)
            svg.rect(parent, Box.centred(x, y, long, 17), rx=8.5, fill=colour)
            svg.text(parent, (x, y + 3.6), sign, 10, bold=True, fill=lettering(colour))
        else:
            svg.rect(parent, Box.centred(x, y, 28, 18), rx=6, fill=colour, fill_opacity=0.3,
                     stroke=colour, stroke_width=2.4)  # fmt: skip

    return draw
