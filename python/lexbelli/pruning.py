"""Leaving out the rules of a program that do not matter, so that clingo need not prepare them.

A rule cannot fire if its body asks for something of which there is no fact and which no rule that
can fire derives; and it does not matter if nobody asks for what it derives. Dropping either
changes no answer. Much of what a law says is about things that are not in question: a move without
entrenchments needs nothing of that chapter.
"""

import re
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from clingo import Function, Number, Symbol, Tuple_
from clingo.ast import AST, ASTSequence, ASTType, Sign, parse_string

__all__ = ["Fact", "Key", "Pruned", "Pruner", "Signature", "head_of", "signatures_in", "symbol_of"]

# A predicate (its name, -1 and ""), or one of its arguments: ("class", 1, "infantry"). Of a term
# with arguments only the name counts: ("do", 0, "go").
Key = tuple[str, int, str]
# A predicate: its name and the number of its arguments.
Signature = tuple[str, int]

# The argument of a rule's head that may be anything.
_ANY: Final = "*"
# How many rules are kept as they were read: programs share most of theirs.
_MOST_RULES: Final = 30_000
# How many facts are kept as they were read.
_MOST_FACTS: Final = 100_000
_PART: Final = re.compile(r"[(),]|[^(),]+")
# The arguments of a fact that are but names and numbers.
_PLAIN: Final = re.compile(r"(?:[a-z]\w*|\d+)(?:,(?:[a-z]\w*|\d+))*\)")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact.

    Attributes:
        name: The name of its predicate.
        text: The fact as text.
        keys: What it says that rules ask for.
        signature: Its predicate.
        symbol: Its argument, or the tuple of them; None = it has none, or none that is plain.
    """

    name: str
    text: str
    keys: frozenset[Key]
    signature: Signature
    symbol: Symbol | None


@dataclass(frozen=True, slots=True)
class Pruned:
    """What is left of a program.

    Attributes:
        statements: The rules, and the declarations they need.
        asked: The names of the predicates they ask for.
    """

    statements: tuple[AST, ...]
    asked: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Rule:
    statement: AST
    head: Signature
    gives: tuple[Key, ...]
    needs: frozenset[Key]
    # Where an argument of the head comes from: an argument of the body, by name and index.
    flows: tuple[tuple[tuple[str, int], tuple[str, int]], ...]
    asks: frozenset[Signature]


class Pruner:
    """A program whose rules can be left out where they do not matter.

    Args:
        statements: The parsed program.
            Its declarations, constraints and choices stay, and what they and its answer need.
        assumed: Further predicates that are needed, such as those of assumptions.
    """

    def __init__(self, statements: Iterable[AST], assumed: Iterable[Signature] = ()) -> None:
        self._rules: list[_Rule] = []
        self._rest: list[AST] = []
        chosen: list[Key] = []
        self._optional: set[Signature] = set()
        self._declared: dict[Signature, AST] = {}
        self._facts: dict[str, Fact] = {}
        roots: set[Signature] = set(assumed)
        for statement in statements:
            rule = _rule_of(statement)
            if rule is not None:
                self._rules.append(rule)
            elif statement.ast_type == ASTType.Defined:
                self._optional.add((statement.name, statement.arity))
            else:
                self._rest.append(statement)
                roots.update(signatures_in(statement))
                chosen += _chosen(statement)
        self._roots = frozenset(roots)
        self._barren: frozenset[str] = frozenset()
        self._wanted = self._all_wanted()
        indexes: dict[str, set[int]] = {}
        self._wanted_at: dict[tuple[str, int], list[Key]] = {}
        for key in self._wanted:
            name, index, _ = key
            indexes.setdefault(name, set()).add(index)
            self._wanted_at.setdefault((name, index), []).append(key)
        self._indexes = {name: sorted(found - {-1}) for name, found in indexes.items()}
        # What follows from what: a rule gives its head, and of each argument of the head what
        # can stand there. The first lines are those of the rules themselves.
        lines = [(rule.needs, frozenset(_given(rule.gives))) for rule in self._rules]
        for rule in self._rules:
            lines += self._passed_on(rule)
        lines.append((frozenset(), frozenset(self._spread(chosen))))
        self._offers = [tuple(gives & self._wanted) for _, gives in lines]
        self._missing = [len(needs) for needs, _ in lines]
        self._waiting: dict[Key, list[int]] = {}
        for number, (needs, _) in enumerate(lines):
            for key in needs:
                self._waiting.setdefault(key, []).append(number)

    def asking(self, asked: Iterable[Signature]) -> "Pruner":
        """Return the same program, of which further predicates are needed."""
        other = copy(self)
        other._roots |= frozenset(asked)  # noqa: SLF001 (its own kind)
        return other

    def without(self, left_out: Iterable[Signature]) -> "Pruner":
        """Return the same program for when some predicates hold of nothing.

        They are derived still, so that it can be seen whether that is so.
        """
        other = self.asking(left_out)
        other._barren = frozenset(name for name, _ in left_out)  # noqa: SLF001 (its own kind)
        return other

    def _all_wanted(self) -> frozenset[Key]:
        """Return what rules ask for, and what that is derived from."""
        sources: dict[tuple[str, int], set[tuple[str, int]]] = {}
        for rule in self._rules:
            for place, source in rule.flows:
                sources.setdefault(place, set()).add(source)
        wanted = {key for rule in self._rules for key in rule.needs}
        news = list(wanted)
        while news:
            name, index, constant = news.pop()
            found = {(*source, constant) for source in sources.get((name, index), ())} - wanted
            wanted |= found
            news += found
        return frozenset(wanted)

    def _spread(self, keys: Iterable[Key]) -> Iterator[Key]:
        """Yield what rules ask for of what is given, where an argument may be anything."""
        for name, index, constant in keys:
            if constant == _ANY:
                yield from self._wanted_at.get((name, index), ())
            else:
                yield name, index, constant

    def _passed_on(self, rule: _Rule) -> Iterator[tuple[frozenset[Key], frozenset[Key]]]:
        """Yield what a rule passes on from its body to the arguments of its head."""
        flows = dict(rule.flows)
        for name, index, constant in rule.gives:
            if constant != _ANY:
                continue
            source = flows.get((name, index))
            for key in self._wanted_at.get((name, index), ()):
                more = set() if source is None else {(*source, key[2])}
                yield rule.needs | more, frozenset({key})

    def fact(self, text: str) -> Fact:
        """Read a fact, such as `at(UNIT,PLACE).`, with what it says that rules ask for."""
        known = self._facts.get(text)
        if known is None:
            name, opened, rest = text.rstrip(".").partition("(")
            keys = [(name, -1, "")]
            if opened and (indexes := self._indexes.get(name)):
                arguments = _arguments(rest)
                # A fact of that name may be one of fewer arguments than rules ask for.
                fits = [index for index in indexes if index < len(arguments)]
                keys += [(name, index, arguments[index]) for index in fits]
            if len(self._facts) >= _MOST_FACTS:
                self._facts.clear()
            wanted = frozenset(key for key in keys if key in self._wanted)
            known = Fact(name, text, wanted, *symbol_of(name, rest))
            self._facts[text] = known
        return known

    def wanted(self) -> Pruned:
        """Return what is left of the program whatever the facts: what somebody asks for."""
        return self._left(range(len(self._rules)))

    def pruned(self, facts: Iterable[Key]) -> Pruned:
        """Return what is left of the program.

        Args:
            facts: What the facts say, see `fact`.
        """
        missing = self._missing.copy()
        fires = [number for number, count in enumerate(missing) if not count]
        known = {key for key in facts if key in self._wanted}
        news = list(known)
        done = 0
        while news or done < len(fires):
            while news:
                for number in self._waiting.get(news.pop(), ()):
                    missing[number] -= 1
                    if not missing[number]:
                        fires.append(number)
            while done < len(fires):
                fresh = [
                    key
                    for key in self._offers[fires[done]]
                    if key not in known and key[0] not in self._barren
                ]
                known.update(fresh)
                news += fresh
                done += 1
        return self._left(number for number in sorted(fires) if number < len(self._rules))

    def _left(self, fires: Iterable[int]) -> Pruned:
        """Return those of the rules that can fire of which somebody asks what they derive."""
        by_head: dict[Signature, list[int]] = {}
        for number in fires:
            by_head.setdefault(self._rules[number].head, []).append(number)
        asked = set(self._roots)
        news = list(self._roots)
        kept: list[int] = []
        while news:
            for number in by_head.get(news.pop(), ()):
                kept.append(number)
                more = self._rules[number].asks - asked
                asked |= more
                news += more
        # What is derived no more may be asked for still, and clingo wants to be told.
        silent = sorted(asked - (by_head.keys() - self._optional))
        statements = (
            *self._rest,
            *(self._declaration(signature) for signature in silent),
            *(self._rules[number].statement for number in sorted(kept)),
        )
        return Pruned(statements, frozenset(name for name, _ in asked))

    def _declaration(self, signature: Signature) -> AST:
        if signature not in self._declared:
            found: list[AST] = []
            parse_string(f"#defined {signature[0]}/{signature[1]}.", found.append)
            self._declared[signature] = found[-1]
        return self._declared[signature]


@lru_cache(maxsize=_MOST_FACTS)
def symbol_of(name: str, rest: str) -> tuple[Signature, Symbol | None]:
    """Return the predicate of a fact, and its argument or the tuple of them.

    Args:
        name: The name of its predicate.
        rest: What follows its first parenthesis.

    Returns:
        The predicate and the symbol, which is None unless all arguments are names and numbers.
    """
    if not _PLAIN.fullmatch(rest):
        return (name, 0), None
    words = rest[:-1].split(",")
    symbols = [_constant(word) for word in words]
    return (name, len(words)), symbols[0] if len(words) == 1 else Tuple_(symbols)


@cache
def _constant(word: str) -> Symbol:
    return Number(int(word)) if word.isdigit() else Function(word)


def _arguments(text: str) -> list[str]:
    """Return the arguments of a fact, `text` being what follows its first parenthesis."""
    if "(" not in text:
        return text.rstrip(")").split(",")
    found, depth, fresh = [], 1, True
    for part in _PART.findall(text):
        if part == "(":
            depth += 1
        elif part == ")":
            depth -= 1
        elif part == ",":
            fresh = fresh or depth == 1
        elif depth == 1 and fresh:
            found.append(part)
            fresh = False
    return found


def head_of(statement: AST) -> AST | None:
    """Return what a rule derives; None for constraints, choices and whatever is no rule."""
    if statement.ast_type != ASTType.Rule:
        return None
    head = statement.head
    if head.ast_type != ASTType.Literal or head.atom.ast_type != ASTType.SymbolicAtom:
        return None
    symbol = head.atom.symbol
    return symbol if symbol.ast_type == ASTType.Function else None


def _chosen(statement: AST) -> Iterator[Key]:
    """Yield what a choice may derive."""
    if statement.ast_type == ASTType.Rule and statement.head.ast_type == ASTType.Aggregate:
        for element in statement.head.elements:
            if element.literal.atom.ast_type == ASTType.SymbolicAtom:
                yield from _keys(element.literal.atom.symbol)


@lru_cache(maxsize=_MOST_RULES)
def _rule_of(statement: AST) -> _Rule | None:
    """Read a rule; None for whatever else a statement may be."""
    head = head_of(statement)
    if head is None:
        return None
    asks: set[Signature] = set()
    needs: set[Key] = set()
    sources: dict[str, tuple[str, int]] = {}
    for literal in statement.body:
        symbol = _condition(literal)
        if symbol is None:
            asks.update(signatures_in(literal))
            continue
        name, arguments = symbol.name, list(symbol.arguments)
        asks.add((name, len(arguments)))
        # What the body cannot do without.
        if literal.sign == Sign.NoSign:
            needs.add((name, -1, ""))
            for index, argument in enumerate(arguments):
                constant, variable = _told_by(argument)
                if constant != _ANY:
                    needs.add((name, index, constant))
                elif variable:
                    sources.setdefault(variable, (name, index))
    name, arguments = head.name, list(head.arguments)
    gives: list[Key] = [(name, -1, "")]
    flows = []
    for index, argument in enumerate(arguments):
        constant, variable = _told_by(argument)
        gives.append((name, index, constant))
        if variable in sources:
            flows.append(((name, index), sources[variable]))
    signature = (name, len(arguments))
    return _Rule(
        statement, signature, tuple(gives), frozenset(needs), tuple(flows), frozenset(asks)
    )


def _condition(literal: AST) -> AST | None:
    """Return the predicate that a literal of a body is about, if it is about one."""
    if literal.ast_type != ASTType.Literal:
        return None
    atom = literal.atom
    if atom.ast_type != ASTType.SymbolicAtom:
        return None
    symbol: AST = atom.symbol
    return symbol if symbol.ast_type == ASTType.Function else None


def _told_by(argument: AST) -> tuple[str, str]:
    """Return what an argument is (a name, or anything), and the variable that it may be."""
    match argument.ast_type:
        case ASTType.Variable:
            return _ANY, argument.name
        case ASTType.SymbolicTerm:
            return str(argument), ""
        case ASTType.Function:
            return argument.name or _ANY, ""
    return _ANY, ""


def _given(keys: Iterable[Key]) -> Iterator[Key]:
    return (key for key in keys if key[2] != _ANY)


def _keys(symbol: AST) -> Iterator[Key]:
    yield symbol.name, -1, ""
    for index, argument in enumerate(symbol.arguments):
        yield symbol.name, index, _told_by(argument)[0]


def signatures_in(node: AST | ASTSequence) -> Iterator[Signature]:
    """Yield the predicates that occur anywhere in a statement."""
    if isinstance(node, ASTSequence):
        for child in node:
            if isinstance(child, AST):
                yield from signatures_in(child)
        return
    if node.ast_type == ASTType.ShowSignature and node.name:
        yield node.name, node.arity
    if node.ast_type == ASTType.SymbolicAtom:
        symbol = node.symbol
        if symbol.ast_type == ASTType.Function:
            yield symbol.name, len(symbol.arguments)
        return
    for name in node.child_keys:
        child = getattr(node, name)
        if isinstance(child, AST | ASTSequence):
            yield from signatures_in(child)
