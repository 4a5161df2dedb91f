"""A board of letters, for the terminal: a part of the map, with its connections and units."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lexbelli.draw.board import Board, Link, Place
from lexbelli.draw.geometry import Box
from lexbelli.draw.hexletters import hex_letters
from lexbelli.draw.letters import Piece, joined
from lexbelli.draw.picture import Crop, reached
from lexbelli.names import resolve

__all__ = ["Piece", "letters"]

_LEAST: Final = 40
_STROKES: Final = {
    "rail": "=", "coloured_rail": "=", "unfinished_rail": "-", "strait": "~", "sea_path": "~",
    "landing": "~", "green_line": ":", "restricted_path": ":",
}  # fmt: skip
_TERRAIN: Final = {"mountain": "^", "forest": "f", "swamp": "%", "desert": "."}
_RIMS: Final = {"first": "[]", "second": "()", "third": "<>", "neutral": "{}"}
_BADGES: Final = {"points": "*", "fort": "#", "trench": "T", "port": "&", "holy": "+", "ruin": "x"}


@dataclass(frozen=True, slots=True)
class _Block:
    place: Place
    lines: Sequence[Sequence[Piece]]

    @property
    def width(self) -> int:
        return max(sum(len(piece.text) for piece in line) for line in self.lines)

    @property
    def height(self) -> int:
        return len(self.lines)


def letters(board: Board, crop: Crop, columns: int) -> list[list[Piece]]:
    """Write a part of a board; one of hexes is written by `hexletters`.

    Every place is a block: in brackets that tell who controls it, its terrain, name and signs
    (`*` points, `#` fort, `T` trench, `&` port, `+` holy city); below, its units with their values.

    Args:
        board: The board.
        crop: The part.
        columns: How wide it may become; narrow terminals get a taller board.

    Returns:
        The lines, each as its pieces from left to right.

    Raises:
        BadInput: The crop names a place that is not on the map, or a negative number of hops.
    """
    known = [place.id for place in board.places.values() if place.kind != "gateway"]
    middle = board.places[resolve(crop.place, known, "around", "place")]
    near = reached(board, middle.id, crop.hops)
    if board.ground is not None:
        return hex_letters(board, board.ground, list(near), columns)
    blocks = [
        _block(board.places[name]) for name in near if board.places[name].inset == middle.inset
    ]
    room = max(columns, _LEAST, *(block.width for block in blocks))
    spots = _arranged(blocks, room)
    lines = max(spots[block.place.id].bottom for block in blocks)
    canvas = [[Piece(" ", "")] * room for _ in range(int(lines))]
    shown = set(spots)
    for link in board.links:
        if link.a in shown and link.b in shown:
            _line(canvas, link, spots)
    for block in blocks:
        box = spots[block.place.id]
        for row, line in enumerate(block.lines):
            column = int(box.x)
            for piece in line:
                for letter in piece.text:
                    canvas[int(box.y) + row][column] = Piece(letter, piece.look)
                    column += 1
    return [joined(row) for row in canvas]


def _block(place: Place) -> _Block:
    side = place.control or "neutral"
    left, right = _RIMS[side][0], _RIMS[side][1]
    signs = "".join(
        f"{_BADGES[badge.kind]}{badge.text}" for badge in place.badges if badge.kind in _BADGES
    )
    ring = "!" if place.ringed else ""
    terrain = _TERRAIN.get(place.terrain, "")
    head = [
        Piece(f"{left}{terrain}", side),
        Piece(place.name, "strong" if place.important else ""),
        Piece(f"{' ' if signs else ''}{signs}{ring}{right}", side),
    ]
    lines: list[Sequence[Piece]] = [head]
    lines += [
        [Piece(f" {unit.label} {unit.values}{' r' if unit.reduced else ''}", unit.side)]
        for unit in place.counters
    ]
    return _Block(place, lines)


def _arranged(blocks: Sequence[_Block], columns: int) -> Mapping[str, Box]:
    """Place blocks as they lie on the map, then push down what would overlap."""
    left = min(block.place.at[0] for block in blocks)
    right = max(block.place.at[0] for block in blocks)
    top = min(block.place.at[1] for block in blocks)
    wide = max(right - left, 1.0)
    step = 30.0  # units of the picture a line
    ordered = sorted(blocks, key=lambda block: (block.place.at[1], block.place.at[0]))
    placed: dict[str, Box] = {}
    for block in ordered:
        x, y = block.place.at
        room = columns - block.width
        column = min(max(round((x - left) / wide * (columns - 18)) + 9 - block.width // 2, 0), room)
        box = Box(max(column, 0), round((y - top) / step), block.width, block.height)
        while any(box.overlaps(_wider(other)) for other in placed.values()):
            box = Box(box.x, box.y + 1, box.width, box.height)
        placed[block.place.id] = box
    return placed


def _wider(box: Box) -> Box:
    return Box(box.x - 1, box.y, box.width + 2, box.height)


def _line(canvas: list[list[Piece]], link: Link, spots: Mapping[str, Box]) -> None:
    stroke = _STROKES.get(link.kind, "·")
    for column, row in _between(spots[link.a], spots[link.b]):
        canvas[row][column] = Piece(stroke, "line")


def _between(a: Box, b: Box) -> Iterator[tuple[int, int]]:
    """Yield the cells on the straight way between the heads of two blocks."""
    begin = (a.x + a.width / 2, a.y)
    end = (b.x + b.width / 2, b.y)
    steps = int(max(abs(end[0] - begin[0]), abs(end[1] - begin[1])))
    for step in range(steps + 1):
        part = step / max(steps, 1)
        yield (
            int(begin[0] + part * (end[0] - begin[0])),
            int(begin[1] + part * (end[1] - begin[1])),
        )
