"""How a recorded position is written in our notation.

A record is one JSON object on a line. Its common fields are those of a position, in a notation of
its own: units, control, trenches, what has happened. Records of whole turns tell more: tracks,
offensives, actions.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from lexbelli import _core
from lexbelli.pursuit_of_glory.cards import Card
from lexbelli.pursuit_of_glory.position import SCHEMA, VERSION

__all__ = ["EVENT_CARDS", "OFFENSIVES", "SIDES", "Spaces", "document"]

SIDES: Final = ("ap", "cp")
_UPRISINGS: Final = {"pe": "persian", "arm": "armenian", "soviet": "soviet"}

# The event keys of a record -> the cards whose event has then happened. Keys that are not here
# are of no card, or only keep a count: `german_subs_turn`, `gorlice_tarnow_piece`, ...
EVENT_CARDS: Final[Mapping[str, str]] = {
    "russo_british_assault": Card.RUSSO_BRITISH_ASSAULT,
    "egyptian_coup": Card.EGYPTIAN_COUP,
    "secret_treaty": Card.SECRET_TREATY,
    "royal_navy_blockade": Card.ROYAL_NAVY_BLOCKADE,
    "project_alexandria": Card.PROJECT_ALEXANDRIA,
    "churchill_prevails": Card.CHURCHILL_PREVAILS,
    "kitchener": Card.KITCHENER,
    "arab_revolt": Card.ARAB_REVOLT,
    "lawrence": Card.LAWRENCE,
    "xinai": Card.MURRAY_TAKES_COMMAND,
    "kitcheners_invasion": Card.KITCHENERS_INVASION,
    "grand_duke_to_tiflis": Card.GRAND_DUKE_TO_TIFLIS,
    "the_serbs_return": Card.THE_SERBS_RETURN,
    "romania": Card.ROMANIA,
    "gallipoli_invasion": Card.GALLIPOLI_INVASION,
    "russian_winter_offensive": Card.RUSSIAN_WINTER_OFFENSIVE,
    "armenian_uprising": Card.ARMENIAN_UPRISING,
    "asquith_coalition": Card.ASQUITH_LLOYD_GEORGE_COALITION,
    "salonika_invasion": Card.SALONIKA_INVASION,
    "royal_flying_corps_permanent": Card.ROYAL_FLYING_CORPS,
    "jerusalem_by_christmas": Card.JERUSALEM_BY_CHRISTMAS,
    "war_weary_balkans": Card.WAR_WEARY_BALKANS,
    "greece_event_played": Card.GREECE,
    "arab_desertion": Card.ARAB_DESERTION,
    "turkish_war_weariness": Card.TURKISH_WAR_WEARINESS,
    "desperey": Card.DESPEREY,
    "allenby": Card.ALLENBY,
    "lloyd_george_takes_command": Card.LLOYD_GEORGE_TAKES_COMMAND,
    "jihad": Card.JIHAD,
    "sandstorms_mosquitoes": Card.SANDSTORMS_AND_MOSQUITOES,
    "goeben": Card.GOEBEN,
    "german_military_advisers": Card.GERMAN_MILITARY_MISSION,
    "persian_push": Card.PERSIAN_PUSH,
    "liberate_suez": Card.LIBERATE_SUEZ,
    "pan_turkism": Card.PAN_TURKISM,
    "indian_mutiny": Card.INDIAN_MUTINY,
    "djemeal_crushes_secret_societies": Card.DJEMAL_CRUSHES_SECRET_SOCIETIES,
    "fliegerabteilung": Card.FLIEGERABTEILUNG,
    "german_subs": Card.GERMAN_SUBS_IN_THE_MED,
    "german_intrigue_persia": Card.GERMAN_INTRIGUES_IN_PERSIA,
    "mission_to_afghanistan": Card.MISSION_TO_AFGHANISTAN,
    "gorlice_tarnow": Card.GORLICE_TARNOW,
    "verdun": Card.VERDUN,
    "bulgaria": Card.BULGARIA,
    "parvus_to_berlin": Card.PARVUS_TO_BERLIN,
    "townshend_to_lemnos": Card.TOWNSHEND_TO_LEMNOS,
    "apis": Card.APIS,
    "to_help_and_save_you": Card.TO_HELP_AND_SAVE_YOU,
    "talaat_pasha": Card.TALAAT_PASHA_REFORMS_CABINET,
    "yildrim": Card.YILDIRIM,
    "berlin_baghdad": Card.BERLIN_BAGHDAD_RAILROAD,
    "kaiserschlacht": Card.KAISERSCHLACHT,
    "caucasian_army_reforms": Card.CAUCASIAN_ARMY_REFORMS,
    "unrestricted_submarine_warfare": Card.UNRESTRICTED_SUBMARINE_WARFARE,
    "british_war_weariness": Card.BRITISH_WAR_WEARINESS,
}

# The mandated offensives of a record -> ours.
OFFENSIVES: Final[Mapping[str, str]] = {
    "russia": "ru",
    "british": "br_in_anz",
    "british_no_attack": "no_br_attacks",
    "mesopotamia": "meso_or_persia",
    "balkans": "balkans",
    "egypt": "egypt",
    "turkey": "tu",
    "enver": "enver_to_the_front",
}

# The entry of countries that units wait for on the map.
_AWAITED: Final = {"entry_bulgaria": "bulgaria", "entry_romania": "romania"}

# The stage of the Russian Revolution that removes the Russians.
_LAST_STAGE: Final = 4

# Countries whose spaces nobody controls before the card of their entry (18.8).
_ENTRY: Final = {"bu": Card.BULGARIA, "sb": Card.BULGARIA, "ro": Card.ROMANIA}


class Spaces:
    """What is needed to know of the map to read records."""

    def __init__(self, tables: _core.PursuitTables) -> None:
        self.tables = tables
        self._tolerate = [code for code, _ in tables.problem_codes()]
        rows = {space: tables.space(space) for space in tables.space_ids()}
        self.kind = {space: row["kind"] for space, row in rows.items()}
        self.colour = {space: row["colour"] for space, row in rows.items()}
        self.country = {space: row["country"] for space, row in rows.items()}
        self.awaited = {
            unit: _AWAITED.get(tables.unit(unit)["entry"]) for unit in tables.unit_ids()
        }
        self.forts = frozenset(space for space, row in rows.items() if row["fort"])

    def position(self, content: Mapping[str, Any]) -> _core.PursuitPosition:
        """Return the position of a document, with every problem of the set-up tolerated."""
        return _core.PursuitPosition.from_json(self.tables, json.dumps(content), self._tolerate)

    def intact_forts(self, destroyed: Sequence[str]) -> frozenset[str]:
        """Return the spaces with a fort that stands."""
        return self.forts - frozenset(destroyed)

    def control_lists(self, control: Mapping[str, str], events: Mapping[str, int]) -> Any:
        """Return the spaces whose control differs from the printed colour, by side.

        A record calls the spaces of a neutral country neutral; in our notation their colour says
        whose they will be, and the country's entry says from when on.
        """
        lists: dict[str, list[str]] = {"ap": [], "cp": [], "neutral": []}
        for space, side in control.items():
            if self.kind[space] in ("beachhead", "box"):
                continue
            entry = _ENTRY.get(self.country[space])
            if entry is not None and entry not in events:
                continue
            if side != self.colour[space]:
                lists[side].append(space)
        return lists


def document(raw: Mapping[str, Any], spaces: Spaces) -> dict[str, Any]:
    """Write the position of a record as our document."""
    events = {card: 0 for key, card in EVENT_CARDS.items() if raw["events_played"].get(key)}
    # Of these events alone the turn is asked.
    for card, key in ((Card.APIS, "apis"), (Card.KITCHENER, "kitchener")):
        if card in events:
            events[card] = int(raw["events_played"][key])
    neutrals = raw["neutrals"]
    for country, card in (("bulgaria", Card.BULGARIA), ("romania", Card.ROMANIA)):
        if neutrals[country]:
            events[card] = 0
        else:
            events.pop(card, None)
    if neutrals["persia_open"] and not events.keys() & {Card.SECRET_TREATY, Card.PERSIAN_PUSH}:
        events[Card.PERSIAN_PUSH] = 0
    units = _units(raw, spaces)
    placed = {unit for members in units.values() for unit in members}
    content = {
        "schema": SCHEMA,
        "version": VERSION,
        "scenario": "1914_campaign",
        "last_turn": 17,
        "turn": raw["turn"],
        "round": raw["round"],
        "phase": "action",
        "active": raw["active"],
        "units": units,
        "reduced": [unit for unit in raw["reduced"] if unit in placed],
        "control": spaces.control_lists(raw["control"], events),
        "ru_vp": raw["ru_control_markers"],
        "trenches": {
            space: {"level": level, "owner": owner}
            for space, (level, owner) in raw["trenches"].items()
        },
        "forts_destroyed": raw["forts_destroyed"],
        "beachheads": raw["beachheads"],
        "uprisings": {space: _UPRISINGS[kind] for space, kind in raw["uprisings"].items()},
        "mandated": {
            side: [{"offensive": OFFENSIVES[name], "met": False}] if name in OFFENSIVES else []
            for side, name in raw.get("mo", {}).items()
        },
        "events": events,
        "greece": neutrals["greece"],
        "collapsed": [
            country
            for country, key in (("romania", "romania_collapse"), ("serbia", "serbian_collapse"))
            if raw["events_played"].get(key)
        ],
        "revolution": {"stage": int(raw["ru_revolution"])},
    }
    cavalry = [
        unit
        for place, members in units.items()
        if spaces.kind[place] != "box" or place == "ap_reserve"
        for unit in members
        if unit.startswith("ru_cavalry")
    ]
    # Of the Russian cavalry one division stays (16.4.5.4-3).
    if int(raw["ru_revolution"]) >= _LAST_STAGE and len(cavalry) == 1:
        content["british_ru_cavalry"] = cavalry[0]
    if Card.MURRAY_TAKES_COMMAND in events:
        content["sinai_railroad"] = int(raw["events_played"]["xinai"])
    return content


def _units(raw: Mapping[str, Any], spaces: Spaces) -> dict[str, list[str]]:
    """Place the units of a record; those of a neutral country have no side and are left out.

    The units of neutral Greece stay: they bar the way to the Central Powers (18.8.1.1.c).
    """
    placed: dict[str, list[str]] = {}
    for unit, place in raw["pieces"].items():
        if spaces.kind[place] == "box" or _sided(raw, unit, spaces):
            placed.setdefault(place, []).append(unit)
    return placed


def _sided(raw: Mapping[str, Any], unit: str, spaces: Spaces) -> bool:
    """Has a unit on the map a side? Records of supply answer for every such unit."""
    if "supply" not in raw:
        awaited = spaces.awaited[unit]
        return awaited is None or bool(raw["neutrals"][awaited])
    return unit in raw["supply"] or (
        unit.startswith("gr_div") and raw["neutrals"]["greece"] == "neutral"
    )
