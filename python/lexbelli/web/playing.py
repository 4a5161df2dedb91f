"""Sides that a player answers for: it thinks in a process of its own, and nobody else waits."""

import contextlib
import logging
import multiprocessing
import random
import secrets
import signal
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final

from lexbelli import games
from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.names import unknown
from lexbelli.players.protocol import Clock
from lexbelli.players.registry import make
from lexbelli.players.sampling import draw_answer
from lexbelli.position import CHANCE, AnyPosition, Position
from lexbelli.processes import deaf
from lexbelli.web.game import Refused, ServedGame
from lexbelli.web.seats import TABLE, Seat, seat_of

__all__ = ["SECONDS", "Answering", "PlayedSide", "played_sides"]

#: The time for an answer, if none is said.
SECONDS: Final = 5.0
_MOST_SECONDS: Final = 600.0
# Who has not answered so many seconds after its time is ended, and a legal answer is drawn for it.
_GRACE: Final = 10.0
# A process that begins reads the package and its tables first.
_BEGINS: Final = 60.0
# So often a player is asked again after a move that what it does not see forbids.
_ASKED_AGAIN: Final = 3
_log = logging.getLogger("lexbelli.web")
# The version of a game, how many entries it has, and its position.
_Known = tuple[int, int, AnyPosition]


@dataclass(frozen=True, slots=True)
class PlayedSide:
    """A side that a player answers for.

    Attributes:
        side: The side.
        player: The player, as `lexbelli.players.make` reads it.
        seconds: The time it has for an answer.
    """

    side: str
    player: str
    seconds: float = SECONDS


def played_sides(position: Position, given: Sequence[str]) -> Sequence[PlayedSide]:
    """Read which sides are played by whom: `SIDE=greedy`, `SIDE=search,keep=6,time=20`.

    Raises:
        BadInput: A side or a player is unknown, or a time is none.
    """
    sides = tuple(games.of(position).sides)
    found: dict[str, PlayedSide] = {}
    for text in given:
        side, separator, spec = (part.strip() for part in text.partition("="))
        if not separator or not spec:
            raise bad_input(f"'{text[:80]}' names no side and player", "player", "SIDE=greedy")
        if side not in sides:
            raise unknown(side, sides, "player", "side")
        if side in found:
            raise bad_input(f"{side} is played by two", "player")
        parts = spec.split(",")
        times = [part for part in parts if part.strip().startswith("time=")]
        player = ",".join(part for part in parts if part not in times)
        seconds = _seconds(times[-1].partition("=")[2]) if times else SECONDS
        make(player)
        found[side] = PlayedSide(side, player, seconds)
    return tuple(found.values())


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _MOST_SECONDS:
        said = f"'{text.strip()[:20]}' is no time from 0 to {_MOST_SECONDS:g} seconds"
        raise bad_input(said, "player")
    return seconds


class Answering:
    """What answers for the sides of a game that players have, as long as the game is served.

    Where every side is played, it lets the dice fall, too.

    Args:
        game: The game.
        sides: Who plays which side.
    """

    def __init__(self, game: ServedGame, sides: Sequence[PlayedSide]) -> None:
        self._game = game
        self._sides: Mapping[str, PlayedSide] = {each.side: each for each in sides}
        self._minds: dict[str, _Mind] = {}
        self._changed = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="players", daemon=True)
        game.players = {each.side: each.player for each in sides}

    def start(self) -> None:
        """Begin to answer."""
        self._game.on_change.append(self._changed.set)
        self._thread.start()

    def stop(self) -> None:
        """Answer no more; what is thought about is dropped."""
        self._ended.set()
        self._changed.set()
        for mind in tuple(self._minds.values()):
            mind.end()
        if self._thread.ident is not None:
            self._thread.join(5)
        for mind in tuple(self._minds.values()):
            mind.end()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._changed.clear()
            try:
                went_on = self._once()
            except Exception:  # noqa: BLE001 (whatever a player does, the game is served)
                _log.exception("a player cannot go on")
                went_on = False
            if not went_on:
                self._changed.wait()

    def _once(self) -> bool:
        """Answer what is asked now, if it is a player's; whether anything may have changed."""
        known = self._game.now()
        _, step, position = known
        asked = position.decision
        if asked.kind == CHANCE:
            if len(self._sides) < len(self._game.sides):
                return False
            sides = tuple(self._game.sides)
            self._game.throw(Seat(TABLE, sides, ()), step)
            return True
        if asked.side not in self._sides:
            return False
        by = self._sides[asked.side]
        for _ in range(_ASKED_AGAIN):
            answer = self._thought(by, position)
            if answer is None or self._changed.is_set():
                break
            if self._played(by, answer, known):
                return True
        if self._changed.is_set():
            return True
        drawn = draw_answer(position, random.Random(secrets.randbits(64)))
        if drawn is None:
            _log.error("nothing can be answered for %s: %s", by.side, asked.text)
            return False
        return self._played(by, str(drawn), known)

    def _played(self, by: PlayedSide, answer: str, known: _Known) -> bool:
        """Play an answer; False if it is refused by what the player could not see."""
        version, step, position = known
        try:
            self._game.play(seat_of(position, by.side), answer, step, version)
        except Refused as refused:
            # Somebody has changed the game meanwhile: it is looked at again.
            if refused.code == "changed":
                return True
            raise
        except (IllegalMove, BadInput) as refused:
            _log.warning(
                "%s for %s: '%s' is refused: %s", by.player, by.side, answer[:200], refused
            )
            return False
        return True

    def _thought(self, by: PlayedSide, position: AnyPosition) -> str | None:
        """Return what a player answers; None if it has failed, or takes too long."""
        mind = self._minds.get(by.side)
        if mind is None or not mind.alive:
            mind = self._minds[by.side] = _Mind(by)
        if self._ended.is_set():
            mind.end()
            return None
        return mind.answer(seat_of(position, by.side).view(position), self._changed)


class _Mind:
    """A player in a process of its own."""

    def __init__(self, by: PlayedSide) -> None:
        self._by = by
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_think, args=(theirs, by.player), daemon=True)
        with deaf():
            self._process.start()
        theirs.close()
        self._begun = False

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join(5)

    def answer(self, seen: Any, changed: threading.Event) -> str | None:
        """Ask for an answer, for as long as the game does not change."""
        seconds = self._by.seconds
        left = seconds + _GRACE + (0 if self._begun else _BEGINS)
        try:
            self._pipe.send((seen, seconds, secrets.randbits(64)))
            while left > 0 and not self._pipe.poll(_LOOKS):
                left -= _LOOKS
                if changed.is_set():
                    self.end()
                    return None
            if left <= 0:
                _log.error("%s takes longer than %g seconds", self._by.player, seconds)
                self.end()
                return None
            good, told = self._pipe.recv()
        except (EOFError, OSError):
            if not changed.is_set():
                _log.error("the process of %s has ended", self._by.player)
            return None
        self._begun = True
        if not good:
            _log.error("%s fails: %s", self._by.player, told)
            return None
        return str(told)


# So many seconds go by before it is looked whether the game has changed meanwhile.
_LOOKS: Final = 0.05


def _think(pipe: Connection, spec: str) -> None:
    """Answer for a player, until nobody asks any more; this runs in the process of its own."""
    # Ctrl-C ends the server, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    player = make(spec)
    with contextlib.suppress(EOFError, OSError):
        while True:
            seen, seconds, seed = pipe.recv()
            try:
                told = True, str(player.answer(seen, Clock(seconds), random.Random(seed)))
            except Exception as error:  # noqa: BLE001 (it may be anybody's)
                told = False, f"{type(error).__name__}: {error}"
            pipe.send(told)
