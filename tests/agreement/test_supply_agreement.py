"""Law and core are two readings of one rulebook: on random positions they must say the same.

A thousand positions belong to every run; `make agreement` asks for 20,000. A position that
fails is named by its number: `lexbelli.pursuit_of_glory.wander(number)` makes it again.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from lexbelli import pursuit_of_glory as pog
from support import partial_control

POSITIONS = int(os.environ.get("LEXBELLI_AGREEMENT_POSITIONS", "1000"))
CHUNK = 50


def differences(first: int) -> list[str]:
    """Hold law against core on a run of positions."""
    return [
        line
        for number in range(first, min(first + CHUNK, POSITIONS))
        for line in _differences(number)
    ]


def _differences(number: int) -> Iterator[str]:
    position = pog.wander(number)
    law, supply, flips = position.law(), position.supply(), set(position.flips())
    for unit in sorted(law.supply.keys() | supply.keys()):
        ours, theirs = supply.get(unit), law.supply.get(unit)
        if ours != theirs:
            where = position.units.get(unit)
            yield f"position {number}: {unit} at {where}: core {ours}, law {theirs}"
    for space in sorted(flips ^ set(law.flips)):
        said = ("flips", "holds") if space in flips else ("holds", "flips")
        yield f"position {number}: {space}: core {said[0]}, law {said[1]}"
    for what, core, lawful in (
        ("besieged", position.besieged(), law.besieged),
        ("lapsed siege", position.core.lapsed_sieges(), law.lapsed),
        ("partial control", partial_control(position), law.partial),
    ):
        if sorted(core) != sorted(lawful):
            yield f"position {number}: {what}: core {sorted(core)}, law {sorted(lawful)}"


def test_law_and_core_agree_on_random_positions() -> None:
    found: list[str] = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done, lines in enumerate(pool.map(differences, range(0, POSITIONS, CHUNK)), 1):
            found += lines
            if done % 20 == 0:
                print(f"{done * CHUNK} positions, {len(found)} differences", flush=True)
    assert not found, "\n".join(found[:50])


def test_random_positions_are_the_same_every_time_and_not_all_alike() -> None:
    assert pog.wander(3) == pog.wander(3)
    positions = [pog.wander(number) for number in range(12)]
    assert len(set(positions)) == 12
    statuses = {status for position in positions for status in position.supply().values()}
    assert {"full", "limited", "disrupted", "oos"} <= statuses
    assert any(position.flips() for position in positions)
