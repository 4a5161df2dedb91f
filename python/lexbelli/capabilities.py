"""What a game may offer beside its core, and the questions that are put to whoever has it.

A position has a capability if it has its methods; a game, if it has the attribute that
`lexbelli.games` names. Who has not says so: `BadInput`, `TITLE has no attrition`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, Self, runtime_checkable

from lexbelli import games
from lexbelli.errors import bad_input
from lexbelli.moves import Move, Order
from lexbelli.position import Position

__all__ = [
    "AddsUp",
    "Assessment",
    "Attack",
    "Attrition",
    "Battles",
    "Commanded",
    "Concealing",
    "Dealt",
    "Eventful",
    "Guessable",
    "Hidden",
    "Ledger",
    "Marks",
    "Observed",
    "Supplied",
    "Supposition",
    "Timed",
    "Won",
    "attacks",
    "attrition",
    "evaluate_battle",
    "odds",
    "seen_by",
    "victory",
    "winner_of",
    "with_event",
]


@runtime_checkable
class Supplied(Protocol):
    """A position whose units are in supply or not."""

    def supply(self) -> Mapping[str, str]:
        """Return the status of every unit that needs supply, in the game's words."""

    def flips(self) -> Sequence[str]:
        """Return the places that would change hands for want of supply; maybe none ever."""


@runtime_checkable
class Commanded(Protocol):
    """A position whose units must be activated."""

    def activations(self, side: str | None = None) -> Mapping[str, Any]:
        """Return, by place, what it takes to activate the units of a side (the active one)."""


@runtime_checkable
class Attrition(Protocol):
    """A position in which units may be lost without a battle, for want of supply."""

    def attrition(self) -> Any:
        """Return what attrition would do now; `as_json()` of it is plain data."""


@runtime_checkable
class Ledger(Protocol):
    """A position of a game that ends with a reckoning."""

    def victory(self) -> Any:
        """Return how the game would end if it ended now.

        Its `winner` is a side or None, and `as_json()` of it is plain data. With `mistakes`, it is
        gone over wherever positions are (`AddsUp`).
        """


@runtime_checkable
class AddsUp(Protocol):
    """What a `Ledger` returns, if it can be gone over."""

    def mistakes(self) -> Iterator[str]:
        """Yield what does not add up in it, in words: nothing, if it is as it should be."""


@runtime_checkable
class Won(Protocol):
    """A position of a game that somebody wins, reckoned or not."""

    @property
    def winner(self) -> str | None:
        """The side that has won if the game is over, or would if it ended now; None if none."""


@runtime_checkable
class Timed(Protocol):
    """A position of a game that is played in turns."""

    @property
    def turn(self) -> int:
        """The turn, from 1; 0 before the first."""


@runtime_checkable
class Dealt(Protocol):
    """A position of a game that begins with a deal, which a scenario may leave out."""

    def opened(self) -> Self:
        """Return the beginning of a game from this set-up; itself if it is under way."""


class Supposition(Protocol):
    """An event that is supposed to have happened."""

    @property
    def position(self) -> Any:
        """The position after what of it nobody has to choose."""

    @property
    def text(self) -> str:
        """What was supposed, what happened and what was left out."""


@runtime_checkable
class Eventful(Protocol):
    """A position of a game in which events happen that can be supposed by their names."""

    def with_event(self, name: str) -> Supposition:
        """Suppose that an event has just happened, whether or not it could."""


@runtime_checkable
class Hidden(Protocol):
    """A position in which a side may not know everything."""

    def seen_by(self, side: str) -> Self:
        """Return what a side may know of it; the law of its decisions is told no more."""


@runtime_checkable
class Guessable(Protocol):
    """A position of which a side does not know everything, whose hidden part can be guessed."""

    def guessed(self, seed: int) -> Self | None:
        """Return a whole position that this one could be what a side knows of; None if none is.

        It is drawn at random, and asks what this one asks. The same seed gives the same.
        """


class Assessment(Protocol):
    """What positions of a game are worth, for players (docs/players.md)."""

    def terms(self, position: Any, side: str) -> Mapping[str, float]:
        """Return what a position is worth to a side, term by term, in points of the game.

        To the other side it is worth as much less. A game that is won is worth more than any that
        is not.
        """

    def promised(self, position: Any, answer: Move | str, side: str) -> float:
        """Return what an answer promises that the position after it does not show yet."""


@runtime_checkable
class AssessingCore(Protocol):
    """The core of a position that tells what it, and answers in it, are worth."""

    def weigher(self) -> Any:
        """Return who tells: a `_core.Weigher`, in points of the game and to its first side."""


class Marks(NamedTuple):
    """What is marked in a position, in numbers.

    Attributes:
        units: For each of `Observed.unit_marks`, unit -> number.
        places: For each of `Observed.place_marks`, place -> number.
        numbers: One for each of `Observed.numbers`.
    """

    units: Sequence[Mapping[str, float]]
    places: Sequence[Mapping[str, float]]
    numbers: Sequence[float]


class PlayingCore(Protocol):
    """The core of a position, which plays games by itself on all threads (`lexbelli._core`)."""

    def crowd(self, settings: Mapping[str, Any]) -> Any:
        """Begin many games at once: a `_core.Crowd`."""

    def playouts(
        self, seed: int, numbers: tuple[int, int], turns: int | None, records: bool
    ) -> Sequence[Any]:
        """Play the games of these numbers by answers at random, to their ends.

        For each: why it ended, the last position's core, how many answers there were, how often
        each kind of decision was answered, the number of the side that has won, and the entries of
        its record (the number of a side or None for chance, what was asked, the answer) if they are
        wanted.
        """


@runtime_checkable
class InCore(Protocol):
    """A position of a game whose core plays by itself; it is made of a core."""

    @property
    def core(self) -> Any:
        """The core: a `PlayingCore`."""


class Observed(Protocol):
    """What a game tells of positions in numbers, beside where units are (docs/environments.md).

    Attributes:
        unit_marks: What is told of each unit, from 0 to 1.
        place_marks: What is told of each place, from 0 to 1.
        numbers: What else is told.
    """

    unit_marks: Sequence[str]
    place_marks: Sequence[str]
    numbers: Sequence[str]

    def arrays(self, seen: Any) -> Marks:
        """Tell it of a position as a side may know it."""


@runtime_checkable
class Concealing(Protocol):
    """What a side may know of a position in which the other orders units that it does not see."""

    def conceals(self, later: Self, side: str) -> bool:
        """Whether the other side may have given orders out of sight, between here and `later`.

        It depends on what the side may know of both positions, and on nothing else.
        """

    def is_in_sight(self, order: Order, later: Self, side: str) -> bool:
        """Whether an order of the other side is seen, which led from here to `later`."""


class Attack(Protocol):
    """An attack that could be declared."""

    @property
    def attack(self) -> str:
        """The attack as text that is read as an answer."""

    @property
    def target(self) -> str:
        """The place attacked."""

    @property
    def units(self) -> Sequence[str]:
        """Who attacks."""

    @property
    def folded(self) -> int:
        """How many attacks it stands for besides, by units of the same kinds."""

    def number(self, name: str) -> Fraction:
        """Return one of the numbers of the game's odds, exactly."""


class Battles(Protocol):
    """What a game knows of the odds of battles.

    Attributes:
        numbers: The names of the numbers its odds have, such as the chance to win, the first of
            them what is meant where nobody says which.
        declaring: The kind of decision in which attacks are declared.
    """

    numbers: Sequence[str]
    declaring: str

    def odds(self, position: Any, attack: str, *args: Any, **options: Any) -> Any:
        """Tell the exact odds of an attack; `number(name)` of them is an exact fraction."""

    def attacks(
        self,
        position: Any,
        origin: Sequence[str] | None,
        target: Sequence[str] | None,
        every: bool,
        most: int,
        by: str,
    ) -> Any:
        """Tell the attacks that could be declared: a sequence of `Attack`.

        Its `unfinished` names the places on which not all were looked for.
        """

    def evaluate_battle(self, position: Any, attack: str, *args: Any, **options: Any) -> Any:
        """Tell what an attack comes to in the end, over all choices of both sides."""

    def readied(self, position: Any, units: Sequence[str]) -> Iterable[Sequence[Mapping[str, Any]]]:
        """Yield the orders that make units ready for an attack, by every way, the cheapest first.

        None are needed in a game in which every unit is ready.
        """

    def without_help(self, position: Any, attack: Any) -> Iterator[Attack]:
        """Yield the same attack without units that help, and need not be made ready for it."""


def attrition(position: Position) -> Any:
    """Return what attrition would do with a position, whatever its phase is.

    Raises:
        BadInput: The game has no attrition.
    """
    if not isinstance(position, Attrition):
        raise games.lacking(position, "attrition")
    return position.attrition()


def seen_by(position: Position, side: str) -> Any:
    """Return what a side may know of a position.

    Raises:
        BadInput: There is no such side, or nothing in the game is hidden.
    """
    if not isinstance(position, Hidden):
        raise games.lacking(position, "hidden hands")
    return position.seen_by(side)


def with_event(position: Position, name: str) -> Supposition:
    """Suppose that an event has just happened, whether or not it could.

    Raises:
        BadInput: There is no such event, or events of the game cannot be supposed.
    """
    if not isinstance(position, Eventful):
        raise games.lacking(position, "events that can be supposed")
    return position.with_event(name)


def victory(position: Position) -> Any:
    """Return how the game would end if it ended now.

    Raises:
        BadInput: The game does not reckon.
    """
    if not isinstance(position, Ledger):
        raise games.lacking(position, "reckoning of victory")
    return position.victory()


def winner_of(position: Position) -> str | None:
    """Return who has won, or would if the game ended now; None if nobody.

    Raises:
        BadInput: Nobody wins the game.
    """
    if isinstance(position, Ledger):
        won: str | None = position.victory().winner
        return won
    if isinstance(position, Won):
        return position.winner
    raise games.lacking(position, "winner")


def odds(position: Position, attack: Move | str = "", *args: Any, **options: Any) -> Any:
    """Tell the exact odds of an attack, or of the battle under way from where it stands.

    Args:
        position: The position.
        attack: The attack as text; empty for the battle under way.
        args: What else the game takes, such as cards (docs/odds.md).
        options: The same, by name.

    Raises:
        BadInput: Something cannot be read, or the game has no odds; the error names the nearest
            valid choice.
        IllegalMove: Rules are broken; the error lists all.
    """
    return _battles(position).odds(position, _text(attack), *args, **options)


def evaluate_battle(position: Position, attack: Move | str = "", *args: Any, **options: Any) -> Any:
    """Follow an attack, or the battle under way wherever it stands, to its end.

    Every die is told with its odds, and every legal choice of both sides is gone through.

    Args:
        position: The position.
        attack: The attack as text; empty for the battle under way.
        args: What else the game takes (docs/odds.md).
        options: The same, by name.

    Raises:
        BadInput: Something cannot be read, or the game has no odds.
    """
    return _battles(position).evaluate_battle(position, _text(attack), *args, **options)


def attacks(
    position: Position,
    *,
    origin: str | Sequence[str] | None = None,
    target: str | Sequence[str] | None = None,
    every: bool = False,
    most: int = 100_000,
    by: str = "core",
) -> Any:
    """Tell the attacks that could be declared, each with its odds.

    Units that are alike count as one kind: one attack stands for those that differ only in which of
    them take part. Where units are still to be activated for attack, it is supposed that all wait
    that could be.

    Args:
        position: The position.
        origin: A place, or several, from which units may come; None for all.
        target: A place, or several, that may be attacked; None for all.
        every: Whether to tell every attack, and not only those to which nobody could be added.
        most: How many sets of units are judged for each place at most.
        by: Who finds them: `core` or `law`.

    Raises:
        BadInput: A place is unknown, the position is none in which attacks are declared, or the
            game has no odds.
        LawError: The law is at fault.
    """
    if most < 1:
        raise bad_input(f"'{most}' is below 1", "most")
    asked = _battles(position)
    return asked.attacks(position, _listed(origin), _listed(target), every, most, by)


def _battles(position: Position) -> Battles:
    found: Battles = games.having(position, "battles", "odds of battles")
    return found


def _text(attack: object) -> str:
    if isinstance(attack, Move | str):
        return str(attack)
    raise bad_input(f"text or a move is needed, not '{type(attack).__name__}'", "attack")


def _listed(places: str | Sequence[str] | None) -> Sequence[str] | None:
    return [places] if isinstance(places, str) else places
