"""Twilight of the Habsburgs: the law lists the moves that the core finds legal, all tried.

How many moves of movement there are stands in twilight_positions.json.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

import pytest

from agreement.twilight_positions import beside
from lexbelli.twilight_of_the_habsburgs import Position
from perft.twilight_counts import Entry, by_force, entries, orders_by_law
from perft.twilight_counts import position as position_named
from twilight_rulings import position_of

# One unit to be set up: a scenario, a side, the unit.
SET_UPS = (
    ("caporetto", "entente", "it_6_inf_div"),
    ("caporetto", "entente", "it_20_inf_div"),
    ("caporetto", "entente", "it_cav_corps"),
    ("caporetto", "central", "ah_159_mtn_bde"),
    ("piave", "entente", "it_9_hq"),
    ("piave", "entente", "it_33_inf_div"),
    ("piave", "central", "ah_12_cav_div"),
    ("vittorio_veneto", "entente", "br_7_inf_div"),
)
# Reduced units, in command or not, in enemy zones or not, of kinds that get points or not.
REDUCED = (
    *("ah_10_inf_div", "ah_12_inf_div", "ah_lw_22_mtn_div", "ah_29_inf_div", "ger_117_inf_div"),
    *("it_19_inf_div", "it_10_inf_div", "it_54_lt_div", "it_45_inf_div", "it_14_inf_div"),
    *("it_67_inf_div", "it_60_inf_div"),
)
CENTRAL = {"available": ["ger_195_inf_div"], "eliminated": ["ah_33_inf_div", "ah_3_mtn_div"]}
ENTENTE = {"available": ["br_7_inf_div"], "eliminated": ["it_16_inf_div", "it_52_mtn_div"]}
# Enemies in every depot that no fortress loses.
CENTRAL_SHUT = {
    "h1847": ["it_20_inf_div"],
    "h2348": ["it_21_inf_div"],
    "h3550": ["it_58_inf_div"],
    "h3715": ["it_63_inf_div"],
    "h3947": ["it_64_inf_div"],
    "h4227": ["it_65_inf_div"],
}
ENTENTE_SHUT = {
    "h1322": ["ah_57_inf_div"],
    "h1527": ["ah_4_inf_div"],
    "h1601": ["ah_63_inf_div"],
    "h1618": ["ah_58_inf_div"],
    "h1927": ["ah_73_inf_div"],
    "h2532": ["ah_9_inf_div"],
    "h2739": ["ah_53_inf_div"],
    "h2926": ["ah_lw_13_inf_div"],
}
REINFORCEMENTS: Mapping[str, tuple[str, Mapping[str, Sequence[str]], Sequence[str], int]] = {
    "central": ("central", CENTRAL, [], 3),
    "central without points": ("central", CENTRAL, [], 0),
    "central without depots": ("central", {**CENTRAL, **CENTRAL_SHUT}, ["h2712"], 3),
    "entente": ("entente", ENTENTE, [], 1),
    "entente without depots": ("entente", {**ENTENTE, **ENTENTE_SHUT}, ["h1411"], 3),
}


def at(base: str, asks: Mapping[str, Any], **change: Any) -> Position:
    return position_of({"base": base, "asks": asks, "change": change})


def hexes(position: Position) -> list[str]:
    return [place for place in position.spaces if place.startswith("h")]


def legal(position: Position, moves: Iterable[str]) -> set[str]:
    return {str(position.move(text)) for text in moves if not position.check(text)}


def listed(position: Position) -> list[str]:
    """What the law lists, and the core as well."""
    lawful, found = ([str(move) for move in position.moves(by=by)] for by in ("law", "core"))
    assert sorted(found) == sorted(lawful)
    assert position.count_moves() == (len(found), True)
    return lawful


def same(position: Position, tried: Iterable[str]) -> None:
    """Law and core list each legal one of these moves once, and nothing else."""
    found = listed(position)
    assert len(set(found)) == len(found)
    assert set(found) == legal(position, tried)


@pytest.mark.parametrize(("base", "side", "unit"), SET_UPS, ids=[unit for *_, unit in SET_UPS])
def test_set_ups(base: str, side: str, unit: str) -> None:
    position = at(base, {"decision": "setup", "side": side}, units={"waiting": [unit]})
    placed = [f"place {unit} {place}" for place in hexes(position)]
    tried = [*placed, *(f"{text}; entrench {unit}" for text in placed)]
    same(position, tried)


@pytest.mark.parametrize("name", REINFORCEMENTS)
def test_orders_of_reinforcements(name: str) -> None:
    side, units, fallen, points = REINFORCEMENTS[name]
    position = at(
        "caporetto",
        {"decision": "reinforcement", "side": side, "turn": 6},
        units=units,
        fallen=fallen,
        reduced=REDUCED,
        points={"austrian": points, "italian": points, "german": 0},
    )
    tried = [f"restore {unit}" for unit in position.units]
    tried += [
        f"{order} {unit} {place}"
        for unit in (*units["available"], *units["eliminated"])
        for order in ("arrive", "rebuild")
        for place in hexes(position)
    ]
    # What is legal in a move is legal alone.
    assert {order.text for order in position.orders()} == legal(position, tried)


def test_attrition() -> None:
    position = at("caporetto", {"decision": "attrition", "side": "central", "owed": 2})
    own = [unit for unit in position.units if position.side_of(unit) == "central"]
    single = [f"{order} {unit}" for unit in own for order in ("reduce", "eliminate")]
    pairs = ("; ".join(pair) for pair in combinations(single, 2))
    found = listed(position)
    assert len(set(found)) == len(found)
    assert set(found) == legal(position, [*single, *pairs])


@pytest.mark.parametrize("impulse", [1, 2])
def test_orders_of_the_reorganization(impulse: int) -> None:
    marked = {"out_of_command": ["it_19_inf_div", "it_16_inf_div", "it_60_inf_div"]}
    position = at(
        "caporetto",
        {"decision": "reorganization", "side": "entente", "turn": 2, "impulse": impulse},
        **(marked if impulse == 2 else {}),
    )
    tried = [f"{order} {unit}" for unit in position.units for order in ("entrench", "mobilize")]
    assert {order.text for order in position.orders()} == legal(position, tried)


# Attackers around an enemy: those that surround him, one that cannot attack, one that has.
ATTACKERS = {
    "h1005": ["it_16_inf_div"],
    "h1205": ["it_21_inf_div"],
    "h1104": ["ah_33_inf_div", "ah_10_hq"],
    "h0905": ["ah_4_inf_div"],
    "h1105": ["ah_lw_13_inf_div"],
}
BATTLE = {"side": "central", "hex": "h1005", "table": "assault", "result": "dh"}
# What is said of battles beside the units, and the other orders that are tried with attacks.
ATTACKS: Mapping[str, tuple[Mapping[str, Any], Sequence[str]]] = {
    "as it is": ({}, ["gas h1005"]),
    "with gas": ({"event": 5}, ["gas h1005", "gas h1205", "gas h1105"]),
    "again": ({"attacked": ["ah_33_inf_div"]}, []),
}


def attacks(units: Sequence[str], targets: Sequence[str]) -> list[str]:
    """Every set of these units against every hex by every table, and none."""
    made = [""]
    for target, table in product(targets, ("probe", "assault", "mobile")):
        for number in range(1, len(units) + 1):
            made += [
                f"attack {','.join(some)} {target} {table}" for some in combinations(units, number)
            ]
    return made


def fighting(
    units: Mapping[str, Sequence[str]], attacked: Sequence[str] = (), **change: Any
) -> Position:
    """A combat segment in which nobody but these units may attack: all others have."""
    asks = {"decision": "attack", "side": "central", "turn": 2}
    named = {unit for some in units.values() for unit in some}
    there = at("caporetto", asks, units=units).setup()["units"].items()
    others = [unit for unit, place in there if unit not in named and place.startswith("h")]
    return at("caporetto", asks, units=units, attacked=[*others, *attacked], **change)


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks(name: str) -> None:
    change, others = ATTACKS[name]
    position = fighting(ATTACKERS, **change)
    single = attacks(
        ["ah_33_inf_div", "ah_4_inf_div", "ah_lw_13_inf_div", "ah_10_hq"], ["h1005", "h1205"]
    )
    tried = ["; ".join(filter(None, pair)) for pair in product(single, ["", *others])]
    same(position, tried)


def test_attacks_with_a_bombardment() -> None:
    units = {"h1633": ["it_16_inf_div"], "h1733": ["ah_33_inf_div"], "h1732": ["ah_4_inf_div"]}
    position = fighting(units, bombardment=True)
    single = attacks(["ah_33_inf_div", "ah_4_inf_div"], ["h1633"])
    places = ("h1633", "h1732", "h1733", "h1734", "h1832")
    shells = [f"bombard {place} {target}" for place, target in product(places, ("h1633", "h1733"))]
    tried = ["; ".join(filter(None, pair)) for pair in product(single, ["", *shells])]
    same(position, tried)


@pytest.mark.parametrize(("side", "owed"), [("entente", 3), ("entente", 1), ("central", 2)])
def test_losses(side: str, owed: int) -> None:
    units = {**ATTACKERS, "h1005": ["it_16_inf_div", "it_bologna_inf_bde", "it_1_hq"]}
    engaged = [*units["h1005"], "ah_33_inf_div", "ah_4_inf_div", "ah_lw_13_inf_div"]
    position = position_of(
        {
            "base": "caporetto",
            "asks": {"decision": "losses", "side": side, "turn": 2, "owed": owed},
            "battle": {**BATTLE, "result": "bb"},
            "change": {"units": units, "engaged": engaged, "attacked": engaged[3:]},
        }
    )
    single = [f"{order} {unit}" for unit in engaged for order in ("reduce", "eliminate")]
    tried = [
        "; ".join(some) for number in range(4) for some in combinations([*single], number) if some
    ]
    same(position, tried)


def test_retreats() -> None:
    units = {
        "h1005": ["it_16_inf_div", "it_bologna_inf_bde", "it_52_mtn_div"],
        "h1105": ["ah_33_inf_div"],
        "h1004": ["it_63_inf_div", "it_58_inf_div"],
    }
    position = position_of(
        {
            "base": "caporetto",
            "asks": {"decision": "retreat", "side": "entente", "turn": 2},
            "battle": {**BATTLE, "result": "dr"},
            "change": {"units": units, "engaged": units["h1005"]},
        }
    )
    tried = [f"retreat {unit} {place}" for unit, place in product(units["h1005"], hexes(position))]
    same(position, tried)


def test_orders_of_scouting() -> None:
    asks = {"decision": "scouting", "side": "central", "turn": 2}
    position = at("caporetto", asks, scouted={"ah_11_hq": "h2208"})
    staff = [unit for unit in position.units if unit.endswith("_hq")]
    tried = [f"scout {unit} {place}" for unit in staff for place in hexes(position)]
    assert {order.text for order in position.orders()} == legal(position, tried)


def through(path: Sequence[str]) -> str:
    return f" via {','.join(path)}" if path else ""


@pytest.mark.parametrize("enemy", ["h1007", "h0806", "h1006"])
def test_an_army_in_flight(enemy: str) -> None:
    asks = {"decision": "movement", "side": "entente", "turn": 1}
    army = "it_19_inf_div"
    base = at("caporetto", asks).setup()["units"]
    gone = [unit for unit in base if unit.startswith("it_") and unit != army]
    units = {"h1005": [army], enemy: ["ah_33_inf_div"], "eliminated": gone}
    position = at("caporetto", asks, units=units, second_army_lost=12)
    paths: list[list[str]] = [["h1005"]]
    tried = ["pass"]
    for _ in range(4):
        paths = [[*path, place] for path in paths for place in beside(path[-1])]
        tried += [f"go {army} {path[-1]}{through(path[1:-1])} directly" for path in paths]
    same(position, tried)


MOVEMENTS = entries()


@pytest.mark.parametrize("entry", MOVEMENTS, ids=[entry["name"] for entry in MOVEMENTS])
def test_movement_segments_and_there_are_as_many_moves_as_ever(entry: Entry) -> None:
    found, orders = by_force(entry)
    lawful = listed(position_named(entry["name"]))
    assert len(found) == len(lawful) == entry["moves"]
    assert len(set(found)) == len(found)
    assert set(found) == set(lawful)
    assert orders == orders_by_law(entry)
    assert len(orders) == entry["orders"]


def test_long_ways_by_rail_are_listed_too() -> None:
    (cut,) = (entry for entry in MOVEMENTS if "railway cut" in entry["name"])
    ridden = [len(move.as_json()[0]["path"]) for move in position_named(cut["name"]).moves()
              if "rail " in str(move)]  # fmt: skip
    # To and fro between two hexes, as long as an order may be.
    assert sorted(ridden) == list(range(1, 121))
