"""`lexbelli victory`: how the game would end if it ended now."""

import click

from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, as_json, example, question
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.pursuit_of_glory.phases import LedgerLine

__all__ = ["victory"]


@click.command(epilog=example("lexbelli victory 1916_total_war --as-if 'control baku cp'"))
@question
@as_json
def victory(asked: Question, as_json: bool) -> None:
    """Say how the game would end if it ended now, line by line.

    The War Status Phase of this turn is thought of as played with the map as it is, and an
    armistice as made in it unless somebody wins outright.
    """
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
    total, rows = 0, []
    for line in found.ledger:
        total += line.vp
        shown = str(line.vp) if line.step == "track" else f"{line.vp:+}"
        rows.append((line.item.replace("_", " "), shown, str(total), line.rule, _about(line)))
    table(("if the game ended now", "VP", "total", "rule", "about"), rows)
    echo()
    if found.cp_automatic_victory is not None:
        echo(f"CP Automatic Victory marker: {found.cp_automatic_victory}")
    paragraph(f"{found.text} ({found.rule}; {_points(found.points)} in a tournament)")


_MOST_SUBJECTS = 3


def _about(line: LedgerLine) -> str:
    subjects = list(line.subjects[:_MOST_SUBJECTS])
    more = len(line.subjects) - len(subjects)
    return ", ".join([*subjects, f"{more} more"] if more else subjects)


def _points(points: int) -> str:
    return f"{points} point" + ("s" if points != 1 else "")
