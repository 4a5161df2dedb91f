"""The counters of Pursuit of Glory: colours of nations, names short enough, values."""

import re
from collections.abc import Mapping
from typing import Final

from lexbelli.draw.counters import Counter

__all__ = ["SIDES", "counter"]

# Sides as the themes know them.
SIDES: Final = {"ap": "first", "cp": "second", "special": "third", "neutral": "neutral"}

_COLOURS: Final = {
    "br": "#ecd9ad", "in": "#dfe0ab", "anz": "#eccb9f", "fr": "#bcd4f0", "ru": "#bbdcb2",
    "it": "#d3e6c8", "gr": "#c4e0ee", "ro": "#f3e594", "sb": "#ddd0c0", "pe": "#d8e6c0",
    "arm": "#d9cbe8", "arab_revolt": "#d7e2b4",
    "tu": "#f3bda8", "tua": "#f8d6c2", "ge": "#c9ccce", "ah": "#d9dad0", "bu": "#dfc0da",
    "geo": "#d9cbe8", "tribe": "#e9b987", "afghan": "#e9b987", "central_asian": "#e9b987",
    "egyptian": "#e9b987", "indian_mutiny": "#e9b987",
}  # fmt: skip
_OTHER: Final = "#e6e6e6"

_SIZES: Final = {"lcu": "corps", "scu": "division"}

# Words that the symbol says already.
_SAID: Final = re.compile(r"\b(?:Corps|DIV|Elite|Cavalry|HQ|Camel|Army|Uprising)\b|#")

# Names that would be too long still; counters of one nation look alike, so that it may be left out.
_SHORT: Final = {
    "ANZ ANZAC": "ANZAC", "ANZ Desert Corps": "Desert", "Arab Revolt Faisal": "Faisal",
    "BR Arab Northern Army": "Arab N", "BR Dunsterforce": "Dunster", "BR IN Garrison": "Garr",
    "BR Persian Cordon": "Cordon", "BR Royal Navy Armored Cars": "RN AC",
    "BR/PE South Persia Rifles": "SPR", "FR Army Orient 1": "Orient 1",
    "FR Army Orient 2": "Orient 2",
    "GR/BR Corps of National Defense": "Nat Def", "RU 2/4 Special": "RU 2/4",
    "RU Black Sea DIV": "BlackSea", "RU Caucasian Cav": "RU Cauc", "RU Danube Army": "Danube",
    "RU Dobrudja": "Dobrudja", "RU/PE Persian Cossacks": "Cossacks", "RU VII Caucasian": "VII Cauc",
    "RU I Caucasian": "I Cauc", "RU IV Caucasian": "IV Cauc", "RU V Caucasian": "V Cauc",
    "SB Garrison": "SB Garr", "RU II Turkistani": "II Turk", "RU/PE Police North": "Police N",
    "RU/SB Yugoslav DIV": "Yugosl", "ARM Transcaucasian": "ARM", "BU/AH Combined DIV": "BU/AH",
    "GE Alpenkorps": "Alpenk", "GE Georgian Protectorate": "Georgia", "GE IX Army": "GE IX",
    "GE Schmettow": "Schmett", "GE Yildirim": "Yild", "GE/BU XI Army": "GE XI",
    "GE Heavy Artillery": "GE Hvy", "GEO Transcaucasian": "GEO", "Egypt Rebel": "Rebel",
    "Indian Mutiny": "Mutiny", "NW Frontier": "NWF", "TU Stanke Bey": "Stanke",
    "TU-A Left Wing Gp": "LeftWg", "Afghan Uprising": "Afghan", "Central Asia Uprising": "C Asia",
    "Armenian Uprising": "Armen", "TU 1 Caucasian": "1 Cauc", "TU 2 Caucasian": "2 Cauc",
    "Arab Revolt": "Arab", "BR Allenby HQ": "Allenby", "GE Falkenhayn HQ": "Falkenh",
    "GE Mackensen HQ": "Mackens", "TU Army of Islam HQ": "Islam", "FR d'Esperey HQ": "Esperey",
    "IN Bikanir Camel": "Bikanir", "Tangistani": "Tangist",
}  # fmt: skip


def counter(row: Mapping[str, str], reduced: bool, where: str) -> Counter:
    """Return a unit as it is drawn.

    Args:
        row: Its row of `units.csv`.
        reduced: Whether it is reduced.
        where: The name of the place where it is.
    """
    nation = row["nations"].partition("|")[0]
    face = "reduced_" if reduced else ""
    values = "-".join(row[f"{face}{value}"] or "·" for value in ("cf", "lf", "mf"))
    words = values
    if row["class"] in ("hq", "artillery"):
        drm = row["reduced_hq_drm" if reduced else "hq_drm"] or "0"
        values = f"+{drm} · {row[f'{face}mf']}"
        words = f"+{drm} to combat, moves {row[f'{face}mf']}"
    side = row["side"]
    if nation == "gr" and row["side"] not in SIDES:
        side = "neutral"
    kind = row["type"].replace("_", " ")
    state = "reduced, " if reduced else ""
    return Counter(
        id=row["id"],
        side=SIDES.get(side, "third"),
        colour=_COLOURS.get(nation, _OTHER),
        symbol=row["type"],
        size=_SIZES.get(row["size"], ""),
        label=short(row["name"], row["type"]),
        values=values,
        reduced=reduced,
        said=f"{row['name']} ({kind}, {state}{words}) in {where}",
    )


def short(name: str, kind: str) -> str:
    """Return what stands on a counter: the name without what its symbol says."""
    stem, number = re.fullmatch(r"(.*?)(?: #(\d+))?", name, re.DOTALL).groups()  # type: ignore[union-attr]
    if stem in _SHORT:
        return f"{_SHORT[stem]} {number}" if number else _SHORT[stem]
    said = " ".join(_SAID.sub(" ", name).split())
    if kind == "hq":
        said = said.partition(" ")[2] or said
    return said or name
