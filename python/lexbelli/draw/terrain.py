"""Signs of terrain, so that no colour stands alone."""

from typing import Final

from lexbelli.draw import svg
from lexbelli.draw.geometry import Point
from lexbelli.draw.themes import Theme

__all__ = ["SIGNS", "draw_terrain"]

SIGNS: Final = {
    "mountain": "M-11 8L-4 -6L0 1.5L4.5 -9L12 8Z",
    "forest": "M-7 7V3H-12L-7 -7L-2 3H-7M6 7V2H0L6 -9L12 2H6",
    "swamp": "M-11 6H11M-7 6V-2M-9.5 6L-10.5 0M-4.5 6L-3.5 0M6 6V-4M3.5 6L2.5 -1M8.5 6L9.5 -1",
    "desert": "M-12 6Q-6 -4 0 3Q6 -7 12 6",
    "rough": "M-12 5Q-7 -5 -2 5M1 7Q6 -3 11 7",
    "alpine": "M-13 8L-5 -8L-1 -1L4 -11L13 8ZM-7 -4L-5 -1.4L-3 -4M1.8 -6.6L4 -3.4L6 -6.6",
    "lagoon": "M-12 -4Q-9 -7 -6 -4T0 -4T6 -4M-8 3Q-5 0 -2 3T4 3T10 3",
    "lake": "M-12 -4Q-9 -7 -6 -4T0 -4T6 -4M-8 3Q-5 0 -2 3T4 3T10 3",
}
_FILLED: Final = {"mountain", "forest"}


def draw_terrain(
    parent: svg.Element, terrain: str, at: Point, theme: Theme, scale: float = 1
) -> None:
    """Draw the sign of a terrain around a point; a small one is drawn more strongly.

    Args:
        parent: Where to.
        terrain: One of `SIGNS`.
        at: Its middle.
        theme: The colours.
        scale: How large; 1 is 24 wide.
    """
    small = scale < 1
    colour = theme.ink if small else theme.faint
    place = f"translate({svg.number(at[0])} {svg.number(at[1])})"
    if small:
        place += f" scale({svg.number(scale)})"
    svg.path(
        parent, SIGNS[terrain], transform=place,
        fill=colour if terrain in _FILLED else "none",
        stroke="none" if terrain == "mountain" else colour,
        stroke_width=1.3 / scale, fill_opacity=0.65, stroke_opacity=0.75,
    )  # fmt: skip
