"""The map of Pursuit of Glory as it is printed, laid out by us: what no position changes.

Where places lie comes from `layout.csv`: their longitudes and latitudes, spread so that none
overlaps (docs/drawing.md).
"""

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from io import StringIO
from pathlib import Path
from typing import Final

from lexbelli import _core
from lexbelli.draw.board import Inset, Outline
from lexbelli.draw.geometry import Box, Point
from lexbelli.errors import bad_input
from lexbelli.files import read_text
from lexbelli.names import shown
from lexbelli.pursuit_of_glory.tables import NAME

__all__ = ["EXITS", "GATEWAY", "INSET", "NAMED", "Chart", "chart"]

INSET: Final = "gallipoli_inset"
GATEWAY: Final = "gateway"
EXITS: Final = "to_"
NAMED: Final = "name_"
_INSET_SIZE: Final = (830.0, 850.0)
_MARGIN: Final = 40.0

Row = Mapping[str, str]


@dataclass(frozen=True)
class Chart:
    """The printed map, counters included.

    Attributes:
        places: Place -> its row of `spaces.csv`.
        units: Unit -> its row of `units.csv`.
        links: The rows of `connections.csv`.
        at: Place, gateway or exit -> where it lies.
        outlines: Coasts.
        inset: The map of Gallipoli.
        size: Width and height of the map.
        areas: Large names of the lands, and where they stand.
    """

    places: Mapping[str, Row]
    units: Mapping[str, Row]
    links: Sequence[Row]
    at: Mapping[str, Point]
    outlines: Sequence[Outline]
    inset: Inset
    size: Point
    areas: Sequence[tuple[str, Point]]

    @cached_property
    def ground(self) -> frozenset[str]:
        """The places that are no boxes beside the map."""
        return frozenset(name for name, row in self.places.items() if row["kind"] != "box")


def chart(tables: _core.PursuitTables) -> Chart:
    """Return the map.

    Raises:
        BadInput: A place of an owner's own table has no place in the layout.
    """
    return _chart(tables.directory)


@lru_cache(maxsize=8)
def _chart(directory: str | None) -> Chart:
    places = {row["id"]: row for row in _rows("spaces.csv", directory)}
    layout = {row["id"]: row for row in _rows("layout.csv", directory)}
    at = {name: _point(row, "layout.csv") for name, row in layout.items()}
    if INSET not in at:
        raise bad_input(f"'{INSET}' is missing", "layout.csv")
    for name, row in places.items():
        if row["kind"] != "box" and name not in at:
            raise bad_input(f"'{name}' of spaces.csv lies nowhere on the map", "layout.csv")
    outlines: dict[tuple[str, str], list[Point]] = {}
    for row in _rows("coast.csv", directory):
        outline = outlines.setdefault((row["outline"], row["kind"]), [])
        outline.append(_point(row, "coast.csv"))
    on_map = [at[name] for name, row in places.items() if row["kind"] != "box"]
    box = Box.centred(*at[INSET], *_INSET_SIZE)
    wide = max(max(x for x, _ in on_map) + 120, box.right) + _MARGIN
    high = max(max(y for _, y in on_map) + 60, box.bottom) + _MARGIN
    return Chart(
        places=places,
        units={row["id"]: row for row in _rows("units.csv", directory)},
        links=_rows("connections.csv", directory),
        at=at,
        outlines=[
            Outline(kind.removeprefix("inset_"), points, INSET if kind.startswith("inset") else "")
            for (_, kind), points in outlines.items()
        ],
        inset=Inset(INSET, "Gallipoli", box),
        size=(wide, high),
        areas=[(row["note"], at[name]) for name, row in layout.items() if name.startswith(NAMED)],
    )


_LARGEST: Final = 4 * 1024 * 1024
# The map is some thousands wide; what lies farther off is no place on it.
_FARTHEST: Final = 1e5
# What drawings need of each table.
_COLUMNS: Final[Mapping[str, Sequence[str]]] = {
    "layout.csv": ("id", "x", "y", "note"),
    "coast.csv": ("outline", "kind", "x", "y"),
}


def _point(row: Row, table: str) -> Point:
    """Return where a row says that something lies.

    Raises:
        BadInput: Its numbers are none, or no place on a map.
    """
    found = []
    for column in ("x", "y"):
        text = row[column]
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not abs(number) <= _FARTHEST:
            raise bad_input(f"'{shown(text)}' is no place on the map", f"{table}: {column}")
        found.append(number)
    return found[0], found[1]


def _rows(name: str, directory: str | None) -> list[dict[str, str]]:
    """Read a table: the owner's own if there is one, else the shipped one."""
    own = Path(directory) / name if directory is not None else None
    text = (
        read_text(own, _LARGEST)
        if own is not None and own.is_file()
        else _core.resource(f"scenarios/{NAME}/{name}")
    )
    try:
        rows = list(csv.DictReader(StringIO(text), restval=""))
    except csv.Error as error:
        raise bad_input(f"is no CSV: {error}", name) from None
    for column in _COLUMNS.get(name, ()):
        if rows and column not in rows[0]:
            raise bad_input(f"there is no column '{column}'", name)
    return rows
