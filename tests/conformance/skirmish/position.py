"""A position of the skirmish."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, Self

from conformance.skirmish import law
from conformance.skirmish.chart import HEXES, NAME, OVER, SIDES, TITLE, UNITS, static_facts
from conformance.skirmish.checker import check
from conformance.skirmish.drawing import board
from conformance.skirmish.home import Answer, Chance, Choice, Home
from conformance.skirmish.orders import SkirmishMove
from conformance.skirmish.sequence import advanced, homes
from conformance.skirmish.state import UNSEEN, State, of_setup
from lexbelli.draw.board import Board
from lexbelli.errors import IllegalMove, bad_input
from lexbelli.moves import Decision, GivenMove, Violation
from lexbelli.names import resolve
from lexbelli.position import CHANCE, Place, Position

_PASS: Final = "pass"


class SkirmishPosition(Position):
    """A position of the skirmish: units on hexes, two hands of cards, a deck."""

    __slots__ = ("_allowed", "state")

    def __init__(self, state: State, allowed: Sequence[str] = ()) -> None:
        self.state = state
        self._allowed = tuple(allowed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SkirmishPosition) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)

    def __reduce__(self) -> Any:
        return SkirmishPosition, (self.state, self._allowed)

    def _next(self, state: State) -> "SkirmishPosition":
        return SkirmishPosition(state, self._allowed)

    # --- what it is -----------------------------------------------------------------

    @property
    def game(self) -> str:
        return NAME

    @property
    def scenario_name(self) -> str:
        return self.state.scenario

    @property
    def title(self) -> str:
        return f"{TITLE}, turn {self.state.turn}"

    @property
    def allowed(self) -> Sequence[tuple[str, str, str]]:
        return [(code, "position", "was tolerated") for code in self._allowed]

    @property
    def units(self) -> Mapping[str, str]:
        return self.state.at

    @property
    def known_units(self) -> Sequence[str]:
        return tuple(UNITS)

    @property
    def spaces(self) -> Sequence[str]:
        return HEXES

    def places(self) -> Sequence[Place]:
        found = []
        for hex_ in HEXES:
            there = [unit for unit, at in self.state.units if at == hex_]
            if there:
                found.append(Place(hex_, UNITS[there[0]][0], there))
        return found

    def outline(self) -> Sequence[tuple[str, str]]:
        hands = [(f"{side}'s hand", ", ".join(self.state.hand(side)) or "-") for side in SIDES]
        asked = () if self._home is None else self._home.outline(self.state)
        return [*super().outline(), *hands, ("deck", str(self.state.deck())), *asked]

    @property
    def ringed(self) -> Collection[str]:
        """The hexes that are ringed on the map."""
        return () if self._home is None else self._home.ringed(self.state)

    def side_of(self, unit: str) -> str:
        return UNITS[resolve(unit, UNITS, "unit")][0]

    # --- in and out -----------------------------------------------------------------

    def to_json(self) -> str:
        return json.dumps(self.state.as_json(), indent=1)

    def to_bytes(self) -> bytes:
        return self.state.to_bytes()

    def facts(self) -> str:
        return "\n".join([f"acting({self.acting}).", *self.state.facts()])

    def static_facts(self) -> str:
        return static_facts()

    def told(self) -> str:
        """Return what the law of a decision is told: what its side may know."""
        return self.seen_by(self.acting).facts()

    # --- changes --------------------------------------------------------------------

    def with_change(self, *args: Any, **changes: Any) -> Any:
        for name in changes:
            if name not in ("units", "setup", "allow"):
                raise bad_input(f"cannot be changed in '{NAME}'", name)
        if args:
            raise bad_input("is named, such as units=...", "change")
        setup = {**self.state.as_json(), **dict(changes.get("setup") or {})}
        setup = {key: value for key, value in setup.items() if value is not None}
        given = {**dict(setup.get("units", {})), **dict(changes.get("units") or {})}
        setup["units"] = {resolve(unit, UNITS, "unit"): at for unit, at in given.items() if at}
        allow = tuple(dict.fromkeys([*self._allowed, *changes.get("allow", ())]))
        return SkirmishPosition(of_setup(setup, allow), allow)

    def suppose(self, side: str | None = None, *args: Any, **supposed: Any) -> Any:
        if args or supposed:
            raise bad_input("cannot be supposed", next(iter(supposed), "suppose"))
        if side is None:
            return self
        side = resolve(side, SIDES, "side")
        if (side, self.state.phase) == (self.state.side, "move"):
            return self
        state = self.state.but(side=side, phase="move", target=None, strikers=(), card=None)
        return self._next(state)

    def seen_by(self, side: str) -> Self:
        """Return what a side may know: the other has and draws cards that it does not see."""
        side = resolve(side, SIDES, "side")
        state = self.state
        others = {owner: (UNSEEN,) * len(state.hand(owner)) for owner in SIDES if owner != side}
        hidden = tuple(each for each in SIDES if each != side or each in state.hidden)
        seen: Any = self._next(state.dealt(others).but(hidden=hidden))
        return seen  # type: ignore[no-any-return]

    # --- playing --------------------------------------------------------------------

    @property
    def _home(self) -> Home | None:
        """What asks; None if the game is over."""
        return homes().get(self.state.phase)

    @property
    def choice(self) -> Choice:
        """What asks a side.

        Raises:
            BadInput: Nothing does.
        """
        home = self._home
        if not isinstance(home, Choice):
            raise bad_input(f"asks for no moves: {self.decision.text}", "position")
        return home

    @property
    def acting(self) -> str:
        """The side that decides, or whose turn it is."""
        home = self._home
        return self.state.side if home is None else home.side(self.state)

    @property
    def decision(self) -> Decision:
        home, state = self._home, self.state
        if isinstance(home, Chance):
            outcomes, throw = home.outcomes(state), home.throw(state)
            return Decision(CHANCE, None, home.text(state), outcomes=outcomes, throw=throw)
        if home is None:
            return Decision(OVER, None, f"The game is over; {self.winner or 'nobody'} has won.")
        return Decision(home.kind, home.side(state), home.text(state), choices=(_PASS,))

    @property
    def winner(self) -> str | None:
        """Who has more units, if the game is over."""
        left = {side: sum(UNITS[unit][0] == side for unit in self.units) for side in SIDES}
        best = max(left.values())
        found = [side for side, number in left.items() if number == best]
        return found[0] if len(found) == 1 else None

    def move(self, given: GivenMove) -> SkirmishMove:
        return self.choice.table.read(given)

    def moves(
        self, limit: int | None = None, *args: Any, **supposed: Any
    ) -> Iterator[SkirmishMove]:
        # There is no core: the law finds them in any case.
        supposed.pop("by", "core")
        self._plain(args, supposed)
        if limit is not None and limit < 0:
            raise bad_input(f"'{limit}' is below 0", "limit")
        return law.moves(self.choice, self.told(), limit)

    def check(self, move: GivenMove, *args: Any, **supposed: Any) -> Sequence[Violation]:
        by = supposed.pop("by", "core")
        self._plain(args, supposed)
        if move in self.decision.choices:
            return ()
        made = self.move(move)
        if by not in ("core", "law"):
            raise bad_input(f"'{by}' is neither core nor law", "by")
        if by == "core":
            return check(Answer(self.state, self.choice, made))
        return law.judged(self.choice, self.told(), made)

    def _plain(self, args: Sequence[Any], supposed: Mapping[str, Any]) -> None:
        for name in supposed:
            raise bad_input(f"is nothing that '{NAME}' supposes", name)
        if args:
            raise bad_input("is named", "supposed")

    def after_answer(self, answer: GivenMove) -> Any:
        asked, home = self.decision, self._home
        if isinstance(home, Chance):
            text = str(answer)
            if text not in [outcome.text for outcome in asked.outcomes]:
                raise bad_input(f"'{text[:80]}' cannot fall here", "answer")
            return self._next(advanced(home.fallen(self.state, text)))
        move = self.move([] if answer in asked.choices else answer)
        violations = self.check(move)
        if violations:
            raise IllegalMove(move, violations)
        given = Answer(self.state, self.choice, move)
        return self._next(advanced(given.home.answered(given)))

    def board(self) -> Board:
        return board(self)
