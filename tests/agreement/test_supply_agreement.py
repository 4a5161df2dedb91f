"""Law and core are two readings of one rulebook: on random positions they must say the same.

Three hundred positions belong to every run; `make agreement` asks for 20,000 others. A position
that fails is named by its number: `random_position(number)` makes it again.
"""

import os

from agreement.judge import differences
from tools.pursuit_of_glory.random_position import random_position
from workers import processes

POSITIONS = int(os.environ.get("LEXBELLI_AGREEMENT_POSITIONS", "300"))
FIRST = int(os.environ.get("LEXBELLI_AGREEMENT_FIRST", "0"))
CHUNK = 50


def test_law_and_core_agree_on_random_positions() -> None:
    numbers = range(FIRST, FIRST + POSITIONS)
    chunks = [numbers[at : at + CHUNK] for at in range(0, POSITIONS, CHUNK)]
    found: list[str] = []
    seen: set[str] = set()
    with processes() as pool:
        for done, (lines, what) in enumerate(pool.map(differences, chunks), 1):
            found += lines
            seen |= what
            if done % 20 == 0:
                print(f"{done * CHUNK} positions, {len(found)} differences", flush=True)
    assert not found, "\n".join(found[:50])
    assert seen >= {"full", "limited", "disrupted", "oos"}
    assert seen >= {"flips", "besieged", "lapsed siege", "partial control"}


def test_nobody_traces_past_an_enemy_on_a_beachhead() -> None:
    # Greeks of the CP stand at Suvla Bay, where rules never let them (3.1.6-2, 14.1.3-1).
    found, _ = differences(range(2027062203983, 2027062203984))
    assert not found


def test_random_positions_are_the_same_every_time_and_not_all_alike() -> None:
    assert random_position(3) == random_position(3)
    positions = [random_position(number) for number in range(12)]
    assert len(set(positions)) == 12
    statuses = {status for position in positions for status in position.supply().values()}
    assert {"full", "limited", "disrupted", "oos"} <= statuses
    assert any(position.flips() for position in positions)
