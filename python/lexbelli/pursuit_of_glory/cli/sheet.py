"""How the orders of Pursuit of Glory are listed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lexbelli.cli.sheet import Part
from lexbelli.moves import Order
from lexbelli.pursuit_of_glory.position import Position

__all__ = ["SHEET", "Listing"]

# Of a region's stacks more than so many are counted, unless the region is asked for by name.
_FEW: Final = 4

_HEADINGS: Final = {
    "suppress": "Suppress an uprising",
    "provoke": "Send into battle",
    "land": "Land",
    "assault": "Amphibious assault",
    "entrench": "Entrench",
    "bombard": "Fire on",
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
    "reserve": "Redeploy into the Reserve Box",
    "discard": "Discard",
    "take": "Take into the first hand",
    "mandate": "Mandate an offensive",
    "dismiss": "Dismiss",
    "revolt": "Check for a revolt",
    "keep": "Keep in the game",
    "declare": "Declare the collapse of",
    "mark": "Mark",
    "cancel": "Cancel, by a card",
    "stand": "Lose a step and stand",
    "sail": "Retreat by sea",
}
# Orders of units that go somewhere after the dice.
_WAYS: Final = {"retreat": "Retreat", "advance": "Advance"}
# Orders of units that are put somewhere.
_ENDS: Final = {
    "redeploy": "Redeploy by land",
    "ship": "Redeploy by sea",
    "detour": "Redeploy around Africa",
    "deploy": "Redeploy from the Reserve Box",
    "rebuild": "Rebuild",
    "enter": "Enter",
    "arrive": "Go ashore",
    "join": "Join those who attack, from the Reserve Box",
}
# Orders that name nothing.
_BARE: Final = {
    "withdraw": "Announce the Turkish withdrawal",
    "shorten": "Let Yudenich shorten the retreat",
    "end": "End: fight no more",
}


class Listing:
    """Activations with their costs, ways by unit, and the rest by kind; see `Sheet`."""

    def concerns(
        self, position: Position, order: Order, units: Sequence[str], places: Sequence[str]
    ) -> bool:
        """Whether an order has to do with one of some units and places."""
        content = order.content
        if any(order.names(name) for name in (*units, *places)):
            return True
        where = position.units
        if order.kind in ("activate", "entrench"):
            # A space is activated with all its units, a stack names its own.
            there = content["place"] in {where.get(unit) for unit in units}
            return there and not content.get("units")
        acting = [content[key] for key in ("unit", "lcu") if key in content]
        return any(where.get(unit) in places for unit in acting)

    def parts(
        self, position: Position, orders: Sequence[Order], places: Sequence[str]
    ) -> list[Part]:
        """Return what is printed; of a region's stacks all if it was asked for by name."""
        return [
            _activations(position, orders, places),
            _movement(position, orders),
            _organizing(orders),
            *(_others(kind, heading, orders) for kind, heading in _HEADINGS.items()),
            *(_ends(position, kind, heading, orders) for kind, heading in _ENDS.items()),
            *(_ways(position, kind, heading, orders) for kind, heading in _WAYS.items()),
            _replacements(orders),
            *(_bare(kind, heading, orders) for kind, heading in _BARE.items()),
        ]


def _activations(position: Position, chosen: Sequence[Order], places: Sequence[str]) -> Part:
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
        if len(stacks) > _FEW and place not in places:
            members = ", ".join(dict.fromkeys(unit for units in stacks for unit in units))
            text = f"{len(stacks)} stacks of {members}"
            rows.append((place, *_costs(list(stacks.values()), purposes), text))
            continue
        for units, costs in stacks.items():
            text = f"with {','.join(units)}" if units else ", ".join(there[place].units)
            rows.append((place, *_costs([costs], purposes), text))
    columns = ("", *(purpose.replace("_", " ") for purpose in purposes), "units")
    return Part("Activate, for OPS", columns, rows)


def _move_first(purpose: str) -> tuple[bool, str]:
    return purpose != "move", purpose


def _costs(given: Sequence[Mapping[str, int | None]], purposes: Sequence[str]) -> Iterator[str]:
    """Yield for each purpose the cost, or from the lowest to the highest."""
    for purpose in purposes:
        costs = sorted({cost for each in given if (cost := each.get(purpose)) is not None})
        yield "-".join(map(str, dict.fromkeys((costs[0], costs[-1])))) if costs else "-"


def _movement(position: Position, chosen: Sequence[Order]) -> Part:
    ends: dict[str, list[str]] = {}
    for order in chosen:
        if order.kind == "go":
            ends.setdefault(order.content["unit"], []).append(order.content["to"])
    where = position.units
    rows = [(unit, where[unit], ", ".join(places)) for unit, places in ends.items()]
    return Part("Go", ("unit", "from", "to"), rows)


def _organizing(chosen: Sequence[Order]) -> Part:
    roles = ("reserve", "eliminated", "removed")
    rows = [
        (order.content["lcu"], *(", ".join(order.content[role]) or "-" for role in roles))
        for order in chosen
        if order.kind == "organize"
    ]
    return Part("Organize", ("lcu", *roles), rows)


def _ends(position: Position, kind: str, heading: str, chosen: Sequence[Order]) -> Part:
    ends: dict[str, list[str]] = {}
    for order in chosen:
        if order.kind == kind and (end := _end(order)) is not None:
            ends.setdefault(order.content["unit"], []).append(end)
    where = position.units
    rows = [(unit, where.get(unit, "-"), ", ".join(places)) for unit, places in ends.items()]
    return Part(heading, ("unit", "from", "to"), rows)


def _end(order: Order) -> str | None:
    """Return the place or the water where an order puts a unit."""
    end: str | None = order.content.get("place", order.content.get("sea"))
    return end if order.kind in _ENDS else None


def _others(kind: str, heading: str, chosen: Sequence[Order]) -> Part:
    of_kind = [order for order in chosen if order.kind == kind and _end(order) is None]
    named = [order.text.partition(" ")[2] for order in of_kind]
    named = [names for names in named if names]
    return Part(heading, (), [(", ".join(named),)] if named else [])


def _ways(position: Position, kind: str, heading: str, chosen: Sequence[Order]) -> Part:
    ends: dict[str, list[str]] = {}
    for order in chosen:
        if order.kind == kind:
            *through, end = order.content["path"]
            via = f" via {','.join(through)}" if through else ""
            ends.setdefault(order.content["unit"], []).append(f"{end}{via}")
    where = position.units
    rows = [(unit, where.get(unit, "-"), "; ".join(places)) for unit, places in ends.items()]
    return Part(heading, ("unit", "from", "to"), rows)


def _replacements(chosen: Sequence[Order]) -> Part:
    heirs: dict[str, list[str]] = {}
    for order in chosen:
        if order.kind == "replace":
            heirs.setdefault(order.content["unit"], []).append(order.content["by"])
    rows = [(unit, ", ".join(units)) for unit, units in heirs.items()]
    return Part("Replace", ("corps", "by"), rows)


def _bare(kind: str, heading: str, chosen: Sequence[Order]) -> Part:
    return Part(heading, (), [(kind,)] if any(order.text == kind for order in chosen) else [])


SHEET: Final = Listing()
