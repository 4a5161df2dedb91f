"""Plots of chances, in the look of the boards. They need Matplotlib, which comes with `[draw]`."""

import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from lexbelli.draw.export import picture_format
from lexbelli.draw.svg import number
from lexbelli.draw.text import font_files
from lexbelli.draw.themes import SCREEN, Theme
from lexbelli.errors import bad_input
from lexbelli.files import write_atomic

__all__ = ["Plot", "distribution", "figure_of", "finish", "percent", "sensitivity", "styled"]

_HIGH: Final = 3.4  # inches
_SALT: Final = "lexbelli"
_FAMILY: Final = "Lex Belli Sans"
_MOST_TICKS: Final = 20
_PIXELS: Final = 96 / 72  # a point
_STYLE: Final = re.compile(r"<style.*?</style>", re.DOTALL)
_LOOK: Final = 'stroke-linejoin="round" stroke-linecap="butt"'
_SIZE: Final = re.compile(r'\b(width|height)="([0-9.]+)pt"')


class Plot:
    """A plot, which can be saved as SVG, PNG or PDF. The same numbers give the same bytes."""

    def __init__(self, figure: Any, library: Any) -> None:
        self._figure = figure
        self._library = library

    @classmethod
    def of(cls, figure: Any, library: Any) -> "Plot":
        """Make a plot of a figure; its layout is found once, so that it always looks the same."""
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        return cls(figure, library)

    @property
    def svg(self) -> str:
        """The plot as SVG."""
        return self._written("svg").decode()

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self) -> bytes:
        """Return the plot as PNG."""
        return self._written("png")

    def pdf(self) -> bytes:
        """Return the plot as PDF."""
        return self._written("pdf")

    def save(self, path: str | Path) -> None:
        """Write the plot to a file whose ending says how.

        Raises:
            BadInput: The ending is none of .svg, .png, .pdf, or the file cannot be written.
        """
        write_atomic(path, self._written(picture_format(path)))

    def _written(self, ending: str) -> bytes:
        untold = {
            "svg": dict.fromkeys(("Date", "Creator", "Format", "Type")),
            "pdf": {"CreationDate": None},
            "png": {"Software": None},
        }
        with self._library.rc_context({"svg.hashsalt": _SALT, "svg.fonttype": "none"}):
            stream = BytesIO()
            self._figure.savefig(stream, format=ending, metadata=untold[ending], dpi=144)
        content = stream.getvalue()
        return _plain(content.decode()).encode() if ending == "svg" else content


def distribution(
    chances: Mapping[str, float], heading: str, axis: str = "", theme: Theme = SCREEN
) -> Plot:
    """Plot how likely each outcome is, as bars with their percentages.

    Args:
        chances: The outcome -> its probability, in the order in which they are to stand.
        heading: What it is about.
        axis: What the outcomes are.
        theme: The colours.

    Raises:
        BadInput: There is no outcome, a number is no probability, or Matplotlib is missing.
    """
    if not chances:
        raise bad_input("there is nothing to plot", "chances")
    for outcome, chance in chances.items():
        if not 0 <= chance <= 1:
            raise bad_input(f"{chance:g} of '{outcome}' is no probability", "chances")
    spots = range(len(chances))
    values = [100 * chance for chance in chances.values()]
    with styled(theme) as library:
        figure = figure_of(library, theme, max(4.5, 0.55 * len(chances) + 1.5))
        axes = figure.add_subplot()
        bars = axes.bar(spots, values, width=0.72, color=theme.tone("path"),
                        edgecolor=theme.ink, linewidth=0.6)  # fmt: skip
        axes.bar_label(bars, [percent(value) for value in values], padding=2, fontsize=9)
        axes.set_xticks(list(spots), list(chances))
        axes.margins(y=0.14)
        finish(axes, heading, axis, theme)
        return Plot.of(figure, library)


def sensitivity(
    lines: Mapping[str, Sequence[tuple[float, float]]],
    heading: str,
    axis: str = "",
    theme: Theme = SCREEN,
) -> Plot:
    """Plot how a chance depends on something, a line for each case.

    Args:
        lines: What a line is about -> its points: the number on the axis, and the probability.
        heading: What it is about.
        axis: What is varied.
        theme: The colours.

    Raises:
        BadInput: There is no line, a line has no points, a number is no probability, or Matplotlib
            is missing.
    """
    if not lines or not all(lines.values()):
        raise bad_input("there is nothing to plot", "lines")
    for said, points in lines.items():
        for _, chance in points:
            if not 0 <= chance <= 1:
                raise bad_input(f"{chance:g} of '{said}' is no probability", "lines")
    tones = ("path", "attack", "good", "reach", "changed")
    with styled(theme) as library:
        figure = figure_of(library, theme, 6.4)
        axes = figure.add_subplot()
        for at, (said, points) in enumerate(lines.items()):
            axes.plot(
                [x for x, _ in points], [100 * y for _, y in points],
                color=theme.tone(tones[at % len(tones)]), marker="osD^v"[at % 5], markersize=5,
                linestyle=("-", "--", ":", "-.")[at % 4], linewidth=2, label=said,
            )  # fmt: skip
        axes.set_ylim(-2, 102)
        spots = sorted({x for points in lines.values() for x, _ in points})
        if len(spots) <= _MOST_TICKS and all(float(x).is_integer() for x in spots):
            axes.set_xticks(spots)
        if len(lines) > 1:
            axes.legend(frameon=False, fontsize=9)
        finish(axes, heading, axis, theme)
        return Plot.of(figure, library)


def percent(value: float) -> str:
    """Write a percentage: with a decimal below 10, and never 0% for what may happen."""
    if 0 < value < 0.1:
        return "<0.1%"
    if not value:
        return "0%"
    return f"{value:.1f}%" if value < 10 else f"{value:.0f}%"


def _plain(picture: str) -> str:
    """Write a picture as boards are: its size in pixels, without document type and style sheet."""
    picture = picture[picture.index("<svg") :]
    picture = _STYLE.sub("", picture, count=1).replace("<svg ", f"<svg {_LOOK} ", 1)
    return _SIZE.sub(
        lambda size: f'{size[1]}="{number(float(size[2]) * _PIXELS)}"', picture, count=2
    )


@contextmanager
def styled(theme: Theme) -> Iterator[Any]:
    """Give Matplotlib, with our font and colours as long as the context lasts."""
    try:
        library = importlib.import_module("matplotlib")
        importlib.import_module("matplotlib.figure")
        fonts = importlib.import_module("matplotlib.font_manager").fontManager
    except ImportError:
        said = "plots need more than the base package: pip install 'lexbelli[draw]'"
        raise bad_input(said, "plot") from None
    if _FAMILY not in fonts.get_font_names():
        for file in font_files():
            fonts.addfont(file)
    # Where our font is missing the viewer takes another one, never one with serifs.
    look = {"font.family": [_FAMILY, "sans-serif"], "font.sans-serif": ["DejaVu Sans"],
            "text.color": theme.ink, "font.size": 10, "hatch.linewidth": 0.7,
            "axes.unicode_minus": False}  # fmt: skip
    with library.rc_context(look):
        yield library


def figure_of(library: Any, theme: Theme, wide: float, high: float = _HIGH) -> Any:
    """Begin a figure of so many inches."""
    figure = library.figure.Figure(figsize=(wide, high), facecolor=theme.paper)
    figure.set_layout_engine("constrained", w_pad=0.1, h_pad=0.06)
    return figure


def finish(axes: Any, heading: str, axis: str, theme: Theme, grid: str = "y") -> None:
    """Give axes a heading, the name of what they show, and our look; `grid` is `x`, `y` or none."""
    axes.set_facecolor(theme.panel)
    axes.set_title(heading, loc="left", fontweight="bold", color=theme.ink, fontsize=11)
    axes.set_xlabel(axis, color=theme.ink)
    if grid == "y":
        axes.set_ylabel("%", color=theme.ink)
    axes.tick_params(colors=theme.ink, labelsize=9)
    if grid:
        axes.grid(axis=grid, color=theme.faint, alpha=0.3, linewidth=0.6)
    axes.set_axisbelow(True)
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(theme.faint)
