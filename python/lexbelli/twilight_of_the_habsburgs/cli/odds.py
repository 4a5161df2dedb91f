"""`lexbelli odds`: the exact odds of an attack, and where they come from."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

from lexbelli.cli.app import example, no
from lexbelli.cli.battles import ends, tell_changes, tell_ends
from lexbelli.cli.echo import echo
from lexbelli.cli.operations import verdict_of
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, percent, table, title
from lexbelli.errors import IllegalMove
from lexbelli.evaluations import MOST, BattleEvaluation
from lexbelli.position import Position
from lexbelli.twilight_of_the_habsburgs.battle_odds import NUMBERS, RESULTS, Odds, Strength
from lexbelli.twilight_of_the_habsburgs.battles import BATTLES
from lexbelli.twilight_of_the_habsburgs.evaluations import FINAL_MEASURES
from lexbelli.twilight_of_the_habsburgs.tables import SIDES

__all__ = ["odds"]

# What is chosen after the die.
_CHOSEN: Final = "losses and retreats"
_AFTER_THE_DIE: Final = ("losses", "retreat")
_IN_WORDS: Final[Mapping[str, str]] = {
    "clear": "the chance that the hex is cleared",
    "driven_out": "the chance that the defenders leave or are gone",
    "repelled": "the chance that the attackers retreat or are gone",
    "attacker_steps": "the steps the attacker loses by the result",
    "defender_steps": "the steps the defender loses by the result",
}
_SUPPOSED: Final = "{side} is in the combat segment of its impulse, or of its first one"


@click.command(
    epilog=example('lexbelli odds caporetto --side central "attack ger_5_aslt_div h3741 mobile"')
)
@question
@click.argument("attack", metavar="[ATTACK]", default="")
@click.option("--side", type=click.Choice(SIDES), help="Who attacks, if it is not the one to act.")
@click.option("--force", is_flag=True, help="Tell the odds even if the attack is illegal.")
@click.option(
    "--sensitivity",
    metavar="NUMBER",
    help=f"Tell what each change is worth for a number: {', '.join(NUMBERS)}.",
)
@ends(_CHOSEN, FINAL_MEASURES)
@as_json
def odds(
    asked: Question,
    attack: str,
    side: str | None,
    force: bool,
    sensitivity: str | None,
    to_the_end: bool,
    measures: Sequence[str],
    positions: int | None,
    as_json: bool,
) -> None:
    """Tell the exact odds of an attack, with the rule of everything that they come from (9).

    ATTACK is text such as "attack UNIT,UNIT HEX assault; gas HEX"; without it, the odds of the
    attack under way before its die falls. Where the side is not asked for attacks, it is supposed
    that it is in a combat segment.

    With --to-the-end the die of the attack under way may have fallen: then only what is left to
    choose is told.

    The exit code is 1 if the attack is illegal.
    """
    if not to_the_end and (measures or positions is not None):
        raise click.UsageError("--measure and --positions are for --to-the-end alone")
    position = asked.after
    most = MOST if positions is None else positions
    try:
        if to_the_end and not attack.strip() and position.decision.kind in _AFTER_THE_DIE:
            _choices(
                asked, BATTLES.evaluate_battle(position, measures=measures, most=most), as_json
            )
            return
        found = BATTLES.odds(position, attack, side, force)
    except IllegalMove as illegal:
        if as_json:
            violations = [violation.as_json() for violation in illegal.violations]
            emit_json({"legal": False, "attack": str(illegal.move), "violations": violations})
        else:
            title(position, asked.supposed)
            verdict_of(illegal.violations)
        no()
    changes = found.sensitivity(sensitivity) if sensitivity else None
    evaluation = found.evaluate(measures, most) if to_the_end else None
    if as_json:
        emit_json(
            {
                **_heading(position),
                "legal": not found.violations,
                **found.as_json(),
                **({} if changes is None else {"sensitivity": changes.as_json()}),
                **({} if evaluation is None else {"to_the_end": evaluation.as_json()}),
            }
        )
        return
    title(position, [*asked.supposed, *supposition(found.side, found.supposed)])
    if found.violations:
        verdict_of(found.violations)
    _figures(found)
    _results(found, evaluation is None)
    if changes is not None:
        tell_changes(changes, _IN_WORDS[changes.measure])
    if evaluation is not None:
        tell_ends(evaluation, _CHOSEN)


def _heading(position: Position) -> dict[str, Any]:
    return {
        "game": position.game,
        "scenario": position.scenario_name,
        "title": position.title,
        "caution": position.caution,
    }


def _choices(asked: Question, evaluation: BattleEvaluation, as_json: bool) -> None:
    """Tell what is left to choose where the die has fallen."""
    position = asked.after
    if as_json:
        emit_json({**_heading(position), "to_the_end": evaluation.as_json()})
        return
    title(position, asked.supposed)
    tell_ends(evaluation, _CHOSEN)


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


def _results(found: Odds, to_be_continued: bool) -> None:
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
    if to_be_continued:
        paragraph(
            "Steps that are lost because a unit has nowhere to retreat are not counted;"
            " --to-the-end counts them."
        )
