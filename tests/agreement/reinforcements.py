"""Law against checker where the units of an event enter, and where such a card is played (9.5.3).

    python tests/agreement/reinforcements.py NUMBER SEED

makes positions at random in which units enter or cards that bring some may be played, and compares
moves, legal, spoilt and senseless, until NUMBER have been compared. A position is named by number
and seed; `decision(number, seed)` makes it again.
"""

import csv
import json
import random
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.afterwards import Made, compared_at
from agreement.comparing import Tally, compared_until, told
from agreement.crowd import atlas
from lexbelli import _core
from lexbelli.pursuit_of_glory import tables
from tools.pursuit_of_glory.random_position import random_position

KINDS: Final = ("reinforcements", "action")
# So many moves of each sort are compared in a position.
_LEGAL, _SPOILT, _SENSELESS = 12, 20, 6
# Every so many positions a card is to be played.
_ACTIONS: Final = 5
_WORDS: Final = frozenset(
    {"general", "reserve", "map", "corps_assets", "port", "aqaba"}
    | {"british_persia", "baghdad", "persia", "balkan_port", "aegean_port", "salonika"}
    | {
        "vacant_by_rail",
        "ottoman_source",
        "with_yildirim",
        "serbian_port",
        "turkish_front",
        "mesopotamia",
    }
    | {"persian_region", "hejaz", "persian_space", "armenian_space"}
    | {"landing", "island_base", "mediterranean_port", "bulgaria"}
    | {"caspian_port", "azerbaijan", "any_persian_region"}
)
# Invasions that may be BR reinforcements; the Caspian ports (the last is none).
_INVASIONS: Final = ("ap_22", "ap_30", "ap_34")
_CASPIAN: Final = ("baku", "enzeli", "central_asia", "petrovsk")
_EVENTS: Final[Mapping[str, float]] = {
    "ap_03": 0.5,
    "ap_16": 0.3,
    "ap_29": 0.3,
    "ap_55": 0.5,
    "cp_33": 0.5,
    "cp_49": 0.4,
}
_SIDES: Final = ("ap", "cp")
# Whoever holds these decides of sources and ports.
_HINGES: Final = (
    *("constantinople", "erzincan", "kayseri", "baghdad", "damascus", "tiflis", "trabzon"),
    *("odessa", "petrovsk", "central_asia", "india", "sudan_darfur", "baluchistan", "suez"),
    *("salonika", "athens", "alexandria", "port_said", "ismailia"),
    *("fao", "basra", "aqaba", "jiddah", "jaffa", "haifa", "beirut", "smyrna", "batum", "baku"),
)
_BEACHES: Final = (
    "suvla_bay",
    "beach_adana",
    "cape_helles",
    "beach_smyrna",
    "thermaikos_bay",
    "beach_jaffa",
    "beach_fao",
)
# Sources that may be full, and how many units of whom stand there.
_SOURCES: Final[Mapping[str, Sequence[str]]] = {
    "constantinople": ("tu_i_corps", "tu_ii_corps", "tu_div_1"),
    "erzincan": ("tu_ix_corps", "tu_div_2", "tu_div_3"),
    "kayseri": ("tu_x_corps", "tu_div_4", "tu_div_5"),
    "baghdad": ("tu_a_div_1", "tu_a_div_2", "tu_a_xiii_corps"),
    "damascus": ("tu_a_div_4", "tu_a_div_5", "tu_a_vi_corps"),
    "tiflis": ("ru_i_caucasian", "ru_div_1", "ru_div_2"),
    "trabzon": ("ru_div_3", "ru_div_4", "br_div_1"),
    "alexandria": ("in_div_1", "in_div_2", "br_maude_hq"),
    "salonika": ("fr_div_1", "fr_div_2", "br_div_2"),
    "lemnos": ("br_maude_hq", "br_div_2", "br_div_3"),
}

_ARABS: Final = ("tu_a_vi_corps", "tu_a_viii_corps", "tu_a_xii_corps", "tu_a_xiii_corps")
_BOXES: Final = ("eliminated", "permanently_eliminated", "removed_from_game", "reserve")
# Places that are looked at more than others: besieged or crowded.
_SPOTS: Final = ("trabzon", "rize", "gumushane", "alexandria", "port_said", "damascus", "baghdad")

Document = dict[str, Any]


@cache
def _brought() -> Mapping[str, Sequence[str]]:
    """The units of each card whose event brings some now."""
    units: dict[str, list[str]] = defaultdict(list)
    folder = Path(__file__).parents[2] / "scenarios/pursuit_of_glory"
    events = (folder / "events.toml").read_text("utf-8")
    enter = {
        part.split('"')[1] for part in events.split("[[event]]")[1:] if "reinforcements" in part
    }
    with (folder / "reinforcements.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["card_id"] in enter and row["item_kind"] == "unit":
                assert {*row["placement"].split("|")} <= _WORDS
                units[row["card_id"]].append(row["item_id"])
    return dict(units)


@cache
def _steps() -> Mapping[str, int]:
    """How many effects of each card come before its units."""
    path = Path(__file__).parents[2] / "scenarios/pursuit_of_glory/events.toml"
    events = tomllib.loads(path.read_text("utf-8"))["event"]
    enter = [event for event in events if "reinforcements" in event["effects"]]
    return {event["id"]: event["effects"].index("reinforcements") for event in enter}


def _entering(card: str, side: str, document: Document, dice: random.Random) -> dict[str, Any]:
    """The frame in which the units of a card enter."""
    if card in _INVASIONS and dice.random() < 0.3:
        return {"frame": "reinforcement", "side": side, "card": card}
    frame = {"frame": "event", "side": side, "card": card, "step": _steps()[card]}
    if card == "ap_23":
        ports = [port for port in _CASPIAN if port in _caspian()]
        frame["place"] = dice.choice(ports)
        if dice.random() < 0.8:
            # The CP has left it.
            stays = document["units"].get(frame["place"], [])
            stays[:] = [unit for unit in stays if not unit.startswith(("tu", "ge", "ah", "bu"))]
    return frame


@cache
def _caspian() -> frozenset[str]:
    return frozenset(
        place
        for place in tables.load().space_ids()
        if tables.load().space(place).get("port") == "caspian"
    )


def decision(number: int, seed: int) -> Made:
    """A position in which units enter or a card is played, and moves; the core offers the first."""
    dice = random.Random(f"{seed}/{number}/reinforcements")
    kind = KINDS[number % _ACTIONS == _ACTIONS - 1]
    cards = sorted(_brought())
    card = dice.choice([*cards, "cp_51", "cp_51", "ap_53"])
    side = card.partition("_")[0]
    document: Document = random_position(dice.getrandbits(32)).in_short()
    _politics(document, dice)
    _stand(document, _brought()[card], side, dice)
    for key in ("phase", "active", "ops", "step", "siege_rolled", "attacking", "digging", "agenda"):
        document.pop(key, None)
    document["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": side},
    ]
    if kind == "action":
        return _played(document, card, side, dice)
    document["agenda"].append(_entering(card, side, document, dice))
    document.setdefault("events", {})[card] = document["turn"]
    at = _core.PursuitPosition.from_json(tables.load(), json.dumps(document), ["all"])
    if at.asks_for != kind:
        return Made(kind, at, 0, [])
    legal = [str(move) for move in at.sample_answers(_LEGAL, dice.getrandbits(32))]
    legal = list(dict.fromkeys(legal))
    places = [str(order).split()[2] for order in at.entries()]
    units = _brought()[card]
    made = [_spoilt(dice.choice(legal), units, places, dice) for _ in range(_SPOILT)]
    made += ["; ".join(_senseless(units, dice)) for _ in range(_SENSELESS)]
    return Made(kind, at, len(legal), list(dict.fromkeys([*legal, *made])))


def _politics(document: Document, dice: random.Random) -> None:
    events = document.setdefault("events", {})
    for card, chance in _EVENTS.items():
        if dice.random() < chance:
            events[card] = 0
    if dice.random() < 0.25:
        events["cp_22"] = max(document["turn"] - dice.choice((0, 0, 1)), 0)
    document["greece"] = dice.choice(("neutral", "ap", "ap", "cp"))
    stage = dice.choice((0, 0, 0, 0, 1, 2, 3, 4))
    document["revolution"] = {"stage": stage}
    if stage == 4:
        document["british_ru_cavalry"] = f"ru_cavalry_{dice.randint(1, 6)}"
    document["commitment"] = {s: dice.choice(("mobilization", "limited", "total")) for s in _SIDES}
    control = {place: s for s, places in document.get("control", {}).items() for place in places}
    for place in _HINGES:
        if dice.random() < 0.2:
            control[place] = dice.choice(_SIDES)
    for place in dice.sample(sorted(atlas().places(kind="space")), 6):
        control[place] = dice.choice(_SIDES)
    document["control"] = {
        s: sorted(place for place, holder in control.items() if holder == s)
        for s in ("ap", "cp", "neutral")
    }
    if dice.random() < 0.5:
        document["ru_vp"] = ["trabzon"]
    document["beachheads"] = sorted(
        {*document.get("beachheads", ()), *dice.sample(_BEACHES, dice.randint(0, 2))}
    )


def _stand(document: Document, units: Sequence[str], side: str, dice: random.Random) -> None:
    """Some sources are full, and mostly the units are not in the game yet."""
    at = {unit: place for place, members in document["units"].items() for unit in members}
    for source, members in _SOURCES.items():
        if dice.random() < 0.4:
            at |= dict.fromkeys(members[: dice.randint(1, 3)], source)
    _crowd(document, at, units, dice)
    for unit in units:
        if dice.random() < 0.9:
            at.pop(unit, None)
        elif dice.random() < 0.5:
            at[unit] = f"{side}_{dice.choice(_BOXES)}"
    document["units"] = {}
    for unit, place in sorted(at.items()):
        document["units"].setdefault(place, []).append(unit)
    document["reduced"] = [unit for unit in document.get("reduced", ()) if unit in at]
    # What tells of units tells of those that are left.
    for key in ("fought", "retreated", "acted", "stacks", "arriving", "bound_for"):
        document.pop(key, None)


def _crowd(
    document: Document, at: dict[str, str], units: Sequence[str], dice: random.Random
) -> None:
    """A siege, many LCUs or other HQs where those that enter mind them."""
    if dice.random() < (0.4 if units[0].startswith("ru") else 0.05):
        # A source whose fort is besieged.
        at["tu_xi_corps"], document["ru_vp"] = "trabzon", ["trabzon"]
        document["forts_destroyed"] = []
        held_by_units = {*at.values()}
        for place in ("trabzon", *{"rize", "gumushane"} - held_by_units):
            for side_of, held in document["control"].items():
                document["control"][side_of] = [one for one in held if one != place]
            document["control"]["ap"].append(place)
    if "tu_a_left_wing_gp" in units and dice.random() < 0.7:
        # LCUs and divisions where one more is to enter.
        crowd = (*_ARABS, "tu_a_div_1", "tu_a_div_2", "tu_a_div_3", "tu_a_div_4", "tu_div_1")
        for number, one in enumerate(dice.sample(crowd, 6)):
            at[one] = ("damascus", "baghdad")[number % 2]
    if "br_dunsterforce" in units:
        # Some of Persia is Russian, and the British have paid for entering it.
        document["penalties"] = dice.choice(([], ["br_in_persia"]))
        places = atlas().places(area="arabistan") + atlas().places(area="persia_region")
        document["ru_vp"] = [*document.get("ru_vp", ()), *dice.sample(sorted(places), 3)]
    if "ge_falkenhayn_hq" in units and dice.random() < 0.3:
        at["tu_enver_hq"] = dice.choice(("constantinople", "kayseri", "erzincan"))
    if "fr_desperey_hq" in units and dice.random() < 0.7:
        at["br_maude_hq"], at["br_allenby_hq"] = "alexandria", "port_said"


def _played(document: Document, card: str, side: str, dice: random.Random) -> Made:
    """Cards that bring units are in the hand; some were played before."""
    cards = [other for other in sorted(_brought()) if other.startswith(side)]
    held = sorted({card, *dice.sample(cards, 2)})
    document["cards"] = {side: {"hand": held}}
    last = dice.randint(1, 6)
    document["round"] = last
    played = [other for other in (*cards, "cp_26", "ap_35") if other.startswith(side)]
    document["actions"] = [
        {"round": number, "side": side, "kind": used}
        | ({} if used == "one_ops" else {"card": dice.choice(played)})
        for number in range(1, last)
        for used in (dice.choice(("one_ops", "ops", "sr", "event", "event", "reinforcement")),)
    ]
    # Who played them is told; they are not the cards that are held.
    for one in document["actions"]:
        if one.get("card") in held:
            one["card"] = "cp_26" if side == "cp" else "ap_10"
            document["cards"][side]["hand"] = [c for c in held if c not in ("cp_26", "ap_10")]
    for held_card in document["cards"][side]["hand"]:
        document.get("events", {}).pop(held_card, None)
    at = _core.PursuitPosition.from_json(tables.load(), json.dumps(document), ["all"])
    if at.asks_for != "action":
        return Made("action", at, 0, [])
    uses = [f"play {one} for event" for one in cards]
    instead = [f"play {one} for reinforcement" for one in cards if one in (*_INVASIONS, "ap_12")]
    return Made("action", at, 0, [*uses, *instead])


def _spoilt(move: str, units: Sequence[str], places: Sequence[str], dice: random.Random) -> str:
    """Change a legal move a little."""
    orders = move.split("; ")
    for _ in range(dice.choice((1, 1, 2, 3))):
        at = dice.randrange(len(orders))
        verb, unit, place = orders[at].split()
        match dice.randrange(8):
            case 0 if len(orders) > 1:
                del orders[at]
            case 1:
                orders.append(f"{verb} {dice.choice(units)} {place}")
            case 2:
                orders[at] = f"{verb} {unit} {_place(dice)}"
            case 3 | 4:
                near = atlas().near.get(place) or [place]
                orders[at] = f"{verb} {unit} {dice.choice(near)}"
            case 5:
                other = dice.choice(orders).split()[2]
                orders = [f"{verb} {order.split()[1]} {other}" for order in orders]
            case _:
                orders[at] = f"{verb} {unit} {dice.choice(places or [place])}"
    return "; ".join(orders)


def _place(dice: random.Random) -> str:
    if dice.random() < 0.35:
        return f"{dice.choice(_SIDES)}_{dice.choice(('reserve', 'corps_assets', 'eliminated'))}"
    return dice.choice([*_HINGES, *_BEACHES, *_SPOTS * 10, *atlas().space])


def _senseless(units: Sequence[str], dice: random.Random) -> Iterator[str]:
    """Orders of any unit to any place."""
    anybody = list(atlas().unit)
    for _ in range(dice.randint(1, 5)):
        unit = dice.choice(units) if dice.random() < 0.8 else dice.choice(anybody)
        yield f"enter {unit} {_place(dice)}"


def compared(number: int, seed: int) -> Tally:
    """Compare law and checker in one position."""
    return compared_at([decision(number, seed)], f"{number}/{seed}")


def run(wanted: int, seed: int, progress: bool = False) -> Tally:
    """Compare about so many moves in worker processes."""
    return compared_until(compared, wanted, seed, progress)


if __name__ == "__main__":
    sys.exit(told(run(int(sys.argv[1]), int(sys.argv[2]), progress=True), "legal moves"))
