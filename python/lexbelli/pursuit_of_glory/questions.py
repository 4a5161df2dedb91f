"""What a record asks, one unit, space or activation at a time."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.answers import PLENTY, Answers
from lexbelli.pursuit_of_glory.golden import PURPOSES, Choices, Fought, Record, Spaces
from lexbelli.pursuit_of_glory.golden_events import Playable, violations
from lexbelli.pursuit_of_glory.golden_phases import Phase, outcome
from lexbelli.pursuit_of_glory.operations import KIND

__all__ = ["KINDS", "RecordedQuestion", "questions", "walk"]

# What can be asked: the status of units, which spaces would turn, what activations cost and which
# are offered, where one unit may step and stop, what units may attack, the figures of battles, and
# who loses the first step or retreats where, what comes of a phase, and which events may be played.
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


def questions(
    record: Record | Choices | Fought | Phase | Playable, answers: Answers, spaces: Spaces
) -> Iterator[RecordedQuestion]:
    """Give every question of a record."""
    if isinstance(record, Phase):
        yield from _phase(record)
    elif isinstance(record, Playable):
        yield from _events(record)
    elif isinstance(record, Fought):
        yield from _battle(record, answers)
        yield from _first_losses(record, answers)
        yield from _retreats(record)
    elif isinstance(record, Record):
        yield from _supply(record, answers)
        yield from _flips(record, answers, spaces)
        yield from _costs(record, answers)
    else:
        yield from _costs(record, answers)
        yield from _offers(record, answers)
        yield from _reach(record, answers)
        yield from _targets(record, answers)


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


def _flips(record: Record, answers: Answers, spaces: Spaces) -> Iterator[RecordedQuestion]:
    def why(space: str) -> str:
        reason = record.position.trace_space(space)
        return f"{reason['rule']}: {reason['text']}"

    # What is asked of a record must be asked of us: a space we flip is never left out.
    asked = record.asked | answers.flips | record.flips
    for space in sorted(space for space in asked if space in spaces.kind):
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


def _costs(record: Record | Choices, answers: Answers) -> Iterator[RecordedQuestion]:
    def cost(side: str, place: str, purpose: str) -> str:
        entry = answers.costs(side).get(place, {}).get(purpose, {})
        return str(entry.get("cost") or 0)

    def why(side: str, place: str, purpose: str) -> str:
        entry = answers.costs(side).get(place, {}).get(purpose)
        if entry is None:
            return "nothing there to activate for it"
        parts = [f"{ops} for {what}" for what, ops in entry["parts"].items()]
        return "; ".join(parts + [f"{rule}: {text}" for rule, text in entry["barred"]])

    for side, costs in record.costs.items():
        asked = set(costs)
        if isinstance(record, Choices):
            # Such a record names every place with units of its side.
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
            theirs=_may(place in record.first),
            ours=_may(place in first),
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
            theirs=_may(place in record.stops),
            ours=_may(place in stops),
            why=partial(why, place),
        )


def _may(may: bool) -> str:
    return "may" if may else "may not"


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
                theirs=_may(place in theirs),
                ours=_may(place in ours[unit]),
                why=lambda: "12.1",
            )


def _battle(record: Fought, answers: Answers) -> Iterator[RecordedQuestion]:
    figures = answers.figures(record.attack, record.cards)

    def ours(kind: str, about: str | None) -> str:
        match kind, about:
            case "first_fire", _:
                return _first_fire(record, figures)
            case "flanks", _:
                return _may(figures["may_flank"])
            case "forts", _:
                return str(figures["fort"])
            case "defenders", _:
                defender = figures["defender"]
                units = [*defender["units"], *defender["staff"]]
                return ", ".join(sorted(unit["unit"] for unit in units)) or "nobody"
            case "loss_numbers", str():
                numbers = figures[about]["loss_numbers"]
                if about in record.rolls:
                    return str(numbers[record.rolls[about] - 1])
                return " ".join(map(str, numbers))
        key = {"fire_tables": "table", "strengths": "cf", "shifts": "shift", "modifiers": "drm"}
        return str(figures[str(about)][key[kind]])

    def why(kind: str, about: str | None) -> str:
        if kind == "first_fire":
            line = figures["first_fire_by"]
            if line is None and record.flanked is not None:
                return f"12.4.3: the flank attempt {'succeeded' if record.flanked else 'failed'}"
            return f"{line['rule']}: {line['text']}" if line else "12.2.8.c: nothing else"
        lines = {"strengths": "strength", "shifts": "shifts", "modifiers": "drms"}
        if about is None or kind not in lines:
            return "12.2"
        told = figures[about][lines[kind]]
        said = [f"{line['value']:+} {line['text']} ({line['rule']})" for line in told]
        return "; ".join(said) or "nothing"

    for (kind, about), theirs in record.asked.items():
        yield RecordedQuestion(
            kind=kind,
            unit=None,
            space=record.target,
            about=about,
            theirs=theirs,
            ours=ours(kind, about),
            why=partial(why, kind, about),
        )


def _first_fire(record: Fought, figures: Mapping[str, Any]) -> str:
    """Who fires first: whom a card lets, or else who won the flank attempt (12.4.3)."""
    if figures["first_fire_by"] is not None or record.flanked is None:
        return str(figures["first_fire"])
    return "attacker_first" if record.flanked else "defender_first"


def _first_losses(record: Fought, answers: Answers) -> Iterator[RecordedQuestion]:
    for (role, number), theirs in record.first_losses.items():
        yield RecordedQuestion(
            kind="first_losses",
            unit=None,
            space=record.target,
            about=f"{role}, loss number {number}",
            theirs=_named(theirs),
            ours=_named(answers.first_losses(record.course, role, number)),
            why=lambda: "12.6.4-1: as much as possible",
        )


def _retreats(record: Fought) -> Iterator[RecordedQuestion]:
    if not record.retreats:
        return
    due = record.course.retreat()
    for unit, theirs in record.retreats.items():
        yield RecordedQuestion(
            kind="retreats",
            unit=unit,
            space=record.target,
            about=None,
            theirs=_named(theirs),
            ours=_named(due.first_retreats(unit)),
            why=lambda: "12.7.6",
        )


def _named(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"


# What is asked of a phase -> the rule that settles it.
_OF_PHASES: Final = {
    "offensives": "7.1",
    "siege": "15.3.1",
    "attrition": "14.3.2.1-1",
    "control": "14.3.2.2-1",
    "points": "16.5",
    "commitment": "16.1",
    "stage": "16.4.3",
    "revolts": "16.3.3.4",
    "ends": "16.4.5",
}


def _phase(record: Phase) -> Iterator[RecordedQuestion]:
    ours = outcome(record)
    for what, which in sorted(record.ends.keys() | ours.keys()):
        yield RecordedQuestion(
            kind="phases",
            unit=which if what in ("attrition", "ends") else None,
            space=which if what in ("siege", "control") else "-",
            about=f"{what} {which}" if what in ("commitment", "offensives", "points") else what,
            theirs=record.ends.get((what, which), "stays"),
            ours=ours.get((what, which), "stays"),
            why=partial(_OF_PHASES.__getitem__, what),
        )


def _events(record: Playable) -> Iterator[RecordedQuestion]:
    for position in record.sides.values():
        for card in position.decision()["cards"]:
            broken = violations(position, card)
            yield RecordedQuestion(
                kind="events",
                unit=None,
                space="-",
                about=card,
                theirs=_played_or_not(card in record.cards),
                ours=_played_or_not(not broken),
                why=partial("; ".join, broken or ["its event may be played"]),
            )


def _played_or_not(may: bool) -> str:
    return "may be played" if may else "refused"
