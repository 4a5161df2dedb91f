"""Battles of Pursuit of Glory: their decisions in words, and the law of all small decisions."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import clingo

from lexbelli import _core
from lexbelli.law import KEPT, term_of
from lexbelli.moves import Decision, GivenMove, Order
from lexbelli.pursuit_of_glory.moves import BUDGET, Move, asked, asks, hidden_hand, read
from lexbelli.pursuit_of_glory.operations import BrokenRule, LawQuery, broken, configure

__all__ = [
    "AFTER",
    "KINDS",
    "LISTED",
    "decision",
    "judge",
    "moves",
    "orders",
    "orders_by_core",
    "orders_by_law",
]

_DECISIONS: Final = _core.pursuit_decisions()

# The decisions of a battle (docs/battles.md), and of what follows its dice (docs/aftermath.md).
KINDS: Final = tuple(each["kind"] for each in _DECISIONS if each["of_battle"])

# Those of them that follow the dice.
AFTER: Final = tuple(each["kind"] for each in _DECISIONS if each["after_dice"])

# Decisions of which the law lists all moves at once: all but those whose orders cost OPS.
LISTED: Final = tuple(each["kind"] for each in _DECISIONS if each["kind"] not in BUDGET.kinds)

# Whoever stands on the map or waits in a box may be in question: cards bring units.
_STANDS: Final = re.compile(r"\bat\((\w+),|\bin_box\((\w+),")
# Decisions of whose orders most are told without a choice.
_TOLD: Final = ("redeployment",)
_UNSURE: Final = clingo.Function("unsure")
# As many orders as are read as one move.
_MOST_ORDERS: Final = 400
# Steps of an advance are put together to paths.
_ADVANCE: Final = "advance("
_LINK: Final = re.compile(r"\blink\((\w+),(\w+),")

_MOMENTS: Final = {
    "weather": "before the weather",
    "battle": "before the dice",
    "dice": "after the dice",
    "losses": "after the losses",
    "retreat": "after the retreat",
    "advance": "after the advance",
}


# ------------------------------------------------------------------------------------ the law


def moves(
    position: _core.PursuitPosition,
    kind: str,
    limit: int = 0,
    sizes: tuple[int, int | None] = (0, None),
) -> Iterator[Move]:
    """Yield the legal moves of a decision, each once, in no particular order.

    Args:
        position: The position.
        kind: The decision it asks for.
        limit: How many at most; 0 = all.
        sizes: Of how many orders at least, and at most, as the law counts them; None for any.

    Raises:
        LawError: The law is at fault.
    """
    question = LawQuery(f"show_moves_{kind}.lp", position)
    with question.told(position.decision_facts(), "", _STANDS) as control:
        if sizes != (0, None):
            least, most = sizes
            count = f"{least} <= #count {{ Order : do(Order) }}"
            upper = "" if most is None else f" <= {most}"
            control.add("sizes", [], f":- not {count}{upper}.")
            control.ground([("sizes", [])])
        configure(control, models=limit)
        with control.solve(yield_=True) as handle:
            for model in handle:
                terms = (term_of(atom) for atom in model.symbols(shown=True))
                yield _of_terms(position, kind, terms)


def orders(position: _core.PursuitPosition, given: GivenMove = "", by: str = "core") -> list[Order]:
    """Return every order that occurs in at least one legal move containing those given.

    Args:
        position: A position that asks for a decision.
        given: Orders already given.
        by: Who lists them: `core`, which asks the law where it would have to try too much, or
            `law`.

    Returns:
        The orders, in the order of play; none if no legal move contains those given.

    Raises:
        BadInput: They cannot be read.
        LawError: The law is at fault.
    """
    if by == "core":
        found, complete = orders_by_core(position, given)
        if complete:
            return found
    return orders_by_law(position, position.asks_for, given)


def orders_by_core(
    position: _core.PursuitPosition, given: GivenMove = ""
) -> tuple[list[Order], bool]:
    """Return the orders that the core finds, and whether these are all there are.

    Raises:
        BadInput: What is given cannot be read.
    """
    found, complete = position.list_answers(read(position, given).core)
    return [*Move(found).orders], complete


def orders_by_law(position: _core.PursuitPosition, kind: str, given: GivenMove = "") -> list[Order]:
    """Return the orders that the law finds.

    Args:
        position: The position.
        kind: The decision it asks for.
        given: Orders already given.

    Returns:
        The orders, in the order of play; none if no legal move contains those given.

    Raises:
        BadInput: They cannot be read.
        LawError: The law is at fault.
    """
    fixed = [clingo.parse_term(term) for term in read(position, given).core.terms()]
    if kind in _TOLD and not fixed:
        told, complete = _told(position, kind)
        if complete:
            return _in_words(position, kind, _as_moves(told))
    program = f"show_orders_{kind}.lp"
    question = LawQuery(program, position)
    ground = partial(question.ground, position.decision_facts(), "", _STANDS)
    with KEPT.asked((program, position.tables, position.to_bytes()), ground) as control:
        configure(control, models=0, mode="brave")
        assumed = [(clingo.Function("do", [term]), True) for term in fixed]
        # Who has a path has the whole of it, and goes no further.
        going = {term.arguments[0] for term in fixed if term.name == "advance"}
        steps = [atom.symbol for atom in control.symbolic_atoms.by_signature("do", 1)]
        assumed += [
            (step, False)
            for step in steps
            if (order := step.arguments[0]).name == "advance"
            and order.arguments[0] in going
            and order not in fixed
        ]
        with control.solve(yield_=True, assumptions=assumed) as handle:
            # Every model knows more of the orders than the one before; the last knows all.
            for _ in handle:
                pass
            last = handle.last()
            atoms = [] if last is None else last.symbols(shown=True)
        terms = [term_of(atom) for atom in atoms]
        advances = [
            atom.arguments[0]
            for atom, term in zip(atoms, terms, strict=True)
            if term.startswith(_ADVANCE)
        ]
        configure(control, models=1)
        ways = [
            way
            for way in _paths(position, advances)
            if control.solve(assumptions=[*assumed, *_stops(way, advances)]).satisfiable
        ]
    # `end` stands alone.
    alone = [term for term in terms if term == "end"]
    others = [term for term in terms if term != "end" and not term.startswith(_ADVANCE)]
    groups = [[other] for other in others] if kind == "retreat" else _as_moves(others)
    groups += [[str(step) for step in way] for way in ways] + [[term] for term in alone]
    return _in_words(position, kind, groups)


def _told(position: _core.PursuitPosition, kind: str) -> tuple[list[str], bool]:
    """Return the orders that the law tells of without a choice, and whether these are all."""
    question = LawQuery(f"show_told_{kind}.lp", position)
    with question.told(position.decision_facts(), "", _STANDS) as control:
        configure(control, models=1)
        with control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None or model.contains(_UNSURE):
                return [], False
            return [term_of(atom) for atom in model.symbols(shown=True)], True


def _in_words(
    position: _core.PursuitPosition, kind: str, groups: Iterable[Sequence[str]]
) -> list[Order]:
    return [order for group in groups for order in _of_terms(position, kind, group).orders]


def _as_moves(terms: Sequence[str]) -> list[list[str]]:
    """Share orders out over as many moves as it takes to read them, those of a kind together."""
    if len(terms) <= _MOST_ORDERS:
        return [list(terms)]
    kinds: dict[str, list[str]] = {}
    for term in terms:
        kinds.setdefault(term.partition("(")[0], []).append(term)
    return [
        some[first : first + _MOST_ORDERS]
        for some in kinds.values()
        for first in range(0, len(some), _MOST_ORDERS)
    ]


def _paths(
    position: _core.PursuitPosition, steps: Sequence[clingo.Symbol]
) -> list[list[clingo.Symbol]]:
    """Return every path of steps `advance(Unit,N,Place)` along lines of the map."""
    lines = set(_LINK.findall(position.tables.static_facts())) if steps else set()
    paths = [[step] for step in steps if step.arguments[1].number == 1]
    for path in paths:
        unit, number, place = path[-1].arguments
        # The list grows while it is gone through.
        paths += [
            [*path, step]
            for step in steps
            if step.arguments[:2] == [unit, clingo.Number(number.number + 1)]
            and not lines.isdisjoint(_both_ways(str(place), str(step.arguments[2])))
        ]
    return paths


def _both_ways(one: str, other: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return (one, other), (other, one)


def _stops(
    path: Sequence[clingo.Symbol], advances: Iterable[clingo.Symbol]
) -> list[tuple[clingo.Symbol, bool]]:
    """Say for the law that a unit goes this path and stops at its end."""
    unit, number, _ = path[-1].arguments
    farther = [
        step for step in advances if step.arguments[:2] == [unit, clingo.Number(number.number + 1)]
    ]
    told = [(step, True) for step in path] + [(step, False) for step in farther]
    return [(clingo.Function("do", [step]), goes) for step, goes in told]


def judge(position: _core.PursuitPosition, kind: str, move: Move) -> list[BrokenRule]:
    """Return every rule a move breaks by the law, sorted; none if it is legal.

    Raises:
        LawError: The law is at fault.
    """
    given = "\n".join(f"given({term})." for term in move.core.terms())
    told = position.judging(move.core)
    question = LawQuery(f"judge_{kind}.lp", told)
    with question.told(told.decision_facts(), given, _STANDS) as control:
        return broken(control, [])


def _of_terms(position: _core.PursuitPosition, kind: str, terms: Iterable[str]) -> Move:
    return Move(_core.PursuitMove.from_terms(position.tables, " ".join(terms), kind))


# ---------------------------------------------------------------------------------- in words


def decision(entry: Mapping[str, Any], name: str) -> Decision:
    """Put what the core says of a decision of a battle into words.

    Args:
        entry: The decision.
        name: The name of the place that is attacked; empty before an attack.
    """
    kind, side = entry["kind"], entry["side"]
    who = str(side).upper()
    match kind:
        case "attack":
            return _attack(who, entry)
        case "defence":
            units = ", ".join(entry["units"])
            text = f"{who} chooses the stack that defends {name}, of {units}."
            return asks(kind, side, text)
        case "cards":
            held = ", ".join(map(_card, entry["cards"].items()))
            unseen = hidden_hand(entry["hidden"])
            when = _MOMENTS[entry["moment"]]
            known = " and ".join(part for part in (held, unseen) if part) or "it has none to play"
            text = f"{who} may play combat cards in the battle at {name} {when}: {known}."
            if card := entry.get("named_for"):
                text += f" It may name the attack for {card}."
                naming = f"place {card} {entry['place']}"
                return asks(kind, side, text, choices=("pass", naming))
            return asks(kind, side, text, choices=("pass",))
        case "returns":
            cards = ", ".join(entry["cards"])
            text = f"The battle at {name} is cancelled; {who} may take back {cards}."
            return asks(kind, side, text, choices=("pass",))
        case "losses":
            units = ", ".join(entry["units"])
            points = "a point" if entry["number"] == 1 else f"{entry['number']} points"
            text = f"{who} absorbs {points} at {name} with {units}."
            return asks(kind, side, text)
        case "retreat":
            units = ", ".join(entry["units"])
            spaces = "a space" if entry["number"] == 1 else f"{entry['number']} spaces"
            text = f"{who} retreats by {spaces} from the battle at {name}: {units}."
            return asks(kind, side, text)
        case "advance":
            units = ", ".join(entry["units"])
            text = f"{who} may advance from the battle at {name} with {units}."
            return asks(kind, side, text, choices=("pass",))
        case "repair":
            units = ", ".join(entry["units"])
            points = "a point" if entry["number"] == 1 else f"{entry['number']} points"
            text = f"{who} may spend {points} for {units}."
            return asks(kind, side, text, choices=("pass",))
        case "excess":
            places = ", ".join(entry["places"])
            lost = f"{who} eliminates units in excess in {places}."
            back = f"{who} sends SCUs in excess in {places} back to the Reserve Box."
            text = back if "returns" in entry else lost
            return asks(kind, side, text)
        case "withdrawal":
            text = f"{who} may announce that the Turks withdraw from {name}."
            return asks(kind, side, text, choices=("withdraw", "pass"))
        case _:
            return asked(entry)


def _attack(who: str, entry: Mapping[str, Any]) -> Decision:
    """Say who may attack, or has to by an event."""
    units, owed = ", ".join(entry["units"]), entry.get("owed", ())
    if owed:
        attacks = [f"{target} with {' or '.join(turks)}" for turks, target in owed]
        text = f"{who} must attack {' and '.join(attacks)}, of what waits: {units}."
        return asks(entry["kind"], entry["side"], text)
    what = "attack once more, with one stack of" if "second" in entry else "attack with"
    rest = "end" if "second" in entry else "end and fight no more"
    text = f"{who} may {what} {units}, or {rest}."
    return asks(entry["kind"], entry["side"], text, choices=("end",))


def _card(item: tuple[str, Mapping[str, Sequence[Any]]]) -> str:
    """Say of a card what is to be named for it."""
    card, asked = item
    units = " or ".join(asked["units"])
    places = " and ".join(" or ".join(kind) for kind in asked["places"])
    named = [
        *([f"bringing {units}"] if units else []),
        *([f"placed at {places}"] if places else []),
    ]
    return f"{card} ({', '.join(named)})" if named else card
