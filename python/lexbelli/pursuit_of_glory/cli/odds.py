"""`lexbelli odds`: the exact odds of an attack."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NoReturn

import click

import lexbelli
from lexbelli.cli.app import no
from lexbelli.cli.battles import ends, tell_changes, tell_ends
from lexbelli.cli.echo import echo
from lexbelli.cli.operations import verdict_of
from lexbelli.cli.options import Question, as_json, example, question
from lexbelli.cli.output import emit_json, paragraph, percent, table, title
from lexbelli.draw import THEMES, themes
from lexbelli.draw.export import FORMATS, picture_format
from lexbelli.errors import BadInput, IllegalMove, bad_input
from lexbelli.evaluations import MOST, BattleEvaluation
from lexbelli.position import Position
from lexbelli.pursuit_of_glory.battle_figures import Fire
from lexbelli.pursuit_of_glory.battle_odds import MEASURES, CardWorth, Odds
from lexbelli.pursuit_of_glory.evaluations import FINAL_MEASURES

__all__ = ["odds", "supposition"]

_FIRST = {
    "together": "both fire at once",
    "attacker_first": "the attacker fires first",
    "defender_first": "the defender fires first",
}

# What is chosen after the dice.
_CHOICES = "losses, retreats and advances"

# Decisions after the dice, which odds have nothing to tell of.
_AFTER_THE_DICE = ("losses", "cards", "retreat", "advance", "repair")


@click.command(
    epilog=example('lexbelli odds 1914_campaign "attack koprukoy with ru_div_3" --any-card')
)
@question
@click.argument("attack", metavar="[ATTACK]", default="")
@click.option("--side", metavar="SIDE", help="Suppose that this side were to act: ap or cp.")
@click.option(
    "--cards",
    multiple=True,
    metavar="CARD,CARD",
    help="Cards that are played, or orders such as 'play cp_19; bring cp_19 tu_div_2'.",
)
@click.option("--withdraw", is_flag=True, help="The Turks withdraw (12.8).")
@click.option(
    "--policy",
    multiple=True,
    metavar="POLICY",
    help="How losses are taken: thrift, fewest_steps, most_steps, or weights of thrift such as"
    " removal=20; after attacker: or defender: of that side alone.",
)
@click.option("--force", is_flag=True, help="Tell the odds even if the attack is illegal.")
@click.option("--all-cards", is_flag=True, help="Tell what every card that is held would do.")
@click.option("--any-card", is_flag=True, help="The same of every card, held or not.")
@click.option(
    "--sensitivity",
    metavar="MEASURE",
    help=f"Tell what each change is worth for a measure: {', '.join(MEASURES)}.",
)
@ends(_CHOICES, FINAL_MEASURES)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(),
    help=f"Plot the odds, and the sensitivity if asked for: a file that ends in"
    f" {', '.join(FORMATS)}.",
)
@click.option("--theme", metavar="THEME", help=f"The colours of the plot: {', '.join(THEMES)}.")
@as_json
def odds(
    asked: Question,
    attack: str,
    side: str | None,
    cards: Sequence[str],
    withdraw: bool,
    policy: Sequence[str],
    force: bool,
    all_cards: bool,
    any_card: bool,
    sensitivity: str | None,
    to_the_end: bool,
    measures: Sequence[str],
    positions: int | None,
    plot: str | None,
    theme: str | None,
    as_json: bool,
) -> None:
    """Tell the exact odds of an attack, with the figures they come from.

    ATTACK is text such as "attack kars with tu_ix_corps,tu_x_corps flank oltu"; without it, the
    odds of the battle under way from where it stands. Where units are still to be activated for
    attack, it is supposed that all wait that could be. --plot needs `lexbelli[draw]`.

    With --to-the-end the dice of the battle under way may have fallen: then only what is left to
    choose is told.

    The exit code is 1 if the attack is illegal.
    """
    _options(to_the_end, measures, positions, plot, theme)
    colours = themes.theme(theme or "screen").name
    position = asked.after.suppose(side) if side else asked.after
    supposed = [*asked.supposed, *([f"{side.upper()} to act"] if side else [])]
    asked_of = (position, attack, _cards(cards), withdraw, _policy(policy), force)

    def evaluate() -> BattleEvaluation:
        most = MOST if positions is None else positions
        found: BattleEvaluation = lexbelli.evaluate_battle(*asked_of, measures=measures, most=most)
        return found

    try:
        found = lexbelli.odds(*asked_of)
    except BadInput as wrong:
        # Where all dice have fallen there is something left to choose.
        chosen = position.decision.kind in _AFTER_THE_DICE
        if not (to_the_end and chosen and wrong.field == "position"):
            raise
        _choices(position, supposed, evaluate(), as_json)
        return
    except IllegalMove as illegal:
        _refuse(illegal, position, supposed, as_json)
    worth = found.all_cards(any_card) if all_cards or any_card else None
    changes = found.sensitivity(sensitivity) if sensitivity else None
    evaluation = evaluate() if to_the_end else None
    if plot is not None:
        found.plot(sensitivity, colours).save(plot)
    if as_json:
        emit_json(
            {
                "legal": not found.violations,
                **found.as_json(),
                **({} if worth is None else {"all_cards": [card.as_json() for card in worth]}),
                **({} if changes is None else {"sensitivity": changes.as_json()}),
                **({} if evaluation is None else {"to_the_end": evaluation.as_json()}),
            }
        )
        return
    title(position, supposed)
    supposition(position, found.supposed, found.over)
    if found.violations:
        verdict_of(found.violations)
    _figures(found)
    _odds(found)
    if worth is not None:
        _worth(found, worth, any_card)
    if changes is not None:
        tell_changes(changes, MEASURES[changes.measure])
    if evaluation is not None:
        tell_ends(evaluation, _CHOICES)


def _options(
    to_the_end: bool,
    measures: Sequence[str],
    positions: int | None,
    plot: str | None,
    theme: str | None,
) -> None:
    """Say what is wrong with options before the work."""
    if plot is not None:
        picture_format(plot)
    elif theme is not None:
        raise click.UsageError("--theme is for --plot alone")
    if not to_the_end and (measures or positions is not None):
        raise click.UsageError("--measure and --positions are for --to-the-end alone")


def _choices(
    position: Position, supposed: Sequence[str], evaluation: BattleEvaluation, as_json: bool
) -> None:
    """Tell what is left to choose where all dice have fallen."""
    if as_json:
        emit_json({"to_the_end": evaluation.as_json()})
        return
    title(position, supposed)
    tell_ends(evaluation, _CHOICES)


def _refuse(
    illegal: IllegalMove, position: Position, supposed: Sequence[str], as_json: bool
) -> NoReturn:
    """Tell why an attack is illegal."""
    if as_json:
        violations = [violation.as_json() for violation in illegal.violations]
        emit_json({"legal": False, "attack": str(illegal.move), "violations": violations})
    else:
        title(position, supposed)
        verdict_of(illegal.violations)
    no()


def _cards(given: Sequence[str]) -> list[str]:
    """Read cards: names with commas between, or orders."""
    found: list[str] = []
    for text in given:
        orders = text.split(";")
        for order in orders:
            words = order.split()
            if words[:1] and words[0] in ("play", "bring", "place"):
                found.append(order.strip())
            else:
                found += [name.strip() for name in order.split(",") if name.strip()]
    return found


def _policy(given: Sequence[str]) -> dict[str, object] | str:
    """Read how losses are taken, of both sides or of one."""
    roles: dict[str, dict[str, int] | str] = {}
    for text in given:
        role, colon, rest = text.partition(":")
        name = rest if colon else text
        for whose in [role] if colon else ["attacker", "defender"]:
            weight, equals, number = name.partition("=")
            if not equals:
                roles[whose] = name
                continue
            known = roles.get(whose)
            weights = dict(known) if isinstance(known, dict) else {}
            try:
                weights[weight.strip()] = int(number)
            except ValueError:
                raise bad_input(f"'{number}' is no whole number", f"--policy {weight}") from None
            roles[whose] = weights
    return dict(roles) if roles else "thrift"


def supposition(position: Position, supposed: bool, over: str | None) -> None:
    """Say what is supposed to be over, and that units are supposed to wait."""
    if over:
        paragraph(f"Supposing: {over} is over.")
        position = position.suppose(ops=1)
    if supposed:
        side = (position.decision.side or "").upper()
        paragraph(
            f"Supposing: every unit of the {side} waits that could be activated for attack; from a"
            " region or an island base one stack attacks."
        )


def _figures(found: Odds) -> None:
    attacker, defender = found.attacker, found.defender
    echo()
    paragraph(f"Attack on {found.target}", style="bold")
    rows = [
        ("units", _units(attacker), _units(defender)),
        ("table", attacker.table, defender.table),
        ("strength", _strength(attacker), _strength(defender)),
        ("column", _column(attacker), _column(defender)),
        ("die", f"{attacker.drm:+}", f"{defender.drm:+}"),
        ("loss number", _numbers(attacker), _numbers(defender)),
    ]
    heads = ("", f"attacker ({attacker.side.upper()})", f"defender ({defender.side.upper()})")
    table(heads, rows)
    echo()
    table(
        ("figure", "of the", "counts", "rule"),
        [*_because(attacker, "attacker"), *_because(defender, "defender")],
    )
    echo()
    first = _FIRST[found.first_fire]
    flank = found.flank
    if flank is not None and found.first_fire_by is None:
        needed = f"{flank.needed} with {sum(line.value for line in flank.drms):+}"
        if flank.succeeded is None:
            paragraph(
                f"Flank attempt pinned from {flank.pin}: {needed}, so {flank.lowest} or more"
                f" ({flank.odds}); then the attacker fires first, else the defender (12.4.3)."
            )
        else:
            said = "has succeeded" if flank.succeeded else "has failed"
            paragraph(f"The flank attempt pinned from {flank.pin} {said} (12.4.3).")
    else:
        by = "" if found.first_fire_by is None else f": {found.first_fire_by.text}"
        rule = "12.2.8.c" if found.first_fire_by is None else found.first_fire_by.rule
        paragraph(f"{first.capitalize()}{by} ({rule}).")
    for check in found.weather:
        paragraph(
            f"Severe weather at {check.place} ({check.terrain}: {check.at}): on {check.lowest} or"
            f" more ({check.odds}) {', '.join(check.units)} lose a step (12.5)."
        )
    if found.cancelled is not None:
        paragraph(f"The battle is cancelled: {found.cancelled.text} ({found.cancelled.rule}).")
    if found.withdrawal:
        paragraph("The Turks withdraw (12.8).")
    if found.defence_chosen:
        paragraph("The region is defended by the stack that serves the defender best (12.10.3).")


def _units(fire: Fire) -> str:
    places = list(dict.fromkeys(fire.places))
    lines = []
    for place in places:
        units = [unit for unit, at in zip(fire.units, fire.places, strict=True) if at == place]
        lines.append(f"{place}: {', '.join(units)}")
    if fire.staff:
        lines.append(f"with {', '.join(fire.staff)}")
    return "\n".join(lines) or "nobody"


def _strength(fire: Fire) -> str:
    return str(fire.cf)


def _column(fire: Fire) -> str:
    low, high = fire.column
    interval = str(low) if low == high else f"{low}+" if high is None else f"{low}-{high}"
    return f"{interval} ({fire.shift:+} shifted)" if fire.shift else interval


def _numbers(fire: Fire) -> str:
    return " ".join(map(str, fire.loss_numbers))


def _because(fire: Fire, role: str) -> list[tuple[str, str, str, str]]:
    """Return what the figures are made of, line by line."""
    kinds = (
        ("strength", fire.strength),
        ("column", fire.shifts),
        ("die", fire.drms),
        ("loss number", fire.losses),
    )
    rows = [
        (kind, role, f"{line.value:+} {line.text}", line.rule)
        for kind, those in kinds
        for line in those
    ]
    if fire.heavy is not None:
        rows.insert(0, ("table", role, f"heavy: {fire.heavy.text}", fire.heavy.rule))
    return rows


def _odds(found: Odds) -> None:
    echo()
    rows = [
        ("attacker wins", found.win),
        ("draw", found.draw),
        ("defender wins", found.loss),
        ("defender leaves or is gone", found.clear),
        ("attacker keeps full strength", found.full_strength),
        *([("fort destroyed", found.fort_destroyed)] if found.fort else []),
        *((f"retreat of {number}", part) for number, part in found.retreat.items() if number),
    ]
    table(
        ("odds", "", "exactly"),
        [(text, percent(part).rjust(6), str(part)) for text, part in rows],
    )
    echo()
    steps = []
    for role, mean, loses, (few, most), policy in (
        ("attacker", found.attacker_steps, found.attacker_loses, found.bounds[0], found.policy[0]),
        ("defender", found.defender_steps, found.defender_loses, found.bounds[1], found.policy[1]),
    ):
        interval = f"{float(few):.2f}" if few == most else f"{float(few):.2f} to {float(most):.2f}"
        each = ", ".join(f"{number}: {percent(part)}" for number, part in loses.items())
        steps.append((role, f"{float(mean):.2f}", interval, policy, each))
    table(("steps lost", "expected", "legally", "policy", "each"), steps)
    echo()
    defences = sorted({defence for _, defence in found.joint})
    attacks = sorted({attack for attack, _ in found.joint})
    grid = [
        (
            f"attacker {attack}",
            *(percent(found.joint.get((attack, defence), Fraction(0))) for defence in defences),
        )
        for attack in attacks
    ]
    table(("loss numbers", *(f"defender {defence}" for defence in defences)), grid)


def _worth(found: Odds, worth: Sequence[CardWorth], any_card: bool) -> None:
    echo()
    paragraph("With one more card" if any_card else "With one more card that is held", style="bold")
    playable = [card for card in worth if card.numbers]
    rows = []
    for card in sorted(playable, key=lambda card: (card.side, -dict(card.numbers)["win"])):
        numbers = dict(card.numbers)
        rows.append(
            (
                card.side,
                card.card,
                card.name,
                percent(numbers["win"]),
                f"{float(numbers['win'] - found.win) * 100:+.1f}",
                percent(numbers["loss"]),
                f"{float(numbers['attacker_steps']):.1f} : {float(numbers['defender_steps']):.1f}",
            )
        )
    if rows:
        heads = ("side", "card", "", "win", "change", "loss", "steps lost")
        table(heads, rows)
    else:
        paragraph("None can be played in this battle." if worth else "No combat card is held.")
    asks = [f"{card.card} ({card.name})" for card in worth if card.asks and card.moment]
    if asks:
        paragraph(f"A unit or a place has to be named for {', '.join(asks)}.")
    for side in dict.fromkeys(card.side for card in worth):
        barred = [card.card for card in worth if card.side == side and card.moment is None]
        if barred:
            paragraph(f"Not for the {side.upper()} in this battle: {', '.join(barred)}.")
