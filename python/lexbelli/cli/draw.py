"""`lexbelli draw`: a position as a picture."""

from pathlib import Path
from typing import Any

import click

from lexbelli import capabilities, games
from lexbelli.cli import completing
from lexbelli.cli.app import Command, Settings, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import WHOLE, Decimal
from lexbelli.cli.operations import move_text
from lexbelli.cli.options import Question, as_json, find, points_option, question
from lexbelli.cli.output import caution, emit_json
from lexbelli.draw.export import FORMATS, picture_format
from lexbelli.draw.themes import THEMES
from lexbelli.position import AnyPosition

__all__ = ["draw"]


@click.command(cls=Command)
@question
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help=f"Where to: a file that ends in {', '.join(FORMATS)}. Without it SVG is printed.",
)
@click.option("--around", metavar="PLACE", help="Show only what lies around a place.")
@click.option(
    "--hops",
    type=WHOLE,
    metavar="N",
    help="How many connections or hexes away it may lie; 3 if left out.",
)
@click.option("--theme", default="screen", metavar="THEME", help=f"{', '.join(THEMES)}.")
@click.option(
    "--zoom",
    type=Decimal(0.01, 20),
    metavar="Z",
    help="Pixels a unit of the picture, for PNG.",
)
@click.option("--supply", is_flag=True, help="Show who is fed from where, and who is not.")
@click.option("--zones", metavar="SIDE", help="Show the zones of control of a side.")
@click.option(
    "--command", metavar="SIDE", help="Show who commands whom on a side, and whom nobody."
)
@click.option("--setup", metavar="SIDE", help="Show where the armies of a side set up.")
@click.option("--line", metavar="UNIT", help="Show the supply line of a unit, or where it is cut.")
@click.option("--reach", metavar="UNIT", help="Show where a unit of the side to act may go.")
@click.option("--move", metavar="MOVE", help="Show a move; text, JSON, or a file with either.")
@click.option("--attack", metavar="ATTACK", help="Show an attack with its odds; see lexbelli odds.")
@points_option("To be spent on the move.")
@click.option(
    "--since",
    metavar="POSITION",
    shell_complete=completing.positions,
    help="Show what is different from that position.",
)
@click.option(
    "--side",
    metavar="SIDE",
    shell_complete=completing.sides,
    help="Suppose that this side were to act.",
)
@as_json
@settings
def draw(
    given: Settings,
    asked: Question,
    output: str | None,
    around: str | None,
    hops: int | None,
    theme: str,
    zoom: float | None,
    supply: bool,
    zones: str | None,
    command: str | None,
    setup: str | None,
    line: str | None,
    reach: str | None,
    move: str | None,
    attack: str | None,
    points: int | None,
    since: str | None,
    side: str | None,
    as_json: bool,
) -> None:
    """Draw a position as SVG, PNG or PDF.

    Several things can be laid over the board together; a battle under way is always shown. PNG and
    PDF need `lexbelli[draw]`. What is supposed with --as-if and the like can be seen with --since.
    With --json it is printed where everything is drawn: the boxes of places, names, signs, units
    and panels.
    """
    # Whatever can be wrong with the file is said before the work.
    ending = "svg" if output is None else picture_format(output)
    if as_json and output is not None:
        raise click.UsageError("--json does not go with --output")
    if zoom is not None and ending != "png":
        raise click.UsageError("--zoom is for PNG alone")
    if hops is not None and around is None:
        raise click.UsageError("--hops is for --around alone")
    position: Any = asked.after
    if side is not None or points is not None:
        position = games.granted(position, side, points)
    # What a game cannot draw it is not asked for.
    wanted: dict[str, Any] = {
        "supply": supply or None,
        "zones": zones,
        "command": command,
        "setup": setup,
        "line": line,
        "reach": reach,
        "move": None if move is None else move_text(move),
        "attack": attack,
        "since": None if since is None else _earlier(since, given.data, asked.viewer),
    }
    if points is not None:
        wanted[games.budget_of(position).key] = points
    picture = position.draw(
        around=around,
        hops=3 if hops is None else hops,
        theme=theme,
        **{name: value for name, value in wanted.items() if value is not None},
    )
    caution(position)
    if as_json and output is None:
        emit_json({"title": position.title, "boxes": {
            name: [round(edge, 2) for edge in box] for name, box in picture.boxes.items()
        }})  # fmt: skip
    elif output is None:
        echo(picture.svg, nl=False)
    else:
        picture.save(Path(output), 1 if zoom is None else zoom)


def _earlier(name: str, data: str | None, viewer: str | None) -> AnyPosition:
    """Return an earlier position, as the same side sees it."""
    found = find(name, data)
    return found if viewer is None else capabilities.seen_by(found, viewer)
