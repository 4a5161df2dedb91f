"""Threats and puzzles laid over the board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Self

from lexbelli.draw.board import Arrow, Mark, Overlay
from lexbelli.draw.counters import Tag
from lexbelli.draw.legend import ARROW
from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.moves import GivenMove
from lexbelli.names import nearest, resolve
from lexbelli.pursuit_of_glory.drawing import fighting
from lexbelli.pursuit_of_glory.drawing.words import on_map, place_name, unit_names
from lexbelli.puzzles.threats import Threat as Found

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["Puzzle", "Threat", "puzzle", "threats"]

_STEP: Final = "the number says with which move"
_THREAT: Final = ("goal", "units", "spaces", "ops", "move")
_PUZZLE: Final = ("text", "moves", "ops", "units", "spaces")
#: So many threats bear numbers on the board; the others are counted below it.
_MOST_THREATS: Final = 20


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


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A threat that bears a number: what it does to which units and spaces, one after another."""

    harms: Sequence[tuple[str, Sequence[str], Sequence[str]]]
    ops: int | None
    move: GivenMove | None
    attack: str = ""
    chance: str = ""

    @classmethod
    def of(cls, given: Threat | Found | Mapping[str, Any]) -> Self:
        if isinstance(given, Found):
            harms = [
                ("cuts off", given.out, ()),
                ("starves", (), given.flips),
                ("takes", (), given.taken),
            ]
            told = [harm for harm in harms if harm[1] or harm[2]]
            chance = "" if given.chance is None else f"{float(given.chance):.0%}"
            return cls(told, given.ops, given.move, given.attack, chance)
        one = given if isinstance(given, Threat) else Threat.of(given)
        return cls([(one.goal, one.units, one.spaces)], one.ops, one.move)


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
    given = [_Numbered.of(each) for each in found]
    given.sort(key=lambda threat: (threat.ops is None, threat.ops or 0))
    marks: dict[str, list[int]] = {}
    tags: dict[str, list[int]] = {}
    arrows: dict[tuple[str, ...], list[int]] = {}
    notes = []
    for number, threat in enumerate(given[:_MOST_THREATS], 1):
        told = []
        for goal, some, where in threat.harms:
            units = [resolve(unit, position.known_units, "unit") for unit in some]
            spaces = [resolve(space, position.spaces, "space") for space in where]
            for space in spaces:
                _count(marks, space, number)
            for unit in units:
                _count(tags, unit, number)
            names = [unit_names(position, units)] if units else []
            names += [place_name(position, space) for space in spaces]
            told.append(f"{goal} {', '.join(names)}".rstrip())
        text = ""
        if threat.move is not None:
            made = position.move(threat.move)
            text = f": {made}" if str(made) else ""
            drawn = fighting.move(position, made, threat.ops) if ways else Overlay()
            if threat.attack:
                text += f"; {threat.attack}"
                drawn += _attack(position, threat.attack) if ways else Overlay()
            for arrow in drawn.arrows:
                _count(arrows, tuple(arrow.places), number)
        cost = "" if threat.ops is None else f" for {threat.ops} OPS"
        chance = f" ({threat.chance})" if threat.chance else ""
        notes.append(f"{number}. {'; '.join(told)}{cost}{chance}{text}")
    if len(given) > _MOST_THREATS:
        notes.append(f"and {len(given) - _MOST_THREATS} more")
    goals = dict.fromkeys(goal for threat in given for goal, _, _ in threat.harms)
    ground = on_map(position)
    return Overlay(
        heading=f"threats: {', '.join(goals)}" if given else "no threats",
        marks=[Mark(place, "bad", _numbers(numbers), _threatened(numbers))
               for place, numbers in marks.items() if place in ground],
        arrows=[Arrow(way, "attack", _numbers(numbers), _threatened(numbers))
                for way, numbers in arrows.items()],
        tags={unit: Tag("bad", _numbers(numbers, 2), _threatened(numbers))
              for unit, numbers in tags.items()},
        notes=notes,
        key=[*([("bad", "1", "threatened; the numbers are those below")] if given else []),
             *([("attack", ARROW, "the cheapest move for it")] if arrows else [])],
    )  # fmt: skip


def _attack(position: "Position", text: str) -> Overlay:
    """Show the arrows of an attack that is declared as `attack PLACE with UNIT,UNIT ...`."""
    _, target, _, units, *_ = text.split()
    attackers: dict[str, list[str]] = {}
    for unit in units.split(","):
        attackers.setdefault(position.units[unit], []).append(unit)
    return fighting.attack(target, attackers)


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
    spaces = [resolve(space, position.spaces, "space") for space in asked.spaces]
    units = [resolve(unit, position.known_units, "unit") for unit in asked.units]
    key = [("path", "?", "what is asked about")] if spaces or units else []
    question = Overlay(
        heading="a puzzle" if not solved else "a puzzle, solved",
        marks=[Mark(space, "path", "?", "what is asked about") for space in spaces
               if space in on_map(position)],
        tags={unit: Tag("path", "?", "what is asked about") for unit in units},
        notes=[asked.text],
        key=key,
    )  # fmt: skip
    return question + _solution(position, asked) if solved else question


def _solution(position: "Position", asked: Puzzle) -> Overlay:
    shown = Overlay()
    now: Position | None = position if asked.ops is None else position.suppose(ops=asked.ops)
    several = len(asked.moves) > 1
    notes = []
    for number, given in enumerate(asked.moves, 1):
        label = f"{number}. " if several else ""
        if now is None or now.decision.kind == "chance":
            now = None
            notes.append(f"{label}{_text(given)}")
            continue
        made = now.move(given)
        drawn = fighting.move(now, made)
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


def _text(given: GivenMove) -> str:
    return given if isinstance(given, str) else str(given)


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
