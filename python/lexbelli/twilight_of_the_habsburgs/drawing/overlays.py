"""What can be laid over the board: zones of control, command, reach, set-up, moves, differences.

Each is plain data (`lexbelli.draw.board.Overlay`). What is legal, and who is in command, the core
says.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lexbelli.draw.board import Arrow, Cut, Mark, Overlay, Route
from lexbelli.draw.counters import Tag
from lexbelli.draw.legend import ARROW, LINE
from lexbelli.errors import bad_input
from lexbelli.moves import GivenMove, Order, Violation
from lexbelli.names import resolve
from lexbelli.twilight_of_the_habsburgs.drawing.chart import CALLED, Chart, chart
from lexbelli.twilight_of_the_habsburgs.tables import SIDES

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["command", "difference", "move", "reach", "setup", "zones"]

Key = tuple[str, str, str]

_ZONE_TONES: Final = {"central": "attack", "entente": "path"}
# The tones of armies in turn, so that neighbours look different.
_ARMY_TONES: Final = ("path", "middling", "good", "reach", "attack", "changed", "move", "retreat")
#: So many lines are said below a picture of one kind.
_MOST_NOTES: Final = 12
# How dark the hexes of a reach are, from the nearest to the farthest.
_NEAR: Final = 0.62
_FAR: Final = 0.12

_WAYS: Final = {
    "go": ("move", "moves there; a number says how many units"),
    "rail": ("path", "goes there by rail"),
    "ferry": ("path", "goes there by ferry"),
}
# Orders that say something of a unit: tone, sign, and words for the key.
_TAGS: Final = {
    "entrench": ("good", "T", "goes into trenches"),
    "mobilize": ("move", "M", "leaves its trenches"),
    "restore": ("good", "f", "gets a step back"),
    "reduce": ("bad", "r", "loses a step"),
    "eliminate": ("bad", "x", "is eliminated"),
}
_ARRIVALS: Final = {
    "place": ("new", "+", "sets up here"),
    "arrive": ("new", "+", "arrives here"),
    "rebuild": ("new", "+", "is rebuilt here"),
}
_WRONG: Final = ("bad", "!", "against the rules; see below")


def _chart(position: "Position") -> Chart:
    return chart(position.core.tables, position.scenario_name)


def _name(position: "Position", unit: str) -> str:
    name: str = position.core.tables.unit(unit)["name"]
    return name


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
                lost.append(f"{_name(position, unit)} in {_chart(position).name(where)}: {said}")
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
                            f"{_name(position, hq)} commands {number} units", 0.35)  # fmt: skip
    more = len(lost) - _MOST_NOTES
    return Overlay(
        heading=f"command of the {CALLED[known]}",
        marks=list(marks.values()),
        routes=[*routes, *(Route(piece, "good", "", thin=True) for piece in pieces)],
        tags=tags,
        notes=[
            *(f"Out of command: {each}" for each in lost[:_MOST_NOTES]),
            *([f"and {more} more"] if more > 0 else []),
        ],
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
    name = _name(position, known)
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


@dataclass
class _Drawn:
    """What a move looks like, as it is found out order by order."""

    position: "Position"
    ways: dict[tuple[str, tuple[str, ...]], list[str]] = field(default_factory=dict)
    marks: dict[tuple[str, str], Mark] = field(default_factory=dict)
    cuts: list[Cut] = field(default_factory=list)
    tags: dict[str, Tag] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    key: dict[Key, None] = field(default_factory=dict)

    def order(self, order: Order) -> None:
        content = order.content
        unit = str(content.get("unit", ""))
        if order.kind in _WAYS:
            tone, said = _WAYS[order.kind]
            start = self.position.units.get(unit, "")
            way = [place for place in (start, *content.get("path", [content.get("hex")]))
                   if place in self.position.hexes]  # fmt: skip
            if len(way) > 1:
                self.ways.setdefault((tone, tuple(way)), []).append(_name(self.position, unit))
                self.key[tone, ARROW, said] = None
        elif order.kind in _ARRIVALS:
            tone, sign, said = _ARRIVALS[order.kind]
            self.mark(content["hex"], (tone, sign, said), _name(self.position, unit))
        elif order.kind in _TAGS:
            tone, sign, said = _TAGS[order.kind]
            self.tags[unit] = Tag(tone, sign, order.text)
            self.key[tone, sign, said] = None
        else:
            self.notes.append(order.text)

    def mark(self, place: str, look: Key, said: str) -> None:
        tone, sign, _ = look
        before = self.marks.get((place, sign))
        told = f"{before.said}, {said}" if before is not None else said
        self.marks[place, sign] = Mark(place, tone, sign, told)
        self.key[look] = None

    def wrong(self, broken: Violation, named: Mapping[str, None]) -> None:
        """Show where a rule is broken: on the units, hexes and steps that its witness names."""
        words = re.findall(r"\w+", broken.witness)
        hexes = [word for word in words if word in self.position.hexes]
        for unit in (word for word in words if word in self.position.units):
            tone, sign, said = _WRONG
            if self.position.units[unit] in self.position.hexes:
                self.tags[unit] = Tag(tone, sign, f"{broken.rule}: {broken.text}")
                self.key[tone, sign, said] = None
        if len(hexes) == 2:
            self.cuts.append(Cut(hexes[0], hexes[1], "bad", broken.text))
            self.key["bad", "X", "a step against the rules"] = None
        for place in hexes[-1:]:
            if place in named or len(hexes) == 1:
                self.mark(place, _WRONG, f"{broken.rule}: {broken.text}")


def move(position: "Position", given: GivenMove) -> Overlay:
    """Show a move, and what is wrong with it.

    Arrows are movements; other orders are signs on hexes or counters. What is wrong is marked where
    its witness says, and told below.

    Raises:
        BadInput: The move cannot be read.
    """
    made = position.move(given)
    drawn = _Drawn(position)
    ends: dict[str, None] = {}
    for order in made.orders:
        drawn.order(order)
        path = order.content.get("path") or [order.content.get("hex")]
        ends |= {place: None for place in path if place}
    broken = position.check(made)
    for each in broken:
        drawn.wrong(each, ends)
    verdict = f"breaks {len(broken)} rule{'s' if len(broken) != 1 else ''}" if broken else "legal"
    return Overlay(
        heading=f"a move, {verdict}",
        marks=list(drawn.marks.values()),
        arrows=list(_arrows(drawn.ways)),
        cuts=drawn.cuts,
        tags=drawn.tags,
        notes=[*drawn.notes, *_shortened(f"{each.rule}: {each.text}" for each in broken)],
        key=list(drawn.key),
    )


def difference(before: "Position", after: "Position") -> Overlay:
    """Show what is different in a later position; the board is the later one's."""
    was, now = dict(before.units), dict(after.units)
    drawn = _Drawn(after)
    printed = _chart(after)
    for unit in sorted(was.keys() | now.keys()):
        old, new = was.get(unit), now.get(unit)
        if old == new:
            continue
        name = _name(after, unit)
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
    return Overlay(
        heading="what changed" if changed else "nothing changed",
        marks=list(drawn.marks.values()),
        arrows=list(_arrows(drawn.ways, thin=True)),
        tags=drawn.tags,
        notes=_shortened(drawn.notes),
        key=list(drawn.key),
    )


# What a difference shows on counters.
_TOLD: Final = ("reduced", "entrenched", "out of command", "agenda")


def _arrows(
    ways: Mapping[tuple[str, tuple[str, ...]], Sequence[str]], thin: bool = False
) -> Iterable[Arrow]:
    for (tone, places), units in ways.items():
        number = "" if len(units) == 1 else str(len(units))
        yield Arrow(places, tone, number, ", ".join(units), thin)


def _shortened(lines: Iterable[str]) -> list[str]:
    """Return the first lines, and how many more there are."""
    told = list(lines)
    more = len(told) - _MOST_NOTES
    return [*told[:_MOST_NOTES], *([f"and {more} more"] if more > 0 else [])]
