"""Recorded Replacement Phases of a side: what each unit may get, what it costs, and who pays.

Of a unit a record names one step, to be restored or to be rebuilt, and the kinds of points whose
recorded amount pays for it alone. Points on a record are whole; halves that a record was given are
left out, and who pays is not asked of their kinds. The marker of Max TU RP is not asked: points
were given to records without its being moved.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.golden.notation import Spaces
from lexbelli.pursuit_of_glory.golden.question import RecordedQuestion, may, named
from lexbelli.pursuit_of_glory.golden.turns import kind_of, points_of, with_cards

__all__ = ["Replaced", "read"]

_RESTORE: Final = "restore"
# With this alone on the record every step lacks its full price (17.1.7).
_DEBT: Final[Mapping[str, Mapping[str, int]]] = {"ap": {"br": -1}, "cp": {"tu": -1}}
_NOT_PAID: Final = re.compile(r"not_paid\((\d+)\)")


@dataclass(frozen=True)
class Replaced:
    """A recorded Replacement Phase of a side, at its beginning.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        steps: By unit what it may get: `restore`, or the places where it may be rebuilt.
        prices: By unit the points that its step costs; none if a revolt pays for it.
        payers: By unit the kinds of `paying` that pay for it alone.
        chosen: All steps that were chosen, as an answer of ours.
        paying: By kind of points the position with what the record has of this kind alone.
        indebted: The position with a debt alone on the record.
    """

    id: str
    position: _core.PursuitPosition
    steps: Mapping[str, frozenset[str]]
    prices: Mapping[str, float]
    payers: Mapping[str, frozenset[str]]
    chosen: str
    paying: Mapping[str, _core.PursuitPosition]
    indebted: _core.PursuitPosition

    def questions(self) -> Iterator[RecordedQuestion]:
        """Give every question: each step of a unit, its price, who pays, and what was chosen."""
        where = self.position.units()
        ours = _steps(self.position)
        paid = {kind: _steps(position) for kind, position in self.paying.items()}
        for unit in sorted(self.steps.keys() | ours.keys()):
            mine, theirs = ours.get(unit, frozenset()), self.steps.get(unit, frozenset())
            place = where.get(unit, "-")
            for step in sorted(mine | theirs):
                yield RecordedQuestion(
                    kind="replacements",
                    unit=unit,
                    space=place,
                    about=step,
                    theirs=may(step in theirs),
                    ours=may(step in mine),
                    why=partial(self._why, _order(unit, step)),
                )
            both = mine & theirs
            if not both:
                continue
            if unit in self.prices:
                yield RecordedQuestion(
                    kind="prices",
                    unit=unit,
                    space=place,
                    about=None,
                    theirs=f"{self.prices[unit]:g}",
                    ours=self._price(_order(unit, min(both))),
                    why=lambda: "17.1.1-1",
                )
            payers = [kind for kind, steps in paid.items() if unit in steps]
            yield RecordedQuestion(
                kind="payers",
                unit=unit,
                space=place,
                about=None,
                theirs=named(self.payers[unit]),
                ours=named(payers),
                why=lambda: "17.1.1.1, 17.1.1.2, 17.2",
            )
        yield RecordedQuestion(
            kind="replacements",
            unit=None,
            space="-",
            about="all that was chosen",
            theirs=may(True),
            ours=may(not self._broken(self.chosen)),
            why=lambda: self._why(self.chosen),
        )

    def _broken(self, answer: str) -> list[dict[str, Any]]:
        """Say what an answer breaks; where nobody is asked, nobody gets anything."""
        if self.position.decision()["kind"] == "replacement_points":
            return self.position.check(answer)
        return [] if answer == "pass" else [{"rule": "17.1.1-1", "text": "nobody can get a step"}]

    def _why(self, answer: str) -> str:
        broken = self._broken(answer)
        return "; ".join(f"{one['rule']}: {one['text']}" for one in broken) or "nothing against it"

    def _price(self, order: str) -> str:
        for broken in self.indebted.check(order):
            missing = _NOT_PAID.fullmatch(broken["witness"])
            if missing:
                return f"{int(missing[1]) / 2:g}"
        return "0"


def _steps(position: _core.PursuitPosition) -> dict[str, frozenset[str]]:
    """Return by unit each step that it may get."""
    steps: dict[str, set[str]] = {}
    for move in position.replacements():
        (order,) = move.orders()
        if order["order"] in (_RESTORE, "rebuild"):
            steps.setdefault(order["unit"], set()).add(order.get("place", _RESTORE))
    return {unit: frozenset(found) for unit, found in steps.items()}


def _order(unit: str, step: str) -> str:
    return f"restore {unit}" if step == _RESTORE else f"rebuild {unit} {step}"


def read(raw: Mapping[str, Any], content: Mapping[str, Any], spaces: Spaces) -> Replaced:
    """Read a record of a Replacement Phase."""
    side = raw["side"]
    told = with_cards(raw, content)
    # No round is under way, and nobody acts.
    for key in ("phase", "round", "active"):
        del told[key]
    told["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "replacement"},
        {"frame": "replacement_points", "side": side},
    ]

    def having(points: Mapping[str, int]) -> _core.PursuitPosition:
        return spaces.position({**told, "replacements": points})

    points = points_of(raw["more"])
    kinds = {
        kind: kind_of(side, kind)
        for kind, number in raw["more"][f"rp_{side}"].items()
        if number == int(number)
    }
    return Replaced(
        id=str(raw["id"]),
        position=spaces.position(told),
        steps={
            unit: frozenset(step["places"]) if "places" in step else frozenset({_RESTORE})
            for unit, step in raw["units"].items()
        },
        prices={
            unit: float(step["cost"])
            for unit, step in raw["units"].items()
            if "revolt" not in step["with"]
        },
        payers={
            unit: frozenset(kinds[kind] for kind in step["with"] if kind in kinds)
            for unit, step in raw["units"].items()
        },
        chosen=_chosen(raw["sequence"]),
        paying={kind: having({kind: points[kind]}) for kind in kinds.values()},
        indebted=having(_DEBT[side]),
    )


def _chosen(sequence: Sequence[Sequence[str]]) -> str:
    """Write what was chosen as one answer."""
    orders: list[str] = []
    for what, which in sequence:
        if what == "piece":
            orders.append(f"restore {which}")
        else:
            orders[-1] = f"rebuild {orders[-1].removeprefix('restore ')} {which}"
    return "; ".join(orders) or "pass"
