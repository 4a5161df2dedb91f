"""What can be laid over the board: zones of control, command, reach, set-up, a difference.

Each is plain data (`lexbelli.draw.board.Overlay`). Moves, attacks, battles and markers come from
`fighting`, threats and puzzles from `problems`. What is legal, and who is in command, the core
says.
"""

from collections.abc import Container
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lexbelli.draw.board import Mark, Overlay, Route
from lexbelli.draw.counters import Tag
from lexbelli.draw.legend import LINE
from lexbelli.errors import bad_input
from lexbelli.names import resolve
from lexbelli.twilight_of_the_habsburgs.drawing.chart import CALLED
from lexbelli.twilight_of_the_habsburgs.drawing.fighting import (
    Drawn,
    attack,
    battle,
    markers,
    move,
    odds,
    orders,
)
from lexbelli.twilight_of_the_habsburgs.drawing.problems import puzzle, threats
from lexbelli.twilight_of_the_habsburgs.drawing.words import chart_of, shortened, unit_name
from lexbelli.twilight_of_the_habsburgs.tables import SIDES

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["attack", "battle", "command", "difference", "markers", "move", "odds", "orders",
           "puzzle", "reach", "setup", "threats", "zones"]  # fmt: skip

_ZONE_TONES: Final = {"central": "attack", "entente": "path"}
# The tones of armies in turn, so that neighbours look different.
_ARMY_TONES: Final = ("path", "middling", "good", "reach", "attack", "changed", "move", "retreat")
# How dark the hexes of a reach are, from the nearest to the farthest.
_NEAR: Final = 0.62
_FAR: Final = 0.12


def _side(side: str) -> str:
    return resolve(side, SIDES, "side")


def zones(position: "Position", side: str) -> Overlay:
    """Show the hexes into which a side's units exert zones of control (6).

    Raises:
        BadInput: There is no such side.
    """
    known = _side(side)
    tone = _ZONE_TONES[known]
    return Overlay(
        heading=f"zones of control of the {CALLED[known]}",
        marks=[
            Mark(hex_, tone, "", f"zone of control of the {CALLED[known]}", 0.24)
            for hex_ in sorted(position.zones(known))
        ],
        key=[(tone, "", f"zone of control of the {CALLED[known]}")],
    )


def command(position: "Position", side: str, near: Container[str] | None = None) -> Overlay:
    """Show who commands whom on a side, and who is out of command (4).

    Thin lines run from units to their nearest headquarters, broad ones from these to what serves
    them.

    Args:
        position: The position.
        side: The side.
        near: The hexes of which it is told who is out of command; None for all.

    Raises:
        BadInput: There is no such side.
    """
    known = _side(side)
    found = position.command(known)
    pieces: dict[tuple[str, str], None] = {}
    counts: dict[str, int] = {}
    tags: dict[str, Tag] = {}
    routes: list[Route] = []
    marks: dict[str, Mark] = {}
    lost = []
    own = [unit for unit in position.units if position.side_of(unit) == known]
    for unit in own:
        where = position.units[unit]
        if where not in position.hexes:
            continue
        said = found.why(position, unit)
        if unit not in found.in_command:
            tags[unit] = Tag("bad", "O", said)
            if near is None or where in near:
                lost.append(
                    f"{unit_name(position, unit)} in {chart_of(position).name(where)}: {said}"
                )
        if found.is_headquarters(position, unit):
            base = position.core.base_line(unit)
            counts.setdefault(unit, 0)
            if base is not None:
                routes.append(Route(base, "path", said))
                end = base[-1]
                marks.setdefault(end, Mark(end, "path", "", "serves headquarters", 0.3))
            continue
        hq = found.commander(unit)
        if hq is not None:
            counts[hq] = counts.get(hq, 0) + 1
            line = position.core.line(unit, hq) or []
            pieces |= {
                (a, b): None for a, b in pairwise(line) if (b, a) not in pieces
            }  # fmt: skip
    for hq, number in counts.items():
        where = position.units[hq]
        marks[where] = Mark(where, "good" if hq in found.in_command else "bad", str(number),
                            f"{unit_name(position, hq)} commands {number} units", 0.35)  # fmt: skip
    return Overlay(
        heading=f"command of the {CALLED[known]}",
        marks=list(marks.values()),
        routes=[*routes, *(Route(piece, "good", "", thin=True) for piece in pieces)],
        tags=tags,
        notes=shortened(f"Out of command: {each}" for each in lost),
        key=[
            ("good", "5", "headquarters, and how many units it commands"),
            *([("good", LINE, "command lines")] if pieces else []),
            *([("path", LINE, "lines of headquarters to a depot, edge or railway that serves")]
              if routes else []),
            *([("bad", "O", "out of command")] if tags else []),
        ],
    )  # fmt: skip


def reach(position: "Position", unit: str) -> Overlay:
    """Show where a unit gets alone, and for how many movement points at least (8).

    Raises:
        BadInput: There is no such unit, or it is not on the map.
    """
    known = resolve(unit, position.known_units, "unit")
    start = position.units.get(known)
    if start is None or start not in position.hexes:
        raise bad_input(f"'{known}' is not on the map", "unit")
    found = position.reach(known)
    dearest = max(found.values(), default=1)
    name = unit_name(position, known)
    marks = [
        Mark(hex_, "reach", str(points), f"{points} movement points",
             _NEAR - (_NEAR - _FAR) * (points - 1) / max(dearest - 1, 1))
        for hex_, points in sorted(found.items())
    ]  # fmt: skip
    return Overlay(
        heading=f"reach of {name}",
        marks=[Mark(start, "path", "", "where it stands"), *marks],
        notes=[] if marks else [f"{name} cannot move anywhere."],
        key=[
            ("path", "", "where it stands"),
            ("reach", "2", "may end its move here, for so many movement points"),
        ],
    )


def setup(position: "Position", side: str) -> Overlay:
    """Show where the armies of a side set up (14.3 to 16.4).

    Armies with a strip along the start line show it. Of the others, while the side sets up, the
    hexes are shown in which their units may stand.

    Raises:
        BadInput: There is no such side.
    """
    known = _side(side)
    areas = dict(position.setup_areas(known))
    everywhere = [
        army
        for army, hexes in areas.items()
        if any(hexes > other for other in areas.values())
        and len(hexes) > sum(len(other) for other in areas.values()) / 2
    ]
    notes = [f"{_army(army)}: anywhere on its side" for army in everywhere]
    for army in everywhere:
        del areas[army]
    tones = {army: _ARMY_TONES[at % len(_ARMY_TONES)] for at, army in enumerate(areas)}
    numbers = {army: str(at) for at, army in enumerate(areas, 1)}
    armies: dict[str, list[str]] = {}
    for army, hexes in areas.items():
        for hex_ in sorted(hexes):
            armies.setdefault(hex_, []).append(army)
    said = {army: _army(army) for army in areas}
    return Overlay(
        heading=f"set-up of the {CALLED[known]}",
        marks=[
            Mark(hex_, tones[here[0]], ",".join(numbers[army] for army in here[:3]),
                 ", ".join(said[army] for army in here), 0.4)
            for hex_, here in armies.items()
        ],
        notes=notes if areas else [f"No army of the {CALLED[known]} has a zone to set up in now."],
        key=[(tones[army], numbers[army], said[army]) for army in areas],
    )  # fmt: skip


def _army(army: str) -> str:
    """Return an army as people call it: its nation in capitals."""
    nation, *words = army.split("_")
    return " ".join([nation.upper(), *(word.capitalize() for word in words)])


def difference(before: "Position", after: "Position") -> Overlay:
    """Show what is different in a later position; the board is the later one's."""
    was, now = dict(before.units), dict(after.units)
    drawn = Drawn(after)
    printed = chart_of(after)
    for unit in sorted(was.keys() | now.keys()):
        old, new = was.get(unit), now.get(unit)
        if old == new:
            continue
        name = unit_name(after, unit)
        if old in printed.hexes and new in printed.hexes and old and new:
            drawn.ways.setdefault(("move", (old, new)), []).append(name)
            drawn.tags[unit] = Tag("move", ">", f"was in {printed.name(old)}")
            drawn.key["move", ">", "moved"] = None
        elif new in printed.hexes and new:
            drawn.tags[unit] = Tag("new", "+", "came from off the map")
            drawn.key["new", "+", "came from off the map"] = None
        elif old in printed.hexes and old:
            drawn.mark(old, ("gone", "-", "a unit is gone"), f"{name} is gone from here")
            drawn.notes.append(f"{name}: {printed.name(old)} -> {new or 'out of the game'}")
    setups = before.setup(), after.setup()
    for key, gained, lost in (
        ("reduced", ("bad", "r", "now reduced"), ("good", "f", "now at full strength")),
        ("entrenched", ("good", "T", "now in trench state"), ("move", "M", "now mobile")),
        ("out_of_command", ("bad", "C", "now out of command"), ("good", "c", "back in command")),
    ):
        old_units, new_units = (set(each.get(key, ())) for each in setups)
        for unit in sorted(old_units ^ new_units):
            if now.get(unit) in printed.hexes:
                tone, sign, said = gained if unit in new_units else lost
                drawn.tags[unit] = Tag(tone, sign, said)
                drawn.key[tone, sign, said] = None
    for change in before.changes(after):
        if change.what not in was and change.what not in now and change.what not in _TOLD:
            drawn.notes.append(f"{change.what}: {change.before} -> {change.after}")
    changed = drawn.ways or drawn.tags or drawn.notes
    drawn.notes[:] = shortened(drawn.notes)
    return drawn.overlay("what changed" if changed else "nothing changed", thin=True)


# What a difference shows on counters.
_TOLD: Final = ("reduced", "entrenched", "out of command", "agenda")
