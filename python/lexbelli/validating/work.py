"""The folder in which a run keeps what it has finished, chunk by chunk."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final
from uuid import uuid4

from lexbelli import files
from lexbelli._core import Table, TableWriter, rewrite_tables
from lexbelli.errors import BadInput, bad_input
from lexbelli.validating.plan import Plan

__all__ = ["TOKEN", "Done", "Work"]

# What the workers of a cluster look for before they write.
TOKEN: Final = "cluster"
_PLAN: Final = "plan.json"
# Formats whose pieces, put one after the other, are the whole.
_TEXT: Final = ("jsonl", "csv")
_COPIED: Final = 1 << 20


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

    Args:
        output: The file that is to be made in the end.
    """

    def __init__(self, output: str) -> None:
        self.output = Path(output)
        self.folder = self.output.with_name(f"{self.output.name}.partial")
        self._lock: IO[bytes] | None = None

    def begin(self, plan: Plan, resume: bool, restart: bool) -> None:
        """Make the folder, or go on with the one that is there.

        Raises:
            BadInput: There is an unfinished run that is not to be gone on with, or is one of other
                files or options, or is still going on; or the folder cannot be written.
        """
        try:
            if restart and self.folder.exists():
                self._hold()
                shutil.rmtree(self.folder)
            if self.folder.exists():
                if not resume:
                    raise bad_input(
                        f"an unfinished run lies in '{self.folder}': go on with --resume, or begin "
                        "anew with --restart",
                        str(self.output),
                    )
                self._hold()
                self._same(plan)
                # Workers may outlive their run for a moment.
                (self.folder / TOKEN).unlink(missing_ok=True)
                return
            self.folder.mkdir()
            self._hold()
            files.write_atomic(self.folder / _PLAN, plan.text())
        except OSError as error:
            raise _unwritable(self.folder, error) from None

    def _hold(self) -> None:
        """Keep other runs away for as long as this one lives."""
        self._lock = (self.folder / "lock").open("wb")
        if not _hold(self._lock):
            raise bad_input(f"another run is at work in '{self.folder}'", "resume")

    def _same(self, plan: Plan) -> None:
        try:
            before = Plan.read((self.folder / _PLAN).read_text())
        except FileNotFoundError:
            # It was stopped before anything was judged.
            files.write_atomic(self.folder / _PLAN, plan.text())
            return
        except ValueError:
            raise bad_input("is damaged; begin anew with --restart", str(self.folder)) from None
        if differences := before.differences(plan):
            what = ", ".join(differences)
            raise bad_input(
                f"the unfinished run in '{self.folder}' had other {what}; begin anew with "
                "--restart, or give what it had",
                "resume",
            )

    def done(self, number: int) -> Iterator[Done]:
        """Yield the finished chunks of a file, in order, up to the first that is missing."""
        at, row = 0, 0
        while (found := self.find(number, at, row)) is not None:
            yield found
            if found.rows == 0:
                return
            at, row = at + 1, found.next_row

    def find(self, number: int, at: int, row: int) -> Done | None:
        """Return a finished chunk of a file, or the mark of its end, if it begins at this row.

        Raises:
            BadInput: What is written of it cannot be read.
        """
        record = self._path(number, at, "json")
        try:
            done = Done(**json.loads(record.read_text()))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError):
            raise bad_input("is damaged; begin anew with --restart", str(record)) from None
        if done.bytes and _size(self._path(number, at, "rows")) != done.bytes:
            # Whoever took it away or cut it short: it is judged again.
            return None
        # Engines do not cut all files alike: a chunk may lie beyond one that was cut anew.
        begins = done.first_row if done.rows else done.next_row
        return done if begins == row else None

    def keep(self, plan: Plan, done: Done, *tables: Table) -> Done:
        """Write a chunk, so that it is there whole or not at all; no table = only that it is done.

        Raises:
            BadInput: It cannot be written.
        """
        try:
            if tables:
                path = self._path(done.input, done.number, "rows")
                # Two workers of a cluster may be at the same chunk if one was thought dead.
                draft = path.with_suffix(f".{uuid4().hex}")
                writer = TableWriter(str(draft), _piece(plan.format))
                for table in tables:
                    writer.write(table)
                writer.finish()
                draft.replace(path)
                done = Done(**{**asdict(done), "bytes": path.stat().st_size})
            files.write_atomic(
                self._path(done.input, done.number, "json"), json.dumps(asdict(done))
            )
        except OSError as error:
            raise _unwritable(self.folder, error) from None
        return done

    def finish(self, plan: Plan) -> None:
        """Put the output together, give it its name, and take the folder away.

        Raises:
            BadInput: It cannot be written; the folder stays.
        """
        draft = self.folder / "whole"
        pieces = [
            self._path(number, done.number, "rows")
            for number in range(len(plan.inputs))
            for done in self.done(number)
            if done.bytes
        ]
        try:
            if plan.format in _TEXT:
                _concatenate(pieces, draft, heads=plan.format == "csv")
            else:
                rewrite_tables([str(piece) for piece in pieces], str(draft), plan.format)
            draft.replace(self.output)
            shutil.rmtree(self.folder)
        except OSError as error:
            raise _unwritable(self.output, error) from None
        self.release()

    def release(self) -> None:
        """Let other runs at the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _path(self, number: int, at: int, kind: str) -> Path:
        return self.folder / f"{number:05}-{at:08}.{kind}"


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


def _piece(form: str) -> str:
    return form if form in _TEXT else "arrows"


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def _concatenate(pieces: list[Path], draft: Path, heads: bool) -> None:
    with draft.open("wb") as whole:
        for number, path in enumerate(pieces):
            with path.open("rb") as piece:
                if heads and number:
                    piece.readline()
                shutil.copyfileobj(piece, whole, _COPIED)
        whole.flush()
        os.fsync(whole.fileno())


def _unwritable(path: Path, error: OSError) -> BadInput:
    return bad_input(f"cannot be written: {error.strerror or error}", str(path))
