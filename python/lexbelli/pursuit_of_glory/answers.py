"""Our answers to the questions of a record, under one reading of the rules or another."""

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeVar

from lexbelli import _core
from lexbelli.pursuit_of_glory import tables
from lexbelli.pursuit_of_glory.courses import Course, How

__all__ = ["ABOUT", "KINDS", "NAMED_DEFENDERS", "PLENTY", "Answers", "Turned"]

# The readings that are turned, none for the usual ones.
Turned = tuple[str, ...]
_Answer = TypeVar("_Answer")

# More OPS than any place costs to activate.
PLENTY: Final = 255

# Readings about where a unit may go.
_WAYS: Final = (
    "cossacks_stay_in_persia",
    "bases_take_units_back",
    "georgians_bar_nobody",
    "persian_tribes_wait",
    "greeks_bar_everybody",
    "british_stay_out_of_persia",
    "persian_regions_closed",
    "hqs_not_left_alone",
    "hqs_follow",
    "lone_hqs_stay",
    "supply_after_the_move",
)

# The reading that only those defend whom the record names.
NAMED_DEFENDERS: Final = "named_defenders_only"
# The reading that an attack on neutral Greece is none of its business.
_ASIDE: Final = "neutral_greeks_stand_aside"
# Readings about battles.
_BATTLES: Final = (
    "tribes_are_no_cavalry",
    _ASIDE,
    "artillery_defends",
    "caspian_is_no_water",
    "sea_paths_carry_attacks",
    "plain_cards_add_one",
    NAMED_DEFENDERS,
)

# What is asked -> the readings it is about, the likeliest first. Every other reading is about
# supply, on which all of these questions depend as well.
ABOUT: Final[Mapping[str, Sequence[str]]] = {
    "units": (),
    "spaces": (),
    "costs": (
        "regions_pay_by_the_stack",
        "lone_hqs_stay",
        "limited_units_attack",
        "hqs_are_of_a_nationality",
        "greeks_obey_everybody",
        "apis_spares_activation",
        "uprisings_cost_by_supply",
        "defense_corps_is_british",
        "russian_irregulars_cost_more",
    ),
    "offers": (
        "attacks_need_a_target",
        "moves_need_mf",
        "regions_keep_british_back",
        "russians_have_attacked",
        "alpenkorps_needs_supply",
        "cordon_attacks_abroad",
        "besieged_forts_attacked_from_outside",
        "defense_corps_is_neutral",
        "russian_irregulars_cost_more",
        "lone_hqs_stay",
        "limited_units_attack",
        "hqs_are_of_a_nationality",
        "greeks_obey_everybody",
        "uprisings_cost_by_supply",
        "defense_corps_is_british",
        "regions_pay_by_the_stack",
    ),
    "steps": _WAYS,
    "stops": _WAYS,
    "targets": (
        "besieged_forts_attacked_from_outside",
        "defense_corps_is_neutral",
        "cordon_attacks_abroad",
        "limited_units_attack",
        "alpenkorps_needs_supply",
    ),
    "fire_tables": _BATTLES,
    "strengths": _BATTLES,
    "shifts": _BATTLES,
    "modifiers": _BATTLES,
    "loss_numbers": _BATTLES,
    "first_fire": _BATTLES,
    "flanks": _BATTLES,
    "forts": _BATTLES,
    "defenders": _BATTLES,
    "first_losses": (
        "guessed_units_last",
        "guessed_units_not_spared",
        _ASIDE,
        NAMED_DEFENDERS,
    ),
    "retreats": (
        "only_russians_sail",
        "besieged_forts_stop_retreats",
        "greeks_retreat_as_printed",
        _ASIDE,
        NAMED_DEFENDERS,
        *_WAYS,
    ),
}

# What can be asked: the status of units, which spaces would turn, what activations cost and which
# are offered, where one unit may step and stop, what units may attack, the figures of battles, and
# who loses the first step or retreats where.
KINDS: Final = tuple(ABOUT)


class Answers:
    """Our answers to one record, each worked out at most once under any readings."""

    def __init__(self, position: _core.PursuitPosition) -> None:
        self.position = position
        self.known = tables.readings()
        self._referee = _core.PursuitReferee(position, PLENTY)
        self._found: dict[Hashable, Any] = {}

    def choices(self, kind: str) -> Iterator[Turned]:
        """Give the readings to turn for one kind of question: every single one, then pairs.

        Of the pairs, one at least is about the question itself.
        """
        about = ABOUT[kind]
        apart = {name for names in ABOUT.values() for name in names}
        supply = [name for name, _, _, _ in self.known if name not in apart]
        for name in (*about, *supply):
            yield (name,)
        yield from combinations(about, 2)
        yield from ((one, other) for one in about for other in supply)
        yield from combinations(supply, 2)

    def rule(self, turned: Turned) -> str | None:
        """Name the rules whose reading was turned."""
        rules = dict.fromkeys(rule for name, rule, _, _ in self.known if name in turned)
        return " + ".join(rules) or None

    def supply(self, turned: Turned) -> dict[str, str]:
        """Return the status of every unit."""
        return self._once(("supply", turned), lambda: self.position.supply(self._said(turned)))

    def flips(self, turned: Turned) -> frozenset[str]:
        """Return the spaces that would turn."""
        return self._once(
            ("flips", turned), lambda: frozenset(self.position.flips(self._said(turned)))
        )

    def costs(self, side: str, turned: Turned) -> dict[str, dict[str, Any]]:
        """Return by place what its activation costs, or what bars it."""
        return self._once(
            ("costs", side, turned), lambda: self.position.activations(side, self._said(turned))
        )

    def offers(self, ops: int, turned: Turned) -> dict[str, frozenset[str]]:
        """Return by purpose the places that could be activated with some OPS."""

        def work() -> dict[str, frozenset[str]]:
            offers = _core.PursuitReferee(self.position, ops).offers(self._said(turned))
            return {purpose: frozenset(places) for purpose, places in offers.items()}

        return self._once(("offers", ops, turned), work)

    def reach(self, unit: str, turned: Turned) -> dict[str, Any]:
        """Return where one unit may stop, and what it may enter first."""
        return self._once(
            ("reach", unit, turned),
            lambda: self._referee.destinations(unit, self._said(turned)),
        )

    def targets(self, units: Sequence[str], turned: Turned) -> dict[str, frozenset[str]]:
        """Return what each of these units may attack alone."""

        def work() -> dict[str, frozenset[str]]:
            targets = self._referee.attack_targets(units, self._said(turned))
            return {unit: frozenset(places) for unit, places in targets.items()}

        return self._once(("targets", tuple(units), turned), work)

    def figures(
        self, attack: str, cards: Sequence[tuple[str, str]], turned: Turned
    ) -> dict[str, Any]:
        """Return the figures of a battle."""
        played = "".join(f"; play {card}" for card, _ in cards)

        def work() -> dict[str, Any]:
            told: dict[str, Any] = json.loads(
                _core.pursuit_figures(self.position, attack + played, cards, self._said(turned))
            )
            return told

        return self._once(("figures", attack, turned), work)

    def first_losses(self, course: Course, role: str, number: int, turned: Turned) -> list[str]:
        """Return the units, or `FORT`, that may lose the first step of so many points."""
        how = self._how(turned)

        def work() -> list[str]:
            key = ("due", role, number, how)
            due = self._once(key, lambda: course.losses(role, number, how))
            units, fort = due.first_losses(self._said(turned)) or ([], False)
            return [*units, *(["FORT"] if fort else [])]

        return self._once(("first_losses", role, number, turned), work)

    def retreats(self, course: Course, unit: str, turned: Turned) -> list[str]:
        """Return where a defender may retreat to, by a space and alone."""
        how = self._how(turned)

        def work() -> list[str]:
            due = self._once(("retreat", how), lambda: course.retreat(how))
            return due.first_retreats(unit, self._said(turned))

        return self._once(("retreats", unit, turned), work)

    def _how(self, turned: Turned) -> How:
        return How(NAMED_DEFENDERS in turned, _ASIDE in turned)

    def _once(self, key: Hashable, work: Callable[[], _Answer]) -> _Answer:
        if key not in self._found:
            self._found[key] = work()
        found: _Answer = self._found[key]
        return found

    def _said(self, turned: Turned) -> dict[str, bool]:
        return {name: not usual for name, _, usual, _ in self.known if name in turned}
