"""The law of battles, asked about the decision of a position and many moves at once."""

from collections.abc import Iterable, Sequence
from functools import cache

import clingo

from lexbelli import _core
from lexbelli.law import Candidates, Law, programs_of
from lexbelli.pursuit_of_glory.operations import configure

GAME = "pursuit_of_glory"
# Chooses among the moves of a program of the law those that break nothing.
LAWFUL = "rules_asp/common/lawful.lp"
_EXPLAIN = "rules_asp/common/explain.lp"

# A rule's number, and the witness.
BrokenRule = tuple[str, str]


@cache
def program(*names: str) -> str:
    """The text of files of the law and of all they need."""
    found = dict.fromkeys(path for name in names for path in programs_of(GAME, name))
    return "\n".join(map(_core.resource, found))


@cache
def _law(name: str, tables: _core.PursuitTables, *more: str) -> Law:
    options = ["--heuristic=Domain"]
    return Law([*programs_of(GAME, name), *more], tables.static_facts(), options)


def judge_many(at: _core.PursuitPosition, kind: str, moves: Sequence[str]) -> list[set[BrokenRule]]:
    """What each of these moves breaks; the position is read once."""
    read = _terms(at, moves)
    every = sorted(set().union(*read))
    law, answers = _law(f"judge_many_{kind}.lp", at.tables, _EXPLAIN), []
    with law.grounded(_facts(at, map(str, every))) as control:
        candidates = Candidates(control, every)
        for terms in read:
            (found,) = _models(control, candidates.just(terms))
            answers.append(_broken(found))
    return answers


def judge_together(
    positions: Sequence[_core.PursuitPosition], kind: str, moves: Sequence[Sequence[str]]
) -> list[list[set[BrokenRule]]]:
    """What moves break, some in each of several positions of one decision.

    What is so in all of the positions is told as facts, the rest follows from which of them it is:
    where they have most in common that is prepared once for all.
    """
    read = [_terms(at, some) for at, some in zip(positions, moves, strict=True)]
    orders = [sorted(set().union(*some)) for some in read]
    told = [
        set(_facts(at, map(str, given)).replace(". ", ".\n").split("\n")) - {""}
        for at, given in zip(positions, orders, strict=True)
    ]
    common = set.intersection(*told)
    lines = [*sorted(common), f"{{ one_of(0..{len(told) - 1}) }} = 1."]
    for number, facts in enumerate(told):
        own = sorted(facts - common)
        lines += [f"{fact.removesuffix('.')} :- one_of({number})." for fact in own]
    law, answers = _law(f"judge_many_{kind}.lp", positions[0].tables, _EXPLAIN), []
    with law.grounded("\n".join(lines)) as control:
        candidates = Candidates(control, sorted(set().union(*orders)))
        for number, some in enumerate(read):
            one = clingo.Function("one_of", [clingo.Number(number)])
            atom = control.symbolic_atoms[one]
            assert atom is not None
            found = [_models(control, [atom.literal, *candidates.just(terms)]) for terms in some]
            answers.append([_broken(shown) for (shown,) in found])
    return answers


def _terms(at: _core.PursuitPosition, moves: Iterable[str]) -> list[set[clingo.Symbol]]:
    parsed = [_core.PursuitMove.parse(at, move).terms() for move in moves]
    return [{clingo.parse_term(term) for term in terms} for terms in parsed]


def _broken(shown: Iterable[clingo.Symbol]) -> set[BrokenRule]:
    return {(atom.arguments[0].string, str(atom.arguments[1])) for atom in shown}


def brings(at: _core.PursuitPosition, move: str) -> set[str]:
    """What an attack brings with it: the DRM of its flank attempt, the offensives it meets."""
    with _law("show_attack.lp", at.tables).grounded(
        _facts(at, _core.PursuitMove.parse(at, move).terms())
    ) as control:
        (found,) = _models(control)
    return {str(atom) for atom in found}


def capacity(at: _core.PursuitPosition) -> str:
    """What can be absorbed, the fact that the law of losses is told, as the law itself finds it."""
    facts = "\n".join(line for line in _facts(at).split("\n") if not line.startswith("capacity("))
    with _law("losses_capacity.lp", at.tables, LAWFUL).grounded(facts) as control:
        found = _models(control)
    (fact,) = found[-1]
    return str(fact)


def _facts(at: _core.PursuitPosition, orders: Iterable[str] = ()) -> str:
    given = (f"given({order})." for order in orders)
    return "\n".join([at.facts(), at.decision_facts(), *given])


def _models(
    control: clingo.Control, assumed: Sequence[tuple[clingo.Symbol, bool] | int] = ()
) -> list[Sequence[clingo.Symbol]]:
    configure(control, models=0)
    found: list[Sequence[clingo.Symbol]] = []
    control.solve(
        assumptions=assumed, on_model=lambda model: found.append(model.symbols(shown=True))
    )
    return found
