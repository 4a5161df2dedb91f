"""Law against checker in the small decisions of a turn: actions, offensives, discards and the like.

    python tests/agreement/turns.py NUMBER SEED [DECISION...]

makes positions at random in which one of them stands (of all decisions, or of these), and compares
moves of any orders, until NUMBER have been compared, and what the core offers with what the law
lets be ordered. A position is named by number and seed; `decision(number, seed)` makes it again.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

sys.path += [str(folder) for folder in Path(__file__).parents[1:3]]

from agreement.afterwards import Made, compared_at
from agreement.comparing import Tally, compared_until, told
from agreement.countries import collapses, combined, divisions_leave, gorlice, marks
from agreement.invasions import bombardment, evacuation
from agreement.late_events import counter, exchange, relief, treachery
from agreement.provoked import provocation
from agreement.restricted import excess_lcus
from agreement.uprisings import keep, newcomers, revolt
from agreement.volunteers import volunteers
from lexbelli import _core
from lexbelli.pursuit_of_glory import battles

_MOVES: Final = 40
_SIDES: Final = ("ap", "cp")
_ZONES: Final = ("hand", "hand", "deck", "deck", "discard", "removed", "nowhere")
_OFFENSIVES: Final = (
    *("ru", "br_in_anz", "tu", "none", "enver_to_the_front", "balkans", "egypt"),
    *("meso_or_persia", "no_br_attacks"),
)
_CITIES: Final = ("jerusalem", "jaffa", "haifa", "nablus", "baghdad")
# Events of an action, and combat cards that ask something of the position.
_EVENTS: Final = (
    *("ap_11", "ap_41", "cp_01", "cp_09", "cp_24", "cp_35", "cp_36", "cp_41", "cp_49", "cp_55"),
    *("ap_03", "ap_14", "cp_14", "cp_22", "cp_53", "ap_29", "cp_33", "cp_31", "cp_02", "ap_42"),
    *("ap_44", "ap_50", "ap_52", "cp_11", "cp_21", "cp_42", "cp_44", "cp_47"),
)
# Those that such cards ask for.
_ASKED_FOR: Final = (
    "cp_55",
    "ap_55",
    "cp_13",
    "cp_22",
    "ap_18",
    "ap_54",
    "ap_23",
    "ap_38",
    "cp_33",
)
_FOUR_OPS: Final = ("ap_01", "cp_01", "cp_12", "cp_13", "cp_14", "ap_11", "ap_12", "ap_14")
# A place for each tribe.
_CIRCLES: Final = {
    "bakhtiari": "isfahan",
    "bawi": "ahwaz",
    "jangali": "enzeli",
    "kurds_1": "van",
    "kurds_2": "mosul",
    "laz": "rize",
    "marsh_1": "kut",
    "marsh_2": "qurna",
    "nw_frontier": "india",
    "qashqai": "central_persia",
    "senussi_1": "sollum",
    "senussi_2": "siwa_oasis",
    "sinjabi": "kermanshah",
    "tangistani": "southern_persia",
}
# Units that may be dismissed by mistake.
_OTHERS: Final = ("tu_div_1", "gr_div_1", "ge_georgian_protectorate")


@cache
def _tables() -> _core.PursuitTables:
    return _core.PursuitTables()


def _spaces(*areas: str) -> list[str]:
    """The spaces of some areas."""
    rows = ((space, _tables().space(space)) for space in _tables().space_ids())
    return [space for space, row in rows if row["kind"] == "space" and row["area"] in areas]


# Events that place trenches: the card, the effect that does, places near, and how many at most.
_DIGGERS: Final = (
    ("cp_08", 1, _spaces("anatolia", "gallipoli"), 5),
    ("cp_37", 1, _spaces("syria_palestine", "sinai"), 2),
)
_AFAR: Final = ("hejaz", "kars", "erzurum", "baghdad", "galicia", "seddul_bahr", "medina", "cairo")

Document = dict[str, Any]


@cache
def _start(name: str) -> Document:
    position = _core.PursuitPosition.scenario(_tables(), name)
    return dict(json.loads(position.to_json_in_short()))


@cache
def _is_combat_card(card: str) -> bool:
    return bool(_tables().card(card)["combat_card"])


@cache
def _cards(side: str) -> tuple[str, ...]:
    return tuple(card for card in _tables().card_ids() if card.startswith(side))


def _dealt(dice: random.Random) -> dict[str, dict[str, list[str]]]:
    """Cards wherever they may be."""
    dealt: dict[str, dict[str, list[str]]] = {side: {} for side in _SIDES}
    for side in _SIDES:
        for card in _cards(side):
            zone = dice.choice(_ZONES)
            if zone != "nowhere":
                dealt[side].setdefault(zone, []).append(card)
    return dealt


def _any_card(dice: random.Random, held: Sequence[str]) -> str:
    return dice.choice(held if held and dice.random() < 0.7 else _tables().card_ids())


def _action(document: Document, dice: random.Random) -> Iterator[str]:
    side, last = dice.choice(_SIDES), dice.randint(1, 6)
    kinds = ("one_ops", "ops", "sr", "rp", "event")
    document |= {
        "phase": "action",
        "active": side,
        "round": last,
        "actions": [
            {"round": number, "side": one, "kind": kind}
            | ({} if kind == "one_ops" else {"card": dice.choice(_cards(one))})
            for number in range(1, last)
            for one in _SIDES
            for kind in (dice.choice(kinds),)
        ],
        "control": {"ap": [city for city in _CITIES if dice.random() < 0.8]},
    }
    document["tracks"] |= {
        "vp": dice.randint(5, 14),
        "jihad": dice.randint(0, 10),
        "combined_war_status": dice.randint(20, 39),
        "war_status_cp": dice.randint(0, 12),
    }
    events = {card: 1 for card in _ASKED_FOR if dice.random() < 0.5}
    document["events"] = document["events"] | events
    if dice.random() < 0.4:
        # A neutral enters the war in this turn, or did in the last.
        entered = dice.choice(("cp_33", "ap_29", "ap_45"))
        document["events"][entered] = document["turn"] - dice.choice((0, 0, 1))
    document["revolution"] = {"stage": dice.choice((0, 0, 1, 3))}
    if dice.random() < 0.5:
        lost = dice.choice(("br_ix_corps", "in_2nd_corps", "ru_i_caucasian", "br_cavalry_1"))
        _move(document, lost, dice.choice(("ap_eliminated", "ap_permanently_eliminated")))
    held = document["cards"][side].get("hand", [])
    happening = [card for card in held if card in _EVENTS] or held
    while True:
        if dice.random() < 0.3:
            yield f"play {_any_card(dice, happening)} for event"
        card = _any_card(dice, held)
        use = dice.choice(("", " for sr", " for rp", " for event", " for ops"))
        yield dice.choice(("automatic", *[f"play {card}{use}"] * 9))


def _move(document: Document, unit: str, place: str) -> None:
    """Put a unit somewhere, wherever it was."""
    for units in document["units"].values():
        if unit in units:
            units.remove(unit)
    document["units"].setdefault(place, []).append(unit)


def _phase(document: Document, phase: str, frame: str, side: str) -> None:
    document["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": phase},
        {"frame": frame, "side": side},
    ]
    for key in ("phase", "active", "ops", "step", "siege_rolled"):
        document.pop(key, None)


def _offensive(document: Document, dice: random.Random) -> Iterator[str]:
    _phase(document, "mandated_offensive", "offensive", dice.choice(_SIDES))
    while True:
        yield f"mandate {dice.choice(_OFFENSIVES)}"


def _discard(document: Document, dice: random.Random) -> Iterator[str]:
    side = dice.choice(_SIDES)
    _phase(document, "draw", "discard", side)
    held = document["cards"][side].get("hand", [])
    fights = [card for card in held if _is_combat_card(card)] or held
    while True:
        yield f"discard {_any_card(dice, fights if dice.random() < 0.6 else held)}"


def _opening(document: Document, dice: random.Random) -> Iterator[str]:
    side = dice.choice(_SIDES)
    document["turn"] = 1
    _phase(document, "opening", "opening", side)
    deck = document["cards"][side].get("deck", [])
    while True:
        yield f"take {_any_card(dice, deck if dice.random() < 0.5 else _FOUR_OPS)}"


def _trenches(document: Document, dice: random.Random) -> Iterator[str]:
    """GERMAN MILITARY MISSION or the Turks' trench of 1917, wherever Turks and Allies stand."""
    card, step, near, most = dice.choice(_DIGGERS)
    for key in ("phase", "active", "ops", "step", "siege_rolled"):
        document.pop(key, None)
    document["events"] = {**document.get("events", {}), card: document["turn"]}
    document["agenda"] = [
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": "cp"},
        {"frame": "event", "side": "cp", "card": card, "step": step},
    ]
    # In most positions there is little room.
    lost = [place for place in near if dice.random() < dice.choice((0.1, 0.7, 0.95))]
    document["control"] = {"ap": lost}
    document["trenches"] = {
        place: {"level": dice.randint(1, 2), "owner": dice.choice(_SIDES)}
        for place in near
        if dice.random() < 0.3
    }
    for unit in ("br_div_1", "in_div_1", "senussi_1", "kurds_1", "ru_div_1"):
        _move(document, unit, dice.choice(near))
    while True:
        places = dice.sample(near, min(dice.randint(1, most), len(near)))
        yield "; ".join(f"entrench {place}" for place in places)
        yield f"entrench {dice.choice((*_AFAR, *near))}"


def _dismissal(document: Document, dice: random.Random) -> Iterator[str]:
    _phase(document, "revolution", "dismissal", "cp")
    standing = [tribe for tribe in _CIRCLES if dice.random() < 0.5] or ["laz"]
    for tribe in standing:
        _move(document, tribe, _CIRCLES[tribe])
    fallen = [tribe for tribe in _CIRCLES if tribe not in standing and dice.random() < 0.3]
    for tribe in fallen:
        _move(document, tribe, "cp_eliminated")
    level = dice.randint(0, len(standing) - 1)
    document["tracks"]["jihad"] = level
    while True:
        if dice.random() < 0.3:
            yield f"dismiss {','.join(dice.sample(standing, len(standing) - level))}"
        yield f"dismiss {dice.choice([*standing, *standing, *standing, *_CIRCLES, *_OTHERS])}"


DECISIONS: Final[Mapping[str, Callable[[Document, random.Random], Iterator[str]]]] = {
    "action": _action,
    "offensive": _offensive,
    "discard": _discard,
    "opening": _opening,
    "dismissal": _dismissal,
    "revolt": revolt,
    "keep": keep,
    "newcomers": lambda document, dice: dice.choice((newcomers, combined))(document, dice),
    "excess_lcus": excess_lcus,
    "trenches": _trenches,
    "out_of_theater": lambda document, dice: dice.choice((volunteers, gorlice))(document, dice),
    "collapses": collapses,
    "divisions_leave": divisions_leave,
    "marks": marks,
    "counter": counter,
    "exchange": exchange,
    "relief": relief,
    "treachery": treachery,
    "evacuation": evacuation,
    "bombardment": bombardment,
    "provocation": provocation,
}

# Of the others what is ordered, and of which of those that are told. Of divisions for France half
# of the SCUs of a larger move may be of any kind.
_SAID: Final[Mapping[str, tuple[str, str]]] = {
    "offensive": ("mandate", "offensives"),
    "discard": ("discard", "cards"),
    "opening": ("take", "cards"),
    "dismissal": ("dismiss", "units"),
    "revolt": ("revolt", "countries"),
    "keep": ("keep", "units"),
    "out_of_theater": ("eliminate", "units"),
    "collapses": ("declare", "countries"),
    "divisions_leave": ("eliminate", "units"),
    "marks": ("mark", "places"),
    "exchange": ("eliminate", "units"),
    "trenches": ("entrench", "places"),
    "bombardment": ("bombard", "places"),
    "excess_lcus": ("eliminate", "units"),
}

# Decisions at which the core makes legal moves.
_SAMPLED: Final = (
    *("newcomers", "trenches", "out_of_theater", "collapses", "divisions_leave", "marks"),
    *("exchange", "relief", "treachery", "evacuation", "bombardment", "provocation"),
)


def decision(number: int, seed: int) -> Made:
    """A position in which one of the decisions stands, and moves of any of its orders."""
    dice = random.Random(f"{seed}/{number}/turns")
    kinds = list(DECISIONS)
    kind = kinds[number % len(kinds)]
    document = json.loads(json.dumps(_start("1914_campaign")))
    document |= {"turn": dice.randint(2, 16), "cards": _dealt(dice), "mandated": {}}
    orders = DECISIONS[kind](document, dice)
    made = []
    for _ in range(_MOVES):
        length = dice.choice((0, 1, 1, 1, 1, 2, 2, 3, 4, 8))
        parts = dict.fromkeys(next(orders) for _ in range(length))
        made.append("; ".join(parts) or "pass")
    at = _core.PursuitPosition.from_json(_tables(), json.dumps(document), ["all"])
    if kind in _SAMPLED:
        made += map(str, at.sample_answers(_MOVES // 4, dice.getrandbits(32)))
    asked = at.decision()
    if kind == asked["kind"] == "excess_lcus":
        # As many as have to go, wherever they stand.
        number = sum(asked["areas"].values())
        for _ in range(_MOVES // 4):
            chosen = dice.sample(asked["units"], number)
            made.append("; ".join(f"eliminate {unit}" for unit in chosen))
    return Made(kind, at, 0, list(dict.fromkeys(made)))


def compared(number: int, seed: int, kinds: Sequence[str] = ()) -> Tally:
    """Compare law and checker in one position: of all decisions, or of these."""
    if kinds:
        turn, chosen = divmod(number, len(kinds))
        number = turn * len(DECISIONS) + list(DECISIONS).index(kinds[chosen])
    made = decision(number, seed)
    where = f"{number}/{seed}"
    asked = made.at.decision()
    if asked["kind"] != made.kind:
        # There is nothing to decide: something else is asked.
        return Tally()
    tally = compared_at([made], where)
    if made.kind in ("treachery", "evacuation"):
        return tally
    orders = list(map(str, battles.orders_by_law(made.at, made.kind, "pass")))
    if made.kind == "provocation":
        # From a region by one stack or another.
        offered = {f"{place} {to}" for place, of in asked["stacks"].items() for to in of}
        allowed = {" ".join(order.split()[1:3]) for order in orders}
    else:
        offered = {_term(made.at, order) for order in _offered(made.at, asked)}
        allowed = {_term(made.at, order) for order in orders}
    for who, more in (("core offers", offered - allowed), ("law allows", allowed - offered)):
        tally.differences += [f"{made.kind} {where}: only the {who} {one}" for one in more]
    return tally


def _term(at: _core.PursuitPosition, order: str) -> str:
    (term,) = _core.PursuitMove.parse(at, order).terms()
    return term


def _offered(at: _core.PursuitPosition, asked: Mapping[str, Any]) -> Iterator[str]:
    """The orders that the core says can be given."""
    kind = asked["kind"]
    if kind == "action":
        yield "automatic"
        uses = ("", *(f" for {use}" for use in ("sr", "rp") if asked[use]))
        yield from (f"play {card}{use}" for card in asked["cards"] for use in uses)
        yield from (f"play {card} for event" for card in asked["events"])
        yield from (f"play {card} for reinforcement" for card in asked["reinforcements"])
    elif kind == "newcomers":
        yield from map(str, at.entries())
    elif kind == "counter":
        yield from (f"play {asked['by']} for event",) * asked["held"]
    elif kind == "relief":
        yield from (f"enter {unit} {asked['place']}" for unit in asked["units"])
    else:
        verb, key = _SAID[kind]
        yield from (f"{verb} {one}" for one in asked[key])


def run(wanted: int, seed: int, kinds: Sequence[str] = (), *, progress: bool = False) -> Tally:
    """Compare about so many moves in worker processes."""
    return compared_until(partial(compared, kinds=kinds), wanted, seed, progress)


if __name__ == "__main__":
    most, first, *only = sys.argv[1:]
    if unknown := sorted({*only} - DECISIONS.keys()):
        sys.exit(f"'{unknown[0]}' is none of the decisions {', '.join(DECISIONS)}")
    sys.exit(told(run(int(most), int(first), only, progress=True), "legal moves"))
