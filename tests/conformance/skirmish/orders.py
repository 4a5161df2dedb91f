"""Orders and moves of the skirmish."""

import json
from collections.abc import Sequence
from typing import Any, Final

import clingo

from conformance.skirmish.chart import CARDS, GRID, HEXES, UNITS
from lexbelli.errors import bad_input
from lexbelli.moves import GivenMove, Move, Order
from lexbelli.names import resolve

# The orders of each phase.
KINDS: Final = {"move": ("go",), "attack": ("strike", "card")}
_LONGEST: Final = 12


class SkirmishMove(Move):
    """A set of orders, those of the same kind in the order of the alphabet."""

    __slots__ = ("_orders",)

    def __init__(self, orders: Sequence[Order]) -> None:
        plain = sorted(dict.fromkeys(orders), key=lambda order: order.text)
        self._orders = tuple(sorted(plain, key=lambda order: order.kind == "card"))

    @property
    def orders(self) -> tuple[Order, ...]:
        return self._orders

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SkirmishMove) and self._orders == other._orders

    def __hash__(self) -> int:
        return hash(self._orders)

    def __reduce__(self) -> Any:
        return SkirmishMove, (self._orders,)


def order_of(content: Any, phase: str) -> Order:
    """Read an order from plain data."""
    if not isinstance(content, dict) or content.get("order") not in KINDS[phase]:
        raise bad_input(f"one of {', '.join(KINDS[phase])} is needed", "order")
    kind = content["order"]
    keys = {"go": {"unit", "path"}, "strike": {"unit", "target"}, "card": {"card"}}[kind]
    if set(content) != {"order", *keys}:
        raise bad_input(f"{kind} needs {', '.join(sorted(keys))}", "order")
    if kind == "card":
        card = resolve(str(content["card"]), CARDS, "card")
        return Order(f"card {card}", {"order": kind, "card": card})
    unit = resolve(str(content["unit"]), UNITS, "unit")
    if kind == "strike":
        target = _hex(content["target"], "target")
        return Order(f"strike {unit} {target}", {"order": kind, "unit": unit, "target": target})
    path = content["path"]
    if not isinstance(path, list) or not 0 < len(path) <= _LONGEST:
        raise bad_input(f"a list of 1 to {_LONGEST} hexes is needed", "path")
    path = [_hex(hex_, "path") for hex_ in path]
    return Order(f"go {unit} {','.join(path)}", {"order": kind, "unit": unit, "path": path})


def _hex(name: Any, field: str) -> str:
    """Return the hex of a name, or of its printed number."""
    return resolve(
        f"hex_{name}" if isinstance(name, str) and name in GRID else str(name), HEXES, field, "hex"
    )


def read(given: GivenMove, phase: str) -> SkirmishMove:
    """Read a move from text, JSON or a list of orders."""
    if isinstance(given, Move):
        return SkirmishMove([order_of(order.as_json(), phase) for order in given.orders])
    if isinstance(given, str):
        if given.lstrip()[:1] == "[":
            try:
                given = json.loads(given)
            except (ValueError, RecursionError) as error:
                raise bad_input(f"is no JSON: {error}", "move") from None
        else:
            parts = [part.split() for part in given.split(";") if part.strip()]
            return SkirmishMove([order_of(_content(words), phase) for words in parts])
    if not isinstance(given, list | tuple):
        raise bad_input("a list of orders is needed", "move")
    return SkirmishMove([order_of(content, phase) for content in given])


def _content(words: Sequence[str]) -> dict[str, Any]:
    match words:
        case ["go", unit, path]:
            return {"order": "go", "unit": unit, "path": path.split(",")}
        case ["strike", unit, target]:
            return {"order": "strike", "unit": unit, "target": target}
        case ["card", card]:
            return {"order": "card", "card": card}
    raise bad_input(f"'{' '.join(words)[:80]}' cannot be read", "order", "go UNIT HEX,HEX")


def term(order: Order) -> str:
    """Return an order as the law writes it."""
    content = order.content
    if order.kind != "go":
        return f"{order.kind}({','.join(content[key] for key in content if key != 'order')})"
    path = "start"
    for hex_ in content["path"]:
        path = f"({path},{hex_})"
    return f"go({content['unit']},{path})"


def of_term(symbol: clingo.Symbol, phase: str) -> Order:
    """Read an order as the law writes it."""
    first = symbol.arguments[0].name
    if symbol.name == "card":
        return order_of({"order": "card", "card": first}, phase)
    if symbol.name == "strike":
        target = symbol.arguments[1].name
        return order_of({"order": "strike", "unit": first, "target": target}, phase)
    path: list[str] = []
    rest = symbol.arguments[1]
    while rest.arguments:
        path.insert(0, rest.arguments[1].name)
        rest = rest.arguments[0]
    return order_of({"order": "go", "unit": first, "path": path}, phase)
