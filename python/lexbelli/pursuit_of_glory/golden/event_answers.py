"""Answers that may lead from a recorded position to the recorded end of an event, best ones first.

A record tells the dice of an event, and where everything stands before and after it; most choices
follow from these. Units that are alike, such as divisions with other numbers, are taken for each
other.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations, product
from typing import Any, Final

from lexbelli import _core

__all__ = ["answers", "kind_of_unit"]

# So many ways to give places to units that are alike, to choose marks, and to answer at all.
_ORDERS: Final = 6
_WAYS: Final = 30
_CHOICES: Final = 300
_ANSWERS: Final = 60
_PASS: Final = "pass"
_SPENT: Final = ("_eliminated", "_game")

_NUMBER: Final = re.compile(r"_\d+$")


def kind_of_unit(unit: str) -> str:
    """Return what units that are alike share: the name without the number."""
    return _NUMBER.sub("_x", unit)


class _Change:
    """What a record tells of an event: everything before and after it."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.before: Mapping[str, Any] = raw
        self.after: Mapping[str, Any] = raw["after"]
        self.came_from: Mapping[str, str] = raw["pieces"]
        self.went_to: Mapping[str, str] = raw["after"]["pieces"]

    def moved(self, unit: str) -> bool:
        """Is a unit elsewhere now?"""
        return self.came_from.get(unit) != self.went_to.get(unit)


_Entry = Mapping[str, Any]
_Answers = Iterator[str]


def answers(position: _core.PursuitPosition, raw: Mapping[str, Any]) -> Iterator[str]:
    """Give answers to what a position asks, those that the record suggests first.

    Then come answers of the position's own, as many as are worth trying.
    """
    entry = position.decision()
    suggested = _SUGGESTED.get(entry["kind"])
    if suggested is not None:
        yield from suggested(position, entry, _Change(raw))
    yield from map(str, position.answers_after(_ANSWERS))


def _joined(orders: Sequence[str]) -> str:
    return "; ".join(orders) or _PASS


def _entering(_: _core.PursuitPosition, entry: _Entry, change: _Change) -> _Answers:
    """Units enter where those of their kind have come to."""
    units = list(entry["units"])
    came: dict[str, list[tuple[str, str]]] = {}
    for unit, place in change.went_to.items():
        if change.moved(unit) and not place.endswith(_SPENT):
            came.setdefault(kind_of_unit(unit), []).append((unit, place))
    ends: dict[str, str] = {}
    used: set[str] = set()
    for unit in units:
        alike = came.get(kind_of_unit(unit), [])
        itself = [one for one in alike if one[0] == unit]
        found = itself or [one for one in alike if one[0] not in used and one[0] not in units]
        if found:
            used.add(found[0][0])
            ends[unit] = found[0][1]
    yield _joined([f"enter {unit} {place}" for unit, place in ends.items()])
    groups: dict[str, list[str]] = {}
    for unit in ends:
        groups.setdefault(kind_of_unit(unit), []).append(unit)
    orders = [
        list(islice(dict.fromkeys(permutations([ends[unit] for unit in group])), _ORDERS))
        for group in groups.values()
    ]
    for places in islice(product(*orders), _WAYS):
        yield _joined(
            [
                f"enter {unit} {place}"
                for group, there in zip(groups.values(), places, strict=True)
                for unit, place in zip(group, there, strict=True)
            ]
        )


def _trenches(_: _core.PursuitPosition, __: _Entry, change: _Change) -> _Answers:
    dug = change.before["trenches"]
    yield _joined(
        [
            f"entrench {space}"
            for space, (level, _) in change.after["trenches"].items()
            if dug.get(space, [0])[0] != level
        ]
    )


def _event(_: _core.PursuitPosition, entry: _Entry, change: _Change) -> _Answers:
    for unit in sorted(entry["units"], key=change.moved, reverse=True):
        yield f"eliminate {unit}"


def _giving_up(_: _core.PursuitPosition, entry: _Entry, change: _Change) -> _Answers:
    yield _joined([f"eliminate {unit}" for unit in entry["units"] if change.moved(unit)])
    yield _PASS


def _marks(_: _core.PursuitPosition, entry: _Entry, change: _Change) -> _Answers:
    places, number = entry["places"], entry["number"]

    def is_new(place: str) -> bool:
        landed = place in change.after["beachheads"] and place not in change.before["beachheads"]
        rising = change.after["uprisings"].get(place) != change.before["uprisings"].get(place)
        return landed or rising

    new = [place for place in places if is_new(place)]
    if len(new) == number:
        yield _joined([f"mark {place}" for place in new])
    # A port is marked for those that come there.
    came = Counter(place for unit, place in change.went_to.items() if change.moved(unit))
    likely = sorted(places, key=lambda place: -came[place])
    for chosen in islice(combinations(likely, number), _CHOICES):
        yield _joined([f"mark {place}" for place in chosen])
    yield _PASS


def _relief(_: _core.PursuitPosition, entry: _Entry, change: _Change) -> _Answers:
    units = [*entry.get("greeks", ()), *entry["units"]]
    yield _joined(
        [f"enter {unit} {change.went_to.get(unit)}" for unit in units if change.moved(unit)]
    )
    yield _PASS


def _redeployment(position: _core.PursuitPosition, _: _Entry, change: _Change) -> _Answers:
    """Units go where those of their kind have gone to, by land or by sea, as each may."""
    legal: dict[tuple[str, str], str] = {}
    for move in position.redeployments():
        _order, unit, *place = str(move).split()
        legal.setdefault((unit, place[0] if place else "reserve"), str(move))
    orders = []
    for unit, start in change.came_from.items():
        end = change.went_to.get(unit, start)
        if end != start:
            wanted = unit, "reserve" if end.endswith("_reserve") else end
            if wanted in legal:
                orders.append(legal[wanted])
    for number in range(len(orders), 0, -1):
        for chosen in islice(combinations(orders, number), _WAYS):
            yield _joined(chosen)
    yield _PASS


def _tribes(position: _core.PursuitPosition, entry: _Entry, change: _Change) -> _Answers:
    now = position.units()
    for unit, places in entry["places"].items():
        for other, place in change.went_to.items():
            alike = kind_of_unit(other) == kind_of_unit(unit) and change.moved(other)
            if alike and place in places and now.get(unit) != place:
                yield f"place {unit} {place}"


def _provocation(_: _core.PursuitPosition, __: _Entry, change: _Change) -> _Answers:
    named = [choice[2] for choice in change.before["choices"] if choice[1] == "space"]
    pairs = zip(named[::2], named[1::2], strict=False)
    yield _joined([f"provoke {start} {target}" for start, target in pairs])


def _points(_: _core.PursuitPosition, __: _Entry, change: _Change) -> _Answers:
    yield _joined(
        [
            f"restore {unit}"
            for unit in change.before["reduced"]
            if unit not in change.after["reduced"] and not change.moved(unit)
        ]
    )
    yield _PASS


def _bombardment(_: _core.PursuitPosition, entry: _Entry, change: _Change) -> _Answers:
    wrecked = set(change.after["forts_destroyed"]) - set(change.before["forts_destroyed"])
    for place in sorted(entry["places"], key=wrecked.__contains__, reverse=True):
        yield f"bombard {place}"
    yield _PASS


def _evacuation(position: _core.PursuitPosition, entry: _Entry, change: _Change) -> _Answers:
    near = [place for place, _ in position.tables.space(entry["place"])["links"]]
    for via in ["", *(f" via {place}" for place in near)]:
        yield _joined(
            [f"retreat {unit} {change.went_to.get(unit)}{via}" for unit in entry["units"]]
        )


def _passing(_: _core.PursuitPosition, __: _Entry, ___: _Change) -> _Answers:
    yield _PASS


_SUGGESTED: Final[Mapping[str, Callable[[_core.PursuitPosition, _Entry, _Change], _Answers]]] = {
    "reinforcements": _entering,
    "newcomers": _entering,
    "trenches": _trenches,
    "event": _event,
    "marks": _marks,
    "exchange": _giving_up,
    "out_of_theater": _giving_up,
    "relief": _relief,
    "treachery": _relief,
    "redeployment": _redeployment,
    "tribes": _tribes,
    "provocation": _provocation,
    "replacement_points": _points,
    "bombardment": _bombardment,
    "counter": _passing,
    "evacuation": _evacuation,
}
