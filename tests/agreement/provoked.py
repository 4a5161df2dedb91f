"""Positions in which the AP sends stacks of the CP into battle, ENVER GOES EAST (9.5.1.a)."""

import random
from collections.abc import Iterator
from typing import Any, Final

from agreement.crowd import atlas
from agreement.late_events import event, put

__all__ = ["provocation", "stage"]

Document = dict[str, Any]

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


def stage(document: Document, dice: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
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
    own, other = stage(document, dice)
    event(document, "ap", "ap_07")
    document["events"]["ap_07"] = document["turn"]
    rows, near, units = atlas().space, atlas().near, document["units"]
    while True:
        place = dice.choice((*own, *own, *own, *other))
        enemies = [one for one in near[place] if one in other]
        target = dice.choice([*near[place], *enemies, *enemies, place, dice.choice(other)])
        there = units.get(place, [])
        with_ = ""
        if rows[place]["kind"] in ("region", "island_base"):
            crew = dice.sample(there, dice.randint(0, min(3, len(there)))) or ["tu_div_1"]
            with_ = f" with {','.join(dict.fromkeys(crew))}"
        yield f"provoke {place} {target}{with_}"
