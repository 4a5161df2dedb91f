"""How fast random games are played, and how fast what can be ordered is listed.

One unit of work is a whole random game, every answer of it drawn by the core, or one random answer
to a decision; or a list of everything that can be ordered, by the core beside the law, in
decisions that random games of the campaign came to. Everything runs on one thread.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any, Final

from lexbelli import _core
from lexbelli.law import KEPT
from lexbelli.pursuit_of_glory import battles, moves
from lexbelli.pursuit_of_glory.position import Position
from tools.measuring import median_of

__all__ = ["Games", "games"]

_SCENARIO: Final = "1914_campaign"
_SEEDS: Final = 2**32
# So many positions of a decision are kept to measure with.
_KEPT: Final = 6
# Decisions whose lists are measured.
_LISTED: Final = ("redeployment", "replacement_points", "reinforcements", "cards", "attack")


@dataclass(frozen=True, slots=True)
class Games:
    """What was measured; seconds are medians.

    Attributes:
        game: Seconds of a whole random game of the 1914 campaign, its dice included.
        answers: How many answers it has, by sides and by chance, on an average.
        drawn: Seconds to draw a random answer, by kind of decision.
        lists: Seconds to list what can be ordered, by kind of decision: by core, by core as
            orders of Python, and by law.
    """

    game: float
    answers: float
    drawn: Mapping[str, float]
    lists: Mapping[str, tuple[float, float, float]]

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "game_seconds": self.game,
            "answers_of_a_game": round(self.answers, 1),
            "drawn_microseconds": {kind: taken * 1e6 for kind, taken in self.drawn.items()},
            "lists_microseconds": {
                kind: {"core": core * 1e6, "core_in_python": told * 1e6, "law": law * 1e6}
                for kind, (core, told, law) in self.lists.items()
            },
        }

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        """Return the measurement as a table: a heading, the columns, the rows."""
        rows = [("a random game of the 1914 campaign", f"{self.game * 1e6:,.0f}", "")]
        rows += [
            (f"a random answer: {kind}", f"{taken * 1e6:,.1f}", "")
            for kind, taken in self.drawn.items()
        ]
        for kind, (core, told, law) in self.lists.items():
            rows.append((f"every order of {kind}, core", f"{core * 1e6:,.1f}", "1.0"))
            row = (
                f"the same as Python's orders: {kind}",
                f"{told * 1e6:,.1f}",
                f"{told / core:,.1f}",
            )
            rows.append(row)
            rows.append((f"every order of {kind}, law", f"{law * 1e6:,.0f}", f"{law / core:,.0f}"))
        heading = f"Random games ({self.answers:.0f} answers each) and lists of orders; medians"
        return heading, ("question", "microseconds", "ratio"), rows


def games(seconds: float) -> Games:
    """Measure random games, random answers, and lists of orders.

    Args:
        seconds: About how long to measure each question.
    """
    seen: dict[str, list[_core.PursuitPosition]] = defaultdict(list)
    numbers = random.Random(1)
    lengths: list[int] = []

    def play() -> None:
        lengths.append(sum(1 for _ in _played(numbers)))

    # One game is looked at, others are measured.
    for at in _played(random.Random(0)):
        seen[at.asks_for].append(at)
    game = median_of([play], min(seconds, 2.0))
    drawn = {
        kind: _drawing(positions, numbers, min(seconds, 0.2))
        for kind, positions in sorted(seen.items())
        if kind != "chance"
    }
    lists = {kind: _listing(seen[kind][:_KEPT], seconds) for kind in _LISTED if seen[kind]}
    return Games(game=game, answers=sum(lengths) / len(lengths), drawn=drawn, lists=lists)


def _played(numbers: random.Random) -> Iterator[_core.PursuitPosition]:
    """Yield the positions of a random game in which something is asked."""
    at = Position.scenario(_SCENARIO).opened().core
    while at.asks_for != "over":
        yield at
        if at.asks_for == "chance":
            outcomes = at.decision()["outcomes"]
            texts, parts, _ = zip(*outcomes, strict=True)
            at = at.answer(numbers.choices(texts, parts)[0])
        else:
            (made,) = at.sample_answers(1, numbers.randrange(_SEEDS))
            at = at.play_unchecked(made)


def _drawing(
    positions: Sequence[_core.PursuitPosition], numbers: random.Random, seconds: float
) -> float:
    def ask(at: _core.PursuitPosition) -> object:
        return at.sample_answers(1, numbers.randrange(_SEEDS))

    return median_of([partial(ask, at) for at in positions[:_KEPT]], seconds)


def _listing(
    positions: Sequence[_core.PursuitPosition], seconds: float
) -> tuple[float, float, float]:
    core = [partial(at.list_answers, moves.read(at, "").core) for at in positions]
    told = [partial(battles.orders_by_core, at) for at in positions]

    def by_law(at: _core.PursuitPosition) -> object:
        KEPT.forget()
        return battles.orders_by_law(at, at.asks_for)

    law = [partial(by_law, at) for at in positions]
    brief = min(seconds, 0.5)
    return (
        median_of(core, brief),
        median_of(told, brief),
        median([median_of([ask], 0.0) for ask in law]),
    )
