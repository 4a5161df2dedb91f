"""Our answers to the questions of a record."""

import json
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.golden.courses import Course

__all__ = ["PLENTY", "Answers"]

# More OPS than any place costs to activate.
PLENTY: Final = 255


class Answers:
    """Our answers to one record, each worked out at most once."""

    def __init__(self, position: _core.PursuitPosition) -> None:
        self.position = position
        self._checker = _core.PursuitChecker(position, PLENTY)
        self.costs = cache(self._costs)
        self.reach = cache(self._checker.destinations)

    @cached_property
    def supply(self) -> dict[str, str]:
        """The status of every unit."""
        return self.position.supply()

    @cached_property
    def flips(self) -> frozenset[str]:
        """The spaces that would turn."""
        return frozenset(self.position.flips())

    def _costs(self, side: str) -> dict[str, dict[str, Any]]:
        """Return by place what its activation costs, or what bars it."""
        return self.position.activations(side)

    def offers(self, ops: int) -> dict[str, frozenset[str]]:
        """Return by purpose the places that could be activated with some OPS."""
        offers = _core.PursuitChecker(self.position, ops).offers()
        return {purpose: frozenset(places) for purpose, places in offers.items()}

    def targets(self, units: Sequence[str]) -> dict[str, frozenset[str]]:
        """Return what each of these units may attack alone."""
        targets = self._checker.attack_targets(units)
        return {unit: frozenset(places) for unit, places in targets.items()}

    def figures(self, attack: str, cards: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """Return the figures of a battle."""
        played = "".join(f"; play {card}" for card, _ in cards)
        told = _core.pursuit_figures(self.position, attack + played, cards)
        figures: dict[str, Any] = json.loads(told)
        return figures

    @staticmethod
    def first_losses(course: Course, role: str, number: int) -> list[str]:
        """Return the units, or `FORT`, that may lose the first step of so many points."""
        units, fort = course.losses(role, number).first_losses() or ([], False)
        return [*units, *(["FORT"] if fort else [])]
