"""What the enemy could do with an event, and what is chosen and thrown in it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lexbelli.moves import Move
from lexbelli.position import AnyPosition, Position
from lexbelli.puzzles.by_event import PlayedEvent, events_of, share
from lexbelli.puzzles.courses import Courses, TooLong
from lexbelli.puzzles.goal import Atom

__all__ = ["ByEvent", "EventThreats"]

# Finds a cheapest move for some words, in a position with points to spend.
Cheapest = Callable[[Any, Sequence[Atom], float | None], tuple[list[tuple[Atom, Move]], bool]]


@dataclass(frozen=True, slots=True)
class ByEvent:
    """What an event does.

    Attributes:
        atoms: The words that become true together.
        event: The event.
        chance: How likely, if its player does his best for it and the other against it.
        course: The answers and outcomes of a likely course.
        way: What is then done with the points that are left; None if nothing need be.
        after: The position that they lead to.
    """

    atoms: tuple[Atom, ...]
    event: PlayedEvent
    chance: Fraction
    course: tuple[str, ...]
    way: Move | None
    after: AnyPosition = field(repr=False)


class EventThreats:
    """The search for what events do, those that a side has or could have.

    Attributes:
        unfinished: The events of which not all was gone through.
        over: Whether the time was over before the end.
    """

    def __init__(
        self,
        at: Position,
        cheapest: Cheapest,
        most: int,
        deadline: float | None,
    ) -> None:
        """Prepare it.

        Args:
            at: A position in which the enemy chooses his action.
            cheapest: Finds what can be done with points.
            most: How many states of each event are looked at, at most.
            deadline: When to stop, by `time.monotonic`.

        Raises:
            BadInput: No action is chosen, or nobody plays events.
        """
        self._events = events_of(at)
        self._played = [one for one in self._events.playable(at, ()) if not one.broken]
        self._cheapest, self._most, self._deadline = cheapest, most, deadline
        self.unfinished: list[str] = []
        self.over = False
        # When to leave the event that is looked at.
        self._now = deadline

    def done(self, atoms: Sequence[Atom]) -> list[ByEvent]:
        """Return, of everything that an event does, the likeliest way."""
        best: dict[Atom, ByEvent] = {}
        for number, event in enumerate(self._played):
            self._now = share(self._deadline, len(self._played) - number)
            for one in self._of(event, atoms):
                [atom] = one.atoms
                if atom not in best or _rank(one) < _rank(best[atom]):
                    best[atom] = one
        # What the same course does is told together.
        together: dict[Any, list[ByEvent]] = {}
        for one in best.values():
            key = (
                one.event.name,
                one.chance,
                one.course,
                None if one.way is None else str(one.way),
            )
            together.setdefault(key, []).append(one)
        return [
            ByEvent(
                tuple(sorted((atom for one in alike for atom in one.atoms), key=str)),
                *(alike[0].event, alike[0].chance, alike[0].course, alike[0].way, alike[0].after),
            )
            for alike in together.values()
        ]

    def _of(self, event: PlayedEvent, atoms: Sequence[Atom]) -> list[ByEvent]:
        """Return what an event does, a word at a time."""
        try:
            courses = Courses(
                *(self._events, event.started, self._met(event, atoms)),
                *(self._most, self._now),
                partly=True,
            )
        except TooLong:
            self._note(event)
            return []
        if not courses.whole:
            self._note(event)
        ways: dict[tuple[int, Atom], Move] = {}
        for number, state in courses.open.items():
            true = self._events.met(event.before, state, atoms)
            courses.settle(number, true)
            if self._is_over():
                self._note(event)
                continue
            left = [atom for atom in atoms if atom not in true]
            reached, proven = self._cheapest(self._events.position(state), left, self._left())
            if not proven:
                self._note(event)
            ways |= {(number, atom): move for atom, move in reached}
            courses.settle(number, true | {atom for atom, _ in reached})
        found = []
        for ends, same in courses.results().items():
            chance, course = courses.chance(ends)
            if not chance:
                continue
            for atom in same:
                way = ways.get((courses.end(course), atom))
                found.append(
                    ByEvent((atom,), event, chance, course, way, _after(event, course, way))
                )
        return found

    def _met(
        self, event: PlayedEvent, atoms: Sequence[Atom]
    ) -> Callable[[Any], frozenset[Atom] | None]:
        def met(state: Any) -> frozenset[Atom] | None:
            if self._events.position(state).decision.points:
                return None
            return self._events.met(event.before, state, atoms)

        return met

    def _note(self, event: PlayedEvent) -> None:
        """Note that not all was gone through of an event."""
        self._is_over()
        if event.name not in self.unfinished:
            self.unfinished.append(event.name)

    def _is_over(self) -> bool:
        self.over |= self._now is not None and time.monotonic() > self._now
        return self.over

    def _left(self) -> float | None:
        return None if self._now is None else max(0.1, self._now - time.monotonic())


def _after(event: PlayedEvent, course: Sequence[str], way: Move | None) -> AnyPosition:
    after = event.before.play(event.move)
    for answer in (*course, *(() if way is None else (str(way),))):
        after = after.play(answer)
    return after


def _rank(one: ByEvent) -> tuple[Fraction, bool, int, str]:
    """What comes first: the likeliest, with the least to be done."""
    return -one.chance, one.way is not None, len(one.course), one.event.name
