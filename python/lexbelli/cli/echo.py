"""Printing: everything that reaches a terminal goes through here, and does nothing to it."""

import errno
import io
import os
import sys
from contextlib import suppress
from typing import Any, Final

import click

from lexbelli.names import printable

__all__ = ["echo", "forget_output", "safe_streams"]

# What the environment says of a terminal's size: nonsense counts as nothing.
_SIZES: Final = ("COLUMNS", "LINES")
_WIDEST: Final = 10_000


def echo(text: object = "", *, nl: bool = True, err: bool = False, **style: Any) -> None:
    """Print a text in a style, as `click.secho`; control characters of it are told, not sent."""
    said = printable(str(text))
    if not err:
        click.secho(said, sys.stdout, nl=nl, **style)
        return
    # Where nobody can be told what is wrong, the exit code still says it.
    with suppress(OSError, ValueError):
        click.secho(said, sys.stderr, nl=nl, **style)


def safe_streams() -> None:
    """See to it that there are streams for output, which take any letter, and have some width."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            # No file that is opened later may be taken for it.
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, _Closed())
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    for name in _SIZES:
        given = os.environ.get(name, "")
        if given and not (given.isascii() and given.isdigit() and 0 < int(given[:9]) <= _WIDEST):
            del os.environ[name]


def forget_output() -> None:
    """Let nothing more be written that has failed to be written once."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                with suppress(OSError, ValueError):
                    os.dup2(nowhere, stream.fileno())


class _Closed(io.TextIOBase):
    """A stream for output that was closed before we began."""

    @property
    def closed(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, "is closed", "standard output")
