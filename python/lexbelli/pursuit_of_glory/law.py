"""The law of supply and control, asked for one position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from lexbelli import _core
from lexbelli.law import Law, programs_of
from lexbelli.pursuit_of_glory.tables import NAME

__all__ = ["LawAnswer", "ask"]

# The program that shows what the chapters of supply and control settle.
_QUESTION: Final = "show_supply.lp"


@dataclass(frozen=True, slots=True)
class LawAnswer:
    """What the law says of a position.

    Attributes:
        supply: The status of every unit on the map that has a side.
        flips: The spaces that would change control in the Attrition Phase.
        besieged: The spaces whose fort is besieged.
        lapsed: The spaces whose siege has lapsed.
        partial: Which side has partial control of which space.
    """

    supply: Mapping[str, str]
    flips: Sequence[str]
    besieged: Sequence[str]
    lapsed: Sequence[str]
    partial: Sequence[tuple[str, str]]


def ask(position: _core.PursuitPosition) -> LawAnswer:
    """Ask the law about a position.

    Raises:
        LawError: The law is at fault.
    """
    found: dict[str, list[tuple[str, ...]]] = {}
    for symbol in _law(position.tables.static_facts()).solve(position.facts()):
        found.setdefault(symbol.name, []).append(tuple(str(part) for part in symbol.arguments))
    return LawAnswer(
        supply=dict(sorted((unit, status) for unit, status in found.get("supply", []))),
        flips=sorted(space for (space,) in found.get("flips", [])),
        besieged=sorted(space for (space,) in found.get("besieged", [])),
        lapsed=sorted(space for (space,) in found.get("lapsed_siege", [])),
        partial=sorted((side, space) for side, space in found.get("partial_control", [])),
    )


@lru_cache(maxsize=4)
def _law(static: str) -> Law:
    return Law(programs_of(NAME, _QUESTION), static)
