"""The law's moves and brute force must be the same, and as many as ever."""

import pytest

from lexbelli.pursuit_of_glory.offers import orders_by_core
from lexbelli.pursuit_of_glory.operations import judge_many
from perft.counts import (
    Entry,
    entries,
    moves_by_core,
    moves_by_force,
    moves_by_law,
    orders_by_law,
    orders_of,
    position,
)
from perft.few import differences, few

ENTRIES = entries()
NAMES = [entry["name"] for entry in ENTRIES]


def test_there_are_twenty_positions_of_different_names() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 20


@pytest.mark.parametrize("entry", ENTRIES, ids=NAMES)
def test_law_and_brute_force_find_the_same_moves_and_as_many_as_ever(entry: Entry) -> None:
    orders = set(orders_by_law(entry))
    assert len(orders) == entry["orders"]
    offered, complete = orders_by_core(position(entry), entry["ops"])
    listed = set(offered.terms())
    assert listed == orders if complete else listed < orders
    if entry["brute"]:
        lawful, found = moves_by_law(entry), moves_by_force(entry)
        assert len(lawful) == len(found) == entry["moves"]
        assert len(set(found)) == len(found)
        assert set(found) == set(lawful)
        enumerated = moves_by_core(position(entry), entry["ops"])
        assert len(enumerated) == entry["moves"]
        assert set(enumerated) == set(found)
        assert orders_of(position(entry), found) == orders
        assert not any(judge_many(position(entry), found[::97], entry["ops"]))


def test_they_find_the_same_moves_in_random_positions() -> None:
    found = list(differences(range(30), seed=0))
    assert not found, "\n".join(found)


def test_staffs_that_could_walk_the_gallipoli_map_are_offered_every_place() -> None:
    # 3.2.3-1  They go with a combat unit, 11.4.2 and steps cost them one or none.
    found = list(differences(range(136, 137), seed=20261123))
    assert not found, "\n".join(found)


def test_random_positions_are_the_same_every_time_and_not_all_alike() -> None:
    assert few(3, 1) == few(3, 1)
    assert len({few(number, 1) for number in range(8)}) == 8
