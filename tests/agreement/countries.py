"""Random positions in which countries enter the war or collapse, and events mark places."""

import random
from collections.abc import Iterator
from typing import Any, Final

__all__ = ["collapses", "combined", "divisions_leave", "gorlice", "marks"]

Document = dict[str, Any]

_TURN: Final = ({"frame": "turn"},)
_SERBS: Final = ("sb_1_army", "sb_2_army", "sb_3_army", "sb_div_1", "sb_cavalry")
_RUMANIANS: Final = ("ro_1_army", "ro_2_army", "ro_3_army", "ro_div_1")
_RUSSIANS: Final = ("ru_6_army", "ru_danube_army", "ru_dobrudja", "ru_div_3", "ru_sb_yugoslav_div")
_DIVISIONS: Final = tuple(f"ah_div_{number}" for number in range(1, 7))
# What may be named instead of them by mistake.
_NONE: Final = (
    *("bu_ah_combined_div", "ah_viii_corps", "ge_div_1", "bu_div_1", "sb_div_2", "ge_mackensen_hq"),
    "ah_vi_r_corps",
)
_BOXES: Final = ("cp_reserve", "cp_eliminated", "cp_removed_from_game", "cp_permanently_eliminated")
_BALKANS: Final = (
    *("belgrade", "nis", "skopje", "veles", "salonika", "sofia", "varna", "galicia", "lemnos"),
    *("hermannstadt", "bucharest", "ploesti", "constanta", "craiova", "odessa", "doiran"),
)
_OURS: Final = ("ap_eliminated", "ap_reserve", "ap_corps_assets", "ap_removed_from_game")
_BULGARIA: Final = ("sofia", "varna", "rustchuk", "vidin", "xanthi", "strumica", "plevna")
_IN_BULGARIA: Final = (
    *("bu_div_1", "bu_div_2", "bu_div_3", "bu_1_army", "ge_mackensen_hq", "br_div_1", "fr_div_1"),
    *("sb_div_3", "ge_div_1", "bu_2_army"),
)
_LCUS: Final = (
    *("ru_i_caucasian", "ru_ii_turkistani", "ru_iv_caucasian", "ru_v_caucasian"),
    *("ru_6_army", "ru_caucasian_cav", "ru_div_1", "ru_elite_div_1", "ru_yudenich_hq"),
    *("br_xii_corps", "tu_x_corps", "ro_1_army", "ru_baratov_hq"),
)
_RU_PLACES: Final = (
    *("tiflis", "kars", "batum", "erevan", "erzurum", "kermanshah", "mosul", "sivas", "odessa"),
    *("ap_corps_assets", "ap_eliminated", "ap_removed_from_game"),
)
_MARKS: Final = {
    **dict.fromkeys(("ap_42", "ap_32", "ap_12", "ap_22", "ap_23"), "ap"),
    "cp_23": "cp",
}
# The effect of each card that marks places, by its number.
_STEPS: Final = {"ap_42": 0, "cp_23": 2, "ap_32": 1, "ap_12": 1, "ap_22": 1, "ap_23": 0}
_TARGETS: Final = (
    *("jerusalem", "medina", "maan", "damascus", "baghdad", "constantinople", "kayseri"),
    *("erzincan", "sofia", "galicia", "hejaz", "afghanistan", "central_asia", "karbala", "cairo"),
    *("isfahan", "teheran", "kermanshah", "hamadan", "qum", "kashan", "sultanabad", "burujird"),
    *("erevan", "van", "bitlis", "mus", "erzurum", "trabzon", "harput", "kars", "diyarbekir"),
    *("basra", "tabriz", "ahwaz", "central_persia", "najaf", "aleppo", "sivas"),
)
_OFF_CYPRUS: Final = ("beach_adana", "beach_beirut", "beach_haifa", "beach_jaffa")
_BEACHES: Final = (
    *(*_OFF_CYPRUS, "suvla_bay", "cape_helles"),
    *("thermaikos_bay", "beach_smyrna", "beach_fao", "beach_kuwait", "lemnos"),
)
_CASPIAN: Final = ("baku", "enzeli", "central_asia", "petrovsk", "batum", "tabriz")
_KINDS: Final = ("persian", "armenian", "soviet")


def _leave(document: Document, units: set[str]) -> None:
    for members in document["units"].values():
        members[:] = [unit for unit in members if unit not in units]


def _put(document: Document, unit: str, place: str) -> None:
    document["units"].setdefault(place, []).append(unit)


def _agenda(document: Document, *frames: dict[str, Any]) -> None:
    for key in ("phase", "active", "ops", "step", "siege_rolled", "round"):
        document.pop(key, None)
    document["agenda"] = [*_TURN, *frames]


def _control(document: Document, places: tuple[str, ...], dice: random.Random, cp: float) -> None:
    held: dict[str, list[str]] = {"ap": [], "cp": []}
    for place in places:
        if dice.random() < 0.9:
            held["cp" if dice.random() < cp else "ap"].append(place)
    document["control"] = held


def collapses(document: Document, dice: random.Random) -> Iterator[str]:
    """The War Status Phase has come to collapses (18.8.3.3, 18.8.4.3)."""
    _agenda(
        document,
        {"frame": "phase", "phase": "war_status", "step": 3},
        {"frame": "collapses", "side": "ap"},
    )
    document["events"] = {card: 2 for card in ("cp_33", "ap_29") if dice.random() < 0.85}
    document["collapsed"] = [
        country for country in ("bulgaria", "serbia", "romania") if dice.random() < 0.2
    ]
    _control(document, _BALKANS, dice, 0.8)
    _leave(document, {*_SERBS, *_RUMANIANS, *_RUSSIANS})
    lost = dice.choice((0.3, 0.6, 0.9))
    for unit in (*_SERBS, *_RUMANIANS, *_RUSSIANS):
        if dice.random() < lost:
            if dice.random() < 0.8:
                _put(document, unit, dice.choice(_OURS))
        else:
            _put(document, unit, dice.choice(_BALKANS))
    while True:
        yield f"declare {dice.choice(('serbia', 'romania', 'serbia', 'romania', 'bulgaria'))}"


def divisions_leave(document: Document, dice: random.Random) -> Iterator[str]:
    """A country collapses, and the CP says which AH divisions leave."""
    country = dice.choice(("serbia", "romania"))
    document["events"] = {"cp_33": 2, "ap_29": 3}
    document["collapsed"] = [country]
    _agenda(
        document,
        {"frame": "phase", "phase": "war_status", "step": 4},
        {"frame": "collapse", "side": "cp", "country": country, "step": 1},
    )
    _leave(document, {*_DIVISIONS, *_NONE})
    for unit in (*_DIVISIONS, *_NONE):
        if dice.random() < 0.85:
            near = dice.choices((_BALKANS, _BOXES[:2], _BOXES), (5, 3, 2))[0]
            _put(document, unit, dice.choice(near))
    while True:
        number = dice.choice((2, 2, 3, 3, 4))
        yield f"eliminate {','.join(dice.sample(_DIVISIONS, number))}"
        yield f"eliminate {dice.choice([*_DIVISIONS, *_DIVISIONS, *_NONE])}"


def combined(document: Document, dice: random.Random) -> Iterator[str]:
    """Romania enters the war that Bulgaria is in; the shared division is placed (18.8.4.2)."""
    document["events"] = {"cp_33": 2, "ap_29": document["turn"]}
    _agenda(
        document,
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": "ap"},
        {"frame": "event", "side": "ap", "card": "ap_29", "step": 1},
        {"frame": "newcomers", "side": "cp", "event": "ap_29"},
    )
    _leave(document, {"bu_ah_combined_div", *_IN_BULGARIA})
    if dice.random() < 0.1:
        _put(document, "bu_ah_combined_div", dice.choice((*_BOXES, "sofia")))
    _control(document, _BULGARIA, dice, 0.75)
    crowd = dice.choice((0.2, 0.9))
    for unit in _IN_BULGARIA:
        if dice.random() < crowd:
            _put(document, unit, dice.choice(_BULGARIA))
    while True:
        yield f"enter bu_ah_combined_div {dice.choice([*_BULGARIA, *_BULGARIA, *_BALKANS])}"
        yield f"enter {dice.choice(('bu_ah_combined_div', *_NONE))} {dice.choice(_BULGARIA)}"


def gorlice(document: Document, dice: random.Random) -> Iterator[str]:
    """GORLICE-TARNOW is played while Russian corps stand here and there (18.12.5)."""
    _agenda(
        document,
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": "cp"},
        {"frame": "event", "side": "cp", "card": "cp_31"},
        {"frame": "out_of_theater", "side": "ap"},
    )
    document["events"] = {"cp_31": document["turn"]}
    _leave(document, {*_LCUS})
    for unit in _LCUS:
        if dice.random() < 0.8:
            _put(document, unit, dice.choice(_RU_PLACES))
    while True:
        yield f"eliminate {dice.choice(_LCUS)}"
        yield f"eliminate {','.join(dice.sample(_LCUS, 2))}"


def marks(document: Document, dice: random.Random) -> Iterator[str]:
    """An event marks places: JERUSALEM BY CHRISTMAS, Persian or Armenian uprisings."""
    card = dice.choice(sorted(_MARKS))
    side = _MARKS[card]
    event: dict[str, Any] = {"frame": "event", "side": side, "card": card}
    if _STEPS[card]:
        event["step"] = _STEPS[card]
    _agenda(
        document,
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": side},
        event,
    )
    document["events"] = {one: 2 for one in ("cp_10", "cp_33", "ap_29") if dice.random() < 0.6}
    document["events"][card] = document["turn"]
    document["revolts"] = [
        one for one in ("afghanistan", "central_asia", "india") if dice.random() < 0.3
    ]
    if dice.random() < 0.2:
        document["collapsed"] = ["bulgaria"]
    _control(document, _TARGETS, dice, 0.7)
    if card in ("ap_12", "ap_22"):
        # Cyprus is the AP's, mostly: else nobody has landed from there.
        ours = dice.random() < 0.8
        if ours:
            document["events"]["ap_03"] = 1
        shut = () if ours else _OFF_CYPRUS
        marked = [one for one in _BEACHES if dice.random() < 0.4]
        document["beachheads"] = [one for one in marked if one not in shut]
        document["beachheads_in_reserve"] = 1
    pool = {"ap_12": _BEACHES, "ap_22": _BEACHES, "ap_23": _CASPIAN}.get(card, _TARGETS)
    some = dice.choice((0.0, 0.3, 0.95))
    document["uprisings"] = {
        place: dice.choice(_KINDS) for place in _TARGETS if dice.random() < some
    }
    while True:
        number = dice.choice((1, 1, 3, 3, 4))
        yield f"mark {','.join(dice.sample(pool, min(number, len(pool))))}"
