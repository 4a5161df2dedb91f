"""Orders and moves of the skirmish: all ways to write them follow from rows of orders."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import clingo

from conformance.skirmish.chart import CARDS, GRID, HEXES, UNITS
from lexbelli.errors import bad_input
from lexbelli.moves import GivenMove, Move, Order
from lexbelli.names import resolve

_LONGEST: Final = 12


class Kind(Protocol):
    """What an order may name, and how that is written."""

    def read(self, given: Any, field: str) -> Any:
        """Read what JSON or a word of a text names."""

    def text(self, value: Any) -> str:
        """Return it as a word of a text."""

    def term(self, value: Any) -> str:
        """Return it as the law writes it."""

    def of_term(self, symbol: clingo.Symbol) -> Any:
        """Read it as the law writes it."""


@dataclass(frozen=True, slots=True)
class Named:
    """One of some names."""

    of: Sequence[str]
    what: str

    def read(self, given: Any, field: str) -> str:
        if self.of is HEXES and given in GRID.numbers:
            given = f"hex_{given}"
        return resolve(str(given), self.of, field, self.what)

    def text(self, value: str) -> str:
        return value

    def term(self, value: str) -> str:
        return value

    def of_term(self, symbol: clingo.Symbol) -> str:
        return symbol.name


UNIT: Final = Named(tuple(UNITS), "unit")
HEX: Final = Named(HEXES, "hex")
CARD: Final = Named(tuple(CARDS), "card")


@dataclass(frozen=True, slots=True)
class Path:
    """Hexes one after the other; to the law a pair of the path before and the hex entered."""

    def read(self, given: Any, field: str) -> list[str]:
        hexes = given.split(",") if isinstance(given, str) else given
        if not isinstance(hexes, list) or not 0 < len(hexes) <= _LONGEST:
            raise bad_input(f"a list of 1 to {_LONGEST} hexes is needed", field)
        return [HEX.read(hex_, field) for hex_ in hexes]

    def text(self, value: Sequence[str]) -> str:
        return ",".join(value)

    def term(self, value: Sequence[str]) -> str:
        path = "start"
        for hex_ in value:
            path = f"({path},{hex_})"
        return path

    def of_term(self, symbol: clingo.Symbol) -> list[str]:
        path: list[str] = []
        while symbol.arguments:
            symbol, hex_ = symbol.arguments
            path.insert(0, hex_.name)
        return path


PATH: Final = Path()


class Row:
    """A row of the table of orders: its verb, and what it names, by field."""

    def __init__(self, verb: str, **names: Kind) -> None:
        self.verb = verb
        self.names: Mapping[str, Kind] = names

    def __str__(self) -> str:
        return " ".join([self.verb, *(name.upper() for name in self.names)])

    def order(self, values: Mapping[str, Any]) -> Order:
        """Return the order that names these."""
        if set(values) != set(self.names):
            raise bad_input(f"{self.verb} needs {', '.join(sorted(self.names))}", "order")
        read = {field: kind.read(values[field], field) for field, kind in self.names.items()}
        words = [kind.text(read[field]) for field, kind in self.names.items()]
        return Order(" ".join([self.verb, *words]), {"order": self.verb, **read})

    def term(self, order: Order) -> str:
        """Return an order as the law writes it."""
        args = (kind.term(order.content[field]) for field, kind in self.names.items())
        return f"{self.verb}({','.join(args)})"

    def of_term(self, symbol: clingo.Symbol) -> Order:
        """Read an order as the law writes it."""
        named = zip(self.names.items(), symbol.arguments, strict=True)
        return self.order({field: kind.of_term(arg) for (field, kind), arg in named})


class SkirmishMove(Move):
    """A set of orders in the order of the alphabet."""

    __slots__ = ("_orders",)

    def __init__(self, orders: Iterable[Order]) -> None:
        self._orders = tuple(sorted(dict.fromkeys(orders), key=lambda order: order.text))

    @property
    def orders(self) -> tuple[Order, ...]:
        return self._orders

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SkirmishMove) and self._orders == other._orders

    def __hash__(self) -> int:
        return hash(self._orders)

    def __reduce__(self) -> Any:
        return SkirmishMove, (self._orders,)


class Table:
    """The orders of a decision, by verb."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = {row.verb: row for row in rows}

    def _row(self, verb: Any) -> Row:
        if verb not in self.rows:
            raise bad_input(f"one of {', '.join(self.rows)} is needed", "order")
        return self.rows[verb]

    def _of_content(self, content: Any) -> Order:
        if not isinstance(content, Mapping) or not isinstance(content.get("order"), str):
            raise bad_input(f"one of {', '.join(self.rows)} is needed", "order")
        values = {field: value for field, value in content.items() if field != "order"}
        return self._row(content["order"]).order(values)

    def _of_words(self, words: Sequence[str]) -> Order:
        row = self._row(words[0])
        if len(words) != 1 + len(row.names):
            raise bad_input(f"'{' '.join(words)[:80]}' cannot be read", "order", str(row))
        return row.order(dict(zip(row.names, words[1:], strict=True)))

    def read(self, given: GivenMove) -> SkirmishMove:
        """Read a move from text, JSON or a list of orders."""
        if isinstance(given, Move):
            given = given.as_json()
        if isinstance(given, str) and given.lstrip()[:1] == "[":
            try:
                given = json.loads(given)
            except (ValueError, RecursionError) as error:
                raise bad_input(f"is no JSON: {error}", "move") from None
        if isinstance(given, str):
            parts = [part.split() for part in given.split(";") if part.strip()]
            return SkirmishMove(self._of_words(words) for words in parts)
        if not isinstance(given, list | tuple):
            raise bad_input("a list of orders is needed", "move")
        return SkirmishMove(self._of_content(content) for content in given)

    def term(self, order: Order) -> str:
        """Return an order as the law writes it."""
        return self.rows[order.kind].term(order)

    def of_terms(self, symbols: Iterable[clingo.Symbol]) -> SkirmishMove:
        """Read orders as the law writes them."""
        return SkirmishMove(self.rows[symbol.name].of_term(symbol) for symbol in symbols)
