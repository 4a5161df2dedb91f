"""The law of Twilight of the Habsburgs, run by clingo for one position at a time."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import clingo

from lexbelli import _core
from lexbelli.errors import BadInput, bad_input
from lexbelli.law import Law, LawError, programs_of
from lexbelli.moves import Order
from lexbelli.puzzles.models import configured, every_model
from lexbelli.twilight_of_the_habsburgs.moves import Move
from lexbelli.twilight_of_the_habsburgs.tables import NAME

__all__ = ["judge", "moves", "orders", "shown"]

_COMMON: Final = "rules_asp/common"


@lru_cache(maxsize=64)
def _law(tables: _core.TwilightTables, scenario: str, program: str, *common: str) -> Law:
    """Return a program with the map and counters of a scenario.

    Raises:
        BadInput: The law has no such program yet.
    """
    try:
        chapters = programs_of(NAME, program)
    except BadInput:
        what = program.removesuffix(".lp")
        message = f"of '{what}' is not written yet; the core judges moves (by core)"
        raise bad_input(message, "law") from None
    programs = [*chapters, *(f"{_COMMON}/{name}.lp" for name in common)]
    return Law(programs, tables.static_facts(scenario))


def _told(position: _core.TwilightPosition) -> str:
    return f"{position.facts()}\n{position.decision_facts()}"


def judge(position: _core.TwilightPosition, move: Move) -> list[tuple[str, str]]:
    """Return rule and witness of everything a move breaks, sorted.

    Raises:
        LawError: The law is at fault.
    """
    kind = position.asks_for
    law = _law(position.tables, position.scenario_name, f"judge_{kind}.lp", "explain")
    given = "\n".join(f"given({term})." for term in move.core.terms())
    found = law.solve(f"{_told(position)}\n{given}")
    return sorted({(atom.arguments[0].string, str(atom.arguments[1])) for atom in found})


def moves(position: _core.TwilightPosition, limit: int | None = None) -> Iterator[Move]:
    """Yield the legal moves of what a position asks, each once, in no particular order.

    Raises:
        LawError: The law is at fault.
    """
    if limit == 0:
        return
    kind = position.asks_for
    law = _law(position.tables, position.scenario_name, f"show_moves_{kind}.lp", "lawful")
    with law.grounded(_told(position)) as control:
        for number, model in enumerate(every_model(control, None), 1):
            if model is None:
                raise LawError("the law was interrupted")
            shown = model.symbols(shown=True)
            yield _of_terms(position, (str(atom.arguments[0]) for atom in shown))
            if number == limit:
                return


def orders(position: _core.TwilightPosition, given: Move) -> list[Order]:
    """Return every order that occurs in at least one legal move with those given.

    Raises:
        LawError: The law is at fault.
    """
    kind = position.asks_for
    law = _law(position.tables, position.scenario_name, f"show_orders_{kind}.lp", "lawful")
    fixed = [clingo.parse_term(term) for term in given.core.terms()]
    assumed = [(clingo.Function("do", [term]), True) for term in fixed]
    with law.grounded(_told(position)) as control:
        configured(control).enum_mode = "brave"
        configured(control).models = "0"
        with control.solve(yield_=True, assumptions=assumed) as handle:
            # Every model knows more of the orders than the one before; the last knows all.
            found: Sequence[clingo.Symbol] = []
            for model in handle:
                found = model.symbols(shown=True)
    return _offered(position, [atom.arguments[0] for atom in found])


def _offered(position: _core.TwilightPosition, terms: Sequence[clingo.Symbol]) -> list[Order]:
    """Return orders of terms; of a path only its end is told: `go(Unit,N,Hex)` for any N."""
    told: dict[str, Order] = {}
    for term in terms:
        if term.name in ("go", "rail") and len(term.arguments) > 1:
            unit, end = str(term.arguments[0]), str(term.arguments[-1])
            text = f"{term.name} {unit} {end}"
            told[text] = Order(text, {"order": term.name, "unit": unit, "path": [end]})
        else:
            for order in _of_terms(position, [str(term)]).orders:
                told[order.text] = order
    return sorted(told.values(), key=lambda order: order.text)


def _of_terms(position: _core.TwilightPosition, terms: Iterable[str]) -> Move:
    made = _core.TwilightMove.from_terms(position.tables, " ".join(terms), position.asks_for)
    return Move(made.in_position(position))


def shown(position: _core.TwilightPosition, program: str) -> dict[str, list[tuple[str, ...]]]:
    """Return what a program such as `show_command.lp` shows of a position, by predicate.

    Raises:
        LawError: The law is at fault.
    """
    law = _law(position.tables, position.scenario_name, program)
    found: dict[str, list[tuple[str, ...]]] = {}
    for atom in law.solve(_told(position)):
        found.setdefault(atom.name, []).append(tuple(str(part) for part in atom.arguments))
    return found
