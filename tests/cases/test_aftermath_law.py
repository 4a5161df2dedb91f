"""What follows the dice: rulings put to the law alone, by the words of docs/aftermath.md."""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import pytest

import battle_law
import rule_coverage
from aftermath_cases.advances import ADVANCES, FORT, PURSUED, VIA
from aftermath_cases.case import Case, advance, cards, excess, losses, repair, retreat
from aftermath_cases.catastrophes import CATASTROPHES, DRIVEN, DRIVEN_OFF, ROUTED
from aftermath_cases.crowds import CROWD, EXCESS, LOOSE
from aftermath_cases.late import (
    BEATEN,
    FRONT,
    HURT,
    LATE_CARDS,
    REPAIRS,
    SOUTH,
    TOLL,
)
from aftermath_cases.losses import ELESKIRT, LOSSES, WORN
from aftermath_cases.retreats import FOUGHT, RETREATS
from aftermath_cases.routes import ROUTES
from aftermath_cases.shores import SHORES
from aftermath_cases.stragglers import STRAGGLERS
from aftermath_law import Aftermath
from violations import AFTERMATH, BATTLES, of_the_page

CASES: list[Case] = [
    *LOSSES,
    *RETREATS,
    *ROUTES,
    *SHORES,
    *STRAGGLERS,
    *ADVANCES,
    *CATASTROPHES,
    *LATE_CARDS,
    *REPAIRS,
    *EXCESS,
]


def _name(case: Case) -> str:
    return f"{case.kind}-{case.rule.split()[0]}-{CASES.index(case)}"


@pytest.mark.parametrize("case", CASES, ids=_name)
def test_the_law_after_the_dice(case: Case) -> None:
    found = {f"{rule} {witness}" for rule, witness in battle_law.judge(*_asked(case))}
    assert sorted(found) == sorted(case.broken), case.move


def _asked(case: Case) -> tuple[str, Aftermath, str]:
    return case.kind, case.put(), case.move


# ---------------------------------------------------------------------- the ways of asking


@pytest.mark.parametrize("case", CASES[::9], ids=_name)
def test_many_moves_are_judged_like_one(case: Case) -> None:
    moves = [case.move, "", case.move.partition(";")[0]]
    put = case.put()
    alone = [battle_law.judge(case.kind, put, move) for move in moves]
    assert battle_law.judge_many(case.kind, put, moves) == alone


# Small decisions, and every order that anybody could think of.
WHOLE = [
    (
        losses(
            "12.6",
            "cp/ap",
            ELESKIRT | {"ap_reserve": "ru_div_1 ru_cavalry_1"},
            "eleskirt",
            5,
            "",
            change=WORN,
        ),
        (
            "reduce ru_i_caucasian;eliminate ru_i_caucasian;eliminate ru_iv_caucasian;"
            "reduce ru_div_1;eliminate ru_div_1;reduce ru_cavalry_1;eliminate ru_cavalry_1;"
            "replace ru_i_caucasian by ru_div_1;replace ru_i_caucasian by ru_cavalry_1;"
            "replace ru_iv_caucasian by ru_div_1;replace ru_iv_caucasian by ru_cavalry_1"
        ),
    ),
    (
        losses(
            "3.2.2",
            "ap/cp",
            {
                "ardahan": "ru_div_1",
                "oltu": "tu_stanke_bey tu_div_1 tu_iii_corps",
                "cp_reserve": "tu_div_2",
            },
            "oltu",
            6,
            "",
            dice={"tu_stanke_bey": 2},
        ),
        (
            "reduce tu_stanke_bey;eliminate tu_stanke_bey;reduce tu_div_1;eliminate tu_div_1;"
            "reduce tu_iii_corps;eliminate tu_iii_corps;replace tu_iii_corps by tu_div_2;"
            "reduce tu_div_2;eliminate tu_div_2"
        ),
    ),
    (
        retreat(
            "12.7",
            "cp/ap",
            {
                **FOUGHT,
                "eleskirt": "ru_div_1 ru_div_2 ru_yudenich_hq",
                "sarikamis": "ru_div_3 ru_div_4",
            },
            "eleskirt",
            "one",
            "",
        ),
        (
            "retreat ru_div_1 sarikamis;retreat ru_div_2 sarikamis;"
            "retreat ru_yudenich_hq sarikamis;retreat ru_div_1 kagizman;"
            "retreat ru_div_2 kagizman;retreat ru_yudenich_hq kagizman;"
            "eliminate ru_div_1;eliminate ru_yudenich_hq;shorten;stand ru_div_1"
        ),
    ),
    (
        retreat(
            "12.3.2-3",
            "ap/cp",
            {
                "sannaiyat": "in_div_1",
                "aziziya": "in_div_2",
                "kut": "tu_a_xiii_corps tu_div_1",
                "cp_reserve": "tu_a_div_1 tu_div_2",
            },
            "kut",
            "one",
            "",
        ),
        (
            "retreat tu_a_xiii_corps the_hai;eliminate tu_a_xiii_corps;retreat tu_div_1 the_hai;"
            "eliminate tu_div_1;replace tu_a_xiii_corps by tu_a_div_1;"
            "replace tu_a_xiii_corps by tu_div_2;retreat tu_a_div_1 the_hai;eliminate tu_a_div_1;"
            "stand tu_div_1"
        ),
    ),
    (
        retreat(
            "12.8",
            "ap/cp",
            {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1 ge_yildirim_1"},
            "koprukoy",
            "withdrawal",
            "",
        ),
        (
            "retreat tu_div_1 erzurum;retreat tu_div_1 eleskirt;retreat tu_div_1 oltu;"
            "eliminate tu_div_1;retreat ge_yildirim_1 erzurum;retreat ge_yildirim_1 eleskirt;"
            "eliminate ge_yildirim_1"
        ),
    ),
    (
        retreat("12.9.9", "ap/ap", SOUTH, "kut", "catastrophe", "", more=DRIVEN),
        (
            "retreat in_tigris_corps hilla;retreat br_div_1 hilla;"
            "retreat in_tigris_corps ctesiphon;retreat br_div_1 ctesiphon;"
            "retreat br_div_1 museyib via hilla;"
            "retreat in_tigris_corps museyib via hilla;eliminate br_div_1;eliminate in_tigris_corps"
        ),
    ),
    (
        advance(
            "12.9",
            "cp/cp",
            {**PURSUED, "koprukoy": "tu_ix_corps ge_mackensen_hq"},
            "eleskirt",
            "",
            more=VIA,
            change={"reduced": ["tu_cavalry_1"]},
        ),
        (
            "advance(tu_ix_corps,1,eleskirt);advance(tu_ix_corps,2,kagizman);"
            "advance(tu_elite_div_1,1,eleskirt);advance(tu_elite_div_1,2,kagizman);"
            "advance(ge_mackensen_hq,1,eleskirt);advance(ge_mackensen_hq,2,kagizman);"
            "advance(tu_cavalry_1,1,eleskirt)"
        ),
    ),
    (
        advance("12.9.5", "cp/cp", FORT, "kars", "", more="passed(aleksandropol)."),
        (
            "advance(tu_ix_corps,1,kars);advance(tu_ix_corps,2,aleksandropol);advance(tu_div_1,1,kars);"
            "advance(tu_div_4,1,kars);advance(tu_div_4,2,aleksandropol);advance(tu_div_2,1,kars);"
            "advance(tu_div_3,1,kars)"
        ),
    ),
    (
        advance("12.9.9", "ap/cp", ROUTED, "kut", "", more=DRIVEN_OFF),
        (
            "advance(tu_div_1,1,aziziya);advance(tu_div_1,2,hilla);advance(tu_div_1,3,museyib);"
            "advance(tu_div_1,4,baghdad);advance(tu_div_2,1,aziziya);advance(tu_div_2,2,hilla);"
            "advance(tu_div_2,3,diwaniyeh)"
        ),
    ),
    (
        cards(
            "9.5.4",
            "ap/cp",
            SOUTH | {"the_hai": "tu_div_2"},
            "kut",
            "losses",
            "",
            more=BEATEN + " holds(cp,cp_27). holds(cp,cp_43). holds(cp,cp_04).",
        ),
        (
            "play cp_27;play cp_43;play cp_04;place cp_27 aziziya;cancel advance;cancel retreat;"
            "bring cp_43 tu_div_2"
        ),
    ),
    (
        repair("17.1", "cp_04", FRONT, "", more=TOLL, change=HURT),
        (
            "restore tu_ix_corps;rebuild tu_x_corps;restore tu_x_corps;rebuild tu_div_2;"
            "restore tu_div_2;restore tu_div_1"
        ),
    ),
    (
        excess("10.4-1", "cp/ap", CROWD, "", change=LOOSE),
        (
            "eliminate tu_ix_corps;eliminate tu_div_1;eliminate tu_div_2;eliminate tu_div_3;"
            "eliminate tu_div_4"
        ),
    ),
]


def _subsets(orders: Sequence[str]) -> list[str]:
    every = chain.from_iterable(combinations(orders, size) for size in range(len(orders) + 1))
    return ["; ".join(some) for some in every]


@pytest.mark.parametrize(
    ("case", "every"), WHOLE, ids=[f"{case.kind}-{case.rule}" for case, _ in WHOLE]
)
def test_the_legal_moves_are_those_the_judge_finds_no_fault_with(case: Case, every: str) -> None:
    put = case.put()
    moves = _subsets(every.split(";"))
    answers = battle_law.judge_many(case.kind, put, moves)
    legal = {
        frozenset(battle_law.terms(move))
        for move, broken in zip(moves, answers, strict=True)
        if not broken and _whole(battle_law.terms(move))
    }
    found = set(battle_law.moves(case.kind, put))
    thought_of = set(battle_law.terms(every))
    assert legal, "some way is lawful"
    assert {move for move in found if move <= thought_of} == legal
    beyond = ["; ".join(sorted(move)) for move in found]
    assert not any(battle_law.judge_many(case.kind, put, beyond))
    assert battle_law.orders(case.kind, put) == set().union(*found)
    some = min(found, key=lambda move: (-len(move), sorted(move)))
    for order in some:
        fixed = {move for move in found if order in move}
        assert battle_law.orders(case.kind, put, order) == set().union(*fixed), order


def _whole(terms: Sequence[str]) -> bool:
    """Say whether the paths of advances begin at their beginning: orders name them whole."""
    steps = {tuple(match.groups()) for term in terms if (match := _STEP.fullmatch(term))}
    return all(number == "1" or (unit, str(int(number) - 1)) in steps for unit, number in steps)


_STEP = re.compile(r"advance\((\w+),(\d),\w+\)")


# ------------------------------------------------------------- losses, found without the law


@dataclass(frozen=True)
class Hand:
    """What a side may lose, in figures.

    Attributes:
        units: Unit -> factors of its steps that are left, and whether it is an LCU in supply.
        box: SCU -> factors of its steps.
        ranks: (LCU, SCU) -> how well it suits, the lower the better.
    """

    units: Mapping[str, tuple[Sequence[int], bool]]
    box: Mapping[str, Sequence[int]]
    ranks: Mapping[tuple[str, str], int]


def _ways(hand: Hand, number: int) -> set[frozenset[str]]:
    """Every way to absorb a loss number, played out step by step (12.6.3, 12.6.4, 12.6.5)."""
    found: dict[frozenset[str], tuple[int, int]] = {}

    def play(
        left: Mapping[str, tuple[Sequence[int], bool]],
        box: frozenset[str],
        taken: Mapping[str, int],
        swaps: frozenset[str],
        absorbed: int,
        bereft: int,
    ) -> None:
        orders = {
            f"{'eliminate' if not left[unit][0] else 'reduce'}({unit})"
            for unit, steps in taken.items()
            if steps
        }
        found[frozenset(orders) | swaps] = (min(number, absorbed + 2 * bereft), absorbed)
        for unit, (steps, lcu) in left.items():
            if not steps or absorbed + steps[0] > number:
                continue
            rest = {**left, unit: (steps[1:], lcu)}
            more = {**taken, unit: taken.get(unit, 0) + 1}
            worth = absorbed + steps[0]
            if steps[1:] or not lcu:
                play(rest, box, more, swaps, worth, bereft)
                continue
            suited = {scu: hand.ranks[unit, scu] for scu in box if (unit, scu) in hand.ranks}
            if not suited:
                play(rest, box, more, swaps, worth, bereft + 1)
            for scu, rank in suited.items():
                if rank == min(suited.values()):
                    come = {**rest, scu: (hand.box[scu], False)}
                    swap = swaps | {f"replace({unit},{scu})"}
                    play(come, box - {scu}, more, swap, worth, bereft)

    play(hand.units, frozenset(hand.box), {}, frozenset(), 0, 0)
    best = max(found.values())
    return {way for way, value in found.items() if value == best}


# Units, the reserve box, and those of them that are reduced.
HANDS = [
    ("tu_iii_corps tu_ix_corps", "", ""),
    ("tu_iii_corps tu_ix_corps", "tu_div_1 tu_elite_div_1", "tu_ix_corps"),
    ("tu_iii_corps tu_ix_corps tu_cavalry_1", "tu_div_1", "tu_iii_corps tu_ix_corps"),
    ("tu_iii_corps tu_div_1 tu_div_2", "tu_div_3 tu_div_4", "tu_iii_corps"),
]


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("index", range(len(HANDS)))
def test_losses_are_those_that_are_found_by_playing_them_out(index: int, number: int) -> None:
    units, box, reduced = HANDS[index]
    names = units.split()
    tables = battle_law.empty().core.tables

    def steps(unit: str) -> Sequence[int]:
        entry = tables.unit(unit)
        both = (entry["full"][1], entry["reduced"][1])
        return both[1:] if unit in reduced.split() else both

    ranks = {
        (lcu, scu): int(tables.unit(lcu)["type"] != tables.unit(scu)["type"])
        for lcu in names
        if tables.unit(lcu)["size"] == "lcu"
        for scu in box.split()
    }
    hand = Hand(
        {unit: (steps(unit), tables.unit(unit)["size"] == "lcu") for unit in names},
        {scu: steps(scu) for scu in box.split()},
        ranks,
    )
    case = losses(
        "12.6.4-1",
        "cp/cp",
        {"koprukoy": units, "eleskirt": "ru_div_1", "cp_reserve": box},
        "eleskirt",
        number,
        "",
        change={"reduced": reduced.split()},
    )
    assert set(battle_law.moves("losses", case.put())) == _ways(hand, number)


def test_nine_divisions_at_seven_take_less_than_a_second() -> None:
    units = {
        "koprukoy": "tu_ix_corps",
        "sarikamis": "ru_div_1 ru_div_2 ru_div_3",
        "eleskirt": "ru_div_4 ru_div_5 ru_div_6",
        "oltu": "ru_div_7 ru_div_8 ru_div_9",
    }
    put = losses("12.6", "ap/ap", units, "koprukoy", 7, "").put()
    put.facts()
    begun = time.process_time()
    found = battle_law.moves("losses", put)
    assert time.process_time() - begun < 1
    # The coefficient of x^7 in (1 + x + x^2)^9.
    assert len(found) == 2304


# -------------------------------------------------------------------- the cases themselves


def _shown(broken: str) -> tuple[str, str, int]:
    rule, witness = broken.split(" ")
    code, _, inside = witness.partition("(")
    return rule, code, len(inside.split(",")) if inside else 0


def test_every_row_of_the_page_has_a_case_and_every_case_a_row() -> None:
    shown = {_shown(broken) for case in CASES for broken in case.broken}
    page = {*of_the_page(AFTERMATH)}
    assert not page - shown, "without a case"
    assert not shown - page - {*of_the_page(), *of_the_page(BATTLES)}, "not on a page"


def test_every_row_has_a_case_that_breaks_nothing() -> None:
    kept = {rule for case in CASES if not case.broken for rule in case.rule.split()}
    broken = {case.rule.split()[0] for case in CASES if case.broken}
    assert not broken - kept, sorted(broken - kept)


def test_the_numbers_are_those_of_the_rulebook() -> None:
    known = {*rule_coverage.rules(), *rule_coverage.beginnings(rule_coverage.rules())}
    named = {rule for case in CASES for rule in case.rule.split()}
    named |= {broken.split(" ")[0] for case in CASES for broken in case.broken}
    named -= {"cp_11", "cp_43"}
    assert named <= known, sorted(named - known)
