"""Hidden hands: what a side may know, in Python, on the command line, and of records."""

import json
from pathlib import Path
from typing import Any

import pytest

import lexbelli
from lexbelli import BadInput, IllegalMove, capabilities
from lexbelli import pursuit_of_glory as pog
from lexbelli.position import Position
from support import answer, invoke

HIDDEN = "the hand of the CP is hidden here (2 cards)"


@pytest.fixture
def start() -> pog.Position:
    """The campaign with hands of three cards."""
    position: Any = lexbelli.scenario("1914_campaign")
    cards = position.setup()["cards"]
    for zones in cards.values():
        zones["hand"], zones["deck"] = zones["deck"][:3], zones["deck"][3:]
    dealt: pog.Position = position.with_change(setup={"cards": cards})
    return dealt


@pytest.fixture
def battle() -> pog.Position:
    """A battle in which the CP defends Kut, and may play cards."""
    return pog.Position.from_setup(
        {
            "scenario": "1914_campaign",
            "turn": 3,
            "ops": 0,
            "units": {"sannaiyat": ["br_div_1", "in_div_1"], "kut": ["tu_div_1"]},
            "control": {"ap": ["fao", "basra", "qurna", "amara", "sannaiyat"]},
            "forts_destroyed": ["fao"],
            "cards": {
                "ap": {"hand": ["ap_15"]},
                "cp": {"hand": ["cp_05", "cp_01"], "deck": ["cp_19", "cp_28"]},
            },
            "battle": {
                "place": "kut",
                "stage": "defenders_cards",
                "attackers": ["br_div_1", "in_div_1"],
                "defenders": ["tu_div_1"],
            },
        }
    )


@pytest.fixture
def file(start: pog.Position, tmp_path: Path) -> str:
    path = tmp_path / "start.json"
    path.write_text(start.to_json())
    return str(path)


def test_a_hand_becomes_a_number(start: pog.Position) -> None:
    seen = start.seen_by("ap")
    cards = seen.setup()["cards"]
    assert cards["ap"] == start.setup()["cards"]["ap"]
    assert cards["cp"]["hidden_in_hand"] == 3
    assert not cards["cp"]["hand"]
    outline = dict(seen.outline())
    assert outline["cp hand"] == "(3 hidden)"
    assert outline["cp deck"] == dict(start.outline())["cp deck"]
    assert "cp_01" not in str(seen) + repr(seen) + seen.facts()
    told = dict(drawn_state(seen))
    assert told["Cards of the CP"] == dict(drawn_state(start))["Cards of the CP"]
    assert pog.Position.from_bytes(seen.to_bytes()) == seen
    with pytest.raises(BadInput, match="unknown side 'nobody'"):
        start.seen_by("nobody")


def drawn_state(position: pog.Position) -> list[tuple[str, str]]:
    (panel,) = (each for each in position.board().panels if each.id == "state")
    lines: Any = panel
    return list(lines.lines)


def test_what_a_hidden_hand_could_play_is_not_told(battle: pog.Position) -> None:
    seen = battle.seen_by("ap")
    assert seen.decision.text.endswith("before the dice: a hidden hand of 2 cards.")
    for question in (
        lambda: list(seen.moves(1)),
        seen.orders,
        lambda: list(lexbelli.solve(seen, "besieged(kars)")),
    ):
        with pytest.raises(BadInput) as refused:
            question()
        assert HIDDEN in str(refused.value)
    assert "holds(" not in seen.decision_facts()
    assert "play cp_05" in [order.text for order in battle.orders()]
    assert battle.seen_by("cp").orders() == battle.orders()


@pytest.mark.parametrize("by", ["core", "law"])
def test_what_it_plays_is_judged_as_if_it_were_there(battle: pog.Position, by: str) -> None:
    seen = battle.seen_by("ap")
    assert seen.check("play cp_05", by=by) == battle.check("play cp_05", by=by) == []
    # The AP cannot know that this one is in the deck.
    assert seen.check("play cp_28", by=by) == []
    assert [each.witness for each in battle.check("play cp_28", by=by)] == ["not_held(cp_28)"]
    told = [each.witness for each in seen.check("play ap_15", by=by)]
    assert told == ["not_held(ap_15)"]
    with pytest.raises(IllegalMove):
        seen.play("play ap_15")
    shown = seen.play("play cp_05")
    assert shown == battle.play("play cp_05").seen_by("ap")
    assert shown.setup()["cards"]["cp"]["hidden_in_hand"] == 1
    assert shown.setup()["cards"]["cp"]["face_up"] == ["cp_05"]


def test_odds_take_hidden_cards_as_not_played(battle: pog.Position) -> None:
    whole, seen = (lexbelli.odds(each) for each in (battle, battle.seen_by("ap")))
    assert seen.number("win") == whole.number("win")
    held = [(each.side, each.card) for each in seen.all_cards() if each.held]
    assert held == [("ap", "ap_15")]
    assert ("cp", "cp_05") in [(each.side, each.card) for each in whole.all_cards() if each.held]
    followed = [lexbelli.evaluate_battle(each).as_json() for each in (battle, battle.seen_by("ap"))]
    assert followed[0] == followed[1]


def test_who_has_nothing_to_play_is_asked_as_if_he_had(battle: pog.Position) -> None:
    cards = battle.setup()["cards"]
    cards["cp"]["hand"], cards["cp"]["deck"] = ["cp_01"], ["cp_05", "cp_19", "cp_28"]
    without = battle.with_change(setup={"cards": cards})
    assert (without.decision.kind, without.decision.side) == ("cards", "cp")
    assert "it has none to play" in without.decision.text
    assert [str(move) for move in without.moves()] == ["pass"]
    assert without.orders() == []


# --- the command ------------------------------------------------------------------------


def test_commands_look_at_a_position_as_a_side(file: str) -> None:
    told = answer("show", file, "--as", "ap")
    assert told["cards"]["cp"]["hidden_in_hand"] == 3
    shown = invoke("show", file, "--as", "ap").stdout
    assert "(3 hidden)" in shown
    assert "as AP sees it" in shown
    assert "cp_01" not in shown
    assert "cp_01" in invoke("show", file).stdout
    assert answer("show", file, "--as", "cp", "--decision")["choices"] == ["automatic"]
    assert "cp_01" not in invoke("facts", file, "--as", "ap", "--state").stdout
    for command in (["orders"], ["moves", "--sample", "1"], ["check", "entrench suez"]):
        words = [command[0], file, *command[1:], "--as", "ap", "--json"]
        assert json.loads(invoke(*words).stdout)["supposed"] == ["as AP sees it"]
    picture, whole = (
        invoke("draw", file, *words).stdout for words in (["--as", "ap", "--since", file], [])
    )
    assert "<svg" in picture
    assert "<svg" in whole
    refused = invoke("show", file, "--as", "nobody")
    assert (refused.exit_code, "unknown side 'nobody'" in refused.stderr) == (2, True)


def test_what_somebody_holds_is_in_no_refusal(file: str, start: pog.Position) -> None:
    cards = start.setup()["cards"]["cp"]
    for card in (cards["hand"][0], cards["deck"][0]):
        with pytest.raises(IllegalMove) as refused:
            start.play(f"play {card}")
        (broken,) = refused.value.violations
        assert (broken.rule, broken.witness) == ("9.1.2-1", f"not_in_hand({card})")
    assert invoke("play", file, "play cp_01", "--as", "ap").exit_code == 1


# --- records ----------------------------------------------------------------------------


def test_a_recorded_game_is_told_to_a_side(file: str, tmp_path: Path) -> None:
    record = lexbelli.Record(lexbelli.load(file))
    record.play("automatic", note="cp_01 would be better")
    record.play("activate suez move; entrench suez", 1)
    record.play("play cp_01")
    game = tmp_path / "game.jsonl"
    record.save(game)
    told = list(record.seen_by("ap"))
    assert [entry.note for entry, _ in told] == [None] * len(record)
    assert [entry.answer for entry, _ in told] == [entry.answer for entry in record.entries]
    assert told[-1][1] == record.position.seen_by("ap")
    shown = invoke("replay", str(game), "--as", "ap", "--show").stdout
    assert "as AP sees it" in shown
    assert "(2 hidden)" in shown
    assert "would be better" not in shown
    assert "No hash stands" not in shown
    assert "would be better" in invoke("replay", str(game)).stdout
    written = json.loads(invoke("replay", str(game), "--as", "ap", "-o", "-").stdout)
    assert written["cards"]["cp"]["hidden_in_hand"] == 2
    told_json = answer("replay", str(game), "--as", "ap")
    assert told_json["hash"] != answer("replay", str(game))["hash"]
    game.write_text(game.read_text().replace(record.text().split('"hash": "')[1][:16], "0" * 16))
    different = invoke("replay", str(game), "--as", "ap")
    assert different.exit_code == 1
    assert "the record says another position; this one came" in " ".join(different.stdout.split())


def test_games_without_hidden_hands_say_so(start: pog.Position) -> None:
    assert isinstance(start, capabilities.Hidden)
    assert not isinstance(Position, capabilities.Hidden)
