"""Judging tables of moves: rows in, verdicts out, on all cores and without clingo."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from lexbelli import _core, games
from lexbelli._core import Table
from lexbelli.errors import bad_input
from lexbelli.games import ArrowTable
from lexbelli.moves import Move
from lexbelli.position import Position

__all__ = [
    "ArrowTable",
    "GivenPositions",
    "GivenTable",
    "arrow_rows",
    "attrition_batch",
    "check_batch",
    "named_positions",
    "set_threads",
    "supply_batch",
    "threads",
    "victory_batch",
]

_GAME: Final = "pursuit_of_glory"


# A table: Arrow, columns by their names, or rows.
GivenTable = ArrowTable | Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]]
# Positions that rows name: a table of them, or positions themselves.
GivenPositions = GivenTable | Mapping[str, Position] | Sequence[Position] | Position


def check_batch(
    table: GivenTable,
    positions: GivenPositions | None = None,
    *,
    ops: int | None = None,
    witnesses: bool = False,
    game: str = _GAME,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> Table:
    """Judge every row of a table, as `Position.check` would, on all cores.

    Args:
        table: The rows, with the columns `move`, `position` and perhaps `ops` (docs/batch.md):
            anything with `__arrow_c_stream__`, a mapping of columns to lists, or a list of rows.
            In lists a move may be a `Move` or a list of orders, a position a `Position` or a
            mapping.
        positions: The positions that rows name: a table with the columns `position` and `id`, a
            mapping of ids to positions, or a list of positions, which rows name by their numbers.
            A single position needs no naming.
        ops: The OPS there are to spend where a row does not say; None for what each position's
            decision says, and one in an action.
        witnesses: Whether to tell the witnesses of what is broken, too.
        game: The game whose rules are asked.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every row, in the same order: `legal` (null if the row could not be judged),
        `rules` and `codes` (a list each, one entry for every violation), `witnesses` if asked for,
        and `error`.

    Raises:
        BadInput: A column is missing or of a wrong type, or ids of positions are not unique.
    """
    rows, own = arrow_rows(table)
    if own and positions is not None:
        raise bad_input("are given twice: in the rows, and as 'positions'", "positions")
    named = named_positions(own or positions)
    bulk = games.game(game).bulk(named, ops, data, allow)
    return bulk.check(rows, witnesses=witnesses)[0]


def supply_batch(
    positions: GivenTable | Sequence[Position],
    *,
    game: str = _GAME,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> Table:
    """Tell what is in supply in every position of a table, on all cores.

    Args:
        positions: A table with the column `position`, or a list of positions.
        game: The game whose rules are asked.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every position: the units that are `full`, `limited`, `disrupted`,
        `limited_disrupted`, `oos`, the spaces that would change control in the Attrition Phase
        as `flips`, and `error`.

    Raises:
        BadInput: The column is missing or of a wrong type.
    """
    rows, bulk = _asked(positions, game, data, allow)
    return bulk.supply(rows)


def attrition_batch(
    positions: GivenTable | Sequence[Position],
    *,
    game: str = _GAME,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> Table:
    """Tell what the Attrition Phase would do in every position of a table, on all cores (14.3.2).

    Args:
        positions: A table with the column `position`, or a list of positions.
        game: The game whose rules are asked.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every position: the lists `lost`, `turned`, `ru_markers_placed` and
        `ru_markers_removed`, by how much the tracks move as `vp`, `jihad` and `ru_vp`, and `error`.
        No dice are thrown.

    Raises:
        BadInput: The column is missing or of a wrong type.
    """
    rows, bulk = _asked(positions, game, data, allow)
    return bulk.attrition(rows)


def victory_batch(
    positions: GivenTable | Sequence[Position],
    *,
    game: str = _GAME,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> Table:
    """Tell how the game would end in every position of a table, on all cores (5, 16.2, 16.5).

    Args:
        positions: A table with the column `position`, or a list of positions.
        game: The game whose rules are asked.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every position: the VPs `track`, `after_war_status` and `final`, the `level`, the
        `winner` and his `points`, how the game `ends` in this turn (or null), `armistice_due`, the
        `items` of the ledger, and `error`.

    Raises:
        BadInput: The column is missing or of a wrong type.
    """
    rows, bulk = _asked(positions, game, data, allow)
    return bulk.victory(rows)


def _asked(
    positions: GivenTable | Sequence[Position], game: str, data: str | None, allow: Sequence[str]
) -> tuple[ArrowTable, games.Bulk]:
    given: Any = {"position": positions} if _all_positions(positions) else positions
    rows, own = arrow_rows(given)
    return rows, games.game(game).bulk(own or None, None, data, allow)


def set_threads(number: int | None) -> None:
    """Say over how many threads long work is spread.

    Args:
        number: How many; None for what the variable `LEXBELLI_THREADS` says, else one a core.

    Raises:
        BadInput: There can be no such number of threads.
    """
    if number is not None and number < 1:
        raise bad_input(f"'{number}' is no number of threads", "threads")
    _core.set_threads(number)


def threads() -> int:
    """Return over how many threads long work is spread.

    Raises:
        BadInput: `LEXBELLI_THREADS` holds no number of threads.
    """
    return _core.threads()


def arrow_rows(table: Any) -> tuple[ArrowTable, list[Position]]:
    """Return a table as Arrow, and the positions its rows hold as objects."""
    if isinstance(table, ArrowTable):
        return table, []
    columns: dict[str, list[Any]]
    if isinstance(table, Mapping):
        columns = {name: list(values) for name, values in table.items()}
    elif isinstance(table, Sequence) and not isinstance(table, str | bytes):
        columns = _columns(table)
    else:
        kind = type(table).__name__
        raise bad_input(f"a table, lists by column, or rows are needed, not '{kind}'", "table")
    own: list[Position] = []
    if "move" in columns:
        columns["move"] = [_text(move) for move in columns["move"]]
    if "attack" in columns:
        attacks = columns["attack"]
        columns["attack"] = [str(one) if isinstance(one, Move) else one for one in attacks]
    if "position" in columns:
        columns["position"] = _places(columns["position"], own)
    return _core.table_of(columns), own


def _columns(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {}
    for count, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise bad_input(f"row {count} is no mapping but '{type(row).__name__}'", "table")
        for name in row.keys() - columns.keys():
            columns[name] = [None] * count
        for name, values in columns.items():
            values.append(row.get(name))
    return columns


def _text(move: object) -> object:
    """Return a move as a table holds it; what a table can hold is judged there."""
    if move is None or isinstance(move, str | bytes | int):
        return move
    try:
        if isinstance(move, Move):
            return json.dumps(move.as_json())
        if isinstance(move, list | tuple):
            return json.dumps(move)
    except (TypeError, ValueError) as error:
        raise bad_input(f"is no plain data: {error}", "move") from None
    kind = type(move).__name__
    raise bad_input(f"text, a move or a list of orders is needed, not '{kind}'", "move")


def _places(given: Sequence[Any], own: list[Position]) -> list[Any]:
    """Return positions as a table holds them; objects become their numbers in `own`."""
    if not any(isinstance(each, Position | Mapping) for each in given):
        return list(given)
    numbers: dict[int, int] = {}
    found: list[Any] = []
    for each in given:
        if isinstance(each, Position):
            if id(each) not in numbers:
                numbers[id(each)] = len(own)
                own.append(each)
            found.append(numbers[id(each)])
        elif isinstance(each, Mapping):
            found.append(json.dumps(dict(each)))
        else:
            found.append(each)
    return found


def _all_positions(given: object) -> bool:
    return (
        isinstance(given, Sequence)
        and not isinstance(given, str | bytes)
        and bool(given)
        and all(isinstance(each, Position) for each in given)
    )


def named_positions(given: GivenPositions | None) -> Any:
    """Return the positions that rows name as a game takes them."""
    match given:
        case None:
            return None
        case Position():
            return [given]
        case Mapping() if given and all(isinstance(each, Position) for each in given.values()):
            return list(given.items())
        case ArrowTable():
            return given
    if _all_positions(given):
        return list(given)
    rows, own = arrow_rows(given)
    if own:
        raise bad_input("a column of positions needs their documents or bytes", "positions")
    return rows
