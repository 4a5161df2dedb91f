"""Law and core are two readings of one rulebook: they must say the same of how games would end.

Three hundred positions belong to every run, and two in which what is seldom occurs: everything
that the law can add up does. `make agreement` asks for more. A position that fails is named by its
number: `agreement.endings.ending(number)` makes it again.
"""

import os

from agreement.endings import differences, ending
from lexbelli.pursuit_of_glory.victory_law import ITEMS
from workers import processes

POSITIONS = int(os.environ.get("LEXBELLI_AGREEMENT_POSITIONS", "300"))
CHUNK = 50
# JERUSALEM BY CHRISTMAS that is met, and Turks in Galicia: so seldom that they are named.
SELDOM = (800, 894)


def test_law_and_core_agree_on_how_random_positions_end() -> None:
    chunks = [range(POSITIONS)[first : first + CHUNK] for first in range(0, POSITIONS, CHUNK)]
    chunks += [range(number, number + 1) for number in SELDOM]
    found: list[str] = []
    seen: set[str] = set()
    with processes() as pool:
        for done, (lines, what) in enumerate(pool.map(differences, chunks), 1):
            found += lines
            seen |= what
            if done % 20 == 0:
                print(f"{done * CHUNK} positions, {len(found)} differences", flush=True)
    assert not found, "\n".join(found[:50])
    # Nothing the law can say is left out.
    assert {item for _, item in ITEMS} <= seen
    assert {f"ends {how}" for how in ("automatic", "armistice", None)} <= seen
    assert {
        f"{side}_{level}"
        for side in ("ap", "cp")
        for level in ("automatic", "marginal", "endurance")
    } <= seen
    assert "railroad open" in seen
    assert {f"cp owes {name}" for name in ("ru", "br_in_anz", "tu")} <= seen
    assert {
        f"ap owes {name}" for name in ("ru", "br_in_anz", "meso_or_persia", "balkans", "egypt")
    } <= seen


def test_endings_are_the_same_every_time_and_not_all_alike() -> None:
    assert ending(3) == ending(3)
    assert len({ending(number) for number in range(12)}) == 12
