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
# A unit that gets a step back, or attacks: who commands it may matter.
_COMMANDED: Final = re.compile(r"\b(?:restore|attack)\((\w+)")
# So many facts are kept as they were read: most are the same in every scenario and all tables.
_MOST_FACTS: Final = 100_000
# Hexes to which railways lead headquarters, and those on the way.
_SUPPLYING: Final = frozenset(("depot", "edge", "rail_hex"))


@dataclass(frozen=True, slots=True)
class _Fact:
    """A fact: its predicate, its argument or the tuple of them, and the hexes it names."""

    signature: Signature
    symbol: clingo.Symbol
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """The map, counters and charts of a scenario.

    Attributes:
        everywhere: The facts that name no hex.
        by_hex: Those that do, by the first they name.
        around: The hexes beside a hex.
        landmarks: The hexes with a depot or a fortress.
        railways: Those with a depot, a railway, or the edge of the map.
        ranges: How far headquarters command.
        chained: Whether only headquarters that are in command themselves command others.
    """

    everywhere: Sequence[_Fact]
    by_hex: Mapping[str, Sequence[_Fact]]
    around: Mapping[str, frozenset[str]]
    landmarks: frozenset[str]
    railways: frozenset[str]
    ranges: Mapping[str, int]
    chained: bool

    @classmethod
    def read(cls, text: str) -> Self:
        """Read facts as the core writes them."""
        everywhere: list[_Fact] = []
        by_hex: dict[str, list[_Fact]] = defaultdict(list)
        around: dict[str, set[str]] = defaultdict(set)
        with_a: dict[str, set[str]] = defaultdict(set)
        ranges: dict[str, int] = {}
        for fact in map(_read, _FACT.findall(text)):
            name, hexes = fact.signature[0], fact.hexes
            if name == "range":
                unit, most = fact.symbol.arguments
                ranges[unit.name] = most.number
            if not hexes:
                everywhere.append(fact)
                continue
            by_hex[hexes[0]].append(fact)
            with_a[name].add(hexes[0])
            if name == "adjacent":
                around[hexes[0]].add(hexes[1])
        return cls(
            everywhere,
            by_hex,
            {one: frozenset(others) for one, others in around.items()},
            frozenset(with_a["depot"] | with_a["fortress"]),
            frozenset().union(*(with_a[name] for name in _SUPPLYING)),
            ranges,
            "switch(hq_needs_command,yes)." in text,
        )

    def told(self, asked: frozenset[str], within: Iterable[str] | None = None) -> Told:
        """Return the facts that a law asks for.

        Args:
            asked: The names of predicates it asks for.
            within: Of facts about hexes those that name no others; None = the whole map.
        """
        area = frozenset(self.by_hex if within is None else within)
        found: dict[Signature, list[clingo.Symbol]] = defaultdict(list)
        for fact in self.everywhere:
            if fact.signature[0] in asked:
                found[fact.signature].append(fact.symbol)
        for place in area:
            for fact in self.by_hex.get(place, ()):
                if fact.signature[0] in asked and area.issuperset(fact.hexes):
                    found[fact.signature].append(fact.symbol)
        return found

    def near(self, text: str, units: Mapping[str, str], *, commanded: bool) -> frozenset[str]:
        """Return the hexes that matter to orders.

        They are those that they name, those where their units stand, the hexes beside these,
        wherever a unit stands, depots and fortresses.

        Args:
            text: The orders, as terms of the law.
            units: Where every unit is.
            commanded: Whether it is asked who commands units that attack or get steps back: then
                all that lines of command to them could pass matters too.
        """
        named = set(_HEX.findall(text))
        named |= {units[word] for word in _WORD.findall(text) if word in units}
        found = self._within(1, named).union(units.values(), self.landmarks)
        for unit in set(_COMMANDED.findall(text)) & units.keys() if commanded else ():
            found |= self._commanding(unit, units[unit])
        return found

    def _commanding(self, unit: str, place: str) -> frozenset[str]:
        """Return the hexes that decide whether a unit is in command (4.1, 4.3, 4.4)."""
        farthest = max(self.ranges.values(), default=0)
        if unit not in self.ranges and not self.chained:
            return self._within(farthest, {place})
        # A line to a headquarters, and its own to a depot or to a railway that leads to one.
        return self._within(2 * farthest, {place}) | self.railways

    def _within(self, most: int, places: Iterable[str]) -> frozenset[str]:
        """Return the hexes that are so many hexes at most from some."""
        found = edge = frozenset(places)
        for _ in range(most):
            edge = edge.union(*(self.around.get(place, frozenset()) for place in edge)) - found
            found |= edge
        return found


@lru_cache(maxsize=_MOST_FACTS)
def _read(text: str) -> _Fact:
    """Read one fact."""
    fact = text.strip().removesuffix(".")
    name, _, rest = fact.partition("(")
    signature, symbol = symbol_of(name, rest)
    if symbol is None:
        arguments = clingo.parse_term(fact).arguments
        signature = name, len(arguments)
        symbol = arguments[0] if len(arguments) == 1 else clingo.Tuple_(arguments)
    return _Fact(signature, symbol, tuple(_HEX.findall(fact)))


@lru_cache(maxsize=8)
def known(tables: _core.TwilightTables, scenario: str) -> Known:
    """Return what never changes in a scenario."""
    return Known.read(tables.static_facts(scenario))
