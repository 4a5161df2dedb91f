"""What a run over files is to do, written down so that it can be gone on with."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from lexbelli import _core, games
from lexbelli._core import Table, TableReader
from lexbelli.batch import bulk_of
from lexbelli.errors import bad_input
from lexbelli.runs import formats
from lexbelli.runs.questions import Wanted, question

__all__ = ["POSITIONS", "Input", "Plan", "joined"]

# Rows that are read at once of a file that is read as a whole.
_AT_ONCE: Final = 65_536
POSITIONS: Final[list[Wanted]] = [
    ("position", "text|binary|object", True),
    ("id", "text|integer", False),
]


@dataclass(frozen=True, slots=True)
class Input:
    """A file of rows.

    Attributes:
        path: Its path, or `-`.
        format: Its format, as `TableReader` calls it.
        fingerprint: What tells whether it is still the same; empty for a pipe.
        size: Its bytes; None for a pipe.
        rows: How many it has, if it knows.
    """

    path: str
    format: str
    fingerprint: str
    size: int | None
    rows: int | None

    @classmethod
    def seen(cls, path: str, form: str | None) -> Self:
        """Look at a file; a pipe is left alone, since what is read from it is gone.

        Raises:
            BadInput: It cannot be read, or its format is not known.
        """
        if formats.is_pipe(path):
            form = form or formats.of_name(path)
            if form is None:
                name = "standard input" if path == formats.PIPE else path
                raise bad_input(
                    "a pipe does not say its format; give --input-format, one of "
                    f"{', '.join(formats.FORMATS)}",
                    name,
                )
            return cls(path, form, "", None, None)
        reader = TableReader(path, form, [])
        return cls(path, reader.format, reader.fingerprint, reader.size, reader.rows)

    @property
    def is_pipe(self) -> bool:
        """Whether it can be read but once."""
        return self.size is None


@dataclass(frozen=True, slots=True)
class Plan:
    """A run over files: everything its answer depends on.

    Attributes:
        version: Of Lex Belli; another one may judge otherwise.
        game: The game whose rules are asked.
        question: What is asked of every row.
        settings: How it is asked.
        inputs: The files.
        positions: The file of positions that rows name.
        single: Whether it has but one, which rows need not name.
        points: The points there are to spend where a row does not say, by the game's name for them.
        data: A folder with an owner's own tables.
        tables: What tells whether these are still the same.
        allow: Codes of problems that positions may have.
        keep: The columns to keep.
        format: How the answer is written.
        chunk: Rows that are answered at once.
    """

    version: str
    game: str
    question: str
    settings: dict[str, bool | int | float | None]
    inputs: tuple[Input, ...]
    positions: Input | None
    single: bool
    points: dict[str, int | None]
    data: str | None
    tables: str
    allow: tuple[str, ...]
    keep: tuple[str, ...]
    format: str
    chunk: int

    def text(self) -> str:
        """Return the plan as JSON."""
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the plan that `text` made of one."""
        found = json.loads(text)
        given = {name: found.pop(name) for name in ("inputs", "positions", "allow", "keep")}
        places = given["positions"]
        return cls(
            inputs=tuple(Input(**each) for each in given["inputs"]),
            positions=None if places is None else Input(**places),
            allow=tuple(given["allow"]),
            keep=tuple(given["keep"]),
            **found,
        )

    def change(self, before: str) -> str | None:
        """Return why what an earlier plan began cannot be gone on with by this one, or None.

        Args:
            before: The earlier plan as JSON.

        Raises:
            ValueError: That is no plan.
        """
        then = json.loads(before)
        if not isinstance(then, dict) or not isinstance(then.get("version"), str):
            raise ValueError("no plan")
        if then["version"] != self.version:
            return f"version {then['version']} began it, this is {self.version}"
        now = json.loads(self.text())
        if then.keys() != now.keys():
            raise ValueError("no plan")
        return _change(then, now)

    @property
    def wanted(self) -> list[Wanted]:
        """The columns to be read."""
        asked = question(self.question)
        places = "text|binary|integer|object"
        columns = [
            *asked.columns,
            # The only position need not be named, where rows hold anything else.
            ("position", places, not (self.single and asked.columns)),
            *((budget.key, "integer", False) for budget in self._budgets),
        ]
        return [*columns, *((name, "any", True) for name in self.keep)]

    @property
    def _budgets(self) -> list[games.Budget]:
        found = games.budget(games.game(self.game))
        return [] if found is None or not question(self.question).points else [found]

    def open(self, number: int, mark: str | None = None) -> TableReader:
        """Open one of the files where a mark says, or at its beginning.

        Raises:
            BadInput: It cannot be read, or lacks a column.
        """
        given = self.inputs[number]
        return TableReader(given.path, given.format, self.wanted, mark)

    def unchanged(self, number: int) -> None:
        """Make sure that a file is still as it was.

        Raises:
            BadInput: It is not, or is gone.
        """
        given = self.inputs[number]
        if not given.is_pipe and Input.seen(given.path, given.format) != given:
            raise bad_input("has changed while it was read", given.path)

    def bulk(self) -> games.Bulk:
        """Prepare to judge.

        Raises:
            BadInput: The positions that rows name cannot be read.
        """
        game = games.game(self.game)
        made: games.Bulk = bulk_of(game, self.named(), self.data, self.allow, **self.points)
        return made

    def named(self) -> Table | None:
        """Read the positions that rows name.

        Raises:
            BadInput: They cannot be read.
        """
        if self.positions is None:
            return None
        reader = TableReader(self.positions.path, self.positions.format, POSITIONS)
        return joined(reader, self.positions.path)

    def name_of(self, number: int) -> str | None:
        """Return what the answer calls a file: nothing if there is only one."""
        return self.inputs[number].path if len(self.inputs) > 1 else None


def joined(reader: TableReader, name: str) -> Table:
    """Read a whole file, which errors call by `name`.

    Raises:
        BadInput: A row of it cannot be read.
    """
    chunks = []
    while (chunk := reader.next(_AT_ONCE)) is not None:
        if chunk.errors:
            errors = Table(chunk).column("error")
            row, error = next((row, error) for row, error in enumerate(errors, 1) if error)
            raise bad_input(f"row {chunk.first_row + row}: {error}", name)
        chunks.append(chunk)
    return _core.joined_tables(chunks or [reader.nothing()])


def _change(then: Mapping[str, Any], now: Mapping[str, Any]) -> str | None:
    """Return the first thing in which two plans of the same version differ, in words."""
    pairs = [("positions", [then["positions"]], [now["positions"]])]
    pairs.insert(0, ("inputs", then["inputs"], now["inputs"]))
    for name, before, after in pairs:
        if _paths(before) != _paths(after):
            if name == "positions":
                return _option(name, next(iter(_paths(before)), None))
            return f"it had other files: {', '.join(_paths(before))}"
        for old, new in zip(before, after, strict=True):
            if old != new:
                return f"'{new['path']}' has changed since"
    if then["tables"] != now["tables"] and then["data"] == now["data"]:
        return f"the tables in '{now['data']}' have changed since"
    if then["question"] != now["question"]:
        return f"it asked '{then['question']}'"
    for kind in ("points", "settings"):
        for name in dict.fromkeys([*then[kind], *now[kind]]):
            if then[kind].get(name) != now[kind].get(name):
                return _option(_OPTIONS.get(name, name), then[kind].get(name))
    for name, value in now.items():
        if then[name] != value:
            return _option(name, then[name])
    return None


def _paths(inputs: Any) -> list[str]:
    return [given["path"] for given in inputs if given is not None]


# Settings whose options have other names.
_OPTIONS: Final = {"seconds": "time"}


def _option(name: str, before: Any) -> str:
    if before is None or before is False or before == []:
        return f"it had no --{name}"
    if before is True:
        return f"it had --{name}"
    values = before if isinstance(before, list) else [before]
    return f"it had {' '.join(f'--{name} {value}' for value in values)}"
