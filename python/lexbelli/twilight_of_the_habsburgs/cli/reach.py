"""`lexbelli reach`: where a unit gets, and for how many movement points."""

from typing import Final

import click

from lexbelli.cli.app import example
from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, title
from lexbelli.errors import bad_input
from lexbelli.names import resolve
from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["reach"]

# Only in the second impulse does command matter (4.0).
_SECOND: Final = 2


@click.command(epilog=example("lexbelli reach caporetto ger_12_aslt_div"))
@question
@click.argument("unit")
@as_json
def reach(asked: Question, unit: str, as_json: bool) -> None:
    """Say which hexes a unit reaches alone, stacking aside, with the least movement points (8)."""
    position = asked.after
    known = resolve(unit, position.known_units, "unit")
    start = position.units.get(known)
    if start not in position.hexes:
        raise bad_input(f"'{known}' is not on the map", "unit")
    found = dict(sorted(position.reach(known).items(), key=lambda each: (each[1], each[0])))
    if as_json:
        emit_json(
            {
                "game": position.game,
                "scenario": position.scenario_name,
                "title": position.title,
                "caution": position.caution,
                "unit": known,
                "hex": start,
                "reach": found,
            }
        )
        return
    title(position, asked.supposed)
    echo()
    if not found:
        echo(f"{known} in {start} reaches no other hex{_why(position, known)}.")
    for points in dict.fromkeys(found.values()):
        hexes = [place for place, cost in found.items() if cost == points]
        echo(f"{points} MP: {len(hexes)}", bold=True)
        paragraph(" ".join(hexes), indent=2)


def _why(position: Position, unit: str) -> str:
    """Say what keeps a unit in its hex, whatever lies around it."""
    setup = position.setup()
    if unit in setup.get("entrenched", []):
        return ": it is in trench state (12.21-2)"
    second = any(frame.get("number") == _SECOND for frame in setup.get("agenda", []))
    if second and unit in setup.get("out_of_command", []):
        return ": it is out of command (4.2-1)"
    return ""
