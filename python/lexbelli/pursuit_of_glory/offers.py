"""The orders of operations that can still be given, listed by the core or by the law."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from threading import Timer
from typing import Final

import clingo

from lexbelli import _core
from lexbelli.law import KEPT, term_of
from lexbelli.moves import Order
from lexbelli.pursuit_of_glory.operations import KIND, LawQuery, configure

__all__ = ["offered", "orders", "orders_by_core"]

_PROGRAM: Final = "show_orders_operations.lp"
_SEPARATOR: Final = re.compile(r"[;\n\r]")


def orders(
    position: _core.PursuitPosition,
    ops: int,
    given: str = "",
    known: Collection[str] = (),
    seconds: float | None = None,
) -> list[str]:
    """Return every order that occurs in at least one legal move containing those given.

    A `go` is told by its destination alone, whatever the way there.

    Args:
        position: The position.
        ops: The OPS there are to spend.
        given: Orders already given, as text or JSON. A `go` in text without `via` says only where
            the unit ends its move, otherwise it is the whole way.
        known: Orders, as terms, of which that is known; others are looked for.
        seconds: How long to look at most once the law is ground; None = as long as it takes.

    Returns:
        The orders as terms of the law, sorted; none if no legal move contains those given.

    Raises:
        BadInput: They cannot be read.
        LawError: The law is at fault.
        TimeoutError: It took longer.
    """
    fixed = _read(position, given)
    spelled = {str(term.arguments[0]) for term, ends in fixed if term.name == "go" and not ends}
    more = "".join(f"spelled_out({unit}).\n" for unit in sorted(spelled))
    question = LawQuery(_PROGRAM, position)
    if seconds is not None:
        # What may have been broken off is not asked again.
        with question.grounded(ops, more) as control:
            assumed = list(_assumed(control, fixed))
            return sorted({*known, *_orders_found(control, assumed, set(known), seconds)})
    key = _PROGRAM, position.tables, position.to_bytes(), ops, more
    with KEPT.asked(key, partial(question.ground_operations, ops, more)) as control:
        assumed = list(_assumed(control, fixed))
        return sorted({*known, *_orders_found(control, assumed, set(known))})


def _orders_found(
    control: clingo.Control,
    assumed: Sequence[tuple[clingo.Symbol, bool]],
    known: AbstractSet[str],
    seconds: float | None = None,
) -> set[str]:
    """Return the orders that are in a move, as the assumptions are, and not known to be."""
    found: set[str] = set()
    open_: dict[str, int] = {}
    asks: int | None = None
    if known:
        # Every move has one at least that is not known yet.
        for atom in control.symbolic_atoms.by_signature("order", 1):
            if (term := term_of(atom.symbol)) not in known:
                open_[term] = atom.literal
        with control.backend() as backend:
            asks = backend.add_atom()
            backend.add_external(asks, clingo.TruthValue.True_)
            backend.add_rule([], [asks, *(-literal for literal in open_.values())])
        configure(control, models=0)
    else:
        configure(control, models=0, mode="brave")
    stop = Timer(seconds, control.interrupt) if seconds is not None else None
    if stop is not None:
        stop.start()
    try:
        with control.solve(yield_=True, assumptions=assumed) as handle:
            # In brave mode every model knows more of the orders than the one before.
            for model in handle:
                if not known:
                    continue
                found.update(map(term_of, model.symbols(shown=True)))
                rest = [literal for term, literal in open_.items() if term not in found]
                model.context.add_clause(rest)
            last = None if known else handle.last()
            if handle.get().interrupted:
                raise TimeoutError(f"the law found no end within {seconds} s")
            if last is not None:
                found.update(map(term_of, last.symbols(shown=True)))
    finally:
        if stop is not None:
            stop.cancel()
    if asks is not None:
        # Whoever asks next knows something else.
        control.release_external(asks)
    return found


def orders_by_core(
    position: _core.PursuitPosition, ops: int, given: str = ""
) -> tuple[_core.PursuitOffers, bool]:
    """As `orders`, found by the core.

    Returns:
        The orders, and whether these are all: where too much would have to be tried, some may be
        missing.

    Raises:
        BadInput: They cannot be read.
    """
    whole, ends = _divided(position, given)
    return _core.PursuitChecker(position, ops).orders(whole, ends)


def offered(
    position: _core.PursuitPosition, ops: int, given: str = "", by: str = "core"
) -> list[Order]:
    """Return them in the order of play, listed by whom the caller likes.

    Args:
        position: The position.
        ops: The OPS there are to spend.
        given: Orders already given, as for `orders`.
        by: Who lists them: `core`, which asks the law where it would have to try too much, or
            `law`.

    Raises:
        BadInput: They cannot be read.
        LawError: The law is at fault.
    """
    known: Sequence[str] = ()
    if by == "core":
        found, complete = orders_by_core(position, ops, given)
        if complete:
            return _in_words(found)
        known = found.terms()
    terms = orders(position, ops, given, known)
    return _in_words(_core.PursuitOffers.from_terms(position.tables, terms))


def _in_words(found: _core.PursuitOffers) -> list[Order]:
    return list(map(Order, *found.in_words()))


def _divided(
    position: _core.PursuitPosition, given: str
) -> tuple[_core.PursuitMove, list[tuple[str, str]]]:
    """Return the orders that are given in full, and the ends of paths of which no more is said."""
    # The whole tells better than its parts what cannot be read.
    whole = _core.PursuitMove.parse(position, given, KIND)
    if _is_json(given):
        return whole, []
    full: list[str] = []
    ends: list[tuple[str, str]] = []
    for text, only_end in _lines(given):
        if only_end:
            made = _core.PursuitMove.parse(position, text, KIND)
            ends += [(order["unit"], order["path"][-1]) for order in made.orders()]
        else:
            full.append(text)
    return _core.PursuitMove.parse(position, "\n".join(full), KIND), ends


def _read(position: _core.PursuitPosition, given: str) -> list[tuple[clingo.Symbol, bool]]:
    """Return the terms of orders, each with whether it is only the end of a path."""
    whole = _core.PursuitMove.parse(position, given, KIND)
    if _is_json(given):
        return [(clingo.parse_term(term), False) for term in whole.terms()]
    return [
        (clingo.parse_term(term), only_end)
        for text, only_end in _lines(given)
        for term in _core.PursuitMove.parse(position, text, KIND).terms()
    ]


def _is_json(given: str) -> bool:
    return given.lstrip().startswith(("[", "{"))


def _lines(given: str) -> Iterator[tuple[str, bool]]:
    """Yield each order of a text, with whether it only says where a unit ends its move."""
    for line in _SEPARATOR.split(given):
        words = line.partition("#")[0].lower().split()
        only_end = words[:1] == ["go"] and "via" not in words and "directly" not in words
        yield (f"{' '.join(words)} directly" if only_end else line), only_end


def _assumed(
    control: clingo.Control, fixed: Iterable[tuple[clingo.Symbol, bool]]
) -> Iterator[tuple[clingo.Symbol, bool]]:
    """Yield what must hold of a move that contains some orders."""
    lengths: dict[clingo.Symbol, int] = {}
    for term, ends in fixed:
        if ends:
            unit, _, place = term.arguments
            yield clingo.Function("stops", [unit, place]), True
            yield clingo.Function("moves", [unit]), True
            continue
        yield clingo.Function("do", [term]), True
        if term.name == "go":
            unit, number, _ = term.arguments
            lengths[unit] = max(lengths.get(unit, 0), number.number)
    if not lengths:
        return
    for atom in control.symbolic_atoms.by_signature("do", 1):
        term = atom.symbol.arguments[0]
        if term.name == "go" and term.arguments[0] in lengths:
            unit, number, _ = term.arguments
            if number.number > lengths[unit]:
                yield atom.symbol, False
