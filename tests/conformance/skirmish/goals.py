"""What the skirmish lends the solver: words of goals, and its law of moves."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

import clingo

from conformance.skirmish.chart import HEXES, NEXT, SIDES, UNITS, static_facts
from conformance.skirmish.home import Choice
from conformance.skirmish.law import grounded
from conformance.skirmish.orders import SkirmishMove
from conformance.skirmish.sequence import homes
from lexbelli.errors import bad_input
from lexbelli.law import Law
from lexbelli.names import resolve
from lexbelli.position import AnyPosition
from lexbelli.puzzles.game_law import LENIENT, ORDERS, PLAIN, Counted
from lexbelli.puzzles.goal import Atom, Word
from lexbelli.puzzles.snippet import Snippet
from lexbelli.puzzles.threats import Harm

_THEN: Final = ("then_at", 2)
_HELD: Final = "then_held(S,H) :- then_at(U,H), side(U,S)."


def _taken(position: AnyPosition, side: str, foe: str) -> list[Atom]:  # noqa: ARG001
    return [Atom("held", (foe, hex_)) for hex_ in HEXES]


def _lost(position: AnyPosition, after: AnyPosition, side: str, foe: str) -> list[str]:
    held = {hex_ for unit, hex_ in after.units.items() if UNITS[unit][0] == foe}
    return sorted(held - {*position.units.values()}) if side in SIDES else []


class Goals:
    """The words `at(UNIT, HEX)` and `held(SIDE, HEX)`, and the law of moves."""

    words: Mapping[str, Word] = {
        "at": Word("at", ("unit", "space"), "then_at", "{} is in {}"),
        "held": Word("held", ("side", "space"), "then_held", "{} holds {}"),
    }
    totals: Mapping[str, bool] = {}
    known: Collection[tuple[str, int]] = {("at", 2), ("then_at", 2), ("next", 2), ("side", 2)}
    taken: Collection[tuple[str, int]] = {*known, ("do", 1), ("violates", 2), ("candidate", 1)}
    costs: Mapping[str, Counted] = {ORDERS: Counted("do", "Order")}
    briefest = "#minimize { 1@2,Order : do(Order) }."
    briefly: Collection[tuple[str, int]] = {("do", 1)}
    ways: tuple[str, tuple[str, int]] | None = ("go", _THEN)
    fruitful = ""
    rare = None
    fruitfully: Collection[tuple[str, int]] = ()
    # Whoever decides says all at once.
    open: Collection[str] = ()
    harms: Mapping[str, Any] = {"ground": Harm("ground", "hexes taken", _taken, _lost)}

    @property
    def played(self) -> Collection[str]:
        return [kind for kind, home in homes().items() if isinstance(home, Choice) and home.played]

    def total(self, position: AnyPosition, name: str) -> int:  # noqa: ARG002
        raise bad_input(f"there is no total '{name}'", "goal")

    def resolve(self, position: AnyPosition, kind: str, name: str) -> str:  # noqa: ARG002
        return resolve(name, {"unit": UNITS, "space": HEXES, "side": SIDES}[kind], kind)

    def group(
        self,
        position: AnyPosition,  # noqa: ARG002
        kind: str,
        name: str,
    ) -> Sequence[str] | None:
        if kind != "unit" or name not in SIDES:
            return None
        return [unit for unit, (side, _, _) in UNITS.items() if side == name]

    def holds(
        self,
        before: AnyPosition,  # noqa: ARG002
        after: AnyPosition,
        name: str,
        args: Sequence[str],
        number: int,  # noqa: ARG002
    ) -> bool:
        if name == "at":
            return bool(after.units.get(args[0]) == args[1])
        units = after.units.items()
        return any(hex_ == args[1] and UNITS[unit][0] == args[0] for unit, hex_ in units)

    def grounded(
        self,
        position: AnyPosition,
        points: int,  # noqa: ARG002
        asked: frozenset[tuple[str, int]],  # noqa: ARG002
        atoms: Sequence[Atom],  # noqa: ARG002
        style: str,
    ) -> AbstractContextManager[clingo.Control]:
        return _with_words(position.choice, position.told(), style == LENIENT)

    def grounded_any(
        self,
        positions: Sequence[AnyPosition],
        points: int,  # noqa: ARG002
        asked: frozenset[tuple[str, int]],  # noqa: ARG002
        atoms: Sequence[Atom],  # noqa: ARG002
        style: str = PLAIN,  # noqa: ARG002
    ) -> AbstractContextManager[clingo.Control]:
        told = [each.told().splitlines() for each in positions]
        common = set(told[0]).intersection(*told[1:])
        lines = [*sorted(common), f"1 {{ one_of(0..{len(positions) - 1}) }} 1."]
        for number, facts in enumerate(told):
            own = [fact.removesuffix(".") for fact in facts if fact not in common]
            lines += [f"{fact} :- one_of({number})." for fact in own]
        return _with_words(positions[0].choice, "\n".join(lines), lenient=False)

    def alike(self, position: AnyPosition, unit: str) -> str:  # noqa: ARG002
        return unit

    def next_to(self, position: AnyPosition, place: str) -> Sequence[str]:  # noqa: ARG002
        return NEXT[place]

    def missing_orders(
        self, position: AnyPosition, named: Iterable[str]
    ) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for unit in named:
            if unit in position.units:
                for hex_ in NEXT[position.units[unit]]:
                    content = {"order": "go", "unit": unit, "path": [hex_]}
                    yield f"go {unit} {hex_}", content

    def other_states(
        self, position: AnyPosition, named: Iterable[str]
    ) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for unit in named:
            if unit in position.units:
                yield f"{unit} away", {"units": {unit: None}}

    def confirms(self, snippet: Snippet, before: AnyPosition, after: AnyPosition) -> bool:
        told = [f"then_at({unit},{hex_})." for unit, hex_ in after.units.items()]
        more = "\n".join([*(f"#defined {name}/{arity}." for name, arity in snippet.asked)])
        law = Law([], static_facts(), more=f"{more}\n{snippet.text}\n#show. #show goal/0.")
        return bool(law.solve("\n".join([before.facts(), *told])))

    def move(self, position: AnyPosition, terms: Sequence[clingo.Symbol]) -> SkirmishMove:
        move: SkirmishMove = position.choice.table.of_terms(terms)
        return move


@contextmanager
def _with_words(home: Choice, facts: str, lenient: bool) -> Iterator[clingo.Control]:
    with grounded(home, facts, lenient) as control:
        control.add("words", [], _HELD)
        control.ground([("words", [])])
        yield control
