"""Threats and puzzles laid over the board."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

from lexbelli.draw.board import Overlay
from lexbelli.errors import bad_input
from lexbelli.moves import GivenMove, Move
from lexbelli.names import nearest
from lexbelli.pursuit_of_glory.drawing import fighting
from lexbelli.pursuit_of_glory.drawing.words import on_map, place_name, unit_names
from lexbelli.puzzles import pictures
from lexbelli.puzzles.threats import Threat as Found

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["Puzzle", "Threat", "puzzle", "threats"]

_THREAT: Final = ("goal", "units", "spaces", "ops", "move")
_PUZZLE: Final = ("text", "moves", "ops", "units", "spaces")


@dataclass(frozen=True, slots=True)
class Threat:
    """What the side to act can bring about.

    Attributes:
        goal: What it is, in a few words: `cut`, `take`, ...
        units: The units it happens to, such as those cut off.
        spaces: The spaces it happens to, such as those lost.
        ops: What the cheapest way costs; None if that is not known.
        move: The cheapest move, as text, JSON or a list of orders; None if none is known.
    """

    goal: str
    units: Sequence[str] = ()
    spaces: Sequence[str] = ()
    ops: int | None = None
    move: GivenMove | None = None

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Self:
        """Make a threat of plain data with the same keys.

        Raises:
            BadInput: A key is unknown, or there is no goal; it suggests the nearest.
        """
        return cls(**_known(content, _THREAT, "goal", "threat"))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question about a position, with its answer.

    Attributes:
        text: The question, in a sentence.
        moves: The answer, move by move; each is read in the position after those before it.
        ops: OPS to be spent on its first move; None for those of the position.
        units: The units it is about.
        spaces: The spaces it is about.
    """

    text: str
    moves: Sequence[GivenMove] = ()
    ops: int | None = None
    units: Sequence[str] = ()
    spaces: Sequence[str] = ()

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Self:
        """Make a puzzle of plain data with the same keys.

        Raises:
            BadInput: A key is unknown, or there is no text; it suggests the nearest.
        """
        return cls(**_known(content, _PUZZLE, "text", "puzzle"))


class _Painter:
    """How threats and puzzles of this game are drawn; see `lexbelli.puzzles.pictures.Painter`."""

    def move(self, position: "Position", given: GivenMove, points: int | None = None) -> Overlay:
        return fighting.move(position, given, points)

    def orders(self, position: "Position", made: Move) -> Overlay:
        return fighting.orders(position, made)

    def attack(self, position: "Position", text: str) -> Overlay:
        """Show the arrows of an attack that is declared as `attack PLACE with UNIT,UNIT ...`."""
        _, target, _, units, *_ = text.split()
        attackers: dict[str, list[str]] = {}
        for unit in units.split(","):
            attackers.setdefault(position.units[unit], []).append(unit)
        return fighting.attack(target, attackers)

    def unit_names(self, position: "Position", units: Sequence[str]) -> str:
        return unit_names(position, units)

    def place_name(self, position: "Position", place: str) -> str:
        return place_name(position, place)

    def ground(self, position: "Position") -> Container[str]:
        return on_map(position)


_PAINTER: Final = _Painter()


def threats(
    position: "Position", found: Sequence[Threat | Found | Mapping[str, Any]], ways: bool = True
) -> Overlay:
    """Show threats: each has a number, on what it happens to and on its cheapest move.

    Args:
        position: The position.
        found: The threats, those of `lexbelli.threats` too, or plain data with the same keys; those
            of fewest OPS come first.
        ways: Whether to show the moves, too.

    Raises:
        BadInput: A name is unknown, or a move cannot be read.
    """
    given = [_numbered(each) for each in found]
    given.sort(key=lambda threat: (threat.points is None, threat.points or 0))
    return pictures.threats(_PAINTER, position, given, ways, "OPS")


def _numbered(given: Threat | Found | Mapping[str, Any]) -> pictures.Numbered:
    if isinstance(given, Found):
        harms = [
            ("cuts off", given.out, ()),
            ("starves", (), given.flips),
            ("takes", (), given.taken),
        ]
        told = [harm for harm in harms if harm[1] or harm[2]]
        chance = "" if given.chance is None else f"{float(given.chance):.0%}"
        return pictures.Numbered(told, given.points, given.move, given.attack, chance)
    one = given if isinstance(given, Threat) else Threat.of(given)
    return pictures.Numbered([(one.goal, one.units, one.spaces)], one.ops, one.move)


def puzzle(
    position: "Position", given: Puzzle | Mapping[str, Any], solved: bool = False
) -> Overlay:
    """Show a puzzle, with its solution hidden or shown.

    Of a solution of several moves each has a number. As soon as dice have to fall, the moves that
    are left are told below the picture only.

    Args:
        position: The position.
        given: The puzzle, or plain data with the same keys.
        solved: Whether to show the solution.

    Raises:
        BadInput: A name is unknown, or a move cannot be read.
    """
    asked = given if isinstance(given, Puzzle) else Puzzle.of(given)

    def granted(at: "Position") -> "Position":
        return at if asked.ops is None else at.suppose(ops=asked.ops)

    return pictures.puzzle(
        _PAINTER, position, asked.text, asked.moves, asked.units, asked.spaces, solved, granted
    )


def _known(
    content: Mapping[str, Any], keys: Sequence[str], needed: str, what: str
) -> dict[str, Any]:
    for key in content:
        if key not in keys:
            raise bad_input(f"unknown key '{key}'", what, nearest(key, keys))
    if not isinstance(content.get(needed), str):
        raise bad_input(f"'{needed}' is missing: a text", what)
    for key in ("units", "spaces", "moves"):
        if isinstance(content.get(key, ()), str) or not isinstance(content.get(key, ()), Sequence):
            raise bad_input("a list is needed", f"{what} {key}")
    return dict(content)
