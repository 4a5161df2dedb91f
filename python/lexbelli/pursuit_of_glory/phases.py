"""What phases that run by themselves would do, and how the game would end if it ended now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

__all__ = [
    "Attrition",
    "GaliciaDie",
    "LedgerLine",
    "Loss",
    "Siege",
    "Turn",
    "Victory",
]

# From which VP total on an armistice ends at a level, the highest first (5.2.2.2-11).
_ARMISTICE: Final = (("cp_marginal", 14), ("cp_endurance", 10), ("ap_endurance", 7))
# What a level is worth in a tournament (5.4).
_POINTS: Final = {"automatic": 3, "marginal": 2, "endurance": 1}
# What wins outright (5.2.1.a, 5.2.1.b-1).
_AP_AUTOMATIC: Final = 0
_CP_AUTOMATIC: Final = 20


@dataclass(frozen=True, slots=True)
class Loss:
    """A unit that attrition takes, or spares though it is out of supply.

    Attributes:
        unit: The unit.
        space: Where it stands.
        rule: The number of the rule.
        text: The reason in one sentence.
    """

    unit: str
    space: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A space whose holder changes by attrition.

    Attributes:
        space: The space.
        to: Who controls it in full from now on; None if it does not turn, but only its last
            irregulars or tribes are lost.
        holder: Who has its VPs from now on, or None.
        vp: How far the VP marker moves, in the CP's favour.
        jihad: How far the Jihad level rises.
        ru_vp: RU VPs gained by Russia.
        ru_marker: `placed`, `removed` or None.
        rule: The number of the rule.
        text: The reason in one sentence.
    """

    space: str
    to: str | None
    holder: str | None
    vp: int
    jihad: int
    ru_vp: int
    ru_marker: str | None
    rule: str
    text: str

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Self:
        """Make a turn of the answer of the compiled core."""
        to = answer.get("to")
        return cls(**{"to": to, "holder": to, **answer})

    def as_json(self) -> dict[str, Any]:
        """Return the turn as plain data."""
        left_out = "to" if self.to is None else "holder"
        return {key: value for key, value in asdict(self).items() if key != left_out}


@dataclass(frozen=True, slots=True)
class GaliciaDie:
    """The die for the Turkish corps in Galicia (18.5.a).

    Attributes:
        unit: The corps.
        loss_factor: Its LF; a greater roll costs a step.
        reduced: Whether a step is its last.
        loses: The chance that it loses a step, as a fraction.
        replacements: The SCUs that may take its place if it is lost.
        rule: The number of the rule.
    """

    unit: str
    loss_factor: int
    reduced: bool
    loses: str
    replacements: Sequence[str]
    rule: str


@dataclass(frozen=True, slots=True)
class Attrition:
    """What the Attrition Phase would do (14.3.2, 18.5.a; docs/attrition.md).

    Attributes:
        lost: The units that are lost, of both sides.
        spared: The units that are out of supply and stay.
        turned: The spaces that change control.
        held: Other spaces whose holder changes.
        vp: How far the VP marker moves, in the CP's favour.
        jihad: How far the Jihad level rises.
        ru_vp: RU VPs gained by Russia.
        jihad_rule: The rule that raises the level for units that are lost, or None.
        jihad_text: The same in one sentence.
        galicia: The die for the Turks in Galicia, if one falls.
    """

    lost: Sequence[Loss]
    spared: Sequence[Loss]
    turned: Sequence[Turn]
    held: Sequence[Turn]
    vp: int
    jihad: int
    ru_vp: int
    jihad_rule: str | None
    jihad_text: str | None
    galicia: GaliciaDie | None

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Self:
        """Make the outcome of the answer of the compiled core."""
        losses = {key: [Loss(**entry) for entry in answer[key]] for key in ("lost", "spared")}
        turns = {key: [Turn.of(entry) for entry in answer[key]] for key in ("turned", "held")}
        die = answer["galicia"]
        galicia = None if die is None else GaliciaDie(**die)
        return cls(**{**answer, **losses, **turns, "galicia": galicia})

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        turns = {
            "turned": [turn.as_json() for turn in self.turned],
            "held": [turn.as_json() for turn in self.held],
        }
        return {**asdict(self), **turns}

    @property
    def nothing(self) -> bool:
        """Whether nothing at all happens."""
        return not (self.lost or self.turned or self.held or self.galicia)


@dataclass(frozen=True, slots=True)
class Siege:
    """A besieged fort (15.3.1).

    Attributes:
        space: The fort's space.
        besieger: `ap` or `cp`.
        strength: Its strength; a greater roll makes it surrender.
        surrenders: The chance that it surrenders in a Siege Phase, as a fraction.
        rule: The number of the rule.
    """

    space: str
    besieger: str
    strength: int
    surrenders: str
    rule: str


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A line of the ledger of victory.

    Attributes:
        step: `track`, `war_status` or `armistice`.
        item: What it is, such as `cp_oil_field`.
        vp: What it adds to the VP total, in the CP's favour; for `track` the marker.
        rule: The number of the rule, or a card.
        text: One sentence.
        subjects: The spaces, units or offensives it is about.
    """

    step: str
    item: str
    vp: int
    rule: str
    text: str
    subjects: Sequence[str]


@dataclass(frozen=True, slots=True)
class Victory:
    """How the game would end if it ended now (5, 16.2, 16.5; docs/victory.md).

    Attributes:
        ledger: The lines, `track` first.
        track: The VP marker.
        after_war_status: The total after the VPs of the War Status Phase.
        final: The total the level is read from.
        cp_automatic_victory: The CP Automatic Victory marker as it is compared, or None.
        ends: How the game ends in this turn: `automatic`, `armistice` or None.
        armistice_due: Whether an armistice is due in this turn.
        level: `ap_automatic`, `ap_marginal`, `ap_endurance`, `cp_endurance`, `cp_marginal` or
            `cp_automatic`.
        winner: `ap` or `cp`.
        points: The winner's points in a tournament (5.4).
        rule: The number of the rule of the level.
        text: How it ends, in a sentence or two.
    """

    ledger: Sequence[LedgerLine]
    track: int
    after_war_status: int
    final: int
    cp_automatic_victory: int | None
    ends: str | None
    armistice_due: bool
    level: str
    winner: str
    points: int
    rule: str
    text: str

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Self:
        """Make the outcome of the answer of the compiled core."""
        return cls(**{**answer, "ledger": [LedgerLine(**line) for line in answer["ledger"]]})

    def advantage(self, side: str) -> float:
        """Return the VP total as a side counts it, which favours the CP."""
        return float(self.final if side == "cp" else -self.final)

    def mistakes(self) -> Iterator[str]:
        """Yield what does not add up: lines and totals, totals and level, level and winner."""
        added = dict.fromkeys(("track", "war_status", "armistice"), 0)
        for line in self.ledger:
            added[line.step] += line.vp
        if added["track"] != self.track:
            yield f"the VP marker is on {self.track}, and its line says {added['track']}"
        if self.track + added["war_status"] != self.after_war_status:
            yield f"the War Status Phase does not come to {self.after_war_status} VP"
        if self.after_war_status + added["armistice"] != self.final:
            yield f"the lines do not come to {self.final} VP"
        level = self._level()
        if self.level != level:
            yield f"{self.final} VP is {level} (5.2), and {self.level} is told"
        winner, _, kind = level.partition("_")
        if (self.winner, self.points) != (winner, _POINTS[kind]):
            yield f"{level} does not give {self.points} points to {self.winner}"

    def _level(self) -> str:
        """Return the level of the totals (5.2.1, 5.2.2.2-11)."""
        marker = self.cp_automatic_victory
        enough = _CP_AUTOMATIC if marker is None else min(_CP_AUTOMATIC, marker)
        if self.ends == "automatic" and self.after_war_status <= _AP_AUTOMATIC:
            return "ap_automatic"
        if self.ends == "automatic" and self.after_war_status >= enough:
            return "cp_automatic"
        reached = (level for level, least in _ARMISTICE if self.final >= least)
        return next(reached, "ap_marginal")

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        return asdict(self)
