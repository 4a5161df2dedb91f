"""What is under way in a position, in words: the round, its battle, what is asked there."""

from collections.abc import Mapping
from typing import Any, Final

from lexbelli import _core
from lexbelli.moves import Decision

__all__ = ["situation", "under_way"]

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

# What is asked outside battles, and in them beside their stage.
_ASKED: Final = {
    "operations": "operations",
    "attack": "attacks",
    "tribes": "tribes of the Jihad level",
    "excess": "units in excess",
    "replacement": "replacement of a lost corps",
}
# The first words of outcomes -> what the die falls for, but for those that a stage names.
_DICE: Final = {
    "built": "trench in {}",
    "factor": "loss factor of {}",
    "stands": "{} in Galicia",
    "holds": "siege of {}",
}


def under_way(
    core: _core.PursuitPosition, setup: Mapping[str, Any], asked: Decision
) -> tuple[str, ...]:
    """Say what is under way, the outermost first: the round, its battle, what is asked there."""
    phase = setup.get("phase", "action")
    outer = f"Action round {core.round}" if phase == "action" else f"{_plain(phase)} phase"
    parts = [outer.capitalize()]
    battle = setup.get("battle")
    if battle is not None:
        parts += [f"battle at {core.tables.space(battle['place'])['name']}", _stage(setup)]
    elif asked.ops is not None:
        parts.append(f"operations ({asked.ops} OPS)")
    elif asked.kind in _ASKED:
        parts.append(_ASKED[asked.kind])
    if battle is not None and asked.kind == "tribes":
        parts.append(_ASKED["tribes"])
    for outcome in asked.outcomes[:1]:
        word, *named = outcome.text.split()
        if word in _DICE and not (battle is not None and word == "holds"):
            parts.append(_DICE[word].format(_name(core, named[0])))
    return tuple(parts)


def _name(core: _core.PursuitPosition, name: str) -> str:
    return str(core.tables.space(name)["name"]) if name in core.tables.space_ids() else name


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _sides(setup: Mapping[str, Any]) -> dict[str, str]:
    attacker = str(setup["active"]).upper()
    return {"attacker": attacker, "defender": {"AP": "CP", "CP": "AP"}[attacker]}


def _stage(setup: Mapping[str, Any]) -> str:
    return _STAGES[setup["battle"]["stage"]].format(**_sides(setup))


def situation(setup: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Say of a battle under way who fights and what has come of it: lines of label and value."""
    battle = setup.get("battle")
    if battle is None:
        return []
    sides = _sides(setup)
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


def _pairs(given: Mapping[str, Any]) -> str:
    return ", ".join(f"{one} {other}" for one, other in given.items())
