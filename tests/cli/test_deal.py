"""`lexbelli deal`: the beginning of a game."""

import json
from pathlib import Path

from support import answer, invoke


def test_a_game_begins_with_its_first_hands(tmp_path: Path) -> None:
    begun = tmp_path / "game.json"
    assert invoke("deal", "1914_campaign", "-o", str(begun)).exit_code == 0
    content = json.loads(begun.read_text("utf-8"))
    assert content["agenda"][-1] == {"frame": "opening", "side": "ap"}
    dealt = tmp_path / "dealt.json"
    answer("play", str(begun), "take ap_01", "--seed", "3", "-o", str(dealt))
    hand = json.loads(dealt.read_text("utf-8"))["cards"]["ap"]["hand"]
    assert len(hand) == 7
    assert "ap_01" in hand


def test_what_is_drawn_is_told_as_a_draw_and_dice_as_dice(tmp_path: Path) -> None:
    begun = tmp_path / "game.json"
    invoke("deal", "1914_limited_war", "-o", str(begun))
    assert "\nDrawn: ap_04.\n" in invoke("play", str(begun), "pass", "--seed", "3").stdout
    thrown = invoke("play", "vittorio_veneto", "--roll", "5", "--roll", "2", "--roll", "3").stdout
    assert "\nDice fall: 5+2+3, steps 10.\n" in thrown


def test_what_is_under_way_is_left_alone(tmp_path: Path) -> None:
    begun = tmp_path / "game.json"
    invoke("deal", "1914_campaign", "-o", str(begun))
    again = invoke("deal", str(begun))
    assert again.exit_code == 0
    assert json.loads(again.stdout) == json.loads(begun.read_text("utf-8"))


def test_a_game_without_cards_has_no_deal() -> None:
    refused = invoke("deal", "caporetto")
    assert refused.exit_code == 2
    assert "Twilight of the Habsburgs has no deal" in refused.stderr
