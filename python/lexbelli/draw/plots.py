"""Plots of chances, in the look of the boards. They need Matplotlib, which comes with `[draw]`."""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from lexbelli.draw.export import picture_format
from lexbelli.draw.text import font_files
from lexbelli.draw.themes import SCREEN, Theme
from lexbelli.errors import bad_input
from lexbelli.files import write_atomic

__all__ = ["Plot", "distribution", "sensitivity"]

_HIGH: Final = 3.4  # inches
_SALT: Final = "lexbelli"
_FAMILY: Final = "Lex Belli Sans"


class Plot:
    """A plot, which can be saved as SVG, PNG or PDF. The same numbers give the same bytes."""

    def __init__(self, figure: Any, library: Any) -> None:
        self._figure = figure
        self._library = library

    @property
    def svg(self) -> str:
        """The plot as SVG."""
        return self._written("svg").decode()

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the plot to a file whose ending says how.

        Raises:
            BadInput: The ending is none of .svg, .png, .pdf, or the file cannot be written.
        """
        write_atomic(path, self._written(picture_format(path)))

    def _written(self, ending: str) -> bytes:
        dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
        with self._library.rc_context({"svg.hashsalt": _SALT, "svg.fonttype": "none"}):
            stream = BytesIO()
            self._figure.savefig(stream, format=ending, metadata=dates[ending], dpi=144)
        return stream.getvalue()


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
    with _styled(theme) as library:
        figure, axes = _figure(library, theme, max(4.5, 0.55 * len(chances) + 1.5))
        bars = axes.bar(spots, values, width=0.72, color=theme.tone("path"),
                        edgecolor=theme.ink, linewidth=0.6)  # fmt: skip
        axes.bar_label(bars, [_percent(value) for value in values], padding=2, fontsize=9)
        axes.set_xticks(list(spots), list(chances))
        axes.margins(y=0.14)
        _finish(axes, heading, axis, theme)
        return Plot(figure, library)


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
    with _styled(theme) as library:
        figure, axes = _figure(library, theme, 6.4)
        for at, (said, points) in enumerate(lines.items()):
            axes.plot(
                [x for x, _ in points], [100 * y for _, y in points],
                color=theme.tone(tones[at % len(tones)]), marker="osD^v"[at % 5], markersize=5,
                linestyle=("-", "--", ":", "-.")[at % 4], linewidth=2, label=said,
            )  # fmt: skip
        axes.set_ylim(-2, 102)
        if len(lines) > 1:
            axes.legend(frameon=False, fontsize=9)
        _finish(axes, heading, axis, theme)
        return Plot(figure, library)


def _percent(value: float) -> str:
    if 0 < value < 0.1:
        return "<0.1%"
    return f"{value:.1f}%" if value < 10 else f"{value:.0f}%"


@contextmanager
def _styled(theme: Theme) -> Iterator[Any]:
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
    look = {"font.family": [_FAMILY], "text.color": theme.ink, "font.size": 10}
    with library.rc_context(look):
        yield library


def _figure(library: Any, theme: Theme, wide: float) -> tuple[Any, Any]:
    figure = library.figure.Figure(
        figsize=(wide, _HIGH), layout="constrained", facecolor=theme.paper
    )
    return figure, figure.add_subplot()


def _finish(axes: Any, heading: str, axis: str, theme: Theme) -> None:
    axes.set_facecolor(theme.panel)
    axes.set_title(heading, loc="left", fontweight="bold", color=theme.ink, fontsize=11)
    axes.set_xlabel(axis, color=theme.ink)
    axes.set_ylabel("%", color=theme.ink)
    axes.tick_params(colors=theme.ink, labelsize=9)
    axes.grid(axis="y", color=theme.faint, alpha=0.3, linewidth=0.6)
    axes.set_axisbelow(True)
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(theme.faint)
    # The layout is found once, so that a plot looks the same however often it is written.
    axes.figure.draw_without_rendering()
    axes.figure.set_layout_engine("none")
