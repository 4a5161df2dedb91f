"""Stories: true, whole, with rules that exist, and no more than a side may know."""

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli import BadInput, twilight_of_the_habsburgs
from lexbelli.moves import Change
from lexbelli.playout import playouts
from lexbelli.record.playback import Playback
from lexbelli.story import Brief, Chapter, Part, Sentence, Story, Told
from lexbelli.story.sentences import PlainTeller, counted, listed
from lexbelli.story.telling import turns_of

ROOT = Path(__file__).parents[2]
# Where games begin, and how many turns of them are told.
STARTS = {
    "1914_campaign": 3,
    "1916_total_war": 2,
    "caporetto": 2,
    "piave_setup": 1,
    "vittorio_veneto": 2,
}
RULE = re.compile(r"\d+(?:\.\w+)*(?:-\d+)?")


@cache
def content(scenario: str) -> bytes:
    """The record of a random game."""
    start = lexbelli.scenario(scenario)
    opened = start.opened() if hasattr(start, "opened") else start
    game = next(iter(playouts(opened, 1, 7, turns=STARTS[scenario], every=1000)))
    assert not game.faults
    return game.record.encode()


def steps(scenario: str, viewer: str | None = None, part: Part | None = None) -> list[Told]:
    return list(Story(Playback(content(scenario), scenario), viewer, part))


def sides(scenario: str) -> tuple[str, str]:
    return ("ap", "cp") if scenario.startswith("19") else ("central", "entente")


@cache
def rules(game: str) -> frozenset[str]:
    with (ROOT / "rules_asp" / game / "rules.csv").open(newline="") as file:
        return frozenset(row["number"] for row in csv.DictReader(file))


def names(position: Any) -> Iterator[tuple[str, str]]:
    tables = position.core.tables
    yield from ((unit, tables.unit(unit)["name"]) for unit in tables.unit_ids())


@pytest.mark.parametrize("scenario", STARTS)
def test_every_difference_is_told(scenario: str) -> None:
    for viewer in (None, *sides(scenario)):
        told = steps(scenario, viewer)
        assert len(told) > 20
        for one, other in pairwise(told):
            assert one.scene.after == other.scene.before
        for step in told:
            claimed = {change for each in step.sentences for change in each.changes}
            assert claimed == set(step.scene.before.changes(step.scene.after))
            assert step.text


@pytest.mark.parametrize("scenario", STARTS)
def test_units_are_named_with_where_they_are(scenario: str) -> None:
    for step in steps(scenario):
        position = step.scene.after
        known = dict(names(position))
        for change in step.scene.changes:
            if change.what not in known:
                continue
            assert known[change.what] in step.text
            place = change.after.removesuffix(" (reduced)")
            if place.startswith("h") and place[1:].isdecimal():
                assert place[1:] in step.text
            elif scenario.startswith("19") and place in position.spaces:
                space = position.core.tables.space(place)
                assert space["kind"] == "box" or space["name"] in step.text, change


@pytest.mark.parametrize("scenario", STARTS)
def test_rules_that_are_named_exist(scenario: str) -> None:
    game = lexbelli.scenario(scenario).game
    found = {rule for step in steps(scenario) for rule in step.rules}
    assert len(found) > 10
    for rule in found:
        parts = (f"{rule}.", f"{rule}-")
        assert RULE.fullmatch(rule)
        assert rule in rules(game) or any(known.startswith(parts) for known in rules(game)), rule


@pytest.mark.parametrize("scenario", ["1914_campaign", "1916_total_war"])
def test_a_hand_is_not_told_to_the_other_side(scenario: str) -> None:
    hidden_seen = 0
    for side, other in (("ap", "cp"), ("cp", "ap")):
        for step in steps(scenario, side):
            piles = [
                each.setup().get("cards", {}).get(other, {})
                for each in (step.scene.before, step.scene.after)
            ]
            hidden = set(piles[0].get("hidden", ())) & set(piles[1].get("hidden", ()))
            # What an action was used for is recorded openly on the board.
            told = step.as_json()
            text = json.dumps([told["text"], told["answer"], told["move"], told["roll"]])
            hidden_seen += len(hidden)
            tables = step.scene.after.core.tables
            # A card that is chosen openly before the first hands are drawn was seen (4.1.3).
            for card in hidden if step.scene.asked.kind != "opening" else ():
                assert card not in text, text
                name = tables.card(card)["name"]
                every = [tables.card(each)["name"] for each in tables.card_ids()]
                if every.count(name) > 1:
                    continue
                # YILDIRIM is no YILDIRIM OFFENSIVE.
                longer = [each for each in every if each.startswith(f"{name} ")]
                bare = re.sub("|".join(map(re.escape, longer)) or "$^", "", text)
                assert not re.search(rf"The {other.upper()} \w+ {re.escape(name)}\b", bare)
    assert hidden_seen > 0


@pytest.mark.parametrize("scenario", ["caporetto", "piave_setup", "vittorio_veneto"])
def test_units_out_of_sight_are_not_told_to_the_other_side(scenario: str) -> None:
    covered = withheld = 0
    for side in ("central", "entente"):
        for step in steps(scenario, side):
            was, now = step.scene.before.units, step.scene.after.units
            withheld += step.scene.withheld
            text = json.dumps(step.as_json())
            for unit, name in names(step.scene.after):
                # Of headquarters it is announced who succeeds, and where they look.
                if was.get(unit) == now.get(unit) == "covered" and not unit.endswith("_hq"):
                    covered += 1
                    assert not re.search(rf"\b{unit}\b", text)
                    assert not re.search(rf"\b{re.escape(name)}\b", step.text)
    assert covered > 0
    assert withheld > 0


def test_the_record_seen_by_a_side_withholds_orders_too() -> None:
    record = lexbelli.Record.again(content("caporetto"), "caporetto").record
    seen = [entry.answer or "" for entry, _ in record.seen_by("central")]
    whole = [entry.answer or "" for entry in record.entries]
    assert any(answer.endswith("...") for answer in seen)
    assert not any(answer.endswith("...") for answer in whole)


def test_the_end_of_a_game_is_told_with_its_reckoning() -> None:
    setup = {**lexbelli.scenario("caporetto").setup(), "turn": 14}
    setup["agenda"] = [{"frame": "turn", "step": 4}]
    position = twilight_of_the_habsburgs.GAME.from_setup(setup)
    record = lexbelli.Record(position)
    assert record.position.decision.kind == "over"
    ended = Story(Playback(record.text().encode(), "end"))
    assert list(ended) == []
    told = list(ended.teller.ending(position))
    assert str(told[-1]).startswith("The game is over.")


def test_a_part_is_told() -> None:
    whole = steps("1914_campaign")
    second = steps("1914_campaign", part=Part(first_turn=2, last_turn=2))
    assert {told.turn for told in second} == {2}
    assert [told.text for told in second] == [told.text for told in whole if told.turn == 2]
    few = steps("1914_campaign", part=Part(first_entry=16, last_entry=18))
    assert [told.text for told in few] == [told.text for told in whole[15:18]]
    assert "OPS" in few[0].text or "replacement points" in few[0].text or "event" in few[0].text


def test_a_turn_in_brief_says_what_was_played_and_how_it_stands() -> None:
    story = Story(Playback(content("1914_campaign"), "game"))
    chapters: list[Chapter] = []
    for told in story:
        if not chapters or chapters[-1].turn != told.turn:
            chapters.append(Chapter(story.teller, told))
        chapters[-1].add(told)
    assert [chapter.turn for chapter in chapters] == [1, 2, 3, 4]
    for chapter in chapters[:3]:
        text = " ".join(chapter.sentences())
        assert "AP cards:" in text
        assert "CP cards:" in text
        assert re.search(r"VP -?\d+ -> -?\d+", text)


def test_what_is_supposed_changed_and_noted_is_told() -> None:
    record = lexbelli.Record(lexbelli.scenario("1914_campaign"))
    record.suppose(ops=3)
    record.play("activate suez move; entrench suez", roll=6, note="A try.")
    record.change({"tracks": {"vp": 12}})
    told = list(Story(Playback(record.text().encode(), "game")))
    assert told[0].text.startswith("Supposed: ops 3.")
    assert any("Noted: A try." in step.text for step in told)
    assert "no trench is built at Suez" in " ".join(step.text for step in told)
    assert told[-1].text.startswith("Changed by hand: tracks.")
    assert "12" in told[-1].text
    seen = list(Story(Playback(record.text().encode(), "game"), "ap"))
    assert "A try." not in " ".join(step.text for step in seen)


def test_turns_are_read() -> None:
    assert turns_of("3") == (3, 3)
    assert turns_of("3-5") == (3, 5)
    assert turns_of("3-") == (3, None)
    assert turns_of("-5") == (None, 5)
    for text in ("", "-", "x", "3-x", "5-3", "3--5", "٣"):
        with pytest.raises(BadInput, match="turns"):
            turns_of(text)


def test_sentences_are_put_together() -> None:
    change = Change("x", "-", "1")
    assert str(Sentence("It is so.", ("1.2", "3"))) == "It is so (1.2; 3)."
    assert str(Sentence("Is it?", ("1.2",))) == "Is it (1.2)?"
    assert Sentence("So.", (), (change,)).as_json()["changes"] == [change.as_json()]
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([]) == ""
    assert counted(1, "unit") == "one unit"
    assert counted(2, "army", "armies") == "2 armies"
    assert Brief("a", "b").number == 0
    assert PlainTeller().topics
