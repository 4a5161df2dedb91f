"""What the law is told of a scenario: facts that never change, of the whole map or a part."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

import clingo

from lexbelli import _core
from lexbelli.law import Told
from lexbelli.pruning import Signature, symbol_of

__all__ = ["Known", "known"]

# A hex, wherever it is named.
_HEX: Final = re.compile(r"\bh\d{4}\b")
_FACT: Final = re.compile(r"[^.\"]+(?:\"[^\"]*\"[^.\"]*)*\.")
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Fact:
    """A fact: its predicate, its argument or the tuple of them, and the hexes it names."""

    signature: Signature
    symbol: clingo.Symbol
    hexes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Known:
    """The map, counters and charts of a scenario.

    Attributes:
        everywhere: The facts that name no hex.
        by_hex: Those that do, by the first they name.
        around: The hexes beside a hex.
    """

    everywhere: Sequence[_Fact]
    by_hex: Mapping[str, Sequence[_Fact]]
    around: Mapping[str, frozenset[str]]

    @classmethod
    def read(cls, text: str) -> Self:
        """Read facts as the core writes them."""
        everywhere: list[_Fact] = []
        by_hex: dict[str, list[_Fact]] = defaultdict(list)
        around: dict[str, set[str]] = defaultdict(set)
        for found in _FACT.findall(text):
            fact = found.strip().removesuffix(".")
            name, _, rest = fact.partition("(")
            signature, symbol = symbol_of(name, rest)
            if symbol is None:
                arguments = clingo.parse_term(fact).arguments
                signature = name, len(arguments)
                symbol = arguments[0] if len(arguments) == 1 else clingo.Tuple_(arguments)
            hexes = _HEX.findall(fact)
            told = _Fact(signature, symbol, frozenset(hexes))
            if not hexes:
                everywhere.append(told)
                continue
            by_hex[hexes[0]].append(told)
            if name == "adjacent":
                around[hexes[0]].add(hexes[1])
        return cls(everywhere, by_hex, {one: frozenset(others) for one, others in around.items()})

    def told(self, asked: frozenset[str], within: Iterable[str] | None = None) -> Told:
        """Return the facts that a law asks for.

        Args:
            asked: The names of predicates it asks for.
            within: Of facts about hexes those that name no others; None = the whole map.
        """
        area = self.by_hex.keys() if within is None else frozenset(within)
        found: dict[Signature, list[clingo.Symbol]] = defaultdict(list)
        for fact in self.everywhere:
            if fact.signature[0] in asked:
                found[fact.signature].append(fact.symbol)
        for place in area:
            for fact in self.by_hex.get(place, ()):
                if fact.signature[0] in asked and fact.hexes <= area:
                    found[fact.signature].append(fact.symbol)
        return found

    def near(self, text: str, units: Mapping[str, str]) -> frozenset[str]:
        """Return the hexes that matter to orders.

        They are those that they name, those where their units stand, the hexes beside these, and
        wherever a unit stands.

        Args:
            text: The orders, as terms of the law.
            units: Where every unit is.
        """
        named = set(_HEX.findall(text))
        named |= {units[word] for word in _WORD.findall(text) if word in units}
        beside = (self.around.get(place, frozenset()) for place in named)
        return frozenset(named.union(*beside, units.values()))


@lru_cache(maxsize=8)
def known(tables: _core.TwilightTables, scenario: str) -> Known:
    """Return what never changes in a scenario."""
    return Known.read(tables.static_facts(scenario))
