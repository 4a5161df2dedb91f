"""Recorded strategic redeployments: where each unit may end, and for how many points.

A record names every unit that may redeploy, and all its ends; of a unit that can be paid for only
those that can be paid for too. The way around Africa (18.10.2) has no end and is not asked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.golden.notation import Spaces
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion
from lexbelli.pursuit_of_glory.golden.turns import with_cards

__all__ = ["Redeployed", "read"]

# So many points any unit costs: an LCU in disrupted supply, with both submarine cards (13.1-2).
_DEAREST: Final = 7
_RESERVES: Final[Mapping[str, str]] = {"ap": "ap_reserve", "cp": "cp_reserve"}
_NOT: Final = "may not"

# By unit and end the move that leads there, and what it costs.
_Ends = dict[str, dict[str, tuple[int, _core.PursuitMove]]]


@dataclass(frozen=True)
class Redeployed:
    """A recorded redeployment, a card played for it.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        points: The points to spend.
        prices: By unit what it costs by each end.
        dear: The units that cannot be paid for, all of whose ends are told.
        paying: The position with every number of points to `_DEAREST`.
    """

    id: str
    position: _core.PursuitPosition
    points: int
    prices: Mapping[str, Mapping[str, int]]
    dear: frozenset[str]
    paying: Mapping[int, _core.PursuitPosition]

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question of the record: each end of a unit."""
        where = self.position.units()
        ours = self._ends()
        for unit in sorted(self.prices.keys() | ours.keys()):
            theirs = self.prices.get(unit, {})
            mine = ours.get(unit, {})
            told = unit not in self.prices or unit in self.dear
            for end in sorted(theirs.keys() | mine.keys()):
                price = mine[end][0] if end in mine else None
                if not told and end not in theirs and price is not None and price > self.points:
                    continue
                yield RecordedQuestion(
                    kind="redeployments",
                    unit=unit,
                    space=where.get(unit, "-"),
                    about=end,
                    theirs=_said(theirs.get(end)),
                    ours=_said(price),
                    why=partial(self._why, unit, end),
                )

    def _ends(self) -> _Ends:
        """Return every end of every unit, for the fewest points that pay for it."""
        ends: _Ends = {}
        reserve = _RESERVES[self.position.active]
        for points, position in self.paying.items():
            for move in position.redeployments():
                order, unit, *place = str(move).split()
                if order != "detour":
                    end = place[0] if place else reserve
                    ends.setdefault(unit, {}).setdefault(end, (points, move))
        return ends

    def _why(self, unit: str, end: str) -> str:
        """Say what is wrong with each order that could lead there."""
        position = self.paying[_DEAREST]
        orders = (
            [f"reserve {unit}"]
            if end.endswith("_reserve")
            else [f"{order} {unit} {end}" for order in ("redeploy", "ship", "deploy")]
        )
        broken = [position.check(order) for order in orders]
        if not all(broken):
            return "nothing against it"
        least = min(broken, key=len)
        return "; ".join(f"{one['rule']}: {one['text']}" for one in least)


def _said(price: int | None) -> str:
    return _NOT if price is None else f"for {price}"


def read(raw: Mapping[str, Any], content: Mapping[str, Any], spaces: Spaces) -> Redeployed:
    """Read a record of a redeployment."""
    side, number = raw["active"], raw["round"]
    told = with_cards(raw, content)
    told["actions"] = [
        *(one for one in told["actions"] if (one["round"], one["side"]) != (number, side)),
        {"round": number, "side": side, "kind": "sr", "card": raw["card"]},
    ]
    for key in ("phase", "active"):
        del told[key]

    def having(points: int) -> _core.PursuitPosition:
        frames = [
            {"frame": "turn"},
            {"frame": "phase", "phase": "action"},
            {"frame": "round"},
            {"frame": "action", "side": side},
            {"frame": "redeployment", "side": side, "points": points},
        ]
        return spaces.position({**told, "agenda": frames})

    return Redeployed(
        id=str(raw["id"]),
        position=having(int(raw["sr_points"])),
        points=int(raw["sr_points"]),
        prices={
            unit: {
                end: int(entry.get("dest_cost", {}).get(end, entry["cost"]))
                for end in entry["dest"]
            }
            for unit, entry in raw["sr"].items()
        },
        dear=frozenset(unit for unit, entry in raw["sr"].items() if not entry.get("offered", True)),
        paying={points: having(points) for points in range(1, _DEAREST + 1)},
    )
