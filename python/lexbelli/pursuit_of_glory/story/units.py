"""What befell units, in sentences: who went where, lost a step, fell, came back."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lexbelli.moves import Change
from lexbelli.pursuit_of_glory.story.names import Names, parsed
from lexbelli.story.sentences import Brief, Sentence, listed

__all__ = ["Fate", "fate_of", "for_good", "grouped"]

_STEP: Final = "steps"
_LOST: Final = "lost"
_WENT: Final = "went"


class Fate(NamedTuple):
    """What befell a unit: the words for one unit and for several, and what kind of thing it is."""

    one: str
    many: str
    kind: str


def for_good(place: str | None) -> bool:
    """Whether who is there is out of the game."""
    return place is None or place.endswith(("permanently_eliminated", "removed_from_game"))


def fate_of(names: Names, change: Change) -> Fate:
    """Say what befell a unit, but for who did it."""
    (was, was_reduced), (now, reduced) = parsed(change.before), parsed(change.after)
    stepped = "" if was_reduced == reduced else ", reduced" if reduced else ", at full strength"
    if was == now:
        if reduced:
            at = f"loses a step{_at(names, was)}"
            return Fate(at, at.replace("loses", "lose", 1), _STEP)
        at = f"is at full strength again{_at(names, was)}"
        return Fate(at, f"are{at.removeprefix('is')}", _STEP)
    origin = "" if was is None else f" from {names.place(was)}"
    if now is None:
        return Fate(f"is taken away{origin}", f"are taken away{origin}", _LOST)
    if now.startswith("turn "):
        at = f"is to come in {now}{origin}{stepped}"
        return Fate(at, f"are{at.removeprefix('is')}", _WENT)
    if now.endswith("permanently_eliminated"):
        at = f"is eliminated for good{_at(names, was)}"
        return Fate(at, f"are{at.removeprefix('is')}", _LOST)
    if now.endswith("removed_from_game"):
        at = f"leaves the game{origin}"
        return Fate(at, at.replace("leaves", "leave", 1), _LOST)
    if now.endswith("eliminated"):
        at = f"is eliminated{_at(names, was)}"
        return Fate(at, f"are{at.removeprefix('is')}", _LOST)
    if now.startswith("tribal_key"):
        at = f"goes back to the Tribal Warfare Key{origin}"
        return Fate(at, at.replace("goes", "go", 1), _WENT)
    verb = "comes" if was is None or was.startswith(("turn ", "tribal_key")) else "goes"
    at = f"{verb}{origin} to {names.place(now)}{stepped}"
    return Fate(at, at.replace(verb, verb.removesuffix("s").replace("goe", "go"), 1), _WENT)


def _at(names: Names, place: str | None) -> str:
    return "" if place is None else f" at {names.place(place)}"


def grouped(
    names: Names,
    changes: Sequence[Change],
    rules: tuple[str, ...] = (),
    opening: str = "",
) -> Iterator[Sentence]:
    """Say what befell units, those together whom the same befell.

    Args:
        names: The printed names.
        changes: The differences; each is about a unit.
        rules: By which it came.
        opening: What the sentences begin with.
    """
    groups: dict[Fate, list[Change]] = {}
    for change in changes:
        groups.setdefault(fate_of(names, change), []).append(change)
    for fate, those in groups.items():
        units = [change.what for change in those]
        told = f"{names.units(units)} {fate.one if len(units) == 1 else fate.many}"
        gone = [change.what for change in those if for_good(parsed(change.after)[0])]
        brief = (Brief("gone", names.units(gone)),) if gone else ()
        yield Sentence(f"{opening}{told}.", rules, tuple(those), brief)


def moved(names: Names, verb: str, ways: Sequence[tuple[str, str | None, Sequence[str]]]) -> str:
    """Say who goes where: `UNIT from A by B to C; ...`, those together who go together.

    Args:
        names: The printed names.
        verb: What the sentence begins with.
        ways: Of each unit: it, where it was, and the places on its way, the last of them its end.
    """
    groups: dict[tuple[str | None, tuple[str, ...]], list[str]] = {}
    for unit, origin, path in ways:
        groups.setdefault((origin, tuple(path)), []).append(unit)
    parts = []
    for (origin, path), units in groups.items():
        *through, end = path
        start = "" if origin is None else f" from {names.place(origin)}"
        by = f" by {listed(map(names.place, through))}" if through else ""
        parts.append(f"{names.units(units)}{start}{by} to {names.place(end)}")
    return f"{verb} {'; '.join(parts)}"
