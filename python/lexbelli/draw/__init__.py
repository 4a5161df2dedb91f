"""Drawing boards: pictures as SVG, PNG and PDF, and boards for the terminal.

`board` is what is to be drawn, as plain data; a game makes it of a position. `pointmap` draws a
point-to-point board, `hexmap` one of hexes; `counters`, `badges`, `terrain`, `arrows`, `labels`,
`panels`, `legend`, `themes` and `export` are shared by every kind of board. `plots` draws chances.
"""

from lexbelli.draw.board import Arrow, Board, Cut, Mark, Overlay, Route
from lexbelli.draw.counters import Counter, Tag
from lexbelli.draw.picture import Crop, Picture, draw
from lexbelli.draw.themes import THEMES, Theme, theme

__all__ = [
    "THEMES",
    "Arrow",
    "Board",
    "Counter",
    "Crop",
    "Cut",
    "Mark",
    "Overlay",
    "Picture",
    "Route",
    "Tag",
    "Theme",
    "draw",
    "theme",
]
