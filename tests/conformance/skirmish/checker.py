"""The rules of the skirmish, checked without the law."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from conformance.skirmish.chart import GRID, STACK, UNITS, points
from conformance.skirmish.state import State
from lexbelli.moves import Move, Violation

_TEXTS: Final = {
    "foreign": "{} is not of the side that acts",
    "absent": "{} is not on the map",
    "twice": "{} is ordered twice",
    "far": "{} cannot step to {}",
    "tired": "{} has not so much movement",
    "enemy": "{} cannot enter {}, an enemy is there",
    "stopped": "{} must stop in {}, next to an enemy",
    "crowded": "{} would hold more than two units",
    "away": "{} is not next to {}",
    "empty": "no enemy is in {}",
    "scattered": "{} and {} are both struck at",
    "lacking": "{} is not in the hand",
    "several": "more than one card is played",
    "idle": "{} is played without a strike",
}


def violation(rule: str, witness: str) -> Violation:
    """Return a violation, said in a sentence."""
    plain = Violation(rule, witness, "", owed=False)
    return Violation(rule, witness, _TEXTS[plain.code].format(*plain.args), plain.code == "idle")


def sorted_(found: Iterable[tuple[str, str]]) -> list[Violation]:
    """Return violations in order, each once."""
    return [violation(rule, witness) for rule, witness in sorted(set(found))]


def check(state: State, move: Move) -> list[Violation]:
    """Return every rule a move breaks."""
    found: set[tuple[str, str]] = set()

    def breaks(rule: str, code: str, *args: str) -> None:
        found.add((rule, f"{code}({','.join(args)})" if args else code))

    contents = [order.content for order in move.orders]
    ordered = [content["unit"] for content in contents if "unit" in content]
    where = state.at
    for unit in ordered:
        if UNITS[unit][0] != state.side:
            breaks("1.1", "foreign", unit)
        if unit not in where:
            breaks("1.2", "absent", unit)
        if ordered.count(unit) > 1:
            breaks("1.3", "twice", unit)
    ways = [(content["unit"], content["path"]) for content in contents if "path" in content]
    gone = {unit for unit, _ in ways}
    ends = {(unit, at) for unit, at in where.items() if unit not in gone}
    for unit, path in ways:
        _walk(where, unit, path, breaks)
        ends.add((unit, path[-1]))
    for hex_ in {hex_ for _, hex_ in ends}:
        if len({unit for unit, at in ends if at == hex_}) > STACK:
            breaks("2.5", "crowded", hex_)
    _strikes(state, contents, breaks)
    return sorted_(found)


def _beside(one: str, other: str) -> bool:
    return GRID.distance(one[4:], other[4:]) == 1


def _walk(
    where: dict[str, str], unit: str, path: Sequence[str], breaks: Callable[..., None]
) -> None:
    side, _, movement = UNITS[unit]
    enemies = [at for other, at in where.items() if UNITS[other][0] != side]
    steps = [where.get(unit), *path]
    for number, hex_ in enumerate(path):
        before = steps[number]
        if before is not None and not _beside(before, hex_):
            breaks("2.1", "far", unit, hex_)
        if hex_ in enemies:
            breaks("2.3", "enemy", unit, hex_)
        if number + 1 < len(path) and any(_beside(hex_, enemy) for enemy in enemies):
            breaks("2.4", "stopped", unit, hex_)
    if sum(map(points, path)) > movement:
        breaks("2.2", "tired", unit)


def _strikes(state: State, contents: Sequence[Any], breaks: Callable[..., None]) -> None:
    where = state.at
    strikes = [content for content in contents if content["order"] == "strike"]
    cards = [content["card"] for content in contents if content["order"] == "card"]
    targets = sorted({content["target"] for content in strikes})
    for content in strikes:
        at = where.get(content["unit"])
        if at is not None and not _beside(at, content["target"]):
            breaks("3.1", "away", content["unit"], content["target"])
    for number, target in enumerate(targets):
        if not any(at == target and UNITS[unit][0] != state.side for unit, at in where.items()):
            breaks("3.2", "empty", target)
        for other in targets[number + 1 :]:
            breaks("3.3", "scattered", target, other)
    for card in cards:
        if card not in state.hand(state.side):
            breaks("3.4", "lacking", card)
        if not strikes:
            breaks("3.6", "idle", card)
    if len(cards) > 1:
        breaks("3.5", "several")
