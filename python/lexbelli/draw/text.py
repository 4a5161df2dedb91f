"""How wide a text is in the shipped font, which is no narrower than what may stand in for it."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["FAMILY", "FONTS", "fitting", "font_files", "shortened", "width"]

FAMILY: Final = "'Lex Belli Sans','DejaVu Sans Condensed',Arial,Helvetica,sans-serif"
FONTS: Final = {"normal": "LexBelliSans-Regular.ttf", "bold": "LexBelliSans-Bold.ttf"}

_UNKNOWN: Final = 900  # no letter of the font is much wider


def width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text.

    Args:
        text: One line.
        size: The size of the font.
        bold: Whether it is bold.
    """
    table = _widths()["bold" if bold else "regular"]
    return sum(table.get(letter, _UNKNOWN) for letter in text) * size / 1000


def fitting(text: str, room: float, size: float, least: float, bold: bool = False) -> float:
    """Return the size at which a text fits into a room, from `size` down to `least`."""
    wide = width(text, size, bold)
    # A hair smaller, so that what just fits is not found too wide afterwards.
    return size if wide <= room else max(least, size * room / wide * 0.9999)


def shortened(text: str, room: float, size: float, bold: bool = False) -> str:
    """Return the text, or its beginning and an ellipsis if it does not fit."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def font_files() -> list[str]:
    """Return the paths of the shipped fonts."""
    return [str(files("lexbelli.draw").joinpath("fonts", name)) for name in FONTS.values()]


@cache
def _widths() -> Mapping[str, Mapping[str, int]]:
    content: dict[str, dict[str, int]] = json.loads(
        files("lexbelli.draw").joinpath("fonts", "widths.json").read_text(encoding="utf-8")
    )
    return content
