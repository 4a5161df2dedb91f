"""Writing answers: tables for people, JSON for programs."""

import json
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from textwrap import TextWrapper
from typing import Any, Final, Literal

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from lexbelli.cli.echo import echo
from lexbelli.draw.picture import Crop
from lexbelli.draw.terminal import letters
from lexbelli.games import Report
from lexbelli.names import printable
from lexbelli.position import Position

__all__ = [
    "caution",
    "emit_json",
    "json_text",
    "letter_board",
    "paragraph",
    "percent",
    "report",
    "table",
    "title",
    "wrapped",
]


_AFTER_COMMA: Final = re.compile(r"(?<=,)")


def percent(part: Fraction) -> str:
    """Write a probability with one decimal."""
    return f"{float(part):.1%}"


def json_text(content: Any) -> str:
    """Write plain data as JSON."""
    return json.dumps(content, indent=2, ensure_ascii=False)


def emit_json(content: Any) -> None:
    """Print plain data as JSON."""
    echo(json_text(content))


def title(position: Position, supposed: Sequence[str] = ()) -> None:
    """Print what a position is, and what must be known before trusting it."""
    echo(position.title, bold=True)
    if supposed:
        paragraph(f"Supposing: {', '.join(supposed)}")
    if position.caution:
        paragraph(f"Caution: {position.caution}", style="yellow")
    for code, field, message in position.allowed:
        paragraph(f"Tolerated: {field}: {message} [{code}]", style="yellow")


def caution(position: Position) -> None:
    """Print on standard error what must be known before trusting a position."""
    if position.caution:
        echo(f"Caution: {position.caution}", err=True)


def table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], indent: int = 0, whole: int = 0
) -> None:
    """Print rows under the names of their columns, if these have names; wide cells are folded.

    Args:
        columns: The names.
        rows: The cells.
        indent: How far it stands from the left.
        whole: The cells of so many columns from the left are names, and never folded.
    """
    grid = Table(
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="bold",
        show_header=bool(columns),
    )
    for at, column in enumerate(columns or [""] * len(rows[0])):
        numbers = bool(rows) and all(row[at].isdigit() for row in rows)
        justify: Literal["left", "right"] = "right" if numbers else "left"
        grid.add_column(column, overflow="fold", justify=justify, no_wrap=at < whole)
    for row in rows:
        grid.add_row(*(Text(printable(cell)) for cell in row))
    _print(Padding(grid, (0, 0, 0, indent)))


def report(given: Report) -> None:
    """Print the tables and remarks of a report."""
    for heading, columns, rows in given.tables():
        paragraph(heading, style="bold")
        table(columns, rows)
        echo()
    for remark in given.remarks():
        paragraph(remark)


def paragraph(text: str, indent: int = 0, style: str = "", hanging: int = 0) -> None:
    """Print a text, broken at the width of the terminal; lines after the first hang back."""
    text = printable(text)
    if not hanging:
        _print(Padding(Text(text, style=style), (0, 0, 0, indent)))
        return
    for line in wrapped(text, _width(), indent, hanging):
        echo(line)


def wrapped(text: str, width: int, indent: int = 0, hanging: int = 0) -> list[str]:
    """Return a text broken into lines; those after the first hang back.

    Args:
        text: The text.
        width: How many letters a line has at most.
        indent: How far the lines stand from the left.
        hanging: How much further those after the first do.
    """
    wrapper = _AtCommas(
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_on_hyphens=False,
    )
    return wrapper.wrap(printable(text))


class _AtCommas(TextWrapper):
    """Breaks lines behind commas too, so that no name on a long way is torn."""

    def _split(self, text: str) -> list[str]:
        chunks = super()._split(text)
        return [part for chunk in chunks for part in _AFTER_COMMA.split(chunk) if part]


def letter_board(position: Position, around: str, hops: int) -> None:
    """Print a part of the board in letters, as wide as the terminal."""
    crop = Crop(position.place_named(around, "around"), hops)
    for line in letters(position.board(), crop, _width()):
        text = Text("".join(printable(piece.text) for piece in line), no_wrap=True)
        at = 0
        for piece in line:
            text.stylize(_LOOKS.get(piece.look, ""), at, at + len(printable(piece.text)))
            at += len(printable(piece.text))
        _print(Padding(text, 0))


_LOOKS: Final = {
    "first": "bold blue",
    "second": "bold red",
    "third": "bold magenta",
    "neutral": "bright_black",
    "line": "bright_black",
    "strong": "bold",
    "river": "cyan",
}


def _print(thing: Padding) -> None:
    console = Console(
        file=sys.stdout,
        width=_width(),
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    with console.capture() as capture:
        console.print(thing)
    for line in capture.get().splitlines():
        # Styles are control characters, too; what is in them has been made printable.
        click.echo(line.rstrip(), sys.stdout)


def _width() -> int:
    return max(_NARROWEST, Console(file=sys.stdout).width)


# Tables and boards need some width; narrower terminals break their lines.
_NARROWEST: Final = 20
