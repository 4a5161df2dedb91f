"""Threats and puzzles laid over the board."""

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from lexbelli.draw.board import Overlay
from lexbelli.moves import GivenMove, Move
from lexbelli.puzzles import pictures
from lexbelli.puzzles.threats import Threat
from lexbelli.twilight_of_the_habsburgs.drawing import fighting
from lexbelli.twilight_of_the_habsburgs.drawing.words import place_name, unit_names

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["puzzle", "threats"]

# What a threat does, by the field of its harm.
_DOES: Final = {
    "out": "puts out of command",
    "cut": "cuts off",
    "taken": "takes",
    "surrounded": "surrounds",
    "cleared": "clears",
    "thinned": "thins out",
    "lost": "eliminates",
    "fallen": "brings down the fortress of",
}


class _Painter:
    """How threats and puzzles of this game are drawn; see `lexbelli.puzzles.pictures.Painter`."""

    def move(
        self,
        position: "Position",
        given: GivenMove,
        points: int | None = None,  # noqa: ARG002 - orders cost nothing
    ) -> Overlay:
        return fighting.move(position, given)

    def orders(self, position: "Position", made: Move) -> Overlay:
        return fighting.orders(position, made)

    def attack(self, position: "Position", text: str) -> Overlay:
        """Show the arrows of an attack that is told as `attack UNIT,UNIT HEX TABLE`."""
        _, units, target, table = text.split()
        return fighting.attack(position, units.split(","), target, table)

    def unit_names(self, position: "Position", units: Sequence[str]) -> str:
        return unit_names(position, units)

    def place_name(self, position: "Position", place: str) -> str:
        return place_name(position, place)

    def ground(self, position: "Position") -> Container[str]:
        return position.hexes


_PAINTER: Final = _Painter()


def threats(position: "Position", found: Sequence[Threat], ways: bool = True) -> Overlay:
    """Show threats: each has a number, on what it happens to and on its cheapest move.

    Args:
        position: The position.
        found: The threats, of `lexbelli.threats`.
        ways: Whether to show the moves, too.
    """
    given = [
        pictures.Numbered(
            [_harm(position, name, done) for name, done in threat.harm.items() if done],
            None,
            threat.move,
            threat.attack,
            "" if threat.chance is None else f"{float(threat.chance):.0%}",
        )
        for threat in found
    ]
    return pictures.threats(_PAINTER, position, given, ways)


def _harm(
    position: "Position", name: str, done: Sequence[str]
) -> tuple[str, Sequence[str], Sequence[str]]:
    units = [each for each in done if each in position.known_units]
    return _DOES[name], units, [each for each in done if each not in units]


def puzzle(position: "Position", given: Mapping[str, Any], solved: bool = False) -> Overlay:
    """Show a puzzle, with its solution hidden or shown.

    Args:
        position: The position.
        given: The puzzle's `text`, the `moves` of its solution, and the `units` and `spaces` that
            it is about.
        solved: Whether to show the solution.

    Raises:
        BadInput: A name is unknown, or a move cannot be read.
    """
    return pictures.puzzle(
        _PAINTER,
        position,
        given["text"],
        given.get("moves", ()),
        given.get("units", ()),
        given.get("spaces", ()),
        solved,
    )
