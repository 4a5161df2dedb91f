"""What stands beside a map: boxes of units, tracks, lines of text."""

from collections.abc import Sequence
from typing import Final

from lexbelli.draw import svg
from lexbelli.draw.board import CounterPanel, Overlay, Panel, TextPanel, TrackPanel
from lexbelli.draw.counters import SIZE, Counter, define_symbols, draw_counter
from lexbelli.draw.geometry import Box, Point
from lexbelli.draw.text import fitting, shortened, width
from lexbelli.draw.themes import Theme

__all__ = ["Panels", "wrapped"]

_HEADING: Final = 26.0
_PAD: Final = 10.0
_GAP: Final = 14.0
_LINE: Final = 19.0
_TEXT: Final = 14.0
_STEP: Final = SIZE + 3
_MOST_COLUMNS: Final = 12


class Panels:
    """Panels in rows below each other, ready to be drawn."""

    def __init__(
        self, panels: Sequence[Panel], at: Point, room: float, overlay: Overlay, theme: Theme
    ) -> None:
        self._theme = theme
        self._overlay = overlay
        self.placed: list[tuple[Panel, Box]] = []
        # Texts, which are high, in a column of their own; everything else in rows beside it.
        texts = [panel for panel in panels if isinstance(panel, TextPanel)]
        others = [panel for panel in panels if not isinstance(panel, TextPanel)]
        column = self._column(texts, at, room)
        left = at[0] + (column + _GAP if column else 0)
        x, y = left, at[1]
        low = y
        for panel in others:
            wide, high = _size(panel, room)
            if x > left and x + wide > at[0] + room:
                x, y = left, low + _GAP
            self.placed.append((panel, Box(x, y, wide, high)))
            x += wide + _GAP
            low = max(low, y + high)
        self.bottom = max((box.bottom for _, box in self.placed), default=at[1])

    def _column(self, texts: Sequence[Panel], at: Point, room: float) -> float:
        """Place panels of text below each other; return how wide they are."""
        y, widest = at[1], 0.0
        for panel in texts:
            wide, high = _size(panel, room)
            self.placed.append((panel, Box(at[0], y, wide, high)))
            y += high + _GAP
            widest = max(widest, wide)
        return widest

    def boxes(self) -> list[tuple[str, Box]]:
        """Return the box of every panel, with its name."""
        return [(f"panel {panel.id}", box) for panel, box in self.placed]

    def counter_boxes(self) -> list[tuple[str, Box]]:
        """Return the box of every counter in a panel, with its name."""
        return [
            (f"unit {counter.id}", Box(*at, SIZE, SIZE))
            for panel, box in self.placed
            for counter, at in _counters(panel, box)
        ]

    def draw(self, parent: svg.Element) -> None:
        """Draw all panels."""
        arms = {
            counter.symbol for panel, box in self.placed for counter, _ in _counters(panel, box)
        }
        define_symbols(svg.element(parent, "defs"), self._theme, arms)
        for panel, box in self.placed:
            self._panel(parent, panel, box)

    def _panel(self, parent: svg.Element, panel: Panel, box: Box) -> None:
        theme = self._theme
        both = svg.group(parent, data_panel=panel.id)
        side = theme.side(panel.side) if isinstance(panel, CounterPanel) else None
        colour = theme.ink if side is None or panel_side(panel) is None else side.colour
        svg.rect(both, box, rx=6, fill=theme.panel, stroke=colour, stroke_width=1.2)
        svg.text(both, (box.x + _PAD, box.y + 19), panel.heading, 14.5, anchor="start", bold=True,
                 fill=colour)  # fmt: skip
        match panel:
            case TrackPanel():
                self._track(both, panel, box)
            case TextPanel():
                self._text(both, panel, box)
        units = svg.group(both, text_anchor="middle")
        for counter, at in _counters(panel, box):
            draw_counter(units, counter, at, theme, tag=self._overlay.tags.get(counter.id))

    def _track(self, parent: svg.Element, panel: TrackPanel, box: Box) -> None:
        theme = self._theme
        for cell, place in zip(panel.cells, _cells(panel, box), strict=True):
            marked = cell.marker is not None
            colour = theme.ink if cell.marker == "plain" else theme.side(cell.marker).colour
            svg.rect(parent, place, fill=colour if marked else theme.paper, stroke=theme.faint,
                     stroke_width=0.8)  # fmt: skip
            ink = "#ffffff" if marked else theme.ink
            svg.text(parent, (place.x + place.width / 2, place.y + (19 if not cell.below else 15)),
                     cell.text, fitting(cell.text, place.width - 4, 13, 8, bold=True), bold=True,
                     fill=ink)  # fmt: skip
            if cell.below:
                svg.text(parent, (place.x + place.width / 2, place.y + 28), cell.below,
                         fitting(cell.below, place.width - 4, 10.5, 6), fill=ink)  # fmt: skip

    def _text(self, parent: svg.Element, panel: TextPanel, box: Box) -> None:
        labels = max((width(label, _TEXT) for label, _ in panel.lines), default=0)
        y = box.y + _HEADING + 12
        for label, said in panel.lines:
            svg.text(parent, (box.x + _PAD, y), label, _TEXT, anchor="start", fill=self._theme.ink,
                     fill_opacity=0.65)  # fmt: skip
            room = box.right - _PAD - (box.x + _PAD + labels + 12)
            for piece in wrapped(said, room, _TEXT):
                svg.text(parent, (box.x + _PAD + labels + 12, y), shortened(piece, room, _TEXT),
                         _TEXT, anchor="start", fill=self._theme.ink)  # fmt: skip
                y += _LINE


def panel_side(panel: Panel) -> str | None:
    """Return whose a panel is."""
    return panel.side if isinstance(panel, CounterPanel) else None


def wrapped(said: str, room: float, size: float) -> list[str]:
    """Break a text into lines that fit into a room."""
    lines: list[str] = []
    for word in said.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


def _size(panel: Panel, room: float) -> Point:
    heading = width(panel.heading, 14.5, bold=True) + 2 * _PAD + 4
    match panel:
        case CounterPanel():
            columns = max(1, min(_MOST_COLUMNS, len(panel.counters)))
            rows = max(1, -(-len(panel.counters) // columns))
            wide = columns * _STEP - 3 + 2 * _PAD
            return max(wide, heading), _HEADING + rows * _STEP + _PAD
        case TrackPanel():
            most = max((len(cell.counters) for cell in panel.cells), default=0)
            rows = -(-len(panel.cells) // panel.columns)
            high = rows * (_cell_height(panel) + _track_units(panel, most))
            return max(panel.columns * panel.cell_width + 2 * _PAD, heading), _HEADING + high + _PAD
        case TextPanel():
            labels = max((width(label, _TEXT) for label, _ in panel.lines), default=0)
            values = max((width(said, _TEXT) for _, said in panel.lines), default=0)
            inner = min(values, 420.0) + 1
            lines = sum(len(wrapped(said, inner, _TEXT)) for _, said in panel.lines)
            wide = min(max(labels + 12 + inner + 2 * _PAD, heading), room)
            return wide, _HEADING + max(lines, 1) * _LINE + _PAD


def _cell_height(panel: TrackPanel) -> float:
    return 36.0 if any(cell.below for cell in panel.cells) else 28.0


def _track_units(panel: TrackPanel, most: int) -> float:
    per_row = max(1, int((panel.cell_width + 3) / _STEP))
    return -(-most // per_row) * _STEP


def _cells(panel: TrackPanel, box: Box) -> list[Box]:
    most = max((len(cell.counters) for cell in panel.cells), default=0)
    step = _cell_height(panel) + _track_units(panel, most)
    return [
        Box(
            box.x + _PAD + at % panel.columns * panel.cell_width,
            box.y + _HEADING + at // panel.columns * step,
            panel.cell_width,
            _cell_height(panel),
        )
        for at in range(len(panel.cells))
    ]


def _counters(panel: Panel, box: Box) -> list[tuple[Counter, Point]]:
    match panel:
        case CounterPanel():
            columns = max(1, min(_MOST_COLUMNS, len(panel.counters)))
            return [
                (
                    counter,
                    (
                        box.x + _PAD + at % columns * _STEP,
                        box.y + _HEADING + at // columns * _STEP + 2,
                    ),
                )
                for at, counter in enumerate(panel.counters)
            ]
        case TrackPanel():
            per_row = max(1, int((panel.cell_width + 3) / _STEP))
            return [
                (
                    counter,
                    (
                        place.x + 1 + at % per_row * _STEP,
                        place.bottom + 2 + at // per_row * _STEP,
                    ),
                )
                for cell, place in zip(panel.cells, _cells(panel, box), strict=True)
                for at, counter in enumerate(cell.counters)
            ]
        case TextPanel():
            return []
