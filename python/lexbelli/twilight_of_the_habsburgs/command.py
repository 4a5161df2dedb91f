"""Who commands whom, and why somebody is out of command (4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["Command"]


@dataclass(frozen=True, slots=True)
class Command:
    """Who commands whom on one side (4).

    Attributes:
        in_command: The units in command, headquarters too.
        lines: Of a unit and a headquarters the length of the shortest line in hexes (4.31).
        bases: Of a headquarters and a depot or fed hex the same (4.4).
        usable: The depots and edge hexes that serve (4.42, 4.45).
        fed: The rail hexes connected to one of them (4.41).
    """

    in_command: frozenset[str]
    lines: Mapping[tuple[str, str], int]
    bases: Mapping[tuple[str, str], int]
    usable: frozenset[str]
    fed: frozenset[str]

    def is_headquarters(self, position: "Position", unit: str) -> bool:
        """Tell whether a unit is a headquarters."""
        return bool(position.core.tables.unit(unit)["size"] == "hq")

    def commander(self, unit: str) -> str | None:
        """Return the headquarters that commands a unit by the shortest line; None if none does."""
        lines = [(length, hq) for (known, hq), length in self.lines.items() if known == unit]
        able = [each for each in lines if each[1] in self.in_command]
        # Where a headquarters out of command commands all the same, so says the core of its units.
        chosen = able or (lines if unit in self.in_command else [])
        return min(chosen)[1] if chosen else None

    def why(self, position: "Position", unit: str) -> str:
        """Say in a sentence by which line a unit is in command, or why it is not.

        Args:
            position: The position the answer is of.
            unit: A unit of the side, on the map.
        """
        if self.is_headquarters(position, unit):
            return self._why_headquarters(position, unit)
        hq = self.commander(unit)
        if unit in self.in_command:
            if hq is None:
                return "in command without a line (14.83)"
            return f"commanded by {_name(position, hq)}, {_hexes(self.lines[unit, hq])} away (4.3)"
        side = position.side_of(unit)
        where = position.units[unit]
        reasons = []
        for other, seat in position.units.items():
            if seat not in position.hexes or position.side_of(other) != side:
                continue
            entry = position.core.tables.unit(other)
            if entry["command_range"] is None:
                continue
            far, name = position.distance(where, seat), str(entry["name"])
            if (unit, other) in self.lines:
                reasons.append((far, f"{name} is out of command itself (4.1)"))
            elif far > entry["command_range"]:
                told = f"{name} is {_hexes(far)} away, its range is {entry['command_range']} (4.3)"
                reasons.append((far, told))
            else:
                told = f"every line to {name} within its range is cut (4.32)"
                reasons.append((far, told))
        if not reasons:
            return "no headquarters of its side is on the map (4.1)"
        return min(reasons)[1]

    def _why_headquarters(self, position: "Position", hq: str) -> str:
        bases = [(length, place) for (known, place), length in self.bases.items() if known == hq]
        if not bases:
            reach = position.core.tables.unit(hq)["command_range"]
            return f"nothing that serves it is within {_hexes(reach)} on an open line (4.4)"
        line = position.core.base_line(hq) or [min(bases)[1]]
        kind = "depot or edge" if line[-1] in self.usable else "railway to a depot"
        return f"served by {line[-1]} ({kind}), {_hexes(len(line) - 1)} away (4.4)"


def _hexes(number: int) -> str:
    return f"{number} hex" + ("" if number == 1 else "es")


def _name(position: "Position", unit: str) -> str:
    return str(position.core.tables.unit(unit)["name"])
