"""Events, played effect by effect (9.5.1)."""

from typing import Any

import pytest

from lexbelli import BadInput, IllegalMove
from lexbelli import pursuit_of_glory as pog

_UNITS = {"nis": ["sb_1_army", "sb_div_1"], "sofia": ["bu_1_army"]}


def position(**changes: Any) -> pog.Position:
    setup: dict[str, Any] = {
        "scenario": "1914_campaign",
        "turn": 8,
        "round": 2,
        "phase": "action",
        "active": "cp",
        "events": {"cp_33": 5},
        "cards": {"cp": {"hand": ["cp_36", "cp_01"]}},
        "tracks": {"combined_war_status": 12, "war_status_cp": 6},
        "units": _UNITS,
    }
    return pog.Position.from_setup({**setup, **changes}, allow=["all"])


def test_an_event_asks_for_its_choice() -> None:
    before = position()
    assert "play cp_36 for event" in before.decision.choices
    asked = before.play("play cp_36 for event")
    assert asked.decision.kind == "event"
    assert asked.decision.side == "cp"
    assert asked.decision.choices == ("eliminate sb_1_army",)
    assert asked.under_way[-1] == "event of Apis"
    assert [str(move) for move in asked.moves()] == ["eliminate sb_1_army"]
    with pytest.raises(IllegalMove, match=r"9\.5\.1\.a"):
        asked.play("eliminate bu_1_army")


def test_what_becomes_of_the_card_and_the_markers() -> None:
    after = position().play("play cp_36 for event").play("eliminate sb_1_army")
    setup = after.setup()
    assert "cp_36" in setup["cards"]["cp"]["removed"]
    assert setup["events"]["cp_36"] == 8
    assert setup["tracks"]["combined_war_status"] == 12
    assert setup["tracks"]["war_status_cp"] == 6
    assert setup["actions"][-1] == {"round": 2, "side": "cp", "kind": "event", "card": "cp_36"}
    assert setup["units"]["ap_permanently_eliminated"] == ["sb_1_army"]
    assert after.decision.kind == "action"
    assert (after.decision.side, after.core.round) == ("ap", 3)


def test_with_no_army_left_the_event_goes_on() -> None:
    after = position(units={"nis": ["sb_div_1"]}).play("play cp_36 for event")
    assert after.decision.kind == "action"
    serbs = after.activations("ap")["nis"]
    assert serbs.costs["attack"].ops is None


def test_enver_goes_east_in_words() -> None:
    units = {
        "eleskirt": ["tu_ix_corps", "tu_div_1"],
        "koprukoy": ["tu_x_corps"],
        "kagizman": ["ru_div_1"],
        "sarikamis": ["ru_div_2"],
    }
    before = position(active="ap", cards={"ap": {"hand": ["ap_07"]}}, units=units)
    asked = before.play("play ap_07 for event")
    assert (asked.decision.kind, asked.decision.side) == ("provocation", "ap")
    assert asked.decision.text == (
        "AP sends 2 stacks of Turks into battle, of koprukoy to attack sarikamis; "
        "eleskirt to attack kagizman or sarikamis."
    )
    with pytest.raises(IllegalMove, match=r"1 more stacks are to be named. \(9\.5\.1\.a\)"):
        asked.play("provoke eleskirt kagizman")
    sent = asked.play("provoke eleskirt kagizman; provoke koprukoy sarikamis")
    assert (sent.decision.kind, sent.decision.side) == ("attack", "cp")
    assert sent.decision.text == (
        "CP must attack sarikamis with tu_x_corps and kagizman with tu_div_1 or tu_ix_corps, "
        "of what waits: tu_div_1, tu_ix_corps, tu_x_corps."
    )
    assert sent.decision.choices == ()
    assert sent.under_way[-2:] == ("attacks that an event demands", "attacks")
    with pytest.raises(IllegalMove, match="is still to be attacked"):
        sent.play("end")


def test_bulls_eye_directive_in_words() -> None:
    units = {
        "eleskirt": ["tu_ix_corps", "tu_xi_corps", "tu_div_1"],
        "kagizman": ["ru_div_1"],
        "cp_reserve": ["tu_div_5"],
    }
    played = position(cards={"cp": {"hand": ["cp_30"]}}, units=units).play("play cp_30 for event")
    assert "4 OPS of Bull's Eye Directive" in played.decision.text
    joined = played.play("activate eleskirt attack; join tu_div_5 eleskirt")
    assert joined.units["tu_div_5"] == "eleskirt"
    asked = joined.play("end")
    assert asked.decision.text == "CP sends SCUs in excess in eleskirt back to the Reserve Box."
    assert asked.under_way[-1] == "units in excess"
    assert asked.play("reserve tu_div_1").units["tu_div_1"] == "cp_reserve"
    again = joined.setup()
    again["agenda"][-1]["second"] = 1
    again["pursuit"] = {"tu_ix_corps": 1}
    again["attacking"] = {"tu_ix_corps": "attack"}
    second = pog.Position.from_setup(again, allow=["all"])
    said = "CP may attack once more, with one stack of tu_ix_corps, or end."
    assert second.decision.text == said
    assert second.under_way[-1] == "a second attack"
    fought = second.play("attack kagizman with tu_ix_corps")
    assert "a second attack" not in fought.under_way


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ({"card": "cp_28"}, "'cp_28' has no event that could be under way"),
        ({"card": "cp_36", "step": 2}, "the event of 'cp_36' has 1 effects"),
        ({}, "lacks its 'card'|does not say which"),
    ],
)
def test_an_event_that_cannot_be_under_way_is_refused(frame: dict[str, Any], message: str) -> None:
    agenda = [
        *({"frame": "turn"}, {"frame": "phase", "phase": "action"}, {"frame": "round"}),
        {"frame": "action", "side": "cp"},
        {"frame": "event", "side": "cp", **frame},
    ]
    setup = position().setup() | {"agenda": agenda}
    for key in ("phase", "active"):
        setup.pop(key, None)
    with pytest.raises(BadInput, match=message):
        pog.Position.from_setup(setup, allow=["all"])


def test_goeben_destroys_the_fort_of_batum_on_an_odd_die() -> None:
    hand = {"cp": {"hand": ["cp_07"]}}
    shelled = position(cards=hand, units={"batum": ["ru_div_1"]}).play("play cp_07 for event")
    totals = {outcome.text: tuple(outcome.totals) for outcome in shelled.chance()}
    assert totals == {"wrecked batum": (1, 3, 5), "unhurt batum": (2, 4, 6)}
