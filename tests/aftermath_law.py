"""The law of what follows the dice, asked with hand-written facts beside those of a position."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo

import battle_law
from lexbelli import pursuit_of_glory as pog

KINDS = ("losses", "retreat", "advance", "repair", "excess")
# What the law of operations is told of one side alone.
_OF_ONE_SIDE = ("trace_group(", "untraced(", "rail_head(", "supply(")


@dataclass(frozen=True)
class Aftermath(battle_law.Battle):
    """A battle whose dice have fallen.

    Attributes:
        acts: The side that decides.
        decider: The position as if that side were to act.
        dice: What fell for the `?` units at full strength that take part.
    """

    acts: str = ""
    decider: pog.Position | None = None
    dice: Mapping[str, int] = field(default_factory=dict)

    def facts(self) -> str:
        core = self.position.core
        assert self.decider is not None
        decider = self.decider.core
        told = [fact for fact in _facts(decider.operation_facts(1)) if _told(fact)]
        told += [fact for fact in _facts(core.operation_facts(1)) if fact.startswith("winter")]
        known = set(re.findall(r"\bsupply\((\w+),", "\n".join(told)))
        told += [
            f"supply({unit},{status})."
            for unit, status in sorted(core.supply().items())
            if unit not in known
        ]
        text = "\n".join(
            fact
            for fact in [*_facts(core.facts()), *told, *self._traces(decider), *self._factors()]
            if not fact.startswith(tuple(self.less))
        )
        return "\n".join([text, f"acts({self.acts}).", self.more])

    def _box(self) -> list[str]:
        units = self.position.setup().get("units", {})
        return list(units.get(f"{self.acts}_reserve", []))

    def _traces(self, decider: Any) -> list[str]:
        """Whose sources the SCUs of the reserve box would use: those of a unit of their nation."""
        told = set(re.findall(r"trace_group\((\w+),(\w+)\)", decider.operation_facts(1)))
        tables = decider.tables
        groups = {nation: group for unit, group in told for nation in tables.unit(unit)["nations"]}
        return [
            f"trace_group({unit},{groups[nation]})."
            for unit in self._box()
            for nation in tables.unit(unit)["nations"][:1]
            if nation in groups
        ]

    def _factors(self) -> list[str]:
        facts = []
        setup = self.position.setup()
        reduced = set(setup.get("reduced", []))
        part = set(re.findall(r"(?:attacker|defender)\((\w+)\)|replacement\((\w+),", self.more))
        for unit in sorted({name for names in part for name in names if name} | set(self._box())):
            entry = self.position.core.tables.unit(unit)
            if entry["class"] in ("hq", "artillery"):
                continue
            full, last = entry["full"][1], entry["reduced"][1]
            if unit in reduced:
                facts.append(f"factor({unit},{last}).")
                continue
            if full is None:
                full = self.dice.get(unit, 1)
                facts.append(f"guessed({unit}).")
            facts += [f"factor({unit},{full}).", f"last_factor({unit},{last})."]
        return facts


def _facts(text: str) -> list[str]:
    return [fact for fact in text.replace(". ", ".\n").split("\n") if fact]


def _told(fact: str) -> bool:
    return fact.startswith(_OF_ONE_SIDE)


def capacity(battle: Aftermath) -> tuple[int, int, int] | None:
    """What can be absorbed: as if common SCUs came, truly, and the steps of `?` units."""
    said: list[str] = []
    control = clingo.Control(["--warn=all"], logger=lambda _, text: said.append(text))
    text = battle_law.program("losses_capacity.lp")
    text += (battle_law.LAW / "common/lawful.lp").read_text("utf-8")
    text += battle.position.core.tables.static_facts() + "\n" + battle.facts()
    control.add("base", [], text)
    control.ground([("base", [])])
    assert not said, said
    found: list[Sequence[clingo.Symbol]] = []
    control.solve(on_model=lambda model: found.append(model.symbols(shown=True)))
    if not found:
        return None
    (atom,) = found[-1]
    most, true, steps = (argument.number for argument in atom.arguments)
    return most, true, steps


def put(battle: Aftermath) -> Aftermath:
    """The same, told what can be absorbed."""
    found = capacity(battle)
    assert found is not None, "some way is lawful"
    more = f"{battle.more}\ncapacity({found[0]},{found[1]},{found[2]})."
    return replace(battle, more=more)
