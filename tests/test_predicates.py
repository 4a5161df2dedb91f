"""A predicate means one thing: no two files of one question define it, but those listed here."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from clingo.ast import AST, ASTType, parse_string

from lexbelli import _core
from lexbelli.law import programs_of

GAME = "pursuit_of_glory"
# What several chapters say: what is wrong, what is chosen, what has more than one reason.
SHARED = {
    *("bound/2", "crew/2", "do/1", "eats/2", "guest/3", "helpful/1", "met/1", "misplaced/4"),
    *("misstep/5", "moves/1", "recruit/2", "spot/2", "stops/2", "tied/3", "traces/1", "troubled/1"),
    "violates/2",
}


def _questions() -> Iterator[tuple[str, Sequence[str]]]:
    folder = Path(__file__).parents[1] / "rules_asp" / GAME
    names = sorted(path.name for path in folder.glob("*.lp"))
    for name in names:
        yield name, programs_of(GAME, name)
    # What becomes of a move is asked together with every question about moves.
    outcome = [*programs_of(GAME, "goals.lp"), *programs_of(GAME, "supply.lp")]
    for name in ("operations.lp", "moves.lp", "show_orders.lp"):
        yield f"{name} and goals.lp", list(dict.fromkeys([*programs_of(GAME, name), *outcome]))


QUESTIONS = dict(_questions())


def _defined(path: str) -> set[str]:
    """Return the predicates that a file derives or chooses."""
    statements: list[AST] = []
    parse_string(_core.resource(path), statements.append)
    found = set()
    for statement in statements:
        if statement.ast_type == ASTType.Rule:
            found |= {_name(literal) for literal in _literals(statement.head)}
    return found - {""}


def _literals(head: AST) -> Iterator[AST]:
    if head.ast_type == ASTType.Literal:
        yield head
    elif head.ast_type in (ASTType.Aggregate, ASTType.Disjunction):
        for element in head.elements:
            yield element.literal


def _name(literal: AST) -> str:
    if literal.atom.ast_type != ASTType.SymbolicAtom:
        return ""
    symbol = literal.atom.symbol
    return f"{symbol.name}/{len(symbol.arguments)}"


@pytest.fixture(scope="module")
def defined() -> dict[str, set[str]]:
    """The predicates of every file."""
    paths = set().union(*QUESTIONS.values())
    return {path: _defined(path) for path in paths}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_predicate_is_defined_in_one_file(question: str, defined: dict[str, set[str]]) -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in QUESTIONS[question]:
        for name in defined[path] - SHARED:
            homes[name].append(Path(path).name)
    assert not {name: files for name, files in homes.items() if len(files) > 1}
