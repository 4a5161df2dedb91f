"""Recorded battles after their dice: whose losses are due, and who retreats, at any loss number."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from lexbelli import _core

__all__ = ["Course"]

# Whose losses are due -> the stage, and whose dice the number is of.
_STAGES: Final = {
    "attacker": ("attackers_losses", "defender"),
    "defender": ("defenders_losses", "attacker"),
}


@dataclass(frozen=True)
class Course:
    """A recorded battle, declared, and then put after its dice as a record asks.

    Attributes:
        position: The recorded position.
        side: Who attacks.
        target: The place attacked.
        attackers: The units that attack.
        defenders: Those that defend, as recorded.
        region: Whether the defenders of a region had to be named.
        factors: The loss factors that were rolled for units with a `?`.
    """

    position: _core.PursuitPosition
    side: str
    target: str
    attackers: Sequence[str]
    defenders: Sequence[str]
    region: bool
    factors: Mapping[str, int]

    def losses(self, role: str, number: int) -> _core.PursuitPosition:
        """Return the position in which a side has to absorb so many points."""
        stage, by = _STAGES[role]
        numbers = {"attacker": 0, "defender": 0, by: number}
        return self._put({"stage": stage, "loss_numbers": numbers})

    def retreat(self) -> _core.PursuitPosition:
        """Return the position in which the defenders retreat by a space."""
        numbers = {"attacker": 1, "defender": 0}
        return self._put({"stage": "retreat", "loss_numbers": numbers})

    def _put(self, battle: Mapping[str, Any]) -> _core.PursuitPosition:
        content = self._started
        reduced = list(content.get("reduced", ()))
        if battle["stage"] == "retreat" and set(self.attackers) <= set(reduced):
            # Somebody at full strength must be there (12.7.1-1).
            reduced.remove(self.attackers[0])
        told = {**content["battle"], **battle}
        if self.region:
            told["defenders"] = list(self.defenders)
        supply = self.position.supply()
        units = (*self.attackers, *told.get("defenders", ()))
        told["unfed"] = [unit for unit in units if supply.get(unit) == "oos"]
        told["factors"] = dict(self.factors)
        return self._read({**content, "reduced": reduced, "battle": told})

    @cached_property
    def _started(self) -> dict[str, Any]:
        """The document in which the attack was declared, with all that this brought about."""
        before = json.loads(self.position.to_json())
        before |= {
            "active": self.side,
            "ops": 0,
            "attacking": dict.fromkeys(self.attackers, "attack"),
        }
        orders = f"attack {self.target} with {','.join(self.attackers)}"
        declared: dict[str, Any] = json.loads(self._read(before).answer(orders).to_json())
        return declared

    def _read(self, content: Mapping[str, Any]) -> _core.PursuitPosition:
        tables = self.position.tables
        codes = [code for code, _ in tables.problem_codes()]
        return _core.PursuitPosition.from_json(tables, json.dumps(content), codes)
