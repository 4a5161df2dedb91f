"""Reading files with a limit, and writing them whole or not at all.

Every file of a stranger comes in by one of these: no more than a limit is read or unpacked, the
byte order mark that some editors write is passed over, and what is no text, no JSON or no TOML is
`BadInput`.
"""

import gzip
import io
import json
import os
import sys
import tempfile
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

from lexbelli.errors import BadInput, bad_input

__all__ = [
    "MAX_POSITION_BYTES",
    "MAX_RECORD_BYTES",
    "drafted",
    "json_of",
    "package_words",
    "read_bytes",
    "read_content",
    "read_lines",
    "read_text",
    "text_of",
    "toml_of",
    "unpacked",
    "write_atomic",
]

MAX_POSITION_BYTES: Final = 64 * 1024 * 1024
MAX_RECORD_BYTES: Final = 8 * 1024 * 1024
_BOM: Final = b"\xef\xbb\xbf"
_GZIP: Final = b"\x1f\x8b"
# No number of ours needs more; what has more would not fit into a word of the core.
_MOST_BITS: Final = 63
# Letters of a file's name that are told.
_MOST_NAME: Final = 300
# A packed file of lines may hold any amount of them, but not one byte repeated without end.
_MOST_LIKELY: Final = 500
_MOST_BLANK: Final = 1_000_000
_SMALL: Final = 16 * 1024 * 1024


def read_text(path: str | Path, limit: int = MAX_POSITION_BYTES) -> str:
    """Read a text file, packed or not, or standard input if `path` is `-`.

    Args:
        path: The file, or `-`.
        limit: The number of bytes, unpacked, above which it is refused.

    Raises:
        BadInput: The file cannot be read, is too large, or is no UTF-8 text.
    """
    return text_of(read_content(path, limit), _named(path))


def read_content(path: str | Path, limit: int = MAX_POSITION_BYTES) -> bytes:
    """Read a file, unpacked if it is packed and without a byte order mark; `-` is standard input.

    Args:
        path: The file, or `-`.
        limit: The number of bytes, packed or not, above which it is refused.

    Raises:
        BadInput: The file cannot be read, is too large, or its packing is damaged.
    """
    return unpacked(read_bytes(path, limit), _named(path), limit)


def unpacked(content: bytes, name: str, limit: int = MAX_POSITION_BYTES) -> bytes:
    """Return what bytes hold: unpacked if they are packed, and without a byte order mark.

    Args:
        content: The bytes.
        name: What they are called in errors.
        limit: The number of bytes above which it is refused; nothing beyond it is unpacked.

    Raises:
        BadInput: It is larger than the limit, or the packing is damaged.
    """
    if content.startswith(_GZIP):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
                content = stream.read(limit + 1)
        except (EOFError, OSError, zlib.error) as error:
            raise bad_input(f"the gzip data is damaged: {error}", name) from None
        if len(content) > limit:
            raise _too_large(f"{name}, unpacked", limit)
    return content.removeprefix(_BOM)


def text_of(content: bytes, name: str) -> str:
    """Return bytes as text, without a byte order mark.

    Raises:
        BadInput: They are no UTF-8 text.
    """
    try:
        return content.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise bad_input(f"is no UTF-8 text: {error.reason} in line {line}", name) from None


def json_of(content: bytes | str, name: str) -> Any:
    """Return what a JSON text says: no key twice, whole numbers of at most 63 bits, no NaN.

    Raises:
        BadInput: It is no such JSON; the error names what is wrong.
    """
    text = content if isinstance(content, str) else text_of(content, name)
    try:
        found = json.loads(
            text,
            object_pairs_hook=_once,
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=_no_number,
        )
        # Half a letter can be written as \ud800, but is no text.
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise bad_input("is nested too deeply", name) from None
    except UnicodeEncodeError:
        raise bad_input("holds half a letter (a lone surrogate), which is no text", name) from None
    except json.JSONDecodeError as error:
        raise bad_input(f"is no JSON: {error}", name) from None
    except ValueError as error:
        raise bad_input(str(error), name) from None
    return found


def toml_of(text: str, name: str) -> dict[str, Any]:
    """Return what a TOML text says: whole numbers of at most 63 bits, no NaN, no dates.

    Raises:
        BadInput: It is no such TOML; the error names what is wrong.
    """
    try:
        found = tomllib.loads(text.removeprefix("\ufeff"), parse_float=_fraction)
        _plain(found)
    except RecursionError:
        raise bad_input("is nested too deeply", name) from None
    except tomllib.TOMLDecodeError as error:
        raise bad_input(f"is no TOML: {error}", name) from None
    except ValueError as error:
        said = "a number has too many digits" if "digits" in str(error) else str(error)
        raise bad_input(said, name) from None
    return found


def _plain(value: Any) -> None:
    """Refuse what JSON does not know, and numbers that are too large."""
    if isinstance(value, dict):
        for each in value.values():
            _plain(each)
    elif isinstance(value, list):
        for each in value:
            _plain(each)
    elif isinstance(value, int):
        _fitting(value)
    elif not isinstance(value, str | float):
        said = f"'{value}' is a date or a time, which nothing here is"
        raise ValueError(said)


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) != len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        said = f"'{twice[:80]}' stands twice"
        raise ValueError(said)
    return content


def _whole(digits: str) -> int:
    if len(digits) > 20:
        said = f"the number {digits[:20]}... has too many digits"
        raise ValueError(said)
    return _fitting(int(digits))


def _fitting(number: int) -> int:
    if number.bit_length() > _MOST_BITS:
        said = "a number has too many digits" if number.bit_length() > 200 else ""
        raise ValueError(said or f"the number {number} is too large")
    return number


def _fraction(text: str) -> float:
    number = float(text)
    if number - number != 0:
        _no_number(text)
    return number


def _no_number(text: str) -> NoReturn:
    said = f"'{text}' is no number"
    raise ValueError(said)


def read_bytes(path: str | Path, limit: int = MAX_POSITION_BYTES) -> bytes:
    """Read a whole file, or standard input if `path` is `-`.

    Args:
        path: The file, or `-`.
        limit: The number of bytes above which the file is refused; nothing beyond it is read.

    Raises:
        BadInput: The file cannot be read or is larger than the limit.
    """
    if str(path) == "-":
        if sys.stdin is None:
            raise bad_input("is closed", "standard input")
        try:
            return _limited(sys.stdin.buffer, "standard input", limit)
        except BadInput:
            raise
        except (OSError, ValueError) as error:
            raise _unreadable("standard input", error) from None
    try:
        with Path(path).open("rb") as stream:
            if os.fstat(stream.fileno()).st_size > limit:
                raise _too_large(str(path), limit)
            return _limited(stream, str(path), limit)
    except BadInput:
        raise
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
            packed = raw.peek(2).startswith(_GZIP)
            stream = io.BufferedReader(gzip.GzipFile(fileobj=raw)) if packed else raw
            most = max(_SMALL, _MOST_LIKELY * os.fstat(raw.fileno()).st_size)
            number = taken = blank = 0
            while line := stream.readline(limit + 1):
                number += 1
                taken += len(line)
                if packed and taken > most:
                    raise _too_large(f"{path}, unpacked", most)
                if number == 1:
                    line = line.removeprefix(_BOM)
                if len(line) > limit:
                    raise _too_large(f"{path} line {number}", limit)
                if line.strip():
                    yield number, line
                    continue
                blank += 1
                if blank > _MOST_BLANK:
                    raise bad_input(f"more than {_MOST_BLANK} lines are empty", str(path))
    except BadInput:
        raise
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise bad_input(f"the gzip data is damaged: {error}", str(path)) from None
    except (OSError, ValueError) as error:
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
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:80]}.", dir=target.parent)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        draft.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        draft.replace(target)
    except (OSError, ValueError) as error:
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
    # What somebody takes for a name may be the content of a file.
    name = str(path)
    name = name if len(name) <= _MOST_NAME else f"{name[:_MOST_NAME]} ..."
    return bad_input(f"cannot be read: {getattr(error, 'strerror', None) or error}", name)


def _unwritable(path: str | Path, error: OSError | ValueError) -> BadInput:
    return bad_input(f"cannot be written: {getattr(error, 'strerror', None) or error}", str(path))


def _named(path: str | Path) -> str:
    return "standard input" if str(path) == "-" else str(path)


@cache
def package_words(package: str) -> tuple[str, ...]:
    """Return the words of `action_words.txt` of a package, a line each."""
    text = resources.files(package).joinpath("action_words.txt").read_text("utf-8")
    return tuple(text.split())
