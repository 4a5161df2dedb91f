"""What events do, in words; the words of `events.toml` are explained in its README."""

import re
from typing import Final

__all__ = ["choices", "effect_in_words"]

# The effects without arguments, and those with, in which {0}, {1} and {2} stand.
_EFFECTS: Final = {
    "eliminates": "a unit ({0}, {1}) is eliminated for good",
    "removes": "a unit ({0}, {1}) leaves the game",
    "vp": "VP {0:+}",
    "jihad": "Jihad level {0:+}",
    "negated_by": "VP +{0}, less what the AP negates with up to {1} divisions",
    "negated_by_lcu": "VP +{0}, unless an LCU ({1}) leaves the map for {2} turns",
    "countered": "the CP may counter it",
    "greece": "Greece allies with the AP",
    "king_constantine": "Greece allies with the CP, if it has come so far",
    "exchanges": "{0} corps of the Turks are given up",
    "enver_stays": "Enver's offensive is cancelled",
    "treachery": "Greeks leave Doiran and Fort Rupel, and the CP may enter",
    "relief": "lost AH and GE units may come back to Galicia",
    "tribes_recover": "eliminated tribes go back to their key, and others are at full strength",
    "entry": "the country enters the war",
    "activates": "free activation ({0})",
    "provokes": "up to {0} stacks of Turks must attack",
    "marks": "places are marked ({0}, {1})",
    "spends": "{1} RPs ({0}) are spent at once",
    "records": "RPs ({0}) {1:+}",
    "loses": "recorded RPs ({0}) -{1}",
    "batums_fort": "a die may destroy the fort of Batum",
    "max_tu_rp": "Max TU RP marker on {0}",
    "cp_automatic_victory": "CP Automatic Victory marker on {0}",
    "cp_automatic_victory_by": "CP Automatic Victory marker {0:+}",
    "cp_offensives_lapse": "mandated offensives of the CP that are not met lapse",
    "reinforcements": "units enter",
    "trenches": "{0} trenches ({1} or {2})",
    "mo_modifier": "MO modifier of the AP {0:+}",
    "sinai_railroad": "the Sinai railroad is finished in {0} turns",
    "parvus": "the markers of the Revolution go on the turn track",
    "every_turn": "RPs ({0}) {1:+} every turn",
    "looks_at_hand": "up to {} cards of the other hand are drawn, looked at and given back",
    "open_hand": "the other player shows his hand for the rest of the turn",
    "cyprus": "Cyprus becomes an island base of the AP",
    "beachheads_leave": "beachhead markers still to be placed are no more",
    "beachheads": "beachhead markers in reserve +{0}",
    "redeploys": "units redeploy ({0})",
    "evacuates": "CP units leave the port that is marked",
    "straits": "the navy fires on the forts of the straits",
    "shelling": "the navy may shell Constantinople",
    "bosphorus": "the navy may try the Bosphorus Forts",
    "ops": "the card's OPS are spent",
    "ops_for": "the card's OPS are spent ({0})",
    "lasts": "what it allows or forbids begins",
}
_TERM: Final = re.compile(r"(\w+)(?:[(:](.*?)\)?)?")


def effect_in_words(effect: str) -> str:
    """Say an effect of an event: `vp(-1)`, or `vp:-1` as in `events.toml`, is `VP -1`.

    Raises:
        KeyError: It is none.
    """
    found = _TERM.fullmatch(effect)
    name, args = (effect, None) if found is None else found.groups()
    values = [_value(arg) for arg in (args or "").split(",")]
    return _EFFECTS[name].format(*values)


def _value(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text.replace("_", " ")


def choices(kind: str, side: str | None) -> str:
    """Say who or what decides on an effect: a side, by a decision of a kind, or a die."""
    return "a die decides" if side is None else f"{side.upper()} chooses ({kind})"
