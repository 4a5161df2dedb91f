"""Tables of a game that has nothing faster: every row is put to its positions, one by one."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lexbelli import _core
from lexbelli.errors import BadInput, IllegalMove, InvalidSetup, bad_input
from lexbelli.games import ArrowTable, Game, budget, lacking
from lexbelli.moves import Violation
from lexbelli.position import Position

__all__ = ["PlainBulk"]


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What is said of one row."""

    broken: Sequence[Violation] = ()
    error: str | None = None
    side: str | None = None


class PlainBulk:
    """What judges the tables of a game, one row after the other; see `lexbelli.games.Bulk`.

    Args:
        game: The game.
        positions: Those that rows may name: a list of positions, pairs of an id and a position, or
            a table with the columns `position` and perhaps `id`.
        points: The points there are to spend where a row does not say.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have.

    Raises:
        BadInput: A position cannot be read or is of another game, or an id is there twice.
    """

    def __init__(
        self,
        game: Game,
        positions: Any = None,
        points: int | None = None,
        data: str | None = None,
        allow: Sequence[str] = (),
    ) -> None:
        self._game, self._data, self._allow = game, data, tuple(allow)
        points_ = budget(game)
        self._key: str | None = None if points_ is None else points_.key
        self._points = points
        self._read: dict[str | bytes, Position] = {}
        self._named: dict[str, Position] = {}
        self._numbered: list[Position] = []
        for name, position in self._given(positions):
            if position.game != game.name:
                raise bad_input(f"positions of '{game.name}' are needed", "positions")
            if name is not None:
                if name in self._named:
                    raise bad_input(f"the id '{name}' is there twice", "positions")
                self._named[name] = position
            self._numbered.append(position)

    def check(
        self,
        table: ArrowTable,
        errors: str | None = None,
        witnesses: bool = False,
        summary: bool = False,
    ) -> tuple[_core.Table, str | None]:
        """Judge every row; see `lexbelli.games.Bulk`.

        Raises:
            BadInput: The table has no column of moves, or none of positions where they are needed.
        """
        rows = _core.Table(table)
        columns = {name: rows.column(name) for name in rows.column_names}
        if "move" not in columns:
            raise bad_input("there is no such column", "column move")
        if "position" not in columns and len(self._numbered) != 1:
            raise bad_input("there is no such column", "column position")
        failed = columns.get(errors or "", [None] * len(rows))
        found = [
            _Verdict(error=str(error))
            if error is not None
            else self._judged({name: cells[at] for name, cells in columns.items()})
            for at, error in enumerate(failed)
        ]
        made = _core.verdict_table(
            [None if each.error is not None else not each.broken for each in found],
            [[broken.rule for broken in each.broken] for each in found],
            [[broken.code for broken in each.broken] for each in found],
            [each.error for each in found],
            [[broken.witness for broken in each.broken] for each in found] if witnesses else None,
        )
        return made, json.dumps(_summary(found)) if summary else None

    def odds(
        self, table: ArrowTable, errors: str | None = None, exact: bool = False
    ) -> _core.Table:
        """Tell the odds of the attack of every row; see `lexbelli.odds_batch`.

        Raises:
            BadInput: The game has no odds, or the table has no column of attacks, or none of
                positions where they are needed.
        """
        battles = getattr(self._game, "battles", None)
        if battles is None:
            raise lacking(self._game, "odds of battles")
        rows = self.rows(table, "attack")
        legal: list[bool | None] = []
        rules: list[list[str]] = []
        told: list[Any] = []
        problems: list[str | None] = []
        failed = rows.get(errors or "", [None] * len(rows["attack"]))
        for named, attack, unread in zip(rows["position"], rows["attack"], failed, strict=True):
            found, error = None, unread
            broken: Sequence[Violation] = ()
            try:
                if unread is None:
                    found = battles.odds(self.position(named), attack or "")
            except IllegalMove as refused:
                broken = refused.violations
            except (BadInput, InvalidSetup, TypeError, ValueError) as problem:
                error = str(problem)
            legal.append(None if error is not None else found is not None)
            rules.append([each.rule for each in broken])
            told.append(found)
            problems.append(error)
        numbers: list[list[Fraction]] = [
            [] if found is None else [found.number(name) for name in battles.numbers]
            for found in told
        ]
        columns: list[tuple[str, str, list[Any]]] = [
            ("legal", "bool", legal),
            ("rules", "texts", rules),
        ]
        for at, name in enumerate(battles.numbers):
            columns.append((name, "float", [float(each[at]) if each else None for each in numbers]))
        if exact:
            columns.append(("exact", "texts", [[str(n) for n in each] for each in numbers]))
        return _core.answer_table([*columns, ("error", "text", problems)])

    def rows(self, table: ArrowTable, wanted: str = "") -> Mapping[str, Sequence[Any]]:
        """Return the columns of a table: that of positions, and one more if it is wanted.

        Raises:
            BadInput: There is none, or it holds something else than text.
        """
        given = _core.Table(table)
        columns = {name: given.column(name) for name in given.column_names}
        if wanted:
            if wanted not in columns:
                raise bad_input("there is no such column", f"column {wanted}")
            if not all(each is None or isinstance(each, str) for each in columns[wanted]):
                raise bad_input("text is needed", f"column {wanted}")
        if "position" not in columns:
            if len(self._numbered) != 1:
                raise bad_input("there is no such column", "column position")
            columns["position"] = [None] * len(given)
        return columns

    def _judged(self, row: Mapping[str, Any]) -> _Verdict:
        try:
            position = self.position(row.get("position"))
            move = row["move"]
            if move is None:
                raise bad_input("is missing", "move")
            if isinstance(move, list):
                move = [dict(order) for order in move]
            points = row.get(self._key) if self._key is not None else None
            points = self._points if points is None else points
            more = {} if points is None or self._key is None else {self._key: points}
            broken = position.check(move, **more)
        except (BadInput, InvalidSetup, TypeError, ValueError) as problem:
            return _Verdict(error=str(problem))
        return _Verdict(broken, side=position.decision.side)

    def position(self, named: Any) -> Position:
        """Return the position that a row names: a number, an id, a document, bytes or a scenario.

        Raises:
            BadInput: There is none, or it cannot be read.
            InvalidSetup: It is no position.
        """
        if named is None and len(self._numbered) == 1:
            return self._numbered[0]
        if isinstance(named, int) and 0 <= named < len(self._numbered):
            return self._numbered[named]
        if isinstance(named, str) and named in self._named:
            return self._named[named]
        if isinstance(named, bytes) or (isinstance(named, str) and named.lstrip()[:1] == "{"):
            if named not in self._read:
                self._read[named] = self._document(named)
            return self._read[named]
        if isinstance(named, str) and not self._named:
            if named not in self._read:
                self._read[named] = self._game.scenario(named, self._data)
            return self._read[named]
        raise bad_input(f"there is no position '{str(named)[:80]}'", "position")

    def _document(self, content: str | bytes) -> Position:
        plain = content if isinstance(content, str) else content.lstrip()[:1].decode("latin-1")
        if plain.lstrip()[:1] == "{":
            return self._game.from_document(content, self._data, self._allow)
        return self._game.from_bytes(bytes(content), self._data, self._allow)  # type: ignore[arg-type]

    def _given(self, positions: Any) -> Iterator[tuple[str | None, Position]]:
        if positions is None:
            return
        if isinstance(positions, list):
            for each in positions:
                yield (str(each[0]), each[1]) if isinstance(each, tuple) else (None, each)
            return
        rows = _core.Table(positions)
        ids = rows.column("id") if "id" in rows.column_names else [None] * len(rows)
        for name, content in zip(ids, rows.column("position"), strict=True):
            yield None if name is None else str(name), self._document(content)


def _summary(found: Sequence[_Verdict]) -> dict[str, Any]:
    """Count the verdicts: all, those of each side, and of each rule that is broken."""
    sides = sorted({each.side for each in found}, key=lambda side: side or "")
    rules = Counter(pair for each in found for pair in {(b.rule, b.code) for b in each.broken})
    return {
        "all": _counts(found),
        "by": [
            {"side": side, "turn": None, **_counts([each for each in found if each.side == side])}
            for side in sides
        ],
        "rules": [
            {"rule": rule, "code": code, "moves": number} for (rule, code), number in rules.items()
        ],
    }


def _counts(found: Sequence[_Verdict]) -> dict[str, int]:
    errors = sum(each.error is not None for each in found)
    illegal = sum(bool(each.broken) for each in found)
    return {"legal": len(found) - errors - illegal, "illegal": illegal, "errors": errors}
