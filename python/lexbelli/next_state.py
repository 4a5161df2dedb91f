"""The law of a later position: the rules that follow from what changes, said once more of it.

A program says what follows from a position. Said of the position after a move, the same program has
other words for everything that the move changes, and for all that follows from it. So the law
stands once, and is read twice.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from clingo.ast import AST, ASTType, Transformer

from lexbelli.law import rules_of
from lexbelli.pruning import Signature, head_of, signatures_in

__all__ = ["PREFIX", "follows", "next_state", "read_twice"]

# What the words of the later position begin with.
PREFIX: Final = "then_"


def follows(rules: Iterable[AST], changing: Iterable[Signature]) -> frozenset[Signature]:
    """Return the predicates that change, and those that follow from them by the rules.

    Args:
        rules: A parsed program.
        changing: The predicates that are told of the later position.
    """
    found = set(changing)
    waiting = [
        (_signature(head), frozenset(signatures_in(rule.body)))
        for rule in rules
        if (head := head_of(rule)) is not None
    ]
    grown = True
    while grown:
        fresh = {head for head, body in waiting if head not in found and body & found}
        found |= fresh
        grown = bool(fresh)
    return frozenset(found)


def next_state(rules: Sequence[AST], changing: Iterable[Signature]) -> list[AST]:
    """Return the rules about what changes, said of the later position.

    Args:
        rules: A parsed program without choices and constraints.
        changing: The predicates that are told of the later position.

    Returns:
        Those rules whose head follows from them, with `then_` before every word that does.
    """
    words = follows(rules, changing)
    transform = _Renamed(words)
    found = []
    for rule in rules:
        if rule.ast_type == ASTType.Defined and (rule.name, rule.arity) in words:
            found.append(rule.update(name=PREFIX + rule.name))
        head = head_of(rule)
        if head is not None and _signature(head) in words:
            found.append(transform.visit(rule))
    return found


def read_twice(
    asked: Iterable[str], states: Sequence[str], changing: Iterable[Signature]
) -> tuple[AST, ...]:
    """Return the law of a position and of the position after a move, each file of it parsed once.

    Args:
        asked: The files that say which moves there are, and what a move changes.
        states: The files that say what is so in a position; some may be among the others.
        changing: The predicates that are told of the later position.
    """
    asked, words = list(dict.fromkeys(asked)), frozenset(changing)
    state_rules = rules_of(states)
    later = follows(state_rules, words)
    # What does not change is said once.
    lasting = [rule for rule in rules_of(_apart(states, asked)) if _lasts(rule, later)]
    shared = [path for path in states if path in asked]
    before = rules_of([*_apart(asked, states), *shared])
    return (*before, *lasting, *next_state(state_rules, words))


def _apart(paths: Iterable[str], others: Collection[str]) -> list[str]:
    """Return the files that are not among others."""
    return [path for path in paths if path not in others]


def _lasts(rule: AST, words: frozenset[Signature]) -> bool:
    if rule.ast_type == ASTType.Defined:
        return True
    head = head_of(rule)
    return head is not None and _signature(head) not in words


class _Renamed(Transformer):
    def __init__(self, words: Collection[Signature]) -> None:
        self._words = words

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802 (clingo names it)
        """Rename an atom if its predicate is of the later position."""
        symbol = atom.symbol
        if symbol.ast_type != ASTType.Function or _signature(symbol) not in self._words:
            return atom
        return atom.update(symbol=symbol.update(name=PREFIX + symbol.name))


def _signature(symbol: AST) -> Signature:
    return symbol.name, len(symbol.arguments)
