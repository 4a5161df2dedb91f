"""Random legal answers to whatever a position asks, from the core alone."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from lexbelli import pursuit_of_glory as pog
from lexbelli.moves import Move, Order

__all__ = ["answer"]

_MOST_TRIES: Final = 16
_MOST_STACKS: Final = 200
_MOST_AFTER: Final = 60
_MOVES: Final = 12


def answer(position: pog.Position, dice: random.Random) -> str:
    """Return a random legal answer as text; "" where a die falls or a phase goes on by itself.

    Raises:
        AssertionError: There is none, which never should happen.
    """
    asked = position.decision
    match asked.kind:
        case "chance":
            return "" if dice.random() < 0.8 else dice.choice(asked.choices)
        case "tribes" | "replacement" | "withdrawal":
            return dice.choice(asked.choices)
        case "operations":
            return _operations(position, asked.ops or 1, dice)
        case "attack":
            return _end(position, dice) if dice.random() < 0.05 else _attack(position, dice)
        case "defence":
            return _stack(position, dice)
        case "cards":
            return _cards(position, dice)
        case "returns":
            cards = position.core.decision()["cards"]
            return "; ".join(f"take_back {card}" for card in _some(cards, dice)) or "pass"
    answers: Sequence[object] = position.core.answers_after(_MOST_AFTER)
    if not answers:
        answers = position.sample_moves(1, dice.getrandbits(32))
    assert answers, f"a dead end: {asked.text}"
    return str(dice.choice(answers))


def _operations(position: pog.Position, ops: int, dice: random.Random) -> str:
    """Return a legal move, more often than not the one of some with most attacks on somebody."""
    found = position.sample_moves(_MOVES, dice.getrandbits(32), ops)
    assert found, "a dead end: no legal operations"
    if dice.random() < 0.3:
        return str(dice.choice(found))
    enemies = _enemies(position)

    def attacks(move: Move) -> int:
        places = [order.content["place"] for order in move if _is_for_attack(order)]
        return sum(not enemies.isdisjoint(_near(position, place)) for place in places)

    return str(max(found, key=attacks))


def _is_for_attack(order: Order) -> bool:
    return order.kind == "activate" and order.content["for"] != "move"


def _enemies(position: pog.Position) -> set[str]:
    """Return the places with units of the side that does not act."""
    active = position.active
    return {at for unit, at in position.units.items() if position.side_of(unit) != active}


def _near(position: pog.Position, place: str) -> list[str]:
    """Return a place and what lies next to it."""
    return [place, *(other for other, _ in position.core.tables.space(place)["links"])]


def _some(choices: Iterable[str], dice: random.Random) -> list[str]:
    """Return a few of these, or many."""
    few = dice.random()
    return [choice for choice in choices if dice.random() < few]


def _legal(position: pog.Position, tries: Iterator[str], most: int) -> str | None:
    """Return the first of these answers that breaks no rule."""
    for text, _ in zip(tries, range(most), strict=False):
        if not position.core.check(text):
            return text
    return None


def _attack(position: pog.Position, dice: random.Random) -> str:
    where, tables, enemies = position.units, position.core.tables, _enemies(position)
    near = {place: _near(position, place) for place in set(where.values())}
    waiting = list(position.core.decision()["units"])
    able = [unit for unit in waiting if not enemies.isdisjoint(near[where[unit]])] or waiting
    staff = [
        unit
        for unit in where
        if tables.unit(unit)["class"] in ("hq", "artillery")
        and position.side_of(unit) == position.active
    ]

    def tries() -> Iterator[str]:
        while True:
            first = dice.choice(able)
            targets = near[where[first]]
            full = [place for place in targets if place in enemies]
            target = dice.choice(full if full and dice.random() < 0.9 else targets)
            close = [unit for unit in waiting if target in near[where[unit]]]
            joins = list(dict.fromkeys([first, *_some(close, dice)]))
            homes = {where[unit] for unit in joins}
            joins += [unit for unit in _some(staff, dice) if where[unit] in homes]
            joins = list(dict.fromkeys(joins))
            text = f"attack {target} with {','.join(joins)}"
            if dice.random() < 0.4:
                yield f"{text} flank {where[dice.choice(joins)]}"
            yield text

    return _legal(position, tries(), _MOST_TRIES) or _end(position, dice)


def _end(position: pog.Position, dice: random.Random) -> str:
    """Return the end of attacks, or an attack that an event still asks for (9.5.1.a)."""
    if not position.check("end"):
        return "end"
    found = position.sample_moves(1, dice.getrandbits(32))
    assert found, f"a dead end: {position.decision.text}"
    return str(found[0])


def _stack(position: pog.Position, dice: random.Random) -> str:
    units = list(position.core.decision()["units"])

    def tries() -> Iterator[str]:
        for size in range(len(units), 0, -1):
            yield f"defend {','.join(dice.sample(units, size))}"
        while True:
            yield f"defend {','.join(_some(units, dice) or units[:1])}"

    found = _legal(position, tries(), _MOST_STACKS)
    assert found is not None, "a dead end: no stack defends"
    return found


def _cards(position: pog.Position, dice: random.Random) -> str:
    offers: Sequence[dict[str, Any]] = position.core.battle_asked()["cards"]  # type: ignore[index]

    def tries() -> Iterator[str]:
        while True:
            orders = []
            for offer in offers:
                if dice.random() < 0.4:
                    continue
                card = offer["card"]
                orders.append(f"play {card}")
                if card == "cp_43":
                    orders.append(f"cancel {dice.choice(('advance', 'retreat'))}")
                if offer["units"]:
                    orders.append(f"bring {card} {dice.choice(offer['units'])}")
                orders += [f"place {card} {dice.choice(places)}" for places in offer["places"]]
            yield "; ".join(orders) or "pass"

    return _legal(position, tries(), _MOST_TRIES) or "pass"
