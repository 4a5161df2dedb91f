"""Judging tables of moves of Pursuit of Glory."""

from collections.abc import Sequence
from typing import Any

from lexbelli import _core
from lexbelli.errors import bad_input
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.position import Position, known_codes

__all__ = ["bulk"]


def bulk(
    positions: Any = None,
    ops: int | None = None,
    data: str | None = None,
    allow: Sequence[str] = (),
) -> _core.PursuitBulk:
    """Prepare to judge tables of moves.

    Args:
        positions: Those that rows may name: a table, a list of positions, or pairs of an id and a
            position.
        ops: The OPS there are to spend where a row does not say.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have.

    Raises:
        BadInput: A position is of another game or other tables, an id is there twice, a column
            of the table is missing or of a wrong type.
    """
    if isinstance(positions, list):
        positions = [
            (each[0], _core_of(each[1])) if isinstance(each, tuple) else _core_of(each)
            for each in positions
        ]
    return _core.PursuitBulk(tables.load(data), positions, ops, known_codes(allow))


def _core_of(position: object) -> _core.PursuitPosition:
    if isinstance(position, Position):
        return position.core
    kind = type(position).__name__
    raise bad_input(f"positions of this game are needed, not '{kind}'", "positions")
