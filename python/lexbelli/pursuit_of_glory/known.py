"""Known differences: answers of another implementation that were weighed, and the rule of each.

A list is a CSV file, packed with gzip or not, with these columns:

| column | what it holds |
|---|---|
| `record` | the record's name |
| `kind` | what is asked, one of `golden.KINDS` |
| `unit` | the unit, empty if the question is about a place |
| `space` | where it is, or the place |
| `about` | what else is asked: a purpose, a place, a role; or empty |
| `ours`, `theirs` | the two answers |
| `rule` | the number of the rule that decides it, several joined by ` + ` |
| `reading` | a word for how the other program reads that rule, several joined by ` + ` |

A difference is known if it is on the list with both answers and a rule. A row without a rule waits
to be weighed: its difference is as new as one that is not on the list.
"""

import csv
import gzip
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Final

from lexbelli.errors import bad_input
from lexbelli.files import read_lines, write_atomic
from lexbelli.names import unknown
from lexbelli.pursuit_of_glory.golden import KINDS

__all__ = ["Asked", "Difference", "KnownDifferences", "beside"]

# The list that is looked for beside a file of records.
_NAMES: Final = ("known_differences.csv", "known_differences.csv.gz")
_LONGEST_LINE: Final = 64 * 1024

# What tells one question from another: record, kind, unit, space, about.
Asked = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """A row of a list; the fields are its columns."""

    record: str
    kind: str
    unit: str
    space: str
    about: str
    ours: str
    theirs: str
    rule: str
    reading: str

    @property
    def asked(self) -> Asked:
        """The question it is about."""
        return self.record, self.kind, self.unit, self.space, self.about


_COLUMNS: Final = tuple(field.name for field in fields(Difference))


class KnownDifferences:
    """The differences of some lists."""

    def __init__(self, rows: Iterable[Difference] = ()) -> None:
        self._rows: dict[Asked, Difference] = {row.asked: row for row in rows}

    @classmethod
    def read(cls, paths: Iterable[str | Path]) -> "KnownDifferences":
        """Read lists; what two of them tell, the later one tells.

        Raises:
            BadInput: A list cannot be read; the error names the line and the column.
        """
        return cls(row for path in paths for row in _read(path))

    def __len__(self) -> int:
        return len(self._rows)

    def of(self, asked: Asked) -> Difference | None:
        """Return what is on the list about a question."""
        return self._rows.get(asked)

    def renewed(self, found: Iterable[Difference], records: Mapping[str, object]) -> str:
        """Return the text of a list of the differences found, and of what is told of other records.

        Args:
            found: Every difference of the records compared.
            records: The names of these.
        """
        kept = (row for row in self._rows.values() if row.record not in records)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(astuple(row) for row in (*kept, *found))
        return text.getvalue()


def beside(path: str | Path) -> list[Path]:
    """Return the list in the folder of a file of records, if there is one."""
    folder = Path(path).parent
    return [folder / name for name in _NAMES if (folder / name).is_file()][:1]


def write(path: str | Path, text: str) -> None:
    """Write the text of a list, packed if the file's name ends in `.gz`.

    Raises:
        BadInput: The file cannot be written there.
    """
    packed = Path(path).suffix == ".gz"
    write_atomic(path, gzip.compress(text.encode(), mtime=0) if packed else text)


def _read(path: str | Path) -> Iterator[Difference]:
    lines = read_lines(path, _LONGEST_LINE)
    rows = csv.reader(_texts(path, lines), strict=True)
    number = 0
    try:
        for number, cells in enumerate(rows, 1):
            where = f"{path} line {number}"
            if number == 1:
                if tuple(cells) != _COLUMNS:
                    raise bad_input(f"the columns are {','.join(_COLUMNS)}", where)
                continue
            if len(cells) != len(_COLUMNS):
                raise bad_input(f"has {len(cells)} cells instead of {len(_COLUMNS)}", where)
            row = Difference(*cells)
            if row.kind not in KINDS:
                raise unknown(row.kind, KINDS, f"{where}, kind")
            yield row
    except csv.Error as error:
        raise bad_input(f"is no CSV: {error}", f"{path} line {number + 1}") from None
    if not number:
        raise bad_input(f"the columns are {','.join(_COLUMNS)}", f"{path} line 1")


def _texts(path: str | Path, lines: Iterable[tuple[int, bytes]]) -> Iterator[str]:
    for number, line in lines:
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise bad_input("is no UTF-8", f"{path} line {number}") from None
