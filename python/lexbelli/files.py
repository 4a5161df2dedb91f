"""Reading files with a limit, and writing them whole or not at all."""

import gzip
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from lexbelli.errors import BadInput, bad_input

__all__ = [
    "MAX_POSITION_BYTES",
    "MAX_RECORD_BYTES",
    "drafted",
    "read_bytes",
    "read_lines",
    "write_atomic",
]

MAX_POSITION_BYTES: Final = 64 * 1024 * 1024
MAX_RECORD_BYTES: Final = 8 * 1024 * 1024


def read_bytes(path: str | Path, limit: int = MAX_POSITION_BYTES) -> bytes:
    """Read a whole file, or standard input if `path` is `-`.

    Args:
        path: The file, or `-`.
        limit: The number of bytes above which the file is refused; nothing beyond it is read.

    Raises:
        BadInput: The file cannot be read or is larger than the limit.
    """
    if str(path) == "-":
        return _limited(sys.stdin.buffer, "standard input", limit)
    file = Path(path)
    try:
        with file.open("rb") as stream:
            if os.fstat(stream.fileno()).st_size > limit:
                raise _too_large(str(path), limit)
            return _limited(stream, str(path), limit)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def read_lines(path: str | Path, limit: int = MAX_RECORD_BYTES) -> Iterator[tuple[int, bytes]]:
    """Read a text file line by line, unpacking gzip where the file is packed.

    Yields:
        The number of each line that is not blank, counted from 1, and the line.

    Raises:
        BadInput: The file cannot be read, the packing is damaged, or a line exceeds the limit.
    """
    try:
        with Path(path).open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            stream = gzip.GzipFile(fileobj=raw) if packed else raw
            number = 0
            while line := stream.readline(limit + 1):
                number += 1
                if len(line) > limit:
                    raise _too_large(f"{path} line {number}", limit)
                if line.strip():
                    yield number, line
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise bad_input(f"the gzip data is damaged: {error}", str(path)) from None
    except OSError as error:
        raise _unreadable(path, error) from None


def write_atomic(path: str | Path, data: str | bytes) -> None:
    """Write a file so that it is either the old one or the whole new one.

    Raises:
        BadInput: The file cannot be written there.
    """
    target = Path(path)
    content = data.encode() if isinstance(data, str) else data
    try:
        if target.exists() and not target.is_file():  # a device or a pipe is written through
            target.write_bytes(content)
            return
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise _unwritable(path, error) from None
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        draft.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise _unwritable(path, error) from None
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@contextmanager
def drafted(path: str | Path) -> Iterator[Path]:
    """Give a file to write that takes its name when it is whole; its ending is the same.

    Raises:
        BadInput: The file cannot be written there.
    """
    target = Path(path)
    draft = target.with_name(f".{target.stem}.{os.getpid()}{target.suffix}")
    try:
        yield draft
        draft.replace(target)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        draft.unlink(missing_ok=True)


def _limited(stream: BinaryIO, name: str, limit: int) -> bytes:
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise _too_large(name, limit)
    return data


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _too_large(name: str, limit: int) -> BadInput:
    size = f"{limit // 1024**2} MB" if limit >= 1024**2 else f"{limit} bytes"
    return bad_input(f"larger than the {size} allowed", name)


def _unreadable(path: str | Path, error: OSError | ValueError) -> BadInput:
    return bad_input(f"cannot be read: {getattr(error, 'strerror', None) or error}", str(path))


def _unwritable(path: str | Path, error: OSError) -> BadInput:
    return bad_input(f"cannot be written: {error.strerror or error}", str(path))
