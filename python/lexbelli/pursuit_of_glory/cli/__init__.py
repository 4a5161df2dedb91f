"""What Pursuit of Glory gives the command; see `lexbelli.cli.app.CommandLine`."""

from collections.abc import Mapping, Sequence
from typing import Final

import click

from lexbelli.pursuit_of_glory.cli import (
    activation,
    attacks,
    attrition,
    odds,
    supply,
    victory,
)
from lexbelli.pursuit_of_glory.cli.sheet import SHEET

__all__ = ["COMMANDS", "EXAMPLES", "SHEET"]

COMMANDS: Final[Sequence[click.Command]] = (
    supply.supply,
    activation.activation,
    attrition.attrition,
    victory.victory,
    attacks.attacks,
    odds.odds,
)
# Shared commands, and what may stand behind them.
EXAMPLES: Final[Mapping[str, str]] = {
    "check": '1914_campaign "activate oltu move; go ru_div_3 kars"',
    "draw": "1914_campaign --around erzurum --line tu_ix_corps -o line.svg",
    "match": "greedy random --scenario 1914_campaign --turns 1 --games 2",
    "mend": '1914_campaign "go ru_div_3 koprukoy" --ops 1',
    "moves": "1914_campaign --ops 3 --sample 5 --seed 1",
    "orders": '1914_campaign --ops 3 --given "activate oltu move"',
    "play": '1914_campaign "activate suez move; entrench suez" --roll 3',
    "puzzle": "mesopotamia_cut --solve",
    "show": "1914_campaign --decision",
    "solve": '1916_total_war "at_least(1, oos(cp))" --side ap --ops 2',
    "suggest": "1916_total_war --player search --time 2",
    "threats": "1916_total_war --side cp --ops 2",
    "verify": "mesopotamia_cut",
}
