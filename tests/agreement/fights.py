"""Positions with a battle at every stage, and moves of its decisions: fit ones, changed ones, odd ones."""

import csv
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from agreement.crowd import Crowd, atlas
from agreement.positions import busy
from lexbelli import _core
from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory import tables

DATA: Final = Path(__file__).parents[2] / "scenarios" / "pursuit_of_glory"
KINDS: Final = ("attack", "defence", "cards", "returns", "withdrawal")
COMBAT: Final = ("regular", "irregular", "tribe")
_FOE: Final = {"ap": "cp", "cp": "ap"}
# Where cards look: each of these is sought as often as all other places together.
_THEATRES: Final = (
    "mesopotamia",
    "syria_palestine",
    "sinai",
    "egypt",
    "caucasus",
    "azerbaijan",
    "persia_neutral",
    "balkans",
)
# Cards that want company: their conditions would hardly ever be met by chance.
_COMPANY: Final = {
    "ap_05": ("ru",),
    "ap_06": ("in",),
    "ap_15": ("br", "in"),
    "ap_28": ("br", "in"),
    "ap_38": ("br", "anz"),
    "ap_44": ("bu",),
    "ap_52": ("br",),
    "cp_19": ("tu", "tua"),
    "cp_28": ("tu",),
    "cp_44": ("tu",),
    "cp_47": ("tu", "tua"),
}
_STAGES: Final = {
    "defence": ("defence",),
    "cards": (
        "weather_cards",
        "attackers_cards",
        "attackers_cards",
        "defenders_cards",
        "defenders_cards",
        "attackers_late_cards",
        "defenders_late_cards",
    ),
    "returns": ("attackers_returns", "defenders_returns"),
    "withdrawal": ("withdrawal",),
}


@cache
def combat_cards() -> Sequence[str]:
    """The 29 combat cards."""
    with (DATA / "cards.csv").open(encoding="utf-8") as rows:
        cards = [row["id"] for row in csv.DictReader(rows) if row["combat_card"] == "1"]
    assert len(cards) == 29, cards
    return cards


def situation(kind: str, number: int, seed: int) -> _core.PursuitPosition:
    """A position that asks for this decision; the same arguments always give the same one."""
    for attempt in range(100):
        told = _told(kind, random.Random(f"{seed}/{number}/{kind}/{attempt}"))
        battle = told.get("battle", {})
        if kind == "attack" or kind == "defence" and battle["attackers"]:
            break
        fort = atlas().space[battle["place"]]["fort"]
        if battle["attackers"] and (battle["defenders"] or fort):
            break
    codes = [code for code, _ in tables.problem_codes()]
    return _core.PursuitPosition.from_json(tables.load(), json.dumps(told), codes)


def _told(kind: str, dice: random.Random) -> dict[str, Any]:
    """A document with such a battle; it may be that nobody attacks."""
    if dice.random() < 0.7:
        setup = pog.stroll(dice.getrandbits(32), dice.choice((0, 0, 5, 20))).setup()
    else:
        setup = busy(dice.getrandbits(32)).setup()
    for key in ("ops", "attacking", "digging", "tribes_due", "jihad_taken", "actions"):
        setup.pop(key, None)
    _clock(setup, dice)
    crowd = Crowd(setup, dice)
    target = _stage(crowd, kind)
    told = crowd.cleaned() | {"ops": 0, "phase": "action"}
    _memory(told, dice, kind, target)
    return told


def _clock(setup: dict[str, Any], dice: random.Random) -> None:
    """Events and tracks that cards ask for."""
    setup["turn"] = dice.choice((1, 2, 3, 4, 5, 9, 10, 11, 12, 13))
    setup["active"] = dice.choice(("ap", "cp"))
    events = setup.setdefault("events", {})
    for card, odds in (
        ("ap_54", 0.6),
        ("ap_38", 0.3),
        ("cp_13", 0.6),
        ("cp_33", 0.6),
        ("ap_03", 0.5),
        ("cp_10", 0.3),
        ("cp_49", 0.3),
    ):
        events.pop(card, None)
        if dice.random() < odds:
            events[card] = 0
    if "ap_03" not in events:
        control = setup.get("control", {})
        control["ap"] = [place for place in control.get("ap", []) if place != "cyprus"]
    setup.setdefault("tracks", {})["jihad"] = dice.choice((3, 5, 6, 7, 8, 9))


def _stage(crowd: Crowd, kind: str) -> str:
    """Bring two sides together somewhere; the place that is attacked."""
    dice, near = crowd.dice, crowd.atlas.near
    spaces = crowd.atlas.space
    regions = crowd.atlas.places(kind="region")
    lands = [name for name, row in spaces.items() if row["kind"] in ("space", "region", "beachhead")]
    if kind == "defence" or dice.random() < 0.08:
        target = dice.choice(regions)
    elif dice.random() < 0.8:
        area = dice.choice(_THEATRES)
        target = dice.choice([name for name in lands if spaces[name]["area"] == area])
    else:
        target = dice.choice(lands)
    side, foe = crowd.side, crowd.foe
    # Half of the battles are fought at the front as it is, where most are in supply.
    front = [
        (goal, place)
        for goal in lands
        for place in near[goal]
        if crowd.holder.get(goal) == foe and crowd.holder.get(place) == side
    ]
    given = []
    if kind != "defence" and front and dice.random() < 0.6:
        target, place = dice.choice(front)
        if dice.random() < 0.7:
            close = [pair for pair in front if spaces[pair[0]]["area"] in _THEATRES[:5]]
            target, place = dice.choice(close or front)
        given = [place]
    wanted = set(_COMPANY[dice.choice(sorted(_COMPANY))]) | {dice.choice(("ru", "br", "tu", "tua"))}
    fill = 0.7

    def company(of: str, place: str, most: int, classes: Sequence[str] = COMBAT) -> None:
        units = crowd.of(of, *classes)
        friends = [u for u in units if wanted & set(crowd.atlas.unit[u]["nations"])]
        crowd.put_some(friends if friends and dice.random() < fill else units, place, most)

    crowd.clear(target)
    if dice.random() < 0.93 or kind == "defence":
        company(foe, target, 7 if target in regions else 3)
    if dice.random() < 0.35:
        crowd.put_some(crowd.of(foe, "hq", "artillery"), target, 2)
    if spaces[target]["kind"] == "beachhead" and foe == "ap":
        crowd.markers.add(target)
    crowd.hold(target, foe if given or dice.random() < 0.9 else side)
    around = [p for p in near[target] if spaces[p]["kind"] != "box"] or lands
    for place in given or dice.sample(around, min(len(around), dice.randint(1, 3))):
        if dice.random() < 0.85:
            crowd.clear(place)
        company(side, place, 5 if place in regions else 3)
        if dice.random() < 0.3:
            crowd.put_some(crowd.of(side, "hq", "artillery"), place, 2)
        crowd.hold(place, side if given or dice.random() < 0.85 else foe)
        if spaces[place]["kind"] == "beachhead" and side == "ap":
            crowd.markers.add(place)
        # Helpers a step or two behind, for those who march to the battle.
        if dice.random() < 0.6:
            behind = dice.choice(near[place])
            crowd.clear(behind)
            company(side, behind, 2, (*COMBAT, "hq"))
            crowd.hold(behind, side)
            _hold_on(crowd, behind, side)
    if target in regions or (spaces[target]["fort"] and dice.random() < 0.25):
        company(side, target, 5)
    # A route for divisions that come by land, and some in the Reserve Box.
    for place in dice.sample(sorted(near[target]), min(2, len(near[target]))):
        if dice.random() < 0.5 and place not in given:
            crowd.hold(place, foe)
            behind = dice.choice(near[place])
            crowd.hold(behind, foe)
            company(foe, behind, 2)
            _hold_on(crowd, behind, foe)
    if dice.random() < 0.5:
        crowd.put_some(crowd.of("cp", "regular", nations=("tu", "tua")), "cp_reserve", 4)
    if dice.random() < 0.3:
        crowd.setup.setdefault("trenches", {})[target] = {
            "level": dice.randint(1, 2),
            "owner": foe if dice.random() < 0.8 else side,
        }
    return target


def _hold_on(crowd: Crowd, place: str, side: str) -> None:
    """Give a side a few places in a row, without enemies: perhaps a line of supply."""
    for _ in range(crowd.dice.randrange(6)):
        place = crowd.dice.choice(crowd.atlas.near[place])
        crowd.at = {
            unit: at
            for unit, at in crowd.at.items()
            if at != place or crowd.atlas.unit[unit]["side"] == side
        }
        crowd.hold(place, side)


def _memory(told: dict[str, Any], dice: random.Random, kind: str, target: str) -> None:
    """What is remembered of the action, the round and the battle."""
    rows, near, spaces = atlas().unit, atlas().near, atlas().space
    at = {u: p for p, us in told["units"].items() for u in us if spaces[p]["kind"] != "box"}
    side = told["active"]
    own = [u for u in at if rows[u]["side"] == side]
    others = [u for u in at if rows[u]["side"] != side]
    reach = {target, *near[target]}
    greece = told.get("greece", "neutral")
    own = [u for u in own if rows[u]["nations"] != ["gr"] or greece == side]
    close = [u for u in own if at[u] in reach and (at[u] != target or _within(target))]
    fighters = [u for u in close if rows[u]["class"] in COMBAT]
    wide = ("region", "island_base")
    stacks: dict[tuple[str, int], list[str]] = {}
    for unit in own:
        if spaces[at[unit]]["kind"] in wide and at[unit] in reach:
            stacks.setdefault((at[unit], dice.randint(1, 2)), []).append(unit)
    told["stacks"] = list(stacks.values())[:15]
    told["retreated"] = [u for u in others if dice.random() < (0.15 if at[u] == target else 0.04)]
    told["cards"] = _hands(dice)
    places = sorted(p for p in spaces if spaces[p]["kind"] != "box")
    if kind == "attack":
        told["attacking"] = {u: "attack" for u in fighters if dice.random() < 0.9}
        told["fought"] = [u for u in own if u not in told["attacking"] and dice.random() < 0.08]
        told["attacked"] = [p for p in dice.sample(places, 12) if p != target or dice.random() < 0.1]
        through = dice.sample(places, 5)
        told["attacked_through_greek_ports"] = [p for p in through if p not in told["attacked"]]
        if dice.random() < 0.3:
            told["russians_attacked"] = told["turn"]
        return
    take = [u for u in close if dice.random() < 0.85]
    if not any(rows[u]["class"] in COMBAT for u in take):
        take += fighters[:1]
    there = [u for u in others if at[u] == target and u not in told["retreated"]]
    there = [u for u in there if rows[u]["class"] != "artillery"]
    if spaces[target]["kind"] == "region":
        there = dice.sample(there, min(len(there), dice.randint(1, 4)))
    told["acted"] = [u for u in own if u in take or dice.random() < 0.2]
    told["fought"] = [u for u in own if u in take or dice.random() < 0.05]
    stage = dice.choice(_STAGES[kind])
    cards = list(combat_cards())
    dice.shuffle(cards)
    played = [c for c in cards if dice.random() < (0.25 if kind == "returns" else 0.06)]
    told["cards_used"] = [c for c in cards if c not in played and dice.random() < 0.08]
    battle: dict[str, Any] = {
        "place": target,
        "stage": stage,
        "attackers": take,
        "defenders": [] if kind == "defence" else there,
        "cards": _sides(played, dice),
        "from_hand": [c for c in played if dice.random() < 0.7],
        "before_weather": [c for c in played if dice.random() < 0.3],
        "settled": ["cancelled"] if kind == "returns" else [],
    }
    if "late" in stage:
        battle["loss_numbers"] = {
            who: dice.randint(0, 5) for who in ("attacker", "defender") if dice.random() < 0.7
        }
    told["battle"] = battle


def _within(target: str) -> bool:
    row = atlas().space[target]
    return row["kind"] == "region" or bool(row["fort"])


def _sides(played: Iterable[str], dice: random.Random) -> Mapping[str, Sequence[str]]:
    """Who has played what: mostly the side whose card it is."""
    of: dict[str, list[str]] = {"ap": [], "cp": []}
    for card in played:
        side = card[:2] if dice.random() < 0.85 else _FOE[card[:2]]
        of[side].append(card)
    return of


def _hands(dice: random.Random) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Cards in hand and face up: most of the combat cards, so that all are tried."""
    zones: dict[str, dict[str, list[str]]] = {s: {"hand": [], "face_up": []} for s in ("ap", "cp")}
    for card in combat_cards():
        drawn = dice.random()
        if drawn < 0.75:
            zones[card[:2]]["hand"].append(card)
        elif drawn < 0.85:
            zones[card[:2]]["face_up"].append(card)
        elif card in ("ap_21", "cp_20"):
            zones[_FOE[card[:2]]]["face_up"].append(card)
    for side in zones:
        zones[side]["hand"].append(f"{side}_01")
    return zones


# ------------------------------------------------------------------------------------- moves


def moves(at: _core.PursuitPosition, kind: str, count: int, seed: int) -> Sequence[str]:
    """Moves of the decision asked, as text."""
    dice = random.Random(f"{seed}/moves")
    told = json.loads(at.to_json())
    make = {
        "attack": _attack,
        "defence": _defence,
        "cards": _cards,
        "returns": _returns,
        "withdrawal": _withdrawal,
    }[kind]
    found = dict.fromkeys(make(told, dice) for _ in range(count))
    return list(found)


def _places(told: Mapping[str, Any]) -> dict[str, str]:
    """By unit where it stands, on the map."""
    spaces = atlas().space
    return {u: p for p, us in told["units"].items() for u in us if spaces[p]["kind"] != "box"}


def _attack(told: Mapping[str, Any], dice: random.Random) -> str:
    rows, near, spaces = atlas().unit, atlas().near, atlas().space
    at = _places(told)
    waits = list(told.get("attacking", {})) or list(at)
    enemies = {p for u, p in at.items() if rows[u]["side"] != told["active"]}
    one = dice.choice(waits)
    goals = [at[one], *near[at[one]]]
    good = [p for p in goals if p in enemies]
    target = dice.choice(good if good and dice.random() < 0.85 else goals)
    able = [u for u in waits if target in near[at[u]] or at[u] == target]
    join = {one, *dice.sample(able, dice.randint(0, len(able)))}
    if dice.random() < 0.12:
        join.add(dice.choice(list(at)))
    for unit in at:
        staff = rows[unit]["class"] in ("hq", "artillery") and rows[unit]["side"] == told["active"]
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
        orders.append(f"flank {dice.choice(sorted(p for p in near))}")
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
        side = _FOE[side]
    chosen = [c for c in every if c[:2] == side or c in ("ap_21", "cp_20")]
    spent = {*told.get("cards_used", []), *told["battle"]["cards"]["ap"], *told["battle"]["cards"]["cp"]}
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
                ports += ["sudan_darfur", "ap_reserve", "ap_reserve", "ap_reserve", *told.get("beachheads", [])]
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
    for _ in range(dice.choice((0, 1, 1, 1, 1, 2, 2, 3) if card == "cp_19" else (0, 1, 1, 1, 1, 2))):
        pool = close if close and dice.random() < 0.95 else list(rows)
        yield f"bring {card} {dice.choice(pool)}"


def _returns(told: Mapping[str, Any], dice: random.Random) -> str:
    cards = told["battle"]["cards"]
    pool = [*cards["ap"], *cards["cp"], dice.choice(combat_cards())]
    chosen = dice.sample(pool, dice.randint(0, min(4, len(pool))))
    return "; ".join(f"take_back {card}" for card in chosen) or "pass"


def _withdrawal(told: Mapping[str, Any], dice: random.Random) -> str:
    return "withdraw" if dice.random() < 0.9 or not told else "pass"
