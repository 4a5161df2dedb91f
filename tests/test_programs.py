"""The law with nothing but clingo: every program runs on the facts that are printed."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import clingo
import pytest
from clingo.ast import AST, ASTType, Transformer, parse_string

import lexbelli
from agreement.afterwards import decisions
from agreement.blows import moves
from agreement.fights import situation
from agreement.seldom import excesses
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.pursuit_of_glory import tables
from program_positions import TOLD
from support import invoke

LAW = Path(__file__).parents[1] / "rules_asp"
GAME = LAW / "pursuit_of_glory"
PROGRAMS = GAME / "programs"
# Decisions, and a position of each: by a number of random situations, or of battles fought.
BEFORE_THE_DICE = {"attack": 0, "defence": 0, "cards": 0, "returns": 1, "withdrawal": 3}
AFTER_THE_DICE = {"losses": 7, "retreat": 4, "advance": 12, "repair": 7}
DECISIONS = ("operations", *BEFORE_THE_DICE, *AFTER_THE_DICE, "excess", *TOLD)
# Programs that answer questions about a position, by the decision on whose position they run.
# Decisions whose orders are told without a choice, as far as that goes.
TOLD_AT_ONCE = ("redeployment",)
UNSURE = clingo.Function("unsure")
QUESTIONS = {
    "supply": "operations",
    "show_supply": "operations",
    "show_activation": "operations",
    "show_victory": "operations",
    "show_playable": "operations",
    "goals": "operations",
    "show_attack": "attack",
    "show_attacks": "attack",
    "show_largest_attacks": "attack",
    "losses_capacity": "losses",
}
# What whoever asks reads from no other file.
OUTPUT = {"outcome_points.lp"}
# What documents may tell for tests.
ALLOWED = [code for code, _ in tables.problem_codes()]
# Of so many moves each program judges one after another.
MOST_JUDGED = 5

BrokenRule = set[tuple[str, str]]


@cache
def case(kind: str) -> tuple[pog.Position, Sequence[str]]:
    """A position at which the decision is asked, and moves, legal and not."""
    if kind == "operations":
        position = lexbelli.scenario("pursuit_of_glory/1914_campaign").suppose(ops=3)
        legal = [str(move) for move in position.moves(2)]
        wrong = ["activate kars move; go ru_i_caucasian_corps erzurum", "activate kars attack"]
        return position, [*legal, *wrong]
    if kind in TOLD:
        setup, told = TOLD[kind]
        return pog.Position.from_setup({**setup, "scenario": "1914_campaign"}, allow=ALLOWED), told
    if kind in BEFORE_THE_DICE:
        at = situation(kind, BEFORE_THE_DICE[kind], 3)
        return pog.Position(at), list(moves(at, kind, 12, 1))
    battle = excesses(0, 1) if kind == "excess" else decisions(AFTER_THE_DICE[kind], 3)
    made = next(made for made in battle if made.kind == kind)
    return pog.Position(made.at), [*made.moves[:3], *made.moves[-9:]]


def facts(position: pog.Position | toh.Position) -> str:
    """What `lexbelli facts` prints."""
    return f"{position.static_facts()}\n{position.facts()}\n{position.decision_facts()}\n"


def terms(position: pog.Position, move: str) -> Sequence[str]:
    """The orders of a move, as the law writes them."""
    return _core.PursuitMove.parse(position.core, move).terms()


def broken_by_core(position: pog.Position, made: Sequence[str]) -> list[BrokenRule]:
    """What the package says of moves."""
    if position.decision.points is None:
        return [set(broken) for broken in position.core.check_many(made)]
    return [{(each.rule, each.witness) for each in position.check(move)} for move in made]


def solved(
    files: Iterable[Path], text: str, limit: int = 1, *options: str
) -> list[list[clingo.Symbol]]:
    """The answers of clingo to files and facts; whatever it remarks is an error."""
    said: list[str] = []
    control = clingo.Control(
        ["--warn=all", f"--models={limit}", *options], lambda _, told: said.append(told)
    )
    for file in files:
        control.load(str(file))
    control.add("base", [], text)
    control.ground([("base", [])])
    found: list[list[clingo.Symbol]] = []
    control.solve(on_model=lambda model: found.append(list(model.symbols(shown=True))))
    assert not said, said
    return found


@pytest.mark.parametrize("kind", DECISIONS)
def test_a_move_is_judged_by_its_program_as_by_the_package(kind: str) -> None:
    position, made = case(kind)
    readable = [move for move in made if _reads(position, move)][:MOST_JUDGED]
    expected = broken_by_core(position, readable)
    assert readable
    judged = [
        PROGRAMS / f"{kind}.lp",
        *(LAW / "common" / f"{one}.lp" for one in ("judge", "explain")),
    ]
    for move, broken in zip(readable, expected, strict=True):
        given = "".join(f"given({term})." for term in terms(position, move))
        (answer,) = solved(judged, facts(position) + given)
        assert {(atom.arguments[0].string, str(atom.arguments[1])) for atom in answer} == broken


def _reads(position: pog.Position, move: str) -> bool:
    try:
        terms(position, move)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("kind", DECISIONS)
def test_moves_are_listed_by_their_program(kind: str) -> None:
    position, _ = case(kind)
    listed = [PROGRAMS / f"{kind}_moves.lp", LAW / "common" / "show_moves.lp"]
    found = solved([*listed, LAW / "common" / "lawful.lp"], facts(position), 3)
    assert found
    for answer in found:
        given = "".join(f"given({atom.arguments[0]})." for atom in answer)
        judged = [
            PROGRAMS / f"{kind}.lp",
            LAW / "common" / "judge.lp",
            LAW / "common" / "explain.lp",
        ]
        assert solved(judged, facts(position) + given) == [[]]


@pytest.mark.parametrize("kind", DECISIONS)
def test_orders_are_shown_by_their_program(kind: str) -> None:
    position, _ = case(kind)
    program = PROGRAMS / f"{kind}_orders.lp"
    program = program if program.exists() else PROGRAMS / f"{kind}_moves.lp"
    shown = [program, LAW / "common" / "show_orders.lp", LAW / "common" / "lawful.lp"]
    assert solved(shown, facts(position))


@pytest.mark.parametrize("kind", TOLD_AT_ONCE)
def test_what_is_told_without_a_choice_can_be_ordered(kind: str) -> None:
    position, _ = case(kind)
    asked = [LAW / "common" / f"{one}.lp" for one in ("show_told", "lawful")]
    (told,) = solved([PROGRAMS / f"{kind}_told.lp", *asked], facts(position))
    asked = [LAW / "common" / f"{one}.lp" for one in ("show_orders", "lawful")]
    models = solved(
        [PROGRAMS / f"{kind}_orders.lp", *asked], facts(position), 0, "--enum-mode=brave"
    )
    assert told
    assert set(told) - {UNSURE} <= set(models[-1])
    assert UNSURE in told or set(told) == set(models[-1])


@pytest.mark.parametrize("program", QUESTIONS)
def test_a_question_is_answered_by_its_program(program: str) -> None:
    position, made = case(QUESTIONS[program])
    more = position.core.victory_facts() if program == "show_victory" else ""
    if program == "show_attack":
        more = "".join(f"given({term})." for term in terms(position, made[0]))
    assert solved([PROGRAMS / f"{program}.lp"], facts(position) + more, 0)


def test_every_program_is_run() -> None:
    programs = {file.stem for file in PROGRAMS.glob("*.lp")}
    run = {*DECISIONS, *(f"{kind}_moves" for kind in DECISIONS), *QUESTIONS}
    run |= {f"{kind}_orders" for kind in DECISIONS} & programs
    run |= {f"{kind}_told" for kind in TOLD_AT_ONCE}
    assert programs == run


def test_the_command_and_clingo_are_enough(tmp_path: Path) -> None:
    position, made = case("retreat")
    (tmp_path / "position.json").write_text(position.to_json(), encoding="utf-8")
    allowed = [word for code in ALLOWED for word in ("--allow", code)]
    into = ("--output", str(tmp_path / "facts.lp"))
    printed = invoke("facts", str(tmp_path / "position.json"), *into, *allowed)
    assert printed.exit_code == 0
    told = (tmp_path / "facts.lp").read_text(encoding="utf-8")
    assert told.split() == facts(position).split()
    given = "\n".join(f"given({term})." for term in terms(position, made[-1]))
    (tmp_path / "move.lp").write_text(given, encoding="utf-8")
    files = [PROGRAMS / "retreat.lp", LAW / "common" / "judge.lp", LAW / "common" / "explain.lp"]
    files += [tmp_path / "facts.lp", tmp_path / "move.lp"]
    command = [sys.executable, "-m", "clingo", *map(str, files), "--warn=all", "--outf=2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert not done.stderr
    (answer,) = json.loads(done.stdout)["Call"][0]["Witnesses"]
    (expected,) = broken_by_core(position, [made[-1]])
    assert set(answer["Value"]) == {f'violates("{rule}",{witness})' for rule, witness in expected}


# --------------------------------------------------------------------- what programs include


_INCLUDE = re.compile(r'^#include "([^"]+)"\.$', re.MULTILINE)


def _included(file: Path) -> Iterator[Path]:
    inner = _INCLUDE.findall(file.read_text("utf-8"))
    for name in inner:
        yield from _included((file.parent / name).resolve())
    if not inner:
        yield file.resolve()


class _Used(Transformer):
    """Collects the predicates that a rule, or a part of one, names."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802
        """Note a predicate."""
        symbol = atom.symbol
        self.found.add(f"{symbol.name}/{len(symbol.arguments)}")
        return atom


@cache
def _predicates(file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """What a file derives, and what it names at all."""
    statements: list[AST] = []
    parse_string(file.read_text("utf-8"), statements.append)
    derived, named = _Used(), _Used()
    for statement in statements:
        if statement.ast_type == ASTType.Rule:
            derived.visit(statement.head)
        if statement.ast_type == ASTType.ShowSignature:
            named.found.add(f"{statement.name}/{statement.arity}")
        elif statement.ast_type != ASTType.Defined:
            named.visit(statement)
    return frozenset(derived.found), frozenset(named.found)


def _speaks(file: Path) -> bool:
    """Whether a file says what can be ordered or is wrong, shows something, or forbids it."""
    derived, _ = _predicates(file)
    said = {"violates/2", "candidate/1", "do/1"}
    return bool(derived & said) or bool(
        re.search(r"^#show|^:-", file.read_text("utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize(
    "program",
    [str(file.relative_to(LAW).with_suffix("")) for file in sorted(LAW.glob("*/programs/*.lp"))],
)
def test_a_program_includes_what_it_needs_once_and_nothing_else(program: str) -> None:
    files = list(_included(LAW / f"{program}.lp"))
    assert len(files) == len(set(files))
    # The last file is what the program is about; facts.lp says what the facts are.
    needed = {file for file in files if _speaks(file) or file.name in OUTPUT} | {
        files[0],
        files[-1],
    }
    while True:
        named = frozenset().union(*(_predicates(file)[1] for file in needed))
        more = {file for file in files if _predicates(file)[0] & named} - needed
        if not more:
            break
        needed |= more
    assert [file.name for file in files if file not in needed] == []


def test_a_file_includes_or_says() -> None:
    for file in [*LAW.rglob("*.lp")]:
        text = file.read_text("utf-8")
        says = re.sub(r"^%.*$|^#include.*$", "", text, flags=re.MULTILINE).strip()
        assert bool(_INCLUDE.search(text)) != bool(says), file
        assert ("#include" in text) == (file.parent.name == "programs"), file
