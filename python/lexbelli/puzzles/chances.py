"""Chance goals: the attacks that make a result of a battle most likely, by exact odds."""

import heapq
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any, Final

from lexbelli import games
from lexbelli.capabilities import Attack, Battles, attacks, odds
from lexbelli.errors import bad_input
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.names import unknown
from lexbelli.position import Position
from lexbelli.puzzles.acting import acting, spent
from lexbelli.puzzles.found import Found, SearchBase, Solution

__all__ = ["Chance", "ChanceSearch", "battles_of", "best_attacks", "listed"]

_MOST: Final = 100_000


@dataclass(frozen=True, slots=True)
class Chance:
    """What is asked of an attack.

    Attributes:
        number: One of the numbers of the game's odds.
        least: Whether the least is wanted.
        targets: The places that may be attacked; empty for all.
        origins: The places from which units may come; empty for all.
    """

    number: str
    least: bool = False
    targets: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = f"{'least' if self.least else 'most'} {self.number}"
        said += f" on {', '.join(self.targets)}" if self.targets else ""
        return said + (f" from {', '.join(self.origins)}" if self.origins else "")

    def attack_options(self, position: Position, most: int) -> Sequence[Attack]:
        """Price every attack.

        Raises:
            BadInput: A name is unknown, the position is none in which attacks are declared, or
                there are too many attacks on a place to price all of them.
        """
        numbers = battles_of(position).numbers
        if self.number not in numbers:
            raise unknown(self.number, numbers, "measure")
        target, origin = list(self.targets) or None, list(self.origins) or None
        found = attacks(position, target=target, origin=origin, every=True, most=most)
        if found.unfinished:
            places = ", ".join(found.unfinished)
            raise bad_input(f"there are too many attacks on {places} to price all", "target")
        priced: Sequence[Attack] = found
        return priced


class ChanceSearch(SearchBase):
    """A search for the attacks of which a number is greatest, or least.

    Where attacks are declared, all of them are compared. Where there are points to spend, those
    whose units can be activated with them; the best come first, so that of the others nothing is
    paid.

    Args:
        position: The position.
        chance: What is asked.
        limit: How many at most; 0 = all.
        seconds: How long to search; None = as long as it takes.
        progress: Told of what is looked at.
    """

    plays = False

    def __init__(
        self,
        position: Position,
        chance: Chance,
        limit: int = 0,
        seconds: float | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self._battles = battles_of(position)
        self.declares = position.decision.kind == self._battles.declaring
        self.position: Any = position if self.declares else acting(position, None)
        self.goal = chance
        self.found = Found()
        self._chance, self._limit = chance, limit
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._progress = progress
        # The next best value of which an attack was found, with such attacks.
        self.second: tuple[Fraction, list[str]] | None = None

    def __iter__(self) -> Iterator[Solution]:
        started = time.monotonic()
        try:
            yield from self._best()
        finally:
            self.found.seconds = time.monotonic() - started

    def _best(self) -> Iterator[Solution]:
        best: Fraction | None = None
        for value, attack_option in self._by_value():
            if best is not None and value != best:
                self._note_second(value, attack_option)
                if self.second is not None:
                    break
                continue
            if self._deadline is not None and time.monotonic() > self._deadline:
                return
            solution = self._made(value, attack_option)
            if solution is None:
                continue
            if best is None and self._progress is not None:
                self._progress(f"{self._chance.number} {value}")
            best = value
            yield self.found.add(solution)
            if self._limit and self.found.number >= self._limit:
                return
        self.found.proven = True

    def _note_second(self, value: Fraction, attack_option: Attack) -> None:
        solution = self._made(value, attack_option)
        if solution is not None:
            self.second = value, [solution.text]

    def _by_value(self) -> Iterator[tuple[Fraction, Attack]]:
        """Yield every attack with its value, the best first."""
        sign, at = 1 if self._chance.least else -1, self.position
        serial = count()
        found = self._chance.attack_options(self.position, _MOST)
        waiting = [(sign * one.number(self._chance.number), next(serial), one) for one in found]
        heapq.heapify(waiting)
        seen = {one.attack for one in found}
        while waiting:
            value, _, attack_option = heapq.heappop(waiting)
            yield sign * value, attack_option
            # Some units always help; without them it may cost less.
            for smaller in () if self.declares else self._battles.without_help(at, attack_option):
                if smaller.attack not in seen:
                    seen.add(smaller.attack)
                    worth = sign * smaller.number(self._chance.number)
                    heapq.heappush(waiting, (worth, next(serial), smaller))

    def _made(self, value: Fraction, attack_option: Attack) -> Solution | None:
        """Declare the attack, and activate for it if need be; None if the points do not suffice.

        Raises:
            LawError: The attack is worth something else when its units have been activated.
        """
        at = self.position
        measures = {self._chance.number: value}
        if self.declares:
            attack = at.move(attack_option.attack)
            return Solution(attack, at.play(attack), 0, measures, alike=attack_option.folded)
        ready = self._readied(attack_option)
        if ready is None:
            return None
        activation, after = ready
        attack = after.move(attack_option.attack)
        if odds(after, attack).number(self._chance.number) != value:
            raise LawError(f"'{attack}' is worth another thing than {value} after '{activation}'")
        return Solution(
            activation,
            after.play(attack),
            spent(at, activation),
            measures,
            then=(attack,),
            alike=attack_option.folded,
        )

    def _readied(self, attack_option: Attack) -> tuple[Move, Position] | None:
        """Return the cheapest activation after which the attack can be declared."""
        at = self.position
        for orders in self._battles.readied(at, attack_option.units):
            made = at.move([dict(order) for order in orders])
            if spent(at, made) > (at.decision.points or 1) or at.check(made):
                continue
            after = at.play(made)
            if after.decision.kind == self._battles.declaring and not after.check(
                attack_option.attack
            ):
                return made, after
        return None


def best_attacks(
    position: Position,
    number: str | None = None,
    *,
    target: str | Sequence[str] | None = None,
    origin: str | Sequence[str] | None = None,
    least: bool = False,
    most: int = _MOST,
) -> tuple[Fraction | None, list[Attack]]:
    """Tell which attacks make a result most likely, or a number greatest (docs/odds.md).

    Every attack that could be declared is priced exactly: with all units or fewer, in every
    way the game knows. Nobody plays cards, losses are taken by the default policy. Units that are
    alike count as one kind. Whether the points suffice is not asked: `lexbelli.solve` with `chance`
    asks that.

    Args:
        position: A position in which attacks are declared, or could be.
        number: One of the numbers of the game's odds; None for the first of them.
        target: A place, or several, that may be attacked; None for all.
        origin: A place, or several, from which units may come; None for all.
        least: Whether the least is wanted.
        most: How many sets of units are judged for each place at most.

    Returns:
        The best value, and all attacks that have it; None and none if nothing can be attacked.

    Raises:
        BadInput: A name is unknown, the position is none in which attacks are declared, or there
            are too many attacks on a place to price all of them.
    """
    number = battles_of(position).numbers[0] if number is None else number
    found = Chance(number, least, listed(target), listed(origin)).attack_options(position, most)
    values = [each.number(number) for each in found]
    if not values:
        return None, []
    best = min(values) if least else max(values)
    return best, [each for each, value in zip(found, values, strict=True) if value == best]


def battles_of(position: Position) -> Battles:
    """Return what the game knows of the odds of battles.

    Raises:
        BadInput: The game has none.
    """
    found: Battles = games.having(position, "battles", "odds of battles")
    return found


def listed(names: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return names as a tuple: none, one, or several."""
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)
