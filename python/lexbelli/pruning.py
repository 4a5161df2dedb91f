"""Leaving out the rules of a program that cannot fire, so that clingo need not prepare them.

A rule cannot fire if its body asks for a predicate of which there is no fact and which no rule
that can fire derives. Dropping it changes no answer. Much of what a law says is about things that
are not in question: a move without entrenchments needs nothing of that chapter.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo.ast import AST, ASTType, Sign, parse_string

__all__ = ["Pruner"]

# A predicate, or one of its forms: ("do", ""), ("do", "entrench").
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Rule:
    statement: AST
    heads: frozenset[tuple[str, int]]
    needs: frozenset[Key]


class Pruner:
    """A program whose rules can be left out where they cannot fire.

    Args:
        statements: The parsed program.
        forms: Predicates whose first argument tells what they are about, such as `do`: a rule that
            asks for `do(entrench(Space))` fires only if that form is in question.
    """

    def __init__(self, statements: Iterable[AST], forms: Sequence[str] = ()) -> None:
        self._forms = frozenset(forms)
        self._rules: list[_Rule] = []
        self._rest: list[AST] = []
        for statement in statements:
            heads = set(_heads(statement)) if statement.ast_type == ASTType.Rule else set()
            if heads:
                needs = frozenset(_needs(statement, self._forms))
                self._rules.append(_Rule(statement, frozenset(heads), needs))
            else:
                self._rest.append(statement)

    def pruned(self, facts: Iterable[str], forms: Iterable[str]) -> list[AST]:
        """Return what is left of the program.

        Args:
            facts: The names of the predicates of which there are facts.
            forms: The forms that are in question.
        """
        known: set[Key] = {(name, "") for name in facts}
        known.update((name, form) for name in self._forms for form in forms)
        kept: list[_Rule] = []
        left = self._rules
        while True:
            before, waiting = len(kept), []
            for rule in left:
                if rule.needs <= known:
                    kept.append(rule)
                    known.update((name, "") for name, _ in rule.heads)
                else:
                    waiting.append(rule)
            left = waiting
            if len(kept) == before:
                break
        # What is derived no more is asked for still, and clingo wants to be told.
        gone = {head for rule in left for head in rule.heads}
        gone -= {head for rule in kept for head in rule.heads}
        declared: list[AST] = []
        if gone:
            text = "\n".join(f"#defined {name}/{arity}." for name, arity in sorted(gone))
            parse_string(text, declared.append)
        return [*self._rest, *declared[1:], *(rule.statement for rule in kept)]


def _heads(rule: AST) -> Iterator[tuple[str, int]]:
    """Yield the predicate a rule derives; nothing for constraints and choices, which stay."""
    head = rule.head
    if head.ast_type == ASTType.Literal and head.atom.ast_type == ASTType.SymbolicAtom:
        symbol = head.atom.symbol
        if symbol.ast_type == ASTType.Function:
            yield symbol.name, len(symbol.arguments)


def _needs(rule: AST, forms: frozenset[str]) -> Iterator[Key]:
    """Yield what a rule's body cannot do without."""
    for literal in rule.body:
        if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
            continue
        if literal.atom.ast_type != ASTType.SymbolicAtom:
            continue
        symbol = literal.atom.symbol
        if symbol.ast_type != ASTType.Function:
            continue
        yield symbol.name, ""
        first = symbol.arguments[0] if symbol.arguments else None
        if symbol.name in forms and first is not None and first.ast_type == ASTType.Function:
            yield symbol.name, first.name
