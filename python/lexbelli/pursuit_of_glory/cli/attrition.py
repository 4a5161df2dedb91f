"""`lexbelli attrition`: what the Attrition Phase would do."""

from collections.abc import Sequence
from typing import Any

import click

from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, as_json, example, question
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.pursuit_of_glory.phases import Attrition, Loss, Siege, Turn

__all__ = ["attrition"]


@click.command(epilog=example("lexbelli attrition 1914_campaign --as-if 'control mosul ap'"))
@question
@as_json
def attrition(asked: Question, as_json: bool) -> None:
    """Say what the Attrition Phase would do with a position.

    Units out of supply are lost and spaces without supply change hands, of both sides at once; VPs,
    the Jihad level and Russian VPs follow. Besides: the dice of this phase and of the Siege Phase.
    """
    position = asked.after
    found, sieges = position.attrition(), position.sieges()
    if as_json:
        emit_json(_json(asked, found, sieges))
        return
    title(position, asked.supposed)
    echo()
    if found.nothing:
        echo("Nothing happens.")
    _losses("Lost for good", found.lost)
    _losses("Out of supply, and spared", found.spared)
    _turns("Change hands", found.turned)
    _turns("No longer held in part", found.held)
    if not found.nothing:
        _tracks(found)
    _dice(found, sieges)


def _losses(heading: str, losses: Sequence[Loss]) -> None:
    if losses:
        echo(heading, bold=True)
        rows = [(loss.unit, loss.space, loss.rule, loss.text) for loss in losses]
        table(("unit", "space", "rule", "why"), rows)
        echo()


def _turns(heading: str, turns: Sequence[Turn]) -> None:
    if turns:
        echo(heading, bold=True)
        rows = [
            (
                turn.space,
                (turn.to or turn.holder or "nobody").upper(),
                _signed(turn.vp),
                _signed(turn.jihad),
                _signed(turn.ru_vp),
                turn.ru_marker or "",
                turn.rule,
            )
            for turn in turns
        ]
        table(("space", "to", "VP", "jihad", "RU VP", "RU marker", "rule"), rows)
        echo()


def _tracks(found: Attrition) -> None:
    tracks = (("VP", found.vp), ("jihad", found.jihad), ("RU VP", found.ru_vp))
    moved = ", ".join(f"{name} {_signed(by)}" for name, by in tracks if by)
    echo(f"Tracks: {moved or 'no change'}")
    if found.jihad_text:
        paragraph(f"{found.jihad_text} ({found.jihad_rule})")


def _dice(found: Attrition, sieges: Sequence[Siege]) -> None:
    rows = [
        (siege.space, f"besieged by {siege.besieger.upper()}", f"surrenders {siege.surrenders}")
        for siege in sieges
    ]
    if found.galicia is not None:
        die = found.galicia
        state = "reduced" if die.reduced else "full"
        rows.insert(0, (die.unit, f"in Galicia, {state}", f"loses a step {die.loses}"))
    if rows:
        echo()
        table(("a die for", "", "chance"), rows)


def _signed(number: int) -> str:
    return f"{number:+}" if number else ""


def _json(asked: Question, found: Attrition, sieges: Sequence[Siege]) -> dict[str, Any]:
    position = asked.after
    return {
        "game": position.game,
        "scenario": position.scenario_name,
        "title": position.title,
        "caution": position.caution,
        **found.as_json(),
        "sieges": [
            {
                "space": siege.space,
                "besieger": siege.besieger,
                "strength": siege.strength,
                "surrenders": siege.surrenders,
                "rule": siege.rule,
            }
            for siege in sieges
        ],
    }
