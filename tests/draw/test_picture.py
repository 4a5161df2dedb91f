"""Pictures by their structure: what is there, that nothing overlaps, that bytes do not change."""

import importlib
import time
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.draw import THEMES, Picture, terrain
from lexbelli.draw.board import TextPanel
from lexbelli.draw.geometry import Box, overlaps
from lexbelli.draw.picture import reached
from support import on_map
from tools.pursuit_of_glory.random_playout import random_playout
from tools.pursuit_of_glory.random_position import random_position

SCENARIOS = ("1914_campaign", "1916_total_war")
SVG = "{http://www.w3.org/2000/svg}"

# Nothing is written in fewer pixels than this, as units of the picture at its own size.
LEAST_TEXT = 4.4


@pytest.fixture(scope="module", params=SCENARIOS)
def position(request: pytest.FixtureRequest) -> pog.Position:
    return pog.scenario(request.param)


@pytest.fixture(scope="module")
def picture(position: pog.Position) -> Picture:
    return position.draw()


def values(picture: Picture, attribute: str) -> list[str]:
    root = ET.fromstring(picture.svg)
    return [value for each in root.iter() if (value := each.get(attribute)) is not None]


def parts(picture: Picture, *kinds: str) -> list[tuple[str, Box]]:
    return [(name, box) for name, box in picture.boxes.items() if name.split()[0] in kinds]


def test_every_unit_is_there_once(position: pog.Position, picture: Picture) -> None:
    arriving = [unit for units in position.setup().get("arriving", {}).values() for unit in units]
    assert Counter(values(picture, "data-unit")) == Counter([*position.units, *arriving])


def test_every_place_of_the_map_is_there_once(position: pog.Position, picture: Picture) -> None:
    shown = [name for name in values(picture, "data-space") if name in position.spaces]
    assert Counter(shown) == Counter(on_map(position))


def test_every_box_beside_the_map_is_there(position: pog.Position, picture: Picture) -> None:
    boxes = set(position.spaces) - set(on_map(position))
    panels = set(values(picture, "data-panel"))
    tribal = {name for name in boxes if name.startswith("tribal_key_")}
    assert boxes - tribal - {"turn_track"} <= panels
    assert {"tribal_key", "turns", "vp", "jihad", "state"} <= panels


def test_the_state_of_the_war_is_told_in_words(position: pog.Position) -> None:
    (panel,) = (each for each in position.board().panels if each.id == "state")
    assert isinstance(panel, TextPanel)
    told = dict(panel.lines)
    assert told["Phase"] == dict(position.outline())["phase"]
    assert told["Commitment"].startswith("AP ")
    setup = position.setup()
    for side in ("ap", "cp"):
        cards = setup["cards"][side]
        assert f"deck {len(cards['deck'])}" in told[f"Cards of the {side.upper()}"]
        happened = [card for card in setup.get("events", {}) if card.startswith(side)]
        numbers = told.get(f"Events of the {side.upper()}", "")
        assert len(numbers.split(", ") if numbers else []) == len(happened)
    if tracks := setup["tracks"].get("combined_war_status"):
        assert told["Combined war status"] == str(tracks)
    assert not any("_" in said for label, said in panel.lines if not label.startswith("Cards"))


def test_every_connection_is_there(position: pog.Position, picture: Picture) -> None:
    drawn = {frozenset(value.split()) for value in values(picture, "data-link")}
    board = position.board()
    # Sea paths from Lemnos into the inset share one line as far as the gateway.
    assert {frozenset((link.a, link.b)) for link in board.links} == drawn


def test_places_names_and_signs_do_not_overlap(picture: Picture) -> None:
    assert overlaps(parts(picture, "plate", "label", "badges", "panel")) == []


def test_counters_do_not_overlap_and_stand_on_their_places(
    position: pog.Position, picture: Picture
) -> None:
    assert overlaps(parts(picture, "unit")) == []
    for unit, place in position.units.items():
        if f"plate {place}" in picture.boxes:
            assert picture.boxes[f"plate {place}"].holds(picture.boxes[f"unit {unit}"]), unit


def test_everything_lies_in_the_picture(picture: Picture) -> None:
    root = ET.fromstring(picture.svg)
    page = Box(*map(float, root.attrib["viewBox"].split()))
    assert all(page.holds(box) for box in picture.boxes.values())


def test_no_letters_are_too_small(picture: Picture) -> None:
    sizes = {float(size) for size in values(picture, "font-size")}
    assert min(sizes) >= LEAST_TEXT


def test_it_says_what_it_shows(position: pog.Position, picture: Picture) -> None:
    root = ET.fromstring(picture.svg)
    said = root.find(f"{SVG}title")
    assert said is not None
    assert said.text == position.title
    letters = " ".join(text.text or "" for text in root.iter(f"{SVG}text"))
    if position.caution:
        assert "Caution" in letters


def test_every_unit_and_place_is_told_in_words(picture: Picture) -> None:
    root = ET.fromstring(picture.svg)
    for each in root.iter():
        if each.get("data-unit") or each.get("data-space") or each.get("data-link"):
            assert each.find(f"{SVG}title") is not None


def test_it_uses_nothing_from_outside(picture: Picture) -> None:
    text = picture.svg
    for word in ("http", "<image", "<style", "<script", "@import", "url("):
        assert word not in text.replace('="http://www.w3.org/', "")


def test_every_symbol_that_is_used_is_defined(picture: Picture) -> None:
    defined = values(picture, "id")
    used = {
        name.removeprefix("#") for name in values(picture, "{http://www.w3.org/1999/xlink}href")
    }
    assert used <= set(defined)


def test_the_same_position_gives_the_same_bytes(position: pog.Position, picture: Picture) -> None:
    again = pog.Position.from_json(position.to_json()).draw()
    assert again.svg == picture.svg


def test_it_is_small_and_drawn_quickly(position: pog.Position, picture: Picture) -> None:
    assert len(picture.svg.encode()) < 1_000_000

    def once() -> float:
        begin = time.process_time()
        assert position.draw().svg
        return time.process_time() - begin

    assert min(once() for _ in range(5)) < 0.3


@pytest.mark.parametrize("theme", THEMES)
def test_themes_differ_in_colours_alone(
    position: pog.Position, picture: Picture, theme: str
) -> None:
    other = position.draw(theme=theme)
    assert other.boxes == picture.boxes
    assert (other.svg == picture.svg) == (theme == "screen")


def test_units_of_every_kind_in_one_region() -> None:
    """No position is so crowded that anything overlaps."""
    start = pog.scenario("1914_campaign")
    crowd = {unit: "central_persia" for unit in start.known_units if start.side_of(unit) == "ap"}
    document = start.with_change(allow=["all"]).setup()
    document["units"] = {"central_persia": list(crowd), "erzurum": list(start.known_units[200:206])}
    document["units"]["erzurum"] = [
        unit for unit in document["units"]["erzurum"] if unit not in crowd
    ]
    document["reduced"] = []
    picture = pog.Position.from_setup(document, allow=["all"]).draw()
    assert len(parts(picture, "unit")) > 100
    assert overlaps(parts(picture, "unit")) == []
    assert overlaps(parts(picture, "plate", "label", "badges")) == []


@pytest.mark.parametrize("seed", range(6))
def test_nothing_overlaps_in_positions_of_play(seed: int) -> None:
    """Random games with battles, and set-ups shaken."""
    for position in (random_playout(seed, 60), random_position(seed)):
        picture = position.draw(supply=True)
        assert overlaps(parts(picture, "plate", "label", "badges", "panel")) == []
        assert overlaps(parts(picture, "unit")) == []
        arriving = [unit for units in position.setup().get("arriving", {}).values()
                    for unit in units]  # fmt: skip
        assert Counter(values(picture, "data-unit")) == Counter([*position.units, *arriving])
        assert len(picture.svg.encode()) < 1_000_000


def test_the_terrain_under_units_is_told_beside_the_name() -> None:
    """A sign stands on the plate, or before the name where units hide it."""
    position = pog.scenario("1914_campaign")
    root = ET.fromstring(position.draw().svg)
    for name, place in position.board().places.items():
        if place.kind == "gateway":
            continue
        (plate,) = (each for each in root.iter() if each.get("data-space") == name)
        signs = plate.findall(f"{SVG}path")
        assert len(signs) == (place.terrain in terrain.SIGNS), name
        small = any("scale" in each.get("transform", "") for each in signs)
        assert small == (bool(place.counters) and place.terrain in terrain.SIGNS), name


# --- notebooks, files ---------------------------------------------------------------------


def test_a_notebook_shows_a_position(position: pog.Position) -> None:
    shown = position._repr_svg_()
    assert shown.startswith("<svg ")
    assert "max-width:100%" in shown
    ET.fromstring(shown)


def test_png_and_pdf_are_the_same_every_time(position: pog.Position, tmp_path: Any) -> None:
    crop = position.draw(around="erzurum", hops=1)
    assert crop.png().startswith(b"\x89PNG")
    assert crop.png() == crop.png()
    assert len(crop.png(2)) > len(crop.png(1))
    assert crop.pdf().startswith(b"%PDF")
    assert crop.pdf() == crop.pdf()
    for ending in ("svg", "png", "pdf"):
        file = tmp_path / f"board.{ending}"
        crop.save(file)
        assert file.stat().st_size > 1000


@pytest.mark.parametrize(("zoom", "said"), [(0, "0"), (1000, "1000"), (float("nan"), "nan")])
def test_a_zoom_that_makes_no_picture(position: pog.Position, zoom: float, said: str) -> None:
    with pytest.raises(lexbelli.BadInput, match=f"zoom: {said} is not between"):
        position.draw(around="kars", hops=0).png(zoom)


@pytest.mark.parametrize("library", ["resvg_py", "typst"])
def test_a_missing_library_is_named(
    position: pog.Position, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = importlib.import_module

    def missing(name: str, package: str | None = None) -> Any:
        if name == library:
            raise ImportError(name)
        return imported(name, package)

    monkeypatch.setattr(importlib, "import_module", missing)
    crop = position.draw(around="kars", hops=0)
    with pytest.raises(lexbelli.BadInput, match=r"lexbelli\[draw\]"):
        crop.png() if library == "resvg_py" else crop.pdf()


# --- crops --------------------------------------------------------------------------------


def test_a_crop_shows_what_lies_within_the_hops(position: pog.Position) -> None:
    crop = position.draw(around="erzurum", hops=2)
    whole = position.draw()
    for near in ("erzurum", "mus", "bitlis", "oltu", "ardahan"):
        assert f"plate {near}" in crop.boxes
        assert crop.boxes[f"plate {near}"] == whole.boxes[f"plate {near}"]
    assert "plate cairo" not in crop.boxes
    assert len(crop.svg) < len(whole.svg) / 3


@pytest.mark.parametrize("name", ["Erzurum", "erzurum"])
def test_a_crop_is_named_by_id_or_as_printed(position: pog.Position, name: str) -> None:
    assert "plate erzurum" in position.draw(around=name, hops=0).boxes


@pytest.mark.parametrize("place", ["erzurum", "kut", "sofia", "india", "maidos", "constantinople"])
@pytest.mark.parametrize("hops", [0, 1, 3])
def test_a_crop_cuts_no_place_and_names_where_ways_lead(
    position: pog.Position, place: str, hops: int
) -> None:
    crop = position.draw(around=place, hops=hops)
    board = position.board()
    shown = {name.removeprefix("plate ") for name in crop.boxes if name.startswith("plate ")}
    assert set(values(crop, "data-space")) == shown
    for name in reached(board, place, hops):
        assert name in shown or board.places[name].inset != board.places[place].inset
    drawn = {*values(crop, "data-link")}
    for link in board.links:
        if f"{link.a} {link.b}" in drawn:
            assert not {link.a, link.b, *(link.by_way_of or ())}.isdisjoint(shown)
    assert overlaps(parts(crop, "plate", "label", "badges")) == []
    root = ET.fromstring(crop.svg)
    (exits,) = (each for each in root.iter() if each.get("data-layer") == "exits")
    told = {each.text for each in exits}
    ways = [{link.a, link.b, *(link.by_way_of or ())} for link in board.links]
    beyond = {board.places[end].name for way in ways if way & shown for end in way - shown}
    assert told <= beyond
    assert not hops or told


def test_the_key_of_a_crop_tells_of_what_is_seen() -> None:
    start = pog.scenario("1914_campaign")
    cut = start.with_change(control={"mosul": "ap"})
    said = [" ".join(each.text or "" for each in ET.fromstring(picture.svg).iter(f"{SVG}text"))
            for picture in (cut.draw(around=place, hops=1, supply=True)
                            for place in ("mosul", "sofia"))]  # fmt: skip
    assert "out of supply" in said[0]
    assert "out of supply" not in said[1]
    assert "where lines of supply run" in said[0]


def test_a_battle_elsewhere_is_not_told_in_a_crop() -> None:
    units = {"koprukoy": ["tu_ix_corps"], "eleskirt": ["ru_i_caucasian"]}
    waits = pog.Position.from_setup(
        {"active": "cp", "ops": 0, "attacking": {"tu_ix_corps": "attack"}, "units": units,
         "control": {"ap": ["eleskirt"]}}
    )  # fmt: skip
    assert "Battles to come" in waits.draw(around="erzurum", hops=1).svg
    assert "Battles to come" not in waits.draw(around="cairo", hops=1).svg


def test_a_crop_in_the_inset_shows_the_inset_alone(position: pog.Position) -> None:
    crop = position.draw(around="maidos", hops=9)
    assert {"plate suvla_bay", "plate ezine", "plate to_lemnos"} <= crop.boxes.keys()
    assert "plate rodosto" not in crop.boxes


def test_an_inset_that_is_cut_is_only_named(position: pog.Position) -> None:
    crop = position.draw(around="smyrna", hops=3)
    inset = {name for name, place in position.board().places.items() if place.inset}
    assert not {f"plate {name}" for name in inset} & crop.boxes.keys()
    assert "inset: Gallipoli" in crop.svg
    assert "plate edremit" in crop.boxes


def test_a_crop_of_everything_is_no_larger_than_the_map(position: pog.Position) -> None:
    crop = position.draw(around="erzurum", hops=99)
    for place in on_map(position):
        inset = position.board().places[place].inset
        assert (f"plate {place}" in crop.boxes) or inset, place


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"around": "erzurm"}, "did you mean 'erzurum'"),
        ({"around": "ap_reserve"}, "around"),
        ({"around": "erzurum", "hops": -1}, "hops: -1 is less than 0"),
        ({"theme": "screan"}, "did you mean 'screen'"),
    ],
)
def test_what_is_not_there_cannot_be_drawn(
    position: pog.Position, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(lexbelli.BadInput, match=said):
        position.draw(**options)
