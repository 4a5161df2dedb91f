"""Attacks, battles, markers, threats and puzzles laid over a board of hexes."""

import pytest

import lexbelli
from draw.gallery import FLITSCH, marked, struck
from lexbelli.puzzles.puzzle import find_puzzle
from lexbelli.twilight_of_the_habsburgs.drawing import overlays

HERE = "h3343"


def test_an_attack_shows_who_attacks_from_where_and_its_odds() -> None:
    found = lexbelli.odds(struck(), FLITSCH)
    shown = overlays.odds(struck(), found)
    assert {tuple(arrow.places) for arrow in shown.arrows} == {("h3344", HERE), ("h3444", HERE)}
    assert {arrow.tone for arrow in shown.arrows} == {"attack"}
    [mark] = shown.marks
    assert (mark.place, mark.sign) == (HERE, f"{float(found.number('clear')):.0%}")
    assert {unit: tag.sign for unit, tag in shown.tags.items()} == {
        "it_10_inf_div": "D",
        "it_milano_inf_bde": "D",
    }
    assert sum(code.upper() in note for code in found.results for note in shown.notes) >= len(
        found.results
    )


def test_an_attack_against_the_rules_says_so() -> None:
    picture = struck().draw(around=HERE, attack="attack ah_1_inf_div h3343 assault")
    assert "breaks 1 rule" in picture.svg
    assert "9.0-1" in picture.svg


def test_the_move_of_an_attack_tells_its_table_and_gas_in_one_sign() -> None:
    shown = overlays.move(struck(), f"{FLITSCH}; gas {HERE}")
    [mark] = [each for each in shown.marks if each.place == HERE]
    assert mark.sign.split()[:2] == ["M", "G"] or mark.sign.split()[:2] == ["G", "M"]
    assert any("13.8-1" in note for note in shown.notes)


def test_a_battle_under_way_shows_itself() -> None:
    fought = struck().play(FLITSCH)
    shown = overlays.battle(fought)
    assert shown is not None
    assert [mark.sign for mark in shown.marks] == ["?"]
    assert any("DR" in note for note in shown.notes)
    assert 'data-arrow="h3344 h3343"' in fought.draw(around=HERE).svg
    assert 'data-arrow="h3344 h3343"' not in fought.draw(around=HERE, battle=False).svg
    # What lies elsewhere is not told.
    assert "Attack on" not in fought.draw(around="trent").svg
    assert overlays.battle(struck()) is None


def test_retreats_that_are_open_are_thin_arrows() -> None:
    at = find_puzzle("one_way_out").position
    shown = overlays.battle(at)
    assert shown is not None
    ways = {(tuple(arrow.places), arrow.thin) for arrow in shown.arrows if arrow.tone == "retreat"}
    assert ways == {(("h3144", "h3143"), True), (("h3144", "h3044"), True)}
    told = overlays.battle(at, ways=False)
    assert told is not None
    assert not [arrow for arrow in told.arrows if arrow.tone == "retreat"]


def test_who_may_have_to_lose_bears_a_sign() -> None:
    shown = overlays.battle(find_puzzle("price_of_the_kolovrat").position)
    assert shown is not None
    assert {unit for unit, tag in shown.tags.items() if tag.sign == "-"} == {
        "ah_50_inf_div",
        "bav_alpenkorps_lt_div",
        "ger_12_aslt_div",
    }


def test_markers_are_always_shown() -> None:
    shown = overlays.markers(marked())
    assert shown is not None
    assert {mark.place: mark.sign for mark in shown.marks} == {
        HERE: "G",
        "h2243": "N",
        "h3042": "S",
    }
    assert {unit: tag.sign for unit, tag in shown.tags.items()} == {"ger_14_hq": "O"}
    assert overlays.markers(struck()) is None
    assert "scouted from the air" in marked().draw().svg


@pytest.mark.parametrize("theme", ["screen", "print", "colour-blind"])
def test_every_theme_draws_a_solved_puzzle(theme: str) -> None:
    puzzle = find_puzzle("ring_at_borgo")
    given = {
        "text": puzzle.text,
        "moves": ["go it_2_lt_div h2617 via h2517; go it_vii_mtn_bde h2818 via h2718"],
        "units": [],
        "spaces": ["h2717"],
    }
    for solved in (False, True):
        overlay = overlays.puzzle(puzzle.position, given, solved)
        picture = puzzle.position.draw(around="borgo", theme=theme, overlay=overlay)
        assert ('data-arrow="h2417 h2517 h2617"' in picture.svg) == solved


def test_threats_are_numbered_on_hexes_units_and_arrows() -> None:
    at = struck()
    found = lexbelli.threats(at, "entente", about=["cleared"], named=[HERE], combat=True)
    shown = overlays.threats(at, found)
    assert [(mark.place, mark.sign) for mark in shown.marks] == [(HERE, "1")]
    assert {arrow.sign for arrow in shown.arrows} == {"1"}
    assert shown.notes[0].startswith("1. clears Flitsch (3343) (")
    assert overlays.threats(at, []).heading == "no threats"
