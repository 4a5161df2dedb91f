"""One ruling about a battle: a position, facts of the battle, a move, and every rule it breaks.

Every unit of the side to act waits to attack, or attacks; every enemy unit in the battle's place
defends; whoever is named in `idle` does neither.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import battle_law
from battle_law import Battle
from lexbelli import pursuit_of_glory as pog


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
