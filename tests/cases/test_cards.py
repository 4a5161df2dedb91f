"""What the cards do: a file of tests/cases/pursuit_of_glory/cards each, played by the core.

`event_clauses.csv` beside that folder lists what the cards say, clause by clause; `case` is what
holds it, one or several: the stem of a file of cases, a test of rust_core/pursuit_of_glory/tests,
the card itself (one of its plays names the clause) or another card (its plays show it), `-` with a
lasting reason in `why`, or `missing` with what is missing.

A file holds `rule` and [[plays]]; `base` and `change` of the file hold for all of them, as in
test_cases.py, and those of a play are laid over them. A play holds

    title     what happens in a few words
    clauses   the clauses of the card it illustrates
    rule      numbers of its own
    hand      more cards in the hand of the card's side
    answers   the decisions, one after the other
    rolls     the dice that fall on the way
    changes   all that is different then, as `position.changes` tells it; the course of the game
              and where the card went are looked at apart
    some      instead of `changes`: a part of it
    decision, side  what is asked next, and of whom
    shown     side -> the hand that the other one sees
    attack    an attack that could be declared then, with `cards` played in it: `figures` are some
              of its figures (see `figures_of`), `not_figures` words that are in none of them
    past      that the event is past, and nothing of it happens but its war status (9.5.1.e)
    broken    instead of all these: "rule witness" of the last answer, which is refused
"""

import csv
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rule_coverage
from lexbelli import odds
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.cards import Card
from rulings import Case, cases_of, content_of, position_of

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "pursuit_of_glory"
FILES = sorted((FOLDER / "cards").glob("*.toml"))
PLAYS = cases_of(FILES, "plays")
KEYS = {"title", "clauses", "rule", "base", "change", "hand", "answers", "rolls"} | {
    "changes",
    "some",
    "decision",
    "side",
    "shown",
    "attack",
    "cards",
    "figures",
    "not_figures",
    "broken",
    "past",
}
# Where the game stands, which every action moves on.
COURSE = {"round", "active", "phase", "agenda", "ops", "actions"}
# What is not yet held by a case, and events that no play tells in full.
MISSING = 0
NOT_PLAYED: set[str] = set()


@cache
def cards() -> Mapping[str, Mapping[str, str]]:
    text = (ROOT / "scenarios/pursuit_of_glory/cards.csv").read_text(encoding="utf-8")
    return {row["id"]: row for row in csv.DictReader(text.splitlines())}


@cache
def clauses() -> list[dict[str, str]]:
    text = (FOLDER / "event_clauses.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(base)
    for key, value in change.items():
        old = found.get(key)
        # An empty table takes away what stood there.
        found[key] = {**old, **value} if value and isinstance(old, dict) else value
    return found


def start_of(case: Case) -> pog.Position:
    """The position before a play: the side of the card has it in hand, on turn 6."""
    file, play = content_of(case.file), case.content
    card = case.file.stem
    side = card[:2]
    hand = [card, *play.get("hand", [])]
    acts = {"turn": 6, "round": 2, "phase": "action", "active": side}
    told = {**acts, "cards": {side: {"hand": hand}}}
    change = _merged(_merged(told, file.get("change", {})), play.get("change", {}))
    base = play.get("base", file.get("base", "empty"))
    return position_of({"base": base, "change": change})


def expected_of_the_card(start: pog.Position, card: str, past: bool) -> set[str]:
    """Where a card goes that is played as an event (2.0.asterisk), and that it has happened."""
    side = card[:2]
    pile = "removed" if cards()[card]["removed_after_event"] == "1" else "discard"
    happened = set() if past else {f"events {card}: - -> {start.turn}"}
    return happened | {
        f"cards {side} hand: {card} -> -",
        f"cards {side} {pile}: - -> {card}",
    }


def played(start: pog.Position, play: Mapping[str, Any]) -> pog.Position:
    now, rolls = start, list(play.get("rolls", []))
    for answer in play["answers"]:
        now = now.play(answer)
        while rolls and now.decision.kind == "chance":
            now = now.play(None, roll=rolls.pop(0))
    assert not rolls, f"no die falls for {rolls}"
    return now


def figures_of(fight: Any) -> list[str]:
    """The lines of both sides, the order of fire, and whom the weather may strike."""
    lines = [f"first fire: {fight.first_fire}"]
    lines += [f"weather: {', '.join(one.units)}" for one in fight.weather]
    for who, fire in (("attacker", fight.attacker), ("defender", fight.defender)):
        lines += [f"{who}: {line}" for line in (*fire.shifts, *fire.drms, *fire.losses)]
        lines += [f"{who}: {fire.heavy}"] if fire.heavy else []
    return lines


@pytest.mark.parametrize("case", PLAYS, ids=[case.name for case in PLAYS])
def test_play(case: Case) -> None:
    play, card = case.content, case.file.stem
    assert play.keys() <= KEYS, f"unknown keys {play.keys() - KEYS}"
    start = start_of(case)
    if "broken" in play:
        *before, last = play["answers"]
        now = played(start, {**play, "answers": before})
        broken = [f"{one.rule} {one.witness}" for one in now.check(last)]
        assert sorted(broken) == sorted(play["broken"])
        return
    now = played(start, play)
    asked = now.decision
    for key, found in (("decision", asked.kind), ("side", asked.side)):
        assert play.get(key, found) == found
    for side, hand in play.get("shown", {}).items():
        other = {"ap": "cp", "cp": "ap"}[side]
        assert start.seen_by(other).setup()["cards"][side].get("hand", []) == []
        assert now.seen_by(other).setup()["cards"][side]["hand"] == hand
    if "attack" in play:
        fight = odds(now, play["attack"], cards=play.get("cards", ()), force=True)
        figures = figures_of(fight)
        assert set(play.get("figures", [])) <= set(figures), figures
        for words in play.get("not_figures", []):
            assert not any(words in line for line in figures), figures
        if not play["answers"]:
            return
    every = {f"{one.what}: {one.before} -> {one.after}" for one in start.changes(now)}
    told = {line for line in every if line.partition(":")[0] not in COURSE}
    if "some" in play:
        assert set(play["some"]) <= told, sorted(told)
        return
    if play["answers"][0].startswith(f"play {card} for event"):
        of_the_card = expected_of_the_card(start, card, play.get("past", False))
        assert of_the_card <= told, sorted(told)
        told -= of_the_card
    assert sorted(told) == sorted(play["changes"])


def rust_tests() -> Iterator[str]:
    for file in (ROOT / "rust_core/pursuit_of_glory/tests").rglob("*.rs"):
        yield from re.findall(r"#\[test\]\s+fn (\w+)", file.read_text(encoding="utf-8"))


def test_every_clause_is_held_by_what_there_is() -> None:
    known = {*rust_tests(), *(file.stem for file in (*FOLDER.glob("*.toml"), *FILES))}
    plays = {(case.file.stem, str(number)) for case in PLAYS for number in case.content["clauses"]}
    rules = set(rule_coverage.rules(rule_coverage.PURSUIT))
    ids = [(row["card"], row["clause"]) for row in clauses()]
    assert len(set(ids)) == len(ids)
    assert {card for card, _ in ids} == {card.value for card in Card}
    assert plays <= set(ids), plays - set(ids)
    for row in clauses():
        name = f"{row['card']} {row['clause']}"
        assert row["says"], name
        if row["case"] in ("-", "missing"):
            assert row["why"], f"{name}: nothing holds it, and no reason is given"
        for rule in row["rule"].split():
            assert any(f"{each}-".startswith((f"{rule}-", f"{rule}.")) for each in rules), (
                f"{name}: no rule {rule}"
            )
        for case in row["case"].split():
            if case == row["card"]:
                assert (case, row["clause"]) in plays, f"{name}: no play names it"
            elif case not in ("-", "missing"):
                assert case in known, f"{name}: there is no {case}"


def test_no_more_is_missing_than_is_known() -> None:
    assert sum(row["case"] == "missing" for row in clauses()) == MISSING


def test_every_event_is_played_and_told_in_full() -> None:
    events = {card for card, row in cards().items() if row["combat_card"] != "1"}
    told = {
        case.file.stem
        for case in PLAYS
        if "changes" in case.content and not case.content.get("past")
    }
    assert told <= events
    assert events - told == NOT_PLAYED
