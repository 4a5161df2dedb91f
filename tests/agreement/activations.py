"""Positions in which an event activates units free of OPS (9.5.1.a)."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory import tables

__all__ = ["by_event"]

_EVENTS: Final[Mapping[str, Sequence[str]]] = {
    "ap": ("ap_29", "ap_29", "ap_08", "ap_08", "ap_16", "ap_01", "ap_01"),
    "cp": ("cp_10", "cp_10", "cp_12", "cp_26", "cp_46", "cp_30", "cp_30"),
}
# Who is activated by the event, and where most of them stand.
_UNITS: Final[Mapping[str, Sequence[str]]] = {
    "ap_29": ("ro_1_army", "ro_2_army", "ro_div_1", "ro_div_2", "ro_cavalry", "ru_div_3"),
    "ap_16": ("arab_revolt_1", "arab_revolt_2", "arab_revolt_faisal", "br_div_1"),
    "ap_01": ("ru_div_1", "ru_div_2", "ru_pe_persian_cossacks", "in_div_1", "ru_cavalry_1"),
    "ap_08": ("br_persian_cordon_1", "in_div_1", "ru_cavalry_1", "ru_div_1", "in_cavalry_1"),
    "cp_10": ("tu_a_div_10", "tu_div_1", "tu_cavalry_1", "pe_uprising"),
    "cp_12": ("tu_div_1", "tu_div_2", "tu_iii_corps", "senussi_1", "in_div_1", "br_div_1"),
    "cp_26": ("tu_div_1", "tu_div_2", "tu_div_3", "tu_div_18", "tu_a_div_15", "tu_elite_div_1"),
    "cp_30": (
        "tu_div_1",
        "tu_div_2",
        "tu_div_3",
        "tu_a_div_1",
        "tu_ix_corps",
        "ge_div_1",
        "kurds_1",
    ),
    "cp_46": ("kurds_1", "kurds_2", "senussi_1", "nw_frontier", "tu_div_1", "indian_mutiny_1"),
}
_PLACES: Final[Mapping[str, Sequence[str]]] = {
    "ap_29": ("bucharest", "ploesti", "craiova", "odessa", "turtukai", "constanta"),
    "ap_16": ("hejaz", "hejaz", "hejaz", "jiddah", "aqaba"),
    "ap_01": ("central_asia", "central_asia", "tiflis", "kars", "batum", "enzeli"),
    "ap_08": ("central_persia", "southern_persia", "central_asia", "eastern_persia", "tabriz"),
    "cp_10": ("amara", "baghdad", "mosul", "tabriz", "erzurum", "kut"),
    "cp_12": ("jifjaffa", "el_arish", "ismailia", "siwa_oasis", "sollum", "gara", "suez"),
    "cp_26": ("ankara", "ankara", "ankara", "kayseri", "damascus", "cp_reserve"),
    "cp_30": ("koprukoy", "eleskirt", "mosul", "eastern_persia", "cp_reserve", "cp_reserve"),
    "cp_46": ("van", "mus", "india", "siwa_oasis", "baluchistan", "afghanistan"),
}
# The OPS of those that have some, and the corps that one leaves to be organized.
_OPS: Final[Mapping[str, int]] = {"cp_12": 4, "cp_30": 4, "cp_46": 4}
_CORPS: Final = ("tu_xiv_corps", "tu_xv_corps", "tu_xvi_corps", "tu_xvii_corps", "tu_a_xviii_corps")


def by_event(at: _core.PursuitPosition, dice: random.Random) -> _core.PursuitPosition:
    """The same position, in which an event of the side to act activates units."""
    document: dict[str, Any] = json.loads(at.to_json_in_short())
    side = at.active
    card = dice.choice(_EVENTS[side])
    for key in ("phase", "active", "ops", "step", "siege_rolled", "attacking", "acted", "stacks"):
        document.pop(key, None)
    units = {place: list(members) for place, members in document["units"].items()}
    for unit in _UNITS[card]:
        if dice.random() < 0.7:
            for members in units.values():
                if unit in members:
                    members.remove(unit)
            units.setdefault(dice.choice(_PLACES[card]), []).append(unit)
    if card == "cp_26":
        units = {place: [one for one in units[place] if one not in _CORPS] for place in units}
        units.setdefault("cp_corps_assets", []).extend(_CORPS)
    document["units"] = units
    document["events"] = {**document.get("events", {}), card: document["turn"]}
    document["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": side},
        {"frame": "operations", "side": side, "ops": _OPS.get(card, 1), "event": card},
    ]
    return _core.PursuitPosition.from_json(tables.load(), json.dumps(document), ["all"])
