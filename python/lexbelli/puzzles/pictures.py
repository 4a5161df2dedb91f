"""Threats and puzzles laid over the board of any game, which says how its moves look."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from lexbelli.draw.board import Arrow, Mark, Overlay
from lexbelli.draw.counters import Tag
from lexbelli.draw.legend import ARROW
from lexbelli.errors import BadInput, IllegalMove
from lexbelli.moves import GivenMove, Move
from lexbelli.names import resolve

__all__ = ["Numbered", "Painter", "puzzle", "threats"]

_STEP: Final = "the number says with which move"
#: So many threats bear numbers on the board; the others are counted below it.
_MOST_THREATS: Final = 20


class Painter(Protocol):
    """How a game draws what threats and puzzles are about."""

    def move(self, position: Any, given: GivenMove, points: int | None = None) -> Overlay:
        """Show a move, and what is wrong with it: its heading ends with `legal` if nothing is."""

    def orders(self, position: Any, made: Move) -> Overlay:
        """Show the orders of a move that is known to be legal, whatever the position asks."""

    def attack(self, position: Any, text: str) -> Overlay:
        """Show the arrows of an attack that is told as text."""

    def unit_names(self, position: Any, units: Sequence[str]) -> str:
        """Return units as they are printed, with commas between."""

    def place_name(self, position: Any, place: str) -> str:
        """Return a place as it is printed."""

    def ground(self, position: Any) -> Container[str]:
        """Return the places that are on the map."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A threat that bears a number.

    Attributes:
        harms: What it does to which units and to which places, one after another.
        points: What its cheapest way costs; None if that is not known, or orders cost nothing.
        move: Its cheapest move; None if none is known.
        attack: The battle that does it, as text; empty without one.
        chance: How likely that is, as text.
    """

    harms: Sequence[tuple[str, Sequence[str], Sequence[str]]]
    points: int | None = None
    move: GivenMove | None = None
    attack: str = ""
    chance: str = ""


def threats(
    painter: Painter, position: Any, given: Sequence[Numbered], ways: bool = True, unit: str = ""
) -> Overlay:
    """Show threats: each has a number, on what it happens to and on its cheapest move.

    Args:
        painter: How the game draws.
        position: The position.
        given: The threats, in the order of their numbers.
        ways: Whether to show the moves, too.
        unit: What points are called.

    Raises:
        BadInput: A name is unknown, or a move cannot be read.
    """
    marks: dict[str, list[int]] = {}
    tags: dict[str, list[int]] = {}
    arrows: dict[tuple[str, ...], list[int]] = {}
    notes = []
    for number, threat in enumerate(given[:_MOST_THREATS], 1):
        told = []
        for goal, some, where in threat.harms:
            units = [resolve(one, position.known_units, "unit") for one in some]
            spaces = [resolve(space, position.spaces, "space") for space in where]
            for space in spaces:
                _count(marks, space, number)
            for one in units:
                _count(tags, one, number)
            names = [painter.unit_names(position, units)] if units else []
            names += [painter.place_name(position, space) for space in spaces]
            told.append(f"{goal} {', '.join(names)}".rstrip())
        text, drawn = _way(painter, position, threat, ways)
        for arrow in drawn.arrows:
            _count(arrows, tuple(arrow.places), number)
        cost = "" if threat.points is None else f" for {threat.points} {unit}"
        chance = f" ({threat.chance})" if threat.chance else ""
        notes.append(f"{number}. {'; '.join(told)}{cost}{chance}{text}")
    if len(given) > _MOST_THREATS:
        notes.append(f"and {len(given) - _MOST_THREATS} more")
    goals = dict.fromkeys(goal for threat in given for goal, _, _ in threat.harms)
    ground = painter.ground(position)
    return Overlay(
        heading=f"threats: {', '.join(goals)}" if given else "no threats",
        marks=[Mark(place, "bad", _numbers(numbers), _threatened(numbers))
               for place, numbers in marks.items() if place in ground],
        arrows=[Arrow(way, "attack", _numbers(numbers), _threatened(numbers))
                for way, numbers in arrows.items()],
        tags={one: Tag("bad", _numbers(numbers, 2), _threatened(numbers))
              for one, numbers in tags.items()},
        notes=notes,
        key=[*([("bad", "1", "threatened; the numbers are those below")] if given else []),
             *([("attack", ARROW, "the cheapest move for it")] if arrows else [])],
    )  # fmt: skip


def _way(painter: Painter, position: Any, threat: Numbered, ways: bool) -> tuple[str, Overlay]:
    """Return the cheapest move of a threat in words, and drawn."""
    told, drawn = [], Overlay()
    if threat.move is not None:
        # A move that was found may answer what the position does not ask yet.
        found = threat.move if isinstance(threat.move, Move) else None
        made = position.move(threat.move) if found is None else found
        told = [str(made)] if made.orders else []
        if ways and found is None:
            drawn = painter.move(position, made, threat.points)
        elif ways:
            drawn = painter.orders(position, made)
    if threat.attack:
        told.append(threat.attack)
        drawn += painter.attack(position, threat.attack) if ways else Overlay()
    return f": {'; '.join(told)}" if told else "", drawn


def puzzle(
    painter: Painter,
    position: Any,
    text: str,
    moves: Sequence[GivenMove] = (),
    units: Sequence[str] = (),
    spaces: Sequence[str] = (),
    solved: bool = False,
    granted: Callable[[Any], Any] = lambda position: position,
) -> Overlay:
    """Show a puzzle, with its solution hidden or shown.

    Of a solution of several moves each has a number. As soon as dice have to fall, the moves that
    are left are told below the picture only.

    Args:
        painter: How the game draws.
        position: The position.
        text: The question, in a sentence.
        moves: The answer, move by move; each is read in the position after those before it.
        units: The units it is about.
        spaces: The places it is about.
        solved: Whether to show the solution.
        granted: Returns the position in which the first move is read.

    Raises:
        BadInput: A name is unknown, or a move cannot be read.
    """
    places = [resolve(space, position.spaces, "space") for space in spaces]
    known = [resolve(unit, position.known_units, "unit") for unit in units]
    ground = painter.ground(position)
    question = Overlay(
        heading="a puzzle" if not solved else "a puzzle, solved",
        marks=[Mark(place, "path", "?", "what is asked about") for place in places
               if place in ground],
        tags={unit: Tag("path", "?", "what is asked about") for unit in known},
        notes=[text],
        key=[("path", "?", "what is asked about")] if places or known else [],
    )  # fmt: skip
    return question + _solution(painter, granted(position), moves) if solved else question


def _solution(painter: Painter, now: Any, moves: Sequence[GivenMove]) -> Overlay:
    shown = Overlay()
    several = len(moves) > 1
    notes = []
    for number, given in enumerate(moves, 1):
        label = f"{number}. " if several else ""
        if now is None or now.decision.kind == "chance":
            now = None
            notes.append(f"{label}{given}")
            continue
        made = now.move(given)
        drawn = painter.move(now, made)
        wrong = "" if drawn.heading.endswith("legal") else f" ({drawn.heading.partition(', ')[2]})"
        notes.append(f"{label}{made}{wrong}")
        if several:
            arrows = [replace(arrow, sign=str(number)) for arrow in drawn.arrows]
            key = [(tone, sign, _STEP if sign == ARROW else said) for tone, sign, said in drawn.key]
            drawn = replace(drawn, arrows=arrows, key=key)
        shown += replace(drawn, heading="", notes=())
        try:
            now = now.play(made)
        except (IllegalMove, BadInput):
            now = None
    return replace(shown, notes=notes or ["No solution is given."])


def _count(found: dict[Any, list[int]], what: Any, number: int) -> None:
    """Note a number once."""
    if number not in found.setdefault(what, []):
        found[what].append(number)


def _numbers(numbers: Sequence[int], most: int = 3) -> str:
    """Write numbers so short that they fit on a sign."""
    shown = ",".join(map(str, numbers[:most]))
    return shown if len(numbers) <= most else f"{numbers[0]}+"


def _threatened(numbers: Sequence[int]) -> str:
    return f"threat {', '.join(map(str, numbers))}"
