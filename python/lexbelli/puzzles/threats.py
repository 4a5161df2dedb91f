"""Threats: what the enemy could do with his next operations, and the cheapest move that does it."""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import Any, Final

import clingo

from lexbelli import games
from lexbelli.errors import bad_input
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.names import unknown
from lexbelli.position import Position
from lexbelli.puzzles.goal import Atom
from lexbelli.puzzles.solving import PLAIN, Asking, every_model, spent, with_text

__all__ = ["MOST_OPS", "Threat", "threats"]

_SIDES: Final = ("ap", "cp")
# As many OPS as the best card gives.
MOST_OPS: Final = 5
_KINDS: Final = ("oos", "flips", "controls")
_MINIMUM: Final = """
#minimize {{ Cost@3,Stack,Purpose : spending(Stack,Purpose,Cost) }}.
#minimize {{ 1@2,One : ordered_once(One) ; 1@1,Unit,N : do(go(Unit,N,_)) }}.
threatened :- {threats}.
:- not threatened.
"""


@dataclass(frozen=True, slots=True)
class Threat:
    """Something the enemy could do, and the cheapest move that does it.

    Attributes:
        move: The move: with the fewest OPS, of these with the fewest orders, and the shortest ways.
        ops: What it spends.
        does: For which it is the cheapest move: `oos(unit)`, `flips(space)`,
            `controls(side, space)`.
        out: Units of the side that are out of supply after it, and were not before.
        flips: Spaces of the side that would change control in the Attrition Phase, and would not
            have before.
        taken: Spaces the side controls before it, and the enemy after it.
        after: The position after it, before any die.
    """

    move: Move
    ops: int
    does: tuple[str, ...]
    out: tuple[str, ...]
    flips: tuple[str, ...]
    taken: tuple[str, ...]
    after: Position = field(repr=False)

    @property
    def damage(self) -> int:
        """How many units and spaces it is about."""
        return len(self.out) + len(self.flips) + len(self.taken)

    def as_json(self) -> dict[str, Any]:
        """Return the threat as plain data."""
        return {
            "text": str(self.move),
            "orders": self.move.as_json(),
            "ops": self.ops,
            "does": list(self.does),
            "out": list(self.out),
            "flips": list(self.flips),
            "taken": list(self.taken),
        }


def threats(
    position: Position,
    side: str,
    *,
    ops: int = MOST_OPS,
    about: Sequence[str] = _KINDS,
    named: Sequence[str] = (),
    seconds: float | None = None,
    jobs: int = 1,
) -> list[Threat]:
    """Tell what the enemy could do to a side in his next operations, without battles.

    Of everything that can be done with the OPS, one cheapest move is told; that nothing else can
    is proven.

    Args:
        position: The position.
        side: Whom it is done to: `ap` or `cp`.
        ops: The OPS of the enemy.
        about: What is asked about: `oos` (units out of supply), `flips` (spaces that would turn in
            attrition), `controls` (spaces taken).
        named: Only these units and spaces; empty = all.
        seconds: How long to search; what has been found by then is returned.
        jobs: In how many processes.

    Returns:
        The threats, the cheapest first, then the most harmful. Each has been checked, played and
        confirmed by the core.

    Raises:
        BadInput: There is no such side, kind, unit or space, or the position asks for something
            else first.
    """
    if side not in _SIDES:
        raise unknown(side, _SIDES, "side")
    for kind in about:
        if kind not in _KINDS:
            raise unknown(kind, _KINDS, "about")
    if jobs < 1:
        raise bad_input(f"'{jobs}' is below 1", "jobs")
    foe = next(other for other in _SIDES if other != side)
    at = position.suppose(side=foe, ops=ops)
    atoms = _safe(at, side, foe, about, named)
    if jobs == 1 or len(atoms) < _FEW:
        found = _cheapest(at, atoms, seconds)
    else:
        parts = [atoms[first::jobs] for first in range(jobs)]
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            ask = partial(_cheapest, at, seconds=seconds)
            found = [each for part in pool.map(ask, parts) for each in part]
    return _gathered(at, side, found)


# So few atoms are not worth a process of their own.
_FEW: Final = 8


def _safe(
    at: Position, side: str, foe: str, about: Sequence[str], named: Sequence[str]
) -> list[Atom]:
    """What is not so yet, but could be."""
    asking: Asking = games.game(at.game).goals
    group = partial(asking.group, at)
    found = []
    if "oos" in about:
        units = group("unit", side) or ()
        found += [Atom("oos", (unit,)) for unit in units if unit in at.units]
    spaces = group("space", "any") or ()
    if "flips" in about:
        found += [
            Atom("flips", (space,))
            for space in spaces
            if asking.holds(at, at, "holds", (side, space), 0)
        ]
    if "controls" in about:
        found += [
            Atom("controls", (foe, space))
            for space in spaces
            if asking.holds(at, at, "controls", (side, space), 0)
        ]
    if named:
        known = {asking.resolve(at, _kind(at, name), name) for name in named}
        found = [atom for atom in found if atom.args[-1] in known]
    return [atom for atom in found if not asking.holds(at, at, atom.name, atom.args, 0)]


def _kind(at: Position, name: str) -> str:
    return "unit" if name in at.known_units else "space"


def _cheapest(
    at: Position, atoms: Sequence[Atom], seconds: float | None
) -> list[tuple[Atom, Move]]:
    """Return, for everything that can be done, a cheapest move that does it."""
    asking: Asking = games.game(at.game).goals
    symbols = {_symbol(asking, atom): atom for atom in atoms}
    if not symbols:
        return []
    deadline = None if seconds is None else time.monotonic() + seconds
    predicates = {(symbol.name, len(symbol.arguments)) for symbol in symbols}
    asked = frozenset({*predicates, ("spending", 3), ("ordered_once", 1)})
    defined = "\n".join(f"#defined {name}/{arity}." for name, arity in sorted(asked))
    some = ". threatened :- ".join(map(str, symbols))
    law = asking.grounded(at, at.decision.ops or 1, asked, atoms, PLAIN)
    found = []
    with with_text(law, defined + _MINIMUM.format(threats=some)) as control:
        possible = _possible(control, set(symbols), deadline)
        for symbol in sorted(possible):
            move = _best(control, at, asking, symbol, deadline)
            if move is not None:
                found.append((symbols[symbol], move))
    return found


def _possible(
    control: clingo.Control, symbols: set[clingo.Symbol], deadline: float | None
) -> set[clingo.Symbol]:
    """Return what some legal move does: every answer has to do something new."""
    _configure(control, "ignore")
    left = {symbol for symbol in symbols if control.symbolic_atoms[symbol] is not None}
    found: set[clingo.Symbol] = set()
    for model in every_model(control, deadline):
        if model is None:
            break
        done = {symbol for symbol in left if model.contains(symbol)}
        found |= done
        left -= done
        # In one order, so that the same question has the same answer.
        model.context.add_clause([(symbol, True) for symbol in sorted(left)])
    return found


def _best(
    control: clingo.Control,
    at: Position,
    asking: Asking,
    symbol: clingo.Symbol,
    deadline: float | None,
) -> Move | None:
    _configure(control, "opt")
    terms: list[clingo.Symbol] | None = None
    for model in every_model(control, deadline, [(symbol, True)]):
        if model is None:
            break
        terms = [atom.arguments[0] for atom in model.symbols(shown=True) if atom.name == "do"]
    return None if terms is None else asking.move(at, terms)


def _configure(control: clingo.Control, mode: str) -> None:
    solve = control.configuration.solve
    assert isinstance(solve, clingo.Configuration)
    solve.opt_mode = mode


def _symbol(asking: Asking, atom: Atom) -> clingo.Symbol:
    name = asking.words[atom.name].predicate
    return clingo.Function(name, [clingo.Function(arg) for arg in atom.args])


def _gathered(at: Position, side: str, found: Sequence[tuple[Atom, Move]]) -> list[Threat]:
    """Gather what one move does, confirmed by the core."""
    asking: Asking = games.game(at.game).goals
    by_move: dict[Move, list[Atom]] = {}
    for atom, move in found:
        by_move.setdefault(move, []).append(atom)
    threats = []
    for move, atoms in by_move.items():
        if violations := at.check(move):
            raise LawError(f"law and core differ on '{move}': {violations[0].text}")
        after = at.play(move)
        for atom in atoms:
            if not asking.holds(at, after, atom.name, atom.args, 0):
                raise LawError(f"law and core differ on what becomes of '{move}': {atom}")
        does = tuple(sorted(map(str, atoms)))
        out, flips, taken = _harm(at, after, side)
        threats.append(Threat(move, spent(at, move), does, out, flips, taken, after))
    return sorted(threats, key=lambda each: (each.ops, -each.damage, str(each.move)))


def _harm(at: Position, after: Position, side: str) -> Iterator[tuple[str, ...]]:
    """Yield the units out of supply, the spaces that flip, and those that are taken."""
    asking: Asking = games.game(at.game).goals
    foe = next(other for other in _SIDES if other != side)
    was: Mapping[str, str] = at.supply()
    out = (u for u, status in after.supply().items() if status == "oos" and was.get(u) != "oos")
    yield tuple(sorted(unit for unit in out if unit in (asking.group(at, "unit", side) or ())))
    flips = set(after.flips()) - set(at.flips())
    yield tuple(
        sorted(space for space in flips if asking.holds(at, after, "holds", (side, space), 0))
    )
    spaces = asking.group(at, "space", "any") or ()
    yield tuple(
        space
        for space in spaces
        if asking.holds(at, at, "controls", (side, space), 0)
        and asking.holds(at, after, "controls", (foe, space), 0)
    )
