"""Players that do what none should."""

# ruff: noqa: ARG002

import random
import re
import time
from typing import Any, Final

from lexbelli.players import Clock
from lexbelli.players.sampling import draw_answer

_CARD: Final = re.compile(r"\b[ac]p_\d+")


class Sleeper:
    """Never answers."""

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> str:
        time.sleep(600)
        return "pass"


class Liar:
    """Answers what nobody has asked."""

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> str:
        return "go nobody nowhere"


class Breaker:
    """Fails."""

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> str:
        raise ZeroDivisionError


class Peeper:
    """Answers at random, and fails where it sees a card of the other's hand that nobody showed."""

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> str:
        told = dict(seen.outline())
        for side in {"ap", "cp"} - {seen.decision.side}:
            seen_there = _CARD.findall(told.get(f"{side} hand", ""))
            assert set(seen_there) <= set(_CARD.findall(told.get("cards shown", "")))
        return str(draw_answer(seen, dice))
