"""What battles of Pursuit of Glory come to in the end; see `lexbelli.evaluations`."""

from collections.abc import Mapping
from typing import Final

from lexbelli import evaluations

__all__ = ["FINAL_MEASURES", "STRATEGIES"]

# What a battle can come to when it is over.
FINAL_MEASURES: Final[Mapping[str, str]] = {
    "taken": "the attacker controls the target in the end, or stands there alone",
    "cleared": "the defender has left the target, or is gone",
    "retreated": "a defender retreats",
    "attacker_steps": "the steps the attacker is expected to lose in all",
    "defender_steps": "the steps the defender is expected to lose in all",
    "attacker_units": "the units of the attacker that are expected to be eliminated",
    "defender_units": "the units of the defender that are expected to be eliminated",
    "vp": "the victory points the attacker is expected to gain",
}
# How a part may choose, besides by a policy of its own.
STRATEGIES: Final[Mapping[str, str]] = {
    **evaluations.STRATEGIES,
    "policy": "by its policy of losses, and the simple one of retreats and advances",
}
