"""How the record of a game is written: one JSON object a line (docs/records.md)."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli import games
from lexbelli.chance import Roll, roll_of_json
from lexbelli.errors import BadInput, bad_input
from lexbelli.files import json_of, unpacked
from lexbelli.names import nearest

__all__ = [
    "EVERY",
    "SCHEMA",
    "VERSION",
    "Entry",
    "Header",
    "RecordLine",
    "hash_text",
    "is_record",
    "read",
]

SCHEMA: Final = "lexbelli.record"
VERSION: Final = 1
# After how many entries a digest is written, unless it is said.
EVERY: Final = 20

_DIGITS: Final = 16


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: where the game begins.

    Attributes:
        game: The game's name.
        scenario: The scenario it begins from, or None.
        setup: The position it begins from, as its document, or None.
        allow: The codes of problems that are tolerated in that position.
        every: After how many entries a digest is written.
        note: What is said of the game.
    """

    game: str
    scenario: str | None = None
    setup: Mapping[str, Any] | None = None
    allow: tuple[str, ...] = ()
    every: int = EVERY
    note: str | None = None

    def text(self) -> str:
        """Return the line."""
        return _line(
            {
                "schema": SCHEMA,
                "version": VERSION,
                "game": self.game,
                "every": self.every,
                "note": self.note,
                "scenario": self.scenario,
                "setup": self.setup,
                "allow": list(self.allow) or None,
            }
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer; or what was supposed or changed without one.

    Attributes:
        answer: The answer to the decision, as text; of a die what came of it.
        roll: How the dice fell or what was drawn, or None if nothing was thrown.
        asked: The kind of the decision it answers.
        by: Who answered: a side, or `chance`.
        suppose: What was supposed, as `Position.suppose` takes it: `side`, points, ...
        set: Keys of the position's document that were put in place.
        note: What is said of it.
    """

    answer: str | None = None
    roll: Roll | None = None
    asked: str | None = None
    by: str | None = None
    suppose: Mapping[str, Any] | None = None
    set: Mapping[str, Any] | None = None
    note: str | None = None

    def text(self) -> str:
        """Return the line."""
        return _line(
            {
                "by": self.by,
                "asked": self.asked,
                "roll": list(self.roll) if isinstance(self.roll, tuple) else self.roll,
                "answer": self.answer,
                "suppose": self.suppose,
                "set": self.set,
                "note": self.note,
            }
        )


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line after the first: an entry, or the digest of the position there.

    Attributes:
        number: The number of the line, from 1.
        entry: The entry, or None.
        hash: The digest, or None.
    """

    number: int
    entry: Entry | None = None
    hash: str | None = None


def hash_text(digest: str, entries: int) -> str:
    """Return the line that holds a digest, after so many entries."""
    return _line({"hash": digest, "entries": entries})


def _line(content: Mapping[str, Any]) -> str:
    told = {key: value for key, value in content.items() if value is not None}
    return json.dumps(told, ensure_ascii=False)


def is_record(content: bytes) -> bool:
    """Whether these bytes are a record, to judge by the first line."""
    first = content.lstrip().partition(b"\n")[0]
    if not first.startswith(b"{") or SCHEMA.encode() not in first:
        return False
    try:
        head = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and head.get("schema") == SCHEMA


def read(content: bytes, name: str) -> tuple[Header, list[RecordLine]]:
    """Read a record, packed or not.

    Args:
        content: What the file holds.
        name: What it is called in errors.

    Raises:
        BadInput: It is no record, or a line of it is wrong; the error names the line, the key
            and the nearest valid choice.
    """
    content = unpacked(content, name)
    lines = [(at, line) for at, line in enumerate(content.split(b"\n"), 1) if line.strip()]
    if not lines:
        raise bad_input("is empty; the first line of a record says where the game begins", name)
    whole = content.endswith(b"\n")
    rows = [
        (at, _object(line, f"{name} line {at}", cut=not whole and at == lines[-1][0]))
        for at, line in lines
    ]
    header = _header(rows[0][1], f"{name} line {rows[0][0]}")
    # What can be supposed beside a side: the points that orders cost in any game.
    points = [budget.key for budget in games.budgets()]
    told, entries = [], 0
    for at, row in rows[1:]:
        line = _entry_or_hash(row, at, entries, f"{name} line {at}", points)
        entries += line.entry is not None
        told.append(line)
    return header, told


def _object(line: bytes, where: str, *, cut: bool) -> dict[str, Any]:
    try:
        content = json_of(line, where)
    except BadInput:
        if cut:
            said = "is cut off; without this line the record can be read"
            raise bad_input(said, where) from None
        raise
    if not isinstance(content, dict):
        raise bad_input("is no JSON object", where)
    return content


def _header(row: Mapping[str, Any], where: str) -> Header:
    if row.get("schema") != SCHEMA:
        said = f"is no first line of a record, whose 'schema' is '{SCHEMA}'"
        raise bad_input(said, where)
    _known(row, ("schema", "version", *Header.__slots__), where)
    version = _whole(row, "version", where)
    if version != VERSION:
        raise bad_input(f"version: '{version}' is unknown, {VERSION} is known", where)
    game = _word(row, "game", where)
    if game is None:
        raise bad_input("'game' is missing", where)
    scenario, setup = _word(row, "scenario", where), _table(row, "setup", where)
    if (scenario is None) == (setup is None):
        raise bad_input("either 'scenario' or 'setup' is needed, not both", where)
    allow = row.get("allow", [])
    if not isinstance(allow, list) or not all(isinstance(code, str) for code in allow):
        raise bad_input("allow: a list of codes is needed", where)
    every = _whole(row, "every", where)
    if every is not None and every < 1:
        raise bad_input(f"every: '{every}' is below 1", where)
    return Header(
        game=game,
        scenario=scenario,
        setup=setup,
        allow=tuple(allow),
        every=EVERY if every is None else every,
        note=_word(row, "note", where),
    )


def _entry_or_hash(
    row: Mapping[str, Any], at: int, entries: int, where: str, points: Sequence[str]
) -> RecordLine:
    if "hash" in row:
        _known(row, ("hash", "entries"), where)
        digest = str(_word(row, "hash", where))
        if len(digest) != _DIGITS or set(digest) - set("0123456789abcdef"):
            raise bad_input(f"hash: '{digest[:80]}' is none of {_DIGITS} digits 0 to f", where)
        number = _whole(row, "entries", where)
        if number not in (None, entries):
            raise bad_input(f"entries: {number} are said to be above, {entries} are", where)
        return RecordLine(at, hash=digest)
    _known(row, (*Entry.__slots__, "hash"), where)
    kinds = [key for key in ("answer", "suppose", "set") if key in row]
    if len(kinds) > 1:
        raise bad_input(f"'{kinds[0]}' and '{kinds[1]}' do not go together", where)
    entry = Entry(
        answer=_word(row, "answer", where),
        roll=_fallen(row, where),
        asked=_word(row, "asked", where),
        by=_word(row, "by", where),
        suppose=_table(row, "suppose", where),
        set=_table(row, "set", where),
        note=_word(row, "note", where),
    )
    if not kinds and entry.roll is None:
        raise bad_input("holds neither 'answer' nor 'roll', 'suppose', 'set' or 'hash'", where)
    if kinds and kinds[0] != "answer":
        if any(key in row for key in ("roll", "asked", "by")):
            raise bad_input(f"'{kinds[0]}' answers nothing, and has no roll", where)
        if entry.suppose is not None:
            _known(entry.suppose, ("side", *points), f"{where}: suppose")
            _word(entry.suppose, "side", f"{where}: suppose")
            for name in points:
                _whole(entry.suppose, name, f"{where}: suppose")
    return RecordLine(at, entry)


def _fallen(row: Mapping[str, Any], where: str) -> Roll | None:
    try:
        return roll_of_json(row["roll"]) if "roll" in row else None
    except BadInput as problem:
        raise bad_input(str(problem), where) from None


def _known(row: Mapping[str, Any], keys: Collection[str], where: str) -> None:
    for key in row:
        if key not in keys:
            raise bad_input(f"unknown key '{key[:80]}'", where, nearest(key, keys))


def _word(row: Mapping[str, Any], key: str, where: str) -> str | None:
    value = row.get(key)
    if key in row and not isinstance(value, str):
        raise bad_input(f"{key}: a text is needed", where)
    return value


def _whole(row: Mapping[str, Any], key: str, where: str) -> int | None:
    value = row.get(key)
    if key in row and type(value) is not int:
        raise bad_input(f"{key}: a whole number is needed", where)
    return value


def _table(row: Mapping[str, Any], key: str, where: str) -> dict[str, Any] | None:
    value = row.get(key)
    if key in row and not isinstance(value, dict):
        raise bad_input(f"{key}: an object is needed", where)
    return value
