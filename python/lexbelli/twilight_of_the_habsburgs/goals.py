"""The words of goals in Twilight of the Habsburgs, its law for the solver, and its threats."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, Final

import clingo

from lexbelli._core import TwilightMove, TwilightTables
from lexbelli.errors import bad_input
from lexbelli.law import LawError
from lexbelli.names import as_id, nearest, resolve
from lexbelli.position import Position as AnyPosition
from lexbelli.pruning import Signature
from lexbelli.puzzles.game_law import ORDERS, PLAIN, Counted
from lexbelli.puzzles.goal import Atom, Word
from lexbelli.puzzles.snippet import Snippet, grounding
from lexbelli.puzzles.threats import Harm
from lexbelli.twilight_of_the_habsburgs import moves, outcomes
from lexbelli.twilight_of_the_habsburgs.goal_words import (
    HOLDS,
    Reached,
    as_ours,
    command,
    fortresses,
    groups_of_hexes,
    groups_of_units,
    headquarters,
    in_command,
    on_map,
    setup_of,
    side_of,
    surrounded,
)
from lexbelli.twilight_of_the_habsburgs.position import Position
from lexbelli.twilight_of_the_habsburgs.tables import SIDES
from lexbelli.twilight_of_the_habsburgs.told import known

__all__ = ["GOALS", "Goals"]

_WORDS: Final = (
    Word("at", ("unit", "space"), "is_at", "{} stands in {}"),
    Word("occupied", ("side", "space"), "is_occupied", "a unit of {} stands in {}"),
    Word("in_command", ("unit",), "is_in_command", "{} is in command"),
    Word("out_of_command", ("unit",), "is_out_of_command", "{} stands on the map out of command"),
    Word("cut", ("hq",), "is_cut", "{} has a line neither to a depot nor to a railway to one"),
    Word("line", ("unit", "hq"), "is_line", "{} has a command line to {}"),
    Word("base", ("hq", "space"), "is_base", "{} has a line to {}, which serves its command"),
    Word("usable", ("side", "space"), "is_usable", "the depot or edge {1} serves {0}"),
    Word("fed", ("side", "space"), "is_fed", "for {}, {} is connected by rail to a depot"),
    Word("zone", ("side", "space"), "is_zone", "{} exerts a zone of control into {}"),
    Word("surrounded", ("side", "space"), "is_surrounded", "{}'s units in {} are surrounded"),
    Word("entrenched", ("unit",), "is_entrenched", "{} is in trench state"),
    Word("reduced", ("unit",), "is_reduced", "{} has lost a step"),
    Word("fallen", ("space",), "is_fallen", "the fortress of {} has fallen"),
    Word("cleared", ("side", "space"), "is_cleared", "no unit of {} is left in {}"),
    Word("thinned", ("side", "space"), "is_thinned", "a unit of {} that stood in {} is lost"),
    Word("gone", ("unit",), "is_gone", "{} stands on the map no more"),
)
# The predicates of a scenario and of a position that rules of a puzzle may ask for.
_PRINTED: Final[tuple[Signature, ...]] = (
    *(("hex", 1), ("terrain", 2), ("adjacent", 2), ("river", 2), ("rail", 2), ("rail_hex", 1)),
    *(("trench_line", 2), ("city", 1), ("town", 2), ("fortress", 2), ("depot", 2), ("coast", 1)),
    *(("lakeside", 1), ("country", 2), ("edge", 2), ("on_side", 2), ("line_distance", 2)),
    *(("unit", 1), ("owner", 2), ("nation", 2), ("size", 2), ("kind", 2), ("steps", 2)),
    *(("range", 2), ("army", 2)),
)
_BEFORE: Final[tuple[Signature, ...]] = (
    *(("at", 2), ("reduced", 1), ("entrenched", 1), ("out_of_command", 1), ("fallen", 1)),
    *(("turn", 1), ("acts", 1)),
)
# And those of the position after the move.
_AFTER: Final[tuple[Signature, ...]] = (
    *(("then_at", 2), ("then_reduced", 1), ("then_entrenched", 1), ("then_in_command", 1)),
    *(("then_linked", 2), ("then_based", 2), ("then_usable", 2), ("then_fed", 2), ("then_zoc", 2)),
    ("then_encircled", 2),
)
# The traits of a unit by which it is like another.
_TRAITS: Final = (
    *("side", "nation", "size", "kind", "steps", "full", "reduced", "trench", "command_range"),
)


class Goals:
    """What Twilight of the Habsburgs lends the solver; see `lexbelli.puzzles.game_law.GameLaw`."""

    words: Mapping[str, Word] = {word.name: word for word in _WORDS}
    totals: Mapping[str, bool] = {}
    known: Collection[Signature] = frozenset((*_PRINTED, *_BEFORE, *_AFTER))
    costs: Mapping[str, Counted] = {ORDERS: Counted("ordered_once", "One")}
    briefest = """
        #minimize { 1@2,One : ordered_once(One) }.
        #minimize { 1@1,Unit,N : do(go(Unit,N,_)) ; Points@1,Unit : walk_points(Unit,Points) }.
    """
    briefly: Collection[Signature] = {("do", 1), ("ordered_once", 1), ("walk_points", 2)}
    ways: tuple[str, Signature] | None = ("go", ("stops", 2))
    fruitful = ""
    rare = None
    fruitfully: Collection[Signature] = ()
    # More follows than the answer says - dice, companions that are lost, retreats without a choice
    # - so that the core says what becomes of it.
    played: Collection[str] = frozenset(("submarine", "losses", "retreat"))
    open: Collection[str] = ()
    harms: Mapping[str, Any]

    @property
    def taken(self) -> Collection[Signature]:
        """The predicates of the law, which no rule of a puzzle may derive."""
        return outcomes.vocabulary()

    # --- the words -------------------------------------------------------------------

    def total(self, position: AnyPosition, name: str) -> int:  # noqa: ARG002 - others have some
        """Refuse a total: this game has none.

        Raises:
            BadInput: Always.
        """
        raise bad_input(f"there is no total '{name}'", "goal")

    def resolve(self, position: AnyPosition, kind: str, name: str) -> str:
        """Return the id a name stands for: a unit, a headquarters, a hex or a side.

        Units go by their id or printed name, hexes by id, number or town.

        Raises:
            BadInput: There is none; it suggests the nearest.
        """
        at = as_ours(position)
        match kind:
            case "side":
                return resolve(name, SIDES, "side")
            case "space":
                place = at.place_named(name, "space")
                if place not in at.hexes:
                    raise bad_input(f"'{place}' is a box beside the map, not a hex", "space")
                return place
            case _:
                return _unit_named(at, kind, name)

    def group(self, position: AnyPosition, kind: str, name: str) -> Sequence[str] | None:
        """Return the members of a group (docs/puzzles.md), or None if none is named so."""
        at, name = as_ours(position), name.lower()
        match kind:
            case "unit":
                return groups_of_units(at).get(name)
            case "hq":
                able = headquarters(at.core.tables)
                found = [unit for unit in groups_of_units(at).get(name, ()) if unit in able]
                return found or None
            case "space":
                return groups_of_hexes(at).get(name)
        return None

    def holds(
        self,
        before: AnyPosition,
        after: AnyPosition,
        name: str,
        args: Sequence[str],
        number: int = 0,  # noqa: ARG002 - no word of this game counts
    ) -> bool:
        """Say whether a word is true of a position that has been reached, by the core alone."""
        return HOLDS[name](Reached(as_ours(before), as_ours(after)), *args)

    def true_of(
        self, before: AnyPosition, after: AnyPosition, atoms: Iterable[Atom]
    ) -> frozenset[Atom]:
        """Return those of many words that are true of a position that has been reached."""
        reached = Reached(as_ours(before), as_ours(after))
        return frozenset(atom for atom in atoms if HOLDS[atom.name](reached, *atom.args))

    # --- the law ---------------------------------------------------------------------

    def grounded(
        self,
        position: AnyPosition,
        points: int,  # noqa: ARG002 - orders cost nothing
        asked: frozenset[Signature],
        atoms: Sequence[Atom],  # noqa: ARG002 - no word needs to be told
        style: str,
    ) -> AbstractContextManager[clingo.Control]:
        """Return the law of moves and of what becomes of them, ground for a position.

        Raises:
            BadInput: The position asks for no moves.
        """
        return outcomes.grounded(as_ours(position).core, asked | _STOPS, style)

    def grounded_any(
        self,
        positions: Sequence[AnyPosition],
        points: int,  # noqa: ARG002 - orders cost nothing
        asked: frozenset[Signature],
        atoms: Sequence[Atom],  # noqa: ARG002 - no word needs to be told
        style: str = PLAIN,
    ) -> AbstractContextManager[clingo.Control]:
        """Return the same law, ground for one of several positions: `one_of(N)` says for which."""
        cores = [as_ours(position).core for position in positions]
        return outcomes.grounded_any(cores, asked | _STOPS, style)

    def move(self, position: AnyPosition, terms: Sequence[clingo.Symbol]) -> moves.Move:
        """Return the move of which these are the orders.

        Of a way that is told by its end alone it is the cheapest, or by rail the shortest.

        Raises:
            LawError: There is no such way.
        """
        core = as_ours(position).core
        ends: list[Mapping[str, Any]] = []
        whole = []
        for term in terms:
            if term.name not in _BY_END:
                whole.append(str(term))
                continue
            unit, end = map(str, term.arguments)
            path = core.way(unit, end, term.name == "rail_to")
            if path is None:
                raise LawError(f"law and core differ on '{term}'")
            ends.append({"order": _BY_END[term.name], "unit": unit, "path": path})
        told = TwilightMove.from_terms(core.tables, " ".join(whole), core.asks_for)
        return moves.read(core, [*told.orders(), *ends])

    def confirms(self, snippet: Snippet, before: AnyPosition, after: AnyPosition) -> bool:
        """Say whether rules derive their goal of a position that the core has reached."""
        one, now = as_ours(before), as_ours(after)
        about = known(one.core.tables, one.scenario_name)
        names = frozenset(name for name, _ in snippet.asked)
        told = [
            f"{name}{symbol if arity > 1 else f'({symbol})'}."
            for (name, arity), symbols in about.told(names).items()
            for symbol in symbols
        ]
        told += [one.facts(), one.decision_facts()]
        told += [f"{name}({','.join(args)})." for name, args in _then(one, now)]
        control = clingo.Control(["--warn=none"])
        control.add("base", [], "\n".join([*told, snippet.constraint()]))
        with grounding(snippet):
            control.ground([("base", [])])
        return bool(control.solve().satisfiable)

    # --- what is near ----------------------------------------------------------------

    def alike(self, position: AnyPosition, unit: str) -> str:
        """Return a name that a unit shares with those that could stand for it.

        They have the same values and state, stand in the same hex, and set up with the same army.
        """
        at = as_ours(position)
        entry, setup = at.core.tables.unit(unit), setup_of(at)
        marks = [unit in setup.get(mark, ()) for mark in _MARKS]
        armies = dict(at.core.tables.scenario(at.scenario_name)["armies"])
        traits = [str(entry[key]) for key in _TRAITS]
        return f"{traits} {marks} {at.units.get(unit)} {armies.get(unit)}"

    def next_to(self, position: AnyPosition, place: str) -> Sequence[str]:
        """Return the hexes beside a hex."""
        at = as_ours(position)
        around = known(at.core.tables, at.scenario_name).around
        return sorted(around.get(place, ()))

    def missing_orders(
        self, position: AnyPosition, named: Iterable[str]
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield, while units move, steps out of the hexes that broken rules name."""
        at = as_ours(position)
        if at.decision.kind != "movement":
            return
        for place in named:
            for unit, where in at.units.items():
                if where == place and where in at.hexes and side_of(at, unit) == at.decision.side:
                    for beside in self.next_to(at, place):
                        order = {"order": "go", "unit": unit, "path": [beside]}
                        yield f"go {unit} {beside}", order

    def other_states(
        self, position: AnyPosition, named: Iterable[str]
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield changes of who stands in a hex, its fortress, and the state of units."""
        at = as_ours(position)
        setup = setup_of(at)
        for name in named:
            if name in at.hexes:
                foes = [
                    unit
                    for unit, place in at.units.items()
                    if place == name and side_of(at, unit) != at.decision.side
                ]
                if foes:
                    gone: dict[str, None] = dict.fromkeys(foes)
                    yield f"if {', '.join(foes)} were not in {name}", {"units": gone}
                fallen = setup.get("fallen", [])
                if at.core.tables.hex(name)["fortress"] and name not in fallen:
                    change = {"setup": {"fallen": [*fallen, name]}}
                    yield f"if the fortress of {name} had fallen", change
            for mark, text in (("entrenched", "not entrenched"), ("out_of_command", "in command")):
                if name in setup.get(mark, ()):
                    others = [unit for unit in setup[mark] if unit != name]
                    yield f"if {name} were {text}", {"setup": {mark: others}}


# Orders that are told by the end of their way alone.
_BY_END: Final = {"go_to": "go", "rail_to": "rail"}
# Moves are told apart by the ends of their ways, too.
_STOPS: Final = frozenset((("stops", 2),))
# The marks a unit can bear, by their keys in a document.
_MARKS: Final = ("reduced", "entrenched", "out_of_command")


def _unit_named(at: Position, kind: str, name: str) -> str:
    """Return a unit of the scenario by its id or its printed name; of the kind `hq` one that leads.

    Raises:
        BadInput: There is none; it suggests the nearest.
    """
    tables = at.core.tables
    leads = kind == "hq"
    placed = [unit for unit in at.known_units if unit in at.units]
    able = [unit for unit in headquarters(tables) if unit in at.units] if leads else placed
    found = _printed(tables).get(as_id(name), as_id(name))
    if leads and found in placed and found not in able:
        raise bad_input(f"'{found}' is no headquarters", "unit", nearest(found, able))
    if found in at.known_units and found not in placed:
        raise bad_input(f"'{found}' does not serve in {at.scenario_name}", "unit")
    return resolve(found, able, "unit", "headquarters" if leads else "unit")


@lru_cache(maxsize=4)
def _printed(tables: TwilightTables) -> Mapping[str, str]:
    """Return the units by their printed names, written as ids."""
    return {as_id(tables.unit(unit)["name"]): unit for unit in tables.unit_ids()}


def _then(before: Position, now: Position) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what the core says of the position after a move, in the law's words."""
    setup = setup_of(now)
    for unit, place in now.units.items():
        if place in now.hexes:
            yield "then_at", (unit, place)
            for mark in ("reduced", "entrenched"):
                if unit in setup.get(mark, ()):
                    yield f"then_{mark}", (unit,)
    for side in SIDES:
        told = command(now, side)
        yield from (("then_in_command", (unit,)) for unit in in_command(before, now, side))
        yield from (("then_linked", pair) for pair in told.lines)
        yield from (("then_based", pair) for pair in told.bases)
        yield from (("then_usable", (side, place)) for place in told.usable)
        yield from (("then_fed", (side, place)) for place in told.fed)
        yield from (("then_zoc", (side, place)) for place in now.zones(side))
        yield from (("then_encircled", (side, place)) for place in surrounded(now, side))


# ------------------------------------------------------------------------------------ threats


def _of_side(at: Position, side: str, leads: bool) -> list[str]:
    """Return the units of a side on the map: headquarters, or all others."""
    able = headquarters(at.core.tables)
    return [
        unit for unit in groups_of_units(at)[side] if on_map(at, unit) and (unit in able) == leads
    ]


def _commanded(at: Position, side: str, _foe: str) -> list[Atom]:
    """The units of a side, which could be put out of command."""
    return [Atom("out_of_command", (unit,)) for unit in _of_side(at, side, leads=False)]


def _leading(at: Position, side: str, _foe: str) -> list[Atom]:
    """The headquarters of a side, which could be cut from their depots."""
    return [Atom("cut", (hq,)) for hq in _of_side(at, side, leads=True)]


def _prized(at: Position, side: str) -> list[str]:
    """The hexes of a side that are worth something: its towns, its depots, and what scores points.

    A place is of the side that passed it last, or else lies on its side of the start line (14.91).
    """
    groups = groups_of_hexes(at)
    passed = {at.place_named(town): last for town, last in setup_of(at).get("passed", {}).items()}
    ground, depots = set(groups.get(side, ())), set(groups.get(f"{side}_depot", ()))
    towns = {place for name in ("town", "victory") for place in groups.get(name, ())}
    held = {place for place in towns if passed.get(place) == side}
    return sorted(depots | held | ((towns & ground) - passed.keys()))


def _free(at: Position, side: str, foe: str) -> list[Atom]:
    """The hexes of value, which the enemy could enter."""
    return [Atom("occupied", (foe, place)) for place in _prized(at, side)]


def _lost(word: str, leads: bool) -> Any:
    """Return what tells the units of which a word is true in a later position, and was not."""

    def done(at: Position, after: Position, side: str, _foe: str) -> list[str]:
        holds = GOALS.holds
        units = _of_side(at, side, leads)
        return [
            unit
            for unit in units
            if holds(at, after, word, (unit,)) and not holds(at, at, word, (unit,))
        ]

    return done


def _entered(at: Position, after: Position, side: str, foe: str) -> list[str]:
    """Hexes of value in which the enemy stands, and did not before."""
    holds = GOALS.holds
    return [
        place
        for place in _prized(at, side)
        if holds(at, after, "occupied", (foe, place))
        and not holds(at, at, "occupied", (foe, place))
    ]


def _held(at: Position, side: str) -> list[str]:
    """The hexes of a side's units."""
    held = {at.units[unit] for unit in groups_of_units(at)[side] if on_map(at, unit)}
    return sorted(held)


def _stacks(word: str) -> Any:
    """Return what tells the hexes of a side's units, of which a word could become true."""

    def possible(at: Position, side: str, _foe: str) -> list[Atom]:
        return [Atom(word, (side, place)) for place in _held(at, side)]

    return possible


def _struck(word: str) -> Any:
    """Return what tells the hexes of a side's units of which a word is true, and was not."""

    def done(at: Position, after: Position, side: str, _foe: str) -> list[str]:
        holds = GOALS.holds
        return [
            place
            for place in _held(at, side)
            if holds(at, after, word, (side, place)) and not holds(at, at, word, (side, place))
        ]

    return done


def _standing(at: Position, side: str, _foe: str) -> list[Atom]:
    """The units of a side on the map, which could be lost."""
    units = groups_of_units(at)[side]
    return [Atom("gone", (unit,)) for unit in units if on_map(at, unit)]


def _fortified(at: Position, side: str, _foe: str) -> list[Atom]:
    """The fortresses of a side, which could fall."""
    return [Atom("fallen", (place,)) for place in fortresses(at, side)]


def _fell(at: Position, after: Position, side: str, _foe: str) -> list[str]:
    """Fortresses that have fallen, and had not."""
    return [place for place in fortresses(at, side) if GOALS.holds(at, after, "fallen", (place,))]


def _killed(at: Position, after: Position, side: str, _foe: str) -> list[str]:
    """Units that stood on the map, and do no more."""
    return [unit for unit in groups_of_units(at)[side] if GOALS.holds(at, after, "gone", (unit,))]


GOALS: Final = Goals()
GOALS.harms = {
    "command": Harm("out", "out of command", _commanded, _lost("out_of_command", leads=False)),
    "cut": Harm("cut", "cut from their depots", _leading, _lost("cut", leads=True)),
    "taken": Harm("taken", "taken", _free, _entered),
    "surrounded": Harm(
        "surrounded", "surrounded (9.72)", _stacks("surrounded"), _struck("surrounded")
    ),
    "cleared": Harm("cleared", "cleared", _stacks("cleared"), _struck("cleared")),
    "thinned": Harm("thinned", "that lose a unit", _stacks("thinned"), _struck("thinned")),
    "lost": Harm("lost", "eliminated", _standing, _killed),
    "fallen": Harm("fallen", "fortresses that fall", _fortified, _fell),
}
