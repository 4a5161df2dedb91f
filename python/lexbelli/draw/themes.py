"""Colours and strokes for a screen, for paper, and for readers who see colours differently.

No theme says anything by colour alone: what belongs to the one side has sharp corners, what belongs
to the other round ones, terrain has signs, and the tones of overlays come with letters or signs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lexbelli.names import resolve

__all__ = ["SCREEN", "THEMES", "Side", "Stroke", "Theme", "lettering", "theme"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line is drawn: `edge` is a wider line under it, `dash` as in SVG."""

    colour: str
    width: float
    dash: str | None = None
    edge: str | None = None
    edge_width: float = 0


@dataclass(frozen=True, slots=True)
class Side:
    """How what belongs to a side is drawn.

    Attributes:
        colour: Its colour, dark enough for white letters.
        corner: The radius of its corners.
        rim: The width of the rim of its places.
        body: The colour of its counters; None if nations have their own.
        dash: The dashes of the rim of its places.
    """

    colour: str
    corner: float
    rim: float
    body: str | None = None
    dash: str | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a picture; sides are `first`, `second`, `third` and `neutral`."""

    name: str
    paper: str
    land: str
    water: str
    shore: str
    ink: str
    faint: str
    panel: str
    terrain: Mapping[str, str]
    sides: Mapping[str, Side]
    links: Mapping[str, Stroke]
    tones: Mapping[str, str]
    crossing: str

    def side(self, name: str | None) -> Side:
        """Return how a side is drawn; one that is not known is drawn as neutral."""
        return self.sides.get(name or "neutral", self.sides["neutral"])

    def body(self, side: str, colour: str) -> str:
        """Return the colour of a counter; `colour` is its nation's own."""
        return self.side(side).body or colour

    def tone(self, name: str) -> str:
        """Return the colour of a tone of an overlay."""
        return self.tones.get(name, self.ink)

    def link(self, kind: str) -> Stroke:
        """Return how a connection is drawn; a kind that is not known is drawn as a road."""
        return self.links.get(kind, self.links["road"])


_LINKS: Final = {
    "road": Stroke("#9a7b4f", 2.2),
    "rail": Stroke("#ffffff", 1.6, "5 5", "#3c3c3c", 4.2),
    "unfinished_rail": Stroke("#3c3c3c", 3.2, "2 6"),
    "coloured_rail": Stroke("#ffffff", 1.8, "5 5", "#7b3fa0", 4.6),
    "strait": Stroke("#2b7bba", 4.2, "9 4"),
    "green_line": Stroke("#3f9142", 3.6, "14 6"),
    "restricted_path": Stroke("#2f6b3a", 2.6, "3 5"),
    "sea_path": Stroke("#5d9cc7", 1.8, "2 5"),
    "landing": Stroke("#2b7bba", 2.6, "6 3"),
    "river": Stroke("#4f97c9", 5.5, None, "#ffffff", 7),
    "coast": Stroke("#5c8fae", 2.6),
    "border": Stroke("#8a4f9e", 2.6, "12 4 2.5 4"),
    "front": Stroke("#c8102e", 8, None, "#ffffff", 10),
    "trench": Stroke("#2a2119", 7, "2.2 3.4", "#2a2119", 1.6),
    "barred": Stroke("#111111", 6, None, "#ffffff", 8),
    "edge": Stroke("#4a4433", 5),
}

_TONES: Final = {
    "good": "#1a7f37",
    "middling": "#c77700",
    "bad": "#c5221f",
    "path": "#0b6bcb",
    "reach": "#7a3fc2",
    "move": "#0b3d91",
    "attack": "#c5221f",
    "retreat": "#8a5a00",
    "new": "#1a7f37",
    "gone": "#8a8a8a",
    "changed": "#b8860b",
}

SCREEN: Final = Theme(
    name="screen",
    paper="#ffffff",
    land="#f4eddd",
    water="#cfe2ec",
    shore="#9fbfd0",
    ink="#222222",
    faint="#8b8069",
    panel="#faf7ef",
    terrain={
        "clear": "#fdfaf0",
        "mountain": "#dcc6a4",
        "forest": "#bcd6a3",
        "swamp": "#a9d3c9",
        "desert": "#f4e0a0",
        "sea": "#e3f0f7",
        "rough": "#ece2bd",
        "alpine": "#bfb3a6",
        "lagoon": "#bfe0da",
        "lake": "#a9cfe4",
        "neutral": "#d9d9d9",
    },
    sides={
        "first": Side("#1d5fa8", 3, 3),
        "second": Side("#b3302a", 9, 3),
        "neutral": Side("#7d7d7d", 3, 2, None, "4 3"),
        "third": Side("#6b4fa0", 6, 3),
    },
    links=_LINKS,
    tones=_TONES,
    crossing="#2b7bba",
)

PRINT: Final = Theme(
    name="print",
    paper="#ffffff",
    land="#ffffff",
    water="#ececec",
    shore="#b5b5b5",
    ink="#000000",
    faint="#777777",
    panel="#ffffff",
    terrain={
        "clear": "#ffffff",
        "mountain": "#e2e2e2",
        "forest": "#f2f2f2",
        "swamp": "#f2f2f2",
        "desert": "#fafafa",
        "sea": "#f6f6f6",
        "rough": "#f4f4f4",
        "alpine": "#cdcdcd",
        "lagoon": "#f2f2f2",
        "lake": "#dedede",
        "neutral": "#e8e8e8",
    },
    sides={
        "first": Side("#555555", 1, 1.6, "#ffffff"),
        "second": Side("#000000", 11, 3.4, "#d4d4d4"),
        "neutral": Side("#777777", 3, 1.4, "#f2f2f2", "3 3"),
        "third": Side("#333333", 6, 2, "#eeeeee", "6 2"),
    },
    links=_LINKS
    | {
        "road": Stroke("#888888", 1.6),
        "rail": Stroke("#ffffff", 1.6, "5 5", "#000000", 4.2),
        "unfinished_rail": Stroke("#000000", 3.2, "2 6"),
        "coloured_rail": Stroke("#ffffff", 2.4, "2 8", "#000000", 4.2),
        "strait": Stroke("#000000", 4.2, "9 4"),
        "green_line": Stroke("#555555", 3.6, "14 6"),
        "restricted_path": Stroke("#555555", 2.6, "3 5"),
        "sea_path": Stroke("#777777", 1.6, "2 5"),
        "landing": Stroke("#555555", 2.4, "6 3"),
        "river": Stroke("#8c8c8c", 5, None, "#ffffff", 7),
        "coast": Stroke("#555555", 2.2),
        "border": Stroke("#555555", 2.4, "12 4 2.5 4"),
        "front": Stroke("#000000", 8, "10 4", "#ffffff", 10),
        "trench": Stroke("#000000", 7, "2.2 3.4", "#000000", 1.6),
    },
    tones=dict.fromkeys(_TONES, "#000000") | {"gone": "#8a8a8a", "middling": "#666666"},
    crossing="#000000",
)

# The colours of Okabe and Ito, which stay apart in every common way of seeing colours.
_OKABE_ITO: Final = {
    "good": "#009e73",
    "middling": "#e69f00",
    "bad": "#000000",
    "path": "#0072b2",
    "reach": "#cc79a7",
    "move": "#0072b2",
    "attack": "#d55e00",
    "retreat": "#56401a",
    "new": "#009e73",
    "gone": "#4a4a4a",
    "changed": "#e69f00",
}

COLOUR_BLIND: Final = Theme(
    name="colour-blind",
    paper="#ffffff",
    land="#f7f4ec",
    water="#dcebf5",
    shore="#9db8c9",
    ink="#1a1a1a",
    faint="#777777",
    panel="#fbfaf6",
    terrain={
        "clear": "#ffffff",
        "mountain": "#cfc8bc",
        "forest": "#e6ecd8",
        "swamp": "#d5e3e6",
        "desert": "#faf0c8",
        "sea": "#e6f1f8",
        "rough": "#efe8d2",
        "alpine": "#b5ada2",
        "lagoon": "#cfe3e4",
        "lake": "#b4d4ea",
        "neutral": "#dcdcdc",
    },
    sides={
        "first": Side("#0072b2", 2, 3, "#d3e8f6"),
        "second": Side("#d55e00", 11, 4, "#fbdfc9"),
        "neutral": Side("#666666", 3, 2, "#ececec", "4 3"),
        "third": Side("#8a4f7d", 6, 3, "#f0dce9"),
    },
    links=_LINKS
    | {
        "road": Stroke("#8c8c8c", 2.2),
        "strait": Stroke("#0072b2", 4.2, "9 4"),
        "green_line": Stroke("#009e73", 3.6, "14 6"),
        "restricted_path": Stroke("#00614a", 2.6, "3 5"),
        "coloured_rail": Stroke("#ffffff", 1.8, "5 5", "#cc79a7", 4.8),
        "river": Stroke("#56b4e9", 5.5, None, "#ffffff", 7),
        "border": Stroke("#8a4f7d", 2.6, "12 4 2.5 4"),
        "front": Stroke("#e69f00", 8, None, "#ffffff", 10),
    },
    tones=_OKABE_ITO,
    crossing="#0072b2",
)

_LIGHT: Final = 0.3  # brighter colours bear black letters

THEMES: Final = {each.name: each for each in (SCREEN, PRINT, COLOUR_BLIND)}


def lettering(colour: str) -> str:
    """Return the colour of letters on a colour, `#rrggbb`: white, or black where that is light."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return "#ffffff" if 0.2126 * red + 0.7152 * green + 0.0722 * blue < _LIGHT else "#000000"


def theme(name: str) -> Theme:
    """Return a theme: `screen`, `print` or `colour-blind`.

    Raises:
        BadInput: There is no such theme; it suggests the nearest.
    """
    return THEMES[resolve(name.replace("_", "-"), THEMES, "theme")]
