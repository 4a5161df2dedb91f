"""`lexbelli threats`, `diff` and `mend`: what the enemy could do, and what would be otherwise."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

import lexbelli
from lexbelli import games
from lexbelli.cli import completing
from lexbelli.cli.app import Command, no, settings
from lexbelli.cli.echo import echo
from lexbelli.cli.numbers import Whole
from lexbelli.cli.operations import (
    Operations,
    head,
    json_head,
    move_text,
    operations,
    spends,
)
from lexbelli.cli.options import (
    Question,
    as_json,
    example,
    find,
    points_option,
    question,
)
from lexbelli.cli.output import emit_json, paragraph, percent, table, title
from lexbelli.cli.pictures import Sketch, sketched
from lexbelli.cli.solve import jobs_option, timed
from lexbelli.puzzles.asking import asking_of
from lexbelli.puzzles.found import points_key
from lexbelli.puzzles.threats import MOST_STATES, Threat

__all__ = ["diff", "mend", "threats"]


def search_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a search for threats.

    It gets them as `about`, `named`, `combat`, `cards`, `every` and `most`.
    """

    @click.option(
        "--about",
        multiple=True,
        metavar="KIND",
        help="Only threats of this kind, by the game's word for it.",
    )
    @click.option(
        "--of", "named", multiple=True, metavar="NAME", help="Only threats to this unit or space."
    )
    @click.option("--combat", is_flag=True, help="Tell also what he could do with a battle.")
    @click.option(
        "--cards",
        is_flag=True,
        help="Tell also what an event could do that he has, or could have for all that is known.",
    )
    @click.option(
        "--every",
        is_flag=True,
        help="Try smaller sets of attackers, too, with --combat: not only all that are activated.",
    )
    @click.option(
        "--positions",
        type=Whole(1),
        metavar="NUMBER",
        help="How many positions of each battle or event are looked at, at most;"
        f" {MOST_STATES} if nothing is said.",
    )
    @wraps(command)
    def wrapped(
        *given: Any,
        about: tuple[str, ...],
        combat: bool,
        cards: bool,
        every: bool,
        positions: int | None,
        **rest: Any,
    ) -> None:
        if every and not combat:
            raise click.UsageError("--every is for --combat alone")
        if positions is not None and not (combat or cards):
            raise click.UsageError("--positions is for --combat and --cards alone")
        most = MOST_STATES if positions is None else positions
        command(*given, about=about, combat=combat, cards=cards, every=every, most=most, **rest)

    return wrapped


@click.command(cls=Command)
@question
@click.option(
    "--side",
    required=True,
    metavar="SIDE",
    shell_complete=completing.sides,
    help="Whom it is done to. The other side acts.",
)
@points_option("The enemy's; the most that one action can have if left out.")
@search_options
@jobs_option
@timed
@sketched
@as_json
def threats(
    asked: Question,
    sketch: Sketch,
    side: str,
    points: int | None,
    about: tuple[str, ...],
    named: tuple[str, ...],
    combat: bool,
    cards: bool,
    every: bool,
    most: int,
    jobs: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Tell what the enemy could do to a side in his next operations, without a battle or with one.

    For everything he could do a cheapest move is shown: units put out of supply or command, places
    taken or surrounded, and the like. The cheapest come first, then the most harmful; in a picture
    they bear the same numbers.

    With --combat it is also told what one attack could do, and no move without a battle for as many
    points. It is told how likely that is if both sides do their best and nobody plays a card. No
    unit moves beside the attack, and all that are ready (activated, or in mobile state) and can
    attack do, but for --every.

    With --cards it is also told what an event could do that he plays as his action, and no such
    move: every course of it is gone through, and what points it leaves are spent. Whose hand is
    hidden (--as) could have every event that was not seen.

    The exit code is 1 if there is no threat.
    """
    supposed, told = {}, ""
    if points is not None or points_key(asked.after) is not None:
        budget = games.budget_of(asked.after)
        supposed[budget.key] = budget.largest if points is None else points
        told = f" with {supposed[budget.key]} {budget.unit}"
    found = lexbelli.threats(
        asked.after,
        side,
        about=about,
        named=named,
        seconds=seconds,
        jobs=jobs,
        combat=combat,
        every=every,
        most=most,
        events=cards,
        **supposed,
    )
    position = asked.after
    if sketch.file is not None:
        overlays = games.having(position, "overlays", "pictures of threats")
        sketch.draw(position, overlays.threats(position, found))
    if as_json:
        emit_json(
            {
                "game": position.game,
                "title": position.title,
                "supposed": list(asked.supposed),
                "side": side,
                **supposed,
                "combat": combat,
                "cards": cards,
                "every": every,
                "proven": found.proven,
                "unfinished": list(found.unfinished),
                "threats": [each.as_json() for each in found],
            }
        )
    else:
        title(asked.after, asked.supposed)
        how = "without a battle or with one" if combat else "without a battle"
        how += ", or with an event" if cards else ""
        paragraph(f"What the enemy of {side.upper()} could do{told}, {how}:")
        echo()
        for number, each in enumerate(found, 1):
            _told(number, each)
            for harm in asking_of(position).harms.values():
                if names := each.harm[harm.field]:
                    paragraph(f"{harm.text}: {', '.join(names)}", indent=4, hanging=4)
        if not found:
            echo("Nothing.", bold=True)
        for attack in found.unfinished:
            paragraph(f"Not all was gone through of: {attack}", hanging=4)
        if not found.proven:
            echo("The time was over; there may be more.", bold=True)
    if not found:
        no()


def _told(number: int, threat: Threat) -> None:
    """Tell what is done: the orders, and the battle with its chances."""
    if threat.chance is None:
        echo(f"{number}. {spends(threat)}".rstrip())
    elif threat.clear is None:
        echo(f"{number}. {percent(threat.chance)} ({threat.chance})")
    else:
        spent = f"{spends(threat)}, ".removeprefix(", ")
        echo(f"{number}. {spent}{percent(threat.chance)} ({threat.chance})")
    for order in threat.move.orders:
        paragraph(order.text, indent=4, hanging=4)
    for answer in () if threat.attack else threat.course:
        paragraph(f"then {answer}", indent=4, hanging=4)
    if threat.attack and threat.clear is not None:
        paragraph(threat.attack, indent=4, hanging=4)
        paragraph(f"the defender must leave or is gone: {percent(threat.clear)}", indent=4)


@click.command(epilog=example("lexbelli diff before.json after.json"))
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@points_option("Suppose so many in both.")
@click.option("--orders/--no-orders", default=True, help="Whether to compare orders.")
@click.option("--threats", "threats_to", metavar="SIDE", help="Compare threats to this side, too.")
@search_options
@jobs_option
@timed
@sketched
@as_json
@settings
def diff(
    given: Any,
    sketch: Sketch,
    one: str,
    other: str,
    points: int | None,
    orders: bool,
    threats_to: str | None,
    about: tuple[str, ...],
    named: tuple[str, ...],
    combat: bool,
    cards: bool,
    every: bool,
    most: int,
    jobs: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Tell how supply, orders and threats of two positions differ.

    A and B are positions, as everywhere. Threats differ that can be carried out in one of them
    alone, or cheaper there; those with a battle (--combat) or an event (--cards) also if they are
    likelier. A picture shows B, with what is different from A. The exit code is 1 if they differ.
    """
    if threats_to is None and (combat or cards or named or about):
        raise click.UsageError("--about, --of, --combat and --cards are for --threats alone")
    first, second = find(one, given.data), find(other, given.data)
    found = lexbelli.diff(
        first,
        second,
        orders=orders,
        threats_to=threats_to,
        about=about,
        named=named,
        combat=combat,
        events=cards,
        every=every,
        most=most,
        seconds=seconds,
        jobs=jobs,
        **({} if points is None else {games.budget_of(first).key: points}),
    )
    differs = bool(found.changes)
    sketch.draw(second, since=first)
    if as_json:
        emit_json(found.as_json())
    else:
        rows = [(each.what, each.before, each.after) for each in found.changes]
        _section("What is different", ("what", "in A", "in B"), rows)
        supply = [(unit, *pair) for unit, pair in found.supply.items()]
        _section("Supply", ("unit", "in A", "in B"), supply)
        for heading, both in (
            ("Places that would change hands for want of supply", found.flips),
            ("Orders", found.orders),
        ):
            for where, names in zip("AB", both or ((), ()), strict=True):
                if names:
                    echo(f"{heading}, only in {where}", bold=True)
                    for name in names:
                        paragraph(name, indent=2, hanging=4)
        feared = [(name, *pair) for name, pair in (found.threats or {}).items()]
        _section(f"Threats to {(threats_to or '').upper()}", ("what", "in A", "in B"), feared)
        if not found.proven:
            echo("The time was over; there may be more threats.", bold=True)
        if not differs:
            echo("They are the same.", bold=True)
    if differs:
        no()


def _section(heading: str, columns: Any, rows: Any) -> None:
    if rows:
        echo(heading, bold=True)
        table(columns, rows, indent=2)
        echo()


@click.command(cls=Command)
@operations
@click.argument("move", metavar="MOVE")
@click.option(
    "--most",
    type=Whole(1, 4),
    default=2,
    show_default=True,
    help="How many changes together at most.",
)
@as_json
def mend(given: Operations, move: str, most: int, as_json: bool) -> None:
    """Tell the smallest changes that would make an illegal move legal.

    Orders are left out or added, points added, and what the broken rules are about is changed in
    the position. The exit code is 1 if nothing helps.
    """
    position = given.position
    text = move_text(move)
    violations = position.check(text)
    found = lexbelli.mend(position, text, most=most) if violations else []
    if as_json:
        emit_json(
            {
                **json_head(given),
                "legal": not violations,
                "violations": [each.as_json() for each in violations],
                "mendings": [each.as_json() for each in found],
            }
        )
    else:
        head(given)
        if not violations:
            echo("It is legal as it is.", bold=True)
        for violation in violations:
            paragraph(f"{violation.rule}: {violation.text}", hanging=4)
        if found:
            echo()
            echo("It would be legal", bold=True)
        for each in found:
            paragraph(", and ".join(change.text for change in each.changes), indent=2, hanging=4)
        if violations and not found:
            echo(f"No {most} changes help.", bold=True)
    if violations and not found:
        no()
