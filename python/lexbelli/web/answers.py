"""What is told of a position as plain data: what can be ordered, what is wrong, and why not.

Nothing here depends on who asks: the position given is what he may know of it.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from lexbelli import _core, capabilities, games
from lexbelli.chance import Outcomes
from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.moves import GivenMove, Order, Violation
from lexbelli.names import resolve, unknown
from lexbelli.position import CHANCE, AnyPosition, Position
from lexbelli.puzzles.asking import Query, asking_of
from lexbelli.puzzles.threats import threats as search_threats

__all__ = [
    "checked",
    "decision",
    "orders",
    "refusals",
    "sentence",
    "solved",
    "supply",
    "threats",
    "violation",
    "why_not",
]  # fmt: skip

# So many orders of a kind are tried as patterns of what was meant.
_PATTERNS: Final = 3
_MOST_MEANT: Final = 12
# So many solutions are told.
_MOST_SOLUTIONS: Final = 20
_MOST_THREATS: Final = 60
# Of a throw with so many outcomes the odds are listed.
_MOST_OUTCOMES: Final = 40


def decision(position: Position) -> dict[str, Any]:
    """Return what is asked, with the odds of what may fall."""
    asked = position.decision
    outcomes = asked.outcomes
    listed = not isinstance(outcomes, Outcomes) or outcomes.can_be_listed
    few = listed and len(outcomes) <= _MOST_OUTCOMES
    budget = games.budget(position)
    points = None if budget is None else budget.points(asked)
    thrown = asked.kind == CHANCE and asked.throw is not None
    return {
        "kind": asked.kind,
        "side": asked.side,
        "text": asked.text,
        "points": points,
        "points_called": None if budget is None else budget.unit,
        "choices": [] if asked.kind == CHANCE else list(asked.choices),
        "throw": str(asked.throw) if thrown else None,
        "outcomes": [
            {"text": each.text, "odds": str(each.odds), "percent": round(100 * float(each.odds), 1)}
            for each in outcomes
        ]
        if few
        else [],
        "over": asked.kind != CHANCE and asked.side is None,
    }


# --------------------------------------------------------------------------- orders


def orders(position: AnyPosition, given: GivenMove) -> dict[str, Any]:
    """Return every other order that some legal move contains beside those given.

    Raises:
        BadInput: The orders given cannot be read.
    """
    known = _Names(position)
    if not _asks_moves(position):
        return {"asks_moves": False, "given": [], "orders": []}
    move = position.move(given)
    try:
        found = position.orders(given)
    except BadInput:
        if move.orders:
            raise
        return {"asks_moves": False, "given": [], "orders": []}
    standing, chosen = position.units, move.orders
    return {
        "asks_moves": True,
        "given": [known.told(order) for order in chosen],
        "orders": [
            known.told(order, offered=True)
            for order in found
            if not _stays(standing, order) and not any(_is_there(order, each) for each in chosen)
        ],
    }


def _stays(standing: Mapping[str, str], offered: Order) -> bool:
    """Whether a unit would go to where it stands: only an order that says the way can mean that."""
    end = offered.content.get("to")
    return end is not None and standing.get(str(offered.content.get("unit"))) == end


def _is_there(offered: Order, given: Order) -> bool:
    """Whether an order that is offered is one of those given, which say the way, too."""
    return given.text == offered.text or given.text.startswith(f"{offered.text} via ")


def _asks_moves(position: Position) -> bool:
    """Whether orders are asked for, and not one of a list of answers."""
    if position.decision.kind == CHANCE or position.decision.side is None:
        return False
    try:
        position.move([])
    except BadInput:
        return False
    return True


class _Names:
    """The names of a position: which are units, which are places."""

    def __init__(self, position: AnyPosition) -> None:
        self._position = position
        self.units = frozenset(position.known_units)
        self.places = frozenset(position.spaces)
        self._at = position.units
        self.both = (*self.units, *self.places)
        budget = games.budget(position)
        self._paid = frozenset(() if budget is None else budget.orders)

    def place_of(self, unit: str) -> str | None:
        """Return the place on the board where a unit stands; None if it is elsewhere."""
        at = self._at.get(unit)
        return at if at in self.places else None

    def in_(self, order: Order) -> list[str]:
        """Return the names in an order, in the order of its keys."""
        found: list[str] = []
        for key, value in order.content.items():
            if key != "order":
                values = value if isinstance(value, list | tuple) else (value,)
                found += [each for each in values if self._is_name(each)]
        return found

    def _is_name(self, value: object) -> bool:
        return isinstance(value, str) and (value in self.units or value in self.places)

    def way(self, named: Sequence[str]) -> list[str]:
        """Return the way of an order that names these: from where its first unit stands."""
        way = [name for name in named if name in self.places]
        unit = next((name for name in named if name in self.units), None)
        if unit is not None and unit in self._at:
            way.insert(0, self._at[unit])
        return [name for at, name in enumerate(way) if at == 0 or way[at - 1] != name]

    def told(self, order: Order, *, offered: bool = False) -> dict[str, Any]:
        """Return an order as plain data."""
        cost, named = None, self.in_(order)
        if order.kind in self._paid:
            cost = self._position.cost(order)
        return {
            "text": order.text,
            "kind": order.kind,
            "content": order.as_json(),
            "names": list(dict.fromkeys(named)),
            "way": self.way(named),
            "cost": cost,
            # What is offered may leave a choice open: `a|b|c`.
            "whole": not offered or "|" not in order.text,
        }


# --------------------------------------------------------------------------- checks


def checked(position: AnyPosition, given: GivenMove) -> dict[str, Any]:
    """Return whether a move is legal, every rule it breaks, and what is still owed.

    Raises:
        BadInput: It cannot be read, or the position asks for no moves.
    """
    known = _Names(position)
    if isinstance(given, str) and given in position.decision.choices:
        return {"legal": True, "text": given, "orders": [], "violations": [], "cost": None}
    move = position.move(given)
    found = position.check(given)
    budget = games.budget(position)
    paid = [] if budget is None else [order for order in move.orders if order.kind in budget.orders]
    return {
        "legal": not found,
        "text": str(move),
        "orders": [known.told(order) for order in move.orders],
        "violations": refusals(position, found),
        "cost": sum(position.cost(order) or 0 for order in paid) if paid else None,
    }


def refusals(position: Position, found: Sequence[Violation]) -> list[dict[str, Any]]:
    """Return violations as plain data, those that more orders could mend last."""
    return [violation(position, each) for each in sorted(found, key=lambda one: one.owed)]


def violation(position: Position, found: Violation) -> dict[str, Any]:
    """Return a violation as plain data, with what the rule says."""
    return {**found.as_json(), "sentence": sentence(position.game, found.rule)}


def sentence(game: str, rule: str) -> str:
    """Return what a rule says; empty if nothing is known of it."""
    rules = _sentences(game)
    if rule in rules:
        return rules[rule]
    return " ".join(text for number, text in rules.items() if number.startswith(f"{rule}-"))


@cache
def _sentences(game: str) -> Mapping[str, str]:
    try:
        text = _core.resource(f"rules_asp/{game}/rules.csv")
    except (BadInput, KeyError, ValueError):
        return {}
    return {row["number"]: row["statement"] for row in csv.DictReader(io.StringIO(text))}


def why_not(
    position: AnyPosition, given: GivenMove, names: Sequence[str], offered: Sequence[Order]
) -> dict[str, Any]:
    """Say which rules keep units and places from being ordered together.

    Orders like those that can be given are made with the names, and put to the checker.

    Args:
        position: The position.
        given: The orders given so far.
        names: Units and places, in the order in which they were named.
        offered: What can be ordered at all, as patterns.

    Raises:
        BadInput: A name is unknown, or the orders given cannot be read.
    """
    known = _Names(position)
    wanted = [resolve(name, known.both, "names", "unit or place") for name in names]
    given_move = position.move(given) if _asks_moves(position) else None
    before = [] if given_move is None else [order.text for order in given_move.orders]
    found: list[tuple[int, dict[str, Any]]] = []
    for text in _meant(known, wanted, offered):
        try:
            move = position.move("; ".join([*before, text]))
            broken = position.check(move)
        except (BadInput, IllegalMove):
            continue
        own = next((each.text for each in reversed(move.orders) if each.text not in before), text)
        wrong = [each for each in broken if not each.owed]
        told = {"order": own, "legal": not wrong, "violations": refusals(position, wrong)}
        found.append((len(wrong), told))
    found.sort(key=lambda one: one[0])
    return {"names": wanted, "meant": [told for _, told in found[:_MOST_MEANT]]}


def _meant(known: _Names, wanted: Sequence[str], offered: Sequence[Order]) -> Iterator[str]:
    """Yield the text of orders like those offered, of the names wanted.

    If no order takes a unit alone, it is ordered where it stands, or all are there.
    """
    units = [name for name in wanted if name in known.units]
    places = [name for name in wanted if name not in known.units]
    tried = [(units, places)]
    if not places and len(units) == 1:
        at = known.place_of(units[0])
        if at is not None:
            tried += [(units, [at]), ([], [at])]
    for of_units, of_places in tried:
        found = False
        for text in _like(known, of_units, of_places, offered):
            found = True
            yield text
        if found:
            return


def _like(
    known: _Names, units: Sequence[str], places: Sequence[str], offered: Sequence[Order]
) -> Iterator[str]:
    """Yield orders like those offered which name these units and places, all of them."""
    seen: set[str] = set()
    shapes: dict[tuple[str, tuple[str, ...]], int] = {}
    for pattern in offered:
        shape = pattern.kind, tuple(pattern.content)
        if shapes.get(shape, 0) >= _PATTERNS:
            continue
        text = _put(known, pattern.text, list(units), list(places))
        if text is not None and text not in seen:
            shapes[shape] = shapes.get(shape, 0) + 1
            seen.add(text)
            yield text


def _put(known: _Names, text: str, units: list[str], places: list[str]) -> str | None:
    """Return an order's text with other names in place of its own; None if they do not fit."""
    words = []
    for word in text.split():
        parts = word.split(",")
        of = next((
            left for all_, left in ((known.units, units), (known.places, places))
            if all(part in all_ for part in parts)
        ), None)  # fmt: skip
        if of is None:
            words.append(word)
            continue
        if not of:
            return None
        # A list takes all that are left.
        number = len(of) if len(parts) > 1 else 1
        words.append(",".join(of[:number]))
        del of[:number]
    return None if units or places else " ".join(words)


# --------------------------------------------------------------------------- other questions


def supply(position: Position) -> dict[str, Any]:
    """Return the status of every unit that needs supply, and the places that would change hands.

    Raises:
        BadInput: The game has no supply.
    """
    if not isinstance(position, capabilities.Supplied):
        raise games.lacking(position, "supply")
    return {"units": dict(position.supply()), "flips": list(position.flips())}


def solved(position: Position, goal: str, limit: int, seconds: float) -> dict[str, Any]:
    """Search for legal moves that reach a goal, for so long.

    Raises:
        BadInput: The goal cannot be read, or the game has none.
    """
    if not goal.strip():
        raise bad_input("is empty", "goal")
    search = Query(goal).search(position, min(limit, _MOST_SOLUTIONS), seconds, None, 1)
    solutions = list(search)
    found = search.found
    return {
        "goal": str(search.goal),
        "already": search.already,
        "solutions": [str(each.move) for each in solutions],
        "proven": found.proven,
        "seconds": round(found.seconds, 3),
    }


def threats(position: AnyPosition, side: str, seconds: float) -> dict[str, Any]:
    """Search for what the enemy could do to a side, for so long.

    Raises:
        BadInput: There is no such side, or the game or the position has no such moves.
    """
    sides = list(games.of(position).sides)
    if side not in sides:
        raise unknown(side, sides, "side")
    found = search_threats(position, side, seconds=seconds)
    harms = {harm.field: harm.text for harm in asking_of(position).harms.values()}
    return {
        "side": side,
        "threats": [
            {
                "move": str(each.move),
                "points": each.points,
                "names": list(dict.fromkeys(name for done in each.harm.values() for name in done)),
                "text": "; ".join(
                    f"{harms[field]} {', '.join(names)}"
                    for field, names in each.harm.items()
                    if names
                ),
            }
            for each in found[:_MOST_THREATS]
        ],
        "complete": len(found) <= _MOST_THREATS,
        "proven": found.proven,
    }
