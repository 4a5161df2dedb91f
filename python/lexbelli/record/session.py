"""Records of games: a set-up, every answer to it and all that chance did (docs/records.md)."""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from lexbelli import capabilities, games
from lexbelli.chance import GivenRoll, result, roll_text
from lexbelli.errors import BadInput, IllegalMove, InvalidSetup, bad_input
from lexbelli.files import read_bytes, write_atomic
from lexbelli.moves import GivenMove, Violation
from lexbelli.position import CHANCE, AnyPosition, Position, Step
from lexbelli.record import format as written
from lexbelli.record.format import EVERY, Entry, Header, RecordLine

__all__ = ["Difference", "Record", "Replay", "digest", "replay"]

_NOBODY: Final = "chance"
_NO_DIE: Final = "no die"


def digest(position: Position) -> str:
    """Return 16 hexadecimal digits that stand for a position.

    They are of its document, not of how a version of Lex Belli keeps it, so that records last.
    """
    content = json.loads(position.to_json())
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(plain.encode(), digest_size=8).hexdigest()


class Record:
    """A game as it is played: a position to begin with, and what was answered since.

    Args:
        start: The position the game begins from.
        every: After how many entries the position's digest is written.
        note: What is to be said of the game.

    Raises:
        BadInput: `every` is below 1.
    """

    def __init__(self, start: Position, *, every: int = EVERY, note: str | None = None) -> None:
        if every < 1:
            raise bad_input(f"'{every}' is below 1", "every")
        self._positions: list[Any] = [start]
        self._entries: list[Entry] = []
        # The digests that were read or written, by the number of entries before them.
        self._digests: dict[int, str] = {}
        # What was read or written last, and its first line.
        self._read: bytes | None = None
        self._head: Header | None = None
        #: After how many entries the position's digest is written.
        self.every = every
        #: What is said of the game.
        self.note = note

    # --- what it holds --------------------------------------------------------------

    @property
    def start(self) -> AnyPosition:
        """The position the game began from."""
        return self._positions[0]

    @property
    def position(self) -> AnyPosition:
        """The position now."""
        return self._positions[-1]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What was answered, entry by entry."""
        return tuple(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def positions(self) -> Iterator[AnyPosition]:
        """Yield the position at the start, and that after every entry."""
        yield from tuple(self._positions)

    def seen_by(self, side: str) -> Iterator[tuple[Entry, AnyPosition]]:
        """Yield every entry and the position after it, as a side may know them.

        What was drawn out of its sight is not told, nor what was noted.

        Raises:
            BadInput: There is no such side, or nothing in the game is hidden.
        """
        before: Any = capabilities.seen_by(self.start, side)
        for entry, later in zip(self.entries, self._positions[1:], strict=True):
            after = capabilities.seen_by(later, side)
            yield _as_seen(before, entry), after
            before = after

    def __repr__(self) -> str:
        return f"<Record of {len(self)} entries, {self.position.title}>"

    # --- playing --------------------------------------------------------------------

    def play(
        self,
        answer: GivenMove | None = None,
        roll: GivenRoll = None,
        *,
        note: str | None = None,
        **supposed: Any,
    ) -> AnyPosition:
        """Play as `Position.play` does, and note every answer and every die as an entry.

        Args:
            answer: A move, or one of the decision's `choices`; None to let only dice fall.
            roll: The dice or what is drawn: one roll, several, or `Dice`.
            note: What is to be said of it; it stands with the first entry.
            supposed: What else the game takes, such as points to be spent.

        Returns:
            The position now.

        Raises:
            BadInput: As `Position.play`; nothing is noted then.
            IllegalMove: The move breaks rules; nothing is noted then.
        """
        steps = list(self.position.steps(answer, roll, **supposed))
        now: Any = self.position
        for number, step in enumerate(steps):
            self._note(_entry(now, step, note if number == 0 else None), step.position)
            now = step.position
        return now

    def suppose(self, side: str | None = None, **supposed: Any) -> AnyPosition:
        """Go on as if a side were to act, or had points to spend; see `Position.suppose`.

        Raises:
            BadInput: As `Position.suppose`.
        """
        later: Any = self.position.suppose(side, **supposed)
        wanted = {"side": side, **supposed}
        said = {key: value for key, value in wanted.items() if value is not None}
        if said:
            self._note(Entry(suppose=said), later)
        return later

    def change(self, setup: Mapping[str, Any]) -> AnyPosition:
        """Go on with keys of the position's document changed, as where no rule is there yet.

        Args:
            setup: Key -> value; None takes a key away.

        Raises:
            BadInput: A key or value is wrong.
            InvalidSetup: What results is no position.
        """
        later: Any = self.position.with_change(setup=setup)
        self._note(Entry(set=dict(setup)), later)
        return later

    def undo(self, number: int = 1) -> AnyPosition:
        """Take the last entries back.

        Returns:
            The position now.

        Raises:
            BadInput: There are not so many.
        """
        if not 0 <= number <= len(self):
            raise bad_input(f"'{number}' is not between 0 and {len(self)}, the entries", "undo")
        left = len(self) - number
        del self._entries[left:], self._positions[left + 1 :]
        self._digests = {at: told for at, told in self._digests.items() if at <= left}
        return self.position

    def _note(self, entry: Entry, later: Position) -> None:
        self._entries.append(entry)
        self._positions.append(later)
        if len(self) % self.every == 0:
            self._digests[len(self)] = digest(later)

    # --- in and out -----------------------------------------------------------------

    def text(self) -> str:
        """Return the record as it stands in a file (docs/records.md)."""
        digests = {**self._digests, len(self): digest(self.position)}
        lines = [self._header().text()]
        for number in range(len(self) + 1):
            if number:
                lines.append(self._entries[number - 1].text())
            if number in digests:
                lines.append(written.hash_text(digests[number], number))
        return "".join(f"{line}\n" for line in lines)

    def _header(self) -> Header:
        """Say where the game begins: a scenario if it is one, or else the whole position."""
        if self._head is not None:
            return self._head
        start = self.start
        name = start.scenario_name
        known = games.find_scenario(f"{start.game}/{name}") if name else None
        told = Header(start.game, every=self.every, note=self.note)
        if known is not None and games.game(start.game).scenario(known.name) == start:
            return replace(told, scenario=known.name)
        allow = tuple(dict.fromkeys(code for code, _, _ in start.allowed))
        return replace(told, setup=json.loads(start.to_json()), allow=allow)

    def save(self, path: str | Path) -> None:
        """Write the record, whole or not at all; lines that are there already stay as they are.

        Raises:
            BadInput: It cannot be written there, or the file there is another, or has been changed
                since it was read.
        """
        there = read_bytes(path) if Path(path).is_file() else None
        if there is not None and there != self._read:
            what = "is another file" if self._read is None else "has changed since it was read"
            raise bad_input(f"{what}, and is not written over", str(path))
        self._digests[len(self)] = digest(self.position)
        content = self.text().encode()
        # What is packed stays so; no time is noted in it, so that the same game is the same file.
        if (there or b"").startswith(b"\x1f\x8b") or Path(path).suffix == ".gz":
            content = gzip.compress(content, mtime=0)
        write_atomic(path, content)
        self._read = content

    @classmethod
    def load(cls, path: str | Path, data: str | None = None) -> "Record":
        """Read a record and play it again, to go on with it.

        Args:
            path: The file, or `-` for standard input.
            data: A folder with an owner's own tables, or None for the shipped ones.

        Raises:
            BadInput: It cannot be read, or cannot be played as it says: then `replay` says more.
        """
        found = cls.again(read_bytes(path), _called(path), data)
        if found.difference is not None:
            where = f"{_called(path)} line {found.difference.line}"
            raise bad_input(f"cannot be gone on with: {found.difference}", where)
        return found.record

    # --- playing again --------------------------------------------------------------

    @classmethod
    def again(
        cls,
        content: bytes,
        name: str,
        data: str | None = None,
        to: int | None = None,
        *,
        verify: bool = False,
    ) -> "Replay":
        """Play again what a file holds; `replay` says what the arguments are.

        Raises:
            BadInput: As `replay`.
            InvalidSetup: As `replay`.
        """
        header, lines = written.read(content, name)
        total = sum(line.entry is not None for line in lines)
        if to is not None and not 0 <= to <= total:
            raise bad_input(f"'{to}' is not between 0 and {total}, the entries", "to")
        record = cls(_start(header, name, data), every=header.every, note=header.note)
        compared, sealed, difference = 0, False, None
        for line in lines:
            if line.entry is None:
                sealed, difference = True, record._compare(line)
                compared += 1
            elif len(record) == to:
                break
            else:
                sealed, difference = False, record._follow(line, line.entry, name, verify)
            if difference is not None:
                break
        record._head = header
        if difference is None and len(record) == total:
            record._read = content
        return Replay(record, total, compared, difference, sealed)

    def _compare(self, line: RecordLine) -> "Difference | None":
        """Compare a digest with that of the position here."""
        expected, came = str(line.hash), digest(self.position)
        self._digests[len(self)] = came
        if came == expected:
            return None
        return Difference(len(self), line.number, "hash", expected, came)

    def _follow(
        self, line: RecordLine, entry: Entry, name: str, verify: bool
    ) -> "Difference | None":
        """Play an entry; None if it came as the record says."""
        now, number = self.position, len(self) + 1

        def differs(what: str, expected: object, came: object) -> Difference:
            return Difference(number, line.number, what, str(expected), str(came))

        try:
            if entry.set is not None:
                later = now.with_change(setup=entry.set)
            elif entry.suppose is not None:
                later = now.suppose(**entry.suppose)
            else:
                asked = now.decision
                by = asked.side or _NOBODY
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
            raise _at(problem, f"{name} line {line.number}") from None
        self._note(entry, later)
        if verify:
            saved = later.with_change()
            # The hash of one is kept step by step, that of the other counted from scratch.
            if saved != later or hash(saved) != hash(later):
                return differs("saved", digest(later), digest(saved))
        return None


def _entry(before: Position, step: Step[Position], note: str | None) -> Entry:
    if step.answer is None:
        return Entry(suppose=dict(step.supposed), note=note)
    asked = before.decision
    return Entry(step.answer, step.roll, asked.kind, asked.side or _NOBODY, note=note)


def _as_seen(before: Position, entry: Entry) -> Entry:
    """Return what may be told of an entry to a side that sees the position before it so."""
    told = replace(entry, note=None, set=entry.set and dict.fromkeys(entry.set))
    asked = before.decision
    plain = entry.answer is not None or entry.roll is not None
    if plain and asked.kind == CHANCE and asked.throw is None:
        return replace(told, answer=asked.outcomes[0].text, roll=None)
    return told


# --------------------------------------------------------------------------- playing again


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

    def __str__(self) -> str:
        at = f"entry {self.entry}" if self.entry else "the set-up"
        said = f"at {at}, {self.what}: the record says {self.expected}, {self.came} came"
        rules = [f"{each.text} ({each.rule})" for each in self.violations]
        return "\n".join([said, *rules])


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that was played again.

    Attributes:
        record: What was played of it, up to the first difference or to where it was to stop.
        entries: How many entries the record has.
        compared: How many digests of positions were compared.
        difference: The first difference, or None.
        sealed: Whether the digest after the last entry played was compared.
    """

    record: Record
    entries: int
    compared: int
    difference: Difference | None
    sealed: bool

    @property
    def ok(self) -> bool:
        """Whether all came as the record says."""
        return self.difference is None

    @property
    def position(self) -> AnyPosition:
        """The last position that came as the record says."""
        return self.record.position

    def as_json(self) -> dict[str, Any]:
        """Return what came as plain data."""
        return {
            "same": self.ok,
            "entries": self.entries,
            "played": len(self.record),
            "compared": self.compared,
            "sealed": self.sealed,
            "difference": None if self.difference is None else self.difference.as_json(),
            "hash": digest(self.position),
        }


def replay(
    source: str | Path,
    *,
    to: int | None = None,
    verify: bool = False,
    data: str | None = None,
) -> Replay:
    """Play a record again: every move is judged, every digest compared.

    Args:
        source: The record's file, or `-` for standard input.
        to: Stop after this entry; None for the last.
        verify: Save and load the position after every entry as well.
        data: A folder with an owner's own tables, or None for the shipped ones.

    Returns:
        What came of it, with the first difference if there is one.

    Raises:
        BadInput: The record cannot be read, or an answer of it makes no sense where it is given;
            the error names the line.
        InvalidSetup: What it begins from is no position.
    """
    return Record.again(read_bytes(source), _called(source), data, to, verify=verify)


def from_content(content: bytes, name: str, data: str | None) -> AnyPosition:
    """Return the position at the end of a record.

    Raises:
        BadInput: As `Record.load`.
    """
    found = Record.again(content, name, data)
    if found.difference is not None:
        raise bad_input(str(found.difference), f"{name} line {found.difference.line}")
    return found.position


def _called(source: str | Path) -> str:
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
