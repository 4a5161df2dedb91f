"""Letters of a board for the terminal, with how they look."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Piece", "joined"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Some letters in a row that look alike.

    Attributes:
        text: The letters.
        look: `first`, `second`, `third` or `neutral` for what belongs to a side, `line` for a
            connection, `river` for one on a side, `strong` for a name, or nothing.
    """

    text: str
    look: str


def joined(row: Sequence[Piece]) -> list[Piece]:
    """Join letters that look alike, and drop the blanks at the end."""
    found: list[Piece] = []
    for piece in row:
        if found and found[-1].look == piece.look:
            found[-1] = Piece(found[-1].text + piece.text, piece.look)
        else:
            found.append(piece)
    if found and not found[-1].look:
        found[-1] = Piece(found[-1].text.rstrip(), "")
    return found
