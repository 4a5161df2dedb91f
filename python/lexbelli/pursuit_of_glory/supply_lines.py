"""Supply and activation as answers of Pursuit of Glory tell them (9.2, 14)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from lexbelli._core import PursuitPosition

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = [
    "Cost",
    "Group",
    "Readings",
    "SupplyAnswer",
    "SupplyLine",
    "Trace",
    "activation_groups",
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


# Whoever asks what an order costs asks it of many.
@lru_cache(maxsize=4)
def activation_groups(core: PursuitPosition, side: str | None) -> Mapping[str, Group]:
    """Return, by place, what it costs a side (None: the active one) to activate its units (9.2)."""
    return {
        place: Group(
            tuple(group["units"]),
            {purpose: Cost.of(cost) for purpose, cost in group.items() if purpose != "units"},
        )
        for place, group in core.activations(side).items()
    }


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
