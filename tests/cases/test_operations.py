"""Numbered rulings about operations: a position, a move, and every rule the move breaks.

Every ruling is put to the law and to the core. Beside the keys of test_cases.py a file holds
[[operations]], as many as it likes, each about a move of its own by the active side:

    ops      what may be spent
    move     the orders, as docs/operations.md writes them
    rules    the number of every rule it breaks, sorted; none if it is legal
    witness  every witness of these violations, sorted; it may be left out
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import rule_coverage
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory import operations
from rulings import ALL_FILES, content_of, position_of
from violations import PAGE, of_the_page, taken_apart

TABLES = PAGE.parents[1] / "scenarios/pursuit_of_glory/tables.toml"
KEYS = {"ops", "move", "rules", "witness"}
FILES = [file for file in ALL_FILES if "operations" in content_of(file)]


@dataclass(frozen=True)
class Case:
    file: Path
    number: int
    ops: int
    move: str
    rules: Sequence[str]
    witness: Sequence[str] | None

    @property
    def name(self) -> str:
        return f"{self.file.stem}-{self.number}"


def cases_of(file: Path) -> list[Case]:
    return [
        Case(file, number, case["ops"], case["move"], case["rules"], case.get("witness"))
        for number, case in enumerate(content_of(file)["operations"], 1)
    ]


CASES = [case for file in FILES for case in cases_of(file)]


@cache
def position(file: Path) -> pog.Position:
    return position_of(content_of(file))


Violations = set[tuple[str, str]]


def by_core(case: Case) -> Violations:
    core = position(case.file).core
    broken = _core.PursuitChecker(core, case.ops).check(_core.PursuitMove.parse(core, case.move))
    return {(found["rule"], found["witness"]) for found in broken}


def by_law(case: Case) -> Violations:
    return _judged(case.file, case.ops)[case.number]


@cache
def _judged(file: Path, ops: int) -> Mapping[int, Violations]:
    """What the law says of all moves of a file with these OPS; it reads the position once."""
    core = position(file).core
    cases = [case for case in cases_of(file) if case.ops == ops]
    moves = [_core.PursuitMove.parse(core, case.move) for case in cases]
    answers = operations.judge_many(core, moves, ops)
    return {case.number: set(found) for case, found in zip(cases, answers, strict=True)}


JUDGES: Mapping[str, Callable[[Case], Violations]] = {"core": by_core, "law": by_law}


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_operations(case: Case, judge: str) -> None:
    found = JUDGES[judge](case)
    said = f"{case.move}\n{sorted(found)}"
    assert sorted({rule for rule, _ in found}) == list(case.rules), said
    if case.witness is not None:
        assert sorted({witness for _, witness in found}) == list(case.witness), said


@pytest.mark.parametrize("case", CASES[::10], ids=[case.name for case in CASES[::10]])
def test_the_law_says_the_same_of_one_move_alone(case: Case) -> None:
    alone = operations.judge(position(case.file).core, case.move, case.ops)
    assert set(alone) == by_law(case)


# ------------------------------------------------------------------- the cases themselves

_ID = r"[a-z0-9_]+"
_IDS = rf"{_ID}(?:,{_ID})*"
_ORGANIZE = (
    rf"organize (?P<lcu>{_ID}) reserve (?P<kept>{_ID})"
    rf"(?: eliminated (?P<lost>{_ID}))? removed (?P<gone>{_ID})"
)
_ORDERS = (
    rf"activate (?P<at>{_ID}) (?:move|attack|attack_with_br)(?: with (?P<stack>{_IDS}))?",
    rf"suppress (?P<unit>{_ID})",
    rf"(?:land|assault|entrench|withdraw|remove) (?P<place>{_ID})",
    rf"go (?P<units>{_IDS}) (?P<end>{_ID})(?: via (?P<via>{_IDS}))?(?: directly)?",
    rf"join (?P<unit>{_ID}) (?P<place>{_ID})",
    _ORGANIZE,
)
_PLACES = {"at", "place", "end", "via"}


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_file_of_operations_is_well_formed(file: Path) -> None:
    known, words = set(rule_coverage.rules(rule_coverage.PURSUIT)), _known_words(position(file))
    arguments = {(rule, code): number for rule, code, number in of_the_page()}
    content = content_of(file)
    assert file.stem.startswith(content["rule"][0]), "named after the first rule it illustrates"
    assert set(content["rule"]) <= known, sorted(set(content["rule"]) - known)
    for raw, case in zip(content["operations"], cases_of(file), strict=True):
        assert raw.keys() <= KEYS
        assert list(case.rules) == sorted(set(case.rules)), case.rules
        assert set(case.rules) <= known, case.rules
        _look_at_orders(case.move, words)
        if case.witness is None:
            continue
        assert list(case.witness) == sorted(set(case.witness)), case.witness
        explained = set()
        for witness in case.witness:
            code, inside = taken_apart(witness)
            rules = {r for r in case.rules if arguments.get((r, code)) == len(inside)}
            assert rules, f"{witness} is no witness of {case.rules}"
            assert all(word.isdigit() or word in words["witness"] for word in inside), witness
            explained |= rules
        assert explained == set(case.rules), f"no witness of {set(case.rules) - explained}"


def _known_words(position: pog.Position) -> Mapping[str, set[str]]:
    units, spaces = set(position.known_units), set(position.spaces)
    areas = {area["id"] for area in tomllib.loads(TABLES.read_text("utf-8"))["restricted_areas"]}
    purposes = {"move", "attack", "attack_with_br"}
    return {"unit": units, "place": spaces, "witness": units | spaces | areas | purposes}


def _look_at_orders(move: str, words: Mapping[str, set[str]]) -> None:
    movers: list[str] = []
    for order in filter(None, map(str.strip, re.split(r"[;\n]", move))):
        match = next(filter(None, (re.fullmatch(form, order) for form in _ORDERS)), None)
        assert match, order
        for name, text in match.groupdict().items():
            for word in text.split(",") if text else ():
                assert word in words["place" if name in _PLACES else "unit"], word
        movers += (match.groupdict().get("units") or "").split(",")
    moved = [unit for unit in movers if unit]
    assert len(moved) == len(set(moved)), "at most one go for each unit"


def test_every_row_of_the_page_has_a_case() -> None:
    shown = {
        (rule, taken_apart(witness)[0])
        for case in CASES
        for rule in case.rules
        for witness in case.witness or ()
    }
    missing = sorted({(rule, code) for rule, code, _ in of_the_page()} - shown)
    assert not missing, missing


def test_most_files_show_a_legal_move_beside_an_illegal_one() -> None:
    both = [file for file in FILES if len({bool(case.rules) for case in cases_of(file)}) == 2]
    assert len(both) > len(FILES) / 2
