"""What a side is told of a front must not hang on what it may not look at (13.1): a comparison.

    python tests/agreement/twilight_hidden.py NUMBER SEED

looks at NUMBER positions as one side, has the other side's hidden units change places, steps,
states and markers, and prints everything that then differs; and whether law and core hide the
same. Where zones of control are the same, the whole positions are compared as well: what is asked,
offered, judged and followed.
"""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.twilight_positions import position
from lexbelli import BadInput, IllegalMove, InvalidSetup
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.twilight_of_the_habsburgs import law
from workers import processes

FOE: Final = {"central": "entente", "entente": "central"}
# In each position so many moves are judged, so many of them played, so many pairs change places.
_JUDGED: Final = 4
_PLAYED: Final = 2
_SWAPS: Final = 30
_CHUNK: Final = 20
# Markers and states of units; they mean nothing of a hidden one.
_MARKS: Final = ("reduced", "entrenched", "out_of_command", "attacked", "cornered")
# What nobody may learn from.
_ODD: Final = ("nonsense", "pass", "go it_6_inf_div h3641", "attack ah_3_mtn_div h3744 assault")
# A side with hidden units is taken to be asked these, whether it has anything to decide or not.
_TAKEN_TO_ASK: Final = ("attack", "excess", "retreat")


@dataclass
class Tally:
    """What was found: differences, and how much was compared."""

    positions: int = 0
    hidden: int = 0
    changed: int = 0
    decided: int = 0
    judged: int = 0
    followed: int = 0
    refused: int = 0
    asked_of_law: int = 0
    drawn: int = 0
    differences: tuple[str, ...] = ()

    def add(self, other: "Tally") -> None:
        """Add what was found elsewhere."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


def stacks(at: toh.Position, side: str) -> dict[str, list[str]]:
    """Return the hexes of the foe's stacks of which a side sees only the top, and who is hidden."""
    told = at.seen_by(side).units
    found: dict[str, list[str]] = {}
    for unit, place in at.units.items():
        if told[unit] == "covered" != place:
            found.setdefault(place, []).append(unit)
    return found


def changed_places(
    at: toh.Position, side: str, dice: random.Random, *, alike: bool = False
) -> toh.Position:
    """Return a position in which units that are hidden from a side have changed places, and more.

    Args:
        at: The position.
        side: Who looks.
        dice: Chance.
        alike: Whether only units of a kind and size change places.
    """
    hidden = stacks(at, side)
    seen = at.seen_by(side).units
    places = {unit: place for place, units in hidden.items() for unit in units}
    rows = {unit: at.core.tables.unit(unit) for unit in at.units}
    top = {
        place: unit for unit, place in seen.items()
        if place in hidden and rows[unit]["side"] != side
    }  # fmt: skip
    units = sorted(places)
    for _ in range(_SWAPS if len(units) > 1 else 0):
        one, other = dice.sample(units, 2)
        same = rows[one]["kind"] == rows[other]["kind"] and rows[one]["size"] == rows[other]["size"]
        goals = ((one, places[other]), (other, places[one]))
        if (same or not alike) and all(_beneath(unit, top[goal], rows) for unit, goal in goals):
            moved = {**places, one: places[other], other: places[one]}
            # A swap that makes no position, or asks something else, is none.
            if _asks_the_same(at, moved):
                places = moved
    setup = at.setup()
    marks = {key: [unit for unit in setup.get(key, ()) if unit not in places] for key in _MARKS}
    for key in _MARKS:
        fits = (unit for unit in units if _may_be(key, rows[unit], setup))
        marks[key] += [unit for unit in fits if dice.random() < 0.4]
    stood = {unit: place for unit, place in setup.get("stood", {}).items() if unit not in places}
    accompanied = [unit for unit in setup.get("accompanied", ()) if unit not in places]
    changes: dict[str, Any] = {**marks, "stood": stood, "accompanied": accompanied}
    changes = {key: value for key, value in changes.items() if value or key in setup}
    made = at.with_change(units=dict(places), setup=changes, allow=["all"])
    # That a side has nothing to decide both see.
    return made if _asked(made) == _asked(at) else at.with_change(units=dict(places))


def _beneath(unit: str, top: str, rows: dict[str, Any]) -> bool:
    """Whether a unit would be beneath that on top."""
    hq, upper = rows[unit]["size"] == "hq", rows[top]["size"] == "hq"
    return hq > upper or (hq == upper and unit > top)


def _asks_the_same(at: toh.Position, places: dict[str, str]) -> bool:
    try:
        return _asked(at.with_change(units=places)) == _asked(at)
    except (BadInput, InvalidSetup):
        return False


def _asked(at: toh.Position) -> tuple[str, str | None]:
    return at.core.asks_for, at.core.active


def _may_be(key: str, row: Any, setup: dict[str, Any]) -> bool:
    match key:
        case "reduced":
            return bool(row["steps"] > 1)
        case "entrenched":
            return bool(row["trench"])
        case "out_of_command":
            return True
        case _:
            # Markers of a part of the turn are where that part has some.
            return bool(setup.get(key))


def compared(number: int, seed: int, dear: bool) -> Tally:
    """Compare what one side is told of two positions that it cannot tell apart.

    Args:
        number: The number of the position.
        seed: Where chance begins.
        dear: Whether the law is asked as well, and pictures are drawn.
    """
    dice = random.Random(f"{seed}/{number}/seen")
    one = position(number, seed)
    decider = one.decision.side
    side = decider if decider is not None and dice.random() < 0.7 else dice.choice(sorted(FOE))
    other = changed_places(one, side, dice)
    found = _Comparison(f"{number}/{seed} ({side})", side, one, other)
    found.look(dear)
    if decider == side:
        found.decide(dice, dear)
    elif decider is not None:
        found.refuse()
    return found.count


class _Comparison:
    """Two positions that a side cannot tell apart, and what it sees of them."""

    def __init__(self, name: str, side: str, one: toh.Position, other: toh.Position) -> None:
        self.name, self.side = name, side
        self.whole, self.seen = (one, other), (one.seen_by(side), other.seen_by(side))
        hidden = sum(self.seen[0].setup().get("beneath", {}).values())
        self.count = Tally(positions=1, hidden=hidden, changed=int(one != other))

    def same(self, what: str, answer: Callable[[Any], Any], those: Sequence[Any]) -> Any:
        """Ask positions the same; note it if they answer differently. Return the first answer."""
        first, *rest = (_answer(answer, each) for each in those)
        if any(each != first for each in rest):
            self.count.differences += (f"{self.name}: {what}",)
        return first

    def look(self, dear: bool) -> None:
        """Compare what can be seen at any time."""
        seen, whole = self.seen, self.whole
        self.same("the position", lambda at: at, seen)
        self.same("its hash", hash, seen)
        self.same("its document", lambda at: at.to_json(), seen)
        self.same("its bytes", lambda at: at.to_bytes(), seen)
        self.same("its text", lambda at: (str(at), repr(at), at.title, at.places()), seen)
        self.same("its outline", lambda at: (at.outline(), at.under_way, at.allowed), seen)
        self.same("its facts", lambda at: (at.facts(), _answer(_decision_facts, at)), seen)
        self.same("its decision", lambda at: at.decision, seen)
        self.same("the reckoning", lambda at: at.victory().as_json(), (*whole, *seen))
        self.same("seen again", lambda at: at.seen_by(self.side), [seen[0], *seen])
        self.same("read", lambda at: at, [seen[0], seen[0].with_change()])
        kinds = [(at.decision.kind, at.decision.side) for at in (*whole, *seen)]
        self.same("who decides", lambda kind: kind, kinds)
        for at in whole:
            self.same("what is hidden, by law and core", lambda fog: fog, _fog(at, self.side))
        if dear:
            self.count.drawn += 1
            self.same("its picture", lambda at: at.draw().svg, seen)

    def refuse(self) -> None:
        """What the foe may do is not told where any of its units is hidden."""
        asked = self.seen[0]
        if not asked.setup().get("beneath"):
            return
        self.count.refused += 1
        for question in (
            lambda: asked.check("pass"),
            lambda: asked.check("pass", by="law"),
            lambda: asked.sample_moves(1, 1),
            lambda: list(asked.moves(1)),
            asked.orders,
            lambda: asked.after_answer("pass"),
            asked.decision_facts,
        ):
            try:
                question()
            except BadInput as refused:
                if "hidden here (13.1)" in str(refused):
                    continue
            self.count.differences += (f"{self.name}: the foe's choices are told",)

    def decide(self, dice: random.Random, dear: bool) -> None:
        """Compare what the side is told that decides; of whole positions where zones are alike."""
        self.count.decided += 1
        foe = FOE[self.side]
        every = [*self.whole, self.seen[0]]
        zones = [each.zones(foe) for each in every]
        all_ = [at for at, zone in zip(every, zones, strict=True) if zone == zones[-1]]
        self.same("its decision, of all", lambda at: at.decision, all_)
        self.same("its facts, of all", _decision_facts, all_)
        made = [str(move) for move in all_[-1].sample_moves(_JUDGED, dice.getrandbits(32))]
        for move in [*made, *_ODD]:
            self.count.judged += 1
            self.same(f"check of {move}", partial(_check, move=move), all_)
        for move in made[:_PLAYED]:
            self._follow(move, all_)
        if dear:
            self.count.asked_of_law += 1
            for move in made[:2]:
                self.same(f"law on {move}", partial(_check, move=move, by="law"), all_)

    def _follow(self, move: str, those: Sequence[toh.Position]) -> None:
        """What comes of a legal move is the same, or not told because it shows who is hidden."""
        *whole, seen = those
        try:
            after = seen.after_answer(move)
        except BadInput:
            self.count.refused += 1
            return
        if after.decision.side == FOE[self.side] and after.decision.kind in _TAKEN_TO_ASK:
            return
        self.count.followed += 1
        later = [after.seen_by(self.side)]
        later += [each.after_answer(move).seen_by(self.side) for each in whole]
        self.same(f"after {move}", lambda at: (at, at.decision), later)


def _fog(at: toh.Position, side: str) -> Sequence[Any]:
    """Return who is hidden, and beneath whom how many, by core and by law."""
    told = at.seen_by(side).setup()
    hidden = {unit for unit, place in told["units"].items() if place == "covered"}
    found = law.shown(at.core, "show_fog.lp")
    covered = {unit for who, unit in found.get("hidden", []) if who == side}
    covers = {unit: int(number) for who, unit, number in found.get("hides", []) if who == side}
    return ((hidden, told.get("beneath", {})), (covered, covers))


def _decision_facts(at: toh.Position) -> str:
    return at.decision_facts()


def _answer(question: Callable[[Any], Any], at: Any) -> Any:
    """Return the answer to a question, or what it is refused with."""
    try:
        return question(at)
    except IllegalMove as refused:
        return str(refused), refused.violations
    except (BadInput, ValueError) as refused:
        return str(refused)


def _check(at: toh.Position, move: str, by: str = "core") -> Any:
    return at.check(move, by=by)


def batch(numbers: range, seed: int, every: int) -> Tally:
    """Compare several positions; one in `every` with what takes long."""
    tally = Tally()
    for number in numbers:
        tally.add(compared(number, seed, dear=number % every == 0))
    return tally


def run(number: int, seed: int, every: int) -> Tally:
    """Compare so many positions in worker processes."""
    jobs = [range(first, min(first + _CHUNK, number)) for first in range(0, number, _CHUNK)]
    tally = Tally()
    with processes() as pool:
        for job in [pool.submit(batch, numbers, seed, every) for numbers in jobs]:
            tally.add(job.result())
    return tally


def main(number: int, seed: int) -> int:
    """Compare everything, and print what was found; 1 if something differs."""
    tally = run(number, seed, every=10)
    for line in tally.differences[:40]:
        print(line)
    told = {name: value for name, value in vars(tally).items() if name != "differences"}
    print(told, f"{len(tally.differences)} differences")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
