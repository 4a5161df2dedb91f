"""Games of Twilight of the Habsburgs that the core plays by itself."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli import _core
from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["IN_CORE", "InCore"]


class InCore:
    """See `capabilities.InCore`."""

    def crowd(self, start: Position, settings: Mapping[str, Any]) -> _core.Crowd:
        """Begin many games at once."""
        return _core.twilight_crowd(start.core, **settings)

    def playouts(
        self,
        start: Position,
        seed: int,
        numbers: tuple[int, int],
        turns: int | None,
        records: bool,
    ) -> Sequence[Any]:
        """Play whole games."""
        played = _core.twilight_playouts(start.core, seed, numbers, turns, records)
        return [(why, Position(core), *rest) for why, core, *rest in played]


IN_CORE: Final = InCore()
