"""Whole games by answers at random, in which rare decisions and events come up again and again."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory import tables

__all__ = ["LONGEST", "begun", "played"]

# A game of more answers than this has no end.
LONGEST: Final = 20_000
# So many answers are drawn where the choice decides what comes next, and elsewhere.
_DRAWN: Final = (12, 4)
_OPEN: Final = ("action", "operations", "attack", "cards", "advance", "redeployment")
# In every game so many events are hoped for, of all and of those that ask for something seldom.
_HOPED, _SELDOM = 8, 5
# Events, and what they need, of which decisions come that few others bring.
_ASKING: Final = (
    *("ap_07", "ap_13", "ap_23", "ap_29", "ap_45", "ap_54", "ap_55", "ap_24", "ap_30", "ap_34"),
    *("cp_07", "cp_10", "cp_16", "cp_17", "cp_33", "cp_40", "cp_52", "cp_49", "ap_38", "ap_12"),
)
# So often that is done which leads to what has been asked least in this game.
_CURIOUS: Final = 0.6
# A war of 1916 in which late cards are in hand and may soon be played.
_LATE: Final = "rust_core/pursuit_of_glory/tests/play/late_war.json"
# The same war, in which a Turkish corps is in Galicia, and another is about to be beaten back into
# a restricted area that has as many as it may.
_BORDERS: Final = "tests/games/borders.json"


@cache
def _starts() -> tuple[_core.PursuitPosition, ...]:
    loaded = tables.load()
    position = _core.PursuitPosition
    scenarios = [position.scenario(loaded, name).opened() for name in loaded.scenarios()]
    wars = [(Path(__file__).parents[2] / name).read_text() for name in (_LATE, _BORDERS)]
    return (*scenarios, *(position.from_json(loaded, war) for war in wars))


def begun(number: int) -> _core.PursuitPosition:
    """The position with which the game of that number begins: every scenario, and late wars."""
    return _starts()[number % len(_starts())]


def played(number: int, seed: int) -> Iterator[_core.PursuitPosition]:
    """Yield every position of the game of that number, with all cards, to its end.

    Outcomes fall as often as they are likely. Of several legal answers that is given which plays an
    event that the game hopes for, or leads to a decision that it has seldom met.

    Raises:
        AssertionError: There is no legal answer, or no end.
    """
    dice = random.Random(f"{seed}/{number}/whole game")
    cards = tables.load().card_ids()
    hoped = {*dice.sample(cards, _HOPED), *dice.sample(_ASKING, _SELDOM)}
    met: Counter[str] = Counter()
    now = begun(number)
    for _ in range(LONGEST):
        yield now
        kind = now.asks_for
        if kind == "over":
            return
        met[kind] += 1
        if kind == "chance":
            falls, parts, _ = zip(*now.decision()["outcomes"], strict=True)
            now = now.answer(dice.choices(falls, parts)[0])
        else:
            now = _answered(now, hoped, met, dice)
    raise AssertionError(f"game {number}/{seed} has no end")


def _answered(
    now: _core.PursuitPosition, hoped: set[str], met: Counter[str], dice: random.Random
) -> _core.PursuitPosition:
    most = _DRAWN[now.asks_for not in _OPEN]
    drawn = now.sample_answers(most, dice.getrandbits(32))
    assert drawn, f"a dead end: {now.to_json_in_short()}"
    if dice.random() > _CURIOUS:
        return now.play_unchecked(drawn[0])

    def rank(one: tuple[Any, _core.PursuitPosition]) -> tuple[int, int]:
        made, then = one
        return _wish(made.orders(), hoped), met[then.asks_for]

    return min(((made, now.play_unchecked(made)) for made in drawn), key=rank)[1]


def _wish(orders: list[dict[str, Any]], hoped: set[str]) -> int:
    """Less for an event that is hoped for, more if its card is given away."""
    worth = 0
    for order in orders:
        if order.get("card") in hoped:
            plays = order["order"] == "play" and order.get("for", "event") == "event"
            worth += -1 if plays else 1
    return worth
