"""Numbered rulings: a position each, and what the rulebook says of it.

Every ruling is put to the law and to the core. A file holds

    rule    the numbers it illustrates
    title   the ruling in a few words
    base    the scenario it changes, or "empty": the 1914 map without units and markers
    [change]  keys of the position's document: `units` moves units, other tables are merged into
              those of the base, and everything else takes its place; `allow` names problems of
              the set-up that are wanted
    [expect]  flips, not_flips, besieged, not_besieged, lapsed, not_lapsed: spaces;
              partial, not_partial: side -> spaces; supply: unit -> status
    [expect.activation]  space -> what it costs the active side to activate its units: `move`,
              `attack` and, under "No British Attacks", `attack_with_br`; a kind that is left out,
              or `barred`, cannot be activated
    [expect.chosen]  name -> the same for stacks of a region or island base, and their `units`
    [expect.parts], [expect.barred]  space or name -> kind -> what the cost is made of, or the
              rules that forbid it
    [expect.victory], [expect.attrition], [expect.sieges]  see test_phases.py
    [[victory]]  the same of victory, many in one file: see test_victory.py
    [[operations]]  moves and the rules they break: see test_operations.py. With them [expect] may
              be left out, as with [[victory]].
    [[situations]]  positions of battles, and answers to what is decided there: see
              test_battles.py
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.law import Activation, ask_activation
from rulings import ALL_FILES, content_of, position_of
from support import partial_control

# Victory, attrition and sieges are asked in test_phases.py.
PHASES = {"victory", "attrition", "sieges", "taken"}
FILES = [file for file in ALL_FILES if content_of(file).get("expect", {}).keys() - PHASES]
SPACE_LISTS = ("flips", "besieged", "lapsed")
ACTIVATION = ("activation", "chosen", "parts", "barred")
KINDS = ("move", "attack", "attack_with_br")


@dataclass(frozen=True)
class Ruling:
    position: pog.Position
    expect: Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    supply: Mapping[str, str]
    spaces: Mapping[str, set[str]]
    partial: set[tuple[str, str]]


def read(file: Path) -> Ruling:
    content = content_of(file)
    known = {*SPACE_LISTS, *(f"not_{name}" for name in SPACE_LISTS), "partial", "not_partial"}
    assert content["expect"].keys() <= known | {"supply", *ACTIVATION} | PHASES
    return Ruling(position_of(content), content["expect"])


def by_core(position: pog.Position) -> Answer:
    return Answer(
        position.supply(),
        {
            "flips": set(position.flips()),
            "besieged": set(position.besieged()),
            "lapsed": set(position.core.lapsed_sieges()),
        },
        partial_control(position),
    )


def by_law(position: pog.Position) -> Answer:
    found = position.law()
    return Answer(
        found.supply,
        {
            "flips": set(found.flips),
            "besieged": set(found.besieged),
            "lapsed": set(found.lapsed),
        },
        set(found.partial),
    )


@pytest.mark.parametrize("by", [by_core, by_law], ids=["core", "law"])
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_ruling(file: Path, by: Any) -> None:
    ruling = read(file)
    answer: Answer = by(ruling.position)
    wrong = {
        unit: (answer.supply.get(unit), status)
        for unit, status in ruling.expect.get("supply", {}).items()
        if answer.supply.get(unit) != status
    }
    for name in SPACE_LISTS:
        found = answer.spaces[name]
        for space in ruling.expect.get(name, []):
            if space not in found:
                wrong[f"{name} {space}"] = ("no", "yes")
        for space in ruling.expect.get(f"not_{name}", []):
            if space in found:
                wrong[f"{name} {space}"] = ("yes", "no")
    for word, wanted in (("partial", True), ("not_partial", False)):
        for side, spaces in ruling.expect.get(word, {}).items():
            for space in spaces:
                if ((side, space) in answer.partial) is not wanted:
                    wrong[f"partial control of {space} by {side}"] = (str(not wanted), str(wanted))
    said = [f"{what}: {given} instead of {wanted}" for what, (given, wanted) in wrong.items()]
    assert not wrong, "\n".join(said)


Chosen = Mapping[str, Sequence[str]]
Activations = Mapping[str, Activation]


def activation_by_law(position: pog.Position, chosen: Chosen) -> Activations:
    found = ask_activation(position.core, chosen)
    assert not found.spaces.keys() & found.chosen.keys(), "a stack has the name of a space"
    return {**found.spaces, **found.chosen}


def activation_by_core(position: pog.Position, chosen: Chosen) -> Activations:
    found = {place: group.costs for place, group in position.activations().items()}
    for name, units in chosen.items():
        assert name not in found, "a stack has the name of a space"
        found[name] = {kind: position.activation(units, kind) for kind in ("move", "attack")}
    return {
        group: Activation(
            {kind: cost.ops for kind, cost in costs.items() if cost.ops is not None},
            {kind: cost.parts for kind, cost in costs.items() if cost.ops is not None},
            {kind: [rule for rule, _ in cost.barred] for kind, cost in costs.items()},
        )
        for group, costs in found.items()
    }


ACTIVATION_BY: Mapping[str, Callable[[pog.Position, Chosen], Activations]] = {
    "core": activation_by_core,
    "law": activation_by_law,
}
ACTIVATION_FILES = [
    file for file in FILES if not content_of(file)["expect"].keys().isdisjoint(ACTIVATION)
]
NOTHING = Activation({}, {}, {})


@pytest.mark.parametrize("by", ACTIVATION_BY)
@pytest.mark.parametrize("file", ACTIVATION_FILES, ids=[file.stem for file in ACTIVATION_FILES])
def test_activation(file: Path, by: str) -> None:
    ruling = read(file)
    chosen = ruling.expect.get("chosen", {})
    answer = ACTIVATION_BY[by](ruling.position, {name: s["units"] for name, s in chosen.items()})
    wrong = []
    for group, wanted in {**ruling.expect.get("activation", {}), **chosen}.items():
        assert wanted.keys() <= {*KINDS, "units"}, f"{group}: {wanted}"
        found = answer.get(group, NOTHING)
        for kind in KINDS:
            expected = wanted.get(kind, "barred")
            given = found.cost.get(kind, "barred")
            if given != expected:
                wrong.append(f"{kind} in {group}: {given} instead of {expected}")
    for group, kinds in ruling.expect.get("parts", {}).items():
        for kind, items in kinds.items():
            parts = answer.get(group, NOTHING).parts.get(kind, {})
            if parts != items:
                wrong.append(f"parts of {kind} in {group}: {parts} instead of {items}")
    for group, kinds in ruling.expect.get("barred", {}).items():
        for kind, rules in kinds.items():
            because = sorted(answer.get(group, NOTHING).barred.get(kind, []))
            if because != sorted(rules):
                wrong.append(f"{kind} in {group} is barred by {because} instead of {rules}")
    assert not wrong, "\n".join(wrong)


def test_every_ruling_is_named_after_the_first_rule_it_illustrates_and_says_something() -> None:
    assert FILES
    for file in ALL_FILES:
        content = content_of(file)
        assert file.name[0].isdigit(), file.name
        assert content["rule"], file.name
        assert content["title"], file.name
        said = ("expect", "victory", "operations", "situations")
        assert any(content.get(key) for key in said), file.name
