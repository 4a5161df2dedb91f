"""Threats: what the enemy could do with his next operations, and the cheapest move that does it."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple, overload

import clingo

from lexbelli import games
from lexbelli.errors import bad_input
from lexbelli.law import LawError
from lexbelli.moves import Move
from lexbelli.names import unknown
from lexbelli.position import AnyPosition, Position
from lexbelli.processes import Processes
from lexbelli.puzzles.acting import spent
from lexbelli.puzzles.asking import asking_of
from lexbelli.puzzles.courses import Assault, Courses, Fighting, TooLong
from lexbelli.puzzles.found import points_key
from lexbelli.puzzles.game_law import PLAIN, GameLaw
from lexbelli.puzzles.goal import Atom
from lexbelli.puzzles.models import Assumptions, every_model, with_text
from lexbelli.puzzles.threats_by_event import ByEvent, EventThreats

__all__ = ["MOST_STATES", "Harm", "Threat", "Threats", "threats"]

# So many states of one battle are looked at if nothing else is said.
MOST_STATES: Final = 20_000
_MINIMUM: Final = """
{cheapest}
{briefest}
threatened :- {threats}.
:- not threatened.
"""


@dataclass(frozen=True, slots=True)
class Harm:
    """A kind of harm that an enemy can do, as a game knows it (`GameLaw.harms`, by its word).

    Attributes:
        field: What those are called to whom it is done, in JSON and as an attribute of a threat.
        text: What is said before them.
        possible: Returns the atoms of a position that could become true of a side, by its enemy.
        done: Returns to whom it has been done in a later position: the position, the later one, the
            side, its enemy.
    """

    field: str
    text: str
    possible: Callable[[Any, str, str], Sequence[Atom]]
    done: Callable[[Any, Any, str, str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Threat:
    """Something the enemy could do, and the cheapest move that does it.

    Attributes:
        move: The move: the cheapest, of these with the fewest orders, and the shortest ways.
        points: What it spends; also to be had under the game's name for its points.
        does: For which it is the cheapest move, as words of goals.
        harm: The units and places it is done to, by the `field` of each `Harm`; each is an
            attribute, too.
        after: The position after it, before any die; of a battle, when it is over.
        attack: The battle that does it, as `lexbelli.odds` reads it; empty without one.
        chance: How likely the battle or event does it if both sides do their best; None without.
        clear: How likely the defender is gone or must leave (`lexbelli.attacks`); None without one.
        course: The dice and answers of the battle or event that lead to `after`, and what is then
            done with points that an event leaves.
    """

    move: Move
    points: int
    does: tuple[str, ...]
    harm: Mapping[str, tuple[str, ...]]
    after: AnyPosition = field(repr=False)
    attack: str = ""
    chance: Fraction | None = None
    clear: Fraction | None = None
    course: tuple[str, ...] = field(default=(), repr=False)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            if name in self.harm:
                return self.harm[name]
            if name == points_key(self.after):
                return self.points
        raise AttributeError(name)

    @property
    def damage(self) -> int:
        """How many units and spaces it is about."""
        return sum(map(len, self.harm.values()))

    def as_json(self) -> dict[str, Any]:
        """Return the threat as plain data."""
        return {
            "text": str(self.move),
            "orders": self.move.as_json(),
            points_key(self.after) or "points": self.points,
            "does": list(self.does),
            **{name: list(names) for name, names in self.harm.items()},
            "attack": self.attack or None,
            "chance": None if self.chance is None else str(self.chance),
            "clear": None if self.clear is None else str(self.clear),
            "course": list(self.course),
        }


@dataclass(frozen=True, slots=True)
class Threats(Sequence[Threat]):
    """What the enemy could do.

    Attributes:
        found: The threats, the cheapest first, then the most harmful.
        proven: Whether nothing else can be done, and nothing for less: the time was not over.
        unfinished: Attacks, places that can be attacked, and events, of which not all was gone
            through.
    """

    found: tuple[Threat, ...]
    proven: bool = True
    unfinished: tuple[str, ...] = ()

    @overload
    def __getitem__(self, index: int) -> Threat: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Threat, ...]: ...
    def __getitem__(self, index: int | slice) -> Threat | tuple[Threat, ...]:
        return self.found[index]

    def __iter__(self) -> Iterator[Threat]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)


def threats(
    position: Position,
    side: str,
    *,
    about: Sequence[str] = (),
    named: Sequence[str] = (),
    seconds: float | None = None,
    jobs: int = 1,
    combat: bool = False,
    every: bool = False,
    most: int = MOST_STATES,
    events: bool = False,
    **supposed: Any,
) -> Threats:
    """Tell what the enemy could do to a side in his next operations, without battles or with one.

    Of everything that can be done with the points, one cheapest move is told; that nothing else can
    is proven. With `combat` it is also told what an attack could do, and no move without a battle
    for as many points (docs/puzzles.md): of the attacks of fewest points the likeliest.

    Args:
        position: The position.
        side: Whom it is done to.
        about: What is asked about, by the words of the game (`Harm`); empty = all.
        named: Only these units and spaces; empty = all.
        seconds: How long to search; what has been found by then is returned.
        jobs: In how many processes.
        combat: Whether he may attack: one battle, and no unit moves beside it.
        every: Whether smaller sets of attackers are tried, too, and not only all that are activated
            and can attack together.
        most: How many states of each battle, and of each event, are looked at, at most.
        events: Whether he may play an event as his action, of those that he has or could have for
            all that is known.
        supposed: What is supposed of the enemy, such as his points; as many as one action can have
            at best if nobody says.

    Returns:
        The threats, the cheapest first, then the most harmful. Each has been checked, played and
        confirmed by the core, battles to their end.

    Raises:
        BadInput: There is no such side, kind, unit or space, or the position asks for something
            else first.
    """
    harms = asking_of(position).harms
    foe = games.enemy_of(position, side)
    for kind in about:
        if kind not in harms:
            raise unknown(kind, harms, "about", "kind of threat")
    for name, value in (("jobs", jobs), ("most", most)):
        if value < 1:
            raise bad_input(f"'{value}' is below 1", name)
    budget = games.budget(position)
    usual = {} if budget is None else {budget.key: budget.largest}
    at: Any = position.suppose(side=foe, **{**usual, **supposed})
    atoms = _safe(at, side, foe, about or tuple(harms), named)
    deadline = None if seconds is None else time.monotonic() + seconds
    with _processes(jobs) as pool:
        if pool is None or len(atoms) < _FEW:
            parts = [_cheapest(at, atoms, seconds)]
        else:
            ask = partial(_cheapest, at, seconds=seconds)
            parts = list(pool.map(ask, [atoms[first::jobs] for first in range(jobs)]))
        moves = [each for part, _ in parts for each in part]
        proven = all(whole for _, whole in parts)
        found = _gathered(at, side, moves)
        unfinished: tuple[str, ...] = ()
        if combat:
            paid = {atom: spent(at, move) for atom, move in moves}
            search = _Battles(at, atoms, paid, most, deadline, pool)
            found += _won(at, side, search.won(every, supposed=at != position))
            unfinished = tuple(search.unfinished)
            proven = proven and not search.over
        if events:
            done = {atom for atom, _ in moves}
            left = [atom for atom in atoms if atom not in done]
            by_event = EventThreats(position.suppose(side=foe), _cheapest, most, deadline)
            found += _by_event(at, side, by_event.done(left))
            proven = proven and not by_event.over
            unfinished += tuple(f"event {name}" for name in by_event.unfinished)
    found.sort(key=lambda each: (each.points, -each.damage, str(each.move), each.attack))
    return Threats(tuple(found), proven, unfinished)


def _processes(jobs: int) -> AbstractContextManager[Processes | None]:
    return nullcontext() if jobs == 1 else Processes(jobs)


# So few atoms are not worth a process of their own.
_FEW: Final = 8


def _safe(
    at: Position, side: str, foe: str, about: Sequence[str], named: Sequence[str]
) -> list[Atom]:
    """What is not so yet, but could be."""
    asking = asking_of(at)
    found = [
        atom
        for kind, harm in asking.harms.items()
        if kind in about
        for atom in harm.possible(at, side, foe)
    ]
    if named:
        known = {asking.resolve(at, _kind(at, name), name) for name in named}
        found = [atom for atom in found if atom.args[-1] in known]
    return [atom for atom in found if not asking.holds(at, at, atom.name, atom.args, 0)]


def _kind(at: Position, name: str) -> str:
    return "unit" if name in at.known_units else "space"


def _cheapest(
    at: Position, atoms: Sequence[Atom], seconds: float | None
) -> tuple[list[tuple[Atom, Move]], bool]:
    """Return, for everything that can be done, a cheapest move that does it; and whether proven."""
    asking = asking_of(at)
    symbols = {_symbol(asking, atom): atom for atom in atoms}
    if not symbols:
        return [], True
    deadline = None if seconds is None else time.monotonic() + seconds
    predicates = {(symbol.name, len(symbol.arguments)) for symbol in symbols}
    cost = asking.costs.get(points_key(at) or "")
    asked = frozenset({*predicates, *asking.briefly, *([cost.signature] if cost else [])})
    defined = "\n".join(f"#defined {name}/{arity}." for name, arity in sorted(asked))
    some = ". threatened :- ".join(map(str, symbols))
    law = asking.grounded(at, at.decision.points or 1, asked, atoms, PLAIN)
    found = []
    cheapest = _MINIMUM.format(
        cheapest="" if cost is None else cost.least(3), briefest=asking.briefest, threats=some
    )
    with with_text(law, defined + cheapest) as control:
        possible, proven = _possible(control, asking, set(symbols), deadline)
        for symbol in sorted(possible):
            move, best = _best(control, at, asking, symbol, deadline)
            proven = proven and best
            if move is not None:
                found.append((symbols[symbol], move))
    return found, proven


def _possible(
    control: clingo.Control,
    asking: GameLaw,
    symbols: set[clingo.Symbol],
    deadline: float | None,
) -> tuple[set[clingo.Symbol], bool]:
    """Return what some legal move does, and whether that is all.

    Every answer has to do something new.
    """
    _configure(control, "ignore")
    left = {symbol for symbol in symbols if control.symbolic_atoms[symbol] is not None}
    found: set[clingo.Symbol] = set()
    for assumed in _passes(control, asking):
        if assumed and not left:
            break
        for model in every_model(control, deadline, assumed):
            if model is None:
                return found, False
            done = {symbol for symbol in left if model.contains(symbol)}
            found |= done
            left -= done
            # In one order, so that the same question has the same answer.
            model.context.add_clause([(symbol, True) for symbol in sorted(left)])
    return found, True


def _passes(control: clingo.Control, asking: GameLaw) -> Iterator[Assumptions]:
    """Yield the assumptions under which moves are looked for: rare ones last."""
    rare = asking.rare
    yield [] if rare is None else [rare.left_out]
    if rare is not None and rare.may_matter(control):
        yield [rare.asked]


def _best(
    control: clingo.Control,
    at: Position,
    asking: GameLaw,
    symbol: clingo.Symbol,
    deadline: float | None,
) -> tuple[Move | None, bool]:
    """Return the cheapest move that does something, and whether nothing is cheaper."""
    terms: list[clingo.Symbol] | None = None
    cost: Sequence[int] = ()
    for assumed in _passes(control, asking):
        # Rare moves have to be better than all others.
        better = [*cost[:-1], *(last - 1 for last in cost[-1:])]
        _configure(control, ",".join(map(str, ("opt", *better))))
        for model in every_model(control, deadline, [(symbol, True), *assumed]):
            if model is None:
                return None if terms is None else asking.move(at, terms), False
            terms = [atom.arguments[0] for atom in model.symbols(shown=True) if atom.name == "do"]
            cost = model.cost
    return None if terms is None else asking.move(at, terms), True


def _configure(control: clingo.Control, mode: str) -> None:
    solve = control.configuration.solve
    assert isinstance(solve, clingo.Configuration)
    solve.opt_mode = mode


def _symbol(asking: GameLaw, atom: Atom) -> clingo.Symbol:
    name = asking.words[atom.name].predicate
    return clingo.Function(name, [clingo.Function(arg) for arg in atom.args])


def _gathered(at: Position, side: str, found: Sequence[tuple[Atom, Move]]) -> list[Threat]:
    """Gather what one move does, confirmed by the core."""
    asking = asking_of(at)
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
        threats.append(Threat(move, spent(at, move), does, _harm(at, after, side), after))
    return threats


class _Won(NamedTuple):
    """What a battle does: the words that are true at the same ends of it, and how likely."""

    atoms: tuple[Atom, ...]
    assault: Assault
    chance: Fraction
    course: tuple[str, ...]


class _Battles:
    """The search for what one attack does, and no move without a battle for as many points.

    Attributes:
        unfinished: The attacks, and the places, of which not all was gone through.
        over: Whether the time was over before the end.
    """

    def __init__(
        self,
        at: Position,
        atoms: Sequence[Atom],
        paid: Mapping[Atom, int],
        most: int,
        deadline: float | None,
        pool: Processes | None,
    ) -> None:
        self._at = at
        self._atoms = atoms
        self._paid = paid
        self._most = most
        self._deadline = deadline
        self._pool = pool
        self.unfinished: list[str] = []
        self.over = False

    def won(self, every: bool, supposed: bool) -> list[_Won]:
        """Return the likeliest attack of fewest points for everything that one does."""
        fighting = _fighting(self._at)
        assaults, places = fighting.assaults(self._at, every, supposed)
        self.unfinished += [f"attack {place}" for place in places]
        best: dict[Atom, _Won] = {}
        for points in sorted({one.points for one in assaults}):
            wanted = [
                atom
                for atom in self._atoms
                if atom not in best and self._paid.get(atom, points + 1) > points
            ]
            if not wanted:
                continue
            level = [one for one in assaults if one.points == points]
            best |= self._likeliest(level, wanted)
        # Words that the same course makes true are told together.
        together: dict[tuple[Assault, Fraction, tuple[str, ...]], list[Atom]] = {}
        for atom, one in best.items():
            together.setdefault((one.assault, one.chance, one.course), []).append(atom)
        return [_Won(tuple(atoms), *rest) for rest, atoms in together.items()]

    def _likeliest(self, level: Sequence[Assault], wanted: Sequence[Atom]) -> dict[Atom, _Won]:
        ask = partial(_courses, self._at, tuple(wanted), self._most, self._deadline)
        answers = map(ask, level) if self._pool is None else self._pool.map(ask, level)
        best: dict[Atom, _Won] = {}
        for assault, found in zip(level, answers, strict=True):
            if found is None:
                self.unfinished.append(assault.attack)
                if self._deadline is not None and time.monotonic() > self._deadline:
                    self.over = True
            for one in found or ():
                for atom in one.atoms:
                    if atom not in best or _rank(one) < _rank(best[atom]):
                        best[atom] = one
        return best


def _rank(one: _Won) -> tuple[Fraction, int, Fraction, str]:
    """What comes first: the likeliest, with the fewest units."""
    return -one.chance, one.assault.attack.count(","), -one.assault.clear, one.assault.attack


def _courses(
    at: Position, wanted: Sequence[Atom], most: int, deadline: float | None, assault: Assault
) -> list[_Won] | None:
    """Return what an attack does; None if it cannot all be gone through."""
    fighting = _fighting(at)
    try:
        courses = Courses(
            fighting, assault.started, lambda state: fighting.met(at, state, wanted), most, deadline
        )
    except TooLong:
        return None
    found = []
    for ends, atoms in courses.results().items():
        chance, course = courses.chance(ends)
        if chance:
            found.append(_Won(tuple(atoms), assault, chance, course))
    return found


def _won(at: Position, side: str, found: Sequence[_Won]) -> list[Threat]:
    """Play what battles do, confirmed by the core."""
    asking = asking_of(at)
    threats = []
    for atoms, assault, chance, course in found:
        after = assault.waiting.play(assault.attack)
        for answer in course:
            after = after.play(answer)
        for atom in atoms:
            if not asking.holds(at, after, atom.name, atom.args, 0):
                raise LawError(f"'{assault.attack}' does not bring about {atom}")
        threats.append(
            Threat(
                move=assault.move,
                points=assault.points,
                does=tuple(sorted(map(str, atoms))),
                harm=_harm(at, after, side),
                after=after,
                attack=assault.attack,
                chance=chance,
                clear=assault.clear,
                course=course,
            )
        )
    return threats


def _by_event(at: Position, side: str, found: Sequence[ByEvent]) -> list[Threat]:
    """Tell what events do, confirmed by the core."""
    asking = asking_of(at)
    threats = []
    for one in found:
        for atom in one.atoms:
            if not asking.holds(one.event.before, one.after, atom.name, atom.args, 0):
                raise LawError(f"'{one.event.move}' does not bring about {atom}")
        way = () if one.way is None else (str(one.way),)
        threats.append(
            Threat(
                move=one.event.move,
                points=0,
                does=tuple(map(str, one.atoms)),
                harm=_harm(at, one.after, side),
                after=one.after,
                chance=one.chance,
                course=(*one.course, *way),
            )
        )
    return threats


def _harm(at: Position, after: Position, side: str) -> dict[str, tuple[str, ...]]:
    """Return whom harm has been done to, by its kind."""
    foe = games.enemy_of(at, side)
    harms: Mapping[str, Harm] = asking_of(at).harms
    return {harm.field: tuple(harm.done(at, after, side, foe)) for harm in harms.values()}


def _fighting(at: Position) -> Fighting:
    found: Fighting = games.having(at, "fighting", "battles that can be followed to their end")
    return found
