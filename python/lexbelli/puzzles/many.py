"""One question about many positions at once: from which of them can a goal be reached?"""

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import chain, islice, repeat, takewhile
from typing import Final, TypeVar

import clingo

from lexbelli import games
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.processes import Processes
from lexbelli.puzzles.game_law import GameLaw
from lexbelli.puzzles.goal import Goal, Said, atoms_of, conjuncts, is_loose, is_met
from lexbelli.puzzles.models import Assumptions, every_model, with_text
from lexbelli.puzzles.ways import with_short_ways

__all__ = ["BATCHES", "each_answer", "in_batches", "ways_to"]

_T = TypeVar("_T")
# How many positions the law is asked about at once: few at first, so that something is soon known.
BATCHES: Final = (20, 60, 150)


def ways_to(
    positions: Sequence[Position], goal: Goal, points: int, seconds: float | None = None
) -> tuple[dict[int, Move], bool]:
    """Find, for each of several positions of one game, a move that reaches a goal.

    The law is ground once for all of them, and chooses the position too.

    Args:
        positions: Positions in which somebody has points to spend.
        goal: What is to be reached.
        points: How many there are to spend.
        seconds: How long to search; None = as long as it takes.

    Returns:
        The number of every position from which it can be reached, with a move by short ways,
        checked, played and confirmed by the core; and whether it is proven that it cannot be from
        the others.

    Raises:
        LawError: Law and core differ.
    """
    if not positions:
        return {}, True
    deadline = None if seconds is None else time.monotonic() + seconds
    asking: GameLaw = games.having(positions[0], "goals", "goals")
    said = Said(asking)
    wishes = [said.say(part) for part in conjuncts(goal)]
    text = "\n".join([said.text(), *(f":- not {wish}." for wish in wishes)])
    law = asking.grounded_any(positions, points, frozenset(said.asked), list(atoms_of(goal)))
    found: dict[int, Move] = {}
    with with_text(law, text) as control:
        rare = asking.rare
        passes = [[]] if rare is None else [[rare.left_out], [rare.asked]]
        for model in each_answer(control, deadline, passes, found):
            if model is None:
                return found, False
            shown = [atom for atom in model.symbols(atoms=True) if atom.name in ("do", "one_of")]
            [number] = [atom.arguments[0].number for atom in shown if atom.name == "one_of"]
            terms = [atom.arguments[0] for atom in shown if atom.name == "do"]
            at = positions[number]
            move = asking.move(at, terms)
            if at.check(move):
                raise LawError(f"law and core differ on '{move}'")
            choice = clingo.Function("one_of", [clingo.Number(number)])

            def serves(made: Move, at: Position = at) -> bool:
                return is_met(goal, at, at.play(made), asking)

            if serves(move):
                found[number] = with_short_ways(at, move, asking, serves)
                model.context.add_clause([(choice, False)])
            elif is_loose(goal, asking):
                given = [(atom, False) for atom in shown if atom.name == "do"]
                others = [
                    (atom.symbol, True)
                    for atom in model.context.symbolic_atoms.by_signature("do", 1)
                    if not model.contains(atom.symbol)
                ]
                model.context.add_clause([(choice, False), *given, *others])
            else:
                raise LawError(f"law and core differ on what becomes of '{move}'")
    return found, True


def each_answer(
    control: clingo.Control,
    deadline: float | None,
    passes: Sequence[Assumptions],
    found: Collection[int],
) -> Iterator[clingo.Model | None]:
    """Yield the answers of some passes, each of other moves, where nothing is found yet."""
    for each in passes:
        done = [(clingo.Function("one_of", [clingo.Number(number)]), False) for number in found]
        for model in every_model(control, deadline, [*each, *done]):
            yield model
            if model is None:
                return


def in_batches(
    items: Iterator[tuple[_T, Position]],
    goal: Goal,
    points: int,
    jobs: int,
    left: Callable[[], float | None],
    sizes: Sequence[int] = BATCHES,
) -> Iterator[tuple[list[_T], dict[int, Move], bool]]:
    """Ask `ways_to` about many things that lead to positions, in several processes if wanted.

    Args:
        items: The things, each with the position it leads to.
        goal: What is to be reached from there.
        points: How many there are to spend.
        jobs: In how many processes.
        left: Tells how many seconds are left; None = as many as it takes.
        sizes: About how many the law is asked at once: first, then, and from then on.

    Yields:
        Some of the things, in their order, and what `ways_to` says of them.
    """
    numbers = chain(sizes, repeat(sizes[-1]))
    ask = partial(_asked, goal=goal, points=points)
    batches = takewhile(bool, (list(islice(items, size)) for size in numbers))
    if jobs == 1:
        for batch in batches:
            things, positions = [one for one, _ in batch], [at for _, at in batch]
            yield things, *ask(positions, left())
        return
    running: deque[tuple[list[_T], Callable[[], tuple[dict[int, Move], bool]]]] = deque()
    with Processes(jobs) as processes:
        while True:
            for batch in islice(batches, jobs + 1 - len(running)):
                positions = [at for _, at in batch]
                answer = processes.submit(ask, positions, left())
                running.append(([one for one, _ in batch], answer))
            if not running:
                return
            things, answer = running.popleft()
            yield things, *answer()


def _asked(
    positions: Sequence[Position], seconds: float | None, goal: Goal, points: int
) -> tuple[dict[int, Move], bool]:
    return ways_to(positions, goal, points, seconds)
