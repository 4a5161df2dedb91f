"""Moves, attacks, battles and markers laid over the board: arrows, tags on counters, and words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from lexbelli.draw.board import Arrow, Cut, Mark, Overlay
from lexbelli.draw.counters import Tag
from lexbelli.draw.legend import ARROW
from lexbelli.moves import GivenMove, Move, Order, Violation
from lexbelli.twilight_of_the_habsburgs.battle_odds import RESULTS, Odds
from lexbelli.twilight_of_the_habsburgs.drawing.words import place_name, shortened, unit_name
from lexbelli.twilight_of_the_habsburgs.told import known

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["Drawn", "arrows_of", "attack", "battle", "markers", "move", "odds", "orders"]

Key = tuple[str, str, str]

_WAYS: Final = {
    "go": ("move", "moves there; a number says how many units"),
    "rail": ("path", "goes there by rail"),
    "ferry": ("path", "goes there by ferry"),
    "attack": ("attack", "attacks; a number says how many units"),
    "retreat": ("retreat", "retreats there; a number says how many units"),
    "bombard": ("path", "the navy fires"),
}
# Orders that say something of a unit: tone, sign, and words for the key.
_TAGS: Final = {
    "entrench": ("good", "T", "goes into trenches"),
    "mobilize": ("move", "M", "leaves its trenches"),
    "restore": ("good", "f", "gets a step back"),
    "reduce": ("bad", "r", "loses a step"),
    "eliminate": ("bad", "x", "is eliminated"),
}
# Orders that say something of a hex.
_MARKS: Final = {
    "place": ("new", "+", "sets up here"),
    "arrive": ("new", "+", "arrives here"),
    "rebuild": ("new", "+", "is rebuilt here"),
    "gas": ("changed", "G", "gas"),
    "scout": ("path", "S", "scouted from the air"),
}
_TABLES: Final = {"probe": "P", "assault": "A", "mobile": "M"}
_WRONG: Final = ("bad", "!", "against the rules; see below")
_DEFENDS: Final = ("path", "D", "defends")
# Decisions in which one of several ways is chosen.
_LOSING: Final = ("losses", "retreat")


@dataclass
class Drawn:
    """What a move looks like, as it is found out order by order."""

    position: "Position"
    ways: dict[tuple[str, tuple[str, ...]], list[str]] = field(default_factory=dict)
    marks: dict[tuple[str, str], Mark] = field(default_factory=dict)
    cuts: list[Cut] = field(default_factory=list)
    tags: dict[str, Tag] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    key: dict[Key, None] = field(default_factory=dict)

    def order(self, order: Order) -> None:
        """Show an order; what has no sign is told in words."""
        content = order.content
        unit = str(content.get("unit", ""))
        if order.kind == "attack":
            self.attack(unit, content["hex"], content["table"])
        elif order.kind == "bombard":
            way = (content["hex"], content["target"])
            if way[0] != way[1]:
                self.way("bombard", way, "the navy")
            self.mark(content["target"], ("path", "N", "under fire of the navy"), order.text)
        elif order.kind in _WAYS:
            start = self.position.units.get(unit, "")
            way = (start, *content.get("path", [content.get("hex")]))
            self.way(order.kind, way, unit_name(self.position, unit))
        elif order.kind in _MARKS:
            said = unit_name(self.position, unit) if unit else order.text
            self.mark(content["hex"], _MARKS[order.kind], said)
        elif order.kind in _TAGS:
            self.tag(unit, _TAGS[order.kind], order.text)
        else:
            self.notes.append(order.text)

    def attack(self, unit: str, target: str, table: str) -> None:
        """Show that a unit attacks a hex by a table."""
        self.way(
            "attack", (self.position.units.get(unit, ""), target), unit_name(self.position, unit)
        )
        if table in _TABLES:
            look = ("attack", _TABLES[table], f"attacked by the {table.capitalize()} table")
            if (target, look[1]) not in self.marks:
                self.mark(target, look, look[2])

    def way(self, kind: str, places: Sequence[str | None], who: str) -> None:
        """Show an arrow from hex to hex; boxes are left out."""
        tone, said = _WAYS[kind]
        known = tuple(place for place in places if place in self.position.hexes and place)
        if len(known) > 1:
            self.ways.setdefault((tone, known), []).append(who)
            self.key[tone, ARROW, said] = None

    def tag(self, unit: str, look: Key, said: str) -> None:
        """Show a sign on a counter."""
        tone, sign, _ = look
        self.tags[unit] = Tag(tone, sign, said)
        self.key[look] = None

    def mark(self, place: str, look: Key, said: str) -> None:
        """Show a sign in a hex; what is said of it before stays."""
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
            if self.position.units[unit] in self.position.hexes:
                self.tag(unit, _WRONG, f"{broken.rule}: {broken.text}")
        if len(hexes) == 2:
            self.cuts.append(Cut(hexes[0], hexes[1], "bad", broken.text))
            self.key["bad", "X", "a step against the rules"] = None
        for place in hexes[-1:]:
            if place in named or len(hexes) == 1:
                self.mark(place, _WRONG, f"{broken.rule}: {broken.text}")

    def overlay(self, heading: str, notes: Iterable[str] = (), thin: bool = False) -> Overlay:
        """Return all of it; the signs of a hex stand together."""
        marks: dict[str, Mark] = {}
        for mark in self.marks.values():
            first = marks.get(mark.place)
            marks[mark.place] = (
                mark
                if first is None
                else replace(
                    first, sign=f"{first.sign} {mark.sign}", said=f"{first.said}; {mark.said}"
                )
            )
        return Overlay(
            heading=heading,
            marks=list(marks.values()),
            arrows=list(arrows_of(self.ways, thin)),
            cuts=self.cuts,
            tags=self.tags,
            notes=[*self.notes, *notes],
            key=list(self.key),
        )


def arrows_of(
    ways: Mapping[tuple[str, tuple[str, ...]], Sequence[str]], thin: bool = False
) -> Iterator[Arrow]:
    """Yield an arrow for each way: its tone and hexes -> the names of those who take it.

    Retreats are thin, so that no colour alone tells them from attacks.
    """
    for (tone, places), units in ways.items():
        number = "" if len(units) == 1 else str(len(units))
        yield Arrow(places, tone, number, ", ".join(units), thin or tone == _WAYS["retreat"][0])


def move(position: "Position", given: GivenMove) -> Overlay:
    """Show a move, and what is wrong with it.

    Arrows are movements, attacks and retreats; other orders are signs on hexes or counters. What is
    wrong is marked where its witness says, and told below.

    Raises:
        BadInput: The move cannot be read.
    """
    made = position.move(given)
    drawn = _of(position, made.orders)
    ends: dict[str, None] = {}
    for order in made.orders:
        path = order.content.get("path") or [order.content.get("hex")]
        ends |= {place: None for place in path if place}
    broken = position.check(made)
    for each in broken:
        drawn.wrong(each, ends)
    return drawn.overlay(f"a move, {_verdict(broken)}", _said(broken))


def orders(position: "Position", made: Move) -> Overlay:
    """Show the orders of a move that is known to be legal, whatever the position asks."""
    return _of(position, made.orders).overlay("a move")


def _of(position: "Position", given: Iterable[Order]) -> Drawn:
    drawn = Drawn(position)
    for order in given:
        drawn.order(order)
    return drawn


def attack(position: "Position", units: Sequence[str], target: str, table: str) -> Overlay:
    """Show an attack: who attacks a hex from where, and by which table."""
    drawn = Drawn(position)
    for unit in units:
        drawn.attack(unit, target, table)
    return drawn.overlay("an attack")


def odds(position: "Position", found: Odds) -> Overlay:
    """Show an attack with its odds: who attacks from where, who defends, what the die may bring.

    Args:
        position: The position the odds were asked of.
        found: Its odds.
    """
    drawn = Drawn(position)
    for each in found.attackers:
        drawn.attack(each.name, found.target, "")
    for each in found.defenders:
        if each.name in position.units:
            drawn.tag(each.name, _DEFENDS, "defends")
    clear = f"{float(found.number('clear')):.0%}"
    drawn.mark(found.target, ("attack", clear, "chance that the hex is cleared"),
               f"cleared: {clear}")  # fmt: skip
    column = found.columns[found.read - 1]
    table = f"{place_name(position, found.target)}, {found.table.capitalize()} table"
    reckoned = f"{found.attack} to {found.defence}, column {found.columns[found.column - 1]}"
    shifts = "".join(f", {name} {by:+}" for name, by, _ in (*found.shifts, *found.modifiers))
    steps = [float(found.number(name)) for name in ("attacker_steps", "defender_steps")]
    notes = [
        f"{table}: {reckoned}{shifts}; column {column} is read.",
        *(_result(code, f"{float(chance):.0%}") for code, chance in found.results.items()),
        f"Steps to be expected: attacker loses {steps[0]:.1f}, defender {steps[1]:.1f}.",
    ]
    if found.supposed:
        notes.append(f"It is supposed that the {found.side} side is in a combat segment.")
    wrong = found.violations
    heading = "an attack" + (f", {_verdict(wrong)}" if wrong else "")
    return drawn.overlay(heading, [*notes, *_said(wrong)])


def _result(code: str, first: str) -> str:
    rule, said = RESULTS[code]
    return f"{first} {code.upper()}: {said} ({rule})."


def battle(position: "Position", ways: bool = True) -> Overlay | None:
    """Show the attack that is under way, and what is to be decided; None if there is none.

    Args:
        position: The position.
        ways: Whether to show the ways of a retreat that is to be decided.
    """
    setup = position.setup()
    frames: Sequence[Mapping[str, Any]] = setup["agenda"]
    fight = next((frame for frame in frames if frame["frame"] == "attack"), None)
    if fight is None:
        return None
    asked = position.decision
    drawn = Drawn(position)
    target, code = fight["hex"], fight.get("result", "")
    place = place_name(position, target)
    look = ("attack", code.upper() or "?", "result of the attack" if code else "the die falls")
    drawn.mark(target, look, f"attack on {place} by the {fight['table'].capitalize()} table")
    for unit in setup.get("engaged", ()):
        if position.side_of(unit) == fight["side"]:
            drawn.attack(unit, target, "")
        else:
            drawn.tag(unit, _DEFENDS, "defends")
    notes = [asked.text]
    if code:
        notes.append(_result(code, "The result is"))
    if asked.outcomes:
        notes.append(", ".join(f"{each.text.upper()} {each.odds}" for each in asked.outcomes))
    if asked.kind == "losses":
        for unit in setup.get("engaged", ()):
            if position.side_of(unit) == asked.side:
                drawn.tag(unit, ("bad", "-", "may have to lose"), "its owner chooses who loses")
    if asked.kind == "retreat" and not position.core.decision()["hidden"]:
        _retreats(drawn, ways)
    return drawn.overlay(f"attack on {place}", notes)


def _retreats(drawn: Drawn, ways: bool) -> None:
    """Show where those may go who must retreat, and who has nowhere to go as things stand."""
    position = drawn.position
    printed = known(position.core.tables, position.scenario_name)
    for unit in position.core.decision()["units"]:
        around = sorted(printed.around.get(position.units[unit], ()))
        open_to = [hex_ for hex_ in around if not position.check(f"retreat {unit} {hex_}")]
        if not open_to:
            drawn.tag(unit, ("bad", "x", "has nowhere to retreat to"), "nowhere to go (9.4-5)")
        for hex_ in open_to if ways else ():
            drawn.way("retreat", (position.units[unit], hex_), unit_name(position, unit))


def markers(position: "Position") -> Overlay | None:
    """Show the markers of this turn that lie on the map; None if there is none.

    Gas (13.8), fire of the navy (13.5), headquarters whose offensive succeeded (13.9), and hexes
    that were scouted (13.12).
    """
    setup = position.setup()
    drawn = Drawn(position)
    if setup.get("gas"):
        drawn.mark(setup["gas"], _MARKS["gas"], "the gas marker (13.8)")
    if setup.get("bombarded"):
        look = ("path", "N", "under fire of the navy")
        drawn.mark(setup["bombarded"], look, "under fire of the navy (13.5)")
    for hq in setup.get("offensive", ()):
        drawn.tag(hq, ("good", "O", "its offensive succeeded"), "its offensive succeeded (13.9)")
    for hq, place in (setup.get("scouted") or {}).items():
        drawn.mark(place, _MARKS["scout"], f"by {unit_name(position, hq)} (13.12)")
    for unit in setup.get("cornered", ()):
        drawn.tag(unit, ("bad", "!", "is cornered"), "could not retreat (14.82)")
    return drawn.overlay("") if drawn.key else None


def _verdict(wrong: Sequence[Violation]) -> str:
    return "legal" if not wrong else f"breaks {len(wrong)} rule{'s' if len(wrong) > 1 else ''}"


def _said(wrong: Sequence[Violation]) -> list[str]:
    return shortened(f"{each.rule}: {each.text}" for each in wrong)
