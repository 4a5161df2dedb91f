"""A predicate (a name and a number of arguments) has one home: one file of a game derives it."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from clingo.ast import AST, ASTType, parse_string

LAW = Path(__file__).parents[1] / "rules_asp"
GAMES = sorted({path.parent.name for path in LAW.glob("*/*.lp")} - {"common"})
# What is said in several files, and why.
EVERYWHERE = {
    "violates/2": "every chapter says what breaks its rules",
    "wrong/3": "every chapter says what is wrong with an order or a step, whatever else is done",
    "candidate/1": "every decision says what can be ordered; of a move to be judged the glue does",
    "option/2": "every decision says which of its orders exclude each other",
    "arises/1": "every decision says when there is such a choice",
    "do/1": "the glue says it; operations choose their paths themselves",
    "order/1": "the glue shows what is ordered; decisions put in words of their own say it too",
}
# What those who ask add to a law.
ASKED = ["excused/1", "broken/1", "wished/1", "goal/0"]
SHARED = {
    "pursuit_of_glory": {
        "condition_holds/1": "files of conditions and of cards say it of those they explain",
        "comes/1": "whoever asks says of which units",
        "considered/1": "whoever asks says of which cards",
        "may_return/2": "events say it of their units, the rules of rebuilding of theirs",
        "path_step/4": "of a move to be judged its orders say it, and operations what could be",
        "placed/2": "whoever asks says by which orders",
        "gone/1": "units leave a place to enter another, or the map for points",
        "recruit/2": "the files of cards say it of their own",
        "returns/1": "events say it of their units, the rules of rebuilding of theirs",
        "spot/2": "the files of cards say it of their own",
    },
    "twilight_of_the_habsburgs": {},
}


def _derived(path: Path) -> set[str]:
    """Return the predicates that a file derives or chooses."""
    statements: list[AST] = []
    parse_string(path.read_text("utf-8"), statements.append)
    rules = (statement for statement in statements if statement.ast_type == ASTType.Rule)
    return {_name(literal) for rule in rules for literal in _literals(rule.head)} - {""}


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


def _homes(game: str) -> dict[str, list[str]]:
    """Return the files that derive a predicate, for every predicate of a game."""
    homes: dict[str, list[str]] = defaultdict(list)
    folders = [LAW / "common", LAW / game, LAW / game / "cards"]
    for path in sorted(path for folder in folders for path in folder.glob("*.lp")):
        for name in _derived(path):
            homes[name].append(path.name)
    return homes


@pytest.mark.parametrize("game", GAMES)
def test_a_predicate_has_one_home(game: str) -> None:
    several = {name: files for name, files in _homes(game).items() if len(files) > 1}
    excepted = EVERYWHERE.keys() | SHARED[game].keys()
    assert not {name: files for name, files in several.items() if name not in excepted}
    assert SHARED[game].keys() <= several.keys(), "an exception that is none"


def test_what_every_decision_says_is_said_in_several_files() -> None:
    said = [name for game in GAMES for name, files in _homes(game).items() if len(files) > 1]
    assert EVERYWHERE.keys() <= set(said), "an exception that is none"


@pytest.mark.parametrize("game", GAMES)
def test_a_law_leaves_alone_what_is_added_to_it(game: str) -> None:
    assert not _homes(game).keys() & set(ASKED)
