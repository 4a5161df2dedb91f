"""The law of the skirmish, run by clingo; what every game shares of it is the shared one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import clingo

from conformance.skirmish.chart import FOLDER, HOMES, static_facts
from conformance.skirmish.checker import violations
from conformance.skirmish.home import Choice
from conformance.skirmish.orders import SkirmishMove
from lexbelli.law import Law, LawError
from lexbelli.moves import Move, Violation
from lexbelli.puzzles.models import configured, every_model

_COMMON: Final = "rules_asp/common"
# Whether rules may be broken, which then excuse is noted.
_LENIENT: Final = "excused(Rule) :- violates(Rule,_). #show excused/1."


def file_of(kind: str) -> Path:
    """Return the law of a decision: in `law/`, or of a card beside its other file."""
    folder = HOMES[kind].split(".")[-2]
    return FOLDER / ("law" if folder == "decisions" else folder) / f"{kind}.lp"


@cache
def law(kind: str, *common: str, more: str = "") -> Law:
    """Return the rules of a decision, with programs of every game."""
    files = (FOLDER / "law" / "general.lp", file_of(kind))
    text = "\n".join(file.read_text() for file in files)
    return Law([f"{_COMMON}/{name}.lp" for name in common], static_facts(), more=f"{text}\n{more}")


def judged(home: Choice, facts: str, move: Move) -> list[Violation]:
    """Return every rule a move breaks, by the law."""
    given = "".join(f"given({home.table.term(order)})." for order in move.orders)
    found = law(home.kind, "judge", "explain").solve(f"{facts}\n{given}")
    told = ((atom.arguments[0].string, str(atom.arguments[1])) for atom in found)
    return violations(home.kind, told)


def judged_many(home: Choice, facts: str, moves: Sequence[Move]) -> list[bool]:
    """Return which of several moves are legal, by the law asked once."""
    term = home.table.term
    terms = sorted({term(order) for move in moves for order in move.orders})
    given = "".join(f"given({each})." for each in terms)
    verdicts = []
    with law(home.kind, "judge_many", "lawful").grounded(f"{facts}\n{given}") as control:
        for move in moves:
            done = {term(order) for order in move.orders}
            assumed = [(_done(each), each in done) for each in terms]
            verdicts.append(bool(control.solve(assumptions=assumed).satisfiable))
    return verdicts


def _done(each: str) -> clingo.Symbol:
    return clingo.parse_term(f"do({each})")


def moves(home: Choice, facts: str, limit: int | None) -> Iterator[SkirmishMove]:
    """Yield the legal moves."""
    if limit == 0:
        return
    with law(home.kind, "choose", "lawful", "show_moves").grounded(facts) as control:
        for number, model in enumerate(every_model(control, None), 1):
            if model is None:
                raise LawError("the law was interrupted")
            shown = model.symbols(shown=True)
            yield home.table.of_terms(atom.arguments[0] for atom in shown)
            if number == limit:
                return


def offered(home: Choice, facts: str, given: Move) -> list[str]:
    """Return the orders that occur in a legal move with those given, as brave consequences."""
    wanted = "".join(f":- not do({home.table.term(order)})." for order in given.orders)
    found: list[clingo.Symbol] = []
    program = law(home.kind, "choose", "lawful", "show_orders")
    with program.grounded(f"{facts}\n{wanted}") as control:
        configured(control).enum_mode = "brave"
        configured(control).models = "0"
        with control.solve(yield_=True) as handle:
            for model in handle:
                found = list(model.symbols(shown=True))
    return [order.text for order in home.table.of_terms(atom.arguments[0] for atom in found).orders]


@contextmanager
def grounded(home: Choice, facts: str, lenient: bool) -> Iterator[clingo.Control]:
    """Yield the law of the moves, for the solver."""
    common = ("choose", "show_moves") if lenient else ("choose", "lawful", "show_moves")
    with law(home.kind, *common, more=_LENIENT if lenient else "").grounded(facts) as control:
        yield control
