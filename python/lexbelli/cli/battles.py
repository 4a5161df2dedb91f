"""What commands of every game tell of battles: what they come to, and what each change is worth."""

from collections.abc import Callable, Iterable

import click

from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Whole
from lexbelli.cli.output import paragraph, table
from lexbelli.evaluations import MOST, BattleEvaluation, Interval
from lexbelli.sensitivity import Sensitivity

__all__ = ["ends", "tell_changes", "tell_ends"]

_Command = Callable[..., None]


def ends(choices: str, measures: Iterable[str]) -> Callable[[_Command], _Command]:
    """Let a command ask what a battle comes to: `to_the_end`, `measures` and `positions`.

    Args:
        choices: What is chosen after the dice, such as `losses and retreats`.
        measures: What it can come to by.
    """
    options = (
        click.option(
            "--to-the-end",
            is_flag=True,
            help=f"Tell what the battle comes to over all legal {choices}.",
        ),
        click.option(
            "--measure",
            "measures",
            multiple=True,
            metavar="MEASURE",
            help=f"What it comes to by, with --to-the-end: {', '.join(measures)};"
            " all if none is named.",
        ),
        click.option(
            "--positions",
            metavar="NUMBER",
            type=Whole(1),
            help=f"How many positions are looked at for that, at most; {MOST} if nothing is said.",
        ),
    )

    def decorated(command: _Command) -> _Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def tell_changes(changes: Sensitivity, measure: str) -> None:
    """Print what each change of a battle is worth for a measure, which is told in words."""
    echo()
    paragraph(f"What is worth what: {measure}, now {float(changes.value):.3f}", style="bold")
    rows = [
        (change.text, f"{float(change.value):.3f}", f"{float(change.gain):+.3f}", str(change.gain))
        for change in changes.changes
    ]
    table(("change", "then", "gain", "exactly"), rows)


def tell_ends(evaluation: BattleEvaluation, choices: str) -> None:
    """Print what a battle comes to over all legal choices, such as `losses and retreats`."""
    echo()
    paragraph(f"In the end, over all legal {choices}", style="bold")
    rows = [
        (
            row.measure,
            *([] if row.policy is None else [_told(row.policy)]),
            *(_told(interval) for interval in (row.best, row.least, row.most)),
        )
        for row in evaluation
    ]
    by_policy = any(row.policy is not None for row in evaluation)
    table(("", *(["by policy"] * by_policy), "best play of both", "least", "most"), rows)
    if not evaluation.complete:
        paragraph(
            f"Not everything was gone through: after {evaluation.positions} positions some values"
            " are known only to lie between two ends. --positions allows more."
        )


def _told(interval: Interval) -> str:
    """Write an exact value with its decimals, or the ends between which it lies."""
    if interval.value is not None:
        exact = str(interval.value)
        return (
            exact if interval.value.denominator == 1 else f"{float(interval.value):.3f} = {exact}"
        )
    return f"{float(interval.low):.3f} to {float(interval.high):.3f}"
