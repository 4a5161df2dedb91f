"""The battles an action of Pursuit of Glory could pay for, and the courses they may take (12)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

from lexbelli import _core
from lexbelli.moves import Move
from lexbelli.position import Position as AnyPosition
from lexbelli.prospects import Prospect
from lexbelli.pursuit_of_glory import battles
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.odds import attacks
from lexbelli.pursuit_of_glory.position import Position
from lexbelli.puzzles.courses import Assault, Branch, TooLong
from lexbelli.puzzles.goal import Atom

__all__ = ["ASSAULTS", "Assaults"]

# So many sets of units are judged for each place.
_MOST_SETS: Final = 100_000
_MOST_ANSWERS: Final = 10_000
# `attack_with_br` costs a VP (7.3.nobr-2): only if need be.
_PURPOSES: Final = ("attack", "attack_with_br")
_WHOLE: Final = ("space", "beachhead")
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

    def assaults(self, position: AnyPosition) -> tuple[list[Assault], Sequence[str]]:
        """Return the attacks the side to act can pay for, the cheapest and likeliest first.

        Of the units of some places all attack together that can, with each pinning space and
        without; of sets that are alike the first (docs/odds.md).
        """
        assert isinstance(position, Position)
        found = attacks(position, None, None, True, _MOST_SETS, "core")
        largest = list(_largest(position, found))
        activations = position.activations()
        known: dict[tuple[str, ...], tuple[Move, int, Position] | None] = {}
        paid = []
        for prospect in largest:
            for orders in _activating(position, prospect, activations):
                if orders not in known:
                    known[orders] = _paid(position, orders)
                begun = known[orders]
                if begun is not None and not begun[2].core.check_battle(prospect.attack):
                    move, ops, at = begun
                    state = at.core.answer(prospect.attack)
                    clear = prospect.number("clear")
                    paid.append(Assault(move, ops, prospect.attack, clear, state))
                    break
        return sorted(paid, key=lambda one: (one.ops, -one.clear, one.attack)), found.unfinished

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
            answers = core.answers_after(_MOST_ANSWERS)
            if len(answers) >= _MOST_ANSWERS:
                raise TooLong
        elif kind in _CARDS:
            answers = ["pass"]
        elif kind == "withdrawal":
            answers = [one for one in ("pass", "withdraw") if not core.check_battle(one)]
        elif kind == "defence":
            answers = [str(move) for move in battles.moves(core, kind, 0)]
        elif kind == "tribes" and '"battle"' in core.to_json():
            placed = asked["places"].items()
            answers = [f"place {tribe} {place}" for tribe, places in placed for place in places]
        else:
            return None
        chooser = "attacker" if side == core.active else "defender"
        none = Fraction(0)
        return Branch(chooser, [(answer, none, core.answer(answer)) for answer in answers])

    def key(self, state: Any) -> Any:
        """Return what states of a battle have in common that are alike in all that may follow.

        Of an advance, the last choice of a battle, that is who stands where, who is in supply, and
        which advances are legal: which steps were lost matters no more.
        """
        core: _core.PursuitPosition = state
        if core.decision()["kind"] != "advance":
            return core
        supply = tuple(core.supply().items())
        answers = tuple(core.answers_after(_MOST_ANSWERS))
        return tuple(core.units().items()), supply, tuple(core.flips()), answers

    def met(self, before: AnyPosition, state: Any, atoms: Iterable[Atom]) -> frozenset[Atom]:
        """Return those of some words that are true when a battle is over."""
        return GOALS.true_of(before, Position(state), atoms)


def _largest(at: Position, found: Iterable[Prospect]) -> Iterator[Prospect]:
    """Yield the attacks to which nobody from the same places could be added."""
    known: dict[tuple[Any, ...], list[tuple[frozenset[str], Prospect]]] = {}
    for prospect in found:
        units = frozenset(prospect.units)
        key = (prospect.target, prospect.pin, frozenset(at.units[unit] for unit in units))
        known.setdefault(key, []).append((units, prospect))
    for alike in known.values():
        for units, prospect in alike:
            if not any(units < other for other, _ in alike):
                yield prospect


def _activating(
    at: Position, prospect: Prospect, activations: Mapping[str, Any]
) -> Iterator[tuple[str, ...]]:
    """Yield the orders that could make the units of an attack wait, without a VP first."""
    standing: dict[str, list[str]] = {}
    for unit in prospect.units:
        standing.setdefault(at.units[unit], []).append(unit)
    choices = []
    for place, units in sorted(standing.items()):
        whole = at.core.tables.space(place)["kind"] in _WHOLE
        group = "" if whole else f" with {','.join(sorted(units))}"
        costs = activations[place].costs if whole and place in activations else {}
        purposes = [
            purpose
            for purpose in _PURPOSES
            if purpose not in costs or costs[purpose].ops is not None
        ]
        choices.append([f"activate {place} {purpose}{group}" for purpose in purposes])
    yield from sorted(product(*choices), key=lambda one: sum("_with_br" in each for each in one))


def _paid(at: Position, orders: Sequence[str]) -> tuple[Move, int, Position] | None:
    """Return the move of some orders, its OPS and what it leads to; None if it is illegal."""
    move = at.move("; ".join(orders))
    if at.check(move):
        return None
    return move, sum(at.cost(order) or 0 for order in move.orders), at.play(move)


ASSAULTS: Final = Assaults()
