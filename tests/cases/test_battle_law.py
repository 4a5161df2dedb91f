"""Rulings about battles: a position, facts of the battle, a move, and every rule it breaks.

They are put to the law alone, by the words of docs/battles.md. Every unit of the side to act waits
to attack, or attacks; every enemy unit in the battle's place defends; whoever is named in `idle`
does neither.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any

import pytest

import battle_law
import rule_coverage
from battle_law import Battle
from lexbelli import pursuit_of_glory as pog
from violations import BATTLES, of_the_page


@dataclass(frozen=True)
class Case:
    """One move and what the law says of it.

    Attributes:
        rule: The rule it is about; further ones after blanks.
        kind: The decision.
        active: The side to act in this round: the attacker.
        units: Place -> units, after blanks.
        move: The move.
        broken: Rule and witness of every violation, after a blank.
        battle: The place of the battle under way, for all but attacks.
        acts: Whose decision it is, for combat cards and cards taken back.
        more: Further facts.
        idle: Units that do not take part.
        change: Further keys of the position's document.
        less: What is not told: the beginnings of facts.
    """

    rule: str
    kind: str
    active: str
    units: Mapping[str, str]
    move: str
    broken: Sequence[str] = ()
    battle: str = ""
    acts: str = ""
    more: str = ""
    idle: str = ""
    change: Mapping[str, Any] = field(default_factory=dict)
    less: Sequence[str] = ()

    def put(self) -> Battle:
        return Battle(_position(self), _facts(self), self.less)


def _position(case: Case) -> pog.Position:
    return battle_law.position_of(case.active, case.units, case.change)


def _facts(case: Case) -> str:
    idle = case.idle.split()
    facts = [case.more]
    for place, text in case.units.items():
        for unit, side in battle_law.sides(text.split()).items():
            kind = battle_law.empty().core.tables.unit(unit)["class"]
            if unit in idle or battle_law.empty().core.tables.space(place)["kind"] == "box":
                continue
            if case.kind == "attack":
                if side == case.active and kind not in ("hq", "artillery"):
                    facts.append(f"attacking({unit},attack).")
            elif side == case.active:
                facts.append(f"attacker({unit}).")
            elif place == case.battle:
                facts.append(f"defender({unit}).")
    if case.battle:
        facts.append(f"battle({case.battle}).")
    if case.acts:
        facts.append(f"acts({case.acts}).")
        cards = set(re.findall(r"\b[ac]p_\d\d\b", case.move)) - {"ap_99"}
        if case.kind == "cards" and "holds(" not in case.more:
            facts += [f"holds({case.acts},{card})." for card in sorted(cards)]
        if case.kind == "cards" and "moment(" not in case.more:
            facts.append("moment(battle).")
    if case.kind == "cards":
        told = set(re.findall(r"supply\((\w+),", case.more))
        everybody = {unit for text in case.units.values() for unit in text.split()} - told
        facts += [f"supply({unit},full)." for unit in sorted(everybody)]
    return "\n".join(facts)


def attack(
    rule: str, active: str, units: Mapping[str, str], move: str, *broken: str, **more: Any
) -> Case:
    return Case(rule, "attack", active, units, move, broken, **more)


def cards(
    rule: str,
    who: str,
    units: Mapping[str, str],
    battle: str,
    move: str,
    *broken: str,
    **more: Any,
) -> Case:
    """`who`: the attacker and the side that plays, such as `ap/cp`."""
    active, _, acts = who.partition("/")
    # All are in supply, but for those of whom something else is told.
    return Case(rule, "cards", active, units, move, broken, battle, acts, less=("supply(",), **more)


def other(
    kind: str,
    rule: str,
    active: str,
    units: Mapping[str, str],
    battle: str,
    move: str,
    *broken: str,
    **more: Any,
) -> Case:
    return Case(rule, kind, active, units, move, broken, battle, **more)


TURKS = {"koprukoy": "tu_ix_corps", "malazgirt": "tu_x_corps tu_cavalry_1"}
RUSSIANS = {"eleskirt": "ru_i_caucasian ru_iv_caucasian"}
ELESKIRT = TURKS | RUSSIANS
ALL = "tu_ix_corps,tu_x_corps,tu_cavalry_1"
IN_THE_WAR = {"events": {"cp_33": 4}, "turn": 5}
# The Serbs at Belgrade, and Austrians and Germans in Galicia (12.10.1).
GALICIA = {
    "galicia": "ah_div_1 ah_div_2 ah_viii_corps ge_div_1 ge_div_2 ge_iv_r_corps",
    "belgrade": "sb_1_army",
}
STACKS = " ".join(
    f"attack_stack({unit},{number})."
    for unit, number in {
        "ah_div_1": 1,
        "ah_div_2": 1,
        "ah_viii_corps": 1,
        "ge_div_1": 2,
        "ge_div_2": 2,
        "ge_iv_r_corps": 2,
    }.items()
)
MIXED = " ".join(
    f"attack_stack({unit},{number})."
    for unit, number in {
        "ah_div_1": 1,
        "ge_div_1": 1,
        "ah_viii_corps": 2,
        "ge_iv_r_corps": 2,
    }.items()
)

ATTACKS = [
    # ---------------------------------------------------------------- the declaration
    attack("12.2.1", "cp", ELESKIRT, f"attack eleskirt with {ALL}"),
    attack("12.2.1", "cp", ELESKIRT, "join tu_ix_corps", "12.2.1 no_target"),
    attack("12.2.1", "cp", ELESKIRT, "", "12.2.1 no_target", "12.2.1 nobody_attacks"),
    attack("12.1.a-1", "cp", ELESKIRT, "end"),
    attack(
        "12.1.1-1",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_ix_corps; attack sarikamis",
        "12.1.1-1 two_targets",
    ),
    attack("12.2.1", "cp", ELESKIRT, "attack eleskirt", "12.2.1 nobody_attacks"),
    attack(
        "12.2.1 3.2.3-1",
        "cp",
        {**ELESKIRT, "koprukoy": "tu_ix_corps ge_mackensen_hq"},
        "attack eleskirt with ge_mackensen_hq",
        "12.2.1 nobody_attacks",
        "3.2.3-1 hq_apart(ge_mackensen_hq)",
    ),
    attack(
        "12.1-1",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_ix_corps,ru_i_caucasian,tu_div_1",
        "12.1-1 not_own(ru_i_caucasian)",
        "12.1-1 not_own(tu_div_1)",
    ),
    attack(
        "12.1-1",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_ix_corps,tu_x_corps",
        "12.1-1 not_waiting(tu_x_corps)",
        idle="tu_x_corps",
    ),
    attack(
        "12.1-1 12.1.b-2",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_x_corps",
        "12.1-1 not_waiting(tu_x_corps)",
        more="fought(tu_x_corps).",
    ),
    attack(
        "3.2.3.1-2 3.2.3-1",
        "ap",
        {"sarikamis": "ru_i_caucasian ru_yudenich_hq", "koprukoy": "tu_ix_corps"},
        "attack koprukoy with ru_i_caucasian,ru_yudenich_hq",
    ),
    attack(
        "3.2.3.1-2",
        "ap",
        {"sarikamis": "ru_i_caucasian ru_yudenich_hq", "koprukoy": "tu_ix_corps"},
        "attack koprukoy with ru_i_caucasian,ru_yudenich_hq",
        "3.2.3.1-2 hq_spent(ru_yudenich_hq)",
        more="fought(ru_yudenich_hq).",
    ),
    attack(
        "3.2.3-1",
        "ap",
        {
            "sarikamis": "ru_i_caucasian ru_yudenich_hq",
            "oltu": "ru_iv_caucasian",
            "koprukoy": "tu_ix_corps",
        },
        "attack koprukoy with ru_iv_caucasian,ru_yudenich_hq",
        "3.2.3-1 hq_apart(ru_yudenich_hq)",
    ),
    # --------------------------------------------------------------------- the target
    attack(
        "12.1-1",
        "cp",
        TURKS,
        "attack eleskirt with tu_ix_corps",
        "12.1-1 nobody_there(eleskirt)",
    ),
    attack(
        "12.1-1 11.1.5.b-1",
        "cp",
        {**TURKS, "eleskirt": "ru_yudenich_hq"},
        "attack eleskirt with tu_ix_corps",
        "12.1-1 nobody_there(eleskirt)",
    ),
    attack("12.1-1 15.1.2-1", "cp", {"ardahan": "tu_ix_corps"}, "attack kars with tu_ix_corps"),
    attack(
        "12.1-1 15.1.2-1",
        "cp",
        {"ardahan": "tu_ix_corps"},
        "attack kars with tu_ix_corps",
        "12.1-1 nobody_there(kars)",
        change={"forts_destroyed": ["kars"]},
    ),
    attack(
        "12.1.4",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_ix_corps",
        "12.1.4 only_retreated(eleskirt)",
        more="retreated(ru_i_caucasian). retreated(ru_iv_caucasian).",
    ),
    attack(
        "12.1.4",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_ix_corps",
        more="retreated(ru_i_caucasian).",
    ),
    attack(
        "12.1.4 12.4.1-6",
        "cp",
        {"ardahan": "tu_ix_corps", "kagizman": "tu_x_corps", "kars": "ru_div_1"},
        "attack kars with tu_ix_corps,tu_x_corps flank ardahan",
        "12.4.1-6 flank_at_fort(kars)",
        more="retreated(ru_div_1).",
    ),
    attack(
        "12.1.3",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_ix_corps",
        "12.1.3 attacked_before(eleskirt)",
        more="attacked(eleskirt).",
    ),
    attack(
        "12.1.3",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_ix_corps",
        more="attacked(sarikamis).",
    ),
    # ---------------------------------------------------------------------- the reach
    attack(
        "12.1.1-2",
        "cp",
        {**ELESKIRT, "erzurum": "tu_xi_corps"},
        "attack eleskirt with tu_ix_corps,tu_xi_corps",
        "12.1.1-2 out_of_reach(tu_xi_corps,eleskirt)",
    ),
    attack(
        "12.1.1-2 12.10.2-1",
        "ap",
        {"galicia": "ge_div_1 ru_i_caucasian"},
        "attack galicia with ru_i_caucasian",
    ),
    attack(
        "12.10.2-4 12.1.1-2 12.10.2-2",
        "ap",
        {"teheran": "ru_div_2", "eastern_persia": "tu_div_1 ru_div_1"},
        "attack eastern_persia with ru_div_1,ru_div_2",
        more="attack_stack(ru_div_1,1).",
        change={"events": {"cp_10": 2}, "turn": 4},
    ),
    attack(
        "12.1.1-2 12.1.5-3",
        "cp",
        {"kars": "tu_ix_corps kurds_1"},
        "attack kars with tu_ix_corps,kurds_1",
    ),
    attack(
        "12.1.1-2 12.1.5-4 15.1.2-2 15.2.5-1",
        "cp",
        {"kars": "tu_div_1", "ardahan": "tu_div_2"},
        "attack kars with tu_div_1,tu_div_2",
    ),
    attack(
        "12.1.1-2",
        "cp",
        {"koprukoy": "tu_ix_corps"},
        "attack koprukoy with tu_ix_corps",
        "12.1-1 nobody_there(koprukoy)",
        "12.1.1-2 out_of_reach(tu_ix_corps,koprukoy)",
    ),
    attack(
        "15.1.2-2",
        "cp",
        {"kars": "tu_ix_corps", "ardahan": "tu_div_2"},
        "attack kars with tu_ix_corps,tu_div_2",
        "15.1.2-2 besieged_from_outside(tu_div_2,kars)",
    ),
    attack(
        "12.1.5-2",
        "cp",
        {"kars": "tu_ix_corps", "sarikamis": "ru_div_1"},
        "attack sarikamis with tu_ix_corps",
        "12.1.5-2 needed_for_siege(kars)",
    ),
    attack(
        "12.1.5-2",
        "cp",
        {"kars": "tu_ix_corps tu_div_1", "sarikamis": "ru_div_1"},
        "attack sarikamis with tu_div_1",
    ),
    attack(
        "12.1.5-2 15.2.3-1",
        "cp",
        {"kars": "tu_div_1 tu_div_2 tu_div_3", "sarikamis": "ru_div_1"},
        "attack sarikamis with tu_div_1",
        "12.1.5-2 needed_for_siege(kars)",
    ),
    attack(
        "12.1.5-2 15.2.6",
        "cp",
        {"kars": "tu_div_1 kurds_1", "sarikamis": "ru_div_1"},
        "attack sarikamis with tu_div_1",
    ),
    attack(
        "12.1.5-2",
        "cp",
        {"kars": "tu_ix_corps tu_x_corps", "sarikamis": "ru_div_1"},
        "attack sarikamis with tu_x_corps",
        "12.1.5-2 needed_for_siege(kars)",
        more="fought(tu_ix_corps). attacked(ardahan).",
        idle="tu_ix_corps",
    ),
    attack(
        "12.1.5-2",
        "cp",
        {"kars": "tu_ix_corps tu_x_corps", "sarikamis": "ru_div_1"},
        "attack sarikamis with tu_x_corps",
        more="fought(tu_ix_corps). attacked(kars).",
        idle="tu_ix_corps",
    ),
    attack(
        "12.1.1-3 12.10.2-3",
        "ap",
        {"india": "in_div_1", "baluchistan": "in_div_2", "afghanistan": "afghan_uprising_1"},
        "attack afghanistan with in_div_1,in_div_2",
        "12.1.1-3 green_lines(afghanistan)",
        more="attack_stack(in_div_1,1). attack_stack(in_div_2,2).",
        change={"revolts": ["afghanistan"]},
    ),
    attack(
        "12.1.1-3",
        "ap",
        {"india": "in_div_1 in_div_2", "afghanistan": "afghan_uprising_1"},
        "attack afghanistan with in_div_1,in_div_2",
        more="attack_stack(in_div_1,1). attack_stack(in_div_2,1).",
        change={"revolts": ["afghanistan"]},
    ),
    attack(
        "12.1.1-3",
        "ap",
        {"india": "in_div_1 in_div_2", "afghanistan": "afghan_uprising_1"},
        "attack afghanistan with in_div_1,in_div_2",
        "12.1.1-3 green_lines(afghanistan)",
        more="attack_stack(in_div_1,1). attack_stack(in_div_2,2).",
        change={"revolts": ["afghanistan"]},
    ),
    attack(
        "12.3.7-1 16.3.3.5.ca-3",
        "cp",
        {"central_asia": "central_asia_uprising", "baku": "ru_div_1"},
        "attack baku with central_asia_uprising",
        "12.3.7-1 over_the_caspian(central_asia_uprising,baku)",
        "16.3.3.5.ca-3 central_asians(central_asia_uprising,baku)",
        change={"revolts": ["central_asia"]},
    ),
    attack(
        "12.3.7-2 12.3.7-1",
        "cp",
        {"central_asia": "central_asia_uprising", "eastern_persia": "ru_div_1"},
        "attack eastern_persia with central_asia_uprising",
        change={"revolts": ["central_asia"]},
    ),
    attack(
        "3.1.5.2.1",
        "ap",
        {"kum_kale": "br_div_1 br_div_2", "seddul_bahr": "tu_div_1"},
        "attack seddul_bahr with br_div_1",
    ),
    attack(
        "3.1.5.2.1",
        "ap",
        {"canakkale": "br_ix_corps", "maidos": "tu_div_1"},
        "attack maidos with br_ix_corps",
        "12.1.5-2 needed_for_siege(canakkale)",
        "3.1.5.2.1 over_strait(br_ix_corps,maidos)",
    ),
    attack(
        "3.1.5.2.2-1",
        "cp",
        {"kum_kale": "br_div_1", "seddul_bahr": "tu_div_1"},
        "attack kum_kale with tu_div_1",
    ),
    attack(
        "3.1.5.2.2-1",
        "cp",
        {"kum_kale": "br_div_1", "seddul_bahr": "tu_div_1", "rodosto": "br_div_2"},
        "attack kum_kale with tu_div_1",
        "3.1.5.2.2-1 over_strait(tu_div_1,kum_kale)",
    ),
    attack(
        "3.1.5.2.2-2",
        "cp",
        {"bandirma": "br_div_1", "constantinople": "tu_div_1"},
        "attack bandirma with tu_div_1",
    ),
    attack(
        "3.1.5.2.2-2",
        "cp",
        {"bandirma": "br_div_1", "constantinople": "tu_div_1"},
        "attack bandirma with tu_div_1",
        "3.1.5.2.2-2 over_strait(tu_div_1,bandirma)",
        change={
            "control": {"ap": ["the_bosphorus_forts"]},
            "forts_destroyed": ["the_bosphorus_forts"],
        },
    ),
    attack(
        "12.3.3-3",
        "cp",
        {"jerusalem": "tu_ix_corps", "gaza": "tu_x_corps", "beersheba": "br_div_1"},
        "attack beersheba with tu_x_corps",
    ),
    attack(
        "12.3.3-3 12.1.d-2",
        "cp",
        {"jerusalem": "tu_ix_corps tu_div_1", "beersheba": "br_div_1"},
        "attack beersheba with tu_ix_corps,tu_div_1",
        "12.3.3-3 off_the_rails(tu_ix_corps,beersheba)",
    ),
    attack(
        "12.3.3-3",
        "ap",
        {"romani": "br_viii_corps", "el_arish": "tu_div_1"},
        "attack el_arish with br_viii_corps",
        "12.3.3-3 off_the_rails(br_viii_corps,el_arish)",
    ),
    attack(
        "12.3.3-3 18.2.1-2",
        "ap",
        {"romani": "br_viii_corps", "el_arish": "tu_div_1"},
        "attack el_arish with br_viii_corps",
        change={"sinai_railroad": 9, "turn": 9, "events": {"ap_19": 6}},
    ),
    # ---------------------------------------------------------------- several nations
    attack(
        "12.1.6-1 12.10.1-1",
        "cp",
        GALICIA,
        "attack belgrade with ah_viii_corps,ge_iv_r_corps",
        "12.1.6-1 no_common_stack",
        more=STACKS,
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-1 12.10.1-1",
        "cp",
        GALICIA,
        "attack belgrade with ge_div_1,ge_div_2,ge_iv_r_corps",
        more=STACKS,
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-1 12.10.1-1 12.10.2-2 12.10.2-5",
        "cp",
        GALICIA,
        "attack belgrade with ah_div_1,ah_viii_corps,ge_div_1,ge_iv_r_corps",
        more=MIXED,
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-1",
        "cp",
        GALICIA,
        "attack belgrade with ah_viii_corps,ge_div_1",
        "12.1.6-1 no_common_stack",
        more=MIXED,
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-1 9.2.2.b",
        "cp",
        {"koprukoy": "tu_ix_corps", "malazgirt": "tu_a_div_1", **RUSSIANS},
        "attack eleskirt with tu_ix_corps,tu_a_div_1",
    ),
    attack(
        "12.1.6-1 9.2.2.c",
        "ap",
        {"nasiriya": "br_div_1", "basra": "in_div_1", "qurna": "tu_div_1"},
        "attack qurna with br_div_1,in_div_1",
    ),
    attack(
        "12.1.6-1 9.2.2.a-1",
        "cp",
        {"koprukoy": "tu_div_1", "malazgirt": "kurds_1", **RUSSIANS},
        "attack eleskirt with tu_div_1,kurds_1",
    ),
    attack(
        "12.1.6-1 9.2.2.d",
        "cp",
        {"koprukoy": "ge_yildirim_1", "malazgirt": "tu_div_1", **RUSSIANS},
        "attack eleskirt with ge_yildirim_1,tu_div_1",
    ),
    attack(
        "12.1.6-1 9.2.2.d",
        "cp",
        {"koprukoy": "ge_yildirim_1 ge_yildirim_2", "malazgirt": "tu_div_1", **RUSSIANS},
        "attack eleskirt with ge_yildirim_1,ge_yildirim_2,tu_div_1",
        "12.1.6-1 no_common_stack",
    ),
    attack(
        "12.1.6-1 3.2-6",
        "cp",
        {"sofia": "ge_bu_xi_army", "skopje": "bu_div_1", "nis": "sb_div_1"},
        "attack nis with ge_bu_xi_army,bu_div_1",
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-1 3.2-6",
        "cp",
        {"sofia": "ge_bu_xi_army", "skopje": "bu_div_1", "vidin": "ge_div_1", "nis": "sb_div_1"},
        "attack nis with ge_bu_xi_army,bu_div_1,ge_div_1",
        "12.1.6-1 no_common_stack",
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-1 3.2-6",
        "cp",
        {
            "sofia": "ge_bu_xi_army ge_div_2",
            "skopje": "bu_div_1",
            "vidin": "ge_div_1",
            "nis": "sb_div_1",
        },
        "attack nis with ge_bu_xi_army,bu_div_1,ge_div_1,ge_div_2",
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-2 9.2.2.g",
        "cp",
        {"sofia": "bu_1_army ge_mackensen_hq", "vidin": "ge_div_1", "nis": "sb_div_1"},
        "attack nis with bu_1_army,ge_div_1",
        "12.1.6-1 no_common_stack",
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-2 9.2.2.g",
        "cp",
        {
            "sofia": "bu_1_army",
            "philippopoli": "ge_div_2 ge_mackensen_hq",
            "plevna": "ge_div_1",
            "nis": "sb_div_1",
            "vidin": "bu_div_1",
        },
        "attack nis with bu_1_army,bu_div_1",
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-2 9.2.2.g",
        "cp",
        {"skopje": "bu_1_army ge_mackensen_hq", "belgrade": "ge_div_1", "nis": "sb_div_1"},
        "attack nis with bu_1_army,ge_div_1",
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-2 9.2.2.g",
        "cp",
        {"skopje": "bu_1_army", "belgrade": "ge_div_1", "nis": "sb_div_1"},
        "attack nis with bu_1_army,ge_div_1",
        "12.1.6-1 no_common_stack",
        change=IN_THE_WAR,
    ),
    attack(
        "12.1.6-2 9.2.2.h",
        "ap",
        {
            "salonika": "br_div_1 fr_div_1 fr_desperey_hq",
            "doiran": "bu_div_1",
            "the_struma": "it_div",
        },
        "attack doiran with br_div_1,fr_div_1,it_div",
        change=IN_THE_WAR,
    ),
    attack(
        "18.9.1-1",
        "ap",
        {"hamadan": "ru_div_1", "sehneh": "in_div_1", "kermanshah": "tu_div_1"},
        "attack kermanshah with ru_div_1",
        change={"events": {"cp_10": 1}, "turn": 5},
    ),
    attack(
        "18.9.1-1",
        "ap",
        {"sarikamis": "ru_div_1", "oltu": "br_div_1", "koprukoy": "tu_div_1"},
        "attack koprukoy with ru_div_1,br_div_1",
        "12.1.6-1 no_common_stack",
        "18.9.1-1 rivals",
    ),
    # Beyond the range of the Laz, who would not get in.
    attack(
        "3.2.1.5-5 12.1.d-1",
        "cp",
        {"trabzon": "laz", "gumushane": "ru_div_1"},
        "attack gumushane with laz",
    ),
    # ---------------------------------------------------------------- Russians and Britons
    attack(
        "18.9.1-1 3.2.1.3.ru24-2",
        "ap",
        {"prespa": "br_div_1", "florina": "ru_2_4_special fr_div_1", "monastir": "bu_div_1"},
        "attack monastir with ru_2_4_special,fr_div_1,br_div_1",
        "12.1.6-1 no_common_stack",
        "18.9.1-1 rivals",
        change=IN_THE_WAR,
    ),
    # The Yugoslavs go as Serbs, before the Revolution too: here as those of the stack at Florina.
    attack(
        "18.9.1-2 3.2.1.3.yugoslav-3",
        "ap",
        {
            "florina": "br_div_1 sb_div_1",
            "prespa": "ru_sb_yugoslav_div",
            "monastir": "bu_div_1",
        },
        "attack monastir with br_div_1,sb_div_1,ru_sb_yugoslav_div",
        change=IN_THE_WAR,
    ),
    # ------------------------------------------------------------- countries and areas
    attack(
        "3.2.1.3.georgia-3",
        "cp",
        {"suram": "tu_div_1", "tiflis": "ge_georgian_protectorate"},
        "attack tiflis with tu_div_1",
        change={"revolution": {"stage": 4}},
    ),
    attack(
        "3.2.1.3.georgia-3",
        "cp",
        {"suram": "tu_div_1 ge_yildirim_1", "tiflis": "ge_georgian_protectorate"},
        "attack tiflis with tu_div_1,ge_yildirim_1",
        "3.2.1.3.georgia-3 protectorate(ge_yildirim_1,tiflis)",
        change={"revolution": {"stage": 4}},
    ),
    attack(
        "18.8-1",
        "cp",
        {"galicia": "ah_div_1", "belgrade": "sb_1_army"},
        "attack belgrade with ah_div_1",
        "18.8-1 neutral_target(belgrade)",
        change={"control": {"neutral": ["belgrade"]}, "allow": ["neutral_country"]},
    ),
    attack(
        "18.8-1 18.8.1.1.c-5",
        "cp",
        {"doiran": "bu_div_1", "salonika": "gr_div_1"},
        "attack salonika with bu_div_1",
        change={**IN_THE_WAR, "control": {"neutral": ["salonika"]}},
    ),
    attack(
        "18.8.5.1-1",
        "cp",
        {"tabriz": "tu_div_1", "mianeh": "kurds_1", "zenjan": "ru_div_1"},
        "attack zenjan with kurds_1",
        "18.8.5.1-1 neutral_persia(kurds_1,zenjan)",
        change={"allow": ["persia_closed"]},
    ),
    attack(
        "18.8.5.1-2",
        "cp",
        {"mianeh": "tu_div_1", "zenjan": "ru_div_1"},
        "attack zenjan with tu_div_1",
        change={"events": {"ap_08": 1}, "turn": 2},
    ),
    attack(
        "18.8.5.1-4 18.8.5.1-1",
        "cp",
        {"kazvin": "kurds_1 pe_uprising", "zenjan": "ru_div_1"},
        "attack zenjan with kurds_1,pe_uprising",
        change={"allow": ["persia_closed"]},
    ),
    attack(
        "18.8.6-3",
        "cp",
        {"eastern_persia": "tu_div_1", "afghanistan": "in_div_1"},
        "attack afghanistan with tu_div_1",
        "18.8.6-3 afghanistan(tu_div_1)",
        change={"allow": ["neutral_afghanistan"]},
    ),
    attack(
        "18.8.6-3",
        "cp",
        {"eastern_persia": "ru_div_1", "afghanistan": "tu_div_1"},
        "attack eastern_persia with tu_div_1",
        "18.8.6-3 afghanistan(tu_div_1)",
    ),
    attack(
        "18.8.6-3",
        "cp",
        {"eastern_persia": "ru_div_1", "afghanistan": "tu_div_1"},
        "attack eastern_persia with tu_div_1",
        change={"revolts": ["afghanistan"]},
    ),
    attack(
        "3.2.1.3.in_garrison-1",
        "ap",
        {"india": "br_in_garrison_1 in_div_1", "afghanistan": "tu_div_1"},
        "attack afghanistan with br_in_garrison_1,in_div_1",
        "3.2.1.3.in_garrison-1 leaves_india(br_in_garrison_1,afghanistan)",
        more="attack_stack(br_in_garrison_1,1). attack_stack(in_div_1,1).",
    ),
    attack(
        "3.2.1.3.in_garrison-1",
        "ap",
        {"india": "br_in_garrison_1 indian_mutiny_1"},
        "attack india with br_in_garrison_1",
        change={"revolts": ["india"]},
    ),
    attack(
        "3.2.1.3.cordon-1",
        "ap",
        {"southern_persia": "br_persian_cordon_1", "abadan": "tu_div_1"},
        "attack abadan with br_persian_cordon_1",
    ),
    attack(
        "3.2.1.3.cordon-1",
        "ap",
        {"eastern_persia": "br_persian_cordon_1", "afghanistan": "tu_div_1"},
        "attack afghanistan with br_persian_cordon_1",
        "3.2.1.3.cordon-1 leaves_persia(br_persian_cordon_1,afghanistan)",
    ),
    attack(
        "18.4.4",
        "cp",
        {"constantinople": "ge_div_1 tu_div_1", "bandirma": "br_div_1"},
        "attack bandirma with ge_div_1,tu_div_1",
        "18.4.4 leaves_balkans(ge_div_1,bandirma)",
    ),
    attack(
        "18.4.4",
        "cp",
        {"constantinople": "ge_div_1", "catalca": "br_div_1"},
        "attack catalca with ge_div_1",
    ),
    # 11.1.3-2, 12.1.d-1: Serbs attack Galicia from Belgrade, where they may not move.
    attack(
        "18.4.3-1 11.1.3-2 12.1.d-1",
        "ap",
        {"belgrade": "sb_1_army", "galicia": "ah_div_1"},
        "attack galicia with sb_1_army",
        change=IN_THE_WAR,
    ),
    attack(
        "18.4.3-2",
        "ap",
        {"nis": "sb_div_1", "sofia": "bu_div_1"},
        "attack sofia with sb_div_1",
        change={**IN_THE_WAR, "collapsed": ["serbia"], "control": {"ap": ["belgrade"]}},
    ),
    attack(
        "18.4.3-1",
        "ap",
        {"nis": "sb_div_1", "sofia": "bu_div_1"},
        "attack sofia with sb_div_1",
        "18.4.3-1 serbs_stay(sb_div_1,sofia)",
        change={**IN_THE_WAR, "collapsed": ["serbia"], "control": {"cp": ["belgrade"]}},
    ),
    attack(
        "18.4.3-1 3.2-6",
        "ap",
        {"nis": "ru_sb_yugoslav_div", "sofia": "bu_div_1"},
        "attack sofia with ru_sb_yugoslav_div",
        change={**IN_THE_WAR, "collapsed": ["serbia"], "control": {"cp": ["belgrade"]}},
    ),
    # ---------------------------------------------------------------------- how often
    attack(
        "18.4.1-1",
        "ap",
        {"salonika": "fr_div_1 br_div_1", "doiran": "bu_div_1"},
        "attack doiran with fr_div_1,br_div_1",
        "18.4.1-1 one_attack_in_the_balkans(doiran)",
        more="greek_ports(fr_div_1). greek_ports(br_div_1). attacked(monastir)."
        " attacked_through_greek_ports(monastir).",
        change=IN_THE_WAR,
    ),
    attack(
        "18.4.1-1",
        "ap",
        {"salonika": "fr_div_1 br_div_1", "doiran": "bu_div_1"},
        "attack doiran with fr_div_1,br_div_1",
        more="greek_ports(fr_div_1). greek_ports(br_div_1). attacked(monastir).",
        change=IN_THE_WAR,
    ),
    attack(
        "18.4.1-1 18.4.1-3",
        "ap",
        {"salonika": "fr_div_1 br_div_1", "doiran": "bu_div_1"},
        "attack doiran with fr_div_1,br_div_1",
        more="greek_ports(fr_div_1). attacked_through_greek_ports(monastir).",
        change={"events": {"cp_33": 4, "ap_53": 9}, "turn": 12},
    ),
    attack(
        "18.4.1-4",
        "ap",
        {"salonika": "fr_div_1 br_div_1", "doiran": "bu_div_1"},
        "attack doiran with br_div_1",
        more="greek_ports(fr_div_1). greek_ports(br_div_1)."
        " attacked_through_greek_ports(monastir).",
        change={**IN_THE_WAR, "mandated": {"ap": [{"offensive": "balkans", "met": False}]}},
    ),
    attack(
        "18.4.1-4 7.3.balkans-2",
        "ap",
        {"salonika": "in_div_1 br_div_1", "doiran": "bu_div_1"},
        "attack doiran with br_div_1,in_div_1",
        "18.4.1-1 one_attack_in_the_balkans(doiran)",
        more="greek_ports(in_div_1). greek_ports(br_div_1)."
        " attacked_through_greek_ports(monastir).",
        change={**IN_THE_WAR, "mandated": {"ap": [{"offensive": "balkans", "met": False}]}},
    ),
    attack(
        "18.4.2-1",
        "cp",
        {"strumica": "bu_div_1", "doiran": "fr_div_1"},
        "attack doiran with bu_div_1",
        "18.4.2-1 one_attack_in_greece(doiran)",
        more="attacked(florina).",
        change=IN_THE_WAR,
    ),
    attack(
        "18.4.2-1",
        "cp",
        {"strumica": "bu_div_1", "doiran": "fr_div_1"},
        "attack doiran with bu_div_1",
        more="attacked(monastir).",
        change=IN_THE_WAR,
    ),
    # ROBERTSON.
    attack(
        "18.4.2-1 18.4.2-2",
        "cp",
        {"strumica": "bu_div_1", "doiran": "fr_div_1"},
        "attack doiran with bu_div_1",
        more="attacked(florina).",
        change={"events": {"cp_33": 4, "cp_48": 9}, "turn": 12},
    ),
    attack(
        "18.4.2-1",
        "cp",
        {"salonika": "bu_div_1", "thermaikos_bay": "fr_div_1"},
        "attack thermaikos_bay with bu_div_1",
        "18.4.2-1 one_attack_in_greece(thermaikos_bay)",
        more="attacked(florina).",
        change={**IN_THE_WAR, "beachheads": ["thermaikos_bay"]},
    ),
    attack(
        "18.4.2-1",
        "cp",
        {"strumica": "bu_div_1", "doiran": "fr_div_1"},
        "attack doiran with bu_div_1",
        more="attacked(florina).",
        change={"events": {"cp_33": 4, "cp_48": 11}, "turn": 12},
    ),
    attack(
        "16.4.5.3",
        "ap",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1"},
        "attack koprukoy with ru_div_1",
        "16.4.5.3 one_russian_attack",
        more="russians_attacked.",
        change={"revolution": {"stage": 3}},
    ),
    attack(
        "16.4.5.3",
        "ap",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1"},
        "attack koprukoy with ru_div_1",
        change={"revolution": {"stage": 3}},
    ),
    attack(
        "16.4.5.3",
        "ap",
        {"sarikamis": "ru_div_1", "koprukoy": "tu_div_1"},
        "attack koprukoy with ru_div_1",
        more="russians_attacked.",
        change={"revolution": {"stage": 2}},
    ),
    # --------------------------------------------------------------- the flank attack
    attack(
        "12.4.1-1 12.4.1-4 12.4.1-5 12.4.1-7 12.4.2-1 12.1.1-1 12.11",
        "cp",
        ELESKIRT,
        f"attack eleskirt with {ALL} flank koprukoy",
    ),
    attack(
        "12.4.2-1",
        "cp",
        ELESKIRT,
        f"attack eleskirt with {ALL} flank koprukoy,malazgirt",
        "12.4.2-1 two_pins",
    ),
    attack(
        "12.4.2-1",
        "cp",
        ELESKIRT,
        f"attack eleskirt with {ALL} flank kagizman",
        "12.4.2-1 no_pin(kagizman)",
    ),
    attack(
        "12.4.2-1",
        "cp",
        {"kars": "tu_div_1", "ardahan": "tu_ix_corps"},
        "attack kars with tu_div_1,tu_ix_corps flank kars",
        "12.4.1-6 flank_at_fort(kars)",
        "12.4.2-1 no_pin(kars)",
    ),
    attack(
        "12.4.1-1",
        "cp",
        ELESKIRT,
        "attack eleskirt with tu_x_corps,tu_cavalry_1 flank malazgirt",
        "12.4.1-1 flank_from_one_space",
    ),
    attack(
        "12.4.1-1",
        "cp",
        {"koprukoy": "tu_div_1", "malazgirt": "tu_cavalry_1", **RUSSIANS},
        "attack eleskirt with tu_div_1,tu_cavalry_1 flank malazgirt",
        "12.4.1-1 flank_without_lcu",
    ),
    attack(
        "12.4.1-2",
        "cp",
        {"romani": "tu_div_1", "jifjaffa": "tu_iii_corps", "ismailia": "br_div_1"},
        "attack ismailia with tu_div_1,tu_iii_corps flank romani",
        "12.3.3-3 off_the_rails(tu_iii_corps,ismailia)",
        "12.4.1-2 flank_over_water",
    ),
    attack(
        "12.4.1-2 12.3.4-3",
        "cp",
        {"romani": "tu_div_1", "zagazig": "tu_iii_corps", "ismailia": "br_div_1"},
        "attack ismailia with tu_div_1,tu_iii_corps flank romani",
    ),
    attack(
        "12.4.1-4",
        "ap",
        {"oltu": "ru_i_caucasian", "sarikamis": "ru_div_1", "koprukoy": "tu_div_1"},
        "attack koprukoy with ru_i_caucasian,ru_div_1 flank oltu",
        "12.4.1-4 flank_in_rough(koprukoy)",
    ),
    attack(
        "12.4.1-5",
        "cp",
        ELESKIRT,
        f"attack eleskirt with {ALL} flank koprukoy",
        "12.4.1-5 flank_at_trench(eleskirt)",
        change={"trenches": {"eleskirt": {"level": 1, "owner": "ap"}}},
    ),
    attack(
        "12.4.1-6 15.1.4-1",
        "cp",
        {"ardahan": "tu_ix_corps", "kagizman": "tu_x_corps"},
        "attack kars with tu_ix_corps,tu_x_corps flank ardahan",
        "12.4.1-6 flank_at_fort(kars)",
    ),
    attack(
        "12.4.1-3 12.4.1-6 15.1.4-3",
        "cp",
        {"ardahan": "tu_ix_corps", "kagizman": "tu_x_corps", "kars": "ru_div_1"},
        "attack kars with tu_ix_corps,tu_x_corps flank ardahan",
    ),
    attack(
        "12.4.1-7",
        "ap",
        {"belgrade": "sb_1_army", "galicia": "ah_div_1", "hatseg": "ro_div_1"},
        "attack galicia with sb_1_army,ro_div_1 flank belgrade",
        "12.1.6-1 no_common_stack",
        "12.4.1-7 flank_in_region(galicia)",
        change={"events": {"cp_33": 4, "ap_29": 8}, "turn": 9},
    ),
]

VALLEY = {"aziziya": "br_div_1 in_div_1", "kut": "tu_div_1"}
PALESTINE = {"jaffa": "br_xx_corps anz_desert_corps", "megiddo": "tu_div_1"}
SINAI = {"romani": "br_div_1", "el_arish": "tu_div_1"}
BALKANS = {"monastir": "fr_div_1", "veles": "bu_div_1"}
SOLLUM = {"sollum": "br_div_1", "sidi_barrani": "tu_div_1", "siwa_oasis": "tu_div_2"}
ALLENBY = {"events": {"ap_54": 14}, "turn": 15}

CARDS = [
    cards("9.5.4", "ap/ap", VALLEY, "kut", "play ap_11", "9.5.4 no_combat_card(ap_11)"),
    cards(
        "9.5.4.1",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_20",
        "9.5.4.1 not_held(ap_20)",
        more="holds(cp,ap_20).",
    ),
    cards("9.5.4.1 9.5.4 9.5.4.2-3 14.3.1-4", "ap/ap", VALLEY, "kut", "play ap_15"),
    cards(
        "9.5.4.2-3",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_15",
        "9.5.4.2-3 used(ap_15)",
        more="used(ap_15).",
    ),
    cards(
        "9.5.4.2-3",
        "ap/cp",
        VALLEY,
        "kut",
        "play cp_05",
        "9.5.4.2-3 used(cp_05)",
        more="played(cp_05,cp).",
    ),
    cards(
        "9.5.4.1",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_15",
        "9.5.4.1 wrong_time(ap_15)",
        more="moment(weather).",
    ),
    cards("9.5.4.1", "ap/ap", VALLEY, "kut", "play ap_06", more="moment(weather)."),
    cards("9.5.4.1 12.2-3", "ap/cp", VALLEY, "kut", "play cp_27", "9.5.4.1 wrong_time(cp_27)"),
    cards(
        "9.5.4.1",
        "cp/cp",
        ELESKIRT,
        "eleskirt",
        "play cp_28",
        "9.5.4.1 wrong_time(cp_28)",
        "12.2.5 unmet(cp_28)",
    ),
    cards(
        "2.0.cc-2",
        "cp/ap",
        {"ardahan": "tu_ix_corps"},
        "kars",
        "play ap_20",
        "2.0.cc-2 fort_alone(ap_20)",
    ),
    cards("2.0.cc-2", "cp/cp", {"ardahan": "tu_ix_corps"}, "kars", "play cp_05"),
    cards(
        "14.3.1-4",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_20",
        "14.3.1-4 nobody_in_supply(ap_20)",
        more="supply(br_div_1,oos). supply(in_div_1,oos).",
    ),
    cards(
        "14.3.1-4",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_20,ap_06",
        "12.2.5 unmet(ap_06)",
        more="supply(in_div_1,oos).",
    ),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "bring ap_52 br_div_2", "12.2.5 unplayed(ap_52)"),
    cards("12.2.5", "cp/cp", VALLEY, "kut", "place cp_47 kut", "12.2.5 unplayed(cp_47)"),
    # ------------------------------------------------------------------ the Allies' cards
    cards("9.5.4.1", "ap/ap", {"haifa": "br_div_1", "jaffa": "tu_div_1"}, "jaffa", "play ap_04"),
    cards(
        "12.2.5",
        "cp/ap",
        {"jifjaffa": "tu_div_1", "ismailia": "br_div_1"},
        "ismailia",
        "play ap_04",
    ),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "play ap_04", "12.2.5 unmet(ap_04)"),
    cards("12.2.5", "cp/ap", ELESKIRT, "eleskirt", "play ap_05"),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "play ap_05", "12.2.5 unmet(ap_05)"),
    cards(
        "12.2.5",
        "ap/ap",
        {"odessa": "ru_div_1", "constanta": "bu_div_1"},
        "constanta",
        "play ap_05",
        "12.2.5 unmet(ap_05)",
        change={"events": {"cp_33": 4, "ap_29": 8}, "turn": 9},
    ),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "play ap_06"),
    cards("12.2.5", "ap/ap", PALESTINE, "megiddo", "play ap_06", "12.2.5 unmet(ap_06)"),
    cards(
        "12.2.5",
        "ap/ap",
        {"jaffa": "br_cavalry_1", "megiddo": "tu_div_1"},
        "megiddo",
        "play ap_15",
        "12.2.5 unmet(ap_15)",
    ),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "play ap_20"),
    cards(
        "12.2.5",
        "ap/ap",
        {"aziziya": "br_div_1", "qurna": "tu_div_1"},
        "qurna",
        "play ap_20",
        "12.2.5 unmet(ap_20)",
    ),
    cards(
        "12.2.5",
        "ap/ap",
        {"jiddah": "arab_revolt_1", "medina": "tu_div_1"},
        "medina",
        "play ap_21",
    ),
    cards(
        "12.2.5 9.5.4.3-2",
        "ap/cp",
        {"jiddah": "arab_revolt_1", "medina": "tu_div_1"},
        "medina",
        "play ap_21",
    ),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "play ap_21", "12.2.5 unmet(ap_21)"),
    cards(
        "12.2.5",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_28; place ap_28 aziziya; place ap_28 ap_reserve",
    ),
    cards(
        "12.2.5",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_28; place ap_28 aziziya",
        "12.2.5 unnamed(ap_28)",
    ),
    cards(
        "12.2.5",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_28; place ap_28 aziziya,bahrain,kut",
        "12.2.5 cannot_place(ap_28,kut)",
    ),
    cards(
        "12.2.5",
        "ap/ap",
        VALLEY,
        "kut",
        "play ap_28; place ap_28 aziziya,bahrain,ap_reserve",
        "12.2.5 cannot_place(ap_28,ap_reserve)",
        "12.2.5 cannot_place(ap_28,aziziya)",
        "12.2.5 cannot_place(ap_28,bahrain)",
    ),
    cards(
        "12.2.5",
        "ap/ap",
        {"aziziya": "br_div_1", "qurna": "in_div_1", "kut": "tu_div_1"},
        "kut",
        "play ap_28; place ap_28 bahrain",
        "12.2.5 unmet(ap_28)",
        "12.2.5 unnamed(ap_28)",
    ),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "play ap_38"),
    cards("12.2.5", "cp/ap", ELESKIRT, "eleskirt", "play ap_38", "12.2.5 unmet(ap_38)"),
    cards("12.2.5", "ap/ap", SINAI, "el_arish", "play ap_39"),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "play ap_39", "12.2.5 unmet(ap_39)"),
    cards(
        "12.2.5",
        "ap/ap",
        BALKANS,
        "veles",
        "play ap_44",
        change={"events": {"cp_33": 4}, "turn": 10, "control": {"ap": ["monastir", "nis"]}},
    ),
    cards(
        "12.2.5",
        "ap/ap",
        BALKANS,
        "veles",
        "play ap_44",
        "12.2.5 unmet(ap_44)",
        change={"events": {"cp_33": 4}, "turn": 9, "control": {"ap": ["monastir", "nis"]}},
    ),
    cards("12.2.5", "ap/ap", PALESTINE, "megiddo", "play ap_49"),
    cards("12.2.5", "ap/ap", VALLEY, "kut", "play ap_49", "12.2.5 unmet(ap_49)"),
    cards(
        "12.2.5",
        "ap/ap",
        PALESTINE,
        "megiddo",
        "play ap_51",
        more="moment(weather).",
        change=ALLENBY,
    ),
    cards(
        "12.2.5",
        "ap/ap",
        PALESTINE,
        "megiddo",
        "play ap_51",
        "12.2.5 unmet(ap_51)",
        more="moment(weather).",
    ),
    cards(
        "12.2.5",
        "ap/ap",
        PALESTINE | {"jerusalem": "br_div_1"},
        "megiddo",
        "play ap_52; bring ap_52 br_div_1",
        idle="br_div_1",
        change=ALLENBY,
    ),
    cards(
        "12.2.5",
        "ap/ap",
        PALESTINE | {"jerusalem": "br_div_1 in_div_1"},
        "megiddo",
        "play ap_52; bring ap_52 in_div_1",
        "12.2.5 cannot_bring(ap_52,in_div_1)",
        "12.2.5 unnamed(ap_52)",
        idle="br_div_1 in_div_1",
        change=ALLENBY,
    ),
    cards(
        "12.2.5",
        "ap/ap",
        PALESTINE | {"jerusalem": "br_div_1"},
        "megiddo",
        "play ap_52; bring ap_52 br_div_1",
        "12.2.5 cannot_bring(ap_52,br_div_1)",
        "12.2.5 unnamed(ap_52)",
        more="acted(br_div_1).",
        idle="br_div_1",
        change=ALLENBY,
    ),
    cards(
        "12.2.5",
        "ap/ap",
        PALESTINE | {"jerusalem": "br_div_1 br_div_2"},
        "megiddo",
        "play ap_52; bring ap_52 br_div_1,br_div_2",
        "12.2.5 cannot_bring(ap_52,br_div_1)",
        "12.2.5 cannot_bring(ap_52,br_div_2)",
        idle="br_div_1 br_div_2",
        change=ALLENBY,
    ),
    cards(
        "12.2.5 18.9.1-1",
        "ap/ap",
        {"sarikamis": "ru_div_1", "kars": "br_div_1", "koprukoy": "tu_div_1"},
        "koprukoy",
        "play ap_52; bring ap_52 br_div_1",
        "12.2.5 cannot_bring(ap_52,br_div_1)",
        "12.2.5 unnamed(ap_52)",
        idle="br_div_1",
        change=ALLENBY,
    ),
    # A unit that joins the battle serves other cards.
    cards(
        "12.2.5",
        "ap/ap",
        {"jaffa": "anz_desert_corps", "jerusalem": "br_div_1", "megiddo": "tu_div_1"},
        "megiddo",
        "play ap_15,ap_52; bring ap_52 br_div_1",
        idle="br_div_1",
        change=ALLENBY,
    ),
    # -------------------------------------------------------------- the CP's cards
    cards("12.2.5 12.11", "cp/cp", ELESKIRT, "eleskirt", "play cp_05"),
    cards("12.2.5 12.11", "cp/ap", ELESKIRT, "eleskirt", "play ap_05"),
    cards("12.2.5", "ap/cp", SINAI, "el_arish", "play cp_06"),
    cards("12.2.5", "ap/cp", VALLEY, "kut", "play cp_06", "12.2.5 unmet(cp_06)"),
    cards(
        "12.2.5",
        "ap/cp",
        VALLEY | {"hilla": "tu_div_2", "cp_reserve": "tu_a_div_1"},
        "kut",
        "play cp_19; bring cp_19 tu_div_2,tu_a_div_1",
    ),
    cards(
        "12.2.5",
        "ap/cp",
        VALLEY | {"cp_reserve": "tu_div_2 tu_div_3 tu_div_4"},
        "kut",
        "play cp_19; bring cp_19 tu_div_2,tu_div_3,tu_div_4",
        "12.2.5 cannot_bring(cp_19,tu_div_2)",
        "12.2.5 cannot_bring(cp_19,tu_div_3)",
        "12.2.5 cannot_bring(cp_19,tu_div_4)",
    ),
    cards("12.2.5", "ap/cp", VALLEY, "kut", "play cp_19", "12.2.5 unnamed(cp_19)"),
    cards(
        "12.2.5",
        "ap/cp",
        VALLEY | {"cp_reserve": "tu_div_2"},
        "kut",
        "play cp_19; bring cp_19 tu_div_2",
        "12.2.5 unmet(cp_19)",
        change={"events": {"ap_38": 11}, "turn": 12},
    ),
    # Arabs who join spoil "I Order You to Die!".
    cards(
        "12.2.5",
        "ap/cp",
        VALLEY | {"cp_reserve": "tu_a_div_1"},
        "kut",
        "play cp_19,cp_28; bring cp_19 tu_a_div_1",
        "12.2.5 unmet(cp_28)",
    ),
    cards("12.2.5", "ap/cp", VALLEY, "kut", "play cp_20"),
    cards(
        "12.2.5",
        "ap/cp",
        {"galicia": "ru_div_1 ge_div_1"},
        "galicia",
        "play cp_20",
        "12.2.5 unmet(cp_20)",
    ),
    cards("12.2.5 12.7.11-2", "cp/ap", SOLLUM, "sollum", "play cp_20"),
    cards(
        "12.2.5 12.7.11-6",
        "cp/ap",
        SOLLUM,
        "sollum",
        "play cp_20",
        "12.2.5 unmet(cp_20)",
        more="winter.",
        change={"turn": 3},
    ),
    cards("12.2.5", "ap/cp", VALLEY, "kut", "play cp_20", more="moment(dice). rolled(cp)."),
    cards(
        "12.2.5",
        "ap/cp",
        VALLEY,
        "kut",
        "play cp_20",
        "12.2.5 unmet(cp_20)",
        more="moment(dice). rolled(ap).",
    ),
    cards("12.2.5", "cp/cp", ELESKIRT, "eleskirt", "play cp_21"),
    cards(
        "12.2.5",
        "ap/cp",
        VALLEY,
        "kut",
        "play cp_21",
        "12.2.5 unmet(cp_21)",
        more="played(ap_38,ap).",
    ),
    cards("12.2.5", "ap/cp", VALLEY, "kut", "play cp_28"),
    cards(
        "12.2.5",
        "ap/cp",
        {**VALLEY, "kut": "tu_div_1 tu_a_div_1"},
        "kut",
        "play cp_28",
        "12.2.5 unmet(cp_28)",
    ),
    cards("12.2.5", "ap/cp", VALLEY, "kut", "play cp_38", more="moment(dice)."),
    cards(
        "12.2.5", "ap/cp", BALKANS, "veles", "play cp_38", "12.2.5 unmet(cp_38)", change=IN_THE_WAR
    ),
    cards("12.2.5", "cp/cp", ELESKIRT, "eleskirt", "play cp_39", more="moment(weather)."),
    cards(
        "12.2.5",
        "cp/cp",
        ELESKIRT,
        "eleskirt",
        "play cp_44; place cp_44 koprukoy",
        change={"events": {"cp_13": 3}, "turn": 10, "tracks": {"jihad": 6}},
    ),
    cards(
        "12.2.5",
        "cp/cp",
        ELESKIRT,
        "eleskirt",
        "play cp_44; place cp_44 koprukoy",
        "12.2.5 unmet(cp_44)",
        change={"events": {"cp_13": 3}, "turn": 10, "tracks": {"jihad": 5}},
    ),
    cards(
        "12.2.5",
        "cp/cp",
        ELESKIRT,
        "eleskirt",
        "play cp_44; place cp_44 eleskirt",
        "12.2.5 cannot_place(cp_44,eleskirt)",
        "12.2.5 unnamed(cp_44)",
        change={"events": {"cp_13": 3}, "turn": 10, "tracks": {"jihad": 6}},
    ),
    cards(
        "12.2.5",
        "cp/cp",
        ELESKIRT,
        "eleskirt",
        "play cp_47; place cp_47 eleskirt",
        change={"tracks": {"jihad": 8}},
    ),
    cards(
        "12.2.5",
        "cp/cp",
        ELESKIRT,
        "eleskirt",
        "play cp_47; place cp_47 koprukoy",
        "12.2.5 cannot_place(cp_47,koprukoy)",
        "12.2.5 unmet(cp_47)",
    ),
]

MANY = {
    "belgrade": "sb_1_army",
    "galicia": "ge_div_1 ge_div_2 ge_div_3 ge_div_4 ge_heavy_artillery",
}
ODESSA = {"bolgrad": "bu_div_1", "odessa": "ru_div_1 ru_div_2 br_div_1 in_div_1"}
YILDIRIM = "ge_yildirim_1 ge_yildirim_2 tu_div_1 tu_div_2"

OTHERS = [
    other(
        "defence",
        "12.10.3-1 3.2.3.2-1 12.2.8.a-4",
        "ap",
        MANY,
        "galicia",
        "defend ge_div_1,ge_div_2,ge_div_3",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "12.10.3-1",
        "ap",
        MANY,
        "galicia",
        "defend ge_div_1,ge_div_2,ge_div_3,sb_1_army",
        "12.10.3-1 not_there(sb_1_army)",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "12.10.3-1",
        "ap",
        MANY,
        "galicia",
        "defend ge_div_1,ge_div_2",
        "12.10.3-1 room_for(ge_div_3)",
        "12.10.3-1 room_for(ge_div_4)",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "10.0-1",
        "ap",
        MANY,
        "galicia",
        "defend ge_div_1,ge_div_2,ge_div_3,ge_div_4",
        "10.0-1 stack_too_big",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "12.7.7-1",
        "ap",
        MANY,
        "galicia",
        "defend ge_div_1,ge_div_2,ge_div_3",
        "12.7.7-1 retreated(ge_div_1)",
        more="retreated(ge_div_1).",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "12.7.7-1",
        "ap",
        MANY,
        "galicia",
        "defend ge_div_2,ge_div_3",
        more="retreated(ge_div_1). retreated(ge_div_4).",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "3.2.3.2-1",
        "ap",
        MANY,
        "galicia",
        "defend ge_div_1,ge_div_2,ge_div_3,ge_heavy_artillery",
        "3.2.3.2-1 no_defender(ge_heavy_artillery)",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "10.0-1 10.2-3",
        "ap",
        {"central_asia": "ru_div_1", "eastern_persia": YILDIRIM},
        "eastern_persia",
        "defend ge_yildirim_1,ge_yildirim_2,tu_div_1,tu_div_2",
    ),
    other(
        "defence",
        "12.10.3-1 10.2-3",
        "ap",
        {"central_asia": "ru_div_1", "eastern_persia": YILDIRIM + " tu_div_3"},
        "eastern_persia",
        "defend tu_div_1,tu_div_2,tu_div_3",
        "12.10.3-1 room_for(ge_yildirim_1)",
        "12.10.3-1 room_for(ge_yildirim_2)",
    ),
    other(
        "defence",
        "10.1-2 12.10.3-2",
        "ap",
        {**MANY, "galicia": "ge_div_1 ge_mackensen_hq ge_falkenhayn_hq"},
        "galicia",
        "defend ge_div_1,ge_mackensen_hq,ge_falkenhayn_hq",
        "10.1-2 stack_of_two_hqs",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "10.1-2 12.10.3-2",
        "ap",
        {**MANY, "galicia": "ge_div_1 ge_mackensen_hq ge_falkenhayn_hq"},
        "galicia",
        "defend ge_div_1",
        change=IN_THE_WAR,
    ),
    other(
        "defence",
        "10.2-2",
        "cp",
        ODESSA,
        "odessa",
        "defend ru_div_1,ru_div_2",
        change={"events": {"cp_33": 4, "ap_29": 8}, "turn": 9},
    ),
    other(
        "defence",
        "10.2-2",
        "cp",
        ODESSA,
        "odessa",
        "defend ru_div_1,br_div_1,in_div_1",
        "10.2-2 stack_of_rivals",
        change={"events": {"cp_33": 4, "ap_29": 8}, "turn": 9},
    ),
    # ----------------------------------------------------------------- cards taken back
    other(
        "returns",
        "9.5.4.4-2",
        "ap",
        SINAI,
        "el_arish",
        "take_back ap_15",
        acts="ap",
        more="played(ap_15,ap). from_hand(ap_15). played(cp_06,cp). from_hand(cp_06).",
    ),
    other(
        "returns",
        "9.5.4.4-2",
        "ap",
        SINAI,
        "el_arish",
        "take_back ap_20,ap_15,ap_38",
        "9.5.4.4-2 not_committed(ap_20)",
        "9.5.4.4-2 not_committed(ap_38)",
        acts="ap",
        more="played(ap_15,ap). from_hand(ap_15). played(ap_38,ap).",
    ),
    other(
        "returns",
        "9.5.4.4-2",
        "ap",
        SINAI,
        "el_arish",
        "take_back cp_06,cp_05",
        "9.5.4.4-2 not_committed(cp_06)",
        acts="cp",
        more="played(cp_05,cp). from_hand(cp_05). played(cp_06,cp). from_hand(cp_06).",
    ),
    other(
        "returns",
        "9.5.4.4-2",
        "ap",
        SINAI,
        "el_arish",
        "take_back ap_06,ap_52",
        "9.5.4.4-2 in_effect(ap_06)",
        "9.5.4.4-2 in_effect(ap_52)",
        acts="ap",
        more="played(ap_06,ap). from_hand(ap_06). before_weather(ap_06)."
        " played(ap_52,ap). from_hand(ap_52).",
    ),
    other(
        "returns",
        "9.5.4.4-2",
        "ap",
        SINAI,
        "el_arish",
        "take_back ap_06",
        acts="ap",
        more="played(ap_06,ap). from_hand(ap_06).",
    ),
    # ---------------------------------------------------------------------- withdrawal
    other("withdrawal", "12.8-1 12.8-2 12.8-3", "ap", SINAI, "el_arish", "withdraw"),
    other(
        "withdrawal",
        "12.8-1",
        "ap",
        {"sarikamis": "ru_div_1", "eleskirt": "kurds_1"},
        "eleskirt",
        "withdraw",
        "12.8-1 no_benefit",
        "12.8-1 nobody_withdraws",
    ),
    other(
        "withdrawal",
        "12.8-1",
        "ap",
        {"sarikamis": "ru_div_1", "eleskirt": "tu_div_1"},
        "eleskirt",
        "withdraw",
        "12.8-1 no_benefit",
    ),
    other(
        "withdrawal",
        "12.8-1",
        "ap",
        {"sarikamis": "ru_div_1", "eleskirt": "tu_div_1"},
        "eleskirt",
        "withdraw",
        change={"trenches": {"eleskirt": {"level": 1, "owner": "cp"}}},
    ),
    other(
        "withdrawal",
        "12.8-1",
        "ap",
        {"zagazig": "br_div_1", "suez": "br_div_2"} | {"ismailia": "tu_div_1"},
        "ismailia",
        "withdraw",
        "12.8-1 no_benefit",
    ),
    other(
        "withdrawal",
        "12.8-1",
        "ap",
        {"jifjaffa": "br_div_1", "ismailia": "tu_div_1"},
        "ismailia",
        "withdraw",
    ),
    other(
        "withdrawal",
        "12.8-2 12.10.5-2",
        "ap",
        {"central_asia": "ru_div_1", "eastern_persia": "tu_div_1"},
        "eastern_persia",
        "withdraw",
        "12.8-2 withdrawal_in_region",
    ),
    other(
        "withdrawal",
        "12.8-3",
        "ap",
        {**SINAI, "el_arish": "tu_div_1 tu_iii_corps"},
        "el_arish",
        "withdraw",
        "12.8-3 lcu_there(tu_iii_corps)",
        idle="tu_iii_corps",
    ),
]

CASES = ATTACKS + CARDS + OTHERS


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


@pytest.mark.parametrize(
    ("units", "move", "drm"),
    [
        (KARS, "attack kars with tu_ix_corps,tu_x_corps,tu_div_1 flank ardahan", 1),
        (KARS, "attack kars with tu_ix_corps,tu_x_corps,tu_div_1 flank sarikamis", 0),
        (KARS, "attack kars with tu_ix_corps,tu_x_corps,tu_div_1 flank kagizman", 1),
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
