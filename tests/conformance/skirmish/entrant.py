"""What the skirmish brings to the suite."""

from collections.abc import Iterator
from typing import Any

import lexbelli
from conformance.skirmish import GAME
from conformance.skirmish.chart import CARDS, NAME, SIDES
from conformance.skirmish.position import SkirmishPosition
from conformance.suite import Entrant, Goal


def secrets(position: SkirmishPosition, side: str) -> Iterator[Any]:
    """Yield positions with other cards in the enemy's hand."""
    state = position.state
    foe = SIDES[1 - SIDES.index(side)]
    hand = state.hand(foe)
    free = [card for card in CARDS if card in state.pool() or card in hand]
    for shift in (1, 2):
        other = [*free[shift:], *free[:shift]][: len(hand)]
        yield SkirmishPosition(state.dealt({foe: other}))


def entrant() -> Entrant:
    """Return the skirmish with two set-ups."""
    ford, melee = (lexbelli.scenario(f"{NAME}/{name}") for name in ("ford", "melee"))
    moving = ford.play(None, "storm")
    return Entrant(
        GAME,
        (ford, melee),
        secrets=secrets,
        goals=(
            Goal(moving, "at(blue_horse, hex_0302)", reached=True),
            Goal(moving, "at_least(2, at(blue, hex_0202))", reached=False),
            Goal(moving, "held(blue, hex_0302) and not held(blue, hex_0103)", reached=True),
            Goal(moving, "held(blue, hex_0401)", reached=False),
        ),
    )
