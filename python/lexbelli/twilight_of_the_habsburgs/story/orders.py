"""What a side orders, in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from lexbelli.moves import Change
from lexbelli.story.names import names_in
from lexbelli.story.sentences import Brief, Scene, Sentence, counted, listed
from lexbelli.twilight_of_the_habsburgs.story.names import Names

__all__ = ["answered"]

# Orders by which units get to a hex: what is said, the rule, what they are counted as.
_WAYS: Final[Mapping[str, tuple[str, str, str]]] = {
    "go": ("move", "8.1", "moves"),
    "rail": ("move by rail", "8.5", "moves by rail"),
    "ferry": ("carry across Lake Garda", "13.61", "ferries"),
    "retreat": ("retreat with", "9.4", ""),
    "place": ("set up", "14.3", ""),
    "arrive": ("bring in", "10.1", "reinforcements"),
    "rebuild": ("rebuild", "10.24", "units rebuilt"),
}
# Orders that name units alone.
_UNITS: Final[Mapping[str, tuple[str, str, str]]] = {
    "entrench": ("entrench", "12.1", "units entrenched"),
    "mobilize": ("turn to the mobile side", "12.1", "units made mobile"),
    "reduce": ("take a step from", "9.33", ""),
    "eliminate": ("lose", "9.33", ""),
    "restore": ("give a step back to", "10.21", "units restored"),
}
_BY_DECISION: Final = {
    ("attrition", "reduce"): "14.7",
    ("attrition", "eliminate"): "14.7-4",
    ("excess", "eliminate"): "7.3",
    ("setup", "entrench"): "2.4-2",
}
_PASSES: Final = {
    "reinforcement": ("bring in and restore nobody", "10"),
    "reorganization": ("turn nobody", "12.1"),
    "movement": ("move nobody", "8"),
    "scouting": ("scout no hex any more", "13.12"),
    "attack": ("attack no more", "9"),
    "offensive": ("do not try to keep the offensive", "14.84-1"),
    "submarine": ("do not send the lake submarine", "13.62"),
}
_BARE: Final = {
    "submarine": ("send the lake submarine against the transport", "13.62"),
    "offensive": ("try to keep the offensive", "14.84-1"),
}


def answered(names: Names, scene: Scene) -> Iterator[Sentence]:
    """Say what a side orders, with the differences that this tells."""
    side = str(scene.side)
    who = names.side(side)
    who = who[0].upper() + who[1:]
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for order in scene.orders:
        groups.setdefault(order.kind, []).append(order.content)
    if "attack" in groups:
        yield _attack(names, scene, who, groups)
        return
    if not groups and not scene.withheld:
        text, rule = _PASSES.get(scene.asked.kind, ("pass", ""))
        yield Sentence(f"{who} {text}.", (rule,) if rule else ())
    told = _told_lists(scene, groups)
    for kind, orders in groups.items():
        sentence = _group(names, scene, who, kind, orders)
        yield replace(sentence, changes=(*sentence.changes, *told.pop(kind, ())))
    if scene.withheld:
        kind = scene.asked.kind.replace("_", " ")
        text = f"Orders of {names.side(side)} to units out of sight ({kind}) are not told."
        yield Sentence(text, ("13.1-1",))


# Lists of units: the orders that put them in, and out.
_TURNED: Final = {"entrenched": ("entrench", "mobilize"), "reduced": ("reduce", "restore")}


def _told_lists(
    scene: Scene, groups: Mapping[str, Sequence[Mapping[str, Any]]]
) -> dict[str, tuple[Change, ...]]:
    """Return the differences of lists that come of orders alone, by the orders that tell them."""
    found: dict[str, tuple[Change, ...]] = {}
    for what, verbs in _TURNED.items():
        change = scene.change(what)
        if change is None:
            continue
        ordered = [{order["unit"] for order in groups.get(verb, ())} for verb in verbs]
        came, gone = set(names_in(change.after)), set(names_in(change.before))
        if [came, gone] == ordered:
            found[next(verb for verb in verbs if verb in groups)] = (change,)
    return found


def _group(
    names: Names, scene: Scene, who: str, kind: str, orders: Sequence[Mapping[str, Any]]
) -> Sentence:
    units = [order["unit"] for order in orders if "unit" in order]
    side = str(scene.side)
    if kind in _WAYS:
        verb, rule, count = _WAYS[kind]
        brief = (Brief(f"{side}_operations", count, len(units)),) if count else ()
        text = f"{who} {verb} {_ways(names, scene, orders)}."
        return Sentence(text, (rule,), _arrived(scene, orders), brief)
    if kind in _UNITS:
        verb, rule, count = _UNITS[kind]
        rule = _BY_DECISION.get((scene.asked.kind, kind), rule)
        brief = (Brief(f"{side}_operations", count, len(units)),) if count else ()
        at = [_standing(names, scene, unit) for unit in units]
        gone = _gone(scene, units) if kind == "eliminate" else ()
        if gone:
            brief = (Brief("gone", names.units(change.what for change in gone)),)
        return Sentence(f"{who} {verb} {listed(at)}.", (rule,), gone, brief)
    if kind == "scout":
        told = [f"{names.place(one['hex'])} by {names.unit(one['unit'])}" for one in orders]
        changes = tuple(
            each for each in scene.beginning("scouted") if each.what.split()[1] in units
        )
        return Sentence(f"{who} scout {listed(told)}.", ("13.12",), changes)
    if kind in _BARE:
        text, rule = _BARE[kind]
        return Sentence(f"{who} {text}.", (rule,))
    told_as = "; ".join(order.text for order in scene.orders if order.kind == kind)
    return Sentence(f"{who} order: {told_as}.")


def _gone(scene: Scene, units: Sequence[str]) -> tuple[Change, ...]:
    found = (scene.change(unit) for unit in units)
    return tuple(each for each in found if each is not None and each.after == "eliminated")


def _standing(names: Names, scene: Scene, unit: str) -> str:
    place = scene.before.units.get(unit)
    return names.unit(unit) + (f" at {names.place(place)}" if place else "")


def _ways(names: Names, scene: Scene, orders: Sequence[Mapping[str, Any]]) -> str:
    groups: dict[tuple[str | None, tuple[str, ...]], list[str]] = {}
    for order in orders:
        path = tuple(order["path"]) if "path" in order else (order["hex"],)
        origin = scene.before.units.get(order["unit"])
        origin = origin if origin is not None and origin.startswith("h") else None
        groups.setdefault((origin, path), []).append(order["unit"])
    parts = []
    for (start, path), units in groups.items():
        *through, end = path
        by = f" by {', '.join(map(names.place, through))}" if through else ""
        begins = f" from {names.place(start)}" if start else ""
        parts.append(f"{names.units(units)}{begins}{by} to {names.place(end)}")
    return "; ".join(parts)


def _arrived(scene: Scene, orders: Sequence[Mapping[str, Any]]) -> tuple[Change, ...]:
    """Return the differences of units that are where they were sent."""
    found = []
    for order in orders:
        end = order["path"][-1] if "path" in order else order["hex"]
        change = scene.change(order["unit"])
        if change is not None and change.after == end:
            found.append(change)
    return tuple(found)


def _attack(
    names: Names, scene: Scene, who: str, groups: Mapping[str, Sequence[Mapping[str, Any]]]
) -> Sentence:
    attacks = groups["attack"]
    target, table = attacks[0]["hex"], attacks[0]["table"]
    attackers = [order["unit"] for order in attacks]
    engaged = scene.after.setup().get("engaged", ())
    defenders = [unit for unit in engaged if unit not in attackers]
    parts = [f"{who} attack {names.place(target)} ({table}) with {names.units(attackers)}"]
    if defenders:
        parts.append(f"; {names.units(defenders)} {'defends' if len(defenders) == 1 else 'defend'}")
    gassed = [names.place(order["hex"]) for order in groups.get("gas", ())]
    parts += [f"; gas is used on {place} (13.8)" for place in gassed]
    for order in groups.get("bombard", ()):
        text = (
            f"; the navy fires at {names.place(order['target'])} from {names.place(order['hex'])}"
        )
        parts.append(f"{text} (13.51)")
    brief = (Brief(f"{scene.side}_operations", "attacks", 1),)
    changes = scene.beginning("gas", "bombarded", "engaged", "attacked", "stood", "accompanied")
    return Sentence(f"{''.join(parts)}.", ("9.1",), changes, brief)


def steps(number: int) -> str:
    """Say how many steps: `no step`, `one step`, `3 steps`."""
    return counted(number, "step") if number else "no step"
