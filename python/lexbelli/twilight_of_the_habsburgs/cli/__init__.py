"""What Twilight of the Habsburgs gives the command; see `lexbelli.cli.app.CommandLine`."""

from collections.abc import Mapping, Sequence
from typing import Final

import click

from lexbelli.cli.sheet import Sheet
from lexbelli.twilight_of_the_habsburgs.cli import attacks, command, odds, reach, victory, zones

__all__ = ["COMMANDS", "EXAMPLES", "SHEET"]

COMMANDS: Final[Sequence[click.Command]] = (
    command.command,
    zones.zones,
    reach.reach,
    odds.odds,
    attacks.attacks,
    victory.victory,
)
EXAMPLES: Final[Mapping[str, str]] = {
    "draw": "caporetto --around caporetto --command central -o command.svg",
    "show": "caporetto --around gorizia",
}
SHEET: Final[Sheet | None] = None
