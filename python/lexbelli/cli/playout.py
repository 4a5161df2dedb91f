"""`lexbelli playout`: games that play themselves."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from lexbelli.cli.app import Command, Settings, no, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Whole
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.cli.solve import jobs_option
from lexbelli.errors import bad_input
from lexbelli.files import write_atomic
from lexbelli.playout import Playout, playouts, unchecked_playouts

__all__ = ["playout"]

# Of many games the first tell enough.
_MOST_SHOWN = 20


@click.command(cls=Command)
@question
@click.option(
    "--games", "number", type=Whole(1, 10**7), default=1, metavar="N", help="How many; 1."
)
@click.option(
    "--seed",
    type=Whole(0, 2**64 - 1),
    default=0,
    metavar="S",
    help="The same seed, the same games.",
)
@click.option(
    "--turns", type=Whole(1), metavar="T", help="End a game after T turns, if it has not ended."
)
@click.option("--law", "by_law", is_flag=True, help="Let the law judge the moves as well.")
@click.option(
    "--every",
    type=Whole(1),
    default=1,
    metavar="K",
    help="Look at one answer of K for all that must hold; 1.",
)
@click.option(
    "--unchecked",
    is_flag=True,
    help="Let the core play alone, as fast as it can, on all cores; look at nothing.",
)
@click.option(
    "--records", "folder", metavar="DIR", type=click.Path(), help="Write their records there."
)
@jobs_option
@as_json
@settings
def playout(
    given: Settings,
    asked: Question,
    number: int,
    seed: int,
    turns: int | None,
    by_law: bool,
    every: int,
    unchecked: bool,
    folder: str | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Play games by random legal moves, and look at all that must hold on the way.

    Every move is judged, every position is saved and read again (with --every K one of K), every
    record played again to the same end; with --unchecked nothing of all this. Told are how the
    games ended, how long they were, what was asked and ordered, and what went wrong: then the exit
    code is 1. `lexbelli replay` plays a record of --records again.
    """
    start = asked.after
    into = None if folder is None else _folder(folder)
    played: list[Playout] = []
    cut = False
    if unchecked and by_law:
        raise bad_input("does not go with --unchecked, which looks at nothing", "--law")
    games = (
        unchecked_playouts(start, number, seed, turns=turns, records=into is not None)
        if unchecked
        else playouts(
            start,
            number,
            seed,
            turns=turns,
            by_law=by_law,
            every=every,
            jobs=jobs,
            data=given.data,
        )
    )
    try:
        for each in games:
            played.append(each)
            if into is not None:
                write_atomic(into / _file(seed, each), each.record.encode())
    except KeyboardInterrupt:
        cut = True
    if as_json:
        emit_json(_json(start, seed, played, number))
    else:
        title(start, asked.supposed)
        _print(played, number, unchecked)
    if cut:
        raise click.Abort
    if any(each.faults for each in played):
        no()


def _folder(name: str) -> Path:
    """Return a folder, made if it is not there."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise bad_input(f"'{name}' cannot be made: {error.strerror}", "--records") from None
    return folder


def _file(seed: int, each: Playout) -> str:
    return f"game_{seed}_{each.number}.jsonl"


def _sums(played: Sequence[Playout]) -> dict[str, Counter[str]]:
    """Count over all games how they ended, who won, what was asked and what was ordered."""
    found = {name: Counter[str]() for name in ("ended", "winner", "decisions", "orders")}
    for each in played:
        found["ended"][each.ended] += 1
        if each.winner is not None:
            found["winner"][each.winner] += 1
        found["decisions"].update(each.decisions)
        found["orders"].update(each.orders)
    return found


def _json(start: Any, seed: int, played: Sequence[Playout], number: int) -> dict[str, Any]:
    return {
        "game": start.game,
        "scenario": start.scenario_name,
        "seed": seed,
        "wanted": number,
        "complete": len(played) == number,
        **{name: dict(counted.most_common()) for name, counted in _sums(played).items()},
        "answers": sum(each.answers for each in played),
        "faults": sum(len(each.faults) for each in played),
        "games": [each.as_json() for each in played],
    }


def _print(played: Sequence[Playout], number: int, unchecked: bool) -> None:
    echo()
    columns = ("game", "ended", "turn", "answers", "winner", "hash")
    table(
        columns,
        [
            ["-" if value is None else str(value) for value in told]
            for each in played[:_MOST_SHOWN]
            for told in [(each.number, each.ended, each.turn, each.answers, each.winner, each.hash)]
        ],
    )
    if len(played) > _MOST_SHOWN:
        echo(f"... and {len(played) - _MOST_SHOWN} more")
    echo()
    for name, counted in _sums(played).items():
        if counted:
            told = ", ".join(f"{what} {times}" for what, times in counted.most_common())
            paragraph(f"{name}: {told}")
    faults = [(each.number, told) for each in played for told in each.faults]
    for game, told in faults[:_MOST_SHOWN]:
        paragraph(f"game {game}, {told}")
    echo()
    if len(played) < number:
        echo(f"Interrupted: {len(played)} of {number} games were played.", bold=True)
    answers = sum(each.answers for each in played)
    games = "one game" if len(played) == 1 else f"{len(played)} games"
    faulty = {0: "no fault", 1: "one fault"}.get(len(faults), f"{len(faults)} faults")
    if unchecked:
        faulty = "not looked at"
    echo(f"{games}, {answers} answers, {faulty}.", bold=True)
