"""The folder in which a run keeps what it has finished, chunk by chunk."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import IO, Any, Final
from uuid import uuid4

from lexbelli import files
from lexbelli._core import Table, TableWriter, rewrite_tables
from lexbelli.errors import BadInput, bad_input
from lexbelli.runs import formats
from lexbelli.runs.plan import Plan

__all__ = ["TOKEN", "Done", "Work"]

# What the workers of a cluster look for before they write.
TOKEN: Final = "cluster"
_PLAN: Final = "plan.json"
_LOCK: Final = "lock"
_COPIED: Final = 1 << 20
_NO_NUMBERS: Final = ("mark", "summary")


@dataclass(frozen=True, slots=True)
class Done:
    """A chunk that has been judged and written.

    Attributes:
        number: Of the chunk in its file, from 0.
        input: The number of the file.
        first_row: Its first row, from 0.
        rows: How many it has; 0 marks the end of the file.
        mark: Where to go on.
        bytes: The size of what was written; 0 = nothing was.
        summary: What its verdicts have in common.
    """

    number: int
    input: int
    first_row: int
    rows: int
    mark: str
    bytes: int
    summary: dict[str, Any]

    @property
    def next_row(self) -> int:
        """The row after it, from 0; a block that lies about its rows may skip some."""
        return int(self.mark.partition("@")[0] or 0)


class Work:
    """A folder beside the output: the plan, and a pair of files for every finished chunk.

    The second file of a pair is written when the first is safe on the disk; without it the first
    counts for nothing. Only when all are there is the output put together, and takes its name.
    A folder without a plan holds nothing that counts.

    Args:
        output: The file that is to be made in the end.

    Raises:
        BadInput: There can be no such file.
    """

    def __init__(self, output: str) -> None:
        path = Path(output)
        if path.is_dir():
            message = f"'{output}' is a folder; the name of a file is needed"
            raise bad_input(message, "output")
        # What a link leads to is made anew, and not the link.
        self.output = Path(os.path.realpath(output)) if path.is_symlink() else path
        self.folder = self.output.with_name(f"{self.output.name}.partial")
        self._lock: IO[bytes] | None = None
        if not self.output.parent.is_dir():
            raise bad_input(f"there is no folder '{self.output.parent}'", output)

    def begin(self, plan: Plan, resume: bool, restart: bool) -> None:
        """Make the folder, or go on with the one that is there.

        Raises:
            BadInput: There is an unfinished run that is not to be gone on with, or is one of other
                files or options, or is still going on; or the folder cannot be written.
        """
        self._apart(plan)
        try:
            self._hold()
            started = (self.folder / _PLAN).exists() and self._kept()
            if started and not (resume or restart):
                raise bad_input(
                    f"an unfinished run lies in '{self.folder}': go on with --resume, or begin "
                    "anew with --restart",
                    str(self.output),
                )
            if started and not restart:
                self._same(plan)
                self._tidy()
                return
            self._clear()
            files.write_atomic(self.folder / _PLAN, plan.text())
        except OSError as error:
            raise _unwritable(self.folder, error) from None

    def _apart(self, plan: Plan) -> None:
        """Make sure that the output takes no file's place that is read."""
        read = [given.path for given in plan.inputs]
        if plan.positions is not None:
            read.append(plan.positions.path)
        for path in read:
            if path != formats.PIPE and os.path.realpath(path) == os.path.realpath(self.output):
                raise bad_input(f"'{path}' is read; the verdicts must go to another file", "output")

    def _hold(self) -> None:
        """Make the folder and keep other runs away from it for as long as this one lives."""
        while self._lock is None:
            self.folder.mkdir(exist_ok=True)
            try:
                lock = (self.folder / _LOCK).open("ab")
            except FileNotFoundError:
                # Another run has just finished, and taken it away.
                continue
            if not _hold(lock):
                lock.close()
                raise bad_input(f"another run is at work in '{self.folder}'", str(self.output))
            if _is(lock, self.folder / _LOCK):
                self._lock = lock
            else:
                lock.close()

    def _same(self, plan: Plan) -> None:
        try:
            change = plan.change((self.folder / _PLAN).read_text())
        except (ValueError, TypeError, KeyError, RecursionError):
            path = str(self.folder / _PLAN)
            raise bad_input("is damaged; begin anew with --restart", path) from None
        if change is not None:
            raise bad_input(
                f"the unfinished run in '{self.folder}' cannot be gone on with: {change}; begin "
                "anew with --restart, or give what it had",
                "resume",
            )

    def _tidy(self) -> None:
        """Stop workers of a cluster, which may outlive their run for a moment, and take drafts."""
        (self.folder / TOKEN).unlink(missing_ok=True)
        for draft in self.folder.glob("*.draft"):
            draft.unlink(missing_ok=True)

    def done(self, number: int) -> Iterator[Done]:
        """Yield the finished chunks of a file, in order, up to the first that is missing."""
        at = row = 0
        while (found := self.find(number, at, row)) is not None:
            yield found
            if found.rows == 0:
                return
            at, row = at + 1, found.next_row

    def find(self, number: int, at: int, row: int) -> Done | None:
        """Return a chunk of a file, or the mark of its end, if it is finished and begins at a row.

        What is damaged or cut short is not finished.
        """
        record = self._path(number, at, "json")
        try:
            done = _record(json.loads(record.read_bytes()))
        except (FileNotFoundError, ValueError, RecursionError):
            return None
        except OSError as error:
            raise _unreadable(record, error) from None
        if done is None or (done.input, done.number) != (number, at):
            return None
        if done.bytes and _size(self._path(number, at, "rows")) != done.bytes:
            return None
        # Engines do not cut all files alike: a chunk may lie beyond one that was cut anew.
        begins = done.first_row if done.rows else done.next_row
        return done if begins == row else None

    def keep(self, plan: Plan, done: Done, *tables: Table) -> Done:
        """Write a chunk, so that it is there whole or not at all; no table = only that it is done.

        Raises:
            BadInput: It cannot be written.
        """
        path = self._path(done.input, done.number, "rows")
        # Two workers of a cluster may be at the same chunk if one was thought dead.
        draft = path.with_suffix(f".{uuid4().hex}.draft")
        try:
            if tables:
                writer = TableWriter(str(draft), _piece(plan.format))
                for table in tables:
                    writer.write(table)
                writer.finish()
                size = draft.stat().st_size
                draft.replace(path)
                done = replace(done, bytes=size)
            record = self._path(done.input, done.number, "json")
            files.write_atomic(record, json.dumps(asdict(done)))
            _settle(self.folder)
        except OSError as error:
            raise _unwritable(path, error) from None
        finally:
            # On a full disk every byte is wanted.
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return done

    def finish(self, plan: Plan) -> None:
        """Put the output together, give it its name, and take the folder away.

        Raises:
            BadInput: It cannot be written, or a chunk is gone; the folder stays.
        """
        draft = self.folder / "whole"
        pieces = list(self._pieces(plan))
        try:
            if plan.format in formats.TEXT:
                _concatenate(pieces, draft, heads=plan.format == "csv")
            else:
                rewrite_tables([str(piece) for piece in pieces], str(draft), plan.format)
            if self.output.exists():
                draft.chmod(self.output.stat().st_mode & 0o7777)
            draft.replace(self.output)
            _settle(self.output.parent)
            self._clear()
            (self.folder / _LOCK).unlink()
            self.folder.rmdir()
        except OSError as error:
            raise _unwritable(self.output, error) from None
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)

    def _pieces(self, plan: Plan) -> Iterator[Path]:
        for number, given in enumerate(plan.inputs):
            done = None
            for done in self.done(number):
                if done.bytes:
                    yield self._path(number, done.number, "rows")
            if done is None or done.rows:
                at = 0 if done is None else done.number + 1
                name = self._path(number, at, "rows").name
                raise bad_input(f"'{name}' of '{given.path}' is gone", str(self.folder))

    def leave(self) -> bool:
        """Let other runs at the folder; tell whether there is something in it to go on with."""
        if self._lock is None:
            return False
        kept = self._kept()
        with suppress(OSError):
            if not kept:
                self._clear()
                (self.folder / _LOCK).unlink(missing_ok=True)
                self.folder.rmdir()
        self._lock.close()
        self._lock = None
        return kept

    def _kept(self) -> bool:
        """Tell whether any chunk has been finished."""
        return any(self.folder.glob("*-*.json"))

    def _clear(self) -> None:
        """Take everything away but the lock; first the plan, without which nothing counts."""
        (self.folder / _PLAN).unlink(missing_ok=True)
        for path in self.folder.iterdir():
            if path.name == _LOCK:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()

    def _path(self, number: int, at: int, kind: str) -> Path:
        return self.folder / f"{number:05}-{at:08}.{kind}"


def _record(found: Any) -> Done | None:
    """Return a record; None if it does not hold what it should."""
    if not isinstance(found, dict) or found.keys() != {each.name for each in fields(Done)}:
        return None
    summary = found["summary"]
    sound = (
        isinstance(found["mark"], str)
        and isinstance(summary, dict)
        and summary.keys() == {"all", "by", "rules"}
        and all(isinstance(value, int) for name, value in found.items() if name not in _NO_NUMBERS)
    )
    return Done(**found) if sound else None


def _hold(file: IO[bytes]) -> bool:
    """Hold a file as long as it is open; False if somebody else does."""
    if sys.platform == "win32":  # pragma: no cover
        return True
    import fcntl  # noqa: PLC0415 - there is none on Windows

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is(file: IO[bytes], path: Path) -> bool:
    """Tell whether an open file is still the one of that name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _piece(form: str) -> str:
    return form if form in formats.TEXT else "arrows"


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def _settle(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    if sys.platform == "win32":  # pragma: no cover
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        # Some file systems have nothing to wait for, and say that this is no file.
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def _concatenate(pieces: list[Path], draft: Path, heads: bool) -> None:
    with draft.open("wb") as whole:
        for number, path in enumerate(pieces):
            with path.open("rb") as piece:
                if heads and number:
                    _skip_head(piece)
                shutil.copyfileobj(piece, whole, _COPIED)
        whole.flush()
        os.fsync(whole.fileno())


def _skip_head(piece: IO[bytes]) -> None:
    """Pass over the names of the columns, in which there may be quoted ends of lines."""
    marks = 0
    while line := piece.readline():
        marks += line.count(b'"')
        if marks % 2 == 0:
            return


def _unwritable(path: Path, error: OSError) -> BadInput:
    return bad_input(f"cannot be written: {error.strerror or error}", str(path))


def _unreadable(path: Path, error: OSError) -> BadInput:
    return bad_input(f"cannot be read: {error.strerror or error}", str(path))
