"""The law of supply, control and activation, asked for one position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import clingo

from lexbelli import _core
from lexbelli.law import Law, programs_of
from lexbelli.pursuit_of_glory.tables import NAME

__all__ = ["Activation", "ActivationAnswer", "LawAnswer", "ask", "ask_activation"]

# The programs that show what the chapters settle: of supply and control, and of activation.
_SUPPLY: Final = "show_supply.lp"
_ACTIVATION: Final = "show_activation.lp"


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


@dataclass(frozen=True, slots=True)
class Activation:
    """What the law says of activating one group of units.

    The keys are `move`, `attack` and, where it differs, `attack_with_br`: an attack for which the
    AP takes the VP of "No British Attacks" upon itself.

    Attributes:
        cost: The OPS, for what the group can be activated for.
        parts: What each cost is made of: `nationalities`, `disrupted`, `revolution`, `inquiry`,
            `submarines`.
        barred: The rules that forbid the rest.
    """

    cost: Mapping[str, int]
    parts: Mapping[str, Mapping[str, int]]
    barred: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class ActivationAnswer:
    """What the law says of activating the units of the active side.

    Attributes:
        spaces: The spaces with units that could be thought of, each with all its units.
        chosen: The stacks that were asked about, by their names.
    """

    spaces: Mapping[str, Activation]
    chosen: Mapping[str, Activation]


def ask(position: _core.PursuitPosition) -> LawAnswer:
    """Ask the law about a position.

    Raises:
        LawError: The law is at fault.
    """
    found: dict[str, list[tuple[str, ...]]] = {}
    for symbol in _law(_SUPPLY, position.tables).solve(position.facts()):
        found.setdefault(symbol.name, []).append(tuple(str(part) for part in symbol.arguments))
    return LawAnswer(
        supply=dict(sorted((unit, status) for unit, status in found.get("supply", []))),
        flips=sorted(space for (space,) in found.get("flips", [])),
        besieged=sorted(space for (space,) in found.get("besieged", [])),
        lapsed=sorted(space for (space,) in found.get("lapsed_siege", [])),
        partial=sorted((side, space) for side, space in found.get("partial_control", [])),
    )


def ask_activation(
    position: _core.PursuitPosition, chosen: Mapping[str, Sequence[str]] | None = None
) -> ActivationAnswer:
    """Ask the law what it costs to activate the units of the active side (chapter 9.2).

    Args:
        position: The position.
        chosen: Stacks of units in regions or on island bases, by names of the caller's choice.

    Raises:
        BadInput: There is no such unit.
        LawError: The law is at fault.
    """
    stacks = list((chosen or {}).items())
    facts = [position.facts()]
    for number, (_, units) in enumerate(stacks):
        for unit in units:
            position.tables.unit(unit)
            facts.append(f"chosen({number},{unit}).")
    found: dict[clingo.Symbol, list[clingo.Symbol]] = {}
    law = _law(_ACTIVATION, position.tables)
    for symbol in law.solve("\n".join(facts)):
        found.setdefault(symbol.arguments[0].arguments[0], []).append(symbol)
    return ActivationAnswer(
        spaces={
            group.name: _activation(symbols)
            for group, symbols in sorted(found.items())
            if group.type is clingo.SymbolType.Function
        },
        chosen={
            name: _activation(found.get(clingo.Number(number), []))
            for number, (name, _) in enumerate(stacks)
        },
    )


def _activation(symbols: Sequence[clingo.Symbol]) -> Activation:
    """Gather what was shown of one group."""
    cost: dict[str, int] = {}
    parts: dict[str, dict[str, int]] = {}
    barred: dict[str, list[str]] = {}
    for symbol in sorted(symbols):
        _, kind, *rest = symbol.arguments
        match symbol.name, rest:
            case "cost", [ops]:
                cost[kind.name] = ops.number
            case "part", [item, number]:
                parts.setdefault(kind.name, {})[item.name] = number.number
            case "barred", [rule]:
                barred.setdefault(kind.name, []).append(rule.string)
    return Activation(cost, parts, barred)


@lru_cache(maxsize=8)
def _law(question: str, tables: _core.PursuitTables) -> Law:
    return Law(programs_of(NAME, question), tables.static_facts())
