"""Random games: a scenario, played forward by legal moves of operations."""

import json
import random
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["random_playout"]

# The phases of a turn that are played.
_PLAYED: Final = ("action", "attrition", "siege")
_MOST_OPS: Final = 5
_LAST_TURN: Final = 17


def random_playout(seed: int, actions: int) -> Position:
    """Return a position of a random game; the same arguments always give the same position.

    A scenario is played forward. Both sides act in turn, each with one to five OPS and a legal
    move; dice fall, tribes are placed, battles are declined. At the end of a turn there are
    attrition and sieges. Nothing else happens: no event, no strategic redeployment.

    Args:
        seed: The number of the game.
        actions: How many actions are played.

    Raises:
        InvalidSetup: A legal move led to what is no position, which never should happen.
    """
    dice = random.Random(seed)
    position = Position.scenario(dice.choice(tables.load().scenarios())).core
    for _ in range(actions):
        position = _acted(position, dice)
    return Position(position)


def _acted(position: _core.PursuitPosition, dice: random.Random) -> _core.PursuitPosition:
    """One action of the side to act, up to the next."""
    ops = dice.randint(1, _MOST_OPS)
    position = _changed(position, {"phase": "action", "ops": ops})
    position = position.play_unchecked(position.sample(ops, 1, dice.getrandbits(32))[0])
    while True:
        asked = position.decision()
        # Other phases change little that matters here: the next turn begins with its actions.
        if position.phase not in _PLAYED:
            turn = min(position.turn + 1, _LAST_TURN)
            keys = {"turn": turn, "round": 1, "phase": "action", "actions": [], "step": 0}
            position = _changed(position, keys)
            continue
        match asked["kind"]:
            case "chance":
                falls, odds, _ = zip(*asked["outcomes"], strict=True)
                position = position.answer(dice.choices(falls, odds)[0])
            case "tribes":
                tribe = dice.choice(sorted(asked["places"]))
                place = dice.choice(sorted(asked["places"][tribe]))
                position = position.answer(f"place {tribe} {place}")
            case "newcomers":
                entering = position.sample_answers(1, dice.getrandbits(32))
                position = position.play_unchecked(entering[0])
            case "attack":
                position = position.answer("end")
            case "replacement":
                unit = dice.choice(sorted(asked["units"]))
                position = position.answer(f"replace {asked['lost']} by {unit}")
            case _:
                return position


def _changed(position: _core.PursuitPosition, keys: dict[str, Any]) -> _core.PursuitPosition:
    content = {**json.loads(position.to_json_in_short()), **keys}
    return _core.PursuitPosition.from_json(position.tables, json.dumps(content))
