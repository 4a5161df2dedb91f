"""Matches: many games between two players, on both sides, that can be gone on with."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lexbelli import capabilities, games
from lexbelli.errors import bad_input
from lexbelli.files import read_bytes, write_atomic
from lexbelli.players.game import GameResult, play_game
from lexbelli.players.registry import make
from lexbelli.position import Position
from lexbelli.processes import Processes
from lexbelli.record.session import digest

__all__ = ["Match", "MatchSettings", "MatchSummary", "Standing", "summary", "wilson"]

_SETTINGS: Final = "match.json"
_VERSION: Final = 1
_MOST_JOBS: Final = 64
# Of a normal distribution, the quantile of 97.5 %.
_Z: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What a match is: with the same settings the same dice fall in each game.

    Attributes:
        players: The two players, as `players.make` reads them.
        seed: Where chance begins.
        turns: After how many turns a game is ended; None for as long as it goes.
        seconds: The time for each answer; None for as long as a player takes.
    """

    players: tuple[str, str]
    seed: int = 0
    turns: int | None = None
    seconds: float | None = None

    def as_json(self, start: Position) -> dict[str, Any]:
        """Return them as plain data, with what the match begins from."""
        return {
            "version": _VERSION,
            "game": start.game,
            "scenario": start.scenario_name,
            "start": digest(start),
            "players": list(self.players),
            "seed": self.seed,
            "turns": self.turns,
            "seconds": self.seconds,
        }


class Match:
    """A match between two players.

    In games of even numbers the first player has the game's first side, in odd ones the other; two
    such games have the same dice.

    Args:
        start: Where games begin; a set-up whose first hands are still to be dealt is dealt first.
        settings: The players, and what else makes the games what they are.
        folder: Where every game is written when it has ended, its result and its record. A match
            that was interrupted goes on there: what is there is not played again.

    Raises:
        BadInput: A player or a number is wrong, the game has not two sides or nobody wins it, or
            the folder holds another match.
    """

    def __init__(
        self,
        start: Position,
        settings: MatchSettings,
        folder: str | Path | None = None,
    ) -> None:
        if len(games.of(start).sides) != 2:
            raise games.lacking(start, "two sides")
        if isinstance(start, capabilities.Dealt):
            start = start.opened()
        if settings.turns is not None and not isinstance(start, capabilities.Timed):
            raise games.lacking(start, "turns")
        for name, value, least in (("turns", settings.turns, 1), ("seed", settings.seed, 0)):
            if value is not None and value < least:
                raise bad_input(f"'{value}' is below {least}", name)
        if settings.seconds is not None and not 0 < settings.seconds < math.inf:
            raise bad_input(f"'{settings.seconds}' is not above 0", "time")
        capabilities.winner_of(start)
        for player in settings.players:
            make(player)
        self.start, self.settings = start, settings
        self._folder = None if folder is None else Path(folder)
        self._prepare()

    def _prepare(self) -> None:
        """Make the folder, or prove that it holds this match."""
        if self._folder is None:
            return
        wanted = self.settings.as_json(self.start)
        file = self._folder / _SETTINGS
        if file.exists():
            there = _object(file)
            for key, value in wanted.items():
                if there.get(key) != value:
                    said = f"is {there.get(key)!r} there, and {value!r} now: another match"
                    raise bad_input(said, f"{file}: {key}")
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise bad_input(f"cannot be made: {error.strerror}", str(self._folder)) from None
        write_atomic(file, json.dumps(wanted, indent=1) + "\n")

    def results(self, number: int, jobs: int = 1) -> Iterator[GameResult]:
        """Yield so many games in the order of their numbers, from the first on.

        Args:
            number: How many, those included that are in the folder already.
            jobs: How many processes play.

        Raises:
            BadInput: A number is below 1, a player answers what cannot be, or a file of the folder
                is damaged.
        """
        for name, value in (("games", number), ("jobs", jobs)):
            if value < 1:
                raise bad_input(f"'{value}' is below 1", name)
        there = {at: found for at in range(number) if (found := self._read(at)) is not None}
        missing = [at for at in range(number) if at not in there]
        plays = _Plays(self.start, self.settings)
        played = self._played(plays, missing, min(jobs, _MOST_JOBS))
        for at in range(number):
            yield there[at] if at in there else next(played)

    def _played(self, plays: "_Plays", missing: Sequence[int], jobs: int) -> Iterator[GameResult]:
        if jobs == 1 or len(missing) < 2:
            for at in missing:
                yield self._written(plays(at))
            return
        with Processes(min(jobs, len(missing))) as processes:
            for result in processes.map(plays, missing):
                yield self._written(result)

    def _written(self, result: GameResult) -> GameResult:
        """Write a game, its record first: a result says that all of it is there."""
        if self._folder is not None:
            write_atomic(self._folder / f"game_{result.number:05}.jsonl", result.record.encode())
            told = json.dumps(result.as_json(), indent=1) + "\n"
            write_atomic(self._folder / f"game_{result.number:05}.json", told)
        return result

    def _read(self, number: int) -> GameResult | None:
        """Return a game of the folder; None if it is not there."""
        if self._folder is None:
            return None
        file = self._folder / f"game_{number:05}.json"
        record = file.with_suffix(".jsonl")
        if not (file.exists() and record.exists()):
            return None
        told = _object(file)
        if told.get("number") != number:
            raise bad_input(f"is {told.get('number')!r}, not {number}", f"{file}: number")
        return GameResult.of(told, read_bytes(record).decode())


def _object(file: Path) -> dict[str, Any]:
    try:
        told = json.loads(read_bytes(file))
    except ValueError as error:
        raise bad_input(f"is no JSON: {error}", str(file)) from None
    if not isinstance(told, dict):
        raise bad_input("is no object", str(file))
    return told


@dataclass(frozen=True, slots=True)
class _Plays:
    """Plays the game of a number; it can be sent to other processes."""

    start: Position
    settings: MatchSettings

    def __call__(self, number: int) -> GameResult:
        first, other = games.of(self.start).sides
        names = self.settings.players if number % 2 == 0 else self.settings.players[::-1]
        players = {first: (names[0], make(names[0])), other: (names[1], make(names[1]))}
        said = ", ".join(f"{side}: {name}" for side, (name, _) in players.items())
        return play_game(
            self.start,
            players,
            number=number,
            seed=hash_seed(self.settings.seed, number // 2),
            turns=self.settings.turns,
            seconds=self.settings.seconds,
            note=f"game {number}, seed {self.settings.seed}; {said}",
        )


def hash_seed(seed: int, pair: int) -> int:
    """Return the seed of a pair of games."""
    return seed * 1_000_003 + pair


# --------------------------------------------------------------------------- what came of it


def wilson(score: float, number: int) -> tuple[float, float]:
    """Return the interval of 95 % for a share, by Wilson.

    Args:
        score: How many of them; a draw counts as a half.
        number: Of how many; of none all is open.
    """
    if number == 0:
        return 0.0, 1.0
    share, square = score / number, _Z * _Z
    middle = share + square / (2 * number)
    width = _Z * math.sqrt(share * (1 - share) / number + square / (4 * number * number))
    below = 1 + square / number
    return max(0.0, (middle - width) / below), min(1.0, (middle + width) / below)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player has of some games.

    Attributes:
        games: How many.
        won: How many it has won.
        drawn: How many nobody has won.
        margin: The mean of what it has more than the other in the end, or None.
        low: The lower end of the interval of 95 % for its share, a draw counting as a half.
        high: The upper end.
    """

    games: int
    won: int
    drawn: int
    margin: float | None
    low: float
    high: float

    @property
    def share(self) -> float:
        """Its share of the games, a draw counting as a half; 0 of none."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.games - self.won - self.drawn,
            "share": round(self.share, 4),
            "interval": [round(self.low, 4), round(self.high, 4)],
            "margin": None if self.margin is None else round(self.margin, 3),
        }


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What came of a match, as the first player sees it.

    Attributes:
        all: Of all games.
        sides: Side -> of the games in which the first player had it.
        ended: Why games ended -> how many.
        refused: How many moves of each player were refused.
        seconds: The mean time that each player took for a game, and the longest for an answer.
    """

    all: Standing
    sides: Mapping[str, Standing]
    ended: Mapping[str, int]
    refused: tuple[int, int]
    seconds: tuple[tuple[float, float], tuple[float, float]]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "all": self.all.as_json(),
            "sides": {side: standing.as_json() for side, standing in self.sides.items()},
            "ended": dict(self.ended),
            "refused": list(self.refused),
            "seconds": [
                {"game": round(mean, 3), "longest": round(longest, 3)}
                for mean, longest in self.seconds
            ],
        }


def summary(start: Position, results: Sequence[GameResult]) -> MatchSummary:
    """Sum up the games of a match for its first player."""
    sides = tuple(games.of(start).sides)
    had = [(sides[each.number % 2], each) for each in results]
    ended: dict[str, int] = {}
    for each in results:
        ended[each.ended] = ended.get(each.ended, 0) + 1

    def other(side: str) -> str:
        return str(sides[1 - sides.index(side)])

    mine = [(side, each) for side, each in had]
    theirs = [(other(side), each) for side, each in had]
    return MatchSummary(
        _standing(sides, had),
        {side: _standing(sides, [pair for pair in had if pair[0] == side]) for side in sides},
        ended,
        tuple(sum(each.refused[side] for side, each in those) for those in (mine, theirs)),  # type: ignore[arg-type]
        (_seconds(mine), _seconds(theirs)),
    )


def _seconds(those: Sequence[tuple[str, GameResult]]) -> tuple[float, float]:
    if not those:
        return 0.0, 0.0
    total = sum(each.seconds[side] for side, each in those)
    return total / len(those), max(each.longest[side] for side, each in those)


def _standing(sides: Sequence[str], had: Sequence[tuple[str, GameResult]]) -> Standing:
    won = sum(each.winner == side for side, each in had)
    drawn = sum(each.winner is None for _, each in had)
    margins = [
        each.margin if side == sides[0] else -each.margin
        for side, each in had
        if each.margin is not None
    ]
    low, high = wilson(won + drawn / 2, len(had))
    margin = sum(margins) / len(margins) if margins else None
    return Standing(len(had), won, drawn, margin, low, high)
