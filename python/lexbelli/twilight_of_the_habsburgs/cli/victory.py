"""`lexbelli victory`: how the game would end if it ended now."""

import click

from lexbelli.cli.app import example
from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.twilight_of_the_habsburgs.tables import SIDES
from lexbelli.twilight_of_the_habsburgs.victory import LedgerLine

__all__ = ["victory"]


@click.command(epilog=example("lexbelli victory caporetto --add ger_12_aslt_div@udine"))
@question
@as_json
def victory(asked: Question, as_json: bool) -> None:
    """Say how the game would end if it ended now, item by item (13.7, 14.9, 15.8, 16.8)."""
    position = asked.after
    found = position.victory()
    if as_json:
        head = {
            "game": position.game,
            "scenario": position.scenario_name,
            "title": position.title,
            "caution": position.caution,
        }
        emit_json({**head, **found.as_json()})
        return
    title(position, asked.supposed)
    echo()
    if found.ledger:
        rows = [(line.side, _item(line), str(line.points), line.rule) for line in found.ledger]
        table(("side", "for", "VP", "rule"), rows)
        echo()
    central, entente = (found.points(side) for side in SIDES)
    echo(f"central {central}, entente {entente}: margin {_signed(found.margin)} (14.92-1)")
    paragraph(f"{found.text} ({found.rule})")


def _item(line: LedgerLine) -> str:
    if line.about is None:
        return (
            "headquarters of the foe lost"
            if line.item == "headquarters"
            else "steps of the foe lost"
        )
    what = "depot entered" if line.item == "depot" else "place"
    return f"{what}: {line.about}"


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"
