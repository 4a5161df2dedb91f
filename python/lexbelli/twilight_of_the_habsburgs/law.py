"""The law of Twilight of the Habsburgs, run by clingo for one position at a time."""

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

import clingo

from lexbelli import _core
from lexbelli.errors import BadInput, bad_input
from lexbelli.law import Candidates, Law, LawError, Told, programs_of, term_of
from lexbelli.moves import Order
from lexbelli.puzzles.models import configured, every_model
from lexbelli.twilight_of_the_habsburgs.moves import Move
from lexbelli.twilight_of_the_habsburgs.tables import NAME
from lexbelli.twilight_of_the_habsburgs.told import known

__all__ = ["BrokenRule", "attacks", "judge", "judge_many", "moves", "orders", "shown", "whole_map"]

# A broken rule: its number, and the witness as the law writes it.
BrokenRule = tuple[str, str]

_COMMON: Final = "rules_asp/common"
# So many moves are judged in one go: more share more, but their paths are mixed.
_AT_ONCE: Final = 40
# Orders are found soonest if each answer is looked for afresh, by what has not been seen.
_EACH_NEW: Final = ("--heuristic=Domain", "--restart-on-model")
_DOMAIN: Final = ("--heuristic=Domain",)
# Moves are listed by stages: with so many hexes by rail at most, then with more. Of long ways there
# are so many that they alone take a hundred times as long to write down as all the others.
_RAILS: Final = (6, 24, 120)
_LONG_RAIL: Final = clingo.Function("far_by_rail")


@lru_cache(maxsize=32)
def _law(*programs: str, common: str | None = None, options: Sequence[str] = ()) -> Law:
    """Return programs as one, with a file of `common/` and further options of clingo.

    Raises:
        BadInput: The law has no such program yet.
    """
    chapters = dict.fromkeys(chain.from_iterable(map(_chapters, programs)))
    return Law([*chapters, *([f"{_COMMON}/{common}.lp"] if common else [])], options=options)


def _chapters(program: str) -> Sequence[str]:
    """Return the files of a program.

    Raises:
        BadInput: The law has no such program yet.
    """
    try:
        return programs_of(NAME, program)
    except BadInput:
        what = program.removesuffix(".lp")
        message = f"of '{what}' is not written yet; the core judges moves (by core)"
        raise bad_input(message, "law") from None


@lru_cache(maxsize=32)
def whole_map(tables: _core.TwilightTables, scenario: str, asked: frozenset[str]) -> Told:
    """Return the facts of a scenario that a law asks for, of the whole map."""
    return known(tables, scenario).told(asked)


def _grounded(
    position: _core.TwilightPosition, law: Law, given: str = "", *, near: bool = False
) -> AbstractContextManager[clingo.Control]:
    """Return a program, ground for a position.

    Args:
        position: The position.
        law: The program.
        given: Further facts, such as the orders to be judged.
        near: Whether only what is near the hexes and units they name needs to be told, and what
            decides who commands these units if the program asks.
    """
    tables, scenario = position.tables, position.scenario_name
    if near:
        about = known(tables, scenario)
        area = about.near(given, position.units(), commanded="range" in law.asked)
        told = about.told(law.asked, area)
    else:
        told = whole_map(tables, scenario, law.asked)
    facts = f"{position.facts()}\n{position.decision_facts()}\n{given}"
    return law.grounded(facts, told=told)


def _in_flight(position: _core.TwilightPosition) -> bool:
    """Whether an army may be in flight: the nearest enemy matters, wherever he is (14.82)."""
    return position.asks_for == "movement" and "second_army_lost(" in position.facts()


def judge(position: _core.TwilightPosition, move: Move) -> list[BrokenRule]:
    """Return rule and witness of everything a move breaks, sorted.

    Raises:
        LawError: The law is at fault.
    """
    kind = position.asks_for
    law = _law(f"judge_{kind}.lp", common="explain")
    given = "\n".join(f"given({term})." for term in move.core.terms())
    with _grounded(position, law, given, near=not _in_flight(position)) as control:
        return _broken(control)


def judge_many(position: _core.TwilightPosition, moves: Sequence[Move]) -> list[list[BrokenRule]]:
    """As `judge`, of several moves; quicker than one by one.

    Raises:
        LawError: The law is at fault.
    """
    kind = position.asks_for
    law = _law(f"judge_many_{kind}.lp", common="explain")
    answers: list[list[BrokenRule]] = []
    for first in range(0, len(moves), _AT_ONCE):
        some = moves[first : first + _AT_ONCE]
        several = [{clingo.parse_term(term) for term in move.core.terms()} for move in some]
        every = sorted(set().union(*several))
        given = "\n".join(f"given({term})." for term in every)
        with _grounded(position, law, given, near=not _in_flight(position)) as control:
            candidates = Candidates(control, every)
            answers += [_broken(control, candidates.just(terms)) for terms in several]
    return answers


def _broken(control: clingo.Control, assumed: Sequence[int] = ()) -> list[BrokenRule]:
    """Return every rule that the law says is broken, sorted.

    Raises:
        LawError: There is not exactly one answer.
    """
    shown: list[set[BrokenRule]] = []

    def note(model: clingo.Model) -> None:
        atoms = model.symbols(shown=True)
        shown.append({(atom.arguments[0].string, str(atom.arguments[1])) for atom in atoms})

    control.solve(assumptions=assumed, on_model=note)
    if len(shown) != 1:
        raise LawError("the law has no answer" if not shown else "the law has several answers")
    return sorted(shown[0])


def moves(position: _core.TwilightPosition, limit: int | None = None) -> Iterator[Move]:
    """Yield the legal moves of what a position asks, each once, in no particular order.

    Raises:
        LawError: The law is at fault.
    """
    if limit == 0:
        return
    for number, made in enumerate(_every_move(position), 1):
        yield made
        if number == limit:
            return


def _every_move(position: _core.TwilightPosition) -> Iterator[Move]:
    program = f"show_moves_{position.asks_for}.lp"
    if position.asks_for != "movement":
        yield from _models(position, _law(program, common="lawful"))
        return
    for before, longest in pairwise((0, *_RAILS)):
        stage = ("-c", f"shortest_rail={before + 1}", "-c", f"longest_rail={longest}")
        law = _law(program, common="lawful", options=stage)
        if not (yield from _models(position, law, [(_LONG_RAIL, True)] if before else ())):
            return


def _models(
    position: _core.TwilightPosition,
    law: Law,
    assumed: Sequence[tuple[clingo.Symbol, bool]] = (),
) -> Generator[Move, None, bool]:
    """Yield the moves of a program; return whether there are ways that it cut short."""
    with _grounded(position, law) as control:
        for model in every_model(control, None, assumed):
            if model is None:
                raise LawError("the law was interrupted")
            shown = model.symbols(shown=True)
            yield _of_terms(position, (term_of(atom) for atom in shown))
        return any(control.symbolic_atoms.by_signature("cut_short", 0))


def attacks(
    position: _core.TwilightPosition,
    every: bool = False,
    origins: Collection[str] | None = None,
    targets: Collection[str] | None = None,
) -> list[Move]:
    """Return the attacks that could be declared, units that are alike taken as one kind.

    Args:
        position: A position that asks for attacks.
        every: Whether to find every attack, and not only those to which nobody could be added.
        origins: The hexes from which units may come; None for all.
        targets: The hexes that may be attacked; None for all.

    Raises:
        LawError: The law is at fault.
    """
    law = _law(
        "show_attacks.lp" if every else "show_largest_attacks.lp", common="lawful", options=_DOMAIN
    )
    pairs = _core.twilight_alike(position)
    given = "\n".join(f"alike({one},{other})." for one, other in pairs)
    units = position.units()
    found = []
    with _grounded(position, law, given) as control:
        left_out = []
        for atom in control.symbolic_atoms.by_signature("do", 1):
            (order,) = atom.symbol.arguments
            if order.name != "attack":
                continue
            unit, target, _ = map(str, order.arguments)
            elsewhere = origins is not None and units[unit] not in origins
            if elsewhere or (targets is not None and target not in targets):
                left_out.append((atom.symbol, False))
        if not every:
            configured(control).enum_mode = "domRec"
        for model in every_model(control, None, left_out):
            if model is None:
                raise LawError("the law was interrupted")
            terms = (term_of(atom) for atom in model.symbols(shown=True))
            found.append(_of_terms(position, terms))
    return sorted(found, key=str)


def orders(
    position: _core.TwilightPosition, given: Move, known: Collection[Order] = ()
) -> list[Order]:
    """Return every order that occurs in at least one legal move with those given.

    Args:
        position: The position.
        given: Orders already given.
        known: Orders, as they are returned, of which that is known; only others are looked for.

    Raises:
        LawError: The law is at fault.
    """
    law = _law(f"show_orders_{position.asks_for}.lp", common="lawful", options=_EACH_NEW)
    terms = given.core.terms()
    assumed = [(clingo.Function("do", [clingo.parse_term(term)]), True) for term in terms]
    with _grounded(position, law, "\n".join(f"given({term})." for term in terms)) as control:
        if not known:
            found = _in_any_model(control, assumed)
            return _offered(position, found)
        open_: dict[str, int] = {}
        terms_of: dict[str, clingo.Symbol] = {}
        texts = {order.text for order in known}
        for atom in control.symbolic_atoms.by_signature("order", 1):
            (term,) = atom.symbol.arguments
            (order,) = _offered(position, [term])
            if order.text not in texts:
                open_[order.text], terms_of[order.text] = atom.literal, term
        with control.backend() as backend:
            # Every move has one at least that is not known yet.
            backend.add_rule([], [-literal for literal in open_.values()])
        configured(control).models = "0"
        fresh: set[clingo.Symbol] = set()
        with control.solve(yield_=True, assumptions=assumed) as handle:
            for model in handle:
                said = {text for text, literal in open_.items() if model.is_true(literal)}
                fresh |= {terms_of[text] for text in said}
                for text in said:
                    del open_[text]
                model.context.add_clause(list(open_.values()))
    return sorted([*known, *_offered(position, [*fresh])], key=lambda order: order.text)


def _in_any_model(
    control: clingo.Control, assumed: Sequence[tuple[clingo.Symbol, bool]]
) -> list[clingo.Symbol]:
    """Return the orders of all models."""
    configured(control).enum_mode = "brave"
    configured(control).models = "0"
    with control.solve(yield_=True, assumptions=assumed) as handle:
        # Every model knows more of the orders than the one before; the last knows all.
        for _ in handle:
            pass
        last = handle.last()
        found = [] if last is None else last.symbols(shown=True)
    return [atom.arguments[0] for atom in found]


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


def shown(
    position: _core.TwilightPosition, *programs: str, move: Move | None = None
) -> dict[str, list[tuple[str, ...]]]:
    """Return what programs such as `show_command.lp` show of a position, by predicate.

    Args:
        position: The position.
        programs: The programs; what they share is found once.
        move: The move that it asks about, if it asks about one: `show_battle.lp` about an attack.

    Raises:
        LawError: The law is at fault.
    """
    found: dict[str, list[tuple[str, ...]]] = {}

    def note(model: clingo.Model) -> None:
        for atom in model.symbols(shown=True):
            name, parts = _said(atom)
            found.setdefault(name, []).append(parts)

    terms = () if move is None else move.core.terms()
    law = _law(*programs, common=None if move is None else "judge")
    given = "\n".join(f"given({term})." for term in terms)
    with _grounded(position, law, given, near=move is not None) as control:
        control.solve(on_model=note)
    return found


def _said(atom: clingo.Symbol) -> tuple[str, tuple[str, ...]]:
    """Return the predicate of an atom, and its arguments as text."""
    name, _, rest = str(atom).partition("(")
    if "(" in rest or '"' in rest:
        return name, tuple(map(str, atom.arguments))
    return name, tuple(rest[:-1].split(",")) if rest else ()
