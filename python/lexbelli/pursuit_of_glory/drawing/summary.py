"""The state of the war in words: what neither the map nor a track shows."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from lexbelli.pursuit_of_glory import status_text

if TYPE_CHECKING:
    from lexbelli.pursuit_of_glory.position import Position

__all__ = ["summary"]

# Keys of the document that the map, a track, a counter or a line of ours shows, and those that only
# the rules have to remember.
_SHOWN: Final = {
    *("trenches", "forts destroyed", "beachheads", "beachheads new", "uprisings", "ru vp"),
    *("arriving", "tracks", "commitment", "mandated", "replacements", "events", "attacking"),
    *("acted", "fought", "retreated", "attacked", "stacks", "actions"),
}
_TRACKS: Final = (("ru_vp", "RU VP"), ("combined_war_status", "combined war status"),
                  ("mo_modifier", "mandated offensives, modifier"))  # fmt: skip
_LABELS: Final = {"sinai railroad": "Sinai railroad, turn", "max tu rp": "most Turkish RP"}
# Letters that are short for something, wherever they stand alone.
_NAMES: Final = {"serbia", "bulgaria", "romania", "egypt", "india", "afghanistan"}
_SHORT: Final = {"ap", "cp", "tu", "rp", "ops", "vp"}


def summary(position: "Position") -> list[tuple[str, str]]:
    """Return the state of the war as lines of a label and a value, without what is not there."""
    setup = position.setup()
    tracks = setup.get("tracks", {})
    cards = setup.get("cards", {})
    outline = dict(position.outline())
    piles = {f"{side} {zone}".replace("_", " ") for side in cards for zone in cards[side]}
    lines = [
        ("phase", outline.pop("phase")),
        *((said, str(tracks[key])) for key, said in _TRACKS if tracks.get(key)),
        ("commitment", _pairs(setup.get("commitment", {}))),
        ("mandated offensives", _offensives(setup.get("mandated", {}))),
        ("replacement points", _pairs({key: points for key, points
                                       in setup.get("replacements", {}).items() if points})),
        *((f"events of the {side.upper()}", _events(setup.get("events", {}), side))
          for side in ("ap", "cp")),
        *((f"cards of the {side.upper()}", _cards(zones)) for side, zones in cards.items()),
        *((_LABELS.get(label, _words(label)), _words(said)) for label, said in outline.items()
          if label not in _SHOWN | piles and said not in ("0", "none", "used no")),
    ]  # fmt: skip
    return [(f"{label[:1].upper()}{label[1:]}", said) for label, said in lines if said]


def _pairs(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{key.replace('_', ' ').upper()} {said}" for key, said in values.items())


def _offensives(mandated: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    return ", ".join(
        f"{side.upper()} {each['offensive'].replace('_', ' ').upper()}"
        + (" (met)" if each["met"] else "")
        for side, offensives in mandated.items()
        for each in offensives
    )


def _events(events: Mapping[str, int], side: str) -> str:
    """Name the cards of a side whose events have happened, with the turn if it is known."""
    found = []
    for card, turn in sorted(events.items()):
        owner, _, number = card.partition("_")
        if owner == side:
            found.append(number.lstrip("0") + (f" (turn {turn})" if turn else ""))
    return ", ".join(found)


def _cards(zones: Mapping[str, Any]) -> str:
    """Count the cards of a side; those that lie open are named."""
    return ", ".join(
        f"{zone.replace('_', ' ')} {number}"
        + (f" ({', '.join(known)})" if zone == "face_up" else "")
        for zone, known, number in status_text.piles(zones)
        if number
    )


def _words(text: str) -> str:
    words = text.replace("_", " ").split(" ")
    return " ".join(
        word.upper() if word in _SHORT else word.capitalize() if word in _NAMES else word
        for word in words
    )
