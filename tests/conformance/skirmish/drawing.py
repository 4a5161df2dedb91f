"""The skirmish as a board to be drawn: a dozen hexes that stand on a side."""

from typing import Final

from conformance.skirmish.chart import GRID, HEXES, SIDES, UNITS, WOODS, arm
from lexbelli.draw.board import Board, CounterPanel, Ground, Panel, Place, TextPanel
from lexbelli.draw.counters import Counter
from lexbelli.position import AnyPosition

_DRAWN: Final = dict(zip(SIDES, ("first", "second"), strict=True))
_SYMBOLS: Final = {"foot": "infantry", "guard": "elite_infantry", "horse": "cavalry",
                   "guns": "heavy_artillery"}  # fmt: skip
_RADIUS: Final = 64.0
_EDGE: Final = 80.0


def board(position: AnyPosition) -> Board:
    """Return the board of a position."""
    middles = {hex_: GRID.middle(hex_[4:]) for hex_ in HEXES}
    left, top = (min(at[axis] for at in middles.values()) for axis in (0, 1))
    at = {
        hex_: ((x - left) * _RADIUS + _EDGE, (y - top) * _RADIUS + _EDGE)
        for hex_, (x, y) in middles.items()
    }
    size = tuple(max(point[axis] for point in at.values()) + _EDGE for axis in (0, 1))
    lost = [unit for unit in UNITS if unit not in position.units]
    panels: list[Panel] = [TextPanel("state", "State", position.outline())]
    panels += [
        CounterPanel(
            f"lost_{side}",
            f"Lost by {side}",
            [_counter(unit) for unit in lost if UNITS[unit][0] == side],
            _DRAWN[side],
        )
        for side in SIDES
    ]
    return Board(
        title=position.title,
        caution=position.caution,
        size=(size[0], size[1]),
        places={hex_: _place(position, hex_, at[hex_]) for hex_ in HEXES},
        links=(),
        outlines=(),
        insets=(),
        panels=panels,
        sides=[(_DRAWN[side], f"held by {side}") for side in SIDES],
        signs={},
        ground=Ground(_RADIUS, pointy=False),
    )


def _place(position: AnyPosition, hex_: str, at: tuple[float, float]) -> Place:
    units = [unit for unit, where in position.units.items() if where == hex_]
    holder = UNITS[units[0]][0] if units else None
    terrain = "forest" if hex_ in WOODS else "clear"
    return Place(
        id=hex_,
        name="",
        at=at,
        kind="hex",
        terrain=terrain,
        control=None if holder is None else _DRAWN[holder],
        partial=None,
        ringed=hex_ in position.ringed,
        important=False,
        badges=(),
        counters=[_counter(unit) for unit in units],
        inset="",
        said=f"hex {hex_[4:]}, {terrain}, {f'held by {holder}' if holder else 'empty'}",
        number=hex_[4:],
    )


def _counter(unit: str) -> Counter:
    side, strength, movement = UNITS[unit]
    colour = "#a9c4e4" if side == SIDES[0] else "#e4b1a9"
    return Counter(
        id=unit,
        side=_DRAWN[side],
        colour=colour,
        symbol=_SYMBOLS[arm(unit)],
        size="",
        label=arm(unit),
        values=f"{strength}-{movement}",
        reduced=False,
        said=f"{unit}, strength {strength}, movement {movement}",
    )
