"""The order of play: what is asked after an answer, whatever files of decisions there are."""

import importlib
from collections.abc import Mapping, Sequence
from functools import cache

from conformance.skirmish import general
from conformance.skirmish.chart import HOMES, NUMBERS, OVER, SIDES, UNITS
from conformance.skirmish.home import Home, Rule
from conformance.skirmish.state import State


def _chapter(home: Home) -> tuple[int, ...]:
    return tuple(map(int, home.chapter.split(".")))


@cache
def homes() -> Mapping[str, Home]:
    """Return what asks, by kind, in the order of the chapters."""
    found = []
    for kind, name in HOMES.items():
        module = importlib.import_module(name)
        [made] = [
            each
            for each in vars(module).values()
            if isinstance(each, type) and issubclass(each, Home) and each.__module__ == name
        ]
        home = made()
        home.kind = kind
        found.append(home)
    return {home.kind: home for home in sorted(found, key=_chapter)}


@cache
def rules(kind: str) -> Sequence[Rule]:
    """Return the rules of the answers to a kind of decision: those of all, and its own."""
    name = HOMES[kind]
    own = [each for each in vars(importlib.import_module(name)).values() if isinstance(each, Rule)]
    every = [each for each in vars(general).values() if isinstance(each, Rule)]
    return [*every, *(each for each in own if each.broken.__module__ == name)]


def advanced(state: State) -> State:
    """Return a state whose decision was answered, up to the next one that asks."""
    kinds = list(homes())
    for kind in kinds[kinds.index(state.phase) + 1 :]:
        if homes()[kind].asks(state):
            return state.but(phase=kind)
    # 4.5 The other side's turn.
    side = state.foe()
    turn = state.turn + (side == SIDES[0])
    left = {UNITS[unit][0] for unit, _ in state.units}
    state = state.but(side=side, turn=turn, target=None, strikers=(), card=None)
    if turn > NUMBERS["turns"] or len(left) < len(SIDES):
        return state.but(phase=OVER)
    return state.but(phase=next(kind for kind in kinds if homes()[kind].asks(state)))
