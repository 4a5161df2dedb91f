"""What is under way in a position, in words: the round, its battle, what is asked there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from lexbelli import _core
from lexbelli.moves import Decision

__all__ = ["in_words", "piles", "situation", "under_way"]

# The stages of a battle (docs/battles.md).
_STAGES: Final = {
    "defence": "the defender's stack ({defender})",
    "weather": "severe weather",
    "weather_cards": "attacker's cards before the weather ({attacker})",
    "attackers_cards": "attacker's cards ({attacker})",
    "defenders_cards": "defender's cards ({defender})",
    "attackers_returns": "cards the attacker takes back ({attacker})",
    "defenders_returns": "cards the defender takes back ({defender})",
    "withdrawal": "the Turkish withdrawal",
    "flank": "the flank attempt",
    "dice": "the dice",
    "attackers_late_cards": "attacker's cards after the dice ({attacker})",
    "defenders_late_cards": "defender's cards after the dice ({defender})",
    "defenders_losses": "defender's losses ({defender})",
    "attackers_losses": "attacker's losses ({attacker})",
    "losses_cards": "CP's cards after the losses",
    "retreat": "the retreat",
    "retreat_cards": "CP's cards after the retreat",
    "save_tiflis": "the Russians retreat towards Tiflis",
    "advance": "the advance",
    "attackers_last_cards": "attacker's cards after the advance ({attacker})",
    "defenders_last_cards": "defender's cards after the advance ({defender})",
    "repair": "replacements of a card",
}

# Frames in fewer words than the core's table of them has, or in none; what lies right upon a battle
# is told by its stage.
_FRAMES: Final = {
    "turn": "turn {turn}",
    "round": "action round {round}",
    "action": "{side} action",
    "operations": "operations ({ops} OPS)",
    "attack": "attacks",
    "battle": "battle at {place}",
    "tribes": "tribes of the Jihad level",
    "excess": "units in excess",
    "excess_lcus": "LCUs in excess of {side}",
    "counter": "an event that {side} may counter",
    "out_of_theater": "units of {side} that leave for France",
    "collapses": "countries that may collapse",
    "collapse": "collapse of {country}",
    "replacement": "replacement of a lost corps",
    "redeployment": "redeployment ({points} SR points)",
    "replacement_points": "{side} replacement points",
    "arrival": "arrivals around Africa",
    "offensive": "{side} chooses a mandated offensive",
    "discard": "{side} discards",
    "opening": "{side} takes a card",
    "dismissal": "tribes beyond the Jihad level",
    "armistice_die": "the turn of the armistice",
    "over": "the game is over",
    "revolt": "a country to revolt",
    "revolt_die": "revolt of {revolt}",
    "mutiny_die": "the Mutiny in India",
    "keep": "cavalry that stays",
    "newcomers": "units that enter",
    "digging": "",
    "card_die": "",
    "event": "event of {card}",
}
_SECOND: Final = "a second attack"
_ABOUT: Final = dict(_core.pursuit_frames())
# The first words of outcomes -> what the die falls for, but for those that a stage names.
_DICE: Final = {
    "built": "trench in {}",
    "factor": "loss factor of {}",
    "passed": "who has {} next",
    "stands": "{} in Galicia",
    "holds": "siege of {}",
    "serves": "{} in the Mutiny",
    "wrecked": "fort of {} under fire",
    "unhurt": "fort of {} under fire",
}


def under_way(
    core: _core.PursuitPosition, setup: Mapping[str, Any], asked: Decision
) -> tuple[str, ...]:
    """Say what is under way, the outermost first: turn, round, battle, what is asked."""
    below = [{"frame": ""}, *setup["agenda"]]
    pairs = zip(setup["agenda"], below, strict=False)
    parts = [part for frame, under in pairs if (part := _frame(core, frame, under["frame"]))]
    if core.stage is not None:
        # Battles are declared for that battle, which is told.
        parts.remove(_SECOND if _SECOND in parts else _FRAMES["attack"])
    for outcome in asked.outcomes[:1]:
        word, *named = outcome.text.split()
        if word in _DICE and not (core.stage is not None and word == "holds"):
            parts.append(_DICE[word].format(_name(core, named[0])))
    return (parts[0].capitalize(), *parts[1:])


def _frame(core: _core.PursuitPosition, frame: Mapping[str, Any], below: str) -> str:
    kind = str(frame["frame"])
    if kind == "phase":
        return "" if core.phase == "action" else f"{_plain(core.phase)} phase"
    told = {"turn": core.turn, "round": core.round, **frame}
    if "side" in frame:
        told["side"] = str(frame["side"]).upper()
    if "card" in frame:
        told["card"] = core.tables.card(frame["card"])["name"]
    if "place" in frame:
        told["place"] = _name(core, frame["place"])
    if kind == "operations" and "event" in frame:
        return f"units activated by {core.tables.card(frame['event'])['name']}"
    if kind == "action" and "target" in frame:
        return "attacks that an event demands"
    if kind == "attack" and "second" in frame:
        return _SECOND
    if kind == "replacement_points" and "bonus" in frame:
        return f"{frame['bonus']} bonus points"
    if kind == "redeployment" and "by" in frame:
        return f"redeployment by an event ({_plain(frame['by'])})"
    if kind == "reinforcement":
        return f"{told['card']} as a BR reinforcement"
    if below == "battle":
        return _STAGES[core.stage or "dice"].format(**_sides(core))
    return _FRAMES[kind].format(**told) if kind in _FRAMES else _ABOUT[kind]


def _name(core: _core.PursuitPosition, name: str) -> str:
    return str(core.tables.space(name)["name"]) if name in core.tables.space_ids() else name


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _sides(core: _core.PursuitPosition) -> dict[str, str]:
    attacker = core.attacker.upper()
    return {"attacker": attacker, "defender": {"AP": "CP", "CP": "AP"}[attacker]}


def situation(core: _core.PursuitPosition, setup: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Say of a battle under way who fights and what has come of it: lines of label and value."""
    if core.target is None:
        return []
    battle = setup.get("battle", {})
    sides = _sides(core)
    attacker, defender = sides.values()
    lines = [
        (f"{attacker} attacks with", " ".join(battle.get("attackers", ()))),
        (f"{defender} defends with", " ".join(battle.get("defenders", ()))),
        ("flank attack, pinned from", battle.get("pin", "")),
    ]
    for side in sides.values():
        cards = battle.get("cards", {}).get(side.lower(), ())
        lines.append((f"{side} has played", " ".join(cards)))
    numbers = battle.get("loss_numbers", {})
    fled, origins = battle.get("fled", ()), battle.get("origins", {})
    lines += [
        (f"loss number of {side}", str(numbers[part]))
        for part, side in sides.items()
        if part in numbers
    ]
    lines += [
        ("loss factors rolled", _pairs(battle.get("factors", {}))),
        ("has replaced", _pairs(battle.get("replacements", {}))),
        ("lost a step", " ".join(battle.get("bled", ()))),
        ("fell", " ".join(unit for unit in origins if unit not in fled)),
        ("retreated in this battle", " ".join(fled)),
        ("by sea", " ".join(unit for unit in origins if unit in fled)),
        ("passed in retreat", " ".join(battle.get("passed", ()))),
        ("settled", _plain(" ".join(battle.get("settled", ())))),
    ]
    return [(label, value) for label, value in lines if value]


def piles(zones: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[str], int]]:
    """Yield where cards of a side are: the zone, those that are known, and how many there are."""
    held = zones.get("hidden_in_hand", 0)
    hidden = {"hand": held, "deck": len(zones.get("hidden", ())) - held}
    for zone, known in zones.items():
        if zone not in ("hidden", "hidden_in_hand"):
            yield zone, known, len(known) + hidden.get(zone, 0)


def in_words(cards: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Say where the cards of both sides are: lines of label and value.

    What lies open or is in a hand is named; of the rest it is said how many there are.
    """
    for side, zones in cards.items():
        for zone, known, number in piles(zones):
            unseen = [f"({number - len(known)} hidden)"] if number > len(known) else []
            named = zone in ("hand", "face_up")
            if number:
                yield f"{side} {zone}", " ".join([*known, *unseen]) if named else str(number)


def _pairs(given: Mapping[str, Any]) -> str:
    return ", ".join(f"{one} {other}" for one, other in given.items())
