"""Positions in which law and core are asked about moves: of games, of records, and shaken ones."""

import json
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from agreement.crowd import Crowd
from agreement.gatherings import GATHERINGS
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.golden import Record, read_records
from tools.pursuit_of_glory.random_playout import random_playout
from tools.pursuit_of_glory.random_position import random_position

RECORDS: Final = Path(__file__).parents[1] / "golden"


def position(number: int, seed: int) -> _core.PursuitPosition:
    """Return the position of that number; the same arguments always give the same one."""
    dice = random.Random(f"{seed}/{number}")
    match number % 8:
        case 0 | 1:
            return random_playout(dice.getrandbits(32), dice.randrange(36)).core
        case 2:
            return _recorded(dice)
        case _:
            return busy(dice.getrandbits(32)).core


@cache
def _records() -> Sequence[_core.PursuitPosition]:
    loaded = tables.load()
    files = sorted(RECORDS.glob("*.jsonl.gz"))
    rows = [row for file in files for row in read_records(str(file), loaded)]
    return [row.position for row in rows if isinstance(row, Record)]


def _recorded(dice: random.Random) -> _core.PursuitPosition:
    """A recorded position, with either side to act."""
    found = dice.choice(_records())
    content = {**json.loads(found.to_json_in_short()), "active": dice.choice(("ap", "cp"))}
    codes = [code for code, _ in tables.problem_codes()]
    return _core.PursuitPosition.from_json(found.tables, json.dumps(content), codes)


def busy(seed: int) -> pog.Position:
    """A random position in which every rule of operations could matter.

    Each change is made in some of the positions only. Afterwards no place breaks the rules of
    stacking, and units of both sides stand together in regions only.
    """
    dice = random.Random(seed)
    setup = random_position(seed).setup()
    _politics(setup, dice)
    crowd = Crowd(setup, dice)
    for chance, gather in GATHERINGS:
        if dice.random() < chance:
            gather(crowd)
    return pog.Position.from_setup(crowd.cleaned(), allow=["all"])


def _politics(setup: dict[str, Any], dice: random.Random) -> None:
    """Events, seasons and markers that change what operations cost or allow."""
    events = setup.setdefault("events", {})
    turn = setup["turn"]
    for card, when, chance in (
        ("ap_03", 0, 0.4),
        ("ap_08", 0, 0.1),
        ("ap_19", 0, 0.2),
        ("cp_09", turn, 0.25),
        ("cp_22", turn, 0.3),
        ("cp_53", turn, 0.2),
        ("cp_33", 0, 0.3),
        ("ap_29", 0, 0.3),
        ("cp_49", 0, 0.3),
    ):
        if dice.random() < chance:
            events[card] = when
    if "ap_19" in events:
        setup["sinai_railroad"] = dice.randint(1, 17)
    if dice.random() < 0.35:
        setup["mandated"] = {
            "ap": [{"offensive": "no_br_attacks", "met": dice.random() < 0.1}],
            "cp": [],
        }
    setup["active"] = dice.choice(("ap", "ap", "cp"))
    setup["commitment"] = {
        side: dice.choice(("mobilization", "limited", "total")) for side in ("ap", "cp")
    }
    setup["revolution"] = {"stage": dice.choice((0, 0, 1, 2, 3, 4))}
    if setup["revolution"]["stage"] == 4:
        setup["british_ru_cavalry"] = f"ru_cavalry_{dice.randint(1, 8)}"
    setup["beachheads_in_reserve"] = dice.randrange(4)
    if dice.random() < 0.1:
        setup["amphibious_assault"] = {"used": True}
