"""Records of games: a set-up, every answer to it and all that chance did (docs/records.md)."""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lexbelli import capabilities, games
from lexbelli.chance import GivenRoll
from lexbelli.errors import bad_input
from lexbelli.files import read_bytes, write_atomic
from lexbelli.moves import GivenMove
from lexbelli.position import AnyPosition, Position, Step
from lexbelli.record import format as written
from lexbelli.record.format import EVERY, Entry, Header
from lexbelli.record.playback import NOBODY, Difference, Playback, Played, called, digest
from lexbelli.record.sight import in_sight

__all__ = ["Difference", "Record", "Replay", "digest", "replay"]


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

    def position_after(self, entries: int) -> AnyPosition:
        """Return the position after so many entries, 0 for the start.

        Raises:
            BadInput: There are not so many.
        """
        if not 0 <= entries <= len(self):
            raise bad_input(f"'{entries}' is not between 0 and {len(self)}, the entries", "step")
        return self._positions[entries]

    def played(self, first: int = 1) -> Iterator[Played]:
        """Yield the entries from a number on, as `Playback` does; lines are those of no file."""
        around = zip(self._positions[first - 1 :], self._positions[first:], strict=False)
        for number, (entry, (before, after)) in enumerate(
            zip(self._entries[first - 1 :], around, strict=True), first
        ):
            yield Played(number, 0, entry, before, after)

    def seen_by(self, side: str) -> Iterator[tuple[Entry, AnyPosition]]:
        """Yield every entry and the position after it, as a side may know them.

        What was drawn out of its sight is not told, nor what was noted, nor orders to units that
        are hidden from it.

        Raises:
            BadInput: There is no such side, or nothing in the game is hidden.
        """
        now, before = self.start, capabilities.seen_by(self.start, side)
        for entry, later in zip(self.entries, self._positions[1:], strict=True):
            after = capabilities.seen_by(later, side)
            yield in_sight(entry, now, side, before, after).entry, after
            now, before = later, after

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

    def copy(self) -> "Record":
        """Return a record of the same game, which goes on by itself."""
        made = Record(self.start, every=self.every, note=self.note)
        made._positions, made._entries = list(self._positions), list(self._entries)
        made._digests = dict(self._digests)
        made._read, made._head = self._read, self._head
        return made

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
        found = cls.again(read_bytes(path), called(path), data)
        if found.difference is not None:
            where = f"{called(path)} line {found.difference.line}"
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
        playback = Playback(content, name, data, to, verify=verify)
        header = playback.header
        record = cls(playback.start, every=header.every, note=header.note)
        for played in playback:
            record._note(played.entry, played.after)
        record._digests |= playback.digests
        record._head = header
        if playback.ok and len(record) == playback.entries:
            record._read = content
        compared, difference = playback.compared, playback.difference
        return Replay(record, playback.entries, compared, difference, playback.sealed)


def _entry(before: Position, step: Step[Position], note: str | None) -> Entry:
    if step.answer is None:
        return Entry(suppose=dict(step.supposed), note=note)
    asked = before.decision
    return Entry(step.answer, step.roll, asked.kind, asked.side or NOBODY, note=note)


# --------------------------------------------------------------------------- playing again


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
    return Record.again(read_bytes(source), called(source), data, to, verify=verify)


def from_content(content: bytes, name: str, data: str | None) -> AnyPosition:
    """Return the position at the end of a record.

    Raises:
        BadInput: As `Record.load`.
    """
    found = Record.again(content, name, data)
    if found.difference is not None:
        raise bad_input(str(found.difference), f"{name} line {found.difference.line}")
    return found.position
