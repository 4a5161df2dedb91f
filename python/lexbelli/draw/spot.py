"""Where everything of a place is drawn, on whatever board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lexbelli.draw.board import Place
from lexbelli.draw.counters import SIZE
from lexbelli.draw.geometry import Box, Point

__all__ = ["Spot"]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where everything of a place is drawn."""

    place: Place
    plate: Box
    label: Box
    badges: Box | None
    counters: Sequence[tuple[Point, float]]

    def boxes(self) -> Iterator[tuple[str, Box]]:
        """Yield the box of everything drawn, each with a name."""
        yield f"plate {self.place.id}", self.plate
        if self.place.kind != "gateway" and self.label.width:
            yield f"label {self.place.id}", self.label
        if self.badges is not None:
            yield f"badges {self.place.id}", self.badges

    def weights(self) -> Iterator[tuple[Box, float]]:
        """Yield every box, with how much it weighs that nothing covers it."""
        yield self.plate, 3.0 if self.counters else 1.5
        yield self.label, 1.0
        if self.badges is not None:
            yield self.badges, 0.5

    def counter_boxes(self) -> Iterator[tuple[str, Box]]:
        """Yield the box of every counter."""
        for counter, (at, scale) in zip(self.place.counters, self.counters, strict=True):
            yield f"unit {counter.id}", Box(*at, SIZE * scale, SIZE * scale)
