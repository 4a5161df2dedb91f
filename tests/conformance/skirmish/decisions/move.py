"""2. The move: which units go, and on which paths."""

from collections.abc import Iterator, Sequence

from conformance.skirmish.chart import UNITS, beside, points
from conformance.skirmish.home import Answer, Choice, rule
from conformance.skirmish.orders import PATH, UNIT, Row
from conformance.skirmish.state import State


class Going(Choice):
    """Units go."""

    chapter = "2"
    orders = (Row("go", unit=UNIT, path=PATH),)

    def asks(self, state: State) -> bool:  # noqa: ARG002 (always)
        return True

    def text(self, state: State) -> str:
        return f"{state.side}: which units go?"

    def ends(self, answer: Answer) -> Sequence[tuple[str, str]]:
        return [(unit, path[-1]) for unit, path in _ways(answer)]

    def answered(self, answer: Answer) -> State:
        return answer.state.but(at=answer.after)


def _ways(answer: Answer) -> Iterator[tuple[str, Sequence[str]]]:
    for content in answer.given("go"):
        yield content["unit"], content["path"]


def _enemies(answer: Answer, unit: str) -> list[str]:
    """Return the hexes of the enemies of a unit."""
    side = UNITS[unit][0]
    return [at for other, at in answer.state.units if UNITS[other][0] != side]


@rule("2.1", far="{} cannot step to {}")
def step_by_step(answer: Answer) -> Iterator[tuple[str, ...]]:
    for unit, path in _ways(answer):
        before = answer.state.at.get(unit)
        for hex_ in path:
            if before is not None and not beside(before, hex_):
                yield "far", unit, hex_
            before = hex_


@rule("2.2", tired="{} has not so much movement")
def movement(answer: Answer) -> Iterator[tuple[str, ...]]:
    for unit, path in _ways(answer):
        if sum(map(points, path)) > UNITS[unit][2]:
            yield "tired", unit


@rule("2.3", enemy="{} cannot enter {}, an enemy is there")
def held_by_enemies(answer: Answer) -> Iterator[tuple[str, ...]]:
    for unit, path in _ways(answer):
        for hex_ in path:
            if hex_ in _enemies(answer, unit):
                yield "enemy", unit, hex_


@rule("2.4", stopped="{} must stop in {}, next to an enemy")
def stops(answer: Answer) -> Iterator[tuple[str, ...]]:
    for unit, path in _ways(answer):
        for hex_ in path[:-1]:
            if any(beside(hex_, enemy) for enemy in _enemies(answer, unit)):
                yield "stopped", unit, hex_
