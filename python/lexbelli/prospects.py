"""What attacks promise, for every game: the odds of one, of all that could be declared, of many."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, overload

from lexbelli import _core, games
from lexbelli.batch import GivenPositions, GivenTable, arrow_rows, named_positions
from lexbelli.battle_odds import NUMBERS, Odds
from lexbelli.errors import bad_input
from lexbelli.moves import Move
from lexbelli.names import unknown
from lexbelli.position import Position
from lexbelli.upshots import MOST, Upshots, measures_of

__all__ = [
    "GivenCards",
    "GivenPolicy",
    "Prospect",
    "Prospects",
    "attacks",
    "follow",
    "odds",
    "odds_batch",
]

# Of these less is better for the attacker.
_BETTER_LOW: Final = frozenset({"loss", "attacker_steps", "defender_number"})

# Cards: their names, orders that play them, or either by side.
GivenCards = str | Sequence[str] | Mapping[str, str | Sequence[str]]
# How losses are taken: the name of a policy or its weights; of both sides, or by role.
GivenPolicy = str | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Prospect:
    """An attack that could be declared, with its odds if no cards are played.

    Attributes:
        attack: The attack as text, as `odds` reads it.
        target: The place attacked.
        units: Who attacks.
        pin: The pinning space, if it is a flank attack.
        folded: How many attacks it stands for besides.
        values: `NUMBERS`, as text of exact fractions, in their order.
    """

    attack: str
    target: str
    units: tuple[str, ...]
    pin: str | None
    folded: int
    values: tuple[str, ...] = field(repr=False)

    def number(self, name: str) -> Fraction:
        """Return one of `NUMBERS`.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        if name not in NUMBERS:
            raise unknown(name, NUMBERS, "number")
        return Fraction(self.values[NUMBERS.index(name)])

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data; fractions as text."""
        return {
            "attack": self.attack,
            "target": self.target,
            "units": list(self.units),
            "pin": self.pin,
            "folded": self.folded,
            **dict(zip(NUMBERS, self.values, strict=True)),
        }


@dataclass(frozen=True, slots=True)
class Prospects(Sequence[Prospect]):
    """Attacks that could be declared, by target.

    Attributes:
        attacks: The attacks.
        every: Whether all are among them, or only those to which nobody could be added.
        supposed: Whether it is supposed that all units wait that could be activated.
        waits: The units that wait.
        unfinished: Places on which not all attacks were looked for, because they are too many.
    """

    attacks: tuple[Prospect, ...]
    every: bool
    supposed: bool
    waits: tuple[str, ...]
    unfinished: tuple[str, ...]

    @property
    def folded(self) -> int:
        """How many attacks are not told one by one, since others stand for them."""
        return sum(attack.folded for attack in self.attacks)

    def sorted(self, number: str = "win") -> "Prospects":
        """Return the same attacks, the best for the attacker first.

        Args:
            number: One of `NUMBERS`.

        Raises:
            BadInput: There is no such number; it suggests the nearest.
        """
        if number not in NUMBERS:
            raise unknown(number, NUMBERS, "sort", "number")
        sign = -1 if number in _BETTER_LOW else 1
        ordered = sorted(self.attacks, key=lambda one: -sign * one.number(number))
        return Prospects(tuple(ordered), self.every, self.supposed, self.waits, self.unfinished)

    @overload
    def __getitem__(self, index: int) -> Prospect: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Prospect, ...]: ...
    def __getitem__(self, index: int | slice) -> Prospect | tuple[Prospect, ...]:
        return self.attacks[index]

    def __iter__(self) -> Iterator[Prospect]:
        return iter(self.attacks)

    def __len__(self) -> int:
        return len(self.attacks)


def odds(
    position: Position,
    attack: Move | str = "",
    cards: GivenCards = (),
    withdrawal: bool = False,
    policy: GivenPolicy = "thrift",
    force: bool = False,
) -> Odds:
    """Tell the exact odds of an attack, or of the battle under way from where it stands.

    Where units are still to be activated for attack, it is supposed that all wait that could be.

    Args:
        position: The position.
        attack: The attack as text: `attack PLACE with UNIT,UNIT flank PLACE`, and further orders
            such as `play CARD` (docs/battles.md). Empty for the battle under way.
        cards: Cards that are played as well: names of cards, or orders that play them; as a
            mapping, by the side that plays them. Nobody needs to hold them.
        withdrawal: Whether the defender withdraws.
        policy: How losses are taken (docs/odds.md): the name of a policy, weights of `thrift` that
            differ from the default, or either for `attacker` and `defender`.
        force: Whether to tell the odds even if rules are broken; `violations` tells which.

    Raises:
        BadInput: Something cannot be read; the error names the nearest valid choice.
        IllegalMove: Rules are broken; the error lists all.
    """
    asked = games.game(position.game)
    found: Odds = asked.odds(position, _text(attack), cards, withdrawal, policy, force)
    return found


def follow(
    position: Position,
    attack: Move | str = "",
    cards: GivenCards = (),
    withdrawal: bool = False,
    policy: GivenPolicy = "thrift",
    force: bool = False,
    *,
    measures: Sequence[str] | str = (),
    most: int = MOST,
) -> Upshots:
    """Follow an attack, or the battle under way wherever it stands, to its end.

    Every die is told with its odds, and of losses, retreats and advances every legal choice is gone
    through (docs/odds.md).

    Args:
        position: The position.
        attack: The attack as text, as `odds` takes it; empty for the battle under way.
        cards: Cards that are played, as `odds` takes them; all others are taken as not played.
        withdrawal: Whether the defender withdraws.
        policy: How losses are taken by policy, as `odds` takes it.
        force: Whether to tell it even if rules are broken.
        measures: Some of `lexbelli.upshots.UPSHOTS`; none for all.
        most: How many positions are looked at for the policies, and for all choices, at most.

    Raises:
        BadInput: Something cannot be read, or rules are broken.
    """
    asked = games.game(position.game)
    found: Upshots = asked.upshots(
        position, _text(attack), cards, withdrawal, policy, force, measures_of(measures), most
    )
    return found


def attacks(
    position: Position,
    *,
    origin: str | Sequence[str] | None = None,
    target: str | Sequence[str] | None = None,
    every: bool = False,
    most: int = 100_000,
    by: str = "core",
) -> Prospects:
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
        BadInput: A place is unknown, or the position is none in which attacks are declared.
        LawError: The law is at fault.
    """
    if most < 1:
        raise bad_input(f"'{most}' is below 1", "most")
    found: Prospects = games.game(position.game).attacks(
        position, _listed(origin), _listed(target), every, most, by
    )
    return found


def odds_batch(
    table: GivenTable,
    positions: GivenPositions | None = None,
    *,
    exact: bool = False,
    game: str = "pursuit_of_glory",
    data: str | None = None,
    allow: Sequence[str] = (),
) -> _core.Table:
    """Tell the odds of the attack of every row of a table, on all cores.

    Args:
        table: The rows, with the columns `attack` (text, as `odds` reads it, with the cards that
            are played; null for the battle under way) and `position` (docs/batch.md): anything with
            `__arrow_c_stream__`, a mapping of columns to lists, or a list of rows.
        positions: The positions that rows name, as `check_batch` takes them.
        exact: Whether to tell the numbers as text of exact fractions, too.
        game: The game whose rules are asked.
        data: A folder with an owner's own tables, or None for the shipped ones.
        allow: Codes of problems that positions may have; `all` stands for every one.

    Returns:
        A row for every row, in the same order: `legal` (null if the row could not be judged),
        `rules` that are broken, each of `NUMBERS` as a column (null unless legal), `exact` if asked
        for, a list of text for each row, and `error`. Losses are taken by the default policy.

    Raises:
        BadInput: A column is missing or of a wrong type, or ids of positions are not unique.
    """
    rows, own = arrow_rows(table)
    if own and positions is not None:
        raise bad_input("are given twice: in the rows, and as 'positions'", "positions")
    bulk = games.game(game).bulk(named_positions(own or positions), None, data, allow)
    return bulk.odds(rows, exact)


def _text(attack: object) -> str:
    if isinstance(attack, Move | str):
        return str(attack)
    raise bad_input(f"text or a move is needed, not '{type(attack).__name__}'", "attack")


def _listed(places: str | Sequence[str] | None) -> Sequence[str] | None:
    return [places] if isinstance(places, str) else places
