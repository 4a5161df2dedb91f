"""`lexbelli command`: who is in command, by which line, and if not, why."""

from collections.abc import Sequence
from typing import Any

import click

from lexbelli.cli.app import example, no
from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, table, title
from lexbelli.errors import bad_input
from lexbelli.names import resolve
from lexbelli.position import AnyPosition as Position
from lexbelli.twilight_of_the_habsburgs.tables import SIDES

__all__ = ["command"]


@click.command(epilog=example("lexbelli command caporetto --side entente"))
@question
@click.option("--side", type=click.Choice(SIDES), help="Only the units of one side.")
@click.option("--unit", "units", multiple=True, metavar="UNIT", help="Only this unit.")
@as_json
def command(asked: Question, side: str | None, units: Sequence[str], as_json: bool) -> None:
    """Say which units are in command, by which line, and of the others why not (4).

    It is what would be determined now; markers that lie on units are told by `lexbelli show`.

    The exit code is 1 if a unit that was named is out of command.
    """
    position = asked.after
    named = [_on_map(position, unit) for unit in units]
    told = {
        unit: entry
        for each in SIDES
        if side in (None, each)
        for unit, entry in _told(position, each).items()
        if not named or unit in named
    }
    if as_json:
        emit_json(
            {
                "game": position.game,
                "scenario": position.scenario_name,
                "title": position.title,
                "caution": position.caution,
                "units": told,
            }
        )
    else:
        title(position, asked.supposed)
        echo()
        if told:
            rows = [
                (unit, entry["hex"], "yes" if entry["in_command"] else "no", entry["why"])
                for unit, entry in told.items()
            ]
            table(("unit", "hex", "in command", "why"), rows, whole=2)
            echo()
        for each in SIDES:
            here = [entry for entry in told.values() if entry["side"] == each]
            if here:
                out = sum(not entry["in_command"] for entry in here)
                echo(f"{each}: {len(here) - out} in command, {out} out of command")
    if named and not all(entry["in_command"] for entry in told.values()):
        no()


def _told(position: Position, side: str) -> dict[str, dict[str, Any]]:
    """Return what is to be said of the units of a side on the map; headquarters stand first."""
    found = position.command(side)
    own = [
        unit
        for unit, place in position.units.items()
        if place in position.hexes and position.side_of(unit) == side
    ]
    own.sort(key=lambda unit: not found.is_headquarters(position, unit))
    told = {}
    for unit in own:
        hq = None
        if found.is_headquarters(position, unit):
            line = position.core.base_line(unit)
        else:
            hq = found.commander(unit)
            line = None if hq is None else position.core.line(unit, hq)
        told[unit] = {
            "side": side,
            "hex": position.units[unit],
            "in_command": unit in found.in_command,
            "headquarters": hq,
            "line": line,
            "why": found.why(position, unit),
        }
    return told


def _on_map(position: Position, unit: str) -> str:
    known = resolve(unit, position.known_units, "unit")
    place = position.units.get(known)
    if place not in position.hexes:
        where = f"it is in the box '{place}'" if place else "the scenario does not use it"
        raise bad_input(f"'{known}' is not on the map: {where}", "unit")
    return known
