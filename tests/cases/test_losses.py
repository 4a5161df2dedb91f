"""Losses (12.6): the law's moves against every way there is, played out step by step."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from lexbelli import _core
from lexbelli.pursuit_of_glory import battles
from rulings import told


@dataclass(frozen=True)
class Hand:
    """What a side may lose, in figures.

    Attributes:
        units: Unit -> factors of its steps that are left, and whether it is an LCU in supply.
        box: SCU -> factors of its steps.
        ranks: (LCU, SCU) -> how well it suits, the lower the better.
    """

    units: Mapping[str, tuple[Sequence[int], bool]]
    box: Mapping[str, Sequence[int]]
    ranks: Mapping[tuple[str, str], int]


def _ways(hand: Hand, number: int) -> set[frozenset[str]]:
    """Every way to absorb a loss number, played out step by step (12.6.3, 12.6.4, 12.6.5)."""
    found: dict[frozenset[str], tuple[int, int]] = {}

    def play(
        left: Mapping[str, tuple[Sequence[int], bool]],
        box: frozenset[str],
        taken: Mapping[str, int],
        swaps: frozenset[str],
        absorbed: int,
        bereft: int,
    ) -> None:
        orders = {
            f"{'eliminate' if not left[unit][0] else 'reduce'}({unit})"
            for unit, steps in taken.items()
            if steps
        }
        found[frozenset(orders) | swaps] = (min(number, absorbed + 2 * bereft), absorbed)
        for unit, (steps, lcu) in left.items():
            if not steps or absorbed + steps[0] > number:
                continue
            rest = {**left, unit: (steps[1:], lcu)}
            more = {**taken, unit: taken.get(unit, 0) + 1}
            worth = absorbed + steps[0]
            if steps[1:] or not lcu:
                play(rest, box, more, swaps, worth, bereft)
                continue
            suited = {scu: hand.ranks[unit, scu] for scu in box if (unit, scu) in hand.ranks}
            if not suited:
                play(rest, box, more, swaps, worth, bereft + 1)
            for scu, rank in suited.items():
                if rank == min(suited.values()):
                    come = {**rest, scu: (hand.box[scu], False)}
                    swap = swaps | {f"replace({unit},{scu})"}
                    play(come, box - {scu}, more, swap, worth, bereft)

    play(hand.units, frozenset(hand.box), {}, frozenset(), 0, 0)
    best = max(found.values())
    return {way for way, value in found.items() if value == best}


def _position(
    defends: str, units: Mapping[str, Sequence[str]], **more: Any
) -> _core.PursuitPosition:
    """A battle in which losses are taken; whoever stands elsewhere attacks."""
    battle = more.pop("battle")
    attackers = [unit for place, stack in units.items() if place != defends for unit in stack]
    fought = {"place": defends, "attackers": attackers, "defenders": units[defends], **battle}
    box = {"cp_reserve": more.pop("box", [])}
    setup = {"turn": 3, "ops": 0, "units": {**units, **box}, "battle": fought, **more}
    return told(json.dumps(setup))


def _moves(at: _core.PursuitPosition) -> set[frozenset[str]]:
    return {
        frozenset(_core.PursuitMove.parse(at, str(move)).terms())
        for move in battles.moves(at, "losses")
    }


# Units, the reserve box, and those of them that are reduced.
HANDS = [
    ("tu_iii_corps tu_ix_corps", "", ""),
    ("tu_iii_corps tu_ix_corps", "tu_div_1 tu_elite_div_1", "tu_ix_corps"),
    ("tu_iii_corps tu_ix_corps tu_cavalry_1", "tu_div_1", "tu_iii_corps tu_ix_corps"),
    ("tu_iii_corps tu_div_1 tu_div_2", "tu_div_3 tu_div_4", "tu_iii_corps"),
]


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("index", range(len(HANDS)))
def test_losses_are_those_that_are_found_by_playing_them_out(index: int, number: int) -> None:
    units, box, reduced = (text.split() for text in HANDS[index])
    position = _position(
        "eleskirt",
        {"koprukoy": units, "eleskirt": ["ru_div_1"]},
        box=box,
        active="cp",
        control={"ap": ["eleskirt"]},
        reduced=reduced,
        battle={
            "stage": "attackers_losses",
            "loss_numbers": {"attacker": 0, "defender": number},
            "settled": ["defenders_losses_taken"],
        },
    )
    tables = position.tables

    def steps(unit: str) -> Sequence[int]:
        entry = tables.unit(unit)
        both = (entry["full"][1], entry["reduced"][1])
        return both[1:] if unit in reduced else both

    ranks = {
        (lcu, scu): int(tables.unit(lcu)["type"] != tables.unit(scu)["type"])
        for lcu in units
        if tables.unit(lcu)["size"] == "lcu"
        for scu in box
    }
    hand = Hand(
        {unit: (steps(unit), tables.unit(unit)["size"] == "lcu") for unit in units},
        {scu: steps(scu) for scu in box},
        ranks,
    )
    assert _moves(position) == _ways(hand, number)


def test_nine_divisions_at_seven_take_less_than_a_second() -> None:
    position = _position(
        "koprukoy",
        {
            "koprukoy": ["tu_ix_corps"],
            "sarikamis": ["ru_div_1", "ru_div_2", "ru_div_3"],
            "eleskirt": ["ru_div_4", "ru_div_5", "ru_div_6"],
            "oltu": ["ru_div_7", "ru_div_8", "ru_div_9"],
        },
        active="ap",
        control={"ap": ["eleskirt"]},
        battle={
            "stage": "attackers_losses",
            "loss_numbers": {"attacker": 0, "defender": 7},
            "settled": ["defenders_losses_taken"],
        },
    )
    started = time.process_time()
    found = _moves(position)
    assert time.process_time() - started < 1
    # The coefficient of x^7 in (1 + x + x^2)^9.
    assert len(found) == 2304
