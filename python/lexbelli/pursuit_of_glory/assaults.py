"""The battles an action of Pursuit of Glory could pay for, and the courses they may take (12)."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Final

from lexbelli import _core
from lexbelli.moves import Move
from lexbelli.position import Position as AnyPosition
from lexbelli.pursuit_of_glory import battles
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.odds import attacks
from lexbelli.pursuit_of_glory.position import Position
from lexbelli.pursuit_of_glory.supply_lines import Group
from lexbelli.puzzles.courses import Assault, Branch, TooLong
from lexbelli.puzzles.goal import Atom

__all__ = ["ASSAULTS", "Assaults"]

# So many sets of units are judged for each place.
_MOST_SETS: Final = 100_000
_MOST_ANSWERS: Final = 10_000
# `attack_with_br` costs a VP (7.3.nobr-2): only if need be.
_PURPOSES: Final = ("attack", "attack_with_br")
_WHOLE: Final = ("space", "beachhead")
# Three counted units, the first Yildirim and an HQ, with one to spare (10.0, 10.1).
_LARGEST_STACK: Final = 6
# What dice of a battle come to; any other die falls when it is over.
_DICE: Final = frozenset(
    ("spared", "struck", "held", "flanked", "fire", "factor", "passed", "spent")
)
_AFTER: Final = ("losses", "retreat", "advance", "repair")
_CARDS: Final = ("cards", "returns")


class Assaults:
    """What Pursuit of Glory knows of battles; see `lexbelli.puzzles.courses.Fighting`.

    Nobody plays cards. A state of a battle is a position of the core.
    """

    def assaults(
        self,
        position: AnyPosition,
        every: bool = False,
        supposed: bool = False,  # noqa: ARG002 - an action begins with its operations
    ) -> tuple[list[Assault], Sequence[str]]:
        """Return the attacks the side to act can pay for, the cheapest and likeliest first.

        Of those who are activated all attack together that can, with each pinning space and
        without; in a region stacks are activated to which nobody could be added for nothing. Of
        `every` attack some may be left out; of units that are alike the first attacks, and HQs and
        artillery help where they can (docs/odds.md).
        """
        assert isinstance(position, Position)
        # By target, pinning space and origins: who attacks, for how many OPS.
        known: dict[tuple[Any, ...], dict[frozenset[str], Assault]] = {}
        unfinished: dict[str, None] = {}
        for orders, places in _activating(position):
            started = _paid(position, orders)
            if started is None:
                continue
            move, ops, at = started
            found = attacks(at, None, None, every, _MOST_SETS, "core")
            unfinished |= dict.fromkeys(found.unfinished)
            for one in found:
                if {position.units[unit] for unit in one.units} != places:
                    continue
                alike = known.setdefault((one.target, one.pin, places), {})
                units = frozenset(one.units)
                if units not in alike or ops < alike[units].points:
                    state = at.core.answer(one.attack)
                    alike[units] = Assault(move, ops, one.attack, one.number("clear"), state, at)
        paid = [
            one
            for alike in known.values()
            for units, one in alike.items()
            if every
            or not any(units < other and alike[other].points <= one.points for other in alike)
        ]
        return sorted(paid, key=lambda one: (one.points, -one.clear, one.attack)), list(unfinished)

    def follow(self, state: Any) -> Branch | None:
        """Return what may follow a state of a battle; None if the battle is over.

        Raises:
            TooLong: There are too many answers.
        """
        core: _core.PursuitPosition = state
        asked = core.decision()
        kind, side = asked["kind"], asked["side"]
        if kind == "chance":
            outcomes = asked["outcomes"]
            if outcomes[0][0].split()[0] not in _DICE:
                return None
            return Branch(
                "chance",
                [
                    (text, Fraction(part, whole), core.answer(text))
                    for text, part, whole in outcomes
                ],
            )
        if kind in _AFTER:
            answers = [*map(str, core.answers_after(_MOST_ANSWERS))]
            if len(answers) >= _MOST_ANSWERS:
                raise TooLong
        elif kind in _CARDS:
            answers = ["pass"]
        elif kind == "withdrawal":
            answers = [one for one in ("pass", "withdraw") if not core.check(one)]
        elif kind == "defence":
            answers = [str(move) for move in battles.moves(core, kind, 0)]
        elif kind == "tribes" and core.target is not None:
            placed = asked["places"].items()
            answers = [f"place {tribe} {place}" for tribe, places in placed for place in places]
        elif kind == "excess_lcus":
            answers = [str(move) for move in battles.moves(core, kind, 0)]
        else:
            return None
        chooser = "attacker" if side == core.active else "defender"
        none = Fraction(0)
        return Branch(chooser, [(answer, none, core.answer(answer)) for answer in answers])

    def key(self, state: Any) -> Any:
        """Return what states of a battle have in common that are alike in all that may follow.

        Of an advance, the last choice of a battle, that is which advances are legal, and the whole
        position but for lost steps and the records of the battle, which nothing asks any more.
        """
        core: _core.PursuitPosition = state
        if core.asks_for != "advance":
            return core
        return core.without_battle(), tuple(map(str, core.answers_after(_MOST_ANSWERS)))

    def met(self, before: AnyPosition, state: Any, atoms: Iterable[Atom]) -> frozenset[Atom]:
        """Return those of some words that are true when a battle is over."""
        return GOALS.true_of(before, Position(state), atoms)


def _activating(at: Position) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """Yield orders that activate for attack, from places next to or in one target, and the places.

    Each could be paid for by itself, as far as that is known of its parts.
    """
    most = at.decision.points or 1
    stacks = {
        place: found
        for place, group in at.activations().items()
        if (found := list(_stacks(at, place, group, most)))
    }
    near: dict[str, set[str]] = {}
    for place in stacks:
        for target in (place, *GOALS.next_to(at, place)):
            near.setdefault(target, set()).add(place)
    sets = {
        places
        for origins in near.values()
        for size in range(1, len(origins) + 1)
        for places in combinations(sorted(origins), size)
    }
    for places in sorted(sets):
        for chosen in product(*(stacks[place] for place in places)):
            if sum(ops for _, ops in chosen) <= most:
                yield tuple(order for order, _ in chosen), frozenset(places)


def _stacks(at: Position, place: str, group: Group, most: int) -> Iterator[tuple[str, int]]:
    """Yield the orders that activate units of a place for attack, with their OPS."""
    if at.core.tables.space(place)["kind"] in _WHOLE:
        for purpose in _PURPOSES:
            ops = group.costs[purpose].ops if purpose in group.costs else None
            if ops is not None and ops <= most:
                yield f"activate {place} {purpose}", ops
        return
    for purpose in _PURPOSES:
        paid: dict[frozenset[str], int] = {}
        for size in range(1, min(len(group.units), _LARGEST_STACK) + 1):
            for units in combinations(sorted(group.units), size):
                if (ops := _cost(at, place, purpose, units)) is not None and ops <= most:
                    paid[frozenset(units)] = ops
        for some, ops in paid.items():
            if not any(some < other and paid[other] <= ops for other in paid):
                yield f"activate {place} {purpose} with {','.join(sorted(some))}", ops


def _cost(at: Position, place: str, purpose: str, units: Sequence[str]) -> int | None:
    """The OPS to activate a stack in a region or on an island base; None if it cannot be."""
    ops = at.activation(units, purpose).ops
    if ops is None or at.check(f"activate {place} {purpose} with {','.join(units)}"):
        return None
    return ops


def _paid(at: Position, orders: Sequence[str]) -> tuple[Move, int, Position] | None:
    """Return the move of some orders, its OPS and what it leads to; None if it is illegal."""
    move = at.move("; ".join(orders))
    if at.check(move):
        return None
    return move, sum(at.cost(order) or 0 for order in move.orders), at.play(move)


ASSAULTS: Final = Assaults()
