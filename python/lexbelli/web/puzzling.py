"""Puzzles on a page: which there are, whether a move solves one, hints, and the solution."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from lexbelli import games
from lexbelli.errors import bad_input
from lexbelli.moves import GivenMove
from lexbelli.names import unknown
from lexbelli.position import AnyPosition
from lexbelli.puzzles.asking import asking_of
from lexbelli.puzzles.found import Found
from lexbelli.puzzles.goal import is_met
from lexbelli.puzzles.puzzle import Puzzle, about, find_puzzle, puzzle_names
from lexbelli.web import answers

__all__ = ["HINTS", "hint", "listed", "position_of", "searched", "solution", "tried"]

#: How many hints there are for a puzzle.
HINTS: Final = 4
# So many solutions are told.
_MOST: Final = 20


@cache
def _puzzle(name: str) -> Puzzle:
    return find_puzzle(name)


def _shipped(name: str) -> Puzzle:
    """Return a puzzle that is shipped; no file is ever opened.

    Raises:
        BadInput: There is none of that name.
    """
    names = puzzle_names()
    if name not in names:
        raise unknown(name, names, "puzzle")
    return _puzzle(name)


def position_of(name: str) -> AnyPosition:
    """Return the position of a puzzle.

    Raises:
        BadInput: There is none of that name.
    """
    return _shipped(name).position


def listed() -> list[dict[str, Any]]:
    """Return what is told of every puzzle, before it is solved."""
    return [_told(_shipped(name)) for name in puzzle_names()]


def _told(puzzle: Puzzle) -> dict[str, Any]:
    budget = games.budget(puzzle.position)
    asked = puzzle.position.decision
    return {
        "name": puzzle.name,
        "game": puzzle.position.game,
        "game_title": games.of(puzzle.position).title,
        "title": puzzle.title,
        "level": puzzle.level,
        "text": puzzle.text,
        "side": asked.side,
        "points": None if budget is None else budget.points(asked),
        "points_called": None if budget is None else budget.unit,
        "solutions": puzzle.solutions,
        "tries": _tries(puzzle),
        "hints": HINTS,
    }


def _tries(puzzle: Puzzle) -> bool:
    """Whether one move is asked for, so that it can be tried."""
    query = puzzle.query
    return query.chance is None and query.actions == 1 and not query.playing


def _plain(puzzle: Puzzle) -> bool:
    """Whether a goal is to be reached, and nothing else."""
    query = puzzle.query
    more = query.asp or query.fewest or query.most or query.prevent or query.reply is not None
    return not more


def tried(name: str, answer: GivenMove, found: Callable[[], Found]) -> dict[str, Any]:
    """Say what a move is worth.

    Args:
        name: The puzzle.
        answer: The move.
        found: Returns what a search for the solutions has found.

    Returns:
        `legal`, `violations`; `solves`, None if it cannot be told in the time there is; and
        `solutions`, how many there are said to be.

    Raises:
        BadInput: There is no such puzzle, it asks for more than one move, or the move cannot be
            read.
    """
    puzzle = _shipped(name)
    if not _tries(puzzle):
        raise bad_input("asks for more than a move: look at its solution", "puzzle")
    checked = answers.checked(puzzle.position, answer)
    solves: bool | None = False
    if checked["legal"]:
        solves = _solves(puzzle, checked["text"], found)
    return {
        "legal": checked["legal"],
        "text": checked["text"],
        "violations": checked["violations"],
        "solves": solves,
        "solutions": puzzle.solutions,
    }


def _solves(puzzle: Puzzle, move: str, found: Callable[[], Found]) -> bool | None:
    position = puzzle.position
    after = position.play(move or [])
    asking = asking_of(position)
    reached = not puzzle.query.asp and is_met(puzzle.query.read(position), position, after, asking)
    if _plain(puzzle):
        return reached
    search = found()
    if any(each.after == after for each in search.solutions):
        return True
    return False if search.proven else None


def hint(name: str, number: int, found: Callable[[], Found]) -> dict[str, Any]:
    """Return a hint; each tells more than the one before.

    Args:
        name: The puzzle.
        number: Which, from 1 to `HINTS`.
        found: Returns what a search for the solutions has found.

    Raises:
        BadInput: There is no such puzzle.
    """
    puzzle = _shipped(name)
    if number == 1:
        units, places = about(puzzle)
        names = [*units, *places]
        text = f"It is about {', '.join(names)}." if names else "It is about the whole board."
        return {"number": number, "text": text, "names": names}
    search = found()
    if not search.solutions:
        sure = "There is no solution." if search.proven else "No solution was found in this time."
        return {"number": number, "text": sure, "names": []}
    move = search.solutions[0].move
    orders = [each.text for each in move.orders]
    if number == 2:
        text = f"It takes {len(orders)} order{'' if len(orders) == 1 else 's'}."
        return {"number": number, "text": text, "names": []}
    if number == 3:
        known = puzzle.position.known_units
        moved = dict.fromkeys(
            word for text in orders for part in text.split() for word in part.split(",")
            if word in known
        )  # fmt: skip
        said = f"These have something to do: {', '.join(moved)}." if moved else "No unit is named."
        return {"number": number, "text": said, "names": list(moved)}
    first = orders[0] if orders else "no order"
    return {"number": number, "text": f"It begins with: {first}.", "names": []}


def solution(name: str, found: Callable[[], Found]) -> dict[str, Any]:
    """Return the solutions of a puzzle, as far as they are found, and what its maker says.

    Raises:
        BadInput: There is no such puzzle.
    """
    puzzle = _shipped(name)
    search = found()
    return {
        "solutions": [each.text for each in search.solutions[:_MOST]],
        "complete": len(search.solutions) <= _MOST,
        "proven": search.proven,
        "answer": puzzle.answer,
    }


def searched(name: str, seconds: float) -> Found:
    """Search for the solutions of a puzzle, for so long.

    Raises:
        BadInput: There is no such puzzle.
    """
    return _shipped(name).solve(seconds=seconds).run()
