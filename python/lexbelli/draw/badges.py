"""Small signs beside a place: what is printed there, and what has been put there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from lexbelli.draw import svg
from lexbelli.draw.geometry import Box, Point
from lexbelli.draw.text import fitting
from lexbelli.draw.themes import Theme

__all__ = ["BADGES", "RADIUS", "Badge", "draw_badges", "row_width"]

RADIUS: Final = 6.4
_STEP: Final = 2 * RADIUS + 1.4


@dataclass(frozen=True, slots=True)
class Badge:
    """A sign beside a place.

    Attributes:
        kind: One of `BADGES`.
        text: A number or letter in it.
        said: What it means.
        side: Whose it is, if that matters.
    """

    kind: str
    text: str
    said: str
    side: str | None = None


Drawing = Callable[[svg.Element, Badge, Theme], None]


def row_width(badges: Sequence[Badge]) -> float:
    """Return how wide a row of badges is."""
    return _STEP * len(badges) - 1.4 if badges else 0


def draw_badges(parent: svg.Element, badges: Sequence[Badge], middle: Point, theme: Theme) -> None:
    """Draw a row of badges around a point."""
    left = middle[0] - row_width(badges) / 2 + RADIUS
    for at, badge in enumerate(badges):
        x, y = svg.number(left + at * _STEP), svg.number(middle[1])
        sign = svg.group(parent, transform=f"translate({x} {y})", data_badge=badge.kind)
        svg.title(sign, badge.said)
        BADGES[badge.kind](sign, badge, theme)


def _letters(
    sign: svg.Element, text: str, colour: str, size: float = 9, halo: str | None = None
) -> None:
    fits = fitting(text, 2 * RADIUS - 2.2, size, 4.5, bold=True)
    svg.text(sign, (0, fits * 0.36), text, fits, bold=True, halo=halo, fill=colour)


def _star(sign: svg.Element, badge: Badge, theme: Theme) -> None:
    fill = "#ffffff" if theme.name == "print" else "#f2c230"
    svg.path(
        sign,
        "M0 -7.6L2.3 -3.5L6.9 -2.6L3.7 0.9L4.3 5.6L0 3.6L-4.3 5.6L-3.7 0.9L-6.9 -2.6L-2.3 -3.5Z",
        fill=fill, stroke=theme.ink, stroke_width=0.8, stroke_linejoin="round",
    )  # fmt: skip
    # Two digits are wider than the star: its rim would run through them.
    _letters(sign, badge.text, theme.ink, 7.4, halo=fill if len(badge.text) > 1 else None)


def _fort(sign: svg.Element, badge: Badge, theme: Theme) -> None:
    svg.path(
        sign, "M-6 -6H-3.4V-3.8H-1.3V-6H1.3V-3.8H3.4V-6H6V6H-6Z",
        fill=_fort_colour(badge, theme),
    )  # fmt: skip
    svg.text(sign, (0, 5), badge.text, 8.6, bold=True, fill="#ffffff")


def _fort_colour(badge: Badge, theme: Theme) -> str:
    if badge.side is not None:
        return theme.side(badge.side).colour
    return "#6b6b6b" if theme.name != "print" else "#000000"


def _ruin(sign: svg.Element, badge: Badge, theme: Theme) -> None:
    svg.path(
        sign, "M-6 -1L-3.5 -4L-1 0L2 -5L4 -1L6 -3V6H-6Z",
        fill=theme.paper, stroke=theme.ink, stroke_width=0.8,
    )  # fmt: skip
    svg.text(sign, (0, 5.2), badge.text, 6, fill=theme.ink)


def _port(sign: svg.Element, badge: Badge, theme: Theme) -> None:  # noqa: ARG001
    svg.circle(sign, (0, 0), RADIUS, fill=theme.crossing)
    svg.path(
        sign,
        "M0 -2V4.2M-2 -0.9H2M-3.8 1.2C-3.4 5.2 3.4 5.2 3.8 1.2"
        "M0 -4.6A1.3 1.3 0 0 1 0 -2A1.3 1.3 0 0 1 0 -4.6",
        fill="none", stroke="#ffffff", stroke_width=1.1, stroke_linecap="round",
    )  # fmt: skip


def _crescent(sign: svg.Element, badge: Badge, theme: Theme) -> None:  # noqa: ARG001
    svg.circle(sign, (0, 0), RADIUS, fill="#1e7d4f" if theme.name != "print" else "#000000")
    svg.path(sign, "M2.6 -3.6A4.4 4.4 0 1 0 2.6 3.6A3.6 3.6 0 1 1 2.6 -3.6Z", fill="#ffffff")


def _drop(sign: svg.Element, badge: Badge, theme: Theme) -> None:  # noqa: ARG001
    svg.path(sign, "M0 -6.6C3 -2.6 4.8 -0.4 4.8 2A4.8 4.6 0 0 1 -4.8 2C-4.8 -0.4 -3 -2.6 0 -6.6Z",
             fill=theme.ink)  # fmt: skip


def _letter(fill: str) -> Drawing:
    def draw(sign: svg.Element, badge: Badge, theme: Theme) -> None:
        colour = "#ffffff" if theme.name == "print" else fill
        svg.circle(sign, (0, 0), RADIUS - 0.4, fill=colour, stroke=theme.ink, stroke_width=0.7)
        _letters(sign, badge.text, theme.ink, 8)

    return draw


def _trench(sign: svg.Element, badge: Badge, theme: Theme) -> None:
    side = theme.side(badge.side)
    svg.rect(sign, Box.centred(0, 0, 2 * RADIUS, 2 * RADIUS), rx=1.5, fill=side.colour)
    svg.path(sign, "M-5 -2.4L-3 -4.6L-1 -2.4L1 -4.6L3 -2.4L5 -4.6", fill="none", stroke="#ffffff",
             stroke_width=1)  # fmt: skip
    svg.text(sign, (0, 5.2), badge.text, 7.4, bold=True, fill="#ffffff")


def _marker(sign: svg.Element, badge: Badge, theme: Theme) -> None:
    """Draw what has been put there: a flag of the side with a letter."""
    side = theme.side(badge.side)
    svg.rect(sign, Box.centred(0, 0, 2 * RADIUS, 2 * RADIUS - 1), rx=min(side.corner, 4),
             fill="#ffffff", stroke=side.colour, stroke_width=1.8)  # fmt: skip
    _letters(sign, badge.text, side.colour, 8)


def _depot(sign: svg.Element, badge: Badge, theme: Theme) -> None:
    """Draw a store: a house of the side."""
    colour = theme.side(badge.side).colour
    svg.path(sign, "M-6.4 -1.2L0 -6.6L6.4 -1.2V6.2H-6.4Z", fill=colour, stroke="#ffffff",
             stroke_width=0.8, stroke_linejoin="round")  # fmt: skip
    svg.path(sign, "M-3.4 1H3.4M-3.4 3.6H3.4", stroke="#ffffff", stroke_width=1.4, fill="none")


BADGES: Final[dict[str, Drawing]] = {
    "points": _star,
    "fort": _fort,
    "ruin": _ruin,
    "port": _port,
    "holy": _crescent,
    "oil": _drop,
    "people": _letter("#e9b987"),
    "unrest": _letter("#bcd8f2"),
    "trench": _trench,
    "marker": _marker,
    "depot": _depot,
}
