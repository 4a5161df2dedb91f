"""`lexbelli suggest`: what a player would do, and why."""

from typing import Final

import click

from lexbelli.cli.app import Command
from lexbelli.cli.echo import echo
from lexbelli.cli.match import time_option
from lexbelli.cli.numbers import Whole
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.errors import bad_input
from lexbelli.players.protocol import Candidate, Opinion
from lexbelli.players.suggesting import Suggestion
from lexbelli.players.suggesting import suggest as suggested

__all__ = ["suggest"]

_MOST_SHOWN: Final = 10


@click.command(cls=Command)
@question
@click.option(
    "--player",
    default="greedy",
    show_default=True,
    metavar="PLAYER",
    help="Who: random, greedy, search, or module:Class; settings behind commas.",
)
@time_option
@click.option(
    "--seed",
    type=Whole(0, 2**64 - 1),
    default=0,
    metavar="S",
    help="The same seed, the same answer, if no time is set.",
)
@click.option(
    "--show",
    "shown",
    type=Whole(1, 10_000),
    default=_MOST_SHOWN,
    show_default=True,
    metavar="N",
    help="How many alternatives are told.",
)
@as_json
def suggest(
    asked: Question, player: str, seconds: float | None, seed: int, shown: int, as_json: bool
) -> None:
    """Say what a player would do here, and why.

    The player is shown what the side that decides may know. Told is its answer, then the others
    that it weighed: what each is worth beside the position as it is, in points of the game, and
    where from. They are those that it drew, not all that there are.
    """
    decides = asked.after.decision
    if asked.viewer is not None and decides.side not in (None, asked.viewer):
        said = f"'{asked.viewer}' decides nothing here: {decides.text}"
        raise bad_input(said, "--as", decides.side)
    found = suggested(asked.after, player, seconds=seconds, seed=seed)
    if as_json:
        emit_json(
            {
                "game": asked.after.game,
                "scenario": asked.after.scenario_name,
                "decision": decides.as_json(),
                **found.as_json(),
            }
        )
        return
    title(asked.after, asked.supposed)
    echo()
    paragraph(decides.text)
    _print(found, shown)


def _print(found: Suggestion, shown: int) -> None:
    echo()
    echo(f"{found.player} would answer:", bold=True)
    paragraph(str(found.answer) or "no order", indent=2)
    echo()
    if found.opinion is None:
        echo("It does not say why.")
        return
    _weighed(found.opinion, shown)


def _weighed(opinion: Opinion, shown: int) -> None:
    count = len(opinion.candidates)
    rows = [
        [f"{each.value - opinion.now:+.2f}", str(each.visits), _why(each), _short(each)]
        for each in opinion.candidates[: shown + 1]
    ]
    table(("worth", "looked at", "of this", "answer"), rows)
    echo()
    if count > len(rows):
        echo(f"... and {count - len(rows)} more.")
    weighed = "One answer was weighed" if count == 1 else f"{count} answers were weighed"
    if opinion.left:
        weighed = f"Of {count + opinion.left} answers {count} were weighed to the end"
    paragraph(
        f"{weighed}. Worth is in points beside the position as it is, which is worth "
        f"{opinion.now:+.2f}. These are answers drawn at random, not all there are."
    )


def _why(of: Candidate) -> str:
    terms = sorted(of.terms.items(), key=lambda term: -abs(term[1]))
    return ", ".join(f"{name} {value:+.2f}" for name, value in terms[:3]) or "-"


def _short(of: Candidate, most: int = 60) -> str:
    text = str(of.answer) or "no order"
    return text if len(text) <= most else f"{text[:most]}..."
