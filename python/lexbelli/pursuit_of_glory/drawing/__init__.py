"""Pictures of Pursuit of Glory."""

from lexbelli.draw.board import Overlay
from lexbelli.draw.picture import Crop, Picture, draw
from lexbelli.draw.themes import theme as theme_of
from lexbelli.names import resolve
from lexbelli.pursuit_of_glory.drawing.state import board
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["picture"]


def picture(
    position: Position,
    overlay: Overlay | None = None,
    around: str | None = None,
    hops: int = 3,
    theme: str = "screen",
) -> Picture:
    """Draw a position.

    Args:
        position: The position.
        overlay: What is laid over the board.
        around: A place in whose surroundings the picture ends; None for the whole board.
        hops: How many connections away from it what is shown may lie.
        theme: `screen`, `print` or `colour-blind`.

    Raises:
        BadInput: The theme or the place is unknown, or the number of hops is negative.
    """
    crop = None if around is None else Crop(resolve(around, position.spaces, "around"), hops)
    return draw(board(position), overlay, theme_of(theme), crop)
