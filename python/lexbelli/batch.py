"""Judging tables of moves: rows in, verdicts out, on all cores and without clingo."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from lexbelli import _core, games
from lexbelli._core import Table
from lexbelli.errors import bad_input
from lexbelli.games import ArrowTable
from lexbelli.moves import Move
from lexbelli.plain_bulk import PlainBulk
from lexbelli.position import Position

__all__ = [
    "ArrowTable",
    "GivenPositions",
    "GivenTable",
    "answers_of",
    "arrow_rows",
    "attrition_batch",
    "bulk_of",
    "check_batch",
    "named_positions",
    "odds_batch",
    "set_threads",
    "supply_batch",
    "threads",
    "victory_batch",
]

# What a game must have to answer a question about every row, in words.
_NEEDED: Final[Mapping[str, str]] = {
    "supply": "tables of supply",
    "attrition": "attrition",
    "victory": "reckoning of victory",
    "odds": "odds of battles",
}

# A table: Arrow, columns by their names, or rows.
GivenTable = ArrowTable | Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]]
# Positions that rows name: a table of them, or positions themselves.
GivenPositions = GivenTable | Mapping[str, Position] | Sequence[Position] | Position


def check_batch(
    table: GivenTable,
    positions: GivenPositions | None = None,
    *,
    witnesses: bool = False,
    game: str | None = None,
    data: str | None = None,
    allow: Sequence[str] = (),
    **points: int | None,
) -> Table:
    """Judge every row of a table, as `Position.check` would, on all cores.

    Args:
        table: The rows, with the columns `move`, `position` and perhaps that of the points to be
            spent, under the game's name for them (docs/batch.md): anything with
            `__arrow_c_stream__`, a mapping of columns to lists, or a list of rows. In lists a move
            may be a `Move` or a list of orders, a position a `Position` or a mapping.
        positions: The positions that rows name: a table with the columns `position` and `id`, a
            mapping of ids to positions, or a list of positions, which rows name by their numbers.
            A single position needs no naming.
        witnesses: Whether to tell the witnesses of what is broken, too.
        game: The game whose rules are asked; None for that of the positions, or the usual one.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.
        points: The points there are to spend where a row does not say, under the game's name for
            them; None for what each position's decision says.

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
    asked = _game_of(game, own, positions)
    bulk = bulk_of(asked, named_positions(own or positions), data, allow, **points)
    found: Table = bulk.check(rows, witnesses=witnesses)[0]
    return found


def supply_batch(
    positions: GivenTable | Sequence[Position],
    *,
    game: str | None = None,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> Table:
    """Tell what is in supply in every position of a table, on all cores (docs/batch.md).

    Args:
        positions: A table with the column `position`, or a list of positions.
        game: The game whose rules are asked; None for that of the positions, or the usual one.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every position: a list of units for each status, the places that would change
        hands as `flips`, and `error`.

    Raises:
        BadInput: The column is missing or of a wrong type, or the game has no tables of supply.
    """
    return _of_positions("supply", positions, game, data, allow)


def attrition_batch(
    positions: GivenTable | Sequence[Position],
    *,
    game: str | None = None,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> Table:
    """Tell what attrition would do in every position of a table, on all cores (docs/batch.md).

    Args:
        positions: A table with the column `position`, or a list of positions.
        game: The game whose rules are asked; None for that of the positions, or the usual one.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every position, with the columns of the game, and `error`. No dice are thrown.

    Raises:
        BadInput: The column is missing or of a wrong type, or the game has no attrition.
    """
    return _of_positions("attrition", positions, game, data, allow)


def victory_batch(
    positions: GivenTable | Sequence[Position],
    *,
    game: str | None = None,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> Table:
    """Tell how the game would end in every position of a table, on all cores (docs/batch.md).

    Args:
        positions: A table with the column `position`, or a list of positions.
        game: The game whose rules are asked; None for that of the positions, or the usual one.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every position, with the columns of the game, and `error`.

    Raises:
        BadInput: The column is missing or of a wrong type, or the game does not reckon.
    """
    return _of_positions("victory", positions, game, data, allow)


def odds_batch(
    table: GivenTable,
    positions: GivenPositions | None = None,
    *,
    exact: bool = False,
    game: str | None = None,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> Table:
    """Tell the odds of the attack of every row of a table, on all cores.

    Args:
        table: The rows, with the columns `attack` (text, as `lexbelli.odds` reads it; null for the
            battle under way) and `position` (docs/batch.md): anything with `__arrow_c_stream__`, a
            mapping of columns to lists, or a list of rows.
        positions: The positions that rows name, as `check_batch` takes them.
        exact: Whether to tell the numbers as text of exact fractions, too.
        game: The game whose rules are asked; None for that of the positions, or the usual one.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every row, in the same order: `legal` (null if the row could not be judged),
        `rules` that are broken, each of the numbers of the game's odds as a column (null unless
        legal), `exact` if asked for, a list of text for each row, and `error`.

    Raises:
        BadInput: A column is missing or of a wrong type, ids of positions are not unique, or the
            game has no odds.
    """
    rows, own = arrow_rows(table)
    if own and positions is not None:
        raise bad_input("are given twice: in the rows, and as 'positions'", "positions")
    asked = _game_of(game, own, positions)
    bulk = bulk_of(asked, named_positions(own or positions), data, allow)
    found: Table = answers_of(asked, bulk, "odds")(rows, exact=exact)
    return found


def bulk_of(
    game: games.Game,
    positions: Any = None,
    data: str | None = None,
    allow: Sequence[str] = (),
    **points: int | None,
) -> Any:
    """Prepare to judge tables: by what the game has for that, or else row by row.

    Args:
        game: The game.
        positions: Those that rows may name, as `named_positions` returns them.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have.
        points: The points there are to spend where a row does not say, by the game's name.

    Raises:
        BadInput: The game knows no such points, or as `Game.bulk`.
    """
    budget = games.budget(game)
    for name in points:
        if budget is None or name != budget.key:
            raise games.lacking(game, f"'{name}'")
    [number] = points.values() or [None]
    made = getattr(game, "bulk", None)
    if made is None:
        return PlainBulk(game, positions, number, data, allow)
    return made(positions, number, data, allow)


def _of_positions(
    question: str,
    positions: GivenTable | Sequence[Position],
    game: str | None,
    data: str | None,
    allow: Sequence[str],
) -> Table:
    given: Any = {"position": positions} if _all_positions(positions) else positions
    rows, own = arrow_rows(given)
    asked = _game_of(game, own, None)
    found: Table = answers_of(asked, bulk_of(asked, own or None, data, allow), question)(rows)
    return found


def answers_of(game: games.Game, bulk: Any, question: str) -> Any:
    """Return what answers a question about every row of a table.

    Raises:
        BadInput: The game has nothing that does.
    """
    found = getattr(bulk, question, None)
    if found is None:
        raise games.lacking(game, _NEEDED[question])
    return found


def _game_of(name: str | None, own: Sequence[Position], named: Any) -> games.Game:
    """Return the game that is named, or else that of the positions that are given as objects."""
    if name is None:
        given = list(named.values()) if isinstance(named, Mapping) else named
        given = [given] if isinstance(given, Position) else given
        all_ = [*own, *(given if _all_positions(given) else ())]
        name = all_[0].game if all_ else None
    return games.game(name)


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
