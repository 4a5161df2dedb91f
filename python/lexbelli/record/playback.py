"""A record that is played again, entry by entry (docs/records.md)."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from lexbelli import games
from lexbelli.chance import result, roll_text
from lexbelli.errors import BadInput, IllegalMove, InvalidSetup, bad_input
from lexbelli.files import read_bytes
from lexbelli.moves import Violation
from lexbelli.position import CHANCE, AnyPosition, Position
from lexbelli.record import format as written
from lexbelli.record.format import Entry, Header, RecordLine

__all__ = ["NOBODY", "Difference", "Playback", "Played", "called", "digest"]

# Who answers where chance does.
NOBODY: Final = "chance"
_NO_DIE: Final = "no die"


def digest(position: Position) -> str:
    """Return 16 hexadecimal digits that stand for a position.

    They are of its document, not of how a version of Lex Belli keeps it, so that records last.
    """
    content = json.loads(position.to_json())
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(plain.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record and the game played again part.

    Attributes:
        entry: The number of the entry, from 1; 0 for the set-up.
        line: The line of the record.
        what: What differs: `asked`, `by`, `outcome`, `rules`, `hash` or `saved`.
        expected: What the record says.
        came: What came.
        violations: The rules that the move breaks, if it breaks any.
    """

    entry: int
    line: int
    what: str
    expected: str
    came: str
    violations: tuple[Violation, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the difference as plain data."""
        return {
            "entry": self.entry,
            "line": self.line,
            "what": self.what,
            "expected": self.expected,
            "came": self.came,
            "violations": [each.as_json() for each in self.violations],
        }

    def to_side(self) -> "Difference":
        """Return what a side may be told of it: who could try every hand would find one's hash."""
        if self.what not in ("hash", "saved"):
            return self
        return replace(self, expected="another position", came="this one")

    def __str__(self) -> str:
        at = f"entry {self.entry}" if self.entry else "the set-up"
        said = f"at {at}, {self.what}: the record says {self.expected}, {self.came} came"
        rules = [f"{each.text} ({each.rule})" for each in self.violations]
        return "\n".join([said, *rules])


class Played(NamedTuple):
    """An entry that came as the record says.

    `number` counts entries from 1, `line` is where it stands; the positions are those around it.
    """

    number: int
    line: int
    entry: Entry
    before: AnyPosition
    after: AnyPosition


class Playback:
    """Plays a record again, and yields every entry that comes as it was.

    It is gone through once. Of the positions the last alone is kept, however long the game is.

    Args:
        content: What the file holds.
        name: What it is called in errors.
        data: A folder with an owner's own tables, or None for the shipped ones.
        to: Stop after this entry; None for the last.
        verify: Save and load the position after every entry as well.

    Attributes:
        header: The first line.
        entries: How many entries the record has.
        start: The position it begins from.
        position: The last position that came as the record says.
        played: How many entries did.
        compared: How many digests of positions were compared.
        sealed: Whether the digest after the last entry played was compared.
        difference: The first difference, at which it ends; None up to there.
        digests: The digests that were compared, by the number of entries before them.

    Raises:
        BadInput: The record cannot be read, or there are not so many entries.
        InvalidSetup: What it begins from is no position.
    """

    def __init__(
        self,
        content: bytes,
        name: str,
        data: str | None = None,
        to: int | None = None,
        *,
        verify: bool = False,
    ) -> None:
        self.header, self._lines = written.read(content, name)
        self.entries = sum(line.entry is not None for line in self._lines)
        if to is not None and not 0 <= to <= self.entries:
            raise bad_input(f"'{to}' is not between 0 and {self.entries}, the entries", "to")
        self._name, self._to, self._verify = name, to, verify
        self.start: AnyPosition = _start(self.header, name, data)
        self.position: AnyPosition = self.start
        self.played = self.compared = 0
        self.sealed = False
        self.difference: Difference | None = None
        self.digests: dict[int, str] = {}

    @classmethod
    def of(
        cls,
        source: str | Path,
        data: str | None = None,
        to: int | None = None,
        *,
        verify: bool = False,
    ) -> "Playback":
        """Read a record's file, or standard input for `-`; the arguments are those of the class.

        Raises:
            BadInput: As of the class.
            InvalidSetup: As of the class.
        """
        return cls(read_bytes(source), called(source), data, to, verify=verify)

    @property
    def ok(self) -> bool:
        """Whether all came as the record says, as far as it was gone through."""
        return self.difference is None

    def __iter__(self) -> Iterator[Played]:
        for line in self._lines:
            if line.entry is None:
                self.sealed = True
                self.compared += 1
                self.difference = self._compare(line)
            elif self.played == self._to:
                return
            else:
                before, number = self.position, self.played
                self.sealed = False
                self.difference = self._follow(line, line.entry)
                # An entry was played even if its position cannot be saved.
                if self.played > number:
                    yield Played(self.played, line.number, line.entry, before, self.position)
            if self.difference is not None:
                return

    def _compare(self, line: RecordLine) -> Difference | None:
        """Compare a digest with that of the position here."""
        expected, came = str(line.hash), digest(self.position)
        self.digests[self.played] = came
        if came == expected:
            return None
        return Difference(self.played, line.number, "hash", expected, came)

    def _follow(self, line: RecordLine, entry: Entry) -> Difference | None:
        """Play an entry; None if it came as the record says."""
        now, number = self.position, self.played + 1

        def differs(what: str, expected: object, came: object) -> Difference:
            return Difference(number, line.number, what, str(expected), str(came))

        try:
            if entry.set is not None:
                later = now.with_change(setup=entry.set)
            elif entry.suppose is not None:
                later = now.suppose(**entry.suppose)
            else:
                asked = now.decision
                by = asked.side or NOBODY
                if entry.asked not in (None, asked.kind):
                    return differs("asked", entry.asked, asked.kind)
                if entry.by not in (None, by):
                    return differs("by", entry.by, by)
                answer = entry.answer
                if entry.roll is not None:
                    throw = asked.throw if asked.kind == CHANCE else None
                    came = None if throw is None else result(throw, entry.roll, asked.outcomes)
                    if came is None or answer not in (None, came.text):
                        said = answer or f"a roll of {roll_text(entry.roll)}"
                        return differs("outcome", said, _NO_DIE if came is None else came.text)
                    answer = came.text
                later = now.play(answer)
        except IllegalMove as refused:
            rules = ", ".join(dict.fromkeys(each.rule for each in refused.violations))
            difference = differs("rules", "a legal move", f"one that breaks {rules}")
            return replace(difference, violations=refused.violations)
        except (BadInput, InvalidSetup) as problem:
            raise _at(problem, f"{self._name} line {line.number}") from None
        self.position = later
        self.played = number
        if self._verify:
            saved = later.with_change()
            # The hash of one is kept step by step, that of the other counted from scratch.
            if saved != later or hash(saved) != hash(later):
                return differs("saved", digest(later), digest(saved))
        return None


def called(source: str | Path) -> str:
    """Return what a record's file is called in errors."""
    return "standard input" if str(source) == "-" else str(source)


def _start(header: Header, name: str, data: str | None) -> Position:
    game = games.game(header.game)
    try:
        if header.setup is not None:
            return game.from_setup(header.setup, data, header.allow)
        return game.scenario(str(header.scenario), data)
    except BadInput as problem:
        raise _at(problem, f"{name} line 1") from None


def _at(problem: BadInput | InvalidSetup, where: str) -> BadInput:
    error = bad_input(str(problem), where)
    error.suggestion = getattr(problem, "suggestion", None)
    return error
