"""The front as a board to be drawn: the map as printed, and what a position puts there."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from lexbelli import _core
from lexbelli.draw.badges import Badge
from lexbelli.draw.board import Board, Cell, CounterPanel, Panel, Place, TextPanel, TrackPanel
from lexbelli.draw.counters import Counter
from lexbelli.twilight_of_the_habsburgs.drawing.chart import CALLED, DRAWN, Chart, chart
from lexbelli.twilight_of_the_habsburgs.drawing.counters import ARMS, counter

if TYPE_CHECKING:
    from lexbelli.twilight_of_the_habsburgs.position import Position

__all__ = ["board"]

_STATES: Final = ("reduced", "entrenched", "out_of_command")
_SIGNS: Final = {
    "fort": "intact fortress",
    "ruin": "fallen fortress",
    "depot": "depot",
    "points": "what the place scores",
    "marker": "units hidden beneath that on top",
}
_CALLED: Final = {
    "rail": "railway",
    "front": "start line",
    "trench": "trench line",
    "barred": "no way across",
    "border": "border before the war",
    "coast": "shore",
}
_BOXES: Final = {
    "waiting": "to be set up",
    "available": "reinforcements",
    "due": "of later turns and events",
    "eliminated": "eliminated",
    "covered": "hidden on the map",
}
_LINES: Final = {
    "points": "Replacement points",
    "steps_lost": "Steps lost",
    "lost_this_turn": "Lost this turn",
    "passed": "Passed last by",
}


def board(position: "Position") -> Board:
    """Return the board of a position."""
    printed = chart(position.core.tables, position.scenario_name)
    setup = position.setup()
    held: dict[str, list[str]] = {}
    for unit, place in position.units.items():
        held.setdefault(place, []).append(unit)
    marks = {key: frozenset(setup.get(key, ())) for key in _STATES}
    counters = {
        place: [
            _counter(position, unit, printed.name(place), marks)
            for unit in _sorted(position, units)
        ]
        for place, units in held.items()
    }
    beneath = setup.get("beneath", {})
    fallen = frozenset(setup.get("fallen", ()))
    passed = setup.get("passed", {})
    places = dict(_printed(position.core.tables, position.scenario_name))
    for place in {*(place for place in held if place in places), *fallen, *printed.scoring}:
        places[place] = _place(printed, place, counters.get(place, ()), fallen, passed, beneath)
    return Board(
        title=position.title,
        caution=position.caution,
        size=printed.size,
        places=places,
        links=printed.links,
        outlines=(),
        insets=(),
        panels=list(_panels(position, setup, counters)),
        sides=[(drawn, f"of the {CALLED[side]}") for side, drawn in DRAWN.items()],
        signs=_SIGNS,
        called=_CALLED,
        arms=ARMS,
        ground=printed.ground,
    )


@lru_cache(maxsize=16)
def _printed(tables: _core.TwilightTables, scenario: str) -> Mapping[str, Place]:
    """Return the hexes of a scenario as they are without units."""
    printed = chart(tables, scenario)
    return {place: _place(printed, place, (), frozenset(), {}, {}) for place in printed.hexes}


def _place(
    printed: Chart,
    place: str,
    counters: Sequence[Counter],
    fallen: frozenset[str],
    passed: Mapping[str, str],
    beneath: Mapping[str, int],
) -> Place:
    entry = printed.hexes[place]
    badges = list(_badges(printed, place, fallen, passed))
    hidden = sum(beneath.get(each.id, 0) for each in counters)
    if hidden:
        badges.append(Badge("marker", f"+{hidden}", f"{hidden} hidden", counters[0].side))
    terrain = entry["terrain"]
    return Place(
        id=place,
        name=" / ".join(entry["towns"]) or entry["fortress_name"],
        at=printed.at[place],
        kind="hex",
        terrain=terrain,
        control=counters[0].side if counters else None,
        partial=None,
        ringed=False,
        important=bool(entry["city"]),
        badges=badges,
        counters=counters,
        inset="",
        said="; ".join([printed.said[place], *(badge.said for badge in badges)]),
        number="" if terrain in ("sea", "lake") else entry["number"],
    )


def _badges(
    printed: Chart, place: str, fallen: frozenset[str], passed: Mapping[str, str]
) -> Iterator[Badge]:
    entry = printed.hexes[place]
    owner = entry["fortress"]
    if owner and place in fallen:
        yield Badge("ruin", "", f"fallen fortress {entry['fortress_name']}", DRAWN[owner])
    elif owner:
        yield Badge("fort", "", f"fortress {entry['fortress_name']} ({owner})", DRAWN[owner])
    depot = entry["depots"][printed.line]
    if depot:
        yield Badge("depot", "", f"depot ({depot})", DRAWN[depot])
    last = next((passed[town] for town in _ids(entry["towns"]) if town in passed), None)
    for side, points in printed.scoring.get(place, ()):
        told = f"{points} points for the {CALLED[side]}"
        if last is not None:
            told += f", passed last by the {CALLED[last]}"
        yield Badge("points", str(points), told, DRAWN[side])


def _ids(towns: Sequence[str]) -> Iterator[str]:
    for town in towns:
        yield town.lower().replace(" ", "_")


def _sorted(position: "Position", units: Sequence[str]) -> list[str]:
    """Return the units of a stack, headquarters last."""
    hq = {unit: position.core.tables.unit(unit)["size"] == "hq" for unit in units}
    return sorted(units, key=lambda unit: (hq[unit], unit))


def _counter(
    position: "Position", unit: str, where: str, marks: Mapping[str, frozenset[str]]
) -> Counter:
    states = {key: unit in units for key, units in marks.items()}
    return counter(position.core.tables.unit(unit), where, states)


def _panels(
    position: "Position", setup: Mapping[str, Any], counters: Mapping[str, Sequence[Counter]]
) -> Iterator[Panel]:
    yield TextPanel("state", "State", list(_lines(position, setup)))
    last = position.core.tables.scenario(position.scenario_name)["last_turn"]
    turns = [
        Cell(str(turn), marker="plain" if turn == position.turn else None)
        for turn in range(1, last + 1)
    ]
    yield TrackPanel("turns", "Turns", turns, len(turns), 34.0)
    for box, heading in _BOXES.items():
        for side, drawn in DRAWN.items():
            units = [each for each in counters.get(box, ()) if each.side == drawn]
            if units:
                name = f"{CALLED[side]}: {heading}"
                yield CounterPanel(f"{box}_{side}", name, units, drawn)


def _lines(position: "Position", setup: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the state beside units in words."""
    yield "Now", " > ".join(position.under_way)
    for key, label in _LINES.items():
        told = {name: said for name, said in (setup.get(key) or {}).items() if said}
        if told:
            words = (f"{name.replace('_', ' ')} {said}" for name, said in told.items())
            yield label, ", ".join(words)
    if setup.get("event") is not None:
        yield "Event", str(setup["event"])
    if setup.get("submarine_lost"):
        yield "Submarine", "lost"
