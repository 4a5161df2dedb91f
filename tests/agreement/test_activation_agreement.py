"""Law and core on what activation costs, at random positions with the events that change it."""

import os
from collections.abc import Iterator

from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.law import Activation, ask_activation
from lexbelli.pursuit_of_glory.supply_lines import Group
from tools.pursuit_of_glory.random_position import random_position

# Sixty hold every mixture of sides, stages and events.
POSITIONS = int(os.environ.get("LEXBELLI_AGREEMENT_POSITIONS", "600")) // 10
FIRST = int(os.environ.get("LEXBELLI_AGREEMENT_FIRST", "0"))
KINDS = ("move", "attack", "attack_with_br")


def test_law_and_core_agree_on_every_cost_and_every_bar() -> None:
    found = [line for number in range(FIRST, FIRST + POSITIONS) for line in _differences(number)]
    assert not found, "\n".join(found[:50])


def _position(number: int) -> pog.Position:
    """A random position, with the sides in turn and, now and then, what makes OPS dearer."""
    setup = random_position(number).in_short()
    setup["active"] = ("ap", "cp")[number % 2]
    if number % 3 == 0:
        setup["mandated"] = {"ap": [{"offensive": "no_br_attacks", "met": False}], "cp": []}
    if number % 4 == 0:
        setup["events"]["cp_09"] = setup["turn"]
    if number % 5 < 3:
        setup["events"]["cp_22"] = setup["turn"]
    if number % 5 < 2:
        setup["events"]["cp_53"] = setup["turn"]
    setup["revolution"] = {"stage": number % 5}
    return pog.Position.from_setup(setup, allow=["all"])


def _differences(number: int) -> Iterator[str]:
    position = _position(number)
    law, core = ask_activation(position.core).spaces, position.activations()
    for place in sorted(law.keys() | core.keys()):
        for kind in KINDS:
            ours, theirs = _core_says(core.get(place), kind), _law_says(law.get(place), kind)
            if ours != theirs:
                yield f"position {number}: {kind} at {place}: core {ours}, law {theirs}"


_Said = tuple[int | None, dict[str, int], list[str]]


def _core_says(group: Group | None, kind: str) -> _Said:
    if group is None or kind not in group.costs:
        return None, {}, []
    cost = group.costs[kind]
    return cost.ops, dict(cost.parts), sorted(rule for rule, _ in cost.barred)


def _law_says(group: Activation | None, kind: str) -> _Said:
    if group is None:
        return None, {}, []
    parts = dict(group.parts.get(kind, {}))
    return group.cost.get(kind), parts, sorted(group.barred.get(kind, []))
