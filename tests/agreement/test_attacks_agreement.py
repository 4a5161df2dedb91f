"""Law and core must find the same attacks: of what can be declared, and of what is folded.

`LEXBELLI_AGREEMENT_ATTACKS` says how many positions are compared, `..._FIRST` the first of
them; some belong to every run.
"""

import os
import random
from typing import Any

import lexbelli
from lexbelli import pursuit_of_glory as pog
from tools.pursuit_of_glory.random_position import random_position

# Fewer would not show every kind of attack.
POSITIONS = max(24, int(os.environ.get("LEXBELLI_AGREEMENT_ATTACKS", "24")))
FIRST = int(os.environ.get("LEXBELLI_AGREEMENT_FIRST", "0"))
# More attacks of one position are not asked of the law.
MOST = 4000


def gathered(number: int) -> lexbelli.Position:
    """Return a shaken scenario in which many stand around one enemy, and perhaps some wait."""
    dice = random.Random(number)
    position = random_position(number)
    setup: dict[str, Any] = position.in_short()
    tables = position.core.tables
    side = dice.choice(["ap", "cp"])
    kinds = {space: tables.space(space)["kind"] for space in position.spaces}
    ours: list[str] = []
    theirs: list[str] = []
    for unit, place in position.units.items():
        if kinds[place] != "box" and position.side_of(unit) in ("ap", "cp"):
            (ours if position.side_of(unit) == side else theirs).append(unit)
    prey = position.units[dice.choice(theirs)]
    around = [place for place, _ in tables.space(prey)["links"]]
    units = dict(position.units)
    for unit in dice.sample(ours, min(len(ours), dice.randint(3, 9))):
        units[unit] = dice.choice(around)
    setup["units"] = {}
    for unit, place in units.items():
        setup["units"].setdefault(place, []).append(unit)
    setup |= {"active": side, "phase": "action", "round": dice.randint(1, 6)}
    for key in ("ops", "tribes_due", "digging", "attacking"):
        setup.pop(key, None)
    if dice.random() < 0.6:
        fights = [unit for unit in ours if tables.unit(unit)["class"] not in ("hq", "artillery")]
        waits = [unit for unit in fights if dice.random() < 0.8] or fights[:1]
        regions = [unit for unit in waits if kinds[units[unit]] in ("region", "island_base")]
        setup |= {
            "ops": 0,
            "attacking": dict.fromkeys(waits, "attack"),
            "stacks": [part for part in (regions[::2], regions[1::2]) if part],
        }
    return pog.Position.from_setup(setup, allow=["all"])


def told(found: lexbelli.AttackOptions) -> set[tuple[str, frozenset[str], str | None, int]]:
    return {(one.target, frozenset(one.units), one.pin, one.folded) for one in found}


def test_law_and_core_find_the_same_attacks() -> None:
    seen = folded = flanks = supposed = 0
    for number in range(FIRST, FIRST + POSITIONS):
        position = gathered(number)
        for every in (False, True):
            core = lexbelli.attacks(position, every=every)
            assert not core.unfinished
            if len(core) > MOST:
                continue
            law = lexbelli.attacks(position, every=every, by="law")
            one, other = told(core), told(law)
            assert one == other, (number, every, one ^ other)
            assert len(one) == len(core) == len(law)
            seen += len(core)
            folded += core.folded
            flanks += sum(attack.pin is not None for attack in core)
            supposed += core.supposed
    assert seen > 20 * POSITIONS
    assert folded > 0
    assert flanks > 0
    assert 0 < supposed < 2 * POSITIONS


def test_places_are_chosen_alike() -> None:
    position = lexbelli.scenario("1914_campaign")
    for where in ({"origin": "oltu"}, {"target": ["koprukoy", "fao"]}, {"origin": "sarikamis"}):
        core = lexbelli.attacks(position, every=True, **where)
        assert told(core) == told(lexbelli.attacks(position, every=True, by="law", **where)), where
        assert core


def test_the_law_finds_the_only_attack() -> None:
    """Where nothing is left to choose the solver has nothing to prefer, and says so."""
    setup = {
        "scenario": "1914_campaign",
        "turn": 3,
        "phase": "action",
        "active": "cp",
        "ops": 0,
        "attacking": {"tu_cavalry_2": "attack"},
        "units": {"koprukoy": ["tu_cavalry_2"], "oltu": ["ru_div_1"]},
    }
    position = pog.Position.from_setup(setup)
    for every in (False, True):
        core = lexbelli.attacks(position, every=every)
        assert [one.target for one in core] == ["oltu"]
        assert told(core) == told(lexbelli.attacks(position, every=every, by="law"))
