"""The law of moves together with what becomes of them: outcome.lp, and command after the move."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from typing import Final

import clingo
from clingo.ast import AST, ASTType

from lexbelli import _core
from lexbelli.law import Candidates, Law, LawError, parsed, programs_of
from lexbelli.next_state import read_twice
from lexbelli.pruning import Pruned, Pruner, Signature, head_of
from lexbelli.puzzles.game_law import LEAST, LENIENT, PLAIN
from lexbelli.twilight_of_the_habsburgs.law import whole_map
from lexbelli.twilight_of_the_habsburgs.moves import Move
from lexbelli.twilight_of_the_habsburgs.tables import NAME

__all__ = ["CHANGING", "grounded", "grounded_any", "outcomes", "vocabulary"]

# What answers to decisions change of all that zones, command and goals ask of a position: the words
# that outcome.lp derives for the position after the move.
CHANGING: Final[tuple[Signature, ...]] = (
    *(("at", 2), ("reduced", 1), ("entrenched", 1), ("agenda", 2)),
)
# The programs that say what is so in a position, and what becomes of it.
_STATES: Final = ("command.lp", "encircled.lp")
_OUTCOME: Final = "goals.lp"
# Where a way leads is all that matters, and whoever comes back to where it was has done nothing.
_ENDS: Final = """
    ends_alone.
    :- stops(Unit,Hex), stands(Unit,Hex).
"""
_LEGAL: Final = f"{_ENDS} {_core.resource('rules_asp/common/lawful.lp')}"
# How a question about moves is asked; `_JUDGED` of moves that are given.
_JUDGED: Final = "judged"
_STYLES: Final = {
    _JUDGED: "",
    PLAIN: _LEGAL,
    # Orders are decided before all else, and are not given if nothing forces them: so the answer
    # that is found contains no other that is one.
    LEAST: f"{_LEGAL} #heuristic do(Order) : candidate(Order). [1,false]",
    LENIENT: f"""
        {_ENDS}
        lenient.
        broken(Rule) :- violates(Rule,_).
        {{ excused(Rule) }} :- broken(Rule).
        :- broken(Rule), not excused(Rule).
        % Few rules are broken by the first answer, and few orders given.
        #heuristic excused(Rule) : broken(Rule). [2,false]
        #heuristic do(Order) : candidate(Order). [1,false]
    """,
}


def grounded(
    position: _core.TwilightPosition, asked: Iterable[Signature], style: str
) -> AbstractContextManager[clingo.Control]:
    """Return the law of moves and of what becomes of them, ground for a position.

    Args:
        position: The position before the move.
        asked: The predicates of the position after it that are asked for.
        style: As in `lexbelli.puzzles.game_law.GameLaw.grounded`.
    """
    program = f"show_moves_{position.asks_for}.lp"
    return _grounded(position, program, asked, style, _facts(position))


def grounded_any(
    positions: Sequence[_core.TwilightPosition], asked: Iterable[Signature], style: str = PLAIN
) -> AbstractContextManager[clingo.Control]:
    """Return the same law, ground for one of several positions of one scenario and decision.

    What is so in all of them is told as facts, and the rest follows from the choice of `one_of`.
    """
    told = [_facts(position) for position in positions]
    common = set.intersection(*map(set, told))
    lines = [fact for fact in told[0] if fact in common]
    for number, facts in enumerate(told):
        own = (fact.removesuffix(".") for fact in facts if fact not in common)
        lines += [f"{fact} :- one_of({number})." for fact in own]
    lines.append(f"{{ one_of(0..{len(told) - 1}) }} = 1.")
    program = f"show_moves_{positions[0].asks_for}.lp"
    return _grounded(positions[0], program, asked, style, lines)


def outcomes(
    position: _core.TwilightPosition, moves: Sequence[Move], asked: Iterable[Signature]
) -> list[frozenset[clingo.Symbol]]:
    """Say what the law derives of the position after each of several legal moves.

    Args:
        position: The position before them.
        moves: The moves.
        asked: The predicates of the position after them that are asked for.

    Raises:
        LawError: The law is at fault.
    """
    wanted = frozenset(asked)
    terms = [{clingo.parse_term(term) for term in move.core.terms()} for move in moves]
    every = sorted(set().union(*terms))
    facts = [*_facts(position), *(f"given({term})." for term in every)]
    program = f"judge_many_{position.asks_for}.lp"
    answers = []
    with _grounded(position, program, wanted, _JUDGED, facts) as control:
        candidates = Candidates(control, every)
        atoms = [
            (atom.symbol, atom.literal)
            for name, arity in sorted(wanted)
            for atom in control.symbolic_atoms.by_signature(name, arity)
        ]
        for orders in terms:
            found: list[frozenset[clingo.Symbol]] = []

            def note(model: clingo.Model, found: list[frozenset[clingo.Symbol]] = found) -> None:
                true = (symbol for symbol, literal in atoms if model.is_true(literal))
                found.append(frozenset(true))

            control.solve(assumptions=candidates.just(orders), on_model=note)
            if len(found) != 1:
                raise LawError("the law has no answer" if not found else "it has several answers")
            answers += found
    return answers


@contextmanager
def _grounded(
    at: _core.TwilightPosition,
    program: str,
    asked: Iterable[Signature],
    style: str,
    facts: Sequence[str],
) -> Iterator[clingo.Control]:
    law, _ = _law(program, style)
    left = _pruned(program, style, frozenset(asked))
    told = whole_map(at.tables, at.scenario_name, left.asked)
    with law.grounded("\n".join(facts), left.statements, told) as control:
        yield control


def _facts(position: _core.TwilightPosition) -> list[str]:
    """Return the facts of a position and its decision, one a line."""
    text = f"{position.facts()}\n{position.decision_facts()}"
    return [line for line in text.replace(". ", ".\n").splitlines() if line]


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[Signature]:
    """Return every predicate of the law of a movement, before the move and after it."""
    found = set()
    for rule in _rules("show_moves_movement.lp"):
        if rule.ast_type == ASTType.Defined:
            found.add((rule.name, rule.arity))
        elif (head := head_of(rule)) is not None:
            found.add((head.name, len(head.arguments)))
    return frozenset(found)


@lru_cache(maxsize=64)
def _pruned(program: str, style: str, asked: frozenset[Signature]) -> Pruned:
    _, pruner = _law(program, style)
    return pruner.asking(asked).wanted()


@lru_cache(maxsize=32)
def _law(program: str, style: str) -> tuple[Law, Pruner]:
    rules = (*_rules(program), *parsed(_STYLES[style]))
    options = ["--heuristic=Domain"] if style in (LEAST, LENIENT) else []
    return Law(_programs(program), options=options, rules=rules), Pruner(rules)


def _programs(program: str) -> list[str]:
    return [*programs_of(NAME, program), *programs_of(NAME, _OUTCOME)]


@lru_cache(maxsize=16)
def _rules(program: str) -> tuple[AST, ...]:
    """Return the law of moves, of what becomes of them, and of the position after them."""
    states = dict.fromkeys(file for one in _STATES for file in programs_of(NAME, one))
    return read_twice(_programs(program), list(states), CHANGING)
