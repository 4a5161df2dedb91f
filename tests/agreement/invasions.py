"""Positions in which the navy fires on forts, and the CP leaves a port (18.11, 9.5.1.a)."""

import random
from collections.abc import Iterator
from typing import Any, Final

from agreement.crowd import atlas
from agreement.late_events import event, put

__all__ = ["bombardment", "evacuation"]

Document = dict[str, Any]

_FORTS: Final = (
    *("seddul_bahr", "kum_kale", "maidos", "canakkale", "gallipoli", "the_bosphorus_forts"),
)
_PORTS: Final = ("baku", "enzeli", "central_asia")
_TURKS: Final = (
    *("tu_ix_corps", "tu_x_corps", "tu_i_corps", "tu_div_1", "tu_div_2", "tu_cavalry_1"),
    *("tu_enver_hq", "ge_mackensen_hq", "tu_army_of_islam_hq", "kurds_1", "ge_div_1"),
    *("tu_a_div_1", "ge_heavy_artillery"),
)
_RUSSIANS: Final = ("ru_div_1", "ru_div_2", "ru_cavalry_1", "ru_i_caucasian", "br_div_1")


def bombardment(document: Document, dice: random.Random) -> Iterator[str]:
    """CHURCHILL PREVAILS: the navy is somewhere on its way."""
    event(document, "ap", "ap_13")
    document["agenda"][-1]["step"] = dice.choice((0, 0, 0, 1, 3))
    fallen = [fort for fort in _FORTS if dice.random() < dice.choice((0.2, 0.6))]
    held = [fort for fort in fallen if dice.random() < 0.3]
    document["forts_destroyed"] = fallen
    if dice.random() < 0.1:
        held.append("constantinople")
    document["control"] = {"ap": held}
    while True:
        yield f"bombard {dice.choice((*_FORTS, *_FORTS, 'constantinople', 'batum', 'fao'))}"


def evacuation(document: Document, dice: random.Random) -> Iterator[str]:
    """GRAND DUKE TO TIFLIS: the CP leaves a port."""
    event(document, "ap", "ap_23")
    port = dice.choice(_PORTS)
    upon = {"frame": "evacuation", "side": "cp", "place": port}
    document["agenda"][-1] |= {"step": 2, "place": port}
    document["agenda"].append(upon)
    document["events"] = {**document.get("events", {}), "cp_10": dice.choice((1, 2))}
    if dice.random() < 0.5:
        document["events"]["cp_33"] = 2
    near = _around(port, 2)
    held: dict[str, list[str]] = {"ap": [], "cp": [port]}
    for place in near:
        if dice.random() < 0.8:
            held[dice.choice(("ap", "cp", "cp"))].append(place)
    document["control"] = held
    crowd = dice.choice((0.3, 0.8))
    put(document, _TURKS, dice, (port,), (port,), near, chance=crowd + 0.1)
    put(document, _RUSSIANS, dice, near, ("odessa",), chance=crowd)
    while True:
        unit = dice.choice((*_TURKS, *_TURKS, *_RUSSIANS))
        first = dice.choice(_around(port, 1))
        path = [first]
        if dice.random() < 0.55:
            path.append(dice.choice(_around(first, 1)))
        if dice.random() < 0.05:
            path.append(dice.choice(near))
        yield f"retreat {unit} by {','.join(path)}"


def _around(place: str, steps: int) -> tuple[str, ...]:
    """The places that so many lines lead to, or fewer."""
    found, edge = {place}, {place}
    for _ in range(steps):
        edge = {other for one in edge for other in atlas().near.get(one, ())} - found
        found |= edge
    return tuple(sorted(found - {place}))
