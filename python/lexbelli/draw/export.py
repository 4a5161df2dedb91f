"""Turning SVG into PNG and PDF, by libraries that come with `lexbelli[draw]`.

Both use the fonts that are shipped, and nothing of the machine's, so that the same picture is the
same everywhere.
"""

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from lexbelli.draw.text import font_files
from lexbelli.errors import bad_input
from lexbelli.files import write_atomic
from lexbelli.names import nearest

__all__ = ["FORMATS", "pdf", "picture_format", "png", "save"]

FORMATS: Final = ("svg", "png", "pdf")

# A page as large as the picture; without a date, so that its bytes are the same on every day.
_PAGE: Final = b"""
#set document(date: none)
#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.picture), format: "svg")
"""


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
        BadInput: The library for it is not installed.
    """
    typst = _library("typst", "PDF")
    drawn: bytes = typst.compile(
        _PAGE,
        sys_inputs={"picture": picture},
        font_paths=sorted({str(Path(file).parent) for file in font_files()}),
        ignore_system_fonts=True,
        format="pdf",
    )
    return drawn


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
