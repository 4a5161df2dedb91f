"""4. The battle: two dice, and who is lost."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

from conformance.skirmish.cards import Card
from conformance.skirmish.chart import CARDS, NUMBERS, UNITS
from conformance.skirmish.home import Chance
from conformance.skirmish.state import State
from lexbelli.chance import Outcome, Throw

_DICE: Final = Throw.dice(2, 6, "sum")


def _card(state: State) -> Card:
    return Card() if state.card is None else CARDS[state.card]


class Battle(Chance):
    """The dice of a battle."""

    chapter = "4"

    def asks(self, state: State) -> bool:
        return bool(state.units_in(state.target))

    def text(self, state: State) -> str:  # noqa: ARG002 (the same of every battle)
        return "Two dice are thrown for the battle."

    def outline(self, state: State) -> Sequence[tuple[str, str]]:
        return [("battle", f"{', '.join(state.strikers)} against {state.target}")]

    def ringed(self, state: State) -> Collection[str]:
        return {state.target or ""}

    def throw(self, state: State) -> Throw | None:  # noqa: ARG002 (the same of every battle)
        return _DICE

    def outcomes(self, state: State) -> Sequence[Outcome]:
        # 4.1 The strength of those who strike and of their card is added, that of the others is
        # taken away.
        strength = sum(UNITS[unit][1] for unit in state.strikers) + _card(state).strength
        strength -= sum(UNITS[unit][1] for unit in state.units_in(state.target))
        results: dict[str, list[int]] = {"repelled": [], "held": [], "routed": []}
        for total in range(2, 13):
            results[_result(total + strength)].append(total)
        ways = {name: sum(6 - abs(7 - total) for total in of) for name, of in results.items()}
        return [
            Outcome(name, Fraction(ways[name], 36), tuple(totals))
            for name, totals in results.items()
            if totals
        ]

    def fallen(self, state: State, outcome: str) -> State:
        lost: Sequence[str] = ()
        if outcome == "repelled" and not _card(state).saves:
            lost = state.strikers[:1]
        elif outcome == "routed":
            lost = state.units_in(state.target)
        return state.but(at={unit: at for unit, at in state.units if unit not in lost})


def _result(stands: int) -> str:
    # 4.2 to 4.4
    if stands <= NUMBERS["repelled"]:
        return "repelled"
    return "routed" if stands >= NUMBERS["routed"] else "held"
