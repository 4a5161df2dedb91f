"""Moves of the decisions of a battle: fit ones, changed ones, odd ones."""

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from agreement.crowd import atlas
from agreement.fights import FOE, combat_cards
from lexbelli import _core


def moves(at: _core.PursuitPosition, kind: str, count: int, seed: int) -> Sequence[str]:
    """Moves of the decision asked, as text."""
    dice = random.Random(f"{seed}/moves")
    told = json.loads(at.to_json_in_short())
    make = {
        "attack": _attack,
        "defence": _defence,
        "cards": _cards,
        "returns": _returns,
        "withdrawal": _withdrawal,
    }[kind]
    found = [make(told, dice) for _ in range(count)]
    asked = at.battle_asked() or {}
    if kind == "cards":
        found += [offered(asked["cards"], dice) for _ in range(count // 2)]
    if kind == "returns":
        cards = asked["cards"]
        found += [_joined("take_back", dice.sample(cards, dice.randint(0, len(cards))))]
    return list(dict.fromkeys(found))


def _joined(verb: str, names: Iterable[str]) -> str:
    return "; ".join(f"{verb} {name}" for name in names) or "pass"


def offered(offers: Sequence[Mapping[str, Any]], dice: random.Random) -> str:
    """Cards that are offered, with units and places that are: mostly a legal move."""
    orders = []
    for offer in dice.sample(offers, min(len(offers), dice.choice((0, 1, 1, 2, 3, 9)))):
        card, units = offer["card"], offer["units"]
        orders.append(f"play {card}")
        most = 2 if card == "cp_19" else 1
        some = dice.sample(units, min(len(units), dice.randint(1, most)))
        orders += [f"bring {card} {unit}" for unit in some]
        kinds = offer["places"] if card != "cp_47" or dice.random() < 0.5 else []
        orders += [f"place {card} {dice.choice(kind)}" for kind in kinds]
    return "; ".join(orders) or "pass"


def _places(told: Mapping[str, Any]) -> dict[str, str]:
    """By unit where it stands, on the map."""
    spaces = atlas().space
    return {u: p for p, us in told["units"].items() for u in us if spaces[p]["kind"] != "box"}


def _attack(told: Mapping[str, Any], dice: random.Random) -> str:
    rows, near, spaces = atlas().unit, atlas().near, atlas().space
    at = _places(told)
    waits = list(told.get("attacking", {})) or list(at)
    active = told.get("active", "cp")
    enemies = {p for u, p in at.items() if rows[u]["side"] != active}
    one = dice.choice(waits)
    goals = [at[one], *near[at[one]]]
    good = [p for p in goals if p in enemies]
    target = dice.choice(good if good and dice.random() < 0.85 else goals)
    able = [u for u in waits if target in near[at[u]] or at[u] == target]
    join = {one, *dice.sample(able, dice.randint(0, len(able)))}
    if dice.random() < 0.12:
        join.add(dice.choice(list(at)))
    for unit in at:
        staff = rows[unit]["class"] in ("hq", "artillery") and rows[unit]["side"] == active
        if staff and at[unit] in {at[u] for u in join} and dice.random() < 0.6:
            join.add(unit)
    orders = [f"attack {target}", *(f"join {unit}" for unit in sorted(join))]
    if dice.random() < 0.04:
        orders.append(f"attack {dice.choice(sorted(spaces))}")
    if dice.random() < 0.03:
        orders = orders[1:]
    if dice.random() < 0.4:
        orders.append(f"flank {dice.choice(sorted({at[u] for u in join}))}")
    if dice.random() < 0.05:
        orders.append(f"flank {dice.choice(sorted(near))}")
    return "; ".join(orders) or "pass"


def _defence(told: Mapping[str, Any], dice: random.Random) -> str:
    at, target = _places(told), told["battle"]["place"]
    rows = atlas().unit
    there = [u for u, p in at.items() if p == target and rows[u]["side"] != told["active"]]
    ready = [u for u in there if u not in told.get("retreated", [])]
    pool = ready if ready and dice.random() < 0.8 else there
    chosen = dice.sample(pool, min(len(pool), dice.choice((0, 1, 2, 3, 3, 3, 4, 5))))
    if dice.random() < 0.1:
        chosen.append(dice.choice(list(rows)))
    if dice.random() < 0.1:
        chosen += [u for u, p in at.items() if p == target][:1]
    return "; ".join(f"defend {unit}" for unit in chosen) or "pass"


def _cards(told: Mapping[str, Any], dice: random.Random) -> str:
    every = combat_cards()
    side = told["active"]
    if told["battle"]["stage"].startswith("defenders"):
        side = FOE[side]
    chosen = [c for c in every if c[:2] == side or c in ("ap_21", "cp_20")]
    spent = {
        *told.get("cards_used", []),
        *told["battle"]["cards"]["ap"],
        *told["battle"]["cards"]["cp"],
    }
    zones = told["cards"][side]
    ready = [c for c in chosen if c in {*zones["hand"], *zones["face_up"]} - spent]
    chosen = ready if len(ready) > 2 and dice.random() < 0.8 else chosen
    names = dice.sample(chosen, dice.choice((1, 1, 1, 1, 2, 3)))
    if dice.random() < 0.08:
        names.append(dice.choice((*every, "ap_01", "cp_01")))
    orders = [f"play {card}" for card in names]
    for card in names:
        if card in ("ap_52", "cp_19", "ap_28", "cp_44", "cp_47") or dice.random() < 0.03:
            orders += _named(told, card, dice)
    if dice.random() < 0.04:
        orders += _named(told, dice.choice(every), dice)
    if dice.random() < 0.03:
        orders = orders[1:]
    return "; ".join(orders) or "pass"


def _named(told: Mapping[str, Any], card: str, dice: random.Random) -> Iterator[str]:
    """Units and places for a card, mostly such as it may want."""
    at, rows, near = _places(told), atlas().unit, atlas().near
    battle = told["battle"]
    origins = {at[u] for u in battle["attackers"] if u in at} | {battle["place"]}
    if card in ("ap_28", "cp_44", "cp_47"):
        for _ in range(dice.choice((0, 1, 1, 2, 2, 2, 3))):
            pick = dice.random()
            if pick < 0.5:
                place = dice.choice(sorted(origins))
            elif pick < 0.9:
                ports = [n for n, row in atlas().space.items() if row["port"] or "beach" in n]
                ports += [
                    "sudan_darfur",
                    "ap_reserve",
                    "ap_reserve",
                    "ap_reserve",
                    *told.get("beachheads", []),
                ]
                place = dice.choice(ports)
            else:
                place = dice.choice(sorted(near))
            yield f"place {card} {place}"
        if dice.random() < 0.95:
            return
    wanted = {"tu", "tua"} if card == "cp_19" else {"br"}
    units = [u for u in rows if wanted & set(rows[u]["nations"])]
    by = {p for o in origins for p in (o, *near[o])}
    by |= {p for o in by for p in near[o]}
    close = [u for u in units if at.get(u) in by]
    if card == "cp_19":
        close = [u for u in units if u in at or u in told["units"].get("cp_reserve", [])]
    for _ in range(
        dice.choice((0, 1, 1, 1, 1, 2, 2, 3) if card == "cp_19" else (0, 1, 1, 1, 1, 2))
    ):
        pool = close if close and dice.random() < 0.95 else list(rows)
        yield f"bring {card} {dice.choice(pool)}"


def _returns(told: Mapping[str, Any], dice: random.Random) -> str:
    cards = told["battle"]["cards"]
    pool = [*cards["ap"], *cards["cp"], dice.choice(combat_cards())]
    chosen = dice.sample(pool, dice.randint(0, min(4, len(pool))))
    return "; ".join(f"take_back {card}" for card in chosen) or "pass"


def _withdrawal(told: Mapping[str, Any], dice: random.Random) -> str:
    return "withdraw" if dice.random() < 0.9 or not told else "pass"
