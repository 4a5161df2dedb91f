"""The counters: colours of nations, symbols of kinds and sizes, values."""

import re
from collections.abc import Mapping
from typing import Any, Final

from lexbelli.draw.counters import Counter, Tag
from lexbelli.twilight_of_the_habsburgs.drawing.chart import DRAWN

__all__ = ["ARMS", "OUT_OF_COMMAND", "counter"]

_COLOURS: Final = {
    "austrian": "#efdc8f",
    "landwehr": "#e9cf86",
    "honved": "#e6c79a",
    "domobrana": "#e2d6a2",
    "german": "#c6cbcd",
    "bavarian": "#bcd0d8",
    "italian": "#bfe0aa",
    "french": "#b5cdea",
    "british": "#e2cba2",
    "czech": "#d3b296",
}
# The symbols of the kinds of units, and what the key calls them.
ARMS: Final = {
    "infantry": "infantry",
    "alpine_infantry": "mountain infantry",
    "light_infantry": "light infantry",
    "assault_infantry": "assault infantry",
    "cavalry": "cavalry",
    "hq": "headquarters",
}
_SYMBOLS: Final = {
    "infantry": "infantry",
    "mountain": "alpine_infantry",
    "light": "light_infantry",
    "assault": "assault_infantry",
    "cavalry": "cavalry",
    "hq": "hq",
}
_SIZES: Final = {"hq": "army"}
# The marker of 4.1: drawn as it lies on the counter.
OUT_OF_COMMAND: Final = Tag("bad", "C", "bears the marker: out of command")
# What symbol, colour and marks of size say already.
_SAID: Final = re.compile(r"\b(?:Inf|Mtn|Assault|Light|Cav|Cavalry|Div|Bde|Corps|HQ)\b")
# Two words that would be too long still.
_SHORT: Final = {"Val Costeana": "V.Cost.", "Alpenkorps": "AlpKps", "Db": "Db", "Czech": "Czech"}


def counter(entry: Mapping[str, Any], where: str, states: Mapping[str, bool]) -> Counter:
    """Return a unit as it is drawn.

    Args:
        entry: What the tables say of it.
        where: How the place is called in which it is.
        states: Whether it is `reduced`, `entrenched`, `out_of_command`.
    """
    reduced, dug_in, lost = (states[key] for key in ("reduced", "entrenched", "out_of_command"))
    attack, defence, movement = entry["reduced" if reduced else "full"]
    if dug_in and entry["trench"]:
        attack, defence, movement = 0, entry["trench"][reduced], 0
    values = f"{attack}-{defence}-{movement}"
    words = [f"attack {attack}, defence {defence}, movement {movement}"]
    if entry["command_range"] is not None:
        values = f"{entry['command_range']}\u2009·\u2009{movement}"
        words = [f"command range {entry['command_range']}, movement {movement}"]
    told = (("reduced", reduced), ("in trench state", dug_in), ("out of command", lost))
    words += [word for word, there in told if there]
    kind = f"{entry['nation'].replace('_', ' ')} {entry['kind']} {entry['size']}"
    kind = kind.removesuffix(" hq") if entry["kind"] == "hq" else kind
    return Counter(
        id=entry["id"],
        side=DRAWN[entry["side"]],
        colour=_COLOURS[entry["nation"]],
        symbol=_SYMBOLS[entry["kind"]],
        size=_SIZES.get(entry["size"], entry["size"]),
        label=_label(entry["name"]),
        values=values,
        reduced=reduced,
        said=f"{entry['name']} ({kind}; {', '.join(words)}) in {where}",
        dug_in=dug_in,
        marker=OUT_OF_COMMAND if lost else None,
    )


def _label(name: str) -> str:
    """Return what stands on a counter: the name without its nation, kind and size."""
    _, _, stem = name.partition(" ")
    said = " ".join(_SAID.sub(" ", stem).split()) or stem.split()[0]
    for long, short in _SHORT.items():
        said = said.replace(long, short)
    return said
