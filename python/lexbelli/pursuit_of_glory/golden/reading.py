"""Reading files of records: one JSON object on a line, packed or not."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from lexbelli import _core
from lexbelli.errors import BadInput
from lexbelli.files import json_of, read_lines
from lexbelli.pursuit_of_glory.golden import (
    battles,
    choices,
    events,
    phases,
    playable,
    redeployments,
    replacements,
    supply,
)
from lexbelli.pursuit_of_glory.golden.notation import Spaces, document
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion

__all__ = ["Recorded", "Unread", "read_records"]


class Recorded(Protocol):
    """A record of any type."""

    @property
    def id(self) -> str:
        """The record's own name."""

    @property
    def position(self) -> _core.PursuitPosition:
        """Its position, with every problem of the set-up tolerated."""

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question of the record."""


# The types of records that are read.
_READ: Final[Mapping[str, Callable[[Mapping[str, Any], dict[str, Any], Spaces], Recorded]]] = {
    "supply": supply.read,
    "supply_perturbed": supply.read,
    "legal": choices.read,
    "combat": battles.read,
    "combat_played": battles.read,
    "phase": phases.read,
    "legal_events": playable.read,
    "event": events.read,
    "rp": replacements.read,
    "sr": redeployments.read,
}


@dataclass(frozen=True, slots=True)
class Unread:
    """A line of a file that is no record.

    Attributes:
        where: The file and the line.
        why: What is wrong with it.
    """

    where: str
    why: str


def read_records(path: str, tables: _core.PursuitTables) -> Iterator[Recorded | Unread | str]:
    """Read a file of records, packed or not.

    Yields:
        Each record of a type that is read; of another, its type's name; and each line that is no
        record.

    Raises:
        BadInput: The file cannot be read.
    """
    spaces = Spaces(tables)
    for number, line in read_lines(path):
        where = f"{path} line {number}"
        try:
            yield _record(json_of(line, where), spaces)
        except BadInput as error:
            yield Unread(where, str(error).removeprefix(f"{where}: "))
        except KeyError as error:
            yield Unread(where, f"unknown or missing: {error.args[0]!r}")
        except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError) as error:
            yield Unread(where, f"is no record: {error}")


def _record(raw: Mapping[str, Any], spaces: Spaces) -> Recorded | str:
    """Read a record, or name its type."""
    kind = raw["type"]
    if kind not in _READ or battles.brings_somebody(raw):
        return str(kind)
    if kind == "phase" and raw["phase"] not in phases.PHASES:
        return f"phase {raw['phase']}"
    return _READ[kind](raw, document(raw, spaces), spaces)
