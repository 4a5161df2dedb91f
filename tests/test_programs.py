"""The law with nothing but clingo: every program runs on the facts that are printed."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

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
from support import invoke

LAW = Path(__file__).parents[1] / "rules_asp"
GAME = LAW / "pursuit_of_glory"
PROGRAMS = GAME / "programs"
# Decisions, and a position of each: by a number of random situations, or of battles fought.


def _revolution(frame: str, side: str) -> list[dict[str, str]]:
    """The agenda of the Revolution Phase in which a side decides."""
    return [
        {"frame": "turn"},
        {"frame": "phase", "phase": "revolution"},
        {"frame": frame, "side": side},
    ]


BEFORE_THE_DICE = {"attack": 0, "defence": 0, "cards": 0, "returns": 1, "withdrawal": 3}
AFTER_THE_DICE = {"losses": 7, "retreat": 4, "advance": 4, "repair": 7}
_ROUND = [{"frame": "turn"}, {"frame": "phase", "phase": "action"}, {"frame": "round"}]
_DIVISIONS = "enter ru_elite_div_4 ap_reserve; enter ru_cavalry_7 odessa"
# And those that documents tell of.
TOLD: Mapping[str, tuple[Mapping[str, Any], Sequence[str]]] = {
    "action": ({"cards": {"ap": {"hand": ["ap_02"]}}}, ["automatic", "play ap_02", "play ap_03"]),
    "tribes": (
        {"units": {"tribal_key_bawi": ["bawi"], "tribal_key_kurds": ["kurds_1"]}, "tribes_due": 1},
        ["place bawi ahwaz", "place bawi kars", "place kurds_2 mus", "pass"],
    ),
    "event": (
        {
            "turn": 8,
            "active": "cp",
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_36"},
            ],
            "units": {"nis": ["sb_1_army", "sb_div_1"], "ap_eliminated": ["sb_2_army"]},
        },
        [
            "eliminate sb_1_army",
            "eliminate sb_2_army",
            "eliminate sb_1_army; eliminate sb_2_army",
            "eliminate sb_div_1",
            "pass",
        ],
    ),
    "replacement": (
        {
            "phase": "attrition",
            "step": 2,
            "units": {"galicia": ["tu_i_corps"], "cp_reserve": ["tu_div_1", "tu_cavalry_1"]},
            "reduced": ["tu_i_corps"],
        },
        [
            "replace tu_i_corps by tu_div_1",
            "replace tu_i_corps by tu_cavalry_1",
            "replace tu_i_corps by tu_div_2",
            "replace tu_ii_corps by tu_div_1",
            "pass",
        ],
    ),
    "replacement_points": (
        {
            "turn": 8,
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "replacement"},
                {"frame": "replacement_points", "side": "cp"},
            ],
            "replacements": {"tu": 1, "ge": 1, "cp_allied": -1},
            "units": {"erzurum": ["tu_ix_corps", "tu_div_1"], "cp_eliminated": ["tu_div_2", "laz"]},
            "reduced": ["tu_ix_corps", "tu_div_1"],
        },
        [
            "restore tu_ix_corps,tu_div_1",
            "rebuild tu_div_2 kayseri; restore tu_div_2,tu_div_1",
            "restore tu_ix_corps,tu_div_1; rebuild tu_div_2 cp_reserve; restore tu_div_2",
            "rebuild tu_div_2 sivas; rebuild laz tribal_key_laz",
            "reduce tu_ix_corps; eliminate ge_mackensen_hq",
        ],
    ),
    "arrival": (
        {
            "turn": 5,
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "replacement"},
                {"frame": "arrival", "side": "ap"},
            ],
            "arriving": {"5": ["in_div_1", "br_div_1"], "6": ["in_div_3"]},
            "bound_for": {
                "in_div_1": "east_mediterranean",
                "br_div_1": "red_sea",
                "in_div_3": "aegean",
            },
        },
        [
            "arrive in_div_1 alexandria; arrive br_div_1 suez",
            "arrive in_div_1 suez",
            "arrive in_div_3 lemnos",
            "pass",
        ],
    ),
    "redeployment": (
        {
            "turn": 3,
            "agenda": [
                *_ROUND,
                {"frame": "action", "side": "cp"},
                {"frame": "redeployment", "side": "cp", "points": 4},
            ],
            "units": {"erzurum": ["tu_ix_corps", "tu_div_1"], "cp_reserve": ["tu_div_2"]},
        },
        [
            "redeploy tu_div_1 sivas",
            "redeploy tu_ix_corps ankara; deploy tu_div_2 constantinople",
            "reserve tu_div_1; deploy tu_div_2 erzurum",
            "ship tu_div_1 trabzon",
            "pass",
        ],
    ),
    "reinforcements": (
        {
            "turn": 6,
            "events": {"ap_10": 6},
            "agenda": [
                *_ROUND,
                {"frame": "action", "side": "ap"},
                {"frame": "event", "side": "ap", "card": "ap_10"},
            ],
            "units": {"tiflis": ["ru_i_caucasian", "ru_div_1", "ru_div_2"]},
        },
        [
            f"enter ru_iv_caucasian tiflis; enter ru_div_13 ap_reserve; {_DIVISIONS}",
            f"enter ru_iv_caucasian petrovsk; enter ru_div_13 ap_corps_assets; {_DIVISIONS}",
            f"enter ru_iv_caucasian ap_reserve; enter ru_div_13 baku; {_DIVISIONS}",
            "enter ru_div_13 odessa; enter ru_div_14 kars",
            "enter ru_div_13 odessa; enter ru_div_13 tiflis",
        ],
    ),
    "offensive": (
        {
            "turn": 3,
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "mandated_offensive", "step": 2},
                {"frame": "offensive", "side": "ap"},
            ],
        },
        ["mandate ru", "mandate tu", "mandate egypt", "mandate ru; mandate tu", "pass"],
    ),
    "discard": (
        {
            "turn": 3,
            "cards": {"ap": {"hand": ["ap_02", "ap_04", "ap_05"]}},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "draw", "step": 1},
                {"frame": "discard", "side": "ap"},
            ],
        },
        ["discard ap_04", "discard ap_04,ap_05", "discard ap_02", "discard cp_04", "pass"],
    ),
    "opening": (
        {
            "turn": 1,
            "cards": {"ap": {"deck": ["ap_01", "ap_02"]}},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "opening"},
                {"frame": "opening", "side": "ap"},
            ],
        },
        ["take ap_01", "take ap_02", "take ap_01; take ap_02", "pass"],
    ),
    "dismissal": (
        {
            "turn": 3,
            "tracks": {"jihad": 1},
            "units": {"van": ["kurds_1", "kurds_2"]},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "revolution"},
                {"frame": "dismissal", "side": "cp"},
            ],
        },
        ["dismiss kurds_1", "dismiss kurds_2", "dismiss kurds_1,kurds_2", "dismiss laz", "pass"],
    ),
    "revolt": (
        {
            "turn": 8,
            "events": {"cp_13": 2, "cp_12": 3, "cp_24": 5},
            "agenda": _revolution("revolt", "cp"),
        },
        ["revolt egypt", "revolt central_asia", "revolt india", "pass"],
    ),
    "keep": (
        {
            "turn": 14,
            "revolution": {"stage": 4},
            "units": {"kars": ["ru_cavalry_1"], "ap_reserve": ["ru_cavalry_2"]},
            "agenda": _revolution("keep", "ap"),
        },
        ["keep ru_cavalry_1", "keep ru_cavalry_2", "keep ru_div_1", "pass"],
    ),
    "newcomers": (
        {"turn": 8, "revolts": ["egypt"], "agenda": _revolution("newcomers", "cp")},
        [
            "enter egypt_rebel_1 cairo; enter egypt_rebel_2 cairo; enter egypt_rebel_3 suez",
            "enter egypt_rebel_1 cairo; enter egypt_rebel_2 kut",
            "pass",
        ],
    ),
    "excess_lcus": (
        {
            "units": {"mosul": ["tu_x_corps"], "baghdad": ["tu_iii_corps"], "kut": ["tu_div_1"]},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "ap"},
                {"frame": "attack", "side": "ap"},
                {"frame": "battle", "side": "ap", "place": "cizre"},
                {"frame": "advance", "side": "ap"},
                {"frame": "excess_lcus", "side": "cp"},
            ],
        },
        ["eliminate tu_x_corps", "eliminate tu_iii_corps", "eliminate tu_div_1", "pass"],
    ),
    "out_of_theater": (
        {
            "turn": 8,
            "units": {
                "alexandria": ["br_elite_div_1", "br_div_1"],
                "cairo": ["in_tigris_corps", "br_cavalry_1"],
            },
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_32"},
                {"frame": "out_of_theater", "side": "ap"},
            ],
        },
        [
            "eliminate br_elite_div_1",
            "eliminate br_elite_div_1,br_div_1",
            "eliminate in_tigris_corps",
            "eliminate br_cavalry_1",
            "pass",
        ],
    ),
    "counter": (
        {
            "turn": 8,
            "cards": {"cp": {"hand": ["cp_16", "cp_04"]}},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "ap"},
                {"frame": "event", "side": "ap", "card": "ap_45"},
                {"frame": "counter", "side": "cp"},
            ],
        },
        ["play cp_16 for event", "play cp_16", "play cp_04 for event", "pass"],
    ),
    "exchange": (
        {
            "turn": 12,
            "units": {
                "mus": ["tu_ix_corps", "tu_x_corps", "tu_div_1"],
                "erzincan": ["tu_xi_corps", "tu_div_2", "tu_cavalry_1"],
                "cp_reserve": ["tu_div_3", "tu_a_div_1"],
            },
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_52"},
            ],
        },
        [
            "eliminate tu_ix_corps,tu_x_corps,tu_xi_corps,tu_div_1,tu_div_2,tu_div_3",
            "eliminate tu_ix_corps,tu_x_corps,tu_xi_corps,tu_div_1,tu_div_2",
            "eliminate tu_ix_corps,tu_cavalry_1",
            "pass",
        ],
    ),
    "treachery": (
        {
            "turn": 12,
            "events": {"cp_33": 4},
            "units": {
                "doiran": ["gr_div_2"],
                "ft_rupel": ["gr_div_3"],
                "strumica": ["bu_div_1", "ge_mackensen_hq"],
            },
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_17"},
            ],
        },
        [
            "enter gr_div_2 lamia; enter gr_div_3 athens; enter bu_div_1 doiran",
            "enter gr_div_2 lamia; enter gr_div_3 athens; enter ge_mackensen_hq doiran",
            "enter gr_div_2 lamia; enter bu_div_1 ft_rupel",
            "pass",
        ],
    ),
    "relief": (
        {
            "turn": 12,
            "units": {"cp_eliminated": ["ah_div_1", "ge_mackensen_hq"], "sofia": ["ge_div_1"]},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_40"},
            ],
        },
        [
            "enter ah_div_1 galicia",
            "enter ah_div_1 sofia",
            "enter ge_mackensen_hq galicia",
            "enter ge_div_1 galicia",
            "pass",
        ],
    ),
    "collapses": (
        {
            "turn": 8,
            "events": {"cp_33": 4, "ap_29": 5},
            "control": {"cp": ["belgrade"]},
            "units": {"nis": ["sb_1_army"], "ploesti": ["ro_1_army"]},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "war_status", "step": 3},
                {"frame": "collapses", "side": "ap"},
            ],
        },
        ["declare serbia", "declare romania", "declare bulgaria", "pass"],
    ),
    "divisions_leave": (
        {
            "turn": 8,
            "events": {"cp_33": 4, "ap_29": 5},
            "collapsed": ["serbia"],
            "units": {
                "hermannstadt": ["ah_div_1", "ah_div_2"],
                "cp_reserve": ["ah_div_3", "ge_div_1"],
            },
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "war_status", "step": 4},
                {"frame": "collapse", "side": "cp", "country": "serbia", "step": 1},
            ],
        },
        ["eliminate ah_div_1,ah_div_3", "eliminate ah_div_1", "eliminate ge_div_1", "pass"],
    ),
    "marks": (
        {
            "turn": 4,
            "uprisings": {"qum": "persian"},
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_23", "step": 2},
            ],
        },
        ["mark isfahan,teheran,kashan", "mark isfahan,qum", "mark kut", "pass"],
    ),
    "trenches": (
        {
            "turn": 4,
            "agenda": [
                {"frame": "turn"},
                {"frame": "phase", "phase": "action"},
                {"frame": "round"},
                {"frame": "action", "side": "cp"},
                {"frame": "event", "side": "cp", "card": "cp_37", "step": 1},
            ],
        },
        [
            "entrench gaza",
            "entrench jerusalem",
            "entrench kars",
            "entrench gaza; entrench haifa",
            "pass",
        ],
    ),
}
DECISIONS = ("operations", *BEFORE_THE_DICE, *AFTER_THE_DICE, "excess", *TOLD)
# Programs that answer questions about a position, by the decision on whose position they run.
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


def solved(files: Iterable[Path], text: str, limit: int = 1) -> list[list[clingo.Symbol]]:
    """The answers of clingo to files and facts; whatever it remarks is an error."""
    said: list[str] = []
    control = clingo.Control(["--warn=all", f"--models={limit}"], lambda _, told: said.append(told))
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
