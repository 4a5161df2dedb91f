"""Formats of files, and which of them a name stands for."""

import os
import stat
from pathlib import Path
from typing import Final

from lexbelli.errors import BadInput, bad_input
from lexbelli.names import nearest

__all__ = ["FORMATS", "PIPE", "TEXT", "is_pipe", "of_name", "unnamed"]

PIPE: Final = "-"
FORMATS: Final = ("jsonl", "csv", "parquet", "arrow", "arrows")
# Formats that people can read, and whose pieces, put one after the other, are the whole.
TEXT: Final = ("jsonl", "csv")
_ENDINGS: Final = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".arrows": "arrows",
}


def of_name(path: str) -> str | None:
    """Return the format a file's name ends in; None if the ending says nothing."""
    return _ENDINGS.get(Path(path).suffix.lower())


def unnamed(path: str, option: str) -> BadInput:
    """Make the error that says that a name does not tell the format.

    Args:
        path: The name.
        option: The option that can.
    """
    known = " ".join(_ENDINGS)
    near = nearest(Path(path).suffix, _ENDINGS) if Path(path).suffix else None
    return bad_input(
        f"the name does not say what format the file has; known endings are {known}, or give "
        f"--{option}",
        path,
        near,
    )


def is_pipe(path: str) -> bool:
    """Tell whether what is read from, or written to, passes and is gone: no regular file."""
    if path == PIPE:
        return True
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - it may be no path of a file at all
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
