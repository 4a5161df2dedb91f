"""The files of numbered rulings about Twilight of the Habsburgs, and their positions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import lexbelli
from lexbelli.twilight_of_the_habsburgs import Position
from rulings import content_of
from twilight_tables import GAME, TABLES
from twilight_tables import changed as changed_tables

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "tests/cases" / GAME).glob("*.toml"))
KEYS = {
    *("battle", "rule", "title", "base", "tables", "asks", "change"),
    *("moves", "expect", "play", "odds", "victory", "seen"),
}
_TURN_STEPS = {"events": 1, "first": 2, "second": 3, "armistice": 4}
_SEGMENTS = {
    "offensive": 1,
    "reorganization": 1,
    "scouting": 2,
    "movement": 2,
    "submarine": 2,
    "excess": 2,
    "attack": 4,
    "losses": 4,
    "retreat": 4,
}
# What stands under the frame of a decision, or in its place.
_UNDER = {"offensive": "reorganization", "scouting": "movement"}
# Keys of the document that list units or hexes: a ruling names what is added to them.
_LISTS = {
    *("reduced", "entrenched", "out_of_command", "fallen", "depots_entered"),
    *("attacked", "engaged", "cornered", "offensive"),
}


def position_of(content: Mapping[str, Any]) -> Position:
    """The position of a file.

    `asks` names the decision: its `decision` and `side`, the `turn` (1 if left out), the `impulse`,
    and what the frame holds besides (`owed`, `unit`, `sent`); the decision `turn` is
    whatever the turn begins with. `battle` is the attack under way: its `side`, `hex`, `table` and
    `result`.

    `tables` changes the game's tables: `switches` turns switches of the scenario, `barred` lists
    pairs of hexes between which nobody crosses.

    `change` changes the document of the base: `units` (place -> units) moves units, which are then
    in mobile state; `full` and `mobile` list units at full strength and in mobile state, wherever
    they are; lists are added to those of the base, tables merged into them, and everything else
    takes the place of what was there. `allow` names problems of the set-up that are wanted.
    """
    assert content.keys() <= KEYS, f"unknown keys {content.keys() - KEYS}"
    base = content["base"]
    data = _data(base, content.get("tables"))
    document = lexbelli.scenario(f"{GAME}/{base}", data).setup()
    change = dict(content.get("change", {}))
    allow = change.pop("allow", [])
    moved = {unit: place for place, units in change.pop("units", {}).items() for unit in units}
    unknown = {unit for unit in moved if unit not in document["units"]}
    assert not unknown, f"units that the scenario does not use: {unknown}"
    document["units"] = {**document["units"], **moved}
    mobile = {*moved, *change.pop("mobile", [])}
    full = set(change.pop("full", []))
    for key in _LISTS:
        gone = {"entrenched": mobile, "reduced": full}.get(key, set())
        kept = [name for name in document.get(key, []) if name not in gone]
        document[key] = [*kept, *change.pop(key, [])]
    for key, value in change.items():
        old = document.get(key)
        document[key] = {**old, **value} if isinstance(old, dict) else value
    if "asks" in content:
        document.update(_asked(base, content["asks"], content.get("battle")))
    return Position.from_setup(document, data, allow=allow)


def _data(base: str, changed: Mapping[str, Any] | None) -> str | None:
    """A folder of tables in which some are changed; None for those of the game."""
    if changed is None:
        return None
    assert changed.keys() <= {"switches", "barred"}, changed
    switches = tuple(sorted(changed.get("switches", {}).items()))
    barred = tuple((one, other) for one, other in changed.get("barred", ()))
    return changed_tables(base.removesuffix("_setup"), switches, barred)


def _asked(base: str, asks: Mapping[str, Any], battle: Mapping[str, Any] | None) -> dict[str, Any]:
    """The turn and the agenda under which a decision is asked."""
    rest = dict(asks)
    kind, side = rest.pop("decision"), rest.pop("side", "")
    turn, impulse = rest.pop("turn", 1), rest.pop("impulse", 1)
    frame = {"frame": kind, "side": side, **rest}
    if kind in ("setup", "attrition"):
        return {"turn": 0, "agenda": [frame]}
    if kind == "turn":
        return {"turn": turn, "agenda": [{"frame": "turn", "step": 0}]}
    # The submarine, losses and retreats may be answered by the side whose turn it is not.
    phasing = "entente" if kind == "submarine" else battle["side"] if battle else side
    place = "first" if phasing == _first_player(base) else "second"
    agenda: list[dict[str, Any]] = [{"frame": "turn", "step": _TURN_STEPS[place]}]
    if kind == "reinforcement":
        agenda.append({"frame": "player_turn", "side": phasing, "step": 1})
    else:
        step = _SEGMENTS[kind]
        agenda.append({"frame": "player_turn", "side": phasing, "step": 1 + impulse})
        agenda.append({"frame": "impulse", "side": phasing, "number": impulse, "step": step})
    if kind in _UNDER:
        agenda.append({"frame": _UNDER[kind], "side": phasing})
    if kind == "attack":
        frame["frame"] = "combat"
    elif battle:
        agenda.append({"frame": "combat", "side": phasing})
        agenda.append({"frame": "attack", **battle})
    return {"turn": turn, "agenda": [*agenda, frame]}


def _first_player(base: str) -> str:
    file = TABLES / f"{base.removesuffix('_setup')}.toml"
    first: str = content_of(file)["scenario"]["first_player"]
    return first
