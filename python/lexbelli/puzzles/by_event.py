"""Events as the action: which of them reaches a goal, and how surely."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Protocol

from lexbelli import games
from lexbelli.law import LawError
from lexbelli.moves import Move, Violation
from lexbelli.position import AnyPosition, Position
from lexbelli.puzzles.courses import Courses, Followed, TooLong
from lexbelli.puzzles.found import Found, SearchBase, Solution
from lexbelli.puzzles.game_law import GameLaw
from lexbelli.puzzles.goal import Atom, Goal, is_met
from lexbelli.puzzles.many import in_batches

__all__ = [
    "ALL",
    "CHANCE",
    "MOST_STATES",
    "EventSearch",
    "Events",
    "PlayedEvent",
    "events_of",
    "share",
]

# In place of names of events: all that the side could have.
ALL: Final = "hand"
# How the chance of a solution is called among what is measured.
CHANCE: Final = "chance"
# So many states of one event are looked at if nothing else is said.
MOST_STATES: Final = 20_000
# About so few ends the law is asked at once: a time limit is heard between.
_BATCHES: Final = (5, 10, 20)
# Stands for the goal, whatever it is.
_GOAL: Final = Atom("goal", ())


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event that a side could play as its action.

    Attributes:
        name: The event.
        move: The answer that plays it.
        before: The position, in which the side is known to have it.
        started: How it begins, as `Events` knows it; None if it may not be played.
        broken: The rules that forbid it.
    """

    name: str
    move: Move
    before: AnyPosition
    started: Any
    broken: Sequence[Violation] = ()


class Events(Followed, Protocol):
    """What a game knows of events as actions: what follows until the event is over."""

    def playable(self, position: Any, named: Sequence[str]) -> Sequence[PlayedEvent]:
        """Return the events that the side to act could play, or those of these names.

        What of his hand a viewer does not know he could have. Those that may not be played are
        told too, with the rules that forbid it.

        Raises:
            BadInput: There is no such event, it is not the side's, or the position asks for no
                action.
        """

    def position(self, state: Any) -> AnyPosition:
        """Return the position in which an event is over; points are still to be spent, maybe."""


def events_of(position: Position) -> Events:
    """Return what the game knows of events as actions.

    Raises:
        BadInput: Nobody plays events in it.
    """
    found: Events = games.having(position, "events", "events that are played as actions")
    return found


class EventSearch(SearchBase):
    """A search for events that reach a goal, and what is chosen in them.

    Every course of an event is gone through: chance falls, the side and its enemy choose. Where
    points are left to be spent in the same action, the law is asked whether some move with them
    reaches the goal. Where not all can be gone through, chances are told that are at least so.

    Args:
        position: A position in which a side chooses its action.
        goal: What is to be so when the event is over, and its points are spent.
        asking: What the game lends.
        named: The events; `hand`, or none, for all that the side could have.
        limit: How many solutions at most; 0 = all.
        seconds: How long to search; None = as long as it takes.
        progress: Told of what is looked at.
        jobs: In how many processes.
        most: How many states of each event are looked at, at most.
    """

    plays = False

    def __init__(
        self,
        position: Position,
        goal: Goal,
        asking: GameLaw,
        named: Sequence[str],
        *,
        limit: int = 0,
        seconds: float | None = None,
        progress: Callable[[str], None] | None = None,
        jobs: int = 1,
        most: int = MOST_STATES,
    ) -> None:
        self._events = events_of(position)
        self.position: Any = position
        self.goal: Goal = goal
        self._asking = asking
        self._played = self._events.playable(position, [one for one in named if one != ALL])
        self.found = Found()
        # Events of which not all was gone through, and those that may not be played.
        self.unfinished: list[str] = []
        self.barred = {one.name: one.broken for one in self._played if one.broken}
        self._limit, self._progress, self._jobs, self._most = limit, progress, jobs, most
        self._deadline = None if seconds is None else time.monotonic() + seconds
        # When to leave the event that is looked at.
        self._now = self._deadline
        self.already = is_met(goal, position, position, asking)

    def __iter__(self) -> Iterator[Solution]:
        started = time.monotonic()
        try:
            found = []
            legal = [event for event in self._played if not event.broken]
            for number, event in enumerate(legal):
                self._now = share(self._deadline, len(legal) - number)
                if self._progress is not None:
                    self._progress(f"event {event.name}")
                solution = self._of(event)
                if solution is not None:
                    found.append(solution)
            # The surest come first, then those of which least is chosen.
            found.sort(key=lambda one: (-_chance(one), len(one.answers), str(one.move)))
            for solution in found[: self._limit or None]:
                yield self.found.add(solution)
            cut = self._limit and len(found) > self._limit
            self.found.proven = not self.unfinished and not cut
        finally:
            self.found.seconds = time.monotonic() - started

    def _left(self) -> float | None:
        return None if self._now is None else max(0.1, self._now - time.monotonic())

    def _of(self, event: PlayedEvent) -> Solution | None:
        """Return how an event reaches the goal most surely; None if it cannot."""
        try:
            courses = Courses(
                *(self._events, event.started, self._met(event), self._most, self._now),
                partly=True,
                surely=True,
            )
        except TooLong:
            self.unfinished.append(event.name)
            return None
        ways = self._with_points(event, courses)
        if not courses.whole and _likelihood(courses) < 1 and event.name not in self.unfinished:
            self.unfinished.append(event.name)
        chance, course = courses.chance(_ends(courses))
        if not chance:
            return None
        after = event.before.play(event.move)
        for answer in course:
            after = after.play(answer)
        way = ways.get(courses.end(course))
        if way is not None:
            if after.check(way):
                raise LawError(f"'{way}' is illegal after '{event.move}'")
            after = after.play(way)
        answers = (*course, *(() if way is None else (str(way),)))
        return Solution(event.move, after, 0, {CHANCE: chance}, answers=answers)

    def _met(self, event: PlayedEvent) -> Callable[[Any], frozenset[Atom] | None]:
        """Say of an end whether the goal is reached; None if that hangs on points to be spent."""

        def met(state: Any) -> frozenset[Atom] | None:
            at = self._events.position(state)
            if is_met(self.goal, event.before, at, self._asking):
                return frozenset((_GOAL,))
            return None if at.decision.points else frozenset()

        return met

    def _with_points(self, event: PlayedEvent, courses: Courses) -> dict[int, Move]:
        """Ask the law from which ends the goal can be reached with the points that are left."""
        by_points: dict[int, list[tuple[int, Position]]] = {}
        for number, state in courses.open.items():
            at = self._events.position(state)
            by_points.setdefault(at.decision.points or 1, []).append((number, at))
        ways: dict[int, Move] = {}
        for points, items in by_points.items():
            ask = (iter(items), self.goal, points, self._jobs, self._left, _BATCHES)
            for batch, reached, proven in in_batches(*ask):
                for at, move in reached.items():
                    ways[batch[at]] = move
                    courses.settle(batch[at], frozenset((_GOAL,)))
                if reached and _likelihood(courses) == 1:
                    return ways
                if not proven:
                    self.unfinished.append(event.name)
                    return ways
        return ways


def share(deadline: float | None, parts: int) -> float | None:
    """Return when the first of so many parts is to end that share the time until a deadline."""
    if deadline is None:
        return None
    now = time.monotonic()
    return now + max(0.0, deadline - now) / parts


def _ends(courses: Courses) -> frozenset[int]:
    """The ends at which the goal is known to be reached."""
    return frozenset(end for ends in courses.results() for end in ends)


def _likelihood(courses: Courses) -> Fraction:
    return courses.chance(_ends(courses))[0]


def _chance(solution: Solution) -> Fraction:
    return Fraction(solution.measures[CHANCE])
