"""Random games of Twilight of the Habsburgs that meet what few games do: excess and submarine."""

from collections import Counter
from typing import Any

import pytest

from lexbelli.playout import playouts
from twilight_rulings import position_of

# Movement segments from which it is not far.
STARTS: dict[str, dict[str, Any]] = {
    # Those in the port are often carried, and the submarine is asked for whenever one is.
    "submarine": {
        "base": "caporetto",
        "asks": {"decision": "movement", "side": "entente", "turn": 2, "impulse": 1},
        "change": {"units": {"h1407": ["it_16_inf_div", "it_caserta_inf_bde", "it_20_inf_div"]}},
    },
    # Too many stand in three hexes, so that seldom all who must leave them do.
    "excess": {
        "base": "piave",
        "asks": {"decision": "movement", "side": "entente", "turn": 2, "impulse": 2},
        "change": {
            "allow": ["overstacked"],
            "units": {
                "h1005": ["it_33_inf_div", "it_1_hq", "it_8_hq"],
                "h1105": ["it_22_inf_div", "it_57_inf_div", "it_31_inf_div"],
            },
        },
    },
}


@pytest.mark.parametrize("kind", STARTS)
def test_random_games_meet_it(kind: str) -> None:
    asked: Counter[str] = Counter()
    for game in playouts(position_of(STARTS[kind]), 6, seed=1, turns=1, by_law=True):
        assert not game.faults
        asked += Counter(game.decisions)
    assert asked[kind] >= 3, asked
