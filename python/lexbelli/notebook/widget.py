"""The board as a widget of a notebook: what is clicked comes to Python."""

from typing import Any, Final

import anywidget
import traitlets

from lexbelli import games
from lexbelli.chance import GivenRoll
from lexbelli.draw.themes import theme as theme_of
from lexbelli.errors import bad_input
from lexbelli.moves import GivenMove
from lexbelli.names import unknown
from lexbelli.notebook.joined import static, widget_module
from lexbelli.notebook.talk import Talk
from lexbelli.position import CHANCE, AnyPosition, Position
from lexbelli.web.seats import ONLOOKER, TABLE, Seat, seat_of

__all__ = ["BoardWidget"]

_PICTURE: Final = "image/svg+xml"


class BoardWidget(anywidget.AnyWidget):
    """The board of a position, where the answer that is asked for can be clicked together.

    It is the page of `lexbelli serve`: the same marks, and the same refusals with the numbers of
    their rules. All three traits below can be observed, and none of them is sent to the browser.

    Attributes:
        position: The position, whole. Set it, and the board shows another of the same game; one of
            another game is refused (`BadInput`), and what is no position (`TraitError`).
        move: What is chosen so far: a `Move`, legal or not; one of `decision.choices`; None.
        answer: What was handed over with the button below the move, as text: a legal move, or one
            of the choices. None before, and again when the position is another.

    Args:
        position: Where it begins.
        as_side: Show no more than this side may know, and answer for it alone.
        read_only: Show it, and let nothing be answered.
        plays: Play at once what is answered on the board, dice and all, and let it be taken back
            there. Else an answer is handed over, and Python goes on.
        theme: The colours at first.
        height: How high the board is, as CSS has it.

    Raises:
        BadInput: There is no such side or theme.
    """

    _esm = widget_module()
    looks = traitlets.Unicode(static("style.css")).tag(sync=True)
    theme = traitlets.Unicode().tag(sync=True)
    height = traitlets.Unicode().tag(sync=True)
    position = traitlets.Instance("lexbelli.position.Position")
    move = traitlets.Any(None)
    answer = traitlets.Unicode(None, allow_none=True)

    def __init__(
        self,
        position: AnyPosition,
        as_side: str | None = None,
        *,
        read_only: bool = False,
        plays: bool = False,
        theme: str = "screen",
        height: str = "42rem",
    ) -> None:
        theme_of(theme)
        seat = _seat(position, as_side, read_only=read_only)
        self._talk = Talk(position, seat, plays=plays)
        super().__init__(position=position, theme=theme, height=height)
        self._version = self._talk.version
        self._talk.on_change.append(self._changed)
        self.on_msg(self._heard)

    def play(self, answer: GivenMove | None = None, roll: GivenRoll = None) -> AnyPosition:
        """Play what was handed over, or another answer, or let dice fall; the board goes on.

        Args:
            answer: The answer; None for what was handed over.
            roll: How dice fall, as in `Position.play`; None to draw them.

        Returns:
            The position now.

        Raises:
            BadInput: Nothing was handed over, or it cannot be read or rolled.
            IllegalMove: It breaks rules.
        """
        falls = self._talk.position.decision.kind == CHANCE
        if answer is None and not falls:
            if self._talk.answer is None:
                raise bad_input("nothing was handed over on the board yet", "answer")
            answer = self._talk.answer
        self._talk.play(answer, roll)
        return self._talk.position

    def undo(self) -> AnyPosition:
        """Take back what was played last: an answer, or dice.

        Returns:
            The position now.

        Raises:
            BadInput: Nothing has been played since the board was made, or `position` set.
        """
        self._talk.undo()
        return self._talk.position

    def _heard(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Answer the board."""
        self.send(self._talk.hear(content))

    def _changed(self) -> None:
        """Let everybody know what is otherwise: who observes, and the board."""
        with self.hold_trait_notifications():
            self.position = self._talk.position
            self.move, self.answer = self._talk.move, self._talk.answer
        if self._version != self._talk.version:
            self._version = self._talk.version
            self.send({"changed": self._version})

    @traitlets.validate("position")
    def _same_game(self, proposed: Any) -> AnyPosition:
        if proposed["value"].game != self._talk.position.game:
            raise bad_input(f"is no position of '{self._talk.position.game}'", "position")
        return proposed["value"]

    @traitlets.observe("position")
    def _shown(self, change: Any) -> None:
        if change["new"] is not self._talk.position:
            self._talk.show(change["new"])

    def _repr_mimebundle_(self, **wanted: Any) -> Any:
        """Return the widget, and what it shows as a picture for who has no widgets."""
        bundle = super()._repr_mimebundle_(**wanted)
        data, more = bundle if isinstance(bundle, tuple) else (bundle, {})
        if data is None:
            return None
        picture = self._talk.seen.draw(theme=self.theme)._repr_svg_()
        return {**data, _PICTURE: picture}, more


def _seat(position: Position, side: str | None, *, read_only: bool) -> Seat:
    """Return who sits at the board."""
    sides = tuple(games.of(position).sides)
    if side is not None and side not in sides:
        raise unknown(side, sides, "as_side", "side")
    seat = Seat(TABLE, sides, ()) if side is None else seat_of(position, side)
    return Seat(ONLOOKER, (), seat.views) if read_only else seat
