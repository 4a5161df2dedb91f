"""Tables of Twilight of the Habsburgs with switches turned, or with hexsides barred."""

import random
import re
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

GAME: Final = "twilight_of_the_habsburgs"
TABLES: Final = Path(__file__).parents[1] / "scenarios" / GAME
# What switches that are words can be besides; the others are turned from yes to no and back.
OTHERS: Final[Mapping[str, str]] = {
    "rail_only_hexes": "closed",
    "hexside_bonus": "any",
    "mobile_surrounded_by": "units",
    "zero_strength_dies_with": "own_attack",
    "italian_entry_edge": "south",
    "event_7_condition": "collapse",
    "jaeger_kind": "light",
    "reserve_zone": "hq",
    "second_rp_line": "odd",
    "collapse_forces": "italians",
    "surprise_range": "everywhere",
    "unready_turns": "all",
}
# How often a switch is turned, and so many hexsides are barred.
_TURNED: Final = 0.4
_BARRED: Final = (0, 0, 40, 150)

# A folder is removed as soon as nobody has it.
_FOLDERS: Final[list[tempfile.TemporaryDirectory[str]]] = []

Switches = Sequence[tuple[str, Any]]
Pairs = Sequence[tuple[str, str]]


@cache
def changed(scenario: str, switches: Switches = (), barred: Pairs = ()) -> str:
    """A folder of tables in which a scenario's switches are turned, and hexsides barred.

    It is gone when the process ends.
    """
    kept = tempfile.TemporaryDirectory(prefix="lexbelli-")
    _FOLDERS.append(kept)
    folder = Path(kept.name)
    text = (TABLES / f"{scenario}.toml").read_text("utf-8")
    for name, value in switches:
        said = str(value).lower() if isinstance(value, bool) else f'"{value}"'
        text, found = re.subn(rf"^{name} = .*$", f"{name} = {said}", text, flags=re.MULTILINE)
        assert found == 1, name
    (folder / f"{scenario}.toml").write_text(text, "utf-8")
    if barred:
        sides = (TABLES / "hexsides.csv").read_text("utf-8")
        more = "".join(f"{one},{other},,,0,1,reconstructed,\n" for one, other in barred)
        (folder / "hexsides.csv").write_text(sides + more, "utf-8")
    return str(folder)


@cache
def switches_of(scenario: str) -> Mapping[str, Any]:
    """The switches of a scenario, and what they are."""
    found: Mapping[str, Any] = tomllib.loads(_text(f"{scenario}.toml"))["switches"]
    return found


def at_random(scenario: str, beside: Mapping[str, Sequence[str]], dice: random.Random) -> str:
    """A folder in which any switches are turned and any hexsides barred.

    Args:
        scenario: The scenario.
        beside: Hexes from which hexsides are barred, and the hexes beside them.
        dice: What decides.
    """
    switches = [
        (name, OTHERS.get(name, value) if isinstance(value, str) else not value)
        for name, value in switches_of(scenario).items()
        if dice.random() < _TURNED
    ]
    known = {frozenset(row.split(",")[:2]) for row in _text("hexsides.csv").splitlines()}
    pairs = set()
    for _ in range(dice.choice(_BARRED)):
        one = dice.choice(sorted(beside))
        pair = sorted((one, dice.choice(beside[one])))
        if frozenset(pair) not in known:
            pairs.add((pair[0], pair[1]))
    return changed(scenario, tuple(switches), tuple(sorted(pairs)))


@cache
def _text(name: str) -> str:
    return (TABLES / name).read_text("utf-8")
