"""Where places lie: complete, plausible, and with room for everything that is drawn there."""

import csv
from pathlib import Path

import pytest

from lexbelli import pursuit_of_glory as pog
from lexbelli.draw import spread
from lexbelli.draw.geometry import Box, meets, overlaps
from support import on_map

FOLDER = Path(__file__).parents[2] / "scenarios" / "pursuit_of_glory"
BOARD = pog.scenario("1914_campaign").board()

# What the layout keeps free for a place.
ROOM = {"space": (126, 84), "landing": (126, 84), "base": (140, 122), "region": (236, 122)}


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def room(place: str) -> Box:
    found = BOARD.places[place]
    return Box.centred(*found.at, *ROOM.get(found.kind, (88, 26)))


def test_every_place_of_the_map_has_a_longitude_and_a_latitude() -> None:
    earth = {row["id"]: row for row in rows("layout.csv") if row["source"] == "geography"}
    assert earth.keys() == set(on_map(pog.scenario("1914_campaign")))
    for row in earth.values():
        assert 20 < float(row["lon"]) < 78
        assert 15 < float(row["lat"]) < 50


@pytest.mark.parametrize(
    ("west", "east"), [("sofia", "erzurum"), ("cairo", "baghdad"), ("smyrna", "tabriz")]
)
def test_west_is_left(west: str, east: str) -> None:
    assert BOARD.places[west].at[0] < BOARD.places[east].at[0]


@pytest.mark.parametrize(
    ("north", "south"), [("bucharest", "athens"), ("batum", "mosul"), ("aleppo", "aqaba")]
)
def test_north_is_above(north: str, south: str) -> None:
    assert BOARD.places[north].at[1] < BOARD.places[south].at[1]


def test_rooms_do_not_overlap() -> None:
    # The map is made in tenths of a unit.
    assert overlaps([(name, room(name).grown(-0.1)) for name in BOARD.places]) == []


def test_the_inset_holds_its_places_and_no_others() -> None:
    (inset,) = BOARD.insets
    for name, place in BOARD.places.items():
        if place.inset:
            assert inset.box.holds(room(name)), name
        else:
            assert not inset.box.overlaps(room(name)), name


def test_no_way_runs_over_the_inset() -> None:
    (inset,) = BOARD.insets
    for link in BOARD.links:
        if link.by_way_of is None and not BOARD.places[link.a].inset:
            begin, end = BOARD.places[link.a].at, BOARD.places[link.b].at
            assert not meets(inset.box.grown(6), begin, end), link.said


def test_hardly_a_line_runs_under_another_place() -> None:
    spots = {name: place.at for name, place in BOARD.places.items()}
    core = dict.fromkeys(spots, (40.0, 40.0))
    links = [(link.a, link.b) for link in BOARD.links if link.by_way_of is None]
    assert spread.run_under(spots, core, links) == []
    assert len(spread.crossings(spots, links)) <= 4


def test_coasts_have_places_in_the_picture() -> None:
    outlines: dict[str, int] = {}
    for row in rows("coast.csv"):
        assert row["kind"] in ("water", "land", "inset_land")
        float(row["x"]), float(row["y"])
        outlines[row["outline"]] = outlines.get(row["outline"], 0) + 1
    assert min(outlines.values()) >= 4


# --- the spreading itself -----------------------------------------------------------------


def test_crowded_places_are_moved_apart_and_keep_their_directions() -> None:
    anchors = {"a": (0.0, 0.0), "b": (10.0, 0.0), "c": (0.0, 10.0), "d": (10.0, 10.0)}
    sizes = dict.fromkeys(anchors, (30.0, 20.0))
    links = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]
    spots = spread.spread(anchors, sizes, links, steps=300)
    boxes = [(name, Box.centred(*at, 30, 20)) for name, at in spots.items()]
    assert overlaps(boxes) == []
    assert spots["a"][0] < spots["b"][0]
    assert spots["a"][1] < spots["c"][1]
    assert spots == spread.spread(anchors, sizes, links, steps=300)


def test_fixed_places_stay() -> None:
    anchors = {"a": (0.0, 0.0), "b": (1.0, 1.0)}
    spots = spread.spread(anchors, dict.fromkeys(anchors, (9.0, 9.0)), [("a", "b")], 200, fixed="a")
    assert spots["a"] == pytest.approx(anchors["a"], abs=0.01)


def test_coasts_follow_their_places() -> None:
    anchors = {"a": (0.0, 0.0), "b": (100.0, 0.0), "c": (0.0, 100.0), "d": (100.0, 100.0)}
    spots = {name: (2 * x + 5, 2 * y) for name, (x, y) in anchors.items()}
    ((x, y),) = spread.warped(anchors, spots, [(50, 50)])
    assert (x, y) == pytest.approx((105, 100), abs=1)
