"""What every game's position can be asked: the core.

What only some games' positions can be asked stands in `lexbelli.capabilities`.
"""

import json
import math
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

from lexbelli.chance import Dice, GivenRoll, Outcome, Outcomes, Roll
from lexbelli.draw.board import Board, Overlay
from lexbelli.draw.picture import Crop, Picture
from lexbelli.draw.picture import draw as draw_board
from lexbelli.draw.themes import theme as theme_of
from lexbelli.errors import bad_input
from lexbelli.moves import Change, Decision, GivenMove, Move, Order, Violation
from lexbelli.names import resolve

if TYPE_CHECKING:
    from lexbelli.notebook import BoardWidget

__all__ = [
    "CHANCE",
    "AnyPosition",
    "Count",
    "Place",
    "Position",
    "Step",
    "refuse_drawing",
    "within",
]

# The kind of a decision that dice or a draw take.
CHANCE: Final = "chance"
# Of so many moves a sample is taken where a game has no way of its own to draw one.
_MOST_SAMPLED: Final = 10_000
_NOTHING: Final = "-"
# What every game can draw.
_DRAWN: Final = ("around", "hops", "theme", "overlay")

_Stepped_co = TypeVar("_Stepped_co", bound="Position", covariant=True)


class Step(NamedTuple, Generic[_Stepped_co]):
    """One answer on the way of `Position.play`, and the position after it.

    `answer` is None where something was only supposed: then `supposed` says what. `roll` is how the
    dice fell or what was drawn, or None if nothing was thrown.
    """

    position: _Stepped_co
    answer: str | None
    roll: Roll | None = None
    supposed: Mapping[str, Any] = {}


class Place(NamedTuple):
    """A place and what is in it: its controller, or nothing; its units, as people read them."""

    name: str
    control: str
    units: Sequence[str]


class Count(NamedTuple):
    """How many there are; at least so many if not all were counted."""

    number: int
    complete: bool


class Position(ABC):
    """A proven position of a game. It never changes; what-if questions make new ones.

    A game derives its own class. It must be immutable, equal to another that stands for the same
    state, hashable, and pickled by a module that other processes can import. What is abstract here
    it must say; the rest it may say better. Where a signature ends in `*args, **supposed`, a game
    may take parameters of its own, such as the points to be spent under its `Budget.key`, for that
    one question.
    """

    __slots__ = ()

    # --- what it is -----------------------------------------------------------------

    @property
    @abstractmethod
    def game(self) -> str:
        """The game's name."""

    @property
    @abstractmethod
    def scenario_name(self) -> str:
        """The scenario it began from; empty if it began from none."""

    @property
    @abstractmethod
    def title(self) -> str:
        """One line: the scenario and the time of play."""

    @property
    def caution(self) -> str | None:
        """What a reader must know before trusting it, such as a reconstructed set-up."""
        return None

    @property
    def under_way(self) -> Sequence[str]:
        """What is under way, the outermost first, such as a round, its battle, what is asked."""
        return (self.decision.kind,)

    @property
    def allowed(self) -> Sequence[tuple[str, str, str]]:
        """The problems of the set-up that were tolerated: code, field, message."""
        return ()

    @property
    @abstractmethod
    def units(self) -> Mapping[str, str]:
        """Every unit that has been placed, and where."""

    @property
    @abstractmethod
    def known_units(self) -> Sequence[str]:
        """Every unit of the game, placed or not."""

    @property
    @abstractmethod
    def spaces(self) -> Sequence[str]:
        """Every place of the map and off it."""

    @abstractmethod
    def places(self) -> Sequence[Place]:
        """The places that hold units, on the map and off it."""

    def __repr__(self) -> str:
        return f"<Position {self.game}/{self.title}>"

    def outline(self) -> Sequence[tuple[str, str]]:
        """The state beside units, as lines of a label and a value."""
        return [("now", " > ".join(self.under_way))]

    def place_named(self, name: str, field: str = "place") -> str:
        """Return a place by its name, or by another that the game knows it by.

        Raises:
            BadInput: There is none; it suggests the nearest.
        """
        return resolve(name, self.spaces, field, "place")

    # --- in and out -----------------------------------------------------------------

    @abstractmethod
    def to_json(self) -> str:
        """Return the position as its JSON document, an object with the game's `schema`.

        `Game.from_document` reads it as an equal position.
        """

    @abstractmethod
    def to_bytes(self) -> bytes:
        """Return the position in few bytes; `Game.from_bytes` reads them as an equal position.

        They begin so that no other game's reader takes them for its own, and with no `{` or `[`.
        """

    @abstractmethod
    def facts(self) -> str:
        """Return the state as facts for the law."""

    def static_facts(self) -> str:
        """Return what never changes, such as the map and the counters, as facts for the law."""
        return ""

    def decision_facts(self) -> str:
        """Return what the law of the decision that is asked now is told besides."""
        return ""

    # --- questions ------------------------------------------------------------------

    @abstractmethod
    def side_of(self, unit: str) -> str:
        """The side of a unit.

        Raises:
            BadInput: There is no such unit.
        """

    @abstractmethod
    def with_change(self, *args: Any, **changes: Any) -> Self:
        """Return another position with some things changed, or the same if nothing is.

        Args:
            args: None; what is changed is named.
            changes: Every game takes `units`, where units now are (None takes one away); `setup`,
                other keys of the JSON document, put in place of those of this position (None takes
                a key away); and `allow`, codes of problems that are tolerated, beside those already
                tolerated here. Others it may take by names of its own, such as `control`: places,
                and who now controls them.

        Raises:
            BadInput: A name or value is unknown, or the game lets nothing of that name be changed.
            InvalidSetup: What results is no position.
        """

    # --- playing --------------------------------------------------------------------

    @property
    @abstractmethod
    def decision(self) -> Decision:
        """What the position asks next, and of whom.

        A decision of a side is answered by a move or by one of its `choices`; one of the kind
        `chance` by one of its outcomes. With neither outcomes, choices nor moves the game is over.
        """

    def chance(self) -> Sequence[Outcome]:
        """Return the ways in which chance may fall next, with their odds; empty if none waits."""
        return list(self.decision.outcomes)

    @abstractmethod
    def suppose(self, side: str | None = None, *args: Any, **supposed: Any) -> Self:
        """Return the position as if a side were to act.

        Args:
            side: The side; None for the one that acts. What the other had under way is dropped.
            args: What else the game takes.
            supposed: The same, by name, such as its points under `Budget.key`.

        Raises:
            BadInput: There is no such side, or that cannot be supposed of the position.
        """

    @abstractmethod
    def move(self, given: GivenMove) -> Move:
        """Read a move of what is asked, from text, JSON as text, or a list of orders.

        Raises:
            BadInput: It cannot be read; the error names the order, the field and the nearest
                valid choice.
        """

    @abstractmethod
    def moves(self, limit: int | None = None, *args: Any, **supposed: Any) -> Iterator[Move]:
        """Yield legal moves, each once, as they are asked for, in no particular order.

        Args:
            limit: How many at most; None for all, which are often too many to wait for.
            args: What else the game takes.
            supposed: As for `args`, by name. A game may take `by`, who finds them: `core` (if
                nobody says) or `law`, which must agree.

        Raises:
            BadInput: The position asks for no moves, or the limit is below 0.
        """

    def count_moves(self, seconds: float | None = None, *args: Any, **supposed: Any) -> Count:
        """Return how many legal moves there are.

        Args:
            seconds: How long to count at most; None until all are counted, which may be never.
            args: What else the game takes.
            supposed: The same, by name, as for `moves`.

        Raises:
            BadInput: The position asks for no moves, or the seconds are no number above 0.
        """
        deadline = time.monotonic() + within(seconds)
        number = 0
        for _ in self.moves(None, *args, **supposed):
            number += 1
            if time.monotonic() > deadline:
                return Count(number, complete=False)
        return Count(number, complete=True)

    def sample_moves(self, number: int, seed: int, *args: Any, **supposed: Any) -> Sequence[Move]:
        """Return legal moves, chosen at random; the same seed gives the same moves."""
        found = list(islice(self.moves(None, *args, **supposed), _MOST_SAMPLED))
        dice = random.Random(seed)
        return [dice.choice(found) for _ in range(number)] if found else []

    def orders(self, given: GivenMove = "", *args: Any, **supposed: Any) -> Sequence[Order]:
        """Return every order that occurs in at least one legal move with those given.

        Args:
            given: Orders already given.
            args: What else the game takes.
            supposed: As for `args`, by name. A game may take `by`, who lists them: `core` (if
                nobody says) or `law`, which must agree.

        Raises:
            BadInput: The orders cannot be read, or the position asks for no moves.
        """
        wanted = set(self.move(given).orders)
        found = (
            order
            for move in self.moves(None, *args, **supposed)
            if wanted <= set(move.orders)
            for order in move.orders
        )
        return sorted(dict.fromkeys(found), key=lambda order: order.text)

    @abstractmethod
    def check(self, move: GivenMove, *args: Any, **supposed: Any) -> Sequence[Violation]:
        """Return every rule a move breaks; none if it is legal, or one of the decision's choices.

        Args:
            move: The move.
            args: What else the game takes.
            supposed: Every game takes `by`, who judges: `core` (if nobody says) or `law`, which
                must agree on rules and witnesses. Others it may take by names of its own.

        Raises:
            BadInput: The move cannot be read, or the position does not ask for it.
        """

    def cost(self, order: Order) -> int | None:  # noqa: ARG002 - others ask for it
        """Return the points an order costs; None if it cannot be paid for."""
        return 0

    @abstractmethod
    def after_answer(self, answer: GivenMove) -> Self:
        """Return the position after one answer: a move, a choice, or the text of an outcome.

        Dice that it calls for have not fallen yet.

        Raises:
            BadInput: It cannot be read, or is not asked for.
            IllegalMove: The move breaks rules; the error lists all.
        """

    def play(
        self,
        answer: GivenMove | None = None,
        roll: GivenRoll = None,
        *args: Any,
        **supposed: Any,
    ) -> Self:
        """Return the position after an answer to its decision, and after the dice it needs.

        Args:
            answer: A move, or one of the decision's `choices`; None to let only dice fall.
            roll: The dice: one roll, several, or `Dice`. Without it a position that waits for dice
                is returned as it is; its outcomes can be given as answers.
            args: What else the game takes.
            supposed: The same, by name: supposed before the answer is given.

        Raises:
            BadInput: The answer cannot be read or is not asked for, or more rolls are given than
                dice fall.
            IllegalMove: The move breaks rules; the error lists all.
        """
        now = self
        for step in self.steps(answer, roll, *args, **supposed):
            now = step.position
        return now

    def steps(
        self,
        answer: GivenMove | None = None,
        roll: GivenRoll = None,
        *args: Any,
        **supposed: Any,
    ) -> Iterator[Step[Self]]:
        """Play, and yield the position after every answer and every throw on the way.

        Args:
            answer: As of `play`, and so are the others.
            roll: The dice.
            args: What else the game takes.
            supposed: What is supposed before the answer: this is a step of its own.

        Raises:
            BadInput: As `play`; that too many rolls are given is known at the end only.
            IllegalMove: As `play`.
        """
        dice = Dice.of(roll)
        now = self
        if args or supposed:
            now = self.suppose(None, *args, **supposed)
            yield Step(now, None, supposed=supposed)
        if answer is None and now.decision.kind != CHANCE:
            raise bad_input(f"is missing: {now.decision.text}", "answer")
        if answer is not None:
            asked = now.decision
            plain = isinstance(answer, str) and _known(asked, answer)
            text = str(answer) if plain else str(now.move(answer))
            now = now.after_answer(answer)
            yield Step(now, text)
        while (asked := now.decision).kind == CHANCE:
            if asked.throw is None:
                now = now.after_answer(asked.outcomes[0].text)
                yield Step(now, asked.outcomes[0].text)
                continue
            outcome = dice.fall(asked.outcomes, asked.throw)
            if outcome is None:
                break
            now = now.after_answer(outcome.text)
            yield Step(now, outcome.text, dice.fallen[-1][0])
        if dice.waiting:
            fallen = len(dice.fallen)
            number = "no die falls" if fallen == 0 else f"only {fallen} can fall"
            raise bad_input(f"{fallen + dice.waiting} given, but {number}", "roll")

    def changes(self, later: Self) -> Sequence[Change]:
        """Return what is different in a later position: where units are, keys of the document."""
        was, now = self.units, later.units
        found = [
            Change(unit, was.get(unit, _NOTHING), now.get(unit, _NOTHING))
            for unit in sorted({*was, *now})
            if was.get(unit) != now.get(unit)
        ]
        old, new = (json.loads(each.to_json()) for each in (self, later))
        found += [
            Change(key.replace("_", " "), _said(old.get(key)), _said(new.get(key)))
            for key in dict.fromkeys([*old, *new])
            if key != "units" and old.get(key) != new.get(key)
        ]
        return found

    # --- looking at it --------------------------------------------------------------

    @abstractmethod
    def board(self) -> Board:
        """Return the position as a board to be drawn, as plain data."""

    def draw(self, *args: Any, **wanted: Any) -> Picture:
        """Draw the position, with what is asked for laid over it.

        Args:
            args: None; what is drawn is named.
            wanted: Every game takes `around`, a place around which the picture ends; `hops`, how
                many connections away from it what is shown may lie (3); `theme`: `screen`, `print`
                or `colour-blind`; and `overlay`, anything to be laid over the board. Others it may
                take by names of its own, such as a `move`.

        Raises:
            BadInput: A name is unknown, or the game draws nothing of that name.
        """
        if args:
            raise bad_input("is named, such as around=...", "draw")
        refuse_drawing(self.game, {name for name in wanted if name not in _DRAWN})
        around, hops = wanted.get("around"), wanted.get("hops", 3)
        crop = None if around is None else Crop(self.place_named(around, "around"), hops)
        overlay = wanted.get("overlay") or Overlay()
        return draw_board(self.board(), overlay, theme_of(wanted.get("theme", "screen")), crop)

    def _repr_svg_(self) -> str:
        return self.draw()._repr_svg_()

    def board_widget(self, as_side: str | None = None, **wanted: Any) -> "BoardWidget":
        """Return the board as a widget of a notebook: what is clicked comes to Python.

        Args:
            as_side: Show no more than this side may know, and answer for it alone.
            wanted: What else `lexbelli.notebook.BoardWidget` takes: `read_only`, `plays`, `theme`,
                `height`.

        Returns:
            The widget, with the traits `position`, `move` and `answer`.

        Raises:
            BadInput: There is no such side or theme, or the extra `notebook` is not installed.
        """
        try:
            from lexbelli.notebook import BoardWidget  # noqa: PLC0415 - it needs an extra
        except ImportError as error:
            said = f"it needs {error.name}: pip install 'lexbelli[notebook]'"
            raise bad_input(said, "board_widget") from None
        return BoardWidget(self, as_side, **wanted)


def within(seconds: float | None) -> float:
    """Return a time limit in seconds, and one that never ends for None.

    Raises:
        BadInput: It is no number above 0.
    """
    if seconds is None:
        return math.inf
    if not seconds > 0:
        raise bad_input(f"'{seconds}' is not a number of seconds above 0", "seconds")
    return seconds


def refuse_drawing(game: str, wanted: Iterable[str]) -> None:
    """Refuse what a game does not draw, such as what another would.

    Raises:
        BadInput: There is anything.
    """
    for name in wanted:
        raise bad_input(f"is nothing that is drawn of '{game}'", name)


# A position of whatever game, for those who ask what only its game can answer.
if TYPE_CHECKING:
    AnyPosition: TypeAlias = Any
else:
    AnyPosition = Position


def _said(value: Any) -> str:
    if value is None:
        return _NOTHING
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _known(asked: Decision, answer: str) -> bool:
    """Whether an answer is one of the choices, or names an outcome."""
    outcomes = asked.outcomes
    if isinstance(outcomes, Outcomes):
        return answer in asked.choices or outcomes.names(answer)
    return answer in {*asked.choices, *(outcome.text for outcome in outcomes)}
