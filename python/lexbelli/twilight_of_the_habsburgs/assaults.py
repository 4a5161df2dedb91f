"""The attacks a side could make in its impulse, and the courses they may take (9, 11, 12.1)."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from lexbelli import _core
from lexbelli.errors import BadInput
from lexbelli.position import Position as AnyPosition
from lexbelli.puzzles.courses import Assault, Branch, TooLong
from lexbelli.puzzles.goal import Atom
from lexbelli.twilight_of_the_habsburgs import moves
from lexbelli.twilight_of_the_habsburgs.battles import BATTLES
from lexbelli.twilight_of_the_habsburgs.goal_words import as_ours, side_of
from lexbelli.twilight_of_the_habsburgs.goals import GOALS
from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["ASSAULTS", "Assaults"]

# So many sets of units are judged for each hex.
_MOST_SETS: Final = 100_000
_MOST_ANSWERS: Final = 10_000
_NONE: Final = Fraction(0)
# What may be asked between a reorganization and the attacks of the same impulse.
_BETWEEN: Final = ("scouting", "movement")


class _State(NamedTuple):
    """A state of a battle: the position, and whose attack it is."""

    core: _core.TwilightPosition
    attacker: str


class Assaults:
    """What Twilight of the Habsburgs knows of battles; see `lexbelli.puzzles.courses.Fighting`.

    Neither gas nor the navy helps.
    """

    def assaults(
        self, position: AnyPosition, every: bool = False, supposed: bool = False
    ) -> tuple[list[Assault], Sequence[str]]:
        """Return the attacks the side to act could make where its units stand, the likeliest first.

        By every table; all attack that can attack together, and of `every` attack some may be left
        out. If it is supposed that the side acts, or if it reorganizes, those in trench state turn
        mobile first (12.1, 12.21).
        """
        at = as_ours(position)
        side = at.decision.side
        if side is None:
            return [], []
        turning = _reorganizing(at) if supposed else at
        turns = turning.decision.kind == "reorganization"
        dug_in = [
            unit
            for unit in turning.setup()["entrenched"]
            if turns and side_of(at, unit) == side and not turning.check(f"mobilize {unit}")
        ]
        ready = _attacking(turning, dug_in)
        if ready is None:
            return [], []
        found = BATTLES.attacks(ready, None, None, every, _MOST_SETS, "core", side)
        known: dict[frozenset[str], Position | None] = {}
        assaults = []
        for one in found:
            turned = frozenset(one.units).intersection(dug_in)
            if turned not in known:
                known[turned] = _attacking(turning, sorted(turned))
            if (waiting := known[turned]) is None:
                continue
            move = turning.move("; ".join(f"mobilize {unit}" for unit in sorted(turned)))
            started = _State(waiting.after_answer(one.attack).core, side)
            chance = one.number("clear")
            assaults.append(Assault(move, 0, one.attack, chance, started, waiting))
        return sorted(assaults, key=lambda one: (-one.clear, one.attack)), list(found.unfinished)

    def follow(self, state: Any) -> Branch | None:
        """Return what may follow a state of a battle; None if the battle is over.

        Raises:
            TooLong: There are too many answers, or what follows is hidden.
        """
        try:
            return self._branch(state)
        except BadInput:
            # What follows turns on units that are hidden (13.1).
            raise TooLong from None

    def _branch(self, state: _State) -> Branch | None:
        core, attacker = state
        asked = core.decision()
        kind = asked["kind"]
        if kind == "chance":
            if "table" not in asked:
                return None
            return Branch(
                "chance",
                [
                    (text, Fraction(part, whole), _State(core.play_outcome(text), attacker))
                    for text, part, whole in asked["outcomes"]
                ],
            )
        match kind:
            case "losses":
                answers = _losses(core, asked)
            case "retreat":
                answers = _retreats(core, asked)
            case _:
                return None
        chooser = "attacker" if asked["side"] == attacker else "defender"
        return Branch(chooser, [(text, _NONE, _State(after, attacker)) for text, after in answers])

    def key(self, state: Any) -> Any:
        """Return what states of a battle have in common that are alike in all that may follow."""
        return state

    def met(self, before: AnyPosition, state: Any, atoms: Iterable[Atom]) -> frozenset[Atom]:
        """Return those of some words that are true when a battle is over."""
        return GOALS.true_of(before, Position(state.core), atoms)


def _reorganizing(at: Position) -> Position:
    """Return the position at the head of the impulse in which it is supposed that a side moves."""
    agenda = [dict(frame) for frame in at.setup()["agenda"]]
    if agenda[-1]["frame"] != "movement" or agenda[-2]["frame"] != "impulse":
        return at
    agenda[-2]["step"] = 1
    agenda[-1]["frame"] = "reorganization"
    return at.with_change(setup={"agenda": agenda})


def _attacking(turning: Position, units: Sequence[str]) -> Position | None:
    """Return the position in which attacks are declared, some units having turned mobile first.

    None if nobody can attack.
    """
    at = turning
    if at.decision.kind == "reorganization":
        at = at.after_answer("; ".join(f"mobilize {unit}" for unit in units) or "pass")
    while at.decision.kind in _BETWEEN and at.core.active == turning.core.active:
        if at.check("pass"):
            # Who is forced back must go (14.82).
            return None
        at = at.after_answer("pass")
    return at if at.decision.kind == BATTLES.declaring else None


def _losses(
    core: _core.TwilightPosition, asked: Mapping[str, Any]
) -> list[tuple[str, _core.TwilightPosition]]:
    """Return every way to lose what is owed, and what follows (9.33).

    Raises:
        TooLong: There are too many.
    """
    told = json.loads(core.to_json())
    tables, reduced = core.tables, set(told["reduced"])
    left = [
        (unit, entry["steps"] - (unit in reduced))
        for unit in told["engaged"]
        if (entry := tables.unit(unit))["side"] == asked["side"]
    ]

    def ways(first: int, owed: int) -> Iterator[tuple[str, ...]]:
        if owed == 0:
            yield ()
        elif first < len(left):
            unit, steps = left[first]
            yield from ways(first + 1, owed)
            if steps > 1:
                yield from ((f"reduce {unit}", *rest) for rest in ways(first + 1, owed - 1))
            if steps <= owed:
                yield from ((f"eliminate {unit}", *rest) for rest in ways(first + 1, owed - steps))

    found: list[tuple[str, _core.TwilightPosition]] = []
    for orders in ways(0, asked["steps"]):
        if len(found) >= _MOST_ANSWERS:
            raise TooLong
        text = "; ".join(orders)
        if (after := _after(core, text)) is not None:
            found.append((text, after))
    return found


def _retreats(
    core: _core.TwilightPosition, asked: Mapping[str, Any]
) -> list[tuple[str, _core.TwilightPosition]]:
    """Return every retreat of a unit, and what follows (9.4)."""
    units, at = core.units(), Position(core)
    found = [
        (text := f"retreat {unit} {beside}", _after(core, text))
        for unit in asked["units"]
        for beside in GOALS.next_to(at, units[unit])
    ]
    return [(text, after) for text, after in found if after is not None]


def _after(core: _core.TwilightPosition, text: str) -> _core.TwilightPosition | None:
    """Return the position after an answer; None if it is illegal."""
    made = moves.read(core, text).core
    return None if core.check(made) else core.play_unchecked(made)


ASSAULTS: Final = Assaults()
