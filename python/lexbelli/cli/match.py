"""`lexbelli match`: games between two players."""

from collections.abc import Sequence
from typing import Any, Final

import click

from lexbelli.cli import completing
from lexbelli.cli.app import Command, Settings, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Decimal, Whole
from lexbelli.cli.options import as_json, find
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.cli.solve import jobs_option
from lexbelli.players.game import GameResult
from lexbelli.players.match import Match, MatchSettings, MatchSummary, Standing, summary

__all__ = ["match", "time_option"]

# Of many games the last tell enough.
_MOST_SHOWN: Final = 20
_LONGEST_TIME: Final = 86_400


def time_option(command: Any) -> Any:
    """Give a command the option `--time`, the seconds for an answer."""
    return click.option(
        "--time",
        "seconds",
        type=Decimal(0.001, _LONGEST_TIME),
        metavar="SECONDS",
        help="The time for each answer; without it as long as a player takes.",
    )(command)


@click.command(cls=Command)
@click.argument("first", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--scenario",
    "position",
    metavar="POSITION",
    shell_complete=completing.positions,
    required=True,
    help="Where games begin: a scenario, a file, or - for standard input.",
)
@click.option(
    "--games", "number", type=Whole(1, 10**7), default=2, metavar="N", help="How many; 2."
)
@click.option(
    "--seed",
    type=Whole(0, 2**64 - 1),
    default=0,
    metavar="S",
    help="The same seed, the same dice.",
)
@click.option(
    "--turns", type=Whole(1), metavar="T", help="End a game after T turns, and reckon who has won."
)
@time_option
@click.option(
    "--records",
    "folder",
    metavar="DIR",
    type=click.Path(),
    help="Write every game there, and go on with the match that is there.",
)
@jobs_option
@as_json
@settings
def match(
    given: Settings,
    first: str,
    other: str,
    position: str,
    number: int,
    seed: int,
    turns: int | None,
    seconds: float | None,
    folder: str | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Play games between two players, each on either side in turn.

    A and B are random, greedy, search, or module:Class of your own; behind a comma stand settings,
    such as search,keep=4. Two games after another have the same dice, with sides changed. Told are
    who has won, with intervals of 95 % (Wilson), on which side, and how long the players thought.

    With --records every game is written when it has ended, its result and its record. The same
    command again goes on where it was interrupted.
    """
    start = find(position, given.data)
    played = Match(start, MatchSettings((first, other), seed, turns, seconds), folder)
    results: list[GameResult] = []
    cut = False
    try:
        # One after the other, so that those are told that ended before an interruption.
        for result in played.results(number, jobs):
            results.append(result)  # noqa: PERF402
    except KeyboardInterrupt:
        cut = True
    told = summary(played.start, results)
    if as_json:
        emit_json(
            {
                **played.settings.as_json(played.start),
                "wanted": number,
                "complete": len(results) == number,
                "summary": told.as_json(),
                "games": [each.as_json() for each in results],
            }
        )
    else:
        title(start)
        _print(played.settings, told, results, number)
    if cut:
        raise click.Abort


def _print(
    settings: MatchSettings, told: MatchSummary, results: Sequence[GameResult], number: int
) -> None:
    first, other = settings.players
    echo()
    if len(results) > _MOST_SHOWN:
        echo(f"{len(results) - _MOST_SHOWN} games before these ...")
    table(
        ("game", "sides", "ended", "turn", "answers", "winner", "margin"),
        [
            [
                str(each.number),
                ", ".join(f"{side} {name}" for side, name in each.players.items()),
                each.ended,
                "-" if each.turn is None else str(each.turn),
                str(each.answers),
                "nobody" if each.winner is None else f"{each.winner} {each.players[each.winner]}",
                "-" if each.margin is None else f"{each.margin:+g}",
            ]
            for each in results[-_MOST_SHOWN:]
        ],
    )
    echo()
    echo(f"{first} against {other}:", bold=True)
    rows = [("in all", told.all)]
    rows += [(f"as {side}", standing) for side, standing in told.sides.items()]
    table(
        ("", "games", "won", "drawn", "lost", "share", "95 %", "margin"),
        [[name, *_standing(standing)] for name, standing in rows],
    )
    echo()
    for name, (mean, longest), refused in zip(
        (first, other), told.seconds, told.refused, strict=True
    ):
        said = f"{name}: {mean:.2f} s a game, {longest:.2f} s for its longest answer"
        paragraph(said + (f", {refused} moves refused" if refused else ""))
    if len(results) < number:
        echo(f"Interrupted: {len(results)} of {number} games were played.", bold=True)


def _standing(of: Standing) -> list[str]:
    return [
        str(of.games),
        str(of.won),
        str(of.drawn),
        str(of.games - of.won - of.drawn),
        f"{of.share:.1%}",
        f"{of.low:.1%} to {of.high:.1%}",
        "-" if of.margin is None else f"{of.margin:+.2f}",
    ]
