"""A position of the skirmish."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final, Self

from conformance.skirmish import law
from conformance.skirmish.chart import (
    CARDS,
    DICE,
    HEXES,
    NAME,
    SIDES,
    TITLE,
    TURNS,
    UNITS,
    static_facts,
)
from conformance.skirmish.checker import check
from conformance.skirmish.drawing import board
from conformance.skirmish.orders import SkirmishMove, read
from conformance.skirmish.state import UNSEEN, Battle, State, of_setup
from lexbelli.chance import Outcome, Outcomes, Throw
from lexbelli.draw.board import Board
from lexbelli.errors import IllegalMove, bad_input
from lexbelli.moves import Decision, GivenMove, Violation
from lexbelli.names import resolve
from lexbelli.position import CHANCE, Place, Position

_PASS: Final = "pass"
_KINDS: Final = {"move": "moving", "attack": "attacking", "over": "over"}
_BY_ITSELF: Final = "draw a card that is not seen"


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

    def _with(self, **changes: Any) -> "SkirmishPosition":
        return SkirmishPosition(replace(self.state, **changes), self._allowed)

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
        return [*super().outline(), *hands, ("deck", str(self.state.deck()))]

    def side_of(self, unit: str) -> str:
        return UNITS[resolve(unit, UNITS, "unit")][0]

    # --- in and out -----------------------------------------------------------------

    def to_json(self) -> str:
        return json.dumps(self.state.as_json(), indent=1)

    def to_bytes(self) -> bytes:
        return self.state.to_bytes()

    def facts(self) -> str:
        state = self.state
        lines = [f"at({unit},{hex_})." for unit, hex_ in state.units]
        lines += [f"hand({side},{card})." for side in SIDES for card in state.hand(side)]
        return "\n".join([f"acting({state.side}).", f"phase({state.phase}).", *lines])

    def static_facts(self) -> str:
        return static_facts()

    def _told(self) -> str:
        """What the law of a decision is told: what its side may know."""
        return self.seen_by(self.state.side).facts()

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
        if (side, self.decision.kind) == (self.state.side, "moving"):
            return self
        return self._with(side=side, phase="move", battle=None)

    def seen_by(self, side: str) -> Self:
        """Return what a side may know: the other has and draws cards that it does not see."""
        side = resolve(side, SIDES, "side")
        state = self.state
        hands = tuple(
            hand if owner == side else (UNSEEN,) * len(hand)
            for owner, hand in zip(SIDES, state.hands, strict=True)
        )
        hidden = tuple(each for each in SIDES if each != side or each in state.hidden)
        seen: Any = self._with(hands=hands, hidden=hidden)
        return seen  # type: ignore[no-any-return]

    # --- playing --------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        state = self.state
        if state.phase == "draw":
            outcomes: Sequence[Outcome]
            if state.side in state.hidden:
                outcomes = [Outcome(_BY_ITSELF, Fraction(1))]
                return Decision(CHANCE, None, "A card is drawn.", outcomes=outcomes, throw=None)
            throw = Throw.draw(1, state.pool())
            text = f"{state.side} draws a card."
            return Decision(CHANCE, None, text, outcomes=Outcomes(throw), throw=throw)
        if state.phase == "battle":
            text = "Two dice are thrown for the battle."
            return Decision(CHANCE, None, text, outcomes=self._results(), throw=DICE)
        if state.phase == "over":
            return Decision("over", None, f"The game is over; {self.winner or 'nobody'} has won.")
        kind = _KINDS[state.phase]
        text = f"{state.side}: which units {'go' if kind == 'moving' else 'strike'}?"
        return Decision(kind, state.side, text, choices=(_PASS,))

    @property
    def winner(self) -> str | None:
        """Who has more units, if the game is over."""
        left = {side: sum(UNITS[unit][0] == side for unit in self.units) for side in SIDES}
        best = max(left.values())
        found = [side for side, number in left.items() if number == best]
        return found[0] if len(found) == 1 else None

    def _results(self) -> list[Outcome]:
        battle, at = self.state.battle, self.state.at
        assert battle is not None
        strength = sum(UNITS[unit][1] for unit in battle.units)
        strength += 0 if battle.card is None else CARDS[battle.card]
        strength -= sum(UNITS[unit][1] for unit, hex_ in at.items() if hex_ == battle.target)
        results: dict[str, list[int]] = {"repelled": [], "held": [], "routed": []}
        for total in range(2, 13):
            stands = total + strength
            results["repelled" if stands <= 5 else "routed" if stands >= 9 else "held"] += [total]
        ways = {name: sum(6 - abs(7 - total) for total in of) for name, of in results.items()}
        return [
            Outcome(name, Fraction(ways[name], 36), tuple(totals))
            for name, totals in results.items()
            if totals
        ]

    def move(self, given: GivenMove) -> SkirmishMove:
        return read(given, self._phase())

    def _phase(self) -> str:
        if self.state.phase not in ("move", "attack"):
            raise bad_input(f"asks for no moves: {self.decision.text}", "position")
        return self.state.phase

    def moves(
        self, limit: int | None = None, *args: Any, **supposed: Any
    ) -> Iterator[SkirmishMove]:
        self._plain(args, supposed)
        phase = self._phase()
        if limit is not None and limit < 0:
            raise bad_input(f"'{limit}' is below 0", "limit")
        return law.moves(self._told(), phase, limit)

    def check(self, move: GivenMove, *args: Any, **supposed: Any) -> Sequence[Violation]:
        by = supposed.pop("by", "core")
        self._plain(args, supposed)
        if move in self.decision.choices:
            return ()
        made = self.move(move)
        if by not in ("core", "law"):
            raise bad_input(f"'{by}' is neither core nor law", "by")
        return check(self.state, made) if by == "core" else law.judged(self._told(), made)

    def _plain(self, args: Sequence[Any], supposed: Mapping[str, Any]) -> None:
        for name in supposed:
            raise bad_input(f"is nothing that '{NAME}' supposes", name)
        if args:
            raise bad_input("is named", "supposed")

    def after_answer(self, answer: GivenMove) -> Any:
        asked = self.decision
        if asked.kind == CHANCE:
            return self._fallen(str(answer))
        move = self.move([] if answer in asked.choices else answer)
        violations = self.check(move)
        if violations:
            raise IllegalMove(move, violations)
        if self.state.phase == "move":
            ends = {order.content["unit"]: order.content["path"][-1] for order in move.orders}
            units = tuple(sorted({**self.state.at, **ends}.items()))
            return self._with(units=units, phase="attack")
        strikes = [order.content for order in move.orders if order.kind == "strike"]
        if not strikes:
            return self._next()
        strikers = tuple(str(content["unit"]) for content in strikes)
        cards = [order.content["card"] for order in move.orders if order.kind == "card"]
        card = cards[0] if cards else None
        hands = tuple(tuple(held for held in hand if held != card) for hand in self.state.hands)
        battle = Battle(strikes[0]["target"], strikers, card)
        played = tuple(sorted([*self.state.played, *cards]))
        return self._with(phase="battle", battle=battle, hands=hands, played=played)

    def _fallen(self, answer: str) -> "SkirmishPosition":
        state = self.state
        outcomes = self.decision.outcomes
        if answer not in [outcome.text for outcome in outcomes]:
            raise bad_input(f"'{answer[:80]}' cannot fall here", "answer")
        if state.phase == "draw":
            throw = self.decision.throw
            card = UNSEEN if throw is None else str(throw.read(answer)[0])
            hands = tuple(
                tuple(sorted([*hand, card])) if owner == state.side else hand
                for owner, hand in zip(SIDES, state.hands, strict=True)
            )
            return self._with(hands=hands, phase="move")
        assert state.battle is not None
        lost = set()
        if answer == "repelled":
            lost = {state.battle.units[0]}
        elif answer == "routed":
            lost = {unit for unit, hex_ in state.units if hex_ == state.battle.target}
        units = tuple((unit, hex_) for unit, hex_ in state.units if unit not in lost)
        return self._with(units=units, battle=None)._next()

    def _next(self) -> "SkirmishPosition":
        """Return what follows a side's attack."""
        state = self.state
        side = SIDES[1 - SIDES.index(state.side)]
        turn = state.turn + (side == SIDES[0])
        left = {UNITS[unit][0] for unit, _ in state.units}
        if turn > TURNS or len(left) < len(SIDES):
            return self._with(phase="over", battle=None)
        phase = "draw" if state.deck() > 0 else "move"
        return self._with(side=side, turn=turn, phase=phase, battle=None)

    def board(self) -> Board:
        return board(self)
