"""Numbered rulings about Twilight of the Habsburgs: a position each, and what the rulebook says.

Every ruling is put to the law and to the core. A file holds `rule`, `title` and `base` as in
test_cases.py, `asks` and `change` as twilight_rulings.py says, and at least one of

    [[moves]]   a move, the numbers of all `rules` it breaks, sorted (none if it is legal), and, if
                it is worth telling, every `witness` of these violations, sorted
    [expect]    zones, usable, fed: side -> hexes; in_command: units; lines, bases: unit ->
                headquarters or hex -> hexes of the way; reach: unit -> hex -> MPs; and the same
                with `not_`, which for lines, bases and reach is unit -> list
    [[play]]    `answers`, moves or outcomes of dice, one after another, and what is so then: `asks`
                (side and decision; "chance" or "over"), `turn`, `units` (unit -> place), `points`,
                `is` and `is_not` (list of the document -> members), `has` (its other keys) and
                `lacks` (keys it has not), `choices` that there are, and `no_choices`, `odds` of
                outcomes of dice. Of the sequence of play the law says nothing, so the core alone
                answers.

    [[seen]]    what the side `by` may know, after `answers` if there are any: of the foe's units
                some that are `hidden` and some that are `shown`, and `beneath`, unit on top -> how
                many are hidden beneath it, of all its stacks that hide any; `refused`, what cannot
                be played then, and part of the message

Attacks and the reckoning: test_twilight_battles.py.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lexbelli import BadInput
from lexbelli.twilight_of_the_habsburgs import Position, law
from rule_coverage import TWILIGHT, rules
from rulings import Case, cases_of, content_of
from twilight_rulings import FILES, KEYS, position_of
from violations import of_the_pages, taken_apart

SIDES = ("central", "entente")
SECTIONS = ("moves", "expect", "play", "odds", "victory", "seen")
JUDGES = ("core", "law")
MEMBERS = ("zones", "usable", "fed")
NUMBERS = ("lines", "bases", "reach")
PLAYED = {
    *("answers", "asks", "turn", "units", "points", "is", "is_not", "has", "lacks"),
    *("choices", "no_choices", "odds"),
}


MOVES = cases_of(FILES, "moves")
PLAYS = cases_of(FILES, "play")
SEEN = cases_of(FILES, "seen")
EXPECTING = [file for file in FILES if "expect" in content_of(file)]


@cache
def position(file: Path) -> Position:
    return position_of(content_of(file))


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("case", MOVES, ids=[case.name for case in MOVES])
def test_moves(case: Case, judge: str) -> None:
    broken = position(case.file).check(case.content["move"], by=judge)
    found = sorted({(each.rule, each.witness) for each in broken})
    assert sorted({rule for rule, _ in found}) == case.content["rules"], found
    if "witness" in case.content:
        assert sorted({witness for _, witness in found}) == case.content["witness"], found


Answer = Mapping[str, Any]


def by_core(at: Position, asked: Iterable[str]) -> Answer:
    commands = {side: at.command(side) for side in SIDES}
    return {
        "zones": {side: at.zones(side) for side in SIDES},
        "usable": {side: command.usable for side, command in commands.items()},
        "fed": {side: command.fed for side, command in commands.items()},
        "in_command": {unit for command in commands.values() for unit in command.in_command},
        "lines": {pair: n for command in commands.values() for pair, n in command.lines.items()},
        "bases": {pair: n for command in commands.values() for pair, n in command.bases.items()},
        "reach": {(unit, place): n for unit in asked for place, n in at.reach(unit).items()},
    }


def by_law(at: Position, asked: Iterable[str]) -> Answer:
    units = set(asked)
    programs = ("show_zones.lp", "show_command.lp", *(("show_reach.lp",) if units else ()))
    found = law.shown(at.core, *programs)
    return {
        "zones": _by_side(found.get("zoc", [])),
        "usable": _by_side(found.get("usable", [])),
        "fed": _by_side(found.get("fed", [])),
        "in_command": {unit for (unit,) in found.get("in_command", [])},
        "lines": {(unit, hq): int(n) for unit, hq, n in found.get("line", [])},
        "bases": {(hq, place): int(n) for hq, place, n in found.get("base", [])},
        "reach": {(u, place): int(n) for u, place, n in found.get("reach", []) if u in units},
    }


def _by_side(found: Iterable[Sequence[str]]) -> Mapping[str, set[str]]:
    pairs = list(found)
    return {side: {place for owner, place in pairs if owner == side} for side in SIDES}


@pytest.mark.parametrize("by", [by_core, by_law], ids=JUDGES)
@pytest.mark.parametrize("file", EXPECTING, ids=[file.stem for file in EXPECTING])
def test_answers(file: Path, by: Any) -> None:
    expect: Mapping[str, Any] = content_of(file)["expect"]
    answer = by(position(file), {*expect.get("reach", ()), *expect.get("not_reach", ())})
    wrong = []
    for name in MEMBERS:
        for word, wanted in ((name, True), (f"not_{name}", False)):
            for side, places in expect.get(word, {}).items():
                off = [place for place in places if (place in answer[name][side]) is not wanted]
                wrong += [f"{word} of {side}: {off}"] if off else []
    for word, wanted in (("in_command", True), ("not_in_command", False)):
        off = [
            unit for unit in expect.get(word, ()) if (unit in answer["in_command"]) is not wanted
        ]
        wrong += [f"{word}: {off}"] if off else []
    for name in NUMBERS:
        for unit, numbers in expect.get(name, {}).items():
            found = {place: answer[name].get((unit, place)) for place in numbers}
            wrong += [f"{name} of {unit}: {found}"] if found != numbers else []
        for unit, places in expect.get(f"not_{name}", {}).items():
            off = [place for place in places if (unit, place) in answer[name]]
            wrong += [f"not_{name} of {unit}: {off}"] if off else []
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("case", PLAYS, ids=[case.name for case in PLAYS])
def test_play(case: Case) -> None:
    at = position(case.file)
    for answer in case.content["answers"]:
        at = at.after_answer(answer)
    document, asked, then = at.setup(), at.decision, case.content
    if "asks" in then:
        assert " ".join(filter(None, (asked.side, asked.kind))) == then["asks"]
    if "turn" in then:
        assert at.turn == then["turn"]
    for unit, place in then.get("units", {}).items():
        assert document["units"].get(unit) == place, unit
    for pool, number in then.get("points", {}).items():
        assert document["points"].get(pool, 0) == number, pool
    for key, members in then.get("is", {}).items():
        assert set(members) <= set(document.get(key, ())), key
    for key, members in then.get("is_not", {}).items():
        assert not set(members) & set(document.get(key, ())), key
    for key, value in then.get("has", {}).items():
        assert document.get(key) == value, key
    assert not set(then.get("lacks", ())) & document.keys()
    if "odds" in then:
        fall = {outcome.text: str(outcome.odds) for outcome in at.chance()}
        assert then["odds"].items() <= fall.items(), fall
    assert set(then.get("choices", ())) <= set(asked.choices)
    assert not set(then.get("no_choices", ())) & set(asked.choices)


def seen_by_core(at: Position, side: str) -> tuple[set[str], Mapping[str, int]]:
    told = at.seen_by(side).setup()
    hidden = {unit for unit, place in told["units"].items() if place == "covered"}
    return hidden, told.get("beneath", {})


def seen_by_law(at: Position, side: str) -> tuple[set[str], Mapping[str, int]]:
    found = law.shown(at.core, "show_fog.lp")
    hidden = {unit for who, unit in found.get("hidden", []) if who == side}
    beneath = {unit: int(n) for who, unit, n in found.get("hides", []) if who == side}
    return hidden, beneath


@pytest.mark.parametrize("by", [seen_by_core, seen_by_law], ids=JUDGES)
@pytest.mark.parametrize("case", SEEN, ids=[case.name for case in SEEN])
def test_seen(case: Case, by: Any) -> None:
    told = case.content
    at = position(case.file)
    for answer in told.get("answers", ()):
        at = at.after_answer(answer)
    hidden, beneath = by(at, told["by"])
    assert set(told.get("hidden", ())) <= hidden, hidden
    assert not set(told.get("shown", ())) & hidden
    if "beneath" in told:
        assert told["beneath"] == beneath
    for answer, message in told.get("refused", {}).items():
        with pytest.raises(BadInput, match=re.escape(message)):
            at.seen_by(told["by"]).after_answer(answer)


# ------------------------------------------------------------------- the cases themselves


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_file_is_well_formed(file: Path) -> None:
    content, known = content_of(file), set(rules(TWILIGHT))
    assert content.keys() <= KEYS
    assert file.stem.startswith(content["rule"][0]), "named after the first rule it illustrates"
    assert content["title"]
    assert set(content["rule"]) <= known, sorted(set(content["rule"]) - known)
    assert any(content.get(key) for key in SECTIONS)
    words = {f"{no}{name}" for name in (*MEMBERS, *NUMBERS, "in_command") for no in ("", "not_")}
    assert content.get("expect", {}).keys() <= words
    for play in content.get("play", []):
        assert play.keys() <= PLAYED
    for told in content.get("seen", []):
        assert told.keys() <= {"by", "answers", "hidden", "shown", "beneath", "refused"}
    for move in content.get("moves", []):
        assert move.keys() <= {"move", "rules", "witness"}
        assert move["rules"] == sorted(set(move["rules"]))
        assert set(move["rules"]) <= known
        if "witness" in move:
            assert move["witness"] == sorted(set(move["witness"]))
            assert bool(move["witness"]) == bool(move["rules"])
            assert all(taken_apart(witness) for witness in move["witness"])


def test_every_row_of_the_pages_has_a_case() -> None:
    shown = {
        (rule, taken_apart(witness)[0])
        for case in MOVES
        for rule in case.content["rules"]
        for witness in case.content.get("witness", ())
    }
    codes = {code for _, code in shown}
    missing = [
        (rule, code)
        for rule, code, _ in of_the_pages()
        if (code not in codes if rule == "" else (rule, code) not in shown)
    ]
    assert not missing, missing
