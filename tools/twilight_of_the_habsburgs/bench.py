"""How fast zones, command and reach are found, moves judged, and odds reckoned.

    python -m tools.twilight_of_the_habsburgs.bench [SECONDS] [--json]

measures each way of answering for so long, and exits with 1 if two of them differ.

One unit of the first table is a side of a position of Caporetto: its zones of control, what
commands its units, and the reach of every one of them, from a position in memory to the answer in
memory. One of the second is a verdict on a move of a movement segment, one of the third an attack,
one of the fourth a random game. Everything runs on one thread.
"""

import os
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from statistics import mean, median
from typing import Any, Final

import lexbelli
from lexbelli import _core
from lexbelli.position import CHANCE
from lexbelli.twilight_of_the_habsburgs import law, offers
from lexbelli.twilight_of_the_habsburgs.battles import BATTLES
from lexbelli.twilight_of_the_habsburgs.position import Position
from lexbelli.twilight_of_the_habsburgs.tables import SIDES
from tools.bench_playing import Playing, playing
from tools.measuring import median_of, run
from tools.twilight_of_the_habsburgs.baseline import Ground, Situation

__all__ = ["Bench", "bench"]

_SCENARIO: Final = "caporetto"
# Positions of one game, each some answers later.
_POSITIONS: Final = 8
_MOVES: Final = 60
_ROUNDS: Final = 400
# Of so many moves it is measured how fast they are enumerated.
_EVERY: Final = 1_000_000
_EVERY_BY_LAW: Final = 2_000
# Random games.
_GAMES: Final = 20
# What plain Python knows nothing of, and what keeps units where they are.
_PLAIN: Final = dict.fromkeys(("entrenched", "out_of_command", "event", "gas"))
# What a side exerts, who is in command, and what each unit reaches.
_Fields = tuple[frozenset[str], frozenset[str], dict[str, dict[str, int]]]


@dataclass(frozen=True, slots=True)
class Bench:
    """What was measured; seconds of one side or one verdict.

    Attributes:
        units: Units whose reach is found, on average.
        core: Zones, command on top of them, and reach on top, by the core.
        plain: All of it in plain Python.
        law: All of it by the law.
        judged: How many moves were judged, and how many orders they have on average.
        verdict: A verdict by the core.
        law_verdict: The same by the law, of many moves of one position.
        options: Every order of a movement segment, by the law.
        listed: How many these are, and the seconds of finding them by the core, as Python is told.
        attacking: The same of a segment of attacks.
        every: Moves of movement that the core enumerates in a second, and the law.
        battles: What was asked of attacks.
        games: What random games took.
        playing: How fast games play themselves and environments are stepped.
        drawn: The whole board as SVG, plain and with the command of a side.
        same: Whether all answers were alike.
    """

    units: float
    core: tuple[float, float, float]
    plain: float
    law: float
    judged: tuple[int, float]
    verdict: float
    law_verdict: float
    options: float
    listed: tuple[int, float]
    attacking: tuple[int, float]
    every: tuple[float, float]
    battles: "Battles"
    games: "Games"
    playing: Playing
    drawn: tuple[float, float]
    same: bool

    @property
    def ok(self) -> bool:
        """Whether all answers were alike."""
        return self.same

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        zones, command, reach = self.core
        return {
            "cores": os.cpu_count(),
            "threads": 1,
            "units": self.units,
            "core_microseconds": {
                "zones": zones * 1e6,
                "command": command * 1e6,
                "reach": reach * 1e6,
                "all": sum(self.core) * 1e6,
            },
            "ratio_to_core": {
                "plain_python": self.plain / sum(self.core),
                "law": self.law / sum(self.core),
            },
            "moves": self.judged[0],
            "orders_per_move": self.judged[1],
            "core_verdicts_per_second": 1 / self.verdict,
            "ratio_of_law_verdicts": self.law_verdict / self.verdict,
            "law_orders_seconds": self.options,
            "movement_orders": self.listed[0],
            "core_movement_orders_milliseconds": self.listed[1] * 1e3,
            "core_enumerated_per_second": self.every[0],
            "law_enumerated_per_second": self.every[1],
            "attack_orders": self.attacking[0],
            "core_attack_orders_milliseconds": self.attacking[1] * 1e3,
            "battles": self.battles.as_json(),
            "games": self.games.as_json(),
            "playing": self.playing.as_json(),
            "board_milliseconds": self.drawn[0] * 1e3,
            "board_with_command_milliseconds": self.drawn[1] * 1e3,
            "same_answers": self.same,
        }

    def tables(self) -> Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]]:
        """Return the measurement as tables: a heading, the columns, the rows."""
        total = sum(self.core)
        fields = [
            ("zones, core (Rust)", self.core[0]),
            ("command, core", self.core[1]),
            ("reach of every unit, core", self.core[2]),
            ("all of it, core", total),
            ("all of it, plain Python", self.plain),
            ("all of it, law (clingo)", self.law),
        ]
        verdicts = [
            ("judge a move, core (Rust)", self.verdict),
            ("judge a move, law (clingo)", self.law_verdict),
            ("find a move of all, core", 1 / self.every[0]),
            ("find a move of all, law", 1 / self.every[1]),
            ("find every order, law", self.options),
            (f"find every order ({self.listed[0]:,}), core, Python", self.listed[1]),
            (f"every order of attacks ({self.attacking[0]:,}), core, Python", self.attacking[1]),
        ]
        boards = [("whole board", self.drawn[0]), ("whole board with command", self.drawn[1])]
        heading = (
            f"Zones, command and reach of one side (Caporetto, {self.units:.0f} units), one thread"
            f" of {os.cpu_count()} cores"
        )
        judging = (
            f"Movement turns ({self.judged[0]} moves of {self.judged[1]:.1f} orders on average):"
            f" {1 / self.verdict:,.0f} verdicts a second by the core"
        )
        fighting = (
            f"Attacks of Caporetto's first impulse ({self.battles.attacks}), and of its second"
            f" ({self.battles.second[0]})"
        )
        games = (
            f"Random games of Caporetto ({self.games.games} of {self.games.decisions:.0f}"
            " decisions and throws on average)"
        )
        columns = ("question", "microseconds", "ratio")
        return [
            (heading, columns, _rows(fields, total)),
            (judging, columns, _rows(verdicts, self.verdict)),
            (fighting, columns, self.battles.rows()),
            (games, columns, self.games.rows()),
            self.playing.table(),
            ("Boards as SVG", columns, _rows(boards, self.drawn[0])),
        ]

    def remarks(self) -> Sequence[str]:
        """Return what is not counted as work."""
        remark = (
            "The core and plain Python keep the map, the law the text of its programs and the map;"
            " each is handed the position in its own form. Where many moves of one position are"
            " judged, what they share is found once, by both."
        )
        return [remark]


@dataclass(frozen=True, slots=True)
class Battles:
    """What attacks took; seconds.

    Attributes:
        attacks: How many attacks of the first impulse were looked at.
        odds: The odds of one by the core, from the position.
        offensive: The same with a headquarters whose offensive succeeded.
        second: How many attacks the side could declare in the second impulse, and all of them with
            their odds by the core.
        listed: The same as Python is told.
        changes: The odds of one with one thing different, for everything that could be.
        ends: One followed to its end, by all measures.
    """

    attacks: int
    odds: float
    offensive: float
    second: tuple[int, float]
    listed: float
    changes: float
    ends: float

    def rows(self) -> list[tuple[str, str, str]]:
        """Return the measurement as rows of a table."""
        told = [
            ("odds of an attack, core (Rust)", self.odds),
            ("odds with a successful headquarters", self.offensive),
            ("all attacks of a side with odds, core", self.second[1]),
            ("all attacks of a side with odds, Python", self.listed),
            ("what each change is worth, Python", self.changes),
            ("an attack followed to its end, Python", self.ends),
        ]
        return _rows(told, self.odds)

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "attacks": self.attacks,
            "odds_microseconds": self.odds * 1e6,
            "odds_with_headquarters_microseconds": self.offensive * 1e6,
            "second_impulse_attacks": self.second[0],
            "second_impulse_microseconds": self.second[1] * 1e6,
            "second_impulse_python_microseconds": self.listed * 1e6,
            "changes_microseconds": self.changes * 1e6,
            "to_the_end_microseconds": self.ends * 1e6,
        }


@dataclass(frozen=True, slots=True)
class Games:
    """What random games took, played in the core.

    Attributes:
        games: How many.
        decisions: Decisions and throws of a game, on average.
        kinds: By kind of decision how many there were, and the seconds of one: drawing a legal
            answer, and playing it.
        game: The seconds of a game, on average.
        longest: The seconds of the longest game.
    """

    games: int
    decisions: float
    kinds: Mapping[str, tuple[int, float, float]]
    game: float
    longest: float

    @property
    def decision(self) -> float:
        """The seconds of one decision, drawn and played."""
        made = [told for kind, told in self.kinds.items() if kind != CHANCE]
        number = sum(told[0] for told in made)
        return sum(told[0] * (told[1] + told[2]) for told in made) / max(number, 1)

    def rows(self) -> list[tuple[str, str, str]]:
        """Return the measurement as rows of a table."""
        told = [("a random decision, drawn and played", self.decision)]
        told += [
            (f"of them {kind}, {number:,}", draw + play)
            for kind, (number, draw, play) in sorted(self.kinds.items())
        ]
        told += [("a game", self.game), ("the longest game", self.longest)]
        return _rows(told, self.decision)

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "decision_microseconds": self.decision * 1e6,
            "kinds": {
                kind: {"number": told[0], "draw": told[1] * 1e6, "play": told[2] * 1e6}
                for kind, told in self.kinds.items()
            },
            "game_seconds": self.game,
            "longest_game_seconds": self.longest,
        }


def _rows(told: Sequence[tuple[str, float]], one: float) -> list[tuple[str, str, str]]:
    return [(name, f"{each * 1e6:,.1f}", f"{each / one:,.1f}") for name, each in told]


def _game() -> Iterator[Position]:
    """Yield the positions of a random game of Caporetto, all units free to move, no events."""
    now, dice = Position.scenario(_SCENARIO), random.Random(_SCENARIO)
    while (asked := now.decision).kind == CHANCE or asked.side is not None:
        yield now.with_change(setup=_PLAIN)
        if asked.kind == CHANCE:
            now = now.after_answer(dice.choice(now.chance()).text)
        else:
            now = now.after_answer(now.sample_moves(1, dice.getrandbits(32))[0])


def _fields_of(position: Position, side: str, movers: Sequence[str]) -> _Fields:
    """Return the answers of the core."""
    reach = {unit: dict(position.reach(unit)) for unit in movers}
    return position.zones(side), position.command(side).in_command, reach


def _plainly(ground: Ground, facts: Situation, side: str, movers: Sequence[str]) -> _Fields:
    """Return the answers of plain Python, from the start."""
    now = Situation(ground, facts.at, facts.reduced, facts.fixed, facts.fallen)
    reach = {unit: dict(now.reach(unit)) for unit in movers}
    return frozenset(now.zones(side)), frozenset(now.command(side)), reach


def _by_law(position: Position, side: str, movers: Sequence[str]) -> _Fields:
    """Return the answers of the law."""
    found = law.shown(position.core, "show_zones.lp", "show_command.lp", "show_reach.lp")
    reach: dict[str, dict[str, int]] = {unit: {} for unit in movers}
    for unit, at, points in found.get("reach", []):
        if unit in reach:
            reach[unit][at] = int(points)
    own = {unit for unit in position.units if position.side_of(unit) == side}
    exerted = frozenset(at for who, at in found["zoc"] if who == side)
    return exerted, frozenset(unit for (unit,) in found["in_command"] if unit in own), reach


def bench(seconds: float) -> Bench:
    """Measure core, plain Python and law on positions of a game of Caporetto.

    Args:
        seconds: About how long to measure each.
    """
    moving = [each for each in _game() if each.decision.kind == "movement"][:_POSITIONS]
    ground = Ground(moving[0].static_facts())
    asked = []
    for position in moving:
        side = position.decision.side
        assert side in SIDES
        movers = [u for u, h in position.units.items() if _moves(position, u, h, side)]
        asked.append((position, side, movers))
    facts = [Situation.of(ground, position.facts()) for position in moving]
    expected = [_fields_of(*each) for each in asked]
    plain = [
        partial(_plainly, ground, situation, side, movers)
        for situation, (_, side, movers) in zip(facts, asked, strict=True)
    ]
    lawful = [partial(_by_law, *each) for each in asked]
    same = all(ask() == wanted for ask, wanted in zip(plain, expected, strict=True))
    same &= all(ask() == wanted for ask, wanted in zip(lawful, expected, strict=True))

    once = _core.twilight_fields_bench([position.core for position in moving], 10)
    repeats = max(10, int(10 * seconds / max(sum(once[:3]), 1e-9)))
    *core, _ = _core.twilight_fields_bench([position.core for position in moving], repeats)
    sides = repeats * len(moving) * len(SIDES)

    first = moving[0]
    moves = list(first.sample_moves(_MOVES, 1))
    rounds = _core.twilight_check_bench(first.core, [move.core for move in moves], _ROUNDS)
    started = time.perf_counter()
    verdicts = law.judge_many(first.core, moves)
    law_verdict = (time.perf_counter() - started) / len(moves)
    same &= all(
        sorted((each.rule, each.witness) for each in first.check(move)) == broken
        for move, broken in zip(moves, verdicts, strict=True)
    )
    fighting = next(each for each in _game() if each.decision.kind == "attack")
    nothing = first.move("")
    listed, complete = offers.by_core(first.core, nothing)
    same &= complete and listed == law.orders(first.core, nothing)
    return Bench(
        units=mean(len(movers) for _, _, movers in asked),
        core=(core[0] / sides, core[1] / sides, core[2] / sides),
        plain=median_of(plain, seconds),
        law=median_of(lawful, seconds),
        judged=(len(moves), mean(len(move.orders) for move in moves)),
        verdict=mean(rounds) / 1e9,
        law_verdict=law_verdict,
        options=median_of([partial(law.orders, first.core, nothing)], seconds),
        listed=(len(listed), median_of([partial(offers.by_core, first.core, nothing)], seconds)),
        attacking=(len(fighting.orders()), median_of([fighting.orders], min(seconds, 1.0))),
        every=_enumerating(first),
        battles=_battles(seconds),
        games=_games(),
        playing=playing(lexbelli.scenario(_SCENARIO), seconds),
        drawn=(
            median_of([lambda: first.draw().svg], min(seconds, 1.0)),
            median_of([lambda: first.draw(command=SIDES[0]).svg], min(seconds, 1.0)),
        ),
        same=same,
    )


def _battles(seconds: float) -> Battles:
    """Measure what is asked of attacks in the first game that has enough of them."""
    fights = [each for each in _game() if each.decision.kind == "attack"]
    first = next(each for each in fights if each.core.decision()["impulse"] == 1)
    second = next(each for each in fights if each.core.decision()["impulse"] == 2)
    options = BATTLES.attacks(first, every=True)
    made = [first.move(each.attack).core for each in options]
    headquarters = [
        unit
        for unit, place in first.units.items()
        if unit.endswith("_hq") and _moves(first, unit, place, options.side)
    ]
    commanded = first.with_change(setup={"offensive": headquarters[:1]})
    answers = [lexbelli.odds(first, each.attack) for each in options]
    rounds = [_core.twilight_odds_bench(each.core, made, _ROUNDS) for each in (first, commanded)]
    nanoseconds, number = _core.twilight_attacks_bench(second.core, _ROUNDS)
    return Battles(
        attacks=len(made),
        odds=mean(rounds[0]) / 1e9,
        offensive=mean(rounds[1]) / 1e9,
        second=(number, nanoseconds / 1e9),
        listed=median_of([lambda: BATTLES.attacks(second, every=True)], min(seconds, 1.0)),
        changes=median_of([odds.sensitivity for odds in answers], min(seconds, 1.0)),
        ends=median_of([odds.evaluate for odds in answers], min(seconds, 1.0)),
    )


def _enumerating(position: Position) -> tuple[float, float]:
    """Return how many moves core and law enumerate in a second: the core makes them in memory."""
    rates = (position.core.bench_every_move(_EVERY) for _ in range(3))
    started = time.perf_counter()
    lawful = sum(1 for _ in law.moves(position.core, _EVERY_BY_LAW))
    by_law = lawful / (time.perf_counter() - started)
    return median(number / taken for number, taken in rates), by_law


def _games() -> Games:
    """Play random games in the core."""
    opening = Position.scenario(_SCENARIO)
    told = [_core.twilight_game_bench(opening.core, seed) for seed in range(_GAMES)]
    sums: dict[str, tuple[int, float, float]] = {}
    for kind, number, drawing, applying in chain.from_iterable(told):
        known = sums.get(kind, (0, 0.0, 0.0))
        sums[kind] = (known[0] + number, known[1] + drawing, known[2] + applying)
    seconds = [sum(each[2] + each[3] for each in game) for game in told]
    return Games(
        games=_GAMES,
        decisions=sum(number for number, _, _ in sums.values()) / _GAMES,
        kinds={kind: (n, draw / n, play / n) for kind, (n, draw, play) in sums.items()},
        game=mean(seconds),
        longest=max(seconds),
    )


def _moves(position: Position, unit: str, place: str, side: str) -> bool:
    """Whether a unit of the side stands on the map, so that it reaches something."""
    return place.startswith("h") and position.side_of(unit) == side


def main(words: Sequence[str]) -> int:
    """Measure and print; return the exit code."""
    return run("tools.twilight_of_the_habsburgs.bench", bench, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
