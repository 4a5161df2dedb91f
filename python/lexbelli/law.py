"""Asking the law: the answer-set programs, run by clingo for one position at a time."""

import posixpath
import re
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import chain
from threading import Lock
from typing import Final

import clingo
from clingo.ast import AST, ASTType, ProgramBuilder, parse_string

from lexbelli import _core
from lexbelli.pruning import symbol_of

__all__ = [
    "KEPT",
    "Candidates",
    "ClingoError",
    "Ground",
    "KeptGround",
    "Law",
    "LawError",
    "Told",
    "parsed",
    "programs_of",
    "rules_of",
    "term_of",
]

# Everything clingo can warn of. The law must give it no cause.
_ARGUMENTS: Final = ("--warn=all", "--models=2")
# What clingo says when nothing is left to choose: there is one answer, and it is found.
_HARMLESS: Final = "domRec ignored"


# How many orders are kept as text.
_MOST_TERMS: Final = 50_000


class LawError(RuntimeError):
    """The law itself is at fault: clingo complained, or there is not exactly one answer."""


class ClingoError(LawError):
    """clingo complained of a program; of the law alone it has no cause to."""


def programs_of(folder: str, name: str) -> list[str]:
    """Return the files of a program, in the order it includes them.

    A program is a file of `programs/` that does nothing but include others: the chapters that a
    decision, or a question about a position, loads. Questions that are asked of every decision
    stand in `common/`: `judge_KIND.lp` and `judge_many_KIND.lp` are these questions and the program
    `KIND.lp`; `show_moves_KIND.lp` and `show_orders_KIND.lp` are these and `KIND_moves.lp`, or for
    orders `KIND_orders.lp` if players think of them in words of their own; `show_told_KIND.lp` and
    `KIND_told.lp` tell of the orders of some decisions without choosing any.

    Args:
        folder: The folder of `rules_asp/`.
        name: The program, such as `show_supply.lp` or `judge_retreat.lp`.

    Raises:
        BadInput: There is no such program.
    """
    programs = f"rules_asp/{folder}/programs"
    asked = _COMMON.fullmatch(name)
    if asked is None or f"{programs}/{name}" in _resources():
        return list(dict.fromkeys(_included(f"{programs}/{name}")))
    question, kind = asked.groups()
    loaded = [f"{programs}/{kind}{suffix}.lp" for suffix in _LOADED[question]]
    program = next((path for path in loaded if path in _resources()), loaded[-1])
    return list(dict.fromkeys([*_included(program), f"rules_asp/common/{question}.lp"]))


class Law:
    """A set of programs, parsed once and solved anew for every position.

    Args:
        programs: Paths as in `_core.resources()`.
        static: Facts that hold in every position, such as the map.
        options: Further options of clingo.
        more: Rules besides, as text: the law of a game that is not shipped.
        rules: What is made of the programs, where it is not simply all of them.
    """

    def __init__(
        self,
        programs: Sequence[str],
        static: str = "",
        options: Sequence[str] = (),
        *,
        more: str = "",
        rules: Sequence[AST] | None = None,
    ) -> None:
        self.programs = tuple(programs)
        self.rules = [*rules_of(programs), *parsed(more)] if rules is None else list(rules)
        self._options = [*_ARGUMENTS, *options]
        # What no rule asks for need not be told.
        said = [*map(_said_in, programs), _said(more)]
        self.asked = frozenset().union(*(predicates for predicates, _ in said))
        self._static, every = _static(static)
        self._told = {at: facts for at, facts in every.items() if at[0] in self.asked}
        self.words = frozenset().union(*(words for _, words in said))

    def solve(self, facts: str) -> list[clingo.Symbol]:
        """Return what the law shows for a position.

        Args:
            facts: The state of the position, as `position.facts()`.

        Raises:
            LawError: clingo said anything at all, or there is no answer or more than one.
        """
        shown: list[list[clingo.Symbol]] = []
        with self.grounded(facts) as control:
            control.solve(on_model=lambda model: shown.append(list(model.symbols(shown=True))))
        if len(shown) != 1:
            raise LawError("the law has no answer" if not shown else "the law has several answers")
        return shown[0]

    @contextmanager
    def grounded(
        self, facts: str, rules: Sequence[AST] | None = None, told: "Told | None" = None
    ) -> Iterator[clingo.Control]:
        """Yield the law, ground for a position and ready to be solved.

        Args:
            facts: The state of the position, as `position.facts()`.
            rules: Those rules of the law that matter; None = all of them.
            told: Further facts, which need not be read.

        Raises:
            LawError: clingo said anything at all, before or while the caller solves.
        """
        with self.ground(facts, rules, told).asked() as control:
            yield control

    def ground(
        self, facts: str, rules: Sequence[AST] | None = None, told: "Told | None" = None
    ) -> "Ground":
        """As `grounded`, for who asks more than once."""
        told = {**self._told, **(told or {})}
        ground = Ground(self._options)
        with ground.asked() as control:
            with ProgramBuilder(control) as builder:
                for statement in chain(self.rules if rules is None else rules, self._static):
                    builder.add(statement)
                for name, arity in told:
                    builder.add(_telling(name, arity))
            control.add("base", [], facts)
            control.ground([("base", [])], _Teller(told))
        return ground


class Ground:
    """A law that is ground, and can be solved again and again.

    Args:
        options: Those of clingo.
    """

    def __init__(self, options: Sequence[str]) -> None:
        # It knows nothing of this object, so that memory is given back as soon as nobody asks.
        messages: list[str] = []

        def note(_code: clingo.MessageCode, message: str) -> None:
            if not message.strip().startswith(_HARMLESS):
                messages.append(message.strip())

        self._messages = messages
        self._control = clingo.Control(options, logger=note, message_limit=20)

    @contextmanager
    def asked(self) -> Iterator[clingo.Control]:
        """Yield what solves it.

        Raises:
            LawError: clingo said anything at all, before or while the caller solves.
        """
        try:
            yield self._control
        except RuntimeError as error:
            if isinstance(error, LawError):
                raise
            raise ClingoError("; ".join([*self._messages, str(error)])) from None
        if self._messages:
            raise ClingoError("; ".join(self._messages))


class KeptGround:
    """The law as it was ground for the last question, for who asks about the same again.

    What can be ordered is asked click by click in one position, and to ground the law takes most of
    the time. A thread that finds it in use grounds its own.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: tuple[Hashable, Ground] | None = None

    @contextmanager
    def asked(self, key: Hashable, ground: Callable[[], Ground]) -> Iterator[clingo.Control]:
        """Yield what solves it; whoever does leaves nothing behind.

        Args:
            key: What it is ground for.
            ground: Grounds it, if that was not the last question.

        Raises:
            LawError: clingo said anything at all, before or while the caller solves.
        """
        with self._lock:
            kept, self._kept = self._kept, None
        if kept is None or kept[0] != key:
            # Two of them are not needed at once.
            kept = None
            kept = key, ground()
        with kept[1].asked() as control:
            yield control
        # What failed or was broken off is not kept.
        with self._lock:
            self._kept = kept

    def forget(self) -> None:
        """Let go of it."""
        with self._lock:
            self._kept = None


# Of the lists of orders.
KEPT: Final = KeptGround()


class Candidates:
    """Orders of which any may be given, in a program that is ground for all of them.

    Their literals are looked up once, not for every question.

    Args:
        control: The program, ground with `given(Order)` for each of them.
        orders: The orders.
    """

    def __init__(self, control: clingo.Control, orders: Iterable[clingo.Symbol]) -> None:
        self._literals: dict[clingo.Symbol, int] = {}
        for order in orders:
            atom = control.symbolic_atoms[clingo.Function("do", [order])]
            if atom is None:
                raise LawError(f"the law knows no order {order}")
            self._literals[order] = atom.literal

    def just(self, given: Container[clingo.Symbol]) -> list[int]:
        """Return what is to be assumed where just these are given."""
        return [
            literal if order in given else -literal for order, literal in self._literals.items()
        ]


# Facts by their predicate, a name and a number of arguments: the argument, or the tuple of them.
Told = Mapping[tuple[str, int], Sequence[clingo.Symbol]]


class _Teller:
    """Whom clingo asks for facts."""

    def __init__(self, told: Told) -> None:
        self._told = told

    def told(self, name: clingo.Symbol, arity: clingo.Symbol) -> Sequence[clingo.Symbol]:
        """Return the facts of a predicate."""
        return self._told[name.name, arity.number]


@cache
def _telling(name: str, arity: int) -> AST:
    """Return the rule that asks for the facts of a predicate."""
    arguments = ",".join(f"X{number}" for number in range(arity))
    one = arguments if arity == 1 else f"({arguments})"
    return parsed(f"{name}({arguments}) :- {one} = @told({name},{arity}).")[0]


@lru_cache(maxsize=_MOST_TERMS)
def term_of(atom: clingo.Symbol) -> str:
    """Return what is inside of an atom such as `do(Order)`, as text.

    Thousands of moves are made of the same few orders, and clingo takes its time to write one.
    """
    return str(atom.arguments[0])


def rules_of(programs: Iterable[str]) -> list[AST]:
    """Return what stands in files of the law, each of which is parsed once."""
    return [rule for path in programs for rule in _rules_in(path)]


@cache
def _rules_in(path: str) -> tuple[AST, ...]:
    return tuple(parsed(_core.resource(path)))


@cache
def _said_in(path: str) -> tuple[frozenset[str], frozenset[str]]:
    return _said(_core.resource(path))


def _said(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of predicates in rules, and every word in them."""
    text = _NOT_RULES.sub("", text)
    return frozenset(_PREDICATE.findall(text)), frozenset(_WORD.findall(text))


@lru_cache(maxsize=8)
def _static(text: str) -> tuple[list[AST], Told]:
    """Return what holds in every position: what has to be read by clingo, and what has not."""
    lines = text.split("\n")
    if not all(map(_FACTS.fullmatch, lines)):
        return parsed(text), {}
    read: list[str] = []
    told: dict[tuple[str, int], list[clingo.Symbol]] = {}
    for fact in _FACT.findall(text):
        name, _, rest = fact.partition("(")
        signature, symbol = symbol_of(name, rest)
        if symbol is None:
            read.append(f"{fact}.")
        else:
            told.setdefault(signature, []).append(symbol)
    return parsed("\n".join(read)), told


def parsed(text: str) -> list[AST]:
    """Parse a program, so that it can be given to clingo many times.

    Raises:
        LawError: It is no program.
    """
    statements: list[AST] = []
    messages: list[str] = []
    try:
        parse_string(
            text, statements.append, logger=lambda _, message: messages.append(message.strip())
        )
    except RuntimeError as error:
        raise LawError("; ".join([*messages, str(error)])) from None
    # The first statement only opens the part called base, which is open anyway.
    return [one for one in statements[1:] if one.ast_type != ASTType.Comment]


# The names of predicates, and what is no rule: comments and declarations.
_PREDICATE: Final = re.compile(r"\b([a-z_][a-z_0-9]*)\(")
_WORD: Final = re.compile(r"\b[a-z_][a-z_0-9]*\b")
_NOT_RULES: Final = re.compile(r"%.*|#defined[^.]*\.|#show[^.]*\.")
# A line of nothing but facts, and a fact.
_FACTS: Final = re.compile(r"(?:[a-z]\w*\([\w(),\-]*\)\. ?)*")
_FACT: Final = re.compile(r"[a-z]\w*\([\w(),\-]*\)(?=\.)")
# The questions of every decision, and what of a decision they load: the first there is.
_COMMON: Final = re.compile(r"(judge_many|judge|show_moves|show_orders|show_told)_([a-z_]+)\.lp")
_LOADED: Final = {
    "judge": ("",),
    "judge_many": ("",),
    "show_moves": ("_moves",),
    "show_orders": ("_orders", "_moves"),
    "show_told": ("_told",),
}
_INCLUDE: Final = re.compile(r'^#include "([^"]+)"\.$', re.MULTILINE)


def _included(path: str) -> list[str]:
    """Return the files that a file includes, and those they include; itself if it does not."""
    inner = _INCLUDE.findall(_core.resource(path))
    if not inner:
        return [path]
    folder = posixpath.dirname(path)
    return [file for name in inner for file in _included(posixpath.normpath(f"{folder}/{name}"))]


@cache
def _resources() -> frozenset[str]:
    return frozenset(_core.resources())
