"""Recorded answers of other implementations, and how their positions are written in ours.

A record is one JSON object on a line: a position in its own notation, and the answers given for
it. The types that are read are `supply`, `supply_perturbed`, `legal`, `combat`, `combat_played`
and, of some phases (`golden_phases`), `phase`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lexbelli import _core
from lexbelli.errors import BadInput
from lexbelli.files import json_of, read_lines
from lexbelli.pursuit_of_glory.cards import Card
from lexbelli.pursuit_of_glory.courses import Course
from lexbelli.pursuit_of_glory.golden_events import Playable, positions
from lexbelli.pursuit_of_glory.golden_events import document as events_document
from lexbelli.pursuit_of_glory.golden_phases import OFFENSIVES, PHASES, Phase
from lexbelli.pursuit_of_glory.golden_phases import document as phase_document
from lexbelli.pursuit_of_glory.golden_phases import read as read_phase
from lexbelli.pursuit_of_glory.position import SCHEMA, VERSION

__all__ = [
    "EVENT_CARDS",
    "PURPOSES",
    "Choices",
    "Fought",
    "Record",
    "Spaces",
    "Unread",
    "read_records",
]

_TYPES: Final = (
    *("supply", "supply_perturbed", "legal", "combat", "combat_played", "phase"),
    "legal_events",
)

# What a place is activated for.
PURPOSES: Final = ("move", "attack", "attack_with_br")

# The statuses of a record -> ours.
_STATUS: Final = {
    "full": "full",
    "limited": "limited",
    "disrupted": "disrupted",
    "limited+disrupted": "limited_disrupted",
    "oos": "oos",
}
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

# The entry of countries that units wait for on the map.
_AWAITED: Final = {"entry_bulgaria": "bulgaria", "entry_romania": "romania"}

# The stage of the Russian Revolution that removes the Russians.
_LAST_STAGE: Final = 4

# Countries whose spaces nobody controls before the card of their entry (18.8).
_ENTRY: Final = {"bu": Card.BULGARIA, "sb": Card.BULGARIA, "ro": Card.ROMANIA}


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded position with its answers.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        supply: The recorded status of every unit, in our words.
        flips: The recorded spaces without supply, less those with an intact fort, which hold.
        asked: The spaces for which the record answers: those that a side controls.
        costs: By side and place what an activation costs, by purpose; 0 if it cannot be.
    """

    id: str
    position: _core.PursuitPosition
    supply: Mapping[str, str]
    flips: frozenset[str]
    asked: frozenset[str]
    costs: Mapping[str, Mapping[str, Mapping[str, int]]]


@dataclass(frozen=True, slots=True)
class Choices:
    """A recorded position with what its side to act may do.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        ops: The OPS there are to spend.
        costs: By side and place what an activation costs, by purpose; 0 if it cannot be.
        offered: By purpose the places that may be activated.
        targets: By unit what it may attack alone.
        mover: The unit whose steps are recorded, its space alone activated.
        first: Where its first step may lead.
        stops: Where it may stop, and the movement points spent; None if that was not asked.
        truncated: Whether only some of the stops were looked for.
    """

    id: str
    position: _core.PursuitPosition
    ops: int
    costs: Mapping[str, Mapping[str, Mapping[str, int]]]
    offered: Mapping[str, frozenset[str]]
    targets: Mapping[str, frozenset[str]]
    mover: str
    first: frozenset[str]
    stops: Mapping[str, int] | None
    truncated: bool


@dataclass(frozen=True, slots=True)
class Fought:
    """A recorded battle with its figures.

    Attributes:
        id: The record's own name.
        position: Its position, with every problem of the set-up tolerated.
        target: The place attacked.
        attack: The battle as text, without cards; a region's defenders are named.
        cards: The cards played, each with its side.
        asked: By what is asked and of whom the recorded answer, in our words.
        rolls: By whom, the die he rolled, where only its loss number is recorded.
        flanked: Whether a flank attempt succeeded (12.4.3); None if there was none.
        course: The battle after its dice.
        first_losses: By role and loss number the units, or `FORT`, that may lose the first step.
        retreats: By defender where it may retreat to, by a space and alone.
    """

    id: str
    position: _core.PursuitPosition
    target: str
    attack: str
    cards: tuple[tuple[str, str], ...]
    asked: Mapping[tuple[str, str | None], str]
    rolls: Mapping[str, int]
    flanked: bool | None
    course: Course
    first_losses: Mapping[tuple[str, int], frozenset[str]]
    retreats: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Unread:
    """A line of a file that is no record.

    Attributes:
        where: The file and the line.
        why: What is wrong with it.
    """

    where: str
    why: str


class Spaces:
    """What is needed to know of the map to read records."""

    def __init__(self, tables: _core.PursuitTables) -> None:
        rows = {space: tables.space(space) for space in tables.space_ids()}
        self.kind = {space: row["kind"] for space, row in rows.items()}
        self.colour = {space: row["colour"] for space, row in rows.items()}
        self.country = {space: row["country"] for space, row in rows.items()}
        self.awaited = {
            unit: _AWAITED.get(tables.unit(unit)["entry"]) for unit in tables.unit_ids()
        }
        self.forts = frozenset(space for space, row in rows.items() if row["fort"])

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


def read_records(
    path: str, tables: _core.PursuitTables, spaces: Spaces
) -> Iterator[Record | Choices | Fought | Phase | Playable | Unread | str]:
    """Read a file of records, packed or not.

    Yields:
        Each record of supply, of choices, of a battle, of a phase or of events; of another, its
        type's name; and each line that is no record.

    Raises:
        BadInput: The file cannot be read.
    """
    tolerate = [code for code, _ in tables.problem_codes()]
    for number, line in read_lines(path):
        where = f"{path} line {number}"
        try:
            raw = json_of(line, where)
            kind = raw["type"]
            if kind not in _TYPES or _brings_somebody(raw):
                yield str(kind)
                continue
            if kind == "phase" and raw["phase"] not in PHASES:
                yield f"phase {raw['phase']}"
                continue
            content = _document(raw, spaces)
            position = _core.PursuitPosition.from_json(tables, json.dumps(content), tolerate)
            record: Record | Choices | Fought | Phase | Playable | Unread
            if kind == "legal":
                record = _choices(raw, position)
            elif kind == "phase":
                record = read_phase(raw, position)
            elif kind.startswith("combat"):
                record = _fought(raw, position, spaces)
            elif kind == "legal_events":
                sides = {
                    side: _core.PursuitPosition.from_json(tables, json.dumps(told), tolerate)
                    for side, told in positions(tables, content)
                }
                cards = frozenset(raw["legal_events"])
                record = Playable(str(raw["id"]), position, sides, cards)
            else:
                record = _supply(raw, position, spaces)
        except BadInput as error:
            record = Unread(where, str(error).removeprefix(f"{where}: "))
        except KeyError as error:
            record = Unread(where, f"unknown or missing: {error.args[0]!r}")
        except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError) as error:
            record = Unread(where, f"is no record: {error}")
        yield record


def _supply(raw: Mapping[str, Any], position: _core.PursuitPosition, spaces: Spaces) -> Record:
    return Record(
        id=str(raw["id"]),
        position=position,
        supply={unit: _STATUS[status] for unit, status in raw["supply"].items()},
        flips=frozenset(raw["oos_spaces"]) - spaces.intact_forts(raw["forts_destroyed"]),
        asked=frozenset(space for space, side in raw["control"].items() if side in ("ap", "cp")),
        costs={side: _costs(costs) for side, costs in raw.get("activation_costs", {}).items()},
    )


def _choices(raw: Mapping[str, Any], position: _core.PursuitPosition) -> Choices:
    move = raw["move"]
    stops = move.get("destinations")
    return Choices(
        id=str(raw["id"]),
        position=position,
        ops=int(raw["ops_left"]),
        costs={str(raw["active"]): _costs(raw["activation_costs"])},
        offered={
            purpose: frozenset(raw["legal"].get(f"activate_{purpose}", ())) for purpose in PURPOSES
        },
        targets={unit: frozenset(places) for unit, places in raw["attack_targets"].items()},
        mover=move["unit"],
        first=frozenset(move["first_steps"]),
        stops=None if stops is None else dict(stops),
        truncated=bool(move.get("truncated")),
    )


# What a record calls roles, tables and the order of fire -> what we do.
_ROLES: Final = {"att": "attacker", "def": "defender"}
_TABLES: Final = {"lcu": "heavy", "scu": "light"}
_FIRST: Final = {"both": "together", "att": "attacker_first", "def": "defender_first"}
# The cards of the AP are numbered from 1, those of the CP go on from here.
_CARDS_OF_AP: Final = 55


def _fought(raw: Mapping[str, Any], position: _core.PursuitPosition, spaces: Spaces) -> Fought:
    battle = raw["combat"]
    target = battle["target"]
    attackers = [entry["unit"] for entry in battle["attackers"]]
    side = position.tables.unit(attackers[0])["side"]
    if attackers[0].startswith("gr_div"):
        side = raw["neutrals"]["greece"]
    sides = {"attacker": side, "defender": "cp" if side == "ap" else "ap"}
    asked: dict[tuple[str, str | None], str] = {
        ("first_fire", None): _FIRST[battle["first_fire"]],
    }
    rolls: dict[str, int] = {}
    for short, role in _ROLES.items():
        fire = battle[short]
        asked["fire_tables", role] = _TABLES[fire["table"]]
        for kind, key in (("strengths", "cf"), ("shifts", "shift"), ("modifiers", "drm")):
            asked[kind, role] = str(int(fire[key]))
        if "loss_number_by_die" in fire:
            asked["loss_numbers", role] = _numbers(fire["loss_number_by_die"])
        elif f"{short}_loss_number" in battle:
            rolls[role] = int(fire["roll"])
            asked["loss_numbers", role] = str(int(battle[f"{short}_loss_number"]))
    if "can_flank" in battle:
        asked["flanks", None] = "may" if battle["can_flank"] else "may not"
    if "fort" in battle:
        asked["forts", None] = str(int(battle["fort"]))
    if spaces.kind[target] != "region":
        asked["defenders", None] = ", ".join(sorted(battle["defenders"])) or "nobody"
    withdraws = "; withdraw" if battle.get("turkish_withdrawal") else ""
    attack = f"attack {target} with {','.join(attackers)}{withdraws}"
    defenders = ",".join(battle["defenders"])
    named = f"{attack}; defend {defenders}" if defenders else attack
    return Fought(
        id=str(raw["id"]),
        position=position,
        target=target,
        attack=named if spaces.kind[target] == "region" else attack,
        cards=tuple(
            (_card(card), sides[role])
            for role, cards in battle.get("cards", {}).items()
            for card in cards
        ),
        asked=asked,
        rolls=rolls,
        flanked=_flanked(battle.get("flank")),
        course=Course(
            position=position,
            side=side,
            target=target,
            attackers=attackers,
            defenders=battle["defenders"],
            region=spaces.kind[target] == "region",
            factors=battle.get("variable_lf", {}),
        ),
        first_losses={
            (role, int(number)): frozenset(units)
            for role in _ROLES.values()
            for number, units in battle.get(f"{role}_first_loss_choices", {}).items()
        },
        retreats={
            unit: frozenset(places["after_priorities"])
            for unit, places in battle.get("retreat_first_step", {}).items()
        },
    )


# What a record may say of a flank attempt -> whether it succeeded.
_FLANKED: Final[Mapping[str, bool]] = {
    **dict.fromkeys(("succeeded", "success", "flanked"), True),
    **dict.fromkeys(("failed", "failure", "held"), False),
}


def _flanked(said: Any) -> bool | None:
    """Read what became of a flank attempt; null is none.

    Raises:
        ValueError: It is neither yes nor no, nor a word for them.
    """
    if isinstance(said, Mapping):
        said = said.get("succeeded")
    if said is None or isinstance(said, bool):
        return said
    if isinstance(said, str) and said in _FLANKED:
        return _FLANKED[said]
    raise ValueError(f"'flank' says neither that an attempt succeeded nor that it failed: {said!r}")


def _brings_somebody(raw: Mapping[str, Any]) -> bool:
    """Is it a battle that a unit joined by MARCH AND COUNTERMARCH? No record tells which."""
    cards = raw["combat"].get("cards", {}) if raw["type"] == "combat_played" else {}
    return any(
        _card(card) == Card.MARCH_AND_COUNTERMARCH for those in cards.values() for card in those
    )


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(str(int(number)) for number in numbers)


def _card(card: str) -> str:
    number = int(card.partition(":")[0])
    if number > _CARDS_OF_AP:
        return f"cp_{number - _CARDS_OF_AP:02}"
    return f"ap_{number:02}"


def _costs(costs: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Check and copy costs: those of a place by purpose."""
    return {
        place: {purpose: int(entry[purpose]) for purpose in PURPOSES if purpose in entry}
        for place, entry in costs.items()
    }


def _document(raw: Mapping[str, Any], spaces: Spaces) -> dict[str, Any]:
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
            side: [{"offensive": OFFENSIVES[name], "met": False}]
            if name in OFFENSIVES and not _paid(raw, name)
            else []
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
    event = _event_of_the_action(raw)
    if event is not None:
        side, played = event
        content["actions"] = [
            {"round": raw["round"], "side": side, "kind": "event", "card": played}
        ]
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
    if raw["type"] == "phase":
        content |= phase_document(raw)
        # No round is under way, and nobody acts.
        del content["round"], content["active"]
    if raw["type"] == "legal_events":
        content |= events_document(raw)
        content["events"] = events | _dated(raw, events, content["actions"])
    return content


def _dated(
    raw: Mapping[str, Any], events: Mapping[str, int], actions: Sequence[Mapping[str, Any]]
) -> dict[str, int]:
    """Return the turns of events, as far as they are told."""
    played = raw["events_played"]
    turns = {card: played.get(key) for key, card in EVENT_CARDS.items() if card in events}
    told = {
        card: turn for card, turn in turns.items() if turn and not isinstance(turn, bool | dict)
    }
    now = {one["card"]: int(raw["turn"]) for one in actions if one["kind"] == "event"}
    return {card: int(turn) for card, turn in told.items() if turn <= raw["turn"]} | now


def _event_of_the_action(raw: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return whose event this action is, as far as a record of a battle tells."""
    played = raw["events_played"]
    if not raw["type"].startswith("combat"):
        return None
    # RUSSIAN WINTER OFFENSIVE is told with its action round,
    winter = played.get("russian_winter_offensive")
    now = {"turn": raw["turn"], "action_round": raw["round"]}
    if winter == now:
        return "ap", Card.RUSSIAN_WINTER_OFFENSIVE
    # BULL'S EYE DIRECTIVE as long as its action lasts.
    return (
        ("cp", Card.BULLS_EYE_DIRECTIVE)
        if played.get("bulls_eye_directive") == raw["turn"]
        else None
    )


def _paid(raw: Mapping[str, Any], offensive: str) -> bool:
    """Is No British Attacks over (7.3.nobr-2)? A record of choices then has no way to pay."""
    ways = raw.get("activation_costs", {}).values()
    return (
        raw["type"] == "legal"
        and offensive == "british_no_attack"
        and not any("attack_with_br" in costs for costs in ways)
    )


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
