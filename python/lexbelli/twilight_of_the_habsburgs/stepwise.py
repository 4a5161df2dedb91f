"""From one position of Twilight of the Habsburgs to the next: what changes, what a side sees."""

import json
import random
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Self

from lexbelli import _core
from lexbelli import position as shared
from lexbelli.errors import BadInput, InvalidSetup
from lexbelli.moves import Change, Order
from lexbelli.twilight_of_the_habsburgs import changes
from lexbelli.twilight_of_the_habsburgs.guessing import COVERED as _COVERED
from lexbelli.twilight_of_the_habsburgs.guessing import placed_beneath

__all__ = ["Stepwise"]

# So often hidden units are put beneath others until the position is one.
_MOST_GUESSES: Final = 20
# Orders that both sides see, whoever they name: attackers are shown (13.11-1), and where
# headquarters look is announced (13.12-1).
_OPEN: Final = frozenset({"attack", "scout"})


class Stepwise(shared.Position):
    """A position that is compared with a later one."""

    __slots__ = ()
    core: _core.TwilightPosition

    def guessed(self, seed: int) -> Self | None:
        """Return a position that this one could be what a side sees: who is beneath whom (13.1).

        Units that are hidden are put, with all their steps, beneath those on top.

        Args:
            seed: The same seed puts them in the same places.

        Returns:
            The position; None if none was found that asks what is asked here.
        """
        setup: dict[str, Any] = json.loads(self.core.to_json())
        units: dict[str, str] = setup["units"]
        hidden = [unit for unit, at in units.items() if at == _COVERED]
        if not hidden:
            return self
        dice = random.Random(seed)
        beneath = setup.pop("beneath", {})
        rows = {unit: self.core.tables.unit(unit) for unit in (*hidden, *beneath)}
        asked = self.decision
        for _ in range(_MOST_GUESSES):
            places = placed_beneath(hidden, beneath, units, rows, dice)
            if places is None:
                continue
            text = json.dumps({**setup, "units": {**units, **places}})
            try:
                core = _core.TwilightPosition.from_json(
                    self.core.tables, text, [code for code, _, _ in self.allowed]
                ).at_next_decision()
            except (BadInput, InvalidSetup):
                continue
            found = self._of(core)
            decision = found.decision
            if (decision.kind, decision.side) == (asked.kind, asked.side):
                return found
        return None

    @abstractmethod
    def _of(self, core: _core.TwilightPosition) -> Self:
        """Make a position of what the core says it is."""

    def changes(self, later: Self) -> Sequence[Change]:
        """Return what is different in a later position: units, markers, points, what is asked."""
        return changes.between(self, later)

    def conceals(self, later: Self, side: str) -> bool:
        """Whether units of the other side are hidden from a side here or in a later position."""
        return any(
            at == _COVERED and self.side_of(unit) != side
            for position in (self, later)
            for unit, at in position.units.items()
        )

    def is_in_sight(self, order: Order, later: Self, side: str) -> bool:
        """Whether an order of the other side is seen: its unit is seen here and later (13.1-1).

        Args:
            order: The order.
            later: What the side may know of the position after the move.
            side: The side that looks.
        """
        unit = order.content.get("unit")
        if unit is None or order.kind in _OPEN or self.side_of(unit) == side:
            return True
        return _COVERED not in (self.units.get(unit), later.units.get(unit))
