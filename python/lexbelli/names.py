"""Finding the name that was meant."""

import difflib
import re
from collections.abc import Iterable

from lexbelli.errors import BadInput, bad_input

__all__ = ["as_id", "nearest", "resolve", "unknown"]


def as_id(name: str) -> str:
    """Write a printed name as an id: lower case, words joined by underscores."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def nearest(name: str, choices: Iterable[str]) -> str | None:
    """Return the valid name most like `name`, or None if nothing is like it."""
    found = difflib.get_close_matches(as_id(name), list(choices), n=1, cutoff=0.5)
    return found[0] if found else None


def unknown(name: str, choices: Iterable[str], field: str, what: str = "") -> BadInput:
    """Make the error that says that there is no such name, and which one may have been meant.

    Args:
        name: What the user wrote.
        choices: The valid names.
        field: Where he wrote it.
        what: What it names, if the field does not say so itself.
    """
    shown = name if len(name) <= 80 else f"{name[:80]}..."
    known = list(choices)
    meant = nearest(name, known)
    # Where nothing is like it, a few are told.
    few = f", which is none of {', '.join(known)}" if meant is None and 0 < len(known) <= 8 else ""
    return bad_input(f"unknown {what or field} '{shown}'{few}", field, meant)


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
    for candidate in (name, as_id(name)):
        if candidate in known:
            return candidate
    raise unknown(name, known, field, what)
