"""Random actions played to their end, battles and all: a long run with `make actions`.

    python tests/games/actions.py NUMBER SEED

plays NUMBER actions in worker processes, from scenarios, games under way and shaken positions, and
prints what was met and everything that went wrong. Of every answer it asks:

- the move is legal by the checker, and there was one: no dead end, and the action ends;
- the position is one (its document proves it), and is the same when it is saved and loaded, its
  hash counted from scratch;
- the markers of VPs and Jihad moved as the map did (5.1.1-1, 16.3.1.1), and no unit is lost.

Every game is recorded, and its record played again to the same position.
"""

import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

import lexbelli
from games.answers import answer
from games.books import Books
from games.starts import start
from lexbelli import Dice, Record
from lexbelli import pursuit_of_glory as pog

# So many actions are played in a game.
EACH: Final = 10
_MOST_ANSWERS: Final = 400
_LAST_TURN: Final = 17
_MOST_OPS: Final = 5
_MOST_SHOWN: Final = 20


@dataclass
class Tally:
    """What was played, and what went wrong."""

    actions: int = 0
    answers: int = 0
    battles: int = 0
    records: int = 0
    starts: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add what was found elsewhere."""
        for name in ("actions", "answers", "battles", "records"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.starts += other.starts
        self.asked += other.asked
        self.orders += other.orders
        self.faults += other.faults


def play_game(number: int, seed: int, actions: int = EACH) -> Tally:
    """Play the random game of that number, and its record again."""
    dice = random.Random(f"actions/{seed}/{number}")
    tally = Tally()
    kind, position = start(number, dice)
    tally.starts[kind] += 1
    record = Record(position, every=dice.choice((1, 5, 20)))
    try:
        for _ in range(actions):
            _play_action(record, dice, tally)
            tally.actions += 1
        _play_again(record, tally)
    except Exception as fault:  # noqa: BLE001 (whatever it is, it is what we look for)
        told = "".join(traceback.format_exception(fault)[-2:])
        where = Path(tempfile.gettempdir()) / f"actions_{seed}_{number}.jsonl"
        where.write_text(record.text())
        tally.faults.append(f"game {number} of seed {seed} ({kind}, {where}): {told}")
    return tally


def _play_action(record: Record, dice: random.Random, tally: Tally) -> None:
    """One action of the side to act, up to the next."""
    now = _of(record.position)
    while (asked := now.decision).kind != "action":
        # An ended game goes on.
        if asked.kind == "over":
            turn = min(now.turn + 1, _LAST_TURN)
            keys = {"turn": turn, "round": 1, "phase": "action", "actions": [], "step": None}
            record.change(keys)
        else:
            _answer(record, dice, tally)
        now = _of(record.position)
    plays = [choice for choice in asked.choices if choice.startswith("play")]
    if plays and dice.random() < 0.4:
        _note(record, dice.choice(plays), dice, tally)
    elif dice.random() < 0.2:
        _note(record, "automatic", dice, tally)
    else:
        record.suppose(ops=dice.randint(1, _MOST_OPS))
    side, began = now.active, (now.turn, now.round)
    for _ in range(_MOST_ANSWERS):
        now = _of(record.position)
        over = now.active != side or (now.turn, now.round) != began or now.phase != "action"
        if over or now.decision.kind in ("action", "over"):
            return
        _answer(record, dice, tally)
    raise AssertionError(f"no end after {_MOST_ANSWERS} answers: {now.decision.text}")


def _answer(record: Record, dice: random.Random, tally: Tally) -> None:
    _note(record, answer(_of(record.position), dice), dice, tally)


def _note(record: Record, given: str, dice: random.Random, tally: Tally) -> None:
    """Play one answer, and look at all that must hold then."""
    before = _of(record.position)
    asked = before.decision
    tally.answers += 1
    tally.asked[asked.kind] += 1
    first = len(record)
    if given == "" and "proceed" in asked.choices:
        record.play()
    elif given == "" and asked.outcomes:
        # One die, or as many as fall; cards are drawn, or looked at, by seed.
        first_of = asked.outcomes[0].text
        seeded = dice.random() < 0.5 or first_of.startswith(("draws", "looks"))
        record.play(None, Dice(dice.getrandbits(32)) if seeded else dice.randint(1, 6))
    else:
        record.play(given)
        tally.orders.update(part.split()[0] for part in given.split(";") if part.split())
    positions = list(record.positions())[first:]
    given_then = [entry.answer or "" for entry in record.entries[first:]]
    for (old, new), said in zip(pairwise(positions), given_then, strict=True):
        _hold(_of(old), _of(new), said)
    ends = "battle" in before.setup() and "battle" not in _of(record.position).setup()
    tally.battles += ends


def _hold(old: pog.Position, new: pog.Position, said: str) -> None:
    """What must hold of every position, and between two with an answer between them."""
    again = new.with_change()
    assert again == new, "another position when it is loaded"
    assert again.core.hash == new.core.hash, "another hash from scratch"
    assert pog.Position.from_bytes(new.to_bytes()) == new, "other bytes"
    assert not new.allowed
    Books(old).compare(Books(new), said)


def _play_again(record: Record, tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.jsonl"
        record.save(file)
        found = lexbelli.replay(file)
        assert found.ok, f"played again: {found.difference}"
        assert found.sealed
        assert found.position == record.position
        assert found.position.core.hash == _of(record.position).core.hash
        assert len(found.record) == len(record)
    tally.records += 1


def _of(position: lexbelli.Position) -> pog.Position:
    assert isinstance(position, pog.Position)
    return position


def play(actions: int, seed: int, workers: int = 2) -> Iterator[Tally]:
    """Play so many actions in worker processes; yield what came of every game."""
    games = -(-actions // EACH)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_game, range(games), [seed] * games, chunksize=4)


def main(arguments: Sequence[str]) -> int:
    """Play, and print what came of it."""
    number, seed = (int(argument) for argument in arguments)
    tally = Tally()
    for done, found in enumerate(play(number, seed), 1):
        tally.add(found)
        if done % 25 == 0:
            print(f"{tally.actions} actions, {len(tally.faults)} faults", file=sys.stderr)
    print(f"{tally.actions} actions, {tally.answers} answers, {tally.battles} battles")
    print(f"{tally.records} records played again to the same position")
    for name, counted in (
        ("started from", tally.starts),
        ("asked", tally.asked),
        ("ordered", tally.orders),
    ):
        told = ", ".join(f"{what} {times}" for what, times in counted.most_common())
        print(f"{name}: {told}")
    print(f"{len(tally.faults)} faults")
    for fault in tally.faults[:_MOST_SHOWN]:
        print(fault)
    return bool(tally.faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
