"""Rulings about what follows the dice: a position, facts of the battle, a move, and every rule it
breaks.

They are put to the law alone, by the words of docs/aftermath.md. Every unit of the side to act
attacks; every enemy unit in the battle's place defends; whoever is named in `idle` does neither.
"""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any

import pytest

import aftermath_law
import battle_law
import rule_coverage
from aftermath_law import Aftermath
from violations import AFTERMATH, BATTLES, of_the_page


@dataclass(frozen=True)
class Case:
    """One move and what the law says of it.

    Attributes:
        rule: The rule it is about; further ones after blanks.
        kind: The decision.
        who: The attacker and the side that decides, such as `cp/ap`.
        units: Place -> units, after blanks.
        battle: The place of the battle.
        move: The move.
        broken: Rule and witness of every violation, after a blank.
        more: Further facts.
        idle: Units that do not take part.
        dice: What fell for the `?` units at full strength.
        change: Further keys of the position's document.
        less: What is not told: the beginnings of facts.
    """

    rule: str
    kind: str
    who: str
    units: Mapping[str, str]
    battle: str
    move: str
    broken: Sequence[str] = ()
    more: str = ""
    idle: str = ""
    dice: Mapping[str, int] = field(default_factory=dict)
    change: Mapping[str, Any] = field(default_factory=dict)
    less: Sequence[str] = ()

    def put(self) -> Aftermath:
        attacker, _, acts = self.who.partition("/")
        position, decider = (
            battle_law.position_of(side, self.units, self.change) for side in (attacker, acts)
        )
        more, less = self._facts(attacker), [*self.less]
        if self.kind in ("cards", "repair"):
            # All are in supply, but for those of whom something else is told.
            known = set(re.findall(r"supply\((\w+),", more))
            units = {unit for text in self.units.values() for unit in text.split()} - known
            more += "".join(f" supply({unit},full)." for unit in sorted(units))
            less.append("supply(")
        told = Aftermath(position, more, less, acts, decider, self.dice)
        return aftermath_law.put(told) if self.kind == "losses" else told

    def _facts(self, attacker: str) -> str:
        facts = [self.more]
        tables = battle_law.empty().core.tables
        for place, text in self.units.items():
            for unit, side in battle_law.sides(text.split()).items():
                if unit in self.idle.split() or tables.space(place)["kind"] == "box":
                    continue
                if side == attacker:
                    facts.append(f"attacker({unit}).")
                elif place == self.battle:
                    facts.append(f"defender({unit}).")
        if self.battle:
            facts.append(f"battle({self.battle}).")
        if self.kind != "cards":
            facts.append(f"stage({self.kind}).")
        else:
            _, _, acts = self.who.partition("/")
            cards = set(re.findall(r"\b[ac]p_\d\d\b", self.move))
            facts += [f"holds({acts},{card})." for card in sorted(cards)]
        return "\n".join(facts)


def losses(
    rule: str,
    who: str,
    units: Mapping[str, str],
    battle: str,
    number: int,
    move: str,
    *broken: str,
    more: str = "",
    **others: Any,
) -> Case:
    _, _, acts = who.partition("/")
    more = f"{more} loss_number({acts},{number})."
    return Case(rule, "losses", who, units, battle, move, broken, more, **others)


def retreat(
    rule: str,
    who: str,
    units: Mapping[str, str],
    battle: str,
    why: str,
    move: str,
    *broken: str,
    more: str = "",
    **others: Any,
) -> Case:
    """`why`: how far the losers go, or another cause."""
    attacker, _, _ = who.partition("/")
    causes = {
        "one": f"retreat_cause(lost). winner({attacker}). margin(1).",
        "two": f"retreat_cause(lost). winner({attacker}). margin(2).",
    }
    told = causes.get(why, f"retreat_cause({why}).")
    return Case(rule, "retreat", who, units, battle, move, broken, f"{more} {told}", **others)


def advance(
    rule: str,
    who: str,
    units: Mapping[str, str],
    battle: str,
    move: str,
    *broken: str,
    more: str = "",
    **others: Any,
) -> Case:
    attacker, _, _ = who.partition("/")
    if "winner(" not in more:
        more = f"{more} winner({attacker}). margin(2)."
    # All are in supply everywhere, but where something else is said.
    others.setdefault("less", ("untraced(",))
    return Case(rule, "advance", who, units, battle, move, broken, more, **others)


def cards(
    rule: str,
    who: str,
    units: Mapping[str, str],
    battle: str,
    moment: str,
    move: str,
    *broken: str,
    more: str = "",
    **others: Any,
) -> Case:
    more = f"{more} moment({moment})."
    return Case(rule, "cards", who, units, battle, move, broken, more, **others)


def repair(
    rule: str, card: str, units: Mapping[str, str], move: str, *broken: str, **others: Any
) -> Case:
    points = {"cp_04": 2, "cp_42": 4}[card]
    more = f"{others.pop('more', '')} repairing({card}). points({points})."
    return Case(rule, "repair", "cp/cp", units, "eleskirt", move, broken, more, **others)


def excess(
    rule: str, who: str, units: Mapping[str, str], move: str, *broken: str, **others: Any
) -> Case:
    return Case(rule, "excess", who, units, "", move, broken, **others)


# The example of 12.11: two Turkish stacks at Eleskirt.
TURKS = {"koprukoy": "tu_ix_corps", "malazgirt": "tu_x_corps tu_cavalry_1"}
RUSSIANS = {"eleskirt": "ru_i_caucasian ru_iv_caucasian"}
ELESKIRT = TURKS | RUSSIANS
WORN = {"reduced": ["ru_i_caucasian", "ru_iv_caucasian", "tu_x_corps"]}
RESERVES = {"ap_reserve": "ru_div_1 ru_cavalry_1", "cp_reserve": "tu_elite_div_1"}
# 12.6.4, 12.6.5: Turkish corps with a factor of 3.
CORPS = {"koprukoy": "tu_iii_corps tu_xv_corps", "eleskirt": "ru_div_1"}

LOSSES = [
    # ---------------------------------------------------------------- the examples
    losses(
        "12.6.4.ex1 12.6.4-1 12.6.4-2 12.6.3-1 12.6.3-2",
        "cp/cp",
        {"koprukoy": "tu_iii_corps", "eleskirt": "ru_div_1"},
        "eleskirt",
        5,
        "reduce tu_iii_corps",
    ),
    losses(
        "12.6.4.ex1",
        "cp/cp",
        {"koprukoy": "tu_iii_corps", "eleskirt": "ru_div_1"},
        "eleskirt",
        5,
        "eliminate tu_iii_corps",
        "12.6.4-1 too_much(1)",
    ),
    losses(
        "12.6.4.ex2 12.6.3-3 12.6.5-1",
        "cp/cp",
        CORPS | {"cp_reserve": "tu_a_div_1"},
        "eleskirt",
        5,
        "eliminate tu_xv_corps; replace tu_xv_corps by tu_a_div_1; eliminate tu_a_div_1",
        change={"reduced": ["tu_xv_corps"]},
    ),
    losses(
        "12.6.4.ex2",
        "cp/cp",
        CORPS | {"cp_reserve": "tu_a_div_1"},
        "eleskirt",
        5,
        "eliminate tu_xv_corps; replace tu_xv_corps by tu_a_div_1; reduce tu_iii_corps",
        "12.6.4-1 too_much(1)",
        change={"reduced": ["tu_xv_corps"]},
    ),
    losses(
        "12.6.4.ex2",
        "cp/cp",
        CORPS | {"cp_reserve": "tu_a_div_1"},
        "eleskirt",
        5,
        "reduce tu_iii_corps",
        "12.6.4-1 too_little(2)",
        change={"reduced": ["tu_xv_corps"]},
    ),
    losses("12.6.5-8", "cp/cp", CORPS, "eleskirt", 7, "eliminate tu_iii_corps"),
    losses("12.6.5-8", "cp/cp", CORPS, "eleskirt", 7, "eliminate tu_xv_corps"),
    losses(
        "12.6.5-8",
        "cp/cp",
        CORPS,
        "eleskirt",
        7,
        "reduce tu_iii_corps,tu_xv_corps",
        "12.6.4-1 too_little(1)",
    ),
    losses(
        "12.6.5-8",
        "cp/cp",
        {"koprukoy": "tu_ix_corps tu_x_corps", "eleskirt": "ru_div_1"},
        "eleskirt",
        5,
        "eliminate tu_x_corps",
    ),
    losses(
        "12.6.5-8",
        "cp/cp",
        {"koprukoy": "tu_ix_corps tu_x_corps", "eleskirt": "ru_div_1"},
        "eleskirt",
        5,
        "reduce tu_ix_corps,tu_x_corps",
        "12.6.4-1 too_little(1)",
    ),
    # Equal as judged, but truly less: a corps of 3 alone, beside one of 3 and a division.
    losses(
        "12.6.5-8 12.6.4-1",
        "cp/cp",
        {"koprukoy": "tu_iii_corps tu_xv_corps tu_div_1", "eleskirt": "ru_div_1"},
        "eleskirt",
        5,
        "eliminate tu_iii_corps",
        "12.6.4-1 too_little(2)",
        change={"reduced": ["tu_iii_corps"]},
    ),
    losses(
        "12.6.5-8 12.6.4-1",
        "cp/cp",
        {"koprukoy": "tu_iii_corps tu_xv_corps tu_div_1", "eleskirt": "ru_div_1"},
        "eleskirt",
        5,
        "eliminate tu_iii_corps,tu_div_1",
        change={"reduced": ["tu_iii_corps"]},
    ),
    losses(
        "12.11 12.6.5-1",
        "cp/ap",
        ELESKIRT | RESERVES,
        "eleskirt",
        5,
        "eliminate ru_i_caucasian; replace ru_i_caucasian by ru_div_1; eliminate ru_div_1",
        change=WORN,
    ),
    losses(
        "12.11",
        "cp/ap",
        ELESKIRT | RESERVES,
        "eleskirt",
        5,
        "eliminate ru_i_caucasian,ru_iv_caucasian; replace ru_i_caucasian by ru_div_1",
        "12.6.4-1 too_much(1)",
        "12.6.5-1 unreplaced(ru_iv_caucasian)",
        change=WORN,
    ),
    losses(
        "12.11 12.2.8.e-2",
        "cp/cp",
        ELESKIRT | RESERVES,
        "eleskirt",
        3,
        "eliminate tu_x_corps; replace tu_x_corps by tu_elite_div_1; reduce tu_cavalry_1",
        change=WORN,
    ),
    # ------------------------------------------------------------- who suffers
    losses(
        "12.6.2-1 12.1.2-2",
        "cp/ap",
        ELESKIRT | {"sarikamis": "ru_div_2"},
        "eleskirt",
        3,
        "reduce ru_i_caucasian; reduce ru_div_2,tu_ix_corps; eliminate ru_div_9",
        "12.6.2-1 takes_no_part(ru_div_2)",
        "12.6.2-1 takes_no_part(ru_div_9)",
        "12.6.2-1 takes_no_part(tu_ix_corps)",
    ),
    losses("12.6.2-1 12.6.1-1", "cp/ap", ELESKIRT, "eleskirt", 3, "reduce ru_i_caucasian"),
    losses(
        "12.6.2-1 3.2.3.1-4",
        "cp/ap",
        {**TURKS, "eleskirt": "ru_i_caucasian ru_yudenich_hq"},
        "eleskirt",
        3,
        "reduce ru_i_caucasian,ru_yudenich_hq",
        "12.6.2-1 takes_no_part(ru_yudenich_hq)",
    ),
    # 12.10.3-3: in a region only the defending stack.
    losses(
        "12.6.2-1 12.10.3-3",
        "ap/cp",
        {"central_asia": "ru_div_1", "eastern_persia": "tu_div_1 tu_div_2"},
        "eastern_persia",
        3,
        "eliminate tu_div_1; reduce tu_div_2",
        "12.6.2-1 takes_no_part(tu_div_2)",
        idle="tu_div_2",
    ),
    # A replacement of an earlier fire takes part.
    losses(
        "12.6.2-1 12.6.3-3",
        "cp/ap",
        {**TURKS, "eleskirt": "ru_iv_caucasian ru_div_1"},
        "eleskirt",
        2,
        "eliminate ru_div_1",
        more="replacement(ru_div_1,ru_i_caucasian).",
        idle="ru_div_1",
    ),
    losses(
        "12.6.3-2",
        "cp/ap",
        ELESKIRT | RESERVES,
        "eleskirt",
        3,
        "reduce ru_i_caucasian; eliminate ru_iv_caucasian; replace ru_iv_caucasian by ru_div_1",
        "12.6.3-2 cannot_reduce(ru_i_caucasian)",
        change=WORN,
    ),
    losses(
        "12.6.3-2",
        "cp/ap",
        {**TURKS, "eleskirt": "ru_div_1"},
        "eleskirt",
        2,
        "reduce ru_div_1; eliminate ru_div_1",
        "12.6.3-2 reduced_and_eliminated(ru_div_1)",
    ),
    losses(
        "12.6.3-2", "cp/ap", {**TURKS, "eleskirt": "ru_div_1"}, "eleskirt", 2, "eliminate ru_div_1"
    ),
    # ------------------------------------------------------------- replacing
    losses(
        "12.6.5-1",
        "cp/ap",
        ELESKIRT | RESERVES,
        "eleskirt",
        3,
        "reduce ru_i_caucasian; replace ru_iv_caucasian by ru_div_1",
        "12.6.5-1 not_eliminated(ru_iv_caucasian)",
    ),
    losses(
        "12.6.5-1",
        "cp/ap",
        {**TURKS, "eleskirt": "ru_div_1", **RESERVES, "ap_reserve": "ru_div_2"},
        "eleskirt",
        2,
        "eliminate ru_div_1; replace ru_div_1 by ru_div_2",
        "12.6.5-1 not_eliminated(ru_div_1)",
    ),
    losses(
        "12.6.7.b 14.3.3.a 14.1.1-2",
        "cp/ap",
        ELESKIRT | RESERVES,
        "eleskirt",
        3,
        "eliminate ru_i_caucasian",
        more="unfed(ru_i_caucasian).",
        change=WORN,
    ),
    losses(
        "12.6.7.b",
        "cp/ap",
        ELESKIRT | RESERVES,
        "eleskirt",
        3,
        "eliminate ru_i_caucasian; replace ru_i_caucasian by ru_div_1",
        "12.6.7.b replaced_unfed(ru_i_caucasian)",
        more="unfed(ru_i_caucasian).",
        change=WORN,
    ),
    losses(
        "12.6.5-1",
        "cp/ap",
        ELESKIRT | {"ap_reserve": "ru_div_1 ru_div_2"},
        "eleskirt",
        3,
        "eliminate ru_i_caucasian; replace ru_i_caucasian by ru_div_1;"
        "replace ru_i_caucasian by ru_div_2",
        "12.6.5-1 replaced_twice(ru_i_caucasian)",
        change=WORN,
    ),
    losses(
        "12.6.5-1",
        "cp/ap",
        ELESKIRT | {"ap_reserve": "ru_div_1"},
        "eleskirt",
        6,
        "eliminate ru_i_caucasian,ru_iv_caucasian; replace ru_i_caucasian by ru_div_1;"
        "replace ru_iv_caucasian by ru_div_1",
        "12.6.5-1 serves_twice(ru_div_1)",
        change=WORN,
    ),
    losses(
        "12.6.5-1",
        "cp/ap",
        ELESKIRT | {"ap_reserve": "ru_div_1"},
        "eleskirt",
        3,
        "eliminate ru_i_caucasian; replace ru_i_caucasian by ru_div_2",
        "12.6.5-1 not_in_reserve(ru_div_2)",
        change=WORN,
    ),
    losses(
        "12.6.5-1 12.6.4-1",
        "cp/ap",
        ELESKIRT | {"ap_reserve": "ru_div_1"},
        "eleskirt",
        3,
        "eliminate ru_i_caucasian",
        "12.6.5-1 unreplaced(ru_i_caucasian)",
        change=WORN,
    ),
    losses(
        "12.6.5-2 12.6.7.a",
        "cp/ap",
        ELESKIRT | {"ap_reserve": "br_div_1 ru_black_sea_div"},
        "eleskirt",
        3,
        "eliminate ru_i_caucasian",
        change=WORN,
    ),
    losses(
        "12.6.5-2",
        "cp/ap",
        ELESKIRT | {"ap_reserve": "br_div_1 ru_black_sea_div"},
        "eleskirt",
        3,
        "eliminate ru_i_caucasian; replace ru_i_caucasian by br_div_1",
        "12.6.5-2 unsuitable(ru_i_caucasian,br_div_1)",
        change=WORN,
    ),
    losses(
        "12.6.5-2",
        "cp/ap",
        ELESKIRT | {"ap_reserve": "br_div_1 ru_black_sea_div"},
        "eleskirt",
        3,
        "eliminate ru_i_caucasian; replace ru_i_caucasian by ru_black_sea_div",
        "12.6.5-2 unsuitable(ru_i_caucasian,ru_black_sea_div)",
        change=WORN,
    ),
    losses(
        "12.6.5-5",
        "cp/ap",
        ELESKIRT | RESERVES,
        "eleskirt",
        3,
        "eliminate ru_i_caucasian; replace ru_i_caucasian by ru_cavalry_1",
        "12.6.5-5 comes_later(ru_i_caucasian,ru_cavalry_1)",
        change=WORN,
    ),
    # In this order only: the first takes the infantry, the second what is left.
    losses(
        "12.6.5-5 12.6.5-7",
        "cp/ap",
        ELESKIRT | RESERVES,
        "eleskirt",
        6,
        "eliminate ru_i_caucasian,ru_iv_caucasian; replace ru_i_caucasian by ru_cavalry_1;"
        "replace ru_iv_caucasian by ru_div_1",
        change=WORN,
    ),
    # Cavalry for the cavalry corps, infantry for the other: not the other way round.
    losses(
        "12.6.5-5",
        "cp/ap",
        {**TURKS, "eleskirt": "ru_caucasian_cav ru_iv_caucasian", **RESERVES},
        "eleskirt",
        5,
        "eliminate ru_caucasian_cav,ru_iv_caucasian; replace ru_caucasian_cav by ru_div_1;"
        "replace ru_iv_caucasian by ru_cavalry_1",
        "12.6.5-5 comes_later(ru_caucasian_cav,ru_div_1)",
        "12.6.5-5 comes_later(ru_iv_caucasian,ru_cavalry_1)",
        change={"reduced": ["ru_caucasian_cav", "ru_iv_caucasian"]},
    ),
    losses(
        "12.6.5-5",
        "cp/ap",
        {**TURKS, "eleskirt": "ru_caucasian_cav ru_iv_caucasian", **RESERVES},
        "eleskirt",
        5,
        "eliminate ru_caucasian_cav,ru_iv_caucasian; replace ru_caucasian_cav by ru_cavalry_1;"
        "replace ru_iv_caucasian by ru_div_1",
        change={"reduced": ["ru_caucasian_cav", "ru_iv_caucasian"]},
    ),
    # TU and TU-A: of the type the own, else all alike.
    losses(
        "12.6.5-4",
        "cp/cp",
        CORPS | {"koprukoy": "tu_ix_corps", "cp_reserve": "tu_div_1 tu_a_div_1"},
        "eleskirt",
        2,
        "eliminate tu_ix_corps; replace tu_ix_corps by tu_a_div_1",
        "12.6.5-4 comes_later(tu_ix_corps,tu_a_div_1)",
        change={"reduced": ["tu_ix_corps"]},
    ),
    losses(
        "12.6.5-3 3.2.1.2-1",
        "cp/cp",
        CORPS | {"koprukoy": "tu_ix_corps", "cp_reserve": "tu_elite_div_1 tu_a_elite_div_1"},
        "eleskirt",
        2,
        "eliminate tu_ix_corps; replace tu_ix_corps by tu_a_elite_div_1",
        change={"reduced": ["tu_ix_corps"]},
    ),
    losses(
        "12.6.5-5 12.6.5-3",
        "cp/cp",
        CORPS | {"koprukoy": "tu_ix_corps", "cp_reserve": "tu_elite_div_1 tu_a_div_1"},
        "eleskirt",
        2,
        "eliminate tu_ix_corps; replace tu_ix_corps by tu_elite_div_1",
        "12.6.5-5 comes_later(tu_ix_corps,tu_elite_div_1)",
        change={"reduced": ["tu_ix_corps"]},
    ),
    # The British Empire: the own nation first, whatever the type.
    losses(
        "12.6.5-4",
        "ap/ap",
        {"aziziya": "in_tigris_corps", "kut": "tu_div_1", "ap_reserve": "br_div_1 in_cavalry_1"},
        "kut",
        2,
        "eliminate in_tigris_corps; replace in_tigris_corps by br_div_1",
        "12.6.5-4 comes_later(in_tigris_corps,br_div_1)",
        change={"reduced": ["in_tigris_corps"]},
    ),
    losses(
        "12.6.5-4",
        "ap/ap",
        {"aziziya": "in_tigris_corps", "kut": "tu_div_1", "ap_reserve": "br_div_1 fr_div_1"},
        "kut",
        2,
        "eliminate in_tigris_corps; replace in_tigris_corps by br_div_1",
        change={"reduced": ["in_tigris_corps"]},
    ),
    losses(
        "12.6.5-5",
        "ap/ap",
        {
            "aziziya": "in_tigris_corps",
            "kut": "tu_div_1",
            "ap_reserve": "br_div_1 anz_cavalry_1",
        },
        "kut",
        2,
        "eliminate in_tigris_corps; replace in_tigris_corps by anz_cavalry_1",
        "12.6.5-5 comes_later(in_tigris_corps,anz_cavalry_1)",
        change={"reduced": ["in_tigris_corps"]},
    ),
    # A special corps takes infantry of either kind, and no cavalry.
    losses(
        "12.6.5-6",
        "cp/cp",
        CORPS | {"koprukoy": "tu_xv_corps", "cp_reserve": "tu_div_1 tu_elite_div_1"},
        "eleskirt",
        3,
        "eliminate tu_xv_corps; replace tu_xv_corps by tu_elite_div_1",
        change={"reduced": ["tu_xv_corps"]},
    ),
    losses(
        "12.6.5-6 12.6.5-2",
        "cp/cp",
        CORPS | {"koprukoy": "tu_xv_corps", "cp_reserve": "tu_cavalry_1"},
        "eleskirt",
        3,
        "eliminate tu_xv_corps; replace tu_xv_corps by tu_cavalry_1",
        "12.6.5-2 unsuitable(tu_xv_corps,tu_cavalry_1)",
        change={"reduced": ["tu_xv_corps"]},
    ),
    # Units of two nations.
    losses(
        "12.6.5.a 12.6.5.b 3.2.1.3.xi_army-2",
        "cp/cp",
        {
            "nis": "ge_bu_xi_army bu_1_army",
            "belgrade": "sb_div_1",
            "cp_reserve": "ge_div_1 bu_ah_combined_div",
        },
        "belgrade",
        5,
        "eliminate ge_bu_xi_army,bu_1_army; replace ge_bu_xi_army by ge_div_1;"
        "replace bu_1_army by bu_ah_combined_div",
        change={"reduced": ["ge_bu_xi_army", "bu_1_army"], "events": {"cp_33": 4}, "turn": 5},
    ),
    losses(
        "12.6.5.b",
        "ap/ap",
        {"salonika": "sb_1_army", "doiran": "bu_div_1", "ap_reserve": "ru_sb_yugoslav_div"},
        "doiran",
        2,
        "eliminate sb_1_army; replace sb_1_army by ru_sb_yugoslav_div",
        change={"reduced": ["sb_1_army"], "events": {"cp_33": 4}, "turn": 5},
    ),
    # 16.4.5.4-3: the Yugoslavs that turned British come for a British corps.
    losses(
        "12.6.5.b 16.4.5.4-3",
        "ap/ap",
        {"salonika": "br_xii_corps", "doiran": "bu_div_1", "ap_reserve": "ru_sb_yugoslav_div"},
        "doiran",
        3,
        "eliminate br_xii_corps; replace br_xii_corps by ru_sb_yugoslav_div",
        change={
            "reduced": ["br_xii_corps"],
            "events": {"cp_33": 4},
            "turn": 12,
            "revolution": {"stage": 4},
        },
    ),
    # ------------------------------------------------------------- ? units
    losses(
        "3.2.2.q-2",
        "ap/cp",
        {"ardahan": "ru_div_1", "oltu": "tu_stanke_bey tu_div_1"},
        "oltu",
        2,
        "eliminate tu_div_1",
        dice={"tu_stanke_bey": 2},
    ),
    losses(
        "3.2.2.q-2 3.2.2.q-1",
        "ap/cp",
        {"ardahan": "ru_div_1", "oltu": "tu_stanke_bey tu_div_1"},
        "oltu",
        2,
        "reduce tu_stanke_bey",
        "3.2.2.q-2 others_first(1)",
        dice={"tu_stanke_bey": 2},
    ),
    losses(
        "3.2.2.q-2 12.6.4-1",
        "ap/cp",
        {"ardahan": "ru_div_1", "oltu": "tu_stanke_bey tu_div_1"},
        "oltu",
        5,
        "eliminate tu_stanke_bey; reduce tu_div_1",
        dice={"tu_stanke_bey": 3},
    ),
    losses(
        "3.2.2.q-2",
        "ap/cp",
        {"ardahan": "ru_div_1", "oltu": "tu_stanke_bey tu_div_1"},
        "oltu",
        1,
        "reduce tu_div_1",
        dice={"tu_stanke_bey": 6},
    ),
    # Once reduced it is like others.
    losses(
        "3.2.2.q-2",
        "ap/cp",
        {"ardahan": "ru_div_1", "oltu": "tu_stanke_bey tu_div_1"},
        "oltu",
        1,
        "eliminate tu_stanke_bey",
        change={"reduced": ["tu_stanke_bey"]},
    ),
]
# The Turks of 12.11 are at Koprukoy and Malazgirt.
FOUGHT = {"koprukoy": "tu_ix_corps", "malazgirt": "tu_elite_div_1 tu_cavalry_1"}
LOST = {**FOUGHT, "eleskirt": "ru_iv_caucasian"}
# Kagizman is a mountain.
HILL = {"eleskirt": "tu_ix_corps", "kagizman": "ru_div_1 ru_div_2"}
TWO_WIN = "winner(ap). margin(1). withdrawing."
# An attack on Kut from Aziziya.
VALLEY = {"aziziya": "in_tigris_corps br_div_1", "kut": "tu_div_1"}
WAR = {"events": {"cp_33": 4}, "turn": 5}
PERSIA = {"events": {"cp_10": 2}, "turn": 4}
DRIVEN = "stack_out(aziziya). winner(cp). margin(2)."

RETREATS = [
    # ---------------------------------------------------------------- who, and how far
    retreat(
        "12.11 12.7.1-1 12.7.2-1 12.7.6.d-3 12.7.6.e",
        "cp/ap",
        LOST,
        "eleskirt",
        "two",
        "retreat ru_iv_caucasian erevan via kagizman",
    ),
    retreat(
        "12.7.1-1 12.7.2-1", "cp/ap", LOST, "eleskirt", "one", "retreat ru_iv_caucasian sarikamis"
    ),
    retreat(
        "12.7.1-1",
        "cp/ap",
        {**LOST, "kars": "ru_div_1"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis; retreat ru_div_1 ardahan; eliminate tu_ix_corps",
        "12.7.1-1 not_retreating(ru_div_1)",
        "12.7.1-1 not_retreating(tu_ix_corps)",
    ),
    retreat(
        "12.7.1-1 12.2.9-1 14.3.3.b",
        "cp/ap",
        {**FOUGHT, "eleskirt": "ru_div_1 ru_div_2"},
        "eleskirt",
        "one",
        "retreat ru_div_1 sarikamis",
        "12.7.1-1 must_retreat(ru_div_2)",
    ),
    # 12.7.1.d: nobody in a region; cp_38 and cp_43 spare the CP.
    retreat(
        "12.7.1.d 12.10.5-1 12.7.1-1",
        "ap/cp",
        {"central_asia": "ru_div_1", "eastern_persia": "tu_div_1"},
        "eastern_persia",
        "one",
        "",
    ),
    retreat(
        "12.7.1-1",
        "ap/cp",
        VALLEY,
        "kut",
        "two",
        "retreat tu_div_1 sannaiyat",
        "12.7.1-1 not_retreating(tu_div_1)",
        more="played(cp_38,cp).",
    ),
    retreat("12.7.1-1", "ap/cp", VALLEY, "kut", "two", "", more="cancelled(retreat)."),
    retreat(
        "12.7.1-1",
        "cp/ap",
        {**FOUGHT, "eleskirt": "ru_div_1 ru_div_2"},
        "eleskirt",
        "one",
        "retreat ru_div_1 sarikamis; eliminate ru_div_1; retreat ru_div_2 kagizman",
        "12.7.1-1 two_ways(ru_div_1)",
        "12.7.4-2 could_retreat(ru_div_1)",
    ),
    # 12.7.6.a: they may part.
    retreat(
        "12.7.6.a 12.7.6.g 12.7.1-1",
        "cp/ap",
        {**FOUGHT, "eleskirt": "ru_div_1 ru_div_2"},
        "eleskirt",
        "two",
        "retreat ru_div_1 sarikamis via kagizman; retreat ru_div_2 oltu via sarikamis",
    ),
    # ---------------------------------------------------------------- withdrawal
    retreat(
        "12.8-5 12.8-7 12.2.9-3",
        "ap/cp",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1 tu_a_div_1 ge_yildirim_1"},
        "koprukoy",
        "withdrawal",
        "retreat tu_div_1,tu_a_div_1 erzurum",
    ),
    retreat(
        "12.8-7",
        "ap/cp",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1 tu_a_div_1 ge_yildirim_1"},
        "koprukoy",
        "withdrawal",
        "retreat tu_div_1,ge_yildirim_1 erzurum",
        "12.7.1-1 must_retreat(tu_a_div_1)",
        more="winner(cp). margin(2).",
    ),
    retreat(
        "12.8-6",
        "ap/cp",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1 kurds_1"},
        "koprukoy",
        "withdrawal",
        "retreat tu_div_1 erzurum",
        "12.7.1-1 must_retreat(kurds_1)",
        more=TWO_WIN,
    ),
    retreat(
        "12.8-6",
        "ap/cp",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1 kurds_1"},
        "koprukoy",
        "withdrawal",
        "retreat tu_div_1,kurds_1 erzurum",
        more=TWO_WIN,
    ),
    retreat(
        "12.8-7 12.7.4-2",
        "ap/cp",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1 ge_yildirim_1"},
        "koprukoy",
        "withdrawal",
        "retreat tu_div_1 erzurum; eliminate ge_yildirim_1",
        "12.7.4-2 could_retreat(ge_yildirim_1)",
    ),
    # cp_20: one space, whatever the numbers.
    retreat(
        "12.7.2-1",
        "cp/ap",
        LOST,
        "eleskirt",
        "jafar_pasha",
        "retreat ru_iv_caucasian erevan via kagizman",
        "12.7.2-1 wrong_length(ru_iv_caucasian)",
    ),
    # ---------------------------------------------------------------- standing
    retreat("12.7.3-1 12.2.9-2 3.1.1.2-1", "cp/ap", HILL, "kagizman", "two", "stand ru_div_1"),
    retreat(
        "12.7.3-1",
        "cp/ap",
        {**FOUGHT, "eleskirt": "ru_div_1 ru_div_2"},
        "eleskirt",
        "two",
        "stand ru_div_1",
        "12.7.3-1 cannot_stand",
    ),
    retreat(
        "12.7.3-1 3.1.1.2-2",
        "cp/ap",
        {**FOUGHT, "eleskirt": "ru_div_1 ru_div_2"},
        "eleskirt",
        "two",
        "stand ru_div_1",
        change={"trenches": {"eleskirt": {"level": 1, "owner": "ap"}}},
    ),
    retreat(
        "12.7.3-1",
        "cp/ap",
        {**FOUGHT, "eleskirt": "ru_div_1 ru_div_2"},
        "eleskirt",
        "two",
        "stand ru_div_1",
        "12.7.3-1 cannot_stand",
        change={"trenches": {"eleskirt": {"level": 1, "owner": "cp"}}},
    ),
    retreat(
        "12.7.3-1",
        "ap/cp",
        {"romani": "anz_desert_corps", "el_arish": "tu_div_1 tu_div_2"},
        "el_arish",
        "two",
        "stand tu_div_1",
        "12.7.3-1 cannot_stand",
        more="played(ap_49,ap). no_desert. no_trench.",
        change={"trenches": {"el_arish": {"level": 1, "owner": "cp"}}},
    ),
    retreat(
        "12.7.3-1",
        "ap/cp",
        {"romani": "br_div_1", "el_arish": "tu_div_1 tu_div_2"},
        "el_arish",
        "two",
        "stand tu_div_1",
    ),
    retreat(
        "12.7.3-1 12.8-5",
        "ap/cp",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1 tu_div_2"},
        "koprukoy",
        "withdrawal",
        "stand tu_div_1",
        "12.7.3-1 cannot_stand",
        more=TWO_WIN,
    ),
    # ap_44: stacks with Bulgarians do not cancel.
    retreat(
        "12.7.3-1",
        "ap/cp",
        {"doiran": "br_div_1", "strumica": "bu_div_1 ge_div_1"},
        "strumica",
        "two",
        "stand ge_div_1",
        "12.7.3-1 cannot_stand",
        more="cannot_cancel(bu_div_1).",
        change=WAR,
    ),
    retreat(
        "12.7.3-1",
        "cp/ap",
        HILL,
        "kagizman",
        "two",
        "stand ru_div_1,ru_div_2",
        "12.7.3-1 stands_twice",
    ),
    retreat(
        "12.7.3-2",
        "cp/ap",
        {**HILL, "kagizman": "ru_div_1"},
        "kagizman",
        "two",
        "stand ru_div_1",
        "12.7.3-2 last_defender(ru_div_1)",
        change={"reduced": ["ru_div_1"]},
    ),
    retreat(
        "12.7.3-2",
        "cp/ap",
        HILL,
        "kagizman",
        "two",
        "stand ru_div_1",
        change={"reduced": ["ru_div_1"]},
    ),
    retreat(
        "12.7.3-2",
        "cp/ap",
        {**HILL, "kagizman": "ru_i_caucasian", "ap_reserve": "ru_div_3"},
        "kagizman",
        "two",
        "stand ru_i_caucasian; replace ru_i_caucasian by ru_div_3",
        "12.7.3-2 last_defender(ru_i_caucasian)",
        change={"reduced": ["ru_i_caucasian"]},
    ),
    # An LCU so lost is replaced.
    retreat(
        "12.7.3-1 12.6.5-1",
        "cp/ap",
        {**HILL, "kagizman": "ru_i_caucasian ru_div_1", "ap_reserve": "ru_div_3"},
        "kagizman",
        "two",
        "stand ru_i_caucasian; replace ru_i_caucasian by ru_div_3",
        change={"reduced": ["ru_i_caucasian"]},
    ),
    retreat(
        "12.7.3-1 12.6.5-1",
        "cp/ap",
        {**HILL, "kagizman": "ru_i_caucasian ru_div_1", "ap_reserve": "ru_div_3"},
        "kagizman",
        "two",
        "stand ru_i_caucasian",
        "12.6.5-1 unreplaced(ru_i_caucasian)",
        change={"reduced": ["ru_i_caucasian"]},
    ),
    retreat(
        "3.2.2.q-2",
        "ap/cp",
        {"ardahan": "ru_div_1", "oltu": "tu_stanke_bey tu_div_1"},
        "oltu",
        "two",
        "stand tu_stanke_bey",
        "3.2.2.q-2 others_stand_first(tu_stanke_bey)",
    ),
    retreat(
        "3.2.2.q-2",
        "ap/cp",
        {"ardahan": "ru_div_1", "oltu": "tu_stanke_bey tu_div_1"},
        "oltu",
        "two",
        "stand tu_div_1",
    ),
    retreat(
        "12.7.3-1",
        "cp/ap",
        HILL,
        "kagizman",
        "two",
        "stand ru_div_1; retreat ru_div_2 kars",
        "12.7.3-1 stands_and_goes(ru_div_2)",
    ),
    retreat(
        "12.7.3-1",
        "cp/ap",
        {**HILL, "kagizman": "ru_div_1 ru_div_2 ru_yudenich_hq"},
        "kagizman",
        "two",
        "stand ru_div_1; shorten",
        "12.7.3-1 stands_and_goes(ru_div_1)",
    ),
    retreat(
        "12.7.1-1",
        "cp/ap",
        {**HILL, "kagizman": "ru_div_1 ru_yudenich_hq"},
        "kagizman",
        "two",
        "stand ru_yudenich_hq; retreat ru_div_1,ru_yudenich_hq aleksandropol via kars",
        "12.7.1-1 not_retreating(ru_yudenich_hq)",
    ),
    # ---------------------------------------------------------------- Yudenich
    retreat(
        "3.2.3.1.yud-1 3.2.3-1",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "two",
        "shorten; retreat ru_iv_caucasian,ru_yudenich_hq sarikamis",
    ),
    retreat(
        "3.2.3.1.yud-1 3.2.3.1.yud-2",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "one",
        "shorten",
        change={"reduced": ["ru_yudenich_hq"]},
    ),
    retreat(
        "3.2.3.1.yud-1 12.7.2-1",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "one",
        "shorten; retreat ru_iv_caucasian,ru_yudenich_hq sarikamis",
        "12.7.2-1 wrong_length(ru_iv_caucasian)",
        "12.7.2-1 wrong_length(ru_yudenich_hq)",
    ),
    retreat(
        "3.2.3.1.yud-1",
        "cp/ap",
        LOST,
        "eleskirt",
        "two",
        "shorten; retreat ru_iv_caucasian erevan via kagizman",
        "3.2.3.1.yud-1 no_yudenich",
    ),
    # ---------------------------------------------------------------- the path
    retreat(
        "12.7.2-1",
        "cp/ap",
        LOST,
        "eleskirt",
        "two",
        "retreat ru_iv_caucasian kagizman",
        "12.7.2-1 wrong_length(ru_iv_caucasian)",
    ),
    retreat(
        "12.7.2-1",
        "cp/ap",
        LOST,
        "eleskirt",
        "two",
        "retreat ru_iv_caucasian aleksandropol via kars",
        "12.7.2-1 no_way(ru_iv_caucasian,eleskirt,kars)",
    ),
    # 12.7.5: a region ends it.
    retreat(
        "12.7.5-1 12.7.5-2 12.7.2-1",
        "ap/cp",
        {"qum": "ru_div_1", "teheran": "tu_div_1"},
        "teheran",
        "two",
        "retreat tu_div_1 eastern_persia",
        change=PERSIA,
    ),
    retreat(
        "12.7.6.b",
        "cp/ap",
        LOST,
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian malazgirt",
        "12.7.6.b closed(ru_iv_caucasian,malazgirt)",
    ),
    # An enemy fort, though he could besiege it.
    retreat(
        "12.7.6.b",
        "cp/ap",
        {"bayburt": "tu_ix_corps", "oltu": "ru_i_caucasian"},
        "oltu",
        "one",
        "retreat ru_i_caucasian erzurum",
        "12.7.6.b closed(ru_i_caucasian,erzurum)",
    ),
    retreat(
        "12.7.6.f",
        "cp/ap",
        LOST,
        "eleskirt",
        "two",
        "retreat ru_iv_caucasian eleskirt via kagizman",
        "12.7.6.f back_again(ru_iv_caucasian)",
    ),
    retreat(
        "12.7.6.f 12.7.6.g",
        "cp/ap",
        LOST,
        "eleskirt",
        "two",
        "retreat ru_iv_caucasian sarikamis via kagizman",
    ),
    # ---------------------------------------------------------------- beachheads, and the sea
    retreat(
        "12.7.10-1 12.7.5-3 18.6.6-7",
        "cp/ap",
        {"seddul_bahr": "tu_div_1", "cape_helles": "anz_anzac br_div_1"},
        "cape_helles",
        "two",
        "retreat anz_anzac,br_div_1 lemnos",
        change={"beachheads": ["cape_helles"]},
    ),
    retreat(
        "12.7.10-1",
        "cp/ap",
        {"kum_kale": "tu_div_1", "cape_helles": "br_div_1", "seddul_bahr": "br_div_2"},
        "cape_helles",
        "one",
        "retreat br_div_1 seddul_bahr",
        "12.7.10-1 leaves_beachhead(br_div_1)",
        change={"beachheads": ["cape_helles"], "forts_destroyed": ["seddul_bahr"]},
    ),
    # Through a beachhead, to its island base.
    retreat(
        "12.7.10-1 12.7.6.b",
        "cp/ap",
        {"krithia": "tu_div_1", "seddul_bahr": "br_div_1"},
        "seddul_bahr",
        "two",
        "retreat br_div_1 lemnos via cape_helles",
        change={"beachheads": ["cape_helles"], "forts_destroyed": ["seddul_bahr"]},
    ),
    retreat(
        "12.7.11-2 12.7.11-1 12.7.11-6",
        "cp/ap",
        {"doiran": "bu_div_1", "salonika": "br_div_1"},
        "salonika",
        "two",
        "sail br_div_1 lemnos",
        change=WAR | {"greece": "ap"},
    ),
    retreat(
        "12.7.11-1 12.7.11-3",
        "cp/ap",
        {"doiran": "bu_div_1", "salonika": "br_xii_corps"},
        "salonika",
        "two",
        "sail br_xii_corps lemnos",
        "12.7.11-1 cannot_sail(br_xii_corps)",
        change=WAR | {"greece": "ap"},
    ),
    retreat(
        "12.7.11-2",
        "cp/ap",
        {"doiran": "bu_div_1", "salonika": "br_div_1"},
        "salonika",
        "two",
        "sail br_div_1 alexandria",
        "12.7.11-2 no_harbour(br_div_1,alexandria)",
        change=WAR | {"greece": "ap"},
    ),
    retreat(
        "12.7.11-6",
        "cp/ap",
        {"doiran": "bu_div_1", "salonika": "br_div_1"},
        "salonika",
        "two",
        "sail br_div_1 lemnos",
        "12.7.11-6 winter_at_sea(br_div_1)",
        change=WAR | {"turn": 6, "greece": "ap"},
    ),
    retreat(
        "12.7.11-1 3.2.1.3.black_sea-2",
        "cp/ap",
        {"gumushane": "tu_ix_corps", "trabzon": "ru_black_sea_div ru_div_1"},
        "trabzon",
        "two",
        "sail ru_black_sea_div batum; sail ru_div_1 batum",
        "12.7.11-1 cannot_sail(ru_div_1)",
        change={"control": {"ap": ["trabzon", "rize"]}, "forts_destroyed": ["trabzon"]},
    ),
    # 18.6.6-7: on by sea from the port he passes.
    retreat(
        "18.6.6-7",
        "cp/ap",
        {"ardahan": "tu_ix_corps", "rize": "ru_black_sea_div"},
        "rize",
        "two",
        "retreat ru_black_sea_div batum via trabzon",
        change={"control": {"ap": ["trabzon", "rize"]}, "forts_destroyed": ["trabzon"]},
    ),
    # ---------------------------------------------------------------- the better place
    retreat(
        "12.7.6.d-3 12.7.6.d-1",
        "ap/cp",
        {"sarikamis": "ru_i_caucasian", "koprukoy": "tu_ix_corps"},
        "koprukoy",
        "one",
        "retreat tu_ix_corps oltu",
        "12.7.6.d-3 better_place(tu_ix_corps,eleskirt)",
    ),
    retreat(
        "12.7.6.d-3 12.7.6.c-1",
        "ap/cp",
        {
            "sarikamis": "ru_i_caucasian",
            "koprukoy": "tu_ix_corps",
            "eleskirt": "tu_div_1 tu_div_2 tu_div_3",
            "erzurum": "tu_div_4 tu_div_5 tu_div_6",
        },
        "koprukoy",
        "one",
        "retreat tu_ix_corps oltu",
    ),
    # The last place counts too.
    retreat(
        "12.7.6.e",
        "ap/cp",
        {"sarikamis": "ru_i_caucasian", "koprukoy": "tu_ix_corps"},
        "koprukoy",
        "two",
        "retreat tu_ix_corps oltu via erzurum",
        "12.7.6.d-3 better_place(tu_ix_corps,bayburt)",
    ),
    # Room at the end comes before everything.
    retreat(
        "12.7.6.c-1 12.7.4-1",
        "cp/ap",
        {**LOST, "sarikamis": "ru_div_1 ru_div_2 ru_div_3"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis",
        "12.7.6.c-1 overstacked(sarikamis)",
    ),
    retreat(
        "12.7.6.c-1",
        "cp/ap",
        {**LOST, "sarikamis": "ru_div_1 ru_div_2 ru_div_3"},
        "eleskirt",
        "two",
        "retreat ru_iv_caucasian oltu via sarikamis",
    ),
    # 12.7.6.c-2: the owner chooses who has no room.
    retreat(
        "12.7.6.c-2 12.7.4-2",
        "cp/ap",
        {
            **FOUGHT,
            "eleskirt": "ru_div_1 ru_div_2",
            "sarikamis": "ru_div_3 ru_div_4",
            "kagizman": "ru_div_5 ru_div_6 ru_div_7",
        },
        "eleskirt",
        "one",
        "retreat ru_div_1 sarikamis; eliminate ru_div_2",
    ),
    retreat(
        "12.7.4-2",
        "cp/ap",
        LOST,
        "eleskirt",
        "one",
        "eliminate ru_iv_caucasian",
        "12.7.4-2 could_retreat(ru_iv_caucasian)",
    ),
    retreat(
        "10.2-2 12.7.6.d-2",
        "cp/ap",
        {**LOST, "sarikamis": "br_div_1"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis",
        "10.2-2 rivals(sarikamis)",
    ),
    retreat(
        "10.2-2",
        "cp/ap",
        {**LOST, "sarikamis": "br_div_1", "kagizman": "ru_div_1 ru_div_2 ru_div_3"},
        "eleskirt",
        "one",
        "eliminate ru_iv_caucasian",
    ),
    # ---------------------------------------------------------------- swamp and desert
    retreat(
        "12.3.2-3 12.7.4-3",
        "ap/cp",
        {
            "sannaiyat": "in_div_1",
            "aziziya": "in_div_2",
            "kut": "tu_a_xiii_corps",
            "cp_reserve": "tu_a_div_1",
        },
        "kut",
        "one",
        "eliminate tu_a_xiii_corps; replace tu_a_xiii_corps by tu_a_div_1;"
        "retreat tu_a_div_1 the_hai",
    ),
    retreat(
        "12.3.2-3",
        "ap/cp",
        {
            "sannaiyat": "in_div_1",
            "aziziya": "in_div_2",
            "kut": "tu_a_xiii_corps",
            "cp_reserve": "tu_a_div_1",
        },
        "kut",
        "one",
        "eliminate tu_a_xiii_corps",
        "12.3.2-3 unreplaced(tu_a_xiii_corps)",
    ),
    retreat(
        "12.3.2-3 12.7.1-1",
        "ap/cp",
        {
            "sannaiyat": "in_div_1",
            "aziziya": "in_div_2",
            "kut": "tu_a_xiii_corps",
            "cp_reserve": "tu_a_div_1",
        },
        "kut",
        "one",
        "eliminate tu_a_xiii_corps; replace tu_a_xiii_corps by tu_a_div_1",
        "12.7.1-1 must_retreat(tu_a_div_1)",
    ),
    retreat(
        "12.7.6.b 12.3.2-3",
        "ap/cp",
        {"sannaiyat": "in_div_1", "aziziya": "in_div_2", "kut": "tu_a_xiii_corps"},
        "kut",
        "one",
        "retreat tu_a_xiii_corps the_hai",
        "12.7.6.b closed(tu_a_xiii_corps,the_hai)",
    ),
    retreat(
        "12.3.3-5 12.3.3-4",
        "ap/cp",
        {"gaza": "br_div_1", "beersheba": "tu_a_viii_corps", "cp_reserve": "tu_a_div_1"},
        "beersheba",
        "one",
        "eliminate tu_a_viii_corps",
        "12.3.3-5 unreplaced(tu_a_viii_corps)",
        change={"forts_destroyed": ["gaza"]},
    ),
    retreat(
        "12.3.3-5 12.3.3-4",
        "ap/cp",
        {"gaza": "br_div_1", "beersheba": "tu_a_viii_corps", "cp_reserve": "tu_a_div_1"},
        "beersheba",
        "one",
        "eliminate tu_a_viii_corps; replace tu_a_viii_corps by tu_a_div_1;"
        "retreat tu_a_div_1 jerusalem",
        change={"forts_destroyed": ["gaza"]},
    ),
    retreat(
        "12.3.3-4 12.7.2-1",
        "ap/cp",
        {"gaza": "br_div_1", "beersheba": "tu_a_viii_corps"},
        "beersheba",
        "one",
        "retreat tu_a_viii_corps jerusalem",
        "12.7.2-1 no_way(tu_a_viii_corps,beersheba,jerusalem)",
        change={"forts_destroyed": ["gaza"]},
    ),
    # Out of supply nobody comes.
    retreat(
        "12.7.4-3",
        "ap/cp",
        {"gaza": "br_div_1", "beersheba": "tu_a_viii_corps", "cp_reserve": "tu_a_div_1"},
        "beersheba",
        "one",
        "eliminate tu_a_viii_corps; replace tu_a_viii_corps by tu_a_div_1",
        "12.7.4-3 not_replaced(tu_a_viii_corps)",
        more="unfed(tu_a_viii_corps).",
        change={"forts_destroyed": ["gaza"]},
    ),
    retreat(
        "12.7.4-3",
        "cp/ap",
        {
            **LOST,
            "sarikamis": "ru_div_1 ru_div_2 ru_div_3",
            "kagizman": "ru_div_5 ru_div_6 ru_div_7",
            "ap_reserve": "ru_div_8",
        },
        "eleskirt",
        "one",
        "eliminate ru_iv_caucasian; replace ru_iv_caucasian by ru_div_8",
        "12.7.4-3 not_replaced(ru_iv_caucasian)",
    ),
    retreat(
        "12.7.4-3",
        "cp/ap",
        {
            **LOST,
            "sarikamis": "ru_div_1 ru_div_2 ru_div_3",
            "kagizman": "ru_div_5 ru_div_6 ru_div_7",
            "ap_reserve": "ru_div_8",
        },
        "eleskirt",
        "one",
        "eliminate ru_iv_caucasian",
    ),
    # ---------------------------------------------------------------- staffs
    retreat(
        "3.2.3-1 3.2.3-3",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis; retreat ru_yudenich_hq kagizman",
        "3.2.3-1 hq_alone(ru_yudenich_hq)",
    ),
    retreat(
        "3.2.3-1 3.2.3-3 12.7.4-2",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis; eliminate ru_yudenich_hq",
        "12.7.4-2 could_retreat(ru_yudenich_hq)",
    ),
    retreat(
        "3.2.3-1",
        "cp/ap",
        {**LOST, "eleskirt": "ru_iv_caucasian ru_yudenich_hq"},
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis",
        "12.7.1-1 must_retreat(ru_yudenich_hq)",
    ),
    retreat(
        "3.2.3-3 10.1-2",
        "cp/ap",
        {
            **LOST,
            "eleskirt": "ru_iv_caucasian ru_yudenich_hq",
            "sarikamis": "ru_div_1 ru_baratov_hq",
        },
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian sarikamis; eliminate ru_yudenich_hq",
    ),
    retreat(
        "10.1-2",
        "cp/ap",
        {
            **LOST,
            "eleskirt": "ru_iv_caucasian ru_yudenich_hq",
            "sarikamis": "ru_div_1 ru_baratov_hq",
        },
        "eleskirt",
        "one",
        "retreat ru_iv_caucasian,ru_yudenich_hq sarikamis",
        "10.1-2 two_hqs(sarikamis)",
    ),
    # ---------------------------------------------------------------- the Protectorate, tribes
    retreat(
        "3.2.1.3.georgia-5 12.7.4-2",
        "cp/ap",
        {"aleksandropol": "tu_ix_corps", "tiflis": "ge_georgian_protectorate"},
        "tiflis",
        "one",
        "eliminate ge_georgian_protectorate",
        change={"revolution": {"stage": 4}, "turn": 14},
    ),
    retreat(
        "3.2.1.5-8 12.7.6.b",
        "ap/cp",
        {"ardahan": "ru_i_caucasian", "rize": "laz"},
        "rize",
        "two",
        "retreat laz gumushane via trabzon",
        "12.7.6.b closed(laz,gumushane)",
    ),
    retreat(
        "3.2.1.5-8 12.7.6.b 12.7.4-2",
        "ap/cp",
        {"ardahan": "ru_i_caucasian", "rize": "laz"},
        "rize",
        "two",
        "eliminate laz",
    ),
    # ---------------------------------------------------------------- SAVE TIFLIS
    retreat(
        "12.7.2-1",
        "cp/ap",
        {**FOUGHT, "tabriz": "ru_div_1", "van": "ru_div_2", "batum": "ru_div_3"},
        "eleskirt",
        "save_tiflis",
        "retreat ru_div_1 julfa; retreat ru_div_2 bitlis",
        "cp_11 not_nearer(ru_div_2,bitlis)",
    ),
    retreat(
        "12.7.2-1 12.7.1-1",
        "cp/ap",
        {**FOUGHT, "tabriz": "ru_div_1 ru_baratov_hq", "koprukoy": "tu_ix_corps"},
        "eleskirt",
        "save_tiflis",
        "retreat ru_div_1,ru_baratov_hq julfa",
    ),
    # With Yudenich, in the space of a fort, or with no way nearer they stay.
    retreat(
        "12.7.1-1",
        "cp/ap",
        {
            "koprukoy": "tu_ix_corps",
            "tabriz": "ru_div_1 ru_yudenich_hq",
            "trabzon": "ru_div_2",
            "eleskirt": "ru_div_3",
            "sarikamis": "tu_x_corps",
            "kagizman": "tu_xi_corps",
        },
        "malazgirt",
        "save_tiflis",
        "",
    ),
    retreat(
        "12.7.1-1 12.7.4-2",
        "cp/ap",
        {**FOUGHT, "tabriz": "ru_div_1", "khoy": "ru_div_2"},
        "eleskirt",
        "save_tiflis",
        "eliminate ru_div_1",
        "12.7.1-1 must_retreat(ru_div_2)",
        "12.7.4-2 could_retreat(ru_div_1)",
    ),
    # ---------------------------------------------------------------- CATASTROPHIC ATTACK
    retreat(
        "12.9.9-4 12.9.9-8 12.9.9-2 12.9.9-3",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "retreat in_tigris_corps,br_div_1 hilla",
        more=DRIVEN,
    ),
    retreat(
        "12.9.9-4",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "retreat in_tigris_corps,br_div_1 museyib via hilla",
        more=DRIVEN,
    ),
    retreat(
        "12.9.9-8",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "retreat in_tigris_corps hilla; retreat br_div_1 ctesiphon",
        "12.9.9-8 leaves_the_stack(in_tigris_corps)",
        more=DRIVEN,
    ),
    retreat(
        "12.9.9-5",
        "ap/ap",
        VALLEY,
        "kut",
        "catastrophe",
        "retreat in_tigris_corps hilla; eliminate br_div_1",
        "12.7.4-2 could_retreat(br_div_1)",
        more=DRIVEN,
    ),
    retreat(
        "12.9.9-5",
        "ap/ap",
        {**VALLEY, "ctesiphon": "tu_div_2", "hilla": "tu_div_3"},
        "kut",
        "catastrophe",
        "eliminate in_tigris_corps,br_div_1",
        more=DRIVEN,
    ),
]

# The space of 12.11 is empty; the Russians went by way of Kagizman.
WON = {"koprukoy": "tu_ix_corps", "malazgirt": "tu_elite_div_1 tu_cavalry_1"}
PURSUED = {**WON, "erevan": "ru_iv_caucasian"}
VIA = "passed(kagizman)."
# A fort of strength 3.
FORT = {"ardahan": "tu_div_1 tu_div_2 tu_div_3", "kagizman": "tu_ix_corps tu_div_4"}
# Kut was lost by the AP, its stack went to Hilla by way of Aziziya.
ROUTED = {"kut": "tu_div_1 tu_div_2", "hilla": "in_div_1"}
DRIVEN_OFF = "stack_out(aziziya). path_out(1,hilla). winner(cp). retreated(in_div_1)."

ADVANCES = [
    advance(
        "12.11-2 12.9.3-1 12.9.1-1 12.9.1-2",
        "cp/cp",
        PURSUED,
        "eleskirt",
        "advance tu_ix_corps,tu_elite_div_1 kagizman via eleskirt",
        more=VIA + " replacement(tu_elite_div_1,tu_x_corps).",
        idle="tu_elite_div_1",
        change={"reduced": ["tu_cavalry_1"]},
    ),
    advance(
        "12.9.1-1 12.1.2-2",
        "cp/cp",
        {**PURSUED, "koprukoy": "tu_ix_corps tu_div_1"},
        "eleskirt",
        "advance tu_ix_corps,tu_div_1 eleskirt",
        "12.9.1-1 not_advancing(tu_div_1)",
        idle="tu_div_1",
    ),
    advance(
        "12.9.1-1",
        "cp/cp",
        {**PURSUED, "eleskirt": "ru_div_1"},
        "eleskirt",
        "advance tu_ix_corps eleskirt",
        "12.9.1-1 not_cleared",
    ),
    # Who won does not matter; headquarters alone are driven off.
    advance(
        "12.9.1-1 11.1.5.b-1",
        "cp/cp",
        {**WON, "eleskirt": "ru_yudenich_hq"},
        "eleskirt",
        "advance tu_ix_corps eleskirt",
        more="winner(ap). all_eliminated.",
        idle="ru_yudenich_hq",
    ),
    # A fort that stood alone and stands still.
    advance(
        "12.9.1-1 12.9.5-1",
        "cp/cp",
        {"ardahan": "tu_ix_corps"},
        "kars",
        "advance tu_ix_corps kars",
        "12.9.1-1 not_cleared",
        more="fort_stood_alone.",
    ),
    advance(
        "12.9.1-1 12.9.5-1",
        "cp/cp",
        {"ardahan": "tu_ix_corps"},
        "kars",
        "advance tu_ix_corps kars",
        change={"forts_destroyed": ["kars"]},
    ),
    # cp_38, cp_43.
    advance(
        "12.9.1-1",
        "ap/ap",
        {"aziziya": "in_div_1"},
        "kut",
        "advance in_div_1 kut",
        "12.9.1-1 cannot_advance",
        more="played(cp_38,cp).",
    ),
    advance(
        "12.9.1-1",
        "ap/ap",
        {"aziziya": "in_div_1"},
        "kut",
        "advance in_div_1 kut",
        "12.9.1-1 cannot_advance",
        more="cancelled(advance).",
    ),
    advance(
        "12.9.1-1",
        "cp/cp",
        PURSUED,
        "eleskirt",
        "advance tu_cavalry_1 eleskirt",
        "12.9.1-1 reduced(tu_cavalry_1)",
        change={"reduced": ["tu_cavalry_1"]},
    ),
    advance(
        "12.9.1-6 12.2.10-2 12.8-8 12.9.1-1",
        "ap/ap",
        {"sarikamis": "ru_div_1"},
        "koprukoy",
        "advance ru_div_1 koprukoy",
        more="withdrawing. winner(cp).",
        change={"reduced": ["ru_div_1"]},
    ),
    advance(
        "12.9.1-4",
        "ap/ap",
        {"khanikan": "tu_div_1", "baluchistan": "in_div_1", "india": "br_in_garrison_1 in_div_2"},
        "afghanistan",
        "advance br_in_garrison_1,in_div_2 afghanistan",
        "12.9.1-3 closed(br_in_garrison_1,afghanistan)",
        "12.9.1-4 no_mf(br_in_garrison_1)",
        change={"revolts": ["afghanistan"]},
    ),
    advance(
        "12.9.1-4",
        "ap/ap",
        {"baluchistan": "in_div_1", "india": "br_in_garrison_1 in_div_2"},
        "afghanistan",
        "advance in_div_1,in_div_2 afghanistan",
        change={"revolts": ["afghanistan"]},
    ),
    advance(
        "12.9.1-1 12.9.1-2",
        "cp/cp",
        {"koprukoy": "tu_ix_corps tu_div_1", "malazgirt": "tu_div_2 tu_div_3"},
        "eleskirt",
        "advance tu_ix_corps,tu_div_1,tu_div_2,tu_div_3 eleskirt",
        "10.0-1 overstacked(eleskirt)",
        "12.9.1-1 more_than_three(4)",
    ),
    advance(
        "12.9.1-7 10.2-3 10.0-1",
        "cp/cp",
        {"koprukoy": "tu_ix_corps tu_div_1", "malazgirt": "tu_div_2 ge_yildirim_1"},
        "eleskirt",
        "advance tu_ix_corps,tu_div_1,tu_div_2,ge_yildirim_1 eleskirt",
    ),
    advance(
        "12.9.1-5 3.2.3-1",
        "ap/ap",
        {"sarikamis": "ru_i_caucasian ru_yudenich_hq", "oltu": "ru_div_1"},
        "koprukoy",
        "advance ru_i_caucasian,ru_yudenich_hq koprukoy",
        idle="ru_yudenich_hq",
        change={"reduced": ["ru_yudenich_hq"]},
    ),
    advance(
        "12.9.1-5",
        "ap/ap",
        {"sarikamis": "ru_i_caucasian ru_yudenich_hq"},
        "koprukoy",
        "advance ru_yudenich_hq koprukoy",
        "12.9.1-5 hq_alone(ru_yudenich_hq)",
    ),
    advance(
        "12.9.1-1",
        "ap/ap",
        {"sarikamis": "ru_i_caucasian", "oltu": "ru_div_1 ru_yudenich_hq"},
        "koprukoy",
        "advance ru_i_caucasian,ru_yudenich_hq koprukoy",
        "12.9.1-1 not_advancing(ru_yudenich_hq)",
        idle="ru_div_1 ru_yudenich_hq",
    ),
    # ---------------------------------------------------------------- regions
    advance(
        "12.10.6",
        "ap/ap",
        {
            "teheran": "ru_div_1 ru_div_2 ru_div_3",
            "central_persia": "ru_div_4",
            "eastern_persia": "tu_div_1",
        },
        "eastern_persia",
        "advance ru_div_1,ru_div_2,ru_div_3,ru_div_4 eastern_persia",
        change=PERSIA,
    ),
    advance(
        "12.10.6",
        "ap/ap",
        {"teheran": "ru_div_2", "eastern_persia": "tu_div_1 ru_div_1"},
        "eastern_persia",
        "advance ru_div_2,ru_div_1 eastern_persia",
        "12.10.6 within_region(ru_div_1)",
        "12.9.1-3 no_way(ru_div_1,eastern_persia,eastern_persia)",
        change=PERSIA,
    ),
    advance(
        "12.10.6 12.9.1-1",
        "ap/ap",
        {"teheran": "ru_div_2", "eastern_persia": "tu_div_1"},
        "eastern_persia",
        "advance ru_div_2 eastern_persia",
        "12.9.1-1 not_cleared",
        more="winner(cp).",
        change=PERSIA,
    ),
    advance(
        "12.10.6 12.9.1-1",
        "ap/ap",
        {"teheran": "ru_div_2", "eastern_persia": "tu_div_1"},
        "eastern_persia",
        "advance ru_div_2 eastern_persia",
        more="winner(cp). all_eliminated.",
        change=PERSIA,
    ),
    # ---------------------------------------------------------------- how far
    advance(
        "12.9.1-1",
        "cp/cp",
        PURSUED,
        "eleskirt",
        "advance tu_ix_corps oltu",
        "12.9.1-1 not_into_target(tu_ix_corps)",
    ),
    advance(
        "12.9.3-1",
        "cp/cp",
        PURSUED,
        "eleskirt",
        "advance tu_ix_corps sarikamis via eleskirt",
        "12.9.3-1 too_far(tu_ix_corps,sarikamis)",
        more=VIA,
    ),
    advance(
        "12.9.3-1",
        "cp/cp",
        {**WON, "tiflis": "ru_iv_caucasian"},
        "eleskirt",
        "advance tu_elite_div_1 erevan via eleskirt,kagizman",
        "12.9.3-1 too_far(tu_elite_div_1,erevan)",
        "12.9.3-2 goes_on(tu_elite_div_1)",
        more=VIA + " passed(erevan).",
    ),
    advance(
        "12.9.2 12.9.4",
        "cp/cp",
        WON,
        "eleskirt",
        "advance tu_ix_corps kagizman via eleskirt",
        "12.9.2 goes_on(tu_ix_corps)",
        more=VIA + " all_eliminated.",
    ),
    advance(
        "12.9.2 12.9.4",
        "cp/cp",
        WON,
        "eleskirt",
        "advance tu_ix_corps eleskirt",
        more="all_eliminated.",
    ),
    advance(
        "12.9.2 12.10.6",
        "ap/ap",
        {"teheran": "ru_div_2"},
        "eastern_persia",
        "advance ru_div_2 central_persia via eastern_persia",
        "12.9.2 goes_on(ru_div_2)",
        "12.9.3-2 goes_on(ru_div_2)",
        more="passed(central_persia).",
        change=PERSIA,
    ),
    advance(
        "12.9.3-2 3.1.1.3-1",
        "ap/ap",
        {"sarikamis": "ru_div_1", "bayburt": "tu_div_1"},
        "koprukoy",
        "advance ru_div_1 erzurum via koprukoy",
        "12.9.3-2 goes_on(ru_div_1)",
        more="passed(erzurum).",
        change={"forts_destroyed": ["erzurum"]},
    ),
    # Over water.
    advance(
        "12.9.3-2",
        "ap/ap",
        {"aziziya": "in_div_1"},
        "kut",
        "advance in_div_1 sannaiyat via kut",
        "12.9.3-2 goes_on(in_div_1)",
        more="passed(sannaiyat).",
    ),
    advance(
        "12.9.3-2 12.9.3-1",
        "ap/ap",
        {"sannaiyat": "in_div_1"},
        "amara",
        "advance in_div_1 amara",
        more="passed(qurna).",
    ),
    # ---------------------------------------------------------------- the ground
    advance(
        "12.9.1-3 11.1.3-2 12.1.d-3",
        "ap/ap",
        {"belgrade": "sb_div_1", "galicia": "ah_div_1"},
        "galicia",
        "advance sb_div_1 galicia",
        "12.9.1-3 no_way(sb_div_1,belgrade,galicia)",
        change=WAR,
    ),
    advance(
        "12.9.1-3 12.3.3-4",
        "ap/ap",
        {"jerusalem": "br_xii_corps", "gaza": "br_div_1"},
        "beersheba",
        "advance br_xii_corps,br_div_1 beersheba",
        "12.9.1-3 no_way(br_xii_corps,jerusalem,beersheba)",
        change={"forts_destroyed": ["gaza"]},
    ),
    advance(
        "12.9.1-3 12.3.2-2",
        "cp/cp",
        {"kut": "tu_a_xiii_corps tu_a_div_1"},
        "the_hai",
        "advance tu_a_xiii_corps,tu_a_div_1 the_hai",
        "12.9.1-3 closed(tu_a_xiii_corps,the_hai)",
    ),
    advance(
        "12.9.1-3 3.2.1.5-6",
        "cp/cp",
        {"trabzon": "laz tu_div_1"},
        "gumushane",
        "advance laz,tu_div_1 gumushane",
        "12.9.1-3 closed(laz,gumushane)",
    ),
    advance(
        "12.9.1-3 12.9.6",
        "cp/cp",
        {**PURSUED, "kagizman": "ru_div_1"},
        "eleskirt",
        "advance tu_ix_corps kagizman via eleskirt",
        "12.9.1-3 closed(tu_ix_corps,kagizman)",
        more=VIA,
    ),
    advance(
        "12.9.1-3 12.2.10-3 11.1.2.g",
        "cp/cp",
        PURSUED,
        "eleskirt",
        "advance tu_ix_corps kagizman via eleskirt",
        "12.9.1-3 no_supply(tu_ix_corps,eleskirt)",
        "12.9.1-3 no_supply(tu_ix_corps,kagizman)",
        more=VIA + " untraced(turkish,koprukoy). untraced(turkish,eleskirt)."
        " untraced(turkish,kagizman).",
    ),
    advance(
        "12.9.1-3 11.1.2.g",
        "cp/cp",
        PURSUED,
        "eleskirt",
        "advance tu_ix_corps kagizman via eleskirt",
        more=VIA + " untraced(turkish,eleskirt). untraced(turkish,kagizman).",
    ),
    # ---------------------------------------------------------------- forts
    advance(
        "12.9.5-1 15.2.1-1",
        "cp/cp",
        FORT,
        "kars",
        "advance tu_div_1,tu_div_2 kars",
        "12.9.5-1 not_besieged(kars)",
    ),
    advance("12.9.5-1 15.2.1-1", "cp/cp", FORT, "kars", "advance tu_ix_corps kars"),
    advance("12.9.5-1", "cp/cp", FORT, "kars", "advance tu_div_1,tu_div_2,tu_div_3 kars"),
    advance(
        "12.9.5-2 12.9.5-1",
        "cp/cp",
        FORT,
        "kars",
        "advance tu_ix_corps kars; advance tu_div_4 aleksandropol via kars",
        more="passed(aleksandropol).",
    ),
    advance(
        "12.9.5-2 12.9.5-1",
        "cp/cp",
        FORT,
        "kars",
        "advance tu_ix_corps,tu_div_4 aleksandropol via kars",
        "12.9.5-1 not_besieged(kars)",
        "12.9.1-3 no_supply(tu_div_4,aleksandropol)",
        "12.9.1-3 no_supply(tu_ix_corps,aleksandropol)",
        more="passed(aleksandropol). untraced(turkish,aleksandropol).",
    ),
    # A siege from before.
    advance(
        "12.9.5-2 12.9.5-1",
        "cp/cp",
        {"ardahan": "tu_div_1", "kars": "tu_ix_corps"},
        "kars",
        "advance tu_div_1 kars",
        idle="tu_ix_corps",
    ),
    advance(
        "12.9.5-3",
        "cp/cp",
        {"koprukoy": "tu_ix_corps", "oltu": "tu_div_1 tu_div_2"},
        "ardahan",
        "advance tu_div_1 kars via ardahan",
        "12.9.3-2 goes_on(tu_div_1)",
        "12.9.5-3 not_besieged(kars)",
        more="passed(kars).",
    ),
    advance(
        "12.9.5-3",
        "ap/ap",
        {"nablus": "br_xii_corps"},
        "jaffa",
        "advance br_xii_corps gaza via jaffa",
        more="passed(gaza).",
    ),
    # ---------------------------------------------------------------- stacking, restricted areas
    advance(
        "10.0-1",
        "cp/cp",
        {"koprukoy": "tu_ix_corps tu_div_1", "eleskirt": "tu_div_2 tu_div_3"},
        "eleskirt",
        "advance tu_ix_corps,tu_div_1 eleskirt",
        "10.0-1 overstacked(eleskirt)",
        idle="tu_div_2 tu_div_3",
    ),
    advance(
        "10.1-2",
        "ap/ap",
        {"sarikamis": "ru_div_1 ru_yudenich_hq", "oltu": "ru_div_2 ru_baratov_hq"},
        "koprukoy",
        "advance ru_div_1,ru_yudenich_hq,ru_div_2,ru_baratov_hq koprukoy",
        "10.1-2 two_hqs(koprukoy)",
    ),
    advance(
        "10.2-2",
        "ap/ap",
        {"sarikamis": "ru_div_1", "oltu": "br_div_1"},
        "koprukoy",
        "advance ru_div_1,br_div_1 koprukoy",
        "10.2-2 rivals(koprukoy)",
    ),
    # ---------------------------------------------------------------- MASSED CAVALRY CHARGE
    advance(
        "12.9.3-1 12.9.3-2",
        "ap/ap",
        {"gaza": "anz_desert_corps br_div_1"},
        "jaffa",
        "advance anz_desert_corps megiddo via jaffa,haifa",
        more="played(ap_49,ap). all_eliminated.",
        change={"forts_destroyed": ["gaza"]},
    ),
    advance(
        "12.9.3-1 12.9.3-2",
        "ap/ap",
        {"gaza": "anz_desert_corps br_div_1"},
        "jaffa",
        "advance anz_desert_corps haifa via jaffa; advance br_div_1 haifa via jaffa",
        "12.9.2 goes_on(br_div_1)",
        "12.9.3-1 too_far(br_div_1,haifa)",
        more="played(ap_49,ap). all_eliminated.",
        change={"forts_destroyed": ["gaza"]},
    ),
    # Not if the AP lost.
    advance(
        "12.9.3-1",
        "ap/ap",
        {"gaza": "anz_desert_corps"},
        "jaffa",
        "advance anz_desert_corps haifa via jaffa",
        "12.9.2 goes_on(anz_desert_corps)",
        "12.9.3-1 too_far(anz_desert_corps,haifa)",
        more="played(ap_49,ap). all_eliminated. winner(cp).",
        change={"forts_destroyed": ["gaza"]},
    ),
    # ---------------------------------------------------------------- CATASTROPHIC ATTACK
    advance(
        "12.9.9-6 12.9.9-8 12.9.9-9 12.9.9-10 12.9.9-11 12.9.9-15",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 diwaniyeh via aziziya,hilla; advance tu_div_2 aziziya",
        more=DRIVEN_OFF,
        change={"reduced": ["tu_div_1"]},
    ),
    advance(
        "12.9.9-10 12.9.9-16",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 hilla via aziziya",
        "12.9.1-3 closed(tu_div_1,hilla)",
        more=DRIVEN_OFF,
    ),
    advance(
        "12.9.9-10",
        "ap/cp",
        {**ROUTED, "hilla": "in_div_1 in_div_2"},
        "kut",
        "advance tu_div_1 museyib via aziziya,hilla",
        "12.9.1-3 closed(tu_div_1,hilla)",
        more=DRIVEN_OFF,
    ),
    advance(
        "12.9.9-8",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 ctesiphon via aziziya; advance tu_div_2 sannaiyat",
        "12.9.1-1 not_into_target(tu_div_1)",
        "12.9.1-1 not_into_target(tu_div_2)",
        more=DRIVEN_OFF,
    ),
    advance(
        "12.9.9-6 12.9.3-1",
        "ap/cp",
        ROUTED,
        "kut",
        "advance tu_div_1 samarra via aziziya,hilla,museyib,baghdad",
        "12.9.3-1 too_far(tu_div_1,samarra)",
        more=DRIVEN_OFF,
    ),
    advance(
        "12.9.9-13",
        "ap/cp",
        {"kut": "tu_div_1 marsh_1", "hilla": "in_div_1"},
        "kut",
        "advance tu_div_1,marsh_1 aziziya",
        more=DRIVEN_OFF,
    ),
]

# The AP has attacked Kut from Aziziya, and lost.
BEATEN = "winner(cp). margin(2)."
SOUTH = {"aziziya": "in_tigris_corps br_div_1", "kut": "tu_div_1"}
REVOLUTION = {"revolution": {"stage": 2}, "turn": 12}

LATE_CARDS = [
    # ---------------------------------------------------------------- RESERVES TO THE FRONT
    cards("12.2.5 9.5.4.1 3.2.2.reserves", "cp/cp", ELESKIRT, "eleskirt", "advance", "play cp_04"),
    cards("12.2.5 9.5.4.1", "ap/cp", SOUTH, "kut", "advance", "play cp_04"),
    cards(
        "12.2.5",
        "cp/cp",
        {"galicia": "ah_div_1", "belgrade": "sb_div_1"},
        "belgrade",
        "advance",
        "play cp_04",
        "12.2.5 unmet(cp_04)",
        change=WAR,
    ),
    # The fallen took part.
    cards(
        "12.2.5",
        "cp/cp",
        {"koprukoy": "kurds_1", "eleskirt": "ru_div_1", "cp_eliminated": "tu_div_1"},
        "eleskirt",
        "advance",
        "play cp_04",
        more="fell(tu_div_1).",
    ),
    cards(
        "12.2.5 14.3.1-4",
        "cp/cp",
        {"koprukoy": "kurds_1", "eleskirt": "ru_div_1", "cp_eliminated": "tu_div_1"},
        "eleskirt",
        "advance",
        "play cp_04",
        "12.2.5 unmet(cp_04)",
        more="fell(tu_div_1). unfed(tu_div_1).",
    ),
    cards(
        "9.5.4.1 12.2-3",
        "cp/cp",
        ELESKIRT,
        "eleskirt",
        "losses",
        "play cp_04,cp_11,cp_42",
        "9.5.4.1 wrong_time(cp_04)",
        "9.5.4.1 wrong_time(cp_11)",
        "9.5.4.1 wrong_time(cp_42)",
    ),
    # ---------------------------------------------------------------- SAVE TIFLIS
    cards("12.2.5", "cp/cp", ELESKIRT, "eleskirt", "retreat", "play cp_11"),
    cards(
        "12.2.5",
        "cp/cp",
        ELESKIRT,
        "eleskirt",
        "retreat",
        "play cp_11",
        "12.2.5 unmet(cp_11)",
        change={"events": {"ap_23": 5}, "turn": 6},
    ),
    cards(
        "12.2.5",
        "cp/cp",
        {"koprukoy": "tu_div_1", **RUSSIANS},
        "eleskirt",
        "retreat",
        "play cp_11",
        "12.2.5 unmet(cp_11)",
    ),
    cards(
        "12.2.5",
        "cp/cp",
        {"koprukoy": "tu_ix_corps", "eleskirt": "ru_div_1"},
        "eleskirt",
        "retreat",
        "play cp_11",
        "12.2.5 unmet(cp_11)",
    ),
    cards(
        "12.2.5",
        "cp/cp",
        {"koprukoy": "tu_ix_corps", "eleskirt": "ru_div_1", "ap_eliminated": "ru_i_caucasian"},
        "eleskirt",
        "retreat",
        "play cp_11",
        more="fell(ru_i_caucasian). replacement(ru_div_1,ru_i_caucasian).",
        idle="ru_div_1",
    ),
    # ---------------------------------------------------------------- CATASTROPHIC ATTACK
    cards(
        "12.9.9-2 12.2.5",
        "ap/cp",
        SOUTH,
        "kut",
        "losses",
        "play cp_27; place cp_27 aziziya",
        more=BEATEN,
    ),
    cards(
        "12.2.5",
        "ap/cp",
        SOUTH,
        "kut",
        "losses",
        "play cp_27",
        "12.2.5 unnamed(cp_27)",
        more=BEATEN,
    ),
    cards(
        "12.2.5",
        "ap/cp",
        SOUTH,
        "kut",
        "losses",
        "play cp_27; place cp_27 aziziya",
        "12.2.5 unmet(cp_27)",
        more="winner(ap). margin(1).",
    ),
    cards(
        "12.2.5",
        "ap/cp",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1"},
        "koprukoy",
        "losses",
        "play cp_27; place cp_27 sarikamis",
        "12.2.5 unmet(cp_27)",
        more=BEATEN,
    ),
    cards(
        "12.2.5 12.9.9-2",
        "ap/cp",
        {"lemnos": "br_div_2", "cape_helles": "br_div_1", "seddul_bahr": "tu_div_1"},
        "seddul_bahr",
        "losses",
        "play cp_27; place cp_27 cape_helles",
        "12.2.5 cannot_place(cp_27,cape_helles)",
        "12.2.5 unnamed(cp_27)",
        more=BEATEN,
        change={"beachheads": ["cape_helles"]},
    ),
    cards(
        "12.2.5",
        "ap/cp",
        SOUTH | {"sannaiyat": "in_div_1"},
        "kut",
        "losses",
        "play cp_27; place cp_27 aziziya; place cp_27 sannaiyat",
        "12.2.5 cannot_place(cp_27,aziziya)",
        "12.2.5 cannot_place(cp_27,sannaiyat)",
        more=BEATEN,
    ),
    # The replacement of a fallen corps is still there.
    cards(
        "12.2.5 12.9.9-2",
        "ap/cp",
        {"aziziya": "in_div_1", "kut": "tu_div_1", "ap_eliminated": "in_tigris_corps"},
        "kut",
        "losses",
        "play cp_27; place cp_27 aziziya",
        more=BEATEN + " fell(in_tigris_corps). replacement(in_div_1,in_tigris_corps).",
        idle="in_div_1",
    ),
    # ---------------------------------------------------------------- CZAR'S ARMORIES
    cards(
        "12.2.5",
        "cp/cp",
        {"kars": "tu_ix_corps"},
        "kars",
        "advance",
        "play cp_42",
        more="taken(kars).",
        change=REVOLUTION | {"forts_destroyed": ["kars"]},
    ),
    cards(
        "12.2.5",
        "cp/cp",
        {"kars": "tu_ix_corps"},
        "kars",
        "advance",
        "play cp_42",
        "12.2.5 unmet(cp_42)",
        change=REVOLUTION | {"forts_destroyed": ["kars"]},
    ),
    cards(
        "12.2.5",
        "cp/cp",
        {"kars": "tu_ix_corps"},
        "kars",
        "advance",
        "play cp_42",
        "12.2.5 unmet(cp_42)",
        more="taken(kars).",
        change={"forts_destroyed": ["kars"]},
    ),
    # ---------------------------------------------------------------- PUSH TO THE BREAKING POINT
    cards(
        "12.2.5",
        "ap/ap",
        SOUTH,
        "kut",
        "advance",
        "play ap_50",
        more="winner(ap).",
        change={"events": {"ap_54": 10}, "turn": 11},
    ),
    cards(
        "12.2.5",
        "ap/ap",
        SOUTH,
        "kut",
        "advance",
        "play ap_50",
        "12.2.5 unmet(ap_50)",
        more=BEATEN,
        change={"events": {"ap_54": 10}, "turn": 11},
    ),
    cards(
        "12.2.5",
        "ap/ap",
        SOUTH,
        "kut",
        "advance",
        "play ap_50",
        "12.2.5 unmet(ap_50)",
        more="winner(ap).",
    ),
    # ---------------------------------------------------------------- CONFUSED ORDERS
    cards("12.2.5", "ap/cp", SOUTH, "kut", "losses", "play cp_43; cancel advance,retreat"),
    cards(
        "9.5.4.1",
        "ap/cp",
        SOUTH,
        "kut",
        "losses",
        "play cp_43",
        "cp_43 nothing_cancelled",
    ),
    cards(
        "9.5.4.1",
        "ap/cp",
        SOUTH,
        "kut",
        "losses",
        "cancel advance",
        "cp_43 cancels_nothing",
    ),
    cards(
        "12.2.5 11.1.2.b 11.1.2.g",
        "ap/cp",
        SOUTH | {"the_hai": "tu_div_2"},
        "kut",
        "losses",
        "play cp_43; bring cp_43 tu_div_2",
    ),
    # Too far; full; out of supply.
    cards(
        "12.2.5",
        "ap/cp",
        SOUTH | {"aleppo": "tu_div_2"},
        "kut",
        "losses",
        "play cp_43; bring cp_43 tu_div_2",
        "12.2.5 cannot_bring(cp_43,tu_div_2)",
    ),
    cards(
        "12.2.5 10.0-1",
        "ap/cp",
        {**SOUTH, "kut": "tu_div_1 tu_div_3 tu_div_4", "the_hai": "tu_div_2"},
        "kut",
        "losses",
        "play cp_43; bring cp_43 tu_div_2",
        "12.2.5 cannot_bring(cp_43,tu_div_2)",
    ),
    cards(
        "12.2.5",
        "ap/cp",
        SOUTH | {"the_hai": "tu_div_2 tu_div_3"},
        "kut",
        "losses",
        "play cp_43; bring cp_43 tu_div_2,tu_div_3",
        "12.2.5 cannot_bring(cp_43,tu_div_2)",
        "12.2.5 cannot_bring(cp_43,tu_div_3)",
    ),
]

# Losses of a battle at Eleskirt.
FRONT = {
    "koprukoy": "tu_ix_corps tu_div_1",
    "malazgirt": "tu_cavalry_1",
    "cp_eliminated": "tu_x_corps tu_div_2",
}
HURT = {"reduced": ["tu_ix_corps", "tu_div_1"]}
TOLL = "bled(tu_ix_corps). fell(tu_x_corps). fell(tu_div_2). replacement(tu_div_1,tu_x_corps)."

REPAIRS = [
    repair(
        "17.1 17.1.1-1",
        "cp_04",
        FRONT,
        "restore tu_ix_corps; rebuild tu_x_corps",
        more=TOLL,
        change=HURT,
    ),
    repair(
        "17.1", "cp_04", FRONT, "rebuild tu_x_corps; restore tu_x_corps", more=TOLL, change=HURT
    ),
    repair(
        "17.1",
        "cp_04",
        FRONT,
        "restore tu_ix_corps; rebuild tu_x_corps,tu_div_2",
        "17.1 over_points(1)",
        more=TOLL,
        change=HURT,
    ),
    # Only steps lost in this battle.
    repair(
        "17.1",
        "cp_04",
        FRONT,
        "restore tu_div_1; rebuild tu_div_3; restore tu_cavalry_1",
        "17.1 cannot_repair(tu_cavalry_1)",
        "17.1 cannot_repair(tu_div_1)",
        "17.1 cannot_repair(tu_div_3)",
        more=TOLL,
        change=HURT,
    ),
    # 14.3.1-5: not out of supply; 12.6.7.a: not for good.
    repair(
        "17.1 14.3.1-5",
        "cp_04",
        FRONT,
        "restore tu_ix_corps; rebuild tu_div_2",
        "17.1 cannot_repair(tu_div_2)",
        "17.1 cannot_repair(tu_ix_corps)",
        more=TOLL + " unfed(tu_div_2). supply(tu_ix_corps,oos).",
        change=HURT,
    ),
    repair(
        "17.1 12.6.7.a",
        "cp_04",
        {**FRONT, "cp_eliminated": "", "cp_permanently_eliminated": "tu_x_corps"},
        "rebuild tu_x_corps",
        "17.1 cannot_repair(tu_x_corps)",
        more="fell(tu_x_corps).",
        change=HURT,
    ),
    # 3.2.2: dots and triangles too.
    repair(
        "17.1 3.2.2.reserves 17.1.5 17.1.6-1",
        "cp_04",
        {**FRONT, "cp_eliminated": "", "cp_permanently_eliminated": "tu_stanke_bey"},
        "rebuild tu_stanke_bey; restore tu_stanke_bey",
        more="fell(tu_stanke_bey).",
        change=HURT,
    ),
    # 3.2.4.2-7: twice as much in disrupted supply.
    repair(
        "17.1 3.2.4.2-7",
        "cp_04",
        FRONT,
        "restore tu_ix_corps; rebuild tu_div_2",
        "17.1 over_points(1)",
        more=TOLL + " supply(tu_ix_corps,disrupted).",
        change=HURT,
    ),
    # CZAR'S ARMORIES.
    repair(
        "17.1",
        "cp_42",
        {**FRONT, "kars": "tu_xi_corps"},
        "restore tu_ix_corps,tu_div_1,tu_xi_corps",
        change={"reduced": ["tu_ix_corps", "tu_div_1", "tu_xi_corps"], "forts_destroyed": ["kars"]},
    ),
    repair(
        "17.1",
        "cp_42",
        {**FRONT, "baghdad": "tu_xi_corps"},
        "restore tu_xi_corps; rebuild tu_x_corps; restore tu_cavalry_1",
        "17.1 cannot_repair(tu_cavalry_1)",
        "17.1 cannot_repair(tu_x_corps)",
        "17.1 cannot_repair(tu_xi_corps)",
        more=TOLL,
        change={"reduced": ["tu_xi_corps"]},
    ),
    repair(
        "17.1 17.1.5 3.2.2.dot",
        "cp_42",
        {"koprukoy": "tu_stanke_bey"},
        "restore tu_stanke_bey",
        "17.1 cannot_repair(tu_stanke_bey)",
        change={"reduced": ["tu_stanke_bey"]},
    ),
    repair(
        "17.1 17.1.3-1",
        "cp_42",
        {"koprukoy": "tu_div_1"},
        "restore tu_div_1",
        "17.1 cannot_repair(tu_div_1)",
        change={"reduced": ["tu_div_1"], "control": {"ap": ["constantinople"]}},
    ),
]

CROWD = {"koprukoy": "tu_ix_corps tu_div_1 tu_div_2 tu_div_3", "erzurum": "tu_div_4"}
LOOSE = {"allow": ["too_many_units"]}
EXCESS = [
    excess("10.4-1 10.4-2 10.5", "cp/ap", CROWD, "eliminate tu_ix_corps", change=LOOSE),
    excess("10.4-1", "cp/ap", CROWD, "", "10.4-1 too_few(koprukoy)", change=LOOSE),
    excess(
        "10.4-1",
        "cp/ap",
        CROWD,
        "eliminate tu_div_1,tu_div_2",
        "10.4-1 too_many(koprukoy)",
        change=LOOSE,
    ),
    excess(
        "10.4-1",
        "cp/ap",
        CROWD,
        "eliminate tu_div_1,tu_div_4",
        "10.4-1 not_in_excess(tu_div_4)",
        change=LOOSE,
    ),
    excess(
        "10.4-1 10.2-3 3.2.1.3.yildirim",
        "cp/ap",
        {"koprukoy": "ge_yildirim_1 tu_div_1 tu_div_2 tu_div_3 tu_div_4"},
        "eliminate ge_yildirim_1,tu_div_1",
        "10.4-1 too_many(koprukoy)",
        change=LOOSE,
    ),
    excess(
        "10.4-1 10.2-3",
        "cp/ap",
        {"koprukoy": "ge_yildirim_1 ge_yildirim_2 tu_div_1 tu_div_2 tu_div_3"},
        "eliminate ge_yildirim_1",
        change=LOOSE,
    ),
    excess("10.4-1 10.1-1", "cp/ap", {"koprukoy": "tu_div_1 tu_div_2 tu_div_3 tu_enver_hq"}, ""),
]

CASES: list[Case] = [*LOSSES, *RETREATS, *ADVANCES, *LATE_CARDS, *REPAIRS, *EXCESS]


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
        "reduce ru_i_caucasian;eliminate ru_i_caucasian;eliminate ru_iv_caucasian;reduce ru_div_1;"
        "eliminate ru_div_1;reduce ru_cavalry_1;eliminate ru_cavalry_1;"
        "replace ru_i_caucasian by ru_div_1;replace ru_i_caucasian by ru_cavalry_1;"
        "replace ru_iv_caucasian by ru_div_1;replace ru_iv_caucasian by ru_cavalry_1",
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
        "reduce tu_stanke_bey;eliminate tu_stanke_bey;reduce tu_div_1;eliminate tu_div_1;"
        "reduce tu_iii_corps;eliminate tu_iii_corps;replace tu_iii_corps by tu_div_2;"
        "reduce tu_div_2;eliminate tu_div_2",
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
        "retreat ru_div_1 sarikamis;retreat ru_div_2 sarikamis;retreat ru_yudenich_hq sarikamis;"
        "retreat ru_div_1 kagizman;retreat ru_div_2 kagizman;retreat ru_yudenich_hq kagizman;"
        "eliminate ru_div_1;eliminate ru_yudenich_hq;shorten;stand ru_div_1",
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
        "retreat tu_a_xiii_corps the_hai;eliminate tu_a_xiii_corps;retreat tu_div_1 the_hai;"
        "eliminate tu_div_1;replace tu_a_xiii_corps by tu_a_div_1;"
        "replace tu_a_xiii_corps by tu_div_2;retreat tu_a_div_1 the_hai;eliminate tu_a_div_1;"
        "stand tu_div_1",
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
        "retreat tu_div_1 erzurum;retreat tu_div_1 eleskirt;retreat tu_div_1 oltu;"
        "eliminate tu_div_1;retreat ge_yildirim_1 erzurum;retreat ge_yildirim_1 eleskirt;"
        "eliminate ge_yildirim_1",
    ),
    (
        retreat("12.9.9", "ap/ap", SOUTH, "kut", "catastrophe", "", more=DRIVEN),
        "retreat in_tigris_corps hilla;retreat br_div_1 hilla;retreat in_tigris_corps ctesiphon;"
        "retreat br_div_1 ctesiphon;retreat br_div_1 museyib via hilla;"
        "retreat in_tigris_corps museyib via hilla;eliminate br_div_1;eliminate in_tigris_corps",
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
        "advance(tu_ix_corps,1,eleskirt);advance(tu_ix_corps,2,kagizman);"
        "advance(tu_elite_div_1,1,eleskirt);advance(tu_elite_div_1,2,kagizman);"
        "advance(ge_mackensen_hq,1,eleskirt);advance(ge_mackensen_hq,2,kagizman);"
        "advance(tu_cavalry_1,1,eleskirt)",
    ),
    (
        advance("12.9.5", "cp/cp", FORT, "kars", "", more="passed(aleksandropol)."),
        "advance(tu_ix_corps,1,kars);advance(tu_ix_corps,2,aleksandropol);advance(tu_div_1,1,kars);"
        "advance(tu_div_4,1,kars);advance(tu_div_4,2,aleksandropol);advance(tu_div_2,1,kars);"
        "advance(tu_div_3,1,kars)",
    ),
    (
        advance("12.9.9", "ap/cp", ROUTED, "kut", "", more=DRIVEN_OFF),
        "advance(tu_div_1,1,aziziya);advance(tu_div_1,2,hilla);advance(tu_div_1,3,museyib);"
        "advance(tu_div_1,4,baghdad);advance(tu_div_2,1,aziziya);advance(tu_div_2,2,hilla);"
        "advance(tu_div_2,3,diwaniyeh)",
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
        "play cp_27;play cp_43;play cp_04;place cp_27 aziziya;cancel advance;cancel retreat;"
        "bring cp_43 tu_div_2",
    ),
    (
        repair("17.1", "cp_04", FRONT, "", more=TOLL, change=HURT),
        "restore tu_ix_corps;rebuild tu_x_corps;restore tu_x_corps;rebuild tu_div_2;"
        "restore tu_div_2;restore tu_div_1",
    ),
    (
        excess("10.4-1", "cp/ap", CROWD, "", change=LOOSE),
        "eliminate tu_ix_corps;eliminate tu_div_1;eliminate tu_div_2;eliminate tu_div_3;"
        "eliminate tu_div_4",
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
