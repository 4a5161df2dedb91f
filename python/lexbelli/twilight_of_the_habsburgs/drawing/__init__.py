"""Pictures of Twilight of the Habsburgs."""

from collections.abc import Container
from dataclasses import dataclass
from functools import partial, reduce
from typing import TYPE_CHECKING

from lexbelli.draw.board import Overlay
from lexbelli.draw.picture import Crop, Picture, laid_over
from lexbelli.moves import GivenMove
from lexbelli.twilight_of_the_habsburgs.battle_odds import Odds
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
    attack: Odds | str | None = None
    battle: bool = True
    since: "Position | None" = None
    overlay: Overlay | None = None

    def of(self, position: "Position", near: Container[str] | None = None) -> Overlay:
        """Return all of it as one overlay.

        Args:
            position: The position.
            near: The hexes that are shown; None for all.
        """
        shown = (overlays.markers(position), overlays.battle(position, self.move is None))
        parts = [
            each
            for each in (shown if self.battle else ())
            if each is not None and _lies(each, position, near)
        ]
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
        if self.attack is not None:
            parts.append(overlays.odds(position, _odds(position, self.attack)))
        if self.overlay is not None:
            parts.append(self.overlay)
        return reduce(lambda one, two: one + two, parts, Overlay())


def _lies(shown: Overlay, position: "Position", near: Container[str] | None) -> bool:
    """Tell whether a battle or a marker is to be seen."""
    places = {*shown.places, *(position.units.get(unit, "") for unit in shown.tags)}
    return near is None or any(place in near for place in places)


def _odds(position: "Position", attack: Odds | str) -> Odds:
    if isinstance(attack, Odds):
        return attack
    from lexbelli.twilight_of_the_habsburgs.battles import (  # noqa: PLC0415 - asks positions
        BATTLES,
    )

    return BATTLES.odds(position, attack, force=True)


def picture(
    position: "Position", around: str | None, hops: int, theme: str, wanted: Wanted
) -> Picture:
    """Draw a position; see `Position.draw`.

    Raises:
        BadInput: A name is unknown, or a move cannot be read.
    """
    crop = None if around is None else Crop(position.place_named(around, "around"), hops)
    return laid_over(board(position), partial(wanted.of, position), theme, crop)
