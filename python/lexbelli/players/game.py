"""One game between two players, and what came of it."""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli import capabilities
from lexbelli.chance import Dice
from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.moves import Move
from lexbelli.players.protocol import Clock, Player
from lexbelli.players.sampling import SEEDS, draw_answer
from lexbelli.players.worlds import as_seen
from lexbelli.position import CHANCE, Position
from lexbelli.record import Record
from lexbelli.record.session import digest

__all__ = ["ANSWERS", "GameResult", "play_game"]

# A game of more answers than this has no end.
ANSWERS: Final = 20_000
# So often a player is asked again after a move that what it does not see forbids.
_ASKED_AGAIN: Final = 3


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that two players played.

    Attributes:
        number: Its number in the match.
        players: Side -> the player's name.
        ended: Why it ended: `over`; `turns` or `answers`, a limit; or the kind of a decision that
            nobody can answer. At a limit who has won is reckoned as if the game ended now.
        winner: The side that has won, or None.
        margin: What the first side has more than the other by the game's own count; None in a game
            that does not count.
        turn: The turn it ended in; None in a game without turns.
        answers: How many answers were given, by sides and by chance.
        seconds: Side -> the time its player took.
        longest: Side -> the longest time of one answer.
        refused: Side -> how many of its moves were refused, because of what it could not see.
        replaced: Side -> how many answers were drawn at random instead, after refusals.
        hash: The digest of the last position (docs/records.md).
        record: The record of the game, as text.
    """

    number: int
    players: Mapping[str, str]
    ended: str
    winner: str | None
    margin: float | None
    turn: int | None
    answers: int
    seconds: Mapping[str, float]
    longest: Mapping[str, float]
    refused: Mapping[str, int]
    replaced: Mapping[str, int]
    hash: str
    record: str

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data, its record aside."""
        told = {name: getattr(self, name) for name in _TOLD}
        rounded = {
            name: {side: round(value, 4) for side, value in getattr(self, name).items()}
            for name in ("seconds", "longest")
        }
        return {**told, **rounded, **{name: dict(getattr(self, name)) for name in _BY_SIDE}}

    @classmethod
    def of(cls, told: Mapping[str, Any], record: str) -> "GameResult":
        """Read what `as_json` returned.

        Raises:
            BadInput: A key is missing.
        """
        names = (*_TOLD, *_BY_SIDE, "seconds", "longest")
        for name in names:
            if name not in told:
                raise bad_input(f"'{name}' is missing", "game")
        return cls(**{name: told[name] for name in names}, record=record)


_TOLD: Final = ("number", "ended", "winner", "margin", "turn", "answers", "hash")
_BY_SIDE: Final = ("players", "refused", "replaced")


def play_game(
    start: Position,
    players: Mapping[str, tuple[str, Player]],
    *,
    number: int = 0,
    seed: int = 0,
    turns: int | None = None,
    seconds: float | None = None,
    note: str | None = None,
) -> GameResult:
    """Play one game.

    Args:
        start: Where it begins.
        players: Side -> the name of its player, and the player.
        number: The game's number.
        seed: The same seed gives the same dice, and players that have no clock the same game.
        turns: After how many turns it is ended; None for as long as it goes.
        seconds: The time for each answer; None for as long as a player takes.
        note: What its record says of it.

    Raises:
        BadInput: A player gives an answer that cannot be read, or that breaks rules by what it may
            know; or nobody wins this game.
    """
    game = _Play(start, players, seed, seconds, note)
    last = None if turns is None else max(_turn(start) or 0, 1) + turns
    ended = game.play(last)
    now: Any = game.record.position
    return GameResult(
        number=number,
        players={side: name for side, (name, _) in players.items()},
        ended=ended,
        winner=capabilities.winner_of(now),
        margin=_margin(now, next(iter(players))),
        turn=_turn(now),
        answers=len(game.record),
        seconds={side: game.seconds[side] for side in players},
        longest={side: game.longest.get(side, 0.0) for side in players},
        refused={side: game.refused[side] for side in players},
        replaced={side: game.replaced[side] for side in players},
        hash=digest(now),
        record=game.record.text(),
    )


def _turn(position: Any) -> int | None:
    return position.turn if isinstance(position, capabilities.Timed) else None


def _margin(position: Any, side: str) -> float | None:
    """Return what a side has more than the other, by what the ledger counts; None if nothing."""
    if not isinstance(position, capabilities.Ledger):
        return None
    reckoned: Any = position.victory()
    margin = getattr(reckoned, "advantage", None)
    return None if margin is None else float(margin(side))


class _Play:
    """A game as it is played."""

    def __init__(
        self,
        start: Position,
        players: Mapping[str, tuple[str, Player]],
        seed: int,
        limit: float | None,
        note: str | None,
    ) -> None:
        self.record = Record(start, note=note)
        self.players = players
        self.limit = limit
        self.chance = random.Random(f"match/{seed}/dice")
        self.minds = {side: random.Random(f"match/{seed}/{side}") for side in players}
        self.seconds: Counter[str] = Counter()
        self.longest: dict[str, float] = {}
        self.refused: Counter[str] = Counter()
        self.replaced: Counter[str] = Counter()

    def play(self, last: int | None) -> str:
        """Play to the end, or until a turn is over; why it ended."""
        while len(self.record) < ANSWERS:
            now: Any = self.record.position
            if last is not None and (_turn(now) or 0) >= last:
                return "turns"
            asked = now.decision
            if asked.kind == CHANCE:
                self.record.play(None, Dice(self.chance.randrange(SEEDS)))
            elif asked.side is None or not self._answered(now, asked.side):
                return str(asked.kind)
        return "answers"

    def _answered(self, now: Any, side: str) -> bool:
        """Let a side answer; whether there is an answer."""
        name, player = self.players[side]
        seen, mind = as_seen(now, side), self.minds[side]
        for _ in range(_ASKED_AGAIN):
            answer = self._thought(player, seen, side, mind)
            try:
                self.record.play(answer)
            except IllegalMove as refused:
                _prove_legal(name, seen, answer, refused)
                # The other owner speaks up: what it does not see forbids the move.
                self.refused[side] += 1
            except BadInput as wrong:
                where = f"player {name}"
                raise bad_input(f"gave '{str(answer)[:80]}': {wrong}", where) from None
            else:
                return True
        self.replaced[side] += 1
        drawn = draw_answer(now, mind)
        if drawn is not None:
            self.record.play(drawn)
        return drawn is not None

    def _thought(self, player: Player, seen: Any, side: str, mind: random.Random) -> Move | str:
        began = time.monotonic()
        answer = player.answer(seen, Clock(self.limit), mind)
        took = time.monotonic() - began
        self.seconds[side] += took  # type: ignore[assignment]
        self.longest[side] = max(took, self.longest.get(side, 0.0))
        return answer


def _prove_legal(name: str, seen: Any, answer: Any, refused: IllegalMove) -> None:
    """Prove that a refused answer breaks no rule by what its side may know.

    Raises:
        BadInput: It does.
    """
    try:
        broken: Sequence[Any] = seen.check(answer)
    except BadInput:
        broken = refused.violations
    if broken:
        raise bad_input(f"gave '{str(answer)[:80]}': {refused}", f"player {name}")
