"""What is different in a later document: tables and lists of names are gone into."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from lexbelli.moves import Change

__all__ = ["differences"]

_NOTHING: Final = "-"


def differences(
    old: Mapping[str, Any], new: Mapping[str, Any], without: Collection[str] = ()
) -> Iterator[Change]:
    """Yield what is different, key by key, in the order of the documents.

    Args:
        old: The earlier document.
        new: The later document.
        without: Keys that are left out.
    """
    for key in dict.fromkeys([*old, *new]):
        if key not in without:
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
