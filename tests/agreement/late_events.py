"""Positions in which events ask for corps or bring units back, or may be countered (9.5.1.a)."""

import random
from collections.abc import Iterator
from typing import Any, Final

__all__ = ["counter", "event", "exchange", "put", "relief", "treachery"]

Document = dict[str, Any]

_ACTION: Final = ({"frame": "turn"}, {"frame": "phase", "phase": "action"}, {"frame": "round"})
_TURKS: Final = (
    *("tu_ix_corps", "tu_x_corps", "tu_xi_corps", "tu_i_corps", "tu_a_vi_corps", "tu_iii_corps"),
    *("tu_div_1", "tu_div_2", "tu_div_3", "tu_div_4", "tu_a_div_1", "tu_a_div_2", "tu_elite_div_1"),
)
_NO_TURKS: Final = (
    *("tu_cavalry_1", "tu_a_camel_corps", "bu_1_army", "kurds_1", "tu_army_of_islam_hq"),
    *("ge_div_1", "in_div_1", "tu_stanke_bey"),
)
_CENTRAL: Final = (
    *("ah_viii_corps", "ah_xxii_r_corps", "ah_div_1", "ah_div_4", "ge_iv_r_corps", "ge_div_1"),
    *("ge_alpenkorps", "ge_bu_xi_army", "bu_ah_combined_div", "ge_yildirim_1"),
)
_NO_CENTRAL: Final = (
    *("ge_mackensen_hq", "ge_heavy_artillery", "tu_div_1", "bu_div_1", "ge_georgian_protectorate"),
    *("in_div_1",),
)
_GROUND: Final = ("erzincan", "mus", "bitlis", "ankara", "damascus", "sivas", "mosul")
_BOXES: Final = (
    *("cp_reserve", "cp_reserve", "cp_corps_assets", "cp_corps_assets", "cp_eliminated"),
    *("cp_permanently_eliminated", "cp_removed_from_game"),
)
_LOST: Final = ("cp_eliminated", "cp_permanently_eliminated", "cp_removed_from_game")


def put(
    document: Document,
    units: tuple[str, ...],
    dice: random.Random,
    *where: Any,
    chance: float = 0.85,
) -> None:
    """Units stand in one of several places, or nowhere."""
    for members in document["units"].values():
        members[:] = [unit for unit in members if unit not in units]
    for unit in units:
        if dice.random() < chance:
            place = dice.choice(dice.choice(where))
            document["units"].setdefault(place, []).append(unit)


def event(document: Document, side: str, card: str, *upon: dict[str, Any]) -> None:
    """A side plays a card as an event, and it is being carried out."""
    for key in ("phase", "active", "ops", "step", "siege_rolled"):
        document.pop(key, None)
    action = {"frame": "action", "side": side}
    document["agenda"] = [*_ACTION, action, {"frame": "event", "side": side, "card": card}, *upon]


def counter(document: Document, dice: random.Random) -> Iterator[str]:
    """GREECE has been played, and the CP may counter it."""
    event(document, "ap", "ap_45", {"frame": "counter", "side": "cp"})
    document["events"] = {**document.get("events", {}), "ap_45": document["turn"]}
    held = ["cp_16", "cp_04", "cp_36", "cp_10"]
    dice.shuffle(held)
    document["cards"] = {"cp": {"hand": held[: dice.randint(1, 4)]}}
    while True:
        card = dice.choice(("cp_16", "cp_16", "cp_16", *held, "ap_03"))
        yield f"play {card}{dice.choice((' for event', ' for event', ' for sr', ' for rp', ''))}"


def exchange(document: Document, dice: random.Random) -> Iterator[str]:
    """CAUCASIAN ARMY REFORMS asks for four corps."""
    event(document, "cp", "cp_52")
    put(document, (*_TURKS, *_NO_TURKS), dice, _GROUND, _GROUND, _BOXES)
    pool = (*_TURKS, *_TURKS, *_TURKS, *_NO_TURKS)
    while True:
        if dice.random() < 0.3:
            lcus = dice.randint(1, 4)
            scus = 3 * (4 - lcus) if dice.random() < 0.8 else dice.randint(0, 7)
            chosen = dice.sample(_TURKS[:6], lcus) + dice.sample(_TURKS[6:], min(scus, 7))
            yield "; ".join(f"eliminate {unit}" for unit in chosen)
        yield f"eliminate {dice.choice(pool)}"


def relief(document: Document, dice: random.Random) -> Iterator[str]:
    """TO HELP AND SAVE YOU brings units back."""
    event(document, "cp", "cp_40")
    put(document, (*_CENTRAL, *_NO_CENTRAL), dice, _LOST, _LOST, _GROUND, _BOXES)
    while True:
        unit = dice.choice((*_CENTRAL, *_CENTRAL, *_NO_CENTRAL))
        yield f"enter {unit} {dice.choice(('galicia',) * 6 + ('belgrade', 'cp_reserve'))}"


_GREEKS: Final = ("gr_div_1", "gr_div_2", "gr_div_3")
_NEAR: Final = ("veles", "strumica", "xanthi", "the_struma", "doiran", "ft_rupel", "sofia")
_COME: Final = (
    *("bu_1_army", "bu_2_army", "bu_div_1", "bu_div_2", "bu_div_3", "tu_i_corps", "ge_yildirim_1"),
    *("ge_mackensen_hq", "ge_falkenhayn_hq", "ge_heavy_artillery", "ah_div_1", "ge_div_1"),
)
_STAY: Final = ("br_div_1", "sb_div_1", "fr_div_1", "gr_br_corps_of_national_defense")


def treachery(document: Document, dice: random.Random) -> Iterator[str]:
    """TREACHERY AT FORT RUPEL sends the Greeks away, and the CP may enter."""
    event(document, "cp", "cp_17")
    document["events"] = {**document.get("events", {}), "cp_33": 2, "cp_45": 3}
    document.pop("control", None)
    homes = (("doiran", "ft_rupel"), ("doiran", "ft_rupel"), ("athens", "lamia"))
    put(document, _GREEKS, dice, *homes)
    put(document, _COME, dice, _NEAR, _NEAR, _BOXES)
    put(document, _STAY, dice, ("lamia", "athens", "salonika", "nis"), ("doiran", "lemnos"))
    while True:
        unit = dice.choice((*_GREEKS, *_GREEKS, *_GREEKS, *_COME, *_STAY))
        at = ("lamia", "athens", "lamia", "athens", "larissa")
        if unit not in _GREEKS:
            at = ("doiran", "ft_rupel", "doiran", "ft_rupel", "veles")
        yield f"enter {unit} {dice.choice(at)}"
