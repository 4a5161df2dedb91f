"""`lexbelli deal`: a game from its very beginning."""

import json

import click

from lexbelli import capabilities, games
from lexbelli.cli.app import Command
from lexbelli.cli.options import Question, as_json, output, question, write
from lexbelli.cli.output import emit_json
from lexbelli.position import AnyPosition

__all__ = ["deal"]


@click.command(cls=Command)
@question
@as_json
@output
def deal(asked: Question, as_json: bool, output: str | None) -> None:
    """Begin a game: write the position in which its first hands are still to be dealt.

    A scenario stands where the first turn begins, and nobody holds a card. What is written here
    asks what may be chosen of the first hands, and draws the rest; `lexbelli play` goes on from it.
    """
    position: AnyPosition = asked.after
    if not isinstance(position, capabilities.Dealt):
        raise games.lacking(position, "deal")
    begun: AnyPosition = position.opened()
    text = begun.to_json()
    if output is not None or not as_json:
        write(text, output)
    if as_json:
        emit_json(json.loads(text))
