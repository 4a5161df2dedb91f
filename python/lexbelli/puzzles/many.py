"""One question about many positions at once: from which of them can a goal be reached?"""

import time
from collections.abc import Sequence

import clingo

from lexbelli import games
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.position import Position
from lexbelli.puzzles.goal import Goal, Said, atoms_of, conjuncts, is_loose, is_met
from lexbelli.puzzles.solving import Asking, every_model, with_text

__all__ = ["ways_to"]


def ways_to(
    positions: Sequence[Position], goal: Goal, ops: int, seconds: float | None = None
) -> tuple[dict[int, Move], bool]:
    """Find, for each of several positions of one game, a move that reaches a goal.

    The law is ground once for all of them, and chooses the position too.

    Args:
        positions: Positions in which somebody has points to spend.
        goal: What is to be reached.
        ops: The points.
        seconds: How long to search; None = as long as it takes.

    Returns:
        The number of every position from which it can be reached, with a move, checked, played and
        confirmed by the core; and whether it is proven that it cannot be from the others.

    Raises:
        LawError: Law and core differ.
    """
    if not positions:
        return {}, True
    deadline = None if seconds is None else time.monotonic() + seconds
    asking: Asking = games.game(positions[0].game).goals
    said = Said(asking)
    wishes = [said.say(part) for part in conjuncts(goal)]
    text = "\n".join([said.text(), *(f":- not {wish}." for wish in wishes)])
    law = asking.grounded_any(positions, ops, frozenset(said.asked), list(atoms_of(goal)))
    found: dict[int, Move] = {}
    with with_text(law, text) as control:
        for model in every_model(control, deadline):
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
            if is_met(goal, at, at.play(move), asking):
                found[number] = move
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
