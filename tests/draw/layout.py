"""Make where everything lies on the picture of the board: `python tests/draw/layout.py [--write]`.

`scenarios/pursuit_of_glory/layout.csv` and `coast.csv` hold longitudes and latitudes; this fills in
their columns `x` and `y`: first a projection that squeezes the far lands, then the spreading of
`lexbelli.draw.spread`. How good the outcome is, is printed.
"""

import csv
import sys
from math import cos, radians
from pathlib import Path

from lexbelli.draw import spread
from lexbelli.draw.geometry import Box, meets
from lexbelli.draw.text import width

FOLDER = Path(__file__).parents[2] / "scenarios" / "pursuit_of_glory"

SCALE = 102.0  # units of the picture a degree of latitude
INSET_SCALE = 790.0
STRETCH = cos(radians(37))

# Width and height that the box of a place takes, its label and badges included.
BOX: dict[str, tuple[float, float]] = {
    "space": (126, 84),
    "beachhead": (126, 84),
    "island_base": (140, 122),
    "region": (236, 122),
}

# The inset of Gallipoli lies in the Mediterranean; where it lies in truth is the gateway.
INSET = "gallipoli_inset"
INSET_AT = (23.6, 34.1)
INSET_SIZE = (850.0, 850.0)
GATEWAY = "gateway"
GATEWAY_AT = (26.35, 40.2)
GATEWAY_SIZE = (110.0, 60.0)
FRAME = 40.0

# What the spreading leaves under another line is moved by hand; the inset makes room for the road
# from Aydin to Mugla.
NUDGES = {"umtaiye": (46.0, 0.0), INSET: (-31.0, 0.0)}

# Large names on the ground, and about where they stand.
NAMES = {
    "Black Sea": (34.6, 43.2),
    "Mediterranean": (31.9, 34.2),
    "Caspian Sea": (51.0, 41.2),
    "Red Sea": (36.9, 22.6),
    "Persian Gulf": (52.5, 27.2),
    "Balkans": (23.9, 43.3),
    "Anatolia": (32.4, 38.35),
    "Caucasus": (46.4, 41.9),
    "Persia": (53.2, 33.4),
    "Mesopotamia": (41.9, 34.0),
    "Arabia": (42.5, 29.0),
    "Syria": (38.6, 33.0),
    "Egypt": (28.3, 29.9),
}
NAMED = "name_"
NAME_SIZE = 30
NAME_REACH = 360

# Where the ways out of the inset leave it.
EXITS = {
    "rodosto": (27.02, 40.58),
    "bandirma": (27.0, 40.36),
    "edremit": (26.62, 39.72),
    "lemnos": (25.93, 40.15),
}
EXIT_SIZE = (96.0, 34.0)


def projected(lon: float, lat: float) -> tuple[float, float]:
    """Project; what is far in the east, the south and the north is drawn nearer."""
    if lon > 52:
        lon = 52 + (lon - 52) * 0.16
    if lon < 19:
        lon = 19 - (19 - lon) * 0.5
    if lat < 29:
        lat = 29 - (29 - lat) * 0.33
    if lat > 46:
        lat = 46 + (lat - 46) * 0.25
    return (lon - 19.5) * STRETCH * SCALE, (47.5 - lat) * SCALE


def inset_projected(lon: float, lat: float) -> tuple[float, float]:
    return (lon - 26.0) * STRETCH * INSET_SCALE, (40.6 - lat) * INSET_SCALE


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def made() -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    places = {row["id"]: row for row in rows("spaces.csv") if row["kind"] != "box"}
    inset = {name for name, row in places.items() if row["map"] == INSET}
    layout, coast = rows("layout.csv"), rows("coast.csv")
    earth = {row["id"]: (float(row["lon"]), float(row["lat"])) for row in layout if row["lon"]}
    links = [(row["a"], row["b"]) for row in rows("connections.csv")]

    anchors = {name: projected(*at) for name, at in earth.items() if name not in inset}
    anchors |= {INSET: projected(*INSET_AT), GATEWAY: projected(*GATEWAY_AT)}
    sizes = {name: BOX[places[name]["kind"]] for name in anchors if name in places}
    sizes |= {INSET: INSET_SIZE, GATEWAY: GATEWAY_SIZE}
    main_links = sorted(
        {
            (GATEWAY if a in inset else a, GATEWAY if b in inset else b)
            for a, b in links
            if a not in inset or b not in inset
        }
    )
    spots = spread.spread(anchors, sizes, main_links, fixed=[INSET], clearance=0.6)
    for name, (x, y) in NUDGES.items():
        spots[name] = (spots[name][0] + x, spots[name][1] + y)
    report("main map", spots, sizes, main_links)

    small = {name: inset_projected(*at) for name, at in earth.items() if name in inset}
    small |= {name: inset_projected(*at) for name, at in EXITS.items()}
    small_sizes = {
        name: EXIT_SIZE if name in EXITS else BOX[places[name]["kind"]] for name in small
    }
    small_links = [(a, b) for a, b in links if a in inset or b in inset]
    small_spots = spread.spread(small, small_sizes, small_links)
    report("inset", small_spots, small_sizes, small_links)
    middle = spots[INSET]
    left, top, right, bottom = bounds(small_spots, small_sizes)
    print(f"inset needs {right - left:.0f} x {bottom - top:.0f}, has {INSET_SIZE}")
    dx, dy = middle[0] - (left + right) / 2, middle[1] - (top + bottom) / 2
    in_place = {name: (x + dx, y + dy) for name, (x, y) in small_spots.items()}

    box = bounds(spots, sizes)
    ox, oy = FRAME - box[0], FRAME - box[1]
    where = {name: (x + ox, y + oy) for name, (x, y) in spots.items()}
    where |= {
        name if name in inset else f"to_{name}": (x + ox, y + oy)
        for name, (x, y) in in_place.items()
    }
    print(f"the board is {box[2] - box[0] + 2 * FRAME:.0f} x {box[3] - box[1] + 2 * FRAME:.0f}")

    named = spread.warped(
        {name: at for name, at in anchors.items() if name != INSET}, spots,
        [projected(*at) for at in NAMES.values()],
    )  # fmt: skip
    wished = {
        name: (float(x) + ox, float(y) + oy) for name, (x, y) in zip(NAMES, named, strict=True)
    }
    note = {GATEWAY: "the way to the inset", INSET: "the middle of the inset"}
    known = [row["id"] for row in layout]
    where |= {NAMED + name.lower().replace(" ", "_"): at for name, at in wished.items()}
    for name in where:
        if name not in known:
            layout.append({"id": name, "lon": "", "lat": "", "source": "design",
                           "note": note.get(name, note_of(name))})  # fmt: skip
    for row in layout:
        row["x"], row["y"] = (f"{value:.1f}" for value in where[row["id"]])

    main = {name: at for name, at in anchors.items() if name != INSET}
    for kind, project, homes, ends, shift in (
        ("main", projected, main, spots, (ox, oy)),
        ("inset", inset_projected, small, small_spots, (dx + ox, dy + oy)),
    ):
        own = [row for row in coast if row["kind"].startswith("inset") == (kind == "inset")]
        points = [project(float(row["lon"]), float(row["lat"])) for row in own]
        for row, (x, y) in zip(own, spread.warped(homes, ends, points), strict=True):
            row["x"], row["y"] = f"{x + shift[0]:.0f}", f"{y + shift[1]:.0f}"
    rooms = [Box.centred(*where[name], *size) for name, size in sizes.items()]
    lines = [(where[a], where[b]) for a, b in main_links]
    water = outlines(coast)
    taken: list[Box] = []
    for name, wish in wished.items():
        at = settled(name, wish, [*rooms, *taken], lines, water)
        taken.append(Box.centred(*at, *name_size(name)))
        row = next(row for row in layout if row["note"] == name)
        row["x"], row["y"] = (f"{value:.1f}" for value in at)
    return layout, coast


def name_size(name: str) -> tuple[float, float]:
    """Width and height of a large name, which is written with gaps between its letters."""
    return width("\u00a0".join(name.upper()), NAME_SIZE, bold=True) + 16, NAME_SIZE + 6


def outlines(coast: list[dict[str, str]]) -> list[tuple[str, list[tuple[float, float]]]]:
    """The coasts of the main map: water, and land in it."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for row in coast:
        if not row["kind"].startswith("inset"):
            points = found.setdefault((row["outline"], row["kind"]), [])
            points.append((float(row["x"]), float(row["y"])))
    return [(kind, points) for (_, kind), points in found.items()]


def wet(at: tuple[float, float], coasts: list[tuple[str, list[tuple[float, float]]]]) -> bool:
    """Whether a point is in water."""
    found = False
    for kind, points in coasts:
        inside = False
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            if (ay > at[1]) != (by > at[1]) and at[0] < ax + (at[1] - ay) / (by - ay) * (bx - ax):
                inside = not inside
        if inside:
            found = kind == "water"
    return found


def settled(
    name: str, wish: tuple[float, float], rooms: list[Box],
    lines: list[tuple[tuple[float, float], tuple[float, float]]],
    coasts: list[tuple[str, list[tuple[float, float]]]],
) -> tuple[float, float]:  # fmt: skip
    """Where a large name stands: near the wish, on its own element, with little in its way."""
    size = name_size(name)
    sea = name.endswith(("Sea", "Gulf", "Mediterranean"))
    best: tuple[float, tuple[float, float]] | None = None
    for dx in range(-NAME_REACH, NAME_REACH + 1, 12):
        for dy in range(-NAME_REACH, NAME_REACH + 1, 12):
            at = (wish[0] + dx, wish[1] + dy)
            box = Box.centred(*at, *size)
            marks = [(box.x + box.width * part / 4, y) for part in range(5)
                     for y in (box.y, box.bottom)]  # fmt: skip
            cost = 80.0 * sum(box.overlaps(room) for room in rooms)
            cost += 30.0 * sum(meets(box, *line) for line in lines)
            cost += 9.0 * sum(wet(mark, coasts) != sea for mark in marks)
            cost += 0.045 * (dx * dx + dy * dy) ** 0.5
            if best is None or cost < best[0]:
                best = (cost, at)
    assert best is not None
    return best[1]


def note_of(name: str) -> str:
    if name.startswith(NAMED):
        return next(said for said in NAMES if NAMED + said.lower().replace(" ", "_") == name)
    return "the way out of the inset"


def bounds(spots: spread.Points, sizes: spread.Points) -> tuple[float, float, float, float]:
    return (
        min(x - sizes[name][0] / 2 for name, (x, _) in spots.items()),
        min(y - sizes[name][1] / 2 for name, (_, y) in spots.items()),
        max(x + sizes[name][0] / 2 for name, (x, _) in spots.items()),
        max(y + sizes[name][1] / 2 for name, (_, y) in spots.items()),
    )


def report(
    what: str, spots: spread.Points, sizes: spread.Points, links: list[tuple[str, str]]
) -> None:
    core = {name: (width * 0.45, height * 0.6) for name, (width, height) in sizes.items()}
    under = spread.run_under(spots, core, links)
    crossed = spread.crossings(spots, links)
    print(f"{what}: {len(under)} lines under boxes, {len(crossed)} crossings")
    for each in [*under, *crossed]:
        print("   ", *each)


def write(name: str, content: list[dict[str, str]], columns: list[str]) -> None:
    with (FOLDER / name).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(content)


if __name__ == "__main__":
    made_layout, made_coast = made()
    if "--write" in sys.argv:
        write("layout.csv", made_layout, ["id", "lon", "lat", "x", "y", "source", "note"])
        write(
            "coast.csv", made_coast, ["outline", "kind", "lon", "lat", "x", "y", "source", "note"]
        )
