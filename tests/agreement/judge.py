"""Law against core on numbered random positions; a module of its own for worker processes."""

from collections.abc import Iterator

from support import partial_control
from tools.pursuit_of_glory.random_position import random_position


def differences(numbers: range) -> tuple[list[str], set[str]]:
    """Say where law and core differ on these positions, and what the law found in them."""
    seen: set[str] = set()
    return [line for number in numbers for line in _differences(number, seen)], seen


def _differences(number: int, seen: set[str]) -> Iterator[str]:
    position = random_position(number)
    law, supply, flips = position.law(), position.supply(), set(position.flips())
    seen |= {*law.supply.values(), *(["flips"] if law.flips else [])}
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
        if lawful:
            seen.add(what)
        if sorted(core) != sorted(lawful):
            yield f"position {number}: {what}: core {sorted(core)}, law {sorted(lawful)}"
