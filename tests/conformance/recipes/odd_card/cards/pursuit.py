"""5.1 PURSUIT: after a rout one of those who struck may enter the hex."""

from collections.abc import Iterator, Sequence

from conformance.skirmish.home import Answer, Choice, rule
from conformance.skirmish.orders import UNIT, Row
from conformance.skirmish.state import State


class Pursuit(Choice):
    """A striker follows the routed."""

    chapter = "5.1"
    orders = (Row("pursue", unit=UNIT),)

    def asks(self, state: State) -> bool:
        return state.card == "pursuit" and not state.units_in(state.target)

    def text(self, state: State) -> str:
        return f"{state.side}: who enters {state.target}?"

    def ends(self, answer: Answer) -> Sequence[tuple[str, str]]:
        return [(content["unit"], answer.state.target or "") for content in answer.given("pursue")]

    def answered(self, answer: Answer) -> State:
        return answer.state.but(at=answer.after)


@rule("5.1", idle="{} did not strike", many="more than one unit pursues")
def pursuers(answer: Answer) -> Iterator[tuple[str, ...]]:
    for unit in answer.units:
        if unit not in answer.state.strikers:
            yield "idle", unit
    if len(answer.units) > 1:
        yield ("many",)
