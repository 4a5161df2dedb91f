"""Random actions with their battles; `make actions` plays many more."""

import random

import pytest

from games.actions import Tally, play_game
from games.books import Books
from games.starts import KINDS, start
from lexbelli import pursuit_of_glory as pog

GAMES = 12


@pytest.fixture(scope="module")
def played() -> Tally:
    tally = Tally()
    for number in range(GAMES):
        tally.add(play_game(number, seed=2026, actions=6))
    return tally


def test_random_actions_come_to_their_end_and_are_replayed(played: Tally) -> None:
    assert not played.faults, "\n".join(played.faults)
    assert played.actions == 6 * GAMES
    assert played.records == GAMES
    assert played.starts == dict.fromkeys(KINDS, GAMES // len(KINDS))


def test_they_hold_battles_and_what_follows_them(played: Tally) -> None:
    assert played.battles > 10
    for kind in ("operations", "attack", "chance", "cards", "losses", "retreat", "advance"):
        assert played.asked[kind], kind


def test_the_same_game_is_played_every_time() -> None:
    one, other = (play_game(4, seed=9, actions=2) for _ in range(2))
    assert (one.asked, one.orders, one.answers) == (other.asked, other.orders, other.answers)


@pytest.mark.parametrize("number", [101, 381])
def test_a_city_shelled_and_a_card_looked_at_are_no_faults(number: int) -> None:
    """18.11.2.a moves the VP marker by choice; what ENVER TO CONSTANTINOPLE sees is drawn."""
    assert play_game(number, seed=5502).faults == []


@pytest.mark.parametrize("number", range(6))
def test_games_begin_in_sound_positions(number: int) -> None:
    kind, position = start(number, random.Random(number))
    assert kind == KINDS[number % 3]
    assert not position.allowed
    assert position.decision.kind in ("action", "operations")


def test_books_that_do_not_fit_are_noticed() -> None:
    before = pog.scenario("1914_campaign")
    taken = before.with_change(
        units={"ru_i_caucasian": "erzurum", "tu_xi_corps": "sivas", "tu_cavalry_2": "sivas"},
        control={"erzurum": "ap"},
        setup={"forts_destroyed": ["erzurum"]},
    )
    with pytest.raises(AssertionError, match="moved by 0, the map by -1"):
        Books(before).compare(Books(taken), "")
    vp = before.setup()["tracks"]["vp"]
    paid = taken.with_change(setup={"tracks": {**before.setup()["tracks"], "vp": vp - 1}})
    Books(before).compare(Books(paid), "")
    with pytest.raises(AssertionError, match="nowhere"):
        Books(before).compare(Books(before.with_change(units={"tu_ix_corps": None})), "")
