"""Recorded supply: the status of every unit, the spaces that would turn, what activations cost."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.golden.answers import Answers
from lexbelli.pursuit_of_glory.golden.costs import costs_of, read_costs
from lexbelli.pursuit_of_glory.golden.notation import SIDES, Spaces
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion

__all__ = ["Record", "read"]


# The statuses of a record -> ours.
_STATUS: Final = {
    "full": "full",
    "limited": "limited",
    "disrupted": "disrupted",
    "limited+disrupted": "limited_disrupted",
    "oos": "oos",
}


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded position with its answers.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        supply: The recorded status of every unit, in our words.
        flips: The recorded spaces without supply, less those with an intact fort, which hold.
        asked: The spaces for which the record answers: those that a side controls.
        costs: By side and place what an activation costs, by purpose; 0 if it cannot be.
    """

    id: str
    position: _core.PursuitPosition
    supply: Mapping[str, str]
    flips: frozenset[str]
    asked: frozenset[str]
    costs: Mapping[str, Mapping[str, Mapping[str, int]]]

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question of the record: its units, its spaces, the costs of its places."""
        answers = Answers(self.position)
        yield from _supply(self, answers)
        yield from _flips(self, answers)
        yield from costs_of(self.costs, answers, every_place=False)


def read(raw: Mapping[str, Any], content: Mapping[str, Any], spaces: Spaces) -> Record:
    """Read a record of supply."""
    flips = frozenset(raw["oos_spaces"]) - spaces.intact_forts(raw["forts_destroyed"])
    return Record(
        id=str(raw["id"]),
        position=spaces.position(content),
        supply={unit: _STATUS[status] for unit, status in raw["supply"].items()},
        flips=flips & spaces.kind.keys(),
        asked=frozenset(space for space, side in raw["control"].items() if side in SIDES),
        costs={side: read_costs(costs) for side, costs in raw.get("activation_costs", {}).items()},
    )


def _supply(record: Record, answers: Answers) -> Iterator[RecordedQuestion]:
    where = record.position.units()

    def why(unit: str) -> str:
        if unit not in answers.supply:
            return "no such unit"
        reason = record.position.trace(unit)
        return f"{reason['rule']}: {reason['text']}"

    for unit, theirs in record.supply.items():
        yield RecordedQuestion(
            kind="units",
            unit=unit,
            space=where.get(unit, "-"),
            about=None,
            theirs=theirs,
            ours=answers.supply.get(unit, "no answer"),
            why=partial(why, unit),
        )


def _flips(record: Record, answers: Answers) -> Iterator[RecordedQuestion]:
    def why(space: str) -> str:
        reason = record.position.trace_space(space)
        return f"{reason['rule']}: {reason['text']}"

    # What is asked of a record must be asked of us: a space we flip is never left out.
    for space in sorted(record.asked | answers.flips | record.flips):
        yield RecordedQuestion(
            kind="spaces",
            unit=None,
            space=space,
            about=None,
            theirs=_flip(space in record.flips),
            ours=_flip(space in answers.flips),
            why=partial(why, space),
        )


def _flip(flips: bool) -> str:
    return "flips" if flips else "holds"
