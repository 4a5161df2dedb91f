"""The Jihad level of 0 is the least (16.3.1-1): the law's sum and the core's track say the same."""

import clingo
import pytest

from battle_law import program
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog

# Who stands where, what the AP holds, and what may be landed.
SETUP = {
    "turn": 5,
    "active": "ap",
    "units": {"jaffa": ["br_div_1"], "cyprus": ["br_div_2"], "nablus": ["in_div_1"]},
    "control": {"ap": ["jaffa", "beersheba", "nablus", "cyprus"]},
    "forts_destroyed": ["amman"],
    "events": {"ap_03": 2},
    "beachheads_in_reserve": 1,
}
TAKE = "activate jaffa move; go br_div_1 jerusalem"
LAND = "activate cyprus move with br_div_2; land beach_haifa; go br_div_2 beach_haifa"


@pytest.mark.parametrize(
    ("move", "level", "after"),
    [
        (TAKE, 1, 0),
        (TAKE, 0, 0),
        # The first landing next to Syria raises it by one (18.6.1.6-1).
        (LAND, 0, 1),
        # Both in one answer are set off first, and the level stays.
        (f"{LAND}; {TAKE}", 0, 0),
        (f"{LAND}; {TAKE}", 1, 1),
    ],
)
def test_the_level_stops_at_zero(move: str, level: int, after: int) -> None:
    position = pog.Position.from_setup({**SETUP, "tracks": {"jihad": level}, "ops": 4})
    assert not position.check(move, by="core")
    assert position.play(move).setup()["tracks"].get("jihad", 0) == after
    assert _sums(position, move) == {after}


def _sums(position: pog.Position, move: str) -> set[int]:
    """What the level comes to in each answer of the law."""
    orders = _core.PursuitMove.parse(position.core, move)
    given = "\n".join(f"given({term})." for term in orders.terms())
    facts = [
        position.core.tables.static_facts(),
        position.core.facts(),
        position.core.operation_facts(4),
    ]
    control = clingo.Control(["--warn=none", "0"])
    control.add("base", [], "\n".join([program("judge_operations.lp", "goals.lp"), *facts, given]))
    control.ground([("base", [])])
    found: set[int] = set()

    def note(model: clingo.Model) -> None:
        said = [atom for atom in model.symbols(atoms=True) if atom.match("tally", 3)]
        points = [atom.arguments[2].number for atom in said if atom.arguments[0].name == "jihad"]
        found.add(sum(points))

    control.solve(on_model=note)
    return found
