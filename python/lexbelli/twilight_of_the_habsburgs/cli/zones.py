"""`lexbelli zones`: the zones of control of both sides."""

import click

from lexbelli.cli.app import example
from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, title
from lexbelli.twilight_of_the_habsburgs.tables import SIDES

__all__ = ["zones"]


@click.command(epilog=example("lexbelli zones caporetto --side central"))
@question
@click.option("--side", type=click.Choice(SIDES), help="Only the zones of one side.")
@click.option("--hex", "place", metavar="HEX", help="Only whose zones a hex, or a town, lies in.")
@as_json
def zones(asked: Question, side: str | None, place: str | None, as_json: bool) -> None:
    """Say into which hexes a side's units exert zones of control, and which both do (6)."""
    position = asked.after
    found = {each: position.zones(each) for each in SIDES if side in (None, each)}
    if place is not None:
        known = position.place_named(place, "hex")
        found = {each: hexes & {known} for each, hexes in found.items()}
    if as_json:
        emit_json(
            {
                "game": position.game,
                "scenario": position.scenario_name,
                "title": position.title,
                "caution": position.caution,
                "zones": {each: sorted(hexes) for each, hexes in found.items()},
            }
        )
        return
    title(position, asked.supposed)
    for each, hexes in found.items():
        echo()
        echo(f"{each}: {len(hexes)}", bold=True)
        if hexes:
            paragraph(" ".join(sorted(hexes)), indent=2)
    if len(found) > 1:
        both = frozenset.intersection(*found.values())
        echo()
        echo(f"both: {len(both)}", bold=True)
        if both:
            paragraph(" ".join(sorted(both)), indent=2)
