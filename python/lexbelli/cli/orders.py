"""`lexbelli orders`: what can be ordered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import click

from lexbelli.cli.app import no
from lexbelli.cli.operations import Operations, head, json_head, move_text, operations
from lexbelli.cli.options import as_json, example
from lexbelli.cli.output import emit_json, table
from lexbelli.moves import Order
from lexbelli.names import resolve
from lexbelli.position import Position

__all__ = ["orders"]

# Of a region's stacks more than so many are counted, unless the region is asked for by name.
_FEW: Final = 4

_HEADINGS: Final = {
    "suppress": "Suppress an uprising",
    "land": "Land",
    "assault": "Amphibious assault",
    "entrench": "Entrench",
    "withdraw": "Withdraw under fire",
    "remove": "Remove the beachhead",
    "attack": "Attack",
    "join": "Join the attack",
    "flank": "Flank, pinned from",
    "defend": "Defend",
    "play": "Play",
    "bring": "Bring, for a card",
    "place": "Place, for a card",
    "take_back": "Take back",
    "reduce": "Reduce",
    "eliminate": "Eliminate",
    "restore": "Restore",
    "rebuild": "Rebuild",
    "cancel": "Cancel, by a card",
    "stand": "Lose a step and stand",
    "sail": "Retreat by sea",
}
# Orders of units that go somewhere after the dice.
_WAYS: Final = {"retreat": "Retreat", "advance": "Advance"}
# Orders that name nothing.
_BARE: Final = {
    "withdraw": "Announce the Turkish withdrawal",
    "shorten": "Let Yudenich shorten the retreat",
    "end": "End: fight no more",
}


@click.command(epilog=example('lexbelli orders 1914_campaign --ops 3 --given "activate oltu move"'))
@operations
@click.option(
    "--given",
    "given_orders",
    multiple=True,
    metavar="ORDERS",
    help="Orders already given, as text, or a file or - that holds them.",
)
@click.option("--unit", "units", multiple=True, metavar="UNIT", help="Only orders to this unit.")
@click.option(
    "--space",
    "spaces",
    multiple=True,
    metavar="SPACE",
    help="Only orders about this space and to the units there; lists every stack of a region.",
)
@as_json
def orders(
    given_orders: Sequence[str],
    given: Operations,
    units: Sequence[str],
    spaces: Sequence[str],
    as_json: bool,
) -> None:
    """Say what can be ordered: every order that at least one legal move contains.

    With --given, one that contains those orders as well. A unit's destinations are where it may end
    its move, whatever the way there. The law answers.

    The exit code is 1 if no legal move contains the given orders, or nothing can be ordered of the
    units and spaces that were named.
    """
    position = given.position
    text = "; ".join(map(move_text, given_orders))
    offered = position.orders(text)
    wanted = _Selection(
        position,
        [resolve(unit, position.known_units, "unit") for unit in units],
        [resolve(space, position.spaces, "space") for space in spaces],
    )
    chosen = [order for order in offered if wanted.has(order)]
    if as_json:
        emit_json(_json(given, text, chosen, possible=bool(offered) or not text.strip()))
    else:
        head(given)
        if text.strip() and not offered:
            _print_refusal(given, text)
        elif not chosen:
            click.echo("Nothing can be ordered there." if wanted.named else "Nothing.")
        else:
            _print(position, chosen, wanted)
    if (text.strip() and not offered) or (wanted.named and not chosen):
        no()


@dataclass(frozen=True)
class _Selection:
    """The units and spaces that were asked for; without any, everything was."""

    position: Position
    units: Sequence[str]
    spaces: Sequence[str]

    @property
    def named(self) -> bool:
        return bool(self.units or self.spaces)

    @cached_property
    def _where(self) -> dict[str, str]:
        return dict(self.position.units)

    def has(self, order: Order) -> bool:
        if not self.named:
            return True
        content = order.content
        if any(order.names(name) for name in (*self.units, *self.spaces)):
            return True
        if order.kind in ("activate", "entrench"):
            # A space is activated with all its units, a stack names its own.
            there = content["place"] in {self._where.get(unit) for unit in self.units}
            return there and not content.get("units")
        acting = [content[key] for key in ("unit", "lcu") if key in content]
        return any(self._where.get(unit) in self.spaces for unit in acting)


@dataclass(frozen=True, slots=True)
class _Part:
    """What is printed under one heading."""

    heading: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def _print(position: Position, chosen: Sequence[Order], wanted: _Selection) -> None:
    parts = [
        _activations(position, chosen, wanted),
        _movement(position, chosen),
        _organizing(chosen),
        *(_others(kind, heading, chosen) for kind, heading in _HEADINGS.items()),
        *(_ways(position, kind, heading, chosen) for kind, heading in _WAYS.items()),
        _replacements(chosen),
        *(_bare(kind, heading, chosen) for kind, heading in _BARE.items()),
    ]
    for number, part in enumerate(part for part in parts if part.rows):
        if number:
            click.echo()
        click.secho(part.heading, bold=True)
        table(part.columns, part.rows, indent=2)


def _activations(position: Position, chosen: Sequence[Order], wanted: _Selection) -> _Part:
    groups: dict[str, dict[Sequence[str], dict[str, int | None]]] = {}
    for order in chosen:
        if order.kind == "activate":
            stacks = groups.setdefault(order.content["place"], {})
            costs = stacks.setdefault(tuple(order.content.get("units", ())), {})
            costs[order.content["for"]] = position.cost(order)
    found = [costs for stacks in groups.values() for costs in stacks.values()]
    purposes = sorted({purpose for costs in found for purpose in costs}, key=_move_first)
    there = position.activations()
    rows = []
    for place, stacks in groups.items():
        if len(stacks) > _FEW and place not in wanted.spaces:
            members = ", ".join(dict.fromkeys(unit for units in stacks for unit in units))
            text = f"{len(stacks)} stacks of {members}"
            rows.append((place, *_costs(list(stacks.values()), purposes), text))
            continue
        for units, costs in stacks.items():
            text = f"with {','.join(units)}" if units else ", ".join(there[place].units)
            rows.append((place, *_costs([costs], purposes), text))
    columns = ("", *(purpose.replace("_", " ") for purpose in purposes), "units")
    return _Part("Activate, for OPS", columns, rows)


def _move_first(purpose: str) -> tuple[bool, str]:
    return purpose != "move", purpose


def _costs(given: Sequence[Mapping[str, int | None]], purposes: Sequence[str]) -> Iterator[str]:
    """Yield for each purpose the cost, or from the lowest to the highest."""
    for purpose in purposes:
        costs = sorted({cost for each in given if (cost := each.get(purpose)) is not None})
        yield "-".join(map(str, dict.fromkeys((costs[0], costs[-1])))) if costs else "-"


def _movement(position: Position, chosen: Sequence[Order]) -> _Part:
    ends: dict[str, list[str]] = {}
    for order in chosen:
        if order.kind == "go":
            ends.setdefault(order.content["unit"], []).append(order.content["to"])
    where = position.units
    rows = [(unit, where[unit], ", ".join(places)) for unit, places in ends.items()]
    return _Part("Go", ("unit", "from", "to"), rows)


def _organizing(chosen: Sequence[Order]) -> _Part:
    roles = ("reserve", "eliminated", "removed")
    rows = [
        (order.content["lcu"], *(", ".join(order.content[role]) or "-" for role in roles))
        for order in chosen
        if order.kind == "organize"
    ]
    return _Part("Organize", ("lcu", *roles), rows)


def _others(kind: str, heading: str, chosen: Sequence[Order]) -> _Part:
    named = [order.text.partition(" ")[2] for order in chosen if order.kind == kind]
    named = [names for names in named if names]
    return _Part(heading, (), [(", ".join(named),)] if named else [])


def _ways(position: Position, kind: str, heading: str, chosen: Sequence[Order]) -> _Part:
    ends: dict[str, list[str]] = {}
    for order in chosen:
        if order.kind == kind:
            *through, end = order.content["path"]
            via = f" via {','.join(through)}" if through else ""
            ends.setdefault(order.content["unit"], []).append(f"{end}{via}")
    where = position.units
    rows = [(unit, where.get(unit, "-"), "; ".join(places)) for unit, places in ends.items()]
    return _Part(heading, ("unit", "from", "to"), rows)


def _replacements(chosen: Sequence[Order]) -> _Part:
    heirs: dict[str, list[str]] = {}
    for order in chosen:
        if order.kind == "replace":
            heirs.setdefault(order.content["unit"], []).append(order.content["by"])
    rows = [(unit, ", ".join(units)) for unit, units in heirs.items()]
    return _Part("Replace", ("corps", "by"), rows)


def _bare(kind: str, heading: str, chosen: Sequence[Order]) -> _Part:
    return _Part(heading, (), [(kind,)] if any(order.text == kind for order in chosen) else [])


def _print_refusal(given: Operations, text: str) -> None:
    """Say why no legal move contains some orders."""
    click.echo("No legal move contains these orders.")
    wrong = sorted(given.position.check(text), key=lambda violation: violation.owed)
    if wrong:
        click.echo()
        rows = [(each.rule, each.text, each.witness) for each in wrong]
        table(("rule", "what is wrong", "witness"), rows, indent=2)
    if all(each.owed for each in wrong):
        click.echo()
        click.echo("What is missing cannot be ordered with these OPS.")


def _json(given: Operations, text: str, chosen: Sequence[Order], possible: bool) -> dict[str, Any]:
    position = given.position
    return {
        **json_head(given),
        "given": position.move(text).as_json(),
        "possible": possible,
        "orders": [
            {
                "text": order.text,
                **order.as_json(),
                **({"ops": position.cost(order)} if order.kind == "activate" else {}),
            }
            for order in chosen
        ],
    }
