"""The map of Pursuit of Glory as it is printed, laid out by us: what no position changes.

Where places lie comes from `layout.csv`: their longitudes and latitudes, spread so that none
overlaps (docs/drawing.md).
"""

import csv
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
    at = {name: (float(row["x"]), float(row["y"])) for name, row in layout.items()}
    for name, row in places.items():
        if row["kind"] != "box" and name not in at:
            raise bad_input(f"'{name}' of spaces.csv lies nowhere on the map", "layout.csv")
    outlines: dict[tuple[str, str], list[Point]] = {}
    for row in _rows("coast.csv", directory):
        outlines.setdefault((row["outline"], row["kind"]), []).append(
            (float(row["x"]), float(row["y"]))
        )
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


def _rows(name: str, directory: str | None) -> list[dict[str, str]]:
    """Read a table: the owner's own if there is one, else the shipped one."""
    own = Path(directory) / name if directory is not None else None
    text = (
        own.read_text(encoding="utf-8")
        if own is not None and own.is_file()
        else _core.resource(f"scenarios/{NAME}/{name}")
    )
    return list(csv.DictReader(StringIO(text)))
