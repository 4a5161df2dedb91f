"""What is different in a later position of Twilight of the Habsburgs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from lexbelli.document_changes import differences
from lexbelli.moves import Change

__all__ = ["between"]

# Keys of the document that are said in another way.
_SAID_ELSEWHERE: Final = ("schema", "version", "units", "agenda")
_NOTHING: Final = "-"


class _Written(Protocol):
    def to_json(self) -> str: ...


def between(before: _Written, after: _Written) -> list[Change]:
    """Return what is different: where units are, the rest of the document, what is under way."""
    written, later = before.to_json(), after.to_json()
    if written == later:
        return []
    old, new = json.loads(written), json.loads(later)
    found = [
        *_units(old.get("units", {}), new.get("units", {})),
        *differences(old, new, _SAID_ELSEWHERE),
    ]
    was, now = (_agenda(document.get("agenda", [])) for document in (old, new))
    return [*found, Change("agenda", was, now)] if was != now else found


def _units(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Change]:
    for unit in sorted({*was, *now}):
        if was.get(unit) != now.get(unit):
            yield Change(unit, was.get(unit, _NOTHING), now.get(unit, _NOTHING))


def _agenda(frames: Sequence[Mapping[str, Any]]) -> str:
    """Say what is under way, the outermost first."""
    return " > ".join(" ".join(map(str, frame.values())) for frame in frames) or _NOTHING
