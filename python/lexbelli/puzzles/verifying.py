"""Verifying puzzles, for makers: solutions, near misses, what is needed, and what clashes."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import clingo

from lexbelli.errors import BadInput, InvalidSetup
from lexbelli.moves import Order
from lexbelli.position import Position
from lexbelli.puzzles.apart import SearchApart
from lexbelli.puzzles.asking import asking_of
from lexbelli.puzzles.chances import ChanceSearch
from lexbelli.puzzles.differing import can_be_compared, differing
from lexbelli.puzzles.found import SearchBase, Solution, points_key
from lexbelli.puzzles.game_law import LENIENT, GameLaw
from lexbelli.puzzles.goal import And, Goal, Not, Said, atoms_of, conjuncts
from lexbelli.puzzles.models import every_model, with_text
from lexbelli.puzzles.puzzle import Puzzle
from lexbelli.puzzles.solving import Search

__all__ = ["Verification", "verify"]

_MOST_NEAR: Final = 3


@dataclass(slots=True)
class Verification:
    """What is known of a puzzle.

    Attributes:
        puzzle: The puzzle.
        solutions: Its solutions.
        proven: Whether these are all.
        different: How many there are if units that are alike are exchanged for one another.
        fewest_points: What the cheapest solution spends; None if there is none. Also to be had
            under the game's name for its points.
        wanting: Parts of the goal -> moves that meet all the others, but not this.
        next_best: Of a chance goal the next best value, with an attack that has it.
        breaking: Rules that a move would have to break to reach the goal, with such a move; the
            move breaks no other. Only for puzzles that cannot be solved, and as few as possible.
        clash: For a puzzle that cannot be solved: parts of the goal and rules of which none can be
            left out if it is to stay impossible.
        idle: Parts of the goal without which the solutions are the same.
        needed: Units without which the solutions are others; those units were taken away one at a
            time that a solution moves, or that stand near one.
        unneeded: Those of them without which the solutions stay the same.
        as_expected: Whether there are as many solutions as the puzzle says; None if it says none.
        seconds: How long it took.
    """

    puzzle: Puzzle
    solutions: list[Solution] = field(default_factory=list)
    proven: bool = False
    different: int = 0
    fewest_points: int | None = None
    wanting: dict[str, list[str]] = field(default_factory=dict)
    next_best: tuple[str, str] | None = None
    breaking: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    clash: list[str] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)
    needed: list[str] = field(default_factory=list)
    unneeded: list[str] = field(default_factory=list)
    as_expected: bool | None = None
    seconds: float = 0.0

    def __getattr__(self, name: str) -> Any:
        if name == f"fewest_{points_key(self.puzzle.position)}":
            return self.fewest_points
        raise AttributeError(name)

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "puzzle": self.puzzle.name,
            "solutions": [each.as_json() for each in self.solutions],
            "proven": self.proven,
            "different": self.different,
            f"fewest_{points_key(self.puzzle.position) or 'points'}": self.fewest_points,
            "wanting": self.wanting,
            "next_best": None if self.next_best is None else list(self.next_best),
            "breaking": [{"rules": list(rules), "move": move} for rules, move in self.breaking],
            "clash": self.clash,
            "idle": self.idle,
            "needed": self.needed,
            "unneeded": self.unneeded,
            "as_expected": self.as_expected,
            "seconds": round(self.seconds, 3),
        }


def verify(
    puzzle: Puzzle,
    *,
    units: bool = True,
    seconds: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> Verification:
    """Find out what a maker of a puzzle wants to know.

    Args:
        puzzle: The puzzle.
        units: Whether to find out which units are needed, which takes longest.
        seconds: How long at most; what is known by then is told.
        progress: Told what is being looked for.
    """
    return _Verifier(puzzle, seconds, progress).run(units)


class _Verifier:
    def __init__(
        self, puzzle: Puzzle, seconds: float | None, progress: Callable[[str], None] | None
    ) -> None:
        self._puzzle, self._position = puzzle, puzzle.position
        self._asking: GameLaw = asking_of(self._position)
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._say = progress or (lambda _: None)
        self._report = Verification(puzzle)
        self._goal = puzzle.query.read(self._position)

    def run(self, units: bool) -> Verification:
        report, puzzle = self._report, self._puzzle
        started = time.monotonic()
        self._say("solutions")
        search = puzzle.solve(seconds=self._left)
        found = search.run()
        report.solutions, report.proven = found.solutions, found.proven
        if puzzle.solutions is not None:
            same = found.number == puzzle.solutions
            report.as_expected = same and found.proven
        report.different = len({self._kind(each) for each in found.solutions})
        report.fewest_points = min((each.points for each in found.solutions), default=None)
        plain = not search.plays and not (
            puzzle.query.asp or puzzle.query.prevent or puzzle.query.reply or puzzle.query.chance
        )
        if isinstance(search, ChanceSearch) and search.second is not None:
            value, [text] = search.second
            report.next_best = str(value), text
        if plain and not self._is_over():
            self._near()
            if found.solutions:
                self._needed_parts()
            elif found.proven:
                self._impossible()
        if units and not search.plays and found.solutions and found.proven and not self._is_over():
            self._needed_units(search)
        report.seconds = time.monotonic() - started
        return report

    @property
    def _left(self) -> float | None:
        return None if self._deadline is None else max(0.1, self._deadline - time.monotonic())

    def _is_over(self) -> bool:
        return self._deadline is not None and time.monotonic() > self._deadline

    # --- solutions -------------------------------------------------------------------

    def _kind(self, solution: Solution) -> tuple[str, ...]:
        """What a solution does, with units that are alike under one name."""
        texts = []
        for order in _orders(solution):
            content = {
                key: self._alike(value) if isinstance(value, str) else value
                for key, value in order.as_json().items()
                if key != "path"
            }
            if isinstance(content.get("units"), list):
                content["units"] = sorted(self._alike(unit) for unit in content["units"])
            end = order.as_json().get("path", [""])[-1]
            texts.append(f"{sorted(content.items(), key=str)} {end}")
        return tuple(sorted(texts))

    def _alike(self, name: str) -> str:
        if name not in self._position.known_units:
            return name
        return self._asking.alike(self._position, name)

    # --- what is nearly one ----------------------------------------------------------

    def _near(self) -> None:
        parts = conjuncts(self._goal)
        if len(parts) < 2 or any(self._loose(part) for part in parts):
            return
        for at, part in enumerate(parts):
            if self._is_over():
                return
            self._say(f"moves that miss {part}")
            others: tuple[Goal, ...] = (*parts[:at], *parts[at + 1 :], Not(part))
            search = self._search(And(others), limit=_MOST_NEAR)
            self._report.wanting[str(part)] = [each.text for each in search]

    def _loose(self, part: Goal) -> bool:
        return any(self._asking.words[atom.name].loose for atom in atoms_of(part))

    def _search(self, goal: Goal, limit: int = 0, at: Position | None = None) -> Search:
        return Search(at or self._position, goal, self._asking, limit=limit, seconds=self._left)

    # --- what is needed --------------------------------------------------------------

    def _needed_parts(self) -> None:
        """Tell the parts of the goal that change nothing."""
        parts = conjuncts(self._goal)
        if len(parts) < 2 or self._puzzle.query.fewest or self._puzzle.query.most:
            return
        said = {each.text for each in self._report.solutions}
        for at, part in enumerate(parts):
            if self._is_over():
                return
            self._say(f"whether {part} is needed")
            others = And((*parts[:at], *parts[at + 1 :]))
            search = self._search(others, limit=len(said) + 1)
            if {each.text for each in search} == said and search.found.proven:
                self._report.idle.append(str(part))

    def _needed_units(self, search: SearchBase) -> None:
        """Take away one unit after the other that could matter."""
        # Nobody can be given an order who is not there.
        ordered = {name for each in self._report.solutions for name in _named_in(each)}
        near = list(self._near_units())
        needed: dict[str, bool] = dict.fromkeys(ordered.intersection(near), True)
        without: dict[str, Position] = {}
        for unit in near:
            if unit in ordered:
                continue
            try:
                at = self._position.with_change(units={unit: None}, allow=["all"])
                self._puzzle.query.search(at, 1)
                without[unit] = at
            except (ValueError, InvalidSetup):
                # The goal names the unit.
                needed[unit] = True
        # Another decision is another question.
        kind = self._position.decision.kind
        same = {unit: at for unit, at in without.items() if at.decision.kind == kind}
        if not same or not can_be_compared(search) or not self._compare(search, same, needed):
            same = {}
        rest = {unit: at for unit, at in without.items() if unit not in same}
        self._search_each(rest, needed)
        self._report.needed = [unit for unit in near if needed.get(unit) is True]
        self._report.unneeded = [unit for unit in near if needed.get(unit) is False]

    def _compare(
        self, search: SearchBase, without: Mapping[str, Position], needed: dict[str, bool]
    ) -> bool:
        """Ask about all units at once; return whether that can be done."""
        self._say(f"which of {len(without)} units are needed")
        at, seconds = list(without.values()), self._left
        if isinstance(search, SearchApart):
            try:
                found, proven = search.differing(at, seconds)
            except BadInput:
                # The rules are too much for so many positions at once.
                return False
        else:
            assert isinstance(search, Search)
            found, proven = differing(search, at, self._puzzle.query.here, seconds)
        for number, unit in enumerate(without):
            if number in found or proven:
                needed[unit] = number in found
        return True

    def _search_each(self, without: Mapping[str, Position], needed: dict[str, bool]) -> None:
        """Search for the solutions without each of the units."""
        said = {each.text for each in self._report.solutions}
        for unit, at in without.items():
            if self._is_over():
                return
            self._say(f"whether {unit} is needed")
            found: set[str] = set()
            for each in self._puzzle.query.search(at, len(said) + 1, self._left):
                found.add(each.text)
                if each.text not in said:
                    break
            if found <= said and self._is_over():
                # What was broken off is not known.
                return
            needed[unit] = found != said

    def _near_units(self) -> Iterator[str]:
        position = self._position
        named = {name for each in self._report.solutions for name in _named_in(each)}
        for atom in atoms_of(self._goal):
            named.update(atom.args)
        places = {name for name in named if name in position.spaces}
        places |= {position.units[name] for name in named if name in position.units}
        near = places | {
            other for place in places for other in self._asking.next_to(position, place)
        }
        for unit, place in sorted(position.units.items()):
            if place in near:
                yield unit

    # --- what cannot be ---------------------------------------------------------------

    def _impossible(self) -> None:
        """Tell which rules stand in the way, and which conditions clash."""
        said = Said(self._asking)
        parts = conjuncts(self._goal)
        wishes = [said.say(part) for part in parts]
        open_ = "\n".join(
            f"{{ wished({at}) }}. :- wished({at}), not {wish}." for at, wish in enumerate(wishes)
        )
        law = self._asking.grounded(
            self._position,
            self._position.decision.points or 1,
            frozenset({*said.asked, ("excused", 1), ("broken", 1), *self._asking.briefly}),
            list(atoms_of(self._goal)),
            LENIENT,
        )
        program = f"{said.text()}\n{open_}\n{_FEWEST_RULES}\n{self._asking.briefest}"
        with with_text(law, program) as control:
            kept = {
                clingo.Function("wished", [clingo.Number(at)]): str(part)
                for at, part in enumerate(parts)
            }
            self._say("rules that stand in the way")
            self._rules_in_the_way(control, list(kept))
            self._say("what clashes")
            self._clash(control, kept)

    def _rules_in_the_way(self, control: clingo.Control, kept: Sequence[clingo.Symbol]) -> None:
        assumed = [(symbol, True) for symbol in kept]
        best: tuple[tuple[str, ...], str] | None = None
        _mode(control, "opt")
        for model in every_model(control, self._deadline, assumed):
            if model is None:
                return
            rules = _excused(model)
            shown = [atom.arguments[0] for atom in model.symbols(shown=True) if atom.name == "do"]
            best = rules, str(self._asking.move(self._position, shown))
        if best is not None:
            self._report.breaking.append(best)

    def _clash(self, control: clingo.Control, kept: Mapping[clingo.Symbol, str]) -> None:
        """Leave out one condition after the other while it stays impossible."""
        _mode(control, "ignore")
        rules = {
            atom.symbol: f"rule {atom.symbol.arguments[0].string}"
            for atom in control.symbolic_atoms.by_signature("excused", 1)
        }
        conditions = [(symbol, True) for symbol in kept] + [(symbol, False) for symbol in rules]
        core = _core_of(control, conditions, self._deadline)
        if core is None:
            return
        for condition in list(core):
            if self._is_over():
                break
            others = [each for each in core if each != condition]
            fewer = _core_of(control, others, self._deadline)
            if fewer is not None:
                core = [each for each in core if each in fewer]
        names = {**kept, **rules}
        self._report.clash = [names[symbol] for symbol, _ in core if symbol in names]


# As few rules as possible, then the shortest move.
_FEWEST_RULES: Final = """
#defined excused/1.
#minimize { 1@3,Rule : excused(Rule) }.
"""


def _orders(solution: Solution) -> Iterator[Order]:
    for move in solution.moves:
        yield from move.orders


def _named_in(solution: Solution) -> Iterator[str]:
    """Yield whatever the orders of a solution name."""
    for order in _orders(solution):
        for value in order.as_json().values():
            yield from [value] if isinstance(value, str) else map(str, value or ())


def _mode(control: clingo.Control, mode: str) -> None:
    solve = control.configuration.solve
    assert isinstance(solve, clingo.Configuration)
    solve.opt_mode = mode
    solver = control.configuration.solver
    assert isinstance(solver, clingo.Configuration)
    # Little is the least: it is found soonest from what cannot be so little.
    solver.opt_strategy = "usc" if mode == "opt" else "bb"
    solve.models = "0" if mode == "opt" else "1"


def _excused(model: clingo.Model) -> tuple[str, ...]:
    atoms = model.symbols(atoms=True)
    return tuple(sorted(atom.arguments[0].string for atom in atoms if atom.name == "excused"))


_Condition = tuple[clingo.Symbol, bool]


def _core_of(
    control: clingo.Control, conditions: Sequence[_Condition], deadline: float | None
) -> list[_Condition] | None:
    """Return conditions that cannot hold together; None if all given can, or nobody knows yet."""
    literals = {}
    for symbol, holds in conditions:
        atom = control.symbolic_atoms[symbol]
        if atom is not None:
            literals[atom.literal if holds else -atom.literal] = (symbol, holds)
    with control.solve(assumptions=list(literals), yield_=True, async_=True) as handle:
        while not handle.wait(0.05):
            if deadline is not None and time.monotonic() > deadline:
                handle.cancel()
                return None
        if handle.get().satisfiable:
            return None
        core = [literals[literal] for literal in handle.core() if literal in literals]
    return [each for each in conditions if each in core]
