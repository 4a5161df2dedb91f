"""`lexbelli activation`: what it costs to activate units, and what bars it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from lexbelli.cli.app import no
from lexbelli.cli.echo import echo
from lexbelli.cli.options import Question, as_json, question
from lexbelli.cli.output import emit_json, paragraph, table, title
from lexbelli.names import resolve
from lexbelli.position import AnyPosition as Position
from lexbelli.pursuit_of_glory.supply_lines import Cost, Group

__all__ = ["activation"]


@click.command()
@question
@click.option("--side", type=click.Choice(["ap", "cp"]), help="The side; else the one to act.")
@click.option("--space", "spaces", multiple=True, metavar="SPACE", help="Only this space.")
@click.option(
    "--stack",
    metavar="UNIT,UNIT,...",
    help="These units of one place as a stack, as in a region or on an island base.",
)
@click.option("--why", is_flag=True, help="What each cost is made of, and every rule that bars.")
@as_json
def activation(
    asked: Question,
    side: str | None,
    spaces: Sequence[str],
    stack: str | None,
    why: bool,
    as_json: bool,
) -> None:
    """Say what it costs, in OPS, to activate units for movement and for attack.

    In regions and on island bases all units of the side are taken together; --stack asks for some.

    The exit code is 1 if a stack or space that was named cannot be activated at all.
    """
    position = asked.after
    groups = _groups(position, side, spaces, stack)
    if as_json:
        emit_json(_json(position, groups))
    else:
        title(position, asked.supposed)
        echo()
        _print(groups, why)
    named = bool(spaces or stack)
    if named and not all(_possible(group) for group in groups.values()):
        no()


def _groups(
    position: Position, side: str | None, spaces: Sequence[str], stack: str | None
) -> Mapping[str, Group]:
    if stack is not None:
        names = [name for name in (part.strip() for part in stack.split(",")) if name]
        units = [resolve(name, position.known_units, "unit") for name in names]
        costs = {purpose: position.activation(units, purpose) for purpose in ("move", "attack")}
        return {position.units[units[0]]: Group(units, costs)}
    groups: Mapping[str, Group] = position.activations(side)
    if not spaces:
        return groups
    wanted = [resolve(space, position.spaces, "space") for space in spaces]
    return {space: groups.get(space, Group((), {})) for space in wanted}


def _possible(group: Group) -> bool:
    return any(cost.ops is not None for cost in group.costs.values())


def _print(groups: Mapping[str, Group], why: bool) -> None:
    purposes = list(dict.fromkeys(purpose for group in groups.values() for purpose in group.costs))
    rows = [
        (place, *(_ops(group.costs.get(purpose)) for purpose in purposes), ", ".join(group.units))
        for place, group in groups.items()
        if group.units
    ]
    if rows:
        table(("space", *(purpose.replace("_", " ") for purpose in purposes), "units"), rows)
    for place, group in groups.items():
        if not group.units:
            echo(f"{place}: no unit of this side is there")
        elif why:
            for line in _reasons(place, group):
                paragraph(line)


def _ops(cost: Cost | None) -> str:
    return "-" if cost is None or cost.ops is None else str(cost.ops)


def _reasons(place: str, group: Group) -> Iterator[str]:
    for purpose, cost in group.costs.items():
        what = f"{place}, {purpose.replace('_', ' ')}"
        if cost.ops is not None and cost.parts.keys() != {"nationalities"}:
            yield f"{what}: " + " + ".join(f"{ops} {part}" for part, ops in cost.parts.items())
        for rule, text in cost.barred:
            yield f"{what}: {text} ({rule})"


def _json(position: Position, groups: Mapping[str, Group]) -> dict[str, Any]:
    return {
        "game": position.game,
        "scenario": position.scenario_name,
        "title": position.title,
        "caution": position.caution,
        "groups": {
            place: {
                "units": list(group.units),
                "costs": {purpose: cost.as_json() for purpose, cost in group.costs.items()},
            }
            for place, group in groups.items()
        },
    }
