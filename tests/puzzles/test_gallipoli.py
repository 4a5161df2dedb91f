"""Moves on the Gallipoli map, where any number of places is one MP (11.4.2)."""

import random
from typing import Any

import pytest

import lexbelli
from lexbelli import _core

OPENING = lexbelli.scenario("1914_campaign")
ACROSS = "go tu_elite_div_1 usak via gallipoli,chardak,bergaz,canakkale,ercenkeui,nalif_eli,ezine"
ACROSS += ",edremit,manisa"


def test_paths_of_more_than_eight_places_are_found() -> None:
    """11.4.2: any number of places on the Gallipoli map is one MP."""
    at = OPENING.suppose(side="cp", ops=1)
    move = f"activate bulair move; {ACROSS}"
    for by in ("core", "law"):
        assert at.check(move, by=by) == []
    orders = {order.text for order in at.orders()}
    assert "go tu_elite_div_1 usak" in orders
    given = {order.text for order in at.orders("activate bulair move; go tu_elite_div_1 usak")}
    assert "go tu_elite_div_1 usak" in given
    assert at.orders(move)
    search = lexbelli.solve(at, "at(tu_elite_div_1, usak)", seconds=60)
    [solution] = search
    assert search.found.proven
    assert len(solution.move.orders[1].as_json()["path"]) == 10
    assert lexbelli.solve(at, "not at(tu_elite_div_1, usak)", ops=1).already


def test_every_end_of_a_way_is_offered() -> None:
    at = OPENING.suppose(side="cp", ops=1)
    orders = {order.text for order in at.orders()}
    judge = _core.PursuitChecker(at.core, 1)
    asked = [unit for unit in at.units if unit.startswith(("tu_div", "tu_elite", "tu_i_", "tu_ii"))]
    for unit in asked:
        for place in judge.destinations(unit)["stops"]:
            if at.units[unit] in at.spaces and place != at.units[unit]:
                assert f"go {unit} {place}" in orders


def test_moves_have_paths_of_any_length() -> None:
    """Alone on the map, the division goes by every way there is."""
    away = {unit: None for unit in OPENING.units if unit != "tu_elite_div_1"}
    at = OPENING.suppose(side="cp", ops=1).with_change(units=away, allow=["all"])
    lengths = set()
    for move in at.moves(limit=3000):
        for order in move.orders:
            lengths.add(len(order.as_json().get("path", ())))
    assert max(lengths) > 8


# Nothing to take; a coast to take on the way; the AP ashore.
CHANGES: dict[str, dict[str, Any]] = {
    "quiet": {},
    "coast": {"control": {"edremit": "ap", "usak": "ap"}},
    "ashore": {
        "control": {"kum_kale": "ap", "ezine": "ap"},
        "units": {"br_div_1": "kum_kale"},
        "setup": {"beachheads": ["besika_bay"]},
    },
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("unit", ["tu_elite_div_1", "tu_elite_div_3"])
def test_a_search_finds_every_end_that_is_offered(name: str, unit: str) -> None:
    """Ways are told apart by their ends, though not all of them are looked at."""
    at = OPENING.suppose(side="cp", ops=1).with_change(**CHANGES[name], allow=["all"])
    start = at.units[unit]
    given = at.orders(f"activate {start} move")
    ends = {order.as_json()["to"] for order in given if order.text.startswith(f"go {unit} ")}
    assert len(ends) > 10
    for place in random.Random(1).sample(sorted(ends - {start}), 4):
        search = lexbelli.solve(at, f"at({unit}, {place})", seconds=60)
        found = [solution.after.units[unit] for solution in search]
        assert place in found, place
        assert search.found.proven


@pytest.mark.parametrize("place", ["canakkale", "ezine"])
def test_what_is_taken_on_the_way_out_and_in_is_found(place: str) -> None:
    """It leaves the inset map by its only way out, takes a place and comes back; each is one MP."""
    at = OPENING.suppose(side="cp", ops=1).with_change(**CHANGES["coast"], allow=["all"])
    search = lexbelli.solve(
        at, f"controls(cp, edremit) and at(tu_elite_div_1, {place})", seconds=60
    )
    [solution] = search
    assert search.found.proven
    assert solution.after.units["tu_elite_div_1"] == place


@pytest.mark.parametrize("name", ["quiet", "coast"])
def test_who_goes_out_may_come_back_to_where_he_stands(name: str) -> None:
    at = OPENING.suppose(side="cp", ops=1).with_change(**CHANGES[name], allow=["all"])
    for by in ("core", "law"):
        given = {order.text for order in at.orders("activate bulair move", by=by)}
        assert "go tu_elite_div_1 bulair" in given


# The AP has a place on either side of Gallipoli, and stands where one could come round.
ASHORE = OPENING.suppose(side="cp", ops=1).with_change(
    control={"chardak": "ap", "bair_keui": "ap"},
    units={
        **dict.fromkeys(unit for unit in OPENING.units if unit != "tu_elite_div_2"),
        "br_div_1": "canakkale",
    },
    allow=["all"],
)
BACK = "activate gallipoli move; go tu_elite_div_2 gallipoli via bair_keui,gallipoli,chardak"


def test_a_way_that_comes_back_is_judged_found_and_not_listed() -> None:
    """11.4.2: it takes a place on either side, and goes home again, for one MP."""
    for by in ("core", "law"):
        assert ASHORE.check(BACK, by=by) == []
    after = ASHORE.play(BACK)
    assert after.units["tu_elite_div_2"] == "gallipoli"
    assert [after.control(place) for place in ("chardak", "bair_keui")] == ["cp", "cp"]
    goal = "at(tu_elite_div_2, gallipoli) and controls(cp, chardak) and controls(cp, bair_keui)"
    search = lexbelli.solve(ASHORE, goal, seconds=60)
    [solution] = search
    assert solution.after == after
    assert search.found.proven
    listed = lexbelli.solve(ASHORE, goal, every=True, seconds=60)
    assert not list(listed)
    assert not listed.found.proven
    assert "come back on the Gallipoli map" in listed.found.left_out
    fewest = lexbelli.solve(ASHORE, goal, every=True, fewest="orders", seconds=60)
    assert not list(fewest)
    assert not fewest.found.proven
    best = lexbelli.solve(ASHORE, goal, fewest="orders", seconds=60)
    assert [each.after for each in best] == [after]
    assert best.found.proven
    beside = [
        {order.text for order in ASHORE.orders(BACK, by=by)} - set(BACK.split("; "))
        for by in ("core", "law")
    ]
    assert beside[0] == beside[1]


ALONE = dict.fromkeys(OPENING.units)
# Around the straits: the unit, where it is, and what the CP holds; the AP has the rest.
KEYS = {
    "the forts, to bandirma": ("tu_cavalry_1", "rodosto", "constantinople chardak"),
    "bandirma, to bandirma": ("tu_div_3", "catalca", "constantinople gallipoli bulair"),
    "bandirma, to gallipoli": (
        *("tu_cavalry_1", "balikesir"),
        "rodosto chardak canakkale bulair the_bosphorus_forts",
    ),
    "constantinople, to gallipoli": (
        *("tu_elite_div_1", "bandirma"),
        "rodosto chardak gallipoli seddul_bahr the_bosphorus_forts",
    ),
    "bandirma, to canakkale": (
        *("tu_cavalry_1", "constantinople"),
        "chardak gallipoli canakkale maidos",
    ),
}
SHORES = (
    *("bandirma", "constantinople", "rodosto", "chardak", "gallipoli", "canakkale", "maidos"),
    *("kum_kale", "seddul_bahr", "bulair", "the_bosphorus_forts"),
)


def _ends(unit: str, start: str, holds: list[str]) -> tuple[set[str], set[str]]:
    """Where a unit that is alone on the map may go: by the law, by the core."""
    control = {place: "cp" if place in holds else "ap" for place in SHORES} | {start: "cp"}
    forts = ["gallipoli", "kum_kale", "seddul_bahr", "the_bosphorus_forts"]
    at = OPENING.with_change(
        units={**ALONE, unit: start},
        control=control,
        setup={"forts_destroyed": forts},
        allow=["all"],
    ).suppose(side="cp", ops=1)
    said = (order.as_json() for order in at.orders())
    law = {order["to"] for order in said if order["order"] == "go"} - {start}
    return law, set(_core.PursuitChecker(at.core, 1).destinations(unit)["stops"])


@pytest.mark.parametrize("name", KEYS)
def test_what_it_takes_on_the_way_opens_straits(name: str) -> None:
    """11.2-1, 3.1.5.2: a longer way to a place may be the one that leads on."""
    unit, start, holds = KEYS[name]
    law, core = _ends(unit, start, holds.split())
    assert law == core


@pytest.mark.parametrize("seed", range(12))
def test_around_the_straits_law_and_core_see_the_same_ends(seed: int) -> None:
    dice = random.Random(seed)
    unit = dice.choice(["tu_div_3", "tu_i_corps", "tu_cavalry_1", "ge_div_1"])
    start = dice.choice(["balikesir", "catalca", "rodosto", "bandirma", "constantinople"])
    law, core = _ends(unit, start, [place for place in SHORES if dice.random() < 0.5])
    assert law == core
