"""Legal answers at random: what games that play themselves, and every player, draw from."""

import random
from collections.abc import Sequence
from typing import Any, Final

from lexbelli.errors import BadInput
from lexbelli.moves import Move

__all__ = ["SEEDS", "draw_answer", "drawn_answers", "sampled_moves"]

# Below this lie the seeds that are drawn for moves and dice.
SEEDS: Final = 2**32

# How often a move is taken where there is one choice besides, two, and so on: this, its square, ...
_MOVES_INSTEAD: Final = 0.8


def sampled_moves(position: Any, number: int, dice: random.Random) -> Sequence[Move]:
    """Return legal moves at random; none where only choices are asked for."""
    try:
        found: Sequence[Move] = position.sample_moves(number, dice.randrange(SEEDS))
    except BadInput:
        return ()
    return found


def draw_answer(position: Any, dice: random.Random) -> Move | str | None:
    """Return a legal answer of the side that decides; None if there is none.

    Moves are what is of interest; each of the decision's choices is taken now and then.
    """
    choices = position.decision.choices
    found = sampled_moves(position, 1, dice)
    if not found or (choices and dice.random() < 1 - _MOVES_INSTEAD ** len(choices)):
        return dice.choice(choices) if choices else None
    return found[0]


def drawn_answers(position: Any, number: int, dice: random.Random) -> Sequence[Move | str]:
    """Return different legal answers of the side that decides, in an order that tells nothing.

    All choices are among them if they are no more than the moves that are drawn; else as many.

    Args:
        position: The position.
        number: How many moves are drawn, and how many choices at most.
        dice: Chance.
    """
    choices = list(position.decision.choices)
    if len(choices) > number:
        choices = dice.sample(choices, number)
    moves = sampled_moves(position, number, dice)
    different = {str(answer): answer for answer in (*choices, *moves)}
    found = list(different.values())
    dice.shuffle(found)
    return found
