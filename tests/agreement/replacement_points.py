"""Law against checker where replacement points are spent (chapters 17 and 9.5.3.2).

    python tests/agreement/replacement_points.py NUMBER SEED

makes positions at random in which a side spends its points, and compares moves of any orders,
until NUMBER have been compared. A position is named by number and seed; `spending(number, seed)`
makes it again.
"""

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.afterwards import Made, compared_at
from agreement.comparing import Tally, compared_until, told
from agreement.crowd import Row, atlas
from lexbelli import _core
from lexbelli.pursuit_of_glory import tables
from tools.pursuit_of_glory.random_position import random_position

_MOVES: Final = 40
# So many of a hundred of the CP's points are bonus points.
_BONUS: Final = 0.2
_SIDES: Final = ("ap", "cp")
_KINDS: Final = ("br", "in", "ru", "ap_allied", "tu", "ge", "cp_allied")
_REVOLTS: Final = ("afghanistan", "egypt", "india", "central_asia")
# Events that say who gets points, which, and where; countries enter the war by the first two.
_EVENTS: Final[Mapping[str, float]] = {
    "cp_33": 0.6,
    "ap_29": 0.4,
    "ap_03": 0.5,
    "ap_11": 0.3,
    "ap_14": 0.5,
    "ap_33": 0.3,
    "ap_24": 0.4,
    "ap_46": 0.2,
    "ap_48": 0.3,
    "cp_49": 0.3,
}
# Whoever holds these decides of capitals, railroads, sources and ports.
_HINGES: Final = (
    *("constantinople", "sofia", "bucharest", "belgrade", "nis", "athens", "salonika", "trabzon"),
    *("baghdad", "aqaba", "jiddah", "afghanistan", "india", "sudan_darfur", "eastern_persia"),
    *("fao", "basra", "jaffa", "sollum", "erevan", "tiflis", "skopje", "plevna"),
)
# Sources that may be full, and how many units of whom stand there.
_SOURCES: Final[Mapping[str, Sequence[str]]] = {
    "constantinople": ("tu_i_corps", "tu_ii_corps", "tu_div_1"),
    "erzincan": ("tu_ix_corps", "tu_div_2", "tu_div_3"),
    "kayseri": ("tu_x_corps", "tu_div_4", "tu_div_5"),
    "baghdad": ("tu_a_div_1", "tu_a_div_2", "tu_a_div_3"),
    "damascus": ("tu_a_div_4", "tu_a_div_5", "tu_a_vi_corps"),
    "sofia": ("bu_1_army", "bu_div_1", "bu_div_2"),
    "belgrade": ("sb_1_army", "sb_div_1", "sb_div_2"),
    "tiflis": ("ru_i_caucasian", "ru_div_1", "ru_div_2"),
    "bucharest": ("ro_1_army", "ro_div_1", "ro_div_2"),
}
_BOXES: Final = ("reserve", "eliminated", "corps_assets", "permanently_eliminated")

Document = dict[str, Any]


def spending(number: int, seed: int) -> Made:
    """A position in which points are spent, and moves of any of the orders."""
    dice = random.Random(f"{seed}/{number}/points")
    side = dice.choice(_SIDES)
    document: Document = random_position(dice.getrandbits(32)).in_short()
    _politics(document, dice)
    _shuffle(document, side, dice)
    for key in ("phase", "active", "ops", "step", "siege_rolled", "attacking", "digging"):
        document.pop(key, None)
    document["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "replacement"},
        {"frame": "replacement_points", "side": side},
    ]
    if side == "cp" and dice.random() < _BONUS:
        # FRESH RECRUITS: bonus points beside those on the record.
        document["events"]["cp_02"] = document["turn"]
        document["agenda"] = [
            {"frame": "turn"},
            {"frame": "phase", "phase": "action"},
            {"frame": "round"},
            {"frame": "action", "side": "cp"},
            {"frame": "event", "side": "cp", "card": "cp_02", "step": 1},
            {"frame": "replacement_points", "side": "cp", "bonus": 2},
        ]
    document["replacements"] = {kind: dice.choice((0, 1, 2, 4, 9, 9)) for kind in _KINDS}
    if dice.random() < 0.3:
        document["replacements"][dice.choice(("br", "tu", "tu", *_KINDS))] = -dice.randint(1, 3)
    at = _core.PursuitPosition.from_json(tables.load(), json.dumps(document), ["all"])
    made = [_move(document, side, dice) for _ in range(_MOVES)]
    return Made("replacement_points", at, 0, list(dict.fromkeys(made)))


def _politics(document: Document, dice: random.Random) -> None:
    events = document.setdefault("events", {})
    for card, chance in _EVENTS.items():
        if dice.random() < chance:
            events[card] = 0
    if dice.random() < 0.2:
        events[dice.choice(("cp_32", "cp_50"))] = document["turn"] - dice.choice((0, 0, 1))
    document["greece"] = dice.choice(("neutral", "neutral", "ap", "cp"))
    document["collapsed"] = [c for c in ("serbia", "romania", "bulgaria") if dice.random() < 0.2]
    document["revolts"] = [c for c in _REVOLTS if dice.random() < 0.3]
    stage = dice.choice((0, 0, 0, 1, 2, 4))
    document["revolution"] = {"stage": stage}
    if stage == 4:
        document["british_ru_cavalry"] = f"ru_cavalry_{dice.randint(1, 8)}"
    document["commitment"] = {s: dice.choice(("mobilization", "limited", "total")) for s in _SIDES}
    control = {place: s for s, places in document.get("control", {}).items() for place in places}
    for place in _HINGES:
        if dice.random() < 0.25:
            control[place] = dice.choice(_SIDES)
    for place in dice.sample(sorted(atlas().places(kind="space")), 6):
        control[place] = dice.choice(_SIDES)
    document["control"] = {
        s: sorted(place for place, holder in control.items() if holder == s)
        for s in ("ap", "cp", "neutral")
    }
    if dice.random() < 0.4:
        document["ru_vp"] = dice.sample(("trabzon", "constantinople", "erzurum"), 2)


def _shuffle(document: Document, side: str, dice: random.Random) -> None:
    """Units into boxes and out of them, some sources full, many units reduced."""
    at = {unit: place for place, units in document["units"].items() for unit in units}
    rows = atlas().unit
    for unit, row in rows.items():
        if row["side"] == side and dice.random() < 0.2:
            at[unit] = _box(row, side, dice)
    for source, units in _SOURCES.items():
        if dice.random() < 0.35:
            at |= dict.fromkeys(units[: dice.randint(1, 3)], source)
    if dice.random() < 0.1:
        # A source whose fort is besieged.
        at["tu_xi_corps"], document["ru_vp"] = "trabzon", ["trabzon"]
        document["forts_destroyed"] = []
        document["control"]["ap"].append("trabzon")
        document["control"]["cp"] = [p for p in document["control"]["cp"] if p != "trabzon"]
    document["units"] = {}
    for unit, place in sorted(at.items()):
        document["units"].setdefault(place, []).append(unit)
    document["reduced"] = [unit for unit in at if dice.random() < 0.4]
    # What tells of units tells of those that are left.
    for key in ("fought", "retreated", "stacks", "arriving"):
        document.pop(key, None)


def _box(row: Row, side: str, dice: random.Random) -> str:
    if row["class"] == "tribe" and dice.random() < 0.3:
        return f"tribal_key_{row['tribe']}"
    box = dice.choice(("eliminated", "eliminated", *_BOXES))
    if box == "reserve" and row["size"] == "lcu":
        box = "eliminated"
    if box == "corps_assets" and row["size"] != "lcu":
        box = "eliminated"
    return f"{side}_{box}"


def _move(document: Document, side: str, dice: random.Random) -> str:
    """A few orders, more or less to the purpose."""
    orders: dict[str, None] = {}
    for order in _orders(document, side, dice):
        if dice.random() < 0.35:
            break
        orders[order] = None
    return "; ".join(orders) or "pass"


def _orders(document: Document, side: str, dice: random.Random) -> Iterator[str]:
    places: Mapping[str, Sequence[str]] = document["units"]
    eliminated = list(places.get(f"{side}_eliminated", ()))
    reserve = list(places.get(f"{side}_reserve", ()))
    own = [
        unit
        for place, units in places.items()
        if atlas().space[place]["kind"] != "box"
        for unit in units
        if atlas().unit[unit]["side"] == side
    ]
    anybody = list(atlas().unit)
    weak = {*document["reduced"]}
    reduced = [unit for unit in (*own, *reserve) if unit in weak]
    indebted = any(points < 0 for points in document["replacements"].values())
    lcus = [unit for unit in own if atlas().unit[unit]["size"] == "lcu"]

    def some(units: Sequence[str]) -> str:
        return dice.choice(units if units and dice.random() < 0.93 else anybody)

    while True:
        match dice.choice(("restore", "rebuild", "rebuild", "both", "give", "replace")):
            case "restore":
                yield f"restore {some(reduced)}"
            case "rebuild":
                unit = some(eliminated)
                yield f"rebuild {unit} {_place(unit, side, dice)}"
            case "both":
                unit = some(eliminated)
                yield f"rebuild {unit} {_place(unit, side, dice)}"
                yield f"restore {unit}"
            case "give" if indebted or dice.random() < 0.05:
                yield f"{dice.choice(('reduce', 'reduce', 'eliminate'))} {some(own)}"
            case "replace" if indebted or dice.random() < 0.05:
                lcu = some(lcus)
                yield f"eliminate {lcu}"
                if dice.random() < 0.8:
                    yield f"replace {lcu} by {some(reserve)}"


# Where units of a nation come back as a rule, and places like these.
_HOMES: Final[Mapping[str, Sequence[str]]] = {
    "tu": ("constantinople", "erzincan", "kayseri"),
    "tua": ("baghdad", "damascus"),
    "ge": ("galicia",),
    "ah": ("galicia",),
    "bu": ("sofia",),
    "ro": ("bucharest", "odessa"),
    "sb": ("belgrade", "nis", "lemnos", "salonika"),
    "ru": ("odessa", "tiflis", "petrovsk", "central_asia", "trabzon", "lemnos"),
    "gr": ("athens", "salonika", "larissa", "lemnos", "ft_rupel"),
    "arm": ("erevan", "tiflis"),
    "geo": ("tiflis", "erevan"),
    "arab_revolt": ("hejaz", "aqaba", "jiddah"),
    "afghan": ("afghanistan",),
    "egyptian": ("faiyum", "cairo", "sudan_darfur"),
    "indian_mutiny": ("india",),
    "central_asian": ("central_asia",),
    "pe": ("hamadan", "tabriz", "ahwaz", "central_persia"),
}
_SHORES: Final = (
    *("alexandria", "port_said", "suez", "ismailia", "lemnos", "cyprus", "bahrain", "salonika"),
    *("basra", "fao", "kuwait", "abadan", "india", "baluchistan", "sudan_darfur", "athens"),
    *("batum", "baku", "aqaba", "jaffa", "haifa", "beach_haifa", "thermaikos_bay", "cape_helles"),
)


def _place(unit: str, side: str, dice: random.Random) -> str:
    row = atlas().unit[unit]
    homes = [place for nation in row["nations"] for place in _HOMES.get(nation, _SHORES)]
    chance = dice.random()
    if row["class"] == "tribe" and chance < 0.7:
        return f"tribal_key_{row['tribe']}"
    if chance < 0.2:
        return f"{side}_{dice.choice(('reserve', 'reserve', 'reserve', 'corps_assets'))}"
    if not homes or chance > 0.96:
        return dice.choice(list(atlas().space))
    home = dice.choice(homes)
    # Next to a source that may be full.
    return dice.choice(atlas().near[home] or [home]) if chance > 0.65 else home


def compared(number: int, seed: int) -> Tally:
    """Compare law and checker in one position."""
    return compared_at([spending(number, seed)], f"{number}/{seed}")


def run(wanted: int, seed: int, progress: bool = False) -> Tally:
    """Compare about so many moves in worker processes."""
    return compared_until(compared, wanted, seed, progress)


if __name__ == "__main__":
    sys.exit(told(run(int(sys.argv[1]), int(sys.argv[2]), progress=True), "legal moves"))
