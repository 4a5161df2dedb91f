"""Making a plan: every file and every column is looked at before anything is judged."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from lexbelli import _core, files, games
from lexbelli.batch import bulk_of
from lexbelli.errors import BadInput, bad_input
from lexbelli.names import nearest, resolve
from lexbelli.runs import formats
from lexbelli.runs.answering import Answerer
from lexbelli.runs.plan import POSITIONS, Input, Plan
from lexbelli.runs.questions import Question

__all__ = ["made"]

_MOST_ROWS: Final = 1 << 20
# Names of columns that every answer has, and verdicts even if nobody asks for them.
_TAKEN: Final = ("file", "row", "error")
_TAKEN_BY_VERDICTS: Final = ("legal", "rules", "codes", "witnesses")
# Lines of a JSON Lines file that are looked at for the fields it has.
_PEEKED: Final = 100


def made(
    given: Sequence[str],
    output: str | None,
    asked: Question,
    *,
    settings: Mapping[str, bool | int | float | None],
    positions: str | None,
    points: Mapping[str, int | None],
    game: str | None,
    data: str | None,
    allow: Sequence[str],
    keep: Sequence[str],
    input_format: str | None,
    output_format: str | None,
    chunk: int | None,
) -> Plan:
    """Make a plan, and look at every file that it needs.

    Raises:
        BadInput: A file cannot be read or lacks a column, a file is there twice, a name of a
            column to keep is one of the answer's, an option has no such value.
    """
    chunk = asked.chunk if chunk is None else chunk
    if not 1 <= chunk <= _MOST_ROWS:
        raise bad_input(f"'{chunk}' is not between 1 and {_MOST_ROWS}", "chunk")
    if input_format is not None:
        input_format = resolve(input_format, formats.FORMATS, "format")
    output_format = _told(output, output_format)
    _distinct(given)
    told = [name for name, _ in asked.told] or _TAKEN_BY_VERDICTS
    for name in keep:
        _free(name, (*_TAKEN, *told))
    rules = games.game(game)
    # What is wrong with an option is told before files are looked at.
    bulk_of(rules, None, data, allow, **points)
    inputs = tuple(Input.seen(path, input_format) for path in given)
    places = None if positions is None else _positions(positions)
    plan = Plan(
        version=_core.__version__,
        game=rules.name,
        question=asked.name,
        settings={**asked.settings, **settings},
        inputs=inputs,
        positions=places,
        single=places is not None and _single(places),
        points={name: number for name, number in points.items() if number is not None},
        data=data,
        tables=_tables(data),
        allow=tuple(allow),
        keep=tuple(dict.fromkeys(keep)),
        format=output_format or inputs[0].format,
        chunk=chunk,
    )
    _checked(plan)
    return plan


def _told(output: str | None, output_format: str | None) -> str | None:
    """Return the format of the output as it is told, or as its name ends."""
    if output_format is not None:
        return resolve(output_format, formats.FORMATS, "format")
    if output is None or formats.is_pipe(output):
        return None
    if (found := formats.of_name(output)) is None:
        raise formats.unnamed(output, "format")
    return found


def _distinct(given: Sequence[str]) -> None:
    if not given:
        raise bad_input("at least one is needed", "files")
    seen = set()
    for path in given:
        real = path if path == formats.PIPE else os.path.realpath(path)
        if real in seen:
            raise bad_input(f"'{path}' is given twice", "files")
        seen.add(real)


def _positions(path: str) -> Input:
    if path == formats.PIPE:
        raise bad_input("cannot come through a pipe; write them to a file first", "positions")
    return Input.seen(path, None)


def _single(positions: Input) -> bool:
    """Look at a file of positions: has it but one?"""
    if positions.is_pipe:
        return False
    few = _core.TableReader(positions.path, positions.format, POSITIONS).next(2)
    return few is not None and few.num_rows == 1


def _tables(data: str | None) -> str:
    """Return what tells whether the tables of a folder are still the same."""
    if data is None:
        return ""
    try:
        found = sorted((each.name, each.stat()) for each in Path(data).iterdir() if each.is_file())
    except OSError as error:
        raise bad_input(f"cannot be read: {error.strerror or error}", data) from None
    return " ".join(f"{name}:{about.st_size}:{about.st_mtime_ns}" for name, about in found)


def _free(name: str, taken: Sequence[str]) -> None:
    if name in taken:
        raise bad_input(f"the answer has a column '{name}' of its own", "keep")


def _checked(plan: Plan) -> None:
    """Look whether the columns are there, and of types that can be judged."""
    columns = {}
    # Which positions rows name is no matter for that, and they may be many.
    answerer = Answerer(replace(plan, positions=None))
    for number, given in enumerate(plan.inputs):
        if given.is_pipe:
            continue
        reader = plan.open(number)
        if given.format == "jsonl":
            _peek(plan, given.path)
        empty, _ = answerer.answered(None, reader.nothing(), 0)
        names = empty.column_names
        for name in plan.keep:
            if names.count(name) > 1:
                _free(name, [name])
        columns[given.path] = _core.column_types(empty)
    if plan.format in formats.TEXT:
        return
    for name in plan.keep:
        kinds = {types.get(name): path for path, types in columns.items()}
        if len(kinds) > 1:
            told = ", ".join(f"{kind} in '{path}'" for kind, path in kinds.items())
            raise bad_input(
                f"column '{name}' is not of one type: {told}; --format jsonl can hold both", "keep"
            )


def _peek(plan: Plan, path: str) -> None:
    """Look whether the first lines of a file of JSON have the fields that all should have."""
    names: dict[str, None] = {}
    lines = 0
    try:
        for _, line in islice(files.read_lines(path), _PEEKED):
            lines += 1
            row = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
            names.update(dict.fromkeys(row if isinstance(row, dict) else ()))
    except (BadInput, ValueError, RecursionError):
        # What is wrong with a line is told as that row's error.
        return
    wanted = [name for name, _, required in plan.wanted if required]
    for name in wanted:
        if not names or name in names:
            continue
        near = nearest(name, [other for other in names if other not in wanted])
        # A field to keep may be rare; it is missed only where another looks like it.
        if name in plan.keep and near is None and lines == _PEEKED:
            continue
        shown = ", ".join(list(names)[:20])
        raise bad_input(
            f"there is no such field; the rows have: {shown}", f"{path} field {name}", near
        )
