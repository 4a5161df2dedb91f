"""What Pursuit of Glory knows of the odds of battles; see `lexbelli.capabilities.Battles`."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from lexbelli.errors import IllegalMove
from lexbelli.evaluations import MOST, BattleEvaluation
from lexbelli.pursuit_of_glory import odds as answers
from lexbelli.pursuit_of_glory.attack_options import (
    AttackOption,
    AttackOptions,
    GivenCards,
    GivenPolicy,
)
from lexbelli.pursuit_of_glory.battle_odds import NUMBERS, Odds
from lexbelli.pursuit_of_glory.goals import GOALS
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["CHANCES", "Chances"]


class Chances:
    """The odds of attacks, and how units are made ready for them."""

    numbers: Sequence[str] = NUMBERS
    declaring: str = "attack"

    def odds(
        self,
        position: Position,
        attack: str = "",
        cards: GivenCards = (),
        withdrawal: bool = False,
        policy: GivenPolicy = "thrift",
        force: bool = False,
    ) -> Odds:
        """Tell the exact odds of an attack, or of the battle under way from where it stands.

        Where units are still to be activated for attack, it is supposed that all wait that could.

        Args:
            position: The position.
            attack: The attack as text: `attack PLACE with UNIT,UNIT flank PLACE`, and further
                orders such as `play CARD` (docs/battles.md). Empty for the battle under way.
            cards: Cards that are played as well: names of cards, or orders that play them; as a
                mapping, by the side that plays them. Nobody needs to hold them.
            withdrawal: Whether the defender withdraws.
            policy: How losses are taken (docs/odds.md): the name of a policy, weights of `thrift`
                that differ from the default, or either for `attacker` and `defender`.
            force: Whether to tell the odds even if rules are broken; `violations` tells which.

        Raises:
            BadInput: Something cannot be read; the error names the nearest valid choice.
            IllegalMove: Rules are broken; the error lists all.
        """
        return answers.odds(position, attack, cards, withdrawal, policy, force)

    def evaluate_battle(
        self,
        position: Position,
        attack: str = "",
        cards: GivenCards = (),
        withdrawal: bool = False,
        policy: GivenPolicy = "thrift",
        force: bool = False,
        *,
        measures: Sequence[str] | str = (),
        most: int = MOST,
    ) -> BattleEvaluation:
        """Follow an attack, or the battle under way wherever it stands, to its end.

        Every die is told with its odds, and of losses, retreats and advances every legal choice is
        gone through (docs/odds.md).

        Args:
            position: The position.
            attack: The attack as text, as `odds` takes it; empty for the battle under way.
            cards: Cards that are played, as `odds` takes them; all others are not played.
            withdrawal: Whether the defender withdraws.
            policy: How losses are taken by policy, as `odds` takes it.
            force: Whether to tell it even if rules are broken.
            measures: Some of `pursuit_of_glory.evaluations.FINAL_MEASURES`; none for all.
            most: How many positions are looked at for the policies, and for all choices, at most.

        Raises:
            BadInput: Something cannot be read, or rules are broken.
        """
        return answers.evaluate(position, attack, cards, withdrawal, policy, force, measures, most)

    def attacks(
        self,
        position: Position,
        origin: Sequence[str] | None,
        target: Sequence[str] | None,
        every: bool,
        most: int,
        by: str,
    ) -> AttackOptions:
        """Tell the attacks that could be declared; see `lexbelli.attacks`."""
        return answers.attacks(position, origin, target, every, most, by)

    def readied(
        self, position: Position, units: Sequence[str]
    ) -> Iterator[Sequence[Mapping[str, Any]]]:
        """Yield the orders that activate units for an attack, by every way, the cheapest first."""
        return GOALS.readied(position, units)

    def without_help(self, position: Position, attack: AttackOption) -> Iterator[AttackOption]:
        """Yield the same attack without headquarters and artillery, which always help.

        Without them it may cost less.
        """
        helpers = GOALS.dispensable(position, attack.units)
        for size in range(1, len(helpers) + 1):
            for gone in combinations(helpers, size):
                units = [unit for unit in attack.units if unit not in gone]
                text = f"attack {attack.target} with {','.join(units)}"
                text += f" flank {attack.pin}" if attack.pin else ""
                try:
                    told = self.odds(position, text)
                except IllegalMove:
                    continue
                values = tuple(str(told.number(name)) for name in NUMBERS)
                yield AttackOption(text, attack.target, tuple(units), attack.pin, 0, values)


CHANCES: Final = Chances()
