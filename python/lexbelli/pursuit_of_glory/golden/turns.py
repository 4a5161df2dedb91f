"""What records of whole turns tell besides the common fields, written as keys of our document."""

import math
from collections.abc import Mapping
from typing import Any, Final

from lexbelli.pursuit_of_glory.golden.notation import EVENT_CARDS, OFFENSIVES, SIDES

__all__ = ["LAST_ROUND", "kind_of", "of_turns", "owed", "points_of", "with_actions", "with_cards"]

LAST_ROUND: Final = 6
_LAST_TURN: Final = 17
# The kinds of actions of a record -> ours.
_KINDS: Final[Mapping[str, str]] = {
    "event": "event",
    "ops": "ops",
    "sr": "sr",
    "rps": "rp",
    "one_op": "one_ops",
}
# What a record calls the points of allies, by side -> what we do; the others have one name.
_ALLIED: Final[Mapping[str, str]] = {"ap": "ap_allied", "cp": "cp_allied"}
# The flag of a document while an offensive of Enver to the Front is to be met (7.2.enver).
_ENVER: Final = "enver_offensive"
# The piles of a record -> ours.
_PILES: Final[Mapping[str, str]] = {
    "hand": "hand",
    "deck": "deck",
    "discard": "discard",
    "removed": "removed",
    "retained": "face_up",
}


def of_turns(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Write what the records of whole turns tell of tracks, offensives and what lasts."""
    more, status = raw["more"], raw["war_status"]
    met = more["mo_detail"]
    told: dict[str, Any] = {
        "tracks": {
            "vp": raw["vp"],
            "jihad": raw["jihad"],
            "ru_vp": more["russian_vp"],
            "war_status_ap": status["ap"],
            "war_status_cp": status["cp"],
            "combined_war_status": more["combined_war"],
            "mo_modifier": met["ap_drm"],
        },
        "commitment": {side: status[f"commit_{side}"] for side in SIDES},
        "mandated": {side: owed(raw, side) for side in SIDES},
        "revolts": list(more.get("revolts", {})),
    }
    events = raw["events_played"]
    if events.get("royal_navy_blockade") and not more.get("blockade_vp_penalty_active"):
        told["flags"] = ["blockade_ended"]
    christmas = events.get("jerusalem_by_christmas")
    if isinstance(christmas, Mapping):
        told["christmas"] = {"space": christmas["target_space"], "turn": christmas["turn"]}
    starts = events.get("russian_revolution_timer")
    if starts and not raw["ru_revolution"]:
        parvus = int(events["parvus_to_berlin"])
        czar = min(_LAST_TURN, parvus + max(0, more["russian_vp"]))
        told["revolution"] = {"stage": 0, "parvus": parvus, "revolution": starts, "czar": czar}
    return told


def owed(raw: Mapping[str, Any], side: str) -> list[dict[str, Any]]:
    """The offensives of a side; of Enver to the Front both."""
    name, detail = raw["mo"][side], raw["more"]["mo_detail"]
    enver = detail.get("enver")
    if name == "enver" and enver:
        return [
            {"offensive": OFFENSIVES[enver[which]], "met": bool(enver[f"{which}_fulfilled"])}
            for which in ("first", "second")
            if enver.get(which)
        ]
    if name not in OFFENSIVES:
        return []
    return [{"offensive": OFFENSIVES[name], "met": bool(detail[f"{side}_fulfilled"])}]


def with_actions(raw: Mapping[str, Any], content: Mapping[str, Any]) -> dict[str, Any]:
    """Add to a document what is told of the turn: tracks, actions, when events happened."""
    more = raw["more"]
    told = {**content, **of_turns(raw)}
    told["actions"] = [
        {"round": number, "side": side, "kind": _KINDS[action["type"]]}
        | ({"card": action["card"]} if action.get("card") else {})
        for number in range(1, LAST_ROUND + 1)
        for side in SIDES
        if (action := more["actions"][side][number])
    ]
    if raw["mo"]["cp"] == "enver" and not more["mo_detail"]["cp_cancelled"]:
        told["flags"] = [*told.get("flags", ()), _ENVER]
    told["beachheads_in_reserve"] = more["unplaced_beachheads"]
    told["events"] = {**content["events"], **_dated(raw, told)}
    return told


def _dated(raw: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, int]:
    """Return the turns of events, as far as they are told."""
    played = raw["events_played"]
    turns = {card: played.get(key) for key, card in EVENT_CARDS.items() if card in told["events"]}
    known = {
        card: turn for card, turn in turns.items() if turn and not isinstance(turn, bool | dict)
    }
    now = {one["card"]: int(raw["turn"]) for one in told["actions"] if one["kind"] == "event"}
    return {card: int(turn) for card, turn in known.items() if turn <= raw["turn"]} | now


def with_cards(raw: Mapping[str, Any], content: Mapping[str, Any]) -> dict[str, Any]:
    """Add to a document the turn, the piles of cards, and the replacement points of the record."""
    more = raw["more"]
    told = with_actions(raw, content)
    told["cards"] = {
        side: {ours: more["cards"][side][theirs] for theirs, ours in _PILES.items()}
        for side in SIDES
    }
    told["replacements"] = points_of(more)
    if more.get("tu_rp_limit") is not None:
        told["max_tu_rp"] = int(more["tu_rp_limit"])
    return told


def points_of(more: Mapping[str, Any]) -> dict[str, int]:
    """Return the replacement points that are told, by our kinds; halves are rounded down."""
    return {
        kind_of(side, kind): math.floor(number)
        for side in SIDES
        for kind, number in more[f"rp_{side}"].items()
    }


def kind_of(side: str, kind: str) -> str:
    """Return what we call a kind of replacement points of a side."""
    return _ALLIED[side] if kind == "a" else kind
