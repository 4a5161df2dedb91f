"""Random positions in which the AP may remove units to negate VPs of an event (18.12)."""

import random
from collections.abc import Iterator
from typing import Any, Final

__all__ = ["volunteers"]

# Troops that may be removed; the others never are.
_TROOPS: Final = (
    *("br_elite_div_1", "br_elite_div_2", "br_elite_div_3", "br_div_1", "br_div_2", "br_div_3"),
    *("in_elite_div_1", "in_elite_div_2", "in_div_1", "in_div_2", "in_div_3", "in_15th_div"),
    *("in_17th_div", "anz_elite_div", "in_tigris_corps", "in_3rd_corps", "br_xii_corps"),
)
_OTHERS: Final = (
    *("br_viii_corps", "br_cavalry_1", "anz_imp_camel", "fr_div_1", "tu_div_1", "br_maude_hq"),
    *("br_persian_cordon_1", "gr_br_corps_of_national_defense", "ru_div_1", "in_cavalry_2"),
    *("br_in_garrison_1", "anz_desert_corps"),
)
_SUPPLIED: Final = ("alexandria", "port_said", "cairo", "suez", "basra", "lemnos")
_BOXES: Final = ("ap_reserve", "ap_reserve", "ap_reserve", "ap_eliminated", "ap_corps_assets")
# Nobody is fed there.
_AFAR: Final = ("mosul", "sivas", "kirkuk")
_LAST: Final = ("ap_permanently_eliminated", "ap_removed_from_game")


def volunteers(document: dict[str, Any], dice: random.Random) -> Iterator[str]:
    """VERDUN, ROBERTSON or KAISERSCHLACHT is played while troops stand in Egypt and elsewhere."""
    for key in ("phase", "active", "ops", "step", "siege_rolled"):
        document.pop(key, None)
    named = {*_TROOPS, *_OTHERS}
    for units in document["units"].values():
        units[:] = [unit for unit in units if unit not in named]
    # Often there are few of them, of one kind or the other.
    some = dice.choice((0.3, 0.7, 1.0))
    for unit in (*_TROOPS, *_OTHERS):
        if dice.random() < some:
            near = dice.choices((_SUPPLIED, _BOXES, _AFAR, _LAST), (12, 6, 2, 1))[0]
            document["units"].setdefault(dice.choice(near), []).append(unit)
    document["control"] = {"ap": ["basra", *_AFAR]}
    card = dice.choice(("cp_32", "cp_48", "cp_50"))
    document["events"] = {**document.get("events", {}), card: document["turn"]}
    document["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": "cp"},
        {"frame": "event", "side": "cp", "card": card},
        {"frame": "out_of_theater", "side": "ap"},
    ]
    while True:
        number = dice.randint(1, 6)
        pool = _TROOPS if dice.random() < 0.8 else [*_TROOPS, *_OTHERS]
        yield "; ".join(f"eliminate {unit}" for unit in dice.sample(pool, number))
        yield f"eliminate {dice.choice([*_TROOPS, *_OTHERS])}"
