"""Maps of hexes: printed numbers, neighbours, distances, lines, hexsides and cheapest paths."""

from collections.abc import Iterable
from itertools import product

from lexbelli._core import HexGrid

__all__ = ["HexGrid", "rectangle"]


def rectangle(
    columns: Iterable[int], rows: Iterable[int], top: str = "flat", shifted: str = "even"
) -> HexGrid:
    """Return the map of all hexes of these columns and rows, as they are printed.

    Args:
        columns: From 0 to 99; hex 0714 is column 7 and row 14.
        rows: From 0 to 99.
        top: `flat` if hexes stand on a side, `pointy` if they stand on a corner.
        shifted: Whether the `odd` or `even` columns are half a hex lower; with a pointy top,
            whether those rows are half a hex to the right.

    Raises:
        BadInput: A word is unknown, or a hex cannot be numbered or stands twice.
    """
    numbers = [f"{column:02}{row:02}" for column, row in product(columns, rows)]
    return HexGrid(numbers, top, shifted)
