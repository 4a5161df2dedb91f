"""3. The attack: which units strike at which hex, and with what card."""

from collections.abc import Iterator

from conformance.skirmish.chart import CARDS, UNITS, arm, beside
from conformance.skirmish.home import Answer, Choice, rule
from conformance.skirmish.orders import CARD, HEX, UNIT, Row
from conformance.skirmish.state import State


class Attack(Choice):
    """Units strike."""

    chapter = "3"
    orders = (Row("strike", unit=UNIT, target=HEX), Row("card", card=CARD))
    played = True

    def asks(self, state: State) -> bool:  # noqa: ARG002 (always)
        return True

    def text(self, state: State) -> str:
        return f"{state.side}: which units strike?"

    def answered(self, answer: Answer) -> State:
        state, strikes = answer.state, answer.given("strike")
        if not strikes:
            return state
        cards = [content["card"] for content in answer.given("card")]
        left = [held for held in state.hand(state.side) if held not in cards]
        return state.dealt({state.side: left}).but(
            target=strikes[0]["target"],
            strikers=tuple(content["unit"] for content in strikes),
            card=cards[0] if cards else None,
            played=tuple(sorted([*state.played, *cards])),
        )


@rule("3.1", away="{} is not next to {}")
def next_to_it(answer: Answer) -> Iterator[tuple[str, ...]]:
    for content in answer.given("strike"):
        at = answer.state.at.get(content["unit"])
        if at is not None and not beside(at, content["target"]):
            yield "away", content["unit"], content["target"]


@rule("3.2", empty="no enemy is in {}")
def enemies_there(answer: Answer) -> Iterator[tuple[str, ...]]:
    for content in answer.given("strike"):
        there = answer.state.units_in(content["target"])
        if all(UNITS[unit][0] == answer.acting for unit in there):
            yield "empty", content["target"]


@rule("3.3", scattered="{} and {} are both struck at")
def one_target(answer: Answer) -> Iterator[tuple[str, ...]]:
    targets = sorted({content["target"] for content in answer.given("strike")})
    for number, target in enumerate(targets):
        for other in targets[number + 1 :]:
            yield "scattered", target, other


@rule("3.4", lacking="{} is not in the hand")
def of_the_hand(answer: Answer) -> Iterator[tuple[str, ...]]:
    for content in answer.given("card"):
        if content["card"] not in answer.state.hand(answer.acting):
            yield "lacking", content["card"]


@rule("3.5", several="more than one card is played")
def one_card(answer: Answer) -> Iterator[tuple[str, ...]]:
    if len(answer.given("card")) > 1:
        yield ("several",)


@rule("3.6", owed=True, idle="{} is played without a strike")
def with_a_strike(answer: Answer) -> Iterator[tuple[str, ...]]:
    for content in answer.given("card"):
        if not answer.given("strike"):
            yield "idle", content["card"]


@rule("3.7", owed=True, lacks="{} needs {} among those who strike")
def the_right_arm(answer: Answer) -> Iterator[tuple[str, ...]]:
    arms = {arm(content["unit"]) for content in answer.given("strike")}
    for content in answer.given("card"):
        needed = CARDS[content["card"]].needs
        if needed and needed not in arms:
            yield "lacks", content["card"], needed
