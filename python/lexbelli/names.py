"""Finding the name that was meant."""

import re
from collections.abc import Iterable
from typing import Final

from lexbelli import _core
from lexbelli.errors import BadInput, bad_input

__all__ = ["as_id", "nearest", "printable", "resolve", "shown", "unknown"]

# Names are short. Of a longer text nobody asks which name it is like, and not all of it is told.
_LONGEST: Final = 80
# Control characters but for tabs and ends of lines, what turns the direction of writing, and
# halves of letters.
_UNPRINTABLE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb]"
)


def printable(text: str) -> str:
    """Return a text that does nothing to a terminal: what would is written as in JSON."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def shown(text: str) -> str:
    """Return what is shown of a stranger's word in a message: its beginning, without effect."""
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return printable(cut).replace("\n", "\\u000a")


def as_id(name: str) -> str:
    """Write a printed name as an id: lower case, words joined by underscores."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def nearest(name: str, choices: Iterable[str]) -> str | None:
    """Return the valid name most like `name`, or None if nothing is like it."""
    return _core.nearest(name, list(choices)) if len(name) <= _LONGEST else None


def unknown(name: str, choices: Iterable[str], field: str, what: str = "") -> BadInput:
    """Make the error that says that there is no such name, and which one may have been meant.

    Args:
        name: What the user wrote.
        choices: The valid names.
        field: Where he wrote it.
        what: What it names, if the field does not say so itself.
    """
    known = list(choices)
    meant = nearest(name, known)
    # Where nothing is like it, a few are told.
    few = f", which is none of {', '.join(known)}" if meant is None and 0 < len(known) <= 8 else ""
    return bad_input(f"unknown {what or field} '{shown(name)}'{few}", field, meant)


def resolve(name: str, choices: Iterable[str], field: str, what: str = "") -> str:
    """Return the id that `name` stands for, written as an id or as printed.

    Args:
        name: What the user wrote.
        choices: The valid ids.
        field: Where he wrote it, for the message: `unit`, `space`, ...
        what: What it names, if the field does not say so itself.

    Raises:
        BadInput: There is no such name; it suggests the nearest.
    """
    known = dict.fromkeys(choices)
    for candidate in (name, as_id(name[: 4 * _LONGEST])):
        if candidate in known:
            return candidate
    raise unknown(name, known, field, what)
