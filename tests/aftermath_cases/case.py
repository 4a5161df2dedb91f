"""One ruling about what follows the dice: a position, facts of the battle, a move, and every rule
it breaks.

Every unit of the side to act attacks; every enemy unit in the battle's place defends; whoever is
named in `idle` does neither.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import aftermath_law
import battle_law
from aftermath_law import Aftermath


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
