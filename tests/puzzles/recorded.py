"""Threats in recorded positions, checked in a process of their own."""

import lexbelli
from agreement.positions import _records
from lexbelli import pursuit_of_glory as pog

FOE = {"ap": "cp", "cp": "ap"}


def real_threats(number: int, among: int) -> int:
    """Check the threats of one recorded position of so many; return how many there are."""
    records = _records()
    at = pog.Position(records[number * len(records) // among])
    found = 0
    for side in ("ap", "cp"):
        acting = at.suppose(side=FOE[side], ops=2)
        for threat in lexbelli.threats(at, side, ops=2):
            found += 1
            assert not acting.check(threat.move)
            after = acting.play(threat.move)
            supply = after.core.supply()
            assert all(supply[unit] == "oos" for unit in threat.out)
            assert set(threat.flips) <= set(after.core.flips())
            assert all(after.control(space) == FOE[side] for space in threat.taken)
            assert threat.ops <= 2
    return found
