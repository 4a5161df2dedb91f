"""The law of Twilight of the Habsburgs with nothing but clingo, on the facts that are printed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from agreement.twilight_positions import KINDS, position
from agreement.twilight_spoilt import moves_of
from lexbelli import twilight_of_the_habsburgs as toh
from test_programs import facts, solved

LAW = Path(__file__).parents[1] / "rules_asp"
PROGRAMS = LAW / "twilight_of_the_habsburgs" / "programs"
COMMON = LAW / "common"
QUESTIONS = (
    "show_zones",
    "show_command",
    "show_reach",
    "show_victory",
    "show_fog",
    "command",
    "encircled",
    "goals",
)
# Of so many moves each program judges one after another.
MOST_JUDGED = 4
# Ways by rail that are listed have so many hexes at most, as those that the package lists first.
LONGEST_RAIL = 6


def _case(kind: str) -> tuple[toh.Position, Sequence[str]]:
    at = position(3, 3, kind)
    return at, [str(move) for move in moves_of(at, 1)[5 : 5 + MOST_JUDGED]]


def _judged(kind: str) -> list[Path]:
    return [PROGRAMS / f"{kind}.lp", COMMON / "judge.lp", COMMON / "explain.lp"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_is_judged_by_its_program_as_by_the_package(kind: str) -> None:
    at, made = _case(kind)
    for text in made:
        move = at.move(text)
        given = "".join(f"given({term})." for term in _terms(move))
        (answer,) = solved(_judged(kind), facts(at) + given)
        found = {(atom.arguments[0].string, str(atom.arguments[1])) for atom in answer}
        assert found == {(each.rule, each.witness) for each in at.check(move, by="law")}


def _terms(move: object) -> Iterator[str]:
    assert isinstance(move, toh.moves.Move)
    yield from move.core.terms()


@pytest.mark.parametrize("kind", KINDS)
def test_moves_are_listed_by_their_program(kind: str) -> None:
    at, _ = _case(kind)
    listed = [PROGRAMS / f"{kind}_moves.lp", COMMON / "show_moves.lp", COMMON / "lawful.lp"]
    # Few of the moves by rail: there are many times as many as of all others.
    bound = f"#const longest_rail = {LONGEST_RAIL}. [override]" if kind == "movement" else ""
    found = solved(listed, facts(at) + bound, 3)
    assert found
    for answer in found:
        given = "".join(f"given({atom.arguments[0]})." for atom in answer)
        assert solved(_judged(kind), facts(at) + given) == [[]]


@pytest.mark.parametrize("kind", KINDS)
def test_orders_are_shown_by_their_program(kind: str) -> None:
    at, _ = _case(kind)
    program = PROGRAMS / f"{kind}_orders.lp"
    program = program if program.exists() else PROGRAMS / f"{kind}_moves.lp"
    assert solved([program, COMMON / "show_orders.lp", COMMON / "lawful.lp"], facts(at))


@pytest.mark.parametrize("program", QUESTIONS)
def test_a_question_is_answered_by_its_program(program: str) -> None:
    (answer,) = solved([PROGRAMS / f"{program}.lp"], facts(position(3, 3, "movement")), 0)
    assert answer


def test_what_becomes_of_a_move_is_said_by_its_program() -> None:
    at, made = _case("movement")
    shown = "#show. #show then_at/2. #show then_reduced/1. #show then_entrenched/1."
    programs = [PROGRAMS / "movement.lp", PROGRAMS / "goals.lp", COMMON / "judge.lp"]
    legal = [move for move in map(at.move, made) if not at.check(move)]
    for move in legal or [at.move("pass")]:
        given = "".join(f"given({term})." for term in _terms(move))
        (answer,) = solved(programs, facts(at) + given + shown)
        after = at.play(move)
        ends = {unit: place for unit, place in after.units.items() if place in at.hexes}
        then = {str(atom).removeprefix("then_") for atom in answer}
        assert {f"at({unit},{place})" for unit, place in ends.items()} <= then
        told = {fact.removesuffix(".") for fact in after.facts().split()}
        assert then <= told


def test_command_is_said_by_its_program() -> None:
    at = position(3, 3, "movement")
    shown = "#show. #show in_command/1."
    (answer,) = solved([PROGRAMS / "command.lp"], facts(at) + shown, 0)
    by_core = [at.command(side).in_command for side in ("central", "entente")]
    assert {str(atom.arguments[0]) for atom in answer} == by_core[0] | by_core[1]


def test_the_odds_of_an_attack_are_shown_by_their_program() -> None:
    at = position(3, 3, "attack")
    move = next(move for move in at.sample_moves(20, 1) if move.orders)
    given = "".join(f"given({term})." for term in _terms(move))
    files = [PROGRAMS / "show_battle.lp", COMMON / "judge.lp"]
    (answer,) = solved(files, facts(at) + given, 0)
    assert sum(atom.name == "shows" for atom in answer) == 6


@pytest.mark.parametrize("program", ["show_attacks", "show_largest_attacks"])
def test_attacks_are_listed_by_their_program(program: str) -> None:
    at = position(3, 3, "attack")
    for answer in solved([PROGRAMS / f"{program}.lp", COMMON / "lawful.lp"], facts(at), 3):
        orders = [atom.arguments[0] for atom in answer]
        assert {order.name for order in orders} == {"attack"}
        given = "".join(f"given({order})." for order in orders)
        assert solved(_judged("attack"), facts(at) + given) == [[]]


def test_every_program_is_run() -> None:
    run = {
        *KINDS,
        "show_battle",
        "show_attacks",
        "show_largest_attacks",
        *(f"{kind}_moves" for kind in KINDS),
        "movement_orders",
        *QUESTIONS,
    }
    assert {file.stem for file in PROGRAMS.glob("*.lp")} == run
