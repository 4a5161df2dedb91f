"""Pictures of Twilight of the Habsburgs."""

from collections.abc import Container
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING

from lexbelli.draw.board import Overlay
from lexbelli.draw.picture import Crop, Picture, laid_over
from lexbelli.moves import GivenMove
from lexbelli.twilight_of_the_habsburgs.drawing import overlays
from lexbelli.twilight_of_the_habsburgs.drawing.state import board

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["Wanted", "board", "overlays", "picture"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is laid over a board; see `Position.draw`."""

    zones: str | None = None
    command: str | None = None
    reach: str | None = None
    setup: str | None = None
    move: GivenMove | None = None
    since: "Position | None" = None
    overlay: Overlay | None = None

    def of(self, position: "Position", near: Container[str] | None = None) -> Overlay:
        """Return all of it as one overlay.

        Args:
            position: The position.
            near: The hexes that are shown; None for all.
        """
        parts = []
        if self.since is not None:
            parts.append(overlays.difference(self.since, position))
        if self.zones is not None:
            parts.append(overlays.zones(position, self.zones))
        if self.setup is not None:
            parts.append(overlays.setup(position, self.setup))
        if self.command is not None:
            parts.append(overlays.command(position, self.command, near))
        if self.reach is not None:
            parts.append(overlays.reach(position, self.reach))
        if self.move is not None:
            parts.append(overlays.move(position, self.move))
        if self.overlay is not None:
            parts.append(self.overlay)
        return reduce(lambda one, two: one + two, parts, Overlay())


def picture(
    position: "Position", around: str | None, hops: int, theme: str, wanted: Wanted
) -> Picture:
    """Draw a position; see `Position.draw`.

    Raises:
        BadInput: A name is unknown, or a move cannot be read.
    """
    crop = None if around is None else Crop(position.place_named(around, "around"), hops)
    return laid_over(board(position), partial(wanted.of, position), theme, crop)
