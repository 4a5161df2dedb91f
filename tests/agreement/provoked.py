"""Positions of ENVER GOES EAST, and second attacks of BULL'S EYE DIRECTIVE (9.5.1.a)."""

import random
from collections.abc import Iterator
from typing import Any, Final

from agreement.crowd import atlas
from agreement.late_events import event, put

__all__ = ["once_more", "provocation", "sent"]

Document = dict[str, Any]

_WIDE: Final = ("region", "island_base")

_CP: Final = (
    *(
        "tu_ix_corps",
        "tu_x_corps",
        "tu_div_1",
        "tu_div_2",
        "tu_div_3",
        "tu_a_div_1",
        "tu_cavalry_1",
    ),
    *("tu_enver_hq", "ge_div_1", "ge_yildirim_1", "kurds_1", "ah_div_1", "tu_i_corps"),
)
_AP: Final = (
    *("ru_div_1", "ru_div_2", "ru_i_caucasian", "ru_cavalry_1", "br_div_1", "in_div_1"),
    *("ru_yudenich_hq", "ru_pe_persian_cossacks", "sb_div_1"),
)
# Fronts: where the one side stands, and the other.
_FRONTS: Final = (
    (("eleskirt", "koprukoy", "malazgirt", "van"), ("kagizman", "sarikamis", "khoy", "erevan")),
    (("galicia", "galicia", "belgrade", "nis"), ("hatseg", "hermannstadt", "odessa")),
    (("kars", "ardahan", "oltu", "rize"), ("batum", "sarikamis", "kars", "tiflis")),
    (("eastern_persia", "teheran", "kermanshah"), ("central_asia", "enzeli", "isfahan", "hamadan")),
    (("rodosto", "constantinople", "tikrit"), ("bandirma", "samarra", "baghdad")),
)


def _stage(document: Document, dice: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both sides meet at one of the fronts, or at two."""
    chosen = dice.sample(_FRONTS, dice.choice((1, 1, 2)))
    known = atlas().space
    own, other = (
        tuple(place for front in chosen for place in front[side] if place in known)
        for side in (0, 1)
    )
    document["turn"] = dice.randint(8, 16)
    document["control"] = {"cp": sorted({*own} - {*other}), "ap": sorted(other)}
    document["events"] = {**document.get("events", {}), "cp_33": 5, "ap_29": 6, "cp_10": 3}
    put(document, _CP, dice, own, own, chance=dice.choice((0.4, 0.8)))
    put(document, _AP, dice, other, other, own, chance=dice.choice((0.4, 0.8)))
    return own, other


def provocation(document: Document, dice: random.Random) -> Iterator[str]:
    """The AP names stacks of Turks, and what they attack."""
    own, other = _stage(document, dice)
    event(document, "ap", "ap_07")
    document["events"]["ap_07"] = document["turn"]
    rows, near, units = atlas().space, atlas().near, document["units"]
    while True:
        place = dice.choice((*own, *own, *own, *other))
        enemies = [one for one in near[place] if one in other]
        target = dice.choice([*near[place], *enemies, *enemies, place, dice.choice(other)])
        there = units.get(place, [])
        with_ = ""
        if rows[place]["kind"] in _WIDE:
            crew = dice.sample(there, dice.randint(0, min(3, len(there)))) or ["tu_div_1"]
            with_ = f" with {','.join(dict.fromkeys(crew))}"
        yield f"provoke {place} {target}{with_}"


def once_more(told: Document, dice: random.Random) -> None:
    """The attack that is asked for is the second one of BULL'S EYE DIRECTIVE (12.7.7-4)."""
    _by_event(told, "cp", "cp_30", {}, {"second": 1})
    own, rows = list(told.get("attacking", {})), atlas().unit
    units = [unit for place in told["units"].values() for unit in place]
    fled = {unit: dice.randint(1, 3) for unit in told["retreated"] if dice.random() < 0.8}
    told["retreated"] += [
        unit for unit in units if rows[unit]["side"] == "ap" and dice.random() < 0.15
    ]
    told["retreated"] = list(dict.fromkeys(told["retreated"]))
    advanced = {unit: dice.choice((1, 1, 2)) for unit in own if dice.random() < 0.9}
    late = {unit: dice.randint(1, 3) for unit in told["retreated"] if unit not in fled}
    told["pursuit"] = {**fled, **late, **advanced}
    told["fought"] += [
        unit for unit in units if rows[unit]["class"] == "hq" and dice.random() < 0.2
    ]
    told["fought"] = list(dict.fromkeys(told["fought"]))


def sent(told: Document, dice: random.Random, target: str) -> None:
    """The attacks that are asked for are those of ENVER GOES EAST (9.5.1.a)."""
    near, at = atlas().near, {u: p for p, us in told["units"].items() for u in us}
    waits = [unit for unit in told.get("attacking", {}) if at[unit] in near]
    # Each stack stands in one place: two of a region, or one each of two places.
    places = sorted({at[unit] for unit in waits})
    dice.shuffle(places)
    wide = [place for place in places if atlas().space[place]["kind"] in _WIDE]
    if wide and dice.random() < 0.6:
        of = {unit: dice.choice((1, 2)) for unit in waits if at[unit] == wide[0]}
    else:
        of = {unit: places.index(at[unit]) + 1 for unit in waits if at[unit] in places[:2]}
    told["attacking"] = dict.fromkeys(of, "attack")
    stacks = [[unit for unit in of if of[unit] == number and at[unit] in wide] for number in (1, 2)]
    stacks += [[unit for unit in stack if unit not in of] for stack in told["stacks"]]
    told["stacks"] = [stack for stack in stacks if stack][:15]
    numbers = {at[unit]: number for unit, number in of.items()}
    rows = atlas().unit
    staff = [u for u, p in at.items() if rows[u]["class"] == "hq" and rows[u]["side"] == "cp"]
    told["provoked"] = {**{u: numbers[at[u]] for u in staff if at[u] in numbers}, **of}
    targets = [target, target if dice.random() < 0.5 else dice.choice(near[target])]
    ends = {"target": targets[0], "second_target": targets[1]}
    _by_event(told, "ap", "ap_07", ends, {})


def _by_event(
    told: Document, side: str, card: str, action: dict[str, Any], attack: dict[str, Any]
) -> None:
    """The CP attacks by an event of a side."""
    for key in ("active", "ops", "phase"):
        told.pop(key, None)
    told["round"] = 1
    told["actions"] = [{"round": 1, "side": side, "kind": "event", "card": card}]
    told["events"] = {**told.get("events", {}), card: told["turn"]}
    told["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": "cp", **action},
        {"frame": "attack", "side": "cp", **attack},
    ]
