"""What a side may know of a position, as one array of numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lexbelli import capabilities, games
from lexbelli.rl.speaking import Speaker
from lexbelli.rl.words import WordTable

__all__ = ["Layout", "Observer"]

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Layout:
    """Which part of an observation is what.

    Attributes:
        parts: Name -> where it begins, and its shape; `Layout.part` cuts it out.
        size: How many numbers an observation has.
    """

    parts: Mapping[str, tuple[int, tuple[int, ...]]]
    size: int

    def part(self, observation: Floats, name: str) -> Floats:
        """Return a part of an observation in its shape."""
        begins, shape = self.parts[name]
        return observation[begins : begins + int(np.prod(shape))].reshape(shape)


class Observer:
    """Makes observations of positions of a game.

    An observation has these parts, each of numbers from 0 to 1 if nothing else is said:

    - `place` (units): where each unit is, as the number of the place from 1, divided by the number
      of places; 0 of a unit that has not been placed.
    - `marks` (units, marks): the game's marks of each unit (`capabilities.Observed`).
    - `held` (places, marks): its marks of each place.
    - `numbers`: its other numbers, which may be above 1 or below 0.
    - `own`: 1 if it is seen by the game's first side, 0 by the other.
    - `acts`: 1 if the side that looks decides.
    - `asked`, `given`, `order` (words): the kind of the decision, the words of the orders given so
      far, those of the order that is being given; of the side's own answer alone.

    Args:
        position: A position of the game.
        table: The words of the game.
    """

    def __init__(self, position: Any, table: WordTable) -> None:
        self.table = table
        game = games.of(position)
        self._sides: Sequence[str] = game.sides
        self._observed: capabilities.Observed | None = getattr(game, "observed", None)
        self._units = {unit: at for at, unit in enumerate(position.known_units)}
        self._places = {place: at for at, place in enumerate(position.spaces)}
        told = self._observed
        shapes: dict[str, tuple[int, ...]] = {"place": (len(self._units),)}
        if told is not None:
            shapes["marks"] = (len(self._units), len(told.unit_marks))
            shapes["held"] = (len(self._places), len(told.place_marks))
            shapes["numbers"] = (len(told.numbers),)
        shapes |= {"own": (1,), "acts": (1,)}
        shapes |= dict.fromkeys(("asked", "given", "order"), (len(table),))
        parts, begins = {}, 0
        for name, shape in shapes.items():
            parts[name] = (begins, shape)
            begins += int(np.prod(shape))
        #: Which part is what.
        self.layout = Layout(parts, begins)
        # What the core tells by itself comes first, in this order.
        by_core = getattr(told, "by_core", None)
        self._told = parts["own"][0] if by_core is not None and by_core(position) else 0
        self._own, self._acts = parts["own"][0], parts["acts"][0]
        self._rows = [parts[name][0] for name in ("asked", "given", "order")]
        # The last board that was looked at: as who sees it.
        self._board: tuple[Any, str, Floats] | None = None

    def observe(self, seen: Any, side: str, speaker: Speaker | None, kind: str = "") -> Floats:
        """Return what a side may know.

        Args:
            seen: The position as the side may know it.
            side: The side.
            speaker: What it has said so far, if it decides.
            kind: The kind of its decision.
        """
        # Words are said one after the other in the same position.
        if self._board is None or self._board[0] is not seen or self._board[1] != side:
            self._board = (seen, side, self._board_of(seen, side))
        found = self._board[2].copy()
        if speaker is None:
            return found
        found[self._acts] = 1.0
        asked, given, order = self._rows
        if self.table.knows(kind):
            found[asked + self.table.number(kind)] = 1.0
        for begins, words in ((given, speaker.words_given()), (order, speaker.said)):
            for word in words:
                found[begins + word] = 1.0
        return found

    def _board_of(self, seen: Any, side: str) -> Floats:
        """Return what is there whatever has been said."""
        found = np.zeros(self.layout.size, dtype=np.float32)
        found[self._own] = float(side == self._sides[0])
        if self._told:
            found[: self._told] = np.frombuffer(seen.core.observed(), np.float32)
            return found
        part = self.layout.part
        where, last = part(found, "place"), len(self._places)
        for unit, place in seen.units.items():
            at = self._places.get(place)
            if at is not None and unit in self._units:
                where[self._units[unit]] = (at + 1) / last
        if self._observed is not None:
            self._marked(found, self._observed, seen)
        return found

    def _marked(self, found: Floats, told: capabilities.Observed, seen: Any) -> None:
        marks = told.arrays(seen)
        for name, index, rows in (
            ("marks", self._units, marks.units),
            ("held", self._places, marks.places),
        ):
            table = self.layout.part(found, name)
            for number, row in enumerate(rows):
                for key, value in row.items():
                    at = index.get(key)
                    if at is not None:
                        table[at, number] = value
        self.layout.part(found, "numbers")[:] = np.asarray(marks.numbers, dtype=np.float32)
