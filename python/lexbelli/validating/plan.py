"""What a run over files is to do, written down so that it can be gone on with."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, Self

from lexbelli import _core, games
from lexbelli._core import Table, TableReader
from lexbelli.errors import bad_input

__all__ = ["CHUNK", "Input", "Plan", "Wanted", "joined", "made"]

# Rows that are judged, and written, at once: what is lost if the machine stops.
CHUNK: Final = 65_536

# A column to be read: its name, its kind, and whether it must be there.
Wanted = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class Input:
    """A file of rows.

    Attributes:
        path: Its path, or `-`.
        format: Its format, as `TableReader` calls it.
        fingerprint: What tells whether it is still the same; empty for a pipe.
        rows: How many it has, if it knows.
        size: Its bytes, if it has a size.
    """

    path: str
    format: str
    fingerprint: str
    rows: int | None
    size: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """A run over files: everything its answer depends on.

    Attributes:
        version: Of Lex Belli; another one may judge otherwise.
        game: The game whose rules are asked.
        inputs: The files.
        positions: The file of positions that rows name.
        ops: The OPS there are to spend where a row does not say.
        data: A folder with an owner's own tables.
        allow: Codes of problems that positions may have.
        keep: The columns to keep.
        witnesses: Whether to tell the witnesses of what is broken.
        format: How the answer is written.
        chunk: Rows that are judged at once.
    """

    version: str
    game: str
    inputs: tuple[Input, ...]
    positions: Input | None
    ops: int | None
    data: str | None
    allow: tuple[str, ...]
    keep: tuple[str, ...]
    witnesses: bool
    format: str
    chunk: int

    def text(self) -> str:
        """Return the plan as JSON."""
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a plan.

        Raises:
            ValueError: It is none.
        """
        try:
            found = json.loads(text)
            inputs = tuple(Input(**each) for each in found.pop("inputs"))
            positions = found.pop("positions")
            positions = None if positions is None else Input(**positions)
            for name in ("allow", "keep"):
                found[name] = tuple(found[name])
            return cls(inputs=inputs, positions=positions, **found)
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError(str(error)) from None

    def differences(self, other: "Plan") -> list[str]:
        """Return what is not the same in another plan, by name."""
        mine, yours = asdict(self), asdict(other)
        return [name for name in mine if mine[name] != yours[name]]

    @property
    def wanted(self) -> list[Wanted]:
        """The columns to be read."""
        # Without a column of positions all rows share the only one there is.
        columns = [
            ("move", "text|list", True),
            ("position", "text|binary|integer|object", self.positions is None),
            ("ops", "integer", False),
        ]
        return [*columns, *((name, "any", True) for name in self.keep)]

    def open(self, number: int, mark: str | None = None) -> TableReader:
        """Open one of the files where a mark says, or at its beginning.

        Raises:
            BadInput: It cannot be read, or lacks a column.
        """
        given = self.inputs[number]
        return TableReader(given.path, given.format, self.wanted, mark)

    def bulk(self) -> games.Bulk:
        """Prepare to judge.

        Raises:
            BadInput: The positions that rows name cannot be read.
        """
        positions: Table | None = None
        if self.positions is not None:
            columns = [("position", "text|binary|object", True), ("id", "text|integer", False)]
            reader = TableReader(self.positions.path, self.positions.format, columns)
            positions = joined(reader, self.positions.path)
        return games.game(self.game).bulk(positions, self.ops, self.data, self.allow)

    def name_of(self, number: int) -> str | None:
        """Return what the answer calls a file: nothing if there is only one."""
        return self.inputs[number].path if len(self.inputs) > 1 else None


def made(
    files: Sequence[str],
    positions: str | None,
    *,
    game: str,
    ops: int | None,
    data: str | None,
    allow: Sequence[str],
    keep: Sequence[str],
    witnesses: bool,
    input_format: str | None,
    output_format: str,
    chunk: int,
) -> Plan:
    """Make a plan, and look at every file that it needs.

    Raises:
        BadInput: A file cannot be read or lacks a column, a file is there twice, a name of a
            column to keep is one of the answer's.
    """
    if not files:
        raise bad_input("at least one is needed", "files")
    for at, path in enumerate(files):
        if path in files[:at]:
            raise bad_input(f"'{path}' is given twice", "files")
    taken = {"file", "row", "legal", "rules", "codes", "witnesses", "error"}
    for name in keep:
        if name in taken:
            raise bad_input(f"the answer has a column '{name}' of its own", "keep")
    plan = Plan(
        version=_core.__version__,
        game=games.game(game).name,
        inputs=tuple(_seen(path, input_format, []) for path in files),
        positions=None if positions is None else _seen(positions, None, []),
        ops=ops,
        data=data,
        allow=tuple(allow),
        keep=tuple(dict.fromkeys(keep)),
        witnesses=witnesses,
        format=output_format,
        chunk=chunk,
    )
    # A pipe can be opened only once.
    seen = {
        given.path: _core.column_types(plan.open(number).nothing())
        for number, given in enumerate(plan.inputs)
        if given.path != "-"
    }
    for name in plan.keep:
        kinds = {types.get(name): path for path, types in seen.items()}
        if len(kinds) > 1:
            told = ", ".join(f"{kind} in '{path}'" for kind, path in kinds.items())
            raise bad_input(f"column '{name}' is not of one type: {told}", "keep")
    return plan


def joined(reader: TableReader, name: str) -> Table:
    """Read a whole file, which errors call by `name`.

    Raises:
        BadInput: A row of it cannot be read.
    """
    chunks = []
    while (chunk := reader.next(CHUNK)) is not None:
        if chunk.errors:
            errors = Table(chunk).column("error")
            row, error = next((row, error) for row, error in enumerate(errors, 1) if error)
            raise bad_input(f"row {chunk.first_row + row}: {error}", name)
        chunks.append(chunk)
    return _core.joined_tables(chunks)


def _seen(path: str, form: str | None, wanted: list[Wanted]) -> Input:
    if path == "-":
        if form is None:
            raise bad_input("a pipe does not say its format", "input-format", "jsonl")
        return Input("-", form, "", None, None)
    reader = TableReader(path, form, wanted)
    return Input(path, reader.format, reader.fingerprint, reader.rows, reader.size)
