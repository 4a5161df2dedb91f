"""Random games: reproducible, and every position of them is sound."""

import pytest

from lexbelli import _core
from tools.pursuit_of_glory.random_playout import random_playout


def test_a_game_is_the_same_every_time_and_goes_on() -> None:
    assert random_playout(4, 9) == random_playout(4, 9)
    games = [random_playout(number, 12) for number in range(6)]
    assert len(set(games)) == 6
    assert len({random_playout(4, actions) for actions in range(8)}) == 8


@pytest.mark.parametrize("number", range(16))
def test_every_position_of_a_game_is_sound(number: int) -> None:
    position = random_playout(number, 5 * number).core
    again = _core.PursuitPosition.from_json(position.tables, position.to_json())
    assert again == position
    assert again.hash == position.hash
    assert again.allowed == []
    assert again.phase == "action"
