"""The law of operations together with what becomes of a move: outcome.lp, and supply after it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import clingo
from clingo.ast import AST, ASTType

from lexbelli import _core
from lexbelli.law import Candidates, Law, LawError, parsed, programs_of, rules_of
from lexbelli.next_state import read_twice
from lexbelli.pruning import Signature, head_of
from lexbelli.pursuit_of_glory.operations import LawQuery, Laws, law_of
from lexbelli.pursuit_of_glory.tables import NAME

__all__ = [
    "CHANGING",
    "LEAST",
    "LENIENT",
    "PLAIN",
    "Outcome",
    "asks_for_lines",
    "outcome_question",
    "outcomes",
    "vocabulary",
]

# What a move of operations changes of all that supply and goals ask of a position: the words that
# outcome.lp derives for the position after the move.
CHANGING: Final[tuple[Signature, ...]] = (
    ("at", 2),
    ("control", 2),
    ("beachhead", 1),
    ("uprising", 2),
    ("greece", 1),
    ("ru_vp", 1),
    ("amphibious_landing", 1),
)
# The programs that say what is so in a position.
_STATES: Final = "supply.lp"
_OUTCOME: Final = "goals.lp"
# How a question about moves is asked.
PLAIN: Final = "plain"
LEAST: Final = "least"
LENIENT: Final = "lenient"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the law says of the position after a move.

    Attributes:
        supply: The status of every unit on the map that has a side.
        flips: The spaces that would change control in the Attrition Phase.
        besieged: The spaces whose fort is besieged.
        partial: Which side has partial control of which space.
        at: Where units stand.
        control: Who has full control of a space, by colour or marker.
        beachheads: Where markers lie.
        uprisings: The uprisings, with their kind.
        greece: Whom Greece is allied with.
        christmas_taken: Whether the space of JERUSALEM BY CHRISTMAS has been captured.
    """

    supply: dict[str, str]
    flips: list[str]
    besieged: list[str]
    partial: list[tuple[str, str]]
    at: dict[str, str]
    control: dict[str, str]
    beachheads: list[str]
    uprisings: list[tuple[str, str]]
    greece: str
    christmas_taken: bool


def outcomes(
    position: _core.PursuitPosition, moves: Sequence[_core.PursuitMove], ops: int
) -> list[Outcome]:
    """Say what the law derives of the position after each of several legal moves.

    Args:
        position: The position before them.
        moves: The moves, read already.
        ops: The OPS there are to spend.

    Raises:
        LawError: The law is at fault.
    """
    terms = [{clingo.parse_term(term) for term in move.terms()} for move in moves]
    every = sorted(set().union(*terms))
    given = "\n".join(f"given({term})." for term in every)
    question = outcome_question("judge_many_operations.lp", position, _ANSWERED)
    answers = []
    with question.grounded(ops, given) as control:
        candidates = Candidates(control, every)
        for orders in terms:
            assumed = candidates.just(orders)
            found: list[Outcome] = []
            control.solve(
                assumptions=assumed,
                on_model=lambda model, found=found: found.append(_read(model)),  # type: ignore[misc]
            )
            if len(found) != 1:
                raise LawError("the law has no answer" if not found else "it has several answers")
            answers += found
    return answers


_ANSWERED: Final[tuple[Signature, ...]] = (
    *((f"then_{name}", arity) for name, arity in CHANGING),
    ("then_supply", 2),
    ("then_flips", 1),
    ("then_besieged", 1),
    ("then_partial_control", 2),
    ("then_christmas_taken", 0),
)


def _read(model: clingo.Model) -> Outcome:
    found: dict[str, list[tuple[str, ...]]] = {name: [] for name, _ in _ANSWERED}
    for atom in model.symbols(atoms=True):
        if atom.name in found:
            found[atom.name].append(tuple(str(part) for part in atom.arguments))
    one = {name: sorted(words[0] for words in members if words) for name, members in found.items()}
    two = {
        name: sorted((a, b) for a, b in members) for name, members in found.items() if name in _TWO
    }
    return Outcome(
        supply=dict(two["then_supply"]),
        flips=one["then_flips"],
        besieged=one["then_besieged"],
        partial=two["then_partial_control"],
        at=dict(two["then_at"]),
        control=dict(two["then_control"]),
        beachheads=one["then_beachhead"],
        uprisings=two["then_uprising"],
        greece=one["then_greece"][0] if one["then_greece"] else "",
        christmas_taken=bool(found["then_christmas_taken"]),
    )


_TWO: Final = {name for name, arity in _ANSWERED if arity == 2}


def outcome_question(
    program: str,
    position: _core.PursuitPosition,
    asked: Iterable[Signature],
    style: str = PLAIN,
) -> LawQuery:
    """Return a question about moves that is also told what becomes of them.

    Args:
        program: The program that asks it, such as `show_moves_operations.lp`.
        position: The position before the move.
        asked: The predicates of the position after it that are asked for.
        style: `plain`; `least`, where orders are left out if nothing asks for them, so that of the
            first answer none can be left out; or `lenient`, where rules may be broken, of which
            `excused` tells.
    """
    laws = _laws(program, position.tables, frozenset(asked), style)
    return LawQuery(program, position, laws=laws)


@lru_cache(maxsize=64)
def asks_for_lines(
    program: str, tables: _core.PursuitTables, asked: frozenset[Signature], style: str
) -> bool:
    """Whether it is asked how units are supplied, or what places reach, before a move or after it.

    Args:
        program: As for `outcome_question`.
        tables: The tables.
        asked: The predicates that are asked for, besides those of the law's own answer.
        style: As for `outcome_question`.
    """
    _, _, pruner = _whole(program, tables, style)
    return not pruner.asking(asked).wanted().asked.isdisjoint(_LINES)


# Whose lines of supply are followed: those of units, and those of places.
_LINES: Final = ("tracer", "then_tracer", "space_class")


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[Signature]:
    """Return every predicate of the law of a position, before the move and after it."""
    found = set()
    for rule in _rules("show_moves_operations.lp"):
        if rule.ast_type == ASTType.Defined:
            found.add((rule.name, rule.arity))
        elif (head := head_of(rule)) is not None:
            found.add((head.name, len(head.arguments)))
    return frozenset(found)


@lru_cache(maxsize=64)
def _laws(
    program: str, tables: _core.PursuitTables, asked: frozenset[Signature], style: str
) -> Laws:
    law, told, pruner = _whole(program, tables, style)
    return law, told, pruner.asking(asked)


@lru_cache(maxsize=8)
def _whole(program: str, tables: _core.PursuitTables, style: str) -> Laws:
    rules = _rules(program)
    if style != LENIENT and program.startswith("show_moves"):
        rules = (*rules, *rules_of([_LAWFUL]))
    if style == LENIENT:
        rules = tuple(rule for rule in rules if not _foresees(rule))
    rules = (*rules, *parsed(_STYLES[style]))
    options = ["--heuristic=Domain"] if style in (LEAST, LENIENT) else []
    law = Law(_programs(program), "", options, rules=rules)
    return law_of(law, tables.static_facts())


_LAWFUL: Final = "rules_asp/common/lawful.lp"
_STYLES: Final = {
    PLAIN: "wanders.",
    # Orders are decided before all else, and are not given if nothing forces them: so the answer
    # that is found contains no other that is one.
    LEAST: "ends_alone. wanders. #heuristic do(Order) : candidate(Order). [1,false]",
    LENIENT: """
        % No order can be written that gives one unit two roles.
        :- do(use(Lcu,One,Unit)), do(use(Lcu,Other,Unit)), One < Other.
        broken(Rule) :- violates(Rule,_).
        { excused(Rule) } :- broken(Rule).
        :- broken(Rule), not excused(Rule).
        step_matters(Unit,From,To) :- mobile(Unit,_), queried_step(Unit,From,To).
        passing_matters(Place) :- kind(Place,_).
        % Few rules are broken by the first answer, and few orders given.
        #heuristic excused(Rule) : broken(Rule). [2,false]
        #heuristic do(Order) : candidate(Order). [1,false]
        #defined bad_step/3. #defined bad_place/2. #defined barrier/1.
    """,
}
# What moves_operations.lp leaves out because it is wrong whatever else is done.
_FORESEEN: Final = {"bad_step", "bad_place", "barrier"}


def _foresees(rule: AST) -> bool:
    head = head_of(rule)
    return head is not None and head.name in _FORESEEN


def _programs(program: str) -> list[str]:
    found = dict.fromkeys(programs_of(NAME, program))
    found |= dict.fromkeys(programs_of(NAME, _OUTCOME))
    found |= dict.fromkeys(programs_of(NAME, _STATES))
    return list(found)


@lru_cache(maxsize=4)
def _rules(program: str) -> tuple[AST, ...]:
    """Return the law of moves, of what becomes of them, and of the position after them."""
    asked = [*programs_of(NAME, program), *programs_of(NAME, _OUTCOME)]
    return read_twice(asked, programs_of(NAME, _STATES), CHANGING)
