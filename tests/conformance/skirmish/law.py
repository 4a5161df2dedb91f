"""The law of the skirmish, run by clingo; what every game shares of it is the shared one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import clingo

from conformance.skirmish.chart import static_facts
from conformance.skirmish.checker import sorted_
from conformance.skirmish.orders import SkirmishMove, of_term, term
from lexbelli.law import Law, LawError
from lexbelli.moves import Move, Violation
from lexbelli.puzzles.models import configured, every_model

_COMMON: Final = "rules_asp/common"
# Whether rules may be broken, which then excuse is noted.
_LENIENT: Final = "excused(Rule) :- violates(Rule,_). #show excused/1."


@cache
def law(*common: str, choices: bool = False, more: str = "") -> Law:
    """Return the rules, with programs of every game and perhaps the choice of moves."""
    names = ["rules.lp", *(["choices.lp"] if choices else [])]
    text = "\n".join((Path(__file__).parent / name).read_text() for name in names)
    programs = [f"{_COMMON}/{name}.lp" for name in (*common, *(["choose"] if choices else []))]
    return Law(programs, static_facts(), more=f"{text}\n{more}")


def judged(facts: str, move: Move) -> list[Violation]:
    """Return every rule a move breaks, by the law."""
    given = "".join(f"given({term(order)})." for order in move.orders)
    found = law("judge", "explain").solve(f"{facts}\n{given}")
    return sorted_((atom.arguments[0].string, str(atom.arguments[1])) for atom in found)


def judged_many(facts: str, moves: Sequence[Move]) -> list[bool]:
    """Return which of several moves are legal, by the law asked once."""
    terms = sorted({term(order) for move in moves for order in move.orders})
    given = "".join(f"given({each})." for each in terms)
    verdicts = []
    with law("judge_many", "lawful").grounded(f"{facts}\n{given}") as control:
        for move in moves:
            done = {term(order) for order in move.orders}
            assumed = [(_done(each), each in done) for each in terms]
            verdicts.append(bool(control.solve(assumptions=assumed).satisfiable))
    return verdicts


def _done(each: str) -> clingo.Symbol:
    return clingo.parse_term(f"do({each})")


def moves(facts: str, phase: str, limit: int | None) -> Iterator[SkirmishMove]:
    """Yield the legal moves."""
    if limit == 0:
        return
    with law("lawful", "show_moves", choices=True).grounded(facts) as control:
        for number, model in enumerate(every_model(control, None), 1):
            if model is None:
                raise LawError("the law was interrupted")
            shown = model.symbols(shown=True)
            yield SkirmishMove([of_term(atom.arguments[0], phase) for atom in shown])
            if number == limit:
                return


def offered(facts: str, phase: str, given: Move) -> list[str]:
    """Return the orders that occur in a legal move with those given, as brave consequences."""
    wanted = "".join(f":- not do({term(order)})." for order in given.orders)
    found: list[clingo.Symbol] = []
    with law("lawful", "show_orders", choices=True).grounded(f"{facts}\n{wanted}") as control:
        configured(control).enum_mode = "brave"
        configured(control).models = "0"
        with control.solve(yield_=True) as handle:
            for model in handle:
                found = list(model.symbols(shown=True))
    return sorted(of_term(atom.arguments[0], phase).text for atom in found)


@contextmanager
def grounded(facts: str, lenient: bool) -> Iterator[clingo.Control]:
    """Yield the law of the moves, for the solver."""
    common = ("show_moves",) if lenient else ("lawful", "show_moves")
    more = _LENIENT if lenient else ""
    with law(*common, choices=True, more=more).grounded(facts) as control:
        yield control
