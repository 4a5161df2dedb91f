"""Moves of Twilight of the Habsburgs to be compared: legal, nearly legal, and nonsense."""

import json
import random
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from agreement.twilight_positions import beside, depots, hexes, rails
from lexbelli import BadInput
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.twilight_of_the_habsburgs.moves import Move
from lexbelli.twilight_of_the_habsburgs.tables import load

# In every position so many moves are legal, nearly legal, and nonsense.
LEGAL: Final = 10
NEARLY: Final = 24
NONSENSE: Final = 6
EACH: Final = LEGAL + NEARLY + NONSENSE
# Of nearly legal set-ups this share is but a part of one.
_PARTIAL: Final = 0.3
# What is named by the orders of a decision besides the unit: nothing, a hex or a path.
ORDERS: Final[Mapping[str, Mapping[str, str | None]]] = {
    "setup": {"place": "hex", "entrench": None},
    "attrition": {"reduce": None, "eliminate": None},
    "reinforcement": {"arrive": "hex", "restore": None, "rebuild": "hex"},
    "reorganization": {"entrench": None, "mobilize": None},
    "movement": {"go": "path", "rail": "path", "ferry": "hex"},
    "submarine": {},
    "excess": {"eliminate": None},
    "offensive": {},
    "scouting": {"scout": "hex"},
    "attack": {"attack": "hex", "gas": "hex", "bombard": "hex"},
    "losses": {"reduce": None, "eliminate": None},
    "retreat": {"retreat": "hex"},
}
_TABLES: Final = ("probe", "assault", "mobile")
_SHORE: Final = ("h1407", "h2109", "h2208", "h1507", "h1606", "h1806")

Content = dict[str, Any]


def moves_of(at: toh.Position, seed: int) -> list[Move]:
    """The moves that are compared in a position."""
    return _Maker(at, random.Random(seed)).moves()


class _Maker:
    """Makes moves of a position."""

    def __init__(self, at: toh.Position, dice: random.Random) -> None:
        self.at = at
        self.dice = dice
        self.kind = at.decision.kind
        side = at.decision.side
        self.units = dict(sorted(at.units.items()))
        self.names = list(self.units)
        self.own = [unit for unit in self.names if _side_of(unit) == side] or self.names
        self.places = sorted({place for place in self.units.values() if place.startswith("h")})

    def moves(self) -> list[Move]:
        sampled = self.at.sample_moves(LEGAL, self.dice.getrandbits(32))
        legal = [[*map(dict, move.as_json())] for move in sampled]
        made: list[list[Content]] = list(legal)
        made += [
            self._nearly(legal[number % len(legal)] if legal else []) for number in range(NEARLY)
        ]
        for _ in range(NONSENSE):
            made.append([self._order() for _ in range(self.dice.randint(1, 4))])
        found = (self._read(orders) for orders in made)
        return [move for move in found if move is not None]

    def _read(self, made: list[Content]) -> Move | None:
        try:
            return self.at.move(json.dumps(made))
        except BadInput:
            return None

    def _nearly(self, legal: list[Content]) -> list[Content]:
        made = [dict(order) for order in legal]
        if self.kind == "setup" and self.dice.random() < _PARTIAL:
            made = self.dice.sample(made, self.dice.randint(0, len(made)))
        for _ in range(self.dice.choice((1, 1, 1, 2, 3))):
            self._spoil(made)
        return made

    def _spoil(self, made: list[Content]) -> None:
        """Change a move a little."""
        dice = self.dice
        what = dice.randrange(9)
        if not made or what == 0:
            made.append(self._order())
            return
        order, other = dice.choice(made), dice.choice(made)
        if what == 1:
            made.remove(order)
        elif what == 5 and "table" in order:
            order["table"] = dice.choice(_TABLES)
        elif what == 6 and "target" in order:
            order["target"] = dice.choice(beside(order["target"]))
        elif what == 2 and "unit" in order:
            order["unit"] = self._unit()
        elif what == 3:
            # Another unit does the same, or one that stands with it.
            where = self.units.get(order.get("unit", ""), "")
            there = [unit for unit, place in self.units.items() if place == where]
            made.append({**order, "unit": dice.choice(there)} if there else dict(order))
        elif what == 4 and "unit" in order and "unit" in other:
            order["unit"], other["unit"] = other["unit"], order["unit"]
        elif "path" in order:
            order["path"] = self._bent(order)
            if what == 5:
                order["order"] = "rail" if order["order"] == "go" else "go"
        elif "hex" in order:
            order["hex"] = self._hex() if what < 7 else dice.choice(beside(order["hex"]))
        elif "unit" in order:
            order["unit"] = self._unit()

    def _bent(self, order: Content) -> list[str]:
        dice = self.dice
        path: list[str] = list(order["path"])
        match dice.randrange(5):
            case 0:
                return [*path, dice.choice(beside(path[-1]))]
            case 1 if len(path) > 1:
                return path[:-1]
            case 2 if len(path) > 1:
                return path[1:]
            case 3:
                # Towards an enemy, so that zones and enemies are met.
                return self._walk(order["unit"], dice.randint(1, 3))
            case _:
                path[dice.randrange(len(path))] = dice.choice(beside(dice.choice(path)))
                return path

    def _walk(self, unit: str, steps: int, *, by_rail: bool = False) -> list[str]:
        here = self.units.get(unit, "")
        path = [here if here.startswith("h") else self.dice.choice(hexes())]
        for _ in range(steps):
            on = rails().get(path[-1], ()) if by_rail else ()
            path.append(self.dice.choice(on or beside(path[-1])))
        return path[1:]

    def _order(self) -> Content:
        """An order of the decision, mostly of units that could have one."""
        dice = self.dice
        kinds = ORDERS[self.kind]
        if not kinds:
            return {"order": self.kind}
        kind = dice.choice(sorted(kinds))
        if kind in ("gas", "bombard"):
            return self._marker(kind)
        unit = self._unit()
        order: Content = {"order": kind, "unit": unit}
        if kind == "attack":
            order["table"] = dice.choice(_TABLES)
        if kind == "ferry" and dice.random() < 0.8:
            in_port = [one for one, place in self.units.items() if place == _SHORE[0]]
            order["unit"] = dice.choice(in_port) if in_port else unit
            order["hex"] = dice.choice(_SHORE)
        elif kinds[kind] == "hex":
            order["hex"] = self._hex()
        elif kinds[kind] == "path":
            by_rail = kind == "rail" and dice.random() < 0.8
            if by_rail:
                on_rails = [one for one in self.own if self.units[one] in rails()]
                order["unit"] = unit = dice.choice(on_rails or self.own)
            steps = dice.randint(1, 12 if by_rail else 4)
            order["path"] = self._walk(unit, steps, by_rail=by_rail)
        return order

    def _marker(self, kind: str) -> Content:
        """Gas, or a bombardment, mostly from or on a hex near units."""
        where = self._hex()
        if kind == "gas":
            return {"order": kind, "hex": where}
        near = self.dice.choice((where, *beside(where)))
        return {"order": kind, "hex": where, "target": near}

    def _unit(self) -> str:
        return self.dice.choice(self.own if self.dice.random() < 0.85 else self.names)

    def _hex(self) -> str:
        dice = self.dice
        match dice.randrange(5):
            case 0:
                return dice.choice(hexes())
            case 1:
                return dice.choice(_outermost())
            case 2:
                return dice.choice(depots())
            case _:
                goal = dice.choice(self.places or hexes())
                return goal if dice.random() < 0.5 else dice.choice(beside(goal))


@cache
def _side_of(unit: str) -> str:
    side: str = load().unit(unit)["side"]
    return side


@cache
def _outermost() -> tuple[str, ...]:
    return tuple(one for one in hexes() if len(beside(one)) < 6)
