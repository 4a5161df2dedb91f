"""Players that do what none should."""

# ruff: noqa: ARG002

import random
import time
from typing import Any

from lexbelli.players import Clock
from lexbelli.players.sampling import draw_answer


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
    """Answers at random, and fails where a hand is open that is not its side's."""

    def answer(self, seen: Any, clock: Clock, dice: random.Random) -> str:
        told = dict(seen.outline())
        for side in {"ap", "cp"} - {seen.decision.side}:
            assert "hidden" in told.get(f"{side} hand", "hidden")
        return str(draw_answer(seen, dice))
