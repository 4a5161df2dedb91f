"""Cards have names: their ids stand in one table, and what a card does has one home."""

import random
import re
from pathlib import Path

import lexbelli
from agreement.positions import busy
from lexbelli import pursuit_of_glory as pog
from lexbelli.law import Law, programs_of
from lexbelli.pursuit_of_glory.cards import Card

ROOT = Path(__file__).parents[1]
RUST = ROOT / "rust_core"
CORE = RUST / "pursuit_of_glory/src"
LAW = ROOT / "rules_asp"
TABLE = CORE / "cards/names.rs"
ID = re.compile(r"\b(?:ap|cp)_\d\d\b", re.IGNORECASE)
# The numbers of rules that are those of cards: violations carry them, users see them.
RULES = {
    CORE / "check/codes.rs": {"cp_11", "cp_22", "cp_43"},
    LAW / "pursuit_of_glory/redeployment_sea.lp": {"cp_22"},
    LAW / "pursuit_of_glory/advance.lp": {"cp_11"},
    LAW / "pursuit_of_glory/retreat_routes.lp": {"cp_11"},
    LAW / "pursuit_of_glory/cards/confused_orders.lp": {"cp_43"},
}
# Where users are told how to name a card.
SHOWN = {ROOT / "python/lexbelli/pursuit_of_glory/cli/odds.py": {"cp_19"}}
HOMES = {TABLE, ROOT / "python/lexbelli/pursuit_of_glory/cards.py"}
# Files of `check/cards/` that are about no single card.
SHARED = {"mod", "conditions", "after_dice", "named", "prerequisites", "stacks"}
POSITIONS = 60
FACTS = lexbelli.scenario("pursuit_of_glory/1914_campaign").static_facts()


def _texts() -> list[Path]:
    return [
        *CORE.rglob("*.rs"),
        *(RUST / "python/src").rglob("*.rs"),
        *LAW.rglob("*.lp"),
        *(ROOT / "python/lexbelli").rglob("*.py"),
    ]


def test_no_id_of_a_card_stands_outside_the_tables_of_names() -> None:
    found = {
        path: ids
        for path in _texts()
        if path not in HOMES and (ids := set(ID.findall(path.read_text("utf-8"))))
    }
    assert found == RULES | SHOWN


def test_rules_that_are_numbered_like_cards_are_numbers_of_rules() -> None:
    for path in RULES:
        for line in path.read_text("utf-8").splitlines():
            for card in ID.findall(line):
                assert f'"{card}"' in line, f"{path}: {line}"


def test_names_are_those_of_the_core() -> None:
    table = re.findall(r'^    ([A-Z0-9_]+) = "(\w+)" "', TABLE.read_text("utf-8"), re.MULTILINE)
    assert {card.name: card.value for card in Card} == dict(table)
    told = dict(re.findall(r"^card\((\w+),(\w+)\)\.$", FACTS, re.MULTILINE))
    assert told == {card.value: card.name.lower() for card in Card}


def test_files_of_cards_are_named_after_them() -> None:
    names = {card.name.lower() for card in Card}
    law = {path.stem for path in (LAW / "pursuit_of_glory/cards").glob("*.lp")}
    core = {path.stem for path in (CORE / "check/cards").glob("*.rs")} - SHARED
    assert law == core
    assert law <= names


def test_every_word_about_cards_is_explained() -> None:
    page = (ROOT / "scenarios/pursuit_of_glory/README.md").read_text("utf-8")
    for file in ("conditions.rs", "effects.rs"):
        text = (CORE / "cards" / file).read_text("utf-8")
        words = set(re.findall(r'\b[A-Z]\w+ = "(\w+)"', text)) - {"at_least", "at_most"}
        assert not {word for word in words if not re.search(rf"`{word}\b", page)}


def shaken(seed: int) -> pog.Position:
    """A random position in which the prerequisites of any card may hold or not."""
    dice = random.Random(seed)
    setup = busy(seed).setup()
    setup["events"] = {card.value: 0 for card in Card if dice.random() < dice.choice((0.2, 0.8))}
    setup["turn"] = dice.choice((1, dice.randint(2, 17)))
    setup["round"] = dice.choice((1, dice.randint(2, 6)))
    setup["greece"] = dice.choice(("neutral", "ap", "cp"))
    setup["collapsed"] = [
        country for country in ("bulgaria", "serbia", "romania") if dice.random() < 0.3
    ]
    setup["revolution"] = {"stage": dice.choice((0, 0, 1, 2))}
    setup["commitment"] = {"ap": "total", "cp": "total"}
    tracks = setup["tracks"]
    tracks["vp"], tracks["jihad"] = dice.randint(0, 20), dice.randint(0, 12)
    tracks["war_status_ap"], tracks["war_status_cp"] = dice.randint(0, 20), dice.randint(0, 20)
    tracks["combined_war_status"] = tracks["war_status_ap"] + tracks["war_status_cp"]
    offensives = ["enver_to_the_front", "tu", "none"]
    setup["mandated"]["cp"] = [{"offensive": dice.choice(offensives), "met": dice.random() < 0.5}]
    if dice.random() < 0.3:
        for units in setup["units"].values():
            if "br_ix_corps" in units:
                units.remove("br_ix_corps")
        setup["units"].setdefault("ap_eliminated", []).append("br_ix_corps")
    if dice.random() < 0.2:
        # The Allies hold every space, the Russians those worth VPs.
        held = re.findall(r"^space\((\w+)\)\. kind\(\w+,space\)", FACTS, re.MULTILINE)
        setup["control"] = {"ap": held}
        setup["ru_vp"] = re.findall(r"^vp\((\w+),", FACTS, re.MULTILINE)
        for units in setup["units"].values():
            units[:] = [unit for unit in units if unit != "ru_div_2"]
        setup["units"].setdefault("basra", []).append("ru_div_2")
    return pog.Position.from_setup(setup, allow=["all"])


def test_law_and_core_agree_which_cards_may_be_played() -> None:
    law = Law(programs_of("pursuit_of_glory", "show_playable.lp"))
    seen: dict[bool, set[str]] = {True: set(), False: set()}
    for seed in range(POSITIONS):
        position = shaken(seed)
        by_core = {card.value for card in Card if position.core.may_be_played(card)}
        told = f"{FACTS}\n{position.facts()}\n{position.core.victory_facts()}"
        by_law = {str(symbol.arguments[0]) for symbol in law.solve(told)}
        assert by_law == by_core, seed
        seen[True] |= by_core
        seen[False] |= {card.value for card in Card} - by_core
    # Every card with prerequisites was allowed somewhere, and barred.
    asked = set(re.findall(r"^prerequisite\((\w+),", FACTS, re.MULTILINE))
    assert not asked - seen[False]
    assert not asked - seen[True]
