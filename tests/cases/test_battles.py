"""Numbered rulings about battles: positions, answers to their decisions, every rule these break.

Every ruling is put to the law and to the core, which must find the very same violations. Beside the
`rule`, `title` and `base` of test_cases.py a file holds

    decision    the decision that all its moves answer (docs/battles.md, docs/aftermath.md)
    [[situations]]           as many as it likes, each about a position:
    [situations.change]      as [change] of test_cases.py
    [[situations.battles]]   a move each:
        title   what it shows, where the numbers do not say it
        rule    further rules it illustrates
        change  how its position differs: `units`, place -> who stands there instead, `control`,
                `cards` and `battle` are merged into those of the situation, other keys replace them
        move    the answer, as the pages write it
        broken  rule and witness of every violation, sorted; none if it is lawful
        brings  instead of `broken`: what a lawful attack brings with it, the DRM of its flank
                attempt and the mandated offensives it meets
        every   instead of a move: orders. The lawful ones among the moves that can be made of
                them are just those that the law lists

A position is taken at the stage it tells of, even where play would go on because nobody has a
choice. The core's own tests (rust_core/pursuit_of_glory/tests) read these files too.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest

import battle_law
import lexbelli
import rule_coverage
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.law import ClingoError
from lexbelli.pursuit_of_glory import battles, moves
from rulings import ALL_FILES, battles_of, content_of, told
from violations import (
    AFTERMATH,
    BATTLES,
    PLAYING,
    REDEPLOYMENT,
    REINFORCEMENTS,
    REPLACEMENTS,
    of_the_page,
    taken_apart,
)

KEYS = {"rule", "title", "base", "decision", "situations"}
OF_A_BATTLE = {"title", "rule", "change", "move", "broken", "brings", "every"}
FILES = [file for file in ALL_FILES if "situations" in content_of(file)]
_CARD = re.compile(r"[ac]p_\d\d")


@dataclass(frozen=True)
class Told:
    """A position and the decision it asks for."""

    kind: str
    setup: str
    allow: tuple[str, ...]

    @property
    def at(self) -> _core.PursuitPosition:
        return _read(self)


@cache
def _read(position: Told) -> _core.PursuitPosition:
    return told(position.setup, position.allow)


@dataclass(frozen=True)
class Case:
    file: Path
    number: int
    position: Told
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return f"{self.file.stem}-{self.number}"

    @property
    def move(self) -> str:
        move: str = self.content["move"]
        return move

    @property
    def rules(self) -> set[str]:
        return {*content_of(self.file)["rule"], *self.content.get("rule", ())}


def _cases_of(file: Path) -> list[Case]:
    content = content_of(file)
    return [
        Case(file, number, Told(content["decision"], setup, tuple(allow)), battle)
        for number, (setup, allow, battle) in enumerate(battles_of(content), 1)
    ]


ALL = [case for file in FILES for case in _cases_of(file)]
CASES = [case for case in ALL if "broken" in case.content]
BRINGING = [case for case in ALL if "brings" in case.content]
WHOLE = [case for case in ALL if "every" in case.content]
MOVES: Mapping[Told, list[str]] = defaultdict(list)
for _case in CASES:
    MOVES[_case.position].append(_case.move)

Violations = set[battle_law.BrokenRule]


def by_core(case: Case) -> Violations:
    (broken,) = case.position.at.check_many([case.move])
    return set(broken)


def by_law(case: Case) -> Violations:
    return _judged(case.file, case.position.kind)[case.position, case.move]


# So many positions at most are put to the law together. Redeployments are judged one by one: their
# paths are others in every position, and the law of all takes longer than that of each.
TOGETHER = 12
ONE_BY_ONE = {"redeployment"}


@cache
def _judged(file: Path, kind: str) -> Mapping[tuple[Told, str], Violations]:
    """What the law says of all moves in the positions of a file that ask for a decision."""
    of_tables: Mapping[_core.PursuitTables, list[Told]] = defaultdict(list)
    for position in dict.fromkeys(
        case.position for case in CASES if case.file == file and case.position.kind == kind
    ):
        of_tables[position.at.tables].append(position)
    found: dict[tuple[Told, str], Violations] = {}
    for positions in of_tables.values():
        for first in range(0, len(positions), TOGETHER):
            some = positions[first : first + TOGETHER]
            for position, answers in zip(some, _judged_together(kind, some), strict=True):
                moves = [(position, move) for move in MOVES[position]]
                found |= dict(zip(moves, answers, strict=True))
    return found


def _judged_together(kind: str, positions: Sequence[Told]) -> list[list[Violations]]:
    ats, moves = [one.at for one in positions], [MOVES[one] for one in positions]
    with suppress(ClingoError):
        if kind not in ONE_BY_ONE:
            return battle_law.judge_together(ats, kind, moves)
    # It minds arithmetic with a least number of nothing, which no position has by itself.
    return [battle_law.judge_many(at, kind, some) for at, some in zip(ats, moves, strict=True)]


JUDGES: Mapping[str, Callable[[Case], Violations]] = {"core": by_core, "law": by_law}


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_battles(case: Case, judge: str) -> None:
    found = sorted(f"{rule} {witness}" for rule, witness in JUDGES[judge](case))
    assert found == case.content["broken"], case.move


# Play goes past a decision that leaves no choice, and the package answers what play asks.
ALONE = [case for case in CASES[::9] if case.position.at.at_next_decision() == case.position.at]


@pytest.mark.parametrize("case", ALONE, ids=[case.name for case in ALONE])
def test_the_law_says_the_same_of_one_move_alone(case: Case) -> None:
    at, kind = case.position.at, case.position.kind
    assert set(battles.judge(at, kind, moves.read(at, case.move))) == by_law(case)


@pytest.mark.parametrize("case", BRINGING, ids=[case.name for case in BRINGING])
def test_what_an_attack_brings(case: Case) -> None:
    at, brings = case.position.at, set(case.content["brings"])
    assert not at.check_many([case.move])[0]
    assert battle_law.brings(at, case.move) == brings
    position = pog.Position(at)
    flank = lexbelli.odds(position, case.move).flank
    said = set() if flank is None else {f"flank_drm({sum(line.value for line in flank.drms)})"}
    after = json.loads(at.answer(case.move).to_json())["mandated"]
    said |= {
        f"satisfies({side},{one['offensive']})"
        for side, owed in after.items()
        for one in owed
        if one["met"]
    }
    assert said == brings


# --------------------------------------------------------------------- whole decisions


def _subsets(orders: Sequence[str]) -> list[str]:
    every = chain.from_iterable(combinations(orders, size) for size in range(len(orders) + 1))
    return ["; ".join(some) or "pass" for some in every]


@pytest.mark.parametrize("case", WHOLE, ids=[case.name for case in WHOLE])
def test_the_lawful_moves_are_those_that_break_nothing(case: Case) -> None:
    at, kind, every = case.position.at, case.position.kind, case.content["every"]

    def terms(move: object) -> frozenset[str]:
        return frozenset(_core.PursuitMove.parse(at, str(move)).terms())

    moves = _subsets(every)
    lawful = {
        terms(move) for move, broken in zip(moves, at.check_many(moves), strict=True) if not broken
    }
    judged = battle_law.judge_many(at, kind, moves)
    assert {terms(move) for move, broken in zip(moves, judged, strict=True) if not broken} == lawful
    assert lawful, "some way is lawful"
    listed = [*battles.moves(at, kind)]
    found = {terms(move) for move in listed}
    assert len(found) == len(listed), "every move once"
    assert {move for move in found if move <= terms("; ".join(every))} == lawful
    assert not any(battle_law.judge_many(at, kind, [str(move) for move in listed]))
    if at.at_next_decision() != at:
        return  # Play goes past a decision that leaves no choice, and nothing is asked there.
    assert _orders(at, kind) == set().union(*found)
    some = min(listed, key=lambda move: (-len(terms(move)), str(move)))
    for order in some.orders:
        fixed = {move for move in found if terms(order) <= move}
        assert _orders(at, kind, str(order)) == set().union(*fixed), order


def _orders(at: _core.PursuitPosition, kind: str, given: str = "pass") -> set[str]:
    """The terms of all orders of lawful moves that contain those given."""
    orders = battles.orders_by_law(at, kind, given)
    return {term for order in orders for term in _core.PursuitMove.parse(at, str(order)).terms()}


LOSSES = [position for position in MOVES if position.kind == "losses"]


@pytest.mark.parametrize("position", LOSSES, ids=range(len(LOSSES)))
def test_law_and_core_find_the_same_losses_that_can_be_absorbed(position: Told) -> None:
    assert f"{battle_law.capacity(position.at)}.\n" in position.at.decision_facts()


# ------------------------------------------------------------------- the cases themselves


def _shown(broken: str) -> tuple[str, str, int]:
    rule, witness = broken.split(" ")
    code, inside = taken_apart(witness)
    return rule, code, len(inside)


def test_every_row_of_the_pages_has_a_case_and_every_case_a_row() -> None:
    shown = {_shown(broken) for case in CASES for broken in case.content["broken"]}
    told = (BATTLES, AFTERMATH, PLAYING, REDEPLOYMENT, REPLACEMENTS, REINFORCEMENTS)
    pages = {row for page in told for row in of_the_page(page)}
    assert not pages - shown, "without a case"
    assert not shown - pages - {*of_the_page()}, "not on a page"


def test_every_rule_that_is_broken_is_kept_somewhere() -> None:
    kept = {rule for case in CASES if not case.content["broken"] for rule in case.rules}
    broken = {_shown(one)[0] for case in CASES for one in case.content["broken"]}
    broken = {rule for rule in broken if not _CARD.fullmatch(rule)}
    assert not broken - kept, sorted(broken - kept)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_file_of_battles_is_well_formed(file: Path) -> None:
    known = rule_coverage.named(rule_coverage.PURSUIT)
    content, cases = content_of(file), _cases_of(file)
    assert content.keys() == KEYS
    assert file.stem.startswith(f"{content['rule'][0]}."), "named after its first rule"
    for case in cases:
        assert case.rules <= known, case.rules - known
        assert case.content.keys() <= OF_A_BATTLE
        assert case.position.at.stands_before == content["decision"]
        broken = list(case.content.get("broken", ()))
        assert broken == sorted(set(broken))
        assert {rule for rule, *_ in map(_shown, broken) if not _CARD.fullmatch(rule)} <= known
    told_twice = {(case.position, str(case.content.get("move"))) for case in cases}
    assert len(told_twice) + sum("every" in case.content for case in cases) >= len(cases)


def test_most_files_show_a_lawful_move_beside_another() -> None:
    both = [
        file
        for file in FILES
        if len({bool(case.content.get("broken")) for case in _cases_of(file)}) == 2
    ]
    assert len(both) > len(FILES) * 0.9
