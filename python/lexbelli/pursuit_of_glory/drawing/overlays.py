"""What can be laid over the board: supply, the reach of a unit, a difference; and see below.

Each is plain data (`lexbelli.draw.board.Overlay`). Moves, attacks and battles come from `fighting`,
threats and puzzles from `problems`.
"""

from typing import TYPE_CHECKING, Final

from lexbelli import _core
from lexbelli.draw.board import Cut, Mark, Overlay, Route
from lexbelli.draw.counters import Tag
from lexbelli.draw.legend import LINE
from lexbelli.errors import bad_input
from lexbelli.names import resolve
from lexbelli.pursuit_of_glory.drawing.fighting import arrows_of, attack, battle, move, odds
from lexbelli.pursuit_of_glory.drawing.problems import Puzzle, Threat, puzzle, threats
from lexbelli.pursuit_of_glory.drawing.words import MOST_NOTES, on_map, place_name, unit_name

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["Puzzle", "Threat", "attack", "battle", "difference", "line", "move", "odds", "puzzle",
           "reach", "supply", "threats"]  # fmt: skip

# Supply: tone, sign, and words.
_STATUS: Final = {
    "full": ("good", "S", "in full supply"),
    "limited": ("middling", "L", "in limited supply"),
    "disrupted": ("middling", "D", "supply disrupted"),
    "limited_disrupted": ("middling", "LD", "limited supply, disrupted"),
    "oos": ("bad", "O", "out of supply"),
}


def supply(position: "Position", side: str | None = None) -> Overlay:
    """Show who is fed, from where, and who is not.

    Args:
        position: The position.
        side: Whose supply; None for both sides'.

    Raises:
        BadInput: There is no such side.
    """
    wanted = None if side is None else resolve(side, ("ap", "cp"), "side")
    tags: dict[str, Tag] = {}
    pieces: dict[tuple[str, str], None] = {}
    sources: dict[str, int] = {}
    starving = []
    for unit, status in position.supply().items():
        if wanted is not None and position.side_of(unit) != wanted:
            continue
        if status != "full":
            tags[unit] = _tag(status)
        if status == "oos":
            place = place_name(position, position.units[unit])
            starving.append(f"{unit_name(position, unit)} in {place}")
            continue
        if status.source is not None:
            sources[status.source] = sources.get(status.source, 0) + 1
        for a, b in zip(status.path, status.path[1:], strict=False):
            if (b, a) not in pieces:
                pieces[a, b] = None
    used = {(tag.tone, tag.sign, tag.said) for tag in tags.values()}
    key = [entry for entry in _STATUS.values() if entry in used]
    notes = [f"Out of supply: {', '.join(starving)}"] if starving else []
    return Overlay(
        heading="supply" if wanted is None else f"supply of the {wanted.upper()}",
        marks=[Mark(place, "path", str(number), f"source of {number} units")
               for place, number in sources.items()],
        routes=[Route(piece, "path") for piece in pieces],
        tags=tags,
        notes=notes,
        key=[
            ("path", "3", "source, and how many units it feeds"),
            *([("path", LINE, "where lines of supply run")] if pieces else []),
            *key,
            *([("good", "", "units without a sign are in full supply")] if tags else []),
        ],
    )  # fmt: skip


def line(position: "Position", unit: str) -> Overlay:
    """Show the supply line of one unit, or where it is cut.

    Raises:
        BadInput: There is no such unit, or it is not on the map.
    """
    known = resolve(unit, position.known_units, "unit")
    trace = position.trace(known)
    tone, sign, words = _STATUS[trace.status]
    marks = [Mark(trace.space, tone, sign, words)]
    if trace.source is not None and trace.source != trace.space:
        marks.append(Mark(trace.source, "path", "*", "its source"))
    routes = [Route(trace.path, "path", "its line")] if len(trace.path) > 1 else []
    cuts = [
        Cut(border["from"], border["to"] or None, "bad", f"{border['text']} ({border['rule']})")
        for border in trace.cut
        if not trace.path
    ]
    notes = [f"{trace.text} ({trace.rule})"]
    notes += list(dict.fromkeys(f"X  {cut.said}" for cut in cuts))[:MOST_NOTES]
    key = [(tone, sign, words)]
    if routes:
        key += [("path", LINE, "its line"), ("path", "*", "its source")]
    if cuts:
        key.append(("bad", "X", "where its line is cut"))
    return Overlay(
        heading=f"supply of {unit_name(position, known)}", marks=marks, routes=routes, cuts=cuts,
        tags={known: Tag(tone, sign, words)}, notes=notes, key=key,
    )  # fmt: skip


def reach(position: "Position", unit: str, ops: int | None = None) -> Overlay:
    """Show where a unit of the side to act may end its move, and for how many movement points.

    Args:
        position: The position.
        unit: The unit.
        ops: OPS to be spent; None for those of the position, or 1.

    Raises:
        BadInput: There is no such unit, or it is not on the map, or not of the side to act.
    """
    known = resolve(unit, position.known_units, "unit")
    start = position.units.get(known)
    if start is None or start not in on_map(position):
        raise bad_input(f"'{known}' is not on the map", "unit")
    if position.side_of(known) != position.active:
        who = position.active.upper()
        raise bad_input(f"'{known}' is no unit of the side to act, the {who}", "unit")
    checker = _core.PursuitChecker(position.core, 1 if ops is None else ops)
    stops = checker.destinations(known)["stops"]
    marks = [
        Mark(place, "reach", str(stop["points"]), f"{stop['points']} movement points")
        for place, stop in stops.items()
        if place != start
    ]
    name = unit_name(position, known)
    notes = [] if marks else [f"{name} cannot move anywhere."]
    return Overlay(
        heading=f"reach of {name}",
        marks=[Mark(start, "path", "", "where it stands"), *marks],
        notes=notes,
        key=[
            ("path", "", "where it stands"),
            ("reach", "2", "may end its move here, for so many movement points"),
        ],
    )


def difference(before: "Position", after: "Position") -> Overlay:
    """Show what is different in a later position; the board is the later one's.

    Raises:
        BadInput: The positions are of different tables.
    """
    was, now = dict(before.units), dict(after.units)
    reduced, is_reduced = (set(each.setup().get("reduced", ())) for each in (before, after))
    ground = on_map(after)
    ways: dict[tuple[str, str], list[str]] = {}
    tags: dict[str, Tag] = {}
    marks: dict[str, Mark] = {}
    notes = []
    for unit in sorted(was.keys() | now.keys()):
        old, new = was.get(unit), now.get(unit)
        name = unit_name(after, unit)
        if old != new:
            if old in ground and new in ground and old and new:
                ways.setdefault((old, new), []).append(name)
            elif old in ground and old:
                marks.setdefault(old, Mark(old, "gone", "-", f"{name} is gone from here"))
                notes.append(f"{name}: {place_name(after, old)} -> {place_name(after, new)}")
            elif new:
                notes.append(f"{name}: {place_name(after, old)} -> {place_name(after, new)}")
            if new:
                come = old not in ground
                tags[unit] = Tag("new" if come else "move", "+" if come else ">",
                                 f"was in {place_name(after, old)}")  # fmt: skip
        if unit in now and (unit in reduced) != (unit in is_reduced):
            weaker = unit in is_reduced
            tags[unit] = Tag("bad" if weaker else "good", "r" if weaker else "f",
                             "now reduced" if weaker else "now at full strength")  # fmt: skip
    for change in before.changes(after):
        if change.what.startswith("control of "):
            place = change.what.removeprefix("control of ")
            marks[place] = Mark(place, "changed", change.after.upper(), f"was {change.before}")
        elif change.what not in was and change.what not in now:
            notes.append(f"{change.what}: {change.before} -> {change.after}")
    key = [
        ("move", ">", "moved"), ("new", "+", "came from off the map"),
        ("gone", "-", "a unit is gone"), ("bad", "r", "now reduced"),
        ("good", "f", "now at full strength"), ("changed", "", "control changed"),
    ]  # fmt: skip
    used = {tag.tone for tag in tags.values()} | {mark.tone for mark in marks.values()}
    if ways:
        used.add("move")
    more = len(notes) - MOST_NOTES
    return Overlay(
        heading="what changed" if used or notes else "nothing changed",
        marks=list(marks.values()),
        arrows=list(arrows_of({("move", way): units for way, units in ways.items()}, thin=True)),
        tags=tags,
        notes=[*notes[:MOST_NOTES], *([f"and {more} more"] if more > 0 else [])],
        key=[entry for entry in key if entry[0] in used],
    )


def _tag(status: str) -> Tag:
    return Tag(*_STATUS[status])
