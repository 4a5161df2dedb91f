"""Whether a safe withdrawal raises the Jihad level (18.6.2.2-3), as outcome_points.lp says."""

import clingo
import pytest

from battle_law import program
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog

# A division on the beachhead, one inland that lives on it, nobody near.
STANDING = {"kum_kale": ["br_div_1"], "besika_bay": ["br_div_2", "br_div_3"]}
LAND = {"control": {"ap": ["kum_kale"]}, "forts_destroyed": ["kum_kale"], "turn": 5}
# What the answers of the law say of the Jihad level: it stays, or the law cannot tell.
STAYS, OPEN = {False}, {True, False}


@pytest.mark.parametrize(
    ("move", "said"),
    [
        # One goes, another still stands there.
        ("activate besika_bay move; go br_div_2 lemnos", STAYS),
        # Both go; the one inland may live on it still.
        ("activate besika_bay move; go br_div_2,br_div_3 lemnos", OPEN),
        # One goes, and the one from inland comes down to the beachhead.
        (
            """activate besika_bay move; activate kum_kale move
            go br_div_2,br_div_3 lemnos; go br_div_1 besika_bay""",
            STAYS,
        ),
    ],
)
def test_a_unit_on_the_beachhead_keeps_the_jihad_level(move: str, said: set[bool]) -> None:
    setup = {**LAND, "units": STANDING, "beachheads": ["besika_bay"], "active": "ap"}
    position = pog.Position.from_setup(setup)
    assert not position.check(move, ops=3, by="law")
    assert _rises(position.core, move) == said


def _rises(position: _core.PursuitPosition, move: str) -> set[bool]:
    orders = _core.PursuitMove.parse(position, move)
    given = "\n".join(f"given({term})." for term in orders.terms())
    facts = [
        position.tables.static_facts(),
        position.facts(),
        position.operation_facts(3),
    ]
    control = clingo.Control(["--warn=none", "0"])
    control.add("base", [], "\n".join([program("judge_operations.lp", "goals.lp"), *facts, given]))
    control.ground([("base", [])])
    found: set[bool] = set()

    def note(model: clingo.Model) -> None:
        atoms = {str(atom) for atom in model.symbols(atoms=True)}
        found.add("tally(jihad,besika_bay,1)" in atoms)

    control.solve(on_model=note)
    return found
