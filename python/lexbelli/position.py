"""What every game's position can be asked."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self, TypeVar

from lexbelli.battle_odds import Odds
from lexbelli.draw.board import Board, Overlay
from lexbelli.draw.picture import Picture
from lexbelli.moves import Change, Decision, Dice, GivenMove, Move, Order, Outcome, Violation
from lexbelli.phases import Attrition, Siege, Victory

__all__ = [
    "Cost",
    "Group",
    "Place",
    "Position",
    "Readings",
    "Step",
    "SupplyAnswer",
    "SupplyLine",
    "Trace",
]

# Switches of how a rule is read: the name of a reading -> whether it is on.
Readings = Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Trace:
    """The path along which supply was traced, or the borders where it was cut.

    Attributes:
        status: `full`, `limited`, `disrupted`, `limited_disrupted` or `oos`.
        space: Where the trace begins.
        side: Whose supply it is.
        source: The source reached, or None.
        path: The spaces from the beginning to the source, both included; empty if there is none.
        links: How each step of the path is made: `road`, `rail`, `port`, ...
        disrupted_at: The spaces that disrupt the path.
        rule: The number of the rule that settles the matter.
        text: The answer in one sentence.
        cut: For every border where the trace ends: `from`, `to`, `rule`, `text`.
        flips: Whether the space would change control; always False for a unit.
    """

    status: str
    space: str
    side: str
    source: str | None
    path: tuple[str, ...]
    links: tuple[str, ...]
    disrupted_at: tuple[str, ...]
    rule: str
    text: str
    cut: tuple[Mapping[str, str], ...]
    flips: bool = False

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Self:
        """Make a trace of the answer of the compiled core."""
        return cls(
            status=answer["status"],
            space=answer["space"],
            side=answer["side"],
            source=answer["source"],
            path=tuple(answer["path"]),
            links=tuple(answer["links"]),
            disrupted_at=tuple(answer["disrupted_at"]),
            rule=answer["rule"],
            text=answer["text"],
            cut=tuple(dict(border) for border in answer["cut"]),
            flips=bool(answer.get("flips", False)),
        )

    def as_json(self) -> dict[str, Any]:
        """Return the trace as plain data."""
        return {
            "status": self.status,
            "space": self.space,
            "side": self.side,
            "source": self.source,
            "path": list(self.path),
            "links": list(self.links),
            "disrupted_at": list(self.disrupted_at),
            "rule": self.rule,
            "text": self.text,
            "cut": [dict(border) for border in self.cut],
            "flips": self.flips,
        }


@dataclass(frozen=True, slots=True)
class Cost:
    """What it costs to activate a stack for one purpose, or what bars it.

    Attributes:
        ops: The points to be paid, or None if the stack cannot be activated.
        parts: What they are made of, such as `nationalities` or `disrupted`.
        barred: The number of every rule that bars it, with the reason in one sentence.
    """

    ops: int | None
    parts: Mapping[str, int]
    barred: Sequence[tuple[str, str]]

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Self:
        """Make a cost of the answer of the compiled core."""
        return cls(answer["cost"], dict(answer["parts"]), tuple(answer["barred"]))

    def as_json(self) -> dict[str, Any]:
        """Return the cost as plain data."""
        barred = [{"rule": rule, "text": text} for rule, text in self.barred]
        return {"ops": self.ops, "parts": dict(self.parts), "barred": barred}


@dataclass(frozen=True, slots=True)
class Group:
    """The units of one side in one place, and what it costs to activate them together.

    Attributes:
        units: The units.
        costs: The purpose, such as `move` or `attack` -> its cost.
    """

    units: Sequence[str]
    costs: Mapping[str, Cost]


_Stepped_co = TypeVar("_Stepped_co", bound="Position", covariant=True)


class Step(NamedTuple, Generic[_Stepped_co]):
    """One answer on the way of `Position.play`, and the position after it.

    `answer` is None where something was only supposed: then `supposed` says what. `roll` is how the
    die fell, or None if none did.
    """

    position: _Stepped_co
    answer: str | None
    roll: int | None = None
    supposed: Mapping[str, Any] = {}


class Place(NamedTuple):
    """A place and what is in it: its controller, or nothing; its units, as people read them."""

    name: str
    control: str
    units: Sequence[str]


class SupplyAnswer(NamedTuple):
    """The whole question of supply, answered: every unit's status, and the spaces that flip."""

    supply: Mapping[str, str]
    flips: Sequence[str]


class SupplyLine(str):
    """A unit's supply: the status as a string, with the traced path behind it.

    The path is looked up when it is first asked for.
    """

    unit: str
    _position: "Position"
    _readings: Readings | None
    _trace: Trace | None

    def __new__(
        cls, status: str, position: "Position", unit: str, readings: Readings | None = None
    ) -> Self:
        """Attach a status to the position it was found in."""
        line = super().__new__(cls, status)
        line.unit = unit
        line._position = position
        line._readings = readings
        line._trace = None
        return line

    def __getnewargs__(self) -> tuple[Any, ...]:
        return str(self), self._position, self.unit, self._readings

    @property
    def trace(self) -> Trace:
        """The whole trace."""
        if self._trace is None:
            self._trace = self._position.trace(self.unit, self._readings)
        return self._trace

    @property
    def space(self) -> str:
        """Where the unit is."""
        return self.trace.space

    @property
    def side(self) -> str:
        """Whose unit it is."""
        return self.trace.side

    @property
    def source(self) -> str | None:
        """The source of supply that was reached, or None."""
        return self.trace.source

    @property
    def path(self) -> tuple[str, ...]:
        """The spaces from the unit to the source; empty if none is needed or none is found."""
        return self.trace.path

    @property
    def rule(self) -> str:
        """The number of the rule that settles the matter."""
        return self.trace.rule

    @property
    def text(self) -> str:
        """The answer in one sentence."""
        return self.trace.text

    @property
    def cut(self) -> tuple[Mapping[str, str], ...]:
        """The borders where the trace ends, each with the reason."""
        return self.trace.cut


class Position(ABC):
    """A proven position of a game. It never changes; what-if questions make new ones."""

    __slots__ = ()

    # --- what it is -----------------------------------------------------------------

    @property
    @abstractmethod
    def game(self) -> str:
        """The game's name, as its folder in `scenarios/`."""

    @property
    @abstractmethod
    def scenario_name(self) -> str:
        """The scenario it began from."""

    @property
    @abstractmethod
    def title(self) -> str:
        """One line: the scenario and the time of play."""

    @property
    @abstractmethod
    def caution(self) -> str | None:
        """What a reader must know before trusting it, such as a reconstructed set-up."""

    @property
    @abstractmethod
    def under_way(self) -> Sequence[str]:
        """What is under way, the outermost first, such as a round, its battle, what is asked."""

    @property
    @abstractmethod
    def allowed(self) -> Sequence[tuple[str, str, str]]:
        """The problems of the set-up that were tolerated: code, field, message."""

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

    @abstractmethod
    def outline(self) -> Sequence[tuple[str, str]]:
        """The state beside units, as lines of a label and a value."""

    # --- in and out -----------------------------------------------------------------

    @abstractmethod
    def to_json(self) -> str:
        """Return the position as its documented JSON document."""

    @abstractmethod
    def to_bytes(self) -> bytes:
        """Return the position in few bytes."""

    @abstractmethod
    def facts(self) -> str:
        """Return the state as facts for the law."""

    @abstractmethod
    def static_facts(self) -> str:
        """Return the map and counters as facts for the law."""

    # --- questions ------------------------------------------------------------------

    @abstractmethod
    def side_of(self, unit: str) -> str:
        """The side of a unit."""

    @abstractmethod
    def supply(self, readings: Readings | None = None) -> Mapping[str, SupplyLine]:
        """Return the supply of every unit on the map."""

    @abstractmethod
    def flips(self, readings: Readings | None = None) -> Sequence[str]:
        """Return the spaces that would change control for want of supply."""

    @abstractmethod
    def attrition(self) -> Attrition:
        """Return what attrition would do now."""

    @abstractmethod
    def sieges(self) -> Sequence[Siege]:
        """Return the besieged forts, with the chance that each surrenders."""

    @abstractmethod
    def victory(self) -> Victory:
        """Return how the game would end if it ended now."""

    @abstractmethod
    def trace(self, unit: str, readings: Readings | None = None) -> Trace:
        """Trace the supply of one unit."""

    @abstractmethod
    def trace_space(self, space: str, readings: Readings | None = None) -> Trace:
        """Trace the supply of one space."""

    @abstractmethod
    def activations(self, side: str | None = None) -> Mapping[str, Group]:
        """Return, by place, what it costs a side (the active one) to activate its units."""

    @abstractmethod
    def activation(self, units: Sequence[str], purpose: str) -> Cost:
        """Return what it costs to activate units of one place as a stack."""

    @abstractmethod
    def law_supply(self) -> SupplyAnswer:
        """Ask the law instead of the core."""

    @abstractmethod
    def with_change(
        self,
        *,
        units: Mapping[str, str | None] | None = None,
        control: Mapping[str, str] | None = None,
        events: Mapping[str, int | None] | None = None,
        setup: Mapping[str, Any] | None = None,
        allow: Sequence[str] = (),
    ) -> Self:
        """Return another position with some things, or keys of its document, changed."""

    # --- playing --------------------------------------------------------------------

    @property
    @abstractmethod
    def decision(self) -> Decision:
        """What the position asks next, and of whom."""

    @abstractmethod
    def chance(self) -> Sequence[Outcome]:
        """Return the ways in which chance may fall next, with their odds; empty if none waits."""

    @abstractmethod
    def suppose(self, side: str | None = None, ops: int | None = None) -> Self:
        """Return the position as if a side were to act, or had points to spend on operations."""

    @abstractmethod
    def move(self, given: GivenMove) -> Move:
        """Read a move from text, JSON or a list of orders."""

    @abstractmethod
    def moves(self, limit: int | None = None, ops: int | None = None) -> Iterator[Move]:
        """Yield legal moves from the law, each once, as they are asked for."""

    @abstractmethod
    def sample_moves(self, number: int, seed: int, ops: int | None = None) -> Sequence[Move]:
        """Return legal moves, chosen at random; the same seed gives the same moves."""

    @abstractmethod
    def orders(self, given: GivenMove = "", ops: int | None = None) -> Sequence[Order]:
        """Return every order that occurs in at least one legal move with those given."""

    @abstractmethod
    def check(
        self, move: GivenMove, ops: int | None = None, by: str = "core"
    ) -> Sequence[Violation]:
        """Return every rule a move breaks; none if it is legal."""

    @abstractmethod
    def cost(self, order: Order) -> int | None:
        """Return the points an order costs; None if it cannot be paid for."""

    @abstractmethod
    def play(
        self,
        answer: GivenMove | None = None,
        roll: Dice | int | Iterable[int] | None = None,
        ops: int | None = None,
    ) -> Self:
        """Return the position after an answer to its decision, and after the dice it needs."""

    @abstractmethod
    def steps(
        self,
        answer: GivenMove | None = None,
        roll: Dice | int | Iterable[int] | None = None,
        ops: int | None = None,
    ) -> Iterator[Step[Self]]:
        """Play, and yield the position after every answer and every die on the way."""

    @abstractmethod
    def changes(self, later: Self) -> Sequence[Change]:
        """Return what is different in a later position."""

    # --- looking at it --------------------------------------------------------------

    @abstractmethod
    def board(self) -> Board:
        """Return the position as a board to be drawn, as plain data."""

    @abstractmethod
    def draw(
        self,
        *,
        around: str | None = None,
        hops: int = 3,
        theme: str = "screen",
        supply: bool | str = False,
        line: str | None = None,
        reach: str | None = None,
        move: GivenMove | None = None,
        since: Self | None = None,
        ops: int | None = None,
        overlay: Overlay | None = None,
        attack: Odds | str | None = None,
        battle: bool = True,
    ) -> Picture:
        """Draw the position, with what is asked for laid over it."""

    def _repr_svg_(self) -> str:
        return self.draw()._repr_svg_()
