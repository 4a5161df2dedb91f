"""1. Orders: the rules of every decision."""

from collections.abc import Iterator

from conformance.skirmish.chart import NUMBERS, UNITS
from conformance.skirmish.home import Answer, rule


@rule("1.1", foreign="{} is not of the side that acts")
def own_units(answer: Answer) -> Iterator[tuple[str, ...]]:
    for unit in answer.units:
        if UNITS[unit][0] != answer.acting:
            yield "foreign", unit


@rule("1.2", absent="{} is not on the map")
def on_the_map(answer: Answer) -> Iterator[tuple[str, ...]]:
    for unit in answer.units:
        if unit not in answer.state.at:
            yield "absent", unit


@rule("1.3", twice="{} is ordered twice")
def once(answer: Answer) -> Iterator[tuple[str, ...]]:
    for unit in answer.units:
        if answer.units.count(unit) > 1:
            yield "twice", unit


@rule("1.4", crowded="{} would hold more than two units")
def stacking(answer: Answer) -> Iterator[tuple[str, ...]]:
    goes = set(answer.home.ends(answer))
    gone = {unit for unit, _ in goes}
    then = goes | {(unit, hex_) for unit, hex_ in answer.state.units if unit not in gone}
    for _, hex_ in goes:
        if sum(at == hex_ for _, at in then) > NUMBERS["stack"]:
            yield "crowded", hex_
