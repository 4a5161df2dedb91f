"""What a board in a notebook asks by messages, and what it is answered.

They are the questions of the web page (docs/serve.md), put to the same code. A question is
`{"ask": KEY, "method": "POST", "path": "/api/orders", "given": {"given": ""}}`; its answer
`{"answer": KEY, "told": ...}`, or `{"answer": KEY, "status": 422, "error": {...}}`. Besides those
there is `POST /chosen` with `answer`: what is chosen so far of the answer under way.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from lexbelli.chance import GivenRoll
from lexbelli.errors import bad_input
from lexbelli.moves import GivenMove, Move
from lexbelli.names import nearest, shown
from lexbelli.position import AnyPosition
from lexbelli.record import Record
from lexbelli.web.endpoints import ENDPOINTS, Endpoint, game_told
from lexbelli.web.fields import Field, read_body
from lexbelli.web.game import Refused, ServedGame
from lexbelli.web.openapi import ERRORS
from lexbelli.web.refusals import error_content, refusal
from lexbelli.web.seats import TABLE, Seat

__all__ = ["CHOSEN", "Talk"]

#: Where it is said what is chosen so far.
CHOSEN: Final = "/chosen"
_LONGEST_KEY: Final = 80
_BY_PATH: Final[Mapping[str, Endpoint]] = {each.path: each for each in ENDPOINTS}
_CHOSEN: Final = (Field("answer", "orders", "What is chosen so far.", required=True),)
_DICE: Final = "Dice are to fall, or a card is to be drawn: widget.play() lets it happen."
_log = logging.getLogger("lexbelli.notebook")


class Talk:
    """A game that is shown on a board, and what the board is told of it.

    Args:
        position: Where it begins.
        seat: Who sits at the board: what he may see, and for whom he answers.
        plays: Whether what is answered is played at once. Else it is handed over.
    """

    def __init__(self, position: AnyPosition, seat: Seat, *, plays: bool = False) -> None:
        self._seat = seat
        self._plays = plays
        self._game = ServedGame(Record(position), None)
        #: What is chosen so far: a move, one of the choices, or None.
        self.move: Move | str | None = None
        #: What was handed over, as text; None before.
        self.answer: str | None = None
        #: Called when anything of it is another.
        self.on_change: list[Callable[[], None]] = []
        self._game.on_change.append(self._went_on)

    @property
    def position(self) -> AnyPosition:
        """The whole position now, whatever is seen of it."""
        return self._game.now()[2]

    @property
    def seen(self) -> AnyPosition:
        """The position now, as it is shown."""
        return self._game.seen(self._seat)

    @property
    def version(self) -> int:
        """Goes up with everything that changes the position."""
        return self._game.version

    # --- for whoever holds the game -------------------------------------------------

    def show(self, position: AnyPosition) -> None:
        """Begin anew from another position."""
        version = self._game.version
        self._game = ServedGame(Record(position), None)
        self._game.version = version + 1
        self._game.on_change.append(self._went_on)
        self._went_on()

    def play(self, answer: GivenMove | None, roll: GivenRoll) -> None:
        """Go on as `Record.play` does.

        Raises:
            BadInput: As `Record.play`.
            IllegalMove: As `Record.play`.
        """
        self._game.advance(answer, roll)

    def undo(self) -> None:
        """Take back what was played last: an answer, or dice.

        Raises:
            BadInput: Nothing has been played yet.
        """
        try:
            self._game.undo(Seat(TABLE, tuple(self._game.sides), ()), self._game.step)
        except Refused as refused:
            raise bad_input(str(refused), "undo") from None

    def _went_on(self) -> None:
        self.move = self.answer = None
        self._tell()

    def _tell(self) -> None:
        for told in self.on_change:
            told()

    # --- for the board --------------------------------------------------------------

    def hear(self, message: Any) -> dict[str, Any]:
        """Return the answer to a message, whatever it is; nothing is raised."""
        key = message.get("ask") if isinstance(message, Mapping) else None
        if type(key) not in (str, int) or len(str(key)) > _LONGEST_KEY:
            key = None
        try:
            if key is None:
                raise bad_input("a text or a whole number is needed", "ask")
            return {"answer": key, "told": self._told(message)}
        except Exception as error:  # noqa: BLE001 (no message may end what the kernel does)
            told = refusal(error, lambda: self.seen)
            if told is None:
                _log.error("internal error: %s", type(error).__name__, exc_info=error)
                told = error_content("internal", "A fault of Lex Belli; the log has it.")
            return {"answer": key, "status": ERRORS[told["error"]["code"]][0], **told}

    def _told(self, message: Mapping[str, Any]) -> Any:
        if not isinstance(message.get("path"), str):
            raise bad_input("a text is needed", "path")
        path, given = message["path"], message.get("given", {})
        if path == CHOSEN:
            return self._choose(read_body(_CHOSEN, given)["answer"])
        of = _BY_PATH.get(path)
        if of is None:
            said = f"'{shown(path)}' is no question"
            raise bad_input(said, "path", nearest(path[:80], [*_BY_PATH, CHOSEN]))
        if message.get("method") != of.method:
            raise Refused("method", "The method is another.")
        asked = read_body(of.fields, given)
        if of.changes and not self._plays:
            return self._hand_over(of, asked)
        told = of.run(self._game, self._seat, asked)
        return self._as_shown(told) if of.answer == "Game" else told

    def _as_shown(self, told: dict[str, Any]) -> dict[str, Any]:
        """Return where the game stands as the board is to show it: Python goes on with it."""
        if self._plays:
            return told
        nothing = {"possible": False, "why": None, "back_to": None, "asked": None, "told": None}
        handed = {"answer": self.answer, "chance": _DICE}
        return {**told, "goes_on": False, "throws": False, "undo": nothing, "handed": handed}

    def _choose(self, answer: Any) -> dict[str, Any]:
        """Take note of what is chosen so far."""
        if not self._seat.sides:
            raise Refused("not_yours", "Onlookers change nothing.")
        position = self.seen
        move: Move | str | None = None
        if isinstance(answer, str) and answer in position.decision.choices:
            move = answer
        elif answer:
            if position.decision.side not in self._seat.sides:
                raise Refused("not_yours", "The other side decides.")
            move = position.move(answer)
        if move != self.move:
            self.move = move
            self._tell()
        return {"move": None if move is None else str(move)}

    def _hand_over(self, of: Endpoint, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Hand an answer over that could be played, and play nothing."""
        if of.name != "play":
            raise Refused("not_yours", "Python goes on with the game.")
        answer = asked["answer"]
        self._game.judge(self._seat, answer, asked["step"])
        position = self.seen
        chosen = isinstance(answer, str) and answer in position.decision.choices
        self.move = answer if chosen else position.move(answer)
        self.answer = str(self.move)
        self._tell()
        return {"game": self._as_shown(game_told(self._game, self._seat, {})), "log": []}
