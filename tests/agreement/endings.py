"""Law against core on how numbered random positions would end; for worker processes."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from lexbelli import pursuit_of_glory as pog
from lexbelli.pursuit_of_glory.victory_law import VictoryAnswer
from tools.pursuit_of_glory.random_playout import random_playout
from tools.pursuit_of_glory.random_position import random_position

_SAME: Final = (
    *("after_war_status", "final", "cp_automatic_victory", "ends", "armistice_due"),
    *("level", "winner", "points"),
)
_MISSED: Final = {"cp_mandated_offensive_missed": "cp", "ap_mandated_offensive_missed": "ap"}

# Where units matter for victory, and how often somebody is put there.
_STAGES: Final = (
    *("galicia", "constantinople", "cairo", "india", "romani", "ismailia", "suez", "nekhi"),
    *("jifjaffa", "port_said", "krithia", "kum_kale", "cape_helles", "gaba_tepe", "gallipoli"),
    *("shushter", "baku", "mosul", "ploesti", "adrianople", "sofia", "philippopoli", "baghdad"),
    *("tabriz", "afghanistan", "baluchistan", "lemnos", "kossaima", "ahwaz", "kars"),
)
_RAILROADS: Final = (
    ("catalca", "adrianople", "philippopoli", "sofia", "nis", "belgrade"),
    ("catalca", "adrianople", "xanthi", "ft_rupel", "doiran", "veles", "skopje", "nis", "belgrade"),
    ("constantinople", "galicia"),
)
_OIL: Final = ("baku", "mosul", "ploesti", "shushter")
_OFFENSIVES: Final[Mapping[str, Sequence[str]]] = {
    "ap": ("none", "ru", "no_br_attacks", "br_in_anz", "meso_or_persia", "balkans", "egypt"),
    "cp": ("none", "ru", "br_in_anz", "tu", "enver_to_the_front"),
}
_PHASES: Final = (
    *("mandated_offensive", "action", "action", "action", "attrition", "siege", "revolution"),
    *("war_status", "war_status", "replacement", "draw"),
)


def ending(number: int) -> pog.Position:
    """Return the random position of that number, in which every rule of victory could matter.

    Every problem of the set-up is tolerated.
    """
    dice = random.Random(f"ending/{number}")
    if dice.random() < 0.15:
        setup = random_playout(dice.getrandbits(32), dice.randrange(36)).in_short()
        _tracks(setup, dice)
        return pog.Position.from_setup(setup, allow=["all"])
    setup = random_position(dice.getrandbits(32)).in_short()
    _clock(setup, dice)
    _tracks(setup, dice)
    _offensives(setup, dice)
    _map(setup, dice)
    return pog.Position.from_setup(setup, allow=["all"])


def _clock(setup: dict[str, Any], dice: random.Random) -> None:
    setup["turn"] = dice.choice((1, 2, 4, 6, 7, 8, 10, 12, 14, 16, 17, dice.randint(1, 17)))
    setup["phase"] = dice.choice(_PHASES)
    if setup["phase"] == "war_status" and dice.random() < 0.7:
        setup["step"] = dice.randrange(4)
    turn = setup["turn"]
    setup["last_turn"] = dice.choice((17, 17, max(turn, 7), turn))
    if dice.random() < 0.4:
        setup["armistice"] = dice.choice((turn, dice.randint(1, 17)))
    if dice.random() < 0.4:
        space = dice.choice(
            ("jerusalem", "baghdad", "medina", "constantinople", "sofia", "galicia")
        )
        due = dice.choice((turn, turn, turn + 1))
        setup["christmas"] = {"space": space, "turn": due, "taken": dice.random() < 0.5}


def _tracks(setup: dict[str, Any], dice: random.Random) -> None:
    setup["tracks"] = {
        **setup.get("tracks", {}),
        "vp": dice.choice((-3, 0, 1, 2, 6, 7, 9, 10, 13, 14, 18, 19, 20, dice.randint(-5, 30))),
        "jihad": dice.choice((0, 3, 4, 7, 8, 11)),
    }
    if dice.random() < 0.4:
        vp = setup["tracks"]["vp"]
        setup["cp_automatic_victory"] = min(40, max(0, vp + dice.randint(-2, 4)))
    if dice.random() < 0.3:
        setup["bid"] = dice.randint(-5, 5)


def _offensives(setup: dict[str, Any], dice: random.Random) -> None:
    setup["mandated"] = {
        side: [
            {"offensive": dice.choice(names), "met": dice.random() < 0.3}
            for _ in range(dice.choice((0, 1, 1, 2) if side == "cp" else (0, 1, 1)))
        ]
        for side, names in _OFFENSIVES.items()
    }
    setup["commitment"] = {
        side: dice.choice(("mobilization", "limited", "total", "total")) for side in ("ap", "cp")
    }
    setup["revolution"] = {"stage": dice.choice((0, 0, 1, 3, 4))}
    if setup["revolution"]["stage"] == 4:
        setup["british_ru_cavalry"] = f"ru_cavalry_{dice.randint(1, 8)}"
    events = setup.setdefault("events", {})
    for card, chance in (("ap_11", 0.6), ("cp_33", 0.5), ("ap_29", 0.4), ("cp_49", 0.3)):
        if dice.random() < chance:
            events[card] = 0
    if dice.random() < 0.15:
        setup["flags"] = ["blockade_ended"]


def _map(setup: dict[str, Any], dice: random.Random) -> None:
    placed: dict[str, list[str]] = setup["units"]
    where = {unit: place for place, units in placed.items() for unit in units}
    units = sorted(where)
    if dice.random() < 0.25:
        # Nobody but a few: then offensives lack somebody to attack.
        few = dice.sample(units, min(len(units), dice.randrange(6)))
        where = {unit: where[unit] for unit in few}
    for _ in range(dice.randrange(8)):
        where[dice.choice(units)] = dice.choice(_STAGES)
    setup["units"] = {}
    for unit, place in where.items():
        setup["units"].setdefault(place, []).append(unit)
    # What tells of units tells of those that are left.
    for key in ("reduced", "attacking", "fought", "retreated", "stacks", "arriving", "digging"):
        setup.pop(key, None)
    control = {space: side for side, spaces in setup.get("control", {}).items() for space in spaces}
    if dice.random() < 0.6:
        for space in (*dice.choice(_RAILROADS[:2]), *_RAILROADS[2], "belgrade"):
            if dice.random() < 0.97:
                control[space] = "cp"
    for space in _OIL:
        if dice.random() < 0.4:
            control[space] = dice.choice(("ap", "cp", "neutral"))
    setup["control"] = {
        side: sorted(space for space, owner in control.items() if owner == side)
        for side in ("ap", "cp", "neutral")
    }


def differences(numbers: range) -> tuple[list[str], set[str]]:
    """Say where law and core differ on these positions, and what the law added up in them."""
    seen: set[str] = set()
    return [line for number in numbers for line in _differences(number, seen)], seen


def _differences(number: int, seen: set[str]) -> Iterator[str]:
    position = ending(number)
    law, core = position.law_victory(), position.victory()
    seen |= {line.item for line in law.ledger} | {law.level, f"ends {law.ends}"}
    seen |= {f"{side} owes {offensive}" for side, offensive in law.owed}
    if law.railroad_open:
        seen.add("railroad open")
    for name in _SAME:
        ours, theirs = getattr(core, name), getattr(law, name)
        if ours != theirs:
            yield f"position {number}: {name}: core {ours}, law {theirs}"
    ours_lines, their_lines = _lines(core), _lines_of_law(law)
    for line in sorted(ours_lines ^ their_lines):
        who = "core" if line in ours_lines else "law"
        yield f"position {number}: only the {who} adds {line}"


def _lines(core: Any) -> set[tuple[str, str, int, str]]:
    found: set[tuple[str, str, int, str]] = set()
    for line in core.ledger[1:]:
        if line.item in _MISSED:
            about = " ".join(sorted({*line.subjects}))
        else:
            about = " ".join(line.subjects) if line.item.endswith("oil_field") else ""
        entry = (line.step, line.item, line.vp, about)
        assert entry not in found, f"a line twice: {entry}"
        found.add(entry)
    return found


def _lines_of_law(law: VictoryAnswer) -> set[tuple[str, str, int, str]]:
    return {
        (
            line.step,
            line.item,
            line.vp,
            " ".join(name for side, name in law.owed if side == _MISSED[line.item])
            if line.item in _MISSED
            else line.oil_field or "",
        )
        for line in law.ledger
    }
