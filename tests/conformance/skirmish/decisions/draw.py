"""1.5 A side begins its turn by drawing a card, while there are any."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from conformance.skirmish.home import Chance
from conformance.skirmish.state import UNSEEN, State
from lexbelli.chance import Outcome, Outcomes, Throw

_BY_ITSELF: Final = "draw a card that is not seen"


class Draw(Chance):
    """A card is drawn."""

    chapter = "1.5"

    def asks(self, state: State) -> bool:
        return state.deck() > 0

    def text(self, state: State) -> str:
        return "A card is drawn." if self.throw(state) is None else f"{state.side} draws a card."

    def throw(self, state: State) -> Throw | None:
        return None if state.side in state.hidden else Throw.draw(1, state.pool())

    def outcomes(self, state: State) -> Sequence[Outcome]:
        throw = self.throw(state)
        return [Outcome(_BY_ITSELF, Fraction(1))] if throw is None else Outcomes(throw)

    def fallen(self, state: State, outcome: str) -> State:
        throw = self.throw(state)
        card = UNSEEN if throw is None else str(throw.read(outcome)[0])
        return state.dealt({state.side: [*state.hand(state.side), card]})
