"""The exact odds of a battle, and the figures they come from, for every game.

All probabilities are exact fractions; whatever is computed from them is exact, too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Protocol

from lexbelli.evaluations import MOST, BattleEvaluation, Interval, measures_of
from lexbelli.moves import Violation
from lexbelli.names import unknown
from lexbelli.pursuit_of_glory.battle_figures import Ending, FigureLine, Fire, Flank, Weather
from lexbelli.pursuit_of_glory.evaluations import FINAL_MEASURES
from lexbelli.sensitivity import Sensitivity

if TYPE_CHECKING:
    from lexbelli.draw.plots import Plot

__all__ = [
    "MEASURES",
    "NUMBERS",
    "Asker",
    "CardWorth",
    "Odds",
]

# What a battle can be judged by: the more, the better for the attacker.
MEASURES: Final[Mapping[str, str]] = {
    "win": "the probability that the attacker wins",
    "clear": "the probability that the defender must leave, or is gone",
    "fort": "the probability that the fort is destroyed",
    "defender_steps": "the steps the defender is expected to lose",
    "attacker_steps": "the steps the attacker is expected to lose, weather included, with a minus",
    "loss_numbers": "the expected loss number of the attacker less that of the defender",
}

# The numbers that a table of odds has of every attack.
NUMBERS: Final = (
    "win",
    "draw",
    "loss",
    "clear",
    "fort",
    "full_strength",
    "retreat",
    "attacker_steps",
    "defender_steps",
    "attacker_number",
    "defender_number",
)


@dataclass(frozen=True, slots=True)
class CardWorth:
    """What a card would do in a battle.

    Attributes:
        card: The card.
        name: Its name.
        side: Who would play it.
        held: Whether that side has it in hand, or face up before it.
        moment: When it would be played; None if it cannot be.
        asks: Whether a unit or a place has to be named for it.
        numbers: `NUMBERS` with the card, by name; empty if it cannot be played as it is.
    """

    card: str
    name: str
    side: str
    held: bool
    moment: str | None
    asks: bool
    numbers: tuple[tuple[str, Fraction], ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data; fractions as text."""
        return {
            "card": self.card,
            "name": self.name,
            "side": self.side,
            "held": self.held,
            "moment": self.moment,
            "asks": self.asks,
            "numbers": {name: str(number) for name, number in self.numbers} or None,
        }


class Asker(Protocol):
    """Asks the game about the same battle again."""

    def sensitivity(self, measure: str) -> Sensitivity:
        """Tell what each change is worth."""

    def cards(self, any_card: bool) -> Sequence[CardWorth]:
        """Tell what every further card would do."""

    def evaluate(self, measures: Sequence[str], most: int) -> BattleEvaluation:
        """Tell what the battle comes to in the end."""

    def evaluate_measure(self, measure: str, attacker: Any, defender: Any, most: int) -> Interval:
        """Tell it by one measure if each side chooses in a manner of its own."""

    def plot(self, odds: "Odds", changes: Sensitivity | None, theme: str) -> "Plot":
        """Plot its odds, in the game's names and with its sides' colours."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact odds of a battle. It never changes.

    Attributes:
        attack: The attack as text, with its cards; empty for a battle under way.
        target: The place attacked.
        fort: The strength of the fort there; 0 if none defends.
        attacker: What the attacker fires with.
        defender: What the defender fires with.
        first_fire: `together`, `attacker_first` or `defender_first`, but for a flank attempt.
        first_fire_by: What settles that, if anything does.
        flank: The flank attempt, if one is declared.
        weather: The checks of the weather still to come.
        cards: The cards played, as `SIDE CARD`.
        withdrawal: Whether the defender withdraws.
        cancelled: What cancels the battle, if anything does.
        policy: How the attacker and the defender take losses, in words.
        endings: Every way the battle may end, with its odds.
        bounds: Of the attacker and the defender the fewest and the most steps it could be expected
            to lose by any legal way, the other keeping to its policy.
        violations: The rules that are broken, if that is tolerated.
        supposed: Whether it is supposed that units wait that could be activated.
        over: What is supposed to be over, such as a phase that asks for something else; or None.
        under_way: Whether it is the battle under way.
        defence_chosen: Whether the stack that defends a region was chosen as the one that serves
            the defender best.
    """

    attack: str
    target: str
    fort: int
    attacker: Fire
    defender: Fire
    first_fire: str
    first_fire_by: FigureLine | None
    flank: Flank | None
    weather: tuple[Weather, ...]
    cards: tuple[str, ...]
    withdrawal: bool
    cancelled: FigureLine | None
    policy: tuple[str, str]
    endings: tuple[Ending, ...]
    bounds: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    violations: tuple[Violation, ...]
    supposed: bool
    over: str | None
    under_way: bool
    defence_chosen: bool
    _asker: Asker = field(repr=False, compare=False)

    # --- who wins -------------------------------------------------------------------

    @property
    def win(self) -> Fraction:
        """The probability that the attacker wins: his loss number is the higher one."""
        return self.chance(lambda end: end.attack > end.defence)

    @property
    def draw(self) -> Fraction:
        """The probability of a draw, or of no battle."""
        return self.chance(lambda end: end.attack == end.defence)

    @property
    def loss(self) -> Fraction:
        """The probability that the defender wins."""
        return self.chance(lambda end: end.attack < end.defence)

    @property
    def clear(self) -> Fraction:
        """The probability that the defender must leave, or is gone."""
        return self.chance(lambda end: end.cleared)

    @property
    def full_strength(self) -> Fraction:
        """The probability that the attacker keeps a unit at full strength, and may advance."""
        return self.chance(lambda end: end.full_strength)

    @property
    def fort_destroyed(self) -> Fraction:
        """The probability that the fort is destroyed."""
        return self.chance(lambda end: end.fort_destroyed)

    # --- distributions --------------------------------------------------------------

    @property
    def joint(self) -> dict[tuple[int, int], Fraction]:
        """The probability of each pair of loss numbers, the attacker's first."""
        return self._gathered(lambda end: (end.attack, end.defence))

    @property
    def attacker_number(self) -> dict[int, Fraction]:
        """The probability of each loss number of the attacker."""
        return self._gathered(lambda end: end.attack)

    @property
    def defender_number(self) -> dict[int, Fraction]:
        """The probability of each loss number of the defender."""
        return self._gathered(lambda end: end.defence)

    @property
    def retreat(self) -> dict[int, Fraction]:
        """The probability that the defender must retreat so many spaces."""
        return self._gathered(lambda end: end.retreat)

    @property
    def attacker_loses(self) -> dict[int, Fraction]:
        """The probability that the attacker loses so many steps, weather included."""
        return self._gathered(lambda end: end.attacker_steps + end.weather)

    @property
    def defender_loses(self) -> dict[int, Fraction]:
        """The probability that the defender loses so many steps."""
        return self._gathered(lambda end: end.defender_steps)

    # --- expectations ---------------------------------------------------------------

    @property
    def attacker_steps(self) -> Fraction:
        """The steps the attacker is expected to lose under his policy, weather included."""
        return self.expected(lambda end: end.attacker_steps + end.weather)

    @property
    def defender_steps(self) -> Fraction:
        """The steps the defender is expected to lose under his policy."""
        return self.expected(lambda end: end.defender_steps)

    def chance(self, holds: Callable[[Ending], bool]) -> Fraction:
        """Return the probability of the endings of which something holds."""
        return sum((end.odds for end in self.endings if holds(end)), Fraction(0))

    def expected(self, number: Callable[[Ending], int]) -> Fraction:
        """Return the number that is to be expected."""
        return sum((number(end) * end.odds for end in self.endings), Fraction(0))

    def measure(self, name: str) -> Fraction:
        """Return one of `MEASURES`.

        Raises:
            BadInput: There is no such measure; it suggests the nearest.
        """
        match name:
            case "win":
                return self.win
            case "clear":
                return self.clear
            case "fort":
                return self.fort_destroyed
            case "defender_steps":
                return self.defender_steps
            case "attacker_steps":
                return -self.attacker_steps
            case "loss_numbers":
                return self.expected(lambda end: end.attack - end.defence)
        raise unknown(name, MEASURES, "measure")

    def number(self, name: str) -> Fraction:
        """Return one of `NUMBERS`.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        match name:
            case "win" | "draw" | "loss" | "clear" | "full_strength":
                found: Fraction = getattr(self, name)
                return found
            case "attacker_steps":
                return self.attacker_steps
            case "defender_steps":
                return self.defender_steps
            case "fort":
                return self.fort_destroyed
            case "retreat":
                return self.expected(lambda end: end.retreat)
            case "attacker_number":
                return self.expected(lambda end: end.attack)
            case "defender_number":
                return self.expected(lambda end: end.defence)
        raise unknown(name, NUMBERS, "number")

    # --- what if --------------------------------------------------------------------

    def sensitivity(self, measure: str = "win") -> Sensitivity:
        """Tell what each modifier, column, unit, card and the flank attempt is worth.

        Args:
            measure: One of `MEASURES`.

        Raises:
            BadInput: There is no such measure; it suggests the nearest.
        """
        if measure not in MEASURES:
            raise unknown(measure, MEASURES, "measure")
        return self._asker.sensitivity(measure)

    def all_cards(self, any_card: bool = False) -> Sequence[CardWorth]:
        """Tell what every further card would do.

        Args:
            any_card: Whether to ask of every card of each side, not only of those it holds.
        """
        return self._asker.cards(any_card)

    def evaluate(self, measures: Sequence[str] | str = (), most: int = MOST) -> BattleEvaluation:
        """Tell what the battle comes to in the end, by policy and by every legal choice.

        Args:
            measures: Some of `lexbelli.pursuit_of_glory.evaluations.FINAL_MEASURES`; none for all.
            most: How many positions are looked at for the policies, and for all choices, at most.

        Raises:
            BadInput: There is no such measure; it suggests the nearest. Or nobody could declare
                the attack.
        """
        return self._asker.evaluate(measures_of(measures, FINAL_MEASURES), most)

    def evaluate_measure(
        self, measure: str, attacker: Any = "best", defender: Any = "best", most: int = MOST
    ) -> Interval:
        """Tell what it comes to by one measure if each side chooses losses, retreats and advances.

        Args:
            measure: One of `lexbelli.pursuit_of_glory.evaluations.FINAL_MEASURES`.
            attacker: How the attacker chooses: one of `evaluations.STRATEGIES`, or a policy of
                losses as `lexbelli.odds` takes it.
            defender: How the defender does.
            most: How many positions are looked at, at most.

        Raises:
            BadInput: There is no such measure or strategy; it suggests the nearest. Or nobody could
                declare the attack.
        """
        return self._asker.evaluate_measure(measure, attacker, defender, most)

    def plot(self, measure: str | None = None, theme: str = "screen") -> "Plot":
        """Plot who wins, the loss numbers and the steps lost (docs/drawing.md).

        Args:
            measure: One of `MEASURES`: what each change is worth for it is shown, too.
            theme: `screen`, `print` or `colour-blind`.

        Raises:
            BadInput: There is no such measure or theme, or Matplotlib is missing.
        """
        changes = None if measure is None else self.sensitivity(measure)
        return self._asker.plot(self, changes, theme)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data; fractions as text."""
        return {
            "attack": self.attack,
            "target": self.target,
            "fort": self.fort,
            "supposed": self.supposed,
            "over": self.over,
            "under_way": self.under_way,
            "defence_chosen": self.defence_chosen,
            "attacker": self.attacker.as_json(),
            "defender": self.defender.as_json(),
            "first_fire": self.first_fire,
            "first_fire_by": None if self.first_fire_by is None else self.first_fire_by.as_json(),
            "flank": None
            if self.flank is None
            else {
                "pin": self.flank.pin,
                "drms": [line.as_json() for line in self.flank.drms],
                "needed": self.flank.needed,
                "lowest": self.flank.lowest,
                "succeeded": self.flank.succeeded,
                "odds": str(self.flank.odds),
            },
            "weather": [
                {
                    "place": check.place,
                    "terrain": check.terrain,
                    "at": check.at,
                    "lowest": check.lowest,
                    "units": list(check.units),
                    "odds": str(check.odds),
                }
                for check in self.weather
            ],
            "cards": list(self.cards),
            "withdrawal": self.withdrawal,
            "cancelled": None if self.cancelled is None else self.cancelled.as_json(),
            "policy": {"attacker": self.policy[0], "defender": self.policy[1]},
            "violations": [violation.as_json() for violation in self.violations],
            **{name: str(self.number(name)) for name in NUMBERS},
            "bounds": {
                name: {"fewest_steps": str(few), "most_steps": str(most)}
                for name, (few, most) in zip(("attacker", "defender"), self.bounds, strict=True)
            },
            "joint": [
                {"attacker": one, "defender": other, "odds": str(part)}
                for (one, other), part in sorted(self.joint.items())
            ],
            "retreats": {str(number): str(part) for number, part in sorted(self.retreat.items())},
        }

    def _gathered(self, key: Callable[[Ending], Any]) -> dict[Any, Fraction]:
        found: dict[Any, Fraction] = {}
        for end in self.endings:
            what = key(end)
            found[what] = found.get(what, Fraction(0)) + end.odds
        return dict(sorted(found.items()))
