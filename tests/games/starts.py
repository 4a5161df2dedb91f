"""Where random games begin: scenarios, games under way, and shaken positions made sound."""

import random
import re
from typing import Any, Final

import lexbelli
from lexbelli import pursuit_of_glory as pog
from tools.pursuit_of_glory.random_playout import random_playout
from tools.pursuit_of_glory.random_position import random_position

__all__ = ["KINDS", "mended", "start"]

KINDS: Final = ("scenario", "playout", "shaken")

_LAST_TURN: Final = 17
_MOST_MENDS: Final = 200
_SHORES_OF_CYPRUS: Final = {"beach_adana", "beach_beirut", "beach_haifa", "beach_jaffa"}
# Hands have up to seven cards (6.0.H).
_HAND: Final = 7
# Events that bring countries in, open places, or change how battles are fought.
_EVENTS: Final = (
    *("ap_03", "ap_08", "ap_11", "ap_16", "ap_29", "ap_38", "ap_54"),
    *("cp_10", "cp_13", "cp_22", "cp_24", "cp_33"),
)


def start(number: int, dice: random.Random) -> tuple[str, pog.Position]:
    """Return where the game of that number begins, and what that is."""
    kind = KINDS[number % len(KINDS)]
    if kind == "scenario":
        names = [each.name for each in lexbelli.scenarios() if each.game == "pursuit_of_glory"]
        position = pog.scenario(dice.choice(names))
    elif kind == "playout":
        position = random_playout(dice.getrandbits(32), dice.randrange(4, 40))
    else:
        position = mended(random_position(dice.getrandbits(32)), dice)
    setup: dict[str, Any] = {"phase": "action", "step": None}
    if kind != "shaken":
        setup["turn"] = dice.randint(position.turn, _LAST_TURN)
        setup["last_turn"] = _LAST_TURN
        setup["round"] = dice.randint(1, 6)
        setup["actions"] = None
    position = position.with_change(setup=setup)
    for card in _EVENTS:
        if dice.random() < 0.3 and card not in position.in_short().get("events", {}):
            try:
                position = position.with_change(events={card: 0})
            except lexbelli.InvalidSetup:
                # The position contradicts the event: it has not happened then.
                continue
    # Last: what has happened by now is in nobody's hand.
    return kind, position.with_change(setup={"cards": _hands(position, dice)})


def _hands(position: pog.Position, dice: random.Random) -> dict[str, Any]:
    """Deal: some cards on the table, some in hand, the others in the deck."""
    dealt = {}
    for side in ("ap", "cp"):
        # What has happened and left the game comes no more.
        over = position.in_short().get("events", {})
        known = position.core.tables.card_ids()
        cards = [card for card in known if card.startswith(side) and card not in over]
        dice.shuffle(cards)
        shown = dice.randrange(3)
        held = shown + dice.randrange(_HAND + 1)
        dealt[side] = {"face_up": cards[:shown], "hand": cards[shown:held], "deck": cards[held:]}
    return dealt


def mended(position: pog.Position, dice: random.Random) -> pog.Position:
    """Return a position like this one without its problems: who makes them is taken away."""
    setup = {**position.in_short(), "last_turn": _LAST_TURN}
    _let_greece_alone(position, setup)
    _open_cyprus(setup)
    for _ in range(_MOST_MENDS):
        try:
            return pog.Position.from_setup(setup)
        except lexbelli.InvalidSetup as wrong:
            for code, where, message in wrong.problems:
                _mend(position, setup, code, where, message, dice)
    raise AssertionError(f"not mended: {where}: {message}")


def _let_greece_alone(position: pog.Position, setup: dict[str, Any]) -> None:
    """While Greece is neutral its units stay there, and nobody holds Athens (18.8.1.1)."""
    if setup["greece"] != "neutral":
        return
    tables = position.core.tables
    greeks = {unit for unit in position.units if tables.unit(unit)["nations"] == ["gr"]}
    abroad = {unit for unit in greeks if tables.space(position.units[unit])["country"] != "gr"}
    for units in [*setup["units"].values(), setup.get("reduced", [])]:
        units[:] = [unit for unit in units if unit not in abroad]
    for held in setup.get("control", {}).values():
        held[:] = [space for space in held if space != "athens"]


def _mend(
    position: pog.Position,
    setup: dict[str, Any],
    code: str,
    where: str,
    message: str,
    dice: random.Random,
) -> None:
    named = next(iter(re.findall(r"'(\w+)'", message)), "")
    key, _, place = where.partition(".")
    units = setup["units"]
    match key, code:
        case "uprisings", _:
            setup["uprisings"].pop(place, None)
        case "trenches", "no_second_level":
            setup["trenches"][place] = {**setup["trenches"][place], "level": 1}
        case "ru_vp", _:
            setup["ru_vp"] = [space for space in setup["ru_vp"] if space != named]
        case "control", "fort_of_other_side":
            setup["forts_destroyed"] = sorted({*setup.get("forts_destroyed", ()), named})
        case "units", _:
            there = units.get(place, [])
            gone = named if named in there else dice.choice(there or [""])
            units[place] = [unit for unit in there if unit != gone]
        case _, "too_many_lcus":
            side = "cp" if " cp " in message else "ap"
            tables = position.core.tables
            corps = [
                (space, unit)
                for space, there in units.items()
                for unit in there
                if tables.space(space)["kind"] != "box"
                and (tables.unit(unit)["size"], tables.unit(unit)["side"]) == ("lcu", side)
            ]
            space, gone = dice.choice(corps)
            units[space] = [unit for unit in units[space] if unit != gone]
        case _:
            raise AssertionError(f"{code}: {where}: {message}")
    placed = {unit for there in units.values() for unit in there}
    setup["reduced"] = [unit for unit in setup.get("reduced", ()) if unit in placed]


def _open_cyprus(setup: dict[str, Any]) -> None:
    """Nobody goes ashore from Cyprus, or flees to it, before EGYPTIAN COUP."""
    if not _SHORES_OF_CYPRUS.isdisjoint(setup.get("beachheads", ())):
        setup["events"] = {"ap_03": 0, **setup.get("events", {})}
