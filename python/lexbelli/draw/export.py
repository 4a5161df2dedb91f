"""Turning SVG into PNG and PDF, by libraries that come with `lexbelli[draw]`.

Both use the fonts that are shipped, and nothing of the machine's, so that the same picture is the
same everywhere.
"""

import importlib
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from lexbelli.draw.text import font_files
from lexbelli.errors import bad_input
from lexbelli.files import write_atomic
from lexbelli.names import nearest

__all__ = ["FORMATS", "pdf", "picture_format", "png", "save"]

FORMATS: Final = ("svg", "png", "pdf")
_MOST_PIXELS: Final = 200_000_000


def png(picture: str, zoom: float = 1) -> bytes:
    """Rasterise a picture.

    Args:
        picture: The SVG.
        zoom: Pixels a unit of the picture.

    Raises:
        BadInput: The library for it is not installed, or the zoom makes no picture.
    """
    resvg = _library("resvg_py", "PNG")
    if not 0.01 <= zoom <= 20:
        raise bad_input(f"{zoom:g} is not between 0.01 and 20", "zoom")
    drawn: Any = resvg.svg_to_bytes(
        svg_string=picture,
        zoom=zoom,
        skip_system_fonts=True,
        font_files=font_files(),
        font_family="Lex Belli Sans",
        sans_serif_family="Lex Belli Sans",
    )
    return bytes(drawn)


def pdf(picture: str) -> bytes:
    """Write a picture as a page of PDF whose texts stay texts.

    Raises:
        BadInput: The libraries for it are not installed.
    """
    svglib = _library("svglib.svglib", "PDF")
    _library("reportlab.rl_config", "PDF").invariant = 1  # the same bytes on every day
    drawing_to = _library("reportlab.graphics.renderPDF", "PDF")
    for weight, file in zip(("normal", "bold"), font_files(), strict=True):
        svglib.register_font("Lex Belli Sans", file, weight, "normal")
    drawn = svglib.svg2rlg(BytesIO(picture.encode()))
    content: bytes = drawing_to.drawToString(drawn)
    return content


def save(picture: str, path: str | Path, zoom: float = 1) -> None:
    """Write a picture to a file whose ending says how.

    Raises:
        BadInput: The ending is another, a library is missing, or the file cannot be written.
    """
    match picture_format(path):
        case "svg":
            write_atomic(path, picture)
        case "png":
            write_atomic(path, png(picture, zoom))
        case _:
            write_atomic(path, pdf(picture))


def picture_format(path: str | Path) -> str:
    """Return what the ending of a file says: `svg`, `png` or `pdf`.

    Raises:
        BadInput: The ending is another.
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        said = f"'{path}' ends in none of .svg, .png, .pdf"
        raise bad_input(said, "output", nearest(ending, FORMATS) if ending else None)
    return ending


def _library(name: str, what: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        said = f"{what} needs more than the base package: pip install 'lexbelli[draw]'"
        raise bad_input(said, "output") from None
