"""Recorded choices of a side that has OPS: activations, steps and stops of a unit, attacks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from lexbelli import _core
from lexbelli.pursuit_of_glory.golden.answers import PLENTY, Answers
from lexbelli.pursuit_of_glory.golden.costs import PURPOSES, costs_of, read_costs
from lexbelli.pursuit_of_glory.golden.notation import Spaces
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion, may
from lexbelli.pursuit_of_glory.operations import KIND

__all__ = ["Choices", "read", "walk"]


@dataclass(frozen=True, slots=True)
class Choices:
    """A recorded position with what its side to act may do.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        ops: The OPS there are to spend.
        costs: By side and place what an activation costs, by purpose; 0 if it cannot be.
        offered: By purpose the places that may be activated.
        targets: By unit what it may attack alone.
        mover: The unit whose steps are recorded, its space alone activated.
        first: Where its first step may lead.
        stops: Where it may stop, and the movement points spent; None if that was not asked.
        truncated: Whether only some of the stops were looked for.
    """

    id: str
    position: _core.PursuitPosition
    ops: int
    costs: Mapping[str, Mapping[str, Mapping[str, int]]]
    offered: Mapping[str, frozenset[str]]
    targets: Mapping[str, frozenset[str]]
    mover: str
    first: frozenset[str]
    stops: Mapping[str, int] | None
    truncated: bool

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question of the record: activations, steps, stops, attacks."""
        answers = Answers(self.position)
        yield from costs_of(self.costs, answers, every_place=True)
        yield from _offers(self, answers)
        yield from _reach(self, answers)
        yield from _targets(self, answers)


def read(raw: Mapping[str, Any], content: Mapping[str, Any], spaces: Spaces) -> Choices:
    """Read a record of choices."""
    mandated = {
        side: [] if _is_over(raw, side) else owed for side, owed in content["mandated"].items()
    }
    move = raw["move"]
    stops = move.get("destinations")
    return Choices(
        id=str(raw["id"]),
        position=spaces.position({**content, "mandated": mandated}),
        ops=int(raw["ops_left"]),
        costs={str(raw["active"]): read_costs(raw["activation_costs"])},
        offered={
            purpose: frozenset(raw["legal"].get(f"activate_{purpose}", ())) for purpose in PURPOSES
        },
        targets={unit: frozenset(places) for unit, places in raw["attack_targets"].items()},
        mover=move["unit"],
        first=frozenset(move["first_steps"]),
        stops=None if stops is None else dict(stops),
        truncated=bool(move.get("truncated")),
    )


def _is_over(raw: Mapping[str, Any], side: str) -> bool:
    """Is No British Attacks over (7.3.nobr-2)? Such a record then has no way to pay."""
    ways = raw["activation_costs"].values()
    none_pays = not any("attack_with_br" in costs for costs in ways)
    return none_pays and raw.get("mo", {}).get(side) == "british_no_attack"


def _offers(record: Choices, answers: Answers) -> Iterator[RecordedQuestion]:
    (side,) = record.costs
    costs = record.costs[side]
    offers = answers.offers(record.ops)
    for purpose, theirs in record.offered.items():
        asked = theirs | offers[purpose]
        if purpose != "attack_with_br":
            asked |= costs.keys()
        for place in sorted(asked):
            yield RecordedQuestion(
                kind="offers",
                unit=None,
                space=place,
                about=purpose,
                theirs=_offer(place in theirs),
                ours=_offer(place in offers[purpose]),
                why=lambda: f"9.2.1-1: {record.ops} OPS",
            )


def _offer(offered: bool) -> str:
    return "offered" if offered else "not offered"


def _reach(record: Choices, answers: Answers) -> Iterator[RecordedQuestion]:
    unit, start = record.mover, record.position.units().get(record.mover, "-")
    reach = answers.reach(unit)
    first, stops = reach["first"], reach["stops"]

    def why(place: str) -> str:
        stop = stops.get(place)
        if stop is not None:
            return f"its path is {', '.join(stop['path'])}"
        return _faults(record.position, unit, place)

    for place in sorted(record.first | set(first)):
        yield RecordedQuestion(
            kind="steps",
            unit=unit,
            space=start,
            about=place,
            theirs=may(place in record.first),
            ours=may(place in first),
            why=partial(_faults, record.position, unit, place),
        )
    if record.stops is None:
        return
    asked = set(record.stops)
    if not record.truncated:
        asked |= stops.keys()
    # Whether it may come back to where it stands is no question.
    for place in sorted(asked - {start}):
        yield RecordedQuestion(
            kind="stops",
            unit=unit,
            space=start,
            about=place,
            theirs=may(place in record.stops),
            ours=may(place in stops),
            why=partial(why, place),
        )


def walk(position: _core.PursuitPosition, unit: str, path: Sequence[str]) -> str:
    """Write the orders of one unit that goes its way alone."""
    start = position.units()[unit]
    by_stacks = position.tables.space(start)["kind"] in ("region", "island_base")
    stack = f" with {unit}" if by_stacks else ""
    *through, stop = path
    via = f" via {','.join(through)}" if through else ""
    return f"activate {start} move{stack}; go {unit} {stop}{via}"


def _faults(position: _core.PursuitPosition, unit: str, place: str) -> str:
    """Say what is wrong with going somewhere."""
    move = _core.PursuitMove.parse(position, walk(position, unit, [place]), KIND)
    broken = _core.PursuitChecker(position, PLENTY).check(move)
    return (
        "; ".join(f"{fault['rule']}: {fault['text']}" for fault in broken) or "nothing against it"
    )


def _targets(record: Choices, answers: Answers) -> Iterator[RecordedQuestion]:
    where = record.position.units()
    units = sorted(record.targets)
    ours = answers.targets(units)
    for unit in units:
        theirs = record.targets[unit]
        for place in sorted(theirs | ours[unit]):
            yield RecordedQuestion(
                kind="targets",
                unit=unit,
                space=where.get(unit, "-"),
                about=place,
                theirs=may(place in theirs),
                ours=may(place in ours[unit]),
                why=lambda: "12.1",
            )
