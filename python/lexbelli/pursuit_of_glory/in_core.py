"""Games of Pursuit of Glory that the core plays by itself."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["IN_CORE", "InCore"]


class InCore:
    """See `capabilities.InCore`."""

    def crowd(self, start: Position, settings: Mapping[str, Any]) -> _core.Crowd:
        """Begin many games at once."""
        return _core.pursuit_crowd(start.core, **settings)

    def playouts(
        self,
        start: Position,
        seed: int,
        numbers: tuple[int, int],
        turns: int | None,
        records: bool,
    ) -> Sequence[Any]:
        """Play whole games."""
        played = _core.pursuit_playouts(start.core, seed, numbers, turns, records)
        return [(why, Position(core), *rest) for why, core, *rest in played]


IN_CORE: Final = InCore()
