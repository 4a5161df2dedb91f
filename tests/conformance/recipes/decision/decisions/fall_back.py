"""3.8 Falling back: before the dice a unit that is struck at may give way."""

from collections.abc import Collection, Iterator, Sequence

from conformance.skirmish.chart import NUMBERS, UNITS, beside
from conformance.skirmish.home import Answer, Choice, rule
from conformance.skirmish.orders import HEX, UNIT, Row
from conformance.skirmish.state import State


class FallBack(Choice):
    """Units that are struck at give way."""

    chapter = "3.8"
    orders = (Row("fall_back", unit=UNIT, to=HEX),)

    def asks(self, state: State) -> bool:
        return state.target is not None

    def side(self, state: State) -> str:
        return state.foe()

    def text(self, state: State) -> str:
        return f"{self.side(state)}: which units fall back from {state.target}?"

    def ringed(self, state: State) -> Collection[str]:
        return {state.target or ""}

    def ends(self, answer: Answer) -> Sequence[tuple[str, str]]:
        return [(content["unit"], content["to"]) for content in answer.given("fall_back")]

    def answered(self, answer: Answer) -> State:
        return answer.state.but(at=answer.after)


@rule(
    "3.8",
    unstruck="{} is not struck at",
    far="{} cannot step to {}",
    enemy="{} cannot enter {}, an enemy is there",
    many="more units fall back than may",
)
def giving_way(answer: Answer) -> Iterator[tuple[str, ...]]:
    at = answer.state.at
    for unit, to in answer.home.ends(answer):
        if unit in at and at[unit] != answer.state.target:
            yield "unstruck", unit
        if unit in at and not beside(at[unit], to):
            yield "far", unit, to
        if any(UNITS[other][0] != UNITS[unit][0] for other in answer.state.units_in(to)):
            yield "enemy", unit, to
    if len(set(answer.units)) > NUMBERS["fall_back"]:
        yield ("many",)
