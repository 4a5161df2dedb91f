"""`lexbelli odds`: the exact odds of an attack, and where they come from."""

from collections.abc import Sequence

import click

from lexbelli.cli.app import example, no
from lexbelli.cli.echo import echo
from lexbelli.cli.operations import verdict_of
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, percent, table, title
from lexbelli.errors import IllegalMove
from lexbelli.twilight_of_the_habsburgs.battle_odds import RESULTS, Odds, Strength
from lexbelli.twilight_of_the_habsburgs.battles import BATTLES
from lexbelli.twilight_of_the_habsburgs.tables import SIDES

__all__ = ["odds"]

_SUPPOSED = "{side} is in the combat segment of its impulse, or of its first one"


@click.command(
    epilog=example('lexbelli odds caporetto --side central "attack ger_5_aslt_div h3741 mobile"')
)
@question
@click.argument("attack", metavar="[ATTACK]", default="")
@click.option("--side", type=click.Choice(SIDES), help="Who attacks, if it is not the one to act.")
@click.option("--force", is_flag=True, help="Tell the odds even if the attack is illegal.")
@as_json
def odds(asked: Question, attack: str, side: str | None, force: bool, as_json: bool) -> None:
    """Tell the exact odds of an attack, with the rule of everything that they come from (9).

    ATTACK is text such as "attack UNIT,UNIT HEX assault; gas HEX"; without it, the odds of the
    attack under way before its die falls. Where the side is not asked for attacks, it is supposed
    that it is in a combat segment.

    The exit code is 1 if the attack is illegal.
    """
    position = asked.after
    try:
        found = BATTLES.odds(position, attack, side, force)
    except IllegalMove as illegal:
        if as_json:
            violations = [violation.as_json() for violation in illegal.violations]
            emit_json({"legal": False, "attack": str(illegal.move), "violations": violations})
        else:
            title(position, asked.supposed)
            verdict_of(illegal.violations)
        no()
    if as_json:
        emit_json(
            {
                "game": position.game,
                "scenario": position.scenario_name,
                "title": position.title,
                "caution": position.caution,
                "legal": not found.violations,
                **found.as_json(),
            }
        )
        return
    title(position, [*asked.supposed, *supposition(found.side, found.supposed)])
    if found.violations:
        verdict_of(found.violations)
    _figures(found)
    _results(found)


def supposition(side: str, supposed: bool) -> Sequence[str]:
    """Say what is supposed of a side that is not asked for attacks."""
    return [_SUPPOSED.format(side=side)] if supposed else []


def _figures(found: Odds) -> None:
    echo()
    paragraph(f"Attack on {found.target} by the {found.table} table", style="bold")
    for heading, units, total in (
        ("attack", found.attackers, found.attack),
        ("defence", found.defenders, found.defence),
    ):
        rows = [(each.name, *_product(each), each.rule) for each in units]
        table((heading, "strength", "times", "makes", "rule"), rows, indent=2, whole=1)
        echo(f"  {heading} {total}")
        echo()
    for name, factor, rule in found.bonuses:
        echo(f"  {name.replace('_', ' ')}: defence times {factor} ({rule})")
    echo(f"  {found.attack} to {found.defence}: column {found.columns[found.column - 1]} (9.1-5)")
    for name, by, rule in found.shifts:
        echo(f"  {name}: {by:+} {'column' if abs(by) == 1 else 'columns'} ({rule})")
    if found.shifts:
        echo(f"  column that is read: {found.columns[found.read - 1]}")
    for name, by, rule in found.modifiers:
        echo(f"  {name}: {by:+} to the die ({rule})")


def _product(each: Strength) -> tuple[str, str, str]:
    return (str(each.strength), str(each.factor), str(each.total))


def _results(found: Odds) -> None:
    echo()
    faces: dict[str, list[str]] = {}
    for face, code in enumerate(found.shows, 1):
        faces.setdefault(code, []).append(str(face))
    rows = [
        (", ".join(faces[code]), code.upper(), percent(chance), RESULTS[code][1], RESULTS[code][0])
        for code, chance in found.results.items()
    ]
    table(("die", "result", "chance", "what it does", "rule"), rows, whole=3)
    echo()
    attacker, defender = (
        float(found.number(name)) for name in ("attacker_steps", "defender_steps")
    )
    echo(f"hex cleared: {percent(found.number('clear'))}")
    echo(f"attackers driven back or eliminated: {percent(found.number('repelled'))}")
    echo(f"steps lost on average: attacker {attacker:.2f}, defender {defender:.2f}")
    paragraph("Steps that are lost because a unit has nowhere to retreat are not counted.")
