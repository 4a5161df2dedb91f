"""The scenarios of Pursuit of Glory: known ids, lawful stacks, sums that agree."""

import re
from collections import Counter

import pytest

from data.reading import (
    CARDS,
    ENTRIES,
    REINFORCEMENTS,
    SCENARIOS,
    SIDES,
    SPACES,
    UNITS,
    T,
    controller,
    holder,
    places,
    rows,
    setup,
    stacks,
    toml,
)

# ------------------------------------------------------------------ every scenario


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_says_what_it_is(name: str) -> None:
    scenario = toml(f"{name}.toml")
    assert (scenario["name"], scenario["game"]) == (name, "pursuit_of_glory")
    assert scenario["setup"]["scenario"] == name
    assert scenario["status"] in {"printed", "reconstructed"}
    assert bool(scenario.get("caution")) == (scenario["status"] == "reconstructed")
    assert all(scenario[key] for key in ("title", "provenance", "source"))


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_setup_names_known_ids_once(name: str) -> None:
    state = setup(name)
    listed = [unit for units in state["units"].values() for unit in units]
    assert set(listed) <= set(UNITS)
    assert len(listed) == len(set(listed))
    assert set(state["reduced"]) <= set(listed)
    assert len(state["reduced"]) == len(set(state["reduced"]))
    used = [*state["units"], *state["trenches"], *state["uprisings"], *state["ru_vp"]]
    used += [*state["forts_destroyed"], *state["beachheads"]]
    used += [place for changed in state["control"].values() for place in changed]
    assert set(used) <= set(SPACES)
    cards = [card for side in SIDES for zone in state["cards"][side].values() for card in zone]
    assert set(cards) | set(state["events"]) <= set(CARDS)
    assert len(cards) == len(set(cards))


@pytest.mark.parametrize("name", SCENARIOS)
def test_control_lists_only_what_differs_from_the_colour(name: str) -> None:
    changed = [
        (place, side) for side, places_ in setup(name)["control"].items() for place in places_
    ]
    assert len(changed) == len({place for place, _ in changed})
    for place, side in changed:
        assert SPACES[place]["colour"] != side, place


@pytest.mark.parametrize("name", SCENARIOS)
def test_stacks_keep_the_rules(name: str) -> None:
    owner = controller(name)
    for place, units in stacks(name).items():
        space = SPACES[place]
        region = space["kind"] == "region"
        fighters = [unit for unit in units if unit["size"] in {"lcu", "scu"}]
        nations = {nation for unit in units for nation in unit["nations"].split("|")}
        if not (region or space["kind"] == "island_base"):
            assert sum(unit["stacks"] == "1" for unit in units) <= 3, place  # 10.0
        assert sum(unit["size"] == "hq" for unit in units) <= 1, place  # 10.1
        assert fighters, place  # 3.2.3
        assert region or len({unit["side"] for unit in units}) == 1, place  # 10.6
        assert not ("ru" in nations and nations & {"br", "in", "anz"}), place  # 18.9.1
        for unit in units:
            regular = unit["class"] == "regular" and unit["nations"] != "gr"
            if regular and space["kind"] == "space":
                assert owner[place] == unit["side"], (unit["id"], place)
            if unit["limit"] == "balkans_only":
                assert space["area"] == "balkans", unit["id"]  # 18.4.4
            if unit["class"] == "irregular":
                assert space["area"] in unit["supply_area"].split("|"), unit["id"]  # 3.2.1.4
            if unit["class"] == "tribe":
                assert space["tribe"], place
                assert unit["id"].startswith(space["tribe"]), unit["id"]  # 16.3.2.a
            if unit["size"] == "lcu":
                assert space["terrain"] != "desert", unit["id"]  # 3.1.1.a
                marsh = space["terrain"] == "swamp" and unit["nations"] in {"tu", "tua", "bu"}
                assert not marsh, unit["id"]  # 3.1.1.c


@pytest.mark.parametrize("name", SCENARIOS)
def test_boxes_hold_what_belongs_there(name: str) -> None:
    for unit_id, place in places(name).items():
        unit = UNITS[unit_id]
        if SPACES[place]["kind"] != "box":
            continue
        if place.startswith("tribal_key_"):
            assert unit_id.startswith(place.removeprefix("tribal_key_")), place
            continue
        assert place.startswith(f"{unit['side']}_"), unit_id
        if place.endswith("_corps_assets"):
            assert unit["size"] == "lcu", unit_id
        if place.endswith("_reserve"):
            assert (unit["size"], unit["class"]) == ("scu", "regular"), unit_id
        if place in {"ap_eliminated", "cp_eliminated"}:
            assert unit["symbol"] not in {"dot", "triangle"}, unit_id  # 17.1.5, 17.1.6


@pytest.mark.parametrize("name", SCENARIOS)
def test_trenches_and_forts_stand_where_they_can(name: str) -> None:
    state, owner = setup(name), controller(name)
    for place, trench in state["trenches"].items():
        assert trench["owner"] == owner[place], place
        assert SPACES[place]["terrain"] != "desert", place
        assert SPACES[place]["kind"] == "space", place  # 11.3.7
    deep = [place for place, trench in state["trenches"].items() if trench["level"] == 2]
    assert deep == ["doiran"]  # 11.3.2
    assert all(SPACES[place]["fort"] != "0" for place in state["forts_destroyed"])
    assert all(SPACES[place]["kind"] == "beachhead" for place in state["beachheads"])


@pytest.mark.parametrize("name", SCENARIOS)
def test_restricted_areas_are_not_overcrowded(name: str) -> None:
    state, limits = setup(name), T["restricted_area_lcus"]
    found: Counter[tuple[str, str]] = Counter()
    for place, units in stacks(name).items():
        area = SPACES[place]["restricted_area"]
        found.update((unit["side"], area) for unit in units if area and unit["size"] == "lcu")
    for (side, area), number in found.items():
        allowed = limits[state["commitment"][side]]
        if (side, state["commitment"][side]) == ("cp", "total") and "cp_49" not in state["events"]:
            allowed = limits["cp_total_without_event"]
        assert number <= allowed, (side, area)


# ------------------------------------------------------------------ 1914


def test_1914_starts_as_in_4_1() -> None:
    state = setup("1914_campaign")
    assert (state["turn"], state["round"], state["active"]) == (1, 1, "ap")
    tracks = dict.fromkeys(state["tracks"], 0) | {"vp": T["victory"]["start"]}
    assert state["tracks"] == tracks
    assert state["mandated"] == {side: [{"offensive": "ru", "met": False}] for side in SIDES}
    for side in SIDES:
        early = [
            card
            for card, row in CARDS.items()
            if (row["side"], row["commitment"]) == (side, "mobilization")
        ]
        assert state["cards"][side]["deck"] == early
    tribes = {unit for unit, row in UNITS.items() if row["class"] == "tribe"}
    assert len(tribes) == 14
    assert {unit for unit in tribes if "tribal_key" in places("1914_campaign")[unit]} == tribes


def test_the_limited_war_is_the_campaign_cut_short() -> None:
    campaign, limited = setup("1914_campaign"), setup("1914_limited_war")
    own = {"scenario": "1914_limited_war", "last_turn": 7}  # 4.1.5
    assert limited == campaign | own
    spring = T["turns"][limited["last_turn"] - 1]
    assert (spring["season"], spring["year"]) == ("spring", 1916)


# ------------------------------------------------------------------ 1916

LATE = setup("1916_total_war")
LEDGER = rows("1916_total_war_ledger.csv")
PLAYED = set(LATE["events"])


def test_1916_decks_follow_the_marks() -> None:
    early = {card for card, row in CARDS.items() if row["commitment"] != "total"}
    unmarked = {card for card in early if CARDS[card]["marked_1916"] == "0"}
    assert unmarked - {"cp_20"} == PLAYED
    assert all(CARDS[card]["removed_after_event"] == "1" for card in PLAYED)
    for side in SIDES:
        zones = LATE["cards"][side]
        own = {card for card, row in CARDS.items() if row["side"] == side}
        assert set(zones["deck"]) == own - PLAYED - {"cp_20", "ap_21"}
        assert set(zones["removed"]) == own & PLAYED
    assert LATE["cards"]["ap"]["face_up"] == ["cp_20"]  # 9.1.1.b
    assert LATE["cards"]["cp"]["face_up"] == ["ap_21"]


def test_1916_tracks_agree_with_the_events() -> None:
    tracks, revolution = LATE["tracks"], LATE["revolution"]
    for side in SIDES:
        points = sum(int(CARDS[c]["war_status"]) for c in PLAYED if CARDS[c]["side"] == side)
        assert tracks[f"war_status_{side}"] == points >= T["war_commitment"]["total"]
    assert tracks["combined_war_status"] == tracks["war_status_ap"] + tracks["war_status_cp"]
    assert tracks["combined_war_status"] < T["armistice"]["combined_war_status"]
    moved = T["mandated_offensive_modifier"]["events"]
    assert tracks["mo_modifier"] == sum(moved.get(card, 0) for card in PLAYED)
    assert tracks["ru_vp"] == len(LATE["ru_vp"])
    ahead = T["revolution"]["marker_turns_ahead"]
    assert revolution["revolution"] == revolution["parvus"] + ahead  # 16.4.3
    assert revolution["czar"] == revolution["parvus"] + tracks["ru_vp"]
    # 18.2.1: the Sinai railroad was started before the scenario and is not yet complete.
    assert LATE["turn"] < LATE["sinai_railroad"] < LATE["turn"] + T["sinai_railroad"]["turns_ahead"]


def test_1916_units_are_those_the_events_brought() -> None:
    wanted = set(places("1914_campaign"))
    wanted |= {row["unit_id"] for row in ENTRIES["entry_bulgaria"]}
    # ap_13 brings its divisions only if the fleet reaches Constantinople (18.11.2).
    wanted |= {
        row["item_id"]
        for row in REINFORCEMENTS
        if row["item_kind"] == "unit" and row["card_id"] in PLAYED - {"ap_13"}
    }
    assert set(places("1916_total_war")) == wanted


def test_1916_victory_points_add_up() -> None:
    entries = {row["item"]: int(row["change"]) for row in LEDGER if row["track"] == "vp"}
    assert sum(entries.values()) == LATE["tracks"]["vp"]
    assert entries["start"] == T["victory"]["start"]
    held = holder("1916_total_war")
    # Sofia and Serbia enter with their own colour, Romania is closed (18.8).
    moved = {
        place: (1 if held[place] == "cp" else -1) * int(space["vp"])
        for place, space in SPACES.items()
        if space["kind"] != "box"
        and space["vp"] != "0"
        and space["country"] != "ro"
        and held[place] != space["colour"]
    }
    assert moved == {item: change for item, change in entries.items() if item in SPACES}
    assert T["victory"]["ap_automatic"] < LATE["tracks"]["vp"] < T["victory"]["cp_automatic"]
    others = set(entries) - set(SPACES) - {"start", "blockade"}
    assert others <= PLAYED


def test_1916_jihad_adds_up() -> None:
    entries = {row["item"]: int(row["change"]) for row in LEDGER if row["track"] == "jihad"}
    assert sum(entries.values()) == LATE["tracks"]["jihad"]
    moving = {
        card
        for card in PLAYED - {"ap_13"}
        if re.search(r"[Jj]ihad (level )?[-+]\d", CARDS[card]["effect"])
    }
    assert set(entries) & set(CARDS) == moving
    for card in moving:
        change = re.search(r"[Jj]ihad (?:level )?([-+]\d)", CARDS[card]["effect"])
        assert change is not None
        assert int(change[1]) == entries[card], card
    at_large = [
        unit
        for unit, place in places("1916_total_war").items()
        if UNITS[unit]["class"] == "tribe" and SPACES[place]["kind"] != "box"
    ]
    assert len(at_large) == LATE["tracks"]["jihad"]  # 16.3.2


def test_1916_russian_vp_markers_stand_on_captured_vp_spaces() -> None:
    held = controller("1916_total_war")
    for place in LATE["ru_vp"]:
        assert SPACES[place]["vp"] != "0", place
        assert SPACES[place]["colour"] != "ap", place
        assert held[place] == "ap", place


def test_1916_each_organized_corps_cost_a_division() -> None:
    now, then = places("1916_total_war"), places("1914_campaign")
    assets = {unit for unit, place in then.items() if place.endswith("_corps_assets")}
    assets |= {
        row["item_id"]
        for row in REINFORCEMENTS
        if row["card_id"] in PLAYED and row["placement"] == "corps_assets"
    }
    organized = {unit for unit in assets if not now[unit].endswith("_corps_assets")}
    gone = [
        unit
        for unit, place in now.items()
        if place.endswith("_removed_from_game")
        and UNITS[unit]["size"] == "scu"
        and UNITS[unit]["nations"] in {"tu", "tua", "ru"}
    ]
    assert len(gone) == len(organized)  # 18.3.2.h


def test_1916_gives_a_reason_for_every_unit() -> None:
    reasons = rows("1916_total_war_reasons.csv")
    assert all(row["why"] for row in reasons)
    given = {
        row["unit_or_marker"]: row["place"] for row in reasons if row["unit_or_marker"] in UNITS
    }
    assert given == places("1916_total_war")
    marked = {
        kind: {row["place"] for row in reasons if row["unit_or_marker"] == kind}
        for kind in ("trench_1", "trench_2", "control_ru", "fort_destroyed", "beachhead")
    }
    assert marked["trench_1"] | marked["trench_2"] == set(LATE["trenches"])
    assert marked["control_ru"] == set(LATE["ru_vp"])
    assert marked["fort_destroyed"] == set(LATE["forts_destroyed"])
    assert marked["beachhead"] == set(LATE["beachheads"])
    control = {
        (row["place"], row["unit_or_marker"].replace("_ru", "_ap").removeprefix("control_"))
        for row in reasons
        if row["unit_or_marker"].startswith("control_")
    }
    assert control == {(place, side) for side in SIDES for place in LATE["control"][side]}
