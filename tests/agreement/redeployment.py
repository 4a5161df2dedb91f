"""Law against checker on strategic redeployments, and on landings of who came around Africa.

    python tests/agreement/redeployment.py NUMBER SEED

compares legal, spoilt and senseless moves in positions at random, until NUMBER have been compared,
prints every difference and how often every rule was broken. A position is named by number and seed;
`decision(number, seed)` makes it again.
"""

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.afterwards import Made, compared_at
from agreement.comparing import Tally, compared_until, told
from agreement.positions import position
from lexbelli import _core

KINDS: Final = ("redeployment", "arrival")
# So many moves of each sort are compared in a position.
_ALONE, _TOGETHER, _SPOILT, _SENSELESS = 14, 10, 22, 14
# Every so many positions somebody lands.
# So many of a hundred are free of charge.
_FREE: Final = 0.15
_LANDINGS: Final = 8
# Each position is one of so many on its way to a worker.
_SEAS: Final = (
    *("east_mediterranean", "aegean", "red_sea", "persian_gulf", "indian_ocean"),
    *("black_sea", "caspian", "suez_canal"),
)
# Units that may be put to sea, and the places where they land.
_AT_SEA: Final = ("in_div_1", "br_div_2", "anz_cavalry_1", "fr_div_1", "ru_div_1", "br_maude_hq")
_SUEZ: Final = ("port_said", "ismailia", "suez")
_WAITING: Final = (
    *("br_div_7", "in_div_4", "anz_elite_div", "fr_div_3", "it_div", "ru_div_10", "ru_2_4_special"),
    *(
        "ru_sb_yugoslav_div",
        "sb_div_5",
        "ro_div_1",
        "br_allenby_hq",
        "gr_br_corps_of_national_defense",
    ),
    *("tu_div_10", "tu_a_div_12", "ge_div_1", "ah_div_5", "bu_div_6", "bu_ah_combined_div"),
    *("tu_enver_hq", "ge_yildirim_1", "ge_mackensen_hq", "ge_falkenhayn_hq"),
)
_BOXES: Final = {"ap": "ap_reserve", "cp": "cp_reserve"}

_BY_EVENT: Final = 0.3
# The card of each, its side, the effects done, and where it sends units to.
_EVENTS: Final[Mapping[str, tuple[str, str, int, Sequence[str]]]] = {
    "alexandria": ("ap_12", "ap", 3, ("beach_adana", "beach_jaffa", "suvla_bay")),
    "gallipoli": ("ap_30", "ap", 2, ()),
    "salonika": ("ap_34", "ap", 3, ("lemnos", "cyprus", "bahrain", "suvla_bay")),
    "grand_duke": ("ap_23", "ap", 4, ("baku", "enzeli", "central_asia")),
    "summit": ("cp_29", "cp", 2, ()),
}
_SHORES: Final = ("beachhead", "island_base")
_INVADERS: Final = (
    *("br_div_1", "br_elite_div_1", "anz_elite_div", "anz_cavalry_1", "in_div_1", "fr_div_1"),
    *("in_elite_div_1", "ru_cavalry_1", "ru_cavalry_2", "ru_div_1", "br_cavalry_1"),
)

Document = dict[str, Any]


@cache
def _tables() -> _core.PursuitTables:
    return _core.PursuitTables()


@cache
def _places() -> tuple[str, ...]:
    tables = _tables()
    ids = tables.space_ids()
    return tuple(place for place in ids if tables.space(place)["kind"] != "box")


def _unit_side(unit: str) -> str:
    side: str = _tables().unit(unit)["side"]
    return side


def _moved(document: Document, unit: str, place: str | None) -> None:
    """Put a unit somewhere else, or nowhere."""
    units: dict[str, list[str]] = document["units"]
    for there in list(units):
        units[there] = [other for other in units[there] if other != unit]
        if not units[there]:
            del units[there]
    if place is not None:
        units.setdefault(place, []).append(unit)
    if unit in document.get("reduced", []) and place is None:
        document["reduced"].remove(unit)


def _shaken(document: Document, dice: random.Random) -> None:
    """Change what redeployments ask beside what operations do."""
    for unit in _WAITING:
        if dice.random() < 0.5:
            _moved(document, unit, _BOXES[_unit_side(unit)])
    events = document.setdefault("events", {})
    for card, chance in (("ap_11", 0.4), ("cp_29", 0.1)):
        if dice.random() < chance:
            events[card] = 0
    control = document.setdefault("control", {})
    for place in (*_SUEZ, "the_bosphorus_forts", "bucharest", "belgrade", "constantinople"):
        if dice.random() < 0.15:
            side = dice.choice(("ap", "cp"))
            for other, places in control.items():
                control[other] = [one for one in places if one != place]
            control.setdefault(side, []).append(place)


def _without_greeks_at_sea(document: Document) -> None:
    """Take Greeks of the CP off beachheads and island bases, where none can be."""
    if document.get("greece") != "cp":
        return
    at_sea = {place for place in _places() if _tables().space(place)["kind"] in _SHORES}
    for place, units in list(document["units"].items()):
        for unit in [unit for unit in units if place in at_sea and unit.startswith("gr_div_")]:
            _moved(document, unit, None)


def _begun(document: Document, frames: Sequence[Mapping[str, Any]]) -> _core.PursuitPosition:
    for key in ("phase", "active", "ops", "agenda", "attacking", "actions", "stacks", "acted"):
        document.pop(key, None)
    document["agenda"] = [{"frame": "turn"}, *frames]
    _without_greeks_at_sea(document)
    return _core.PursuitPosition.from_json(_tables(), json.dumps(document), ["all"])


def _redeploying(document: Document, dice: random.Random) -> _core.PursuitPosition:
    side = dice.choice(("ap", "ap", "cp"))
    points = dice.choice((1, 2, 3, 4, 4, 5, 8))
    action = [{"frame": "phase", "phase": "action"}, {"frame": "round"}]
    own = [{"frame": "action", "side": side}]
    asked = {"frame": "redeployment", "side": side, "points": points}
    if dice.random() < _FREE:
        # Serbia has collapsed (18.8.3.3).
        document["events"] = {**document.get("events", {}), "cp_33": 2}
        document["collapsed"] = ["serbia"]
        phase = {"frame": "phase", "phase": "war_status", "step": 4}
        fallen = {"frame": "collapse", "side": "cp", "country": "serbia", "step": 3}
        asked = {"frame": "redeployment", "side": "cp", "points": 0, "by": "collapse"}
        return _begun(document, [phase, fallen, asked])
    if dice.random() < _BY_EVENT:
        by = dice.choice(sorted(_EVENTS))
        card, side, step, places = _EVENTS[by]
        event = {"frame": "event", "side": side, "card": card, "step": step}
        asked = {"frame": "redeployment", "side": side, "points": 8 * (by == "summit"), "by": by}
        if places:
            place = dice.choice(places)
            asked["place"] = event["place"] = place
            _prepared(document, place, dice)
        document.setdefault("events", {})[card] = document["turn"]
        return _begun(document, [*action, {"frame": "action", "side": side}, event, asked])
    return _begun(document, [*action, *own, asked])


def _prepared(document: Document, place: str, dice: random.Random) -> None:
    """A marker lies on a beachhead; Cyprus is the AP's; units wait for such an SR."""
    if place.startswith("beach") or place.endswith("_bay"):
        document["beachheads"] = sorted({*document.get("beachheads", []), place})
    if place in ("beach_adana", "beach_jaffa", "cyprus"):
        document["events"] = {**document.get("events", {}), "ap_03": 1}
    if dice.random() < 0.2:
        document["events"] = {**document.get("events", {}), "cp_22": document["turn"]}
    for unit in _INVADERS:
        if dice.random() < 0.6:
            near = dice.choice(("ap_reserve", "alexandria", "port_said", "lemnos", "baku", "suez"))
            _moved(document, unit, near)


def _landing(document: Document, dice: random.Random) -> _core.PursuitPosition:
    bound = {}
    for unit in dice.sample(_AT_SEA, dice.randint(1, 3)):
        _moved(document, unit, None)
        turn = str(document["turn"] + dice.choice((0, 0, 0, 1)))
        document.setdefault("arriving", {}).setdefault(turn, []).append(unit)
        bound[unit] = dice.choice(_SEAS[:5])
    document["bound_for"] = bound
    phase = {"frame": "phase", "phase": "replacement"}
    return _begun(document, [phase, {"frame": "arrival", "side": "ap"}])


def _senseless(at: _core.PursuitPosition, kind: str, dice: random.Random) -> Iterator[str]:
    """Orders of any unit to any place."""
    units = sorted(at.units())
    ashore = [unit for unit, place in sorted(at.units().items()) if place in _BOXES.values()]
    while True:
        unit, place = dice.choice(units), dice.choice(_places())
        if kind == "arrival":
            yield f"arrive {dice.choice([unit, *_AT_SEA * 20])} {place}"
            continue
        verb = dice.choice(("redeploy", "redeploy", "ship", "deploy", "reserve", "detour"))
        if verb == "deploy" and ashore and dice.random() < 0.8:
            unit = dice.choice(ashore)
        match verb:
            case "reserve":
                yield f"reserve {unit}"
            case "detour":
                yield f"detour {unit} {dice.choice(_SEAS)}"
            case _:
                yield f"{verb} {unit} {place}"


def _spoilt(order: str, alone: Sequence[str], dice: random.Random) -> str:
    """Change a word of an order, or do it beside another."""
    words = order.split()
    match dice.randrange(4):
        case 0 if len(words) == 3 and words[0] != "detour":
            words[2] = dice.choice(_places())
        case 1:
            other = dice.choice(alone).split()
            words[-1] = other[-1] if len(words) == len(other) == 3 else words[-1]
        case 2 if words[0] in ("redeploy", "ship"):
            words[0] = "ship" if words[0] == "redeploy" else "redeploy"
        case _:
            words = [*words[:-1], f"{words[-1]};", *dice.choice(alone).split()]
    return " ".join(words)


def decision(number: int, seed: int) -> Made:
    """A position in which units redeploy or land, and moves; the first of them the core offers."""
    dice = random.Random(f"{seed}/{number}/redeployment")
    kind = KINDS[number % _LANDINGS == _LANDINGS - 1]
    document = json.loads(position(number // 2, seed).to_json_in_short())
    _shaken(document, dice)
    at = (_redeploying if kind == "redeployment" else _landing)(document, dice)
    if at.asks_for != kind:
        return Made(kind, at, 0, [])
    alone = [str(move) for move in at.redeployments()]
    together = [str(move) for move in at.sample_answers(_TOGETHER, dice.getrandbits(32))]
    offered = list(dict.fromkeys([*_picked(alone, _ALONE, dice), *together]))
    made = [_spoilt(dice.choice(alone), alone, dice) for _ in range(_SPOILT if alone else 0)]
    senseless = _senseless(at, kind, dice)
    made += [
        "; ".join(next(senseless) for _ in range(dice.choice((1, 1, 1, 2, 4))))
        for _ in range(_SENSELESS)
    ]
    return Made(kind, at, len(offered), list(dict.fromkeys([*offered, *made])))


def _picked(alone: Sequence[str], number: int, dice: random.Random) -> list[str]:
    """Some of many orders, of every verb as many."""
    verbs: dict[str, list[str]] = {}
    for order in alone:
        verbs.setdefault(order.split()[0], []).append(order)
    return [dice.choice(verbs[dice.choice(sorted(verbs))]) for _ in range(number if verbs else 0)]


def compared(number: int, seed: int) -> Tally:
    """Compare law and checker in one position."""
    return compared_at([decision(number, seed)], f"{number}/{seed}")


def run(wanted: int, seed: int, progress: bool = False) -> Tally:
    """Compare about so many moves in worker processes."""
    return compared_until(compared, wanted, seed, progress)


if __name__ == "__main__":
    sys.exit(told(run(int(sys.argv[1]), int(sys.argv[2]), progress=True), "legal moves"))
