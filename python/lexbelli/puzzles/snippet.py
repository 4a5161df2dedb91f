"""Goals as rules of the law's language: read, and refused where they could do harm."""

import re
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from clingo.ast import AST, ASTSequence, ASTType, Sign

from lexbelli.errors import bad_input
from lexbelli.law import LawError, parsed
from lexbelli.names import nearest, shown
from lexbelli.pruning import Signature, head_of, signatures_in

__all__ = ["GROUND_SECONDS", "Snippet", "ground_for", "grounding", "read_snippet"]

# How long rules of strangers may be ground, in seconds; a puzzle's take a hundredth of one.
GROUND_SECONDS: Final = 4

_LONGEST: Final = 4000
_MOST_RULES: Final = 40
_MOST_VARIABLES: Final = 6
# Aggregates are the only words with a # that are understood.
_HASHES: Final = re.compile(r"#(?!count\b|sum\b|min\b|max\b|true\b|false\b)\w*")
# Names are written in plain letters; clingo cannot even complain of others.
_ODD: Final = re.compile(r"[^\n\t\r -~]")
_GOAL: Final[Signature] = ("goal", 0)


@dataclass(frozen=True, slots=True)
class Snippet:
    """Rules that derive `goal`.

    Attributes:
        text: The rules.
        asked: The predicates they ask for, besides their own.
    """

    text: str
    asked: frozenset[Signature]

    def constraint(self) -> str:
        """Return the program: the rules, and that the goal must follow."""
        declared = [f"#defined {name}/{arity}." for name, arity in sorted(self.asked)]
        return "\n".join([*declared, self.text, ":- not goal.", ""])


# Since when rules of strangers are being ground; None if they are not.
_since: float | None = None


@contextmanager
def grounding(snippet: Snippet | None) -> Iterator[None]:
    """Note that rules of strangers are being ground, for whoever watches."""
    global _since  # noqa: PLW0603 (one process grounds one program at a time)
    _since = None if snippet is None else time.monotonic()
    try:
        yield
    finally:
        _since = None


def ground_for() -> float | None:
    """Return since when rules of strangers are being ground; None if they are not."""
    return _since


def read_snippet(text: str, known: Collection[Signature], taken: Collection[Signature]) -> Snippet:
    """Read rules of the law's language.

    Only rules that derive `goal`, or predicates of their own, are allowed: nothing that reads a
    file, runs a script, chooses, forbids, or counts without end.

    Args:
        text: The rules, of at most 4,000 characters.
        known: The predicates they may ask for.
        taken: The predicates of the law, which they may not derive.

    Raises:
        BadInput: They cannot be read, or hold something that is not allowed.
    """
    if len(text) > _LONGEST:
        raise bad_input(f"is longer than {_LONGEST} characters", "asp")
    plain = re.sub(r"%.*", "", text)
    found = _HASHES.search(plain)
    if found is not None:
        raise bad_input(f"'{found[0]}' is not allowed", "asp")
    odd = _ODD.search(plain)
    if odd is not None:
        raise bad_input(f"'{shown(odd[0])}' is not allowed", "asp")
    for sign in ("@", "..", "\\", "&"):
        if sign in plain:
            raise bad_input(f"'{sign}' is not allowed", "asp")
    try:
        rules = parsed(plain)
    except LawError as error:
        raise bad_input(f"cannot be read: {error}", "asp") from None
    if len(rules) > _MOST_RULES:
        raise bad_input(f"has more than {_MOST_RULES} rules", "asp")
    heads = set()
    asked: set[Signature] = set()
    try:
        for rule in rules:
            heads.add(_head(rule, taken))
            asked |= set(signatures_in(rule.body))
        _stratified(rules)
    except RecursionError:
        raise bad_input("is nested too deeply", "asp") from None
    if _GOAL not in heads:
        raise bad_input("nothing derives 'goal'", "asp")
    asked -= heads
    for name, arity in sorted(asked - set(known)):
        names = [f"{word}/{number}" for word, number in known]
        hint = nearest(name, [word.partition("/")[0] for word in names])
        raise bad_input(f"there is no predicate '{name}/{arity}'", "asp", hint)
    return Snippet(plain, frozenset(asked))


def _head(rule: AST, taken: Collection[Signature]) -> Signature:
    """Check a rule, and return what it derives."""
    head = head_of(rule)
    if rule.ast_type != ASTType.Rule or head is None:
        raise bad_input(f"only plain rules are allowed, not '{rule}'", "asp")
    signature = head.name, len(head.arguments)
    if signature in taken or signature[0].startswith(("then_", "is_", "wish", "member_")):
        raise bad_input(f"'{head.name}' is a word of the law and cannot be derived anew", "asp")
    simple = (ASTType.Variable, ASTType.SymbolicTerm)
    if any(argument.ast_type not in simple for argument in head.arguments):
        raise bad_input(f"only names and variables can be derived, not '{head}'", "asp")
    variables = {str(each) for each in _variables(rule)}
    if len(variables) > _MOST_VARIABLES:
        raise bad_input(f"a rule has more than {_MOST_VARIABLES} variables", "asp")
    if not _is_joined(rule):
        raise bad_input(f"the conditions of '{rule}' have nothing to do with each other", "asp")
    return signature


def _stratified(rules: Sequence[AST]) -> None:
    """Refuse what is denied or counted on the way to itself: that would be a choice."""
    needs: dict[Signature, set[Signature]] = {}
    firm: dict[Signature, set[Signature]] = {}
    for rule in rules:
        head = head_of(rule)
        assert head is not None
        signature = head.name, len(head.arguments)
        for literal in rule.body:
            asked = set(signatures_in(literal))
            needs.setdefault(signature, set()).update(asked)
            plain = literal.ast_type == ASTType.Literal and literal.sign == Sign.NoSign
            if not plain or literal.atom.ast_type != ASTType.SymbolicAtom:
                firm.setdefault(signature, set()).update(asked)
    for signature, asked in firm.items():
        reached, edge = set(asked), list(asked)
        while edge:
            more = needs.get(edge.pop(), set()) - reached
            reached |= more
            edge += more
        if signature in reached:
            raise bad_input(f"'{signature[0]}' is denied or counted on the way to itself", "asp")


def _is_joined(rule: AST) -> bool:
    """Whether the conditions of a rule hang together by variables or names, so that few fit."""
    groups: list[set[str]] = []
    for literal in rule.body:
        if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
            continue
        if literal.atom.ast_type != ASTType.SymbolicAtom:
            continue
        found = {str(each) for each in literal.atom.symbol.arguments}
        if any(name[:1].isupper() for name in found):
            touching = [group for group in groups if group & found]
            groups = [group for group in groups if not group & found]
            groups.append(found.union(*touching))
    return len(groups) <= 1


def _variables(node: AST | ASTSequence) -> Iterator[AST]:
    if isinstance(node, ASTSequence):
        for child in node:
            if isinstance(child, AST):
                yield from _variables(child)
        return
    if node.ast_type == ASTType.Variable:
        yield node
        return
    for name in node.child_keys:
        child = getattr(node, name)
        if isinstance(child, AST | ASTSequence):
            yield from _variables(child)
