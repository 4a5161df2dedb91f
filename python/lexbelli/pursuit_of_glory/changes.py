"""What is different in a later position of Pursuit of Glory."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from lexbelli import _core
from lexbelli.document_changes import differences
from lexbelli.moves import Change

__all__ = ["between"]

# Keys of the document that are said in another way.
_SAID_ELSEWHERE: Final = {"schema", "version", "units", "arriving", "reduced", "control"}
_NOTHING: Final = "-"


def between(before: _core.PursuitPosition, after: _core.PursuitPosition) -> list[Change]:
    """Return what is different: where units are, control, sieges, and the rest of the document."""
    old, new = (json.loads(position.to_json_in_short()) for position in (before, after))
    return [
        *_units(before, after, old, new),
        *_control(before, after),
        *_sieges(before, after),
        *differences(old, new, _SAID_ELSEWHERE),
    ]


def _units(
    before: _core.PursuitPosition,
    after: _core.PursuitPosition,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
) -> Iterator[Change]:
    was, now = _places(before, old), _places(after, new)
    for unit in sorted(was | now):
        if was.get(unit) != now.get(unit):
            yield Change(unit, was.get(unit, _NOTHING), now.get(unit, _NOTHING))


def _places(position: _core.PursuitPosition, document: Mapping[str, Any]) -> dict[str, str]:
    reduced = set(document.get("reduced", ()))
    places = dict(position.units())
    for turn, units in document.get("arriving", {}).items():
        places |= dict.fromkeys(units, f"turn {turn}")
    return {unit: f"{at} (reduced)" if unit in reduced else at for unit, at in places.items()}


def _control(before: _core.PursuitPosition, after: _core.PursuitPosition) -> Iterator[Change]:
    for space in _spaces(before.tables):
        (full, part, _), (new_full, new_part, _) = before.control(space), after.control(space)
        if full != new_full:
            yield Change(f"control of {space}", full, new_full)
        if part != new_part:
            yield Change(f"partial control of {space}", part or _NOTHING, new_part or _NOTHING)


@lru_cache(maxsize=8)
def _spaces(tables: _core.PursuitTables) -> Sequence[str]:
    """Return what can be controlled: all that is no box."""
    return [space for space in tables.space_ids() if tables.space(space)["kind"] != "box"]


def _sieges(before: _core.PursuitPosition, after: _core.PursuitPosition) -> Iterator[Change]:
    was, now = _forts(before), _forts(after)
    for space in sorted(was | now):
        if was.get(space) != now.get(space):
            yield Change(f"fort of {space}", was.get(space, "free"), now.get(space, "free"))


def _forts(position: _core.PursuitPosition) -> dict[str, str]:
    lapsed = dict.fromkeys(position.lapsed_sieges(), "siege lapsed")
    return lapsed | dict.fromkeys(position.besieged(), "besieged")
