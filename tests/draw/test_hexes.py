"""Boards of hexes: what is there, that nothing overlaps, what is laid over them, their letters."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import lexbelli
from conformance.skirmish import GAME as SKIRMISH
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.draw import THEMES, Picture, draw, themes
from lexbelli.draw.board import Board, Overlay
from lexbelli.draw.geometry import Box, overlaps
from lexbelli.draw.hexmap import HexMap, next_to
from lexbelli.draw.picture import Crop, reached
from lexbelli.draw.terminal import letters
from support import invoke

SCENARIOS = ("caporetto", "piave", "vittorio_veneto", "caporetto_setup")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=SCENARIOS)
def position(request: pytest.FixtureRequest) -> toh.Position:
    return toh.scenario(request.param)


@pytest.fixture(scope="module")
def picture(position: toh.Position) -> Picture:
    return position.draw()


@pytest.fixture(scope="module")
def start() -> toh.Position:
    return toh.scenario("caporetto")


@pytest.fixture(scope="module")
def moving(start: toh.Position) -> toh.Position:
    """The first movement of Caporetto."""
    now = start
    while now.decision.kind != "movement":
        asked = now.decision
        if asked.kind == "chance":
            now = now.after_answer(asked.outcomes[0].text)
        else:
            now = now.play("" if asked.kind != "attrition" else now.sample_moves(1, 1)[0])
    return now


def values(picture: Picture, attribute: str) -> list[str]:
    root = ET.fromstring(picture.svg)
    return [value for each in root.iter() if (value := each.get(attribute)) is not None]


def parts(picture: Picture, *kinds: str) -> list[tuple[str, Box]]:
    return [(name, box) for name, box in picture.boxes.items() if name.split()[0] in kinds]


def said_of(picture: Picture) -> str:
    return " ".join(text.text or "" for text in ET.fromstring(picture.svg).iter(f"{SVG}text"))


# --- the board ----------------------------------------------------------------------------


def test_every_hex_and_every_unit_is_there_once(position: toh.Position, picture: Picture) -> None:
    assert Counter(values(picture, "data-space")) == Counter(position.hexes)
    assert Counter(values(picture, "data-unit")) == Counter([*position.units])


def test_names_signs_and_units_do_not_overlap(picture: Picture) -> None:
    assert overlaps(parts(picture, "label", "badges", "unit")) == []
    assert overlaps(parts(picture, "panel")) == []


def test_all_of_a_hex_lies_in_its_brick_and_all_in_the_picture(
    position: toh.Position, picture: Picture
) -> None:
    board = position.board()
    chart = HexMap(board, Overlay(), themes.SCREEN)
    bricks = {place.id: chart.brick(place).grown(0.01) for place in board.places.values()}
    for name, box in parts(picture, "plate", "label", "badges"):
        assert bricks[name.split()[1]].holds(box), name
    for unit, place in position.units.items():
        if place in bricks:
            assert bricks[place].holds(picture.boxes[f"unit {unit}"]), unit
    page = Box(*map(float, ET.fromstring(picture.svg).attrib["viewBox"].split()))
    assert all(page.holds(box) for box in picture.boxes.values())


@pytest.mark.parametrize("count", range(1, 11))
def test_stacks_of_any_size_fit(start: toh.Position, count: int) -> None:
    board = start.board()
    units = [unit for place in board.places.values() for unit in place.counters][:count]
    for name in ("h2739", "h2712", "h3437", "h2601"):
        alone = {**board.places, name: replace(board.places[name], counters=units)}
        chart = HexMap(replace(board, places=alone), Overlay(), themes.SCREEN)
        spot = chart.spots[name]
        boxes = [*spot.counter_boxes(), *(each for each in spot.boxes() if each[0][:5] != "plate")]
        assert overlaps(boxes) == []
        assert all(chart.brick(spot.place).grown(0.01).holds(box) for _, box in boxes)
        assert len(list(spot.counter_boxes())) == count


def test_units_stand_closer_to_each_other_than_to_those_of_the_next_hex(
    start: toh.Position,
) -> None:
    board = start.board()
    units = [unit for place in board.places.values() for unit in place.counters][:4]
    beside = {"h1521": units[:2], "h1522": units[2:]}
    full = {name: replace(board.places[name], counters=own) for name, own in beside.items()}
    chart = HexMap(replace(board, places={**board.places, **full}), Overlay(), themes.SCREEN)
    boxes = [box for name in beside for _, box in chart.spots[name].counter_boxes()]
    edges = sorted((box.x, box.right) for box in boxes)
    gaps = [after[0] - before[1] for before, after in pairwise(edges)]
    assert gaps[1] > 4 * max(gaps[0], gaps[2]) > 0


def test_what_lies_on_sides_lies_between_its_hexes(start: toh.Position) -> None:
    board = start.board()
    assert board.ground is not None
    chart = HexMap(board, Overlay(), themes.SCREEN)
    for side in board.ground.sides:
        a, b = board.places[side.a].at, board.places[side.b].at
        assert next_to(board.ground, a, b), side
        for corner in chart.side_ends(side.a, side.b):
            for x, y in (a, b):
                far = ((corner[0] - x) ** 2 + (corner[1] - y) ** 2) ** 0.5
                assert far == pytest.approx(board.ground.radius)


def test_all_that_is_printed_on_sides_is_drawn(start: toh.Position) -> None:
    ground = start.board().ground
    assert ground is not None
    drawn = Counter(side.kind for side in ground.sides)
    printed = start.core.tables.hexsides()
    assert drawn["river"] == sum(river is not None for _, _, river, *_ in printed)
    assert drawn["trench"] == sum(trench for *_, trench, _ in printed)
    assert len(start.board().links) == sum(rail is not None for _, _, _, rail, *_ in printed)
    sides = {place: start.core.tables.hex(place)["sides"][0] for place in start.hexes}
    fronts = [{sides[side.a], sides[side.b]} for side in ground.sides if side.kind == "front"]
    assert fronts
    assert all(each == {"central", "entente"} for each in fronts)


def test_north_is_above_and_east_is_right(start: toh.Position) -> None:
    at = {name: start.board().places[start.place_named(name)].at for name in ("Villach", "Trent",
          "Venice", "Trieste")}  # fmt: skip
    assert at["Villach"][1] < at["Trent"][1] < at["Venice"][1]
    assert at["Trent"][0] < at["Venice"][0] < at["Trieste"][0]


def test_signs_tell_what_is_there(start: toh.Position) -> None:
    board = start.board()
    trent = {badge.kind: badge for badge in board.places["h2712"].badges}
    assert trent.keys() == {"fort", "depot", "points"}
    assert trent["points"].text == "20"
    assert trent["depot"].side == board.places["h2712"].badges[0].side == "second"
    later = toh.scenario("piave").board()
    (osoppo,) = later.places["h3137"].badges
    assert osoppo.kind == "ruin"
    # Depots change hands between the years.
    assert [badge.side for badge in later.places["h2739"].badges if badge.kind == "depot"] == [
        "second"
    ]


def test_counters_tell_the_states_of_units(moving: toh.Position) -> None:
    whole = {unit.id: unit for place in moving.board().places.values() for unit in place.counters}
    dug_in = {unit for unit in moving.setup()["entrenched"] if unit in whole}
    assert {unit for unit, counter in whole.items() if counter.dug_in} == dug_in
    unit = min(dug_in)
    assert whole[unit].values.startswith("0-")
    again = moving.with_change(setup={"out_of_command": ["ger_12_aslt_div"]}, allow=["all"])
    (counter,) = (
        unit
        for place in again.board().places.values()
        for unit in place.counters
        if unit.id == "ger_12_aslt_div"
    )
    assert counter.marker is not None
    assert "out of command" in counter.said
    assert whole["ger_14_hq"].symbol == "hq"
    assert whole["ger_14_hq"].values.startswith("6")


def test_it_says_what_it_shows_and_uses_nothing_from_outside(
    position: toh.Position, picture: Picture
) -> None:
    root = ET.fromstring(picture.svg)
    said = root.find(f"{SVG}title")
    assert said is not None
    assert said.text == position.title
    assert "Caution" in said_of(picture)
    for each in root.iter():
        if any(each.get(name) for name in ("data-unit", "data-space", "data-side", "data-link")):
            assert each.find(f"{SVG}title") is not None
    for word in ("http", "<image", "<style", "<script", "@import", "url("):
        assert word not in picture.svg.replace('="http://www.w3.org/', "")
    defined = set(values(picture, "id"))
    used = values(picture, "{http://www.w3.org/1999/xlink}href")
    assert {name.removeprefix("#") for name in used} <= defined


def test_the_same_position_gives_the_same_bytes(position: toh.Position, picture: Picture) -> None:
    assert toh.Position.from_json(position.to_json()).draw().svg == picture.svg


def test_it_is_small(picture: Picture) -> None:
    assert len(picture.svg.encode()) < 2_000_000


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_the_same_things(start: toh.Position, theme: str) -> None:
    drawn = start.draw(theme=theme)
    assert drawn.boxes == start.draw().boxes
    assert Counter(values(drawn, "data-space")) == Counter(start.hexes)


def test_png(start: toh.Position, tmp_path: Path) -> None:
    file = tmp_path / "front.png"
    start.draw(around="caporetto", hops=2, zones="central").save(file)
    assert file.read_bytes().startswith(b"\x89PNG")


# --- parts of it --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["h2739", "2739", "udine", "Udine"])
def test_a_part_is_named_by_hex_number_or_town(start: toh.Position, name: str) -> None:
    part = start.draw(around=name, hops=2)
    assert "label h2739" in part.boxes
    near = reached(start.board(), "h2739", 2)
    assert len(near) == 19
    assert {f"plate {hex_}" for hex_ in near} <= part.boxes.keys()


def test_of_hexes_that_are_cut_the_ground_alone_is_drawn(start: toh.Position) -> None:
    part = start.draw(around="caporetto", hops=2)
    _, _, wide, high = map(float, ET.fromstring(part.svg).attrib["viewBox"].split())
    assert wide * high < 0.1 * 4000 * 3000
    whole = {name for name, _ in parts(part, "plate")}
    assert {f"plate {name}" for name in values(part, "data-space")} > whole
    assert set(values(part, "data-unit")) == {name.split()[1] for name, _ in parts(part, "unit")}


def test_what_is_not_there_cannot_be_drawn(start: toh.Position) -> None:
    with pytest.raises(lexbelli.BadInput, match="udine"):
        start.draw(around="udinne")
    wrong: list[dict[str, Any]] = [{"zones": "x"}, {"command": "x"}, {"setup": "x"}, {"reach": "x"}]
    for wanted in wrong:
        with pytest.raises(lexbelli.BadInput):
            start.draw(**wanted)
    with pytest.raises(lexbelli.BadInput, match="supply"):
        start.draw(supply=True)
    with pytest.raises(lexbelli.BadInput, match="zones"):
        lexbelli.scenario("1914_campaign").draw(zones="ap")


# --- what is laid over it -----------------------------------------------------------------


@pytest.mark.parametrize("side", ["central", "entente"])
def test_zones_are_those_of_the_core(start: toh.Position, side: str) -> None:
    assert set(values(start.draw(zones=side), "data-mark")) == start.zones(side)


@pytest.mark.parametrize("hops", [1, 3])
def test_of_every_unit_that_a_part_shows_out_of_command_it_is_told_why(
    start: toh.Position, hops: int
) -> None:
    found = start.command("entente")
    part = start.draw(command="entente", around="tolmein", hops=hops)
    drawn = [name.split()[1] for name, _ in parts(part, "unit")]
    lost = [unit for unit in drawn
            if start.side_of(unit) == "entente" and unit not in found.in_command]  # fmt: skip
    assert len(lost) == {1: 4, 3: 12}[hops]
    for unit in lost:
        assert f"Out of command: {start.core.tables.unit(unit)['name']} in" in said_of(part)
    assert said_of(part).count("Out of command: ") == len(lost)


@pytest.mark.parametrize("side", ["central", "entente"])
def test_command_lines_run_from_units_to_their_headquarters(start: toh.Position, side: str) -> None:
    found = start.command(side)
    picture = start.draw(command=side)
    steps = {frozenset(value.split()) for value in values(picture, "data-route")}
    for unit, place in start.units.items():
        if place not in start.hexes or start.side_of(unit) != side:
            continue
        if found.is_headquarters(start, unit):
            line = start.core.base_line(unit)
            assert (line is not None) == (unit in found.in_command)
            if line is not None:
                assert (unit, line[-1]) in found.bases
                assert len(line) - 1 == found.bases[unit, line[-1]]
                assert len(line) - 1 == min(
                    length for (hq, _), length in found.bases.items() if hq == unit
                )
        else:
            hq = found.commander(unit)
            assert (hq is not None) == (unit in found.in_command)
            line = None if hq is None else start.core.line(unit, hq)
            if hq is not None:
                assert line is not None
                assert len(line) - 1 == found.lines[unit, hq]
                assert (line[0], line[-1]) == (place, start.units[hq])
        for pair in zip(line or (), (line or ())[1:], strict=False):
            assert start.distance(*pair) == 1
            assert frozenset(pair) in steps
        if line is not None and not found.is_headquarters(start, unit):
            foe = start.zones("entente" if side == "central" else "central")
            german = hq == "ger_14_hq"
            assert german or not foe & set(line[1:-1])
    lost = [unit for unit, place in start.units.items() if place in start.hexes
            and start.side_of(unit) == side and unit not in found.in_command]  # fmt: skip
    assert said_of(picture).count("Out of command:") == min(len(lost), 12)


def test_why_a_unit_is_out_of_command(start: toh.Position) -> None:
    found = start.command("entente")
    assert found.why(start, "it_10_inf_div") == "IT 2 HQ is 4 hexes away, its range is 3 (4.3)"
    assert "cut (4.32)" in found.why(start, "it_27_mtn_div")
    assert "served by" in found.why(start, "it_2_hq")
    assert "commanded by IT 2 HQ" in found.why(start, "it_x_mtn_bde")
    away = start.with_change(
        units={unit: "eliminated" for unit in start.units if unit.startswith("it_")
               and unit.endswith("_hq")}, allow=["all"])  # fmt: skip
    assert "no headquarters" in away.command("entente").why(away, "it_10_inf_div")


def test_reach_is_that_of_the_core_and_darker_where_nearer(start: toh.Position) -> None:
    unit = "ah_9_inf_div"
    found = start.reach(unit)
    picture = start.draw(reach=unit)
    assert set(values(picture, "data-mark")) == {*found, start.units[unit]}
    depths = {
        each.get("data-mark"): float(each.get("fill-opacity", "0"))
        for each in ET.fromstring(picture.svg).iter()
        if each.get("data-mark") in found
    }
    nearest, farthest = min(found, key=lambda h: found[h]), max(found, key=lambda h: found[h])
    assert found[nearest] < found[farthest]
    assert depths[nearest] > depths[farthest]


def test_what_does_not_stand_on_the_map_reaches_nothing(start: toh.Position) -> None:
    with pytest.raises(lexbelli.BadInput, match="not on the map"):
        start.draw(reach="fr_23_inf_div")


def test_set_up_zones_are_shown_by_army() -> None:
    position = toh.scenario("caporetto_setup")
    areas = position.setup_areas("central")
    assert "ger_14_army" in areas
    picture = position.draw(setup="central")
    assert set(values(picture, "data-mark")) == set().union(*areas.values())
    assert "GER 14 Army" in said_of(picture)
    later = toh.scenario("piave_setup")
    assert later.decision.side == "central"
    told = said_of(later.draw(setup="central"))
    assert "anywhere on its side" in told
    assert "AH Isonzo Army" in told
    assert "No army" in said_of(later.draw(setup="entente"))


def test_a_legal_move_is_drawn(moving: toh.Position) -> None:
    picture = moving.draw(move="go ger_12_aslt_div,ger_26_aslt_div h3445")
    assert "A move, " in said_of(picture)
    assert sorted(values(picture, "data-arrow"))
    legal = moving.draw(move="go ger_12_aslt_div h3445")
    assert "A move, legal" in said_of(legal)
    assert values(legal, "data-arrow") == ["h3444 h3445"]


def test_an_illegal_move_says_what_is_wrong_and_where(moving: toh.Position) -> None:
    move = "go ger_26_aslt_div h3443; rail ah_hv_20_inf_div h3046; entrench nobody"
    with pytest.raises(lexbelli.BadInput):
        moving.draw(move=move)
    move = move.rpartition(";")[0]
    picture = moving.draw(move=move)
    said = said_of(picture)
    for broken in moving.check(move):
        assert f"{broken.rule}: {broken.text}" in said
    assert {"h3443", "h3046"} <= set(values(picture, "data-mark"))
    assert "h3146 h3046" in values(picture, "data-cut")


def test_orders_of_every_decision_are_drawn() -> None:
    setup = toh.scenario("caporetto_setup")
    made = setup.complete("", seed=3)
    assert made is not None
    picture = setup.draw(move=made)
    assert "A move, legal" in said_of(picture)
    placed = {order.content["hex"] for order in made.orders if order.kind == "place"}
    assert placed <= set(values(picture, "data-mark"))


def test_a_difference_shows_what_changed(moving: toh.Position) -> None:
    later = moving.play("go ger_12_aslt_div h3445")
    picture = later.draw(since=moving)
    assert values(picture, "data-arrow") == ["h3444 h3445"]
    assert "What changed" in said_of(picture)
    assert "Nothing changed" in said_of(moving.draw(since=moving))
    hit = moving.with_change(units={"it_6_inf_div": "eliminated"}, setup={"reduced": []},
                             allow=["all"])  # fmt: skip
    assert "IT 6 Inf Div" in said_of(hit.draw(since=moving))


def test_an_overlay_hides_no_unit(start: toh.Position) -> None:
    plain = start.draw().boxes
    assert start.draw(command="central", zones="entente", reach="ah_9_inf_div").boxes.items() >= {
        name: box for name, box in plain.items() if not name.startswith("panel")
        and not any(name == f"unit {unit}" for unit, at in start.units.items()
                    if at not in start.hexes)
    }.items()  # fmt: skip


# --- hexes that stand on a side -----------------------------------------------------------


def skirmish() -> Board:
    return SKIRMISH.scenario(SKIRMISH.scenarios()[0].name).board()


def test_hexes_may_stand_on_a_side() -> None:
    board = skirmish()
    assert board.ground is not None
    assert not board.ground.pointy
    picture = draw(board)
    assert set(values(picture, "data-space")) == set(board.places)
    assert overlaps(parts(picture, "label", "badges", "unit")) == []
    near = reached(board, "hex_0202", 1)
    assert len(near) == 7
    assert reached(board, "hex_0101", 1).keys() == {"hex_0101", "hex_0102", "hex_0201"}


# --- letters and commands -----------------------------------------------------------------


@pytest.mark.parametrize("columns", [1, 60, 80, 200])
@pytest.mark.parametrize("hops", [0, 1, 3])
def test_every_hex_and_unit_is_in_the_letters(start: toh.Position, columns: int, hops: int) -> None:
    for board, middle in ((start.board(), "h3144"), (skirmish(), "hex_0202")):
        lines = ["".join(piece.text for piece in line)
                 for line in letters(board, Crop(middle, hops), columns)]  # fmt: skip
        text = "\n".join(lines)
        for name in reached(board, middle, hops):
            place = board.places[name]
            assert place.number in text
            for unit in place.counters:
                assert unit.values.replace("\u2009", "") in text
        if columns >= 80:
            assert max(map(len, lines)) <= columns


def test_the_letters_tell_sides_and_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    shown = invoke("show", "caporetto", "--around", "Caporetto", "--hops", "2")
    assert shown.exit_code == 0, shown.output
    for said in ("3144 Caporetto", "[i19 0-6-0T]", "(lAlpKps 0-7-0T)", "~~~", "###"):
        assert said in shown.stdout


def told(*words: str) -> Any:
    result = invoke(*words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_commands_of_the_game(start: toh.Position) -> None:
    zones = told("zones", "caporetto", "--json")["zones"]
    assert {side: frozenset(hexes) for side, hexes in zones.items()} == {
        side: start.zones(side) for side in ("central", "entente")
    }
    assert told("zones", "caporetto", "--side", "central", "--hex", "caporetto", "--json")[
        "zones"] == {"central": ["h3144"]}  # fmt: skip
    reach = told("reach", "caporetto", "ah_9_inf_div", "--json")
    assert reach["reach"] == start.reach("ah_9_inf_div")
    command = told("command", "caporetto", "--side", "entente", "--json")["units"]
    found = start.command("entente")
    assert {unit for unit, entry in command.items() if entry["in_command"]} == found.in_command
    assert command["it_x_mtn_bde"]["line"][-1] == start.units["it_2_hq"]
    for words in (["zones"], ["command"], ["reach", "ah_9_inf_div"]):
        name, *rest = words
        plain = invoke(name, "caporetto", *rest)
        assert plain.exit_code == 0, plain.output
        assert "Caution" in plain.stdout
    assert invoke("command", "caporetto", "--unit", "it_x_mtn_bde").exit_code == 0
    assert invoke("command", "caporetto", "--unit", "it_10_inf_div").exit_code == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("reach", "caporetto", "ah_9_inf_dib"), "ah_9_inf_div"),
        (("reach", "caporetto", "fr_23_inf_div"), "not on the map"),
        (("command", "caporetto", "--unit", "fr_23_inf_div"), "not on the map"),
        (("zones", "caporetto", "--hex", "udinne"), "udine"),
        (("zones", "1914_campaign"), "zones"),
        (("draw", "caporetto", "--supply"), "supply"),
        (("draw", "1914_campaign", "--zones", "ap"), "zones"),
        (("draw", "caporetto", "--zones", "ap"), "side"),
    ],
)  # fmt: skip
def test_wrong_input_is_said_in_one_message(words: tuple[str, ...], said: str) -> None:
    result = invoke(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_everything_can_be_laid_over_the_front() -> None:
    result = invoke(
        "draw", "caporetto", "--around", "2739", "--hops", "9", "--zones", "central", "--command",
        "entente", "--setup", "central", "--reach", "it_x_mtn_bde", "--theme", "print",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    ET.fromstring(result.stdout)
