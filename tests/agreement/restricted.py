"""Random positions in which restricted areas hold too many LCUs (18.1.2.c)."""

import random
from collections.abc import Iterator
from typing import Any, Final

__all__ = ["excess_lcus"]

_LCUS: Final = {
    "ap": (
        *("br_ix_corps", "br_xii_corps", "br_viii_corps", "in_2nd_corps", "ru_i_caucasian"),
        *("ru_iv_caucasian", "anz_anzac"),
    ),
    "cp": (
        *("tu_iii_corps", "tu_ix_corps", "tu_x_corps", "tu_xi_corps", "tu_v_corps"),
        *("tu_xx_corps", "ge_ix_army"),
    ),
}
# Those that are no LCUs, or nobody's who decides.
_OTHERS: Final = ("tu_div_1", "br_div_1", "tu_enver_hq", "br_maude_hq", "kurds_1", "in_div_1")
# Places of every restricted area, one of them a beachhead, and places of none.
_PLACES: Final = (
    *("baghdad", "mosul", "kut", "beach_fao", "beach_kuwait", "damascus", "jerusalem", "romani"),
    *("beach_haifa", "medina", "tabriz", "khoy", "ahwaz", "beach_abadan", "teheran", "kermanshah"),
    *("central_asia", "afghanistan", "southern_persia", "cizre", "ismailia", "india", "enzeli"),
)
_CLOSE: Final = ("baghdad", "mosul", "beach_fao", "kut", "damascus", "jerusalem", "tabriz", "cizre")
_BATTLE: Final = ("losses", "retreat", "advance", "repair")


def excess_lcus(document: dict[str, Any], dice: random.Random) -> Iterator[str]:
    """A side has more LCUs in Mesopotamia than it may, and maybe in other areas too."""
    side, attacker = dice.choice(("ap", "cp")), dice.choice(("ap", "cp"))
    for key in ("phase", "active", "ops", "step", "siege_rolled"):
        document.pop(key, None)
    for units in document["units"].values():
        units[:] = [unit for unit in units if unit not in (*_LCUS["ap"], *_LCUS["cp"], *_OTHERS)]
    close = dice.random() < 0.7
    units = [*_LCUS["ap"], *_LCUS["cp"], *_OTHERS]
    document["commitment"] = {
        one: dice.choice(("mobilization", "limited", "total")) for one in ("ap", "cp")
    }
    # More than may ever be there; else nothing is asked.
    crowd = dice.sample(_LCUS[side], 4)
    for unit in units:
        somewhere = _CLOSE if close else (*_PLACES, "ap_reserve", "cp_reserve")
        place = dice.choice(("mosul", "beach_fao", "najaf") if unit in crowd else somewhere)
        document["units"].setdefault(place, []).append(unit)
    document["beachheads"] = ["beach_fao", "beach_kuwait", "beach_haifa", "beach_abadan"]
    document["events"] = {**document.get("events", {}), "ap_03": 1}
    if dice.random() < 0.5:
        document["events"]["cp_49"] = 1
    document["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": attacker},
        {"frame": "attack", "side": attacker},
        {"frame": "battle", "side": attacker, "place": "cizre"},
        {"frame": "advance", "side": attacker},
        {"frame": "excess_lcus", "side": side},
    ]
    named = [*_LCUS[side], *_LCUS[side], *_LCUS[side], *units]
    while True:
        yield f"eliminate {dice.choice(named)}"
