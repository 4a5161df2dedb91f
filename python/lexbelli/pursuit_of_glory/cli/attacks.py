"""`lexbelli attacks`: the attacks that could be declared, with their odds."""

from collections.abc import Sequence

import click

import lexbelli
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Whole
from lexbelli.cli.options import Question, as_json, example, question
from lexbelli.cli.output import emit_json, paragraph, percent, table, title
from lexbelli.pursuit_of_glory.attack_options import AttackOption, AttackOptions
from lexbelli.pursuit_of_glory.battle_odds import NUMBERS
from lexbelli.pursuit_of_glory.cli.odds import supposition

__all__ = ["attacks"]

_SHOWN = 20


@click.command(epilog=example("lexbelli attacks 1914_campaign --on koprukoy --every --sort clear"))
@question
@click.option("--side", metavar="SIDE", help="Suppose that this side were to act: ap or cp.")
@click.option(
    "--from", "origins", multiple=True, metavar="PLACE", help="Only units that stand there."
)
@click.option("--on", "targets", multiple=True, metavar="PLACE", help="Only attacks on that place.")
@click.option(
    "--sort",
    default="win",
    show_default=True,
    metavar="NUMBER",
    help=f"The best first, by {', '.join(NUMBERS)}.",
)
@click.option(
    "--limit",
    default=_SHOWN,
    show_default=True,
    type=Whole(1, 1_000_000),
    metavar="N",
    help="How many to show.",
)
@click.option(
    "--every",
    is_flag=True,
    help="Every attack, and not only those to which nobody could be added.",
)
@click.option(
    "--most",
    default=100_000,
    show_default=True,
    type=Whole(1, 100_000_000),
    metavar="N",
    help="How many sets of units to judge for each place at most.",
)
@click.option(
    "--by",
    type=click.Choice(["core", "law"]),
    default="core",
    show_default=True,
    help="Who finds them: the compiled core, or the law run by clingo.",
)
@as_json
def attacks(
    asked: Question,
    side: str | None,
    origins: Sequence[str],
    targets: Sequence[str],
    sort: str,
    limit: int,
    every: bool,
    most: int,
    by: str,
    as_json: bool,
) -> None:
    """Tell the attacks that could be declared, with their odds if nobody plays a card.

    Units that are alike count as one kind: one attack stands for all that differ only in which of
    them take part. Headquarters and artillery that can help do. Where units are still to be
    activated for attack, it is supposed that all wait that could be.
    """
    position = asked.after.suppose(side) if side else asked.after
    supposed = [*asked.supposed, *([f"{side.upper()} to act"] if side else [])]
    found = lexbelli.attacks(
        position,
        origin=list(origins) or None,
        target=list(targets) or None,
        every=every,
        most=most,
        by=by,
    ).sorted(sort)
    shown = found[:limit]
    if as_json:
        emit_json(
            {
                "by": by,
                "supposed": found.supposed,
                "over": found.over,
                "every": found.every,
                "waits": list(found.waits),
                "found": len(found),
                "folded": found.folded,
                "unfinished": list(found.unfinished),
                "attacks": [attack.as_json() for attack in shown],
            }
        )
        return
    title(position, supposed)
    supposition(position, found.supposed, found.over)
    echo()
    if shown:
        heads = ("on", "with", "flank", "win", "draw", "loss", "leaves", "steps", "more")
        columns = zip(heads, zip(*map(_row, shown), strict=True), strict=True)
        # A column in which nothing is said takes the room of the others.
        told = [(head, cells) for head, cells in columns if any(cells)]
        table([head for head, _ in told], list(zip(*(cells for _, cells in told), strict=True)))
        echo()
    for remark in _remarks(found, len(shown)):
        paragraph(remark)


def _row(attack: AttackOption) -> tuple[str, ...]:
    steps = [f"{float(attack.number(name)):.1f}" for name in ("attacker_steps", "defender_steps")]
    return (
        attack.target,
        ", ".join(attack.units),
        attack.pin or "",
        *(percent(attack.number(name)) for name in ("win", "draw", "loss", "clear")),
        " : ".join(steps),
        f"{attack.folded:,}" if attack.folded else "",
    )


def _remarks(found: AttackOptions, shown: int) -> list[str]:
    """Say what is not shown, and why."""
    number = len(found)
    what = "attack" if number == 1 else "attacks"
    said = [f"{number:,} {what}" + (f", the best {shown:,} shown" if shown < number else "") + "."]
    if not found.every and number:
        said[0] += " To each nobody could be added; --every tells the smaller ones, too."
    if found.folded:
        kinds = "units of the same kinds"
        if found.every:
            kinds += ", or fewer headquarters and artillery"
        said.append(f"They stand for {found.folded:,} more with {kinds} (column more).")
    if found.unfinished:
        places = ", ".join(found.unfinished)
        said.append(f"Too many to look for all on {places}: raise --most.")
    return said
