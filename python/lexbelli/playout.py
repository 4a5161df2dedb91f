"""Games that play themselves: random legal moves, and all that must hold looked at on the way."""

import json
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli import capabilities, games, invariants
from lexbelli.chance import Dice
from lexbelli.errors import bad_input
from lexbelli.moves import Move
from lexbelli.players.sampling import SEEDS, draw_answer
from lexbelli.position import CHANCE, AnyPosition, Position
from lexbelli.processes import Processes
from lexbelli.record import Record
from lexbelli.record.format import Entry, hash_text
from lexbelli.record.session import digest

__all__ = ["ANSWERS", "Playout", "playout", "playouts", "unchecked_playouts"]

# A game of more answers than this has no end.
ANSWERS: Final = 20_000

_MOST_JOBS: Final = 64
# So many games the core plays before it tells of them.
_AT_ONCE: Final = 64


@dataclass(frozen=True, slots=True)
class Playout:
    """A game that was played by random legal moves.

    Attributes:
        number: Its number; the seed and the number make the same game again.
        ended: Why it ended: `over`; `turns` or `answers`, a limit; `fault`; or the kind of a
            decision that nobody can answer.
        turn: The turn it ended in; None in a game without turns.
        answers: How many answers were given, by sides and by chance.
        decisions: How often each kind of decision was answered.
        orders: How often each kind of order was given.
        winner: The side that has won, if the game is over and one has.
        hash: The digest of the last position (docs/records.md).
        record: The record of the game, as text.
        faults: What went wrong, and after how many answers; empty if all is as it should be.
    """

    number: int
    ended: str
    turn: int | None
    answers: int
    decisions: Mapping[str, int]
    orders: Mapping[str, int]
    winner: str | None
    hash: str
    record: str
    faults: Sequence[str]

    def as_json(self) -> dict[str, Any]:
        """Return the game as plain data, its record aside."""
        told = ("number", "ended", "turn", "answers", "winner", "hash")
        return {
            **{name: getattr(self, name) for name in told},
            "decisions": dict(self.decisions),
            "orders": dict(self.orders),
            "faults": list(self.faults),
        }


def playouts(
    start: Position,
    number: int = 1,
    seed: int = 0,
    *,
    turns: int | None = None,
    by_law: bool = False,
    every: int = 1,
    jobs: int = 1,
    data: str | None = None,
) -> Iterator[Playout]:
    """Yield random games, in the order of their numbers.

    Args:
        start: Where they begin; a set-up whose first hands are still to be dealt is dealt first.
        number: How many.
        seed: The same seed gives the same games, on any number of processes.
        turns: After how many turns a game is ended; None for as long as it goes.
        by_law: Whether the law judges moves as well, which takes its time.
        every: Of so many positions and moves one is looked at for all that must hold, the others
            only as far as to judge the move. The games are the same.
        jobs: How many processes play.
        data: A folder with an owner's own tables, as for `start`.

    Raises:
        BadInput: A number is out of range, or turns are counted in a game that has none.
    """
    least_of = (("games", number, 0), ("turns", turns, 1), ("every", every, 1), ("jobs", jobs, 1))
    for name, value, least in least_of:
        if value is not None and value < least:
            raise bad_input(f"'{value}' is below {least}", name)
    if turns is not None and not isinstance(start, capabilities.Timed):
        raise games.lacking(start, "turns")
    if isinstance(start, capabilities.Dealt):
        start = start.opened()
    plays = _Plays(start, seed, turns, by_law, every, data)
    if jobs == 1 or number < 2:
        return map(plays, range(number))
    return _shared_out(plays, number, min(jobs, _MOST_JOBS, number))


def unchecked_playouts(
    start: Position,
    number: int = 1,
    seed: int = 0,
    *,
    turns: int | None = None,
    records: bool = False,
) -> Iterator[Playout]:
    """Yield random games that the core plays alone, on all its threads; nothing is looked at.

    They are other games than those of `playouts`: no `orders` are counted, and there are no faults.

    Args:
        start: Where they begin, as in `playouts`; nothing may be hidden there.
        number: How many.
        seed: The same seed gives the same games, on any number of threads.
        turns: After how many turns a game is ended; None for as long as it goes.
        records: Whether each has its record.

    Raises:
        BadInput: A number is out of range, or the game's core does not play by itself.
    """
    for name, value, least in (("games", number, 0), ("turns", turns, 1)):
        if value is not None and value < least:
            raise bad_input(f"'{value}' is below {least}", name)
    game = games.of(start)
    if isinstance(start, capabilities.Dealt):
        start = start.opened()
    if not isinstance(start, capabilities.InCore):
        raise games.lacking(game, "core that plays by itself")
    core: capabilities.PlayingCore = start.core
    head = Record(start).text() if records else ""
    return (
        _told(at, head, game.sides, each, type(start))
        for first in range(0, number, _AT_ONCE)
        for at, each in enumerate(
            core.playouts(seed, (first, min(first + _AT_ONCE, number)), turns, records),
            first,
        )
    )


def _told(
    number: int, head: str, sides: Sequence[str], played: Any, position: Callable[[Any], Any]
) -> Playout:
    """Tell of a game that the core has played."""
    ended, core, answers, decisions, winner, entries = played
    last = position(core)
    lines = [
        Entry(answer=answer, asked=asked, by=CHANCE if side is None else sides[side]).text()
        for side, asked, answer in entries
    ]
    end = digest(last)
    return Playout(
        number=number,
        ended=ended,
        turn=_turn(last),
        answers=answers,
        decisions=decisions,
        orders={},
        winner=None if winner is None or ended != "over" else sides[winner],
        hash=end,
        record="".join((head, *(f"{line}\n" for line in (*lines, hash_text(end, answers)))))
        if head
        else "",
        faults=(),
    )


@dataclass(frozen=True, slots=True)
class _Plays:
    """Plays the game of a number; it can be sent to other processes."""

    start: Position
    seed: int
    turns: int | None
    by_law: bool
    every: int
    data: str | None

    def __call__(self, number: int) -> Playout:
        return playout(
            self.start,
            number,
            self.seed,
            turns=self.turns,
            by_law=self.by_law,
            every=self.every,
            data=self.data,
        )


def _shared_out(plays: _Plays, number: int, jobs: int) -> Iterator[Playout]:
    with Processes(jobs) as processes:
        yield from processes.map(plays, range(number))


def playout(
    start: Position,
    number: int = 0,
    seed: int = 0,
    *,
    turns: int | None = None,
    by_law: bool = False,
    every: int = 1,
    data: str | None = None,
) -> Playout:
    """Play one random game, whatever goes wrong; see `playouts`."""
    game = _Game(start, random.Random(f"playout/{seed}/{number}"), by_law, every, data)
    last = None if turns is None else max(_turn(start) or 0, 1) + turns
    try:
        ended = game.play(last)
        game.hold_end()
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is what is looked for
        told = "".join(traceback.format_exception(fault)[-2:]).strip()
        game.fault(told)
        ended = "fault"
    now = game.record.position
    return Playout(
        number=number,
        ended=ended,
        turn=_turn(now),
        answers=len(game.record),
        decisions=Counter(str(entry.asked) for entry in game.record.entries),
        orders=game.orders,
        winner=_winner(now) if ended == "over" else None,
        hash=digest(now),
        record=game.record.text(),
        faults=game.faults,
    )


def _turn(position: Position) -> int | None:
    return position.turn if isinstance(position, capabilities.Timed) else None


def _winner(position: Position) -> str | None:
    if not isinstance(position, capabilities.Ledger):
        return None
    winner: str | None = position.victory().winner
    return winner


class _Game:
    """A game as it is played, and what went wrong in it."""

    def __init__(
        self, start: Position, dice: random.Random, by_law: bool, every: int, data: str | None
    ) -> None:
        self.record = Record(start)
        self.dice = dice
        self.by_law = by_law
        self.every = every
        self.data = data
        self.orders: Counter[str] = Counter()
        self.faults: list[str] = []

    def fault(self, told: str) -> None:
        self.faults.append(f"after {len(self.record)} answers: {told}")

    def look(self, found: Iterator[str]) -> None:
        for told in found:
            self.fault(told)

    def play(self, last: int | None) -> str:
        """Play to the end, or until a turn is over; why it ended."""
        self.look(invariants.of_position(self.record.position, self.data))
        while len(self.record) < ANSWERS:
            now = self.record.position
            if last is not None and (_turn(now) or 0) >= last:
                return "turns"
            asked = now.decision
            before = len(self.record)
            if asked.kind == CHANCE:
                self.record.play(None, Dice(self.dice.randrange(SEEDS)))
            elif asked.side is None:
                return str(asked.kind)
            elif (answer := self._answer(now)) is not None:
                self.record.play(answer)
            else:
                self.fault(f"a dead end: {asked.text}")
                return "fault"
            if before // self.every != len(self.record) // self.every:
                for position in list(self.record.positions())[before + 1 :]:
                    self.look(invariants.of_position(position, self.data))
        return "answers"

    def _answer(self, now: AnyPosition) -> Move | str | None:
        """Return a legal answer, looked at; None if there is none."""
        move = draw_answer(now, self.dice)
        if not isinstance(move, Move):
            return move
        self.orders.update(order.kind for order in move.orders)
        self.look(invariants.legal(now, move))
        if len(self.record) % self.every == 0:
            self.look(invariants.readable(now, move))
            if self.by_law:
                self.look(invariants.agreed(now, move))
        return move

    def hold_end(self) -> None:
        """The end adds up, the record played again comes to it, and it can be drawn."""
        now = self.record.position
        self.look(invariants.reckoned(now))
        again = Record.again(self.record.text().encode(), "the record", self.data)
        if not again.ok or again.position != now or digest(again.position) != digest(now):
            self.fault(f"its record comes to another position: {again.difference}")
        if json.loads(again.position.to_json()) != json.loads(now.to_json()):
            self.fault("its record comes to another document")
        if not now.draw().svg.startswith("<svg"):
            self.fault("it cannot be drawn")
