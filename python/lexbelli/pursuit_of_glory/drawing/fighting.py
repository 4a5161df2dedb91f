"""Moves, attacks and battles laid over the board: arrows, tags on counters, and words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from lexbelli.draw.board import Arrow, Mark, Overlay
from lexbelli.draw.counters import Tag
from lexbelli.draw.legend import ARROW
from lexbelli.moves import GivenMove, Order, Violation
from lexbelli.moves import Move as AnyMove
from lexbelli.pursuit_of_glory.battle_odds import Odds
from lexbelli.pursuit_of_glory.drawing.words import MOST_NOTES, on_map, place_name, unit_name
from lexbelli.pursuit_of_glory.moves import Move

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["arrows_of", "attack", "battle", "move", "odds", "orders"]

# Orders that go from place to place, with the tone of their arrow.
_WAYS: Final = {"go": "move", "retreat": "retreat", "sail": "retreat", "advance": "move"}
# Orders that put a unit somewhere, whatever the way there.
_PUTS: Final = ("redeploy", "ship", "deploy", "enter", "arrive", "rebuild")
# Orders that say something of a unit: tone, sign, and words for the key.
_TAGS: Final = {
    "reduce": ("bad", "r", "loses a step"),
    "eliminate": ("bad", "x", "is eliminated"),
    "replace": ("bad", "x", "is eliminated"),
    "stand": ("good", "=", "stands"),
    "defend": ("path", "D", "defends"),
    "restore": ("good", "f", "gets a step back"),
    "rebuild": ("good", "+", "comes back"),
    "withdraw": ("gone", "W", "withdraws"),
    "reserve": ("gone", "B", "goes into the Reserve Box"),
    "detour": ("gone", "~", "sails around Africa"),
    "dismiss": ("gone", "K", "goes back to its symbol"),
    "keep": ("good", "=", "stays in the game"),
}
# Orders that say something of a place.
_MARKS: Final = {
    "activate": ("move", "M", "activated for movement"),
    "attack": ("attack", "", "attacked"),
    "flank": ("attack", "F", "pins for a flank attack"),
    "place": ("changed", "C", "named for a card"),
    "entrench": ("good", "E", "entrenches"),
    "suppress": ("changed", "S", "suppresses an uprising"),
    "land": ("new", "L", "a beachhead is placed"),
    "assault": ("attack", "P", "assault on a port"),
    "organize": ("new", "O", "a corps is organized"),
    "withdraw": ("gone", "W", "withdraws"),
    "remove": ("gone", "R", "the beachhead is removed"),
}
_FOR_ATTACK: Final = ("attack", "A", "activated for attack")
_WAY_WORDS: Final = {
    "move": "goes there; a number says how many units",
    "retreat": "retreats there; a number says how many units",
    "attack": "attacks; a number says how many units",
}
# So many answers to a decision are looked at for the ways they take.
_MOST_ANSWERS: Final = 300
# Orders that are drawn wholly: nothing needs to be said of them besides.
_DRAWN: Final = {*_WAYS, "activate", "attack", "join", "flank"}

Key = tuple[str, str, str]


@dataclass
class _Drawn:
    """What a move looks like, as it is found out order by order."""

    position: "Position"
    ways: dict[tuple[str, tuple[str, ...]], list[str]] = field(default_factory=dict)
    marks: dict[tuple[str, str], Mark] = field(default_factory=dict)
    tags: dict[str, Tag] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    key: dict[Key, None] = field(default_factory=dict)

    def order(self, order: Order, target: str | None) -> None:
        content, where = order.content, self.position.units
        unit = content.get("unit", content.get("reserve"))
        start = where.get(unit) if unit is not None else None
        if order.kind in _WAYS:
            # Who sails is told to which port alone.
            path = content["path"] if "path" in content else [content["place"]]
            self.way(_WAYS[order.kind], (start or path[0], *path), unit)
        elif order.kind in _PUTS and "place" in content:
            self.way("move", (start, content["place"]), unit)
        elif order.kind == "join" and target is not None:
            if start != target:
                self.way("attack", (start, target), unit)
            else:
                self.tag(unit, ("attack", "A", "attacks"), order.text)
        elif order.kind in _TAGS and unit is not None:
            self.tag(unit, _TAGS[order.kind], order.text)
        elif order.kind in _MARKS:
            look = _MARKS[order.kind]
            if order.kind == "activate" and content["for"] != "move":
                look = _FOR_ATTACK
            self.mark(content.get("place", start), look, order.text)
        if order.kind not in _DRAWN:
            self.notes.append(order.text)

    def way(self, tone: str, places: tuple[str | None, ...], unit: str) -> None:
        ground = on_map(self.position)
        known = tuple(place for place in places if place in ground and place is not None)
        if len(known) > 1:
            self.ways.setdefault((tone, known), []).append(unit_name(self.position, unit))
            self.key[tone, ARROW, _WAY_WORDS[tone]] = None
        elif known:  # it comes from a box
            self.mark(known[0], ("new", "+", "comes there"), unit_name(self.position, unit))

    def mark(self, place: str | None, look: Key, said: str) -> None:
        tone, sign, _ = look
        if place in on_map(self.position) and place is not None:
            self.marks[place, sign] = Mark(place, tone, sign, said)
            self.key[look] = None

    def tag(self, unit: str, look: Key, said: str) -> None:
        tone, sign, _ = look
        self.tags[unit] = Tag(tone, sign, said)
        self.key[look] = None

    def overlay(self, heading: str, notes: Iterable[str] = ()) -> Overlay:
        return Overlay(
            heading=heading,
            marks=list(self.marks.values()),
            arrows=list(arrows_of(self.ways)),
            tags=self.tags,
            notes=[*self.notes, *notes],
            key=list(self.key),
        )


def arrows_of(
    ways: Mapping[tuple[str, tuple[str, ...]], Sequence[str]], thin: bool = False
) -> Iterator[Arrow]:
    """Yield an arrow for each way: its tone and places -> the names of those who take it."""
    for (tone, places), units in ways.items():
        number = "" if len(units) == 1 else str(len(units))
        yield Arrow(places, tone, number, ", ".join(units), thin)


def move(position: "Position", given: GivenMove, ops: int | None = None) -> Overlay:
    """Show a move, of operations or of a battle, and what is wrong with it.

    Arrows are movements, attacks, retreats and advances; other orders are signs on places or
    counters, and are named below.

    Args:
        position: The position.
        given: The move, as text, JSON or a list of orders.
        ops: OPS to be spent; None for those of the position.

    Raises:
        BadInput: The move cannot be read.
    """
    made = position.move(given)
    wrong = position.check(made, ops)
    return _drawn(position, made.orders).overlay(f"a move, {_verdict(wrong)}", _said(wrong))


def orders(position: "Position", made: AnyMove) -> Overlay:
    """Show the orders of a move that is known to be legal, whatever the position asks."""
    return _drawn(position, made.orders).overlay("a move")


def _drawn(position: "Position", given: Sequence[Order]) -> _Drawn:
    drawn = _Drawn(position)
    for order in given:
        drawn.order(order, _target(given))
    return drawn


def attack(
    place: str, attackers: Mapping[str, Sequence[str]], odds: str = "", said: str = ""
) -> Overlay:
    """Show an attack.

    Args:
        place: What is attacked.
        attackers: The places it is attacked from, and the units there.
        odds: A few letters for its chances, such as `58%`.
        said: One sentence about it.
    """
    ways: dict[tuple[str, tuple[str, ...]], Sequence[str]] = {
        ("attack", (start, place)): units for start, units in attackers.items() if start != place
    }
    key: list[Key] = [("attack", ARROW, _WAY_WORDS["attack"])]
    if odds:
        key.append(("attack", odds, "chance that the attacker wins"))
    return Overlay(
        heading="an attack",
        marks=[Mark(place, "attack", odds, said)],
        arrows=list(arrows_of(ways)),
        notes=[said] if said else [],
        key=key,
    )


def odds(position: "Position", found: Odds) -> Overlay:
    """Show an attack with its odds: who attacks from where, who may win, what it costs.

    Args:
        position: The position the odds were asked of.
        found: Its odds.
    """
    fire = found.attacker
    units = [*fire.units, *(unit for unit in fire.staff if unit in position.units)]
    drawn = _Drawn(position)
    for unit in dict.fromkeys(units):
        start = position.units[unit]
        if start != found.target:
            drawn.way("attack", (start, found.target), unit)
        else:
            drawn.tag(unit, ("attack", "A", "attacks"), "attacks")
    if found.flank is not None:
        drawn.mark(found.flank.pin, _MARKS["flank"], f"pins: flank attempt {found.flank.odds}")
    win = f"{float(found.win):.0%}"
    drawn.mark(found.target, ("attack", win, "chance that the attacker wins"),
               f"attacker wins {win}")  # fmt: skip
    for unit in found.defender.units:
        drawn.tag(unit, _TAGS["defend"], "defends")
    draw, loss, clear = (f"{float(part):.0%}" for part in (found.draw, found.loss, found.clear))
    lost = [f"{float(steps):.1f}" for steps in (found.attacker_steps, found.defender_steps)]
    place = place_name(position, found.target)
    notes = [
        f"{place}: attacker wins {win}, draw {draw}, defender wins {loss}.",
        f"The defender leaves or is gone: {clear}.",
        f"Steps to be expected: attacker loses {lost[0]}, defender {lost[1]}.",
    ]
    if found.cards:
        notes.append(f"Cards: {', '.join(found.cards)}.")
    if found.supposed:
        notes.append("It is supposed that all units wait that could be activated for attack.")
    wrong = found.violations
    heading = "an attack" + (f", {_verdict(wrong)}" if wrong else "")
    return drawn.overlay(heading, [*notes, *_said(wrong)])


def battle(position: "Position", ways: bool = True) -> Overlay | None:
    """Show the battle that is under way, and who still waits to attack; None if there is nothing.

    Args:
        position: The position.
        ways: Whether to show the ways of a retreat or an advance that is to be decided.
    """
    setup = position.setup()
    fight: Mapping[str, Any] = setup.get("battle") or {}
    target = position.core.target
    waiting = list(setup.get("attacking", ()))
    if target is None and not waiting:
        return None
    drawn = _Drawn(position)
    for unit in waiting:
        drawn.tag(unit, ("attack", "A", "waits to attack"), "waits to attack")
    asked = position.decision
    if target is None:
        return drawn.overlay("battles to come", [asked.text])
    numbers = fight.get("loss_numbers", {})
    score = " : ".join(str(numbers.get(role, "-")) for role in ("attacker", "defender"))
    look = ("attack", score, "loss numbers, attacker : defender") if numbers else (
        "attack", "!", "battle")  # fmt: skip
    drawn.mark(target, look, f"battle at {place_name(position, target)}")
    if "pin" in fight:
        drawn.mark(fight["pin"], _MARKS["flank"], "pins for a flank attack")
    over = asked.kind in ("retreat", "advance")
    for unit in fight.get("attackers", ()):
        start = position.units.get(unit)
        if over or start is None or start == target or start not in on_map(position):
            drawn.tag(unit, ("attack", "B", "fights in the battle"), "attacks")
        else:
            drawn.way("attack", (start, target), unit)
    for unit in fight.get("defenders", ()):
        drawn.tag(unit, _TAGS["defend"], "defends")
    notes = [asked.text]
    if over and ways:
        answers = position.core.answers_after(_MOST_ANSWERS)
        orders = {order.text: order for answer in answers for order in Move(answer).orders}
        for order in orders.values():
            drawn.order(order, target)
        drawn.notes.clear()  # each is one of several ways
        if len(answers) == _MOST_ANSWERS:
            notes.append("There may be other ways.")
    return drawn.overlay(f"battle at {place_name(position, target)}", notes)


def _target(orders: Sequence[Order]) -> str | None:
    places = [order.content["place"] for order in orders if order.kind == "attack"]
    return places[0] if places else None


def _verdict(wrong: Sequence[Violation]) -> str:
    return "legal" if not wrong else f"breaks {len(wrong)} rule{'s' if len(wrong) > 1 else ''}"


def _said(wrong: Sequence[Violation]) -> list[str]:
    return [f"{each.text} ({each.rule})" for each in wrong[:MOST_NOTES]]
