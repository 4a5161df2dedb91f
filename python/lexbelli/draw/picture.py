"""The whole picture: a heading, the map or a part of it, the key of the overlay, and the panels."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from lexbelli.draw import export, svg
from lexbelli.draw.board import Board, Overlay
from lexbelli.draw.geometry import Box, Point
from lexbelli.draw.hexmap import HexMap, next_to
from lexbelli.draw.legend import ARROW, LINE, Legend
from lexbelli.draw.panels import Panels, wrapped
from lexbelli.draw.pointmap import PointMap
from lexbelli.draw.spot import Spot
from lexbelli.draw.text import fitting
from lexbelli.draw.themes import SCREEN, Theme
from lexbelli.draw.themes import theme as theme_of
from lexbelli.errors import bad_input
from lexbelli.names import resolve

__all__ = ["Crop", "Picture", "draw", "laid_over", "reached"]

_FRAME: Final = 20.0
_USUAL: Final = 3400.0  # the width of a map beside which everything has its usual size
_MARGIN: Final = 30.0  # around what a crop shows
_LEAST: Final = 420.0  # the width below which a crop takes in more of the map


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of the map: the places around some place.

    Attributes:
        place: Its middle, by id.
        hops: How many connections or hexes away what is shown may lie.
    """

    place: str
    hops: int = 3


class Picture:
    """A picture as SVG, which can be saved as SVG, PNG or PDF.

    Attributes:
        svg: The picture.
        boxes: What is drawn -> its box: `plate X`, `label X`, `badges X`, `unit X`, `panel X`.
    """

    def __init__(self, root: svg.Element, boxes: Mapping[str, Box]) -> None:
        self._root = root
        self.boxes = boxes

    @cached_property
    def svg(self) -> str:
        """The picture as SVG."""
        return svg.written(self._root)

    def _repr_svg_(self) -> str:
        # In a notebook it is as wide as the page; files keep their size.
        return self.svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)

    def png(self, zoom: float = 1) -> bytes:
        """Return the picture as PNG.

        Raises:
            BadInput: The library for it is not installed.
        """
        return export.png(self.svg, zoom)

    def pdf(self) -> bytes:
        """Return the picture as PDF.

        Raises:
            BadInput: The library for it is not installed.
        """
        return export.pdf(self.svg)

    def save(self, path: str | Path, zoom: float = 1) -> None:
        """Write the picture to a file whose ending says how: `.svg`, `.png` or `.pdf`.

        Args:
            path: The file.
            zoom: Pixels a unit of the picture, for PNG.

        Raises:
            BadInput: The ending is another, a library is missing, or the file cannot be written.
        """
        export.save(self.svg, path, zoom)


def draw(
    board: Board, overlay: Overlay | None = None, theme: Theme = SCREEN, crop: Crop | None = None
) -> Picture:
    """Draw a board.

    Args:
        board: The board.
        overlay: What is laid over it.
        theme: The colours.
        crop: The part to be shown, without the panels; None for all.

    Raises:
        BadInput: The crop names a place that is not on the map, or a wrong number of hops.
    """
    over = overlay or Overlay()
    chart = _chart(board, theme).laid_over(over)
    return _drawn(board, chart, over, theme, crop)


def _drawn(
    board: Board, chart: PointMap, over: Overlay, theme: Theme, crop: Crop | None
) -> Picture:
    view, inset = _view(board, chart, crop)
    whole = crop is None
    # What stands beside a map is the larger, the larger the map.
    scale = round(max(view.width / _USUAL, 1.0), 2) if whole else 1.0
    size = 34.0 * scale if whole else 17.0
    heading = board.title + (f": {over.heading}" if over.heading else "")
    room = max(view.width, 300.0)
    head = _head(board, over, theme, size, room)
    top = view.y - sum(each[1] * 1.35 for each in head) - size * 0.7
    left, room = view.x / scale, room / scale
    foot = [piece for note in over.notes for piece in wrapped(note, room, 13)]
    below = (view.bottom + _FRAME) / scale
    entries = over.key if whole else _seen(over, chart.within(view, inset))
    key = Legend.of_overlay(entries, theme, (left, below), room) if entries else None
    if key is not None:
        below = key.bottom + 6
    notes = [(line, below + 15 + at * 17) for at, line in enumerate(foot)]
    below += 17 * len(foot)
    panels = legend = None
    if whole:
        wide = view.width / scale
        panels = Panels(board.panels, (left, below + 8), wide, over, theme)
        legend = Legend.of_board(board, theme, (left, panels.bottom + 18), wide)
        below = legend.bottom
    low = (below + (_FRAME if whole else 12)) * scale
    page = Box(view.x - _FRAME, top, view.width + 2 * _FRAME, low - top)
    root = svg.document(page, (page.width, page.height), heading)
    svg.rect(root, page.grown(12), fill=theme.paper)
    chart.draw(svg.group(root, text_anchor="middle"), view, inset, whole)
    _frame(root, page, view, theme)
    _write(root, head, (view.x, top + size * 0.35), room * scale)
    svg.rect(root, view, fill="none", stroke=theme.ink, stroke_width=1.5)
    lower = root if scale == 1 else svg.group(root, transform=f"scale({svg.number(scale)})")
    if key is not None:
        key.draw(lower)
    for line, at in notes:
        svg.text(lower, (left, at), line, 13, anchor="start", fill=theme.ink)
    boxes: dict[str, Box] = {}
    for spot in chart.within(view, inset):
        boxes |= dict(spot.boxes()) | dict(spot.counter_boxes())
    if panels is not None and legend is not None:
        panels.draw(lower)
        legend.draw(lower)
        beside = [*panels.boxes(), *panels.counter_boxes()]
        boxes |= {name: Box(*(edge * scale for edge in box)) for name, box in beside}
    return Picture(root, boxes)


def laid_over(
    board: Board,
    overlay: Callable[[Container[str] | None], Overlay],
    theme: str,
    crop: Crop | None = None,
) -> Picture:
    """Draw a board and what is laid over it.

    Args:
        board: The board.
        overlay: Given the places that are drawn, what is laid over the board; given None, of all.
        theme: The name of the colours.
        crop: As for `draw`.

    Raises:
        BadInput: There is no such theme, the overlay cannot be made, or as in `draw`.
    """
    colours = theme_of(theme)
    if crop is None:
        return draw(board, overlay(None), colours)
    chart = _chart(board, colours)
    shown = frozenset(spot.place.id for spot in chart.within(*_view(board, chart, crop)))
    over = overlay(shown)
    return _drawn(board, chart.laid_over(over), over, colours, crop)


def _chart(board: Board, theme: Theme) -> PointMap:
    return (HexMap if board.ground is not None else PointMap)(board, Overlay(), theme)


# Lines of a heading: what is written, how large, whether it is bold, in which colour.
Line = tuple[str, float, bool, str]


def _head(board: Board, over: Overlay, theme: Theme, size: float, room: float) -> list[Line]:
    """Return the lines of the heading."""
    head = [(piece, size, True, theme.ink) for piece in wrapped(board.title, room / 1.08, size)]
    if over.heading:
        said = over.heading[:1].upper() + over.heading[1:]
        head += [(piece, size * 0.8, True, theme.tone("path"))
                 for piece in wrapped(said, room / 1.1, size * 0.8)]  # fmt: skip
    if board.caution:
        small = size * 0.62
        head += [
            (piece, small, False, theme.tone("bad"))
            for piece in wrapped(f"Caution: {board.caution}", room, small)
        ]
    return head


def _write(root: svg.Element, head: Sequence[Line], at: Point, room: float) -> None:
    """Write the heading from a point downwards."""
    x, y = at
    for piece, letters, bold, colour in head:
        y += letters * 1.35
        fits = fitting(piece, room, letters, 8, bold)
        svg.text(root, (x, y - letters * 0.3), piece, fits, anchor="start", bold=bold,
                 fill=colour)  # fmt: skip


def _seen(over: Overlay, shown: Sequence[Spot]) -> list[tuple[str, str, str]]:
    """Return the key without what lies outside the picture alone."""
    places = {spot.place.id for spot in shown}
    units = {counter.id for spot in shown for counter in spot.place.counters}
    drawn = [
        *((mark.tone, mark.sign, mark.place in places) for mark in over.marks),
        *((tag.tone, tag.sign, unit in units) for unit, tag in over.tags.items()),
        *((way.tone, ARROW, not places.isdisjoint(way.places)) for way in over.arrows),
        *((way.tone, LINE, not places.isdisjoint(way.places)) for way in over.routes),
        *((cut.tone, "X", cut.a in places) for cut in over.cuts),
    ]
    everywhere = {(tone, _kind(sign)) for tone, sign, _ in drawn}
    here = {(tone, _kind(sign)) for tone, sign, seen in drawn if seen}
    return [
        entry for entry in over.key if (entry[0], _kind(entry[1])) not in everywhere - here
    ]  # fmt: skip


def _kind(sign: str) -> str:
    """Return what signs of one meaning have in common: numbers differ from place to place."""
    return "1" if sign[:1].isdigit() and not sign.endswith("%") and ":" not in sign else sign


def _frame(root: svg.Element, page: Box, view: Box, theme: Theme) -> None:
    """Cover what hangs out of the view, so that no program has to clip it."""
    far = page.grown(12)  # programs round the size of the page up
    for box in (
        Box(far.x, far.y, far.width, view.y - far.y),
        Box(far.x, view.bottom, far.width, far.bottom - view.bottom),
        Box(far.x, view.y, view.x - far.x, view.height),
        Box(view.right, view.y, far.right - view.right, view.height),
    ):
        svg.rect(root, box, fill=theme.paper)


def _view(board: Board, chart: PointMap, crop: Crop | None) -> tuple[Box, str | None]:
    if crop is None:
        return Box(0, 0, *board.size), None
    known = [place.id for place in board.places.values() if place.kind != "gateway"]
    middle = board.places[resolve(crop.place, known, "around", "place")]
    near = reached(board, middle.id, crop.hops)
    chosen = [name for name in near if board.places[name].inset == middle.inset]
    exits = {
        name
        for link in board.links
        if link.by_way_of is not None and not {link.a, link.b}.isdisjoint(chosen)
        for name in link.by_way_of
        if board.places[name].inset == middle.inset
    }
    box = chart.around([*chosen, *sorted(exits)], _MARGIN)
    short = max(_LEAST - box.width, 0)
    box = Box(box.x - short / 2, box.y, box.width + short, box.height)
    return chart.widened(box, middle.inset or None), middle.inset or None


def reached(board: Board, place: str, hops: int) -> dict[str, int]:
    """Return the places within some connections or hexes of a place, and how far each is.

    Raises:
        BadInput: The number of connections is negative.
    """
    if hops < 0:
        raise bad_input(f"{hops} is less than 0", "hops")
    neighbours = _neighbours(board)
    found = {place: 0}
    edge = [place]
    for hop in range(1, min(hops, len(neighbours)) + 1):
        edge = [
            name
            for name in dict.fromkeys(near for here in edge for near in neighbours.get(here, ()))
            if name not in found
        ]
        found |= dict.fromkeys(edge, hop)
    return found


def _neighbours(board: Board) -> dict[str, list[str]]:
    """Return the places next to each: over connections, or on a board of hexes those that touch."""
    neighbours: dict[str, list[str]] = {}
    if board.ground is not None:
        cells: dict[tuple[int, int], list[str]] = {}
        size = 2 * board.ground.radius
        for place in board.places.values():
            cells.setdefault((int(place.at[0] // size), int(place.at[1] // size)), []).append(
                place.id
            )
        for place in board.places.values():
            x, y = int(place.at[0] // size), int(place.at[1] // size)
            neighbours[place.id] = [
                other
                for across in (x - 1, x, x + 1)
                for down in (y - 1, y, y + 1)
                for other in cells.get((across, down), ())
                if next_to(board.ground, place.at, board.places[other].at)
            ]
        return neighbours
    for link in board.links:
        neighbours.setdefault(link.a, []).append(link.b)
        neighbours.setdefault(link.b, []).append(link.a)
    return neighbours
