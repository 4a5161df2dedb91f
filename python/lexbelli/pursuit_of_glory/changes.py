"""What is different in a later position of Pursuit of Glory."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from lexbelli import _core
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
        *_rest(old, new),
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
    for space in before.tables.space_ids():
        if before.tables.space(space)["kind"] == "box":
            continue
        (full, part, _), (new_full, new_part, _) = before.control(space), after.control(space)
        if full != new_full:
            yield Change(f"control of {space}", full, new_full)
        if part != new_part:
            yield Change(f"partial control of {space}", part or _NOTHING, new_part or _NOTHING)


def _sieges(before: _core.PursuitPosition, after: _core.PursuitPosition) -> Iterator[Change]:
    was, now = _forts(before), _forts(after)
    for space in sorted(was | now):
        if was.get(space) != now.get(space):
            yield Change(f"fort of {space}", was.get(space, "free"), now.get(space, "free"))


def _forts(position: _core.PursuitPosition) -> dict[str, str]:
    lapsed = dict.fromkeys(position.lapsed_sieges(), "siege lapsed")
    return lapsed | dict.fromkeys(position.besieged(), "besieged")


def _rest(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for key in dict.fromkeys([*old, *new]):
        if key not in _SAID_ELSEWHERE:
            was, now = old.get(key), new.get(key)
            if isinstance(was or now, dict):
                was, now = was or {}, now or {}
            yield from _values(key.replace("_", " "), was, now)


def _values(what: str, old: Any, new: Any) -> Iterator[Change]:
    """Compare two values, going into tables, and into lists of names."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from _values(f"{what} {key}", old.get(key), new.get(key))
    elif isinstance(old or new, list) and _names(old or []) and _names(new or []):
        gone = [name for name in old or [] if name not in (new or [])]
        come = [name for name in new or [] if name not in (old or [])]
        yield Change(what, _said(gone), _said(come))
    elif isinstance(old or new, list):
        for item in new or []:
            if item not in (old or []):
                yield Change(what, _NOTHING, _said(item))
        for item in old or []:
            if item not in (new or []):
                yield Change(what, _said(item), _NOTHING)
    else:
        yield Change(what, _said(old), _said(new))


def _names(items: Sequence[Any]) -> bool:
    return all(isinstance(item, str) for item in items)


def _said(value: Any) -> str:
    match value:
        case None | []:
            return _NOTHING
        case dict():
            return ", ".join(f"{key} {_said(inner)}" for key, inner in value.items())
        case list():
            return ", ".join(map(_said, value))
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)
