"""What can be asked while the sides of Twilight of the Habsburgs set up (14.3 to 16.4)."""

from collections.abc import Mapping

from lexbelli.errors import bad_input
from lexbelli.moves import GivenMove
from lexbelli.names import resolve
from lexbelli.twilight_of_the_habsburgs import moves, tables
from lexbelli.twilight_of_the_habsburgs.moves import Move
from lexbelli.twilight_of_the_habsburgs.stepwise import Stepwise

__all__ = ["SettingUp"]


class SettingUp(Stepwise):
    """A position that may ask for a set-up."""

    __slots__ = ()

    def setup_areas(self, side: str) -> Mapping[str, frozenset[str]]:
        """Return the hexes in which the armies of a side set up (14.3 to 16.4).

        Of an army with a strip along the start line it is the strip; of the others, while the side
        sets up, the hexes in which a unit of it may stand if headquarters stand where alone they
        may.

        Raises:
            BadInput: There is no such side.
        """
        known = resolve(side, tables.SIDES, "side")
        printed = self.core.tables.scenario(self.scenario_name)
        strips = {army: frozenset(strip) for army, strip in printed["strips"]}
        asked = self.decision
        waits = asked.kind == "setup" and asked.side == known
        armies: dict[str, list[str]] = {}
        for unit, army in printed["armies"]:
            if self.side_of(unit) == known and self.units.get(unit) is not None:
                armies.setdefault(army, []).append(unit)
        areas = {army: strips[army] for army in armies if strips.get(army)}
        if waits:
            rest = {army: units for army, units in armies.items() if army not in areas}
            alone = {unit: self.setup_hexes(unit) for units in rest.values() for unit in units}
            # Zones around headquarters are known once these stand where alone they may.
            seats = (f"place {unit} {min(at)}" for unit, at in alone.items() if len(at) == 1)
            given = "; ".join(seats)
            for army, units in rest.items():
                areas[army] = frozenset[str]().union(
                    *(self.setup_hexes(unit, given) | alone[unit] for unit in units)
                )
        return {army: hexes for army, hexes in areas.items() if hexes}

    def setup_hexes(self, unit: str, given: GivenMove = "") -> frozenset[str]:
        """Return the hexes in which a unit may set up beside those already given (14.3 to 16.4).

        Args:
            unit: The unit; of one that the side has not to set up there are none.
            given: The `place` orders already given.

        Raises:
            BadInput: There is no such unit, the orders cannot be read, or no set-up is asked for.
        """
        made = self._setting_up(given)
        return frozenset(self.core.setup_hexes(unit, made.core))

    def complete(self, given: GivenMove = "", seed: int = 0) -> Move | None:
        """Return a legal set-up that holds the orders given; None if none was found.

        Args:
            given: Part of a set-up.
            seed: The same seed gives the same set-up.

        Raises:
            BadInput: The orders cannot be read, or no set-up is asked for.
        """
        found = self.core.complete(self._setting_up(given).core, seed)
        return None if found is None else Move(found)

    def _setting_up(self, given: GivenMove) -> Move:
        asked = self.decision
        if asked.kind != "setup":
            raise bad_input(f"asks for no set-up: {asked.text}", "position")
        self.core.knows_choices()
        return moves.read(self.core, given)
