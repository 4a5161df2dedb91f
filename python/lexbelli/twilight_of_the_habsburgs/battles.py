"""What Twilight of the Habsburgs knows of the odds of battles; see `capabilities.Battles`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, overload

from lexbelli import _core
from lexbelli.errors import IllegalMove, bad_input
from lexbelli.evaluations import MOST, BattleEvaluation
from lexbelli.moves import Violation
from lexbelli.names import unknown
from lexbelli.twilight_of_the_habsburgs import law, moves
from lexbelli.twilight_of_the_habsburgs.battle_odds import (
    BETTER_LOW,
    NUMBERS,
    Odds,
    Strength,
    numbers,
)
from lexbelli.twilight_of_the_habsburgs.evaluations import AskedAttack
from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["BATTLES", "AttackOption", "AttackOptions", "Battles"]

_DECIDES: Final = "attack"
_FINDERS: Final = ("core", "law")

# The rules of what multiplies, shifts and modifies.
_BONUS_RULES: Final[Mapping[str, str]] = {
    "city": "9.62-1",
    "river": "9.62-1",
    "trench_line": "12.5-2",
    "fortress": "11.3-2",
}
_SHIFT_RULES: Final[Mapping[str, str]] = {
    "gas": "13.8-2",
    "bombardment": "13.51-3",
    "offensive": "13.9-3",
    "event": "5.0-1",
}
_MODIFIER_RULES: Final[Mapping[str, str]] = {"unready": "14.81-2", "cornered": "14.82-3"}


@dataclass(frozen=True, slots=True)
class AttackOption:
    """An attack that could be declared, with its odds.

    Attributes:
        attack: The attack as text, as `odds` reads it.
        target: The hex attacked.
        units: Who attacks.
        table: The combat table.
        column: The odds of the column that is read.
        shows: The result of each face of the die.
        folded: How many attacks it stands for besides, by units that are alike.
        values: `NUMBERS`, in their order.
    """

    attack: str
    target: str
    units: tuple[str, ...]
    table: str
    column: str
    shows: tuple[str, ...]
    folded: int
    values: tuple[Fraction, ...] = field(repr=False)

    def number(self, name: str) -> Fraction:
        """Return one of `NUMBERS`.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        if name not in NUMBERS:
            raise unknown(name, NUMBERS, "number")
        return self.values[NUMBERS.index(name)]

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data; fractions as text."""
        return {
            "attack": self.attack,
            "target": self.target,
            "units": list(self.units),
            "table": self.table,
            "column": self.column,
            "shows": list(self.shows),
            "folded": self.folded,
            **{name: str(value) for name, value in zip(NUMBERS, self.values, strict=True)},
        }


@dataclass(frozen=True, slots=True)
class AttackOptions(Sequence[AttackOption]):
    """Attacks that could be declared, by target.

    Attributes:
        attacks: The attacks.
        side: Who attacks.
        every: Whether all are among them, or only those to which nobody could be added.
        supposed: Whether it is supposed that the side is in a combat segment.
        unfinished: Hexes on which not all attacks were looked for, because they are too many.
    """

    attacks: tuple[AttackOption, ...]
    side: str
    every: bool
    supposed: bool
    unfinished: tuple[str, ...]

    @property
    def folded(self) -> int:
        """How many attacks are not told one by one, since others stand for them."""
        return sum(attack.folded for attack in self.attacks)

    def sorted(self, number: str = NUMBERS[0]) -> "AttackOptions":
        """Return the same attacks, the best for the attacker first.

        Args:
            number: One of `NUMBERS`.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        if number not in NUMBERS:
            raise unknown(number, NUMBERS, "sort", "number")
        sign = 1 if number in BETTER_LOW else -1
        ordered = sorted(self.attacks, key=lambda one: sign * one.number(number))
        return replace(self, attacks=tuple(ordered))

    @overload
    def __getitem__(self, index: int) -> AttackOption: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AttackOption, ...]: ...
    def __getitem__(self, index: int | slice) -> AttackOption | tuple[AttackOption, ...]:
        return self.attacks[index]

    def __iter__(self) -> Iterator[AttackOption]:
        return iter(self.attacks)

    def __len__(self) -> int:
        return len(self.attacks)


class Battles:
    """The odds of attacks."""

    numbers: Sequence[str] = NUMBERS
    declaring: str = _DECIDES

    def odds(
        self, position: Position, attack: str = "", side: str | None = None, force: bool = False
    ) -> Odds:
        """Tell the exact odds of an attack, or of the attack under way before its die falls.

        Args:
            position: The position; where no attacks are asked for, it is supposed that the side
                is in the combat segment of its impulse, or of its first one.
            attack: The attack as text, such as `attack ah_3_mtn_div h3744 assault; gas h3744`;
                empty for the attack under way.
            side: Who attacks; None for the side that acts.
            force: Whether to tell the odds even if rules are broken; `violations` tells which.

        Raises:
            BadInput: Something cannot be read, or no attack is under way.
            IllegalMove: Rules are broken; the error lists all.
        """
        asked, broken, supposed = _asked(position, attack, side, force)
        return _told(asked, broken, supposed)

    def evaluate_battle(
        self,
        position: Position,
        attack: str = "",
        side: str | None = None,
        force: bool = False,
        *,
        measures: Sequence[str] | str = (),
        most: int = MOST,
    ) -> BattleEvaluation:
        """Follow an attack, or the attack under way wherever it stands, to its end.

        The die is told with its odds, and of losses and retreats every legal choice is gone through
        (docs/twilight_of_the_habsburgs/battles.md).

        Args:
            position: The position; as for `odds`.
            attack: The attack as text, as `odds` takes it; empty for the attack under way.
            side: Who attacks; None for the side that acts.
            force: Whether to tell it even if rules are broken.
            measures: Some of `evaluations.FINAL_MEASURES`; none for all.
            most: How many positions are looked at for each sort of measures, at most.

        Raises:
            BadInput: Something cannot be read, or no attack is under way.
            IllegalMove: Rules are broken; the error lists all.
        """
        asked, _, _ = _asked(position, attack, side, force)
        return asked.evaluate(measures, most)

    def attacks(
        self,
        position: Position,
        origin: Sequence[str] | None = None,
        target: Sequence[str] | None = None,
        every: bool = False,
        most: int = 100_000,
        by: str = "core",
        side: str | None = None,
    ) -> AttackOptions:
        """Tell the attacks that could be declared, by every table that may be used.

        Args:
            position: The position; as for `odds`.
            origin: Hexes from which units may come; None for all.
            target: Hexes that may be attacked; None for all.
            every: Whether to tell every attack, and not only those to which nobody could be added.
            most: How many sets of units are judged for each hex at most.
            by: Who finds them: `core` or `law`.
            side: Who attacks; None for the side that acts.

        Raises:
            BadInput: A hex is unknown, or attacks cannot be supposed.
            LawError: The law is at fault.
        """
        if by not in _FINDERS:
            raise unknown(by, _FINDERS, "by", "finder")
        at = position.suppose_fighting(side)
        whose = at.decision.side or side or at.core.active
        if whose is None:
            raise bad_input("nobody can attack any more: the game is over", "position")

        def hexes(given: Sequence[str] | None, name: str) -> list[str] | None:
            return None if given is None else [at.hex_named(each, name) for each in given]

        origins, targets = hexes(origin, "origin"), hexes(target, "target")
        unfinished: Sequence[str] = ()
        if by == "core":
            found, unfinished = _core.twilight_attacks(
                at.core, whose, origins, targets, every, most
            )
        else:
            made = law.attacks(at.core, every, origins, targets) if at.decision.side else []
            found = _core.twilight_attacks_found(at.core, [each.core for each in made], every)
        columns = at.core.tables.odds_columns()
        options = [
            AttackOption(
                attack=f"attack {','.join(units)} {place} {table}",
                target=place,
                units=tuple(units),
                table=table,
                column=columns[read - 1],
                shows=tuple(shows),
                folded=folded,
                values=numbers(shows, steps, fortress),
            )
            for units, place, table, folded, read, shows, steps, fortress in found
        ]
        return AttackOptions(tuple(options), whose, every, at != position, tuple(unfinished))

    def readied(
        self,
        position: Position,  # noqa: ARG002 - the shape of `capabilities.Battles`
        units: Sequence[str],  # noqa: ARG002
    ) -> Iterable[Sequence[Mapping[str, Any]]]:
        """Yield no orders: every unit that may attack is ready."""
        yield ()

    def without_help(self, position: Position, attack: Any) -> Iterator[AttackOption]:  # noqa: ARG002
        """Yield nothing: units that help take part."""
        yield from ()


BATTLES: Final = Battles()


def _asked(
    position: Position, attack: str, side: str | None, force: bool
) -> tuple[AskedAttack, tuple[Violation, ...], bool]:
    """Return what is asked about, which rules it breaks, and whether a combat segment is supposed.

    Raises:
        BadInput: The attack cannot be read.
        IllegalMove: It breaks rules without `force`.
    """
    if not attack.strip():
        return AskedAttack(position.core, None), (), False
    at = position.suppose_fighting(side)
    made = moves.read(at.core, attack)
    broken = tuple(at.check(made))
    if broken and not force:
        raise IllegalMove(made, broken)
    return AskedAttack(at.core, made.core), broken, at != position


def _told(asked: AskedAttack, broken: tuple[Violation, ...], supposed: bool) -> Odds:
    position = asked.position
    told = _core.twilight_figures(position, asked.made)
    impulse = position.decision().get("impulse", 1)
    bonuses = tuple(
        (name, factor, _BONUS_RULES.get(name, "9.62-1")) for name, factor in told["bonuses"]
    )
    fortress: tuple[Strength, ...] = ()
    if told["fortress"] is not None:
        strength, factor = told["fortress"]
        fortress = (Strength("fortress", strength, factor, "11.44-1" if factor > 1 else ""),)
    largest = max((factor for _, factor, _ in bonuses), default=1)

    def defended(unit: str, strength: int, factor: int) -> Strength:
        if factor == 1:
            rule = ""
        elif len(bonuses) == 1:
            rule = bonuses[0][2]
        else:
            # Who is not ready for the terrain has the largest of several bonuses.
            rule = "14.81-1" if factor == largest and told["several"] != factor else "9.62-2"
        return Strength(unit, strength, factor, rule)

    def attacked(unit: str, strength: int, factor: int) -> Strength:
        german = position.tables.unit(unit)["nation"] == "german"
        second = "14.83-6" if german else "14.83-7"
        first = "14.83-2" if german else "14.83-3"
        rule = "" if factor == 1 else (second if impulse > 1 else first)
        return Strength(unit, strength, factor, rule)

    return Odds(
        side=told["side"],
        target=told["hex"],
        table=told["table"],
        attackers=tuple(attacked(*each) for each in told["attackers"]),
        defenders=(*(defended(*each) for each in told["defenders"]), *fortress),
        attack=told["attack"],
        defence=told["defence"],
        bonuses=bonuses,
        columns=tuple(told["columns"]),
        column=told["column"],
        read=told["read"],
        shifts=tuple((name, by, _SHIFT_RULES[name]) for name, by in told["shifts"]),
        modifiers=tuple((name, by, _MODIFIER_RULES[name]) for name, by in told["modifiers"]),
        shows=tuple(told["shows"]),
        steps=tuple(told["steps"]),
        violations=broken,
        supposed=supposed,
        _asked=asked,
    )
