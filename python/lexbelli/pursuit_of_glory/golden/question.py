"""What a record asks, one unit, space or activation at a time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

__all__ = ["KINDS", "RecordedQuestion", "may", "named"]


# What can be asked: the status of units, which spaces would turn, what activations cost and which
# are offered, where one unit may step and stop, what units may attack, the figures of battles, and
# who loses the first step or retreats where, what comes of a phase, which events may be played,
# in the Replacement Phase which steps units may get, at what price and paid by whom,
# where units may redeploy to, and what comes of events.
KINDS: Final = (
    "units",
    "spaces",
    "costs",
    "offers",
    "steps",
    "stops",
    "targets",
    "fire_tables",
    "strengths",
    "shifts",
    "modifiers",
    "loss_numbers",
    "first_fire",
    "flanks",
    "forts",
    "defenders",
    "first_losses",
    "retreats",
    "phases",
    "events",
    "replacements",
    "prices",
    "payers",
    "redeployments",
    "outcomes",
)


@dataclass(frozen=True, slots=True)
class RecordedQuestion:
    """A question that a record answers.

    Attributes:
        kind: What is asked, one of `KINDS`.
        unit: The unit, or None if the question is about a space.
        space: Where the unit is, or the space.
        about: What else is asked: the purpose of an activation, or the place a unit goes to or
            attacks.
        theirs: The recorded answer.
        ours: Our answer.
        why: Gives our reason, with the rule that settles it for us.
    """

    kind: str
    unit: str | None
    space: str
    about: str | None
    theirs: str
    ours: str
    why: Callable[[], str]


def may(may: bool) -> str:
    """Say whether something may be done."""
    return "may" if may else "may not"


def named(names: Iterable[str]) -> str:
    """Name several, in one order."""
    return ", ".join(sorted(names)) or "none"
