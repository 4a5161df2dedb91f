"""How fast odds are told, and attacks found.

One unit of work is the exact odds of a declared battle: an attack from three spaces with a flank
attempt, three cards and divisions in both Reserve Boxes, in fair weather and in foul; a battle of
three units a side followed to its end, by all measures and over all legal choices; or all attacks
of the 1914 campaign that nobody could be added to, as if every unit waited. Everything runs on one
thread, but for the table.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory import odds
from lexbelli.pursuit_of_glory.bulk import bulk
from lexbelli.pursuit_of_glory.position import Position
from tools.measuring import median_of

__all__ = ["Wagers", "wagers"]

_ROUNDS: Final = 2000
_SIDES: Final = ("ap", "cp")
_KARS: Final = Path(__file__).with_name("kars.json")
_ATTACK: Final = (
    "attack kars with tu_ix_corps,tu_div_1,tu_cavalry_1,tu_x_corps,tu_elite_div_1,tu_div_2,"
    "tu_xi_corps,tu_div_3,tu_a_div_1 flank ardahan; play cp_05; play cp_21; play ap_05"
)
_THREE: Final = "attack kars with tu_ix_corps,tu_x_corps,tu_div_1"
# Turn and round of fair weather, and of weather that can strike every place attacked from.
_FAIR: Final = (3, 3)
_FOUL: Final = (2, 3)


@dataclass(frozen=True, slots=True)
class Wagers:
    """What was measured; seconds.

    Attributes:
        fair: The exact odds of a flank attack from three spaces with cards.
        foul: The same in severe weather.
        asked: The same as `fair`, with reading the attack and judging it.
        followed: A battle of three units a side followed to its end: reading it, all measures, by
            policy, by best play and the bounds.
        attacks: How many attacks of the 1914 campaign are told, of both sides together.
        law: How long the law takes to find them.
        core: How long the core takes to find them, and to tell their odds.
        priced: How long the odds of these attacks take as a table, on all threads.
        same: Whether law and core found the same attacks.
    """

    fair: float
    foul: float
    asked: float
    followed: float
    attacks: int
    law: float
    core: float
    priced: float
    same: bool

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as plain data."""
        return {
            "flank_odds_microseconds": self.fair * 1e6,
            "flank_odds_in_foul_weather_microseconds": self.foul * 1e6,
            "read_judge_and_odds_microseconds": self.asked * 1e6,
            "followed_to_the_end_microseconds": self.followed * 1e6,
            "attacks": self.attacks,
            "law_attacks_seconds": self.law,
            "core_attacks_seconds": self.core,
            "table_of_odds_seconds": self.priced,
            "same_attacks": self.same,
        }

    def table(self) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        """Return the measurement as a table: a heading, the columns, the rows."""
        found = f"{self.attacks} attacks of 1914"
        rows = [
            ("exact odds, flank attack from three spaces, three cards", self.fair),
            ("the same in severe weather", self.foul),
            ("read the attack, judge it, tell its odds", self.asked),
            ("follow a battle of three units a side to its end", self.followed),
            (f"find the {found}, law (clingo)", self.law),
            (f"find the {found} and their odds, core (Rust)", self.core),
            (f"odds of the {found} as a table", self.priced),
        ]
        alike = "the same attacks by both" if self.same else "law and core find different attacks"
        heading = f"Battles; medians, {alike}"
        columns = ("question", "microseconds")
        return heading, columns, [(name, f"{taken * 1e6:,.1f}") for name, taken in rows]


def wagers(seconds: float) -> Wagers:
    """Measure odds and attacks.

    Args:
        seconds: About how long to measure the law.
    """
    kars: dict[str, Any] = json.loads(_KARS.read_text(encoding="utf-8"))
    fair, foul = (
        Position.from_setup({**kars, "turn": turn, "round": number}, allow=["all"])
        for turn, number in (_FAIR, _FOUL)
    )
    odds_of, asked = _core.pursuit_odds_bench(fair.core, _ATTACK, _ROUNDS)
    in_storm, _ = _core.pursuit_odds_bench(foul.core, _ATTACK, _ROUNDS // 10)
    opening = Position.scenario("1914_campaign")
    positions = [opening.suppose(side) for side in _SIDES]

    def by_law() -> list[list[str]]:
        return [odds.lawful_attacks(position) for position in positions]

    def by_core() -> list[list[str]]:
        found = [
            _core.pursuit_attacks(position.core, False, None, None, 100_000)[0]
            for position in positions
        ]
        return [sorted(_canonical(text) for text in table.column("attack")) for table in found]

    lawful, found = by_law(), by_core()
    rows = [(number, text) for number, texts in enumerate(found) for text in texts]
    table = _core.table_of(
        {"attack": [text for _, text in rows], "position": [number for number, _ in rows]}
    )
    judge = bulk(list(positions))
    return Wagers(
        fair=odds_of,
        foul=in_storm,
        asked=asked,
        followed=median_of([odds.odds(fair, _THREE).evaluate], min(seconds, 0.5)),
        attacks=len(rows),
        law=median_of([by_law], seconds),
        core=median_of([by_core], min(seconds, 0.5)),
        priced=median_of([lambda: judge.odds(table)], min(seconds, 0.5)),
        same=lawful == found,
    )


def _canonical(text: str) -> str:
    """Write an attack as the law's are: its units in the order of their names."""
    head, _, rest = text.partition(" with ")
    units, flank, pin = rest.partition(" flank ")
    return f"{head} with {','.join(sorted(units.split(',')))}{flank}{pin}"
