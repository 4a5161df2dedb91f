"""Threats: complete against brute force on reduced positions, real on recorded ones."""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import lexbelli
from agreement.positions import _records
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.moves import Move
from puzzles.brute import case

GOLDEN = int(os.environ.get("LEXBELLI_GOLDEN_THREATS", "10"))
_FOE = {"ap": "cp", "cp": "ap"}


def test_all_that_brute_force_can_do_is_a_threat() -> None:
    asked = 0
    for number in range(40):
        found = case(number, 31)
        if found is None:
            continue
        asked += 1
        at, side = found.at, _FOE[found.at.active]
        said: set[str] = set()
        for threat in lexbelli.threats(at, side, ops=found.ops):
            said |= set(threat.does)
        assert said == _by_force(at, side, found.legal), number
    assert asked >= 25


def _by_force(at: pog.Position, side: str, legal: object) -> set[str]:
    """What is not so before the moves, and is after one of them."""
    spaces = GOALS.group(at, "space", "any") or ()
    asked: list[tuple[str, tuple[str, ...]]] = [
        ("oos", (unit,)) for unit in at.units if at.side_of(unit) == side
    ]
    asked += [("flips", (s,)) for s in spaces if GOALS.holds(at, at, "holds", (side, s))]
    asked += [
        ("controls", (_FOE[side], s)) for s in spaces if GOALS.holds(at, at, "controls", (side, s))
    ]
    asked = [(name, args) for name, args in asked if not GOALS.holds(at, at, name, args)]
    done = set()
    for move in legal:  # type: ignore[attr-defined]
        after = at.play(Move(move))
        for name, args in asked:
            if GOALS.holds(at, after, name, args):
                done.add(f"{name}({', '.join(args)})")
    return done


def test_threats_in_recorded_positions_are_real() -> None:
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        shown = list(pool.map(_recorded, range(GOLDEN)))
    assert sum(shown) > 0


def _recorded(number: int) -> int:
    """Check the threats of one recorded position; return how many there are."""
    records = _records()
    at = pog.Position(records[number * len(records) // GOLDEN])
    found = 0
    for side in ("ap", "cp"):
        acting = at.suppose(side=_FOE[side], ops=2)
        for threat in lexbelli.threats(at, side, ops=2):
            found += 1
            assert not acting.check(threat.move)
            after = acting.play(threat.move)
            supply = after.core.supply()
            assert all(supply[unit] == "oos" for unit in threat.out)
            assert set(threat.flips) <= set(after.core.flips())
            assert all(after.control(space) == _FOE[side] for space in threat.taken)
            assert threat.ops <= 2
    return found
