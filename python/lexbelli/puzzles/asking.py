"""What can be asked of the solver, as people write it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lexbelli import games
from lexbelli.errors import bad_input
from lexbelli.position import Position
from lexbelli.puzzles.acting import acting
from lexbelli.puzzles.actions import ActionsSearch
from lexbelli.puzzles.apart import SearchApart
from lexbelli.puzzles.by_event import EventSearch
from lexbelli.puzzles.chances import Chance, ChanceSearch, listed
from lexbelli.puzzles.found import Progress, SearchBase
from lexbelli.puzzles.game_law import ORDERS, GameLaw, Measure
from lexbelli.puzzles.goal import And, Goal, Not, is_met, read_goal, read_measure
from lexbelli.puzzles.preventing import PreventSearch
from lexbelli.puzzles.snippet import Snippet, read_snippet
from lexbelli.puzzles.solving import Search

__all__ = ["Query", "asking_of", "solve"]


@dataclass(frozen=True, slots=True)
class Query:
    """A question to the solver.

    Attributes:
        goal: The goal, in the game's words; empty for none.
        asp: The goal, as rules of the law's language that derive `goal`; empty for none.
        fewest: What there is to be least of: something a move costs, or a word of a group.
        most: What there is to be most of: a word of a group.
        prevent: Whether the goal is the enemy's, and is not to be reached by his reply.
        reply: The points of the enemy's reply; None if there is none.
        every: Whether to find every solution, those too of which orders could be left out.
        actions: How many actions the side has in a row, the enemy passing between.
        chance: What is asked of the dice of an attack, in place of a goal; None if nothing is.
        playing: The events of which the side plays one as its action; `hand` for all that it could
            have, none if it spends points.
    """

    goal: str = ""
    asp: str = ""
    fewest: str | None = None
    most: str | None = None
    prevent: bool = False
    reply: int | None = None
    every: bool = False
    chance: Chance | None = None
    actions: int = 1
    playing: tuple[str, ...] = ()

    def read(self, position: Position) -> Goal:
        """Read the goal.

        Raises:
            BadInput: It cannot be read.
        """
        asking = asking_of(position)
        return read_goal(self.goal, position, asking) if self.goal else And(())

    def search(
        self,
        position: Position,
        limit: int = 0,
        seconds: float | None = None,
        progress: Progress | None = None,
        jobs: int = 1,
    ) -> SearchBase:
        """Return the search for the solutions in a position.

        Raises:
            BadInput: Something cannot be read.
        """
        if self.chance is not None:
            return self._of_chance(position, self.chance, limit, seconds, progress)
        if limit < 0:
            raise bad_input(f"'{limit}' is below 0", "limit")
        if jobs < 1:
            raise bad_input(f"'{jobs}' is below 1", "jobs")
        goal = self.read(position)
        if self.playing:
            return self._of_events(position, goal, limit, seconds, progress, jobs)
        if self.actions != 1:
            return self._of_actions(position, goal, limit, seconds, progress, jobs)
        if self.reply is not None:
            budget = games.budget(position)
            # Where orders cost nothing, a reply is one move.
            most = 1 if budget is None else budget.most
            if self.asp or not 1 <= self.reply <= most:
                why = "cannot follow a goal in asp" if self.asp else f"is not from 1 to {most}"
                raise bad_input(why, "reply")
        if self.prevent:
            return self._of_prevention(position, goal, limit, seconds, progress, jobs)
        if self.reply is not None and not (self.fewest or self.most or self.every):
            at, asking = acting(position, None), asking_of(position)
            if goal != And(()) and is_met(goal, at, at, asking):
                # It is so already: asked is what keeps it so.
                return PreventSearch(
                    *(position, Not(goal), asking, self.reply),
                    limit=limit,
                    seconds=seconds,
                    progress=progress,
                    jobs=jobs,
                    keeping=goal,
                )
        if self.asp:
            return SearchApart(self, position, limit, seconds, progress)
        return self.here(position, limit, seconds, progress)

    def here(
        self,
        position: Position,
        limit: int = 0,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Search:
        """Return the search for a goal in this very process, whoever wrote its rules.

        Raises:
            BadInput: Something cannot be read.
        """
        return Search(
            position,
            self.read(position),
            asking_of(position),
            measures=self._measures(position),
            limit=limit,
            every=self.every,
            reply=self.reply,
            seconds=seconds,
            snippet=self._snippet(position),
            progress=progress,
        )

    def _of_chance(
        self,
        position: Position,
        chance: Chance,
        limit: int,
        seconds: float | None,
        progress: Progress | None,
    ) -> ChanceSearch:
        others = (self.goal, self.asp, self.fewest, self.most, self.prevent, self.every)
        if any(others) or self.reply is not None:
            raise bad_input("goes with no goal and no other task", "chance")
        return ChanceSearch(position, chance, limit, seconds, progress)

    def _of_actions(
        self,
        position: Position,
        goal: Goal,
        limit: int,
        seconds: float | None,
        progress: Progress | None,
        jobs: int,
    ) -> ActionsSearch:
        others = (self.asp, self.fewest, self.most, self.prevent, self.every)
        if any(others) or self.reply is not None:
            raise bad_input("goes with a goal alone, and no other task", "actions")
        budget = games.budget(position)
        if budget is not None and budget.points(position.decision) is None:
            raise bad_input("is for operations, which this decision is not about", "actions")
        asking = asking_of(position)
        return ActionsSearch(
            position,
            goal,
            asking,
            self.actions,
            limit=limit,
            seconds=seconds,
            progress=progress,
            jobs=jobs,
        )

    def _of_events(
        self,
        position: Position,
        goal: Goal,
        limit: int,
        seconds: float | None,
        progress: Progress | None,
        jobs: int,
    ) -> EventSearch:
        others = (self.asp, self.fewest, self.most, self.prevent, self.every, self.actions != 1)
        if any(others) or self.reply is not None or not self.goal:
            raise bad_input("goes with a goal alone, and no other task", "playing")
        return EventSearch(
            position,
            goal,
            asking_of(position),
            self.playing,
            limit=limit,
            seconds=seconds,
            progress=progress,
            jobs=jobs,
        )

    def _of_prevention(
        self,
        position: Position,
        goal: Goal,
        limit: int,
        seconds: float | None,
        progress: Progress | None,
        jobs: int,
    ) -> PreventSearch:
        if self.reply is None:
            budget = games.budget(position)
            unit = "points" if budget is None else budget.unit
            raise bad_input(f"is needed: the {unit} of the enemy", "reply")
        if self.fewest or self.most or self.asp:
            raise bad_input("goes with no measure and no rules", "prevent")
        asking = asking_of(position)
        return PreventSearch(
            position,
            goal,
            asking,
            self.reply,
            limit=limit,
            seconds=seconds,
            progress=progress,
            jobs=jobs,
        )

    def _measures(self, position: Position) -> list[Measure]:
        asking = asking_of(position)
        found = []
        for text, most in ((self.most, True), (self.fewest, False)):
            if text is None:
                continue
            if text in asking.costs:
                if most:
                    raise bad_input(f"'{text}' cannot be most", "most")
                found.append(Measure(text))
            elif text in asking.totals:
                found.append(Measure(text, most))
            else:
                found.append(Measure(read_measure(text, position, asking), most))
        # Of what is equally good, the cheapest is meant, and of that the shortest.
        costs = [name for name in asking.costs if name != ORDERS] if self.most is not None else []
        for name in (*costs, *([ORDERS] if found else [])):
            if not any(each.what == name for each in found):
                found.append(Measure(name))
        return found

    def _snippet(self, position: Position) -> Snippet | None:
        if not self.asp:
            return None
        asking = asking_of(position)
        return read_snippet(self.asp, asking.known, asking.taken)


def asking_of(position: Position) -> GameLaw:
    """Return what the game lends the solver.

    Raises:
        BadInput: The game has no goals.
    """
    found: GameLaw = games.having(position, "goals", "goals")
    return found


def solve(
    position: Position,
    goal: str = "",
    *,
    asp: str = "",
    side: str | None = None,
    fewest: str | None = None,
    most: str | None = None,
    prevent: bool = False,
    reply: int | None = None,
    every: bool = False,
    chance: str | None = None,
    actions: int = 1,
    playing: str | Sequence[str] | None = None,
    least: bool = False,
    target: str | Sequence[str] | None = None,
    origin: str | Sequence[str] | None = None,
    limit: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    **supposed: Any,
) -> SearchBase:
    """Search for every legal move of operations that reaches a goal (docs/puzzles.md).

    Iterating over what is returned yields solutions as they are found; each has been checked,
    played and found to meet the goal by the core. `found` tells afterwards whether these are
    proven to be all. Battles are not fought.

    Args:
        position: The position.
        goal: What is to be so after the move, such as `at(UNIT, PLACE) and not at(OTHER, PLACE)`.
        asp: The same, or more, as rules of the law's language that derive `goal`.
        side: Suppose that this side were to act.
        fewest: Find the solutions with the fewest `orders` or points, or least of a word of a
            group.
        most: Find the solutions with most of a word of a group.
        prevent: The goal is the enemy's: find moves after which his reply cannot reach it.
        reply: The points of the enemy's reply; it must not be able to undo the goal.
        every: Find those solutions too of which orders could be left out, by every way.
        chance: In place of a goal, one of the numbers of the game's odds: find the attacks of which
            it is greatest, with the activation that the points pay for.
        actions: How many actions the side has in a row, the enemy passing between; those with the
            fewest that suffice are found.
        playing: In place of operations the side plays an event as its action: those of these names,
            or with `hand` all that it could have. Solutions are told with their chance.
        least: Find those of which it is least.
        target: A place, or several, that may then be attacked; None for all.
        origin: A place, or several, from which units may then come; None for all.
        limit: How many solutions at most; 0 = all.
        seconds: How long to search; None = as long as it takes.
        progress: Told of what has been found so far.
        jobs: In how many processes, where parts are independent.
        supposed: What else is supposed, such as points to be spent.

    Raises:
        BadInput: Something cannot be read, or the position asks for no operations.
    """
    at = position
    if side is not None or supposed:
        at = position.suppose(side=side, **supposed)
    if chance is None and (least or target is not None or origin is not None):
        raise bad_input("is needed: the number that least, target and origin are about", "chance")
    dice = None if chance is None else Chance(chance, least, listed(target), listed(origin))
    query = Query(goal, asp, fewest, most, prevent, reply, every, dice, actions, listed(playing))
    return query.search(at, limit, seconds, progress, jobs)
