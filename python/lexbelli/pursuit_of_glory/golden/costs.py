"""Recorded costs of activations."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from lexbelli.pursuit_of_glory.golden.answers import Answers
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion

__all__ = ["PURPOSES", "costs_of", "read_costs"]


# What a place is activated for.
PURPOSES: Final = ("move", "attack", "attack_with_br")


def read_costs(costs: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Check and copy costs: those of a place by purpose."""
    return {
        place: {purpose: int(entry[purpose]) for purpose in PURPOSES if purpose in entry}
        for place, entry in costs.items()
    }


def costs_of(
    recorded: Mapping[str, Mapping[str, Mapping[str, int]]], answers: Answers, every_place: bool
) -> Iterator[RecordedQuestion]:
    """Ask what activations cost.

    Args:
        recorded: By side and place the costs by purpose; 0 if it cannot be.
        answers: Our answers.
        every_place: Whether the record names every place with units of its side.
    """

    def cost(side: str, place: str, purpose: str) -> str:
        entry = answers.costs(side).get(place, {}).get(purpose, {})
        return str(entry.get("cost") or 0)

    def why(side: str, place: str, purpose: str) -> str:
        entry = answers.costs(side).get(place, {}).get(purpose)
        if entry is None:
            return "nothing there to activate for it"
        parts = [f"{ops} for {what}" for what, ops in entry["parts"].items()]
        return "; ".join(parts + [f"{rule}: {text}" for rule, text in entry["barred"]])

    for side, costs in recorded.items():
        asked = set(costs)
        if every_place:
            asked |= answers.costs(side).keys()
        for place in sorted(asked):
            for purpose in PURPOSES:
                theirs = str(costs.get(place, {}).get(purpose, 0))
                ours = cost(side, place, purpose)
                if purpose == "attack_with_br" and theirs == ours == "0":
                    continue
                yield RecordedQuestion(
                    kind="costs",
                    unit=None,
                    space=place,
                    about=purpose,
                    theirs=theirs,
                    ours=ours,
                    why=partial(why, side, place, purpose),
                )
