"""Playing Pursuit of Glory: decisions, legal moves, and positions after them."""

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Self

from lexbelli import _core
from lexbelli import position as shared
from lexbelli.chance import Dice, GivenRoll, Outcome
from lexbelli.errors import BadInput, IllegalMove, InvalidSetup, bad_input
from lexbelli.moves import Change, Decision, GivenMove, Move, Order, Violation
from lexbelli.names import nearest, unknown
from lexbelli.position import Count, within
from lexbelli.pursuit_of_glory import (
    battles,
    changes,
    guessing,
    moves,
    offers,
    operations,
    tables,
)
from lexbelli.pursuit_of_glory.supply_lines import Cost, Group

__all__ = ["MOST_MOVES", "MOST_OPS", "Playing"]

# As many as the document of a position can hold.
MOST_OPS: Final = moves.BUDGET.most
# As many moves as are sampled at once.
MOST_MOVES: Final = 100_000
# Of so many answers of the law they are drawn.
MOST_ANSWERS: Final = 1000

# So often hidden hands are dealt until the position asks what it asked.
_MOST_DEALS: Final = 20
_JUDGES: Final = ("core", "law")
_FACES: Final = 6
# Of many choices so many are named in an error.
_MOST_SHOWN: Final = 6
# What dice decide.
CHANCE: Final = "chance"
_SIDES: Final = ("ap", "cp")
# Decisions in which OPS can be spent.
_SPENDING: Final = moves.BUDGET.kinds
# The keys of a position's document that tell of operations and battles under way.
_OPERATIONS: Final = (
    *("ops", "attacking", "digging", "stacks", "acted", "fought", "retreated", "attacked"),
    *("attacked_through_greek_ports", "pursuit", "battle"),
)


def _proven(by: str) -> None:
    """Prove that this is somebody who judges.

    Raises:
        BadInput: It is not.
    """
    if by not in _JUDGES:
        raise unknown(by, _JUDGES, "by", "judge")


class Playing(shared.Position):
    """What can be asked and done while Pursuit of Glory is played; the rest is in `Position`."""

    __slots__ = ()
    core: _core.PursuitPosition

    @abstractmethod
    def activations(self, side: str | None = None) -> Mapping[str, Group]:
        """Return, by place, what it costs a side (the active one) to activate its units."""

    @abstractmethod
    def activation(self, units: Sequence[str], purpose: str) -> Cost:
        """Return what it costs to activate units of one place as a stack."""

    @abstractmethod
    def setup(self) -> dict[str, Any]:
        """Return the position as the keys and values of its JSON document."""

    @abstractmethod
    def _of(self, core: _core.PursuitPosition) -> Self:
        """Make a position of what the core says it is."""

    @abstractmethod
    def _with_setup(self, setup: Mapping[str, Any]) -> Self:
        """Return another position with some keys of the document changed; None removes one."""

    @property
    def game(self) -> str:
        """The game's name."""
        return tables.NAME

    @property
    def before_actions(self) -> bool:
        """Whether the actions of the turn are still to come, or nothing is known of its phase.

        Whoever asks about operations then supposes that the phase is over.
        """
        return self.core.before_actions

    # --- decisions ------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """What the position asks next, and of whom (8.1, 9.2)."""
        entry = self.core.decision()
        if entry["kind"] not in battles.KINDS:
            return moves.decision(entry)
        place = entry.get("place")
        name = "" if place is None else self.core.tables.space(place)["name"]
        return battles.decision(entry, name)

    def chance(self) -> list[Outcome]:
        """Return the ways in which the next die may fall, with their odds; empty if none waits."""
        return list(self.decision.outcomes)

    def suppose(self, side: str | None = None, ops: int | None = None) -> Self:
        """Return the position as if a side were to act, or had OPS to spend.

        Args:
            side: `ap` or `cp`; operations and battles that are under way are dropped.
            ops: From 1 to 20, in the action phase; they take the place of those there are.

        Raises:
            BadInput: There is no such side, the number of OPS is out of range, or the position
                asks for something else first.
        """
        keys: dict[str, Any] = {}
        if side is not None:
            if side not in _SIDES:
                raise unknown(side, _SIDES, "side")
            if side != self.core.active:
                keys |= {"active": side} | dict.fromkeys(_OPERATIONS)
        if ops is not None:
            if not keys and not self._may_suppose(self.decision):
                raise self._asks_otherwise()
            keys |= {"ops": _in_range(ops), "phase": "action"}
        return self._with_setup(keys) if keys else self

    def guessed(self, seed: int) -> Self | None:
        """Return a position that this one could be what a side knows of: hidden hands are dealt.

        Args:
            seed: The same seed deals the same hands.

        Returns:
            The position; None if what is asked here would be asked with no hand that was tried.
        """
        dice = random.Random(seed)
        cards = self.setup().get("cards", {})
        if not any(zones.get("hidden") for zones in cards.values()):
            return self
        asked = self.decision
        for _ in range(_MOST_DEALS):
            try:
                found = self._with_setup({"cards": guessing.dealt_hands(cards, dice)})
            except InvalidSetup:
                continue
            decision = found.decision
            if (decision.kind, decision.side) == (asked.kind, asked.side):
                return found
        return None

    # --- moves ----------------------------------------------------------------------

    def move(self, given: GivenMove) -> moves.Move:
        """Read a move of what is asked (docs/operations.md, docs/battles.md).

        Paths that are not spelled out are filled in (see docs/operations.md).

        Args:
            given: Text, JSON as text, or a list of orders.

        Raises:
            BadInput: It cannot be read; the error names the order, the field and the nearest
                valid choice.
        """
        return moves.read(self.core.at_next_decision(), given)

    def moves(
        self, limit: int | None = None, ops: int | None = None, by: str = "core"
    ) -> Iterator[Move]:
        """Yield legal moves, each once, in no particular order (9.2, 10, 11, 12, 18).

        Each is found when it is asked for.

        Args:
            limit: How many at most; None for all, which are usually too many to wait for.
            ops: What may be spent; None for what the decision says, and one OPS in an action.
            by: Who finds them: `core` or `law`. The core leaves to the law redeployments,
                replacement points, and positions with too many stacks or paths to list.

        Raises:
            BadInput: The position asks for no moves, or a number is out of range.
            LawError: The law is at fault.
        """
        if limit is not None and limit < 0:
            raise bad_input(f"'{limit}' is below 0", "limit")
        _proven(by)
        asked = self._listed(ops)
        points = 0 if asked else self._ops(ops)
        return islice(self._moves(asked, points, limit, by), limit)

    def _moves(self, asked: str | None, ops: int, limit: int | None, by: str) -> Iterator[Move]:
        if limit == 0:
            return
        at = self.core.at_next_decision()
        if by == "core":
            if asked is not None:
                found = _core.pursuit_answers(at)
            else:
                found = _core.PursuitChecker(self.core, ops).every_move()
            if found.whole:
                yield from map(moves.Move, found)
                return
        if asked is not None:
            yield from battles.moves(at, asked, limit or 0)
            return
        yield from map(moves.Move, operations.moves(self.core, ops, limit or 0))

    def count_moves(
        self, seconds: float | None = None, ops: int | None = None, by: str = "core"
    ) -> Count:
        """Return how many legal moves there are.

        Those of operations are counted by the core without being made, which is feasible up to
        some 10**20: with few OPS.

        Args:
            seconds: How long to count at most; None until all are counted, which may be never.
            ops: What may be spent; None for what the decision says, and one OPS in an action.
            by: Who finds them: `core` or `law`.

        Raises:
            BadInput: The position asks for no moves, or a number is out of range.
            LawError: The law is at fault.
        """
        within(seconds)
        _proven(by)
        if by == "core":
            if self._listed(ops) is None:
                checker = _core.PursuitChecker(self.core, self._ops(ops))
                counted = checker.count_moves(seconds)
            else:
                counted = _core.count_pursuit_answers(self.core.at_next_decision(), seconds)
            found = Count(*counted)
            if found.complete or (found.number and seconds is not None):
                return found
        return super().count_moves(seconds, ops, by)

    def sample_moves(self, number: int, seed: int, ops: int | None = None) -> list[Move]:
        """Return legal moves, chosen at random by the core; the same seed gives the same moves.

        Those that follow the dice of a battle are of the first 1,000 that there are. Where the core
        finds none in some tries, they are of the first 1,000 of the law.

        Args:
            number: How many, up to 100,000; some may be alike.
            seed: From 0 to 2**64 - 1.
            ops: What may be spent; None for what the decision says, and one OPS in an action.

        Raises:
            BadInput: The position asks for no operations, or a number is out of range.
        """
        for name, value, most in (("number", number, MOST_MOVES), ("seed", seed, 2**64 - 1)):
            if not 0 <= value <= most:
                raise bad_input(f"'{value}' is not between 0 and {most}", name)
        if self._listed(ops) is not None:
            drawn = self.core.at_next_decision().sample_answers(number, seed)
            return [moves.Move(made) for made in drawn] or self._sample_of_law(number, seed)
        return [moves.Move(made) for made in self.core.sample(self._ops(ops), number, seed)]

    def _sample_of_law(self, number: int, seed: int) -> list[Move]:
        """Return legal answers at random, of the first that the law finds."""
        found = [*islice(self.moves(by="law"), MOST_ANSWERS)]
        dice = random.Random(seed)
        return [dice.choice(found) for _ in range(number)] if found else []

    def orders(
        self, given: GivenMove = "", ops: int | None = None, by: str = "core"
    ) -> list[Order]:
        """Return every order that occurs in at least one legal move with those given.

        A `go` is offered by its end, whatever the way there; an `organize` with everybody who may
        have each role. Those given are among the answer.

        Args:
            given: Orders already given. A `go` in text without `via` says only where the unit
                ends its move; any other is the whole way.
            ops: What may be spent; None for what the decision says, and one OPS in an action.
            by: Who lists them: `core` or `law`. The core leaves to the law what it would have to
                try too much for, and replacement points that are owed.

        Returns:
            The orders in the order of play; none if no legal move contains those given.

        Raises:
            BadInput: The orders cannot be read, or the position asks for no orders.
            LawError: The law is at fault.
        """
        _proven(by)
        if self._listed(ops) is not None:
            return battles.orders(self.core.at_next_decision(), given, by)
        text, points = moves.text_of(given), self._ops(ops)
        return offers.offered(self.core, points, text, by)

    def check(self, move: GivenMove, ops: int | None = None, by: str = "core") -> list[Violation]:
        """Return every rule a move breaks, by number; none if it is legal (8 to 12, 15, 16, 18).

        The text of an outcome breaks none if the die that falls now may come to it.

        Args:
            move: The move, or what is to be read as one; or any other answer.
            ops: What may be spent; None for what the decision says, and one OPS in an action.
            by: Who judges: `core` or `law`.

        Raises:
            BadInput: The move cannot be read, or the position asks for no moves, or not for this
                answer.
            LawError: The law is at fault.
        """
        _proven(by)
        if ops is None and self._falls(move):
            self._outcome(str(move))
            return []
        # Play goes past a decision of a document that leaves no choice.
        at = self.core.at_next_decision()
        listed = self._listed(ops)
        made = moves.read(at, move)
        if listed is None and not made.begins:
            points = self._ops(ops)
            told = self.core.check(made.core, points)
            judged = operations.judge_orders(self.core, made.core, points) if by == "law" else []
        else:
            if ops is not None:
                _in_range(ops)
            told = at.check(made.core)
            judged = battles.judge(at, at.asks_for, made) if by == "law" else []
        found = [_violation(entry) for entry in told]
        if by == "law":
            known = {(each.rule, each.witness): each for each in found}
            found = [known.get(each) or self._described(*each) for each in judged]
        return sorted(found, key=lambda broken: (broken.rule, broken.witness))

    def _falls(self, answer: object) -> bool:
        """Whether an answer is text where a die falls."""
        return isinstance(answer, str) and self.core.asks_for == CHANCE

    def _outcome(self, answer: str) -> str:
        """Return the outcome that an answer names.

        Raises:
            BadInput: The die that falls now cannot come to it.
        """
        asked = self.decision
        text = " ".join(answer.split()).casefold()
        if text not in asked.choices:
            known = ", ".join(asked.choices[:_MOST_SHOWN])
            known += ", ..." if len(asked.choices) > _MOST_SHOWN else ""
            meant = nearest(text, asked.choices)
            raise bad_input(f"'{text[:80]}' is none of: {known}. {asked.text}", "answer", meant)
        return text

    def _described(self, rule: str, witness: str) -> Violation:
        """Put a broken rule that the law alone has found into words."""
        said = _core.PursuitChecker(self.core, 0).describe(rule, witness)
        return _violation(
            said or {"rule": rule, "witness": witness, "text": witness, "owed": False}
        )

    # --- playing --------------------------------------------------------------------

    def play(
        self,
        answer: GivenMove | None = None,
        roll: GivenRoll = None,
        ops: int | None = None,
    ) -> Self:
        """Return the position after an answer to its decision, and after the dice it needs.

        A move that is given where an action begins is its automatic operation, of one OPS (8.1.2).

        Args:
            answer: A move, or one of the decision's `choices`; None to let only dice fall.
            roll: The dice: one roll, several, or `Dice`. Without it a position that waits for a
                die is returned as it is; its outcomes can be given as answers.
            ops: Suppose that so many OPS were to be spent.

        Raises:
            BadInput: The answer cannot be read or is not asked for, or more rolls are given than
                dice fall.
            IllegalMove: The move breaks rules; the error lists all.
        """
        now = self
        for step in self.steps(answer, roll, ops):
            now = step.position
        return now

    def steps(
        self,
        answer: GivenMove | None = None,
        roll: GivenRoll = None,
        ops: int | None = None,
    ) -> Iterator[shared.Step[Self]]:
        """Play, and yield the position after every answer and every die on the way.

        Args:
            answer: As of `play`, and so are the others.
            roll: The dice.
            ops: Suppose that so many OPS were to be spent: this is a step of its own.

        Raises:
            BadInput: As `play`; that too many rolls are given is known at the end only.
            IllegalMove: As `play`.
        """
        dice = Dice.of(roll)
        dice.fit(_FACES)
        now = self
        if answer is not None:
            for step in self._answered(answer, ops):
                now = step.position
                yield step
        asked = now.decision
        if answer is None and asked.kind != "chance":
            raise bad_input(f"is missing: {asked.text}", "answer")
        while (asked := now.decision).kind == "chance":
            # What a phase does by itself takes no die.
            by_itself = asked.throw is None
            if by_itself and not (answer is None or dice.can_fall):
                break
            outcome = None if asked.throw is None else dice.fall(asked.outcomes, asked.throw)
            if outcome is None and not by_itself:
                break
            text = moves.PROCEED if outcome is None else outcome.text
            now = self._of(now.core.answer(text))
            yield shared.Step(now, text, None if outcome is None else dice.fallen[-1][0])
        if dice.waiting:
            fallen = len(dice.fallen)
            number = "no die falls" if fallen == 0 else f"only {fallen} can fall"
            raise bad_input(f"{fallen + dice.waiting} given, but {number}", "roll")

    def after_answer(self, answer: GivenMove) -> Self:
        """Return the position after one answer: a move, a choice, or the text of an outcome.

        Raises:
            BadInput: As `play`.
            IllegalMove: As `play`.
        """
        *_, last = self._answered(answer, None)
        return last.position

    def _answered(self, answer: GivenMove, ops: int | None) -> Iterator[shared.Step[Self]]:
        if ops is None and self._falls(answer):
            text = self._outcome(str(answer))
            yield shared.Step(self._of(self.core.answer(text)), text)
            return
        now = self
        if ops is not None:
            now = self.suppose(ops=ops)
            yield shared.Step(now, None, supposed={"ops": ops})
        made = now.move(answer)
        if now.core.asks_for == "action" and not made.begins:
            now = self._of(now.core.answer("automatic"))
            yield shared.Step(now, "automatic")
            made = now.move(answer)
        violations = now.check(made)
        if violations:
            raise IllegalMove(made, violations)
        yield shared.Step(self._of(now.core.play_unchecked(made.core)), str(made))

    def cost(self, order: Order) -> int | None:
        """Return the OPS an order costs: an activation what 9.2 says, any other nothing.

        Returns:
            The OPS, or None if the units there cannot be activated for that.

        Raises:
            BadInput: The order names somebody who cannot be in a stack.
        """
        if order.kind != "activate":
            return 0
        place, purpose = order.content["place"], order.content["for"]
        units = order.content.get("units")
        if units:
            return self.activation(units, purpose).ops
        group = self.activations().get(place)
        found = group.costs.get(purpose) if group is not None else None
        return None if found is None else found.ops

    def changes(self, later: Self) -> list[Change]:
        """Return what is different in a later position: units, control, sieges, tracks, ...

        Raises:
            BadInput: The positions belong to different tables.
        """
        return changes.between(self.core, later.core)

    def _ops(self, ops: int | None) -> int:
        """Return what may be spent."""
        asked = self.decision
        if ops is not None and self._may_suppose(asked):
            return _in_range(ops)
        if asked.kind not in _SPENDING:
            raise self._asks_otherwise()
        return asked.points or 1

    def _may_suppose(self, asked: Decision) -> bool:
        """Whether OPS can be supposed: not while a battle waits for what follows it."""
        return asked.kind in _SPENDING or self.before_actions

    def _listed(self, ops: int | None) -> str | None:
        """Return the kind of the decision if the law lists its moves: all but operations.

        Raises:
            BadInput: It is such a decision, and OPS are given, which it has none of.
        """
        kind = self.core.asks_for
        if kind not in battles.LISTED:
            return None
        if ops is not None:
            raise self._asks_otherwise()
        return kind

    def _asks_otherwise(self) -> BadInput:
        asked = self.decision
        hint = " Suppose a number of OPS to go on after it." if self._may_suppose(asked) else ""
        return bad_input(f"asks for no operations: {asked.text}{hint}", "position")


def _in_range(ops: int) -> int:
    if not 1 <= ops <= MOST_OPS:
        raise bad_input(f"'{ops}' is not between 1 and {MOST_OPS}", "ops")
    return ops


def _violation(entry: Mapping[str, Any]) -> Violation:
    return Violation(entry["rule"], entry["witness"], entry["text"], entry["owed"])
