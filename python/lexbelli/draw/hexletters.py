"""A part of a board of hexes in letters: hexes are bricks, with their sides as borders."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import Final

from lexbelli.draw.board import Board, Ground, Place
from lexbelli.draw.counters import Counter
from lexbelli.draw.hexmap import next_to
from lexbelli.draw.letters import Piece, joined

__all__ = ["hex_letters"]

_NARROWEST: Final = 11
_WIDEST: Final = 20
_TERRAIN: Final = {
    "rough": "n", "mountain": "^", "alpine": "A", "forest": "f", "swamp": "%", "desert": ".",
    "lagoon": "%", "sea": "~", "lake": "~", "neutral": "x",
}  # fmt: skip
_BADGES: Final = {"points": "*", "fort": "#", "ruin": "x", "depot": "D", "port": "&", "trench": "T"}
# What lies on sides: the later hides the earlier.
_SIDES: Final = {"border": ":", "coast": ".", "river": "~", "trench": "#", "barred": "X"}
_ARMS: Final = {
    "infantry": "i", "alpine_infantry": "m", "light_infantry": "l", "assault_infantry": "a",
    "elite_infantry": "e", "cavalry": "c", "heavy_artillery": "g", "hq": "H",
}  # fmt: skip
_BRACKETS: Final = {"first": "[]", "second": "()", "third": "<>", "neutral": "{}"}

Brick = tuple[int, int, int, int]  # left, top, right, bottom, borders among them


def hex_letters(
    board: Board, ground: Ground, near: Sequence[str], columns: int
) -> list[list[Piece]]:
    """Write hexes of a board.

    Every hex is a brick: its terrain, number, name and signs (`*` points, `#` fortress, `x`
    a fallen one, `D` depot); below, its units with their arm and values. Its borders say what lies
    on its sides: `~` river, `#` trench line, `X` barred, `:` border, `.` shore; `=` is a railway.

    Args:
        board: The board.
        ground: What makes its places hexes.
        near: The hexes.
        columns: How wide it may become, if that is wide enough for their numbers.
    """
    places = [board.places[name] for name in near]
    bricks = _bricks(places, ground, columns)
    wide = max(brick[2] for brick in bricks.values()) + 1
    high = max(brick[3] for brick in bricks.values()) + 1
    canvas = [[Piece(" ", "")] * wide for _ in range(high)]
    for left, top, right, bottom in bricks.values():
        for column in range(left, right + 1):
            for row in (top, bottom):
                canvas[row][column] = Piece("-", "line")
        for row in range(top, bottom + 1):
            for column in (left, right):
                canvas[row][column] = Piece("|", "line")
    for left, top, right, bottom in bricks.values():
        for row in (top, bottom):
            for column in (left, right):
                canvas[row][column] = Piece("+", "line")
    _borders(canvas, board, ground, bricks)
    for place in places:
        left, top, right, bottom = bricks[place.id]
        for row, line in enumerate(_lines(place, right - left - 1)[: bottom - top - 1], top + 1):
            column = left + 1
            for piece in line:
                for letter in piece.text:
                    canvas[row][column] = Piece(letter, piece.look)
                    column += 1
    return [joined(row) for row in canvas]


def _bricks(places: Sequence[Place], ground: Ground, columns: int) -> Mapping[str, Brick]:
    """Return where every hex stands in the letters."""
    left = min(place.at[0] for place in places)
    top = min(place.at[1] for place in places)
    along, down = sqrt(3) * ground.radius, 1.5 * ground.radius
    if not ground.pointy:
        along, down = down, along
    # In halves of a brick, so that bricks of one row or column may lie half a brick apart.
    spots = {
        place.id: (round(2 * (place.at[0] - left) / along), round(2 * (place.at[1] - top) / down))
        for place in places
    }
    across = max(spot[0] for spot in spots.values()) / 2 + 1
    half = max(min(int((columns - 1) / across), _WIDEST), _NARROWEST) // 2
    heights: dict[int, int] = {}
    for place in places:
        row = spots[place.id][1] // 2 if ground.pointy else 0
        heights[row] = max(heights.get(row, 2), 1 + len(place.counters))
    tops: dict[int, int] = {}
    for row in sorted(heights):
        tops[row] = 0 if not tops else tops[row - 1] + heights[row - 1] + 1
    found = {}
    for name, (x, y) in spots.items():
        if ground.pointy:
            upper, high = tops[y // 2], heights[y // 2] + 1
        else:
            high = (heights[0] + 2) // 2 * 2
            upper = y * high // 2
        found[name] = (x * half, upper, (x + 2) * half, upper + high)
    return found


def _borders(
    canvas: list[list[Piece]], board: Board, ground: Ground, bricks: Mapping[str, Brick]
) -> None:
    """Put what lies on sides upon the borders that two bricks share."""
    kinds: dict[frozenset[str], list[str]] = {}
    for side in ground.sides:
        kinds.setdefault(frozenset((side.a, side.b)), []).append(side.kind)
    rails = {frozenset((link.a, link.b)) for link in board.links}
    for one, other in combinations(bricks, 2):
        if not next_to(ground, board.places[one].at, board.places[other].at):
            continue
        pair = frozenset((one, other))
        cells = list(_shared(bricks[one], bricks[other]))
        here = [kind for kind in _SIDES if kind in kinds.get(pair, ())]
        for row, column in cells if here else ():
            canvas[row][column] = Piece(
                _SIDES[here[-1]], "river" if here[-1] == "river" else "line"
            )
        if pair in rails and cells:
            row, column = cells[len(cells) // 2]
            canvas[row][column] = Piece("=", "strong")


def _shared(one: Brick, other: Brick) -> Iterator[tuple[int, int]]:
    """Yield the cells of the border between two bricks, corners aside."""
    left, right = max(one[0], other[0]), min(one[2], other[2])
    top, bottom = max(one[1], other[1]), min(one[3], other[3])
    if left == right:
        yield from ((row, left) for row in range(top + 1, bottom))
    else:
        yield from ((top, column) for column in range(left + 1, right))


def _lines(place: Place, room: int) -> list[list[Piece]]:
    signs = "".join(
        f"{_BADGES[badge.kind]}{badge.text}" for badge in place.badges if badge.kind in _BADGES
    )
    head = f"{_TERRAIN.get(place.terrain, ' ')}{place.number}"
    signs = f" {signs}" if signs else ""
    name = place.name[: max(room - len(head) - len(signs) - 1, 0)]
    name = f" {name}" if name else ""
    lines = [[Piece(head[:room], "line"), Piece(name, "strong"), Piece(signs, "strong")]]
    lines += [[Piece(_unit(counter, room), counter.side)] for counter in place.counters]
    return [[piece for piece in line if piece.text] for line in lines]


def _unit(counter: Counter, room: int) -> str:
    brackets = _BRACKETS.get(counter.side, "{}")
    opening, closing = brackets[0], brackets[1]
    states = ("r" if counter.reduced else "") + ("T" if counter.dug_in else "")
    states += counter.marker.sign if counter.marker is not None else ""
    values = counter.values.replace("\u2009", "")
    tail = f" {values}{states}{closing}"
    label = f"{opening}{_ARMS.get(counter.symbol, '')}{counter.label}"
    return (label[: max(room - len(tail), 2)] + tail)[:room]
