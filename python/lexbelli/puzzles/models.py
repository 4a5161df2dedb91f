"""The solver's answers one by one, and what is looked for from each on."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Final

import clingo

from lexbelli.puzzles.snippet import Snippet, grounding

__all__ = ["Assumptions", "bar", "configured", "every_model", "exclude", "with_text"]

Assumptions = Sequence[tuple[clingo.Symbol, bool]]
# How long the solver is waited for before somebody may interrupt, in seconds.
_BREATH: Final = 0.05


@contextmanager
def with_text(
    law: AbstractContextManager[clingo.Control], text: str, snippet: Snippet | None = None
) -> Iterator[clingo.Control]:
    """Yield the law with a program that asks it for something; it may hold rules of a stranger."""
    with law as control:
        control.add("goal", [], text)
        with grounding(snippet):
            control.ground([("goal", [])])
        yield control


def every_model(
    control: clingo.Control,
    deadline: float | None,
    assumptions: Assumptions = (),
) -> Iterator[clingo.Model | None]:
    """Yield every answer, and None when the time is over before the last.

    Whoever interrupts is heard at once. Clauses can be added to every answer, see `exclude`.
    """
    configured(control).models = "0"
    with control.solve(yield_=True, async_=True, assumptions=assumptions) as handle:
        while True:
            handle.resume()
            while not handle.wait(_BREATH):
                if deadline is not None and time.monotonic() > deadline:
                    handle.cancel()
                    yield None
                    return
            model = handle.model()
            if model is None:
                return
            yield model
            if deadline is not None and time.monotonic() > deadline:
                yield None
                return


def configured(control: clingo.Control) -> clingo.Configuration:
    """Return how the solver works, to be changed."""
    solve = control.configuration.solve
    assert isinstance(solve, clingo.Configuration)
    return solve


def exclude(
    model: clingo.Model, what: str, ways: tuple[str, tuple[str, int]] | None = None
) -> list[list[clingo.Symbol]]:
    """Look for other moves from here on, until the solver has no more answers.

    Args:
        model: The answer that was found.
        what: `this` very move is excluded; `larger` ones with it, that contain it; or besides all
            `alike`, that lead the same units to the same places.
        ways: What tells moves that are alike (`GameLaw.ways`).

    Returns:
        The atoms that are not wanted together any more, for `bar`; none of `this` very move.
    """
    atoms, context = model.context.symbolic_atoms, model.context
    given = [atom for atom in model.symbols(shown=True) if atom.name == "do"]
    if what == "this":
        chosen = set(given)
        clause = [(atom.symbol, atom.symbol not in chosen) for atom in atoms.by_signature("do", 1)]
        context.add_clause(clause)
        return []
    barred = [given]
    if what == "alike" and ways is not None:
        order, signature = ways
        ends = [atom for atom in given if atom.arguments[0].name != order]
        stops = atoms.by_signature(*signature)
        ends += [atom.symbol for atom in stops if model.contains(atom.symbol)]
        barred.append(ends)
    for atoms_together in barred:
        context.add_clause([(atom, False) for atom in atoms_together])
    return barred


def bar(control: clingo.Control, together: Iterable[Sequence[clingo.Symbol]]) -> None:
    """Look for no answer with some atoms together, for good."""
    atoms = control.symbolic_atoms
    with control.backend() as backend:
        for each in together:
            found = [atoms[symbol] for symbol in each]
            backend.add_rule([], [atom.literal for atom in found if atom is not None])
