"""Pictures of Pursuit of Glory."""

from collections.abc import Container
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING

from lexbelli.draw.board import Overlay
from lexbelli.draw.picture import Crop, Picture, laid_over
from lexbelli.moves import GivenMove
from lexbelli.names import resolve
from lexbelli.pursuit_of_glory.battle_odds import Odds
from lexbelli.pursuit_of_glory.drawing import overlays
from lexbelli.pursuit_of_glory.drawing.state import board

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["Wanted", "board", "overlays", "picture"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is laid over a board; see `Position.draw`."""

    supply: bool | str = False
    line: str | None = None
    reach: str | None = None
    move: GivenMove | None = None
    since: "Position | None" = None
    ops: int | None = None
    overlay: Overlay | None = None
    attack: Odds | str | None = None
    battle: bool = True

    def of(self, position: "Position", near: Container[str] | None = None) -> Overlay:
        """Return all of it as one overlay.

        Args:
            position: The position.
            near: The places that are shown; None for all.
        """
        parts = []
        undecided = self.move is None and self.attack is None
        fight = overlays.battle(position, undecided) if self.battle else None
        if fight is not None and (near is None or _lies(fight, position, near)):
            parts.append(fight)
        if self.since is not None:
            parts.append(overlays.difference(self.since, position))
        if self.supply:
            side = self.supply if isinstance(self.supply, str) else None
            parts.append(overlays.supply(position, side))
        if self.line is not None:
            parts.append(overlays.line(position, self.line))
        if self.reach is not None:
            parts.append(overlays.reach(position, self.reach, self.ops))
        if self.move is not None:
            parts.append(overlays.move(position, self.move, self.ops))
        if self.attack is not None:
            parts.append(overlays.odds(position, _odds(position, self.attack)))
        if self.overlay is not None:
            parts.append(self.overlay)
        return reduce(lambda one, two: one + two, parts, Overlay())


def _lies(fight: Overlay, position: "Position", near: Container[str]) -> bool:
    """Tell whether a battle, or somebody who waits for one, is to be seen."""
    places = {*fight.places, *(position.units.get(unit, "") for unit in fight.tags)}
    return any(place in near for place in places)


def _odds(position: "Position", attack: Odds | str) -> Odds:
    if isinstance(attack, Odds):
        return attack
    from lexbelli.pursuit_of_glory.odds import odds  # noqa: PLC0415 - odds draw plots of their own

    return odds(position, attack, force=True)


def picture(
    position: "Position", around: str | None, hops: int, theme: str, wanted: Wanted
) -> Picture:
    """Draw a position; see `Position.draw`.

    Raises:
        BadInput: A name is unknown, or a move cannot be read.
    """
    crop = None
    if around is not None:
        crop = Crop(resolve(around, position.spaces, "around", "place"), hops)
    return laid_over(board(position), partial(wanted.of, position), theme, crop)
