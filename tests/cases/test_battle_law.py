"""Rulings about battles, put to the law alone by the words of docs/battles.md."""

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import Any

import pytest

import battle_law
import rule_coverage
from battle_cases.attacks import ATTACKS, GALICIA, MIXED
from battle_cases.cards import CARDS, SINAI, VALLEY
from battle_cases.case import ALL, ELESKIRT, IN_THE_WAR, RUSSIANS, Case, attack, cards, other
from battle_cases.countermarch import MARCHES
from battle_cases.defences import OTHERS, YILDIRIM
from battle_cases.flanks import FLANKS
from battle_cases.limits import LIMITS
from battle_law import Battle
from violations import BATTLES, of_the_page

CASES = ATTACKS + LIMITS + FLANKS + CARDS + MARCHES + OTHERS


def _name(case: Case) -> str:
    return f"{case.rule.split()[0]}-{CASES.index(case)}"


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_the_law_of_battles(case: Case) -> None:
    found = {f"{rule} {witness}" for rule, witness in battle_law.judge(*_asked(case))}
    assert sorted(found) == sorted(case.broken), case.move


def _asked(case: Case) -> tuple[str, Battle, str]:
    return case.kind, case.put(), case.move


# ------------------------------------------------------------------- flanks and offensives

KARS = {
    "ardahan": "tu_ix_corps",
    "sarikamis": "tu_x_corps",
    "kagizman": "tu_div_1",
    "kars": "ru_div_1",
    "akhalkaln": "ru_div_2",
    "erevan": "ru_div_3",
}
AT_KARS = "attack kars with tu_ix_corps,tu_x_corps,tu_div_1"


@pytest.mark.parametrize(
    ("units", "move", "drm"),
    [
        (KARS, f"{AT_KARS} flank ardahan", 1),
        (KARS, f"{AT_KARS} flank sarikamis", 0),
        (KARS, f"{AT_KARS} flank kagizman", 1),
        # 12.4.2-4: the same after the Russians of Akhalkaln, or all, have been driven off.
        (KARS | {"akhalkaln": ""}, "attack kars with tu_ix_corps,tu_x_corps flank sarikamis", 1),
        (KARS | {"akhalkaln": "", "erevan": ""}, f"{AT_KARS} flank ardahan", 2),
        # 12.4.2-2: headquarters alone occupy a space; so do tribes of the enemy.
        (KARS | {"akhalkaln": "ru_yudenich_hq"}, f"{AT_KARS} flank sarikamis", 0),
        (KARS | {"akhalkaln": "", "erevan": "ru_yudenich_hq"}, f"{AT_KARS} flank ardahan", 1),
        (ELESKIRT, f"attack eleskirt with {ALL} flank koprukoy", 1),
        # 12.4.2-3: a fort alone is no enemy.
        (
            {"koprukoy": "tu_ix_corps", "sarikamis": "tu_x_corps", **RUSSIANS},
            "attack eleskirt with tu_ix_corps,tu_x_corps flank koprukoy",
            1,
        ),
        (
            {"koprukoy": "tu_ix_corps", "sarikamis": "tu_x_corps", "kars": "ru_div_1", **RUSSIANS},
            "attack eleskirt with tu_ix_corps,tu_x_corps flank koprukoy",
            0,
        ),
    ],
)
def test_what_is_added_to_the_die_of_a_flank_attack(
    units: Mapping[str, str], move: str, drm: int
) -> None:
    case = attack("12.4.4 12.4.2-2 12.11", "cp", units, move)
    assert battle_law.brings(case.put(), move) == {f"flank_drm({drm})"}


def test_green_lines_and_coloured_railroads_threaten_no_flank() -> None:
    units = {
        "nis": "sb_div_1",
        "belgrade": "sb_1_army",
        "skopje": "bu_div_1",
        "galicia": "ah_div_1",
    }
    move = "attack skopje with sb_div_1,sb_1_army flank nis"
    case = attack("12.4.2-3", "ap", units, move, change=IN_THE_WAR)
    assert battle_law.brings(case.put(), move) == {"flank_drm(1)"}


def _owes(active: str, *offensives: str) -> dict[str, Any]:
    return {"mandated": {active: [{"offensive": one, "met": False} for one in offensives]}}


OFFENSIVES = [
    ("cp", ELESKIRT, "attack eleskirt with tu_ix_corps", ["ru", "tu"], {"ru", "tu"}, ""),
    # 7.1.3-2, 3.2.1.5.c: irregulars and tribes alone meet none; 3.2.1.4-3: with regulars they do.
    ("cp", {"malazgirt": "kurds_1", **RUSSIANS}, "attack eleskirt with kurds_1", ["ru"], set(), ""),
    # 7.1.3: a fort is no combat unit.
    ("cp", {"ardahan": "tu_ix_corps"}, "attack kars with tu_ix_corps", ["ru", "tu"], set(), ""),
    (
        "cp",
        {"kut": "tu_div_1", "aziziya": "in_div_1"},
        "attack aziziya with tu_div_1",
        ["ru", "br_in_anz"],
        {"br_in_anz"},
        "",
    ),
    (
        "cp",
        {"koprukoy": "ge_yildirim_1", **RUSSIANS},
        "attack eleskirt with ge_yildirim_1",
        ["ru", "tu"],
        {"ru"},
        "",
    ),
    (
        "ap",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1"},
        "attack koprukoy with ru_div_1",
        ["ru", "br_in_anz"],
        {"ru"},
        "",
    ),
    (
        "ap",
        VALLEY,
        "attack kut with in_div_1",
        ["br_in_anz", "meso_or_persia"],
        {"br_in_anz", "meso_or_persia"},
        "",
    ),
    (
        "ap",
        {"tabriz": "tu_div_1", "khoy": "ru_div_1"},
        "attack tabriz with ru_div_1",
        ["meso_or_persia"],
        {"meso_or_persia"},
        "",
    ),
    (
        "ap",
        SINAI,
        "attack el_arish with br_div_1",
        ["egypt", "meso_or_persia"],
        {"egypt"},
        "overland_to_egypt(br_div_1).",
    ),
    ("ap", SINAI, "attack el_arish with br_div_1", ["egypt"], set(), ""),
    (
        "ap",
        {"romani": "in_div_1", "el_arish": "tu_div_1"},
        "attack el_arish with in_div_1",
        ["egypt"],
        set(),
        "overland_to_egypt(in_div_1).",
    ),
    (
        "ap",
        {"salonika": "br_div_1 in_div_1", "doiran": "bu_div_1"},
        "attack doiran with br_div_1",
        ["balkans"],
        {"balkans"},
        "",
    ),
    (
        "ap",
        {"salonika": "br_div_1 in_div_1", "doiran": "bu_div_1"},
        "attack doiran with in_div_1",
        ["balkans"],
        set(),
        "",
    ),
]


@pytest.mark.parametrize(("active", "units", "move", "owed", "met", "more"), OFFENSIVES)
def test_mandated_offensives(
    active: str,
    units: Mapping[str, str],
    move: str,
    owed: Sequence[str],
    met: set[str],
    more: str,
) -> None:
    change = {**_owes(active, *owed), "events": {"cp_33": 4}, "turn": 5}
    case = attack("7.1.3-1 7.2.ru 7.3.ru", active, units, move, more=more, change=change)
    found = {one for one in battle_law.brings(case.put(), move) if one.startswith("satisfies")}
    assert found == {f"satisfies({active},{offensive})" for offensive in met}


# ---------------------------------------------------------------------- the ways of asking

ONE_OF_EACH = [case for number, case in enumerate(CASES) if number % 9 == 0]


@pytest.mark.parametrize("case", ONE_OF_EACH, ids=_name)
def test_many_moves_are_judged_like_one(case: Case) -> None:
    moves = [case.move, "", case.move.partition(";")[0]]
    put = case.put()
    alone = [battle_law.judge(case.kind, put, move) for move in moves]
    assert battle_law.judge_many(case.kind, put, moves) == alone


def _subsets(orders: Sequence[str]) -> list[str]:
    every = chain.from_iterable(combinations(orders, size) for size in range(len(orders) + 1))
    return ["; ".join(some) for some in every]


# Small decisions, and every order that anybody could think of.
WHOLE = [
    (
        attack("12.1", "cp", ELESKIRT, ""),
        (
            "attack eleskirt;attack sarikamis;join tu_ix_corps;join tu_x_corps;join tu_cavalry_1;"
            "flank koprukoy;flank malazgirt"
        ),
    ),
    (
        attack(
            "12.1",
            "cp",
            {"kars": "tu_div_1 tu_ix_corps kurds_1", "sarikamis": "ru_div_1"},
            "",
        ),
        ("attack kars;attack sarikamis;join tu_div_1;join tu_ix_corps;join kurds_1;flank kars"),
    ),
    (
        attack("12.1.6-1", "cp", GALICIA, "", more=MIXED, change=IN_THE_WAR),
        (
            "attack belgrade;join ah_div_1;join ah_viii_corps;join ge_div_1;join ge_iv_r_corps;"
            "join ah_div_2;join ge_div_2"
        ),
    ),
    (
        attack(
            "3.2.3-1",
            "ap",
            {
                "sarikamis": "ru_i_caucasian ru_yudenich_hq",
                "oltu": "ru_iv_caucasian",
                "koprukoy": "tu_ix_corps",
            },
            "",
        ),
        "attack koprukoy;join ru_i_caucasian;join ru_yudenich_hq;join ru_iv_caucasian;flank oltu",
    ),
    (
        other(
            "defence",
            "12.10.3-1",
            "ap",
            {"central_asia": "ru_div_1", "eastern_persia": YILDIRIM},
            "eastern_persia",
            "",
        ),
        "defend ge_yildirim_1;defend ge_yildirim_2;defend tu_div_1;defend tu_div_2",
    ),
    (
        cards(
            "9.5.4",
            "ap/cp",
            VALLEY | {"cp_reserve": "tu_div_2 tu_a_div_1"},
            "kut",
            "",
            more="holds(cp,cp_05). holds(cp,cp_28). holds(cp,cp_19). holds(cp,cp_06).",
        ),
        "play cp_05;play cp_28;play cp_19;play cp_06;bring cp_19 tu_div_2;bring cp_19 tu_a_div_1",
    ),
    (
        cards(
            "9.5.4",
            "ap/ap",
            VALLEY,
            "kut",
            "",
            more="holds(ap,ap_28). holds(ap,ap_38).",
        ),
        (
            "play ap_38;play ap_28;place ap_28 aziziya;place ap_28 ap_reserve;place ap_28 bahrain;"
            "place ap_28 india;place ap_28 sudan_darfur;place ap_28 lemnos"
        ),
    ),
    (
        other(
            "returns",
            "9.5.4.4-2",
            "ap",
            SINAI,
            "el_arish",
            "",
            acts="ap",
            more="played(ap_15,ap). from_hand(ap_15). played(ap_52,ap). from_hand(ap_52).",
        ),
        "take_back ap_15;take_back ap_52",
    ),
    (other("withdrawal", "12.8-1", "ap", SINAI, "el_arish", ""), "withdraw"),
]


@pytest.mark.parametrize(("case", "every"), WHOLE, ids=[case.rule for case, _ in WHOLE])
def test_the_legal_moves_are_those_the_judge_finds_no_fault_with(case: Case, every: str) -> None:
    put = case.put()
    moves = _subsets(every.split(";"))
    answers = battle_law.judge_many(case.kind, put, moves)
    legal = {
        frozenset(battle_law.terms(move))
        for move, broken in zip(moves, answers, strict=True)
        if not broken
    }
    if case.kind == "attack":
        legal.add(frozenset(["end"]))
    found = set(battle_law.moves(case.kind, put))
    thought_of = set(battle_law.terms("; ".join(every.split(";")))) | {"end"}
    assert {move for move in found if move <= thought_of} == legal
    beyond = ["; ".join(sorted(move)) for move in found]
    assert not any(battle_law.judge_many(case.kind, put, beyond))
    assert battle_law.orders(case.kind, put) == set().union(*found)
    some = min(found, key=lambda move: (-len(move), sorted(move)))
    for order in some:
        fixed = {move for move in found if order in move}
        control = battle_law.orders(case.kind, put, order)
        assert control == set().union(*fixed), order


# -------------------------------------------------------------------- the cases themselves


def _shown(broken: str) -> tuple[str, str, int]:
    rule, witness = broken.split(" ")
    code, _, inside = witness.partition("(")
    return rule, code, len(inside.split(",")) if inside else 0


def test_every_row_of_the_page_has_a_case_and_every_case_a_row() -> None:
    shown = {_shown(broken) for case in CASES for broken in case.broken}
    assert shown == set(of_the_page(BATTLES))


def test_every_row_has_a_case_that_breaks_nothing() -> None:
    kept = {rule for case in CASES if not case.broken for rule in case.rule.split()}
    broken = {case.rule.split()[0] for case in CASES if case.broken}
    assert not broken - kept, sorted(broken - kept)


def test_the_numbers_are_those_of_the_rulebook() -> None:
    known = set(rule_coverage.rules())
    named = {rule for case in CASES for rule in case.rule.split()}
    named |= {broken.split(" ")[0] for case in CASES for broken in case.broken}
    assert named <= known, sorted(named - known)
