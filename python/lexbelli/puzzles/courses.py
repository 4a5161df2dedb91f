"""The courses a battle may take, all dice and answers, and how likely a result can be made."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Protocol

from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.goal import Atom

__all__ = ["Assault", "Branch", "Courses", "Fighting", "TooLong"]

_NONE: Final = Fraction(0)
_SURE: Final = Fraction(1)


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack that can be paid for.

    Attributes:
        move: The answer that makes them ready: nothing but what activates those who attack, or
            turns them mobile; without orders if they are.
        points: What they spend.
        attack: The declaration, as text.
        clear: The probability that the defender must leave or is gone (`lexbelli.attacks`).
        started: The state of the game after the declaration, as `Fighting` knows it.
        waiting: The position after the move, in which the attack is declared.
    """

    move: Move
    points: int
    attack: str
    clear: Fraction
    started: Any
    waiting: Position


@dataclass(frozen=True, slots=True)
class Branch:
    """What may follow a state of a battle.

    Attributes:
        chooser: Who chooses: `attacker`, `defender` or `chance`.
        ways: The answers or outcomes, each with its odds (those of chance alone) and what follows.
    """

    chooser: str
    ways: Sequence[tuple[str, Fraction, Any]]


class Fighting(Protocol):
    """What a game knows of battles; the states of a battle are hashable, and its own."""

    def assaults(
        self, position: Position, every: bool, supposed: bool
    ) -> tuple[Sequence[Assault], Sequence[str]]:
        """Return the attacks the side to act can pay for, and places with too many of them.

        Of those who are ready all attack that can; of `every` attack some may be left out. What a
        side does at the head of its operations it can do only if it is `supposed` that it acts.
        """

    def follow(self, state: Any) -> Branch | None:
        """Return what may follow; None if the battle is over.

        Raises:
            TooLong: There are too many answers.
        """

    def key(self, state: Any) -> Any:
        """Return what states have in common that are alike in all that may follow."""

    def met(self, before: Position, state: Any, atoms: Iterable[Atom]) -> frozenset[Atom]:
        """Return those of some words of goals that are true when the battle is over."""


class TooLong(Exception):  # noqa: N818 (nobody sees it)
    """A battle may take too many courses to go through all."""


class Courses:
    """Every course of a battle: chance falls, the attacker chooses, the defender chooses."""

    def __init__(
        self,
        fighting: Fighting,
        started: Any,
        met: Callable[[Any], frozenset[Atom]],
        most: int,
        deadline: float | None = None,
    ) -> None:
        """Go through all courses.

        Args:
            fighting: What the game knows of battles.
            started: The battle, declared.
            met: What is true when it is over.
            most: How many states of the battle are looked at.
            deadline: When to stop, by `time.monotonic`.

        Raises:
            TooLong: They are more, or the time is over.
        """
        numbers: dict[Any, int] = {fighting.key(started): 0}
        waiting = [(0, started)]
        self._ways: dict[int, tuple[str, list[tuple[str, Fraction, int]]]] = {}
        self._met: dict[int, frozenset[Atom]] = {}
        while waiting:
            number, state = waiting.pop()
            branch = fighting.follow(state)
            if branch is None:
                self._met[number] = met(state)
                continue
            ways = []
            for answer, odds, after in branch.ways:
                key = fighting.key(after)
                if key not in numbers:
                    numbers[key] = len(numbers)
                    waiting.append((numbers[key], after))
                ways.append((answer, odds, numbers[key]))
            self._ways[number] = branch.chooser, ways
            if len(numbers) > most or (deadline is not None and time.monotonic() > deadline):
                raise TooLong
        self._order = self._ordered()

    def _ordered(self) -> list[int]:
        """The states that are not the last of a course, each after all that may follow it."""
        order: list[int] = []
        done = set(self._met)
        stack = [0] if 0 not in done else []
        while stack:
            number = stack[-1]
            if number in done:
                stack.pop()
                continue
            left = [after for _, _, after in self._ways[number][1] if after not in done]
            if left:
                stack += left
            else:
                done.add(stack.pop())
                order.append(number)
        return order

    def results(self) -> Mapping[frozenset[int], list[Atom]]:
        """Return the words that are true of some end, together if they are so of the same ends."""
        ends: dict[Atom, set[int]] = {}
        for number, atoms in self._met.items():
            for atom in atoms:
                ends.setdefault(atom, set()).add(number)
        found: dict[frozenset[int], list[Atom]] = {}
        for atom in sorted(ends, key=str):
            found.setdefault(frozenset(ends[atom]), []).append(atom)
        return found

    def chance(self, ends: frozenset[int]) -> tuple[Fraction, tuple[str, ...]]:
        """Return how likely some ends are if the attacker wants them and the defender does not.

        Returns:
            The probability, each choosing what serves him best, and the answers and outcomes of
            a likely course to one of them; none if the defender can prevent it.
        """
        values = {number: _SURE if number in ends else _NONE for number in self._met}
        for number in self._order:
            chooser, ways = self._ways[number]
            if chooser == "chance":
                values[number] = sum((odds * values[after] for _, odds, after in ways), _NONE)
            else:
                choose = max if chooser == "attacker" else min
                values[number] = choose(values[after] for _, _, after in ways)
        course = []
        number = 0
        while values[0] and number in self._ways:
            chooser, ways = self._ways[number]
            worth = [values[after] for _, _, after in ways]
            if chooser == "chance":
                # What is most likely to fall, and to serve.
                parts = [odds * value for (_, odds, _), value in zip(ways, worth, strict=True)]
                at = parts.index(max(parts))
            else:
                at = worth.index(max(worth) if chooser == "attacker" else min(worth))
            answer, _, number = ways[at]
            course.append(answer)
        return values[0], tuple(course)
