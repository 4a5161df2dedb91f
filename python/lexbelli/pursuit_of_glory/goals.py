"""The words of goals in Pursuit of Glory, and what they say of a position by the core alone."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from itertools import product
from typing import Any, Final

import clingo

from lexbelli import _core
from lexbelli.names import resolve, unknown
from lexbelli.position import Position as AnyPosition
from lexbelli.pruning import Signature
from lexbelli.pursuit_of_glory import battles, moves
from lexbelli.pursuit_of_glory.goal_words import (
    HOLDS,
    Reached,
    as_ours,
    beachheads,
    commander,
    controller,
    factors,
    holds,
    is_disrupted,
    marked,
    on_map,
    setup_of,
    standing,
    supply,
    traits_of_space,
    traits_of_unit,
)
from lexbelli.pursuit_of_glory.operations import KIND, LawQuery, grounded_any
from lexbelli.pursuit_of_glory.outcomes import (
    CHANGING,
    PLAIN,
    asks_for_lines,
    outcome_question,
    vocabulary,
)
from lexbelli.pursuit_of_glory.position import Position
from lexbelli.puzzles.game_law import ORDERS, Counted, Rare
from lexbelli.puzzles.goal import Atom, Word
from lexbelli.puzzles.snippet import Snippet, grounding
from lexbelli.puzzles.threats import Harm

__all__ = ["GOALS", "Goals"]

_SIDES: Final = ("ap", "cp")
_STATUSES: Final = ("full", "limited", "disrupted", "limited_disrupted", "oos")
_EVERY: Final = "any"

_WORDS: Final = (
    Word("oos", ("unit",), "is_oos", "{} is out of supply"),
    Word("supplied", ("unit",), "is_supplied", "{} stands on the map and is in supply"),
    Word("supply", ("unit", "status"), "is_supply", "the supply of {} is {}"),
    Word("controls", ("side", "space"), "is_controls", "{} has full control of {}"),
    Word("holds", ("side", "space"), "is_holds", "{} holds {}, in full or in part"),
    Word("besieged", ("space",), "is_besieged", "the fort of {} is besieged"),
    Word("flips", ("space",), "is_flips", "{} would change control in the Attrition Phase"),
    Word("at", ("unit", "space"), "is_at", "{} stands in {}"),
    Word("occupied", ("side", "space"), "is_occupied", "a combat unit of {} stands in {}"),
    Word("disrupted", ("side", "space"), "is_disrupted", "for {}, supply in {} is disrupted"),
    Word("beachhead", ("space",), "is_beachhead", "a beachhead marker lies at {}"),
    Word("gone", ("unit",), "is_gone", "{} stands on the map no more"),
    Word(
        "rail_cut",
        ("space", "space"),
        "is_rail_cut",
        "no train of the other side runs from {} to {}",
    ),
    Word("can_attack", ("space",), "is_poised", "{} can be attacked", number="cf", loose=True),
)


_FACT: Final = re.compile(r"\b[a-z]\w*(?:\([^.]*?\))?\.")
# The predicates of the tables and of a position that rules of a puzzle may ask for.
_BEFORE: Final[tuple[Signature, ...]] = (
    *(("space", 1), ("kind", 2), ("area", 2), ("country", 2), ("colour", 2), ("terrain", 2)),
    *(("fort", 2), ("port", 2), ("vp", 2), ("link", 3), ("restricted_area", 2), ("capital", 2)),
    *(("unit", 1), ("side", 2), ("nation", 2), ("size", 2), ("class", 2), ("unit_type", 2)),
    *(("mf", 2), ("at", 2), ("reduced", 1), ("control", 2), ("trench", 3), ("beachhead", 1)),
    *(("fort_destroyed", 1), ("uprising", 2), ("event", 1), ("turn", 1), ("active", 1)),
)
# And those of the position after the move.
_AFTER: Final[tuple[Signature, ...]] = (
    *(("then_at", 2), ("then_control", 2), ("then_beachhead", 1), ("then_uprising", 2)),
    *(("then_greece", 1), ("then_supply", 2), ("then_flips", 1), ("then_besieged", 1)),
    *(("then_holder", 2), ("then_partial_control", 2), ("then_disrupted", 2)),
)


@lru_cache(maxsize=512)
def _facts_of(text: str, unit: str) -> tuple[str, ...]:
    """What the tables say of a unit, beside what its counter shows."""
    words = "symbol|limit|supply_area|boxed|mounted|dual|tribe_of"
    return tuple(re.findall(rf"\b(?:{words})\({unit}\b[^)]*\)", text))


class Goals:
    """The vocabulary of Pursuit of Glory; see `lexbelli.puzzles.goal.Vocabulary`."""

    words: Mapping[str, Word] = {word.name: word for word in _WORDS}
    # Of Jihad and RU VPs the law leaves something open (outcome_points.lp).
    totals: Mapping[str, bool] = {"vp": True, "jihad": False, "ru_vp": False}

    def total(self, position: AnyPosition, name: str) -> int:
        """Return what a track stands at."""
        found = re.search(rf"\btrack\({name},(-?\d+)\)\.", as_ours(position).facts())
        assert found is not None
        return int(found[1])

    def resolve(self, position: AnyPosition, kind: str, name: str) -> str:
        """Return the id a name stands for: a unit, a space, a side or a status of supply.

        Raises:
            BadInput: There is none; it suggests the nearest.
        """
        match kind:
            case "unit":
                return resolve(name, position.known_units, "unit")
            case "space":
                return resolve(name, on_map(as_ours(position)), "space")
            case "side":
                choices: Sequence[str] = _SIDES
            case _:
                choices = _STATUSES
        if name not in choices:
            raise unknown(name, choices, kind)
        return name

    def group(self, position: AnyPosition, kind: str, name: str) -> Sequence[str] | None:
        """Return the members of a group.

        Units are those of a side, nation, size, class or type; spaces those of an area, country,
        kind or terrain, or `vp`, those worth victory points; `any` is everyone.
        """
        tables = as_ours(position).core.tables
        if kind == "unit":
            found = [
                unit
                for unit in tables.unit_ids()
                if name == _EVERY or name in traits_of_unit(tables.unit(unit))
            ]
        elif kind == "space":
            found = [
                space
                for space in on_map(as_ours(position))
                if name == _EVERY or name in traits_of_space(tables.space(space))
            ]
            # A place that is named like an area is meant itself.
            if name in tables.space_ids():
                return None
        else:
            return None
        return found or None

    def holds(
        self,
        before: AnyPosition,
        after: AnyPosition,
        name: str,
        args: Sequence[str],
        number: int = 0,
    ) -> bool:
        """Say whether a word is true of a position that has been reached, by the core alone."""
        return HOLDS[name](Reached(as_ours(before), as_ours(after), number), *args)

    def true_of(
        self, before: AnyPosition, after: AnyPosition, atoms: Iterable[Atom]
    ) -> frozenset[Atom]:
        """Return those of many words that are true of a position that has been reached.

        As `holds` says, but quicker: who is out of supply, and what flips, is found out once.
        """
        core = as_ours(after).core
        supply, flips = core.supply(), frozenset(core.flips())
        shores = beachheads(core.tables)
        found = set()
        for atom in atoms:
            if atom.name == "oos":
                true = supply.get(atom.args[0]) == "oos"
            elif atom.name == "flips":
                true = atom.args[0] in flips
            elif atom.name == "controls" and atom.args[1] not in shores:
                true = core.control(atom.args[1])[0] == atom.args[0]
            else:
                true = self.holds(before, after, atom.name, atom.args, atom.number)
            if true:
                found.add(atom)
        return frozenset(found)

    def grounded(
        self,
        position: AnyPosition,
        points: int,
        asked: frozenset[Signature],
        atoms: Sequence[Atom],
        style: str,
    ) -> AbstractContextManager[clingo.Control]:
        """Return the law of moves and of what becomes of them, ground for a position."""
        question = _question(position, asked, style)
        return question.grounded(points, _told(position, asked, atoms, style))

    def grounded_any(
        self,
        positions: Sequence[AnyPosition],
        points: int,
        asked: frozenset[Signature],
        atoms: Sequence[Atom],
        style: str = PLAIN,
    ) -> AbstractContextManager[clingo.Control]:
        """Return the same law, ground for one of several positions: `one_of(N)` says for which."""
        questions = [_question(position, asked, style) for position in positions]
        told = [_told(position, asked, atoms, style) for position in positions]
        return grounded_any(questions, points, told)

    costs: Mapping[str, Counted] = {
        ORDERS: Counted("ordered_once", "One"),
        "ops": Counted("spending", "Stack,Purpose,Cost", "Cost"),
    }
    briefest = "#minimize { 1@2,One : ordered_once(One) ; 1@1,Unit,N : do(go(Unit,N,_)) }."
    briefly: Collection[Signature] = (("ordered_once", 1),)
    ways: tuple[str, Signature] | None = ("go", ("stops", 2))
    fruitfully: Collection[Signature] = (("group", 2), ("member", 2))
    # What is activated does something, and nobody digs (11.3.1) or waits to attack.
    fruitful = """
        #defined group/2. #defined member/2.
        busy(Unit) :- do(go(Unit,1,_)).
        busy(Unit) :- do(suppress(Unit)).
        busy(Unit) :- do(use(_,_,Unit)).
        stirs(Stack) :- do(activate(Stack,_)), group(Stack,Group), member(Group,Unit), busy(Unit).
        storms :- do(assault(_)).
        :- do(activate(Stack,move)), not stirs(Stack).
        :- do(activate(Stack,Purpose)), Purpose != move, not storms.
        :- do(entrench(_)).
    """
    rare: Rare | None = Rare(
        "comes_back", "could_come_back", "ways that come back on the Gallipoli map"
    )
    played: Collection[str] = battles.LISTED
    open: Collection[str] = ("redeployment", "replacement_points")
    # What an enemy can do: put out of supply, turn in attrition, take.
    harms: Mapping[str, Harm]
    # What rules in the law's language may ask for: what is told of the position before the move,
    # and of the one after it.
    known: Collection[Signature] = frozenset((*_BEFORE, *_AFTER))

    def moves_of(
        self, position: AnyPosition, sizes: tuple[int, int | None], limit: int = 0
    ) -> Iterator[moves.Move]:
        """Return legal moves of SR or replacements with so many orders at least, and at most."""
        core = as_ours(position).core.at_next_decision()
        return battles.moves(core, core.asks_for, limit, sizes)

    def alike(self, position: AnyPosition, unit: str) -> str:
        """Return a name that a unit shares with those that could stand for it."""
        at = as_ours(position)
        entry = at.core.tables.unit(unit)
        traits = [
            entry[key]
            for key in ("side", "nations", "size", "class", "type", "full", "reduced", "tribe")
        ]
        reduced = unit in setup_of(at).get("reduced", ())
        text = at.static_facts()
        words = sorted(fact.replace(f"({unit}", "(") for fact in _facts_of(text, unit))
        return f"{traits} {reduced} {at.units.get(unit)} {words}"

    def next_to(self, position: AnyPosition, place: str) -> Sequence[str]:
        """Return the places a connection leads to."""
        return [link[0] for link in as_ours(position).core.tables.space(place).get("links", ())]

    def missing_orders(
        self, position: AnyPosition, named: Iterable[str]
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield activations and suppressions where the units stand that broken rules name."""
        at = as_ours(position)
        for name in named:
            place = at.units.get(name, name)
            kind = at.core.tables.space(place)["kind"] if place in at.spaces else "box"
            if kind in ("space", "beachhead"):
                for purpose in ("move", "attack"):
                    text = f"activate {place} {purpose}"
                    yield text, {"order": "activate", "place": place, "for": purpose}
            elif name in at.units and kind != "box":
                text = f"activate {place} move with {name}"
                order = {"order": "activate", "place": place, "for": "move", "units": [name]}
                yield text, order
            if place in setup_of(at).get("uprisings", {}):
                for unit in standing(at, place):
                    yield f"suppress {unit}", {"order": "suppress", "unit": unit}

    def other_states(
        self, position: AnyPosition, named: Iterable[str]
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield changes of who stands in a place or controls it, its fort and its uprising."""
        at = as_ours(position)
        own, setup = at.active, setup_of(at)
        for place in named:
            if place not in at.spaces or at.core.tables.space(place)["kind"] == "box":
                continue
            foes = [unit for unit in standing(at, place) if commander(at, unit) != own]
            if foes:
                gone: dict[str, None] = dict.fromkeys(foes)
                yield f"if {', '.join(foes)} were not in {place}", {"units": gone}
            kind = at.core.tables.space(place)["kind"]
            if at.control(place) != own and kind in ("space", "region", "island_base"):
                yield f"if {own.upper()} controlled {place}", {"control": {place: own}}
            destroyed = list(setup.get("forts_destroyed", ()))
            if at.core.tables.space(place)["fort"] and place not in destroyed:
                ruined = {"setup": {"forts_destroyed": [*destroyed, place]}}
                yield f"if the fort of {place} were destroyed", ruined
            uprisings = dict(setup.get("uprisings", {}))
            if uprisings.pop(place, None) is not None:
                yield f"if there were no uprising in {place}", {"setup": {"uprisings": uprisings}}

    def readied(
        self, position: AnyPosition, units: Sequence[str]
    ) -> Iterator[list[dict[str, Any]]]:
        """Yield the orders that activate units for an attack, by every way, the cheapest first.

        A space is activated as a whole (9.2-2); in a region or on an island base the units are
        chosen (9.2.6-1), to which a headquarters may be added that makes one nationality of many
        (9.2.2.g). British units may have to be paid for with a VP (7.3.nobr-2).
        """
        at = as_ours(position)
        by_place: dict[str, list[str]] = {}
        for unit in units:
            by_place.setdefault(at.units[unit], []).append(unit)
        ways = [list(_activations(at, place, crew)) for place, crew in by_place.items()]
        chosen = []
        for orders in product(*ways):
            costs = [at.cost(at.move([order]).orders[0]) for order in orders]
            if None not in costs:
                paid = sum(order["for"] != "attack" for order in orders)
                chosen.append((sum(cost or 0 for cost in costs), paid, list(orders)))
        for _, _, orders_ in sorted(chosen, key=lambda way: way[:2]):
            yield orders_

    def dispensable(self, position: AnyPosition, units: Sequence[str]) -> list[str]:
        """Return the headquarters and artillery that are activated only if they are chosen."""
        at = as_ours(position)
        return [
            unit
            for unit in units
            if at.core.tables.unit(unit)["size"] in _STAFF and _is_wide(at, at.units[unit])
        ]

    @property
    def taken(self) -> Collection[Signature]:
        """The predicates of the law, which no rule of a puzzle may derive."""
        return vocabulary()

    def confirms(self, snippet: Snippet, before: AnyPosition, after: AnyPosition) -> bool:
        """Say whether rules derive their goal of a position that the core has reached."""
        now = as_ours(after)
        names = {name for name, _ in snippet.asked}
        told = [
            fact
            for fact in _FACT.findall(f"{before.static_facts()}\n{before.facts()}")
            if fact.partition("(")[0].rstrip(".") in names
        ]
        changing = {name for name, _ in CHANGING}
        told += [
            f"then_{fact}"
            for fact in _FACT.findall(now.facts())
            if fact.partition("(")[0].rstrip(".") in changing
        ]
        told += [f"then_supply({unit},{status})." for unit, status in supply(now).items()]
        told += [f"then_flips({space})." for space in now.core.flips()]
        told += [f"then_besieged({space})." for space in now.core.besieged()]
        for space in on_map(now):
            full, part, _ = now.core.control(space)
            told += [f"then_holder({full},{space})."] if full in _SIDES else []
            told += [f"then_holder(ap,{space})."] if marked(now, space) else []
            told += [f"then_partial_control({part},{space})."] if part else []
        told += [
            f"then_disrupted({side},{space})."
            for side in _SIDES
            for space in on_map(now)
            if ("then_disrupted", 2) in snippet.asked and is_disrupted(now, side, space)
        ]
        control = clingo.Control(["--warn=none"])
        control.add("base", [], "\n".join([*told, snippet.constraint()]))
        with grounding(snippet):
            control.ground([("base", [])])
        return bool(control.solve().satisfiable)

    def move(self, position: AnyPosition, terms: Sequence[clingo.Symbol]) -> moves.Move:
        """Return the move of which these are the orders."""
        text = " ".join(str(term) for term in terms)
        return moves.Move(_core.PursuitMove.from_terms(as_ours(position).core.tables, text, KIND))


def _fed(at: Position, side: str, _foe: str) -> list[Atom]:
    """The units of a side, which could be put out of supply."""
    return [Atom("oos", (unit,)) for unit in _of_side(at, side) if unit in at.units]


def _starved(at: Position, after: Position, side: str, _foe: str) -> list[str]:
    """Units of a side that are out of supply, and were not before."""
    was, own = at.core.supply(), set(_of_side(at, side))
    now = after.core.supply().items()
    out = (unit for unit, status in now if status == "oos" and was.get(unit) != "oos")
    return sorted(unit for unit in out if unit in own)


def _of_side(at: Position, side: str) -> Sequence[str]:
    return GOALS.group(at, "unit", side) or ()


def _held(at: Position, side: str, _foe: str) -> list[Atom]:
    """The spaces a side holds, which could change control in the Attrition Phase."""
    return [Atom("flips", (s,)) for s in on_map(at) if holds(Reached(at, at, 0), side, s)]


def _turning(at: Position, after: Position, side: str, _foe: str) -> list[str]:
    """Spaces of a side that would change control in the Attrition Phase, and would not before."""
    flips = set(after.core.flips()) - set(at.core.flips())
    return sorted(space for space in flips if holds(Reached(at, after, 0), side, space))


def _owned(at: Position, side: str, foe: str) -> list[Atom]:
    """The spaces a side controls, which could be taken."""
    return [Atom("controls", (foe, s)) for s in on_map(at) if controller(at, s) == side]


def _lost(at: Position, after: Position, side: str, foe: str) -> list[str]:
    """Spaces a side controlled, and the enemy does now."""
    own = (space for space in on_map(at) if controller(at, space) == side)
    return [space for space in own if controller(after, space) == foe]


_HARMS: Final[Mapping[str, Harm]] = {
    "oos": Harm("out", "out of supply", _fed, _starved),
    "flips": Harm("flips", "turns in attrition", _held, _turning),
    "controls": Harm("taken", "taken", _owned, _lost),
}


GOALS: Final = Goals()
GOALS.harms = _HARMS


_PROGRAM: Final = "show_moves_operations.lp"
# Moves are told apart by the ends of their ways, too.
_ENDS: Final = frozenset((("stops", 2),))


def _question(position: AnyPosition, asked: frozenset[Signature], style: str) -> LawQuery:
    return outcome_question(_PROGRAM, as_ours(position).core, asked | _ENDS, style)


def _told(
    position: AnyPosition, asked: frozenset[Signature], atoms: Sequence[Atom], style: str
) -> str:
    """What words need to be told."""
    at = as_ours(position)
    facts = [f"asked_rail({','.join(atom.args)})." for atom in atoms if atom.name == "rail_cut"]
    if any(atom.name == "can_attack" for atom in atoms):
        facts += [f"cf({unit},{factor})." for unit, factor in factors(at)]
    # How others are supplied need not be found.
    if not asks_for_lines(_PROGRAM, at.core.tables, (asked | _ENDS).difference(_SUPPLIED), style):
        about = (one for atom in atoms if atom.name in _SUPPLIED.values() for one in atom.members())
        named = {one.args[0] for one in about}
        facts += [f"unasked({what})." for what in ("places", *at.units) if what not in named]
    return "\n".join(facts)


# The words about the supply of one unit, by their predicates.
_SUPPLIED: Final = {
    ("is_oos", 1): "oos",
    ("is_supplied", 1): "supplied",
    ("is_supply", 2): "supply",
}


_STAFF: Final = ("hq", "artillery")


def _is_wide(at: Position, place: str) -> bool:
    """Whether units are activated there one by one (9.2.6-1, 18.6.1.1.c)."""
    return at.core.tables.space(place)["kind"] in ("region", "island_base")


def _activations(at: Position, place: str, crew: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the orders that activate units of one place for an attack."""
    crews: list[list[str] | None] = [None]
    if _is_wide(at, place):
        unit = at.core.tables.unit
        staff = [
            one
            for one in standing(at, place)
            if one not in crew and unit(one)["size"] == "hq" and commander(at, one) == at.active
        ]
        crews = [list(crew), *([*crew, one] for one in staff)]
    for units in crews:
        for purpose in ("attack", "attack_with_br"):
            order: dict[str, Any] = {"order": "activate", "place": place, "for": purpose}
            yield order if units is None else {**order, "units": units}
