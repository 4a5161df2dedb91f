"""Events that are supposed to have happened: what is carried out, and what waits for a choice."""

from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli import BadInput
from lexbelli import pursuit_of_glory as pog
from lexbelli._core import pursuit_agenda
from lexbelli.playout import playouts
from lexbelli.record.session import Record

SCENARIOS = ("1914_campaign", "1914_limited_war", "1916_total_war")


def _track(position: pog.Position, name: str) -> int:
    return int(position.setup().get("tracks", {}).get(name, 0))


def test_what_needs_no_choice_is_carried_out_and_the_rest_is_told() -> None:
    before = pog.scenario("1914_campaign")
    supposed = before.with_event("cp_13")
    assert supposed.name == "Pan-Turkism"
    assert supposed.fulfilled
    told = [(each.effect, each.decision, each.side) for each in supposed.effects]
    assert told == [
        ("reinforcements", "reinforcements", "cp"),
        ("records(tu,1)", None, None),
        ("jihad(1)", None, None),
        ("ops", "operations", "cp"),
    ]
    # The tribe that rises is still to be placed (16.3.2), and is asked for first.
    assert supposed.more == [("tribes", "cp")]
    after = supposed.position
    assert after.decision.kind == "tribes"
    assert "cp_13" in after.setup()["events"]
    assert "cp_13" in after.setup()["cards"]["cp"]["removed"]
    assert "jihad" in {change.what.split()[-1] for change in before.changes(after)}
    assert "left out: units enter: CP chooses (reinforcements)" in supposed.text


def test_a_die_and_the_choice_of_the_other_side_are_left_out() -> None:
    before = pog.scenario("1914_campaign")
    goeben = before.with_event("cp_07")
    assert [each.decision for each in goeben.effects] == [None, "die"]
    assert [each.effect for each in goeben.left_out] == ["batums_fort"]
    gorlice = before.with_event("cp_31")
    assert [(each.decision, each.side) for each in gorlice.effects] == [("out_of_theater", "ap")]


def test_the_war_status_moves_and_what_was_asked_is_asked() -> None:
    before = pog.scenario("1914_campaign")
    after = before.with_event("ap_14").position
    assert after.decision == before.decision
    assert pursuit_agenda(after.core) == pursuit_agenda(before.core)
    # KITCHENER has war status points (9.5.1.d-1).
    changed = {change.what for change in before.changes(after)}
    assert any("war_status" in what for what in changed), changed


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_event_can_be_supposed_at_the_beginning(scenario: str) -> None:
    before = pog.scenario(scenario)
    tables = before.core.tables
    events = 0
    for card in tables.card_ids():
        if tables.card(card)["combat_card"]:
            with pytest.raises(BadInput, match="is a combat card"):
                before.with_event(card)
            continue
        events += 1
        supposed = before.with_event(card)
        allowed = [code for code, _, _ in supposed.position.allowed]
        again = pog.Position.from_json(supposed.position.to_json(), None, allowed)
        assert again == supposed.position, card
        assert supposed.as_json()["card"] == card
        assert supposed.text.startswith(f"event {card} (")
    assert events == 81


def test_what_cannot_be_supposed_says_so() -> None:
    before = pog.scenario("1914_campaign")
    with pytest.raises(BadInput, match="ap_09"):
        before.with_event("ap_99")
    fighting = before.suppose(side="cp", ops=1).play("activate erzurum attack")
    fighting = fighting.play("attack oltu with tu_xi_corps")
    with pytest.raises(BadInput, match="while a battle is under way"):
        fighting.with_event("cp_01")
    other = lexbelli.games.game("twilight_of_the_habsburgs").scenario("caporetto")
    with pytest.raises(BadInput, match="no events that can be supposed"):
        lexbelli.capabilities.with_event(other, "gas")


def test_events_can_be_supposed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    start = pog.scenario("1916_total_war").opened()
    [game] = playouts(start, 1, 12, turns=2, every=10**6)
    file = tmp_path / "game.jsonl"
    file.write_text(game.record)
    positions = 0
    for number, at in enumerate(Record.load(file).positions()):
        before: Any = at
        under_way = {"battle", "event"}.intersection(pursuit_agenda(before.core))
        if number % 12 or under_way:
            continue
        positions += 1
        for card in ("ap_11", "ap_13", "ap_45", "cp_01", "cp_16", "cp_31", "cp_46", "cp_54"):
            after = before.with_event(card).position
            allowed = [code for code, _, _ in after.allowed]
            assert pog.Position.from_json(after.to_json(), None, allowed) == after, (number, card)
    assert positions >= 5
