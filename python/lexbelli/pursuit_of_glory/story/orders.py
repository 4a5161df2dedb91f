"""What a side orders, in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from lexbelli.moves import Change
from lexbelli.pursuit_of_glory.story.names import Names, parsed
from lexbelli.pursuit_of_glory.story.units import for_good, moved
from lexbelli.story.sentences import Brief, Scene, Sentence, listed

__all__ = ["answered"]

# Orders by which units go somewhere: what is said, the rule, what they are counted as.
_WAYS: Final[Mapping[str, tuple[str, str, str]]] = {
    "go": ("moves", "11.1", "moves"),
    "redeploy": ("redeploys by land", "13.6", "redeployments"),
    "ship": ("redeploys by sea", "13.7", "redeployments"),
    "deploy": ("redeploys from the Reserve Box", "13.8-2", "redeployments"),
    "retreat": ("retreats with", "12.7.2", "retreats"),
    "sail": ("retreats by sea with", "12.7.11-2", "retreats"),
    "advance": ("advances with", "12.9", "advances"),
    "arrive": ("lands, after the way around Africa,", "18.10.2-2", "landings"),
    "enter": ("brings into play", "9.5.3.2", "units entered"),
    "rebuild": ("rebuilds", "17.1.8", "units rebuilt"),
}
# Orders that name units alone: what is said, the rule, what they are counted as.
_UNITS: Final[Mapping[str, tuple[str, str, str]]] = {
    "suppress": ("suppresses an uprising with", "3.2.4.2-10", "uprisings fought"),
    "defend": ("defends with", "12.10.3", ""),
    "reduce": ("takes a step from", "12.6.3-2", ""),
    "stand": ("takes a step from {units}, so that nobody retreats", "12.7.3-1", ""),
    "restore": ("restores", "17.1", "units restored"),
    "rebuild": ("brings back to where it stood:", "17.1", "units rebuilt"),
    "reserve": ("sends into the Reserve Box", "13.8-1", "redeployments"),
    "dismiss": ("sends back to the Tribal Warfare Key:", "16.3.2.c", ""),
    "keep": ("keeps in the game:", "16.4.5.4-2", ""),
    "eliminate": ("eliminates", "12.6.3-2", ""),
}
# The ends of boxes for units that fell.
_GONE: Final = ("eliminated", "removed_from_game")
# Orders of which it is said where the units stand.
_STANDING: Final = frozenset({"reduce", "stand", "restore", "suppress", "eliminate", "dismiss"})
# By what rule units are taken away, where it is not a battle's losses.
_TAKEN: Final = {
    "retreat": "12.7.4",
    "excess": "10.4-1",
    "excess_lcus": "18.1.2.c",
    "event": "9.5.1.a",
    "exchange": "9.5.1.a",
    "out_of_theater": "18.12.2",
    "divisions_leave": "18.8",
    "replacement_points": "17.1.7-2",
}
_PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "land": ("places a beachhead marker at {}", "18.6.1.1.a"),
    "assault": ("lets the RU Black Sea Division assault {} from the sea", "18.6.6"),
    "bombard": ("fires on {} from the sea", "18.11"),
    "withdraw": ("declares the invasion at {} failed and withdraws under fire", "18.6.2.1"),
    "remove": ("takes the empty beachhead marker at {} away", "18.6.4"),
    "mark": ("marks {}", "9.5.1.a"),
}
_USES: Final = {
    None: "for its {ops} OPS",
    "ops": "for its {ops} OPS",
    "sr": "for its {sr} SR points",
    "rp": "for replacement points",
    "event": "as an event",
    "reinforcement": "as a BR reinforcement",
}
_USE_RULES: Final = {
    None: "9.1.2-1",
    "ops": "9.1.2-1",
    "sr": "9.3.1-1",
    "rp": "9.4.1-1",
    "event": "9.5.1",
    "reinforcement": "18.6.5-1",
}
# What it means to order nothing.
_PASSES: Final = {
    "opening": ("takes no card before the first hands are drawn", "4.1.3"),
    "operations": ("orders nothing", "9.2"),
    "redeployment": ("redeploys nobody", "13"),
    "replacement_points": ("spends no replacement points", "17"),
    "discard": ("discards no combat card", "6.0.H.1-1"),
    "revolt": ("checks no country for a revolt", "16.3.3.4"),
    "collapses": ("declares no collapse", "18.8.3.3.a-1"),
    "counter": ("does not counter the event", "9.5.2.b-4"),
    "cards": ("plays no combat card here", "9.5.4.1"),
    "returns": ("takes no card back", "9.5.4.4"),
    "withdrawal": ("does not announce the Turkish withdrawal", "12.8"),
    "advance": ("advances with nobody", "12.9"),
    "repair": ("restores nobody", "17.1"),
    "relief": ("brings nobody back", "9.5.1.a"),
    "out_of_theater": ("removes no division", "18.12.2"),
    "marks": ("marks nothing", "9.5.1.a"),
    "bombardment": ("does not fire", "18.11"),
    "losses": ("has no step left to lose", "12.6.4"),
    "retreat": ("retreats with nobody", "12.7"),
}
# Decisions whose choices are all the answers there are.
_LISTED: Final = frozenset(
    {"tribes", "event", "replacement", "offensive", "keep", "counter", "bombardment", "relief"}
)


def answered(names: Names, scene: Scene, after: Any) -> Iterator[Sentence]:
    """Say what a side orders, with the differences that this tells.

    Args:
        names: The printed names.
        scene: What happened.
        after: The document after, in short.
    """
    side = f"The {str(scene.side).upper()}"
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for order in scene.orders:
        groups.setdefault(order.kind, []).append(order.content)
    if scene.asked.kind == "attack" and "attack" in groups:
        yield _attack(names, scene, groups, after)
        return
    if not groups:
        text, rule = _PASSES.get(scene.asked.kind, ("passes", ""))
        yield _said(scene, side, text, rule)
    for kind, orders in groups.items():
        yield from _group(names, scene, side, kind, orders)


def _said(
    scene: Scene,
    side: str,
    text: str,
    rule: str,
    changes: tuple[Change, ...] = (),
    brief: tuple[Brief, ...] = (),
) -> Sentence:
    only = scene.asked.kind in _LISTED and len(scene.asked.choices) == 1
    forced = "; there is no other choice" if only else ""
    return Sentence(f"{side} {text}{forced}.", (rule,) if rule else (), changes, brief)


def _count(scene: Scene, what: str, number: int) -> tuple[Brief, ...]:
    return (Brief(f"{scene.side}_operations", what, number),) if what else ()


def _group(
    names: Names,
    scene: Scene,
    side: str,
    kind: str,
    orders: Sequence[Mapping[str, Any]],
) -> Iterator[Sentence]:
    first = orders[0]
    units = [order["unit"] for order in orders if "unit" in order]
    if kind in _WAYS and any(key in first for key in ("path", "place", "to")):
        yield _ways(names, scene, side, kind, orders)
    elif kind == "join" and "place" in first:
        told = "; ".join(
            f"{names.unit(order['unit'])} at {names.place(order['place'])}" for order in orders
        )
        text = f"lets join from the Reserve Box those who attack: {told}"
        yield _said(scene, side, text, "9.5.1.a", _at(scene, orders))
    elif kind == "detour":
        told = "; ".join(
            f"{names.unit(order['unit'])} to the {order['sea'].replace('_', ' ')}"
            for order in orders
        )
        changes = (*_of(scene, units), *scene.beginning("bound for"))
        yield _said(scene, side, f"sends around Africa {told}", "18.10.2", changes)
    elif kind in _UNITS and units:
        yield _units(names, scene, side, kind, units)
    elif kind == "activate":
        yield _activation(names, scene, side, orders)
    elif kind == "entrench":
        yield from _trenches(names, scene, side, orders)
    elif kind == "organize":
        for order in orders:
            yield _organized(names, scene, side, order)
    elif kind == "play":
        for order in orders:
            yield _card(names, scene, side, order)
    else:
        yield _other(names, scene, side, kind, orders)


def _other(
    names: Names, scene: Scene, side: str, kind: str, orders: Sequence[Mapping[str, Any]]
) -> Sentence:
    """Say orders about battles, tribes, losses and places."""
    first = orders[0]
    units = [order["unit"] for order in orders if "unit" in order]
    if kind == "automatic":
        brief = (Brief(f"{scene.side}_cards", "one OPS without a card"),)
        return _said(scene, side, "takes the automatic operation of one OPS", "8.1.2-2", (), brief)
    if kind == "bring":
        what = f"names {names.units(units)} for {names.card(first['card'])}"
        return _said(scene, side, what, "12.2.5")
    if kind == "place" and "card" in first:
        places = names.places(order["place"] for order in orders)
        return _said(scene, side, f"names {places} for {names.card(first['card'])}", "12.2.5")
    if kind == "place":
        parts = [f"{names.unit(one['unit'])} in {names.place(one['place'])}" for one in orders]
        changes = _at(scene, orders)
        return _said(scene, side, f"places {listed(parts)}, a tribe that rises", "16.3.2", changes)
    if kind == "replace":
        parts = [f"{names.unit(one['unit'])} by {names.unit(one['by'])}" for one in orders]
        return _said(scene, side, f"replaces {listed(parts)}", "12.6.5")
    if kind in _PLACES and "place" in first:
        text, rule = _PLACES[kind]
        where = names.places(order["place"] for order in orders)
        return _said(scene, side, text.format(where), rule)
    if kind == "provoke":
        parts = [
            f"{names.units(one.get('units') or ()) or 'the stack'} in {names.place(one['place'])}"
            f" against {names.place(one['target'])}"
            for one in orders
        ]
        changes = scene.beginning("provoked")
        return _said(scene, side, f"sends into battle {listed(parts)}", "9.5.1.a", changes)
    return _word(names, scene, side, kind, orders)


def _word(
    names: Names, scene: Scene, side: str, kind: str, orders: Sequence[Mapping[str, Any]]
) -> Sentence:
    """Say orders that name a card, a country, an offensive, or nothing."""
    first = orders[0]
    cards = names.cards(order["card"] for order in orders if "card" in order)
    match kind:
        case "end":
            return _said(scene, side, "gives up all battles that wait", "12.1.a")
        case "withdraw":
            return _said(scene, side, "announces the Turkish withdrawal", "12.8")
        case "shorten":
            text = "lets Yudenich cancel one space of the retreat"
            return _said(scene, side, text, "3.2.3.1.yud-1")
        case "take_back":
            return _said(scene, side, f"takes back {cards}", "9.5.4.4")
        case "discard":
            changes = tuple(each for one in orders for each in _laid(scene, one["card"])[0])
            return _said(scene, side, f"discards {cards}", "6.0.H.1-1", changes)
        case "take":
            text, changes = (
                f"takes {cards} openly into the first hand",
                _laid(scene, first["card"])[0],
            )
            return _said(scene, side, text, "4.1.3", changes)
        case "mandate":
            wanted = names.offensive(first["offensive"])
            text = f"chooses the mandated offensive of the CP: {wanted}"
            new = f"offensive {first['offensive']}, met no"
            changes = tuple(each for each in scene.beginning("mandated") if each.after == new)
            return _said(scene, side, text, "7.2.enver-1", changes)
        case "revolt":
            text = f"checks whether {first['country'].replace('_', ' ').title()} revolts"
            return _said(scene, side, text, "16.3.3.4")
        case "declare":
            where = listed(order["country"].title() for order in orders)
            return _said(scene, side, f"declares the collapse of {where}", "18.8")
        case "cancel":
            text = f"cancels the {first['what']} by CONFUSED ORDERS"
            return _said(scene, side, text, "12.2.5")
        case _:
            told = "; ".join(order.text for order in scene.orders if order.kind == kind)
            return _said(scene, side, f"orders: {told}", "")


def _of(scene: Scene, units: Sequence[str]) -> tuple[Change, ...]:
    return tuple(change for unit in units if (change := scene.change(unit)) is not None)


def _at(scene: Scene, orders: Sequence[Mapping[str, Any]]) -> tuple[Change, ...]:
    """Return what befell units that are where they were sent, with as many steps as before."""
    found = []
    for order in orders:
        change = scene.change(order["unit"])
        if change is None:
            continue
        (_, was), (place, now) = parsed(change.before), parsed(change.after)
        if place == order["place"] and was == now:
            found.append(change)
    return tuple(found)


def _ways(
    names: Names, scene: Scene, side: str, kind: str, orders: Sequence[Mapping[str, Any]]
) -> Sentence:
    verb, rule, count = _WAYS[kind]
    ways, claimed = [], []
    for order in orders:
        path = order.get("path") or [order.get("place") or order["to"]]
        change = scene.change(order["unit"])
        origin = None if kind in ("deploy", "arrive") else scene.before.units.get(order["unit"])
        ways.append((order["unit"], origin, path))
        if change is not None:
            (_, was), (place, now) = parsed(change.before), parsed(change.after)
            if place == path[-1] and was == now:
                claimed.append(change)
    if scene.asked.kind == "evacuation":
        rule = "9.5.1.a"
    text = moved(names, verb, ways)
    return _said(scene, side, text, rule, tuple(claimed), _count(scene, count, len(orders)))


def _units(names: Names, scene: Scene, side: str, kind: str, units: Sequence[str]) -> Sentence:
    verb, rule, count = _UNITS[kind]
    if kind == "eliminate":
        rule = _TAKEN.get(scene.asked.kind, rule)
    elif kind == "reduce" and scene.asked.kind == "replacement_points":
        rule = "17.1.7-2"
    there = scene.before.units
    told = listed(
        f"{names.unit(unit)} at {names.place(there[unit])}"
        if unit in there and kind in _STANDING
        else names.unit(unit)
        for unit in units
    )
    text = verb.format(units=told) if "{" in verb else f"{verb} {told}"
    changes: list[Change] = []
    fell: list[str] = []
    for change in _of(scene, units):
        (was, was_reduced), (now, reduced) = parsed(change.before), parsed(change.after)
        fits = {
            "reduce": was == now and reduced,
            "stand": was == now and reduced,
            "restore": was == now and was_reduced,
            "dismiss": True,
            "reserve": now is not None and now.endswith("_reserve") and was_reduced == reduced,
        }
        if fits.get(kind, False):
            changes.append(change)
        elif kind == "eliminate" and (now is None or now.endswith(_GONE)):
            changes.append(change)
            fell += [change.what] if for_good(now) else []
    brief = _count(scene, count, len(units))
    brief += (Brief("gone", names.units(fell)),) if fell else ()
    if fell:
        text += f"; {names.units(fell)} for good"
    return _said(scene, side, text, rule, tuple(changes), brief)


def _activation(
    names: Names, scene: Scene, side: str, orders: Sequence[Mapping[str, Any]]
) -> Sentence:
    purposes: dict[str, list[str]] = {}
    for order in orders:
        with_ = order.get("units") or ()
        stack = f" ({names.units(with_)})" if with_ else ""
        purposes.setdefault(order["for"], []).append(f"{names.place(order['place'])}{stack}")
    told = [
        f"{listed(places)} {'to move' if purpose == 'move' else 'to attack'}"
        + (" with BR units" if purpose == "attack_with_br" else "")
        for purpose, places in purposes.items()
    ]
    spent = scene.asked.points
    cost = "" if spent is None else f", of {spent} OPS"
    text = f"activates {', '.join(told)}{cost}"
    return _said(scene, side, text, "9.2.1", scene.beginning("attacking", "acted", "stacks"))


def _trenches(
    names: Names, scene: Scene, side: str, orders: Sequence[Mapping[str, Any]]
) -> Iterator[Sentence]:
    places = [order["place"] for order in orders]
    if scene.asked.kind == "trenches":
        text = f"places trenches of the event at {names.places(places)}"
        changes = tuple(each for place in places for each in scene.beginning(f"trenches {place}"))
        yield _said(scene, side, text, "9.5.1.a", changes)
        return
    digging = [each for each in scene.beginning("digging") if each.after != "-"]
    rolls = {each.what.removeprefix("digging "): each.after for each in digging}
    told = [
        f"{names.place(place)} (built by a roll of up to {rolls[place]})"
        if place in rolls
        else names.place(place)
        for place in places
    ]
    brief = _count(scene, "trenches begun", len(places))
    yield _said(scene, side, f"digs at {listed(told)}", "11.3.1", tuple(digging), brief)


def _organized(names: Names, scene: Scene, side: str, order: Mapping[str, Any]) -> Sentence:
    fates = {"reserve": "the Reserve Box", "eliminated": "the Eliminated Box"}
    parts = []
    for role in ("reserve", "eliminated", "removed"):
        those = order.get(role)
        if those:
            units = names.units([those] if isinstance(those, str) else those)
            goes = f"goes to {fates[role]}" if role in fates else "leaves the game"
            parts.append(f"{units} {goes}")
    text = f"organizes {names.unit(order['lcu'])}: {listed(parts)}"
    return _said(scene, side, text, "18.3", (), _count(scene, "LCUs organized", 1))


def _card(names: Names, scene: Scene, side: str, order: Mapping[str, Any]) -> Sentence:
    card, name = order["card"], names.card(order["card"])
    changes, goes = _laid(scene, card)
    if scene.asked.kind == "cards":
        text = f"plays the combat card {name}{goes}"
        brief = (Brief(f"{scene.side}_cards", f"{name} in battle"),)
        return _said(scene, side, text, "9.5.4.1", changes, brief)
    use = order.get("for")
    ops, sr = names.points(card)
    told = _USES.get(use, "").format(ops=ops, sr=sr)
    rule = "9.5.2.b-4" if scene.asked.kind == "counter" else _USE_RULES.get(use, "9.1.2-1")
    changes += scene.beginning("actions", f"events {card}")
    brief = (Brief(f"{scene.side}_cards", f"{name} {told}".replace("for its ", "for ")),)
    return _said(scene, side, f"plays {name} {told}{goes}", rule, changes, brief)


def _laid(scene: Scene, card: str) -> tuple[tuple[Change, ...], str]:
    """Return the differences of piles that are about this card alone, and where it lies now."""
    piles = scene.beginning(f"cards {card.partition('_')[0]}")
    those = tuple(each for each in piles if {each.before, each.after} == {card, "-"})
    counted_too = tuple(each for each in piles if each.what.endswith("hidden_in_hand"))
    ends = [each.what.split()[-1] for each in those if each.after == card]
    laid = {"removed": ", which takes it out of the game", "face_up": ""}
    return (*those, *counted_too), laid.get(ends[0], "") if ends else ""


def _attack(
    names: Names, scene: Scene, groups: Mapping[str, Sequence[Mapping[str, Any]]], after: Any
) -> Sentence:
    target = groups["attack"][0]["place"]
    attackers = [order["unit"] for order in groups.get("join", ())]
    battle = after.get("battle", {})
    attackers = attackers or list(battle.get("attackers", ()))
    origins = list(dict.fromkeys(scene.before.units.get(unit, "") for unit in attackers))
    start = names.places(each for each in origins if each)
    defenders = battle.get("defenders", ())
    who = str(scene.side).upper()
    parts = [f"The {who} attacks {names.place(target)}"]
    parts.append(f" from {start}" if start else "")
    parts.append(f" with {names.units(attackers)}")
    if "flank" in groups:
        parts.append(f", flanking, pinned from {names.place(groups['flank'][0]['place'])}")
    if defenders:
        parts.append(f"; {names.units(defenders)} {'defends' if len(defenders) == 1 else 'defend'}")
    elif battle:
        parts.append("; no unit defends")
    changes = scene.beginning("battle", "fought", "attacked", "attacking")
    brief = (Brief(f"{scene.side}_operations", "attacks", 1),)
    return Sentence(f"{''.join(parts)}.", ("12.2.1",), changes, brief)
