"""The counters of Pursuit of Glory: colours of nations, names short enough for a counter, values."""

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

# Words that the symbol says already, and words that are too long.
_SAID: Final = re.compile(r"\b(?:Corps|DIV|Elite|Cavalry|HQ|Camel|Army(?= of)|Uprising)\b|#")
_SHORT: Final = {
    "Caucasian": "Cauc", "Garrison": "Gar", "Royal Navy Armored Cars": "RNAC", "Persian": "Pers",
    "Heavy Artillery": "Hvy Art", "Georgian Protectorate": "Georgia", "Central Asia": "C Asia",
    "of National Defense": "Nat Def", "South Persia Rifles": "SPR", "Turkistani": "Turk",
    "Arab Northern": "Arab N", "Northern": "N", "Protectorate": "Prot", "Dunsterforce": "Dunster",
    "Revolt": "Rev", "Mackensen": "Mackens.", "Falkenhayn": "Falkenh.", "Tangistani": "Tangist.",
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
    said = name
    for long, less in _SHORT.items():
        said = said.replace(long, less)
    said = " ".join(_SAID.sub(" ", said).split())
    if kind == "hq":
        said = said.partition(" ")[2] or said
    return said.replace("ANZ ANZAC", "ANZAC") or name
