"""The courses a battle or an event may take, and how likely a result can be made."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Protocol

from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.goal import Atom

__all__ = ["Assault", "Branch", "Courses", "Fighting", "Followed", "TooLong"]

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
        whole: Whether these are all: of the attacker's answers some may be left out.
    """

    chooser: str
    ways: Sequence[tuple[str, Fraction, Any]]
    whole: bool = True


class Followed(Protocol):
    """What a game knows of what may follow: its states are its own, their keys hashable."""

    def follow(self, state: Any) -> Branch | None:
        """Return what may follow a state; None if what is followed is over.

        Raises:
            TooLong: There are too many answers.
        """

    def key(self, state: Any) -> Any:
        """Return what states have in common that are alike in all that may follow."""

    def met(self, before: Position, state: Any, atoms: Iterable[Atom]) -> frozenset[Atom]:
        """Return those of some words of goals that are true when what is followed is over."""


class Fighting(Followed, Protocol):
    """What a game knows of battles."""

    def assaults(
        self, position: Position, every: bool, supposed: bool
    ) -> tuple[Sequence[Assault], Sequence[str]]:
        """Return the attacks the side to act can pay for, and places with too many of them.

        Of those who are ready all attack that can; of `every` attack some may be left out. What a
        side does at the head of its operations it can do only if it is `supposed` that it acts.
        """


class TooLong(Exception):  # noqa: N818 (nobody sees it)
    """A battle may take too many courses to go through all."""


class Courses:
    """Every course of a battle or an event: chance falls, and either side chooses."""

    def __init__(
        self,
        fighting: Followed,
        started: Any,
        met: Callable[[Any], frozenset[Atom] | None],
        most: int,
        deadline: float | None = None,
        partly: bool = False,
        surely: bool = False,
    ) -> None:
        """Go through all courses.

        Args:
            fighting: What the game knows of what may follow.
            started: How it begins: the battle, declared.
            met: What is true when it is over; None if that is to be settled later.
            most: How many states are looked at.
            deadline: When to stop, by `time.monotonic`.
            partly: Whether to stop where there are more states, or the time is over. What has not
                been looked at counts as bad for the attacker, so that chances are at least so.
            surely: Whether to stop at an end that is met and to which the attacker comes by his own
                choices alone.

        Raises:
            TooLong: They are more, or the time is over, and not `partly`.
        """
        numbers: dict[Any, int] = {fighting.key(started): 0}
        waiting = [(0, started)]
        self._ways: dict[int, tuple[str, list[tuple[str, Fraction, int]]]] = {}
        self._met: dict[int, frozenset[Atom]] = {}
        # The ends of which it is not known yet what is true.
        self.open: dict[int, Any] = {}
        # Whether all was looked at.
        self.whole = True
        # What the attacker comes to by his own choices.
        own = {0}
        while waiting:
            number, state = waiting.pop()
            branch = fighting.follow(state)
            if branch is None:
                true = met(state)
                if true and surely and number in own:
                    waiting.append((number, state))
                    self._stop(waiting)
                    self._met[number] = true
                    break
                if true is None:
                    self.open[number] = state
                self._met[number] = true or frozenset()
                continue
            ways = []
            for answer, odds, after in branch.ways:
                key = fighting.key(after)
                if key not in numbers:
                    numbers[key] = len(numbers)
                    if number in own and branch.chooser == "attacker":
                        own.add(numbers[key])
                    waiting.append((numbers[key], after))
                ways.append((answer, odds, numbers[key]))
            self._ways[number] = branch.chooser, ways
            self.whole &= branch.whole
            if len(numbers) > most or (deadline is not None and time.monotonic() > deadline):
                if not partly:
                    raise TooLong
                self._stop(waiting)
                break
        self._order = self._ordered()

    def _stop(self, waiting: Sequence[tuple[int, Any]]) -> None:
        """Look at no more: whatever waits counts as bad for the attacker."""
        self.whole = self.whole and not waiting
        self._met |= {left: frozenset() for left, _ in waiting}

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

    def settle(self, number: int, true: frozenset[Atom]) -> None:
        """Say what is true at an end that was left open."""
        self._met[number] = true

    def end(self, course: Sequence[str]) -> int:
        """Return the number of the state to which answers and outcomes lead."""
        number = 0
        for answer in course:
            number = next(after for said, _, after in self._ways[number][1] if said == answer)
        return number

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
