"""Threats: complete against brute force on reduced positions, real on recorded ones."""

import os
from functools import partial

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.moves import Move
from puzzles.brute import case
from puzzles.recorded import FOE, real_threats
from workers import processes

# Of so many recorded positions every threat is looked for; `make puzzles` takes more.
GOLDEN = int(os.environ.get("LEXBELLI_GOLDEN_THREATS", "2"))


def test_all_that_brute_force_can_do_is_a_threat() -> None:
    asked = 0
    for number in range(40):
        found = case(number, 31)
        if found is None:
            continue
        asked += 1
        at, side = found.at, FOE[found.at.active]
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
        ("controls", (FOE[side], s)) for s in spaces if GOALS.holds(at, at, "controls", (side, s))
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
    with processes() as pool:
        shown = list(pool.map(partial(real_threats, among=GOLDEN), range(GOLDEN)))
    assert sum(shown) > 0
