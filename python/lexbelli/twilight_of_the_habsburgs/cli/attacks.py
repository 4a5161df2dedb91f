"""`lexbelli attacks`: the attacks that could be declared, with their odds."""

from collections.abc import Sequence

import click

from lexbelli.cli.app import example
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Whole
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, percent, table, title
from lexbelli.twilight_of_the_habsburgs.battle_odds import NUMBERS
from lexbelli.twilight_of_the_habsburgs.battles import BATTLES, AttackOption, AttackOptions
from lexbelli.twilight_of_the_habsburgs.cli.odds import supposition
from lexbelli.twilight_of_the_habsburgs.tables import SIDES

__all__ = ["attacks"]

_SHOWN = 20


@click.command(epilog=example("lexbelli attacks caporetto --side central --on h3741 --every"))
@question
@click.option("--side", type=click.Choice(SIDES), help="Who attacks, if it is not the one to act.")
@click.option(
    "--from", "origins", multiple=True, metavar="HEX", help="Only units that stand there."
)
@click.option("--on", "targets", multiple=True, metavar="HEX", help="Only attacks on that hex.")
@click.option(
    "--sort",
    default=NUMBERS[0],
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
    help="How many sets of units to judge for each hex at most.",
)
@click.option(
    "--by",
    type=click.Choice(["core", "law"]),
    default="core",
    show_default=True,
    help="Who finds them.",
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
    """Tell the attacks that could be declared, by every table, with their odds (9).

    No gas and no bombardment is placed with them; `lexbelli odds` tells what these change. Units
    that stand together and are alike count as one kind: one attack stands for all that differ only
    in which of them take part. Where the side is not asked for attacks, it is supposed that it is
    in a combat segment.
    """
    position = asked.after
    found = BATTLES.attacks(
        position, list(origins) or None, list(targets) or None, every, most, by, side
    ).sorted(sort)
    shown = found[:limit]
    if as_json:
        emit_json(
            {
                "game": position.game,
                "scenario": position.scenario_name,
                "title": position.title,
                "caution": position.caution,
                "side": found.side,
                "supposed": found.supposed,
                "every": found.every,
                "found": len(found),
                "folded": found.folded,
                "unfinished": list(found.unfinished),
                "attacks": [attack.as_json() for attack in shown],
            }
        )
        return
    title(position, [*asked.supposed, *supposition(found.side, found.supposed)])
    echo()
    if shown:
        heads = ("on", "with", "table", "odds", "clear", "repelled", "steps", "more")
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
        attack.table,
        attack.column,
        percent(attack.number("clear")),
        percent(attack.number("repelled")),
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
        said.append(
            f"They stand for {found.folded:,} more with units that are alike (column more)."
        )
    if found.unfinished:
        places = ", ".join(found.unfinished)
        said.append(
            f"Not all were looked for on {places}: they are too many (raise --most), or units are "
            "hidden there (13.1)."
        )
    return said
