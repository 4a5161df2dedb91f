"""What a record asks, one unit, space or activation at a time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lexbelli import _core
from lexbelli.pursuit_of_glory.answers import Answers, Turned
from lexbelli.pursuit_of_glory.records import PURPOSES, Choices, Record, Spaces

__all__ = ["Question", "questions"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a record answers.

    Attributes:
        kind: What is asked, one of `answers.KINDS`.
        unit: The unit, or None if the question is about a space.
        space: Where the unit is, or the space.
        about: What else is asked: the purpose of an activation, or the place a unit goes to or
            attacks.
        theirs: The recorded answer.
        ours: Gives our answer under some readings.
        why: Gives our reason, with the rule that settles it for us.
    """

    kind: str
    unit: str | None
    space: str
    about: str | None
    theirs: str
    ours: Callable[[Turned], str]
    why: Callable[[], str]


def questions(record: Record | Choices, answers: Answers, spaces: Spaces) -> Iterator[Question]:
    """Give every question of a record."""
    if isinstance(record, Record):
        yield from _supply(record, answers)
        yield from _flips(record, answers, spaces)
        yield from _costs(record, answers)
    else:
        yield from _costs(record, answers)
        yield from _offers(record, answers)
        yield from _reach(record, answers)
        yield from _targets(record, answers)


def _supply(record: Record, answers: Answers) -> Iterator[Question]:
    where = record.position.units()

    def why(unit: str) -> str:
        if unit not in answers.supply(()):
            return "no such unit"
        reason = record.position.trace(unit)
        return f"{reason['rule']}: {reason['text']}"

    for unit, theirs in record.supply.items():
        yield Question(
            kind="units",
            unit=unit,
            space=where.get(unit, "-"),
            about=None,
            theirs=theirs,
            ours=lambda turned, unit=unit: answers.supply(turned).get(unit, "no answer"),
            why=lambda unit=unit: why(unit),
        )


def _flips(record: Record, answers: Answers, spaces: Spaces) -> Iterator[Question]:
    def why(space: str) -> str:
        reason = record.position.trace_space(space)
        return f"{reason['rule']}: {reason['text']}"

    # What is asked of a record must be asked of us: a space we flip is never left out.
    asked = record.asked | answers.flips(()) | record.flips
    for space in sorted(space for space in asked if space in spaces.kind):
        yield Question(
            kind="spaces",
            unit=None,
            space=space,
            about=None,
            theirs=_flip(space in record.flips),
            ours=lambda turned, space=space: _flip(space in answers.flips(turned)),
            why=lambda space=space: why(space),
        )


def _flip(flips: bool) -> str:
    return "flips" if flips else "holds"


def _costs(record: Record | Choices, answers: Answers) -> Iterator[Question]:
    def cost(side: str, place: str, purpose: str, turned: Turned) -> str:
        entry = answers.costs(side, turned).get(place, {}).get(purpose, {})
        return str(entry.get("cost") or 0)

    def why(side: str, place: str, purpose: str) -> str:
        entry = answers.costs(side, ()).get(place, {}).get(purpose)
        if entry is None:
            return "nothing there to activate for it"
        parts = [f"{ops} for {what}" for what, ops in entry["parts"].items()]
        return "; ".join(parts + [f"{rule}: {text}" for rule, text in entry["barred"]])

    for side, costs in record.costs.items():
        asked = set(costs)
        if isinstance(record, Choices):
            # Such a record names every place with units of its side.
            asked |= answers.costs(side, ()).keys()
        for place in sorted(asked):
            for purpose in PURPOSES:
                theirs = str(costs.get(place, {}).get(purpose, 0))
                if purpose == "attack_with_br" and theirs == cost(side, place, purpose, ()) == "0":
                    continue
                yield Question(
                    kind="costs",
                    unit=None,
                    space=place,
                    about=purpose,
                    theirs=theirs,
                    ours=lambda turned, key=(side, place, purpose): cost(*key, turned),
                    why=lambda key=(side, place, purpose): why(*key),
                )


def _offers(record: Choices, answers: Answers) -> Iterator[Question]:
    (side,) = record.costs
    costs = record.costs[side]
    for purpose, theirs in record.offered.items():
        asked = theirs | answers.offers(record.ops, ())[purpose]
        if purpose != "attack_with_br":
            asked |= costs.keys()
        for place in sorted(asked):
            yield Question(
                kind="offers",
                unit=None,
                space=place,
                about=purpose,
                theirs=_offer(place in theirs),
                ours=lambda turned, key=(purpose, place): _offer(
                    key[1] in answers.offers(record.ops, turned)[key[0]]
                ),
                why=lambda: f"9.2.1-1: {record.ops} OPS",
            )


def _offer(offered: bool) -> str:
    return "offered" if offered else "not offered"


def _reach(record: Choices, answers: Answers) -> Iterator[Question]:
    unit, start = record.mover, record.position.units().get(record.mover, "-")

    def why(place: str) -> str:
        stop = answers.reach(unit, ())["stops"].get(place)
        if stop is not None:
            return f"its path is {', '.join(stop['path'])}"
        return _faults(record.position, unit, start, place)

    first = answers.reach(unit, ())["first"]
    for place in sorted(record.first | set(first)):
        yield Question(
            kind="steps",
            unit=unit,
            space=start,
            about=place,
            theirs=_may(place in record.first),
            ours=lambda turned, place=place: _may(place in answers.reach(unit, turned)["first"]),
            why=lambda place=place: _faults(record.position, unit, start, place),
        )
    if record.stops is None:
        return
    asked = set(record.stops)
    if not record.truncated:
        asked |= answers.reach(unit, ())["stops"].keys()
    # Whether it may come back to where it stands is no question.
    for place in sorted(asked - {start}):
        yield Question(
            kind="stops",
            unit=unit,
            space=start,
            about=place,
            theirs=_may(place in record.stops),
            ours=lambda turned, place=place: _may(place in answers.reach(unit, turned)["stops"]),
            why=lambda place=place: why(place),
        )


def _may(may: bool) -> str:
    return "may" if may else "may not"


def _faults(position: _core.PursuitPosition, unit: str, start: str, place: str) -> str:
    """Say what is wrong with going somewhere."""
    by_stacks = position.tables.space(start)["kind"] in ("region", "island_base")
    stack = f" with {unit}" if by_stacks else ""
    move = _core.PursuitMove.parse(
        position, f"activate {start} move{stack}; go {unit} {place}"
    )
    broken = _core.PursuitReferee(position, 255).check(move)
    return "; ".join(f"{fault['rule']}: {fault['text']}" for fault in broken) or "nothing against it"


def _targets(record: Choices, answers: Answers) -> Iterator[Question]:
    where = record.position.units()
    units = sorted(record.targets)
    ours = answers.targets(units, ())
    for unit in units:
        theirs = record.targets[unit]
        for place in sorted(theirs | ours[unit]):
            yield Question(
                kind="targets",
                unit=unit,
                space=where.get(unit, "-"),
                about=place,
                theirs=_may(place in theirs),
                ours=lambda turned, key=(unit, place): _may(
                    key[1] in answers.targets(units, turned)[key[0]]
                ),
                why=lambda: "12.1",
            )
